// Candidates: what a search is given to try, and what it is spared.
#include "check.h"

#include "h200.h"
#include "kernel/template/candidates.h"

typedef struct Subject {
  Graph *graph;
  Nest *nest;
  ScheduleCandidate list[CANDIDATES_MOST];
  int count;
} Subject;

static Subject subject_new(const char *parameters, const char *body, const ScheduleOverride *base) {
  Subject subject = {.graph = check_graph(parameters, body)};
  CheckSet set = check_all(subject.graph);
  Reason reason;
  subject.nest = check_lower(subject.graph, &set, &reason);
  assert_non_null(subject.nest);
  subject.count = schedule_candidates(subject.nest, &h200_limits, base, subject.list, CANDIDATES_MOST);
  return subject;
}

static void subject_free(Subject *subject) {
  nest_free(subject->nest);
  graph_free(subject->graph);
}

#define MAP "x: \"bf16[1048576]\"", "y = torch.ops.aten.exp.default(x)\nreturn (y,)"
#define SOFTMAX \
  "x: \"bf16[4096, 2048]\"", \
      "m = torch.ops.aten.amax.default(x, [1], True)\n" \
      "s = torch.ops.aten.sub.Tensor(x, m)\n" \
      "e = torch.ops.aten.exp.default(s)\n" \
      "t = torch.ops.aten.sum.dim_IntList(e, [1], True)\n" \
      "d = torch.ops.aten.div.Tensor(e, t)\nreturn (d,)"
#define COLUMN_SUM "x: \"f32[65536, 1024]\"", "y = torch.ops.aten.sum.dim_IntList(x, [0])\nreturn (y,)"

// The candidate that sets just `knob` to `value`; NULL: none does.
static const ScheduleCandidate *find(const Subject *subject, Knob knob, int value) {
  for (int i = 0; i < subject->count; i++) {
    const ScheduleOverride *override = &subject->list[i].override;
    if (override->set == (uint32_t)1 << knob && override->knob[knob] == value) return &subject->list[i];
  }
  return NULL;
}

// The rules' choice comes first, each other sets one knob, no two are the same code, and each is what the
// rules give.
static void assert_in_order(const Subject *subject) {
  Reason reason;
  Schedule rule;
  assert_true(schedule_choose(subject->nest, &h200_limits, NULL, &rule, &reason));
  assert_in_range(subject->count, 2, CANDIDATES_MOST);
  assert_int_equal(subject->list[0].override.set, 0);
  assert_int_equal(schedule_hash(&subject->list[0].schedule), schedule_hash(&rule));
  uint32_t knob = 1;
  for (int i = 1; i < subject->count; i++) {
    const ScheduleCandidate *candidate = &subject->list[i];
    assert_int_equal(__builtin_popcount(candidate->override.set), 1);
    assert_true(candidate->override.set >= knob); // knob by knob
    knob = candidate->override.set;
    assert_true(schedule_choose(subject->nest, &h200_limits, &candidate->override, &rule, &reason));
    assert_int_equal(schedule_hash(&candidate->schedule), schedule_hash(&rule));
    for (int k = 0; k < i; k++)
      assert_int_not_equal(candidate->code, subject->list[k].code);
  }
}

static void test_order(void **state) {
  (void)state;
  Subject subjects[] = {subject_new(MAP, NULL), subject_new(SOFTMAX, NULL), subject_new(COLUMN_SUM, NULL)};
  for (int i = 0; i < 3; i++) {
    assert_in_order(&subjects[i]);
    subject_free(&subjects[i]);
  }
}

// A map has vectors and blocks to choose, but no rows that could be shared or held.
static void test_map(void **state) {
  (void)state;
  Subject subject = subject_new(MAP, NULL);
  assert_non_null(find(&subject, KNOB_threads, 128));
  assert_non_null(find(&subject, KNOB_threads, 1024));
  assert_non_null(find(&subject, KNOB_unroll, 2));
  assert_non_null(find(&subject, KNOB_vector, 4));
  assert_null(find(&subject, KNOB_persistent, 1)); // the same code as without
  assert_null(find(&subject, KNOB_rows, 2));
  subject_free(&subject);
}

static void test_column(void **state) {
  (void)state;
  Subject subject = subject_new(COLUMN_SUM, NULL);
  int splits = subject.list[0].schedule.knob[KNOB_splits];
  assert_true(splits > 1);
  assert_non_null(find(&subject, KNOB_splits, splits / 2));
  assert_non_null(find(&subject, KNOB_splits, 2 * splits));
  const ScheduleCandidate *wide = find(&subject, KNOB_rows, 2 * subject.list[0].schedule.knob[KNOB_rows]);
  assert_non_null(wide); // columns of a tile: what the threads share follows
  assert_int_equal(wide->schedule.knob[KNOB_threads], subject.list[0].schedule.knob[KNOB_threads]);
  subject_free(&subject);
}

// A quarter of the threads would hold four times as much of a row: beyond the registers that they can have.
static void test_spills_are_left_out(void **state) {
  (void)state;
  Subject subject = subject_new(SOFTMAX, NULL);
  for (int i = 0; i < subject.count; i++) {
    const Schedule *schedule = &subject.list[i].schedule;
    assert_true(schedule_register_need(subject.nest, schedule) <= schedule->knob[KNOB_registers]);
  }
  ScheduleOverride tight = {0}; // what spills from the start has neighbours all the same
  schedule_override_set(&tight, KNOB_registers, 24);
  subject_free(&subject);
  subject = subject_new(SOFTMAX, &tight);
  assert_true(schedule_register_need(subject.nest, &subject.list[0].schedule) > 24);
  assert_true(subject.count > 1);
  subject_free(&subject);
}

// From a base on, its knobs stay and one more is set or changed.
static void test_climbing(void **state) {
  (void)state;
  ScheduleOverride base = {0};
  schedule_override_set(&base, KNOB_threads, 512);
  Subject subject = subject_new(COLUMN_SUM, &base);
  assert_int_equal(subject.list[0].schedule.knob[KNOB_threads], 512);
  for (int i = 0; i < subject.count; i++) {
    const ScheduleOverride *override = &subject.list[i].override;
    assert_true(override->set >> KNOB_threads & 1);
    bool threads = override->set == (uint32_t)1 << KNOB_threads;
    if (!threads) assert_int_equal(override->knob[KNOB_threads], 512);
  }
  subject_free(&subject);
}

static void test_misfits(void **state) {
  (void)state;
  ScheduleOverride base = {0}; // 3 rows cannot share 128 threads
  schedule_override_set(&base, KNOB_rows, 3);
  schedule_override_set(&base, KNOB_threads, 128);
  Subject subject = subject_new(SOFTMAX, &base);
  assert_int_equal(subject.count, 0);
  subject_free(&subject);
  subject = subject_new(SOFTMAX, NULL);
  ScheduleCandidate few[3];
  assert_int_equal(schedule_candidates(subject.nest, &h200_limits, NULL, few, 3), 3);
  for (int i = 0; i < 3; i++)
    assert_int_equal(few[i].code, subject.list[i].code);
  subject_free(&subject);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order),    cmocka_unit_test(test_map),
      cmocka_unit_test(test_column),   cmocka_unit_test(test_spills_are_left_out),
      cmocka_unit_test(test_climbing), cmocka_unit_test(test_misfits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
