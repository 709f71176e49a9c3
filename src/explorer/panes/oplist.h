// The rows of the ops pane: one per op, or one for neighbouring ops of a folded kernel, section, or sections
// that are alike; and one for each copy that a kernel computes again. Folding hides rows, it never moves
// them.
#pragma once

#include "explorer/panes/copies.h"
#include "explorer/panes/rails.h"
#include "explorer/state/folding.h"

typedef struct OpRow {
  int first, last; // rows of the rails, more than one when folded; of a copy none, from that below it on
  int copy;        // NO_COPY: none
} OpRow;

typedef struct OpList {
  OpRow *rows;
  int count;
  bool plain;   // one for each row of the rails: nothing is folded, and there are no copies
  int *row_of;  // list row of each rails row
  int *copy_at; // list row of each copy, or that it is folded into
  CopyRows copies;
} OpList;

// Replaces what `list` held.
void oplist_build(OpList *list, const Rails *rails, Plan *plan, const Folding *folding);
void oplist_free(OpList *list);
// The row that shows `op`; for hidden views, the next row below.
int oplist_find(const OpList *list, const Rails *rails, int op);
// The op that a row stands for: its last, or that which a copy is of.
int oplist_op(const OpList *list, const Rails *rails, int row);
int oplist_row_op(const OpList *list, const Rails *rails, OpRow row);
// The kernel of that op, or of the copy.
int oplist_row_kernel(const OpList *list, const Rails *rails, const Plan *plan, OpRow row);
