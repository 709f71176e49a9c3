// Checking a plan on the CPU: its program is run with the emulator on the evaluator's inputs, and every value
// that it stores and every graph output is compared with what the evaluator says.
#pragma once

#include "base/vector.h"
#include "graph/evaluate/evaluate.h"
#include "kernel/emulate/emulate.h"
#include "plan/program/program.h"

typedef struct CheckedValue {
  int value;      // graph value
  int kernel;     // plan kernel that stored it; NO_KERNEL: a graph output looked at after the run
  bool is_output; // it is a graph output, or one shows it
  TensorComparison comparison;
  const char *untold; // did not pass, and cannot be told: why; else NULL
} CheckedValue;

typedef struct CheckReport {
  VECTOR(CheckedValue) values; // in order of the launches, then outputs that are views
  VECTOR(char *) skipped;      // sentences: launches that were not run; their results came from the evaluator
  int failures;                // values whose comparison did not pass, but for those of which it says nothing
  int untold;                  // those
} CheckReport;

// True when everything could be run and compared, whatever the comparisons say (see `failures`). Fails when
// the graph is too large for the evaluator, there is no host compiler (STATUS_MISSING), or a kernel does not
// emit, compile or end. `emulator` NULL: one for this call alone; sharing one saves compiling equal kernels
// again.
bool plan_check_cpu(Plan *plan, uint64_t seed, Emulator *emulator, CheckReport *report, Status *status);
void check_report_free(CheckReport *report);
