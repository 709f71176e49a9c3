// Attention: a product whose first matrix is a softmax of another product's rows. The set falls into what the
// weights are made of, a nest of its own over rows and keys, and the rest, in whose nest the second product
// has the scores (nest.h) in place of that matrix. How the softmax is written does not matter, as long as the
// steps that lowering makes of it are exp(x - max x) over its sum. Attention that is one op falls in two
// likewise: its scores, with what makes its queries, keys and bias, and the rest (attention_call.c).
#include "graph/core/attention.h"
#include "kernel/lower/lowering.h"
#include "kernel/nest/product.h"

#include "base/sorted.h"

#include <stdlib.h>
#include <string.h>

enum { VALUES = 2 }; // operand of attention as one op

typedef struct Attention {
  const Graph *graph;
  const KernelSet *set;
  int second;  // the product of the weights, an op
  bool whole;  // ... which is all of attention
  int weights; // the value that it multiplies, and the one whose memory that is
  int source;
  int *inner, *outer; // ops: those that the weights are made of, and all others
  int inner_count, outer_count;
} Attention;

// ---- the set

static int producer_inside(const Graph *graph, const KernelSet *set, int value) {
  int producer = value == NO_VALUE ? NO_OP : graph->values[graph->values[value].source].producer;
  return producer == NO_OP ? -1 : sorted_find(set->ops, set->op_count, producer);
}

// Marks what the value is made of.
static void mark_makers(const Graph *graph, const KernelSet *set, int value, bool *marks) {
  int last = producer_inside(graph, set, value);
  if (last < 0) return;
  marks[last] = true;
  for (int i = last; i >= 0; i--) {
    const Op *op = &graph->ops[set->ops[i]];
    for (int k = 0; marks[i] && k < op->operand_count; k++) {
      int maker = producer_inside(graph, set, op->operands[k].value);
      if (maker >= 0) marks[maker] = true;
    }
  }
}

int lower_attending(const Graph *graph, const KernelSet *set) {
  int products = 0, second = NO_OP, first = -1;
  for (int i = 0; i < set->op_count; i++) {
    if (graph->ops[set->ops[i]].code == OP_ATTENTION) return set->ops[i];
    if (!op_is_product(&graph->ops[set->ops[i]])) continue;
    if (products++ == 0) first = i;
    second = set->ops[i];
  }
  if (products != 2) return NO_OP;
  bool *marks = memory_alloc((size_t)set->op_count);
  mark_makers(graph, set, lowering_matrix_operand(&graph->ops[second], 0), marks);
  bool highest = false, grown = false; // what has both may be a softmax; the norms of layers have not
  for (int i = 0; i < set->op_count; i++) {
    OpCode code = graph->ops[set->ops[i]].code;
    highest |= marks[i] && (code == OP_AMAX || code == OP_MAX_DIM || code == OP_PREPARE_SOFTMAX);
    grown |= marks[i] && code == OP_EXP;
  }
  bool attends = marks[first] && highest && grown;
  free(marks);
  return attends ? second : NO_OP;
}

static void separate(Attention *attention) {
  const Graph *graph = attention->graph;
  const KernelSet *set = attention->set;
  const Op *second = &graph->ops[attention->second];
  bool *marks = memory_alloc((size_t)set->op_count);
  attention->weights = attention->whole ? second->first_result : lowering_matrix_operand(second, 0);
  attention->source = graph->values[attention->weights].source;
  attention->inner = memory_alloc((size_t)set->op_count * sizeof(int));
  attention->outer = memory_alloc((size_t)set->op_count * sizeof(int));
  for (int i = 0; attention->whole && i < second->operand_count; i++)
    if (i != VALUES) mark_makers(graph, set, second->operands[i].value, marks);
  if (!attention->whole) mark_makers(graph, set, attention->weights, marks);
  for (int i = 0; i < set->op_count; i++) {
    bool both = attention->whole && set->ops[i] == attention->second;
    if (marks[i] || both) attention->inner[attention->inner_count++] = set->ops[i];
    if (!marks[i] || both) attention->outer[attention->outer_count++] = set->ops[i];
  }
  free(marks);
}

static const char *name_of(const Attention *attention, int op) {
  return attention->graph->ops[op].name;
}

