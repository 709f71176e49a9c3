// Bodies: where steps stand in emitted code, and what their accesses cost.
#include "check.h"

#include "h200.h"
#include "kernel/code/tree.h"

#include <stdio.h>

typedef struct Subject {
  Graph *graph;
  Nest *nest;
  Schedule schedule;
  Body body;
} Subject;

static Subject subject_new(const char *parameters, const char *lines) {
  Subject subject = {.graph = check_graph(parameters, lines)};
  CheckSet set = check_all(subject.graph);
  Reason reason = {0};
  subject.nest = check_lower(subject.graph, &set, &reason);
  if (!subject.nest || !schedule_choose(subject.nest, &h200_limits, NULL, &subject.schedule, &reason))
    fail_msg("%s", reason.text);
  assert_true(body_make(subject.nest, &subject.schedule, &subject.body));
  return subject;
}

static void subject_free(Subject *subject) {
  body_free(&subject->body);
  nest_free(subject->nest);
  graph_free(subject->graph);
}

static StepExecution execution_of(const Subject *subject, int step) {
  LaunchShape launch = schedule_launch(subject->nest, &subject->schedule, &h200_limits);
  KernelCode code;
  StepExecution executions[64];
  assert_true(code_make(subject->nest, &subject->schedule, &launch, &code));
  assert_true(subject->nest->step_count <= 64);
  code_executions(&code, executions);
  code_free(&code);
  return executions[step];
}

// The n-th load whose memory holds so many elements.
static int load_of(const Subject *subject, int64_t elements, int n) {
  for (int i = 0; i < subject->nest->step_count; i++) {
    const Step *step = &subject->nest->steps[i];
    if (step->kind == STEP_LOAD && subject->nest->buffers[step->buffer].elements == elements && n-- == 0)
      return i;
  }
  fail_msg("no such load");
  return 0;
}

static Subject norm_subject(int cols, const char *second) {
  char parameters[128], lines[512];
  snprintf(parameters, sizeof parameters, "x: \"bf16[64, %d]\", w: \"bf16[%d]\", b: \"%s[%d]\"", cols, cols,
           second, cols);
  snprintf(lines, sizeof lines,
           "m = torch.ops.aten.mean.dim(x, [1], True)\n"
           "d = torch.ops.aten.sub.Tensor(x, m)\n"
           "p = torch.ops.aten.mul.Tensor(d, w)\n"
           "y = torch.ops.aten.add.Tensor(p, b)\nreturn (y,)");
  return subject_new(parameters, lines);
}

// Weights of 512 columns, rounded to a dtype, in a kernel of persistent blocks; `more` is another result.
static Subject weighted_subject(const char *dtype, const char *more) {
  char lines[700];
  snprintf(lines, sizeof lines,
           "r = torch.ops.prims.convert_element_type.default(w, torch.%s)\n"
           "p = torch.ops.aten.mul.Tensor(g, r)\n"
           "c = torch.ops.aten.sum.dim_IntList(p, [1], True)\n"
           "d = torch.ops.aten.sub.Tensor(p, c)\n"
           "s = torch.ops.aten.sum.dim_IntList(g, [0])\n%s",
           dtype, more);
  return subject_new("g: \"f32[98304, 512]\", w: \"f32[512]\"", lines);
}

// A vector of 4 floats waits over all tiles as two words where all that reads it rounds it to 16 bits.
static void test_rounded_invariant(void **state) {
  (void)state;
  static const struct {
    const char *dtype, *more;
    DType kept;
  } cases[] = {{"bfloat16", "return (d, s)", DTYPE_BF16},
               {"float16", "return (d, s)", DTYPE_F16},
               {"bfloat16", "u = torch.ops.aten.mul.Tensor(d, w)\nreturn (u, s)", DTYPE_F32},
               {"bfloat16",
                "h = torch.ops.prims.convert_element_type.default(w, torch.float16)\n"
                "u = torch.ops.aten.mul.Tensor(d, h)\nreturn (u, s)",
                DTYPE_F32}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Subject subject = weighted_subject(cases[i].dtype, cases[i].more);
    int weights = load_of(&subject, 512, 0);
    const StepPlace *place = &subject.body.places[weights];
    assert_true(body_invariant(place));
    assert_int_equal(subject.body.mapping.vector, 4);
    assert_int_equal(place->kept, cases[i].kept);
    assert_int_equal(place->packed, cases[i].kept != DTYPE_F32);
    assert_int_equal(body_vector_registers(&subject.body, weights), place->packed ? 2 : 4);
    subject_free(&subject);
  }
}

