// The kernels of a plan in the order that the table shows: sorted, filtered, grouped by section.
#pragma once

#include "cost/plan_cost.h"
#include "graph/section.h"
#include "session/session.h"

#define KERNEL_SORTS(X) \
  X(LAUNCH, "launch order") \
  X(TIME, "estimated time") \
  X(MEASURED, "measured time") \
  X(ERROR, "error of the estimate") \
  X(BYTES, "DRAM bytes") \
  X(REGISTERS, "registers") \
  X(OPS, "ops")

typedef enum KernelSort {
#define X(id, name) SORT_##id,
  KERNEL_SORTS(X)
#undef X
      SORT_COUNT
} KernelSort;
const char *kernel_sort_name(KernelSort sort);

// Several kernels together.
typedef struct KernelSum {
  int kernels, timed; // timed: measured as they are now
  double time_us;     // estimated
  double measured_us; // of those that are timed
  int64_t dram_bytes; // estimated
} KernelSum;

typedef struct KernelRow {
  int kernel;  // NO_KERNEL: the heading of a group
  int section; // of the group; -1: rows are not grouped
} KernelRow;

typedef struct KernelTable {
  KernelRow *rows;
  int count;
  int *row_of;     // row of each slot, -1: empty, or not shown
  int shown;       // kernels among the rows
  KernelSum *sums; // of each section when grouped, of its shown kernels
  KernelSum total; // of the shown kernels, when filtered
  KernelSort sort;
  bool reversed; // launch order backwards, or smallest first
  bool grouped;
  bool provisional; // in launch order and unfiltered, until all figures are known
  Text filter;      // see kernel_filter.h
  int top;          // first row shown
  int followed;     // the kernel that was last scrolled to
} KernelTable;

// `sections`: to group by; not needed otherwise. `cost`: of the session's plan; while it is not complete,
// what it decides has to wait, since estimating a large plan takes longer than anybody waits for a key.
void kernel_table_build(KernelTable *table, Session *session, const PlanCost *cost, const Sections *sections);
void kernel_table_free(KernelTable *table);
// Whether new compiled or measured results may change which rows there are, or their order.
bool kernel_table_needs_results(const KernelTable *table);
