// The neighbourhood of an op as layers: what it reads above, what reads it below, by distance.
#pragma once

#include "plan/plan.h"

enum { AROUND_HOPS = 4, AROUND_NODES = 96, AROUND_CHAINS = 48 };

typedef struct AroundNode {
  int op;
  int layer;    // negative: before the op asked about, 0: itself, positive: after it
  int x, width; // columns of its box; center: x + width / 2
  int track;    // row of the gap below in which its lines run across
} AroundNode;

// Ops that only pass on, drawn as one edge between their ends: they are as far apart as neighbours.
typedef struct AroundChain {
  int from, to; // ops, in the order in which they run
  int ops;      // between these
} AroundChain;

typedef struct Around {
  AroundNode nodes[AROUND_NODES]; // layer by layer, left to right
  int count;
  AroundChain chains[AROUND_CHAINS];
  int chain_count;
  int first_layer, last_layer;
  int gap;    // rows between layers
  int y;      // row of the first layer
  int hidden; // neighbours that found no room
} Around;

// As many hops as `hops` and the height allow. Views are looked through. Two or more ops in a row of one
// kernel that each read one op and are read by one, beyond the op's own neighbours, are a chain. `width` and
// `height` in cells.
void around_build(Around *around, const Plan *plan, int op, int hops, int width, int height);
int around_row(const Around *around, int layer);
int around_find(const Around *around, int x, int y); // index of the node there, -1
bool around_feeds(const Graph *graph, int producer, int consumer);
const AroundChain *around_chain(const Around *around, int producer, int consumer); // between them; NULL: none
