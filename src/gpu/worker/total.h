// The whole program as one CUDA graph, replayed.
#pragma once

#include "gpu/worker/runner.h"
#include "gpu/worker/timing.h"

// Times all launches that can run, in order. Launches with a problem are left out. The cache is emptied
// before each replay, not between launches. Timed by events: CUPTI would slow the graph's launches.
bool total_measure(const Timer *timer, const Runner *runner, TimingPlan plan, Timing *timing, Status *status);
