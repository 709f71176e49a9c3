// Pointwise ops: a table of what each asks of its operands and what is then known of the result.
#include "random_maker.h"

#include <math.h>

// ---- one operand

typedef enum Growth {
  GROWTH_NONE, // |result| <= |operand|
  GROWTH_ONE,  // at most 1
  GROWTH_FOUR, // at most 4
  GROWTH_LOG,
  GROWTH_EXP, // also 2 to the x
  GROWTH_BIT, // one more
} Growth;

typedef struct UnaryRule {
  OpCode code;
  Kinds kinds;
  bool jumps;       // not continuous: the operand must be exact
  bool of_positive; // the operand must be
  double most;      // of the operand; 0: any
  Growth growth;
  bool stays_exact, gives_positive;
} UnaryRule;

static const UnaryRule unary_rules[] = {
    {OP_NEG, KIND_NUMBER, false, false, 0, GROWTH_NONE, true, false},
    {OP_ABS, KIND_NUMBER, false, false, 0, GROWTH_NONE, true, false},
    {OP_RELU, KIND_NUMBER, false, false, 0, GROWTH_NONE, true, false},
    {OP_TANH, KIND_ANY, false, false, 1e4, GROWTH_ONE, false, false},
    {OP_SIGMOID, KIND_ANY, false, false, 1e4, GROWTH_ONE, false, false},
    {OP_ERF, KIND_FLOAT, false, false, 1e4, GROWTH_ONE, false, false},
    {OP_ERFC, KIND_FLOAT, false, false, 1e4, GROWTH_FOUR, false, false},
    {OP_EXP, KIND_ANY, false, false, 6, GROWTH_EXP, false, false},
    {OP_EXP2, KIND_NUMBER, false, false, 8, GROWTH_EXP, false, false},
    {OP_EXPM1, KIND_FLOAT, false, false, 6, GROWTH_EXP, false, false},
    {OP_LOG, KIND_FLOAT, false, true, 0, GROWTH_LOG, false, false},
    {OP_LOG2, KIND_FLOAT, false, true, 0, GROWTH_LOG, false, false},
    {OP_LOG1P, KIND_FLOAT, false, true, 0, GROWTH_LOG, false, false},
    {OP_SQRT, KIND_FLOAT, false, true, 0, GROWTH_BIT, false, true},
    {OP_RSQRT, KIND_FLOAT, false, true, 0, GROWTH_FOUR, false, false},
    {OP_RECIPROCAL, KIND_FLOAT, false, true, 0, GROWTH_FOUR, false, false},
    {OP_SIN, KIND_NUMBER, false, false, 200, GROWTH_ONE, false, false},
    {OP_COS, KIND_NUMBER, false, false, 200, GROWTH_ONE, false, false},
    {OP_FLOOR, KIND_NUMBER, true, false, 0, GROWTH_BIT, true, false},
    {OP_CEIL, KIND_NUMBER, true, false, 0, GROWTH_BIT, true, false},
    {OP_ROUND, KIND_NUMBER, true, false, 0, GROWTH_BIT, true, false},
    {OP_TRUNC, KIND_NUMBER, true, false, 0, GROWTH_NONE, true, false},
    {OP_SIGN, KIND_NUMBER, true, false, 0, GROWTH_ONE, true, false},
    {OP_ISNAN, KIND_NUMBER, false, false, 0, GROWTH_ONE, true, false},
    {OP_LOGICAL_NOT, KIND_ANY, true, false, 0, GROWTH_ONE, true, false},
    {OP_BITWISE_NOT, KIND_WHOLE, false, false, 0, GROWTH_BIT, true, false},
};

static double grow(Growth growth, double most) {
  switch (growth) {
    case GROWTH_NONE:
      return most;
    case GROWTH_ONE:
      return 1;
    case GROWTH_FOUR:
      return 4;
    case GROWTH_LOG:
      return 2 + log2(1 + most);
    case GROWTH_EXP:
      return exp(most);
    case GROWTH_BIT:
      return most + 1;
  }
  return most;
}

