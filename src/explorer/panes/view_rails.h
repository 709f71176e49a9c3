// Drawing of rails for one row of the ops pane.
#pragma once

#include "explorer/panes/oplist.h"
#include "explorer/panes/rails.h"
#include "explorer/panes/view.h"

// The reader's kernel has a copy of what it reads: no line leads from the one to the other.
bool rails_is_copy(const Explorer *explorer, int reader, int producer);
// Columns that rails take with `spacing` (1 or 2) columns a lane.
int rails_columns(const Rails *rails, int spacing);
void view_draw_rails(Explorer *explorer, Canvas canvas, int x, int y, OpRow row, int spacing);
