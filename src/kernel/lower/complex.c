// Complex numbers: kernels know their parts alone. A value that is complex is evaluated as the part that
// Lowering.part says, and its memory holds the two parts of an element one behind the other.
#include "kernel/lower/lowering.h"

bool lowering_complex(const Lowering *lowering, int value) {
  return dtype_kind(lowering_value(lowering, value)->dtype) == DTYPE_IS_COMPLEX;
}

static bool takes_pointwise(OpCode code) {
  switch (code) {
    case OP_CAST:
    case OP_COPY:
    case OP_WHERE:
    case OP_COMPLEX:
    case OP_POLAR:
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
      return true;
    default:
      return false;
  }
}

bool lower_takes_complex(const Graph *graph, const Op *op) {
  bool any = false;
  for (int i = 0; i < op->operand_count; i++)
    any |= op->operands[i].value != NO_VALUE && dtype_parts(graph->values[op->operands[i].value].dtype) == 2;
  for (int i = 0; i < op->result_count; i++)
    any |= dtype_parts(graph->values[op->first_result + i].dtype) == 2;
  if (!any) return true;
  switch (op->op_class) {
    case CLASS_POINTWISE:
      return takes_pointwise(op->code);
    case CLASS_VIEW:
    case CLASS_CREATE:
      return true;
    case CLASS_LAYOUT:
      return op->code != OP_GLU;
    case CLASS_INDEX:
      return !lower_scatters(op);
    case CLASS_RANDOM:
    case CLASS_REDUCE:
    case CLASS_SCAN:
    case CLASS_WINDOW:
    case CLASS_CONTRACTION:
    case CLASS_LIBRARY:
    case CLASS_OPAQUE:
      break;
  }
  return false;
}

int lower_value_part(Lowering *lowering, int value, const Position *at, int condition, int part,
                     DType dtype) {
  int before = lowering->part;
  if (!lowering_complex(lowering, value) && part == 1) return step_number(lowering, dtype, 0, 0);
  lowering->part = part;
  int step = lower_value(lowering, value, at, condition);
  lowering->part = before;
  return step_convert(lowering, step, dtype);
}

// ---- Pairs along an axis

// The real part where the last index is 0, else the imaginary one.
static int lower_as_real(Lowering *lowering, const Op *op, int value, const Position *at, int condition,
                         DType dtype) {
  int operand = op->operands[0].value, parts[2], last = at->axis[at->rank - 1];
  Position there = *at;
  there.rank--;
  int known = condition_known(lowering, last, 0, 1);
  for (int part = 0; part < 2; part++)
    parts[part] =
        known == part ? NO_STEP : lower_value_part(lowering, operand, &there, condition, part, dtype);
  if (known >= 0) return parts[known ? 0 : 1];
  int real = condition_make(lowering, condition, last, 0, 1);
  return step_choose(lowering, lowering_value(lowering, value)->producer, value, dtype, real, parts[0],
                     parts[1]);
}

int lower_pairs(Lowering *lowering, const Op *op, int value, const Position *at, int condition) {
  DType dtype = dtype_compute(lowering_value(lowering, value)->dtype);
  if (op->code == OP_VIEW_AS_REAL) return lower_as_real(lowering, op, value, at, condition, dtype);
  Position there = *at;
  there.axis[there.rank++] = index_constant(lowering, lowering->part);
  return lower_value_part(lowering, op->operands[0].value, &there, condition, 0, dtype);
}

// ---- Pointwise

// An op being evaluated as one of its result's parts.
typedef struct Complex {
  Lowering *lowering;
  const Op *op;
  int op_index, value, condition;
  const Position *at;
  DType dtype; // in which its parts are computed
} Complex;

static bool is_complex(const Complex *c, int operand) {
  int value = c->op->operands[operand].value;
  return value != NO_VALUE && lowering_complex(c->lowering, value);
}

static int operand_part(const Complex *c, int operand, int part) {
  const Operand *given = &c->op->operands[operand];
  const Shape *space = &lowering_value(c->lowering, c->value)->shape;
  if (c->lowering->stopped) return NO_STEP;
  if (given->value == NO_VALUE)
    return part ? step_number(c->lowering, c->dtype, 0, 0)
                : lower_operand(c->lowering, c->op, operand, c->at, space, c->dtype, c->condition);
  Position there = position_broadcast(c->at, space, &lowering_value(c->lowering, given->value)->shape);
  return lower_value_part(c->lowering, given->value, &there, c->condition, part, c->dtype);
}

