// HLO text against JAX: every case of hlo/values.json (made by hlo/make.py), as it was written and, where
// there is one, as XLA optimised it.
#include "graph/read/read.h"
#include "test.h"
#include "values.h"

// Nothing is opaque, and what is inferred is what the text says.
static bool check_graph(const Graph *graph, Status *status) {
  int count;
  const Note *notes = graph_notes(graph, &count);
  return count == 0 || status_fail(status, STATUS_WRONG, "%s", notes[0].text);
}

static bool check_text(const JsonNode *node, const char *text, Status *status) {
  Graph *graph = graph_read_hlo("case", text, strlen(text), 0, NULL, status);
  if (!graph) return false;
  bool ok = check_graph(graph, status) && values_check(node, graph, status);
  graph_free(graph);
  return ok;
}

static int check_cases(const Json *json, const char *key) {
  int failures = 0, tried = 0;
  for (const JsonNode *node = json_first(json_get(json_root(json), "cases")); node; node = json_next(node)) {
    const char *text = json_string(json_get(node, key), NULL);
    Status status = {0};
    if (!text) continue;
    tried++;
    if (check_text(node, text, &status)) continue;
    print_error("%s (%s): %s\n", json_string(json_get(node, "name"), ""), key, status.message);
    failures++;
  }
  assert_true(tried > 50);
  return failures;
}

static void check_all(const char *key) {
  Status status = {0};
  Json *json = json_read(TEST_FOLDER "/graph/hlo/values.json", &status);
  if (!json) fail_msg("%s", status.message);
  int failures = check_cases(json, key);
  json_free(json);
  assert_int_equal(failures, 0);
}

static void results_are_those_of_jax(void **state) {
  (void)state;
  check_all("hlo");
}

static void so_are_those_of_optimised_text(void **state) {
  (void)state;
  check_all("optimised");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(results_are_those_of_jax),
      cmocka_unit_test(so_are_those_of_optimised_text),
  };
  return cmocka_run_group_tests_name("hlo values", tests, NULL, NULL);
}
