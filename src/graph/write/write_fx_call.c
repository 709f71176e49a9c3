// One op as a PyTorch call, by the rows of torch_ops.h.
#include "graph/core/torch.h"
#include "graph/write/write_fx.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_double(Text *out, double number) {
  char digits[40];
  if (isnan(number)) {
    text_add(out, "nan");
    return;
  }
  for (int precision = 1; precision <= 17; precision++) {
    snprintf(digits, sizeof digits, "%.*g", precision, number);
    if (strtod(digits, NULL) == number) break;
  }
  text_add(out, digits);
  if (!strpbrk(digits, ".eni"))
    text_add(out, ".0"); // neither fraction, exponent nor inf: Python would read an int
}

void fx_add_operand(Text *out, const Operand *operand, const FxNames *names) {
  if (operand->value != NO_VALUE)
    text_add(out, names->values[operand->value]);
  else if (!operand->is_number)
    text_add(out, "None");
  else if (operand->is_integer)
    text_printf(out, "%lld", (long long)operand->integer);
  else
    add_double(out, operand->number);
}

static void add_operands(Text *out, const Op *op, int first, const FxNames *names) {
  text_add(out, "[");
  for (int i = first; i < op->operand_count; i++) {
    if (i > first) text_add(out, ", ");
    fx_add_operand(out, &op->operands[i], names);
  }
  text_add(out, "]");
}

// PyTorch takes one integer there, not a list.
static bool is_single(const Op *op, AttributeKey key) {
  switch (op->code) {
    case OP_IOTA:
    case OP_SEEDS:
      return key == ATTRIBUTE_SHAPE;
    case OP_PROD:
    case OP_ARGMAX:
    case OP_ARGMIN:
    case OP_MAX_DIM:
    case OP_MIN_DIM:
    case OP_PREPARE_SOFTMAX:
      return key == ATTRIBUTE_AXES;
    default:
      return false;
  }
}

static void add_list(Text *out, const Attribute *attribute) {
  text_add(out, "[");
  for (int i = 0; i < attribute->count; i++)
    text_printf(out, i ? ", %lld" : "%lld", (long long)attribute->integer[i]);
  text_add(out, "]");
}

static void add_text_attribute(Text *out, const Op *op, const Attribute *attribute, const Graph *graph) {
  bool volume = graph->values[op->first_result].shape.rank == 5;
  if (attribute->key == ATTRIBUTE_LAYOUT && strcmp(attribute->text, "channels_last") == 0)
    text_add(out, volume ? "torch.channels_last_3d" : "torch.channels_last");
  else if (attribute->key == ATTRIBUTE_LAYOUT)
    text_printf(out, "torch.%s_format", attribute->text);
  else
    text_printf(out, "'%s'", attribute->text);
}

static void add_attribute(Text *out, const Graph *graph, const Op *op, const Attribute *attribute) {
  switch (attribute_kind(attribute->key)) {
    case ATTRIBUTE_IS_INTEGER:
      text_printf(out, "%lld", (long long)attribute_integer(attribute));
      break;
    case ATTRIBUTE_IS_BOOL:
      text_add(out, attribute_integer(attribute) ? "True" : "False");
      break;
    case ATTRIBUTE_IS_DTYPE:
      text_add(out, dtype_torch_name((DType)attribute_integer(attribute)));
      break;
    case ATTRIBUTE_IS_TEXT:
      add_text_attribute(out, op, attribute, graph);
      break;
    case ATTRIBUTE_IS_NUMBER:
      if (attribute->count)
        text_printf(out, "%lld", (long long)attribute->integer[0]);
      else
        add_double(out, attribute->number);
      break;
    case ATTRIBUTE_IS_INTEGERS:
      if (is_single(op, attribute->key) && attribute->count == 1)
        text_printf(out, "%lld", (long long)attribute->integer[0]);
      else
        add_list(out, attribute);
      break;
  }
}

// All axes, for an argument that PyTorch cannot leave out.
static void add_all_axes(Text *out, const Graph *graph, const Op *op) {
  int rank = graph->values[op->operands[0].value].shape.rank;
  text_add(out, "[");
  for (int i = 0; i < rank; i++)
    text_printf(out, i ? ", %d" : "%d", i);
  text_add(out, "]");
}

static bool reduces_all_axes(const Op *op, const TorchArgument *argument) {
  return op->op_class == CLASS_REDUCE && argument->meaning == TORCH_ATTRIBUTE &&
         argument->key == ATTRIBUTE_AXES && !is_single(op, ATTRIBUTE_AXES);
}