static bool refuse(const Attention *attention, ReasonCode code, int op, const char *why, Reason *reason) {
  static const char *const what[] = {"%s multiplies what %s makes of a product, %s",
                                     "%s makes its scores of what %s computes here, %s"};
  if (op == attention->second)
    reason_set(reason, code, (int[]){op, NO_OP}, "%s is attention, %s", name_of(attention, op), why);
  else
    reason_set(reason, code, (int[]){attention->second, op, NO_OP}, what[attention->whole],
               name_of(attention, attention->second), name_of(attention, op), why);
  reason_remedy(reason, "Leave %s in another kernel, which reads what this one stores.",
                name_of(attention, attention->second));
  return false;
}

// What an op may read of what the weights are made of.
static bool is_weights(const Attention *attention, int op, int operand) {
  if (op != attention->second) return false;
  if (attention->whole) return operand != VALUES;
  return operand == (attention->graph->ops[op].code == OP_ADDMM);
}

// Does memory, or an op that is not part of the weights, want what they are made of?
static bool check_readers(const Attention *attention, Reason *reason) {
  const Graph *graph = attention->graph;
  const KernelSet made = {.ops = attention->inner, .op_count = attention->inner_count};
  static const char why[] = "and that is read elsewhere, too: the scores of attention are never complete";
  for (int i = 0; i < attention->set->stored_count; i++) {
    int at = producer_inside(graph, &made, attention->set->stored[i]);
    if (at >= 0 && made.ops[at] != attention->second)
      return refuse(attention, REASON_DOMAIN, made.ops[at], why, reason);
  }
  for (int i = 0; i < attention->outer_count; i++) {
    const Op *op = &graph->ops[attention->outer[i]];
    for (int k = 0; k < op->operand_count; k++) {
      if (is_weights(attention, attention->outer[i], k)) continue;
      int at = producer_inside(graph, &made, op->operands[k].value);
      if (at >= 0 && made.ops[at] != attention->second)
        return refuse(attention, REASON_DOMAIN, made.ops[at], why, reason);
    }
  }
  return true;
}

// The weights as rows of memory, one behind the other: by that both nests number them.
static bool lies_in_order(const Attention *attention) {
  const Value *value = &attention->graph->values[attention->weights];
  int64_t stride = 1;
  for (int axis = value->shape.rank - 1; axis >= 0; axis--) {
    if (value->shape.size[axis] > 1 && value->stride[axis] != stride) return false;
    stride *= value->shape.size[axis];
  }
  return value->strided && value->offset == 0 &&
         stride == shape_elements(&attention->graph->values[attention->source].shape);
}

// ---- the softmax

// Behind casts between floats: that of weights is made anew where they are multiplied, after the division.
static int uncast(const Nest *nest, int at) {
  const Step *step = &nest->steps[at];
  while (step->kind == STEP_COMPUTE && step->code == OP_CAST &&
         dtype_kind(nest->steps[step->operand[0]].dtype) == DTYPE_IS_FLOAT)
    step = &nest->steps[at = step->operand[0]];
  return at;
}

static bool computes(const Nest *nest, int at, OpCode code) {
  return nest->steps[at].kind == STEP_COMPUTE && nest->steps[at].code == code;
}

// Is the step this part of a reduction of `of` along the keys?
static bool is_part(const Nest *nest, int at, int part, ReduceKind kind, uint32_t keys, int of) {
  const Step *step = &nest->steps[at];
  if (step->kind != STEP_PART || step->part != part) return false;
  const Step *reduce = &nest->steps[step->operand[0]];
  return reduce->kind == STEP_REDUCE && reduce->reduce == kind && reduce->over == keys &&
         uncast(nest, reduce->operand[0]) == uncast(nest, of);
}

static bool is_exponential(const Nest *nest, int grown, uint32_t keys, int *score) {
  if (!computes(nest, grown, OP_EXP)) return false;
  int below = uncast(nest, nest->steps[grown].operand[0]);
  if (!computes(nest, below, OP_SUB)) return false;
  int most = uncast(nest, nest->steps[below].operand[1]);
  *score = nest->steps[below].operand[0];
  return is_part(nest, most, 0, REDUCE_MAX, keys, *score) ||
         is_part(nest, most, 0, REDUCE_SOFTMAX, keys, *score);
}

