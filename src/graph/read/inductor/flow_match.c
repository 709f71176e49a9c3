// A kernel that is defined once and launched for several layers: its fragment names the nodes of the first
// launch; this finds the corresponding ops of another one. What corresponds follows from the arguments: equal
// positions hold corresponding values, and from there ops are paired when they compute the same of
// corresponding operands: first with the views between them, then without.
#include "graph/read/inductor/flow.h"

#include "base/text.h"

#include <string.h>

typedef struct Match {
  const Graph *graph;
  const int *placed;
  int *op_image;      // per op of the graph: its partner, or NO_OP
  bool *op_known;     // per op: it belongs to the kernel, or is a view in between
  bool *above;        // per op: leads to a reduction whose pieces are an argument
  bool through_views; // views need not correspond: a kernel knows the elements that it reads, not their names
  int *storage_image; // per value: partner of the storage
  VECTOR(int) journal; // ops paired, to take a trial back
} Match;

static bool same_text(const char *a, const char *b) {
  return a == b || (a && b && !strcmp(a, b));
}

static bool same_attribute(const Attribute *a, const Attribute *b) {
  if (a->key != b->key || a->count != b->count) return false;
  bool same_number = a->number == b->number || (a->number != a->number && b->number != b->number);
  if (!same_number || !same_text(a->text, b->text)) return false;
  return a->count == 0 || !memcmp(a->integer, b->integer, (size_t)a->count * sizeof *a->integer);
}

static bool same_operation(const Op *a, const Op *b) {
  if (a->code != b->code || a->operand_count != b->operand_count || a->attribute_count != b->attribute_count)
    return false;
  for (int i = 0; i < a->attribute_count; i++) {
    // Which seed a kernel takes is an argument of it.
    bool seed = a->code == OP_LOOKUP_SEED && a->attributes[i].key == ATTRIBUTE_INDEX;
    if (!seed && !same_attribute(&a->attributes[i], &b->attributes[i])) return false;
  }
  for (int i = 0; i < a->operand_count; i++) {
    const Operand *x = &a->operands[i], *y = &b->operands[i];
    if (x->is_number != y->is_number || (x->value == NO_VALUE) != (y->value == NO_VALUE)) return false;
    if (x->is_number && x->number != y->number) return false;
  }
  return true;
}

// What an op reads: the value, or what that is a view of.
static int source_of(const Match *match, int value) {
  return match->through_views ? match->graph->values[value].storage : value;
}

// May value `b` be the partner of `a`, by what is known so far?
static bool compatible(const Match *match, int a, int b) {
  const Value *values = match->graph->values;
  if (values[a].dtype != values[b].dtype ||
      shape_elements(&values[a].shape) != shape_elements(&values[b].shape))
    return false;
  const Value *x = &values[source_of(match, a)], *y = &values[source_of(match, b)];
  if (x->producer != NO_OP && match->op_image[x->producer] != NO_OP) {
    return y->producer == match->op_image[x->producer] && x->result == y->result;
  }
  int storage = match->storage_image[x->storage];
  return storage == NO_VALUE || storage == y->storage;
}

static bool compatible_ops(const Match *match, int a, int b) {
  const Op *x = &match->graph->ops[a], *y = &match->graph->ops[b];
  if (!same_operation(x, y)) return false;
  for (int i = 0; i < x->operand_count; i++) {
    if (x->operands[i].value == NO_VALUE) continue;
    if (!compatible(match, x->operands[i].value, y->operands[i].value)) return false;
  }
  for (int i = 0; i < x->result_count; i++) {
    if (!compatible(match, x->first_result + i, y->first_result + i)) return false;
  }
  return true;
}

// Pairs two ops and, upwards, what produces their operands inside the kernel.
static bool pair_ops(Match *match, int a, int b) {
  if (match->op_image[a] != NO_OP) return match->op_image[a] == b;
  if (!compatible_ops(match, a, b)) return false;
  match->op_image[a] = b;
  vector_push(&match->journal, a);
  const Op *x = &match->graph->ops[a], *y = &match->graph->ops[b];
  for (int i = 0; i < x->operand_count; i++) {
    int value = x->operands[i].value;
    if (value == NO_VALUE) continue;
    int producer = match->graph->values[source_of(match, value)].producer;
    if (producer == NO_OP || !match->op_known[producer]) continue;
    int partner = match->graph->values[source_of(match, y->operands[i].value)].producer;
    if (partner == NO_OP || !pair_ops(match, producer, partner)) return false;
  }
  return true;
}

