// info: what is in a graph.
#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "cli/cli.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct ClassCount {
  int ops;
  int64_t bytes; // of results
} ClassCount;

typedef struct GraphSummary {
  ClassCount classes[CLASS_OPAQUE + 1];
  int views, mutations, mismatches, opaque;
  int64_t input_bytes, output_bytes;
} GraphSummary;

static GraphSummary summarize(const Graph *graph) {
  GraphSummary summary = {0};
  for (int i = 0; i < graph->op_count; i++) {
    const Op *op = &graph->ops[i];
    ClassCount *class_count = &summary.classes[op->is_view ? CLASS_VIEW : op->op_class];
    class_count->ops++;
    summary.views += op->is_view;
    summary.mutations += op->mutates >= 0;
    for (int r = 0; r < op->result_count && !op->is_view; r++)
      class_count->bytes += graph_value_bytes(graph, op->first_result + r);
  }
  for (int i = 0; i < graph->input_count; i++)
    summary.input_bytes += graph_value_bytes(graph, graph->inputs[i]);
  for (int i = 0; i < graph->output_count; i++)
    if (graph->outputs[i] != NO_VALUE) summary.output_bytes += graph_value_bytes(graph, graph->outputs[i]);
  int notes;
  const Note *note = graph_notes(graph, &notes);
  for (int i = 0; i < notes; i++) {
    summary.opaque += note[i].kind == NOTE_OPAQUE;
    summary.mismatches += note[i].kind == NOTE_SHAPE_MISMATCH || note[i].kind == NOTE_DTYPE_MISMATCH ||
                          note[i].kind == NOTE_STRIDE_MISMATCH;
  }
  return summary;
}

static bool is_library(const Op *op) {
  return !op->is_view &&
         (op->op_class == CLASS_LIBRARY || op->op_class == CLASS_OPAQUE || op->op_class == CLASS_CONTRACTION);
}

static const char *library_reason(const Op *op) {
  if (op->op_class == CLASS_OPAQUE) return "opaque, the notes say why: known by its results only";
  if (op->op_class == CLASS_CONTRACTION) return "a matrix product: cuBLASLt runs it, unless it is fused";
  if (op_is_product(op)) return "attention: estimated as a library runs it, unless it is fused";
  return "a library op: estimated, and a kernel of its own";
}

// Library and opaque ops by their PyTorch name, each once with its count.
typedef struct LibraryRow {
  const char *name, *reason;
  int count;
} LibraryRow;
typedef VECTOR(LibraryRow) LibraryRows;

static void collect_library(const Graph *graph, LibraryRows *rows) {
  for (int i = 0; i < graph->op_count; i++) {
    const Op *op = &graph->ops[i];
    if (!is_library(op)) continue;
    const char *name = op_text(op, ATTRIBUTE_TARGET, op_info(op->code)->name);
    int at = 0;
    while (at < rows->count && strcmp(rows->data[at].name, name) != 0)
      at++;
    if (at == rows->count) vector_push(rows, (LibraryRow){name, library_reason(op), 0});
    rows->data[at].count++;
  }
}

// "1 op", "2 ops"; into `out` (32 bytes), which is returned.
static char *count_text(char *out, int count, const char *what) {
  snprintf(out, 32, "%d %s%s", count, what, count == 1 ? "" : "s");
  return out;
}

