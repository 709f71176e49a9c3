// Graphs of dynamic shapes against PyTorch: every case of dynamic/values.json (made by dynamic/make.py) is a
// text that PyTorch printed, at sizes of its symbols.
#include "fx_fixture.h"
#include "values.h"

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
  assert_true(count >= 20);
  assert_int_equal(failures, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(results_are_those_of_pytorch),
  };
  return cmocka_run_group_tests_name("dynamic shapes", tests, NULL, NULL);
}
