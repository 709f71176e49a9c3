// Neighbourhood: nodes by breadth-first search, put into layers by the longest way between them, then a row
// of boxes for each layer.
#include "explorer/panes/around.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A box with its name cut, at least and where there is a choice.
enum { BOX_LEAST = 9, BOX_USUAL = 13, LARGEST_GAP = 3 };

int around_node(const Around *around, int op) {
  for (int i = 0; i < around->count; i++)
    if (around->nodes[i].op == op) return i;
  return -1;
}

// "[add K12]"
static int box_width(const Plan *plan, int op) {
  enum { NAME_MOST = 60 };
  int kernel = snprintf(NULL, 0, " K%d", plan_home(plan, op));
  return (int)strnlen(plan_graph(plan)->ops[op].name, NAME_MOST) + kernel + 2;
}

// Boxes that fit into a row when their names are cut.
static int layer_capacity(int width) {
  int capacity = width / (BOX_USUAL + 1);
  return capacity < 1 ? 1 : capacity;
}

static int layer_size(const Around *around, int layer) {
  int size = 0;
  for (int i = 0; i < around->count; i++)
    size += around->nodes[i].layer == layer;
  return size;
}

static void add_node(Around *around, const Plan *plan, int op, int layer, int capacity) {
  if (around_node(around, op) >= 0) return;
  if (around->count == AROUND_NODES || layer_size(around, layer) >= capacity) {
    around->hidden++;
    return;
  }
  around->nodes[around->count++] = (AroundNode){.op = op, .layer = layer, .width = box_width(plan, op)};
}

// ---- Chains.

enum { CHAIN_LEAST = 2 };  // one op takes no more room than the words for it
enum { CHAIN_MOST = 999 }; // it is followed with every picture

// What an op reads (step < 0) or what reads it.
static const int *neighbours_towards(const Graph *graph, int op, int step, int *count) {
  Neighbours neighbours = graph_neighbours(graph, op);
  *count = step < 0 ? neighbours.producer_count : neighbours.consumer_count;
  return step < 0 ? neighbours.producers : neighbours.consumers;
}

static bool has_one(const Graph *graph, int op, int step) {
  int count;
  neighbours_towards(graph, op, step, &count);
  return count == 1;
}

// The op to be drawn a step beyond `from`: `next`, or the end of the chain that it begins. Every op of a
// chain, its end too, has one edge towards `from`: none is lost by leaving ops out.
static int fold_chain(Around *around, const Plan *plan, int from, int next, int step) {
  const Graph *graph = plan_graph(plan);
  int kernel = plan_home(plan, from), end = next, ops = 0;
  if (plan_home(plan, next) != kernel || !has_one(graph, next, -step)) return next;
  while (ops < CHAIN_MOST && has_one(graph, end, step)) {
    int count, beyond = *neighbours_towards(graph, end, step, &count);
    if (plan_home(plan, beyond) != kernel || !has_one(graph, beyond, -step)) break;
    end = beyond, ops++;
  }
  if (ops < CHAIN_LEAST || around->chain_count == AROUND_CHAINS) return next;
  around->chains[around->chain_count++] =
      step < 0 ? (AroundChain){end, from, ops} : (AroundChain){from, end, ops};
  return end;
}

const AroundChain *around_chain(const Around *around, int producer, int consumer) {
  for (int i = 0; i < around->chain_count; i++)
    if (around->chains[i].from == producer && around->chains[i].to == consumer) return &around->chains[i];
  return NULL;
}

// ---- Nodes.

// The neighbours, one step further out, of a layer's nodes.
static void add_layer(Around *around, const Plan *plan, int from, int step, int capacity) {
  const Graph *graph = plan_graph(plan);
  int known = around->count, count;
  for (int i = 0; i < known; i++) {
    if (around->nodes[i].layer != from) continue;
    int op = around->nodes[i].op;
    const int *next = neighbours_towards(graph, op, step, &count);
    for (int j = 0; j < count; j++) {
      int shown = from == 0 ? next[j] : fold_chain(around, plan, op, next[j], step);
      add_node(around, plan, shown, from + step, capacity);
    }
  }
}

static void collect(Around *around, const Plan *plan, int op, int above, int below, int capacity) {
  *around = (Around){0};
  add_node(around, plan, op, 0, 1);
  for (int hop = 0; hop < above; hop++)
    add_layer(around, plan, -hop, -1, capacity);
  for (int hop = 0; hop < below; hop++)
    add_layer(around, plan, hop, 1, capacity);
}

// ---- Layers: each op one above the first of those that read it (below the last that it reads), so that all
// edges lead down.

static bool feeds(const Graph *graph, int producer, int consumer) {
  Neighbours neighbours = graph_neighbours(graph, consumer);
  for (int i = 0; i < neighbours.producer_count; i++)
    if (neighbours.producers[i] == producer) return true;
  return false;
}

static bool has_edge(const Around *around, const Graph *graph, const AroundNode *from, const AroundNode *to) {
  return feeds(graph, from->op, to->op) || around_chain(around, from->op, to->op);
}

