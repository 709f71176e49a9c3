// Arguments of FX calls as they are, for ops that libraries run and those that the op table lacks.
#include "graph/read/fx/build.h"

#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct PassThrough {
  FxBuild *build;
  FxArguments *arguments;
  Text text;
} PassThrough;

static bool pass_expr(PassThrough *pass, const PythonExpr *expr);

// As it is written, but for what would be taken for an operand: "p%0" and the string '%0'.
static void pass_written(PassThrough *pass, const PythonExpr *expr) {
  const char *text = pass->build->parsed->text;
  for (long at = expr->begin; at < expr->end; at++) {
    bool like_operand = text[at] == '%' && at + 1 < expr->end && isdigit((unsigned char)text[at + 1]);
    if (like_operand)
      text_add(&pass->text, expr->kind == PYTHON_STRING ? "\\x25" : "% ");
    else
      text_add_bytes(&pass->text, text + at, 1);
  }
}

static bool pass_items(PassThrough *pass, const PythonExpr *expr) {
  for (int i = 0; i < expr->item_count; i++) {
    if (i) text_add(&pass->text, ", ");
    if (!pass_expr(pass, &expr->items[i])) return false;
  }
  for (int i = 0; i < expr->keyword_count; i++) {
    if (i || expr->item_count) text_add(&pass->text, ", ");
    text_printf(&pass->text, "%s = ", expr->keywords[i].name);
    if (!pass_expr(pass, &expr->keywords[i].value)) return false;
  }
  return true;
}

static bool pass_expr(PassThrough *pass, const PythonExpr *expr) {
  bool is_list = expr->kind == PYTHON_LIST || expr->kind == PYTHON_TUPLE;
  if (is_list) {
    text_add(&pass->text, expr->kind == PYTHON_LIST ? "[" : "(");
    if (!pass_items(pass, expr)) return false;
    text_add(&pass->text, expr->kind == PYTHON_LIST ? "]" : expr->item_count == 1 ? ",)" : ")");
    return true;
  }
  if (expr->kind == PYTHON_NAME && !strchr(expr->text, '.')) {
    Operand operand = {.value = fx_named_value(pass->build, expr)};
    if (operand.value == NO_VALUE) return false;
    text_printf(&pass->text, "%%%d", pass->arguments->operands.count);
    vector_push(&pass->arguments->operands, operand);
    return true;
  }
  if (expr->kind == PYTHON_INTEGER && expr->text) { // a size
    text_printf(&pass->text, "%lld", (long long)expr->integer);
    return true;
  }
  if (expr->kind == PYTHON_NUMBER && expr->text) {
    text_printf(&pass->text, "%.17g", expr->number);
    return true;
  }
  if (expr->kind == PYTHON_CALL) { // device(type='cuda', index=0)
    text_printf(&pass->text, "%s(", expr->text);
    if (!pass_items(pass, expr)) return false;
    text_add(&pass->text, ")");
    return true;
  }
  pass_written(pass, expr);
  return true;
}

bool fx_pass_arguments(FxBuild *build, const PythonExpr *call, FxArguments *arguments) {
  PassThrough pass = {.build = build, .arguments = arguments};
  *arguments = (FxArguments){.scale = 1};
  // A method of a tensor ("x.view(...)"): the tensor is its first argument.
  const char *dot = strchr(call->text, '.');
  char receiver[128];
  snprintf(receiver, sizeof receiver, "%.*s", dot ? (int)(dot - call->text) : 0, call->text);
  const FxSymbol *symbol = fx_symbol(build, receiver);
  if (symbol && symbol->value != NO_VALUE && !symbol->is_void) {
    text_add(&pass.text, call->item_count + call->keyword_count ? "%0, " : "%0");
    vector_push(&arguments->operands, (Operand){.value = symbol->value});
  }
  bool done = pass_items(&pass, call);
  fx_add_text(build, arguments, ATTRIBUTE_ARGUMENTS, text_get(&pass.text));
  text_free(&pass.text);
  return done;
}
