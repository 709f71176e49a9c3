// The text of kernels: names, where the body begins, and what equal kernels have in common.
#include "subject.h"

#include "kernel/cuda/emit.h"

static Emitted emit(const Subject *subject, bool annotate) {
  Schedule schedule = choose(subject, NULL);
  Emitted emitted;
  Status status = {0};
  EmitOptions options = {.annotate = annotate};
  if (!kernel_emit(subject->nest, &schedule, &h200_limits, &options, &emitted, &status))
    fail_msg("%s", status.message);
  return emitted;
}

static void test_canonical_text(void **state) {
  (void)state;
  Subject a = subject_new("first: \"f32[100]\"", "one = torch.ops.aten.exp.default(first)\nreturn (one,)");
  Subject b = subject_new("second: \"f32[100]\"", "two = torch.ops.aten.exp.default(second)\nreturn (two,)");
  Emitted plain_a = emit(&a, false), plain_b = emit(&b, false), readable = emit(&a, true);
  assert_string_equal(plain_a.source, plain_b.source);
  assert_non_null(strstr(readable.source + readable.body_offset, "first_in"));
  assert_non_null(strstr(readable.source + readable.body_offset, "// exp"));
  assert_null(strstr(plain_a.source + plain_a.body_offset, "first"));
  assert_string_equal(readable.name, "map_exp");
  emitted_free(&plain_a);
  emitted_free(&plain_b);
  emitted_free(&readable);
  subject_free(&a);
  subject_free(&b);
}

static void test_body_line(void **state) {
  (void)state;
  Subject subject = subject_new("x: \"f32[100]\"", "y = torch.ops.aten.exp.default(x)\nreturn (y,)");
  Emitted emitted = emit(&subject, true);
  const char *line = emitted.source;
  for (int i = 1; i < emitted.body_line; i++)
    line = strchr(line, '\n') + 1;
  assert_ptr_equal(line, emitted.source + emitted.body_offset);
  assert_int_equal(emitted.parameter_count, 2);
  assert_int_equal(emitted.parameter_bytes[0], 400);
  assert_false(emitted.cooperates);
  emitted_free(&emitted);
  subject_free(&subject);
}

// Names that are words of C++, or that the emitter itself uses, must not reach the text as they are.
static void test_names(void **state) {
  (void)state;
  Subject subject = subject_new("int: \"f32[8, 4]\", lane: \"f32[8, 4]\", d0: \"f32[8, 4]\"",
                                "double = torch.ops.aten.add.Tensor(int, lane)\n"
                                "j = torch.ops.aten.mul.Tensor(double, d0)\nreturn (j, double)");
  Emitted emitted = emit(&subject, true);
  const char *body = emitted.source + emitted.body_offset;
  assert_null(strstr(body, " double["));
  assert_null(strstr(body, "float lane["));
  assert_null(strstr(body, "float d0["));
  emitted_free(&emitted);
  subject_free(&subject);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_canonical_text),
      cmocka_unit_test(test_body_line),
      cmocka_unit_test(test_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
