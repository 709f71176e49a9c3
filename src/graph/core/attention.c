#include "graph/core/attention.h"

#include <math.h>
#include <string.h>

#include "graph/core/argument.h"

// Where the arguments stand in the forms of this op that PyTorch has.
typedef struct AttentionForm {
  const char *target;  // part of PyTorch's name
  int bias;            // operand, -1 when the form has none
  int dropout, causal; // argument positions
} AttentionForm;

static const AttentionForm FORMS[] = {
    {"cudnn_attention.", 3, 5, 6},
    {"efficient_attention.", 3, 5, 6},
    {"flash_attention.", -1, 3, 4},
};

static const AttentionForm *find_form(const char *target) {
  for (size_t i = 0; i < sizeof FORMS / sizeof *FORMS; i++)
    if (strstr(target, FORMS[i].target)) return &FORMS[i];
  return NULL;
}

static const Shape *shape_of(const Graph *graph, const Op *op, int operand) {
  int value = operand < op->operand_count ? op->operands[operand].value : NO_VALUE;
  return value == NO_VALUE || graph->values[value].shape.rank != 4 ? NULL : &graph->values[value].shape;
}

static bool take_shapes(const Graph *graph, const Op *op, AttentionCall *call) {
  const Shape *query = shape_of(graph, op, 0), *key = shape_of(graph, op, 1), *value = shape_of(graph, op, 2);
  if (!query || !key || !value) return false;
  bool agree = query->size[3] == key->size[3] && key->size[2] == value->size[2] &&
               key->size[1] == value->size[1] && query->size[0] == key->size[0] &&
               key->size[0] == value->size[0];
  if (!agree || key->size[1] == 0 || query->size[1] % key->size[1] != 0) return false;
  call->scores = (Shape){4, {query->size[0], query->size[1], query->size[2], key->size[2]}};
  call->heads_each = query->size[1] / key->size[1];
  call->value_width = value->size[3];
  return true;
}

static bool broadcasts(const Shape *shape, const Shape *to) {
  for (int axis = 1; axis <= shape->rank; axis++)
    if (axis > to->rank || (shape->size[shape->rank - axis] != 1 &&
                            shape->size[shape->rank - axis] != to->size[to->rank - axis]))
      return false;
  return true;
}

// The shape of what a file says is the result.
static bool has_output(const Graph *graph, const Op *op, const AttentionCall *call) {
  Shape output = call->scores;
  output.size[3] = call->value_width;
  int result = attention_output(op);
  return result == NO_OUTPUT || shape_equal(&graph->values[op->first_result + result].shape, &output);
}

bool attention_call(const Graph *graph, const Op *op, AttentionCall *call) {
  if (op->code != OP_ATTENTION) return false;
  const AttentionForm *form = find_form(op_text(op, ATTRIBUTE_TARGET, ""));
  if (!form || !take_shapes(graph, op, call)) return false;
  int64_t width = graph->values[op->operands[0].value].shape.size[3];
  bool biased =
      form->bias >= 0 && op->operand_count > form->bias && op->operands[form->bias].value != NO_VALUE;
  call->bias = biased ? form->bias : -1;
  call->dropout = argument_number(op, form->dropout, "dropout_p", 0);
  call->causal = argument_flag(op, form->causal, "is_causal", false);
  call->scale = argument_number(op, -1, "scale", 1 / sqrt((double)(width > 0 ? width : 1)));
  if (biased && !broadcasts(&graph->values[op->operands[call->bias].value].shape, &call->scores))
    return false;
  return has_output(graph, op, call);
}

int64_t attention_result(const Op *op, int result) {
  const Attribute *tuple = op_attribute(op, ATTRIBUTE_TUPLE);
  return tuple && result < tuple->count ? tuple->integer[result] : result;
}

static bool is_number_of_row(const Value *value, const AttentionCall *call) {
  const Shape *shape = &value->shape;
  if (dtype_kind(value->dtype) != DTYPE_IS_FLOAT) return false;
  if (shape->rank != 3 && !(shape->rank == 4 && shape->size[3] == 1)) return false;
  for (int axis = 0; axis < 3; axis++)
    if (shape->size[axis] != call->scores.size[axis]) return false;
  return true;
}

// The first result that stands at that place of PyTorch's tuple; -1: none does.
static int result_at(const Op *op, int64_t place) {
  for (int i = 0; i < op->result_count; i++)
    if (attention_result(op, i) == place) return i;
  return -1;
}

int attention_output(const Op *op) {
  return result_at(op, ATTENTION_OUTPUT);
}

int attention_log_sum(const Graph *graph, const Op *op, const AttentionCall *call) {
  int result = result_at(op, ATTENTION_LOG_SUM);
  bool known = result >= 0 && is_number_of_row(&graph->values[op->first_result + result], call);
  return known ? result : NO_LOG_SUM;
}
