// Parts of the ops pane beside its rows of ops.
#pragma once

#include "explorer/panes/oplist.h"
#include "explorer/panes/view.h"

// A row that stands for a folded section: its name, and what its ops cost together.
void view_draw_section(Explorer *explorer, Canvas canvas, int x, int y, OpRow row);
bool view_row_is_section(const Explorer *explorer, OpRow row);
// The strip at the pane's edge: where in the graph the time is, which rows are shown, where the cursor is.
void view_draw_density(Explorer *explorer, Canvas canvas, int x);
int density_row_at(const Explorer *explorer, int y, int height); // the first row that a cell stands for
// Where in the model the op comes from, in so many columns, with the line's text where there is room.
void view_draw_source(Explorer *explorer, Canvas canvas, int left, int y, int width, int op);
