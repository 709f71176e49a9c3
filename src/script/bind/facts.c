// Where in the graph an op stands: its level, what every path leads through, what reaches what, its kind.
// Each is worked out for all ops when one is first asked for.
#include "script/bind/facts.h"

#include "base/memory.h"

#include <stdlib.h>

enum { WORD = 64 };

// A tree over the ops, of whose nodes the nearest common one above is asked: `jump` leads far up, so that it
// is found in a logarithm of steps.
typedef struct Tree {
  int *parent, *depth, *jump; // of each op; the root stands behind the last
} Tree;

struct OpFacts {
  int *level;         // NULL: not worked out
  Tree before, after; // of dominators, of post-dominators
  uint64_t **above;   // op -> a bit for each op that it needs; NULL: not worked out
  int op_count;
  IntegerList queue;
};

static void tree_free(Tree *tree) {
  free(tree->parent);
  free(tree->depth);
  free(tree->jump);
}

void facts_free(OpFacts *facts) {
  if (!facts) return;
  for (int i = 0; facts->above && i < facts->op_count; i++)
    free(facts->above[i]);
  free(facts->above);
  free(facts->level);
  tree_free(&facts->before);
  tree_free(&facts->after);
  vector_free(&facts->queue);
  free(facts);
}

static OpFacts *facts_of(lua_State *L) {
  Host *host = host_of(L);
  if (!host->facts) host->facts = memory_alloc(sizeof *host->facts);
  host->facts->op_count = host->graph->op_count;
  return host->facts;
}

// Memory that the facts own; counts as the script's.
static void *counted(lua_State *L, size_t count, size_t size) {
  host_grow(L, count * size);
  return memory_alloc(count * size);
}

// ---- Levels.

static void find_levels(lua_State *L, OpFacts *facts) {
  const Graph *graph = host_of(L)->graph;
  facts->level = counted(L, (size_t)graph->op_count + 1, sizeof *facts->level);
  for (int op = 0; op < graph->op_count; op++) {
    Neighbours near = graph_neighbours(graph, op);
    for (int i = 0; i < near.producer_count; i++)
      if (facts->level[near.producers[i]] >= facts->level[op])
        facts->level[op] = facts->level[near.producers[i]] + 1;
  }
}

int bind_level(lua_State *L) {
  int op = handle_check_op(L, 1);
  OpFacts *facts = facts_of(L);
  if (!facts->level) find_levels(L, facts);
  lua_pushinteger(L, facts->level[op]);
  return 1;
}

// ---- Dominators.

static void tree_open(lua_State *L, Tree *tree) {
  int root = host_of(L)->graph->op_count;
  size_t bytes = ((size_t)root + 1) * sizeof *tree->jump;
  host_grow(L, 2 * bytes);
  tree->depth = memory_alloc(bytes);
  tree->jump = memory_alloc(bytes);
  tree->jump[root] = root;
}

// `parent` is set last: a tree with it is whole.
static int *tree_parents(lua_State *L) {
  int root = host_of(L)->graph->op_count;
  int *parent = counted(L, (size_t)root + 1, sizeof *parent);
  parent[root] = root;
  return parent;
}

static int common(const Tree *tree, const int *parent, int a, int b) {
  const int *depth = tree->depth, *jump = tree->jump;
  while (depth[a] != depth[b]) {
    int *low = depth[a] > depth[b] ? &a : &b, high = depth[a] > depth[b] ? b : a;
    *low = depth[jump[*low]] >= depth[high] ? jump[*low] : parent[*low];
  }
  while (a != b) {
    bool far = jump[a] != jump[b];
    a = far ? jump[a] : parent[a];
    b = far ? jump[b] : parent[b];
  }
  return a;
}

static void hang(Tree *tree, int *parent, int op, int under) {
  int far = tree->jump[under];
  parent[op] = under;
  tree->depth[op] = tree->depth[under] + 1;
  bool same = tree->depth[under] - tree->depth[far] == tree->depth[far] - tree->depth[tree->jump[far]];
  tree->jump[op] = same ? tree->jump[far] : under;
}

