// Comparing a program with its reference on the device, launch by launch.
#pragma once

#include "gpu/worker/runner.h"

typedef struct CheckResult {
  bool pass;
  int compared; // pairs
  int failed;   // of them
  int worst;    // the first pair that failed, else the one nearest to its tolerance; -1: nothing was compared
  MemoryComparison comparison; // of it
  bool *wrong;                 // per pair, the caller's: set for those that failed; may be NULL
} CheckResult;

// Fills both, runs the reference, then the program: after each launch its results are compared with the
// reference's and then replaced by them. So every launch is judged on the reference's inputs, and rounding
// does not grow from launch to launch. `pairs` in ascending order of `after`. Results of launches that cannot
// run, and pairs that are not judged, are taken from the reference. Launches of the reference that could not
// be loaded are passed over: no pair may follow from them. Only launches [from, to) of the program are run.
// `result->wrong` is set before the call.
// False when something fails to run.
bool check_program(Runner *program, Runner *reference, int from, int to, const CheckPair *pairs,
                   int pair_count, CheckResult *result, Status *status);