// Rows whose second sum is over what a chain of `length` products and differences makes of the first: the
// last loop, which reads it again, computes all of it or finds it in registers.
static Subject chained_subject(int length) {
  char lines[4096];
  int at = snprintf(lines, sizeof lines,
                    "s = torch.ops.aten.sum.dim_IntList(x, [1], True)\n"
                    "a0 = torch.ops.aten.mul.Tensor(x, s)\n");
  for (int i = 1; i < length; i++)
    at += snprintf(lines + at, sizeof lines - (size_t)at, "a%d = torch.ops.aten.%s.Tensor(a%d, x)\n", i,
                   i % 2 ? "sub" : "mul", i - 1);
  snprintf(lines + at, sizeof lines - (size_t)at,
           "c = torch.ops.aten.sum.dim_IntList(a%d, [1], True)\n"
           "z = torch.ops.aten.mul.Tensor(a%d, c)\n"
           "d = torch.ops.aten.sum.dim_IntList(x, [0])\n"
           "return (z, d)",
           length - 1, length - 1);
  return subject_new("x: \"f32[98304, 512]\"", lines);
}

static int count_held(const Subject *subject) {
  int held = 0;
  for (int i = 0; i < subject->nest->step_count; i++)
    held += subject->nest->steps[i].kind == STEP_COMPUTE && body_held(&subject->body.places[i]);
  return held;
}

static int count_last_loop(const Subject *subject) {
  int count = 0, last = subject->body.loops - 1;
  for (int i = 0; i < subject->nest->step_count; i++)
    count += subject->nest->steps[i].kind == STEP_COMPUTE && subject->body.places[i].walked &&
             subject->body.places[i].loops >> last & 1;
  return count;
}

static void test_dear(void **state) {
  (void)state;
  Subject brief = chained_subject(15), lengthy = chained_subject(16);
  assert_int_equal(brief.body.loops, 3);
  assert_int_equal(count_held(&brief), 0);
  assert_int_equal(count_last_loop(&brief), 15 + 1);
  assert_int_equal(count_held(&lengthy), 1);
  assert_int_equal(count_last_loop(&lengthy), 1);
  subject_free(&lengthy);
  subject_free(&brief);
}

// Rows of 1,023 begin anywhere, and parameters then lie as far behind aligned vectors as the row's vectors
// lie behind its start.
static void test_pairs(void **state) {
  (void)state;
  Subject subject = norm_subject(1023, "bf16");
  int w = load_of(&subject, 1023, 0), b = load_of(&subject, 1023, 1), x = load_of(&subject, 64 * 1023, 0);
  assert_true(subject.body.places[w].paired && subject.body.places[b].paired);
  assert_int_equal(subject.body.places[w].pair, b);
  assert_int_equal(subject.body.places[b].pair, w);
  assert_false(subject.body.places[x].paired);
  assert_int_equal(execution_of(&subject, w).accesses, 2);
  assert_int_equal(execution_of(&subject, x).accesses, 1);
  subject_free(&subject);
}

static void test_no_pairs(void **state) {
  (void)state;
  Subject subject = norm_subject(1024, "bf16"); // aligned
  assert_false(subject.body.places[load_of(&subject, 1024, 0)].paired);
  subject_free(&subject);
  subject = norm_subject(1023, "f32"); // half as many elements lie behind an aligned vector of 16 bytes
  assert_false(subject.body.places[load_of(&subject, 1023, 0)].paired);
  assert_false(subject.body.places[load_of(&subject, 1023, 1)].paired);
  subject_free(&subject);
}