static bool try_pair(Match *match, int a, int b) {
  int mark = match->journal.count;
  if (pair_ops(match, a, b)) return true;
  while (match->journal.count > mark)
    match->op_image[vector_pop(&match->journal)] = NO_OP;
  return false;
}

static bool is_anchored(const Match *match, int value) {
  const Value *at = &match->graph->values[source_of(match, value)];
  if (at->producer != NO_OP && match->op_image[at->producer] != NO_OP) return true;
  return match->storage_image[at->storage] != NO_VALUE;
}

// Operands whose partners are known: all, some, none.
typedef enum Anchors { ANCHORS_NONE, ANCHORS_SOME, ANCHORS_ALL } Anchors;

static Anchors anchors(const Match *match, int op) {
  const Op *at = &match->graph->ops[op];
  int tensors = 0, known = 0;
  for (int i = 0; i < at->operand_count; i++) {
    if (at->operands[i].value == NO_VALUE) continue;
    tensors++;
    known += is_anchored(match, at->operands[i].value);
  }
  return known == 0 ? ANCHORS_NONE : known == tensors ? ANCHORS_ALL : ANCHORS_SOME;
}

// Pairs `op` with the best candidate: one that no kernel computes yet, else the first.
static bool find_partner(Match *match, int op) {
  int found = NO_OP;
  for (int candidate = 0; candidate < match->graph->op_count; candidate++) {
    int mark = match->journal.count;
    if (!try_pair(match, op, candidate)) continue;
    while (match->journal.count > mark)
      match->op_image[vector_pop(&match->journal)] = NO_OP;
    if (found == NO_OP) found = candidate;
    if (match->placed[candidate] == 0) {
      found = candidate;
      break;
    }
  }
  return found != NO_OP && try_pair(match, op, found);
}

// One pass over the kernel's ops and the views between them.
static bool pair_round(Match *match, Anchors wanted, bool only_one) {
  bool progress = false;
  for (int op = 0; op < match->graph->op_count; op++) {
    bool open = match->op_known[op] && match->op_image[op] == NO_OP && !match->above[op] &&
                !(match->through_views && match->graph->ops[op].is_view);
    if (!open || anchors(match, op) != wanted || !find_partner(match, op)) continue;
    progress = true;
    if (only_one) break;
  }
  return progress;
}

// Marks the ops of the kernel that only lead to `op`: a kernel that combines the pieces of a reduction names
// them in its fragment, but they ran where the pieces were written.
static void mark_above(Match *match, int op, bool *above) {
  const Op *at = &match->graph->ops[op];
  above[op] = true;
  for (int i = 0; i < at->operand_count; i++) {
    int value = at->operands[i].value;
    int producer = value == NO_VALUE ? NO_OP : match->graph->values[value].producer;
    if (producer != NO_OP && match->op_known[producer] && !above[producer])
      mark_above(match, producer, above);
  }
}

// Arguments that hold pieces of a reduction pair the reductions, whatever stands above them.
static void pair_pieces(Match *match, const FlowLaunch *first, const FlowLaunch *launch) {
  for (int i = 0; i < first->count && i < launch->count; i++) {
    const FlowCell *a = &first->before[i], *b = &launch->before[i];
    if (!a->partial || !b->partial || a->value == NO_VALUE || b->value == NO_VALUE) continue;
    int producer = match->graph->values[a->value].producer, partner = match->graph->values[b->value].producer;
    if (producer == NO_OP || partner == NO_OP || match->op_image[producer] != NO_OP) continue;
    match->op_image[producer] = partner;
    mark_above(match, producer, match->above);
  }
}

static void pair_arguments(Match *match, const FlowLaunch *first, const FlowLaunch *launch) {
  for (int i = 0; i < first->count && i < launch->count; i++) {
    const FlowCell *a = &first->before[i], *b = &launch->before[i];
    if (a->value == NO_VALUE || b->value == NO_VALUE || a->partial) continue;
    match->storage_image[a->value] = b->value;
  }
}