// |x| + 0.5 where x may be small or negative.
static Made make_positive(Maker *maker, Made a) {
  if (a.positive || maker_kind(maker, a.value) != KIND_FLOAT || !maker_allows(DTYPE_F32, a.most + 0.5))
    return a;
  int value = maker_scalar(maker, OP_ADD, maker_unary(maker, OP_ABS, a.value), 0.5);
  return (Made){value, a.most + 0.5, false, true};
}

static void make_unary(Maker *maker) {
  const UnaryRule *rule = &unary_rules[choose(maker->choices, sizeof unary_rules / sizeof *unary_rules)];
  Made a = maker_pick(maker, &(Want){.kinds = rule->kinds, .exact = rule->jumps, .most = rule->most});
  if (rule->of_positive) a = make_positive(maker, a);
  double most = grow(rule->growth, a.most);
  if ((rule->of_positive && !a.positive) || !maker_allows(maker_dtype(maker, a.value), most)) return;
  bool exact =
      a.exact && (rule->stays_exact || maker_kind(maker, a.value) == KIND_BOOL) && rule->growth != GROWTH_EXP;
  bool positive = rule->gives_positive ||
                  (a.positive && rule->growth == GROWTH_NONE && rule->code != OP_NEG && !rule->jumps);
  maker_keep(maker, maker_unary(maker, rule->code, a.value), most, exact && rule->stays_exact, positive);
}

// ---- two operands

typedef enum Joint { JOINT_SUM, JOINT_PRODUCT, JOINT_LARGER, JOINT_BOOL, JOINT_BITS, JOINT_SECOND } Joint;

typedef struct BinaryRule {
  OpCode code;
  Kinds kinds;
  bool jumps;
  Joint joint;
  bool stays_exact; // of floats; integers do anyway
} BinaryRule;

static const BinaryRule binary_rules[] = {
    {OP_ADD, KIND_NUMBER, false, JOINT_SUM, false},
    {OP_MUL, KIND_ANY, false, JOINT_PRODUCT, false},
    {OP_SUB, KIND_NUMBER, false, JOINT_SUM, false},
    {OP_MUL, KIND_NUMBER, false, JOINT_PRODUCT, false},
    {OP_ADD, KIND_FLOAT, false, JOINT_SUM, false},
    {OP_MAXIMUM, KIND_ANY, false, JOINT_LARGER, true},
    {OP_MINIMUM, KIND_NUMBER, false, JOINT_LARGER, true},
    {OP_CLAMP_MIN, KIND_NUMBER, false, JOINT_LARGER, true},
    {OP_CLAMP_MAX, KIND_NUMBER, false, JOINT_LARGER, true},
    {OP_DIV_FLOOR, KIND_INTEGER, true, JOINT_LARGER, true},
    {OP_DIV_TRUNC, KIND_INTEGER, true, JOINT_LARGER, true},
    {OP_FMOD, KIND_INTEGER, true, JOINT_LARGER, true},
    {OP_REMAINDER, KIND_INTEGER, true, JOINT_LARGER, true},
    {OP_EQ, KIND_ANY, true, JOINT_BOOL, true},
    {OP_NE, KIND_ANY, true, JOINT_BOOL, true},
    {OP_LT, KIND_ANY, true, JOINT_BOOL, true},
    {OP_LE, KIND_ANY, true, JOINT_BOOL, true},
    {OP_GT, KIND_ANY, true, JOINT_BOOL, true},
    {OP_GE, KIND_ANY, true, JOINT_BOOL, true},
    {OP_LOGICAL_AND, KIND_ANY, true, JOINT_BOOL, true},
    {OP_LOGICAL_OR, KIND_ANY, true, JOINT_BOOL, true},
    {OP_BITWISE_AND, KIND_WHOLE, false, JOINT_BITS, true},
    {OP_BITWISE_OR, KIND_WHOLE, false, JOINT_BITS, true},
    {OP_BITWISE_XOR, KIND_WHOLE, false, JOINT_BITS, true},
    {OP_COPY, KIND_ANY, true, JOINT_SECOND, true},
};

