// HLO text: types, names, computations.
#include "graph/write/write_hlo.h"

#include "base/arena.h"
#include "base/hash.h"
#include "base/vector.h"
#include "graph/read/hlo/words.h"

#include <stdlib.h>
#include <string.h>

struct HloText {
  const Graph *graph;
  Status *status;
  Arena *arena;
  const char **names; // per value, in the computation that is open
  VECTOR(int) named;  // values that have one
  VECTOR(int) parameters;
  NameMap known; // regions
  Text regions;
  Text *out;
  int next;     // number of the next instruction
  const Op *at; // that is being written
  bool failed;
};

HloText *hlo_text_new(const Graph *graph, Status *status) {
  Arena *arena = arena_new();
  HloText *text = arena_alloc(arena, sizeof *text);
  *text = (HloText){.graph = graph, .status = status, .arena = arena};
  text->names = arena_array(arena, (size_t)graph->value_count, sizeof *text->names);
  return text;
}

void hlo_text_free(HloText *text) {
  if (!text) return;
  vector_free(&text->named);
  vector_free(&text->parameters);
  namemap_free(&text->known);
  text_free(&text->regions);
  arena_free(text->arena);
}

const Graph *hlo_text_graph(const HloText *text) {
  return text->graph;
}

const char *hlo_text_regions(const HloText *text) {
  return text_get(&text->regions);
}

const int *hlo_text_parameters(const HloText *text, int *count) {
  *count = text->parameters.count;
  return text->parameters.data;
}

const char *hlo_text_cannot(HloText *text, const char *what) {
  if (!text->failed)
    status_fail(text->status, STATUS_INPUT, "%s (%s) cannot be HLO: %s", text->at->name,
                op_info(text->at->code)->name, what);
  text->failed = true;
  return NULL;
}

// ---- Types

// With its layout, row by row: within fusions XLA wants one.
static void add_type(DType dtype, const Shape *shape, Text *out) {
  const char *name = hlo_type_word(dtype);
  text_printf(out, "%s[", name ? name : dtype_name(dtype));
  for (int i = 0; i < shape->rank; i++)
    text_printf(out, "%s%lld", i ? "," : "", (long long)shape->size[i]);
  text_add(out, "]");
  for (int i = shape->rank - 1; i >= 0; i--)
    text_printf(out, "%s%d%s", i == shape->rank - 1 ? "{" : ",", i, i ? "" : "}");
}

void hlo_text_type(const HloText *text, int value, Text *out) {
  add_type(text->graph->values[value].dtype, &text->graph->values[value].shape, out);
}

// ---- Instructions

const char *hlo_text_put(HloText *text, DType dtype, const Shape *shape, const char *format, ...) {
  const char *name = arena_printf(text->arena, "%%v%d", text->next++);
  va_list arguments;
  if (!text->failed && !hlo_type_word(dtype)) hlo_text_cannot(text, "it has no such type");
  text_printf(text->out, "  %s = ", name);
  add_type(dtype, shape, text->out);
  text_add(text->out, " ");
  va_start(arguments, format);
  text_vprintf(text->out, format, arguments);
  va_end(arguments);
  text_add(text->out, "\n");
  return name;
}

const char *hlo_text_region(HloText *text, const char *opcode, DType dtype) {
  const char *type = hlo_type_word(dtype) ? hlo_type_word(dtype) : "";
  const char *name = arena_printf(text->arena, "%%%s_%s", opcode, type);
  int64_t there;
  if (namemap_get(&text->known, name, &there)) return name;
  namemap_set(&text->known, name, 1);
  text_printf(&text->regions,
              "%s {\n  %%a = %s[] parameter(0)\n  %%b = %s[] parameter(1)\n  ROOT %%c = %s[] %s(%%a, "
              "%%b)\n}\n\n",
              name, type, type, type, opcode);
  return name;
}

// ---- Values

void hlo_text_name(HloText *text, int value, const char *name) {
  text->names[value] = arena_strdup(text->arena, name);
  vector_push(&text->named, value);
}

