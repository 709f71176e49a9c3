// CUPTI's library, as timing (activity.h) and counting (counters.h) share it.
#pragma once

#include "gpu/toolkit/entries.h"

#include <cupti.h>

// The library's handle. NULL with the reason when it is missing, switched off by FUSEBOX_CUPTI=0 (another
// profiler uses it), or cannot run beside AddressSanitizer.
void *cupti_open(Status *status);

typedef __typeof__(cuptiGetResultString) *CuptiResultString;
// True for CUPTI_SUCCESS; else the status says what failed and why, in a sentence for what people can change:
// permissions, shared and virtual devices.
bool cupti_ok(CuptiResultString result_string, CUptiResult code, const char *what, Status *status);
