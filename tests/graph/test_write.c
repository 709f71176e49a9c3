// Writers: what they write is read back as the same graph.
#include "describe.h"

#include "base/text.h"
#include "graph/write/write.h"

#define X "{\"name\": \"x\", \"dtype\": \"f32\", \"shape\": [\"rows\", \"cols\"]}"

static Text json_of(const Graph *graph) {
  Text text = {0};
  assert_true(graph_write_json(graph, &text, NULL));
  return text;
}

static Text fx_of(const Graph *graph) {
  Text text = {0};
  Status status = {0};
  if (!graph_write_fx(graph, &text, &status)) fail_msg("%s", status.message);
  return text;
}

static void holds(const Text *text, const char *part) {
  if (!strstr(text_get(text), part)) fail_msg("no \"%s\" in:\n%s", part, text_get(text));
}

// Writes, reads and compares; then once more, which must give the same text.
static void survives_json(const char *inputs, const char *ops, const char *outputs) {
  Status status = {0};
  Graph *graph = read_document(inputs, ops, outputs, &status);
  if (!graph) fail_msg("%s", status.message);
  Text first = json_of(graph);
  Graph *again = graph_read_json("again.json", first.data, first.length, NULL, &status);
  if (!again) fail_msg("%s in:\n%s", status.message, text_get(&first));
  assert_true(again->hash == graph->hash);
  Text second = json_of(again);
  assert_string_equal(text_get(&first), text_get(&second));
  text_free(&first);
  text_free(&second);
  graph_free(graph);
  graph_free(again);
}

static void json_comes_back(void **state) {
  (void)state;
  survives_json(X,
                "{\"name\": \"a\", \"op\": \"add\", \"in\": [\"x\", 1.0]}, {\"name\": \"b\", \"op\": "
                "\"mul\", \"in\": [\"a\", -3]},"
                "{\"name\": \"c\", \"op\": \"clamp_max\", \"in\": [\"b\", \"-inf\"]}, {\"name\": \"d\", "
                "\"op\": \"add\", \"in\": [\"c\", 1e-300]}",
                "\"d\", null, \"a\"");
  survives_json(
      X,
      "{\"name\": \"s\", \"op\": \"split\", \"in\": [\"x\"], \"axis\": 0, \"sizes\": 4, \"results\": [\"p\", "
      "\"q\"]},"
      "{\"name\": \"v\", \"op\": \"var_mean\", \"in\": [\"p\"], \"axes\": [0], \"correction\": 0.5},"
      "{\"name\": \"f\", \"op\": \"full\", \"shape\": [\"rows\", 2], \"value\": \"inf\", \"dtype\": \"f16\"}",
      "\"v.0\"");
  survives_json(X ", {\"name\": \"y\", \"dtype\": \"f32\", \"shape\": [6, 4], \"stride\": [1, 6]}",
                "{\"name\": \"e\", \"op\": \"exp\", \"in\": [\"y\"]}, {\"name\": \"w\", \"op\": \"copy\", "
                "\"in\": [\"x\", \"e\"], \"mutates\": 0,"
                " \"at\": \"a \\\"b\\\".py:3\", \"code\": \"x[:] = e\\\\n\"},"
                "{\"name\": \"l\", \"op\": \"attention\", \"in\": [\"x\", \"y\", \"x\", null], \"target\": "
                "\"t\", \"arguments\": \"%0\", \"tuple\": [0, 3],"
                " \"results\": [{\"name\": \"o\", \"dtype\": \"f32\", \"shape\": [6, 4], \"stride\": [1, "
                "6]}, {\"name\": \"r\", \"dtype\": \"i64\", \"shape\": []}]}",
                "\"o\"");
}

