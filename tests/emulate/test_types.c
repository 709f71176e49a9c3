// Types that few graphs have: unsigned integers of 16 bits and more, floats of 8 bits, packed integers.
#include "suite.h"
#include "type_cases.h"

#include <stdio.h>

static const char *const small_floats[] = {"float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2",
                                           "float8_e5m2fnuz", "float8_e8m0fnu"};
enum { SMALL_FLOATS = sizeof small_floats / sizeof *small_floats };

#define IOTA(count) \
  "i = torch.ops.prims.iota.default(" count \
  ", start = 0, step = 1, dtype = torch.int32, device = " \
  "device(type='cuda', index=0), requires_grad = False)\n"

// All floats whose low bits are 0 or next to it: among them, with their neighbours, all that lie halfway
// between two numbers of 8 bits, NaNs, infinities, and what is too large.
static void every_float_is_rounded_as_the_reference_does(void **state) {
  (void)state;
  Suite suite = {0};
  for (int i = 0; i < 3 * SMALL_FLOATS; i++) {
    char body[900];
    snprintf(body, sizeof body,
             IOTA("65536") "s = torch.ops.aten.__lshift__.Scalar(i, 16)\na = torch.ops.aten.add.Tensor(s, %d)\n"
                           "f = torch.ops.aten.view.dtype(a, torch.float32)\n"
                           "n = torch.ops.prims.convert_element_type.default(f, torch.%s)\n"
                           "b = torch.ops.aten.view.dtype(n, torch.uint8)\nreturn (b,)",
             i % 3 - 1, small_floats[i / 3]);
    suite_add(&suite, "unused: \"i32[1]\"", body, "");
  }
  suite_run(&suite);
}

static void every_byte_is_read_as_the_reference_does(void **state) {
  (void)state;
  Suite suite = {0};
  for (int i = 0; i < SMALL_FLOATS; i++) {
    char body[600];
    snprintf(body, sizeof body,
             IOTA("256") "c = torch.ops.prims.convert_element_type.default(i, torch.uint8)\n"
                         "n = torch.ops.aten.view.dtype(c, torch.%s)\n"
                         "f = torch.ops.prims.convert_element_type.default(n, torch.float32)\nreturn (f,)",
             small_floats[i]);
    suite_add(&suite, "unused: \"i32[1]\"", body, "");
  }
  suite_run(&suite);
}

static const char *const stored[] = {"f8e4m3fn", "f8e5m2", "f8e4m3fnuz", "u16", "u32", "u64"};
static const char *const named[] = {"float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz",
                                    "uint16",        "uint32",      "uint64"};
enum { UNSIGNED = 3, STORED = sizeof stored / sizeof *stored, WIDEST = STORED - 1 };

// Along rows, over them, element by element; at lengths that vectors take whole and others.
static void every_template_loads_and_stores_them(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const shapes[] = {"8, 256", "5, 67", "3, 4100"};
  for (int type = 0; type < STORED; type++)
    for (int shape = 0; shape < 3; shape++) {
      char parameters[60], body[700];
      snprintf(parameters, sizeof parameters, "x: \"%s[%s]\"", stored[type], shapes[shape]);
      snprintf(body, sizeof body,
               "f = torch.ops.prims.convert_element_type.default(x, torch.float32)\n"
               "s = torch.ops.aten.sum.dim_IntList(f, [%d], True)\nm = torch.ops.aten.sub.Tensor(f, s)\n"
               "n = torch.ops.prims.convert_element_type.default(m, torch.%s)\nreturn (n,)",
               shape == 0 ? 0 : 1, named[type][0] == 'u' ? "int32" : named[type]);
      suite_add(&suite, parameters, body, "");
      snprintf(body, sizeof body,
               "c = torch.ops.aten.cat.default([x, x], 1)\nt = torch.ops.aten.permute.default(c, [1, 0])\n"
               "k = torch.ops.aten.clone.default(t, memory_format = torch.contiguous_format)\nreturn (c, k)");
      suite_add(&suite, parameters, body, "");
    }
  suite_run(&suite);
}

