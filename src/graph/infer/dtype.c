// Result dtypes: PyTorch's promotion and the rules of the op table.
#include "graph/infer/infer.h"

// Dtypes gathered by strength: tensors with axes, scalar tensors, plain numbers (torch.result_type).
typedef struct Strengths {
  bool has[3];
  DType dtype[3];
} Strengths;

static void strengths_add(Strengths *strengths, int strength, DType dtype) {
  strengths->dtype[strength] =
      strengths->has[strength] ? dtype_promote(strengths->dtype[strength], dtype) : dtype;
  strengths->has[strength] = true;
}

// The weaker side counts only where it is of a higher category (bool, integer, float, complex).
static DType combine(DType strong, DType weak) {
  return dtype_kind(weak) > dtype_kind(strong) ? dtype_promote(strong, weak) : strong;
}

DType infer_promoted(const Inference *inference, int first, int last) {
  Strengths strengths = {0};
  for (int i = first; i <= last && i < inference->operand_count; i++) {
    const Value *value = infer_operand(inference, i);
    if (value) strengths_add(&strengths, value->shape.rank ? 0 : 1, value->dtype);
    if (inference->operands[i].is_number)
      strengths_add(&strengths, 2, inference->operands[i].is_integer ? DTYPE_I64 : DTYPE_F32);
  }
  DType result = DTYPE_F32;
  bool any = false;
  for (int i = 0; i < 3; i++) {
    if (!strengths.has[i]) continue;
    result = any ? combine(result, strengths.dtype[i]) : strengths.dtype[i];
    any = true;
  }
  return result;
}

static DType as_float(DType dtype) {
  return dtype_kind(dtype) < DTYPE_IS_FLOAT ? DTYPE_F32 : dtype;
}

static DType default_dtype(OpCode code) {
  switch (code) {
    case OP_IOTA:
    case OP_SEEDS:
    case OP_RANDINT:
      return DTYPE_I64;
    default:
      return DTYPE_F32;
  }
}

// The attribute dtype, or `otherwise`.
static DType attribute_dtype(Inference *inference, DType otherwise) {
  return (DType)infer_integer(inference, ATTRIBUTE_DTYPE, (int64_t)otherwise);
}

static DType dtype_of_first(const Inference *inference) {
  const Value *first = infer_operand(inference, 0);
  return first ? first->dtype : DTYPE_F32;
}

static DType result_dtype(Inference *inference, DTypeRule rule, int result) {
  DType first = dtype_of_first(inference);
  switch (rule) {
    case RESULT_PROMOTE:
      return infer_promoted(inference, 0, inference->operand_count - 1);
    case RESULT_FLOAT:
      return as_float(infer_promoted(inference, 0, inference->operand_count - 1));
    case RESULT_BOOL:
      return DTYPE_BOOL;
    case RESULT_FIRST:
      return attribute_dtype(inference, first);
    case RESULT_SECOND:
      return infer_promoted(inference, 1, 2);
    case RESULT_SUM:
      return attribute_dtype(inference, dtype_kind(first) < DTYPE_IS_FLOAT ? DTYPE_I64 : first);
    case RESULT_INDEX:
      return DTYPE_I64;
    case RESULT_FIRST_INDEX:
      return result == 0 ? first : DTYPE_I64;
    case RESULT_FIRST_OFFSET:
      return result == 0 ? first : DTYPE_I8;
    case RESULT_ATTRIBUTE:
      return attribute_dtype(inference, default_dtype(inference->code));
    case RESULT_PART:
      return dtype_part(infer_promoted(inference, 0, inference->operand_count - 1));
    case RESULT_FLOAT_PART:
      return dtype_part(as_float(infer_promoted(inference, 0, inference->operand_count - 1)));
    case RESULT_PAIR:
      return dtype_pair(infer_promoted(inference, 0, inference->operand_count - 1));
    case RESULT_ANNOTATED:
      break;
  }
  return first;
}

static bool is_shift(OpCode code) {
  return code == OP_SHIFT_LEFT || code == OP_SHIFT_RIGHT;
}

static bool is_bitwise(OpCode code) {
  return is_shift(code) || code == OP_BITWISE_NOT || code == OP_BITWISE_AND || code == OP_BITWISE_OR ||
         code == OP_BITWISE_XOR;
}

// Does the op compute with elements, or only move them?
static bool computes(OpCode code) {
  switch (op_info(code)->op_class) {
    case CLASS_POINTWISE:
      return code != OP_COPY && code != OP_WHERE && code != OP_REINTERPRET;
    case CLASS_REDUCE:
    case CLASS_SCAN:
    case CLASS_WINDOW:
    case CLASS_CONTRACTION:
      return true;
    case CLASS_VIEW:
    case CLASS_CREATE:
    case CLASS_RANDOM:
    case CLASS_INDEX:
    case CLASS_LAYOUT:
    case CLASS_LIBRARY:
    case CLASS_OPAQUE:
      break;
  }
  return false;
}

