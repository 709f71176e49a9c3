// The kernels of a plan in the order that the table shows.
#pragma once

#include "session/session.h"

#define KERNEL_SORTS(X) \
  X(LAUNCH, "launch order") \
  X(TIME, "estimated time") \
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

typedef struct KernelTable {
  int *kernels; // slots, as shown
  int *row_of;  // row of each slot, -1: empty
  int count;
  KernelSort sort;
  bool reversed; // launch order backwards, or smallest first
  int top;       // first row shown
  int followed;  // the kernel that was last scrolled to
} KernelTable;

void kernel_table_build(KernelTable *table, Plan *plan, Estimator *estimator);
void kernel_table_free(KernelTable *table);
