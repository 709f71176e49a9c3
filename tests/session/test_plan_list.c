// Plans kept beside the one under edit: switching keeps what was edited, names are unique, all come back when
// the graph is opened again.
#include "base/file.h"
#include "base/log.h"
#include "fixture.h"
#include "script/script.h"
#include "session/plans/plan_list.h"

#include <string.h>

static void greedy(Session *session) {
  Status status = {0};
  if (!heuristic_run(session, "greedy", NULL, 0, NULL, NULL, &status)) fail_msg("%s", status.message);
  assert_true(plan_list_keep_heuristic(session_plans(session)) >= 0);
}

static void use(Session *session, const char *name) {
  PlanList *list = session_plans(session);
  Status status = {0};
  int at = plan_list_find(list, name);
  assert_true(at >= 0);
  if (!plan_list_use(list, at, &status)) fail_msg("%s", status.message);
}

static void test_always_there(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  PlanList *list = session_plans(session);
  Status status = {0};
  assert_int_equal(plan_list_count(list), 1);
  assert_int_equal(plan_list_get(list, 0)->kind, KEPT_NONE);
  assert_int_equal(plan_list_baseline(list), 0);
  assert_int_equal(plan_list_same(list, session_plan(session)), 0);
  assert_false(plan_list_remove(list, 0, &status));
  assert_non_null(strstr(status.message, "always there"));
  assert_int_equal(plan_list_keep(list, KEPT_SNAPSHOT, "none", &status), -1);
  assert_int_equal(plan_list_keep(list, KEPT_SNAPSHOT, "", &status), -1);
  assert_int_equal(plan_list_count(list), 1);
  session_close(session);
}

static void test_compiler_is_the_baseline(void **state) {
  (void)state;
  Session *session = session_shipped("dumps/layernorm/backward");
  PlanList *list = session_plans(session);
  assert_int_equal(plan_list_count(list), 2);
  assert_int_equal(plan_list_get(list, plan_list_baseline(list))->kind, KEPT_COMPILER);
  use(session, "compiler");
  assert_int_equal(plan_list_same(list, session_plan(session)), 1);
  assert_string_equal(session_origin(session)->kind, "compiler");
  session_close(session);
}

static void test_switching_keeps_edits(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  PlanList *list = session_plans(session);
  Plan *plan = session_plan(session);
  greedy(session);
  int depth = plan_undo_depth(plan);
  use(session, "none");
  assert_int_equal(plan_undo_depth(plan), depth + 1);
  assert_int_equal(plan_list_find(list, "mine"), -1); // greedy's plan is kept already
  fuse_by_name(session, "n1", "e1");
  uint64_t edited = plan_hash(plan);
  use(session, "greedy");
  assert_string_equal(session_plan_title(session), "greedy");
  assert_string_equal(session_origin(session)->kind, "heuristic");
  int mine = plan_list_find(list, "mine");
  assert_true(mine >= 0);
  assert_int_equal(plan_list_get(list, mine)->hash, edited);
  use(session, "mine");
  assert_int_equal(plan_hash(plan), edited);
  assert_string_equal(session_plan_title(session), "mine");
  assert_string_equal(plan_undo_label(plan), "plan mine");
  Reason reason;
  assert_true(plan_cut(plan, op_by_name(session, "e1"), &reason));
  fuse_by_name(session, "n2", "e2");
  uint64_t second = plan_hash(plan);
  use(session, "mine"); // does not lose either of both
  assert_int_equal(plan_hash(plan), edited);
  use(session, "mine 2");
  assert_int_equal(plan_hash(plan), second);
  session_close(session);
}

static void test_totals(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  PlanList *list = session_plans(session);
  greedy(session);
  PlanTotal total = {0};
  int at = plan_list_find(list, "greedy");
  assert_true(plan_list_total(list, at, -1, &total));
  PlanTotal expected = plan_total(session_estimator(session), session_plan(session));
  assert_int_equal(total.kernels, expected.kernels);
  assert_int_equal(total.time_fs, expected.time_fs);
  assert_true(plan_list_total(list, 0, -1, &total));
  assert_int_equal(total.kernels, 4);
  plan_list_measured(list, plan_hash(session_plan(session)), 12.5, 0.25);
  assert_true(plan_list_get(list, at)->measured_us == 12.5);
  assert_true(plan_list_get(list, at)->measured_spread_us == 0.25);
  assert_int_equal(plan_list_get(list, at)->kept_at, 0);
  assert_true(plan_list_get(list, 0)->measured_us == 0);
  session_close(session);
}

