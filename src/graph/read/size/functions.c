// Functions of sizes: Python's arithmetic over 64-bit integers and doubles.
#include "graph/read/size/functions.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct FunctionName {
  const char *name;
  SizeFunction function;
} FunctionName;

static const FunctionName function_names[] = {
    {"add", SIZE_OP_ADD},
    {"sub", SIZE_OP_SUB},
    {"mul", SIZE_OP_MUL},
    {"truediv", SIZE_OP_TRUE_DIV},
    {"IntTrueDiv", SIZE_OP_TRUE_DIV},
    {"FloatTrueDiv", SIZE_OP_TRUE_DIV},
    {"CleanDiv", SIZE_OP_FLOOR_DIV},
    {"FloorDiv", SIZE_OP_FLOOR_DIV},
    {"floordiv", SIZE_OP_FLOOR_DIV},
    {"CeilDiv", SIZE_OP_CEIL_DIV},
    {"Mod", SIZE_OP_MOD},
    {"PythonMod", SIZE_OP_MOD},
    {"mod", SIZE_OP_MOD},
    {"ModularIndexing", SIZE_OP_MODULAR_INDEXING},
    {"PowByNatural", SIZE_OP_POWER},
    {"FloatPow", SIZE_OP_POWER},
    {"pow", SIZE_OP_POWER},
    {"LShift", SIZE_OP_SHIFT_LEFT},
    {"lshift", SIZE_OP_SHIFT_LEFT},
    {"RShift", SIZE_OP_SHIFT_RIGHT},
    {"rshift", SIZE_OP_SHIFT_RIGHT},
    {"And", SIZE_OP_AND},
    {"and_", SIZE_OP_AND},
    {"Or", SIZE_OP_OR},
    {"or_", SIZE_OP_OR},
    {"Not", SIZE_OP_NOT},
    {"not", SIZE_OP_NOT},
    {"Eq", SIZE_OP_EQ},
    {"eq", SIZE_OP_EQ},
    {"Ne", SIZE_OP_NE},
    {"ne", SIZE_OP_NE},
    {"lt", SIZE_OP_LT},
    {"le", SIZE_OP_LE},
    {"gt", SIZE_OP_GT},
    {"ge", SIZE_OP_GE},
    {"neg", SIZE_OP_NEGATIVE},
    {"Abs", SIZE_OP_ABS},
    {"abs", SIZE_OP_ABS},
    {"Max", SIZE_OP_MAX},
    {"max", SIZE_OP_MAX},
    {"Min", SIZE_OP_MIN},
    {"min", SIZE_OP_MIN},
    {"sum", SIZE_OP_SUM},
    {"Where", SIZE_OP_WHERE},
    {"ite", SIZE_OP_WHERE},
    {"FloorToInt", SIZE_OP_FLOOR},
    {"floor", SIZE_OP_FLOOR},
    {"CeilToInt", SIZE_OP_CEIL},
    {"ceil", SIZE_OP_CEIL},
    {"ceiling", SIZE_OP_CEIL},
    {"TruncToInt", SIZE_OP_TRUNC},
    {"trunc", SIZE_OP_TRUNC},
    {"int", SIZE_OP_TRUNC},
    {"RoundToInt", SIZE_OP_ROUND},
    {"round", SIZE_OP_ROUND},
    {"ToFloat", SIZE_OP_FLOAT},
    {"float", SIZE_OP_FLOAT},
    {"sqrt", SIZE_OP_SQRT},
    {"OpaqueUnaryFn_sqrt", SIZE_OP_SQRT},
    {"Identity", SIZE_OP_IDENTITY},
};

bool size_function(const char *name, SizeFunction *function) {
  static const char *const prefixes[] = {"operator.", "torch.sym_", "torch._sym_", "math.", "math_"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
    if (!text_starts(name, prefixes[i])) continue;
    name += strlen(prefixes[i]);
    break;
  }
  for (size_t i = 0; i < sizeof function_names / sizeof *function_names; i++) {
    if (strcmp(name, function_names[i].name) != 0) continue;
    *function = function_names[i].function;
    return true;
  }
  return false;
}

SizeNumber size_integer(int64_t integer) {
  return (SizeNumber){.integer = integer, .number = (double)integer};
}

SizeNumber size_real(double number) {
  return (SizeNumber){.real = true, .number = number};
}

static SizeNumber fail(char problem[SIZE_PROBLEM], const char *what) {
  if (!problem[0]) snprintf(problem, SIZE_PROBLEM, "%s", what);
  return size_integer(0);
}