// Where the reference has all bits: of u64, what is below 2^53.
static void integers_wrap_and_are_never_negative(void **state) {
  (void)state;
  Suite suite = {0};
  for (int type = UNSIGNED; type < STORED; type++) {
    char parameters[80], body[900];
    const char *change = type == WIDEST ? "add" : "sub";
    snprintf(parameters, sizeof parameters, "x: \"%s[6, 300]\"", stored[type]);
    snprintf(
        body, sizeof body,
        "a = torch.ops.aten.%s.Tensor(x, 5)\nm = torch.ops.aten.mul.Tensor(a, a)\n"
        "r = torch.ops.aten.__rshift__.Scalar(a, 3)\nl = torch.ops.aten.bitwise_left_shift.Tensor(a, r)\n"
        "g = torch.ops.aten.gt.Tensor(a, x)\nd = torch.ops.aten.div.Tensor_mode(a, 7, rounding_mode = "
        "'floor')\ne = torch.ops.aten.remainder.Scalar(a, 7)\n"
        "f = torch.ops.prims.convert_element_type.default(a, torch.float64)\n"
        "n = torch.ops.prims.convert_element_type.default(f, torch.%s)\n"
        "return (m, r, l, g, d, e, f, n)",
        change, named[type]);
    suite_add(&suite, parameters, body, "");
    snprintf(body, sizeof body,
             "a = torch.ops.aten.%s.Tensor(x, 5)\nh = torch.ops.aten.amax.default(a, [1])\n"
             "l = torch.ops.aten.amin.default(a, [1])\np = torch.ops.aten.argmax.default(a, 1)\n"
             "return (h, l, p)",
             change);
    suite_add(&suite, parameters, body, "");
    snprintf(parameters, sizeof parameters, "x: \"%s[6, 300]\", z: \"%s[6, 300]\", j: \"i64[6, 300]\"",
             stored[type], stored[type]);
    if (type > UNSIGNED) // nothing adds into 16 bits of integers
      suite_add(&suite, parameters, "s = torch.ops.aten.scatter_add.default(z, 1, j, x)\nreturn (s,)", "");
  }
  suite_run(&suite);
}

static void every_type_becomes_every_other_and_goes_through_every_template(void **state) {
  (void)state;
  Suite suite = {0};
  TypeCase one;
  for (int i = 0; type_case(i, &one); i++)
    suite_add(&suite, one.parameters, one.body, "")->exact = one.exact;
  suite_run(&suite);
}

// Two numbers of 4 bits in a byte, eight in a word.
static void packed_integers_are_taken_apart(void **state) {
  (void)state;
  Suite suite = {0};
  suite_add(&suite, "q: \"u8[16, 64]\"",
            "l = torch.ops.aten.bitwise_and.Scalar(q, 15)\nh = torch.ops.aten.__rshift__.Scalar(q, 4)\n"
            "c = torch.ops.aten.cat.default([l, h], 1)\n"
            "i = torch.ops.prims.convert_element_type.default(c, torch.int8)\n"
            "m = torch.ops.aten.sub.Tensor(i, 8)\n"
            "f = torch.ops.prims.convert_element_type.default(m, torch.bfloat16)\nreturn (f,)",
            "");
  suite_add(&suite, "q: \"i32[16, 64]\", by: \"i32[8]\"",
            "u = torch.ops.aten.unsqueeze.default(q, 2)\n"
            "s = torch.ops.aten.bitwise_right_shift.Tensor(u, by)\n"
            "m = torch.ops.aten.bitwise_and.Scalar(s, 15)\nreturn (m,)",
            "");
  suite_run(&suite);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_float_is_rounded_as_the_reference_does),
      cmocka_unit_test(every_byte_is_read_as_the_reference_does),
      cmocka_unit_test(every_template_loads_and_stores_them),
      cmocka_unit_test(integers_wrap_and_are_never_negative),
      cmocka_unit_test(every_type_becomes_every_other_and_goes_through_every_template),
      cmocka_unit_test(packed_integers_are_taken_apart),
  };
  return cmocka_run_group_tests_name("emulate types", tests, NULL, NULL);
}
