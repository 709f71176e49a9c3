// The neighbourhood of an op as layers: what it reads above, what reads it below. Every edge between two ops
// that are drawn leads down.
#pragma once

#include "plan/plan.h"

enum { AROUND_HOPS = 4, AROUND_NODES = 96, AROUND_CHAINS = 48, AROUND_PASSES = 96, AROUND_STUBS = 96 };
enum { AROUND_FAR = 40 }; // ops between the ends of an edge: as on the rails, more are far apart

typedef struct AroundNode {
  int op;       // NO_OP: where edges pass the layer
  int from;     // then the op that they come from
  int layer;    // negative: before the op asked about, 0: itself, positive: after it
  int x, width; // columns of its box; center: x + width / 2
  int track;    // row of the gap below in which its lines run across
} AroundNode;

// Ops that only pass on, drawn as one edge between their ends: they are as far apart as neighbours.
typedef struct AroundChain {
  int from, to; // ops, in the order in which they run
  int ops;      // between these
} AroundChain;

// An edge to a far op, which is named beside the box.
typedef struct AroundStub {
  int node;    // index
  bool reads;  // what the node reads; else what reads it
  int op;      // the nearest such
  int further; // others
} AroundStub;

typedef struct Around {
  AroundNode nodes[AROUND_NODES + AROUND_PASSES]; // layer by layer, left to right
  int count;
  AroundChain chains[AROUND_CHAINS];
  int chain_count;
  AroundStub stubs[AROUND_STUBS];
  int stub_count;
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
int around_node(const Around *around, int op);       // index of the op's node, -1
// Whether an edge, or a chain, is drawn between two nodes.
bool around_joined(const Around *around, const Graph *graph, const AroundNode *from, const AroundNode *to);
// Where the edge goes on in the next layer: the node that it passes, or its end; NULL: there is no room.
const AroundNode *around_next(const Around *around, const AroundNode *from, const AroundNode *to, int layer);
const AroundChain *around_chain(const Around *around, int producer, int consumer); // between them; NULL: none