bool around_joined(const Around *around, const Graph *graph, const AroundNode *from, const AroundNode *to) {
  bool down = from->op != NO_OP && to->op != NO_OP && from->layer < to->layer;
  return down && has_edge(around, graph, from, to);
}

// Nodes are in the order of their ops: those from `first` to `last` have their layer.
static bool is_full(const Around *around, int first, int last, int layer, int capacity) {
  int size = 0;
  for (int i = first; i <= last; i++)
    size += around->nodes[i].layer == layer;
  return size >= capacity;
}

static void raise_node(Around *around, const Graph *graph, int index, int capacity) {
  AroundNode *nodes = around->nodes, *node = &nodes[index];
  int layer = -1, last = around->count - 1;
  for (int i = index + 1; i <= last; i++)
    if (nodes[i].layer <= layer && has_edge(around, graph, node, &nodes[i])) layer = nodes[i].layer - 1;
  while (is_full(around, index + 1, last, layer, capacity))
    layer--;
  node->layer = layer;
}

static void lower_node(Around *around, const Graph *graph, int index, int capacity) {
  AroundNode *nodes = around->nodes, *node = &nodes[index];
  int layer = 1;
  for (int i = 0; i < index; i++)
    if (nodes[i].layer >= layer && has_edge(around, graph, &nodes[i], node)) layer = nodes[i].layer + 1;
  while (is_full(around, 0, index - 1, layer, capacity))
    layer++;
  node->layer = layer;
}

static int compare_ops(const void *a, const void *b) {
  const AroundNode *x = a, *y = b;
  return x->op - y->op;
}

static void find_longest_ways(Around *around, const Graph *graph, int capacity) {
  qsort(around->nodes, (size_t)around->count, sizeof *around->nodes, compare_ops);
  for (int i = around->count - 1; i >= 0; i--)
    if (around->nodes[i].layer < 0) raise_node(around, graph, i, capacity);
  for (int i = 0; i < around->count; i++)
    if (around->nodes[i].layer > 0) lower_node(around, graph, i, capacity);
}

// ---- Edges over several layers pass those between as nodes of a column.

const AroundNode *around_next(const Around *around, const AroundNode *from, const AroundNode *to, int layer) {
  if (layer == to->layer) return to;
  for (int i = 0; i < around->count; i++)
    if (around->nodes[i].op == NO_OP && around->nodes[i].from == from->op && around->nodes[i].layer == layer)
      return &around->nodes[i];
  return NULL;
}

static bool has_room(const Around *around, int layer, int width) {
  int least = 1;
  for (int i = 0; i < around->count; i++)
    if (around->nodes[i].layer == layer) least += 1 + (around->nodes[i].op == NO_OP ? 1 : BOX_LEAST);
  return least <= width;
}

static void add_pass(Around *around, const AroundNode *from, const AroundNode *to, int width) {
  for (int layer = from->layer + 1; layer < to->layer; layer++) {
    bool full = around->count == AROUND_NODES + AROUND_PASSES || !has_room(around, layer, width);
    if (full || around_next(around, from, to, layer)) continue;
    around->nodes[around->count++] = (AroundNode){.op = NO_OP, .from = from->op, .layer = layer, .width = 1};
  }
}

static void add_passes(Around *around, const Graph *graph, int width) {
  int ops = around->count;
  for (int i = 0; i < ops; i++)
    for (int j = 0; j < ops; j++)
      if (around_joined(around, graph, &around->nodes[i], &around->nodes[j]))
        add_pass(around, &around->nodes[i], &around->nodes[j], width);
}

// ---- Places.

// Edges pass on the right.
static int compare_nodes(const void *a, const void *b) {
  const AroundNode *x = a, *y = b;
  if (x->layer != y->layer) return x->layer - y->layer;
  if ((x->op == NO_OP) != (y->op == NO_OP)) return x->op == NO_OP ? 1 : -1;
  return x->op == NO_OP ? x->from - y->from : x->op - y->op;
}

// Cuts the longest boxes until the layer fits, then centers it.
static void place_layer(Around *around, int first, int count, int width) {
  int total = count - 1;
  for (int i = first; i < first + count; i++)
    total += around->nodes[i].width;
  while (total > width) {
    AroundNode *widest = &around->nodes[first];
    for (int i = first; i < first + count; i++)
      if (around->nodes[i].width > widest->width) widest = &around->nodes[i];
    if (widest->width <= BOX_LEAST) break;
    widest->width--, total--;
  }
  int space = count > 1 && total + 3 * (count - 1) <= width ? 3 : 1;
  int x = (width - (total + (space - 1) * (count - 1))) / 2;
  for (int i = first; i < first + count; i++) {
    if (count == 1) x = width / 2 - around->nodes[i].width / 2; // in line with other single boxes
    around->nodes[i].x = x < 0 ? 0 : x;
    x += around->nodes[i].width + space;
  }
}

static void place(Around *around, int width) {
  for (int first = 0; first < around->count;) {
    int count = layer_size(around, around->nodes[first].layer);
    place_layer(around, first, count, width);
    for (int i = 0; i < count; i++)
      around->nodes[first + i].track = around->gap ? i % around->gap : 0;
    first += count;
  }
}