// Sizes that a graph was written with stay: it can be bound to others again.
static void json_keeps_named_sizes(void **state) {
  (void)state;
  Graph *graph =
      graph_of(X, "{\"name\": \"f\", \"op\": \"full\", \"shape\": [\"rows*2\", \"cols\"], \"value\": 1}");
  Text text = json_of(graph);
  holds(&text, "\"sizes\": {\"rows\": 6, \"cols\": 4}");
  holds(&text, "{\"name\": \"x\", \"dtype\": \"f32\", \"shape\": [\"rows\", \"cols\"]}");
  holds(&text, "\"shape\": [\"rows*2\", \"cols\"]");
  text_free(&text);
  graph_free(graph);
}

// The hash of a document's graph for cols = 8, once as it stands, once after writing it for cols = 4.
static void binds_anew(const char *inputs, const char *ops) {
  Status status = {0};
  char *text = document(inputs, ops, "");
  ReadOptions options = {.sizes = &(SizeBinding){"cols", 8}, .size_count = 1};
  Graph *wanted = graph_read_json("test.json", text, strlen(text), &options, &status);
  Graph *graph = graph_read_json("test.json", text, strlen(text), NULL, &status);
  if (!wanted || !graph) fail_msg("%s", status.message);
  Text written = json_of(graph);
  Graph *again = graph_read_json("again.json", written.data, written.length, &options, &status);
  if (!again) fail_msg("%s in:\n%s", status.message, text_get(&written));
  assert_true(again->hash == wanted->hash);
  assert_true(again->hash != graph->hash);
  text_free(&written);
  graph_free(again);
  graph_free(graph);
  graph_free(wanted);
  free(text);
}

static void json_can_be_bound_to_other_sizes(void **state) {
  (void)state;
  binds_anew(
      X,
      "{\"name\": \"a\", \"op\": \"slice\", \"in\": [\"x\"], \"axis\": -1, \"end\": \"cols/2\"},"
      "{\"name\": \"b\", \"op\": \"slice\", \"in\": [\"x\"], \"axis\": -1, \"start\": \"cols/2\"},"
      "{\"name\": \"c\", \"op\": \"split\", \"in\": [\"x\"], \"axis\": 1, \"sizes\": [\"cols - 1\", 1]}");
  binds_anew(X,
             "{\"name\": \"a\", \"op\": \"reshape\", \"in\": [\"x\"], \"shape\": [-1, 2]},"
             "{\"name\": \"b\", \"op\": \"iota\", \"shape\": [\"cols\"], \"start\": \"cols\"},"
             "{\"name\": \"c\", \"op\": \"div\", \"in\": [\"x\", 2], \"mode\": \"floor\"},"
             "{\"name\": \"d\", \"op\": \"pad\", \"in\": [\"c\"], \"pad\": [0, \"cols\"]}");
}

// What only numbers say cannot be computed anew: then nothing of the file claims to be bindable.
static void json_drops_sizes_that_it_cannot_keep(void **state) {
  (void)state;
  static const char *const graphs[][2] = {
      {"{\"name\": \"x\", \"dtype\": \"f32\", \"shape\": [\"rows\", \"cols\"], \"stride\": [1, \"rows\"]}",
       "{\"name\": \"a\", \"op\": \"exp\", \"in\": [\"x\"]}"},
      {X,
       "{\"name\": \"a\", \"op\": \"opaque\", \"in\": [\"x\"], \"results\": [{\"dtype\": \"f32\", \"shape\": "
       "[\"cols\"]}]}"},
      {X,
       "{\"name\": \"v\", \"op\": \"permute\", \"in\": [\"x\"], \"axes\": [1, 0]},"
       "{\"name\": \"w\", \"op\": \"copy\", \"in\": [\"x\", 1.0], \"mutates\": 0},"
       "{\"name\": \"a\", \"op\": \"exp\", \"in\": [\"v\"]}"}};
  for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++) {
    Status status = {0};
    Graph *graph = graph_of(graphs[i][0], graphs[i][1]);
    Text text = json_of(graph);
    assert_null(strstr(text_get(&text), "sizes\": {"));
    assert_null(strstr(text_get(&text), "\"cols\""));
    Graph *again = graph_read_json("again.json", text.data, text.length, NULL, &status);
    if (!again) fail_msg("%s", status.message);
    assert_true(again->hash == graph->hash);
    text_free(&text);
    graph_free(again);
    graph_free(graph);
  }
}

