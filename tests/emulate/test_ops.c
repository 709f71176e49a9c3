// Every pointwise op of the table, in the dtypes that it makes sense for.
#include "suite.h"

#include "graph/core/builder.h"

#include <stdio.h>

enum { ELEMENTS = 77 };

static bool is_bitwise(OpCode code) {
  return code == OP_BITWISE_NOT || code == OP_BITWISE_AND || code == OP_BITWISE_OR || code == OP_BITWISE_XOR;
}

static bool is_shift(OpCode code) {
  return code == OP_SHIFT_LEFT || code == OP_SHIFT_RIGHT;
}

static bool takes_complex(OpCode code) {
  switch (code) {
    case OP_REAL:
    case OP_IMAG:
    case OP_CONJ:
    case OP_ABS:
    case OP_NEG:
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_DIV:
    case OP_EXP:
    case OP_WHERE:
    case OP_CAST:
    case OP_COPY:
      return true;
    default:
      return false;
  }
}

// Arithmetic on bools is refused by PyTorch or means something else; bitwise and comparisons are defined.
static bool takes(OpCode code, DType dtype) {
  DTypeKind kind = dtype_kind(dtype);
  if (kind == DTYPE_IS_COMPLEX) return takes_complex(code);
  if (code == OP_ADDCDIV && kind != DTYPE_IS_FLOAT) return false; // an error in PyTorch
  if (is_shift(code)) return kind == DTYPE_IS_INTEGER;
  if (is_bitwise(code)) return kind == DTYPE_IS_INTEGER || (kind == DTYPE_IS_BOOL && code != OP_BITWISE_NOT);
  if (kind != DTYPE_IS_BOOL) return true;
  const OpInfo *info = op_info(code);
  return info->dtype_rule == RESULT_BOOL || info->dtype_rule == RESULT_SECOND || code == OP_COPY ||
         code == OP_CAST || code == OP_REINTERPRET;
}

// Of as many bytes.
static int64_t twin(DType dtype) {
  for (int other = DTYPE_U8; other < DTYPE_COUNT; other++)
    if (dtype != (DType)other && dtype_bytes(dtype) == dtype_bytes((DType)other)) return other;
  return dtype;
}

static Graph *one_op(OpCode code, DType dtype) {
  Status status = {0};
  GraphBuilder *builder = builder_new("one", "one.json");
  Shape shape = {.rank = 1, .size = {ELEMENTS}};
  Operand operands[3];
  static const char *const names[] = {"x", "y", "z"};
  int count = op_info(code)->max_inputs;
  for (int i = 0; i < count; i++) {
    bool mask = code == OP_WHERE && i == 0;
    operands[i] = (Operand){
        .value = builder_input(builder, names[i], mask ? DTYPE_BOOL : dtype, &shape, NULL, &status)};
  }
  OpSpec spec = {.name = "out", .code = code, .operands = operands, .operand_count = count, .mutates = -1};
  int64_t other = code == OP_REINTERPRET ? twin(dtype) : DTYPE_F16;
  Attribute to = {.key = ATTRIBUTE_DTYPE, .count = 1, .integer = &other};
  if (code == OP_CAST || code == OP_REINTERPRET) spec.attributes = &to, spec.attribute_count = 1;
  int op = builder_op(builder, &spec, &status);
  if (op == NO_OP) {
    builder_free(builder);
    return NULL;
  }
  builder_output(builder, builder_result(builder, op, 0));
  return builder_finish(builder, &status);
}

static void test_every_op(void **state) {
  (void)state;
  static const DType dtypes[] = {DTYPE_F32, DTYPE_BF16, DTYPE_F16, DTYPE_F64, DTYPE_I32, DTYPE_I64,
                                 DTYPE_U8,  DTYPE_BOOL, DTYPE_U32, DTYPE_U64, DTYPE_C64, DTYPE_C128};
  Suite suite = {0};
  int ops = 0;
  for (int code = 0; code < OP_COUNT; code++) {
    if (!op_info((OpCode)code)->cuda) continue;
    int added = 0;
    for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; d++) {
      Graph *graph = takes((OpCode)code, dtypes[d]) ? one_op((OpCode)code, dtypes[d]) : NULL;
      if (!graph) continue;
      char title[80];
      snprintf(title, sizeof title, "%s of %s", op_info((OpCode)code)->name, dtype_name(dtypes[d]));
      suite_add_graph(&suite, graph, title, "");
      added++;
    }
    if (!added) fail_msg("%s has no case", op_info((OpCode)code)->name);
    ops++;
  }
  assert_true(ops > 50);
  suite_run(&suite);
}

