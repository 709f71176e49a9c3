// Copies of ops that kernels compute again, as rows of their own in the ops pane. A copy stands above the
// first op of its kernel that reads it, by way of another copy or not; a lane, as those of rails.h, carries
// it down to its readers there. The rows of the rails stay where they are: copies stand between them.
//
// A position is a place among both: rows of the rails and copies, in the order of the screen.
#pragma once

#include "base/vector.h"
#include "explorer/panes/rails.h"
#include "plan/plan.h"

enum { NO_COPY = -1, COPY_SPAN = 5 * RAILS_GAP }; // positions that its lane can lead over

typedef struct CopyRow {
  int op, kernel;
  int before; // row of the rails that it stands above
  int last;   // position that its lane leads to at last; its own: to none
  int lane;   // that it stands in; -1: none was free
} CopyRow;

typedef struct CopyRows {
  CopyRow *list; // by position
  int count;
  int lanes;           // used anywhere, by the rails or by copies
  int *reach;          // of each op: the last row that its own lane leads to, readers that have copies aside
  int ops;             // that `reach` has room for
  VECTOR(int) copying; // the kernels of `plan` that have copies, ascending, but for
  uint64_t change;     // ... what its plan_changes from here on did to them
  const Plan *plan;    // NULL: of no plan yet
} CopyRows;

// Replaces what `copies` held. Time grows with the members and operands of the kernels that have copies and
// with those that have changed since it was last called; for another plan, with all kernels.
void copies_build(CopyRows *copies, const Rails *rails, Plan *plan);
void copies_forget_plan(CopyRows *copies); // which goes: another one may take its place in memory
void copies_free(CopyRows *copies);
int copies_find(const CopyRows *copies, int op, int kernel); // NO_COPY: there is none
// Positions. Those of rows are row numbers while there are no copies.
int copies_place(const CopyRows *copies, int row);
int copies_position(const CopyRows *copies, int copy);
// The copies in the lanes below a position; NO_COPY: none is in that lane.
void copies_below(const CopyRows *copies, int position, int lanes[RAILS_LANES]);
// Does the lane of the op itself lead to this row, or one below?
bool copies_reach(const CopyRows *copies, int op, int row);