// The op that all of `near` lead through; the root where `ends`: the op itself is where paths begin, or end.
static void hang_below(Tree *tree, int *parent, int op, const int *near, int count, bool ends, int root) {
  int under = ends || count == 0 ? root : near[0];
  for (int i = 1; i < count && under != root; i++)
    under = common(tree, parent, under, near[i]);
  hang(tree, parent, op, under);
}

static bool reads_input(const Graph *graph, const Op *op) {
  for (int i = 0; i < op->operand_count; i++)
    if (op->operands[i].value != NO_VALUE &&
        graph->values[graph_source(graph, op->operands[i].value)].producer == NO_OP)
      return true;
  return false;
}

static void find_before(lua_State *L, Tree *tree) {
  const Graph *graph = host_of(L)->graph;
  int *parent = tree_parents(L);
  for (int op = 0; op < graph->op_count; op++) {
    Neighbours near = graph_neighbours(graph, op);
    hang_below(tree, parent, op, near.producers, near.producer_count, reads_input(graph, &graph->ops[op]),
               graph->op_count);
  }
  tree->parent = parent;
}

// Per op whether a result leaves the graph, itself or shown by a view.
static void mark_kept(const Graph *graph, bool *kept) {
  for (int i = 0; i < graph->output_count; i++) {
    if (graph->outputs[i] == NO_VALUE) continue;
    int producer = graph->values[graph_source(graph, graph->outputs[i])].producer;
    if (producer != NO_OP) kept[producer] = true;
  }
}

static void find_after(lua_State *L, Tree *tree) {
  const Graph *graph = host_of(L)->graph;
  int *parent = tree_parents(L);
  bool *kept = memory_alloc((size_t)graph->op_count + 1);
  mark_kept(graph, kept);
  for (int op = graph->op_count - 1; op >= 0; op--) {
    Neighbours near = graph_neighbours(graph, op);
    hang_below(tree, parent, op, near.consumers, near.consumer_count, kept[op], graph->op_count);
  }
  free(kept);
  tree->parent = parent;
}

static int push_parent(lua_State *L, const Tree *tree, int op) {
  if (tree->parent[op] == host_of(L)->graph->op_count)
    lua_pushnil(L);
  else
    handle_push_op(L, tree->parent[op]);
  return 1;
}

int bind_dominator(lua_State *L) {
  int op = handle_check_op(L, 1);
  Tree *tree = &facts_of(L)->before;
  if (!tree->jump) tree_open(L, tree);
  if (!tree->parent) find_before(L, tree);
  return push_parent(L, tree, op);
}

int bind_post_dominator(lua_State *L) {
  int op = handle_check_op(L, 1);
  Tree *tree = &facts_of(L)->after;
  if (!tree->jump) tree_open(L, tree);
  if (!tree->parent) find_after(L, tree);
  return push_parent(L, tree, op);
}

// ---- Reachability.

static bool has_bit(const uint64_t *bits, int op) {
  return bits[op / WORD] >> op % WORD & 1;
}

static void find_above(lua_State *L, OpFacts *facts, int op) {
  const Graph *graph = host_of(L)->graph;
  uint64_t *bits = counted(L, (size_t)graph->op_count / WORD + 1, sizeof *bits);
  vector_clear(&facts->queue);
  vector_push(&facts->queue, op);
  for (int i = 0; i < facts->queue.count; i++) {
    Neighbours near = graph_neighbours(graph, facts->queue.data[i]);
    for (int j = 0; j < near.producer_count; j++) {
      int producer = near.producers[j];
      if (has_bit(bits, producer)) continue;
      bits[producer / WORD] |= (uint64_t)1 << producer % WORD;
      vector_push(&facts->queue, producer);
    }
  }
  facts->above[op] = bits;
}

