// Opening, origins of plans, plan files, autosave and sources of kernels.
#include "base/file.h"
#include "base/log.h"
#include "fixture.h"
#include "script/script.h"

#include <stdio.h>
#include <unistd.h>

static void greedy(Session *session) {
  Status status = {0};
  if (!heuristic_run(session, "greedy", NULL, 0, NULL, NULL, &status)) fail_msg("%s", status.message);
}

static void test_bad_paths_and_devices(void **state) {
  (void)state;
  Status status = {0};
  assert_null(session_open("/nowhere/graph.json", NULL, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  status = (Status){0};
  SessionOptions options = {.device = "h2000"};
  assert_null(session_open("/nowhere/graph.json", &options, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_non_null(strstr(status.message, "h200"));
  session_close(NULL);
}

static void test_titles(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  assert_string_equal(session_plan_title(session), "none");
  greedy(session);
  assert_string_equal(session_plan_title(session), "greedy");
  assert_string_equal(session_origin(session)->kind, "heuristic");
  assert_string_equal(plan_undo_label(session_plan(session)), "heuristic greedy");
  Reason reason;
  assert_true(plan_cut(session_plan(session), op_by_name(session, "e1"), &reason));
  assert_string_equal(session_plan_title(session), "greedy*");
  assert_true(plan_undo(session_plan(session)));
  assert_string_equal(session_plan_title(session), "greedy");
  assert_true(plan_undo(session_plan(session)));
  assert_string_equal(session_plan_title(session), "none");
  fuse_by_name(session, "n1", "e1");
  assert_string_equal(session_plan_title(session), "none*");
  session_close(session);
}

// Undoing a heuristic brings back the name of the plan before it, also of one edited by hand; and so after
// it was kept.
static void test_title_of_edited_plan(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  Reason reason;
  fuse_by_name(session, "n1", "e1");
  greedy(session);
  assert_string_equal(session_plan_title(session), "greedy");
  assert_true(plan_cut(session_plan(session), op_by_name(session, "n1"), &reason));
  assert_string_equal(session_plan_title(session), "greedy*");
  assert_true(plan_undo(session_plan(session)) && plan_undo(session_plan(session)));
  assert_string_equal(session_plan_title(session), "none*");
  assert_string_equal(session_origin(session)->kind, "hand");
  assert_true(plan_undo(session_plan(session)));
  assert_string_equal(session_plan_title(session), "none");
  assert_true(plan_redo(session_plan(session)));
  assert_string_equal(session_plan_title(session), "none*");
  fuse_by_name(session, "n2", "e2"); // edited further
  assert_string_equal(session_plan_title(session), "none*");
  session_close(session);
}

static void test_no_compiler_plan(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  Status status = {0};
  assert_null(session_dump(session));
  assert_false(session_use_plan(session, "compiler", &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_string_equal(session_plan_title(session), "none");
  session_close(session);
}

static void test_compiler_plan(void **state) {
  (void)state;
  Session *session = session_shipped("dumps/softmax/inference");
  Status status = {0};
  assert_true(session_use_plan(session, "compiler", &status));
  assert_string_equal(session_plan_title(session), "inductor");
  assert_int_equal(plan_kernel_count(session_plan(session)), 1); // the dump has one kernel
  assert_true(session_use_plan(session, "none", &status));
  assert_string_equal(session_plan_title(session), "none");
  session_close(session);
}

// What it could not keep is known without it, and the plan under edit stays.
static void test_compiler_notes(void **state) {
  (void)state;
  Session *session = session_shipped("dumps/mix/backward");
  uint64_t hash = plan_hash(session_plan(session));
  assert_int_equal(session_dump_notes(session)->sentences.count, 0);
  assert_int_equal(session_find_dump_notes(session)->sentences.count,
                   1); // of two launches that finish others
  assert_non_null(
      strstr(session_dump_notes(session)->sentences.data[0], "only finish what other kernels began"));
  assert_true(plan_hash(session_plan(session)) == hash);
  assert_string_equal(session_plan_title(session), "none");
  session_close(session);
  session = session_shipped("softmax.json"); // no dump
  assert_int_equal(session_find_dump_notes(session)->sentences.count, 0);
  session_close(session);
}

static void test_plan_files(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  Status status = {0};
  char path[512];
  snprintf(path, sizeof path, "%s/saved.json", getenv("FUSEBOX_STATE"));
  greedy(session);
  uint64_t hash = plan_hash(session_plan(session));
  assert_true(session_save_plan(session, path, &status));
  assert_true(session_use_plan(session, "none", &status));
  assert_true(session_load_plan(session, path, &status));
  assert_int_equal(plan_hash(session_plan(session)), hash);
  session_close(session);

  session = session_shipped("softmax.json"); // another graph: refused, and the plan stays
  greedy(session);
  hash = plan_hash(session_plan(session));
  assert_false(session_load_plan(session, path, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_int_equal(plan_hash(session_plan(session)), hash);
  assert_string_equal(session_plan_title(session), "greedy");
  session_close(session);
}

static void test_autosave(void **state) {
  (void)state;
  SessionOptions options = {.autosave = true};
  Session *session = session_twins(&options);
  assert_string_equal(session_plan_title(session), "none");
  greedy(session);
  Reason reason;
  uint64_t uncut = plan_hash(session_plan(session));
  assert_true(plan_cut(session_plan(session), op_by_name(session, "e1"), &reason));
  uint64_t hash = plan_hash(session_plan(session));
  session_poll(session); // saves on a thread of its own
  session_autosave_wait(session);
  Session *other = session_twins(&options);
  assert_int_equal(plan_hash(session_plan(other)), hash);
  assert_string_equal(session_plan_title(other), "greedy*");
  assert_true(plan_undo(session_plan(other))); // what was done before can still be undone,
  assert_int_equal(plan_hash(session_plan(other)), uncut);
  assert_string_equal(session_plan_title(other), "greedy");
  assert_true(plan_redo(session_plan(other))); // and be done again
  assert_int_equal(plan_hash(session_plan(other)), hash);
  assert_string_equal(session_plan_title(other), "greedy*");
  while (plan_undo(session_plan(other))) { // back to the plan as opened
  }
  assert_int_equal(plan_kernel_count(session_plan(other)), 4);
  assert_string_equal(session_plan_title(other), "none");
  session_close(other); // saves that
  session_close(session);
  Session *plain = session_twins(NULL); // sessions of the command line take no notice
  assert_string_equal(session_plan_title(plain), "none");
  session_close(plain);
}

// A broken saved plan costs a warning, not the graph.
static void test_broken_autosave(void **state) {
  (void)state;
  SessionOptions options = {.autosave = true};
  Session *session = session_twins(NULL);
  char path[512];
  snprintf(path, sizeof path, "%s/plan-%016llx.json", getenv("FUSEBOX_STATE"),
           (unsigned long long)session_graph(session)->hash);
  session_close(session);
  assert_true(file_write(path, "{ \"format\"", 10, NULL));
  log_to_file("/dev/null");
  session = session_twins(&options);
  log_to_file(NULL);
  assert_string_equal(session_plan_title(session), "none");
  assert_int_equal(plan_kernel_count(session_plan(session)), 4);
  session_close(session);
}

static void test_source(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  Status status = {0};
  int line = 0;
  const char *source = session_source(session, kernel_by_name(session, "e1"), &line, &status);
  assert_non_null(source);
  assert_ptr_equal(session_source(session, kernel_by_name(session, "e1"), NULL, &status), source);
  assert_non_null(strstr(source, "__global__"));
  for (int i = 1; i < line; i++)
    source = strchr(source, '\n') + 1;
  assert_non_null(strstr(source, "exp")); // the body, which names the op
  session_close(session);

  session = session_shipped("linear_relu.json");
  int count;
  const int *order = plan_order(session_plan(session), &count);
  int product = -1; // the library kernel
  for (int i = 0; i < count; i++)
    if (!plan_lowered(session_plan(session), order[i])->nest) product = order[i];
  assert_int_not_equal(product, -1);
  assert_null(session_source(session, product, NULL, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_true(strlen(status.message) > 10);
  assert_int_equal(session_compiled(session, product).state, RESULT_NOT_RUN);
  session_close(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bad_paths_and_devices),
      cmocka_unit_test(test_titles),
      cmocka_unit_test(test_title_of_edited_plan),
      cmocka_unit_test(test_no_compiler_plan),
      cmocka_unit_test(test_compiler_plan),
      cmocka_unit_test(test_compiler_notes),
      cmocka_unit_test(test_plan_files),
      cmocka_unit_test(test_autosave),
      cmocka_unit_test(test_broken_autosave),
      cmocka_unit_test(test_source),
  };
  return cmocka_run_group_tests(tests, session_folder_make, session_folder_remove);
}
