// Doing an experiment: what the store does not have yet, with processes on all cores.
#pragma once

#include "experiment/queue.h"

typedef struct RunProgress {
  int64_t points, doubled; // as QueueCount has them
  int64_t before;          // that were there at the beginning
  int64_t done;            // by this run
  int64_t failed;          // of them, not ok
  double seconds;          // since the beginning
  double left_seconds;     // by the pace so far; NAN: not known yet
  bool resolving;          // the graphs are opened for the first time: points are graphs
} RunProgress;

typedef struct ExperimentRun {
  Experiment *experiment;
  const char *folder;     // the store
  int jobs;               // processes; 0: one per core
  Shard shard;            // .count 0: all
  unsigned stages;        // only these of the experiment's; 0: all
  bool again;             // asks anew what has only a failure's row, which counts no more once it ends well
  bool dry;               // only count, and write nothing
  bool prepare;           // only write experiment.json, for others that do the rows, and count
  const atomic_int *stop; // from a signal: ends it at once; may be NULL
  // Told now and then, and at the end; may be NULL.
  void (*progress)(void *context, const RunProgress *progress);
  void *context;
} ExperimentRun;

// Makes the folder, writes experiment.json, and adds a row for every point that has none. STATUS_CANCELLED
// when it was stopped; STATUS_MISSING when stages need a GPU and there is none. Whatever ends it, the rows
// that are there stay.
bool experiment_perform(const ExperimentRun *run, RunProgress *progress, Status *status);
