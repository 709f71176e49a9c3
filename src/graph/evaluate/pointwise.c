// Pointwise ops: the op table's reference function at every (broadcast) index.
#include "graph/evaluate/internal.h"

enum { POINTWISE_OPERANDS = 3, RESULT = POINTWISE_OPERANDS };

// Where an operand's elements come from: a tensor, or one number read again and again.
typedef struct Source {
  const double *data;
  double number;
  int64_t stride[MAX_RANK];
} Source;

static void source_of(const EvaluateCall *call, int operand, const Shape *space, Source *source) {
  *source = (Source){.data = NULL};
  if (operand >= call->op->operand_count) return;
  const Tensor *tensor = call->operands[operand];
  if (tensor) {
    source->data = tensor->data;
    tensor_broadcast(tensor, space, source->stride);
  } else {
    source->number = call->op->operands[operand].number;
  }
}

// Integer results wrap, and bools are 0 or 1, after every op; a float result is rounded only by an op that
// converts.
static bool rounds_result(const EvaluateCall *call) {
  const Tensor *result = &call->results[0];
  if (call->op->code == OP_CAST) return true;
  if (call->op->code == OP_COPY) return !call->operands[1] || call->operands[1]->dtype != result->dtype;
  return dtype_kind(result->dtype) != DTYPE_IS_FLOAT && op_info(call->op->code)->dtype_rule != RESULT_BOOL;
}

// The reference divides exactly; an integer division by zero has no value and counts as 0.
static bool divides_integers(const EvaluateCall *call) {
  OpCode code = call->op->code;
  bool divides = code == OP_DIV_FLOOR || code == OP_DIV_TRUNC || code == OP_FMOD || code == OP_REMAINDER;
  return divides && dtype_kind(call->results[0].dtype) != DTYPE_IS_FLOAT;
}

static void apply_row(OpReference reference, double *const at[], const int64_t step[], int64_t length) {
  const double *a = at[0], *b = at[1], *c = at[2];
  double *out = at[RESULT];
  for (int64_t i = 0; i < length; i++)
    out[i] = reference(a[i * step[0]], b[i * step[1]], c[i * step[2]]);
}

static void replace_non_finite(double *out, int64_t length) {
  for (int64_t i = 0; i < length; i++)
    if (!(out[i] - out[i] == 0)) out[i] = 0;
}

bool evaluate_pointwise(const EvaluateCall *call) {
  Tensor *result = &call->results[0];
  OpReference reference = op_reference(call->op->code);
  if (!reference)
    return status_fail(call->status, STATUS_INTERNAL, "%s has no reference function", call->op->name);
  Source source[POINTWISE_OPERANDS];
  Walk walk;
  walk_init(&walk, &result->shape);
  for (int k = 0; k < POINTWISE_OPERANDS; k++) {
    source_of(call, k, &result->shape, &source[k]);
    walk_add(&walk, source[k].stride, 0);
  }
  int64_t out_stride[MAX_RANK] = {0};
  tensor_strides(&result->shape, out_stride);
  walk_add(&walk, out_stride, 0);
  bool divides = divides_integers(call);
  for (walk_begin(&walk); walk.more; walk_next(&walk)) {
    double *at[WALK_OPERANDS] = {0};
    for (int k = 0; k < POINTWISE_OPERANDS; k++)
      at[k] = source[k].data ? (double *)source[k].data + walk.position[k] : &source[k].number;
    at[RESULT] = result->data + walk.position[RESULT];
    apply_row(reference, at, walk.step, walk.length);
    if (divides) replace_non_finite(at[RESULT], walk.length);
  }
  if (rounds_result(call)) tensor_round(result);
  return true;
}
