// Plan files: what is written reads back as the same plan, and what is wrong is told at its place.
#include "fixture.h"

#include "base/random.h"
#include "plan/file/plan_file.h"

static const char text_of_graph[] =
    "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64, 32] } ],"
    "'ops': [ { 'name': 'a', 'op': 'mul', 'in': ['x', 2.0] }, { 'name': 'b', 'op': 'exp', 'in': ['a'] },"
    "         { 'name': 't', 'op': 'permute', 'in': ['b'], 'axes': [1, 0] },"
    "         { 'name': 'c', 'op': 'add', 'in': ['t', 1.0] }, { 'name': 'd', 'op': 'neg', 'in': ['a'] } ],"
    "'outputs': ['c', 'd']";

typedef struct Fixture {
  Graph *graph;
  Plan *plan;
} Fixture;

static int setup(void **state) {
  Fixture *fixture = calloc(1, sizeof *fixture);
  GpuLimits limits = test_limits();
  fixture->graph = graph_from(text_of_graph);
  fixture->plan = plan_new(fixture->graph, &limits);
  *state = fixture;
  return 0;
}

static int teardown(void **state) {
  Fixture *fixture = *state;
  plan_free(fixture->plan);
  graph_free(fixture->graph);
  free(fixture);
  return 0;
}

static void edit(Plan *plan) {
  Reason reason;
  const Graph *graph = plan_graph(plan);
  int a = op_named(graph, "a"), b = op_named(graph, "b"), c = op_named(graph, "c");
  fuse_ok(plan, "b", "c");
  assert_true(plan_recompute(plan, a, plan_home(plan, b), &reason));
  assert_true(plan_schedule(plan, kernel_named(plan, "d"), KNOB_threads, 64, &reason));
  assert_true(plan_pin(plan, PIN_TOGETHER, b, c, &reason));
  assert_true(plan_pin(plan, PIN_APART, a, c, &reason));
}

static void test_round_trip(void **state) {
  Fixture *f = *state;
  edit(f->plan);
  uint64_t edited = plan_hash(f->plan);
  Text first = {0}, second = {0};
  PlanOrigin origin = {"heuristic", "greedy", "max_reads=10"};
  assert_true(plan_write(f->plan, &origin, &first));
  assert_non_null(strstr(text_get(&first), "\"max_reads=10\""));
  Reason reason;
  plan_unpin(f->plan, op_named(f->graph, "b"), op_named(f->graph, "c"), &reason);
  plan_reset(f->plan);
  int depth = plan_undo_depth(f->plan);
  Status status = {0};
  if (!plan_parse(f->plan, "p.json", first.data, first.length, &status)) fail_msg("%s", status.message);
  assert_int_equal(plan_hash(f->plan), edited);
  assert_int_equal(plan_undo_depth(f->plan), depth + 1); // one entry
  assert_valid(f->plan);
  plan_write(f->plan, &origin, &second);
  assert_string_equal(text_get(&first), text_get(&second));
  text_free(&first);
  text_free(&second);
}

static void test_fresh_plan_names_no_kernel(void **state) {
  Fixture *f = *state;
  Text out = {0};
  plan_write(f->plan, NULL, &out);
  assert_non_null(strstr(text_get(&out), "\"kernels\": []"));
  assert_null(strstr(text_get(&out), "origin"));
  text_free(&out);
}

// A file with this middle.
static Text file_of(const Fixture *f, const char *middle) {
  Text json = {0};
  text_printf(&json,
              "{ 'format': 'fusebox-plan', 'version': 1, 'graph': 'test', 'graph_hash': '%016llx', %s }",
              (unsigned long long)f->graph->hash, middle);
  for (size_t i = 0; i < json.length; i++)
    if (json.data[i] == '\'') json.data[i] = '"';
  return json;
}

// A knob by the name that it had before is taken, and written by its own.
static void test_former_knob(void **state) {
  Fixture *f = *state;
  Status status = {0};
  Text json = file_of(f, "'kernels': [ { 'ops': ['a'], 'schedule': { 'tours': 2 } } ]"), out = {0};
  if (!plan_parse(f->plan, "p.json", json.data, json.length, &status)) fail_msg("%s", status.message);
  plan_write(f->plan, NULL, &out);
  assert_non_null(strstr(text_get(&out), "\"tiles\": 2"));
  assert_null(strstr(text_get(&out), "tours"));
  text_free(&json);
  text_free(&out);
}

