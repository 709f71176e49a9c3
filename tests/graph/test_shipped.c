// The shipped graphs: each opens, is what BASELINE counts (bytes of inputs and outputs), and keeps to the
// schema's words.
#include "describe.h"

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "graph/core/builder.h"

#include <time.h>

#define GRAPHS FUSEBOX_SOURCE_ROOT "/graphs"

static Graph *open_shipped(const char *name) {
  char *path = file_join(GRAPHS, name);
  Status status = {0};
  size_t length;
  char *text = file_read(path, &length, &status);
  Graph *graph = text ? graph_read_json(path, text, length, NULL, &status) : NULL;
  if (!graph) fail_msg("%s", status.message);
  free(text);
  free(path);
  return graph;
}

static int64_t compulsory_bytes(const Graph *graph) {
  int64_t bytes = 0;
  for (int i = 0; i < graph->input_count; i++)
    bytes += graph_value_bytes(graph, graph->inputs[i]);
  for (int i = 0; i < graph->output_count; i++)
    bytes += graph_value_bytes(graph, graph->outputs[i]);
  return bytes;
}

// Megabytes of the formulas, each input read once, each output written once, as counted without small
// operands.
static void move_the_bytes_of_their_formulas(void **state) {
  (void)state;
  static const struct {
    const char *name;
    int ops;
    double megabytes;
  } known[] = {
      {"gelu_tanh.json", 8, 1074},
      {"layernorm.json", 9, 67},
      {"rmsnorm.json", 8, 268},
      {"softmax.json", 7, 268},
      {"rmsnorm_backward.json", 20, 403},
      {"rmsnorm_backward_mix.json", 35, 906},
      {"layernorm_backward.json", 19, 101},
      {"colsum.json", 1, 134},
      {"sum_max_sq.json", 4, 268},
      {"transpose_add_relu.json", 3, 805},
      {"permute0213.json", 3, 134},
      {"swiglu.json", 5, 705},
      {"xent.json", 10, 524},
      {"adam.json", 14, 1879},
      {"sgd_tensors.json", 48, 15.8},
      {"bias_res_layernorm.json", 11, 201},
      {"scale_mask_softmax.json", 9, 2147},
      {"rope.json", 7, 268},
      {"linear_gelu.json", 13, 403},
      {"linear_relu.json", 3, 403},
      {"linear_lrelusq.json", 8, 403},
      {"channel_norm.json", 8, 102.8},
      {"rows_and_columns.json", 5, 134},
      {"gelu_readers.json", 9, 335.5},
      {"mlp_epilogues.json", 17, 83.9},
      {"mlp_training.json", 43, 1812},
      {"attention.json", 16, 134.2},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    Graph *graph = open_shipped(known[i].name);
    double megabytes = (double)compulsory_bytes(graph) / 1e6;
    assert_int_equal(graph->op_count, known[i].ops);
    if (megabytes < known[i].megabytes * 0.99 || megabytes > known[i].megabytes * 1.01)
      fail_msg("%s moves %.1f MB, expected %.0f", known[i].name, megabytes, known[i].megabytes);
    graph_free(graph);
  }
}

static void gelu_reads_half_a_gibibyte(void **state) {
  (void)state;
  Graph *graph = open_shipped("gelu_tanh.json");
  assert_int_equal(graph_value_bytes(graph, graph->inputs[0]), 536870912);
  assert_int_equal(graph_value_bytes(graph, graph->outputs[0]), 536870912);
  for (int i = 0; i < graph->op_count; i++)
    assert_int_equal(graph->ops[i].op_class, CLASS_POINTWISE);
  graph_free(graph);
}