// Of the graph below.
static const char *const fx_calls[] = {
    "a: \"f64[6, 1][1, 1]cuda:0\" = torch.ops.aten.sum.dim_IntList(x, [1], True, dtype = torch.float64)\n",
    " = torch.ops.aten.rsub.Scalar(x, 1.0)\n",
    " = torch.ops.aten.pow.Scalar(2, x)\n",
    " = torch.ops.aten.index.Tensor(x, [None, i])\n",
    " = torch.ops.aten.index_put_.default(x, [i], u, True)\n",
    " = torch.ops.aten.full.default([2], 3, dtype = torch.float32, device = device(type='cuda', "
    "index=0))\n",
    " = torch.ops.aten.mean.default(e)\n",
    "    h = torch.ops.aten.var_mean.correction(e, [0], correction = 0)\n    v: \"f32[4][1]cuda:0\" = "
    "h[0]\n",
    " = torch.ops.prims.iota.default(7, start = 0, step = 1, dtype = torch.int64, device = "
    "device(type='cuda', index=0), "
    "requires_grad = False)\n",
    " = torch.ops.aten.div.Scalar_mode(e, 2, rounding_mode = 'floor')\n",
    " = torch.ops.aten.clone.default(e, memory_format = torch.contiguous_format)\n",
    " = torch.ops.aten.argmax.default(e, 1)\n",
    " = torch.ops.aten.prod.default(e)\n",
    " = torch.ops.aten.cat.default([e, e], 1)\n", // x after the write is e
    " = torch.ops.aten.squeeze.default(e)\n",
    "        make_input([3], [1], torch.int64, low=0, high=4),\n", // i chooses columns in d, rows in e: the
                                                                   // smaller
};

static void fx_calls_are_pytorchs(void **state) {
  (void)state;
  Graph *graph = graph_of(X
                          ", {\"name\": \"i\", \"dtype\": \"i64\", \"shape\": [3]}, {\"name\": \"u\", "
                          "\"dtype\": \"f32\", \"shape\": [3, 4]}",
                          "{\"name\": \"a\", \"op\": \"sum\", \"in\": [\"x\"], \"axes\": [-1], \"keep\": "
                          "true, \"dtype\": \"f64\"},"
                          "{\"name\": \"b\", \"op\": \"sub\", \"in\": [1.0, \"x\"]}, {\"name\": \"c\", "
                          "\"op\": \"pow\", \"in\": [2, \"x\"]},"
                          "{\"name\": \"d\", \"op\": \"index\", \"in\": [\"x\", null, \"i\"]},"
                          "{\"name\": \"e\", \"op\": \"index_put\", \"in\": [\"x\", \"u\", \"i\"], "
                          "\"accumulate\": true, \"mutates\": 0},"
                          "{\"name\": \"f\", \"op\": \"full\", \"shape\": [2], \"value\": 3}, {\"name\": "
                          "\"g\", \"op\": \"mean\", \"in\": [\"e\"]},"
                          "{\"name\": \"h\", \"op\": \"var_mean\", \"in\": [\"e\"], \"axes\": [0], "
                          "\"correction\": 0, \"results\": [\"v\", \"m\"]},"
                          "{\"name\": \"j\", \"op\": \"iota\", \"shape\": [7]}, {\"name\": \"k\", \"op\": "
                          "\"div_floor\", \"in\": [\"e\", 2]},"
                          "{\"name\": \"l\", \"op\": \"clone\", \"in\": [\"e\"], \"layout\": \"contiguous\"},"
                          "{\"name\": \"n\", \"op\": \"argmax\", \"in\": [\"e\"], \"axes\": [1]}, {\"name\": "
                          "\"o\", \"op\": \"prod\", \"in\": [\"e\"]},"
                          "{\"name\": \"p\", \"op\": \"cat\", \"in\": [\"e\", \"x\"], \"axis\": 1}, "
                          "{\"name\": \"q\", \"op\": \"squeeze\", \"in\": [\"e\"]}");
  Text text = fx_of(graph);
  for (size_t i = 0; i < sizeof fx_calls / sizeof *fx_calls; i++)
    holds(&text, fx_calls[i]);
  text_free(&text);
  graph_free(graph);
}