static double join(Joint joint, double a, double b) {
  switch (joint) {
    case JOINT_SUM:
      return a + b;
    case JOINT_PRODUCT:
      return a * b;
    case JOINT_LARGER:
      return fmax(a, b);
    case JOINT_BOOL:
      return 1;
    case JOINT_BITS:
      return 2 * fmax(a, b) + 1;
    case JOINT_SECOND:
      return b;
  }
  return a;
}

// Do the results count as exact? Floats that meet other dtypes are rounded on the way.
static bool joint_exact(Maker *maker, const BinaryRule *rule, Made a, Made b) {
  if (!a.exact || !b.exact) return false;
  bool floats = (maker_kind(maker, a.value) | maker_kind(maker, b.value)) & KIND_FLOAT;
  return !floats || (rule->stays_exact && maker_dtype(maker, a.value) == maker_dtype(maker, b.value));
}

// A copy truncates on its way into integers: only what has a place there.
static bool copy_is_sound(Maker *maker, Made into, Made from) {
  DType to = maker_dtype(maker, into.value);
  if (maker_kind(maker, from.value) != KIND_FLOAT || dtype_kind(to) == DTYPE_IS_FLOAT) return true;
  return to == DTYPE_BOOL || (to != DTYPE_U8 && from.most < 100);
}

static void make_binary(Maker *maker) {
  const BinaryRule *rule = &binary_rules[choose(maker->choices, sizeof binary_rules / sizeof *binary_rules)];
  Want want = {.kinds = rule->kinds, .exact = rule->jumps};
  Made a = maker_pick(maker, &want), b = maker_companion(maker, a, &want);
  double most = join(rule->joint, a.most, b.most);
  bool floats = (maker_kind(maker, a.value) | maker_kind(maker, b.value)) & KIND_FLOAT;
  if (!maker_allows(floats ? DTYPE_F32 : DTYPE_I64, most)) return;
  if (floats && rule->joint != JOINT_BOOL && !maker_allows(DTYPE_F32, fmax(a.most, b.most))) return;
  if (rule->joint == JOINT_SECOND && !copy_is_sound(maker, a, b)) return;
  if (rule->jumps && rule->joint == JOINT_BOOL &&
      maker_dtype(maker, a.value) != maker_dtype(maker, b.value) && floats)
    return; // which of two dtypes they are rounded to would decide
  bool positive = a.positive && b.positive && rule->joint == JOINT_LARGER;
  maker_keep(maker, maker_binary(maker, rule->code, a.value, b.value), most, joint_exact(maker, rule, a, b),
             positive);
}

static void make_divide(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_ANY, .most = 2000}),
       b = make_positive(maker, maker_companion(maker, a, &(Want){.kinds = KIND_FLOAT, .most = 2000}));
  if (!b.positive) return;
  maker_keep(maker, maker_binary(maker, OP_DIV, a.value, b.value), a.most * 4, false, false);
}

// With a number, on either side.
static void make_with_number(Maker *maker) {
  static const OpCode codes[] = {OP_ADD, OP_MUL, OP_SUB, OP_MAXIMUM, OP_MINIMUM, OP_CLAMP_MIN, OP_CLAMP_MAX};
  static const double numbers[] = {1, 2, 0.5, 3, -1.25, 0.1, 7, -4};
  OpCode code = codes[choose(maker->choices, sizeof codes / sizeof *codes)];
  double number = numbers[choose(maker->choices, sizeof numbers / sizeof *numbers)];
  bool in_front = choose_rarely(maker->choices, 4) && code != OP_CLAMP_MIN && code != OP_CLAMP_MAX;
  Made a = maker_pick(maker, &(Want){.kinds = KIND_NUMBER});
  bool whole = number == floor(number), stays_integer = whole && maker_kind(maker, a.value) == KIND_INTEGER;
  double most = code == OP_MUL ? a.most * fabs(number) : a.most + fabs(number);
  if (!maker_allows(stays_integer ? DTYPE_I64 : DTYPE_F32, most)) return;
  if (!stays_integer && !maker_allows(DTYPE_F32, a.most)) return;
  Operand operands[] = {{.value = a.value}, {.value = NO_VALUE, .is_number = true, .is_integer = whole}};
  operands[1].number = number;
  operands[1].integer = (int64_t)number;
  Operand swapped[] = {operands[1], operands[0]};
  int value = maker_op(
      maker, &(OpParts){.code = code, .operands = in_front ? swapped : operands, .operand_count = 2});
  maker_keep(maker, value, most, a.exact && stays_integer, false);
}

