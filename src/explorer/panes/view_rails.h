// Drawing of rails for one row of the ops pane.
#pragma once

#include "explorer/panes/oplist.h"
#include "explorer/panes/rails.h"
#include "explorer/panes/view.h"

// Columns that rails take with `spacing` (1 or 2) columns a lane.
int rails_columns(const Rails *rails, int spacing);
void view_draw_rails(Explorer *explorer, Canvas canvas, int x, int y, OpRow row, int spacing);
