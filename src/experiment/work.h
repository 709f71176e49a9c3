// The work of one process: units of an experiment, on a graph that stays open from one to the next.
#pragma once

#include "base/hash.h"
#include "experiment/experiment.h"

#include <stdatomic.h>

typedef struct Work Work;

// A unit: one plan, of which stages ask (repeat, variant, device, graph; the stage of it counts nothing).
typedef struct UnitTask {
  Point unit;
  unsigned stages;     // that are wanted: bits 1 << stage
  char plan[KEY_SIZE]; // of the store, when a row of this unit has it: then it is not made again; ""
} UnitTask;

typedef struct WorkOptions {
  const char *folder; // the store
  const char *host;   // of rows
  int worker;
  bool inside;            // the current folder is the experiment's: paths in messages are the same everywhere
  const atomic_int *stop; // not 0: the row in hand takes too long
  // Gets the row of each stage, as soon as it is known.
  void (*answer)(void *context, ExperimentStage stage, const Row *row);
  // The store cannot be written to: nothing is known of the unit, and no other will fare better.
  void (*give_up)(void *context, const Status *why);
  void *context;
} WorkOptions;

// The experiment must outlive it, its graphs are resolved.
Work *work_new(const Experiment *experiment, const WorkOptions *options);
void work_free(Work *work); // NULL is allowed
void work_unit(Work *work, const UnitTask *task);
// What is known of a graph once it was opened: its hash, and that of the compiler's plan; "" where there is
// none.
void work_resolve(const Experiment *experiment, int graph, char hash[KEY_SIZE], char compiler[KEY_SIZE]);