static int compute(const Complex *c, OpCode code, int a, int b) {
  int operands[2] = {a, b};
  if (c->lowering->stopped) return NO_STEP;
  return step_compute(c->lowering, c->op_index, NO_VALUE, code, c->dtype, operands, b == NO_STEP ? 1 : 2);
}

static int by_part(const Complex *c, OpCode code, int part) {
  int a = operand_part(c, 0, part);
  return compute(c, code, a, c->op->operand_count > 1 ? operand_part(c, 1, part) : NO_STEP);
}

// a b, or a conj(b) with `sign` -1.
static int product(const Complex *c, int part, int sign) {
  int a = operand_part(c, 0, part), b = operand_part(c, 1, 0);
  if (!is_complex(c, 0)) return compute(c, OP_MUL, operand_part(c, 0, 0), operand_part(c, 1, part));
  if (!is_complex(c, 1)) return compute(c, OP_MUL, a, b);
  int first = compute(c, OP_MUL, a, b);
  int second = compute(c, OP_MUL, operand_part(c, 0, 1 - part), operand_part(c, 1, 1));
  return compute(c, (part == 1) == (sign == 1) ? OP_ADD : OP_SUB, first, second);
}

static int square_of_size(const Complex *c, int operand) {
  int a = operand_part(c, operand, 0), b = operand_part(c, operand, 1);
  return compute(c, OP_ADD, compute(c, OP_MUL, a, a), compute(c, OP_MUL, b, b));
}

static int quotient(const Complex *c, int part) {
  if (!is_complex(c, 1)) return compute(c, OP_DIV, operand_part(c, 0, part), operand_part(c, 1, 0));
  int above = product(c, part, -1);
  if (!is_complex(c, 0) && part == 1) above = compute(c, OP_NEG, above, NO_STEP);
  return compute(c, OP_DIV, above, square_of_size(c, 1));
}

// `size` times the cosine or sine of an angle.
static int turned(const Complex *c, int size, int angle, int part) {
  return compute(c, OP_MUL, size, compute(c, part ? OP_SIN : OP_COS, angle, NO_STEP));
}

static int chosen(const Complex *c, int part) {
  const Shape *space = &lowering_value(c->lowering, c->value)->shape;
  int operands[3] = {lower_operand(c->lowering, c->op, 0, c->at, space, DTYPE_BOOL, c->condition),
                     operand_part(c, 1, part), operand_part(c, 2, part)};
  if (c->lowering->stopped) return NO_STEP;
  return step_compute(c->lowering, c->op_index, c->value, OP_WHERE, c->dtype, operands, 3);
}

// As another type; of the real part when that is not complex.
static int converted(const Complex *c, int operand, int part) {
  const Operand *given = &c->op->operands[operand];
  DType to = dtype_part(lowering_value(c->lowering, c->value)->dtype), from = DTYPE_F64;
  if (given->value != NO_VALUE) from = dtype_part(lowering_value(c->lowering, given->value)->dtype);
  Complex own = *c;
  own.dtype = dtype_compute(from);
  if (part == 1 && !is_complex(c, operand)) return step_number(c->lowering, dtype_compute(to), 0, 0);
  return step_cast(c->lowering, c->op_index, c->value, operand_part(&own, operand, part), from, to);
}

static int evaluate_part(const Complex *c, int part) {
  int a;
  switch (c->op->code) {
    case OP_CAST:
    case OP_COPY:
      return converted(c, c->op->code == OP_COPY, part);
    case OP_WHERE:
      return chosen(c, part);
    case OP_COMPLEX:
      return operand_part(c, part, 0);
    case OP_POLAR:
      return turned(c, operand_part(c, 0, 0), operand_part(c, 1, 0), part);
    case OP_REAL:
    case OP_IMAG:
      return operand_part(c, 0, c->op->code == OP_IMAG);
    case OP_CONJ:
      a = operand_part(c, 0, part);
      return part ? compute(c, OP_NEG, a, NO_STEP) : a;
    case OP_ABS:
      return compute(c, OP_SQRT, square_of_size(c, 0), NO_STEP);
    case OP_EXP:
      return turned(c, compute(c, OP_EXP, operand_part(c, 0, 0), NO_STEP), operand_part(c, 0, 1), part);
    case OP_MUL:
      return product(c, part, 1);
    case OP_DIV:
      return quotient(c, part);
    default:
      return by_part(c, c->op->code, part);
  }
}

int lower_complex(Lowering *lowering, const Op *op, int value, const Position *at, int condition) {
  const Value *result = lowering_value(lowering, value);
  DType dtype = dtype_compute(result->dtype);
  Complex c = {lowering, op, result->producer, value, condition, at, dtype};
  return evaluate_part(&c, lowering_complex(lowering, value) ? lowering->part : 0);
}
