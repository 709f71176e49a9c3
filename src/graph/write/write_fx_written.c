// Ops that are passed through as PyTorch calls: their target and arguments stand in the graph as they were
// written.
#include "graph/read/python/python.h"
#include "graph/write/write_fx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void add_arguments(Text *out, const Op *op, const char *arguments, const FxNames *names) {
  for (const char *at = arguments; *at; at++) {
    char *end = NULL;
    long operand = *at == '%' && isdigit((unsigned char)at[1]) ? strtol(at + 1, &end, 10) : -1;
    if (operand < 0 || operand >= op->operand_count) {
      text_add_bytes(out, at, 1);
      continue;
    }
    fx_add_operand(out, &op->operands[operand], names);
    at = end - 1;
  }
}

static bool is_plain(const PythonExpr *expr) {
  bool device = expr->kind == PYTHON_CALL &&
                (strcmp(expr->text, "device") == 0 || strcmp(expr->text, "torch.device") == 0);
  if (expr->kind == PYTHON_CALL && !device) return false;
  for (int i = 0; i < expr->item_count; i++)
    if (!is_plain(&expr->items[i])) return false;
  for (int i = 0; i < expr->keyword_count; i++)
    if (!is_plain(&expr->keywords[i].value)) return false;
  return true;
}

// Is the text one call of a function of PyTorch with plain arguments? A graph's file must not become other
// code.
static bool is_call(const Text *text) {
  Status ignored = {0};
  Arena *arena = arena_new();
  TextLine line = {.length = (int)text->length};
  PythonCursor cursor = {.file = "",
                         .text = text_get(text),
                         .text_length = (long)text->length,
                         .lines = &line,
                         .line_count = 1,
                         .arena = arena,
                         .status = &ignored};
  PythonExpr call = {0};
  bool plain = memchr(text_get(text), '\n', text->length) == NULL;
  python_next(&cursor);
  plain = plain && python_parse(&cursor, &call);
  if (cursor.token.kind == PYTHON_TOKEN_NEWLINE) python_next(&cursor);
  plain = plain && cursor.token.kind == PYTHON_TOKEN_END;
  plain = plain && call.kind == PYTHON_CALL && text_starts(call.text, "torch.ops.");
  for (int i = 0; plain && i < call.item_count; i++)
    plain = is_plain(&call.items[i]);
  for (int i = 0; plain && i < call.keyword_count; i++)
    plain = is_plain(&call.keywords[i].value);
  arena_free(arena);
  return plain;
}

bool fx_write_as_written(const Op *op, const FxNames *names, Text *out, Status *status) {
  const char *target = op_text(op, ATTRIBUTE_TARGET, NULL),
             *arguments = op_text(op, ATTRIBUTE_ARGUMENTS, NULL);
  if (!target || !arguments)
    return status_fail(status, STATUS_INPUT,
                       "\"%s\" (%s) needs \"target\" and \"arguments\" to become a PyTorch call", op->name,
                       op_info(op->code)->name);
  Text call = {0};
  text_printf(&call, "torch.ops.%s(", target);
  add_arguments(&call, op, arguments, names);
  text_add(&call, ")");
  bool done = is_call(&call);
  if (done)
    text_add(out, text_get(&call));
  else
    status_fail(status, STATUS_INPUT, "\"%s\": this is no PyTorch call with plain arguments: %.200s",
                op->name, text_get(&call));
  text_free(&call);
  return done;
}
