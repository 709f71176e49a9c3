// The ops pane: its rows, what is folded, and where in the graph the time is.
#pragma once

#include "explorer/panes/density.h"
#include "explorer/panes/oplist.h"
#include "explorer/panes/rails_pair.h"
#include "explorer/state/explorer.h"

// For the pane's own files and the actions on its rows; others ask by the functions below.
typedef struct OpsPane {
  RailsPair both_rails;
  Rails *rails; // one of them: rows without folding
  OpList list;  // rows with it
  Folding folding;
  Density density;
  bool views;                  // have rows, while there are no rails
  int top;                     // first row of the list shown
  int count;                   // of ops, without views
  int type_width, type_widest; // columns that dtypes and shapes need, a few aside, and all
  bool sourced;                // the graph says from which lines its ops come
  int reader;                  // the op that the copy which the cursor was on last stood above
} OpsPane;

static inline OpsPane *ops_pane(const Explorer *explorer) {
  return explorer->state[COMPONENT_OPS];
}

void ops_changed(Explorer *explorer); // folding, views or the plan: makes the rows anew
void ops_show_views(Explorer *explorer, bool views);
int ops_of_row(const Explorer *explorer, int row); // the op that a row of the list stands for
void ops_go_row(Explorer *explorer, int row);      // the cursor to its op, or its copy
int ops_cursor_row(const Explorer *explorer);      // the row of the list that shows the cursor
int ops_shown(const Explorer *explorer, int op);   // itself, or of a hidden view that of the next row below
int ops_type_width(const Graph *graph, const Op *op); // columns of "bf16 [4,2048] +1", its first result
// The sections of the graph that are folded by and grouped by; NULL until somebody asked for them.
const Sections *ops_sections(const Explorer *explorer);