// Comparisons with a number.
static void make_compare_number(Maker *maker) {
  static const OpCode codes[] = {OP_GT, OP_LT, OP_EQ, OP_GE, OP_NE, OP_LE};
  static const double numbers[] = {0, 1, 0.5, -2};
  OpCode code = codes[choose(maker->choices, 6)];
  Made a = maker_pick(maker, &(Want){.kinds = KIND_ANY, .exact = true});
  double number = numbers[choose(maker->choices, 4)];
  maker_keep(maker, maker_scalar(maker, code, a.value, number), 1, true, false);
}

// Quotients and remainders of floats, by powers of two: exact.
static void make_exact_division(Maker *maker) {
  static const OpCode codes[] = {OP_DIV_FLOOR, OP_DIV_TRUNC, OP_FMOD, OP_REMAINDER};
  static const double numbers[] = {2, 0.5, -2, -0.25};
  OpCode code = codes[choose(maker->choices, 4)];
  double number = numbers[choose(maker->choices, 4)];
  Made a = maker_pick(maker, &(Want){.kinds = KIND_FLOAT, .exact = true, .most = 1000});
  maker_keep(maker, maker_scalar(maker, code, a.value, number), 4 * a.most + 2, false, false);
}

static void make_power(Maker *maker) {
  static const double whole[] = {2, 3, 1, 0}, any[] = {0.5, 2, -1, 1.5, 3};
  bool integers = choose_rarely(maker->choices, 3);
  Made a =
      maker_pick(maker, &(Want){.kinds = integers ? KIND_INTEGER : KIND_FLOAT, .most = integers ? 300 : 20});
  if (!integers) a = make_positive(maker, a);
  double exponent = integers ? whole[choose(maker->choices, 4)] : any[choose(maker->choices, 5)];
  double most = pow(fmax(a.most, 4), fabs(exponent));
  if ((!integers && !a.positive) || !maker_allows(integers ? DTYPE_I64 : DTYPE_F32, most)) return;
  maker_keep(maker, maker_scalar(maker, OP_POW, a.value, exponent), most, integers && a.exact, false);
}

// ---- three operands

static void make_ternary(Maker *maker) {
  static const OpCode codes[] = {OP_FMA, OP_ADDCMUL, OP_LERP, OP_ADDCDIV};
  OpCode code = codes[choose(maker->choices, 4)];
  Want want = {.kinds = KIND_FLOAT, .most = 50};
  Made a = maker_pick(maker, &want), b = maker_companion(maker, a, &want),
       c = maker_companion(maker, a, &want);
  if (code == OP_ADDCDIV) c = make_positive(maker, c);
  if (code == OP_ADDCDIV && !c.positive) return;
  int values[] = {a.value, b.value, c.value};
  double most = code == OP_FMA       ? a.most * b.most + c.most
                : code == OP_LERP    ? a.most + c.most * (a.most + b.most)
                : code == OP_ADDCDIV ? a.most + 4 * b.most
                                     : a.most + b.most * c.most;
  if (maker_allows(DTYPE_F32, most))
    maker_keep(maker, maker_op(maker, &(OpParts){.code = code, .values = values, .value_count = 3}), most,
               false, false);
}

static void make_where(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_ANY}),
       b = maker_companion(maker, a, &(Want){.kinds = maker_kind(maker, a.value)}),
       mask = maker_companion(maker, a, &(Want){.kinds = KIND_BOOL, .exact = true});
  int values[] = {mask.value, a.value, b.value};
  bool same = maker_dtype(maker, a.value) == maker_dtype(maker, b.value);
  int value = maker_op(maker, &(OpParts){.code = OP_WHERE, .values = values, .value_count = 3});
  maker_keep(maker, value, fmax(a.most, b.most), a.exact && b.exact && same, a.positive && b.positive);
}

