// Kernels that are alike (plan/edit/alike.h), in one row of the table each: folded, with their sum.
#pragma once

#include "base/hash.h"
#include "explorer/panes/kernel_sum.h"
#include "plan/plan.h"

typedef struct AlikeClass {
  uint64_t key;
  int first; // of its kernels that are shown, in launch order
  KernelSum sum;
  double value; // that the row is sorted by
} AlikeClass;

// Zero-initialized: nothing is known.
typedef struct AlikeRows {
  uint64_t *key, *stamp; // of each slot, as of the plan_stamp
  int slots;
  HashMap class_of; // by key, of the rows that are being made
  VECTOR(AlikeClass) classes;
  HashMap unfolded; // by key: 1 when its kernels have rows of their own
} AlikeRows;

void alike_rows_begin(AlikeRows *rows, int slots);
void alike_rows_free(AlikeRows *rows);
// The class of a kernel, among those since the begin.
int alike_rows_class(AlikeRows *rows, Plan *plan, int kernel);
bool alike_rows_folded(const AlikeRows *rows, int class); // several kernels, and not unfolded
// Folds or unfolds the kernels that are as this one. False: there are no others.
bool alike_rows_toggle(AlikeRows *rows, Plan *plan, int kernel);
