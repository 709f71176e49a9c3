// Chrome traces: read back as what opens them reads them.
#include "base/json.h"
#include "cost/plan_cost.h"
#include "fixture.h"

#include <stdio.h>

static Json *trace(Session *session) {
  Text out = {0};
  Status status = {0};
  session_trace_json(session, &out);
  Json *json = json_parse("trace", text_get(&out), out.length, &status);
  if (!json) fail_msg("%s", status.message);
  text_free(&out);
  return json;
}

// Events of a track follow each other without gaps; returns where the last one ends.
static double check_track(const JsonNode *events, int track, int *count) {
  double end = 0;
  *count = 0;
  for (int i = 0; i < json_count(events); i++) {
    const JsonNode *event = json_at(events, i);
    if (!text_equal(json_string(json_get(event, "ph"), ""), "X")) continue;
    if (json_integer(json_get(event, "tid"), -1) != track) continue;
    assert_float_equal(json_number(json_get(event, "ts"), -1), end, 1e-6);
    double duration = json_number(json_get(event, "dur"), -1);
    assert_true(duration > 0);
    end += duration;
    ++*count;
  }
  return end;
}

static void test_estimates(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  fuse_by_name(session, "n1", "e1");
  Json *json = trace(session);
  const JsonNode *events = json_get(json_root(json), "traceEvents");
  int count;
  double end = check_track(events, 1, &count);
  assert_int_equal(count, 3); // n1 with e1, n2, e2
  double sum = 0;
  static const char *const homes[] = {"n1", "n2", "e2"};
  for (int i = 0; i < 3; i++)
    sum +=
        estimator_kernel(session_estimator(session), session_plan(session), kernel_by_name(session, homes[i]))
            ->time_us;
  assert_float_equal(end, sum, 1e-6);
  check_track(events, 2, &count);
  assert_int_equal(count, 0); // nothing was measured
  json_free(json);
  session_close(session);
}

// What ran where in the model: every source line of the dump's ops is named by the kernel that runs the op,
// once.
static void test_provenance(void **state) {
  (void)state;
  Session *session = session_shipped("dumps/mix/backward");
  Status status = {0};
  assert_true(session_use_plan(session, "compiler", &status));
  const Graph *graph = session_graph(session);
  Json *json = trace(session);
  const JsonNode *events = json_get(json_root(json), "traceEvents");
  int sourced = 0;
  for (int i = 0; i < json_count(events); i++) {
    const JsonNode *arguments = json_get(json_at(events, i), "args");
    const JsonNode *ops = json_get(arguments, "ops"), *sources = json_get(arguments, "sources");
    for (int j = 0; j < json_count(ops); j++) {
      const Op *op = &graph->ops[op_by_name(session, json_string(json_at(ops, j), ""))];
      if (!op->source_file) continue;
      char place[512];
      snprintf(place, sizeof place, "%s:%d", op->source_file, op->source_line);
      int found = 0;
      for (int k = 0; k < json_count(sources); k++) {
        const char *source = json_string(json_at(sources, k), "");
        size_t length = strlen(place);
        found += strncmp(source, place, length) == 0 && (source[length] == '\0' || source[length] == ' ');
      }
      assert_int_equal(found, 1);
      sourced++;
    }
  }
  assert_true(sourced > 20);
  json_free(json);
  session_close(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_estimates), cmocka_unit_test(test_provenance)};
  return cmocka_run_group_tests(tests, session_folder_make, session_folder_remove);
}