static void print_summary(const Graph *graph, const GraphSummary *summary, Text *out) {
  char in[32], written[32], bytes[32];
  char ops[32], views[32], inputs[32], outputs[32];
  text_printf(out, "%s: %s (%s), %s (%s), %s (%s)", graph->name, count_text(ops, graph->op_count, "op"),
              count_text(views, summary->views, "view"), count_text(inputs, graph->input_count, "input"),
              text_bytes(in, (double)summary->input_bytes),
              count_text(outputs, graph->output_count, "output"),
              text_bytes(written, (double)summary->output_bytes));
  if (graph->about) text_printf(out, "\n%s", graph->about);
  for (int i = 0; i < graph->size_count; i++)
    text_printf(out, "%s%s = %lld", i ? ", " : "\nsizes: ", graph->sizes[i].name,
                (long long)graph->sizes[i].value);
  text_printf(out, "\n\n%-14s %6s %12s\n", "class", "ops", "results");
  for (int i = 0; i <= CLASS_OPAQUE; i++)
    if (summary->classes[i].ops)
      text_printf(out, "%-14s %6d %12s\n", op_class_name((OpClass)i), summary->classes[i].ops,
                  text_bytes(bytes, (double)summary->classes[i].bytes));
  text_printf(
      out,
      "\nops that write into memory that they were given: %d\nannotations that differ from inference: %d\n",
      summary->mutations, summary->mismatches);
}

static void print_notes(const Graph *graph, Text *out) {
  int count;
  const Note *notes = graph_notes(graph, &count);
  for (int i = 0; i < count; i++)
    text_printf(out, "%s%s\n", i ? "" : "\nnotes:\n", notes[i].text);
}

static void print_library(const Graph *graph, Text *out) {
  LibraryRows rows = {0};
  collect_library(graph, &rows);
  if (rows.count) text_add(out, "\nops with a kernel of their own:\n");
  for (int i = 0; i < rows.count; i++)
    text_printf(out, "%6d  %-48s %s\n", rows.data[i].count, rows.data[i].name, rows.data[i].reason);
  vector_free(&rows);
}

// Of the compiler's remarks each reason once with its count. Of a pair, what stands before the reason names
// it; of a producer alone, what follows speaks of it.
static const char *remark_reason(const DumpRemark *remark, int *length) {
  const char *colon = remark->text ? strstr(remark->text, ": ") : NULL;
  const char *reason = !remark->text       ? "a prediction alone"
                       : !remark->consumer ? remark->text
                       : colon             ? colon + 2
                                           : "fused";
  *length = (int)strcspn(reason, ";");
  if (reason == remark->text && colon && colon - reason < *length) *length = (int)(colon - reason);
  return reason;
}

typedef struct ReasonRow {
  const char *reason;
  int length, count;
} ReasonRow;
typedef VECTOR(ReasonRow) ReasonRows;

static void collect_reasons(const DumpPlan *plan, ReasonRows *rows) {
  NameMap known = {0};
  for (int i = 0; i < plan->remark_count; i++) {
    int length;
    const char *reason = remark_reason(&plan->remarks[i], &length);
    char name[256];
    int64_t at = rows->count;
    snprintf(name, sizeof name, "%.*s", length, reason);
    if (!namemap_get(&known, name, &at)) {
      namemap_set(&known, name, at);
      vector_push(rows, (ReasonRow){reason, length, 0});
    }
    rows->data[at].count++;
  }
  namemap_free(&known);
}

static void print_reasons(const DumpPlan *plan, Text *out) {
  ReasonRows rows = {0};
  collect_reasons(plan, &rows);
  if (plan->remark_source) text_printf(out, "\n%s\n", plan->remark_source);
  if (plan->step_count)
    text_printf(out, "it came to it in %d fusions, and said of what it looked at on the way:\n",
                plan->step_count);
  for (int i = 0; i < rows.count; i++)
    text_printf(out, "%6d  %.*s\n", rows.data[i].count, rows.data[i].length, rows.data[i].reason);
  vector_free(&rows);
}

static void write_remarks(JsonWriter *writer, const DumpPlan *plan) {
  json_begin_array(writer, "remarks");
  for (int i = 0; i < plan->remark_count; i++) {
    const DumpRemark *remark = &plan->remarks[i];
    json_begin_inline(writer, NULL, false);
    json_put_string(writer, "producer", remark->producer);
    if (remark->consumer) json_put_string(writer, "consumer", remark->consumer);
    if (remark->text) json_put_string(writer, "text", remark->text);
    if (!isnan(remark->fused_us)) json_put_number(writer, "fused_us", remark->fused_us);
    if (!isnan(remark->apart_us)) json_put_number(writer, "apart_us", remark->apart_us);
    json_end(writer);
  }
  json_end(writer);
}

