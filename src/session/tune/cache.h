// The tuning cache: the best schedules that were found, on disk, one small file for a kernel and device under
// the user's cache folder ("tuning/"). The name is a hash of the code that the rules' schedule gives (prelude
// included), the device and the version of the program: a kernel whose code is generated otherwise is another
// kernel.
#pragma once

#include "cost/devices/device.h"
#include "kernel/template/schedule.h"
#include "session/tune/search.h"

// `lowered` under any schedule: the rules' is worked out. False when there is no (readable) entry.
bool tune_cache_get(const Device *device, const PlanLowered *lowered, ScheduleOverride *best);
// Failures are not worth more than a line in the log.
void tune_cache_put(const Device *device, const PlanLowered *lowered, const TunedKernel *tuned);
