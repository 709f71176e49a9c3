// What the tests here do: run one command with a failure at each of its calls, and judge every run.
#pragma once

#include "program.h"
#include "snapshot.h"

// A command of the program. In its words '@' is a folder of the test's own, where its state, configuration
// and cache are; other paths lie in the source tree.
typedef struct FaultCase {
  const char *name, *command;
} FaultCase;

// What the judge of a run knows.
typedef struct FaultTrial {
  const FaultCase *test;
  const Fault *fault;
  const ProgramRun *run, *undisturbed;
  const Snapshot *before, *done,
      *after; // the folder's files before, after an undisturbed run, after this one
} FaultTrial;

// Says in `why` what is wrong with a run; empty: nothing.
typedef void (*FaultJudge)(const FaultTrial *trial, Text *why);

// Makes the folder and what the commands need there, with stand-ins for NVRTC and the driver.
int fault_set_up(void **state);
int fault_tear_down(void **state);
// Fails the test when a run was judged wrong. FAULTS=all in the environment tries every position, FAULTS=N
// that one alone; else at most `sample`, the same each time.
void fault_try_all(const FaultCase *test, Fault fault, int sample, FaultJudge judge);