// Appends what the op gives for an argument; false when it gives nothing.
static bool add_argument(Text *out, const Graph *graph, const Op *op, const TorchArgument *argument,
                         const FxNames *names) {
  const Attribute *attribute = argument->meaning == TORCH_ATTRIBUTE ? op_attribute(op, argument->key) : NULL;
  bool creates = op->op_class == CLASS_CREATE;
  if (argument->meaning == TORCH_OPERAND && argument->operand < op->operand_count)
    fx_add_operand(out, &op->operands[argument->operand], names);
  else if (argument->meaning == TORCH_OPERANDS)
    add_operands(out, op, argument->operand, names);
  else if (attribute)
    add_attribute(out, graph, op, attribute);
  else if (reduces_all_axes(op, argument))
    add_all_axes(out, graph, op);
  else if (creates && argument->meaning == TORCH_ATTRIBUTE && argument->key == ATTRIBUTE_DTYPE)
    text_add(out, dtype_torch_name(graph->values[op->first_result].dtype));
  else if (creates && strcmp(argument->name, "device") == 0)
    text_add(out, "device(type='cuda', index=0)");
  else if (creates && argument->keyword_only && argument->has_default)
    text_add(out, argument->otherwise);
  else
    return false;
  return true;
}

// Positional arguments of which nothing is said, before argument `until`.
static void add_defaults(Text *out, const TorchArgument *arguments, int from, int until) {
  for (int i = from; i < until && !arguments[i].keyword_only; i++)
    text_printf(out, "%s%s", i ? ", " : "", arguments[i].has_default ? arguments[i].otherwise : "None");
}

// Where nothing is said, PyTorch's defaults serve, but its windows and libraries want all their arguments.
static void add_arguments(Text *out, const Graph *graph, const Op *op, const TorchTarget *target,
                          const FxNames *names) {
  TorchArgument arguments[TORCH_MAX_ARGUMENTS];
  int count = torch_signature(target, arguments), written = 0;
  Text text = {0};
  for (int i = 0; i < count; i++) {
    text_clear(&text);
    if (!add_argument(&text, graph, op, &arguments[i], names)) continue;
    if (!arguments[i].keyword_only) add_defaults(out, arguments, written, i);
    text_add(out, i ? ", " : "");
    if (arguments[i].keyword_only) text_printf(out, "%s = ", arguments[i].name);
    text_add(out, text_get(&text));
    written = i + 1;
  }
  if (op->op_class == CLASS_WINDOW || op->op_class == CLASS_LIBRARY)
    add_defaults(out, arguments, written, count);
  text_free(&text);
}

// Is the divisor a number?
static bool divides_by_number(const Op *op) {
  return op->operands[1].is_number;
}

// The name of an overload that attributes choose, NULL when operands alone do.
static const char *special_target(const Op *op) {
  const Attribute *axes = op_attribute(op, ATTRIBUTE_AXES);
  bool whole = !axes && !op_flag(op, ATTRIBUTE_KEEP);
  switch (op->code) {
    case OP_SQUEEZE:
      return axes ? NULL : "aten.squeeze.default";
    case OP_PROD:
      return axes && axes->count ? NULL : "aten.prod.default";
    case OP_SUM:
      return whole ? "aten.sum.default" : NULL;
    case OP_MEAN:
      return whole ? "aten.mean.default" : NULL;
    case OP_ANY:
      return whole ? "aten.any.default" : NULL;
    case OP_ALL:
      return whole ? "aten.all.default" : NULL;
    case OP_EMPTY:
      return op_attribute(op, ATTRIBUTE_STRIDE) ? "aten.empty_strided.default" : NULL;
    case OP_DIV_FLOOR:
    case OP_DIV_TRUNC:
      return divides_by_number(op) ? "aten.div.Scalar_mode" : "aten.div.Tensor_mode";
    default:
      return NULL;
  }
}

// "aten.add_.Tensor": the in-place form writes into its first operand.
static bool add_target(Text *out, const Op *op, const char *name, Status *status) {
  const char *overload = strrchr(name, '.');
  if (op->mutates < 0) {
    text_printf(out, "torch.ops.%s", name);
    return true;
  }
  if (op->mutates > 0 || !overload || !text_starts(name, "aten."))
    return status_fail(status, STATUS_INPUT, "\"%s\": PyTorch has no %s that writes into operand %d",
                       op->name, op_info(op->code)->name, op->mutates);
  text_printf(out, "torch.ops.%.*s_%s", (int)(overload - name), name, overload);
  return true;
}

bool fx_write_call(const Graph *graph, const Op *op, const FxNames *names, Text *out, Status *status) {
  TorchTarget target;
  const char *special = special_target(op);
  bool found = special ? torch_find(special, &target)
                       : torch_target_of(op->code, op->operands, op->operand_count, &target);
  if (!found || torch_passed_through(&target)) return fx_write_as_written(op, names, out, status);
  if (op->code == OP_PROD && __builtin_popcount(op_reduced_axes(graph, op)) > 1 && !special)
    return status_fail(status, STATUS_INPUT, "\"%s\": PyTorch multiplies along one axis at a time", op->name);
  if (!add_target(out, op, target.name, status)) return false;
  text_add(out, "(");
  add_arguments(out, graph, op, &target, names);
  if (op->code == OP_DIV_FLOOR || op->code == OP_DIV_TRUNC)
    text_printf(out, ", rounding_mode = '%s'", op->code == OP_DIV_FLOOR ? "floor" : "trunc");
  text_add(out, ")");
  return true;
}
