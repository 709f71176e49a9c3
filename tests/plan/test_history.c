// The undo history in plan files: read back it leads to the same plans, and what is wrong in it harms
// nothing.
#include "fixture.h"

#include "base/file.h"
#include "base/random.h"
#include "plan/file/plan_file.h"
#include "scratch.h"

enum { STEPS_MOST = 64 };

static char *path_of_plan(void) {
  return scratch_path("kept.plan.json");
}

static void write_text(const char *text) {
  char *path = path_of_plan();
  assert_true(file_write(path, text, strlen(text), NULL));
  free(path);
}

// Gives the copy up.
static char *text_of(PlanSaving *saving) {
  Text text = {0};
  plan_saving_write(saving, &text);
  plan_saving_free(saving);
  return text_take(&text);
}

static void write_plan(const Plan *plan, int opened) {
  char *text = text_of(plan_saving_new(plan, NULL, &(PlanNames){.opened = opened}));
  write_text(text);
  free(text);
}

// As a session does: the plan, then its history.
static Plan *read_plan(const Graph *graph, bool wanted, int *opened) {
  GpuLimits limits = test_limits();
  Plan *plan = plan_new(graph, &limits);
  char *path = path_of_plan();
  Status status = {0};
  Json *json = json_read(path, &status);
  if (!json || !plan_take(plan, json, &status)) fail_msg("%s", status.message);
  assert_int_equal(plan_take_history(plan, json, opened, &status), wanted);
  json_free(json);
  free(path);
  assert_valid(plan);
  return plan;
}

// The hashes of all plans that undo and redo lead to, the oldest first; the plan is left as it was.
static int all_plans(Plan *plan, uint64_t hashes[STEPS_MOST], int *at) {
  int undone = 0, count = 0;
  while (plan_undo(plan))
    undone++;
  *at = undone;
  do {
    assert_valid(plan);
    hashes[count++] = plan_hash(plan);
  } while (count < STEPS_MOST && plan_redo(plan));
  while (plan_undo_depth(plan) > undone)
    plan_undo(plan);
  return count;
}

static void assert_same_history(Plan *wanted, Plan *got) {
  uint64_t want[STEPS_MOST], have[STEPS_MOST];
  int want_at, have_at, count = all_plans(wanted, want, &want_at);
  assert_int_equal(all_plans(got, have, &have_at), count);
  assert_int_equal(have_at, want_at);
  for (int i = 0; i < count; i++)
    assert_true(want[i] == have[i]);
}

// Edits that succeed, of every kind.
static void edit_at_random(Plan *plan, Random *random) {
  int ops = plan_slots(plan);
  Reason reason;
  int a = (int)random_below(random, (uint64_t)ops), b = (int)random_below(random, (uint64_t)ops);
  switch (random_below(random, 8)) {
    case 0:
      plan_cut(plan, a, &reason);
      break;
    case 1:
      if (plan_home(plan, b) != NO_KERNEL) plan_recompute(plan, a, plan_home(plan, b), &reason);
      break;
    case 2:
      if (plan_home(plan, a) != NO_KERNEL) plan_schedule(plan, plan_home(plan, a), KNOB_threads, 64, &reason);
      break;
    case 3:
      plan_pin(plan, random_below(random, 2) ? PIN_APART : PIN_TOGETHER, a, b, &reason);
      break;
    case 4:
      plan_unpin(plan, a, b, &reason);
      break;
    case 5:
      if (plan_undo_depth(plan) > 3) plan_undo(plan);
      break;
    default:
      plan_fuse(plan, a, b, false, &reason);
  }
}

static void test_random_histories(void **state) {
  (void)state;
  DumpPlan *dump = NULL;
  Graph *graph = shipped_dump("mix/backward", &dump);
  GpuLimits limits = test_limits();
  for (uint64_t seed = 1; seed <= 12; seed++) {
    Random random = {seed};
    Plan *plan = plan_new(graph, &limits);
    int opened = -1;
    while (plan_undo_depth(plan) < 30)
      edit_at_random(plan, &random);
    for (uint64_t i = 0; i < seed % 4; i++)
      plan_undo(plan);
    write_plan(plan, 2);
    Plan *again = read_plan(graph, true, &opened);
    assert_int_equal(opened, 2);
    assert_true(plan_hash(again) == plan_hash(plan));
    assert_string_equal(plan_undo_label(again), plan_undo_label(plan));
    assert_same_history(plan, again);
    plan_free(again);
    plan_free(plan);
  }
  dump_plan_free(dump);
  graph_free(graph);
}

