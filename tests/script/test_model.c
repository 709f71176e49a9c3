// Cost models of scripts: of a file, and those that a heuristic asks for.
#include "scratch.h"
#include "test.h"

#include "base/file.h"
#include "cost/plan_cost.h"
#include "script/model.h"
#include "script/script.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>

// Eight pointwise ops in a chain, each of which reads and writes 128 Mi elements of 4 bytes.
static Session *open_gelu(const CostModel *model) {
  char *path = file_data("graphs/gelu_tanh.json");
  SessionOptions options = {.model = model};
  Status status = {0};
  Session *session = session_open(path, &options, &status);
  free(path);
  if (!session) fail_msg("%s", status.message);
  return session;
}

static char *write_script(const char *name, const char *text) {
  char *path = scratch_path(name);
  assert_true(file_write(path, text, strlen(text), NULL));
  return path;
}

static ScriptModel *open_model(const char *text, Status *status) {
  char *path = write_script("mine.lua", text);
  ScriptModel *model = script_model_open(path, status);
  free(path);
  return model;
}

static void near(double expected, double got) {
  if (!(fabs(expected - got) <= 1e-9 * expected)) fail_msg("%.12g, not %.12g", got, expected);
}

// The first op reads one tensor of 536,870,912 bytes and writes one: 1073.741824 MB at 4800 GB/s.
static void test_file(void **state) {
  (void)state;
  Status status = {0};
  ScriptModel *model = open_model(
      "return { help = 'By hand.', time = function(kernel, device)\n"
      "  return (kernel.read_bytes + kernel.write_bytes) / (device.dram_gbs * 1000)\n"
      "    + device.sms end }",
      &status);
  if (!model) fail_msg("%s", status.message);
  assert_string_equal(script_model(model)->name, "mine");
  assert_string_equal(script_model(model)->help, "By hand.");
  Session *session = open_gelu(script_model(model));
  assert_string_equal(session_other_model(session), "mine");
  near(1073741824 / 4.8e6 + 132,
       estimator_kernel(session_estimator(session), session_plan(session), 0)->time_us);
  near(1073741824 / 4.8e6, 2 * 111.848106666666667);
  assert_true(heuristic_run(session, "greedy", NULL, 0, NULL, NULL, &status));
  assert_int_equal(plan_kernel_count(session_plan(session)), 1);
  near(1073741824 / 4.8e6 + 132, plan_total(session_estimator(session), session_plan(session)).time_us);
  assert_false(script_model_failed(model, &status));
  session_close(session);
  script_model_free(model);
}

static void test_file_that_fails(void **state) {
  (void)state;
  static const char *const answers[] = {"'soon'", "-1", "0/0", "1/0", "1e16", "nil", "kernel.nothing.at_all"};
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
    Status status = {0};
    char text[128];
    snprintf(text, sizeof text, "return { time = function(kernel) return %s end }", answers[i]);
    ScriptModel *model = open_model(text, &status);
    if (!model) fail_msg("%s", status.message);
    assert_false(script_model_failed(model, &status));
    Session *session = open_gelu(script_model(model));
    plan_total(session_estimator(session), session_plan(session));
    assert_true(script_model_failed(model, &status));
    assert_int_equal(status.code, STATUS_INPUT);
    assert_true(*status.message != 0);
    session_close(session);
    script_model_free(model);
  }
}

// The process that this one started, the only one.
static pid_t only_child(void) {
  char path[64];
  int child = 0;
  snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
  FILE *file = fopen(path, "r");
  if (!file) skip(); // a system that does not tell
  if (fscanf(file, "%d", &child) != 1) child = 0;
  fclose(file);
  return child;
}

// A file is asked in a process of its own, whose end is told, and is no end of this one.
static void test_file_that_crashes(void **state) {
  (void)state;
  Status status = {0};
  assert_int_equal(only_child(), 0);
  ScriptModel *model = open_model("return { time = function() return 1 end }", &status);
  Session *session = open_gelu(script_model(model));
  plan_total(session_estimator(session), session_plan(session));
  assert_false(script_model_failed(model, &status));
  Estimator *anew = estimator_beside(session_estimator(session), script_model(model)); // knows nothing yet
  assert_true(only_child() > 0);
  assert_int_equal(kill(only_child(), SIGKILL), 0);
  plan_total(anew, session_plan(session));
  assert_true(script_model_failed(model, &status));
  assert_int_equal(status.code, STATUS_INTERNAL);
  assert_non_null(strstr(status.message, "the cost model mine was ended: it crashed with signal 9"));
  estimator_free(anew);
  session_close(session);
  script_model_free(model);
  assert_int_equal(only_child(), 0);
}

