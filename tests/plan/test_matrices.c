// What a product's kernel computes again of its matrices: it reads them from what they are made of.
#include "fixture.h"

#include "kernel/template/template.h"

#include <string.h>

typedef struct Scores {
  Graph *graph;
  Plan *plan;
  int product, made[6]; // casts, factors and copies of both matrices
} Scores;

static Scores scores_open(void) {
  static const char *const names[] = {"convert_element_type_14", "mul_3", "clone_1",
                                      "convert_element_type_15", "mul_4", "clone_2"};
  Status status = {0};
  Scores scores = {.graph = graph_open(TEST_FOLDER "/graph/fx/heads.py", NULL, NULL, &status)};
  if (!scores.graph) fail_msg("%s", status.message);
  GpuLimits limits = test_limits();
  scores.plan = plan_new(scores.graph, &limits);
  scores.product = op_named(scores.graph, "bmm");
  for (int i = 0; i < 6; i++)
    scores.made[i] = op_named(scores.graph, names[i]);
  return scores;
}

static void scores_close(Scores *scores) {
  plan_free(scores->plan);
  graph_free(scores->graph);
}

static const char *template_of(const Scores *scores) {
  const PlanLowered *lowered = plan_lowered(scores->plan, plan_home(scores->plan, scores->product));
  return template_name(lowered->schedule.kind);
}

// A list of ops asks for the generated kernel; one op alone, which a heuristic may try of any kernel, does
// not.
static void test_lists(void **state) {
  (void)state;
  Scores scores = scores_open();
  Reason reason;
  int kernel = plan_home(scores.plan, scores.product);
  assert_string_equal(template_of(&scores), "library");
  assert_false(plan_recompute(scores.plan, scores.made[2], kernel, &reason));
  assert_int_equal(reason.code, REASON_LIBRARY);
  assert_false(plan_recompute_all(scores.plan, scores.made, 3, kernel, &reason)); // of one matrix
  assert_non_null(strstr(reason.text, "multiplies f16 by f32 here"));
  assert_true(plan_recompute_all(scores.plan, scores.made, 6, kernel, &reason));
  assert_string_equal(template_of(&scores), "gemm");
  assert_int_equal(plan_kernel_count(scores.plan), 1);
  assert_true(plan_free_products(scores.plan, kernel, &reason));
  assert_string_equal(template_of(&scores), "library");
  assert_int_equal(plan_kernel_count(scores.plan), 2);
  assert_false(plan_free_products(scores.plan, kernel, &reason));
  assert_true(plan_undo(scores.plan));
  assert_string_equal(template_of(&scores), "gemm");
  assert_true(plan_undo(scores.plan));
  assert_string_equal(template_of(&scores), "library");
  assert_int_equal(plan_kernel_count(scores.plan), 7);
  scores_close(&scores);
}

// Matrices that the backward pass wants as well stay stored, and the product computes copies of both.
static void test_stored(void **state) {
  (void)state;
  static const char *const names[] = {"clone",   "mul_4", "convert_element_type_18",
                                      "clone_1", "mul_5", "convert_element_type_19"};
  DumpPlan *dump;
  Scores scores = {.graph = shipped_dump("bert/forward", &dump)};
  GpuLimits limits = test_limits();
  Reason reason;
  int made[6];
  scores.plan = plan_new(scores.graph, &limits);
  scores.product = op_named(scores.graph, "bmm");
  for (int i = 0; i < 6; i++)
    made[i] = op_named(scores.graph, names[i]);
  int kernel = plan_home(scores.plan, scores.product);
  assert_true(plan_recompute_all(scores.plan, made, 6, kernel, &reason));
  assert_string_equal(template_of(&scores), "gemm");
  assert_true(plan_kernel(scores.plan, kernel).copy_count >= 4);
  assert_false(plan_unrecompute(scores.plan, made[0], kernel, &reason)); // one matrix of the two
  assert_non_null(strstr(reason.text, "multiplies f32 by bf16 here"));
  assert_true(plan_free_products(scores.plan, kernel, &reason));
  assert_string_equal(template_of(&scores), "library");
  assert_int_equal(plan_kernel(scores.plan, kernel).copy_count, 0);
  plan_free(scores.plan);
  dump_plan_free(dump);
  graph_free(scores.graph);
}

// Fused with them all, when it is asked for by force: a product that nothing in its kernel reads.
static void test_fused(void **state) {
  (void)state;
  Scores scores = scores_open();
  Reason reason;
  int all[7] = {scores.product};
  memcpy(all + 1, scores.made, sizeof scores.made);
  assert_false(plan_fuse_all(scores.plan, all, 7, false, &reason));
  assert_int_equal(reason.code, REASON_LIBRARY);
  assert_true(plan_fuse_all(scores.plan, all, 7, true, &reason));
  assert_string_equal(template_of(&scores), "gemm");
  scores_close(&scores);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lists), cmocka_unit_test(test_stored),
                                     cmocka_unit_test(test_fused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
