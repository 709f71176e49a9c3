// Graphs as FX text: a Python file that runs under PyTorch, and that the FX reader reads.
#include "graph/write/write_fx.h"

#include "base/hash.h"
#include "graph/evaluate/evaluate.h"
#include "graph/fx_bytes.h"
#include "graph/write/write.h"

#include <ctype.h>
#include <string.h>

// Names that mean something else in the file.
static const char *const reserved[] = {
    "False",  "None",     "True",  "and",    "as",      "assert",     "async",       "await",    "break",
    "class",  "continue", "def",   "del",    "elif",    "else",       "except",      "finally",  "for",
    "from",   "global",   "if",    "import", "in",      "is",         "lambda",      "nonlocal", "not",
    "or",     "pass",     "raise", "return", "try",     "while",      "with",        "yield",    "torch",
    "device", "inf",      "nan",   "self",   "forward", "make_input", "make_inputs",
};

// `name` with everything that Python does not allow replaced, and made unlike all names before.
static const char *unique_name(Arena *arena, NameMap *taken, const char *name) {
  char *clean = arena_printf(arena, isdigit((unsigned char)*name) ? "_%s" : "%s", name);
  for (char *at = clean; *at; at++)
    if (!isalnum((unsigned char)*at) && *at != '_') *at = '_';
  const char *unique = clean;
  for (int i = 1; namemap_get(taken, unique, NULL); i++)
    unique = arena_printf(arena, "%s_%d", clean, i);
  namemap_set(taken, unique, 0);
  return unique;
}

FxNames fx_names(const Graph *graph, Arena *arena) {
  NameMap taken = {0};
  FxNames names = {.values = arena_array(arena, (size_t)graph->value_count, sizeof *names.values),
                   .ops = arena_array(arena, (size_t)graph->op_count, sizeof *names.ops)};
  for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
    namemap_set(&taken, reserved[i], 0);
  for (int i = 0; i < graph->value_count; i++)
    names.values[i] = unique_name(arena, &taken, graph->values[i].name);
  for (int i = 0; i < graph->op_count; i++)
    if (graph->ops[i].result_count > 1 || op_attribute(&graph->ops[i], ATTRIBUTE_TUPLE))
      names.ops[i] = unique_name(arena, &taken, graph->ops[i].name);
  namemap_free(&taken);
  return names;
}

static void add_annotation(Text *out, const Value *value) {
  text_printf(out, "\"%s", dtype_fx_name(value->dtype));
  const int64_t *lists[] = {value->shape.size, value->stride};
  for (int list = 0; list < 2; list++) {
    text_add(out, "[");
    for (int i = 0; i < value->shape.rank; i++)
      text_printf(out, i ? ", %lld" : "%lld", (long long)lists[list][i]);
    text_add(out, "]");
  }
  text_add(out, "cuda:0\"");
}

static void write_signature(const Graph *graph, const FxNames *names, Text *out) {
  text_add(out, "def forward(");
  for (int i = 0; i < graph->input_count; i++) {
    text_printf(out, "%s%s: ", i ? ", " : "", names->values[graph->inputs[i]]);
    add_annotation(out, &graph->values[graph->inputs[i]]);
  }
  text_add(out, "):\n");
}

// Text from the graph within a comment: nothing of it ends the line.
static void add_comment(Text *out, const char *text) {
  for (; *text; text++) {
    char c = iscntrl((unsigned char)*text) ? ' ' : *text;
    text_add_bytes(out, &c, 1);
  }
}

static void write_origin(const Op *op, const Op *previous, Text *out) {
  bool same = previous && text_equal(previous->source_file, op->source_file) &&
              previous->source_line == op->source_line;
  if (!op->source_file || same) return;
  text_add(out, "    # File: ");
  add_comment(out, op->source_file);
  text_printf(out, ":%d in forward, code: ", op->source_line);
  add_comment(out, op->source_text ? op->source_text : "");
  text_add(out, "\n");
}