static Plan *fused_twice(const Graph *graph) {
  GpuLimits limits = test_limits();
  Plan *plan = plan_new(graph, &limits);
  fuse_ok(plan, "a", "b");
  fuse_ok(plan, "b", "c");
  assert_true(plan_undo(plan));
  return plan;
}

static Graph *chain(void) {
  return graph_from(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64] } ],"
      "'ops': [ { 'name': 'a', 'op': 'neg', 'in': ['x'] }, { 'name': 'b', 'op': 'exp', 'in': ['a'] },"
      "         { 'name': 'c', 'op': 'neg', 'in': ['b'] } ], 'outputs': ['c']");
}

// A plan without a history has none to read, which is no error.
static void test_none(void **state) {
  (void)state;
  Graph *graph = chain();
  Plan *plan = fused_twice(graph);
  Text text = {0};
  assert_true(plan_write(plan, NULL, &text));
  write_text(text_get(&text));
  int opened;
  Plan *again = read_plan(graph, false, &opened);
  assert_int_equal(plan_undo_depth(again), 1); // reading it
  text_free(&text);
  plan_free(again);
  plan_free(plan);
  graph_free(graph);
}

static void replace_in_file(const char *from, const char *to) {
  char *path = path_of_plan(), *old = file_read(path, NULL, NULL), *at = strstr(old, from);
  if (!at) fail_msg("no %s in %s", from, old);
  Text text = {0};
  text_add_bytes(&text, old, (size_t)(at - old));
  text_printf(&text, "%s%s", to, at + strlen(from));
  write_text(text_get(&text));
  text_free(&text);
  free(old);
  free(path);
}

// The fusion of a and b moves op 1 from kernel 1 to kernel 0; that of b and c op 2 from 2 to 0.
static void test_steps_that_do_not_hold(void **state) {
  (void)state;
  static const struct {
    const char *from, *to;
    int undo, redo; // steps that are left
  } cases[] = {
      {"[0, 1, 1, 0, 0]", "[0, 1, 1, 2, 0]", 0, 1},  // it is not there
      {"[0, 1, 1, 0, 0]", "[0, 1, 99, 0, 0]", 0, 1}, // no kernel
      {"[0, 1, 1, 0, 0]", "[0, 99, 1, 0, 0]", 0, 1}, // no op
      {"[0, 1, 1, 0, 0]", "[0, -1, 1, 0, 0]", 0, 1}, // no op
      {"[0, 1, 1, 0, 0]", "[2, 1, 0, 0, 0]", 0, 1},  // a copy that would come back into its own kernel
      {"[0, 1, 1, 0, 0]", "[3, 0, 7, 7, 0]", 0, 1},  // a knob that was not set
      {"[0, 1, 1, 0, 0]", "[3, 0, 7, 7, 99]", 0, 1}, // no knob
      {"[0, 1, 1, 0, 0]", "[4, 0, 0, 1, 0]", 0, 1},  // a pin that there is not
      {"[0, 1, 1, 0, 0]", "[5, 0, 1, 0, 0]", 0, 1},  // a pin the wrong way round
      {"[0, 2, 2, 0, 0]", "[0, 2, 2, 99, 0]", 1, 0}, // to no kernel
      {"[0, 2, 2, 0, 0]", "[3, 0, -1, 2147483647, 0]", 1, 0}, // a value that no knob has
      {"[0, 2, 2, 0, 0]", "[4, 0, 1, 1, 0]", 1, 0},           // a pin of one op
      {"[0, 2, 2, 0, 0]", "[4, 0, 0, 1, 1]", 1, 0},           // a pin that keeps apart what is together
      {"[0, 2, 2, 0, 0]", "[4, 0, 0, 2, 0]", 1, 0},           // a pin that keeps together what is apart
      {"[0, 2, 2, 0, 0]", "[3, 2, -1, 64, 0, 0, 2, 2, 0, 0]", 1, 0}, // a knob of a kernel that is gone
  };
  Graph *graph = chain();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Plan *plan = fused_twice(graph);
    int opened;
    write_plan(plan, 0);
    replace_in_file(cases[i].from, cases[i].to);
    Plan *again = read_plan(graph, true, &opened);
    assert_true(plan_hash(again) == plan_hash(plan));
    int undone = 0, redone = 0;
    while (plan_redo(again))
      redone++, assert_valid(again);
    for (int n = 0; n < redone; n++)
      plan_undo(again);
    while (plan_undo(again))
      undone++, assert_valid(again);
    if (undone != cases[i].undo || redone != cases[i].redo)
      fail_msg("%s: %d to undo, %d to do again", cases[i].to, undone, redone);
    plan_free(again);
    plan_free(plan);
  }
  graph_free(graph);
}