static bool is_share(const Nest *nest, int grown, int total, uint32_t keys, int *score) {
  grown = uncast(nest, grown), total = uncast(nest, total);
  return is_exponential(nest, grown, keys, score) && (is_part(nest, total, 0, REDUCE_SUM, keys, grown) ||
                                                      is_part(nest, total, 1, REDUCE_SOFTMAX, keys, *score));
}

// Are they exp(x - max x) over its sum? Sets the step of x.
static bool is_softmax(const Nest *nest, int weights, uint32_t keys, int *score) {
  const Step *step = &nest->steps[weights = uncast(nest, weights)];
  if (computes(nest, weights, OP_DIV)) return is_share(nest, step->operand[0], step->operand[1], keys, score);
  for (int i = 0; i < 2 && computes(nest, weights, OP_MUL); i++) {
    int inverse = step->operand[i];
    if (computes(nest, inverse, OP_RECIPROCAL) &&
        is_share(nest, step->operand[1 - i], nest->steps[inverse].operand[0], keys, score))
      return true;
  }
  return false;
}

// Do the rows of what is stored lie in order, keys side by side?
static bool stores_in_order(const Nest *nest, const ProductDims *dims, const Index *index) {
  int64_t stride = nest->size[dims->columns];
  if (index->constant || index_scale(index, dims->columns) != 1 || index_scale(index, dims->rows) != stride)
    return false;
  stride *= nest->size[dims->rows];
  for (int i = dims->batch_count - 1; i >= 0; i--) {
    if (index_scale(index, dims->batch[i]) != stride) return false;
    stride *= nest->size[dims->batch[i]];
  }
  return true;
}

static const Step *only_store(const Nest *nest) {
  const Step *store = NULL;
  for (int i = 0; i < nest->step_count; i++) {
    if (nest->steps[i].kind != STEP_STORE) continue;
    if (store) return NULL;
    store = &nest->steps[i];
  }
  return store;
}

// Leaves of the nest of the weights what computes a score: the steps up to it, and their buffers, which come
// first in the nest's.
static void keep_score(Nest *nest, int score) {
  int buffers = 0;
  nest->hash = lowering_mix(nest->hash, (uint64_t)score);
  nest->step_count = score + 1;
  nest->reduced = 0;
  nest->passes = 1;
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    if (step->buffer >= buffers) buffers = step->buffer + 1;
    for (int k = 0; k < 2 && step->kind == STEP_PRODUCT; k++)
      if (step->product->operand[k].buffer >= buffers) buffers = step->product->operand[k].buffer + 1;
  }
  nest->buffer_count = buffers;
}

static bool accumulates(const Nest *nest, int last) {
  for (int i = 0; i <= last; i++)
    if (step_accumulates(&nest->steps[i])) return true;
  return false;
}

static bool find_scores(const Attention *attention, Nest *nest, Reason *reason) {
  static const char *const unlike[] = {"which is not exp(x - max x) over the sum of that along whole rows",
                                       "whose scores are made of a sum, a scan or a scatter in its kernel"};
  const char *why = unlike[attention->whole];
  int maker = attention->graph->values[attention->source].producer, score = NO_STEP, at = nest_product(nest);
  const Step *store = only_store(nest);
  ProductDims dims;
  if (at == NO_STEP || !store || nest->crossed || nest->scanned || nest->preset_count ||
      (attention->whole && accumulates(nest, store->operand[0])))
    return refuse(attention, REASON_UNSUPPORTED, maker, why, reason);
  bool rows = nest->steps[at].dims == nest_all_dims(nest) &&
              nest_product_dims(nest, &nest->steps[at], &dims) && dims.rows != NO_ROWS &&
              stores_in_order(nest, &dims, &store->index);
  if (!rows)
    return refuse(attention, REASON_LAYOUT, maker, "whose rows and columns are not those of the product",
                  reason);
  if (attention->whole)
    score = store->operand[0];
  else if (!is_softmax(nest, store->operand[0], (uint32_t)1 << dims.columns, &score) || at > score)
    return refuse(attention, REASON_UNSUPPORTED, maker, why, reason);
  if (accumulates(nest, score)) return refuse(attention, REASON_UNSUPPORTED, maker, why, reason);
  if (nest->steps[score].dtype != DTYPE_F32)
    return refuse(attention, REASON_UNSUPPORTED, maker, "in double precision", reason);
  keep_score(nest, score);
  return true;
}

