// Numbers that a graph of dynamic shapes computes with: inputs and results annotated "Sym(...)".
#include "graph/read/fx/build.h"

#include "base/text.h"
#include "graph/read/size/functions.h"

#include <string.h>

// ---- Expressions with the names of the graph's numbers.

static bool find_node(void *context, const char *name, SizeNumber *size) {
  const FxSymbol *symbol = fx_symbol(context, name);
  if (!symbol || !symbol->size) return false;
  *size = symbol->size->number;
  return true;
}

static bool evaluate(FxBuild *build, const PythonExpr *expr, SizeNumber *number, char problem[SIZE_PROBLEM]) {
  SizeNames names = {.find = find_node, .context = build};
  const char *text = build->parsed->text + expr->begin;
  return size_evaluate(&names, text, (size_t)(expr->end - expr->begin), number, problem);
}

static PythonExpr number_expr(const PythonExpr *from, const SizeNumber *number, const char *text) {
  return (PythonExpr){.kind = number->real ? PYTHON_NUMBER : PYTHON_INTEGER,
                      .begin = from->begin,
                      .end = from->end,
                      .integer = number->integer,
                      .number = number->number,
                      .text = text};
}

static const PythonExpr *fold_items(FxBuild *build, const PythonExpr *items, int count) {
  PythonExpr *folded = arena_array(build->arena, (size_t)count, sizeof *folded);
  for (int i = 0; i < count; i++)
    folded[i] = fx_fold_sizes(build, &items[i]);
  return folded;
}

static const PythonKeyword *fold_keywords(FxBuild *build, const PythonExpr *expr) {
  PythonKeyword *folded = arena_array(build->arena, (size_t)expr->keyword_count, sizeof *folded);
  for (int i = 0; i < expr->keyword_count; i++)
    folded[i] = (PythonKeyword){expr->keywords[i].name, fx_fold_sizes(build, &expr->keywords[i].value)};
  return folded;
}

static bool holds_size(const FxBuild *build, const PythonExpr *expr) {
  if (expr->kind == PYTHON_EXPRESSION) return true;
  const FxSymbol *symbol = expr->kind == PYTHON_NAME ? fx_symbol(build, expr->text) : NULL;
  bool holds = symbol && symbol->size;
  for (int i = 0; !holds && i < expr->item_count; i++)
    holds = holds_size(build, &expr->items[i]);
  for (int i = 0; !holds && i < expr->keyword_count; i++)
    holds = holds_size(build, &expr->keywords[i].value);
  return holds;
}

PythonExpr fx_fold_sizes(FxBuild *build, const PythonExpr *expr) {
  PythonExpr folded = *expr;
  SizeNumber number;
  char problem[SIZE_PROBLEM];
  if (!holds_size(build, expr)) return folded;
  if (expr->kind == PYTHON_NAME) {
    const FxSize *size = fx_symbol(build, expr->text)->size;
    return number_expr(expr, &size->number, size->text);
  }
  if (expr->kind == PYTHON_EXPRESSION)
    return evaluate(build, expr, &number, problem) ? number_expr(expr, &number, "") : folded;
  if (expr->item_count) folded.items = fold_items(build, expr->items, expr->item_count);
  if (expr->keyword_count) folded.keywords = fold_keywords(build, expr);
  return folded;
}

// ---- Statements.

// What PyTorch says of a tensor rather than computes.
static bool is_question(const char *target) {
  static const char *const questions[] = {"sym_size.int", "sym_stride.int", "sym_numel",
                                          "sym_storage_offset"};
  static const char library[] = "torch.ops.aten.";
  for (size_t i = 0; text_starts(target, library) && i < sizeof questions / sizeof *questions; i++)
    if (text_starts(target + strlen(library), questions[i])) return true;
  return false;
}

static bool is_arithmetic(const PythonExpr *value) {
  SizeFunction function;
  if (value->kind == PYTHON_EXPRESSION) return true;
  if (value->kind != PYTHON_CALL || text_starts(value->text, "torch.ops."))
    return value->kind == PYTHON_CALL && is_question(value->text);
  return size_function(value->text, &function);
}

bool fx_states_size(const FxStatement *statement) {
  return statement->size.text || is_arithmetic(&statement->value);
}

