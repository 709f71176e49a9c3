// Attention as one op, as libraries have it: its scores, which attention.c has in a nest of their own, and
// the product of their softmax and the values.
#include "graph/core/attention.h"

#include <math.h>

#include "base/sorted.h"
#include "kernel/lower/lowering.h"

enum { HEAD = 1, ROW = 2, KEY = 3, WIDTH = 3 }; // axes of scores, matrices and results

// ---- the set

static bool refuse_call(const Graph *graph, int op, ReasonCode code, const char *why, Reason *reason) {
  const char *name = graph->ops[op].name;
  reason_set(reason, code, (int[]){op, NO_OP}, "%s (attention) %s", name, why);
  reason_remedy(reason, "Leave %s to the library, in a kernel of its own.", name);
  return false;
}

static bool check_types(const Graph *graph, const KernelSet *set, const Op *op) {
  DType dtype = graph->values[op->operands[0].value].dtype;
  for (int i = 0; i < 3; i++)
    if (graph->values[lowering_matrix_source(graph, set, op->operands[i].value)].dtype != dtype) return false;
  return dtype == DTYPE_BF16 || dtype == DTYPE_F16;
}

static bool check_other_product(const Graph *graph, const KernelSet *set, int op, Reason *reason) {
  int other = NO_OP;
  for (int i = 0; i < set->op_count && other == NO_OP; i++)
    if (set->ops[i] != op && op_is_product(&graph->ops[set->ops[i]])) other = set->ops[i];
  if (other == NO_OP) return true;
  reason_set(reason, REASON_UNSUPPORTED, (int[]){op, other, NO_OP},
             "a kernel of %s (attention) has no room for another product, which %s is", graph->ops[op].name,
             graph->ops[other].name);
  reason_remedy(reason, "Leave %s in another kernel.", graph->ops[other].name);
  return false;
}

bool lower_check_attention(const Graph *graph, const KernelSet *set, int op, Reason *reason) {
  AttentionCall call;
  if (set->op_count == 1)
    return refuse_call(graph, op, REASON_LIBRARY, "runs in a library call and has a kernel of its own",
                       reason);
  if (!attention_call(graph, &graph->ops[op], &call) ||
      attention_result(&graph->ops[op], 0) != ATTENTION_OUTPUT)
    return refuse_call(graph, op, REASON_LIBRARY,
                       "is called in a form that is not known: only a library runs it", reason);
  if (call.dropout != 0)
    return refuse_call(graph, op, REASON_LIBRARY,
                       "drops weights by random numbers of its own: only a library runs it", reason);
  if (call.causal && call.scores.size[ROW] != call.scores.size[KEY])
    return refuse_call(graph, op, REASON_LIBRARY,
                       "is causal, of more keys than queries or of fewer: only a library runs it", reason);
  if (!check_types(graph, set, &graph->ops[op]))
    return refuse_call(
        graph, op, REASON_LIBRARY,
        "is not of bf16 or f16 here: kernels are generated for queries, keys and values of those", reason);
  return check_other_product(graph, set, op, reason);
}

// ---- scores

void lowering_scores_space(const Lowering *lowering, const Op *op, Shape *space) {
  AttentionCall call;
  attention_call(lowering->graph, op, &call);
  *space = call.scores;
}

// From a head of the queries to the one of keys and values that it shares with others.
static bool share_head(Lowering *lowering, const AttentionCall *call, Position *at) {
  int rest;
  return call->heads_each == 1 ||
         index_divide(lowering, at->axis[HEAD], call->heads_each, true, &at->axis[HEAD], &rest);
}

static int add(Lowering *lowering, int a, int b) {
  if (lowering->stopped) return NO_STEP;
  return step_compute(lowering, NO_OP, NO_VALUE, OP_ADD, DTYPE_F32, (int[]){a, b}, 2);
}

static int hide_later_keys(Lowering *lowering, const Position *at, int score) {
  const int places[2] = {step_index(lowering, NO_OP, NO_VALUE, at->axis[ROW]),
                         step_index(lowering, NO_OP, NO_VALUE, at->axis[KEY])};
  int shown = step_compute(lowering, NO_OP, NO_VALUE, OP_GE, DTYPE_BOOL, places, 2);
  const int chosen[3] = {shown, score, step_number(lowering, DTYPE_F32, -INFINITY, 0)};
  return step_compute(lowering, NO_OP, NO_VALUE, OP_WHERE, DTYPE_F32, chosen, 3);
}

