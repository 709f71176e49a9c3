// Shared by work*.c only.
#pragma once

#include "experiment/work.h"
#include "script/source.h"
#include "session/session.h"

struct Work {
  const Experiment *experiment;
  WorkOptions options;
  int graph, device; // that are open, or could not be opened; -1: none yet
  Session *session;  // NULL: with the reason
  Status problem;
  GpuInfo gpu; // that times are of, once there are any
  // Of each variant of the experiment the files of its heuristic, read when its first row asks.
  Sources *sources;
};

// Puts what a stage finds out of the session's plan into the row, or why it does not.
bool work_compile(Work *work, Row *row, Status *status);
bool work_time(Work *work, Row *row, Status *status);
// The same for a heuristic that asks what a plan takes: HeuristicRun.time_plan of a Work.
bool work_time_plan(void *timer, const Plan *plan, PlanTimes *times, Status *status);
