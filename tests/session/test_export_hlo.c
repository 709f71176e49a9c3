// Plans as HLO text: what is written is read back, and both graphs give the same values.
#include "base/text.h"
#include "graph/core/builder.h"
#include "graph/evaluate/evaluate.h"
#include "graph/read/read.h"
#include "graph/write/write_hlo.h"
#include "scratch.h"
#include "script/script.h"
#include "session/export/export.h"

enum { MOST_SIZES = 4, SEED = 7 };

static Session *open_session(const char *path, const ReadOptions *read) {
  Status status = {0};
  Session *session = session_open(path, &(SessionOptions){.read = *read}, &status);
  if (!session) fail_msg("%s", status.message);
  if (!heuristic_run(session, "greedy", NULL, 0, NULL, NULL, &status)) fail_msg("%s", status.message);
  return session;
}

// ---- Both graphs with the same inputs

static void compare_outputs(const char *name, Evaluation *wants, const Evaluation *gots) {
  const Graph *graph = wants->graph, *back = gots->graph;
  int at = 0;
  for (int i = 0; i < graph->output_count; i++) {
    if (graph->outputs[i] == NO_VALUE) continue; // a module has no such output
    assert_true(at < back->output_count);
    const Tensor *want = &wants->values[graph->outputs[i]], *got = &gots->values[back->outputs[at++]];
    const char *value = graph->values[graph->outputs[i]].name;
    if (want->dtype != got->dtype || !shape_equal(&want->shape, &got->shape))
      fail_msg("%s: %s is %s of another shape or type", name, value, dtype_name(got->dtype));
    TensorComparison comparison = evaluation_compare(wants, graph->outputs[i], got->data);
    int64_t worst = comparison.worst_index;
    if (!comparison.pass) fail_msg("%s: %s is %g, not %g", name, value, got->data[worst], want->data[worst]);
  }
  assert_int_equal(at, back->output_count);
}

static Evaluation *evaluate(const Graph *graph, double **inputs) {
  Status status = {0};
  const double **given = memory_alloc(((size_t)graph->value_count + 1) * sizeof *given);
  for (int i = 0; i < graph->input_count; i++)
    given[graph->inputs[i]] = inputs[i];
  Evaluation *evaluation = evaluation_run(graph, &(EvaluateOptions){.given = given}, &status);
  if (!evaluation) fail_msg("%s", status.message);
  for (int i = 0; i < graph->op_count; i++)
    assert_null(evaluation->skipped[i]);
  evaluation->options.given = NULL;
  free(given);
  return evaluation;
}

static void compare_graphs(const char *name, const Graph *graph, const Graph *back) {
  assert_int_equal(graph->input_count, back->input_count);
  double **inputs = memory_alloc(((size_t)graph->input_count + 1) * sizeof *inputs);
  for (int i = 0; i < graph->input_count; i++) {
    const Value *input = &graph->values[graph->inputs[i]];
    inputs[i] = memory_alloc(((size_t)value_numbers(input) + 1) * sizeof *inputs[i]);
    evaluate_fill(graph, graph->inputs[i], SEED, inputs[i]);
  }
  Evaluation *wants = evaluate(graph, inputs), *gots = evaluate(back, inputs);
  compare_outputs(name, wants, gots);
  evaluation_free(wants);
  evaluation_free(gots);
  for (int i = 0; i < graph->input_count; i++)
    free(inputs[i]);
  free(inputs);
}

static void goes_both_ways(const char *path, const ReadOptions *read) {
  Status status = {0};
  Text text = {0};
  Session *session = open_session(path, read);
  if (!session_export(session, EXPORT_HLO, NO_KERNEL, &text, &status)) fail_msg("%s", status.message);
  Graph *back = graph_read_hlo("export.hlo", text.data, text.length, 0, NULL, &status);
  if (!back) fail_msg("%s: %s", path, status.message);
  int notes;
  graph_notes(back, &notes);
  assert_int_equal(notes, 0);
  compare_graphs(path, session_graph(session), back);
  graph_free(back);
  text_free(&text);
  session_close(session);
}

