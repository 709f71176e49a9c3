// A trial: one random graph and plan from a list of choices, and whether the plan's kernels, run on the CPU,
// say what the evaluator says.
#pragma once

#include "base/text.h"
#include "kernel/emulate/emulate.h"
#include "random_graph.h"
#include "random_plan.h"

// What can be wrong; a shrunken case must fail in the same way.
typedef enum Fault {
  FAULT_NONE,
  FAULT_PLAN,    // the plan is none
  FAULT_PROGRAM, // a legal plan gives no program
  FAULT_RUN,     // a kernel does not compile, or faults
  FAULT_RESULT,
  FAULT_FILE,  // the graph or the plan is another one when it is read back
  FAULT_CRASH, // the process ended, or never does
} Fault;

typedef struct Trial {
  Choices choices;
  Graph *graph;
  Plan *plan;
  PlanTally tally;
  int templates[TEMPLATE_COUNT]; // emitted kernels of each
} Trial;

// `choices` is taken over.
Trial trial_make(Choices choices, const GraphStyle *style);
void trial_free(Trial *trial);
// Queues the kernels of the trial, so that one run of the compiler takes those of many. Says what is wrong
// with a plan that gives no program.
Fault trial_queue(Trial *trial, Emulator *emulator, Text *problem);
// Runs and compares; also that graph and plan come back from their files as they were. Says what is wrong.
Fault trial_check(Trial *trial, Emulator *emulator, Text *problem);
// Writes graph, plan and emitted kernels as NAME.json, NAME.plan.json and NAME.cu into `folder`.
bool trial_write(Trial *trial, const char *folder, const char *name, Status *status);