static Subject picked_subject(const char *last) {
  char lines[512];
  snprintf(lines, sizeof lines,
           "m = torch.ops.aten.amax.default(x, [1], True)\n"
           "g = torch.ops.aten.gather.default(x, 1, i)\n%s",
           last);
  return subject_new("x: \"f32[64, 4096]\", i: \"i64[64, 1]\"", lines);
}

// What a row looks up by an index from memory is loaded behind its loop, but for what the loop reads.
static void test_late(void **state) {
  (void)state;
  Subject subject = picked_subject("y = torch.ops.aten.sub.Tensor(g, m)\nreturn (y,)");
  int index = load_of(&subject, 64, 0), row = load_of(&subject, 64 * 4096, 0);
  int picked = load_of(&subject, 64 * 4096, 1);
  if (subject.body.places[row].issue == ISSUE_DEFERRED || !subject.body.places[row].walked) row = picked;
  assert_true(subject.body.places[row].walked);
  assert_false(subject.body.places[index].issue == ISSUE_DEFERRED);
  int late = 0;
  for (int i = 0; i < subject.nest->step_count; i++)
    late += subject.nest->steps[i].kind == STEP_LOAD && subject.body.places[i].issue == ISSUE_DEFERRED;
  assert_int_equal(late, 1);
  subject_free(&subject);
  subject = picked_subject(
      "d = torch.ops.aten.sub.Tensor(x, g)\n"
      "s = torch.ops.aten.sum.dim_IntList(d, [1], True)\n"
      "y = torch.ops.aten.add.Tensor(s, m)\nreturn (y,)");
  for (int i = 0; i < subject.nest->step_count; i++)
    assert_false(subject.body.places[i].issue == ISSUE_DEFERRED);
  subject_free(&subject);
}

// Each residual connection doubles the paths to the first load: 2^48 of them are not walked one by one.
static void test_late_residuals(void **state) {
  (void)state;
  Text lines = {0};
  text_printf(&lines,
              "s = torch.ops.aten.sum.dim_IntList(x, [1], True)\na0 = torch.ops.aten.mul.Tensor(x, s)\n");
  for (int i = 1; i <= 48; i++)
    text_printf(&lines, "t%d = torch.ops.aten.tanh.default(a%d)\na%d = torch.ops.aten.add.Tensor(t%d, a%d)\n",
                i, i - 1, i, i, i - 1);
  text_printf(&lines, "return (a48,)");
  Subject subject = subject_new("x: \"f32[64, 1024]\"", text_get(&lines));
  for (int i = 0; i < subject.nest->step_count; i++)
    assert_false(subject.body.places[i].issue == ISSUE_DEFERRED);
  subject_free(&subject);
  text_free(&lines);
}

static Subject layernorm_rows(int rows, int cols, const char *row, const char *weight) {
  char parameters[128], lines[1024];
  snprintf(parameters, sizeof parameters, "x: \"%s[%d, %d]\", w: \"%s[%d]\", b: \"%s[%d]\"", row, rows, cols,
           weight, cols, weight, cols);
  snprintf(lines, sizeof lines,
           "m = torch.ops.aten.mean.dim(x, [1], True)\n"
           "d = torch.ops.aten.sub.Tensor(x, m)\n"
           "q = torch.ops.aten.mul.Tensor(d, d)\n"
           "v = torch.ops.aten.mean.dim(q, [1], True)\n"
           "r = torch.ops.aten.rsqrt.default(v)\n"
           "n = torch.ops.aten.mul.Tensor(d, r)\n"
           "p = torch.ops.aten.mul.Tensor(n, w)\n"
           "y = torch.ops.aten.add.Tensor(p, b)\nreturn (y,)");
  return subject_new(parameters, lines);
}

static Subject layernorm_subject(int cols, const char *dtype) {
  return layernorm_rows(4096, cols, dtype, dtype);
}