static void find_layers(Around *around) {
  qsort(around->nodes, (size_t)around->count, sizeof *around->nodes, compare_nodes);
  around->first_layer = around->nodes[0].layer;
  around->last_layer = around->nodes[around->count - 1].layer;
}

static bool is_high(const Around *around, int height) {
  return 2 * (around->last_layer - around->first_layer) + 1 > height;
}

// Drops the layers furthest from the middle until each has its row and one for the lines below it.
static void trim(Around *around, int height) {
  while (is_high(around, height) && around->first_layer < around->last_layer) {
    bool above = -around->first_layer >= around->last_layer;
    int dropped = layer_size(around, above ? around->first_layer : around->last_layer);
    around->count -= dropped;
    if (above) memmove(around->nodes, around->nodes + dropped, sizeof *around->nodes * (size_t)around->count);
    around->first_layer += above;
    around->last_layer -= !above;
  }
}

// ---- Far ends.

// The next op of a chain is part of the picture, though it has no box.
static bool ends_chain(const Around *around, int op, bool reads) {
  for (int i = 0; i < around->chain_count; i++)
    if ((reads ? around->chains[i].to : around->chains[i].from) == op) return true;
  return false;
}

// An edge that may end in a stub. `chained`: the kernel of the op's chain, NO_KERNEL: it ends none.
static bool is_far(const Plan *plan, int op, int other, int chained) {
  return abs(other - op) > AROUND_FAR && (chained == NO_KERNEL || plan_home(plan, other) != chained);
}

static int far_nodes(const Around *around, const Plan *plan, int op, bool reads, int chained) {
  int count = 0;
  for (int i = 0; i < around->count; i++) {
    int other = around->nodes[i].op;
    if (other == NO_OP || !is_far(plan, op, other, chained)) continue;
    count += reads ? feeds(plan_graph(plan), other, op) : feeds(plan_graph(plan), op, other);
  }
  return count;
}

// Some ops have very many readers: few of them are looked for among the nodes.
static void add_stub(Around *around, const Plan *plan, int node, bool reads) {
  int op = around->nodes[node].op, far = 0, count;
  int chained = ends_chain(around, op, reads) ? plan_home(plan, op) : NO_KERNEL;
  AroundStub stub = {.node = node, .reads = reads, .op = NO_OP};
  const int *next = neighbours_towards(plan_graph(plan), op, reads ? -1 : 1, &count);
  for (int i = 0; i < count; i++) {
    if (!is_far(plan, op, next[i], chained)) continue;
    bool nearest = stub.op == NO_OP || abs(next[i] - op) < abs(stub.op - op);
    if (nearest && around_node(around, next[i]) < 0) stub.op = next[i];
    far++;
  }
  if (stub.op == NO_OP || around->stub_count == AROUND_STUBS) return;
  stub.further = far - 1 - far_nodes(around, plan, op, reads, chained);
  around->stubs[around->stub_count++] = stub;
}

static void add_stubs(Around *around, const Plan *plan) {
  for (int i = 0; i < around->count; i++) {
    if (around->nodes[i].op == NO_OP) continue;
    add_stub(around, plan, i, true);
    add_stub(around, plan, i, false);
  }
}

// ---- All of it.

// Fewer hops where all of them find no room.
static void find_nodes(Around *around, const Plan *plan, int op, int hops, int width, int height) {
  int above = hops < AROUND_HOPS ? hops : AROUND_HOPS, below = above, all = 0;
  for (bool again = true; again;) {
    collect(around, plan, op, above, below, layer_capacity(width));
    find_longest_ways(around, plan_graph(plan), layer_capacity(width));
    find_layers(around);
    if (all == 0) all = around->count + around->hidden;
    again = is_high(around, height) && (above > 1 || below > 1);
    bool up = below <= 1 || (above > 1 && -around->first_layer >= around->last_layer);
    above -= up, below -= !up;
  }
  trim(around, height);
  around->hidden = all > around->count ? all - around->count : 0;
}

void around_build(Around *around, const Plan *plan, int op, int hops, int width, int height) {
  find_nodes(around, plan, op, hops, width, height);
  add_passes(around, plan_graph(plan), width);
  find_layers(around);
  add_stubs(around, plan);
  int layers = around->last_layer - around->first_layer + 1;
  around->gap = layers > 1 ? (height - layers) / (layers - 1) : 0;
  if (around->gap > LARGEST_GAP) around->gap = LARGEST_GAP;
  around->y = (height - layers - around->gap * (layers - 1)) / 2;
  place(around, width);
}

int around_row(const Around *around, int layer) {
  return around->y + (layer - around->first_layer) * (around->gap + 1);
}

int around_find(const Around *around, int x, int y) {
  for (int i = 0; i < around->count; i++) {
    const AroundNode *node = &around->nodes[i];
    if (node->op == NO_OP) continue;
    if (y == around_row(around, node->layer) && x >= node->x && x < node->x + node->width) return i;
  }
  return -1;
}
