// One kernel's figures at the three levels of truth, and what follows from them: its state, the time that
// counts, how far the estimate was off.
#pragma once

#include "session/results/profiled.h"
#include "session/session.h"
#include "session/sized.h"
#include "tui/glyph.h"
#include "tui/style.h"

typedef struct KernelFigures {
  int kernel, ops;
  const Estimate *estimate;
  CompiledView compiled;
  MeasuredView measured;
  ProfiledView profiled;
  const SizedKernel *sized; // as it takes a size as an argument; NULL: none is chosen, or not known yet
} KernelFigures;

// Estimates the kernel when it is not estimated yet.
KernelFigures kernel_figures(Session *session, int kernel);
bool kernel_is_timed(const KernelFigures *figures);    // measured as it is now
bool kernel_is_profiled(const KernelFigures *figures); // its work has a time in a profile
// Measured, else estimated, microseconds.
double kernel_time(const KernelFigures *figures);
// Measured against estimated time: 0.05 when the kernel takes 5% longer than estimated. Only of a timed one.
double kernel_error(const KernelFigures *figures);
bool kernel_spills(const KernelFigures *figures);

// What is known of a kernel, kept: timed by an earlier run; may spill: by the estimate; the first that holds.
// "" stands for the error of the estimate.
//        id            glyph     word    style
#define KERNEL_STATES(X) \
  X(SPILLS, COSTLY, "spill", WARNING) \
  X(FAILED, NO, "fail", BAD) \
  X(TIMING, RUNNING, "time", WARNING) \
  X(COMPILING, RUNNING, "nvcc", WARNING) \
  X(TIMED, YES, "", GOOD) \
  X(KEPT, KEPT, "", MEASURED) \
  X(WAITING, QUEUED, "wait", DIM) \
  X(BY_LIBRARY, ESTIMATED, "lib", DIM) \
  X(COMPILED, YES, "nvcc", GOOD) \
  X(OLD, STALE, "old", STALE) \
  X(MAY_SPILL, ESTIMATED, "spill", WARNING) \
  X(ESTIMATED, ESTIMATED, "est", DIM)

typedef enum KernelState {
#define X(id, glyph, word, style) KERNEL_##id,
  KERNEL_STATES(X)
#undef X
      KERNEL_STATE_COUNT
} KernelState;

typedef struct KernelStateInfo {
  Glyph glyph;
  const char *word;
  Style style;
} KernelStateInfo;

KernelState kernel_state(const KernelFigures *figures);
const KernelStateInfo *kernel_state_info(KernelState state);