// Parameters of a norm over aligned rows come one slot before, as words of memory: beside the 32 values of a
// row they take 2 x 4 registers a slot.
static void test_pipelined_slots(void **state) {
  (void)state;
  Subject subject = layernorm_subject(1024, "bf16");
  int w = load_of(&subject, 1024, 0), b = load_of(&subject, 1024, 1), x = load_of(&subject, 4096 * 1024, 0);
  assert_int_equal(subject.body.mapping.slots, 4);
  assert_true(pipelines_slot(&subject.body.places[w]) && pipelines_slot(&subject.body.places[b]));
  assert_true(subject.body.places[w].packed && !body_held(&subject.body.places[w]));
  assert_false(pipelines_slot(&subject.body.places[x]));
  assert_int_equal(body_waiting_registers(&subject.body), 32 + 2 * 8);
  assert_int_equal(execution_of(&subject, w).per_thread, 4); // once for each slot, as before
  subject_free(&subject);
}

// Over ragged rows they come as the words around them: in the last loop two slots of 2 x 6 registers, beside
// the 32 values of a row but for the 8 of the slot that is stored by then.
static void test_pair_leads(void **state) {
  (void)state;
  Subject subject = layernorm_subject(4097, "bf16");
  int w = load_of(&subject, 4097, 0), b = load_of(&subject, 4097, 1), x = load_of(&subject, 4096 * 4097, 0);
  assert_int_equal(subject.body.mapping.slots, 4);
  assert_int_equal(subject.body.mapping.owned_lanes, 1);
  assert_true(pipelines_words(&subject.body.places[w]) && pipelines_words(&subject.body.places[b]));
  assert_false(pipelines_slot(&subject.body.places[x]));
  assert_int_equal(body_waiting_registers(&subject.body), 32 + 2 * 2 * 6 - 8);
  StepExecution execution = execution_of(&subject, w);
  assert_int_equal(execution.per_thread, 4); // once for each slot
  assert_int_equal(execution.accesses, 2);
  Body ends = body_at_ends(&subject.body); // one element at a time
  assert_false(pipelines_slot(&ends.places[w]));
  body_free(&ends);
  subject_free(&subject);
}

static void test_none_leads(void **state) {
  (void)state;
  static const char *const dtypes[] = {"bf16", "f32"}; // rows that share a block; f32: no fewer registers
  for (int i = 0; i < 2; i++) {
    Subject subject = layernorm_subject(i ? 1024 : 1023, dtypes[i]);
    for (int at = 0; at < subject.nest->step_count; at++)
      assert_false(pipelines_slot(&subject.body.places[at]));
    subject_free(&subject);
  }
}

// Softmax of rows of 131,072 bf16, each over two blocks of 512 threads: of 16 slots 4 stay in registers, the
// 12 others in shared memory, and the row is loaded once.
static void test_in_place(void **state) {
  (void)state;
  Subject subject = subject_new("x: \"bf16[2048, 131072]\"",
                                "m = torch.ops.aten.amax.default(x, [1], True)\n"
                                "d = torch.ops.aten.sub.Tensor(x, m)\n"
                                "e = torch.ops.aten.exp.default(d)\n"
                                "s = torch.ops.aten.sum.dim_IntList(e, [1], True)\n"
                                "y = torch.ops.aten.div.Tensor(e, s)\nreturn (y,)");
  int x = load_of(&subject, 2048 * 131072, 0);
  assert_int_equal(subject.body.mapping.pipeline, PIPELINE_IN_PLACE);
  assert_int_equal(subject.body.mapping.slots, 16);
  assert_true(pipelines_in_place(&subject.body.places[x]));
  assert_int_equal(body_registered_slots(&subject.body, x), 4);
  assert_int_equal(body_held_registers(&subject.body, false), 4 * 4);
  assert_int_equal(body_pipeline_bytes(&subject.body), 12 * 512 * 16);
  StepExecution execution = execution_of(&subject, x);
  assert_int_equal(execution.per_thread * execution.threads, (int64_t)2048 * 131072 / 8);
  subject_free(&subject);
}