// ---- Ops on one element at a time

// One op over inputs of a type; NULL: it takes none of this type.
static Graph *pointwise_graph(OpCode code, DType dtype) {
  static const char *const names[] = {"a", "b", "c"};
  Status status = {0};
  Operand operands[3];
  int64_t other = code == OP_CAST ? DTYPE_F8E4M3 : DTYPE_F32;
  Attribute attribute = {.key = ATTRIBUTE_DTYPE, .count = 1, .integer = &other};
  Shape shape = {2, {3, 7}};
  GraphBuilder *builder = builder_new("pointwise", "pointwise");
  int count = op_info(code)->min_inputs;
  assert_in_range(count, 1, 3);
  for (int i = 0; i < count; i++)
    operands[i] = (Operand){.value = builder_input(builder, names[i], dtype, &shape, NULL, &status)};
  OpSpec spec = {.name = "result", .code = code, .operands = operands, .operand_count = count, .mutates = -1};
  spec.attributes = &attribute;
  spec.attribute_count = op_info(code)->takes >> ATTRIBUTE_DTYPE & 1;
  int op = builder_op(builder, &spec, &status);
  if (op == NO_OP) {
    builder_free(builder);
    return NULL;
  }
  builder_output(builder, builder_result(builder, op, 0));
  return builder_finish(builder, &status);
}

// Whether it is written, and not refused; what is written means the same.
static bool pointwise_goes_both_ways(const Graph *graph) {
  Status status = {0};
  Text out = {0};
  HloText *text = hlo_text_new(graph, &status);
  hlo_text_open(text, "main", true, &out);
  for (int i = 0; i < graph->input_count; i++)
    hlo_text_value(text, graph->inputs[i]);
  bool written = hlo_text_op(text, 0) && hlo_text_close(text, graph->outputs, 1);
  if (written) {
    Graph *back = graph_read_hlo("pointwise.hlo", out.data, out.length, 0, NULL, &status);
    if (!back) fail_msg("%s in\n%s", status.message, text_get(&out));
    compare_graphs(text_get(&out), graph, back);
    graph_free(back);
  }
  assert_true(written || status.code == STATUS_INPUT);
  hlo_text_free(text);
  text_free(&out);
  return written;
}

// Complex numbers and packed ones are not written, nor are quotients that PyTorch has not.
static bool is_left_out(OpCode code, DType dtype) {
  bool divides = code == OP_DIV_FLOOR || code == OP_DIV_TRUNC || code == OP_REMAINDER;
  if (code == OP_COMPLEX || code == OP_POLAR || (divides && dtype == DTYPE_BOOL)) return true;
  if ((code == OP_ADDCDIV || code == OP_LERP) && dtype_kind(dtype) < DTYPE_IS_FLOAT) return true;
  return dtype_kind(dtype) == DTYPE_IS_COMPLEX || dtype == DTYPE_F4X2;
}

static void pointwise_ops_go_both_ways(void **state) {
  (void)state;
  int written = 0;
  for (int code = 0; code < OP_COUNT; code++)
    for (int dtype = 0; dtype < DTYPE_COUNT && op_info((OpCode)code)->op_class == CLASS_POINTWISE; dtype++) {
      Graph *graph = pointwise_graph((OpCode)code, (DType)dtype);
      if (!graph) continue;
      bool done = pointwise_goes_both_ways(graph);
      if (done == is_left_out((OpCode)code, (DType)dtype))
        fail_msg("%s of %s is %s", op_info((OpCode)code)->name, dtype_name((DType)dtype),
                 done ? "written" : "refused");
      written += done;
      graph_free(graph);
    }
  assert_true(written > 600);
}

// ---- Reductions of every type

static const char *const types[] = {"bool", "u8",  "i8",   "u16", "i16", "u32",      "i32",   "u64",
                                    "i64",  "f16", "bf16", "f32", "f64", "f8e4m3fn", "f8e5m2"};
