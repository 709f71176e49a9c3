// The graphs of the lessons against PyTorch: every case of torch/values.json (made by torch/make.py), which
// writes what a graph means with PyTorch's own functions.
#include "base/json.h"
#include "base/text.h"
#include "graph/evaluate/evaluate.h"
#include "graph/read/read.h"
#include "scratch.h"
#include "script/lesson/lesson.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_INPUTS = 16, MOST_SIZES = 8 };

// ---- A case.

static Graph *open_case(const JsonNode *node, Status *status) {
  SizeBinding sizes[MOST_SIZES];
  ReadOptions options = {sizes, 0};
  for (const JsonNode *size = json_first(json_get(node, "sizes")); size; size = json_next(size)) {
    assert_true(options.size_count < MOST_SIZES);
    sizes[options.size_count++] = (SizeBinding){json_key(size), json_integer(size, 0)};
  }
  char path[512];
  snprintf(path, sizeof path, FUSEBOX_SOURCE_ROOT "/graphs/%s.json",
           json_string(json_get(node, "graph"), ""));
  return graph_open(path, &options, NULL, status);
}

// The formula of make.py, or what it recorded.
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

static bool check_result(const JsonNode *result, const Tensor *got, double tolerance, Status *status) {
  int64_t i = 0, count = shape_elements(&got->shape);
  for (const JsonNode *item = json_first(result); item; item = json_next(item), i++) {
    double want = json_number(item, NAN);
    if (i >= count) break;
    if (!(fabs(want - got->data[i]) <= tolerance * (1 + fabs(want))))
      return status_fail(status, STATUS_WRONG, "element %lld is %.9g, PyTorch has %.9g", (long long)i,
                         got->data[i], want);
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
    ok = check_result(result, &evaluation->values[graph->outputs[output++]],
                      json_number(json_get(node, "tolerance"), 0), status);
  }
  evaluation_free(evaluation);
  if (ok) assert_int_equal(output, graph->output_count);
  return ok;
}

static bool check_case(const JsonNode *node, Status *status) {
  Graph *graph = open_case(node, status);
  if (!graph) return false;
  const double **given = memory_alloc(((size_t)graph->value_count + 1) * sizeof *given);
  double *inputs[MOST_INPUTS] = {NULL};
  int count = 0;
  for (const JsonNode *input = json_first(json_get(node, "inputs")); input;
       input = json_next(input), count++) {
    assert_true(count < MOST_INPUTS && count < graph->input_count);
    int value = graph->inputs[count];
    inputs[count] = fill(input, count, shape_elements(&graph->values[value].shape));
    given[value] = inputs[count];
  }
  assert_int_equal(count, graph->input_count);
  bool ok = check_results(node, graph, given, status);
  for (int i = 0; i < count; i++)
    free(inputs[i]);
  free(given);
  graph_free(graph);
  return ok;
}

// ---- All of them.

static Json *read_values(void) {
  Status status = {0};
  Json *json = json_read(TEST_FOLDER "/graph/torch/values.json", &status);
  if (!json) fail_msg("%s", status.message);
  return json;
}

static void results_are_those_of_pytorch(void **state) {
  (void)state;
  Json *json = read_values();
  int failures = 0;
  for (const JsonNode *node = json_first(json_root(json)); node; node = json_next(node)) {
    Status status = {0};
    if (check_case(node, &status)) continue;
    print_error("%s: %s\n", json_string(json_get(node, "graph"), ""), status.message);
    failures++;
  }
  json_free(json);
  assert_int_equal(failures, 0);
}

static bool is_recorded(const Json *json, const char *graph) {
  for (const JsonNode *node = json_first(json_root(json)); node; node = json_next(node))
    if (text_equal(json_string(json_get(node, "graph"), ""), graph)) return true;
  return false;
}

// Compilers' dumps are not written here: test_dumps.c has them.
static void every_lesson_has_its_case(void **state) {
  (void)state;
  Json *json = read_values();
  int count;
  LessonInfo *list = lessons_list(&count, NULL);
  assert_true(count >= 8);
  for (int i = 0; i < count; i++) {
    Status status = {0};
    Lesson *lesson = lesson_open(list[i].path, &status);
    Session *session = lesson ? lesson_session(lesson, false, &status) : NULL;
    if (!session) fail_msg("%s", status.message);
    bool dump = session_dump(session);
    if (!dump && !is_recorded(json, session_graph(session)->name))
      fail_msg("%s: nothing is recorded of %s", list[i].name, session_graph(session)->name);
    session_close(session);
    lesson_close(lesson);
  }
  lessons_free(list, count);
  json_free(json);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(results_are_those_of_pytorch),
      cmocka_unit_test(every_lesson_has_its_case),
  };
  return cmocka_run_group_tests_name("torch values", tests, scratch_make, scratch_remove);
}
