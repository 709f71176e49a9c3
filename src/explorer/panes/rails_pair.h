// The rails of a graph without views and with them, each made once.
#pragma once

#include "base/task.h"
#include "explorer/panes/rails.h"

// Zero-initialized but for the graph: none is made yet.
typedef struct RailsPair {
  const Graph *graph; // borrowed
  Rails *made[2];     // by whether views have rows
  Task *maker;        // makes those that are NULL; NULL: nobody does
} RailsPair;

// Begins to make both on a thread of its own: rails of a large graph take longer than a key may.
void rails_pair_prepare(RailsPair *pair);
// Belongs to the pair. Waits for that thread, or makes them when there is none.
Rails *rails_pair_get(RailsPair *pair, bool views);
void rails_pair_free(RailsPair *pair); // before the graph
