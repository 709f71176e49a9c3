// What an edit changes: the kernels of a few ops before and after it, and the plan's totals.
#pragma once

#include "base/text.h"
#include "cost/effect.h"
#include "explorer/state/figures.h"
#include "tui/glyph.h"

enum { CHANGE_KERNELS = 6 };

// One side: what holds before, or after.
typedef struct ChangeSide {
  int kernel[CHANGE_KERNELS];    // of the ops asked for, ascending, each once
  int registers[CHANGE_KERNELS]; // -1: not known (library kernels)
  int spill_bytes[CHANGE_KERNELS];
  int count;
  int loads, stores;          // instructions of one thread, summed over them (-1 counts as 0)
  int64_t dram_bytes;         // of the whole plan
  double time_us;             // of the whole plan
  double term_us[TERM_COUNT]; // of the kernels above
} ChangeSide;

typedef struct Change {
  ChangeSide before, after;
} Change;

// The kernels of `ops`, and the totals of their plan, which the figures are brought up to date for.
ChangeSide change_side(Figures *figures, const int *ops, int op_count);
// The changes that fusing ops a and b, or cutting one out of its kernel, would be, from the estimator's
// answers.
Change change_of_what_if(const Plan *plan, const WhatIf *what_if, int a, int b);
Change change_of_cut(const Plan *plan, const WhatIfCut *what_if, int op);
// The change that a proposed edit would be.
Change change_of_effect(const Effect *effect);
// "regs 38,16→52  loads 9→8  DRAM -64.0 MB", without the time; "; by l2 -48.3 µs" is added where bytes and
// time change in opposite ways.
void change_figures(const Change *change, GlyphSet glyphs, Text *out);
// "regs 38,16→52  loads 9→8  DRAM -64.0 MB  time -15.2 µs"; `kernels`: with "K13+K14→K13" in front. What does
// not change is left out.
void change_text(const Change *change, GlyphSet glyphs, bool kernels, Text *out);
// "dram -14.1 µs, launch -0.65 µs": the terms of the kernels' times that change by a hundredth of the whole
// change or more.
void change_terms(const Change *change, GlyphSet glyphs, Text *out);
double change_time(const Change *change); // after minus before, microseconds
