// Keys while the program has other work: compiling, timing.
#pragma once

#include "pty_program.h"

#include <stdbool.h>

// Starts jobs on all kernels of an open program with `key`, and types keys that change the picture until the
// jobs have ended or JOBS_SECONDS have passed; prints a line of figures and how long the jobs went on.
void bench_jobs(PtyProgram *program, const char *key, const char *what, const char *graph, const char *size);

// Why nothing can be timed on this machine, in words that `text` takes; false when it has a GPU.
bool bench_lacks_gpu(char *text, size_t size);
