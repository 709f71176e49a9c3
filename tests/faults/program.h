// The program itself, run in a child of the test with a fault in it.
#pragma once

#include "base/status.h"
#include "base/text.h"
#include "inject.h"

// How a run ended.
typedef struct ProgramRun {
  int code;   // its exit code; -1: a signal ended it
  int signal; // 0: none; SIGALRM: it took too long
  Text out, err;
  long calls;       // that could have failed
  uint64_t *places; // of `placed`: where each came from, as far as it was noted; 0: unknown. Else NULL
  bool tripped;     // one did
  char name[256];
} ProgramRun;

// A test's main hands over here first: a GPU worker that the program starts is this executable, too. Its
// arguments are the stand-ins for NVRTC and the driver.
void program_begin(int count, char **arguments);
// main with a command line, its words one space apart; or, where there is none, a function, whose failure is
// told as main tells it. Free with program_run_free.
ProgramRun program_run(const char *command, bool (*function)(Status *status), const Fault *fault);
void program_run_free(ProgramRun *run);