static bool check_storage(const Inference *inference, DType result, Status *status) {
  if (!computes(inference->code)) return true;
  for (int i = -1; i < inference->operand_count; i++) {
    const Value *value = i < 0 ? NULL : infer_operand(inference, i);
    DType dtype = value ? value->dtype : result;
    if (dtype_bits(dtype) == BITS_STORAGE)
      return status_fail(status, STATUS_INPUT,
                         "elements of %s are several numbers each: they are moved, not computed with",
                         dtype_name(dtype));
  }
  return true;
}

// Operands of the same strength, and all of a comparison, need a common type.
static bool check_promotion(const Inference *inference, Status *status) {
  DTypeRule rule = op_info(inference->code)->dtype_rule;
  if (rule != RESULT_PROMOTE && rule != RESULT_FLOAT && rule != RESULT_BOOL && rule != RESULT_PAIR)
    return true;
  const Value *first = NULL;
  for (int i = 0; i < inference->operand_count; i++) {
    const Value *value = infer_operand(inference, i);
    if (first && value && !value->shape.rank == !first->shape.rank &&
        !dtype_promotes(first->dtype, value->dtype))
      return status_fail(status, STATUS_INPUT, "PyTorch has no common type of %s and %s: cast one of them",
                         dtype_name(first->dtype), dtype_name(value->dtype));
    if (!first) first = value;
  }
  return true;
}

static bool check_bits(DType from, DType to, Status *status) {
  bool parts = dtype_kind(from) == DTYPE_IS_COMPLEX || dtype_kind(to) == DTYPE_IS_COMPLEX;
  if (dtype_bytes(from) == dtype_bytes(to) && !parts) return true;
  return status_fail(status, STATUS_INPUT,
                     "reads %s as %s: only elements of the same size are read as others", dtype_name(from),
                     dtype_name(to));
}

static bool check_dtype(const Inference *inference, DType result, Status *status) {
  const char *name = dtype_name(result);
  const Value *read = infer_operand(inference, 0);
  if (inference->code == OP_REINTERPRET && read && !check_bits(read->dtype, result, status)) return false;
  if (!check_storage(inference, result, status) || !check_promotion(inference, status)) return false;
  if (is_shift(inference->code) && dtype_kind(result) != DTYPE_IS_INTEGER)
    return status_fail(status, STATUS_INPUT, "works on integers, not on %s", name);
  if (is_bitwise(inference->code) && dtype_kind(result) > DTYPE_IS_INTEGER)
    return status_fail(status, STATUS_INPUT, "works on integers and bools, not on %s", name);
  bool averages = inference->code == OP_MEAN || inference->code == OP_VAR || inference->code == OP_VAR_MEAN ||
                  inference->code == OP_PREPARE_SOFTMAX;
  if (averages && dtype_kind(result) < DTYPE_IS_FLOAT)
    return status_fail(status, STATUS_INPUT, "needs a float dtype, got %s: cast it first", name);
  if (op_info(inference->code)->dtype_rule == RESULT_PAIR) {
    DType parts = infer_promoted(inference, 0, inference->operand_count - 1);
    if (dtype_kind(parts) != DTYPE_IS_FLOAT || dtype_bytes(parts) == 1 || parts == DTYPE_BF16)
      return status_fail(status, STATUS_INPUT, "makes complex numbers of f16, f32 or f64, not of %s",
                         dtype_name(parts));
  }
  const Value *first = infer_operand(inference, 0);
  if (inference->code == OP_WHERE && first && first->dtype != DTYPE_BOOL)
    return status_fail(status, STATUS_INPUT, "operand 0 must be bool, not %s", dtype_name(first->dtype));
  return true;
}

bool infer_dtype(Inference *inference, Status *status) {
  const OpInfo *info = op_info(inference->code);
  if ((inference->code == OP_CAST || inference->code == OP_REINTERPRET) &&
      !infer_attribute(inference, ATTRIBUTE_DTYPE))
    return status_fail(status, STATUS_INPUT, "needs \"dtype\"");
  for (int i = 0; i < inference->result_count; i++)
    inference->results[i].dtype = result_dtype(inference, info->dtype_rule, i);
  if (inference->code == OP_BITWISE_NOT && inference->results[0].dtype == DTYPE_BOOL)
    inference->code = OP_LOGICAL_NOT;
  return check_dtype(inference, inference->results[0].dtype, status);
}
