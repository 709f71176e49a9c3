// Timing by CUPTI's activity records: when each kernel, copy and fill on the device began and ended.
#pragma once

#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

// One activity on the device, in nanoseconds of the device's clock.
typedef struct ActivityRecord {
  uint64_t start, end;
  bool is_mark; // a kernel by the name given to activity_start
} ActivityRecord;

typedef struct Activity Activity; // at most one in a process: CUPTI's callbacks know no owner

// Opens CUPTI and begins recording; kernels called `mark` are told apart. Call it after the context exists.
// NULL with the reason when CUPTI is missing, refuses, or FUSEBOX_CUPTI=0 (another profiler uses it).
Activity *activity_start(const char *mark, Status *status);
void activity_stop(Activity *activity); // NULL is allowed
// Recording slows launches a little: off where it is not read.
bool activity_enable(Activity *activity, bool enabled, Status *status);
// The records since the last call, by start. Wait for the device before. False when CUPTI lost some. Valid
// until the next call.
bool activity_take(Activity *activity, const ActivityRecord **records, int *count, Status *status);
