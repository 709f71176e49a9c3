// Graphs of dynamic shapes against PyTorch: every case of dynamic/values.json (made by dynamic/make.py) is a
// text that PyTorch printed, at sizes of its symbols.
#include "fx_fixture.h"
#include "values.h"

#include "dynamic_text.h"
#include "graph/read/size/table.h"
#include "graph/write/write.h"

#include <time.h>

enum { MOST_SIZES = 8 };

static Graph *open_case(const JsonNode *node, Status *status) {
  SizeBinding sizes[MOST_SIZES];
  ReadOptions options = {.sizes = sizes};
  for (const JsonNode *size = json_first(json_get(node, "sizes")); size; size = json_next(size)) {
    assert_true(options.size_count < MOST_SIZES);
    sizes[options.size_count++] = (SizeBinding){json_key(size), json_integer(size, 0)};
  }
  char path[512];
  snprintf(path, sizeof path, TEST_FOLDER "/graph/dynamic/%s.py", json_string(json_get(node, "graph"), ""));
  return graph_open(path, &options, NULL, status);
}

static void check_case(const JsonNode *node, int *failures) {
  Status status = {0};
  Graph *graph = open_case(node, &status);
  if (graph) assert_int_equal(count_notes(graph, NOTE_SHAPE_MISMATCH), 0);
  if (graph && values_check(node, graph, &status)) {
    graph_free(graph);
    return;
  }
  graph_free(graph);
  const JsonNode *size = json_first(json_get(node, "sizes"));
  print_error("%s, %s = %lld: %s\n", json_string(json_get(node, "graph"), ""), json_key(size),
              (long long)json_integer(size, 0), status.message);
  ++*failures;
}

static void results_are_those_of_pytorch(void **state) {
  (void)state;
  Status status = {0};
  Json *json = json_read(TEST_FOLDER "/graph/dynamic/values.json", &status);
  if (!json) fail_msg("%s", status.message);
  int failures = 0, count = 0;
  for (const JsonNode *node = json_first(json_root(json)); node; node = json_next(node), count++)
    check_case(node, &failures);
  json_free(json);
  assert_true(count >= 27);
  assert_int_equal(failures, 0);
}

static Graph *open_folder(int64_t rows, DumpPlan **plan) {
  Status status = {0};
  SizeBinding bound = {"s77", rows};
  ReadOptions options = {.sizes = &bound, .size_count = rows > 0};
  Graph *graph = graph_read_folder(TEST_FOLDER "/graph/dynamic/folder", &options, plan, &status);
  if (!graph) fail_msg("%s", status.message);
  return graph;
}

// Sizes as the graph was called with, strides and the compiler's plan: at these sizes and at others.
static void folders_have_hints_strides_and_a_plan(void **state) {
  (void)state;
  static const char *const nodes[] = {"cat", "div", "sum_2"}; // what each kernel leaves
  for (int64_t rows = 0; rows <= 101; rows += 101) {
    DumpPlan *plan;
    Graph *graph = open_folder(rows, &plan);
    assert_int_equal(graph->size_count, 2);
    assert_string_equal(graph->sizes[0].name, "s77");
    assert_int_equal(graph->sizes[0].value, rows ? rows : 48);
    assert_int_equal(graph->sizes[1].value, 64);
    assert_int_equal(value_named(graph, "arg2_1")->stride[1], rows ? rows : 48);
    assert_string_equal(value_named(graph, "arg2_1")->size_name[0], "s77");
    assert_int_equal(value_named(graph, "cat")->shape.size[0], rows ? 101 + 50 : 48 + 24);
    assert_int_equal(count_notes(graph, NOTE_OTHER), 0); // nothing is guessed
    assert_int_equal(plan->unplaced_count, 0);
    assert_int_equal(plan->kernel_count, 3);
    for (int i = 0; i < plan->kernel_count; i++) {
      assert_int_equal(plan->kernels[i].stored_count, 1);
      assert_string_equal(plan->kernels[i].stored[0], nodes[i]);
    }
    dump_plan_free(plan);
    graph_free(graph);
  }
}

