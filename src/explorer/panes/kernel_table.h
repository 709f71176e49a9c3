// The kernels of a plan in the order that the table shows: sorted, filtered, grouped by section.
#pragma once

#include "cost/plan_cost.h"
#include "explorer/panes/kernel_alike.h"
#include "explorer/panes/kernel_sort.h"
#include "graph/core/section.h"
#include "session/session.h"

#define KERNEL_SORTS(X) \
  X(LAUNCH, "launch order") \
  X(TIME, "estimated time") \
  X(MEASURED, "measured time") \
  X(ERROR, "error of the estimate") \
  X(BYTES, "DRAM bytes") \
  X(REGISTERS, "registers") \
  X(OPS, "ops") \
  X(PROFILE, "profiled time")

typedef enum KernelSort {
#define X(id, name) SORT_##id,
  KERNEL_SORTS(X)
#undef X
      SORT_COUNT
} KernelSort;
const char *kernel_sort_name(KernelSort sort);

typedef enum KernelGrouping {
  GROUPING_NONE,
  GROUPING_LAYERS, // by section, below headings
  GROUPING_ALIKE,  // alike kernels are one row
  GROUPING_COUNT
} KernelGrouping;

typedef struct KernelRow {
  int kernel;  // NO_KERNEL: the heading of a group
  int section; // of the group; -1: rows are not grouped by sections
  int class;   // of the alike kernels that are folded into the row, the first of which is `kernel`; -1: none
} KernelRow;

// Rows in the making. The arrays stay from one edit to the next.
typedef struct KernelBuild {
  bool under_way, provisional;
  SortKey *keys; // of the kernels that pass
  int *before;   // the kernels as they were shown last
  int slots;     // that `keys` and `before` have room for
  SortMemory memory;
  int next, kept;
  const Sections *sections; // NULL: not grouped by them
  KernelSum *sums, total;
} KernelBuild;

typedef struct KernelTable {
  KernelBuild build;
  KernelRow *rows;
  int count;
  int *row_of;     // row of each slot, that it is folded into, too; -1: empty, or not shown
  int shown;       // kernels among the rows
  KernelSum *sums; // of each section when grouped, of its shown kernels
  KernelSum total; // of the shown kernels, when filtered
  KernelSort sort;
  bool reversed; // launch order backwards, or smallest first
  KernelGrouping grouping;
  AlikeRows alike;
  bool provisional; // in launch order and unfiltered, until all figures are known
  Text filter;      // see kernel_filter.h
  int top;          // first row shown
  int followed;     // the kernel that was last scrolled to
} KernelTable;

// What the table is made from.
typedef struct KernelSource {
  Session *session;
  // Of the session's plan. While it is not complete, what it decides has to wait, since estimating a large
  // plan takes longer than anybody waits for a key.
  const PlanCost *cost;
  const Sections *sections; // to group by; NULL when the table is not grouped
} KernelSource;

// Begins to make the rows anew; until kernel_table_work has ended they are those from before, and the plan
// must not change.
void kernel_table_begin(KernelTable *table, const KernelSource *source);
// Looks at so many more kernels (negative: all). True at the end, and when nothing was begun.
bool kernel_table_work(KernelTable *table, const KernelSource *source, int most);
void kernel_table_free(KernelTable *table);
// Whether new compiled or measured results may change which rows there are, or their order.
bool kernel_table_needs_results(const KernelTable *table);