// The kernel's ops and the views above them.
static void mark_known(Match *match, const int *ops, int count) {
  const Graph *graph = match->graph;
  for (int i = 0; i < count; i++) {
    if (ops[i] != NO_OP) match->op_known[ops[i]] = true;
  }
  for (int op = graph->op_count - 1; op >= 0; op--) {
    for (int i = 0; match->op_known[op] && i < graph->ops[op].operand_count; i++) {
      int value = graph->ops[op].operands[i].value;
      int producer = value == NO_VALUE ? NO_OP : graph->values[value].producer;
      if (producer != NO_OP && graph->ops[producer].is_view) match->op_known[producer] = true;
    }
  }
}

// What the definition lists although it is read: upwards from the arguments.
static void pair_skipped(Match *match, const FlowLaunch *first, const FlowLaunch *launch) {
  mark_known(match, first->skipped, first->skipped_count);
  for (int i = 0; i < first->count && i < launch->count; i++) {
    int a = first->before[i].value, b = launch->before[i].value;
    if (a == NO_VALUE || b == NO_VALUE) continue;
    int producer = match->graph->values[a].producer, partner = match->graph->values[b].producer;
    if (producer != NO_OP && partner != NO_OP && match->op_known[producer])
      try_pair(match, producer, partner);
  }
}

static void fill_none(int *list, int count) {
  for (int i = 0; i < count; i++)
    list[i] = NO_VALUE; // NO_OP is the same number
}

static void write_images(const Match *match, const FlowLaunch *first, int *image, int *value_image) {
  const Graph *graph = match->graph;
  for (int i = 0; i < first->op_count; i++)
    image[i] = first->ops[i] == NO_OP ? NO_OP : match->op_image[first->ops[i]];
  for (int i = 0; i < first->skipped_count; i++)
    image[first->op_count + i] = match->op_image[first->skipped[i]];
  memcpy(value_image, match->storage_image, (size_t)graph->value_count * sizeof *value_image);
  for (int op = 0; op < graph->op_count; op++) {
    int partner = match->op_image[op];
    if (partner == NO_OP) continue;
    for (int i = 0; i < graph->ops[op].result_count; i++) {
      int value = graph->ops[op].first_result + i;
      if (graph->values[value].storage != value) continue;
      value_image[value] = graph->values[graph->ops[partner].first_result + i].storage;
    }
  }
}

int flow_match(const Flow *flow, const FlowLaunch *first, const FlowLaunch *launch, int *image,
               int *value_image) {
  const Graph *graph = flow->graph;
  Arena *arena = arena_new();
  Match match = {.graph = graph, .placed = flow->placed};
  match.op_image = arena_array(arena, (size_t)graph->op_count, sizeof *match.op_image);
  match.op_known = arena_array(arena, (size_t)graph->op_count, sizeof *match.op_known);
  match.above = arena_array(arena, (size_t)graph->op_count, sizeof *match.above);
  match.storage_image = arena_array(arena, (size_t)graph->value_count, sizeof *match.storage_image);
  fill_none(match.op_image, graph->op_count);
  fill_none(match.storage_image, graph->value_count);
  mark_known(&match, first->ops, first->op_count);
  pair_arguments(&match, first, launch);
  pair_pieces(&match, first, launch);
  for (int pass = 0; pass < 2; pass++) {
    match.through_views = pass == 1;
    while (pair_round(&match, ANCHORS_ALL, false) || pair_round(&match, ANCHORS_SOME, true))
      continue;
  }
  int missing = 0;
  for (int i = 0; i < first->op_count; i++) {
    int op = first->ops[i];
    if (op == NO_OP || match.op_image[op] != NO_OP || match.above[op] || graph->ops[op].is_view) continue;
    // Constants have no operands to follow: the op itself serves every launch.
    bool constant = graph->ops[op].op_class == CLASS_CREATE;
    if (!constant || !try_pair(&match, op, op)) missing++;
  }
  match.through_views = false;
  pair_skipped(&match, first, launch);
  write_images(&match, first, image, value_image);
  vector_free(&match.journal);
  arena_free(arena);
  return missing;
}
