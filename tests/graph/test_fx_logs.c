// FX text with several graphs, as logs have them.
#include "fx_fixture.h"

static void reads_graphs_in_logs(void **state) {
  (void)state;
  size_t length;
  Status status = {0};
  char *text = read_test_file("torch_logs.txt", &length);
  Graph *forward = graph_read_fx("torch_logs.txt", text, length, 0, NULL, &status);
  Graph *backward = graph_read_fx("torch_logs.txt", text, length, 1, NULL, &status);
  assert_non_null(forward);
  assert_non_null(backward);
  // Forward: 9 nodes of which none is a getitem; 2 inputs, 4 outputs. Backward: 16 nodes, 4 inputs, 2
  // outputs.
  assert_int_equal(forward->op_count, 9);
  assert_int_equal(forward->input_count, 2);
  assert_int_equal(forward->output_count, 4);
  assert_int_equal(backward->op_count, 16);
  assert_int_equal(backward->input_count, 4);
  assert_string_equal(op_named(forward, "rsqrt")->source_file, "torch/nn/functional.py");
  assert_int_equal(op_named(forward, "rsqrt")->source_line, 2954);
  assert_null(op_named(forward, "mul_2")->source_file);
  int notes;
  graph_notes(forward, &notes);
  assert_int_equal(notes, 0);
  graph_notes(backward, &notes);
  assert_int_equal(notes, 0); // every dtype, shape and stride is as inferred
  assert_null(graph_read_fx("torch_logs.txt", text, length, 2, NULL, &status));
  assert_non_null(strstr(status.message, "only 2"));
  graph_free(forward);
  graph_free(backward);
  free(text);
}

// Graph i has i + 1 ops; the third lacks its return. Read one behind the other each search goes on where the
// last one ended; in whatever order, they are those that are found from the start.
static void goes_on_in_a_log(void **state) {
  (void)state;
  static const char text[] =
      "class A(torch.nn.Module):\n  def forward(self, x: \"f32[4]\"):\n"
      "    a = torch.ops.aten.neg.default(x)\n    return (a,)\n"
      "noise\n"
      "def forward(self, x: \"f32[4]\"):\n    a = torch.ops.aten.neg.default(x)\n"
      "    b = torch.ops.aten.exp.default(a)\n    return (b,)\n"
      "class C(torch.nn.Module):\n  def forward(self, x: \"f32[4]\"):\n"
      "    a = torch.ops.aten.neg.default(x)\n"
      "class D(torch.nn.Module):\n  def forward(self, x: \"f32[4]\"):\n"
      "    a = torch.ops.aten.neg.default(x)\n    b = torch.ops.aten.exp.default(a)\n"
      "    c = torch.ops.aten.neg.default(b)\n    d = torch.ops.aten.exp.default(c)\n"
      "    return (d,)\n";
  static const int orders[][5] = {{0, 1, 2, 3, 4}, {3, 2, 1, 0, 4}, {1, 3, 1, 0, 3}, {4, 0, 0, 3, 2}};
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
    ReadKept kept = {0};
    for (int j = 0; j < 5; j++) {
      Status status = {0};
      int which = orders[i][j];
      Graph *graph =
          graph_read_fx("log", text, sizeof text - 1, which, &(ReadOptions){.kept = &kept}, &status);
      assert_true((graph == NULL) == (which == 2 || which == 4));
      if (graph) assert_int_equal(graph->op_count, which + 1);
      if (which == 4) assert_non_null(strstr(status.message, "there is no graph 5 in it, only 4"));
      if (which < 3) assert_int_equal(kept.place.before, which + 1);
      graph_free(graph);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_graphs_in_logs),
      cmocka_unit_test(goes_on_in_a_log),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
