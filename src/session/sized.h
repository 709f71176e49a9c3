// A plan's kernels as kernels that take one of the graph's sizes as an argument (kernel/lower/sized.h), with
// their estimates beside those for the value that the graph has.
#pragma once

#include "kernel/cuda/emit.h"
#include "kernel/template/sized.h"
#include "session/session.h"

typedef struct SizedKernels SizedKernels;

typedef struct SizedKernel {
  bool ok;
  Reason reason;                 // why not: none of its code takes a size so, or a library runs it
  int64_t least, most, multiple; // ok: the values that it takes
  const Estimate *given, *sized; // of the kernel for this value; of the one that takes it; NULL: not ours
} SizedKernel;

// A plan, who estimates it, and where its graph was opened. All borrowed.
typedef struct SizedSource {
  Plan *plan;
  Estimator *estimator;
  const char *path;
} SizedSource;
SizedSource sized_source(Session *session);
// Edits of the plan are followed. NULL with the reason: no size of that name, or none that could be an
// argument.
SizedKernels *sized_kernels_new(SizedSource source, const char *name, Status *status);
void sized_kernels_free(SizedKernels *kernels);              // NULL is allowed
const char *sized_kernels_name(const SizedKernels *kernels); // of the size
int64_t sized_kernels_value(const SizedKernels *kernels);    // that the graph has
// Opens the graph at one more of the values that are needed; true: at all of them. Asking opens the rest.
bool sized_kernels_open(SizedKernels *kernels);
// Takes any value where vectors stay as wide so; else multiples. Kept until `kernels` is freed, so that
// asking again costs nothing.
const SizedKernel *sized_kernels_ask(SizedKernels *kernels, int kernel);
// NULL: it was not asked about as it is.
const SizedKernel *sized_kernels_known(const SizedKernels *kernels, int kernel);
// Its readable code, and the launch at the value that the graph has. STATUS_INPUT with the reason.
bool sized_kernels_emit(SizedKernels *kernels, int kernel, Emitted *emitted, Status *status);
// "2 to 4096", "16 to 4096 by 16"
void sized_values_text(const SizedKernel *kernel, Text *out);