// sym_size.int(x, 0), sym_stride.int(x, 0), sym_numel(x), sym_storage_offset(x).
static bool answer(FxBuild *build, const PythonExpr *call, SizeNumber *number) {
  if (call->item_count == 0) return fx_fail(build, call->begin, "'%.80s' needs a tensor", call->text);
  int value = fx_named_value(build, &call->items[0]);
  if (value == NO_VALUE) return false;
  const Value *at = builder_value(build->builder, value);
  int64_t axis = call->item_count > 1 ? call->items[1].integer : 0;
  if (axis < 0) axis += at->shape.rank;
  bool of_axis = text_ends(call->text, ".int");
  if (of_axis && (axis < 0 || axis >= at->shape.rank))
    return fx_fail(build, call->begin, "the tensor has %d axes", at->shape.rank);
  if (of_axis)
    *number = size_integer(strstr(call->text, "sym_size") ? at->shape.size[axis] : at->stride[axis]);
  else
    *number = size_integer(strstr(call->text, "sym_numel") ? shape_elements(&at->shape) : at->offset);
  return true;
}

// The first tensor among the operands of an expression, or NULL.
static const PythonExpr *tensor_in(const FxBuild *build, const PythonExpr *expr) {
  const FxSymbol *symbol = expr->kind == PYTHON_NAME ? fx_symbol(build, expr->text) : NULL;
  if (symbol && !symbol->size) return expr;
  for (int i = 0; i < expr->item_count; i++) {
    const PythonExpr *found = tensor_in(build, &expr->items[i]);
    if (found) return found;
  }
  return NULL;
}

// The first operator of an expression.
static long operator_offset(const FxBuild *build, const PythonExpr *expr) {
  if (expr->begin < expr->items[0].begin) return expr->begin; // a sign
  long at = expr->items[0].end;
  while (build->parsed->text[at] == ' ')
    at++;
  return at;
}

static bool fail_arithmetic(FxBuild *build, const PythonExpr *value, const char *problem) {
  if (value->kind != PYTHON_EXPRESSION || !tensor_in(build, value))
    return fx_fail(build, value->begin, "this number cannot be computed: %s", problem);
  long offset = operator_offset(build, value);
  return fx_fail(
      build, offset,
      "unexpected '%c': expressions with operators stand in graphs before decomposition only; print the "
      "post-grad graph (TORCH_LOGS=post_grad_graphs or fx_graph_transformed.py)",
      build->parsed->text[offset]);
}

static void bind_size(FxBuild *build, const char *name, FxSize size) {
  FxSize *kept = arena_alloc(build->arena, sizeof *kept);
  *kept = size;
  if (size.text) kept->text = arena_strdup(build->arena, size.text);
  fx_bind(build, name, (FxSymbol){.value = NO_VALUE, .result_count = -1, .size = kept});
}

void fx_bind_size(FxBuild *build, const FxPlaceholder *placeholder) {
  bind_size(build, placeholder->name, placeholder->size);
}

bool fx_add_size(FxBuild *build, const FxStatement *statement) {
  char problem[SIZE_PROBLEM];
  FxSize size = statement->size;
  const PythonExpr *value = &statement->value;
  bool asks = value->kind == PYTHON_CALL && is_question(value->text);
  if (!size.text && asks && !answer(build, value, &size.number)) return false;
  if (!size.text && !asks && !evaluate(build, value, &size.number, problem))
    return fail_arithmetic(build, value, problem);
  if (!size.text) size.text = ""; // it has no text in terms of the sizes
  bind_size(build, statement->name, size);
  return true;
}

// ---- Numbers that data decides.

bool fx_reads_data(const FxStatement *statement) {
  return statement->size.text && statement->value.kind == PYTHON_CALL && !is_arithmetic(&statement->value);
}

// ---- Assertions.

bool fx_is_assertion(const FxStatement *statement) {
  static const char *const targets[] = {
      "torch.ops.aten._assert_scalar.default", "torch.ops.aten.sym_constrain_range.default",
      "torch.ops.aten.sym_constrain_range_for_size.default", "torch._check", "torch._check_is_size"};
  if (statement->value.kind != PYTHON_CALL) return false;
  for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
    if (!strcmp(statement->value.text, targets[i])) return true;
  return false;
}

bool fx_check_assertion(FxBuild *build, const FxStatement *statement) {
  const PythonExpr *value = &statement->value;
  fx_bind(build, statement->name, (FxSymbol){.value = NO_VALUE, .result_count = -1, .is_void = true});
  if (value->item_count == 0 || strstr(value->text, "_range") || strstr(value->text, "_size")) return true;
  PythonExpr condition = fx_fold_sizes(build, &value->items[0]);
  if (condition.kind != PYTHON_INTEGER || condition.integer != 0) return true;
  const char *text = condition.text && *condition.text ? condition.text : "its condition";
  if (size_table_bound(build->parsed->sizes))
    return fx_fail(build, statement->offset, "the graph asserts %.120s, which these sizes break", text);
  builder_note(build->builder, NOTE_OTHER, NO_OP, "the graph asserts %.120s (line %d), which its sizes break",
               text, statement->file_line);
  return true;
}