static int lower_score(Lowering *lowering, const Op *op, const AttentionCall *call, const Position *at) {
  Draft draft = step_draft(STEP_PRODUCT, (int)(op - lowering->graph->ops), NO_VALUE, DTYPE_F32);
  Matrix left, right;
  Position row = *at, key = *at;
  row.axis[WIDTH] = key.axis[WIDTH] = ZERO_INDEX;
  key.axis[ROW] = at->axis[KEY];
  if (!share_head(lowering, call, &key) ||
      !lowering_set_matrix(lowering, op, 0, op->operands[0].value, &row, WIDTH, &draft, &left) ||
      !lowering_set_matrix(lowering, op, 1, op->operands[1].value, &key, WIDTH, &draft, &right))
    return NO_STEP;
  int score = lowering_scaled(lowering, step_push(lowering, &draft), left.factor * right.factor * call->scale,
                              left.divisor * right.divisor, DTYPE_F32);
  if (call->bias >= 0)
    score = add(lowering, score,
                lower_operand(lowering, op, call->bias, at, &call->scores, DTYPE_F32, NO_CONDITION));
  return call->causal && !lowering->stopped ? hide_later_keys(lowering, at, score) : score;
}

// As if they were stored, in row order: attention.c reads there how they lie.
static void store_scores(Lowering *lowering, const Op *op, const AttentionCall *call, const Position *at) {
  int score = lower_score(lowering, op, call, at);
  if (score == NO_STEP || lowering->stopped) return;
  Draft draft = step_draft(STEP_STORE, (int)(op - lowering->graph->ops), NO_VALUE, DTYPE_F32);
  draft.storage = lowering_value(lowering, op->first_result)->storage;
  draft.index = position_linear(lowering, at, &call->scores);
  draft.operand[0] = score;
  draft.operand_count = 1;
  draft.dims = position_dims(lowering, at);
  step_push(lowering, &draft);
}

// ---- results

int lower_attended(Lowering *lowering, const Op *op, int value, const Position *at, int condition) {
  AttentionCall call;
  attention_call(lowering->graph, op, &call);
  if (value != op->first_result || condition != NO_CONDITION)
    return lowering_refuse_product(
        lowering, REASON_LAYOUT, op,
        "of attention, of which a reader here takes another result, or a part only");
  Draft draft = step_draft(STEP_PRODUCT, (int)(op - lowering->graph->ops), value,
                           dtype_compute(lowering_value(lowering, value)->dtype));
  Matrix matrix;
  Position row = *at, values = *at;
  row.axis[KEY] = values.axis[ROW] = ZERO_INDEX;
  if (!share_head(lowering, &call, &values) ||
      !lowering_set_matrix(lowering, op, 1, op->operands[2].value, &values, ROW, &draft, &matrix))
    return NO_STEP;
  draft.scores = lowering->scores;
  draft.matrix[0] = position_linear(lowering, &row, &call.scores);
  draft.along[0] = 1;
  return lowering_scaled(lowering, step_push(lowering, &draft), matrix.factor, matrix.divisor, draft.dtype);
}

static void store_log_sum(Lowering *lowering, Member *member, const Op *op, int value) {
  const Shape *shape = &lowering_value(lowering, value)->shape;
  Draft draft = step_draft(STEP_LOG_SUM, member->op, value, DTYPE_F32);
  Position at = member->at;
  draft.operand[0] = lower_value(lowering, op->first_result, &at, NO_CONDITION);
  draft.operand_count = 1;
  draft.over = lowering->indices.data[at.axis[WIDTH]].dims;
  at.axis[WIDTH] = ZERO_INDEX;
  at.rank = shape->rank;
  int step = draft.operand[0] == NO_STEP ? NO_STEP : step_push(lowering, &draft);
  lower_store(lowering, member->op, value, &at, step, position_dims(lowering, &at), false);
}

// Seeds, which without dropout nobody has a use for, are 0.
static void store_other(Lowering *lowering, Member *member, const Op *op, const AttentionCall *call,
                        int result) {
  int value = op->first_result + result;
  const Value *stored = lowering_value(lowering, value);
  Position at = position_zero(stored->shape.rank);
  if (result == attention_log_sum(lowering->graph, op, call) && stored->dtype == DTYPE_F32)
    store_log_sum(lowering, member, op, value);
  else if (attention_result(op, result) > ATTENTION_LOG_SUM && shape_elements(&stored->shape) == 1)
    lower_store(lowering, member->op, value, &at, step_number(lowering, dtype_compute(stored->dtype), 0, 0),
                0, false);
  else
    lowering_refuse_product(lowering, REASON_LAYOUT, op,
                            "of attention, and stores what only the library knows");
}

void lower_attention_stores(Lowering *lowering, Member *member) {
  const Op *op = &lowering->graph->ops[member->op];
  AttentionCall call;
  attention_call(lowering->graph, op, &call);
  if (lowering->scoring) {
    store_scores(lowering, op, &call, &member->at);
    return;
  }
  for (int result = 0; result < op->result_count && !lowering->stopped; result++) {
    if (!(member->stores >> result & 1)) continue;
    int value = op->first_result + result;
    if (result > 0)
      store_other(lowering, member, op, &call, result);
    else
      lower_store(lowering, member->op, value, &member->at,
                  lower_value(lowering, value, &member->at, NO_CONDITION),
                  position_dims(lowering, &member->at), false);
  }
}