// A text of a folder knows what lies beside it.
static void texts_have_the_hints_of_their_folder(void **state) {
  (void)state;
  Status status = {0};
  Graph *graph = graph_open(TEST_FOLDER "/graph/dynamic/folder/fx_graph_transformed.py", NULL, NULL, &status);
  if (!graph) fail_msg("%s", status.message);
  assert_int_equal(graph->sizes[0].value, 48);
  assert_int_equal(graph->sizes[1].value, 64);
  assert_int_equal(count_notes(graph, NOTE_OTHER), 0);
  graph_free(graph);
}

#define HEAD "def forward(self, n: \"Sym(s0)\", x: \"f32[s0, 4]\"):\n"

static Graph *read_bound(const char *text, int64_t size, Status *status) {
  SizeBinding bound = {"s0", size};
  return graph_read_fx("test.py", text, strlen(text), 0, &(ReadOptions){.sizes = &bound, .size_count = 1},
                       status);
}

static void says_what_sizes_break(void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
  } broken[] = {
      {HEAD "    c = n >= 8\n    a = torch.ops.aten._assert_scalar.default(c, \"\")\n    return (x,)\n",
       "test.py:3:5: the graph asserts its condition, which these sizes break"},
      {HEAD "    c: \"Sym(s0 >= 8)\" = n >= 8\n    torch_check = torch._check(c)\n    return (x,)\n",
       "the graph asserts s0 >= 8"},
      {HEAD
       "    y: \"f32[2, (s0//2), 4]\" = torch.ops.aten.reshape.default(x, [2, -1, 4])\n    return (y,)\n",
       "test.py:2:5: \"y\" (reshape)"},
  };
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    Status status = {0};
    Graph *graph = read_bound(broken[i].text, 8, &status);
    if (!graph) fail_msg("%s", status.message);
    graph_free(graph);
    assert_null(read_bound(broken[i].text, 7, &status));
    if (!strstr(status.message, broken[i].message)) fail_msg("found %s", status.message);
  }
  Status status = {0};
  Graph *graph = read_fx(broken[1].text, &status); // a guess breaks nothing: it is told
  assert_non_null(graph);
  graph_free(graph);
}

// What nothing tells is guessed, below the bound where there is one, and told.
static void guesses_are_told(void **state) {
  (void)state;
  Graph *graph = good_fx(
      "def forward(self, n: \"Sym(s0)\", x: \"f32[s0, 4]\"):\n"
      "    z: \"i64[u0, 1]\" = torch.ops.aten.nonzero.default(x)\n"
      "    k: \"Sym(u0)\" = torch.ops.aten.sym_size.int(z, 0)\n"
      "    c: \"Sym(u0 <= 20)\" = k <= 20\n"
      "    return (z, n)\n");
  assert_int_equal(graph->size_count, 2);
  assert_int_equal(graph->sizes[0].value, SIZE_GUESS);
  assert_int_equal(graph->sizes[1].value, 20);
  assert_int_equal(count_notes(graph, NOTE_OTHER), 2); // the guess; the number that is returned
  graph_free(graph);
  graph = good_fx(
      "V1122 23:06:24.758000 18912 torch/fx/symbolic_shapes.py:1] [0/0] create_symbol s0 = 48 for L['x']\n"
      "def forward(self, n: \"Sym(s0)\", x: \"f32[s0, 4]\"):\n    return (x,)\n");
  assert_int_equal(graph->sizes[0].value, 48);
  assert_int_equal(count_notes(graph, NOTE_OTHER), 0);
  graph_free(graph);
  // a large size is itself, and what is larger than a size can be tells nothing
  graph = good_fx(
      "create_symbol s0 = 500000000000 for L['x']\n"
      "def forward(self, n: \"Sym(s0)\", x: \"f32[s0, 4]\"):\n    return (x,)\n");
  assert_int_equal(graph->sizes[0].value, 500000000000);
  graph_free(graph);
  graph = good_fx(
      "create_symbol s0 = 5000000000000000 for L['x']\n"
      "def forward(self, n: \"Sym(s0)\", x: \"f32[s0, 4]\"):\n    return (x,)\n");
  assert_int_equal(graph->sizes[0].value, SIZE_GUESS);
  assert_int_equal(count_notes(graph, NOTE_OTHER), 1);
  graph_free(graph);
}

