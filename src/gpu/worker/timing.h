// How long work on the device takes: median and spread over many runs with the L2 cache emptied between them.
#pragma once

#include "gpu/measure/timing_summary.h"
#include "gpu/worker/sensors.h"
#include "gpu/worker/service.h"

// Enqueues the work that is timed, once, on the driver's stream.
typedef bool (*TimedWork)(void *context, Status *status);

typedef struct Timer {
  Driver *driver;
  Sensors *sensors; // NULL: nobody asks for clock and power
  double *samples;  // gets the counted durations as they came, us: room for timing_most; NULL
  Service *service;
  Activity *activity; // NULL: by events, which see a microsecond or two of the launch as well
  bool dirty;         // leave the emptied cache full of lines that must be written back
} Timer;

typedef struct TimingPlan {
  int launches;    // runs to count, after a few that are not
  double budget_s; // fewer when they would take longer than this, but at least 3
} TimingPlan;

int timing_most(TimingPlan plan); // most runs that are counted
// Runs the work at least once even when its timing fails later.
bool timing_measure(const Timer *timer, TimedWork work, void *context, TimingPlan plan, Timing *timing,
                    Status *status);
