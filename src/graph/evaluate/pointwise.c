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

// Integers wrap around: what doubles would round is worked out in bits.
static bool computes_bits(OpCode code) {
  switch (code) {
    case OP_NEG:
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_FMA:
    case OP_ADDCMUL:
    case OP_POW:
    case OP_SHIFT_LEFT:
    case OP_BITWISE_NOT:
    case OP_BITWISE_AND:
    case OP_BITWISE_OR:
    case OP_BITWISE_XOR:
      return true;
    default:
      return false;
  }
}

static uint64_t power_bits(uint64_t base, int64_t exponent) {
  uint64_t result = 1;
  if (exponent < 0) return base == 1 ? 1 : base == UINT64_MAX ? (exponent & 1 ? base : 1) : 0;
  for (; exponent; exponent >>= 1, base *= base)
    if (exponent & 1) result *= base;
  return result;
}

static uint64_t result_bits(OpCode code, uint64_t a, uint64_t b, uint64_t c) {
  switch (code) {
    case OP_NEG:
      return 0 - a;
    case OP_ADD:
      return a + b;
    case OP_SUB:
      return a - b;
    case OP_MUL:
      return a * b;
    case OP_FMA:
      return a * b + c;
    case OP_ADDCMUL:
      return a + b * c;
    case OP_POW:
      return power_bits(a, (int64_t)b);
    case OP_SHIFT_LEFT:
      return b < 64 ? a << b : 0;
    case OP_BITWISE_NOT:
      return ~a;
    case OP_BITWISE_AND:
      return a & b;
    case OP_BITWISE_OR:
      return a | b;
    default:
      return a ^ b;
  }
}

static uint64_t bits_of(double x) {
  if (x >= 0x1p64) return UINT64_MAX;
  return x >= 0x1p63 ? (uint64_t)x : (uint64_t)(int64_t)x;
}

static void apply_bits(OpCode code, DType dtype, double *const at[], const int64_t step[], int64_t length) {
  const double *a = at[0], *b = at[1], *c = at[2];
  for (int64_t i = 0; i < length; i++)
    at[RESULT][i] = dtype_wrap(
        dtype, result_bits(code, bits_of(a[i * step[0]]), bits_of(b[i * step[1]]), bits_of(c[i * step[2]])));
}

static void replace_non_finite(double *out, int64_t length) {
  for (int64_t i = 0; i < length; i++)
    if (!(out[i] - out[i] == 0)) out[i] = 0;
}

// Through memory of the operand's type.
static bool reinterpret(const EvaluateCall *call) {
  Tensor *result = &call->results[0];
  const Tensor *from = call->operands[0];
  int64_t count = tensor_elements(result);
  if (!from) return status_fail(call->status, STATUS_INPUT, "%s: reads a number's bits", call->op->name);
  for (int64_t i = 0; i < count; i++) {
    uint64_t memory = 0;
    dtype_store(from->dtype, &memory, 0, from->data[i]);
    result->data[i] = dtype_load(result->dtype, &memory, 0);
  }
  return true;
}

bool evaluate_pointwise(const EvaluateCall *call) {
  Tensor *result = &call->results[0];
  OpReference reference = op_reference(call->op->code);
  if (call->op->code == OP_REINTERPRET) return reinterpret(call);
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
  bool divides = divides_integers(call),
       bits = dtype_kind(result->dtype) == DTYPE_IS_INTEGER && computes_bits(call->op->code);
  for (walk_begin(&walk); walk.more; walk_next(&walk)) {
    double *at[WALK_OPERANDS] = {0};
    for (int k = 0; k < POINTWISE_OPERANDS; k++)
      at[k] = source[k].data ? (double *)source[k].data + walk.position[k] : &source[k].number;
    at[RESULT] = result->data + walk.position[RESULT];
    if (bits)
      apply_bits(call->op->code, result->dtype, at, walk.step, walk.length);
    else
      apply_row(reference, at, walk.step, walk.length);
    if (divides) replace_non_finite(at[RESULT], walk.length);
  }
  if (!bits && rounds_result(call)) tensor_round(result);
  return true;
}