// It may belong to no op, or to another than the one at hand.
static void check_parameter(HloText *text, const Value *value) {
  if (text->failed || hlo_type_word(value->dtype)) return;
  status_fail(text->status, STATUS_INPUT, "%s cannot be HLO: it has no type like %s", value->name,
              dtype_name(value->dtype));
  text->failed = true;
}

static const char *add_parameter(HloText *text, int value) {
  const Value *row = &text->graph->values[value];
  check_parameter(text, row);
  const char *name = hlo_text_put(text, row->dtype, &row->shape, "parameter(%d)", text->parameters.count);
  vector_push(&text->parameters, value);
  hlo_text_name(text, value, name);
  return name;
}

// Views lead to views: chains can be long.
const char *hlo_text_value(HloText *text, int value) {
  VECTOR(int) chain = {0};
  while (!text->names[value]) {
    int producer = text->graph->values[value].producer;
    bool view = producer != NO_OP && text->graph->ops[producer].is_view;
    if (!view) {
      add_parameter(text, value);
      break;
    }
    vector_push(&chain, value);
    value = text->graph->ops[producer].operands[0].value;
  }
  const char *name = text->names[value];
  while (chain.count && !text->failed) {
    int next = vector_pop(&chain);
    const Value *row = &text->graph->values[next];
    text->at = &text->graph->ops[row->producer];
    const char *view = hlo_text_view(text, text->at, row, name);
    if (!view) break;
    hlo_text_name(text, next, name = view);
  }
  vector_free(&chain);
  return name;
}

bool hlo_text_op(HloText *text, int op) {
  const Op *row = text->at = &text->graph->ops[op];
  if (row->mutates >= 0) hlo_text_cannot(text, "it writes into memory that it was given");
  if (!text->failed && hlo_text_statistics(text, row)) return !text->failed;
  if (row->result_count != 1) hlo_text_cannot(text, "ops of several results are not written yet");
  const char *name = text->failed ? NULL : hlo_text_compute(text, row);
  if (name) hlo_text_name(text, row->first_result, name);
  return name && !text->failed;
}

// ---- Computations

void hlo_text_open(HloText *text, const char *name, bool entry, Text *out) {
  for (int i = 0; i < text->named.count; i++)
    text->names[text->named.data[i]] = NULL;
  vector_clear(&text->named);
  vector_clear(&text->parameters);
  text->out = out;
  text_printf(out, "%s%%%s {\n", entry ? "ENTRY " : "", name);
}

// The last instruction as the root, when that is what it is called.
static bool mark_root(HloText *text, const char *name) {
  const char *begin = text_get(text->out), *end = begin + text->out->length - 1, *last = end;
  while (last > begin && last[-1] != '\n')
    last--;
  size_t length = strlen(name);
  if (end - last < (long)length + 3 || strncmp(last + 2, name, length) != 0 || last[2 + length] != ' ')
    return false;
  char *line = memory_strdup(last + 2);
  text->out->length = (size_t)(last - begin);
  text_printf(text->out, "  ROOT %s}\n\n", line);
  free(line);
  return true;
}

bool hlo_text_close(HloText *text, const int *values, int count) {
  if (count == 1 && mark_root(text, hlo_text_value(text, values[0]))) return !text->failed;
  Text names = {0};
  for (int i = 0; i < count; i++)
    text_printf(&names, "%s%s", i ? ", " : "", hlo_text_value(text, values[i]));
  text_printf(text->out, "  ROOT %%v%d = ", text->next++);
  if (count != 1) text_add(text->out, "(");
  for (int i = 0; i < count; i++) {
    if (i) text_add(text->out, ", ");
    hlo_text_type(text, values[i], text->out);
  }
  if (count != 1) text_add(text->out, ")");
  text_printf(text->out, count == 1 ? " copy(%s)\n}\n\n" : " tuple(%s)\n}\n\n", text_get(&names));
  text_free(&names);
  return !text->failed;
}
