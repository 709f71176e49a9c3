// Kept files that are damaged, of another version, or that two programs write: nothing is lost, and it is
// told.
#include "base/file_own.h"
#include "base/log.h"
#include "fixture.h"
#include "session/plans/plan_list.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const SessionOptions saving = {.autosave = true};

// "<state>/KIND-<graph's hash>.jsonREST", to be freed.
static char *kept_file(const char *kind, const char *rest) {
  Session *session = session_twins(NULL);
  Text path = {0};
  text_printf(&path, "%s/%s-%016llx.json%s", getenv("FUSEBOX_STATE"), kind,
              (unsigned long long)session_graph(session)->hash, rest);
  session_close(session);
  return text_take(&path);
}

static void forget(const char *kind, const char *rest) {
  char *path = kept_file(kind, rest);
  unlink(path);
  free(path);
}

static void start_anew(void) {
  static const char *const kinds[] = {"plan", "plan2", "plans"};
  static const char *const rests[] = {"", ".damaged-1", ".damaged-2", ".changed-1"};
  for (int kind = 0; kind < 3; kind++)
    for (int rest = 0; rest < 4; rest++)
      forget(kinds[kind], rests[rest]);
}

static void put(const char *kind, const char *rest, const char *text) {
  char *path = kept_file(kind, rest);
  assert_true(file_own_write(path, text, strlen(text), NULL));
  free(path);
}

static void expect(const char *kind, const char *rest, const char *text) {
  char *path = kept_file(kind, rest), *got = file_read(path, NULL, NULL);
  if (!got) fail_msg("%s is not there", path);
  assert_string_equal(got, text);
  free(got), free(path);
}

static Session *open_quietly(void) {
  log_to_file("/dev/null");
  Session *session = session_twins(&saving);
  log_to_file(NULL);
  return session;
}

static void expect_notice(Session *session, const char *part) {
  Text notice = {0};
  assert_true(session_notice(session, &notice));
  if (!strstr(text_get(&notice), part)) fail_msg("\"%s\" does not say \"%s\"", text_get(&notice), part);
  text_free(&notice);
  assert_false(session_notice(session, &notice)); // once
}

// What each cannot be read as: cut off, of a version to come, of another graph, no file of ours.
static const char *const unreadable[] = {
    "{ \"format\"", "{ \"format\": \"fusebox-plan\", \"version\": 2, \"graph\": \"twins\" }",
    "{ \"format\": \"fusebox-plan\", \"version\": 1, \"graph\": \"other\", \"graph_hash\": \"00\" }", "",
    "\xff\xfe"};

static void test_unreadable_plans_stay(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; i++) {
    start_anew();
    put("plan", "", unreadable[i]);
    Session *session = open_quietly();
    session_autosave_wait(session);
    expect("plan", "", unreadable[i]); // looking changes nothing
    fuse_by_name(session, "n1", "e1");
    session_autosave_wait(session);
    expect("plan", ".damaged-1", unreadable[i]);
    expect_notice(session, ".json.damaged-1");
    uint64_t hash = plan_hash(session_plan(session));
    session_close(session);
    session = session_twins(&saving); // and from then on all is well
    assert_int_equal(plan_hash(session_plan(session)), hash);
    session_close(session);
  }
  put("plan", "", "[]");
  Session *session = open_quietly();
  fuse_by_name(session, "n1", "e1");
  session_autosave_wait(session);
  expect("plan", ".damaged-2", "[]"); // beside the first
  expect("plan", ".damaged-1", unreadable[4]);
  expect_notice(session, ".damaged-2");
  session_close(session);
}

static void test_unreadable_lists_stay(void **state) {
  (void)state;
  start_anew();
  put("plans", "", "{ \"format\": \"fusebox-plans\", \"version\": 2 }");
  Session *session = open_quietly();
  log_to_file("/dev/null");
  assert_true(plan_list_keep(session_plans(session), KEPT_SNAPSHOT, "before lunch", NULL) >= 0);
  log_to_file(NULL);
  session_autosave_wait(session);
  expect("plans", ".damaged-1", "{ \"format\": \"fusebox-plans\", \"version\": 2 }");
  expect_notice(session, ".damaged-1");
  session_close(session);
}