// ---- both nests

// Elements of one matrix of scores, rows by keys.
static int64_t elements_of_matrix(const Attention *attention) {
  AttentionCall call;
  const Shape *shape = &attention->graph->values[attention->weights].shape;
  if (attention->whole && attention_call(attention->graph, &attention->graph->ops[attention->second], &call))
    shape = &call.scores;
  return shape->rank < 2 ? 0 : shape->size[shape->rank - 2] * shape->size[shape->rank - 1];
}

static Nest *lower_scores(const Attention *attention, Reason *reason) {
  const KernelSet set = {.ops = attention->inner,
                         .op_count = attention->inner_count,
                         .stored = &attention->source,
                         .stored_count = 1,
                         .decided_at = attention->set->decided_at};
  Lowering lowering = {.graph = attention->graph, .set = &set, .reason = reason};
  if (attention->whole) lowering.scoring = &attention->graph->ops[attention->second];
  lowering.score_matrix = elements_of_matrix(attention);
  Nest *nest = lowering_nest(&lowering);
  lowering_free(&lowering);
  if (!nest) return NULL;
  if (find_scores(attention, nest, reason) && lower_check_product(nest, reason)) return nest;
  nest_free(nest);
  return NULL;
}

static void set_ops(Nest *nest, const KernelSet *set) {
  int *ops = arena_array(nest->arena, (size_t)set->op_count, sizeof *ops);
  memcpy(ops, set->ops, (size_t)set->op_count * sizeof *ops);
  nest->ops = ops;
  nest->op_count = set->op_count;
}

// Both nests go over the same rows of the same matrices.
static bool check_agreement(const Attention *attention, const Nest *nest, const Nest *scores,
                            Reason *reason) {
  int at = nest_product(nest);
  ProductDims dims, own;
  bool agree = at == NO_STEP || !nest_product_dims(nest, &nest->steps[at], &dims) ||
               (nest_product_dims(scores, &scores->steps[nest_product(scores)], &own) &&
                nest_product_rows(nest, &dims) == nest_product_rows(scores, &own) &&
                nest_product_batches(nest, &dims) == nest_product_batches(scores, &own));
  return agree || refuse(attention, REASON_LAYOUT, attention->graph->values[attention->source].producer,
                         "whose rows and heads are others than those of what is stored", reason);
}

static Nest *lower_both(const Attention *attention, Reason *reason) {
  Nest *scores = lower_scores(attention, reason);
  if (!scores) return NULL;
  KernelSet set = *attention->set;
  set.ops = attention->outer;
  set.op_count = attention->outer_count;
  Lowering lowering = {.graph = attention->graph,
                       .set = &set,
                       .reason = reason,
                       .attends = attention->weights,
                       .scores = scores};
  Nest *nest = lowering_nest(&lowering);
  lowering_free(&lowering);
  if (!nest || !nest_owned_scores(nest)) nest_free(scores);
  if (!nest) return NULL;
  set_ops(nest, attention->set);
  const Nest *within = nest_scores(nest);
  if ((!within || check_agreement(attention, nest, within, reason)) && lower_check(nest, reason)) return nest;
  nest_free(nest);
  return NULL;
}

Nest *lower_attention(const Graph *graph, const KernelSet *set, Reason *reason) {
  Attention attention = {.graph = graph, .set = set, .second = lower_attending(graph, set)};
  Nest *nest = NULL;
  attention.whole = graph->ops[attention.second].code == OP_ATTENTION;
  separate(&attention);
  int maker = graph->values[attention.source].producer;
  if (!attention.whole && !lies_in_order(&attention))
    refuse(&attention, REASON_LAYOUT, maker, "through a view that does not show its rows one by one", reason);
  else if (check_readers(&attention, reason))
    nest = lower_both(&attention, reason);
  free(attention.inner);
  free(attention.outer);
  return nest;
}