// It must be refused with this message, and the plan stay as it was.
static void refuse(Fixture *f, const char *middle, const char *message) {
  Text json = file_of(f, middle);
  uint64_t before = plan_hash(f->plan);
  Status status = {0};
  assert_false(plan_parse(f->plan, "p.json", json.data, json.length, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  if (!strstr(status.message, message)) fail_msg("'%s' is not in: %s", message, status.message);
  assert_non_null(strstr(status.message, "p.json:1:"));
  assert_int_equal(plan_hash(f->plan), before);
  assert_valid(f->plan);
  text_free(&json);
}

static void test_bad_names(void **state) {
  Fixture *f = *state;
  refuse(f, "'kernels': [ { 'ops': ['a', 'bb'] } ]", "no op \"bb\"; did you mean \"b\"?");
  refuse(f, "'kernels': [ { 'ops': ['a', 't'] } ]", "a view runs in no kernel: \"t\"");
  refuse(f, "'kernels': [ { 'ops': ['a', 'b'] }, { 'ops': ['b'] } ]", "one kernel only");
  refuse(f, "'kernels': [ { 'ops': ['a', 'b'], 'copies': ['a'] } ]", "copied into its own kernel");
  refuse(f, "'kernels': [ { 'ops': ['b'], 'copies': ['d'] } ]",
         "nothing in this kernel reads its copy of \"d\"");
  refuse(f, "'kernels': [ { 'ops': [] } ]", "an op at least");
  refuse(f, "'kernels': [ { 'ops': [3] } ]", "the name of an op is expected");
  refuse(f, "'kernels': [ 3 ]", "an object is expected");
  refuse(f, "'kernels': {}", "a list is expected");
  refuse(f, "'kernel': []", "no key \"kernel\"");
}

static void test_bad_rules(void **state) {
  Fixture *f = *state;
  refuse(f, "'kernels': [ { 'ops': ['a'], 'schedule': { 'thread': 64 } } ]", "no knob \"thread\"");
  refuse(f, "'kernels': [ { 'ops': ['a'], 'schedule': { 'threads': 5000 } } ]", "1024");
  refuse(f, "'kernels': [ { 'ops': ['a'], 'schedule': { 'threads': 64.5 } } ]", "whole number");
  refuse(f, "'pins': [ { 'kind': 'near', 'ops': ['a', 'b'] } ]", "together");
  refuse(f, "'pins': [ { 'kind': 'apart', 'ops': ['a'] } ]", "names two ops");
  refuse(f, "'pins': [ { 'kind': 'apart', 'ops': ['a', 'a'] } ]", "two different ops");
  refuse(f, "'pins': [ { 'kind': 'together', 'ops': ['a', 'b'] } ]", "a pin keeps a and b together");
}

// a -> b -> d with a and d in one kernel and b outside.
static void test_illegal_kernels(void **state) {
  (void)state;
  GpuLimits limits = test_limits();
  Graph *graph = graph_from(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [32, 32] } ],"
      "'ops': [ { 'name': 'a', 'op': 'exp', 'in': ['x'] }, { 'name': 'b', 'op': 'neg', 'in': ['a'] },"
      "         { 'name': 'd', 'op': 'add', 'in': ['a', 'b'] }, { 'name': 'm', 'op': 'mm', 'in': ['d', 'd'] "
      "} ],"
      "'outputs': ['m']");
  Fixture f = {graph, plan_new(graph, &limits)};
  refuse(&f, "'kernels': [ { 'ops': ['a', 'd'] } ]", "a -> b -> d");
  refuse(&f, "'kernels': [ { 'ops': ['d', 'm'] } ]", "library");
  plan_free(f.plan);
  graph_free(graph);
}

static void parse_fails(Fixture *f, const char *text, const char *message) {
  Status status = {0};
  assert_false(plan_parse(f->plan, "p.json", text, strlen(text), &status));
  assert_int_equal(status.code, STATUS_INPUT);
  if (!strstr(status.message, message)) fail_msg("'%s' is not in: %s", message, status.message);
}

static void test_other_files(void **state) {
  Fixture *f = *state;
  parse_fails(f, "", "p.json");
  parse_fails(f, "{ \"format\": \"fusebox-graph\", \"version\": 1 }", "no plan");
  parse_fails(f, "{ \"format\": \"fusebox-plan\", \"version\": 2 }", "version 1");
  parse_fails(f, "{ \"format\": \"fusebox-plan\", \"version\": 1 }", "which graph");
  parse_fails(f,
              "{ \"format\": \"fusebox-plan\", \"version\": 1, \"graph\": \"bert\", \"graph_hash\": \"0\" }",
              "for the graph \"bert\", not for \"test\"");
  parse_fails(f,
              "{ \"format\": \"fusebox-plan\", \"version\": 1, \"graph\": \"test\", \"graph_hash\": \"00\" }",
              "another \"test\"");
  Status status = {0};
  assert_false(plan_read(f->plan, "/no/such/plan.json", &status));
  assert_non_null(strstr(status.message, "/no/such/plan.json"));
}

// Any prefix of a good file is refused, none crashes.
static void test_cut_files(void **state) {
  Fixture *f = *state;
  edit(f->plan);
  Text out = {0};
  plan_write(f->plan, NULL, &out);
  for (size_t length = 0; length + 2 < out.length; length++) {
    Status status = {0};
    assert_false(plan_parse(f->plan, "p.json", out.data, length, &status));
    assert_int_equal(status.code, STATUS_INPUT);
  }
  assert_valid(f->plan);
  text_free(&out);
}

// Bytes changed at random: refused with a message, or a plan.
static void test_damaged_files(void **state) {
  Fixture *f = *state;
  edit(f->plan);
  Text out = {0};
  plan_write(f->plan, NULL, &out);
  char *bytes = malloc(out.length);
  Random random = {21};
  for (int round = 0; round < 3000; round++) {
    memcpy(bytes, out.data, out.length);
    for (uint64_t i = random_below(&random, 3) + 1; i > 0; i--)
      bytes[random_below(&random, out.length)] = (char)random_below(&random, 256);
    Status status = {0};
    bool read = plan_parse(f->plan, "p.json", bytes, out.length, &status);
    assert_true(read || (status.code == STATUS_INPUT && status.message[0]));
    if (read) assert_valid(f->plan);
  }
  free(bytes);
  text_free(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_round_trip, setup, teardown),
      cmocka_unit_test_setup_teardown(test_fresh_plan_names_no_kernel, setup, teardown),
      cmocka_unit_test_setup_teardown(test_former_knob, setup, teardown),
      cmocka_unit_test_setup_teardown(test_bad_names, setup, teardown),
      cmocka_unit_test_setup_teardown(test_bad_rules, setup, teardown),
      cmocka_unit_test(test_illegal_kernels),
      cmocka_unit_test_setup_teardown(test_other_files, setup, teardown),
      cmocka_unit_test_setup_teardown(test_cut_files, setup, teardown),
      cmocka_unit_test_setup_teardown(test_damaged_files, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
