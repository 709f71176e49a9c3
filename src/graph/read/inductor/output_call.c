// Statements of call() in output_code.py: allocations, aliases, launches, what is returned.
#include "graph/read/inductor/output_code.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_call_to(const PythonExpr *expr, const char *name) {
  return expr->kind == PYTHON_CALL && !strcmp(expr->text, name);
}

// "triton_poi_fused_add_3.run": the kernel's name; other calls are named as they are.
static const char *kernel_name(OutputCode *code, const PythonExpr *call) {
  size_t length = strlen(call->text);
  if (text_ends(call->text, ".run")) return arena_strndup(code->arena, call->text, length - 4);
  return call->text;
}

static bool is_launch(const OutputCode *code, const PythonExpr *expr) {
  int64_t kernel;
  if (expr->kind != PYTHON_CALL) return false;
  if (text_ends(expr->text, ".run") || namemap_get(&code->kernel_names, expr->text, &kernel)) return true;
  return text_starts(expr->text, "extern_kernels.") || text_starts(expr->text, "torch.ops.") ||
         text_starts(expr->text, "aten.") || text_starts(expr->text, "inductor_ops.");
}

static void push_launch(OutputCode *code, OutputEvent event, int *handle) {
  int64_t definition = -1;
  event.kind = OUTPUT_LAUNCH;
  event.kernel = kernel_name(code, &event.expr);
  namemap_get(&code->kernel_names, event.kernel, &definition);
  event.definition = (int)definition;
  event.handle = *handle;
  *handle = 0;
  vector_push(&code->events, event);
}

// assert_size_stride(name, sizes, strides[, op]) of these parts; `op` may be NULL.
static void push_assert(OutputCode *code, OutputEvent event, const PythonExpr *name, const PythonExpr *sizes,
                        const PythonExpr *strides, const PythonExpr *op) {
  if (name->kind != PYTHON_NAME) return;
  PythonExpr *items = arena_array(code->arena, 4, sizeof *items);
  items[0] = *name, items[1] = *sizes, items[2] = *strides;
  if (op) items[3] = *op;
  event.kind = OUTPUT_ASSERT;
  event.target = name->text;
  event.expr.items = items;
  event.expr.item_count = op ? 4 : 3;
  vector_push(&code->events, event);
}

// assert_size_stride_grouped((a, b), (sizes of a, sizes of b), (strides of a, strides of b), ...)
static void push_grouped_asserts(OutputCode *code, OutputEvent event) {
  const PythonExpr *lists = event.expr.items;
  for (int i = 0; i < lists[0].item_count && i < lists[1].item_count && i < lists[2].item_count; i++)
    push_assert(code, event, &lists[0].items[i], &lists[1].items[i], &lists[2].items[i], NULL);
}

// What is said of a tensor's layout; false when it is something else.
static bool push_layout(OutputCode *code, OutputEvent event) {
  const PythonExpr *call = &event.expr, *items = call->items;
  if (call->item_count < 3) return false;
  if (is_call_to(call, "assert_size_stride"))
    push_assert(code, event, &items[0], &items[1], &items[2], call->item_count > 3 ? &items[3] : NULL);
  else if (is_call_to(call, "assert_tensor_metadata")) // (name, sizes, strides, dtype, op)
    push_assert(code, event, &items[0], &items[1], &items[2], call->item_count > 4 ? &items[4] : NULL);
  else if (is_call_to(call, "assert_size_stride_grouped"))
    push_grouped_asserts(code, event);
  else
    return false;
  return true;
}

static void push_call(OutputCode *code, OutputEvent event, int *handle) {
  if (is_launch(code, &event.expr)) {
    push_launch(code, event, handle);
  } else if (push_layout(code, event)) {
    return;
  } else if (event.target && is_call_to(&event.expr, "reinterpret_tensor")) {
    event.kind = OUTPUT_ALIAS;
    vector_push(&code->events, event);
  } else if (event.target && text_starts(event.expr.text, "empty_strided")) {
    event.kind = OUTPUT_ALLOCATE;
    vector_push(&code->events, event);
  }
}

static void push_event(OutputCode *code, OutputEvent event, int *handle) {
  switch (event.expr.kind) {
    case PYTHON_CALL:
      push_call(code, event, handle);
      break;
    case PYTHON_NAME:
      event.kind = OUTPUT_ALIAS;
      if (event.target) vector_push(&code->events, event);
      break;
    case PYTHON_INDEX:
      event.kind = OUTPUT_ITEM;
      if (event.target && event.expr.items[0].kind == PYTHON_NAME &&
          event.expr.items[1].kind == PYTHON_INTEGER) {
        vector_push(&code->events, event);
      }
      break;
    default:
      break;
  }
}

