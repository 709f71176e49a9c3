#include "graph/core/torch.h"

#include "test.h"

// Every row parses: names that are attributes or meanings, operands within what the op takes.
static void every_row_parses(void **state) {
  (void)state;
  TorchArgument arguments[TORCH_MAX_ARGUMENTS];
  for (int i = 0; i < torch_target_count(); i++) {
    TorchTarget row = torch_target_at(i);
    int count = torch_signature(&row, arguments), most = op_info(row.code)->max_inputs;
    if (torch_passed_through(&row)) {
      assert_int_equal(count, 0);
      continue;
    }
    assert_true(count > 0 && count < TORCH_MAX_ARGUMENTS);
    for (int j = 0; j < count; j++) {
      if (arguments[j].meaning == TORCH_OPERAND) assert_true(most < 0 || arguments[j].operand < most);
      if (arguments[j].meaning == TORCH_ATTRIBUTE) assert_true(op_takes(row.code, arguments[j].key));
      assert_true(arguments[j].name[0]);
    }
  }
}

static void names_are_unique(void **state) {
  (void)state;
  for (int i = 0; i < torch_target_count(); i++)
    for (int j = 0; j < i; j++)
      assert_string_not_equal(torch_target_at(i).name, torch_target_at(j).name);
}

// Rounding divisions are written by aten.div.Tensor_mode; opaque ops name their own target.
static void every_op_has_a_target(void **state) {
  (void)state;
  Operand operands[3] = {{.value = 0}, {.value = 1}, {.value = 2}};
  for (int code = 0; code < OP_COUNT; code++) {
    TorchTarget target;
    bool exempt = code == OP_OPAQUE || code == OP_DIV_TRUNC;
    assert_int_equal(torch_target_of((OpCode)code, operands, 3, &target), !exempt);
  }
}

static void finds_functional_and_in_place_names(void **state) {
  (void)state;
  TorchTarget found;
  assert_true(torch_find("torch.ops.aten.mul.Tensor", &found));
  assert_int_equal(found.code, OP_MUL);
  assert_int_equal(found.mutates, -1);
  assert_true(torch_find("aten.index_put_.default", &found));
  assert_int_equal(found.code, OP_INDEX_PUT);
  assert_int_equal(found.mutates, 0);
  assert_true(torch_find("aten._foreach_add_.List", &found));
  assert_true(found.foreach);
  assert_int_equal(found.mutates, 0);
  assert_false(torch_find("aten.mul", &found));
  assert_false(torch_find("aten.nothing_.default", &found));
  assert_false(torch_find("", &found));
  assert_false(torch_find("_", &found));
  assert_false(torch_find("_.", &found));
}

static void reads_a_signature(void **state) {
  (void)state;
  TorchTarget found;
  TorchArgument arguments[TORCH_MAX_ARGUMENTS];
  assert_true(torch_find("aten.index_put.default", &found));
  assert_int_equal(torch_signature(&found, arguments), 4);
  assert_string_equal(arguments[1].name, "indices");
  assert_int_equal(arguments[1].meaning, TORCH_OPERANDS);
  assert_int_equal(arguments[1].operand, 2);
  assert_int_equal(arguments[2].operand, 1);
  assert_int_equal(arguments[3].key, ATTRIBUTE_ACCUMULATE);
  assert_string_equal(arguments[3].otherwise, "False");
  assert_true(torch_find("aten.add.Scalar", &found));
  assert_int_equal(torch_signature(&found, arguments), 3);
  assert_true(arguments[1].number_only);
  assert_int_equal(arguments[2].meaning, TORCH_SCALE);
  assert_int_equal(arguments[2].operand, 1);
}

static const char *target_for(OpCode code, bool number0, bool number1) {
  Operand operands[2] = {{.is_number = number0}, {.is_number = number1}};
  TorchTarget found;
  assert_true(torch_target_of(code, operands, 2, &found));
  return found.name;
}

static void numbers_choose_the_overload(void **state) {
  (void)state;
  assert_string_equal(target_for(OP_POW, false, true), "aten.pow.Tensor_Scalar");
  assert_string_equal(target_for(OP_POW, true, false), "aten.pow.Scalar");
  assert_string_equal(target_for(OP_POW, false, false), "aten.pow.Tensor_Tensor");
  assert_string_equal(target_for(OP_EQ, false, false), "aten.eq.Tensor");
  assert_string_equal(target_for(OP_ADD, false, false), "aten.add.Tensor");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_row_parses),      cmocka_unit_test(names_are_unique),
      cmocka_unit_test(every_op_has_a_target), cmocka_unit_test(finds_functional_and_in_place_names),
      cmocka_unit_test(reads_a_signature),     cmocka_unit_test(numbers_choose_the_overload),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