// Every graph of the folder opens without notes, is about something, and has sizes to change.
static void all_open_without_notes(void **state) {
  (void)state;
  Status status = {0};
  int count, notes, opened = 0;
  char **names = file_list(GRAPHS, &count, &status);
  assert_non_null(names);
  for (int i = 0; i < count; i++) {
    if (text_ends(names[i], ".json") && !text_ends(names[i], ".schema.json")) {
      Graph *graph = open_shipped(names[i]);
      graph_notes(graph, &notes);
      assert_int_equal(notes, 0);
      assert_true(graph->about && graph->size_count > 0 && graph->output_count > 0);
      assert_int_equal(strncmp(graph->name, names[i], strlen(graph->name)), 0);
      graph_free(graph);
      opened++;
    }
    free(names[i]);
  }
  free(names);
  assert_true(opened >= 19);
}

static bool lists(const JsonNode *array, const char *word) {
  for (const JsonNode *node = json_first(array); node; node = json_next(node))
    if (text_equal(json_string(node, NULL), word)) return true;
  return false;
}

// The schema knows every op, attribute and dtype, and no others.
static void schema_follows_the_tables(void **state) {
  (void)state;
  Status status = {0};
  Json *json = json_read(GRAPHS "/fusebox-graph.schema.json", &status);
  if (!json) fail_msg("%s", status.message);
  const JsonNode *definitions = json_get(json_root(json), "$defs");
  const JsonNode *properties = json_get(json_get(definitions, "op"), "properties");
  const JsonNode *ops = json_get(json_get(properties, "op"), "enum");
  const JsonNode *dtypes = json_get(json_get(definitions, "dtype"), "enum");
  assert_int_equal(json_count(ops), OP_COUNT);
  for (int i = 0; i < OP_COUNT; i++)
    if (!lists(ops, op_info((OpCode)i)->name)) fail_msg("the schema lacks op %s", op_info((OpCode)i)->name);
  for (int i = 0; i < ATTRIBUTE_COUNT; i++)
    if (!json_get(properties, attribute_name((AttributeKey)i)))
      fail_msg("the schema lacks \"%s\"", attribute_name((AttributeKey)i));
  assert_int_equal(json_count(properties), ATTRIBUTE_COUNT + 7); // name, op, in, results, mutates, at, code
  for (int i = 0; i < json_count(dtypes); i++) {
    DType dtype;
    assert_true(dtype_parse(json_string(json_at(dtypes, i), ""), &dtype));
  }
  json_free(json);
}

// A chain of 32,000 ops opens in a fraction of a second (measured well under 250 ms; the limit here allows
// for slow, busy and sanitized machines).
static void large_graphs_open_quickly(void **state) {
  (void)state;
  enum { OPS = 32000 };
  Text ops = {0};
  for (int i = 0; i < OPS; i++)
    text_printf(&ops, "%s{\"name\": \"v%d\", \"op\": \"%s\", \"in\": [\"%s%d\", 1.5]}", i ? ",\n" : "", i,
                i % 2 ? "mul" : "add", i ? "v" : "x", i ? i - 1 : 0);
  clock_t start = clock();
  Graph *graph =
      graph_of("{\"name\": \"x0\", \"dtype\": \"f32\", \"shape\": [\"rows\", \"cols\"]}", text_get(&ops));
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  assert_int_equal(graph->op_count, OPS);
  assert_int_equal(graph_neighbours(graph, OPS - 1).producers[0], OPS - 2);
  assert_true(seconds < 5);
  graph_free(graph);
  text_free(&ops);
}

// As the first version wrote them into names of files: what was kept then is found.
static void hashes_last(void **state) {
  (void)state;
  static const struct {
    const char *name;
    uint64_t hash;
  } known[] = {{"softmax.json", 0x252a4a9aa0a74164},
               {"gelu_tanh.json", 0x220a31752cd0ba7a}}; // with casts, without
  for (int i = 0; i < 2; i++) {
    Graph *graph = open_shipped(known[i].name);
    assert_true(graph->hash == known[i].hash);
    graph_free(graph);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(move_the_bytes_of_their_formulas), cmocka_unit_test(gelu_reads_half_a_gibibyte),
      cmocka_unit_test(all_open_without_notes),           cmocka_unit_test(schema_follows_the_tables),
      cmocka_unit_test(large_graphs_open_quickly),        cmocka_unit_test(hashes_last),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
