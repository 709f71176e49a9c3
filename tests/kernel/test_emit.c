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
  assert_non_null(strstr(readable.source, "first_in"));
  assert_non_null(strstr(readable.source, "// exp"));
  assert_null(strstr(plain_a.source, "first"));
  assert_string_equal(readable.name, "map_exp");
  emitted_free(&plain_a);
  emitted_free(&plain_b);
  emitted_free(&readable);
  subject_free(&a);
  subject_free(&b);
}

static void test_what_it_says(void **state) {
  (void)state;
  Subject subject = subject_new("x: \"f32[100]\"", "y = torch.ops.aten.exp.default(x)\nreturn (y,)");
  Emitted emitted = emit(&subject, true);
  assert_string_equal(emitted.prelude, kernel_prelude());
  assert_int_equal(strncmp(emitted.source, "// map_exp: map\n", 16), 0);
  assert_int_equal(emitted.parameter_count, 2);
  assert_int_equal(emitted.parameter_bytes[0], 400);
  assert_false(emitted.cooperates);
  emitted_free(&emitted);
  subject_free(&subject);
}

static CodeName code_under(const Subject *subject, Knob knob, int value) {
  ScheduleOverride overrides = {0};
  overrides.set = (uint32_t)1 << knob;
  overrides.knob[knob] = value;
  Schedule schedule = choose(subject, &overrides);
  Emitted emitted;
  Status status = {0};
  assert_true(kernel_emit(subject->nest, &schedule, &h200_limits, &(EmitOptions){0}, &emitted, &status));
  CodeName code = emitted.code;
  emitted_free(&emitted);
  return code;
}

// The same code under other names has one identity; another launch, another register cap or another text has
// another. Times that were kept go by it, so that its formula holds from version to version.
static void test_identity(void **state) {
  (void)state;
  Subject a = subject_new("first: \"f32[100000]\"", "one = torch.ops.aten.exp.default(first)\nreturn (one,)");
  Subject b =
      subject_new("second: \"f32[100000]\"", "two = torch.ops.aten.exp.default(second)\nreturn (two,)");
  Emitted plain_a = emit(&a, false), plain_b = emit(&b, false), readable = emit(&a, true);
  assert_string_equal(plain_a.code.digits, plain_b.code.digits);
  assert_string_equal(readable.code.digits, "");
  CodeName threads = code_under(&a, KNOB_threads, 64), cap = code_under(&a, KNOB_registers, 40);
  assert_string_not_equal(threads.digits, plain_a.code.digits);
  assert_string_not_equal(cap.digits, plain_a.code.digits);
  assert_string_not_equal(cap.digits, threads.digits);
  Schedule schedule = choose(&a, NULL);
  Text text = {0};
  text_printf(&text, "%d 1 %d 0 0 %d\n%s%s", (int)plain_a.launch.grid, plain_a.launch.threads,
              schedule.knob[KNOB_registers], plain_a.prelude, plain_a.source);
  char expected[33];
  hash_name(expected, text_get(&text), text.length);
  assert_string_equal(plain_a.code.digits, expected);
  assert_true(code_name_key(&plain_a.code) != 0);
  assert_true(code_name_key(&readable.code) == 0);
  text_free(&text);
  emitted_free(&plain_a);
  emitted_free(&plain_b);
  emitted_free(&readable);
  subject_free(&a);
  subject_free(&b);
}

// Names that are words of C++, or that the emitter itself uses, must not reach the text as they are.
static void test_names(void **state) {
  (void)state;
  Subject subject = subject_new("int: \"f32[8, 4]\", lane: \"f32[8, 4]\", d0: \"f32[8, 4]\"",
                                "double = torch.ops.aten.add.Tensor(int, lane)\n"
                                "j = torch.ops.aten.mul.Tensor(double, d0)\nreturn (j, double)");
  Emitted emitted = emit(&subject, true);
  const char *body = emitted.source;
  assert_null(strstr(body, " double["));
  assert_null(strstr(body, "float lane["));
  assert_null(strstr(body, "float d0["));
  emitted_free(&emitted);
  subject_free(&subject);
}

// A tile of 64 rows ends within 100, and its second source begins at column 96: what a thread loads in a
// branch it waits for before it loads the next, so that there is no branch around loads.
static void test_tile_ends(void **state) {
  (void)state;
  Subject subject = subject_new("a: \"bf16[100, 96]\", b: \"bf16[99, 100]\"",
                                "t = torch.ops.aten.permute.default(b, [1, 0])\n"
                                "y = torch.ops.aten.cat.default([a, t], 1)\nreturn (y,)");
  Emitted emitted = emit(&subject, true);
  assert_non_null(strstr(emitted.source, ": tile\n"));
  assert_non_null(strstr(emitted.source, "a[i] = fb_load_if(d0 < 100 && d1 < 195 && (d1) < 96, a_in + "));
  const char *put = strstr(emitted.source, ".put(");
  assert_non_null(put);
  assert_non_null(strstr(put, "if (d0 < 100 && d1 < 195) {"));
  emitted_free(&emitted);
  subject_free(&subject);
}

// How many elements a window has at an edge: minima and maxima of places, which fit 32 bits.
static void test_narrow_extremes(void **state) {
  (void)state;
  Subject subject =
      subject_new("h: \"f32[4, 7, 7]\", x: \"f32[4, 7, 7]\"",
                  "y = torch.ops.aten.avg_pool2d_backward.default(h, x, [3, 3], [1, 1], [1, 1], "
                  "False, False, None)\nreturn (y,)");
  Emitted emitted = emit(&subject, true);
  assert_non_null(strstr(emitted.source, "fb_min((int)"));
  assert_non_null(strstr(emitted.source, "fb_max((int)"));
  assert_null(strstr(emitted.source, "7ll"));
  emitted_free(&emitted);
  subject_free(&subject);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_canonical_text), cmocka_unit_test(test_what_it_says),
      cmocka_unit_test(test_identity),       cmocka_unit_test(test_names),
      cmocka_unit_test(test_tile_ends),      cmocka_unit_test(test_narrow_extremes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