// PyTorch gives windows and libraries no defaults: everything is said.
static void fx_says_all_of_windows(void **state) {
  (void)state;
  Graph *graph = graph_of(
      "{\"name\": \"x\", \"dtype\": \"f32\", \"shape\": [1, 2, 8, 8]}, {\"name\": \"w\", \"dtype\": \"f32\", "
      "\"shape\": [4, 2, 3, 3]}",
      "{\"name\": \"a\", \"op\": \"max_pool\", \"in\": [\"x\"], \"kernel\": [2, 2], \"results\": [\"p\", "
      "\"o\"]},"
      "{\"name\": \"b\", \"op\": \"avg_pool_backward\", \"in\": [\"p\", \"x\"], \"kernel\": [2, 2]},"
      "{\"name\": \"c\", \"op\": \"convolution\", \"in\": [\"x\", \"w\"], \"padding\": 1},"
      "{\"name\": \"d\", \"op\": \"topk\", \"in\": [\"x\"], \"k\": 3}");
  Text text = fx_of(graph);
  holds(&text, "_low_memory_max_pool_with_offsets.default(x, [2, 2], [2, 2], [0, 0], [1, 1], False)\n");
  holds(&text, "avg_pool2d_backward.default(p, x, [2, 2], [2, 2], [0, 0], False, True, None)\n");
  holds(&text, "convolution.default(x, w, None, [1, 1], [1, 1], [1, 1], False, [0], 1)\n");
  holds(&text, "topk.default(x, 3, 3, True, True)\n");
  text_free(&text);
  graph_free(graph);
}

// Names that Python does not take become ones that it does, without clashes.
static void fx_names_are_identifiers(void **state) {
  (void)state;
  Graph *graph = graph_of(
      "{\"name\": \"lambda\", \"dtype\": \"f32\", \"shape\": []}, {\"name\": \"1st\", \"dtype\": \"f32\", "
      "\"shape\": []}",
      "{\"name\": \"a.b\", \"op\": \"add\", \"in\": [\"lambda\", \"1st\"]}, {\"name\": \"a_b\", \"op\": "
      "\"neg\", \"in\": [\"a.b\"]}");
  Text text = fx_of(graph);
  holds(&text, "def forward(lambda_1: \"f32[][]cuda:0\", _1st: \"f32[][]cuda:0\"):\n");
  holds(&text, "    a_b: \"f32[][]cuda:0\" = torch.ops.aten.add.Tensor(lambda_1, _1st)\n");
  holds(&text, "    a_b_1: \"f32[][]cuda:0\" = torch.ops.aten.neg.default(a_b)\n");
  holds(&text, "    return ()\n");
  text_free(&text);
  graph_free(graph);
}

