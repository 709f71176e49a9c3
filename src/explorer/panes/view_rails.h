// Drawing of rails for one row of the ops pane.
#pragma once

#include "explorer/panes/oplist.h"
#include "explorer/panes/rails.h"
#include "explorer/panes/view.h"

// The kernel has a copy of what its op reads: no line leads from the one to the other.
bool rails_is_copy(const Explorer *explorer, int kernel, int producer);
// Does a line lead from the op, or from the kernel's copy of it, to this row of the list, which reads it?
bool rails_lead(Explorer *explorer, int row, int producer);
// Columns that so many lanes take with `spacing` (1 or 2) columns each.
int rails_columns(int lanes, int spacing);
void view_draw_rails(Explorer *explorer, Canvas canvas, int x, int y, int row, int spacing);