int bind_reaches(lua_State *L) {
  int from = handle_check_op(L, 1), to = handle_check_op(L, 2);
  OpFacts *facts = facts_of(L);
  if (!facts->above) facts->above = counted(L, (size_t)facts->op_count + 1, sizeof *facts->above);
  if (!facts->above[to]) {
    find_above(L, facts, to);
    host_spend(L, (size_t)facts->queue.count);
  }
  lua_pushboolean(L, has_bit(facts->above[to], from));
  return 1;
}

// ---- Kinds, as TVM's fusion has them.

typedef enum Pattern {
  PATTERN_ELEMENTWISE,
  PATTERN_BROADCAST,
  PATTERN_INJECTIVE,
  PATTERN_REDUCTION,
  PATTERN_COMPLEX,
  PATTERN_OPAQUE
} Pattern;

static Pattern of_operand(const Graph *graph, const Value *result, int operand) {
  const Value *read = &graph->values[operand], *source = &graph->values[graph_source(graph, operand)];
  int64_t dense[MAX_RANK];
  if (shape_elements(&source->shape) < shape_elements(&result->shape)) return PATTERN_BROADCAST;
  if (read == source) return PATTERN_ELEMENTWISE;
  shape_contiguous(&source->shape, dense);
  bool in_order = shape_strides_equal(&source->shape, source->stride, dense);
  shape_contiguous(&read->shape, dense);
  bool renamed = read->strided && in_order && shape_strides_equal(&read->shape, read->stride, dense) &&
                 shape_elements(&read->shape) == shape_elements(&source->shape);
  return renamed ? PATTERN_ELEMENTWISE : PATTERN_INJECTIVE;
}

static Pattern of_operands(const Graph *graph, const Op *op) {
  Pattern pattern = PATTERN_ELEMENTWISE;
  for (int i = 0; i < op->operand_count; i++) {
    if (op->operands[i].value == NO_VALUE) continue;
    Pattern one = of_operand(graph, &graph->values[op->first_result], op->operands[i].value);
    if (one > pattern) pattern = one;
  }
  return pattern;
}

// Convolutions, attention and products: what pointwise ops could follow in the same kernel.
static bool is_product(OpCode code) {
  return code == OP_CONVOLUTION || code == OP_CONVOLUTION_BACKWARD || code == OP_ATTENTION ||
         code == OP_ATTENTION_BACKWARD || code == OP_GROUPED_MM || code == OP_SCALED_MM;
}

static Pattern pattern_of(const Graph *graph, const Op *op) {
  if (op->mutates >= 0) return PATTERN_OPAQUE;
  switch (op->op_class) {
    case CLASS_POINTWISE:
      return of_operands(graph, op);
    case CLASS_CREATE:
    case CLASS_RANDOM:
      return PATTERN_ELEMENTWISE;
    case CLASS_VIEW:
    case CLASS_LAYOUT:
      return PATTERN_INJECTIVE;
    case CLASS_INDEX: // what writes to places that are chosen by data is not
      return op->code == OP_GATHER || op->code == OP_EMBEDDING || op->code == OP_INDEX ? PATTERN_INJECTIVE
                                                                                       : PATTERN_OPAQUE;
    case CLASS_REDUCE:
      return PATTERN_REDUCTION;
    case CLASS_WINDOW:
    case CLASS_CONTRACTION:
      return PATTERN_COMPLEX;
    case CLASS_LIBRARY:
      return is_product(op->code) ? PATTERN_COMPLEX : PATTERN_OPAQUE;
    case CLASS_SCAN:
    case CLASS_OPAQUE:
      return PATTERN_OPAQUE;
  }
  return PATTERN_OPAQUE;
}

int bind_pattern(lua_State *L) {
  static const char *const names[] = {"elementwise", "broadcast", "injective",
                                      "reduction",   "complex",   "opaque"};
  const Graph *graph = host_of(L)->graph;
  lua_pushstring(L, names[pattern_of(graph, &graph->ops[handle_check_op(L, 1)])]);
  return 1;
}
