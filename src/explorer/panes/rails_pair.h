// The rails of a graph without views and with them, each made once.
#pragma once

#include "explorer/panes/rails.h"

#include <pthread.h>

// Zero-initialized but for the graph: none is made yet.
typedef struct RailsPair {
  const Graph *graph; // borrowed
  Rails *made[2];     // by whether views have rows
  pthread_t maker;    // of those that are NULL,
  bool making;        // while this is set
} RailsPair;

// Begins to make both on a thread of its own: rails of a large graph take longer than a key may.
void rails_pair_prepare(RailsPair *pair);
// Belongs to the pair. Waits for that thread, or makes them when there is none.
Rails *rails_pair_get(RailsPair *pair, bool views);
void rails_pair_free(RailsPair *pair); // before the graph
