#include "graph/infer/infer.h"

static bool plural(int64_t count) {
  return count != 1;
}

static bool check_count(const Inference *inference, Status *status) {
  const OpInfo *info = op_info(inference->code);
  int count = inference->operand_count;
  if (count >= info->min_inputs && (info->max_inputs < 0 || count <= info->max_inputs)) return true;
  if (info->max_inputs == info->min_inputs)
    return status_fail(status, STATUS_INPUT, "takes %d operand%s, got %d", info->min_inputs,
                       plural(info->min_inputs) ? "s" : "", count);
  if (info->max_inputs < 0)
    return status_fail(status, STATUS_INPUT, "takes at least %d operand%s, got %d", info->min_inputs,
                       plural(info->min_inputs) ? "s" : "", count);
  return status_fail(status, STATUS_INPUT, "takes %d to %d operands, got %d", info->min_inputs,
                     info->max_inputs, count);
}

// May this operand be left out (null)? Index operands stand for a whole axis then, a bias for none.
static bool may_be_absent(OpCode code, int operand) {
  switch (code) {
    case OP_INDEX:
      return operand >= 1;
    case OP_INDEX_PUT:
      return operand >= 2;
    case OP_MASKED_INDEX_PUT:
      return operand >= 3;
    case OP_CONVOLUTION:
      return operand == 2;
    case OP_ATTENTION:
    case OP_ATTENTION_BACKWARD:
    case OP_GROUPED_MM:
    case OP_SCALED_MM:
      return operand >= 2;
    case OP_OPAQUE:
      return true;
    default:
      return false;
  }
}

// Numbers go where one element at a time is computed; every such op needs one tensor that gives the shape.
static bool check_kinds(const Inference *inference, Status *status) {
  bool pointwise = op_info(inference->code)->op_class == CLASS_POINTWISE;
  bool any_value = false;
  for (int i = 0; i < inference->operand_count; i++) {
    const Operand *operand = &inference->operands[i];
    any_value |= operand->value != NO_VALUE;
    if (operand->is_number && !pointwise && inference->code != OP_OPAQUE)
      return status_fail(status, STATUS_INPUT, "operand %d must be a tensor, not a number", i);
    if (operand->value == NO_VALUE && !operand->is_number && !may_be_absent(inference->code, i))
      return status_fail(status, STATUS_INPUT, "operand %d is missing", i);
  }
  if (pointwise && !any_value) return status_fail(status, STATUS_INPUT, "needs a tensor among its operands");
  return true;
}

static bool check_attributes(const Inference *inference, Status *status) {
  for (int i = 0; i < inference->attribute_count; i++)
    if (!op_takes(inference->code, inference->attributes[i].key))
      return status_fail(status, STATUS_INPUT, "takes no \"%s\"",
                         attribute_name(inference->attributes[i].key));
  return true;
}

static bool check(const Inference *inference, Status *status) {
  return check_count(inference, status) && check_kinds(inference, status) &&
         check_attributes(inference, status);
}

// A rounding mode makes division another op.
static bool resolve_division(Inference *inference, Status *status) {
  const Attribute *mode = infer_attribute(inference, ATTRIBUTE_MODE);
  if (inference->code != OP_DIV || !mode) return true;
  if (mode->text && mode->text[0] == 'f')
    inference->code = OP_DIV_FLOOR;
  else if (mode->text && mode->text[0] == 't')
    inference->code = OP_DIV_TRUNC;
  else
    return status_fail(status, STATUS_INPUT, "\"mode\" must be \"floor\" or \"trunc\"");
  infer_remove(inference, ATTRIBUTE_MODE);
  return true;
}

// full_like and its kind: the operand is asked for its shape and dtype only, so the op does not depend on it.
static void drop_lender(Inference *inference) {
  if (op_info(inference->code)->op_class != CLASS_CREATE || inference->operand_count != 1) return;
  const Value *lender = infer_operand(inference, 0);
  int64_t dtype = (int64_t)lender->dtype;
  if (!infer_attribute(inference, ATTRIBUTE_DTYPE)) infer_set_integers(inference, ATTRIBUTE_DTYPE, &dtype, 1);
  if (!infer_attribute(inference, ATTRIBUTE_SHAPE))
    infer_set_integers(inference, ATTRIBUTE_SHAPE, lender->shape.size, lender->shape.rank);
  inference->operand_count = 0;
}

static bool infer_shapes(Inference *inference, Status *status) {
  switch (op_info(inference->code)->shape_rule) {
    case SHAPE_BROADCAST:
      return infer_pointwise(inference, status);
    case SHAPE_COPY:
      return infer_copy(inference, status);
    case SHAPE_FIRST:
      return infer_like_first(inference, status);
    case SHAPE_SECOND:
      return infer_like_second(inference, status);
    case SHAPE_REDUCE:
      return infer_reduce(inference, status);
    case SHAPE_VIEW:
      return infer_view(inference, status);
    case SHAPE_CREATE:
      return infer_create(inference, status);
    case SHAPE_INDEX:
      return infer_index(inference, status);
    case SHAPE_LAYOUT:
      return infer_layout(inference, status);
    case SHAPE_WINDOW:
      return infer_window(inference, status);
    case SHAPE_CONTRACTION:
      return infer_contraction(inference, status);
    case SHAPE_CONVOLUTION:
      return infer_convolution(inference, status);
    case SHAPE_TOPK:
      return infer_topk(inference, status);
    case SHAPE_GLU:
      return infer_glu(inference, status);
    case SHAPE_PAIRS:
      return infer_pairs(inference, status);
    case SHAPE_ANNOTATED:
      break;
  }
  return true;
}

static int count_results(const Inference *inference) {
  int results = op_info(inference->code)->results;
  if (results > 0) return results;
  return inference->wanted_results > 0 ? inference->wanted_results : 1;
}

bool infer_op(Inference *inference, Status *status) {
  if (!check(inference, status) || !resolve_division(inference, status)) return false;
  drop_lender(inference);
  inference->op_class = op_info(inference->code)->op_class;
  inference->is_view = inference->op_class == CLASS_VIEW;
  inference->result_count = count_results(inference);
  size_t count = (size_t)inference->result_count;
  inference->results =
      count == 1 ? &inference->only : arena_array(inference->arena, count, sizeof *inference->results);
  if (op_info(inference->code)->dtype_rule != RESULT_ANNOTATED && !infer_dtype(inference, status))
    return false;
  if (!infer_shapes(inference, status)) return false;
  for (int i = 0; i < inference->result_count; i++)
    if (!shape_check(&inference->results[i].shape, status)) return false;
  return true;
}