// ---- casts

static void make_cast(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_ANY});
  DType from = maker_dtype(maker, a.value), to = maker_choose_dtype(maker, KIND_ANY);
  bool to_float = dtype_kind(to) == DTYPE_IS_FLOAT, from_float = dtype_kind(from) == DTYPE_IS_FLOAT;
  bool jumps = from_float && !to_float;
  if (jumps && (!a.exact || (to != DTYPE_BOOL && (to == DTYPE_U8 || a.most > 100)))) return;
  if (to_float && !maker_allows(to, a.most)) return;
  // An f64 may be rounded to f32 on its way to 16 bits.
  bool exact = a.exact && !(from == DTYPE_F64 && to_float && to != DTYPE_F64) && !(to_float && a.most > 2e3);
  maker_keep(maker, maker_cast(maker, a.value, to), a.most * 1.01, exact, a.positive && to_float);
}

// ---- types that few graphs have: made of others, and turned into others

// Half of the time one that is read from memory.
static bool make_stored(Maker *maker, DType type, DType wide) {
  if (!choose(maker->choices, 2)) return false;
  Shape shape;
  maker_random_shape(maker, &shape);
  Made input = maker_input(maker, type, &shape, false);
  maker_keep(maker, maker_cast(maker, input.value, wide), 8, true, false); // however rounded
  return true;
}

// Of what has one right answer, as a step of these types is wide.
static void make_small_float(Maker *maker) {
  static const DType types[] = {DTYPE_F8E4M3, DTYPE_F8E5M2, DTYPE_F8E4M3Z, DTYPE_F8E5M2Z, DTYPE_F8E8M0};
  Made a = maker_pick(maker, &(Want){.kinds = KIND_FLOAT, .exact = true, .most = 200});
  DType type = types[choose(maker->choices, 5)];
  if (make_stored(maker, type, DTYPE_F32) || !a.exact) return;
  maker_keep(maker, maker_cast(maker, maker_cast(maker, a.value, type), DTYPE_F32), 256, true, false);
}

// Shifted: to the left only where what is lost is the type's, not the reference's.
static void make_unsigned(Maker *maker) {
  static const DType types[] = {DTYPE_U16, DTYPE_U32, DTYPE_U64};
  static const int places[] = {1, 3, 7, 20};
  Made a = maker_pick(maker, &(Want){.kinds = KIND_INTEGER});
  DType type = types[choose(maker->choices, 3)];
  bool left = choose(maker->choices, 2) && type != DTYPE_U64;
  int by = places[choose(maker->choices, 4)];
  if (make_stored(maker, type, DTYPE_I64)) return;
  int value = maker_cast(maker, maker_unary(maker, OP_ABS, a.value), type);
  value = maker_scalar(maker, left ? OP_SHIFT_LEFT : OP_SHIFT_RIGHT, value, by);
  double most = type == DTYPE_U64 ? a.most : type == DTYPE_U32 ? 4294967296.0 : 65536.0;
  maker_keep(maker, maker_cast(maker, value, DTYPE_I64), most, true, false);
}

static void make_reinterpreted(Maker *maker) {
  int64_t type = DTYPE_U32;
  Made a = maker_pick(maker, &(Want){.kinds = KIND_INTEGER});
  int value = maker_cast(maker, a.value, DTYPE_I32);
  Attribute dtype = attribute_list(ATTRIBUTE_DTYPE, &type, 1);
  value = maker_op(maker, &(OpParts){.code = OP_REINTERPRET,
                                     .values = &value,
                                     .value_count = 1,
                                     .attributes = &dtype,
                                     .attribute_count = 1});
  maker_keep(maker, maker_cast(maker, value, DTYPE_I64), 4294967296.0, true, false);
}

static const MakeOp makes[] = {
    make_unary,  make_binary,  make_binary,         make_with_number, make_unary,        make_divide,
    make_cast,   make_ternary, make_compare_number, make_where,       make_power,        make_exact_division,
    make_binary, make_cast,    make_small_float,    make_unsigned,    make_reinterpreted};
const MakeOps make_pointwise = {makes, sizeof makes / sizeof *makes};
