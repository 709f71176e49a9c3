// fusebox JSON: what it means, and what is said about mistakes.
#include "describe.h"

#include "base/text.h"

#define X "{\"name\": \"x\", \"dtype\": \"f32\", \"shape\": [\"rows\", \"cols\"]}"

static Graph *read_text(const char *text, Status *status) {
  return graph_read_json("test.json", text, strlen(text), NULL, status);
}

static void expect_message(const char *text, const char *expected) {
  Status status = {0};
  Graph *graph = read_text(text, &status);
  if (graph) fail_msg("accepted, expected: %s", expected);
  if (!strstr(status.message, expected)) fail_msg("message is:\n%s\nexpected: %s", status.message, expected);
}

static void reads_everything_that_it_may_hold(void **state) {
  (void)state;
  Status status = {0};
  Graph *graph = read_text(
      "{ \"$schema\": \"fusebox-graph.schema.json\", \"format\": \"fusebox-graph\", \"version\": 1, "
      "\"name\": \"demo\", \"about\": \"A demo\",\n"
      "  \"sizes\": {\"n\": 3},\n"
      "  \"inputs\": [{\"name\": \"x\", \"dtype\": \"bf16\", \"shape\": [\"n\", \"n*2 + 1\"], \"stride\": "
      "[1, \"n\"]}],\n"
      "  \"ops\": [{\"name\": \"lib\", \"op\": \"opaque\", \"in\": [\"x\", null, 2], \"target\": "
      "\"aten.odd.default\", \"arguments\": \"%0, None, 2\",\n"
      "            \"results\": [{\"name\": \"p\", \"dtype\": \"i64\", \"shape\": [\"n\"]}, {\"name\": "
      "\"q\", \"dtype\": \"f16\", \"shape\": [2, 2], \"stride\": [1, 2]}],\n"
      "            \"at\": \"model.py:12\", \"code\": \"p, q = odd(x)\"}],\n"
      "  \"outputs\": [\"q\", null, \"p\", \"q\"] }",
      &status);
  if (!graph) fail_msg("%s", status.message);
  assert_string_equal(graph->name, "demo");
  assert_string_equal(graph->about, "A demo");
  value_is(graph, "x", "bf16[3, 7][1, 3]");
  assert_string_equal(graph->values[0].size_name[1], "n*2 + 1");
  value_is(graph, "q", "f16[2, 2][1, 2]");
  const Op *op = &graph->ops[0];
  assert_string_equal(op->name, "lib");
  assert_string_equal(op->source_file, "model.py");
  assert_int_equal(op->source_line, 12);
  assert_string_equal(op->source_text, "p, q = odd(x)");
  assert_string_equal(op_text(op, ATTRIBUTE_TARGET, ""), "aten.odd.default");
  assert_int_equal(op->operands[1].value, NO_VALUE);
  assert_false(op->operands[1].is_number);
  assert_true(op->operands[2].is_integer && op->operands[2].integer == 2);
  assert_int_equal(graph->output_count, 4);
  assert_int_equal(graph->outputs[1], NO_VALUE);
  assert_int_equal(graph->size_count, 1);
  graph_free(graph);
}

static int64_t size_of(const char *expression) {
  char inputs[300];
  snprintf(inputs, sizeof inputs, "{\"name\": \"x\", \"dtype\": \"u8\", \"shape\": [\"%s\"]}", expression);
  Graph *graph = graph_of(inputs, "");
  int64_t size = graph->values[0].shape.size[0];
  graph_free(graph);
  return size;
}

static void computes_sizes(void **state) {
  (void)state; // rows 6, cols 4
  assert_int_equal(size_of("rows"), 6);
  assert_int_equal(size_of(" rows * cols+1 "), 25);
  assert_int_equal(size_of("2*(rows - cols)/4"), 1);
  assert_int_equal(size_of("rows - cols - 1"), 1);
  assert_int_equal(size_of("-2 + rows"), 4);
  assert_int_equal(size_of("((((7))))"), 7);
}