static void write_sizes(JsonWriter *writer, const Graph *graph) {
  json_begin_object(writer, "sizes");
  for (int i = 0; i < graph->size_count; i++)
    json_put_integer(writer, graph->sizes[i].name, graph->sizes[i].value);
  json_end(writer);
}

static void write_json(const Graph *graph, const GraphSummary *summary, const DumpPlan *plan, Text *out) {
  JsonWriter writer = json_writer(out, true);
  LibraryRows rows = {0};
  collect_library(graph, &rows);
  json_begin_object(&writer, NULL);
  json_put_string(&writer, "graph", graph->name);
  json_put_integer(&writer, "ops", graph->op_count);
  json_put_integer(&writer, "views", summary->views);
  json_put_integer(&writer, "inputs", graph->input_count);
  json_put_integer(&writer, "outputs", graph->output_count);
  json_put_integer(&writer, "input_bytes", summary->input_bytes);
  json_put_integer(&writer, "output_bytes", summary->output_bytes);
  json_put_integer(&writer, "mutations", summary->mutations);
  json_put_integer(&writer, "mismatches", summary->mismatches);
  write_sizes(&writer, graph);
  json_begin_object(&writer, "classes");
  for (int i = 0; i <= CLASS_OPAQUE; i++)
    if (summary->classes[i].ops)
      json_put_integer(&writer, op_class_name((OpClass)i), summary->classes[i].ops);
  json_end(&writer);
  json_begin_array(&writer, "library");
  for (int i = 0; i < rows.count; i++) {
    json_begin_inline(&writer, NULL, false);
    json_put_string(&writer, "name", rows.data[i].name);
    json_put_integer(&writer, "count", rows.data[i].count);
    json_put_string(&writer, "reason", rows.data[i].reason);
    json_end(&writer);
  }
  json_end(&writer);
  int notes;
  const Note *note = graph_notes(graph, &notes);
  json_begin_array(&writer, "notes");
  for (int i = 0; i < notes; i++)
    json_put_string(&writer, NULL, note[i].text);
  json_end(&writer);
  if (plan) json_put_integer(&writer, "compiler_kernels", plan->kernel_count);
  if (plan && plan->remark_count) write_remarks(&writer, plan);
  json_end(&writer);
  vector_free(&rows);
}

static bool info_of_one(const Invocation *invocation, Status *status) {
  ReadOptions options = cli_read_options(invocation);
  DumpPlan *plan = NULL;
  Graph *graph = graph_open(invocation->arguments.data[0], &options, &plan, status);
  if (!graph) return false;
  GraphSummary summary = summarize(graph);
  Text out = {0};
  if (cli_has(invocation, OPTION_JSON)) {
    write_json(graph, &summary, plan, &out);
  } else {
    print_summary(graph, &summary, &out);
    print_library(graph, &out);
    print_notes(graph, &out);
    char kernels[32];
    if (plan)
      text_printf(&out, "\nthe dump records a plan of %s by %s: -H compiler uses it\n",
                  count_text(kernels, plan->kernel_count, "kernel"), plan->compiler);
    if (plan) print_reasons(plan, &out);
  }
  bool ok = cli_print(&out, status);
  text_free(&out);
  dump_plan_free(plan);
  graph_free(graph);
  return ok;
}

bool run_info(const Invocation *invocation, Status *status) {
  const char *path = invocation->arguments.data[0];
  GraphPaths paths = {0};
  if (file_is_folder(path)) graph_paths_find(path, &paths);
  bool several = paths.paths.count > 1;
  bool ok = several ? cli_list_graphs(&paths, invocation, true, status) : info_of_one(invocation, status);
  graph_paths_free(&paths);
  return ok;
}
