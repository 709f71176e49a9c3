// The graphs of the lessons against PyTorch: every case of torch/values.json (made by torch/make.py), which
// writes what a graph means with PyTorch's own functions. Attention's values were worked out in plain Python,
// in double precision (torch/attention.py).
#include "base/text.h"
#include "graph/read/read.h"
#include "scratch.h"
#include "script/lesson/lesson.h"
#include "test.h"
#include "values.h"

#include <stdio.h>

enum { MOST_SIZES = 8 };

// ---- A case.

static Graph *open_case(const JsonNode *node, Status *status) {
  SizeBinding sizes[MOST_SIZES];
  ReadOptions options = {.sizes = sizes, .size_count = 0};
  for (const JsonNode *size = json_first(json_get(node, "sizes")); size; size = json_next(size)) {
    assert_true(options.size_count < MOST_SIZES);
    sizes[options.size_count++] = (SizeBinding){json_key(size), json_integer(size, 0)};
  }
  char path[512];
  snprintf(path, sizeof path, FUSEBOX_SOURCE_ROOT "/graphs/%s.json",
           json_string(json_get(node, "graph"), ""));
  return graph_open(path, &options, NULL, status);
}

static bool check_case(const JsonNode *node, Status *status) {
  Graph *graph = open_case(node, status);
  if (!graph) return false;
  int inputs = 0, results = 0;
  for (const JsonNode *input = json_first(json_get(node, "inputs")); input; input = json_next(input))
    inputs++;
  for (const JsonNode *result = json_first(json_get(node, "results")); result; result = json_next(result))
    results++;
  assert_int_equal(inputs, graph->input_count);
  assert_int_equal(results, graph->output_count);
  bool ok = values_check(node, graph, status);
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
