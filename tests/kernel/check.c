#include "check.h"

#include <math.h>
#include <stdio.h>

#include "graph/read/read.h"
#include "interpreter.h"

Graph *check_graph(const char *parameters, const char *body) {
  Text text = {0};
  Status status = {0};
  text_printf(&text, "def forward(self, %s):\n", parameters);
  for (const char *line = body; *line;) {
    const char *end = strchr(line, '\n');
    int length = end ? (int)(end - line) : (int)strlen(line);
    text_printf(&text, "    %.*s\n", length, line);
    line += length + (end != NULL);
  }
  Graph *graph = graph_read_fx("test.py", text_get(&text), text.length, 0, NULL, &status);
  if (!graph) fail_msg("%s", status.message);
  text_free(&text);
  return graph;
}

Evaluation *check_evaluate(const Graph *graph) {
  Status status = {0};
  EvaluateOptions options = {.seed = CHECK_SEED};
  Evaluation *evaluation = evaluation_run(graph, &options, &status);
  if (!evaluation) fail_msg("%s", status.message);
  return evaluation;
}

static bool has_op(const CheckSet *set, int op) {
  for (int i = 0; i < set->op_count; i++)
    if (set->ops[i] == op) return true;
  return false;
}

// Is the value, or a view of it, read by an op outside of the set or an output?
static bool leaves_set(const Graph *graph, const CheckSet *set, int value) {
  const Value *left = &graph->values[value];
  if (left->is_output) return true;
  for (int i = 0; i < left->reader_count; i++) {
    const Op *reader = &graph->ops[left->readers[i].op];
    if (!reader->is_view && !has_op(set, left->readers[i].op)) return true;
    for (int r = 0; reader->is_view && r < reader->result_count; r++)
      if (leaves_set(graph, set, reader->first_result + r)) return true;
  }
  return false;
}

void check_store(const Graph *graph, CheckSet *set) {
  set->stored_count = 0;
  for (int i = 0; i < set->op_count; i++) {
    const Op *op = &graph->ops[set->ops[i]];
    for (int r = 0; r < op->result_count; r++)
      if (leaves_set(graph, set, op->first_result + r))
        set->stored[set->stored_count++] = op->first_result + r;
  }
}

CheckSet check_all(const Graph *graph) {
  CheckSet set = {.op_count = 0};
  for (int op = 0; op < graph->op_count; op++)
    if (!graph->ops[op].is_view) set.ops[set.op_count++] = op;
  check_store(graph, &set);
  return set;
}

CheckSet check_named(const Graph *graph, const char *names) {
  CheckSet set = {.op_count = 0};
  for (int op = 0; op < graph->op_count; op++) {
    const char *found = strstr(names, graph->ops[op].name);
    size_t length = strlen(graph->ops[op].name);
    bool starts = found && (found == names || found[-1] == ' ');
    if (starts && (found[length] == ' ' || found[length] == 0)) set.ops[set.op_count++] = op;
  }
  check_store(graph, &set);
  return set;
}

Nest *check_lower(const Graph *graph, const CheckSet *set, Reason *reason) {
  KernelSet kernel = {.ops = set->ops,
                      .op_count = set->op_count,
                      .stored = set->stored,
                      .stored_count = set->stored_count,
                      .scatter = set->scatter};
  Nest *nest = kernel_lower(graph, &kernel, reason);
  Status status = {0};
  if (!nest) {
    assert_int_not_equal(reason->code, REASON_NONE);
    assert_true(reason->text[0] != 0);
    return NULL;
  }
  assert_int_equal(reason->code, REASON_NONE);
  if (nest_verify(nest, &status)) return nest;
  Text text = {0};
  nest_print(nest, &text);
  fail_msg("%s\n%s", status.message, text_get(&text));
  return NULL;
}

// ---- comparing

static bool close_to(double got, double want, double scale, DType dtype) {
  if (isnan(want) || isnan(got)) return isnan(want) && isnan(got);
  if (isinf(want)) return got == want;
  if (dtype_kind(dtype) != DTYPE_IS_FLOAT) return got == dtype_round(dtype, want);
  return fabs(got - want) <= 1e-5 * (fabs(want) + scale) + 1e-9;
}

static double root_mean_square(const double *data, int64_t count) {
  double sum = 0;
  for (int64_t i = 0; i < count; i++)
    if (isfinite(data[i])) sum += data[i] * data[i];
  return count ? sqrt(sum / (double)count) : 0;
}

static bool compare_value(const Evaluation *evaluation, int value, const double *memory) {
  const Value *stored = &evaluation->graph->values[value];
  const double *want = evaluation->values[value].data;
  int64_t count = shape_elements(&stored->shape), index[MAX_RANK] = {0};
  double scale = root_mean_square(want, count);
  for (int64_t i = 0; i < count; i++) {
    int64_t place = stored->offset;
    for (int axis = 0; axis < stored->shape.rank; axis++)
      place += index[axis] * stored->stride[axis];
    if (!close_to(memory[place], want[i], scale, stored->dtype)) {
      print_error("%s[%lld]: got %.9g, want %.9g\n", stored->name, (long long)i, memory[place], want[i]);
      return false;
    }
    for (int axis = stored->shape.rank - 1; axis >= 0 && ++index[axis] == stored->shape.size[axis]; axis--)
      index[axis] = 0;
  }
  return true;
}

static const double *memory_of(const Nest *nest, const Graph *graph, int value, double **memory) {
  for (int i = 0; i < nest->buffer_count; i++)
    if (nest->buffers[i].storage == graph->values[value].storage) return memory[i];
  return NULL;
}

static void compare_stores(const Nest *nest, const Evaluation *evaluation, const CheckSet *set) {
  const Graph *graph = evaluation->graph;
  double **memory = interpret(nest, evaluation);
  for (int i = 0; i < set->stored_count; i++) {
    const double *stored = memory_of(nest, graph, set->stored[i], memory);
    if (shape_elements(&graph->values[set->stored[i]].shape) == 0) continue;
    if (stored && compare_value(evaluation, set->stored[i], stored)) continue;
    Text text = {0};
    nest_print(nest, &text);
    fail_msg("%s is %s\n%s", graph->values[set->stored[i]].name, stored ? "wrong" : "not stored",
             text_get(&text));
  }
  interpret_free(nest, memory);
}

bool check_run(const Graph *graph, const Evaluation *evaluation, const CheckSet *set, Reason *reason) {
  Nest *nest = check_lower(graph, set, reason);
  if (!nest) return false;
  compare_stores(nest, evaluation, set);
  nest_free(nest);
  return true;
}

Nest *check_one_kernel(const Graph *graph) {
  Reason reason;
  CheckSet set = check_all(graph);
  Evaluation *evaluation = check_evaluate(graph);
  Nest *nest = check_lower(graph, &set, &reason);
  if (!nest) fail_msg("%s: %s", reason_name(reason.code), reason.text);
  compare_stores(nest, evaluation, &set);
  evaluation_free(evaluation);
  return nest;
}

void check_refused(const char *parameters, const char *body, ReasonCode code, const char *part) {
  Graph *graph = check_graph(parameters, body);
  CheckSet set = check_all(graph);
  Reason reason;
  Nest *nest = check_lower(graph, &set, &reason);
  assert_null(nest);
  if (reason.code != code || !strstr(reason.text, part))
    fail_msg("%s: %s", reason_name(reason.code), reason.text);
  graph_free(graph);
}

int count_steps(const Nest *nest, StepKind kind) {
  int count = 0;
  for (int i = 0; i < nest->step_count; i++)
    count += nest->steps[i].kind == kind;
  return count;
}