// Results by name out of the tuple that the call gave.
static void write_results(const Graph *graph, const Op *op, const FxNames *names, const char *tuple,
                          Text *out) {
  const Attribute *positions = op_attribute(op, ATTRIBUTE_TUPLE);
  for (int i = 0; i < op->result_count; i++) {
    int64_t position = positions && i < positions->count ? positions->integer[i] : i;
    text_printf(out, "    %s: ", names->values[op->first_result + i]);
    add_annotation(out, &graph->values[op->first_result + i]);
    text_printf(out, " = %s[%lld]\n", tuple, (long long)position);
  }
}

static bool write_op(const Graph *graph, int index, const FxNames *names, Text *out, Status *status) {
  const Op *op = &graph->ops[index];
  write_origin(op, index ? &graph->ops[index - 1] : NULL, out);
  const char *tuple = names->ops[index];
  text_printf(out, "    %s", tuple ? tuple : names->values[op->first_result]);
  if (!tuple) {
    text_add(out, ": ");
    add_annotation(out, &graph->values[op->first_result]);
  }
  text_add(out, " = ");
  if (!fx_write_call(graph, op, names, out, status)) return false;
  text_add(out, "\n");
  if (tuple) write_results(graph, op, names, tuple, out);
  return true;
}

static void write_return(const Graph *graph, const FxNames *names, Text *out) {
  text_add(out, "    return (");
  for (int i = 0; i < graph->output_count; i++)
    text_printf(out, "%s%s", graph->outputs[i] == NO_VALUE ? "None" : names->values[graph->outputs[i]],
                graph->output_count == 1 || i + 1 < graph->output_count ? ", " : "");
  text_add(out, ")\n\n\n");
}

static void add_tuple(Text *out, const int64_t *list, int count) {
  text_add(out, "[");
  for (int i = 0; i < count; i++)
    text_printf(out, i ? ", %lld" : "%lld", (long long)list[i]);
  text_add(out, "]");
}

// Integers that choose elements stay within what they choose from; divisors stay away from zero.
static void write_input(const Graph *graph, int value, Text *out) {
  const Value *input = &graph->values[value];
  ValueRole role = value_role(graph, value);
  text_add(out, "        make_input(");
  add_tuple(out, input->shape.size, input->shape.rank);
  text_add(out, ", ");
  add_tuple(out, input->stride, input->shape.rank);
  text_printf(out, ", %s", dtype_torch_name(input->dtype));
  if (role.bounded) text_printf(out, ", low=%lld, high=%lld", (long long)role.low, (long long)role.high);
  if (role.positive) text_add(out, ", positive=True");
  text_add(out, "),\n");
}

static void write_inputs(const Graph *graph, Text *out) {
  text_add(out,
           "def make_inputs(seed=0):\n"
           "    torch.manual_seed(seed)\n"
           "    return [\n");
  for (int i = 0; i < graph->input_count; i++)
    write_input(graph, graph->inputs[i], out);
  text_add(out, "    ]\n\n\n");
}

static bool has_attention(const Graph *graph) {
  for (int i = 0; i < graph->op_count; i++)
    if (graph->ops[i].code == OP_ATTENTION || graph->ops[i].code == OP_ATTENTION_BACKWARD) return true;
  return false;
}

static void write_head(const Graph *graph, Text *out) {
  text_add(out, "# ");
  add_comment(out, graph->name);
  text_add(out, ", written by fusebox: a function of PyTorch calls, one per op.\n");
  text_add(out, fx_head_bytes);
  if (has_attention(graph)) text_add(out, fx_attention_bytes);
}

bool graph_write_fx(const Graph *graph, Text *out, Status *status) {
  Arena *arena = arena_new();
  FxNames names = fx_names(graph, arena);
  write_head(graph, out);
  write_signature(graph, &names, out);
  bool done = true;
  for (int i = 0; done && i < graph->op_count; i++)
    done = write_op(graph, i, &names, out, status);
  write_return(graph, &names, out);
  write_inputs(graph, out);
  text_add(out, fx_run_bytes);
  arena_free(arena);
  return done;
}
