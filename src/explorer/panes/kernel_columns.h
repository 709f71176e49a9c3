// Columns of the kernel table: which fit into a width, what they are called, what they say of a kernel.
#pragma once

#include "explorer/panes/kernel_figures.h"
#include "explorer/state/figures.h"
#include "tui/number.h"

// From left to right: id, rank (of two the lower one is shown first), columns with the blanks before it,
// group (columns of one group have its name above them), name, name where there is no line for groups.
#define KERNEL_COLUMNS(X) \
  X(OPS, 8, 4, "", "ops", "ops") \
  X(READS, 14, 6, "thread", "lds", "lds") \
  X(WRITES, 15, 6, "thread", "sts", "sts") \
  X(REGISTERS, 2, 5, "registers", "est", "regs") \
  X(COMPILED, 3, 5, "registers", "nvcc", "nvcc") \
  X(OCCUPANCY, 12, 5, "", "occ%", "occ%") \
  X(DRAM, 4, 6, "DRAM", "est", "DRAM") \
  X(DRAM_COUNTED, 13, 7, "DRAM", "meas", "cnt") \
  X(TIME, 0, 7, "time", "est", "est") \
  X(DYNAMIC, 1, 7, "time", "dyn", "dyn") \
  X(MEASURED, 5, 6, "time", "meas", "meas") \
  X(SPREAD, 9, 6, "time", "+-", "+-") \
  X(PROFILE, 6, 7, "time", "prof", "prof") \
  X(SHARE, 10, 6, "", "plan%", "plan%") \
  X(BAR, 16, 12, "", "", "") \
  X(LIMIT, 11, 9, "", "limit", "limit") \
  X(STATE, 7, 8, "", "state", "state")

typedef enum KernelColumn {
#define X(id, ...) COLUMN_##id,
  KERNEL_COLUMNS(X)
#undef X
      COLUMN_COUNT
} KernelColumn;

typedef struct KernelLayout {
  bool shown[COLUMN_COUNT];
  int end[COLUMN_COUNT]; // column of the pane behind it
  int kind;              // column of the template's name
  int name, name_end;    // what the kernel does; name == name_end: not shown
} KernelLayout;

enum { KERNEL_KIND_WIDTH = 8 }; // always shown, as is the id
int kernel_id_width(int slots); // of a plan with so many: the cursor, "K123", a blank

// What there is to show; a column without is left out.
typedef struct KernelLevels {
  bool timed;    // any kernel has a time: spreads
  bool profiled; // there is a profile
  bool dynamic;  // a size is chosen that kernels can take as an argument
} KernelLevels;
// `id_width`: of the ids, at least kernel_id_width of the plan.
KernelLayout kernel_layout(int width, int id_width, KernelLevels levels);
int kernel_column_width(KernelColumn column);
const char *kernel_column_group(KernelColumn column); // "": it stands alone
const char *kernel_column_name(KernelColumn column, bool grouped);
// What the column says; `plan`: figures of the plan, NULL: not known.
Style kernel_cell(KernelColumn column, const KernelFigures *figures, const Figures *plan, GlyphSet glyphs,
                  char out[NUMBER_SIZE]);
