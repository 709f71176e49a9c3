#include "graph/core/graph.h"

#include "test.h"

#include <math.h>

static void rows_are_consistent(void **state) {
  (void)state;
  for (int i = 0; i < OP_COUNT; i++) {
    const OpInfo *info = op_info((OpCode)i);
    bool pointwise = info->op_class == CLASS_POINTWISE;
    assert_true(info->max_inputs < 0 || info->min_inputs <= info->max_inputs);
    assert_int_equal(info->cuda != NULL, pointwise);
    assert_int_equal(op_reference((OpCode)i) != NULL, pointwise);
    assert_true(strlen(info->help) > 5 || i == OP_NEG || i == OP_ABS || pointwise);
    assert_int_equal(info->shape_rule == SHAPE_ANNOTATED, info->dtype_rule == RESULT_ANNOTATED);
    for (int j = 0; j < i; j++)
      assert_string_not_equal(info->name, op_info((OpCode)j)->name);
  }
}

static void names_parse(void **state) {
  (void)state;
  OpCode code;
  for (int i = 0; i < OP_COUNT; i++)
    assert_true(op_parse(op_info((OpCode)i)->name, &code) && code == (OpCode)i);
  assert_false(op_parse("multiply", &code));
  assert_string_equal(op_nearest("rsqr"), "rsqrt");
  assert_null(op_nearest("something else"));
}

static double apply(OpCode code, double a, double b, double c) {
  return op_reference(code)(a, b, c);
}

// Commutative ops give the same for swapped operands, the others do not always.
static void commutative_ops_commute(void **state) {
  (void)state;
  for (int i = 0; i < OP_COUNT; i++) {
    const OpInfo *info = op_info((OpCode)i);
    if (info->op_class != CLASS_POINTWISE || info->min_inputs != 2) continue;
    bool same = apply((OpCode)i, 6, 3, 0) == apply((OpCode)i, 3, 6, 0) &&
                apply((OpCode)i, 0, 2, 0) == apply((OpCode)i, 2, 0, 0);
    bool clamp =
        i == OP_CLAMP_MIN || i == OP_CLAMP_MAX; // alike, but operand 1 does not promote operand 0's shape
    if (!clamp) assert_int_equal(info->commutative, same);
  }
}

static void references_handle_edges(void **state) {
  (void)state;
  assert_true(isnan(apply(OP_MAXIMUM, NAN, 1, 0)));
  assert_true(isnan(apply(OP_MINIMUM, 1, NAN, 0)));
  assert_true(isnan(apply(OP_RELU, NAN, 0, 0)));
  assert_true(apply(OP_REMAINDER, -7, 3, 0) == 2);
  assert_true(apply(OP_FMOD, -7, 3, 0) == -1);
  assert_true(apply(OP_REMAINDER, 7, -3, 0) == -2);
  assert_true(apply(OP_REMAINDER, -6, 3, 0) == 0);
  assert_true(apply(OP_DIV_FLOOR, -7, 2, 0) == -4);
  assert_true(apply(OP_DIV_TRUNC, -7, 2, 0) == -3);
  assert_true(apply(OP_ROUND, 2.5, 0, 0) == 2);
  assert_true(apply(OP_WHERE, 0, 1, 2) == 2);
  assert_true(apply(OP_FMA, 2, 3, 4) == 10);
  assert_true(apply(OP_LERP, 1, 5, 0.25) == 2);
  assert_true(apply(OP_BITWISE_XOR, 6, 3, 0) == 5);
  assert_true(apply(OP_BITWISE_NOT, 5, 0, 0) == -6);
  assert_true(apply(OP_COPY, 1, 2, 0) == 2);
  assert_true(fabs(apply(OP_SIGMOID, 0, 0, 0) - 0.5) < 1e-15);
}

static void attributes_belong_to_ops(void **state) {
  (void)state;
  AttributeKey key;
  assert_true(attribute_parse("axes", &key) && key == ATTRIBUTE_AXES);
  assert_true(attribute_parse("k", &key) && key == ATTRIBUTE_TOP);
  assert_false(attribute_parse("dim", &key));
  assert_true(op_takes(OP_SUM, ATTRIBUTE_KEEP));
  assert_false(op_takes(OP_ADD, ATTRIBUTE_KEEP));
  for (int i = 0; i < ATTRIBUTE_COUNT; i++) {
    int users = 0;
    for (int code = 0; code < OP_COUNT; code++)
      users += op_takes((OpCode)code, (AttributeKey)i);
    assert_true(users > 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_are_consistent),      cmocka_unit_test(names_parse),
      cmocka_unit_test(commutative_ops_commute),  cmocka_unit_test(references_handle_edges),
      cmocka_unit_test(attributes_belong_to_ops),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
