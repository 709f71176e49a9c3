// Neighbourhood: nodes by breadth-first search, then a row of boxes for each layer.
#include "ui/around.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_LEAST = 9, FRAME = 4, KERNEL_WIDTH = 6, LARGEST_GAP = 3 };

static bool placed(const Around *around, int op) {
  for (int i = 0; i < around->count; i++)
    if (around->nodes[i].op == op) return true;
  return false;
}

static int box_width(const Graph *graph, int op) {
  return (int)strnlen(graph->ops[op].name, 60) + KERNEL_WIDTH + FRAME;
}

// Boxes that fit into a row when their names are cut.
static int layer_capacity(int width) {
  int capacity = width / (NAME_LEAST + FRAME + 1);
  return capacity < 1 ? 1 : capacity;
}

static int layer_size(const Around *around, int layer) {
  int size = 0;
  for (int i = 0; i < around->count; i++)
    size += around->nodes[i].layer == layer;
  return size;
}

static void add_node(Around *around, const Graph *graph, int op, int layer, int capacity) {
  if (placed(around, op)) return;
  if (around->count == AROUND_NODES || layer_size(around, layer) >= capacity) {
    around->hidden++;
    return;
  }
  around->nodes[around->count++] = (AroundNode){.op = op, .layer = layer, .width = box_width(graph, op)};
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

// ---- Layers.

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
      add_node(around, graph, shown, from + step, capacity);
    }
  }
}

static int compare_nodes(const void *a, const void *b) {
  const AroundNode *x = a, *y = b;
  return x->layer != y->layer ? x->layer - y->layer : x->op - y->op;
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
    if (widest->width <= NAME_LEAST) break;
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

// Drops the layers furthest from the middle until each has its row and one for the lines below it.
static void trim(Around *around, int height) {
  while (2 * (around->last_layer - around->first_layer) + 1 > height &&
         around->first_layer < around->last_layer) {
    bool above = -around->first_layer >= around->last_layer;
    int dropped = layer_size(around, above ? around->first_layer : around->last_layer);
    around->hidden += dropped;
    around->count -= dropped;
    if (above) memmove(around->nodes, around->nodes + dropped, sizeof *around->nodes * (size_t)around->count);
    around->first_layer += above;
    around->last_layer -= !above;
  }
}

void around_build(Around *around, const Plan *plan, int op, int hops, int width, int height) {
  *around = (Around){0};
  if (hops > AROUND_HOPS) hops = AROUND_HOPS;
  add_node(around, plan_graph(plan), op, 0, 1);
  for (int hop = 0; hop < hops; hop++) {
    add_layer(around, plan, -hop, -1, layer_capacity(width));
    add_layer(around, plan, hop, 1, layer_capacity(width));
  }
  find_layers(around);
  trim(around, height);
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
    if (y == around_row(around, node->layer) && x >= node->x && x < node->x + node->width) return i;
  }
  return -1;
}

bool around_feeds(const Graph *graph, int producer, int consumer) {
  Neighbours neighbours = graph_neighbours(graph, consumer);
  for (int i = 0; i < neighbours.producer_count; i++)
    if (neighbours.producers[i] == producer) return true;
  return false;
}