static const char *const reductions[] = {"sum", "prod", "amax", "amin", "any", "all", "mean"};
enum { TYPES = sizeof types / sizeof *types, REDUCTIONS = sizeof reductions / sizeof *reductions };

static void add_reductions(Text *ops, Text *outputs, const char *type) {
  DType dtype;
  assert_true(dtype_parse(type, &dtype));
  bool floats = dtype_kind(dtype) == DTYPE_IS_FLOAT;
  for (int i = 0; i < REDUCTIONS - !floats; i++) {
    const char *comma = ops->length ? ", " : "";
    text_printf(ops, "%s{\"name\": \"%s_%s\", \"op\": \"%s\", \"in\": [\"%s\"]%s}", comma, reductions[i],
                type, reductions[i], type, i % 2 ? "" : ", \"axes\": [1]");
    text_printf(outputs, "%s\"%s_%s\"", comma, reductions[i], type);
  }
}

static void every_reduction_starts_from_nothing(void **state) {
  (void)state;
  Text inputs = {0}, ops = {0}, outputs = {0}, text = {0};
  for (int i = 0; i < TYPES; i++) {
    text_printf(&inputs, "%s{\"name\": \"%s\", \"dtype\": \"%s\", \"shape\": [16, 3]}", i ? ", " : "",
                types[i], types[i]);
    add_reductions(&ops, &outputs, types[i]);
  }
  text_printf(&text,
              "{\"format\": \"fusebox-graph\", \"version\": 1, \"inputs\": [%s], \"ops\": [%s], \"outputs\": "
              "[%s]}",
              text_get(&inputs), text_get(&ops), text_get(&outputs));
  scratch_write("reductions.json", text_get(&text));
  char *path = scratch_path("reductions.json");
  goes_both_ways(path, &(ReadOptions){0});
  free(path);
  text_free(&inputs), text_free(&ops), text_free(&outputs), text_free(&text);
}

// A number that the tensor's type does not hold is compared with, not wrapped into it: 300 would be 44.
static void numbers_out_of_range_are_compared(void **state) {
  (void)state;
  scratch_write(
      "compared.json",
      "{\"format\": \"fusebox-graph\", \"version\": 1, \"inputs\": [{\"name\": \"x\", \"dtype\": \"u8\", "
      "\"shape\": [256]}], \"ops\": [{\"name\": \"below\", \"op\": \"lt\", \"in\": [\"x\", 300]}, {\"name\": "
      "\"above\", \"op\": \"gt\", \"in\": [\"x\", -1]}], \"outputs\": [\"below\", \"above\"]}");
  char *path = scratch_path("compared.json");
  goes_both_ways(path, &(ReadOptions){0});
  free(path);
}

// ---- What moves elements, and what is several results

