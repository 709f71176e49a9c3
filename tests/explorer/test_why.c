// What the Why pane announces is what happens: every edge that can be fused and every op that can be cut of
// real graphs, announced, done, compared, undone.
#include "explorer/state/change.h"
#include "explorer/tabs/why_edges.h"
#include "session/session.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Fixture {
  Session *session;
  Plan *plan;
  Figures *figures;
  Why *why;
} Fixture;

static Fixture open_graph(const char *name, bool compiler) {
  Fixture it = {0};
  Status status = {0};
  char path[512];
  snprintf(path, sizeof path, "%s/graphs/%s", FUSEBOX_SOURCE_ROOT, name);
  it.session = session_open(path, &(SessionOptions){.cache_folder = ""}, &status);
  assert_non_null(it.session);
  if (compiler) assert_true(session_use_plan(it.session, "compiler", &status));
  it.plan = session_plan(it.session);
  it.figures = figures_new(session_estimator(it.session), it.plan);
  it.why = why_new(session_estimator(it.session), it.plan);
  return it;
}

static void close_graph(Fixture *it) {
  why_free(it->why);
  figures_free(it->figures);
  session_close(it->session);
}

static void assert_same_numbers(const int *a, const int *b, int count) {
  for (int i = 0; i < count; i++)
    assert_int_equal(a[i], b[i]);
}

static int64_t bytes_of(const Change *change) {
  return change->after.dram_bytes - change->before.dram_bytes;
}

static void assert_terms_add_up(const Change *change) {
  double sum = 0;
  for (int term = 0; term < TERM_COUNT; term++)
    sum += change->after.term_us[term] - change->before.term_us[term];
  assert_true(fabs(sum - change_time(change)) < 1e-6 * (1 + fabs(sum)));
}

static void assert_same_change(const Change *announced, const Change *done) {
  assert_terms_add_up(announced);
  assert_int_equal(announced->before.count, done->before.count);
  assert_int_equal(announced->after.count, done->after.count);
  assert_same_numbers(announced->before.registers, done->before.registers, done->before.count);
  assert_int_equal(bytes_of(announced), bytes_of(done));
  assert_true(fabs(change_time(announced) - change_time(done)) < 1e-6 * (1 + fabs(change_time(done))));
  assert_int_equal(announced->after.loads - announced->before.loads, done->after.loads - done->before.loads);
  assert_int_equal(announced->after.stores - announced->before.stores,
                   done->after.stores - done->before.stores);
}

static int check_edges(Fixture *it, int op) {
  int checked = 0;
  why_look(it->why, op);
  for (int i = 0; i < it->why->edge_count; i++) {
    const WhyEdge *edge = why_ask(it->why, i);
    if (edge->kind != EDGE_APART || !edge->what_if.legal) continue;
    int ops[2] = {edge->producer, edge->consumer};
    Change announced = change_of_what_if(it->plan, &edge->what_if, ops[0], ops[1]),
           done = {.before = change_side(it->figures, ops, 2)};
    Reason reason;
    assert_true(plan_fuse(it->plan, ops[0], ops[1], true, &reason));
    done.after = change_side(it->figures, ops, 2);
    assert_same_change(&announced, &done);
    assert_same_numbers(announced.after.registers, done.after.registers, 1);
    assert_true(plan_undo(it->plan));
    checked++;
    why_look(it->why, op);
  }
  return checked;
}

// One op of each part, so that both are looked at.
static int other_op(const Plan *plan, int op) {
  PlanKernel kernel = plan_kernel(plan, plan_home(plan, op));
  return kernel.ops[0] != op ? kernel.ops[0] : kernel.ops[1];
}

static int check_cut(Fixture *it, int op) {
  if (plan_kernel(it->plan, plan_home(it->plan, op)).op_count < 2) return 0;
  why_look(it->why, op);
  const WhatIfCut *cut = why_ask_cut(it->why);
  Reason reason;
  PlanKernel kernel = plan_kernel(it->plan, plan_home(it->plan, op));
  int first = kernel.ops[0], last = kernel.ops[kernel.op_count - 1];
  int ops[4] = {op, other_op(it->plan, op), first, last};
  Change done = {.before = change_side(it->figures, ops, 4)};
  if (!cut->legal) {
    assert_false(plan_cut(it->plan, op, &reason));
    return 0;
  }
  Change announced = change_of_cut(it->plan, cut, op);
  assert_true(plan_cut(it->plan, op, &reason));
  done.after = change_side(it->figures, ops, 4);
  bool seen = done.after.count == 2; // an op of both parts was among those looked at
  if (seen) assert_same_change(&announced, &done);
  assert_true(plan_undo(it->plan));
  return seen;
}

static void check_all(const char *name, bool compiler) {
  Fixture it = open_graph(name, compiler);
  const Graph *graph = plan_graph(it.plan);
  int fused = 0, cut = 0;
  for (int op = 0; op < graph->op_count; op++) {
    if (graph->ops[op].is_view) continue;
    fused += check_edges(&it, op);
    cut += check_cut(&it, op);
  }
  assert_true(fused + cut > 0);
  close_graph(&it);
}

static void test_announced_is_done(void **state) {
  (void)state;
  check_all("gelu_tanh.json", false);
  check_all("rmsnorm_backward.json", false);
  check_all("dumps/mix/backward", true);
  check_all("dumps/llama/forward", true);
  check_all("dumps/bert/forward", false);
}

// x^2 is written by one kernel (512 MiB) and read by the next (512 MiB), and both read x: fusing saves three
// times.
static void test_bytes_by_hand(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", false);
  why_look(it.why, 0);
  const WhyEdge *edge = why_ask(it.why, 0);
  assert_int_equal(edge->kind, EDGE_APART);
  Change change = change_of_what_if(it.plan, &edge->what_if, edge->producer, edge->consumer);
  assert_int_equal(bytes_of(&change), -3LL * 134217728 * 4);
  Text text = {0};
  change_text(&change, GLYPHS_ASCII, true, &text);
  assert_non_null(strstr(text_get(&text), "K0+K1->K0"));
  assert_non_null(strstr(text_get(&text), "DRAM -1.6 GB"));
  text_free(&text);
  close_graph(&it);
}

static void test_kinds_of_edges(void **state) {
  (void)state;
  Fixture it = open_graph("rmsnorm_backward.json", false);
  Reason reason;
  int producer = 0, reader = graph_neighbours(plan_graph(it.plan), 0).consumers[0];
  why_look(it.why, reader);
  assert_int_equal(it.why->edges[0].kind, EDGE_APART);
  assert_true(it.why->edges[0].incoming);
  assert_true(plan_recompute(it.plan, producer, plan_home(it.plan, reader), &reason));
  why_look(it.why, reader); // the plan has changed: looked at again
  assert_int_equal(it.why->edges[0].kind, EDGE_COPIED);
  assert_true(plan_undo(it.plan));
  assert_true(plan_fuse(it.plan, producer, reader, false, &reason));
  why_look(it.why, reader);
  assert_int_equal(it.why->edges[0].kind, EDGE_FUSED);
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_announced_is_done),
      cmocka_unit_test(test_bytes_by_hand),
      cmocka_unit_test(test_kinds_of_edges),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