// As PyTorch prints them; what they should be is Python's answer (and SymPy's of its functions).
static void computes_sizes_of_pytorch(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int64_t size;
  } sizes[] = {
      {"rows + ((rows//4))", 7},
      {"-7//2 + 10", 6},
      {"-7 % 4", 1},
      {"2**3**2 - 500", 12},
      {"-2**2 + 5", 1},
      {"Mod(rows*cols - 1, 7)", 2},
      {"PythonMod(-1, rows)", 5},
      {"ModularIndexing(rows*cols, 5, 3)", 1},
      {"CeilDiv(rows, cols)", 2},
      {"FloorDiv(rows, cols)", 1},
      {"Max(1, cols, rows) * Min(cols, rows)", 24},
      {"((((((rows - 1)//2)) - 1)//2)) + 1", 1},
      {"Where(rows > cols, 3, 4)", 3},
      {"Where(Eq(rows, cols), 3, 4)", 4},
      {"(rows <= 6) + (rows < 6) + (rows != 6)", 1},
      {"rows >> 1 << 2", 12},
      {"rows & 3 | 8", 10},
      {"torch.sym_max(rows, cols)", 6},
      {"operator.floordiv(rows, cols)", 1},
      {"math.ceil(IntTrueDiv(rows, cols)) * math_ceil(0.5)", 2},
      {"FloorToInt(rows*0.75)", 4},
      {"RoundToInt(2.5)", 2},
      {"TruncToInt(-1.5) + 2", 1},
      {"int(math.sqrt(cols)) + torch.sym_sum([rows, cols, 1])", 13},
  };
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (size_of(sizes[i].text) != sizes[i].size)
      fail_msg("%s is %lld", sizes[i].text, (long long)sizes[i].size);
}

static void expect_size_message(const char *expression, const char *expected) {
  char inputs[300];
  snprintf(inputs, sizeof inputs, "{\"name\": \"x\", \"dtype\": \"u8\", \"shape\": [\"%s\"]}", expression);
  expect_refused(inputs, "", expected);
}

static void refuses_wrong_sizes(void **state) {
  (void)state;
  expect_size_message("row", "no size is named \"row\": did you mean \"rows\"?");
  expect_size_message("rows/4", "the division leaves a remainder");
  expect_size_message("rows/(rows - 6)", "the division leaves a remainder");
  expect_size_message("rows +", "expected a number or the name of a size");
  expect_size_message("(rows", "expected )");
  expect_size_message("rows cols", "unexpected: cols");
  expect_size_message("9223372036854775807*3", "the product is too large");
  expect_size_message("99999999999999999999", "the number is too large");
  char deep[141] = "";
  memset(deep, '(', 70);
  memset(deep + 70, ')', 70);
  expect_size_message(deep, "too many parentheses");
  expect_size_message("rows // (cols - 4)", "a division by zero");
  expect_size_message("rows % 0", "a division by zero");
  expect_size_message("IntTrueDiv(rows, 4)", "a size must be an integer, not 1.5");
  expect_size_message("10**19", "the power is too large");
  expect_size_message("1 << 63", "a shift by");
  expect_size_message("sine(rows)", "no function of sizes is named sine");
  expect_size_message("Mod(rows)", "too few or many arguments");
  expect_size_message("", "expected a number or the name of a size");
  expect_refused("{\"name\": \"x\", \"dtype\": \"u8\", \"shape\": [1.5]}", "",
                 "expected an integer below 2^63, or a text that names a size");
  expect_refused("{\"name\": \"x\", \"dtype\": \"u8\", \"shape\": [9223372036854775808]}", "",
                 "expected an integer below 2^63, or a text that names a size");
  expect_refused("{\"name\": \"x\", \"dtype\": \"u8\", \"shape\": [1, 1, 1, 1, 1, 1, 1, 1, 1]}", "",
                 "9 axes, at most 8 are supported");
}

static Graph *with_sizes(const SizeBinding *sizes, int count, Status *status) {
  char *text = document(
      X, "{\"name\": \"a\", \"op\": \"reshape\", \"in\": [\"x\"], \"shape\": [\"rows*cols\"]}", "\"a\"");
  Graph *graph = graph_read_json("test.json", text, strlen(text),
                                 &(ReadOptions){.sizes = sizes, .size_count = count}, status);
  free(text);
  return graph;
}

static void binds_sizes_from_outside(void **state) {
  (void)state;
  Status status = {0};
  Graph *graph = with_sizes(&(SizeBinding){"rows", 10}, 1, &status);
  assert_non_null(graph);
  value_is(graph, "a", "f32[40][1]");
  assert_int_equal(graph->sizes[0].value, 10);
  graph_free(graph);
  assert_null(with_sizes(&(SizeBinding){"row", 10}, 1, &status));
  assert_non_null(strstr(status.message, "no size named \"row\": did you mean \"rows\"?"));
  assert_null(with_sizes(&(SizeBinding){"rows", -1}, 1, &status));
  assert_non_null(strstr(status.message, "cannot be negative"));
}

