// Candidates: what they announce is what making them does, best first; asking changes nothing.
#include "cost/candidates.h"
#include "cost/plan_cost.h"

#include "base/text.h"
#include "graph/read/read.h"
#include "plan/file/plan_file.h"

#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Fixture {
  Device device;
  DumpPlan *dump;
  Graph *graph;
  Plan *plan;
  Estimator *estimator;
  Candidates *candidates;
} Fixture;

// A shipped graph with every op alone, or a dump at its compiler's plan.
static Fixture open_graph(const char *name, bool dump) {
  Fixture it = {0};
  Status status = {0};
  DumpNotes notes = {0};
  char path[512];
  snprintf(path, sizeof path, "%s/graphs/%s%s", FUSEBOX_SOURCE_ROOT, dump ? "dumps/" : "", name);
  it.graph = graph_open(path, NULL, &it.dump, &status);
  if (!it.graph || !device_load("h200", &it.device, &status)) fail_msg("%s", status.message);
  it.plan = plan_new(it.graph, &it.device.limits);
  if (dump && !plan_from_dump(it.plan, it.dump, &notes, &status)) fail_msg("%s", status.message);
  dump_notes_free(&notes);
  it.estimator = estimator_new(&it.device, NULL);
  it.candidates = candidates_new(it.estimator, it.plan);
  return it;
}

static void close_graph(Fixture *it) {
  candidates_free(it->candidates);
  estimator_free(it->estimator);
  plan_free(it->plan);
  dump_plan_free(it->dump);
  graph_free(it->graph);
}

static void ask_all(Fixture *it, int op) {
  candidates_look(it->candidates, op);
  while (candidates_ask(it->candidates)) {
  }
}

// The edit is made, the whole plan is estimated from nothing, and the edit is undone.
static void check_announced(Fixture *it, const Candidate *candidate) {
  Reason reason;
  PlanTotal before = plan_total(it->estimator, it->plan);
  uint64_t hash = plan_hash(it->plan);
  bool made = plan_propose(it->plan, &candidate->proposal, &reason);
  assert_int_equal(made, candidate->effect.legal);
  if (!made) {
    assert_int_equal(reason.code, candidate->effect.reason.code);
    assert_string_equal(reason.text, candidate->effect.reason.text);
    assert_int_equal(plan_hash(it->plan), hash);
    return;
  }
  PlanTotal after = plan_total(it->estimator, it->plan);
  double saved_us = (double)(before.time_fs - after.time_fs) * 1e-9;
  assert_true(fabs(saved_us - candidate->effect.saved_us) < 1e-6);
  assert_int_equal(before.dram_bytes - after.dram_bytes, candidate->effect.saved_dram_bytes);
  for (int i = 0; i < candidate->effect.kernel_count; i++) {
    const KernelEffect *kernel = &candidate->effect.kernels[i];
    const Estimate *now = plan_lowered(it->plan, kernel->kernel)
                              ? estimator_kernel(it->estimator, it->plan, kernel->kernel)
                              : NULL;
    assert_ptr_equal(now, kernel->after);
  }
  assert_true(plan_undo(it->plan));
  assert_int_equal(plan_hash(it->plan), hash);
}

static void assert_sorted(const Candidates *candidates) {
  for (int i = 1; i < candidates->best_count; i++) {
    const Effect *above = &candidates_get(candidates, i - 1)->effect,
                 *here = &candidates_get(candidates, i)->effect;
    assert_true(above->legal >= here->legal);
    if (here->legal) assert_true(above->saved_us >= here->saved_us);
  }
  assert_null(candidates_get(candidates, candidates->best_count));
  assert_null(candidates_get(candidates, -1));
}

static int check_op(Fixture *it, int op) {
  uint64_t hash = plan_hash(it->plan), version = plan_version(it->plan);
  ask_all(it, op);
  assert_int_equal(plan_hash(it->plan), hash);
  assert_int_equal(plan_version(it->plan), version);
  assert_true(candidates_complete(it->candidates));
  assert_sorted(it->candidates);
  int count = it->candidates->list.count;
  for (int i = 0; i < count; i++)
    check_announced(it, &it->candidates->list.data[i]);
  return it->candidates->best_count;
}

static void check_graph(const char *name, bool dump, int step) {
  Fixture it = open_graph(name, dump);
  int shown = 0;
  for (int op = 0; op < it.graph->op_count; op += step)
    shown += check_op(&it, op);
  assert_true(shown > 0);
  close_graph(&it);
}

static void test_announced_is_done(void **state) {
  (void)state;
  check_graph("rmsnorm_backward.json", false, 1);
  check_graph("adam.json", false, 1);
  check_graph("mix/backward", true, 3);
  check_graph("llama/forward", true, 9);
}

static const Candidate *find(const Fixture *it, ProposalKind kind) {
  for (int i = 0; i < it->candidates->best_count; i++)
    if (candidates_get(it->candidates, i)->proposal.kind == kind) return candidates_get(it->candidates, i);
  return NULL;
}

