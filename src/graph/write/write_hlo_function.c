// Pointwise ops for which HLO has no word, by those that it has.
#include "graph/write/write_hlo_op.h"

#include <math.h>

// An op being written: its operands in the type and shape of its result.
typedef struct Function {
  HloText *text;
  const Value *to;
  DType dtype; // of the operands
  const char *a, *b, *c;
} Function;

static const char *one(const Function *f, const char *opcode, const char *x) {
  return hlo_text_put(f->text, f->dtype, &f->to->shape, "%s(%s)", opcode, x);
}

static const char *two(const Function *f, const char *opcode, const char *x, const char *y) {
  return hlo_text_put(f->text, f->dtype, &f->to->shape, "%s(%s, %s)", opcode, x, y);
}

static const char *number(const Function *f, double value) {
  return hlo_text_number(f->text, value, f->dtype, &f->to->shape);
}

static const char *compare(const Function *f, const char *x, const char *y, const char *direction) {
  return hlo_text_put(f->text, DTYPE_BOOL, &f->to->shape, "compare(%s, %s), direction=%s", x, y, direction);
}

static const char *choose(const Function *f, const char *which, const char *yes, const char *no) {
  return hlo_text_put(f->text, f->dtype, &f->to->shape, "select(%s, %s, %s)", which, yes, no);
}

static bool is_whole(const Function *f) {
  return dtype_kind(f->dtype) < DTYPE_IS_FLOAT;
}

// Does a remainder that is cut off at 0 have another sign than the divisor?
static const char *is_other_side(const Function *f, const char *remainder) {
  const char *zero = number(f, 0);
  const char *left = compare(f, remainder, zero, "NE");
  const char *below = compare(f, remainder, zero, "LT"), *divisor_below = compare(f, f->b, zero, "LT");
  const char *signs = hlo_text_put(f->text, DTYPE_BOOL, &f->to->shape, "xor(%s, %s)", below, divisor_below);
  return hlo_text_put(f->text, DTYPE_BOOL, &f->to->shape, "and(%s, %s)", left, signs);
}

static const char *floor_divided(const Function *f) {
  const char *quotient = two(f, "divide", f->a, f->b);
  if (!is_whole(f)) return one(f, "floor", quotient);
  const char *other = is_other_side(f, two(f, "remainder", f->a, f->b));
  return choose(f, other, two(f, "subtract", quotient, number(f, 1)), quotient);
}

static const char *remainder_of(const Function *f) {
  const char *remainder = two(f, "remainder", f->a, f->b);
  const char *other = is_other_side(f, remainder);
  return choose(f, other, two(f, "add", remainder, f->b), remainder);
}

static const char *truncated(const Function *f, const char *x) {
  if (is_whole(f)) return x;
  const char *below = compare(f, x, number(f, 0), "LT");
  const char *up = one(f, "ceil", x), *down = one(f, "floor", x);
  return choose(f, below, up, down);
}

static const char *angle(const Function *f) {
  const char *zero = number(f, 0), *pi = number(f, 3.14159265358979323846);
  const char *turned = choose(f, compare(f, f->a, zero, "LT"), pi, zero);
  return choose(f, compare(f, f->a, f->a, "NE"), f->a, turned);
}

// x by y, with the number made first.
static const char *with_number(const Function *f, const char *opcode, const char *x, double y, bool turned) {
  const char *other = number(f, y);
  return two(f, opcode, turned ? other : x, turned ? x : other);
}

static const char *lerp(const Function *f) {
  return two(f, "add", f->a, two(f, "multiply", f->c, two(f, "subtract", f->b, f->a)));
}

// The result of one of them; NULL: it is none.
static const char *function(const Function *f, OpCode code) {
  switch (code) {
    case OP_EXP2:
      return with_number(f, "power", f->a, 2, true);
    case OP_LOG2:
      return with_number(f, "divide", one(f, "log", f->a), log(2), false);
    case OP_ERFC:
      return with_number(f, "subtract", one(f, "erf", f->a), 1, true);
    case OP_TRUNC:
      return truncated(f, f->a);
    case OP_DIV_TRUNC:
      return truncated(f, two(f, "divide", f->a, f->b));
    case OP_DIV_FLOOR:
      return floor_divided(f);
    case OP_REMAINDER:
      return remainder_of(f);
    case OP_ISNAN:
      return compare(f, f->a, f->a, "NE");
    case OP_FMA:
      return two(f, "add", two(f, "multiply", f->a, f->b), f->c);
    case OP_ADDCMUL:
      return two(f, "add", f->a, two(f, "multiply", f->b, f->c));
    case OP_ADDCDIV:
      return two(f, "add", f->a, two(f, "divide", f->b, f->c));
    case OP_LERP:
      return lerp(f);
    case OP_COPY:
      return f->b;
    case OP_REAL:
    case OP_CONJ:
      return f->a;
    case OP_IMAG:
      return two(f, "subtract", f->a, f->a);
    case OP_ANGLE:
      return angle(f);
    default:
      return NULL;
  }
}

// Quotients of bools, and quotients and mixtures of integers, have none in PyTorch. XLA's complex numbers are
// not written.
static bool has_meaning(OpCode code, DType dtype) {
  switch (code) {
    case OP_COMPLEX:
    case OP_POLAR:
      return false;
    case OP_DIV_FLOOR:
    case OP_DIV_TRUNC:
    case OP_REMAINDER:
      return dtype != DTYPE_BOOL;
    case OP_ADDCDIV:
    case OP_LERP:
      return dtype_kind(dtype) == DTYPE_IS_FLOAT;
    default:
      return true;
  }
}

bool hlo_text_function(HloText *text, const Op *op, const Value *to, const char **name) {
  Function f = {.text = text, .to = to, .dtype = to->dtype};
  const char **operands[] = {&f.a, &f.b, &f.c};
  if (op->op_class != CLASS_POINTWISE || !has_meaning(op->code, to->dtype)) return false;
  if (op->code == OP_ISNAN) f.dtype = hlo_text_graph(text)->values[op->operands[0].value].dtype;
  for (int i = op->code == OP_COPY; i < op->operand_count && i < 3; i++)
    *operands[i] = hlo_text_operand(text, op, i, f.dtype, &to->shape);
  *name = function(&f, op->code);
  return *name != NULL;
}
