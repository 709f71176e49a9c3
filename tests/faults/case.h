// What the tests here do: run one command with a failure at each of its calls, and judge every run.
#pragma once

#include "base/status.h"
#include "program.h"
#include "snapshot.h"

// A command of the program. In its words '@' is a folder of the test's own, where its state, configuration
// and cache are; other paths lie in the source tree.
typedef struct FaultCase {
  const char *name, *command;
  bool (*run)(Status *status); // in the place of a command: what no command line reaches
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

// One row of a suite's tests.
typedef struct FaultMode {
  const char *name; // behind the case's
  Fault fault;
} FaultMode;

enum { FAULTS_MORE = 4 };

// Runs all cases in all modes as a group of tests, and fails those of which a run was judged wrong. Each
// tries at most `sample` positions, the same each time; with FAULTS=more in the environment FAULTS_MORE times
// as many, with FAULTS=all all, with FAULTS=places the first and the last of those that come from one place
// (the functions that are being called, down to the library's), with FAULTS=N that one alone. FAULTS_PART=I/N
// tries each N-th of them, from the I-th on, for I from 1 to N: N processes try all. FAULTS_TEST=PATTERN
// chooses tests. What main returns; it calls program_begin before.
int fault_suite(const char *name, const FaultCase *cases, int case_count, const FaultMode *modes,
                int mode_count, int sample, FaultJudge judge);