// Names are printed: what a terminal would obey becomes '?'.
static void cleans_names(void **state) {
  (void)state;
  static const char text[] =
      "{\"format\": \"fusebox-graph\", \"version\": 1,\n"
      "\"inputs\": [{\"name\": \"x\\u001b[2J\", \"dtype\": \"f32\", \"shape\": [4]}],\n"
      "\"ops\": [{\"name\": \"y\\n\", \"op\": \"exp\", \"in\": [\"x\\u001b[2J\"]}],\n"
      "\"outputs\": [\"y\\n\"]}";
  Status status = {0};
  Graph *graph = graph_read_json("test.json", text, sizeof text - 1, NULL, &status);
  if (!graph) fail_msg("%s", status.message);
  assert_string_equal(graph->values[graph->inputs[0]].name, "x?[2J");
  assert_string_equal(graph->values[graph->outputs[0]].name, "y?");
  graph_free(graph);
}

static void explains_unknown_names(void **state) {
  (void)state;
  expect_refused(X, "{\"name\": \"a\", \"op\": \"rsqr\", \"in\": [\"x\"]}",
                 "unknown op \"rsqr\": did you mean \"rsqrt\"?");
  expect_refused(X,
                 "{\"name\": \"abc\", \"op\": \"exp\", \"in\": [\"x\"]}, {\"name\": \"b\", \"op\": \"exp\", "
                 "\"in\": [\"abd\"]}",
                 "nothing is named \"abd\": did you mean \"abc\"?");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"sum\", \"in\": [\"x\"], \"axis\": [0]}",
                 "op \"sum\" has no \"axis\": did you mean \"axes\"?");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"add\", \"in\": [\"x\", 1], \"keep\": true}",
                 "op \"add\" has no \"keep\": there is name, op, in, results, mutates, at, code\n");
  expect_refused(
      X, "{\"name\": \"a\", \"op\": \"sum\", \"in\": [\"x\"], \"dim\": [0]}",
      "op \"sum\" has no \"dim\": there is axes, keep, dtype, name, op, in, results, mutates, at, code\n");
  expect_refused("{\"name\": \"x\", \"dtype\": \"f33\", \"shape\": []}", "", "unknown dtype");
  expect_refused("{\"name\": \"x\", \"dtype\": \"f32\", \"shap\": []}", "",
                 "unknown key \"shap\": did you mean \"shape\"?");
  expect_refused("{\"name\": \"x\", \"dtype\": \"f32\", \"size\": []}", "",
                 "unknown key \"size\": there is name, dtype, shape, stride\n");
}

static void explains_the_order_of_ops(void **state) {
  (void)state;
  expect_refused(X,
                 "{\"name\": \"a\", \"op\": \"exp\", \"in\": [\"b\"]}, {\"name\": \"b\", \"op\": \"exp\", "
                 "\"in\": [\"x\"]}",
                 "\"b\" is defined further down");
  expect_refused(X,
                 "{\"name\": \"a\", \"op\": \"add\", \"in\": [\"x\", \"c\"]}, {\"name\": \"b\", \"op\": "
                 "\"exp\", \"in\": [\"a\"]},"
                 "{\"name\": \"c\", \"op\": \"exp\", \"in\": [\"b\"]}",
                 "the ops depend on each other in a cycle: a -> c -> b -> a");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"exp\", \"in\": [\"a\"]}", "in a cycle: a -> a");
  expect_refused(
      X,
      "{\"name\": \"s\", \"op\": \"split\", \"in\": [\"q\"], \"sizes\": 3, \"results\": [\"p\", \"r\"]},"
      "{\"name\": \"q\", \"op\": \"exp\", \"in\": [\"r\"]}",
      "in a cycle: s -> q -> s");
}

static void points_at_the_place(void **state) {
  (void)state;
  Status status = {0};
  assert_null(
      read_text("{ \"format\": \"fusebox-graph\", \"version\": 1,\n  \"inputs\": [],\n  \"ops\": [ { "
                "\"name\": \"a\", \"op\": \"hop\" } ],\n"
                "  \"outputs\": [] }",
                &status));
  assert_true(text_starts(status.message, "test.json:3:33: unknown op \"hop\""));
  assert_non_null(strstr(status.message, "\"ops\": [ { \"name\": \"a\", \"op\": \"hop\" } ],\n"));
  assert_true(text_ends(status.message, "^"));
}

