// Windows, as convolutions and reductions over windows have them.
#pragma once

#include "graph/read/hlo/build.h"

// Per axis that the window has.
typedef struct HloWindow {
  int rank;
  int64_t size[MAX_RANK], stride[MAX_RANK], low[MAX_RANK], high[MAX_RANK];
  int64_t spread[MAX_RANK];   // of the operand: its elements stand that far apart (lhs_dilate)
  int64_t dilation[MAX_RANK]; // of the window (rhs_dilate)
  bool reversed[MAX_RANK];
} HloWindow;

// "window={size=3x3 stride=2x2 pad=1_1x1_1}"; false: absent, or not understood.
bool hlo_window(const HloModule *module, const HloInstruction *instruction, HloWindow *window);
// Padding that differs between the two sides, or that is between elements, is put around the value before,
// whose windowed axes begin with axis `first`; what is equal stays the window's.
int hlo_window_padded(HloBuild *build, int value, HloWindow *window, int first, const Operand *number);
