// Recorded cases of another implementation: inputs by a formula or as they are, and its results.
#include "values.h"

#include "base/text.h"
#include "graph/evaluate/evaluate.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>

static double read_number(const JsonNode *node) {
  const char *text = json_string(node, NULL);
  if (!text) return json_number(node, NAN);
  if (text_equal(text, "inf")) return INFINITY;
  return text_equal(text, "-inf") ? -INFINITY : NAN;
}

// The formula of both make.py, or what they recorded.
static double *fill(const JsonNode *input, int k, int64_t elements) {
  int64_t count = json_integer(json_get(input, "count"), 1);
  double low = json_number(json_get(input, "low"), 0), step = json_number(json_get(input, "step"), 0);
  DType dtype;
  assert_true(dtype_parse(json_string(json_get(input, "dtype"), ""), &dtype));
  double *data = memory_alloc((size_t)(elements + 1) * sizeof *data);
  const JsonNode *given = json_first(json_get(input, "data"));
  for (int64_t i = 0; i < elements; i++, given = given ? json_next(given) : NULL)
    data[i] = given ? json_number(given, NAN)
                    : dtype_round(dtype, low + step * (double)((37 * i + 11 * k + 5) % count));
  return data;
}

static bool is_near(double want, double got, double tolerance) {
  if (isnan(want) || isnan(got)) return isnan(want) && isnan(got);
  if (isinf(want) || isinf(got)) return want == got;
  return fabs(want - got) <= tolerance * (1 + fabs(want));
}

// A list of numbers, or an object that has them as "data" and tells the dtype.
static bool check_result(const JsonNode *result, const Tensor *got, double tolerance, Status *status) {
  const char *name = json_string(json_get(result, "dtype"), NULL);
  const JsonNode *data = name ? json_get(result, "data") : result;
  DType dtype;
  int64_t i = 0, count = shape_elements(&got->shape);
  if (name && !(dtype_parse(name, &dtype) && dtype == got->dtype))
    return status_fail(status, STATUS_WRONG, "dtype %s, not %s", dtype_name(got->dtype), name);
  for (const JsonNode *item = json_first(data); item; item = json_next(item), i++) {
    if (i >= count) break;
    if (!is_near(read_number(item), got->data[i], tolerance))
      return status_fail(status, STATUS_WRONG, "element %lld is %.9g, on record is %.9g", (long long)i,
                         got->data[i], read_number(item));
  }
  return i == count || status_fail(status, STATUS_WRONG, "%lld elements", (long long)i);
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
    int value = graph->outputs[output++];
    assert_true(json_is_null(result) == (value == NO_VALUE));
    if (value == NO_VALUE) continue;
    ok =
        check_result(result, &evaluation->values[value], json_number(json_get(node, "tolerance"), 0), status);
  }
  evaluation_free(evaluation);
  return ok;
}

bool values_check(const JsonNode *node, const Graph *graph, Status *status) {
  const double **given = memory_alloc(((size_t)graph->value_count + 1) * sizeof *given);
  double **inputs = memory_alloc(((size_t)graph->input_count + 1) * sizeof *inputs);
  int count = 0;
  for (const JsonNode *input = json_first(json_get(node, "inputs")); input; input = json_next(input)) {
    assert_true(count < graph->input_count);
    int value = graph->inputs[count];
    inputs[count] = fill(input, count, shape_elements(&graph->values[value].shape));
    given[value] = inputs[count++];
  }
  bool ok = check_results(node, graph, given, status);
  for (int i = 0; i < count; i++)
    free(inputs[i]);
  free(inputs);
  free(given);
  return ok;
}
