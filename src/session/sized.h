// A plan's kernels as kernels that take one of the graph's sizes as an argument (kernel/lower/sized.h), with
// their estimates beside those for the value that the graph has.
#pragma once

#include "kernel/template/sized.h"
#include "session/session.h"

typedef struct SizedKernels SizedKernels;

typedef struct SizedKernel {
  bool ok;
  Reason reason;   // why not: none of its code takes a size so, or a library runs it
  SizedNest *nest; // ok
  Schedule schedule;
  const Estimate *given, *sized; // of the kernel for this value; of the one that takes it; NULL: not ours
} SizedKernel;

// Opens the session's graph at the values that are needed. The session must stay as it is meanwhile. NULL
// with the reason: no size of that name, or none that could be an argument.
SizedKernels *sized_kernels_new(Session *session, const char *name, Status *status);
void sized_kernels_free(SizedKernels *kernels);
const char *sized_kernels_name(const SizedKernels *kernels); // of the size
// Valid until the next question. Takes any value where vectors stay as wide so; else multiples.
const SizedKernel *sized_kernels_ask(SizedKernels *kernels, int kernel);
// The readable code of one, as a whole unit: the prelude, then from `body` on the kernel. To be freed.
char *sized_kernels_source(SizedKernels *kernels, int kernel, size_t *body, Status *status);