// gelu: x is read by the first op and by later ones, each op alone.
static void test_kinds(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", false);
  Reason reason;
  ask_all(&it, 1);
  assert_non_null(find(&it, PROPOSE_FUSE));
  assert_non_null(find(&it, PROPOSE_RECOMPUTE));
  assert_null(find(&it, PROPOSE_CUT)); // it is alone
  assert_true(plan_fuse(it.plan, 0, 1, false, &reason));
  ask_all(&it, 1); // the plan has changed: asked anew
  assert_non_null(find(&it, PROPOSE_CUT));
  assert_true(plan_cut(it.plan, 1, &reason));
  assert_true(plan_recompute(it.plan, 0, plan_home(it.plan, 1), &reason));
  ask_all(&it, 1);
  assert_true(find(&it, PROPOSE_STORE) || plan_home(it.plan, 0) == plan_home(it.plan, 1));
  close_graph(&it);
}

// A change is advice from 1% of what its kernels took on, and from 0.1 us.
static void test_advice(void **state) {
  (void)state;
  static const struct {
    double before_us, saved_us;
    bool advisable;
  } cases[] = {{100, 1.1, true}, {100, 0.9, false}, {1.31, 0.01, false},
               {5, 0.11, true},  {5, 0, false},     {5, -1, false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Candidate candidate = {
        .effect = {.legal = true, .before_us = cases[i].before_us, .saved_us = cases[i].saved_us}};
    assert_int_equal(candidate_advisable(&candidate), cases[i].advisable);
    candidate.effect.legal = false;
    assert_false(candidate_advisable(&candidate));
  }
}

// All that the change is about: here two kernels that become one.
static void test_time_before(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", false);
  double us = estimator_kernel(it.estimator, it.plan, 0)->time_us +
              estimator_kernel(it.estimator, it.plan, 1)->time_us;
  Proposal fuse = {.kind = PROPOSE_FUSE, .op = 0, .other = 1};
  assert_float_equal(estimator_effect(it.estimator, it.plan, &fuse).before_us, us, 1e-9);
  close_graph(&it);
}

// A pin makes a fusion impossible, with the reason and what would help; the other candidates stay.
static void test_pins_are_respected(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", false);
  Reason reason;
  int reader = graph_neighbours(it.graph, 0).consumers[0];
  assert_true(plan_pin(it.plan, PIN_APART, 0, reader, &reason));
  ask_all(&it, 0);
  int place = 0;
  while (candidates_get(it.candidates, place)->proposal.kind != PROPOSE_FUSE ||
         candidates_get(it.candidates, place)->proposal.other != reader)
    place++;
  const Effect *refused = &candidates_get(it.candidates, place)->effect;
  assert_false(refused->legal);
  assert_true(place >= it.candidates->legal_count); // below what is possible
  assert_int_equal(refused->reason.code, REASON_PINNED);
  assert_true(*refused->reason.remedy != '\0');
  close_graph(&it);
}

static void test_views_have_none(void **state) {
  (void)state;
  Fixture it = open_graph("llama/forward", true);
  int view = 0;
  while (!it.graph->ops[view].is_view)
    view++;
  candidates_look(it.candidates, view);
  assert_int_equal(it.candidates->list.count, 0);
  assert_true(candidates_complete(it.candidates));
  assert_false(candidates_ask(it.candidates));
  close_graph(&it);
}

// One op that thousands read: what is found stays bounded, and leaves room for what is not fusing.
static void test_hub(void **state) {
  (void)state;
  enum { READERS = 3000 };
  Text json = {0};
  text_add(
      &json,
      "{\"format\": \"fusebox-graph\", \"version\": 1, \"name\": \"hub\", \"inputs\": [{\"name\": \"x\", "
      "\"dtype\": \"f32\", \"shape\": [4096]}], \"ops\": [{\"name\": \"hub\", \"op\": \"exp\", \"in\": "
      "[\"x\"]}");
  for (int i = 0; i < READERS; i++)
    text_printf(&json, ", {\"name\": \"r%d\", \"op\": \"mul\", \"in\": [\"hub\", %d]}", i, i + 2);
  text_add(&json, "], \"outputs\": [");
  for (int i = 0; i < READERS; i++)
    text_printf(&json, "%s\"r%d\"", i ? ", " : "", i);
  text_add(&json, "]}");
  Status status = {0};
  Fixture it = {.graph = graph_read_json("hub.json", text_get(&json), json.length, NULL, &status)};
  if (!it.graph || !device_load("h200", &it.device, &status)) fail_msg("%s", status.message);
  it.plan = plan_new(it.graph, &it.device.limits);
  it.estimator = estimator_new(&it.device, NULL);
  it.candidates = candidates_new(it.estimator, it.plan);
  ask_all(&it, 0);
  assert_true(it.candidates->list.count <= CANDIDATES_PER_OP);
  assert_true(it.candidates->left_out >= READERS - CANDIDATES_PER_OP);
  assert_non_null(find(&it, PROPOSE_FUSE));
  assert_non_null(find(&it, PROPOSE_RECOMPUTE));
  close_graph(&it);
  text_free(&json);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_announced_is_done),
      cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_advice),
      cmocka_unit_test(test_time_before),
      cmocka_unit_test(test_pins_are_respected),
      cmocka_unit_test(test_views_have_none),
      cmocka_unit_test(test_hub),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