static void fx_comes_back(void **state) {
  (void)state;
  Status status = {0};
  Graph *graph = read_document(
      X,
      "{\"name\": \"a\", \"op\": \"exp\", \"in\": [\"x\"], \"at\": \"m.py:7\", \"code\": \"a = x.exp()\"},"
      "{\"name\": \"w\", \"op\": \"copy\", \"in\": [\"x\", \"a\"], \"mutates\": 0},"
      "{\"name\": \"s\", \"op\": \"split\", \"in\": [\"w\"], \"axis\": 0, \"sizes\": [2, 4], \"results\": "
      "[\"p\", \"q\"]},"
      "{\"name\": \"l\", \"op\": \"attention\", \"in\": [\"x\", \"a\", \"x\"], \"target\": "
      "\"aten._scaled_dot_product_cudnn_attention.default\","
      " \"arguments\": \"%0, %1, %2, None, True, 0.0, scale = 0.5\", \"tuple\": [0, 6],"
      " \"results\": [{\"name\": \"o\", \"dtype\": \"f32\", \"shape\": [6, 4]}, {\"name\": \"r\", \"dtype\": "
      "\"i64\", \"shape\": []}]}",
      "\"q\", null, \"o\"", &status);
  if (!graph) fail_msg("%s", status.message);
  Text text = fx_of(graph);
  holds(&text,
        " = torch.ops.aten._scaled_dot_product_cudnn_attention.default(w, a, w, None, True, 0.0, scale = "
        "0.5)\n");
  Graph *again = graph_read_fx("again.py", text.data, text.length, 0, NULL, &status);
  if (!again) fail_msg("%s in:\n%s", status.message, text_get(&text));
  assert_true(again->hash == graph->hash);
  assert_string_equal(again->ops[0].source_file, "m.py");
  assert_int_equal(again->ops[0].source_line, 7);
  assert_string_equal(again->ops[0].source_text, "a = x.exp()");
  text_free(&text);
  graph_free(graph);
  graph_free(again);
}

static void fx_says_what_it_cannot_write(void **state) {
  (void)state;
  Status status = {0};
  Text text = {0};
  Graph *graph = graph_of(X,
                          "{\"name\": \"a\", \"op\": \"opaque\", \"in\": [\"x\"], \"results\": [{\"dtype\": "
                          "\"f32\", \"shape\": []}]}");
  assert_false(graph_write_fx(graph, &text, &status));
  assert_non_null(strstr(status.message, "\"a\" (opaque) needs \"target\" and \"arguments\""));
  graph_free(graph);
  text_clear(&text);
  graph =
      graph_of(X, "{\"name\": \"c\", \"op\": \"cast\", \"in\": [\"x\"], \"dtype\": \"f32\", \"mutates\": 0}");
  assert_false(graph_write_fx(graph, &text, &status));
  assert_non_null(strstr(status.message, "PyTorch has no cast that writes into operand 0"));
  graph_free(graph);
  text_free(&text);
}

#define OPAQUE "\"results\": [{\"dtype\": \"f32\", \"shape\": [6, 4]}]}"

static void refuses_call(const char *target, const char *arguments) {
  Status status = {0};
  Text text = {0};
  char op[400];
  snprintf(op, sizeof op,
           "{\"name\": \"a\", \"op\": \"opaque\", \"in\": [\"x\"], \"target\": \"%s\", \"arguments\": "
           "\"%s\", " OPAQUE,
           target, arguments);
  Graph *graph = graph_of(X, op);
  if (graph_write_fx(graph, &text, &status)) fail_msg("written: %s(%s)", target, arguments);
  assert_non_null(strstr(status.message, "\"a\": this is no PyTorch call with plain arguments"));
  graph_free(graph);
  text_free(&text);
}

// A graph is data: none of its texts may become code of the file that is written from it.
static void fx_takes_only_calls_of_pytorch(void **state) {
  (void)state;
  refuses_call("aten.foo.default", "%0); print(1");
  refuses_call("aten.foo.default", "%0)\\nprint(1");
  refuses_call("aten.foo.default", "print(1)");
  refuses_call("aten.foo.default", "%0, key = [print(1)]");
  refuses_call("aten.foo.default(x); print", "1");
  Graph *graph =
      graph_of(X,
               "{\"name\": \"a\", \"op\": \"opaque\", \"in\": [\"x\"], \"target\": \"aten.foo.default\", "
               "\"arguments\": \"%0, [1, None], place = device(type='cuda', index=0)\", "
               "\"at\": \"m\\n.py:7\", \"code\": \"a\\nprint(1)\", " OPAQUE);
  Text text = fx_of(graph);
  holds(&text, " = torch.ops.aten.foo.default(x, [1, None], place = device(type='cuda', index=0))\n");
  holds(&text, "    # File: m?.py:7 in forward, code: a?print(1)\n");
  text_free(&text);
  graph_free(graph);
}

