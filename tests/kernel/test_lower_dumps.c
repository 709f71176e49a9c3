// Real graphs: every op alone is a kernel unless a library runs it, and repeated layers give equal nests.
#include "base/file.h"
#include "check.h"
#include "graph/read/read.h"

#include <stdio.h>

typedef struct Tally {
  int graphs, ops, lowered, library;
} Tally;

static void try_op(const Graph *graph, int op, Tally *tally) {
  CheckSet set = {.ops = {op}, .op_count = 1};
  Reason reason;
  check_store(graph, &set);
  tally->ops++;
  Nest *nest = check_lower(graph, &set, &reason);
  if (nest) {
    tally->lowered++;
    assert_int_equal(nest->op_count, 1);
    nest_free(nest);
    return;
  }
  if (reason.code != REASON_LIBRARY && reason.code != REASON_OPAQUE)
    fail_msg("%s: %s: %s: %s", graph->file, graph->ops[op].name, reason_name(reason.code), reason.text);
  tally->library++;
}

static void try_graph(const char *path, Tally *tally) {
  Status status = {0};
  Graph *graph = graph_open(path, NULL, NULL, &status);
  if (!graph) fail_msg("%s", status.message);
  for (int op = 0; op < graph->op_count; op++)
    if (!graph->ops[op].is_view) try_op(graph, op, tally);
  tally->graphs++;
  graph_free(graph);
}

static void try_folder(const char *folder, Tally *tally) {
  Status status = {0};
  int count;
  char **names = file_list(folder, &count, &status);
  if (!names) fail_msg("%s", status.message);
  for (int i = 0; i < count; i++) {
    char *path = file_join(folder, names[i]), *text = file_join(path, "fx_graph_transformed.py");
    if (file_exists(text) || text_ends(names[i], ".json"))
      try_graph(path, tally);
    else if (file_is_folder(path))
      try_folder(path, tally);
    free(text);
    free(path);
    free(names[i]);
  }
  free(names);
}

static void lower_every_op(void **state) {
  (void)state;
  char *dumps = file_data("graphs/dumps");
  assert_non_null(dumps);
  char *shipped = file_data("graphs");
  Tally tally = {0};
  try_folder(dumps, &tally);
  assert_true(tally.graphs >= 20);
  assert_true(tally.lowered > 2000);
  print_message("%d graphs, %d ops: %d lowered, %d run by libraries\n", tally.graphs, tally.ops,
                tally.lowered, tally.library);
  Status status = {0};
  int count;
  char **names = file_list(shipped, &count, &status);
  for (int i = 0; i < count; i++) {
    char *path = file_join(shipped, names[i]);
    if (text_ends(names[i], ".json") && !text_ends(names[i], ".schema.json")) try_graph(path, &tally);
    free(path);
    free(names[i]);
  }
  free(names);
  free(dumps);
  free(shipped);
}

// The same layer twice, on other values and under other names, and once with another constant.
static void hash_structure(void **state) {
  (void)state;
  Text body = {0};
  const char *from = "x";
  char names[3][8];
  for (int i = 0; i < 3; i++) {
    text_printf(&body, "q%d = torch.ops.aten.mul.Tensor(%s, %s)\n", i, from, from);
    text_printf(&body, "m%d = torch.ops.aten.mean.dim(q%d, [-1], True)\n", i, i);
    text_printf(&body, "a%d = torch.ops.aten.add.Scalar(m%d, %s)\n", i, i, i == 2 ? "1e-5" : "1e-6");
    text_printf(&body, "r%d = torch.ops.aten.rsqrt.default(a%d)\n", i, i);
    text_printf(&body, "y%d = torch.ops.aten.mul.Tensor(%s, r%d)\n", i, from, i);
    snprintf(names[i], sizeof names[i], "y%d", i);
    from = names[i];
  }
  text_add(&body, "return (y0, y1, y2)");
  Graph *graph = check_graph("x: \"f32[8, 64]\"", text_get(&body));
  uint64_t hash[3];
  for (int i = 0; i < 3; i++) {
    char layer[64];
    Reason reason;
    snprintf(layer, sizeof layer, "q%d m%d a%d r%d y%d", i, i, i, i, i);
    CheckSet set = check_named(graph, layer);
    assert_int_equal(set.op_count, 5);
    Nest *nest = check_lower(graph, &set, &reason);
    assert_non_null(nest);
    hash[i] = nest->hash;
    nest_free(nest);
  }
  assert_true(hash[0] == hash[1]);
  assert_true(hash[0] != hash[2]);
  graph_free(graph);
  text_free(&body);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lower_every_op), cmocka_unit_test(hash_structure)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
