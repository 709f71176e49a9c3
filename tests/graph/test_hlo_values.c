// HLO text against JAX: every case of hlo/values.json (made by hlo/make.py), as it was written and, where
// there is one, as XLA optimised it.
#include "base/json.h"
#include "base/text.h"
#include "graph/evaluate/evaluate.h"
#include "graph/read/read.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_INPUTS = 8 };

static double read_number(const JsonNode *node) {
  const char *text = json_string(node, NULL);
  if (!text) return json_number(node, NAN);
  if (text_equal(text, "inf")) return INFINITY;
  return text_equal(text, "-inf") ? -INFINITY : NAN;
}

// The formula of make.py.
static double *fill(const JsonNode *input, int k) {
  int64_t elements = 1, count = json_integer(json_get(input, "count"), 1);
  double low = json_number(json_get(input, "low"), 0), step = json_number(json_get(input, "step"), 0);
  DType dtype;
  for (const JsonNode *size = json_first(json_get(input, "shape")); size; size = json_next(size))
    elements *= json_integer(size, 0);
  assert_true(dtype_parse(json_string(json_get(input, "dtype"), ""), &dtype));
  double *data = memory_alloc((size_t)(elements + 1) * sizeof *data);
  for (int64_t i = 0; i < elements; i++)
    data[i] = dtype_round(dtype, low + step * (double)((37 * i + 11 * k + 5) % count));
  return data;
}

static bool is_near(double want, double got, double tolerance) {
  if (isnan(want) || isnan(got)) return isnan(want) && isnan(got);
  if (isinf(want) || isinf(got)) return want == got;
  return fabs(want - got) <= tolerance * (1 + fabs(want));
}

static bool check_result(const JsonNode *result, const Tensor *got, double tolerance, Status *status) {
  DType dtype;
  int64_t i = 0;
  assert_true(dtype_parse(json_string(json_get(result, "dtype"), ""), &dtype));
  if (got->dtype != dtype) return status_fail(status, STATUS_WRONG, "dtype %s", dtype_name(got->dtype));
  for (const JsonNode *item = json_first(json_get(result, "data")); item; item = json_next(item), i++) {
    if (i >= shape_elements(&got->shape)) break;
    if (!is_near(read_number(item), got->data[i], tolerance))
      return status_fail(status, STATUS_WRONG, "element %lld is %.9g, JAX has %.9g", (long long)i,
                         got->data[i], read_number(item));
  }
  return i == shape_elements(&got->shape) || status_fail(status, STATUS_WRONG, "%lld elements", (long long)i);
}

static bool check_results(const JsonNode *node, const Graph *graph, const double *const *given,
                          Status *status) {
  Evaluation *evaluation = evaluation_run(graph, &(EvaluateOptions){.given = given}, status);
  if (!evaluation) return false;
  bool ok = true;
  int output = 0;
  for (const JsonNode *result = json_first(json_get(node, "results")); ok && result;
       result = json_next(result)) {
    assert_true(output < graph->output_count);
    ok = check_result(result, &evaluation->values[graph->outputs[output++]],
                      json_number(json_get(node, "tolerance"), 0), status);
  }
  evaluation_free(evaluation);
  return ok;
}

// Nothing is opaque, and what is inferred is what the text says.
static bool check_graph(const Graph *graph, Status *status) {
  int count;
  const Note *notes = graph_notes(graph, &count);
  return count == 0 || status_fail(status, STATUS_WRONG, "%s", notes[0].text);
}

static bool check_text(const JsonNode *node, const char *text, Status *status) {
  Graph *graph = graph_read_hlo("case", text, strlen(text), NULL, status);
  if (!graph) return false;
  const double **given = memory_alloc(((size_t)graph->value_count + 1) * sizeof *given);
  double *inputs[MOST_INPUTS] = {NULL};
  int count = 0;
  for (const JsonNode *input = json_first(json_get(node, "inputs")); input;
       input = json_next(input), count++) {
    assert_true(count < MOST_INPUTS && count < graph->input_count);
    inputs[count] = fill(input, count);
    given[graph->inputs[count]] = inputs[count];
  }
  bool ok = check_graph(graph, status) && check_results(node, graph, given, status);
  for (int i = 0; i < count; i++)
    free(inputs[i]);
  free(given);
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
