// Rails: which values are alive beside each op, as lanes like those of a version history. A pure function of
// the graph: edits of the plan change how a lane is drawn, never where it is.
//
// Every op shown has a row, in the graph's order. A lane carries one op's results from its row to its last
// near reader. At most RAILS_LANES are alive at once, and none spans a gap of more than RAILS_GAP rows: what
// is read later than that is named beside the reader instead (a stub).
#pragma once

#include "graph/core/graph.h"

enum { RAILS_LANES = 8, RAILS_GAP = 40 };

typedef struct Rails {
  const Graph *graph;
  bool views; // views have rows
  int *op;    // op of each row
  int row_count;
  int *row;     // row of each op, -1: hidden (a view)
  int *below;   // [row * RAILS_LANES + lane]: the op whose results are in that lane between row and row + 1;
                // NO_OP
  uint8_t *dot; // lane of each row's own op
  int lanes;    // lanes used anywhere, at least 1
} Rails;

Rails *rails_new(const Graph *graph, bool views);
void rails_free(Rails *rails); // NULL is allowed

// The ops that an op reads directly, as rows see it: views are looked through unless they have rows.
// Ascending, each once; graph inputs are left out. Returns the count, at most `capacity` are written.
int rails_producers(const Rails *rails, int op, int *out, int capacity);
// The lane above a row that carries `op`; -1: none (the row names it as a stub).
int rails_lane_above(const Rails *rails, int row, int op);
int rails_lane_below(const Rails *rails, int row, int op);