// ---- Two arguments.

static int64_t floor_div(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static SizeNumber divide(SizeFunction function, int64_t a, int64_t b, char problem[SIZE_PROBLEM]) {
  if (function == SIZE_OP_EXACT_DIV && (b == 0 || (b != -1 && a % b != 0)))
    return fail(problem, "the division leaves a remainder");
  if (b == 0) return fail(problem, "a division by zero");
  if (b == -1 && a == INT64_MIN) return fail(problem, "the quotient is too large");
  if (function == SIZE_OP_MOD) return size_integer(a - floor_div(a, b) * b);
  if (function == SIZE_OP_CEIL_DIV) return size_integer(floor_div(a, b) + (a % b != 0));
  return size_integer(floor_div(a, b));
}

static SizeNumber power(int64_t base, int64_t exponent, char problem[SIZE_PROBLEM]) {
  if (exponent < 0) return size_real(pow((double)base, (double)exponent));
  int64_t result = 1;
  for (int64_t i = 0; i < exponent; i++) {
    if (base == 0 || base == 1) return size_integer(base);
    if (base == -1) return size_integer(exponent % 2 ? -1 : 1);
    if (__builtin_mul_overflow(result, base, &result)) return fail(problem, "the power is too large");
  }
  return size_integer(result);
}

static SizeNumber shift(SizeFunction function, int64_t a, int64_t bits, char problem[SIZE_PROBLEM]) {
  if (bits < 0 || bits > 62) return fail(problem, "a shift by less than 0 or more than 62 bits");
  int64_t factor = (int64_t)1 << bits, result;
  if (function == SIZE_OP_SHIFT_RIGHT) return size_integer(floor_div(a, factor));
  if (__builtin_mul_overflow(a, factor, &result)) return fail(problem, "the product is too large");
  return size_integer(result);
}

static SizeNumber apply_integers(SizeFunction function, int64_t a, int64_t b, char problem[SIZE_PROBLEM]) {
  int64_t result;
  switch (function) {
    case SIZE_OP_ADD:
      if (__builtin_add_overflow(a, b, &result)) return fail(problem, "the sum is too large");
      return size_integer(result);
    case SIZE_OP_SUB:
      if (__builtin_sub_overflow(a, b, &result)) return fail(problem, "the sum is too large");
      return size_integer(result);
    case SIZE_OP_MUL:
      if (__builtin_mul_overflow(a, b, &result)) return fail(problem, "the product is too large");
      return size_integer(result);
    case SIZE_OP_TRUE_DIV:
      return b ? size_real((double)a / (double)b) : fail(problem, "a division by zero");
    case SIZE_OP_POWER:
      return power(a, b, problem);
    case SIZE_OP_SHIFT_LEFT:
    case SIZE_OP_SHIFT_RIGHT:
      return shift(function, a, b, problem);
    case SIZE_OP_AND:
      return size_integer(a & b);
    case SIZE_OP_OR:
      return size_integer(a | b);
    default:
      return divide(function, a, b, problem);
  }
}

static SizeNumber apply_reals(SizeFunction function, double a, double b, char problem[SIZE_PROBLEM]) {
  switch (function) {
    case SIZE_OP_ADD:
      return size_real(a + b);
    case SIZE_OP_SUB:
      return size_real(a - b);
    case SIZE_OP_MUL:
      return size_real(a * b);
    case SIZE_OP_POWER:
      return size_real(pow(a, b));
    case SIZE_OP_FLOOR_DIV:
    case SIZE_OP_CEIL_DIV:
    case SIZE_OP_MOD:
    case SIZE_OP_TRUE_DIV:
    case SIZE_OP_EXACT_DIV:
      if (b == 0) return fail(problem, "a division by zero");
      if (function == SIZE_OP_FLOOR_DIV) return size_real(floor(a / b));
      if (function == SIZE_OP_CEIL_DIV) return size_real(ceil(a / b));
      return size_real(function == SIZE_OP_MOD ? a - floor(a / b) * b : a / b);
    default:
      return fail(problem, "this is for integers only");
  }
}

static bool compare(SizeFunction function, const SizeNumber *a, const SizeNumber *b) {
  bool reals = a->real || b->real;
  bool less = reals ? a->number < b->number : a->integer < b->integer;
  bool equal = reals ? a->number == b->number : a->integer == b->integer;
  switch (function) {
    case SIZE_OP_EQ:
      return equal;
    case SIZE_OP_NE:
      return !equal;
    case SIZE_OP_LT:
      return less;
    case SIZE_OP_LE:
      return less || equal;
    case SIZE_OP_GT:
      return !less && !equal;
    default:
      return !less;
  }
}

static SizeNumber apply_two(SizeFunction function, const SizeNumber *a, const SizeNumber *b,
                            char problem[SIZE_PROBLEM]) {
  if (function >= SIZE_OP_EQ && function <= SIZE_OP_GE) return size_integer(compare(function, a, b));
  if (a->real || b->real) return apply_reals(function, a->number, b->number, problem);
  return apply_integers(function, a->integer, b->integer, problem);
}

// ---- One argument.

static SizeNumber to_integer(double number, char problem[SIZE_PROBLEM]) {
  if (!(fabs(number) < 9e18)) return fail(problem, "the number does not fit into 64 bits");
  return size_integer((int64_t)number);
}

static SizeNumber apply_one(SizeFunction function, const SizeNumber *a, char problem[SIZE_PROBLEM]) {
  SizeNumber zero = size_integer(0);
  bool negative = a->real ? a->number < 0 : a->integer < 0;
  switch (function) {
    case SIZE_OP_NEGATIVE:
      return apply_two(SIZE_OP_SUB, &zero, a, problem);
    case SIZE_OP_ABS:
      return negative ? apply_two(SIZE_OP_SUB, &zero, a, problem) : *a;
    case SIZE_OP_NOT:
      return size_integer(!(a->real ? a->number != 0 : a->integer != 0));
    case SIZE_OP_FLOAT:
      return size_real(a->number);
    case SIZE_OP_SQRT:
      return negative ? fail(problem, "the root of a negative number") : size_real(sqrt(a->number));
    case SIZE_OP_FLOOR:
      return a->real ? to_integer(floor(a->number), problem) : *a;
    case SIZE_OP_CEIL:
      return a->real ? to_integer(ceil(a->number), problem) : *a;
    case SIZE_OP_TRUNC:
      return a->real ? to_integer(trunc(a->number), problem) : *a;
    case SIZE_OP_ROUND:
      return a->real ? to_integer(nearbyint(a->number), problem) : *a;
    default:
      return *a;
  }
}

// ---- Any number of them.

static SizeNumber fold(SizeFunction function, const SizeNumber *arguments, int count,
                       char problem[SIZE_PROBLEM]) {
  SizeNumber result = arguments[0];
  for (int i = 1; i < count; i++) {
    if (function == SIZE_OP_SUM)
      result = apply_two(SIZE_OP_ADD, &result, &arguments[i], problem);
    else if (compare(function == SIZE_OP_MAX ? SIZE_OP_GT : SIZE_OP_LT, &arguments[i], &result))
      result = arguments[i];
  }
  return result;
}

// How many arguments a function takes; 0: any number from 1 on.
static int wanted(SizeFunction function) {
  if (function == SIZE_OP_MAX || function == SIZE_OP_MIN || function == SIZE_OP_SUM ||
      function == SIZE_OP_AND || function == SIZE_OP_OR || function == SIZE_OP_ADD || function == SIZE_OP_MUL)
    return 0;
  if (function == SIZE_OP_WHERE || function == SIZE_OP_MODULAR_INDEXING) return 3;
  return function == SIZE_OP_NOT || function == SIZE_OP_NEGATIVE || function == SIZE_OP_ABS ||
                 function >= SIZE_OP_FLOOR
             ? 1
             : 2;
}

SizeNumber size_apply(SizeFunction function, const SizeNumber *arguments, int count,
                      char problem[SIZE_PROBLEM]) {
  int need = wanted(function);
  if (count == 0 || (need && count != need)) return fail(problem, "a function has too few or many arguments");
  if (function == SIZE_OP_WHERE) return arguments[arguments[0].integer != 0 ? 1 : 2];
  if (need == 1) return apply_one(function, arguments, problem);
  if (function == SIZE_OP_MAX || function == SIZE_OP_MIN || function == SIZE_OP_SUM)
    return fold(function, arguments, count, problem);
  if (function == SIZE_OP_MODULAR_INDEXING) {
    SizeNumber quotient = apply_two(SIZE_OP_FLOOR_DIV, &arguments[0], &arguments[1], problem);
    return apply_two(SIZE_OP_MOD, &quotient, &arguments[2], problem);
  }
  SizeNumber result = arguments[0];
  for (int i = 1; i < count; i++)
    result = apply_two(function, &result, &arguments[i], problem);
  return result;
}