static void test_baseline_and_removal(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  PlanList *list = session_plans(session);
  Status status = {0};
  assert_int_equal(plan_list_keep(list, KEPT_SNAPSHOT, "first", &status), 1);
  fuse_by_name(session, "n1", "e1");
  assert_int_equal(plan_list_keep(list, KEPT_SNAPSHOT, "second", &status), 2);
  plan_list_set_baseline(list, 2);
  assert_true(plan_list_remove(list, 1, &status));
  assert_int_equal(plan_list_baseline(list), 1);
  assert_string_equal(plan_list_get(list, 1)->name, "second");
  assert_int_equal(plan_list_keep(list, KEPT_SNAPSHOT, "second", &status), 1); // in its place
  assert_int_equal(plan_list_count(list), 2);
  assert_true(plan_list_remove(list, 1, &status));
  assert_int_equal(plan_list_baseline(list), 0);
  session_close(session);
}

static void test_kept_over_sessions(void **state) {
  (void)state;
  SessionOptions options = {.autosave = true};
  Session *session = session_twins(&options);
  Status status = {0};
  greedy(session);
  uint64_t fused = plan_hash(session_plan(session));
  assert_int_equal(plan_list_keep(session_plans(session), KEPT_SNAPSHOT, "say \"hello\"", &status), 2);
  plan_list_set_baseline(session_plans(session), 2);
  use(session, "none");
  session_close(session);

  session = session_twins(&options);
  PlanList *list = session_plans(session);
  assert_int_equal(plan_list_count(list), 3);
  assert_string_equal(plan_list_get(list, plan_list_baseline(list))->name, "say \"hello\"");
  int at = plan_list_find(list, "greedy");
  assert_int_equal(plan_list_get(list, at)->hash, fused); // known before it is read
  plan_list_set_baseline(list, 0);                        // saves plans that were not read
  use(session, "greedy");
  assert_int_equal(plan_hash(session_plan(session)), fused);
  assert_true(plan_list_remove(list, 2, &status));
  session_close(session);

  session = session_twins(&options);
  assert_int_equal(plan_list_count(session_plans(session)), 2);
  assert_true(plan_list_remove(session_plans(session), 1, &status));
  session_close(session);
}

static void test_broken_file(void **state) {
  (void)state;
  SessionOptions options = {.autosave = true};
  Session *session = session_twins(&options);
  Status status = {0};
  assert_int_equal(plan_list_keep(session_plans(session), KEPT_SNAPSHOT, "kept", &status), 1);
  session_close(session);
  char *folder = file_place(PLACE_STATE), *found = NULL;
  int count;
  char **names = file_list(folder, &count, &status);
  for (int i = 0; i < count; i++) {
    if (text_starts(names[i], "plans-") && text_ends(names[i], ".json")) found = file_join(folder, names[i]);
    free(names[i]);
  }
  free(names);
  assert_non_null(found);
  static const char *const broken[] = {"", "{", "[]", "{\"format\": \"fusebox-plans\", \"version\": 2}",
                                       "{\"format\": \"fusebox-plans\", \"version\": 1, \"plans\": [7, {}, "
                                       "{\"name\": \"a\"}, {\"name\": \"b\", "
                                       "\"kind\": \"odd\", \"plan\": \"{}\"}]}"};
  log_to_file("/dev/null");
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    assert_true(file_write(found, broken[i], strlen(broken[i]), &status));
    session = session_twins(&options);
    assert_int_equal(plan_list_count(session_plans(session)), 1);
    session_close(session);
  }
  static const char unreadable[] =
      "{\"format\": \"fusebox-plans\", \"version\": 1, \"plans\": [{\"name\": \"b\", "
      "\"kind\": \"snapshot\", \"plan\": \"{}\"}]}";
  assert_true(file_write(found, unreadable, strlen(unreadable), &status));
  session = session_twins(&options);
  PlanTotal total;
  assert_int_equal(plan_list_count(session_plans(session)), 2);
  assert_false(plan_list_total(session_plans(session), 1, -1, &total));
  uint64_t before = plan_hash(session_plan(session));
  assert_false(plan_list_use(session_plans(session), 1, &status));
  assert_int_equal(plan_hash(session_plan(session)), before);
  session_close(session);
  log_to_file(NULL);
  free(found);
  free(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_always_there),          cmocka_unit_test(test_compiler_is_the_baseline),
      cmocka_unit_test(test_switching_keeps_edits), cmocka_unit_test(test_totals),
      cmocka_unit_test(test_baseline_and_removal),  cmocka_unit_test(test_kept_over_sessions),
      cmocka_unit_test(test_broken_file),
  };
  return cmocka_run_group_tests(tests, session_folder_make, session_folder_remove);
}