// What stands around the graph: where it runs is chosen once, and attention comes along only where it is
// used.
static void fx_files_choose_their_device(void **state) {
  (void)state;
  Graph *graph = graph_of(X, "{\"name\": \"a\", \"op\": \"exp\", \"in\": [\"x\"]}");
  Text text = fx_of(graph);
  holds(&text, "\nDEVICE = torch.device('cuda' if torch.cuda.is_available() else 'cpu')\n");
  holds(&text, "add_argument('--save'");
  assert_null(strstr(text_get(&text), "def attention("));
  text_free(&text);
  graph_free(graph);
  graph = graph_of(
      X,
      "{\"name\": \"a\", \"op\": \"attention\", \"in\": [\"x\", \"x\", \"x\"], \"target\": "
      "\"aten._scaled_dot_product_flash_attention.default\", \"arguments\": \"%0, %1, %2\", " OPAQUE);
  text = fx_of(graph);
  holds(&text, "\ndef attention(");
  text_free(&text);
  graph_free(graph);
}

static void fx_knows_layouts(void **state) {
  (void)state;
  Graph *graph = graph_of(
      "{\"name\": \"p\", \"dtype\": \"f32\", \"shape\": [1, 2, 3, 4]}, {\"name\": \"v\", \"dtype\": "
      "\"f32\", \"shape\": [1, 2, 3, 4, 5]}",
      "{\"name\": \"a\", \"op\": \"clone\", \"in\": [\"p\"], \"layout\": \"channels_last\"},"
      "{\"name\": \"b\", \"op\": \"clone\", \"in\": [\"v\"], \"layout\": \"channels_last\"}");
  Text text = fx_of(graph);
  holds(&text, "clone.default(p, memory_format = torch.channels_last)\n");
  holds(&text, "clone.default(v, memory_format = torch.channels_last_3d)\n");
  text_free(&text);
  graph_free(graph);
}

static void dot_shows_ops_and_edges(void **state) {
  (void)state;
  Graph *graph = graph_of(X,
                          "{\"name\": \"a\\\"q\", \"op\": \"exp\", \"in\": [\"x\"]}, {\"name\": \"v\", "
                          "\"op\": \"permute\", \"in\": [\"a\\\"q\"], \"axes\": [1, 0]},"
                          "{\"name\": \"y\", \"op\": \"neg\", \"in\": [\"a\\\"q\"]}, {\"name\": \"w\", "
                          "\"op\": \"copy\", \"in\": [\"x\", \"y\"], \"mutates\": 0}");
  Text text = {0};
  assert_true(graph_write_dot(graph, &text, NULL));
  holds(&text, "  value0 [shape=oval, label=\"x\\nf32[6, 4]\"];\n");
  holds(&text, "label=\"a\\\"q = exp\\nf32[6, 4]\"];\n");
  holds(&text, "  value0 -> op0;\n");
  holds(&text, "  op0 -> op1;\n");
  holds(&text, "  value0 -> op3 [color=red];\n");
  holds(&text, "  op0 -> op3 [style=dashed];\n"); // exp reads x before it is written
  text_free(&text);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(json_comes_back),
      cmocka_unit_test(json_keeps_named_sizes),
      cmocka_unit_test(json_can_be_bound_to_other_sizes),
      cmocka_unit_test(json_drops_sizes_that_it_cannot_keep),
      cmocka_unit_test(fx_calls_are_pytorchs),
      cmocka_unit_test(fx_says_all_of_windows),
      cmocka_unit_test(fx_names_are_identifiers),
      cmocka_unit_test(fx_comes_back),
      cmocka_unit_test(fx_says_what_it_cannot_write),
      cmocka_unit_test(fx_takes_only_calls_of_pytorch),
      cmocka_unit_test(fx_files_choose_their_device),
      cmocka_unit_test(fx_knows_layouts),
      cmocka_unit_test(dot_shows_ops_and_edges),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
