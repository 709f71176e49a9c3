// HLO text against JAX: every case of hlo/values.json (made by hlo/make.py), as it was written and, where
// there is one, as XLA optimised it.
#include "graph/evaluate/evaluate.h"
#include "graph/read/read.h"
#include "test.h"
#include "values.h"

#include <math.h>
#include <stdio.h>

// Nothing is opaque, and what is inferred is what the text says.
static bool check_graph(const Graph *graph, Status *status) {
  int count;
  const Note *notes = graph_notes(graph, &count);
  return count == 0 || status_fail(status, STATUS_WRONG, "%s", notes[0].text);
}

static bool check_text(const JsonNode *node, const char *text, bool plain, Status *status) {
  Graph *graph = graph_read_hlo("case", text, strlen(text), 0, NULL, status);
  if (!graph) return false;
  bool ok = (!plain || check_graph(graph, status)) && values_check(node, graph, status);
  graph_free(graph);
  return ok;
}

// `plain`: nothing in it is opaque.
static int check_cases(const Json *json, const char *key, bool plain, int least) {
  int failures = 0, tried = 0;
  for (const JsonNode *node = json_first(json_get(json_root(json), "cases")); node; node = json_next(node)) {
    const char *text = json_string(json_get(node, key), NULL);
    Status status = {0};
    if (!text) continue;
    tried++;
    if (check_text(node, text, plain, &status)) continue;
    print_error("%s (%s): %s\n", json_string(json_get(node, "name"), ""), key, status.message);
    failures++;
  }
  assert_true(tried >= least);
  return failures;
}

static void check_all(const char *file, const char *key, bool plain, int least) {
  Status status = {0};
  char path[256];
  snprintf(path, sizeof path, "%s/graph/hlo/%s", TEST_FOLDER, file);
  Json *json = json_read(path, &status);
  if (!json) fail_msg("%s", status.message);
  int failures = check_cases(json, key, plain, least);
  json_free(json);
  assert_int_equal(failures, 0);
}

static void results_are_those_of_jax(void **state) {
  (void)state;
  check_all("values.json", "hlo", true, 50);
}

static void so_are_those_of_optimised_text(void **state) {
  (void)state;
  check_all("values.json", "optimised", true, 50);
}

// Loops and choices are opaque to plans; the evaluator runs what they run.
static void loops_and_choices_are_run(void **state) {
  (void)state;
  check_all("control.json", "hlo", false, 14);
  check_all("control.json", "optimised", false, 10);
}

static const char endless[] =
    "HloModule m\n\nsame {\n  p = (f32[4]) parameter(0)\n  ROOT g = f32[4] get-tuple-element(p), "
    "index=0\n}\n\n"
    "always {\n  p = (f32[4]) parameter(0)\n  ROOT t = pred[] constant(true)\n}\n\n"
    "body {\n  p = (f32[4]) parameter(0)\n  g = f32[4] get-tuple-element(p), index=0\n"
    "  n = f32[4] negate(g)\n  ROOT t = (f32[4]) tuple(n)\n}\n\n"
    "ENTRY main {\n  a = f32[4] parameter(0)\n  t = (f32[4]) tuple(a)\n"
    "  w = (f32[4]) while(t), condition=always, body=%s\n"
    "  ROOT r = f32[4] get-tuple-element(w), index=0\n}\n";

// What the evaluator says of the loop with this body.
static void check_loop(const char *body, const char *part) {
  char text[1024];
  Status status = {0};
  EvaluateOptions options = {.limit_bytes = 1 << 20};
  snprintf(text, sizeof text, endless, body);
  Graph *graph = graph_read_hlo("loop", text, strlen(text), 0, NULL, &status);
  if (!graph) fail_msg("%s", status.message);
  Evaluation *evaluation = evaluation_run(graph, &options, &status);
  assert_non_null(evaluation);
  const char *why = evaluation->skipped[graph_find_op(graph, "w")];
  if (!why || !strstr(why, part)) fail_msg("no \"%s\" in: %s", part, why ? why : "(evaluated)");
  evaluation_free(evaluation);
  graph_free(graph);
}

// A loop that does not end does; one whose body gives other things than it takes stays opaque.
static void strange_loops_are_refused(void **state) {
  (void)state;
  check_loop("body", "runs longer than is evaluated");
  check_loop("other", "is opaque");
  check_loop("absent", "is opaque");
  check_loop("main", "is opaque");
}

// One op of f32 a round, and of rounds as many as 32 are meant: a chain of 32, so 4 * 2^-24 * (16 + 4 * 32 +
// 2).
static void loops_have_a_tolerance(void **state) {
  (void)state;
  char text[1024];
  Status status = {0};
  snprintf(text, sizeof text, endless, "body");
  Graph *graph = graph_read_hlo("loop", text, strlen(text), 0, NULL, &status);
  if (!graph) fail_msg("%s", status.message);
  assert_true(fabs(evaluate_tolerance(graph, graph->outputs[0]) / (4 * 0x1p-24 * 146) - 1) < 1e-12);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(results_are_those_of_jax),  cmocka_unit_test(so_are_those_of_optimised_text),
      cmocka_unit_test(loops_and_choices_are_run), cmocka_unit_test(strange_loops_are_refused),
      cmocka_unit_test(loops_have_a_tolerance),
  };
  return cmocka_run_group_tests_name("hlo values", tests, NULL, NULL);
}
