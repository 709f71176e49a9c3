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

typedef struct AlikeClasses {
  HashMap of; // by key
  VECTOR(AlikeClass) list;
} AlikeClasses;

// Zero-initialized: nothing is known.
typedef struct AlikeRows {
  uint64_t *key, *stamp; // of each slot, as of the plan_stamp
  int *class;            // of each slot among the next ones; -1: it was not asked for
  int slots;
  AlikeClasses shown, next; // of the table's rows, and of those in the making
  HashMap unfolded;         // by key: 1 when its kernels have rows of their own
} AlikeRows;

void alike_rows_begin(AlikeRows *rows, int slots); // the next ones: there are none yet
void alike_rows_end(AlikeRows *rows);              // which are shown from now on
void alike_rows_free(AlikeRows *rows);
// The class of a kernel among the next ones.
int alike_rows_class(AlikeRows *rows, Plan *plan, int kernel);
bool alike_rows_folded(const AlikeRows *rows, int class); // of the next: several kernels, and not unfolded
// Folds or unfolds the kernels that are as this one, from the next rows on. False: there are no others.
bool alike_rows_toggle(AlikeRows *rows, Plan *plan, int kernel);