static void refuse(const char *text, const char *part) {
  Status status = {0};
  assert_null(open_model(text, &status));
  if (!strstr(status.message, part)) fail_msg("\"%s\" does not say %s", status.message, part);
}

static void test_no_model(void **state) {
  (void)state;
  refuse("return { help = 'nothing' }", "it has no field 'time'");
  refuse("return { tiem = print }", "did you mean 'time'?");
  refuse("return 3", "a table is wanted");
  refuse("return {", "mine.lua:1:");
  Status status = {0};
  assert_null(script_model_open("/nowhere/mine.lua", &status));
  assert_false(script_model_failed(NULL, &status));
  script_model_free(NULL);
}

static void run(const char *text, bool works, const char *says) {
  Status status = {0};
  Text output = {0};
  Session *session = open_gelu(NULL);
  char *path = write_script("asks.lua", text);
  ScriptLimits limits = {.instructions = 10000000};
  if (heuristic_run(session, path, NULL, 0, &limits, &output, &status) != works)
    fail_msg("%s: %s", text, status.message);
  const char *said = works ? text_get(&output) : status.message;
  if (!strstr(said, says)) fail_msg("%s: \"%s\" does not say %s", text, said, says);
  text_free(&output);
  free(path);
  session_close(session);
}

#define HEURISTIC(body) "return { run = function(plan)\n local edge = plan:edges()()\n " body " end }"

// square = x * x, cube = square * x: apart they read three tensors and write two, as one kernel one and one.
// Three tensors of 2^29 bytes take 335.54432 us.
static void test_asked_for(void **state) {
  (void)state;
  run(HEURISTIC("print(plan:what_if(edge.producer, edge.consumer, {model = 'bytes'}).saved_us)"), true,
      "335.54432");
  run(HEURISTIC(
          "local f = function(kernel) return kernel.read_bytes / 2^29 end\n"
          "for i = 1, 3 do print(plan:what_if(edge.producer, edge.consumer, {model = f}).saved_us) end"),
      true, "2.0\n2.0\n2.0");
  run(HEURISTIC("for i = 1, 40 do local f = function() return i end\n"
                "  assert(math.abs(plan:estimate({model = f}).time_us - 8 * i) < 1e-6) end print('all')"),
      true, "all");
  run(HEURISTIC("assert(plan:estimate().time_us == plan:estimate({model = 'fusebox'}).time_us)\n"
                "assert(plan:estimate().time_us == plan:estimate({}).time_us)\n"
                "assert(plan:estimate().time_us == plan:estimate(nil).time_us) print('same')"),
      true, "same");
}

static void test_asked_wrongly(void **state) {
  (void)state;
  run(HEURISTIC("plan:estimate({model = 'cuda'})"), false,
      "there is no cost model \"cuda\"; there are fusebox, xla, roofline, bytes");
  run(HEURISTIC("plan:estimate({modle = 'xla'})"), false, "did you mean 'model'?");
  run(HEURISTIC("plan:estimate({model = 3})"), false, "'model' cannot be a number");
  run(HEURISTIC("plan:what_if(edge.producer, edge.consumer, 3)"), false, "a table is wanted");
  run(HEURISTIC("plan:estimate({model = function() return {} end})"), false,
      "a number from 0 to 1e15, not table");
  run(HEURISTIC("local bad = true\n"
                "local f = function() if bad then error('not yet') end return 1 end\n"
                "print(pcall(plan.estimate, plan, {model = f})) bad = false\n"
                "print(plan:estimate({model = f}).time_us)"),
      true, "not yet\n8.0");
  run(HEURISTIC("plan:estimate({model = function() while true do end end})"), false, "endless loop");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_file),      cmocka_unit_test(test_file_that_fails),
      cmocka_unit_test(test_no_model),  cmocka_unit_test(test_file_that_crashes),
      cmocka_unit_test(test_asked_for), cmocka_unit_test(test_asked_wrongly)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
