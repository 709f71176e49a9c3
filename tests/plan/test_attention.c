// Attention as one op: alone a library's, and with what its bias is made of a kernel that computes that
// again.
#include "fixture.h"

#include "kernel/template/template.h"
#include "plan/edit/proposal.h"

#include <string.h>

typedef struct Model {
  Graph *graph;
  Plan *plan;
  DumpPlan *dump;
  int attention;
} Model;

static Model model_open(const char *dump) {
  Model model = {0};
  GpuLimits limits = test_limits();
  model.graph = shipped_dump(dump, &model.dump);
  model.plan = plan_new(model.graph, &limits);
  while (model.graph->ops[model.attention].code != OP_ATTENTION)
    model.attention++;
  return model;
}

static void model_close(Model *model) {
  plan_free(model->plan);
  dump_plan_free(model->dump);
  graph_free(model->graph);
}

static const char *template_of(const Model *model) {
  return template_name(plan_lowered(model->plan, plan_home(model->plan, model->attention))->schedule.kind);
}

// The mask of llama's attention, all six ops of it, which the next layer and the backward pass want as well.
static void test_bias(void **state) {
  (void)state;
  static const char *const names[] = {"where", "le", "full_default", "full_default_1", "add", "iota"};
  Model model = model_open("llama/forward");
  Proposal proposal = {.kind = PROPOSE_BIAS, .op = model.attention};
  Reason reason;
  int ops[PLAN_BIAS], count = plan_bias(model.plan, model.attention, ops, PLAN_BIAS), found = 0;
  int kernel = plan_home(model.plan, model.attention), before = plan_kernel_count(model.plan);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < count; j++)
      found += strcmp(model.graph->ops[ops[j]].name, names[i]) == 0;
  assert_int_equal(count, 6);
  assert_int_equal(found, 6);
  assert_int_equal(plan_bias(model.plan, model.attention, ops, 5), 0);
  assert_string_equal(template_of(&model), "library");
  assert_true(plan_propose(model.plan, &proposal, &reason));
  assert_string_equal(template_of(&model), "attention");
  assert_int_equal(plan_kernel(model.plan, kernel).copy_count, 6);
  assert_int_equal(plan_kernel_count(model.plan), before);
  const Value *result = &model.graph->values[model.graph->ops[model.attention].first_result];
  int reader = graph_neighbours(model.graph, model.attention).consumers[0];
  assert_true(result->reader_count > 0);
  assert_false(plan_can_fuse(model.plan, model.attention, reader, false, &reason)); // no library runs it now
  assert_string_equal(reason.text,
                      "_scaled_dot_product_cudnn_attention (attention) joins other ops only by force");
  assert_false(plan_propose(model.plan, &proposal, &reason)); // all of it is there
  assert_int_equal(reason.code, REASON_NO_CHANGE);
  assert_true(plan_free_products(model.plan, kernel, &reason));
  assert_string_equal(template_of(&model), "library");
  assert_int_equal(plan_kernel(model.plan, kernel).copy_count, 0);
  model_close(&model);
}

// What it is fused with by hand, and what it is not.
static void test_fuse(void **state) {
  (void)state;
  Model model = model_open("llama/forward");
  Reason reason;
  int mask = op_named(model.graph, "where");
  assert_false(plan_can_fuse(model.plan, mask, model.attention, false, &reason));
  assert_int_equal(reason.code, REASON_LIBRARY);
  assert_false(plan_can_fuse(model.plan, mask, model.attention, true, &reason));
  assert_non_null(
      strstr(reason.text, "makes its scores of what where computes here, and that is read elsewhere"));
  model_close(&model);
}

// Causal without a bias.
static void test_none(void **state) {
  (void)state;
  Model model = model_open("rmsmodel/forward");
  Reason reason;
  Proposal proposal = {.kind = PROPOSE_BIAS, .op = model.attention};
  int ops[PLAN_BIAS];
  assert_int_equal(plan_bias(model.plan, model.attention, ops, PLAN_BIAS), 0);
  assert_int_equal(plan_bias(model.plan, 0, ops, PLAN_BIAS), 0);
  assert_false(plan_propose(model.plan, &proposal, &reason));
  assert_non_null(strstr(reason.text, "has no bias that it could compute"));
  model_close(&model);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_bias), cmocka_unit_test(test_fuse),
                                     cmocka_unit_test(test_none)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
