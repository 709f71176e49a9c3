// One tree, two readers: a change of a kernel's code is seen by the printer and by the estimator alike.
#include "fixture.h"

#include "cost/model/cost_model.h"
#include "cost/model/parts.h"
#include "kernel/cuda/emit.h"

typedef struct Subject {
  Fixture fixture;
  RegisterModel *registers;
  Arena *arena;
  KernelCode code;
} Subject;

// y = x * w + x in one kernel, a vector in each of four slots.
static void open_subject(Subject *subject) {
  GraphBuilder *builder = builder_new("code", "test");
  int x = input(builder, "x", DTYPE_F32, 4096, 1024), w = input(builder, "w", DTYPE_F32, 4096, 1024);
  int product = builder_binary(builder, OP_MUL, x, w);
  builder_output(builder, builder_binary(builder, OP_ADD, product, x));
  subject->fixture = open_plan(builder);
  fuse_all(&subject->fixture);
  Reason reason;
  Plan *plan = subject->fixture.plan;
  assert_true(plan_schedule(plan, plan_home(plan, 0), KNOB_unroll, 4, &reason));
  const PlanLowered *lowered = plan_lowered(plan, plan_home(plan, 0));
  assert_true(code_make(lowered->nest, &lowered->schedule, &lowered->launch, &subject->code));
  Status status = {0};
  subject->registers = register_model_load(90, &status);
  assert_non_null(subject->registers);
  subject->arena = arena_new();
}

static void close_subject(Subject *subject) {
  code_free(&subject->code);
  register_model_free(subject->registers);
  arena_free(subject->arena);
  close_plan(&subject->fixture);
}

static Estimate estimate_of(const Subject *subject) {
  Estimate estimate = {0};
  CostKernel kernel = {.device = &subject->fixture.device,
                       .forests = register_model_forests(subject->registers),
                       .graph = subject->fixture.graph,
                       .op = NO_OP,
                       .arena = subject->arena};
  cost_code(&kernel, &subject->code, &estimate);
  return estimate;
}

static void assert_says(const Subject *subject, const char *line, bool says) {
  Text text = {0};
  Status status = {0};
  assert_true(emit_code(&subject->code, &(EmitOptions){.annotate = true}, &text, &status));
  if ((strstr(text_get(&text), line) != NULL) != says) fail_msg("\"%s\": %s", line, text_get(&text));
  text_free(&text);
}

static CodeNode *find(const KernelCode *code, CodeForm form) {
  CodeWalk walk;
  for (const CodeNode *node = code_walk_begin(&walk, code->root); node; node = code_walk_next(&walk))
    if (node->form == form) return (CodeNode *)node;
  fail_msg("the code has no %s", code_form_name(form));
  return NULL;
}

// Without what it is changed to, the code as made is what the plan's estimate is of.
static void test_unchanged(void **state) {
  (void)state;
  Subject subject;
  open_subject(&subject);
  Plan *plan = subject.fixture.plan;
  const Estimate *planned = estimator_kernel(subject.fixture.estimator, plan, plan_home(plan, 0));
  Estimate estimate = estimate_of(&subject);
  assert_int_equal(estimate.registers, planned->registers);
  assert_int_equal(estimate.loads, planned->loads);
  assert_true(estimate.time_us == planned->time_us);
  close_subject(&subject);
}

static void test_longer_loop(void **state) {
  (void)state;
  Subject subject;
  open_subject(&subject);
  Estimate before = estimate_of(&subject);
  assert_int_equal(before.loads, 8); // of x and w, in four slots
  assert_int_equal(before.stores, 4);
  assert_true(before.flops == 2.0 * 4096 * 1024);
  assert_says(&subject, "for (int i = 0; i < 4; i++)", true);
  CodeWalk walk;
  for (const CodeNode *node = code_walk_begin(&walk, subject.code.root); node; node = code_walk_next(&walk))
    if (node->form == FORM_SLOTS) ((CodeNode *)node)->count *= 2;
  Estimate after = estimate_of(&subject);
  assert_int_equal(after.loads, 16);
  assert_int_equal(after.stores, 8);
  assert_true(after.flops == 2 * before.flops);
  assert_says(&subject, "for (int i = 0; i < 4; i++)", false);
  assert_says(&subject, "for (int i = 0; i < 8; i++)", true);
  close_subject(&subject);
}

// A load that is not there is not executed, not spelled, and needs no registers.
static void test_dropped_load(void **state) {
  (void)state;
  Subject subject;
  open_subject(&subject);
  Estimate before = estimate_of(&subject);
  RegisterFeatures with = register_features(&subject.code);
  CodeNode *load = find(&subject.code, FORM_LOAD_VECTOR);
  assert_says(&subject, "fb_load(x[i], ", true);
  *load = (CodeNode){.form = FORM_SYNC_THREADS, .step = NO_STEP, .view = load->view, .next = load->next};
  Estimate after = estimate_of(&subject);
  RegisterFeatures without = register_features(&subject.code);
  assert_int_equal(after.loads, before.loads - 4);
  assert_true(without.value[FEATURE_peak_vector] < with.value[FEATURE_peak_vector]);
  assert_says(&subject, "fb_load(x[i], ", false);
  assert_true(code_cooperates(&subject.code));
  Status status = {0};
  assert_false(code_verify(&subject.code, &status));
  close_subject(&subject);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_unchanged),
      cmocka_unit_test(test_longer_loop),
      cmocka_unit_test(test_dropped_load),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
