// The rows of the ops pane: one per op, or one for neighbouring ops of a folded kernel or section. Folding
// hides rows, it never moves them.
#pragma once

#include "explorer/panes/rails.h"
#include "explorer/state/folding.h"

typedef struct OpRow {
  int first, last; // rows of the rails, more than one when folded
} OpRow;

typedef struct OpList {
  OpRow *rows;
  int count;
  int *row_of; // list row of each rails row
} OpList;

// Replaces what `list` held.
void oplist_build(OpList *list, const Rails *rails, const Plan *plan, const Folding *folding);
void oplist_free(OpList *list);
// The row that shows `op`; for hidden views, the next row below.
int oplist_find(const OpList *list, const Rails *rails, int op);
// The op that a row stands for: its last.
int oplist_op(const OpList *list, const Rails *rails, int row);