// Written as JSON, sizes stay names.
static void json_keeps_the_names(void **state) {
  (void)state;
  static const char text[] = HEAD
      "    h: \"Sym((s0//2))\" = n // 2\n"
      "    y: \"f32[(s0//2), 4]\" = torch.ops.aten.slice.Tensor(x, 0, 0, h)\n"
      "    z: \"f32[(s0//2)*4]\" = torch.ops.aten.reshape.default(y, [-1])\n"
      "    return (z,)\n";
  Status status = {0};
  Graph *graph = good_fx(text), *bound = read_bound(text, 11, &status);
  Text json = {0};
  assert_true(graph_write_json(graph, &json, &status));
  SizeBinding size = {"s0", 11};
  Graph *again = graph_read_json("test.json", text_get(&json), json.length,
                                 &(ReadOptions){.sizes = &size, .size_count = 1}, &status);
  if (!bound || !again) fail_msg("%s", status.message);
  assert_true(again->hash == bound->hash);
  assert_int_equal(value_named(again, "z")->shape.size[0], 20);
  text_free(&json);
  graph_free(again);
  graph_free(bound);
  graph_free(graph);
}

// What JSON cannot say by names it says by numbers, all of it: the graph reads back as it was.
static void json_of_the_rest_has_numbers(void **state) {
  (void)state;
  static const char *const texts[] = {
      HEAD
      "    y: \"f32[s0, 4]\" = torch.ops.aten.mul.Tensor(x, n)\n"
      "    z: \"f32[s0*4]\" = torch.ops.aten.reshape.default(y, [n * 4])\n    return (z,)\n",
      HEAD
      "    f: \"f32[s0, 2]\" = torch.ops.aten.full.default([n, 2], 1.0)\n"
      "    z: \"i64[u0, 1]\" = torch.ops.aten.nonzero.default(x)\n    return (f, z)\n",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    Graph *graph = good_fx(texts[i]);
    Status status = {0};
    Text json = {0};
    assert_true(graph_write_json(graph, &json, &status));
    Graph *again = graph_read_json("test.json", text_get(&json), json.length, NULL, &status);
    if (!again) fail_msg("%s", status.message);
    assert_true(again->hash == graph->hash);
    text_free(&json);
    graph_free(again);
    graph_free(graph);
  }
}

// Half a second for 1,000 ops leaves room for sanitizers and a busy machine; tests/bench has the
// figure.
static void other_sizes_take_little_time(void **state) {
  (void)state;
  enum { BLOCKS = 100 };
  Text text = {0};
  Status status = {0};
  SizeBinding bound = {"s0", 7};
  dynamic_text(BLOCKS, &text);
  clock_t start = clock(); // of this process
  Graph *graph = graph_read_fx("text", text_get(&text), text.length, 0,
                               &(ReadOptions){.sizes = &bound, .size_count = 1}, &status);
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  if (!graph) fail_msg("%s", status.message);
  assert_int_equal(graph->op_count, BLOCKS * DYNAMIC_BLOCK_OPS);
  assert_int_equal(value_named(graph, "x100")->shape.size[0], 7);
  assert_true(seconds < 0.5);
  graph_free(graph);
  text_free(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(results_are_those_of_pytorch),
      cmocka_unit_test(folders_have_hints_strides_and_a_plan),
      cmocka_unit_test(texts_have_the_hints_of_their_folder),
      cmocka_unit_test(says_what_sizes_break),
      cmocka_unit_test(guesses_are_told),
      cmocka_unit_test(json_keeps_the_names),
      cmocka_unit_test(json_of_the_rest_has_numbers),
      cmocka_unit_test(other_sizes_take_little_time),
  };
  return cmocka_run_group_tests_name("dynamic shapes", tests, NULL, NULL);
}