static void refuses_other_documents(void **state) {
  (void)state;
  expect_message("[]", "a graph must be an object");
  expect_message("{}", "this is no fusebox graph");
  expect_message("{\"format\": \"other\"}", "this is no fusebox graph");
  expect_message("{\"format\": \"fusebox-graph\", \"version\": 2}", "\"version\" must be 1");
  expect_message("{\"format\": \"fusebox-graph\", \"version\": 1, \"op\": []}",
                 "unknown key \"op\": did you mean \"ops\"?");
  expect_message("{\"format\": \"fusebox-graph\", \"version\": 1, \"outputs\": []}",
                 "\"ops\" must be an array");
  expect_message("{\"format\": \"fusebox-graph\", \"version\": 1, \"ops\": [1], \"outputs\": []}",
                 "an op must be an object");
  expect_message("{\"format\": \"fusebox-graph\", \"version\": 1, \"ops\": []}",
                 "\"outputs\" must be an array of names");
  expect_message("{\"format\": \"fusebox-graph\", \"version\": 1, \"ops\": [], \"outputs\": [\"y\"]}",
                 "nothing is named \"y\"");
  expect_message("{\"format\": \"fusebox-graph\", \"version\": 1, \"ops\": [], \"outputs\": []}",
                 "the graph has no inputs and no ops");
  expect_message("{\"format\": \"fusebox-graph\", \"version\": 1, \"name\": 3}", "\"name\" must be a text");
  expect_message("{\"format\": \"fusebox-graph\", \"version\": 1, \"sizes\": {\"3x\": 1}}",
                 "the name of a size must be a letter");
  expect_message("{\"format\": \"fusebox-graph\", \"version\": 1, \"sizes\": {\"n\": -1}}",
                 "must be an integer, at least 0");
}

static void refuses_wrong_values(void **state) {
  (void)state;
  expect_refused(X, "{\"name\": \"a\", \"op\": \"sum\", \"in\": [\"x\"], \"keep\": 1}",
                 "\"keep\" must be true or false");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"cast\", \"in\": [\"x\"], \"dtype\": 3}", "unknown dtype");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"cast\", \"in\": [\"x\"]}", "needs \"dtype\"");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"clone\", \"in\": [\"x\"], \"layout\": \"nchw\"}",
                 "layout \"nchw\" is none of");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"select\", \"in\": [\"x\"], \"axis\": [0], \"index\": 0}",
                 "\"axis\" must be one integer");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"full\", \"value\": true}", "\"value\" must be a number");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"exp\", \"in\": \"x\"}", "\"in\" must be an array");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"exp\", \"in\": [[]]}",
                 "an operand must be a name, a number or null");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"opaque\", \"in\": [\"x\"]}",
                 "needs \"results\", each with its dtype and shape");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"opaque\", \"in\": [\"x\"], \"results\": [\"p\"]}",
                 "this result needs \"dtype\" and \"shape\"");
  expect_refused(
      X, "{\"name\": \"a\", \"op\": \"opaque\", \"in\": [\"x\"], \"results\": [{\"dtype\": \"f32\"}]}",
      "\"dtype\" and \"shape\" together");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"exp\", \"in\": [\"x\"], \"results\": [\"p\", \"q\"]}",
                 "has 1 result, 2 are named");
  expect_refused(X, "{\"op\": \"exp\", \"in\": [\"x\"]}", "\"name\" must be a text");
  expect_refused(X, "{\"name\": \"\", \"op\": \"exp\", \"in\": [\"x\"]}", "a name is missing");
}

// A document that is cut anywhere, or has one byte changed, is read or refused with a message.
static void survives_damage(void **state) {
  (void)state;
  char *text = document(
      X,
      "{\"name\": \"a\", \"op\": \"sum\", \"in\": [\"x\"], \"axes\": [-1], \"keep\": true},"
      "{\"name\": \"s\", \"op\": \"split\", \"in\": [\"x\"], \"axis\": 0, \"sizes\": [\"rows/2\", 3]}",
      "\"a\"");
  size_t length = strlen(text);
  for (size_t cut = 0; cut <= length; cut++) {
    Status status = {0};
    Graph *graph = graph_read_json("test.json", text, cut, NULL, &status);
    assert_int_equal(graph != NULL, cut == length);
    assert_int_equal(graph == NULL, status.message[0] != 0);
    graph_free(graph);
  }
  static const char bytes[] = "\"[]{}:,09-ae\\\x01\xff";
  for (size_t i = 0; i < length; i++) {
    char saved = text[i];
    text[i] = bytes[i % (sizeof bytes - 1)];
    Status status = {0};
    Graph *graph = graph_read_json("test.json", text, length, NULL, &status);
    assert_int_equal(graph == NULL, status.message[0] != 0);
    graph_free(graph);
    text[i] = saved;
  }
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_everything_that_it_may_hold),
      cmocka_unit_test(computes_sizes),
      cmocka_unit_test(computes_sizes_of_pytorch),
      cmocka_unit_test(refuses_wrong_sizes),
      cmocka_unit_test(binds_sizes_from_outside),
      cmocka_unit_test(cleans_names),
      cmocka_unit_test(explains_unknown_names),
      cmocka_unit_test(explains_the_order_of_ops),
      cmocka_unit_test(points_at_the_place),
      cmocka_unit_test(refuses_other_documents),
      cmocka_unit_test(refuses_wrong_values),
      cmocka_unit_test(survives_damage),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
