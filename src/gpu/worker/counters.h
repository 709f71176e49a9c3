// Hardware counters by CUPTI's range profiler (CUDA 12.6 and later).
#pragma once

#include "gpu/measure/counter_values.h"
#include "gpu/toolkit/driver.h"

// Enqueues range `range` of the work on the driver's stream; range -1 is what goes before the first one and
// is not counted. The work is repeated from there when not all counters fit into one pass.
typedef bool (*CountedWork)(void *context, int range, Status *status);

// Counts each of `count` ranges into `values` (dram_late_bytes stays 0). Nothing may be timed and no activity
// recorded meanwhile: the profiler slows kernels, and recording adds instructions to them. STATUS_MISSING
// with one sentence when the library, the driver, the device or the user's rights do not allow it.
bool counters_collect(Driver *driver, CountedWork work, void *context, int count, CounterValues *values,
                      Status *status);