static void test_unreadable(void **state) {
  (void)state;
  static const char *const cases[][2] = {{"[0, 1, 1, 0, 0]", "[0, 1, 1, 0]"},
                                         {"[0, 1, 1, 0, 0]", "[]"},
                                         {"[0, 1, 1, 0, 0]", "[9, 1, 1, 0, 0]"},
                                         {"\"done\": 1", "\"done\": 3"},
                                         {"[0, 1, 1, 0, 0]", "[0, 1.5, 1, 0, 0]"},
                                         {"\"done\": 1", "\"done\": -1"},
                                         {"[0, 1, 1, 0, 0]", "[0, 1, 4294967296, 0, 0]"}};
  Graph *graph = chain();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Plan *plan = fused_twice(graph);
    int opened;
    write_plan(plan, 0);
    replace_in_file(cases[i][0], cases[i][1]);
    Plan *again = read_plan(graph, false, &opened);
    assert_true(plan_hash(again) == plan_hash(plan));
    assert_int_equal(plan_undo_depth(again), 0);
    plan_free(again);
    plan_free(plan);
  }
  graph_free(graph);
}

// Of a very long history the file has the newest steps.
static void test_long_history(void **state) {
  (void)state;
  enum { EDITS = 5000, KEPT = 4096 };
  Graph *graph = chain();
  GpuLimits limits = test_limits();
  Plan *plan = plan_new(graph, &limits);
  Reason reason;
  for (int i = 0; i < EDITS; i++) // one change each
    assert_true(plan_schedule(plan, 0, KNOB_threads, i % 2 ? 64 : 128, &reason));
  write_plan(plan, 1);
  int opened;
  Plan *again = read_plan(graph, true, &opened);
  assert_int_equal(opened, 0);
  assert_int_equal(plan_undo_depth(again), KEPT);
  plan_free(again);
  plan_free(plan);
  graph_free(graph);
}

// What is to be written is the plan as it was, whatever becomes of it and of the names meanwhile.
static void test_written_later(void **state) {
  (void)state;
  Graph *graph = chain();
  Plan *plan = fused_twice(graph);
  PlanName name = {plan_partition_hash(plan), {"heuristic", "greedy", "max_reads=3"}};
  PlanNames names = {.opened = 1, .list = &name, .count = 1};
  char *at_once = text_of(plan_saving_new(plan, &name.origin, &names));
  PlanSaving *later = plan_saving_new(plan, &name.origin, &names);
  plan_saving_free(plan_saving_new(plan, NULL, &names)); // never written
  name = (PlanName){0};
  while (plan_undo(plan))
    continue;
  fuse_ok(plan, "b", "c");
  plan_free(plan);
  char *text = text_of(later);
  assert_string_equal(text, at_once);
  assert_non_null(strstr(text, "max_reads=3"));
  free(text);
  free(at_once);
  graph_free(graph);
}

// As many entries as opening made, of those that there are: any number in the file.
static void test_opened(void **state) {
  (void)state;
  static const struct {
    const char *number;
    int opened;
  } rows[] = {{"1", 1},   {"7", 1}, {"9223372036854775807", 1}, {"-1", 0}, {"-9223372036854775808", 0},
              {"0.5", 0}, {"0", 0}};
  Graph *graph = chain();
  Plan *plan = fused_twice(graph); // one entry, and one that was undone
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char now[60];
    int opened = -1;
    snprintf(now, sizeof now, "\"opened\": %s", rows[i].number);
    write_plan(plan, 1);
    replace_in_file("\"opened\": 1", now);
    Plan *again = read_plan(graph, true, &opened);
    assert_int_equal(plan_undo_depth(again), 1);
    assert_int_equal(opened, rows[i].opened);
    plan_free(again);
  }
  plan_free(plan);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_histories),
      cmocka_unit_test(test_none),
      cmocka_unit_test(test_steps_that_do_not_hold),
      cmocka_unit_test(test_unreadable),
      cmocka_unit_test(test_long_history),
      cmocka_unit_test(test_written_later),
      cmocka_unit_test(test_opened),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
