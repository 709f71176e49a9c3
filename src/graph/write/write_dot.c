// Graphs as Graphviz text: ops as boxes coloured by class, inputs and outputs as ovals.
#include "graph/write/write.h"

#include <string.h>

static const char *class_colour(OpClass op_class) {
  switch (op_class) {
    case CLASS_POINTWISE:
      return "#cfe8ff";
    case CLASS_VIEW:
      return "#f0f0f0";
    case CLASS_CREATE:
    case CLASS_RANDOM:
      return "#fff3c4";
    case CLASS_REDUCE:
    case CLASS_SCAN:
      return "#ffd6b0";
    case CLASS_INDEX:
      return "#e3d4ff";
    case CLASS_LAYOUT:
    case CLASS_WINDOW:
      return "#d6f5d6";
    case CLASS_CONTRACTION:
    case CLASS_LIBRARY:
      return "#ffc9c9";
    case CLASS_OPAQUE:
      break;
  }
  return "#d0d0d0";
}

// Within double quotes.
static void add_quoted(Text *out, const char *string) {
  for (; *string; string++) {
    if (*string == '"' || *string == '\\') text_add(out, "\\");
    text_add_bytes(out, string, 1);
  }
}

static void add_type(Text *out, const Value *value) {
  char shape[160];
  text_printf(out, "\\n%s%s", dtype_name(value->dtype), shape_text(&value->shape, shape));
}

static void write_value(const Value *value, int index, Text *out) {
  text_printf(out, "  value%d [shape=oval, label=\"", index);
  add_quoted(out, value->name);
  add_type(out, value);
  text_add(out, "\"];\n");
}

static void write_op(const Graph *graph, int index, Text *out) {
  const Op *op = &graph->ops[index];
  text_printf(out, "  op%d [shape=box, style=\"filled%s\", fillcolor=\"%s\", label=\"", index,
              op->is_view ? ",rounded" : "", class_colour(op->op_class));
  add_quoted(out, op->name);
  text_printf(out, " = %s", op_info(op->code)->name);
  add_type(out, &graph->values[op->first_result]);
  text_add(out, "\"];\n");
}

static void write_edges(const Graph *graph, int index, Text *out) {
  const Op *op = &graph->ops[index];
  for (int i = 0; i < op->operand_count; i++) {
    int value = op->operands[i].value;
    if (value == NO_VALUE) continue;
    int producer = graph->values[value].producer;
    text_printf(out, producer == NO_OP ? "  value%d -> op%d" : "  op%d -> op%d",
                producer == NO_OP ? value : producer, index);
    text_add(out, i == op->mutates ? " [color=red];\n" : ";\n");
  }
}

static void write_output(const Graph *graph, int output, Text *out) {
  int value = graph->outputs[output];
  if (value == NO_VALUE) return;
  int producer = graph->values[value].producer;
  text_printf(out, "  output%d [shape=oval, style=bold, label=\"", output);
  add_quoted(out, graph->values[value].name);
  text_printf(out, "\"];\n  %s%d -> output%d;\n", producer == NO_OP ? "value" : "op",
              producer == NO_OP ? value : producer, output);
}

bool graph_write_dot(const Graph *graph, Text *out, Status *status) {
  (void)status; // every graph can be drawn
  text_add(out, "digraph \"");
  add_quoted(out, graph->name);
  text_add(out, "\" {\n  node [fontname=\"monospace\"];\n");
  for (int i = 0; i < graph->input_count; i++)
    write_value(&graph->values[graph->inputs[i]], graph->inputs[i], out);
  for (int i = 0; i < graph->op_count; i++)
    write_op(graph, i, out);
  for (int i = 0; i < graph->op_count; i++)
    write_edges(graph, i, out);
  for (int i = 0; i < graph->order_count; i++)
    text_printf(out, "  op%d -> op%d [style=dashed];\n", graph->order[i].before, graph->order[i].after);
  for (int i = 0; i < graph->output_count; i++)
    write_output(graph, i, out);
  text_add(out, "}\n");
  return true;
}