// Layer norm of rows of 131,072 bf16 over two blocks of 512 threads: of weights and biases two slots each
// wait in shared memory, for which six of the 16 slots of a row stay in registers, so that seven eighths of
// what these would be fill it.
static void test_slots_in_place(void **state) {
  (void)state;
  Subject subject = layernorm_rows(512, 131072, "bf16", "bf16");
  int w = load_of(&subject, 131072, 0), b = load_of(&subject, 131072, 1),
      x = load_of(&subject, 512 * 131072, 0);
  const StepPlace *places = subject.body.places;
  assert_int_equal(subject.body.mapping.pipeline, PIPELINE_IN_PLACE);
  assert_true(pipelines_in_place(&places[x]));
  assert_true(pipelines_slot(&places[w]) && pipelines_through_shared(&places[w]) &&
              pipelines_slot(&places[b]) && pipelines_through_shared(&places[b]));
  assert_int_equal(body_registered_slots(&subject.body, x), 6);
  assert_int_equal(body_copied_bytes(&subject.body, x), 10 * 512 * 16);
  assert_int_equal(body_copied_bytes(&subject.body, w), 2 * 512 * 16);
  assert_int_equal(body_pipeline_bytes(&subject.body), 14 * 512 * 16);
  StepExecution execution = execution_of(&subject, w); // again for every row
  assert_int_equal(execution.per_thread * execution.threads, (int64_t)512 * 131072 / 8);
  subject_free(&subject);
}

// Parameters of four bytes: vectors have four elements, 8 bytes of a row and 16 of each parameter. Of 16
// slots 128 bytes, of what slots pipeline 64: ten slots of the row in registers leave what two blocks of
// 1,024 threads hold.
static void test_wide_parameters(void **state) {
  (void)state;
  Subject subject = layernorm_rows(512, 131072, "bf16", "f32");
  int w = load_of(&subject, 131072, 0), b = load_of(&subject, 131072, 1);
  const StepPlace *places = subject.body.places;
  assert_int_equal(subject.body.mapping.pipeline, PIPELINE_IN_PLACE);
  assert_true(pipelines_slot(&places[w]) && pipelines_through_shared(&places[w]) &&
              pipelines_slot(&places[b]) && pipelines_through_shared(&places[b]));
  assert_int_equal(subject.body.kept_slots, 10);
  assert_int_equal(body_pipeline_bytes(&subject.body), 6 * 1024 * 8 + 2 * 2 * 1024 * 16);
  subject_free(&subject);
}

// What stands beside the rows, their first pass would read a tile before it is there.
static void test_not_in_place(void **state) {
  (void)state;
  Subject subject = subject_new("x: \"bf16[2048, 131072]\", t: \"f32[2048, 1]\"",
                                "g = torch.ops.aten.mul.Tensor(x, t)\n"
                                "f = torch.ops.aten.exp.default(g)\n"
                                "s = torch.ops.aten.sum.dim_IntList(f, [1], True)\n"
                                "y = torch.ops.aten.div.Tensor(f, s)\nreturn (y,)");
  int x = load_of(&subject, 2048 * 131072, 0);
  assert_int_equal(subject.body.mapping.pipeline, PIPELINE_SHARED);
  assert_true(pipelines_through_shared(&subject.body.places[x]) &&
              !pipelines_in_place(&subject.body.places[x]));
  subject_free(&subject);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_dear),
      cmocka_unit_test(test_rounded_invariant),
      cmocka_unit_test(test_pairs),
      cmocka_unit_test(test_no_pairs),
      cmocka_unit_test(test_late),
      cmocka_unit_test(test_late_residuals),
      cmocka_unit_test(test_pipelined_slots),
      cmocka_unit_test(test_pair_leads),
      cmocka_unit_test(test_none_leads),
      cmocka_unit_test(test_in_place),
      cmocka_unit_test(test_not_in_place),
      cmocka_unit_test(test_slots_in_place),
      cmocka_unit_test(test_wide_parameters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