// "buf9 = workspace_0[0 * 1536 * 512 : (0 + 1) * 1536 * 512].view(1536, 512).sum(dim=0)": true when it is
// one.
static bool push_sum(OutputCode *code, const char *target, OutputLine line) {
  const char *end = line.text + line.length;
  const char *open = memchr(line.text, '[', (size_t)line.length);
  if (!open || !memmem(line.text, (size_t)line.length, ".sum(", 5)) return false;
  const char *equal = memchr(line.text, '=', (size_t)line.length);
  if (!equal || equal > open) return false;
  const char *name = equal + 1;
  while (name < open && *name == ' ')
    name++;
  OutputEvent event = {.kind = OUTPUT_SUM, .target = target, .definition = -1};
  event.expr.kind = PYTHON_NAME;
  event.expr.text = arena_strndup(code->arena, name, (size_t)(open - name));
  for (const char *at = open + 1; at < end && isdigit((unsigned char)*at) && event.slot < 1000; at++) {
    event.slot = event.slot * 10 + (*at - '0');
  }
  vector_push(&code->events, event);
  return true;
}

static bool is_word(const PythonCursor *cursor, const char *word) {
  return cursor->token.kind == PYTHON_TOKEN_NAME && cursor->token.length == (int)strlen(word) &&
         !memcmp(cursor->text + cursor->token.offset, word, strlen(word));
}

static void read_return(OutputCode *code, PythonCursor *cursor) {
  OutputEvent event = {.kind = OUTPUT_RETURN, .definition = -1};
  python_next(cursor);
  if (!python_parse(cursor, &event.expr)) return;
  vector_push(&code->events, event);
}

// ---- Sizes.

// Is the text a size, or computed of sizes?
static bool evaluate(const OutputCode *code, const char *text, long length, SizeNumber *number) {
  char problem[SIZE_PROBLEM];
  SizeNames names = size_table_names(code->sizes);
  names.nearest = NULL; // most names are not meant to be sizes
  return size_evaluate(&names, text, (size_t)length, number, problem) && !number->real;
}

static void fold_list(const OutputCode *code, const char *line, const PythonExpr **items, int count);

// Puts numbers in the place of sizes.
static void fold_sizes(const OutputCode *code, const char *line, PythonExpr *expr) {
  SizeNumber number;
  bool may = expr->kind == PYTHON_NAME || expr->kind == PYTHON_EXPRESSION ||
             (expr->kind == PYTHON_CALL && (!strcmp(expr->text, "max") || !strcmp(expr->text, "min")));
  if (may && evaluate(code, line + expr->begin, expr->end - expr->begin, &number)) {
    expr->kind = PYTHON_INTEGER;
    expr->integer = number.integer;
    expr->number = number.number;
  } else if (expr->kind != PYTHON_EXPRESSION && expr->item_count) {
    fold_list(code, line, &expr->items, expr->item_count);
  }
}

static void fold_list(const OutputCode *code, const char *line, const PythonExpr **items, int count) {
  PythonExpr *folded = arena_array(code->arena, (size_t)count, sizeof *folded);
  memcpy(folded, *items, (size_t)count * sizeof *folded);
  for (int i = 0; i < count; i++)
    fold_sizes(code, line, &folded[i]);
  *items = folded;
}

// "s94 = arg4_1": a symbol of the graph's, of which its own text may know another name.
static void bind_symbol(OutputCode *code, const char *target, const PythonExpr *expr) {
  int64_t value;
  if (target && expr->kind == PYTHON_NAME && namemap_get(&code->sizes->arguments, expr->text, &value))
    namemap_set(&code->sizes->aliases, target, value);
}

// [target =] expression
static void read_assignment(OutputCode *code, PythonCursor *cursor, OutputLine line, int *handle) {
  OutputEvent event = {.definition = -1};
  PythonCursor ahead = *cursor;
  python_next(&ahead);
  if (python_is(&ahead, '=')) {
    event.target = python_token_text(cursor);
    if (push_sum(code, event.target, line)) return;
    *cursor = ahead;
    python_next(cursor);
  }
  if (!python_parse(cursor, &event.expr)) return;
  bind_symbol(code, event.target, &event.expr);
  bool has_layout = event.expr.kind == PYTHON_CALL && !is_launch(code, &event.expr);
  if (has_layout && code->sizes->order.count) fold_sizes(code, line.text, &event.expr);
  push_event(code, event, handle);
}

void output_statement(OutputCode *code, OutputLine line, int *handle) {
  Status ignored = {0};
  TextLine place = {.length = line.length};
  PythonCursor cursor = {.file = "",
                         .text = line.text,
                         .text_length = line.length,
                         .lines = &place,
                         .line_count = 1,
                         .arena = code->arena,
                         .status = &ignored};
  python_next(&cursor);
  if (cursor.token.kind != PYTHON_TOKEN_NAME || is_word(&cursor, "del") || is_word(&cursor, "with")) return;
  if (is_word(&cursor, "return")) {
    read_return(code, &cursor);
    return;
  }
  read_assignment(code, &cursor, line, handle);
}