static const char moving[] =
    "{\"format\": \"fusebox-graph\", \"version\": 1, \"inputs\": ["
    "{\"name\": \"x\", \"dtype\": \"f32\", \"shape\": [5, 6]}, {\"name\": \"y\", \"dtype\": \"bf16\", "
    "\"shape\": [5, 2]}, "
    "{\"name\": \"z\", \"dtype\": \"f32\", \"shape\": [6]}, {\"name\": \"i\", \"dtype\": \"i64\", \"shape\": "
    "[2, 3]}, "
    "{\"name\": \"j\", \"dtype\": \"i32\", \"shape\": [4, 3]}], \"ops\": ["
    "{\"name\": \"padded\", \"op\": \"pad\", \"in\": [\"x\"], \"pad\": [1, 2, -1, 3], \"value\": 2.5}, "
    "{\"name\": \"cast\", \"op\": \"cast\", \"in\": [\"y\"], \"dtype\": \"f32\"}, "
    "{\"name\": \"front\", \"op\": \"slice_scatter\", \"in\": [\"x\", \"cast\"], \"axis\": 1, \"start\": 0, "
    "\"end\": 2}, "
    "{\"name\": \"inside\", \"op\": \"slice_scatter\", \"in\": [\"x\", \"cast\"], \"axis\": 1, \"start\": "
    "-3, \"end\": -1}, "
    "{\"name\": \"row\", \"op\": \"select_scatter\", \"in\": [\"x\", \"z\"], \"axis\": 0, \"index\": -1}, "
    "{\"name\": \"rows\", \"op\": \"embedding\", \"in\": [\"x\", \"i\"]}, "
    "{\"name\": \"taken\", \"op\": \"gather\", \"in\": [\"x\", \"j\"], \"axis\": 1}, "
    "{\"name\": \"turned\", \"op\": \"rev\", \"in\": [\"x\"], \"axes\": [0, 1]}, {\"name\": \"t\", \"op\": "
    "\"permute\", \"in\": [\"x\"], \"axes\": [1, 0]}, {\"name\": \"scaled\", \"op\": \"addmm\", \"in\": "
    "[\"z\", \"t\", \"turned\"], \"alpha\": 0.5, \"beta\": -2}, {\"name\": \"alone\", \"op\": \"addmm\", "
    "\"in\": [\"z\", \"t\", \"turned\"], \"beta\": 0}, {\"name\": \"v\", \"op\": \"var\", \"in\": [\"x\"], "
    "\"axes\": [1]}, "
    "{\"name\": \"vm\", \"op\": \"var_mean\", \"in\": [\"y\"], \"axes\": [0], \"keep\": true, "
    "\"correction\": 0}, "
    "{\"name\": \"p\", \"op\": \"prepare_softmax\", \"in\": [\"x\"], \"axes\": [1]}], "
    "\"outputs\": [\"padded\", \"front\", \"inside\", \"row\", \"rows\", \"taken\", \"turned\", \"scaled\", "
    "\"alone\", \"v\", \"vm.0\", "
    "\"vm.1\", \"p.0\", \"p.1\"]}";

static void what_moves_goes_both_ways(void **state) {
  (void)state;
  scratch_write("moving.json", moving);
  char *path = scratch_path("moving.json");
  goes_both_ways(path, &(ReadOptions){0});
  free(path);
}

// ---- Shipped graphs, with few elements

static bool is_written(const char *name) {
  return text_ends(name, ".json") && !text_ends(name, ".schema.json");
}

static void shipped_goes_both_ways(const char *path) {
  SizeBinding sizes[MOST_SIZES];
  Status status = {0};
  Graph *graph = graph_open(path, NULL, NULL, &status);
  if (!graph) fail_msg("%s", status.message);
  assert_in_range(graph->size_count, 1, MOST_SIZES);
  for (int i = 0; i < graph->size_count; i++)
    sizes[i] =
        (SizeBinding){graph->sizes[i].name, text_equal(graph->sizes[i].name, "others") ? 1 : 4 + 3 * i};
  goes_both_ways(path, &(ReadOptions){.sizes = sizes, .size_count = graph->size_count});
  graph_free(graph);
}

static void shipped_graphs_go_both_ways(void **state) {
  (void)state;
  Status status = {0};
  int count, tried = 0;
  char **names = file_list(FUSEBOX_SOURCE_ROOT "/graphs", &count, &status);
  assert_non_null(names);
  for (int i = 0; i < count; i++) {
    char *path = file_join(FUSEBOX_SOURCE_ROOT "/graphs", names[i]);
    if (is_written(names[i])) {
      shipped_goes_both_ways(path);
      tried++;
    }
    free(path);
    free(names[i]);
  }
  free(names);
  assert_true(tried > 25);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pointwise_ops_go_both_ways),
      cmocka_unit_test(numbers_out_of_range_are_compared),
      cmocka_unit_test(every_reduction_starts_from_nothing),
      cmocka_unit_test(what_moves_goes_both_ways),
      cmocka_unit_test(shipped_graphs_go_both_ways),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
