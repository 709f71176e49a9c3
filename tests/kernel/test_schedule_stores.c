// When what a kernel stores leaves the second-level cache: the knob, and what it makes of the code.
#include "subject.h"

#include "kernel/cuda/emit.h"
#include "kernel/template/candidates.h"

#include <string.h>

static const char *const in_turn = "fb_store(", *const last = "fb_store<fb_leaves_last>(",
                         *const first = "fb_store<fb_leaves_first>(";

// Calls of a function in the code of the kernel.
static int calls(const Subject *subject, const ScheduleOverride *overrides, const char *function) {
  Schedule schedule = choose(subject, overrides);
  Emitted emitted;
  EmitOptions options = {.annotate = true};
  assert_true(kernel_emit(subject->nest, &schedule, &h200_limits, &options, &emitted, NULL));
  int count = 0;
  for (const char *at = emitted.source; (at = strstr(at, function)); at++)
    count++;
  emitted_free(&emitted);
  return count;
}

static void check_calls(const Subject *subject, const ScheduleOverride *overrides, int turn, int after,
                        int before) {
  assert_int_equal(calls(subject, overrides, in_turn), turn);
  assert_int_equal(calls(subject, overrides, last), after);
  assert_int_equal(calls(subject, overrides, first), before);
}

static ScheduleOverride with(Knob knob, int value) {
  ScheduleOverride overrides = {0};
  schedule_override_set(&overrides, knob, value);
  return overrides;
}

static void test_forms(void **state) {
  (void)state;
  Subject subject = subject_new("x: \"bf16[4096, 1024]\"",
                                "y = torch.ops.aten.exp.default(x)\n"
                                "z = torch.ops.aten.neg.default(x)\nreturn (y, z)");
  for (int form = 0; form <= 2; form++) {
    ScheduleOverride overrides = with(KNOB_stores, form);
    check_calls(&subject, &overrides, 2 * (form == 0), 2 * (form == 1), 2 * (form == 2));
  }
  subject_free(&subject);
}

// A tile stores lines that it has turned in shared memory.
static void test_tile(void **state) {
  (void)state;
  Subject subject =
      subject_new("x: \"f32[512, 512]\"",
                  "a = torch.ops.aten.mul.Tensor(x, 2.0)\n"
                  "t = torch.ops.aten.permute.default(a, [1, 0])\n"
                  "b = torch.ops.aten.clone.default(t, memory_format = torch.contiguous_format)\n"
                  "return (a, b)");
  ScheduleOverride overrides = with(KNOB_stores, 1);
  assert_string_equal(template_name(choose(&subject, &overrides).kind), "tile");
  check_calls(&subject, &overrides, 1, 2, 0); // one of them to shared memory first
  subject_free(&subject);
}

// The mark is one of whole vectors: not of single elements, of one number for each row, or of additions.
static void test_single_elements(void **state) {
  (void)state;
  Subject map = subject_new("x: \"f32[4096]\"", "y = torch.ops.aten.exp.default(x)\nreturn (y,)");
  ScheduleOverride overrides = with(KNOB_stores, 1);
  check_calls(&map, &overrides, 0, 1, 0);
  schedule_override_set(&overrides, KNOB_vector, 1);
  check_calls(&map, &overrides, 1, 0, 0);
  subject_free(&map);
  Subject rows = subject_new("x: \"bf16[4096, 1024]\"",
                             "s = torch.ops.aten.sum.dim_IntList(x, [1], True)\n"
                             "y = torch.ops.aten.div.Tensor(x, s)\nreturn (y, s)");
  overrides = with(KNOB_stores, 1);
  check_calls(&rows, &overrides, 1, 1, 0);
  subject_free(&rows);
}

// Every part of a batch as the batch, where that is set.
static void test_batch(void **state) {
  (void)state;
  Subject subject = subject_new("x: \"bf16[4096]\", y: \"bf16[512, 100]\"",
                                "a = torch.ops.aten.exp.default(x)\n"
                                "b = torch.ops.aten.neg.default(y)\nreturn (a, b)");
  ScheduleOverride overrides = with(KNOB_stores, 2);
  assert_string_equal(template_name(choose(&subject, &overrides).kind), "batch");
  check_calls(&subject, &overrides, 0, 0, 2);
  subject_free(&subject);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forms),
      cmocka_unit_test(test_tile),
      cmocka_unit_test(test_single_elements),
      cmocka_unit_test(test_batch),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