// Integers that are known to be small take 32 bits; others must not.
static void test_integers(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const small =
      "l = torch.ops.prims.convert_element_type.default(x, torch.int64)\n"
      "r = torch.ops.aten.remainder.Scalar(l, 3)\nf = torch.ops.aten.div.Tensor_mode(l, 3, rounding_mode = "
      "'floor')\n"
      "t = torch.ops.aten.fmod.Scalar(l, -5)\nm = torch.ops.aten.mul.Tensor(f, 100000)\n"
      "a = torch.ops.aten.add.Tensor(m, r)\ns = torch.ops.aten.sub.Tensor(a, t)\n"
      "c = torch.ops.aten.lt.Scalar(s, 100)\nreturn (r, f, t, s, c)";
  static const char *const large =
      "m = torch.ops.aten.mul.Tensor(x, x)\na = torch.ops.aten.add.Tensor(m, x)\n"
      "s = torch.ops.aten.sub.Tensor(a, 9000000000)\nr = torch.ops.aten.remainder.Scalar(s, 4294967297)\n"
      "f = torch.ops.aten.div.Tensor_mode(s, -3, rounding_mode = 'floor')\n"
      "c = torch.ops.aten.gt.Tensor(s, r)\nreturn (s, r, f, c)";
  static const char *const places =
      "i = torch.ops.prims.iota.default(1000, start = -500, step = 1, dtype = torch.int64, device = "
      "device(type='cuda', index=0), requires_grad = False)\n"
      "r = torch.ops.aten.remainder.Scalar(i, -7)\nf = torch.ops.aten.div.Tensor_mode(i, 7, rounding_mode = "
      "'trunc')\n"
      "c = torch.ops.aten.eq.Tensor(f, x)\nreturn (r, f, c)";
  suite_add(&suite, "x: \"i8[1000]\"", small, "");
  suite_add(&suite, "x: \"u8[1000]\"", "r = torch.ops.aten.remainder.Scalar(x, 3)\nreturn (r,)", "");
  suite_add(&suite, "x: \"i64[1000]\"", large, "");
  suite_add(&suite, "x: \"i64[1000]\"", places, "");
  suite_run(&suite);
}

// A class that may be any 64-bit integer, beside the small places that it is compared with: multiples of 2^32
// have the low half of place 0, those less one that of place -1.
static void test_equations(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const body =
      "i = torch.ops.prims.iota.default(70, start = -3, step = 1, dtype = torch.int64, device = "
      "device(type='cuda', index=0), requires_grad = False)\n"
      "m = torch.ops.aten.mul.Tensor(x, %s)\nt = torch.ops.aten.sub.Tensor(m, y)\n"
      "e = torch.ops.aten.eq.Tensor(i, t)\nn = torch.ops.aten.ne.Tensor(t, i)\nreturn (e, n)";
  static const char *const factors[] = {"1", "4294967296"};
  for (int i = 0; i < 2; i++) {
    char text[600];
    snprintf(text, sizeof text, body, factors[i]);
    Case *added = suite_add(&suite, "x: \"i64[40, 1]\", y: \"i64[40, 1]\"", text, "");
    assert_non_null(strstr(added->emitted.source, "= fb_equal("));
    assert_non_null(strstr(added->emitted.source, "= !fb_equal("));
  }
  suite_run(&suite);
}

// Elements far from 1 keep their digits too: the tolerance is relative to the size of the results.
static void test_tanh(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const scales[] = {"1e-20", "0.0001", "0.05", "0.5", "3.0", "40.0", "1e+30"};
  for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
    char body[200];
    snprintf(body, sizeof body,
             "m = torch.ops.aten.mul.Tensor(x, %s)\nt = torch.ops.aten.tanh.default(m)\nreturn (t,)",
             scales[i]);
    suite_add(&suite, "x: \"f32[1000]\"", body, "");
  }
  suite_add(&suite, "x: \"f32[1000]\"",
            "f = torch.ops.aten.mul.Tensor(x, inf)\n"
            "t = torch.ops.aten.tanh.default(f)\nreturn (t,)",
            "");
  suite_run(&suite);
}

static int count_computes(const Nest *nest, OpCode code) {
  int count = 0;
  for (int i = 0; i < nest->step_count; i++)
    count += nest->steps[i].kind == STEP_COMPUTE && nest->steps[i].code == code;
  return count;
}

// GELU and its gradient, whose tangents and error functions take other forms: at elements of all sizes, and
// at infinity.
static void test_tails(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const scales[] = {"1e-20", "0.0001", "0.5", "3.0", "40.0", "1e+30", "inf"};
  for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
    char body[500];
    snprintf(body, sizeof body,
             "m = torch.ops.aten.mul.Tensor(x, %s)\nt = torch.ops.aten.tanh.default(m)\n"
             "p = torch.ops.aten.add.Tensor(t, 1)\ns = torch.ops.aten.mul.Tensor(t, t)\n"
             "c = torch.ops.aten.sub.Tensor(1, s)\ne = torch.ops.aten.erf.default(m)\n"
             "f = torch.ops.aten.add.Tensor(e, 1)\nreturn (p, c, f)",
             scales[i]);
    Case *added = suite_add(&suite, "x: \"f32[1000]\"", body, "");
    assert_int_equal(count_computes(added->nest, OP_TANH), 0);
    assert_int_equal(count_computes(added->nest, OP_ERF), 0);
    assert_int_equal(count_computes(added->nest, OP_ERFC), 1);
  }
  // What else reads the tangent, or another number beside it, leaves it as it is.
  suite_add(&suite, "x: \"f32[1000]\"",
            "t = torch.ops.aten.tanh.default(x)\np = torch.ops.aten.add.Tensor(t, 1)\n"
            "q = torch.ops.aten.add.Tensor(t, 2)\ns = torch.ops.aten.mul.Tensor(t, t)\n"
            "c = torch.ops.aten.sub.Tensor(2, s)\nd = torch.ops.aten.sub.Tensor(s, 1)\n"
            "return (t, p, q, c, d)",
            "");
  suite_run(&suite);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_op), cmocka_unit_test(test_integers), cmocka_unit_test(test_equations),
      cmocka_unit_test(test_tanh),     cmocka_unit_test(test_tails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
