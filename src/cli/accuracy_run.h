// The command accuracy, for the programs that have it: what a graph's plans are is up to each.
#pragma once

#include "cli/cli.h"
#include "session/accuracy/accuracy.h"

typedef struct AccuracyRun AccuracyRun;
struct AccuracyRun {
  const Invocation *invocation;
  // Adds plans of the session's graph to the record, compiles and times them.
  bool (*collect)(AccuracyRun *run, Session *session, Status *status);
  int64_t most; // of collect: how many plans
  // Set by accuracy_run.
  AccuracyRecord record;
  SessionOptions options;
  MeasureOptions measure;
  int64_t random, seed; // plans of each graph; of the first of them
  bool timed;           // there is a GPU, and it is wanted
};

// Collects from each graph, or reads a record, and prints the score.
bool accuracy_run(AccuracyRun *run, Status *status);
// The record's plans from `first` on; compiles all, and times them when that is wanted.
bool accuracy_compile_and_time(AccuracyRun *run, Session *session, int first, Status *status);
bool accuracy_time_plans(AccuracyRun *run, Session *session, int first, Status *status);