// A link is not followed, neither to read nor to write.
static void test_links_are_not_followed(void **state) {
  (void)state;
  start_anew();
  char *path = kept_file("plan", ""), *victim = kept_file("victim", "");
  put("victim", "", "precious");
  assert_int_equal(symlink(victim, path), 0);
  Session *session = open_quietly();
  fuse_by_name(session, "n1", "e1");
  session_autosave_wait(session);
  session_close(session);
  expect("victim", "", "precious");
  forget("plan", ".damaged-1");
  free(path), free(victim);
}

// Each of two programs keeps its own plan, and the plans of both can be used by either.
static void test_two_programs(void **state) {
  (void)state;
  Text none = {0};
  start_anew();
  Session *first = session_twins(&saving);
  assert_false(session_notice(first, &none));
  fuse_by_name(first, "n1", "e1");
  session_autosave_wait(first);
  uint64_t firsts = plan_hash(session_plan(first));
  Session *second = session_twins(&saving);
  expect_notice(second, "plan2-");
  assert_int_equal(plan_hash(session_plan(second)), firsts); // begins with what is there
  fuse_by_name(second, "n2", "e2");
  uint64_t seconds = plan_hash(session_plan(second));
  session_autosave_wait(second);
  assert_true(plan_undo(session_plan(first)));
  fuse_by_name(first, "n2", "e2");
  firsts = plan_hash(session_plan(first));
  session_close(first);
  session_close(second);
  Session *again = session_twins(&saving);
  assert_int_equal(plan_hash(session_plan(again)), firsts);
  expect_notice(again, "program 2");
  PlanList *list = session_plans(again);
  int other = plan_list_find(list, "program 2");
  assert_true(other >= 0);
  assert_int_equal(plan_hash(plan_list_plan(list, other, NULL)), seconds);
  session_close(again);
}

// Where locks do not hold: what another program wrote meanwhile is not written over.
static void test_changed_below(void **state) {
  (void)state;
  start_anew();
  Session *session = session_twins(&saving);
  fuse_by_name(session, "n1", "e1");
  session_autosave_wait(session);
  put("plan", "", "of another");
  fuse_by_name(session, "n2", "e2");
  session_autosave_wait(session);
  expect("plan", ".changed-1", "of another");
  expect_notice(session, ".changed-1");
  session_close(session);
}

static void keep(Session *session, const char *name) {
  assert_true(plan_list_keep(session_plans(session), KEPT_SNAPSHOT, name, NULL) >= 0);
  session_autosave_wait(session);
}

static void expect_plans(const char *const *names, int count) {
  Session *session = session_twins(&saving);
  PlanList *list = session_plans(session);
  for (int i = 0; i < count; i++)
    if (plan_list_find(list, names[i]) < 0) fail_msg("there is no plan \"%s\"", names[i]);
  assert_int_equal(plan_list_count(list), count);
  session_close(session);
}

// Lists of kept plans are put together; what one program removed stays removed.
static void test_lists_of_two_programs(void **state) {
  (void)state;
  start_anew();
  Session *first = session_twins(&saving);
  keep(first, "old");
  Session *second = session_twins(&saving);
  session_plans(second);
  keep(first, "a");
  fuse_by_name(second, "n1", "e1");
  keep(second, "b");
  keep(second, "a"); // another one of that name
  PlanList *list = session_plans(second);
  assert_true(plan_list_remove(list, plan_list_find(list, "old"), NULL));
  session_close(second);
  session_close(first);
  forget("plan2", "");
  expect_plans((const char *const[]){"none", "a", "a (2)", "b"}, 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_unreadable_plans_stay),  cmocka_unit_test(test_unreadable_lists_stay),
      cmocka_unit_test(test_links_are_not_followed), cmocka_unit_test(test_two_programs),
      cmocka_unit_test(test_changed_below),          cmocka_unit_test(test_lists_of_two_programs),
  };
  return cmocka_run_group_tests(tests, session_folder_make, session_folder_remove);
}
