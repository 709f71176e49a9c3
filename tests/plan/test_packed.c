// Plans as bytes for another process: the same plan comes out of them, and no bytes make one that is illegal.
#include "fixture.h"
#include "walk.h"

#include "plan/file/plan_file.h"

static bool take(Plan *plan, const Text *bytes) {
  Unpack from = unpack_begin(bytes->data, bytes->length);
  return plan_unpack(plan, "taken", &from);
}

static void assert_equal(Plan *plan, Plan *wanted) {
  Text left = {0}, right = {0};
  assert_int_equal(plan_hash(plan), plan_hash(wanted));
  for (int op = 0; op < plan_slots(plan); op++)
    assert_int_equal(plan_home(plan, op), plan_home(wanted, op)); // ids of kernels, too
  plan_write(plan, NULL, &left);                                  // ops, copies, knobs, pins
  plan_write(wanted, NULL, &right);
  assert_string_equal(text_get(&left), text_get(&right));
  assert_valid(plan);
  text_free(&left);
  text_free(&right);
}

static void assert_comes_back(Plan *wanted, Plan *plan) {
  Text bytes = {0};
  int depth = plan_undo_depth(plan);
  uint64_t before = plan_hash(plan);
  bool same = before == plan_hash(wanted);
  plan_pack(wanted, &bytes);
  assert_true(take(plan, &bytes));
  assert_equal(plan, wanted);
  if (!same) assert_int_equal(plan_undo_depth(plan), depth + 1);
  if (!same) assert_string_equal(plan_undo_label(plan), "taken");
  text_free(&bytes);
}

static void test_walks(void **state) {
  (void)state;
  enum { WALKS = 6, EDITS = 60 };
  DumpPlan *dump;
  Graph *graph = shipped_dump("mix/backward", &dump);
  GpuLimits limits = test_limits();
  Plan *plan = plan_new(graph, &limits);
  for (uint64_t seed = 1; seed <= WALKS; seed++) {
    Plan *wanted = plan_new(graph, &limits);
    Walk walk = {.plan = wanted, .graph = graph, .random = {seed}};
    for (int i = 0; i < EDITS; i++)
      walk_edit(&walk);
    assert_comes_back(wanted, plan);
    plan_free(wanted);
  }
  plan_free(plan);
  dump_plan_free(dump);
  graph_free(graph);
}

static const char three[] =
    "'inputs': [{'name': 'x', 'dtype': 'f32', 'shape': [64, 256]}],"
    "'ops': [{'name': 'a', 'op': 'neg', 'in': ['x']},"
    "        {'name': 'b', 'op': 'exp', 'in': ['a']},"
    "        {'name': 'v', 'op': 'reshape', 'in': ['b'], 'shape': [64, 256]},"
    "        {'name': 'c', 'op': 'add', 'in': ['a', 'v']}],"
    "'outputs': ['c']";

static void set_up_all(Planned *it) {
  Reason reason;
  int a = op_named(it->graph, "a"), b = op_named(it->graph, "b"), c = op_named(it->graph, "c");
  assert_true(plan_recompute(it->plan, a, plan_home(it->plan, c), &reason));
  assert_true(plan_pin(it->plan, PIN_APART, b, c, &reason));
  assert_true(plan_pin(it->plan, PIN_APART, a, c, &reason));
  assert_true(plan_schedule(it->plan, plan_home(it->plan, c), KNOB_threads, 128, &reason));
}

static void test_pins_knobs_and_copies(void **state) {
  (void)state;
  Planned it = planned_new(three);
  Plan *plan = plan_copy(it.plan);
  set_up_all(&it);
  assert_comes_back(it.plan, plan);
  assert_comes_back(it.plan, plan); // nothing to change
  assert_true(plan_undo(plan));
  assert_int_equal(plan_undo_depth(plan), 0);
  plan_free(plan);
  planned_free(&it);
}

// Each number in turn is replaced by others, and the bytes are cut anywhere.
static void test_damage(void **state) {
  (void)state;
  static const int64_t numbers[] = {-2, -1, 0, 1, 2, 3, 4, 5, 33, 1 << 30, INT64_MAX, INT64_MIN};
  Planned it = planned_new(three);
  Text bytes = {0};
  set_up_all(&it);
  plan_pack(it.plan, &bytes);
  Plan *plan = plan_copy(it.plan);
  for (size_t at = 0; at + sizeof *numbers <= bytes.length; at += sizeof *numbers)
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
      int64_t before;
      memcpy(&before, bytes.data + at, sizeof before);
      memcpy(bytes.data + at, &numbers[i], sizeof before);
      uint64_t hash = plan_hash(plan);
      if (take(plan, &bytes))
        plan_undo(plan);
      else
        assert_int_equal(plan_hash(plan), hash);
      assert_valid(plan);
      memcpy(bytes.data + at, &before, sizeof before);
    }
  for (size_t length = 0; length < bytes.length; length++) {
    Text cut = {.data = bytes.data, .length = length};
    assert_false(take(plan, &cut));
  }
  text_free(&bytes);
  plan_free(plan);
  planned_free(&it);
}

// Homes that no edit would lead to: a kernel that has to run both before and after another.
static void test_cycle(void **state) {
  (void)state;
  Planned it = planned_new(three);
  Text bytes = {0};
  plan_pack(it.plan, &bytes);
  int64_t a = op_named(it.graph, "a");
  memcpy(bytes.data + (size_t)op_named(it.graph, "c") * sizeof a, &a, sizeof a);
  assert_false(take(it.plan, &bytes));
  assert_int_equal(plan_kernel_count(it.plan), 3);
  assert_valid(it.plan);
  text_free(&bytes);
  planned_free(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_walks),
      cmocka_unit_test(test_pins_knobs_and_copies),
      cmocka_unit_test(test_damage),
      cmocka_unit_test(test_cycle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
