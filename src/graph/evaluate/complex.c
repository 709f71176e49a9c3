// Complex numbers: pointwise ops by the arithmetic of pairs; what moves or adds elements is done for the real
// and for the imaginary parts, each as if there were no others.
#include "graph/evaluate/internal.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_OPERANDS = 3 };

typedef struct Pair {
  double real, imaginary;
} Pair;

// ---- Arithmetic

static Pair multiply(Pair a, Pair b) {
  return (Pair){a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}

static Pair polar(double size, double angle) {
  return (Pair){size * cos(angle), size * sin(angle)};
}

static double size_of(Pair a) {
  return hypot(a.real, a.imaginary);
}

static Pair divide(Pair a, Pair b) {
  double scale = fmax(fabs(b.real), fabs(b.imaginary));
  if (!(scale > 0) || isinf(scale)) scale = 1; // squares neither overflow nor vanish
  Pair scaled = {b.real / scale, b.imaginary / scale};
  double square = scaled.real * scaled.real + scaled.imaginary * scaled.imaginary;
  Pair product = multiply(a, (Pair){scaled.real, -scaled.imaginary});
  return (Pair){product.real / square / scale, product.imaginary / square / scale};
}

static Pair square_root(Pair a) {
  double size = size_of(a);
  return (Pair){sqrt((size + a.real) / 2), copysign(sqrt((size - a.real) / 2), a.imaginary)};
}

static Pair sign(Pair a) {
  double size = size_of(a);
  return size == 0 ? (Pair){0} : (Pair){a.real / size, a.imaginary / size};
}

// Of one complex number. False: nothing here says what it is.
static bool compute_one(OpCode code, Pair a, Pair *out) {
  switch (code) {
    case OP_CAST:
      return *out = a, true;
    case OP_CONJ:
      return *out = (Pair){a.real, -a.imaginary}, true;
    case OP_REAL:
      return *out = (Pair){a.real, 0}, true;
    case OP_IMAG:
      return *out = (Pair){a.imaginary, 0}, true;
    case OP_NEG:
      return *out = (Pair){-a.real, -a.imaginary}, true;
    case OP_RECIPROCAL:
      return *out = divide((Pair){1, 0}, a), true;
    case OP_ABS:
      return *out = (Pair){size_of(a), 0}, true;
    case OP_ANGLE:
      return *out = (Pair){atan2(a.imaginary, a.real), 0}, true;
    case OP_EXP:
      return *out = polar(exp(a.real), a.imaginary), true;
    case OP_LOG:
      return *out = (Pair){log(size_of(a)), atan2(a.imaginary, a.real)}, true;
    case OP_SQRT:
      return *out = square_root(a), true;
    case OP_SIGN:
      return *out = sign(a), true;
    default:
      return false;
  }
}

static Pair add(Pair a, Pair b) {
  return (Pair){a.real + b.real, a.imaginary + b.imaginary};
}

static bool compute(OpCode code, const Pair x[MOST_OPERANDS], Pair *out) {
  Pair a = x[0], b = x[1];
  switch (code) {
    case OP_COPY:
      return *out = b, true;
    case OP_WHERE:
      return *out = a.real != 0 ? b : x[2], true;
    case OP_COMPLEX:
      return *out = (Pair){a.real, b.real}, true;
    case OP_POLAR:
      return *out = polar(a.real, b.real), true;
    case OP_ADD:
      return *out = add(a, b), true;
    case OP_SUB:
      return *out = add(a, (Pair){-b.real, -b.imaginary}), true;
    case OP_MUL:
      return *out = multiply(a, b), true;
    case OP_DIV:
      return *out = divide(a, b), true;
    case OP_ADDCMUL:
      return *out = add(a, multiply(b, x[2])), true;
    case OP_EQ:
    case OP_NE:
      return *out = (Pair){(a.real == b.real && a.imaginary == b.imaginary) == (code == OP_EQ), 0}, true;
    default:
      return compute_one(code, a, out);
  }
}

// ---- Pointwise

// Where an operand's parts come from: a tensor, or a number.
typedef struct Source {
  const double *real, *imaginary; // NULL: `number`; a real one has no imaginary parts
  double number;
} Source;

static Source source_of(const EvaluateCall *call, int operand) {
  const Tensor *tensor = operand < call->op->operand_count ? call->operands[operand] : NULL;
  if (tensor)
    return (Source){tensor->data,
                    dtype_parts(tensor->dtype) == 2 ? tensor->data + tensor_elements(tensor) : NULL, 0};
  return (Source){.number = operand < call->op->operand_count ? call->op->operands[operand].number : 0};
}

static Pair pair_at(const Source *source, int64_t at) {
  if (!source->real) return (Pair){source->number, 0};
  return (Pair){source->real[at], source->imaginary ? source->imaginary[at] : 0};
}

static void walk_operands(const EvaluateCall *call, Walk *walk, Source source[MOST_OPERANDS]) {
  const Shape *space = &call->results[0].shape;
  walk_init(walk, space);
  for (int k = 0; k < MOST_OPERANDS; k++) {
    int64_t stride[MAX_RANK] = {0};
    source[k] = source_of(call, k);
    if (source[k].real) tensor_broadcast(call->operands[k], space, stride);
    walk_add(walk, stride, 0);
  }
}

static bool refuse(const EvaluateCall *call) {
  return status_fail(call->status, STATUS_INPUT, "%s: %s of complex numbers is not evaluated", call->op->name,
                     op_info(call->op->code)->name);
}

static bool pointwise(const EvaluateCall *call) {
  Tensor *result = &call->results[0];
  Source source[MOST_OPERANDS];
  Walk walk;
  int64_t out = 0, count = tensor_elements(result);
  bool complex_result = dtype_parts(result->dtype) == 2;
  walk_operands(call, &walk, source);
  for (walk_begin(&walk); walk.more; walk_next(&walk))
    for (int64_t i = 0; i < walk.length; i++, out++) {
      Pair x[MOST_OPERANDS], y;
      for (int k = 0; k < MOST_OPERANDS; k++)
        x[k] = pair_at(&source[k], walk.position[k] + i * walk.step[k]);
      if (!compute(call->op->code, x, &y)) return refuse(call);
      result->data[out] = y.real;
      if (complex_result) result->data[count + out] = y.imaginary;
    }
  bool rounds = call->op->code == OP_CAST || call->op->code == OP_COPY;
  for (int64_t i = 0; rounds && i < tensor_numbers(result); i++)
    result->data[i] = dtype_round(result->dtype, result->data[i]);
  return true;
}

// ---- Pairs along an axis

static bool as_pairs(const EvaluateCall *call) {
  const Tensor *from = call->operands[0];
  bool to_real = call->op->code == OP_VIEW_AS_REAL;
  int64_t count = tensor_elements(to_real ? from : &call->results[0]);
  for (int64_t i = 0; i < 2 * count; i++) {
    int64_t planar = i % 2 * count + i / 2;
    call->results[0].data[to_real ? i : planar] = from->data[to_real ? planar : i];
  }
  return true;
}

// ---- By parts

static bool works_by_parts(const Op *op) {
  switch (op_info(op->code)->op_class) {
    case CLASS_VIEW:
    case CLASS_INDEX:
      return true;
    case CLASS_LAYOUT:
      return op->code != OP_GLU;
    case CLASS_REDUCE:
      return op->code == OP_SUM || op->code == OP_MEAN;
    case CLASS_SCAN:
      return op->code == OP_CUMSUM;
    case CLASS_POINTWISE:
    case CLASS_CREATE:
    case CLASS_RANDOM:
    case CLASS_WINDOW:
    case CLASS_CONTRACTION:
    case CLASS_LIBRARY:
    case CLASS_OPAQUE:
      break;
  }
  return false;
}

// That part of a tensor, as a tensor of its own. What is real has none but zeros in `zeros`; integers and
// bools choose elements of both.
static Tensor part_of(const Tensor *tensor, int part, double *zeros) {
  Tensor alone = *tensor;
  alone.dtype = dtype_part(tensor->dtype);
  if (dtype_parts(tensor->dtype) == 2)
    alone.data += part * tensor_elements(tensor);
  else if (part == 1 && dtype_kind(tensor->dtype) == DTYPE_IS_FLOAT)
    alone.data = zeros;
  return alone;
}

static int64_t largest_operand(const EvaluateCall *call) {
  int64_t most = 0;
  for (int i = 0; i < call->op->operand_count; i++)
    if (call->operands[i] && tensor_elements(call->operands[i]) > most)
      most = tensor_elements(call->operands[i]);
  return most;
}

// The op without the number that it fills with, which is real.
static Op without_number(const Op *op, Attribute *attributes) {
  Op other = *op;
  other.attributes = attributes;
  other.attribute_count = 0;
  for (int i = 0; i < op->attribute_count; i++)
    if (op->attributes[i].key != ATTRIBUTE_VALUE) attributes[other.attribute_count++] = op->attributes[i];
  return other;
}

static bool run_part(const EvaluateCall *call, int part, double *zeros) {
  const Op *op = call->op;
  Tensor *operands = memory_alloc(((size_t)op->operand_count + 1) * sizeof *operands);
  const Tensor **list = memory_alloc(((size_t)op->operand_count + 1) * sizeof *list);
  Tensor *results = memory_alloc(((size_t)op->result_count + 1) * sizeof *results);
  for (int i = 0; i < op->operand_count; i++) {
    if (!call->operands[i]) continue;
    operands[i] = part_of(call->operands[i], part, zeros);
    list[i] = &operands[i];
  }
  for (int i = 0; i < op->result_count; i++)
    results[i] = part_of(&call->results[i], part, zeros);
  Attribute *attributes = memory_alloc(((size_t)op->attribute_count + 1) * sizeof *attributes);
  Op imaginary = without_number(op, attributes);
  EvaluateCall alone = *call;
  if (part == 1) alone.op = &imaginary;
  alone.operands = list;
  alone.results = results;
  bool done = evaluate_dispatch(&alone);
  free(attributes);
  free(operands);
  free(list);
  free(results);
  return done;
}

bool evaluate_complex(const EvaluateCall *call) {
  const Op *op = call->op;
  if (op->code == OP_VIEW_AS_REAL || op->code == OP_VIEW_AS_COMPLEX) return as_pairs(call);
  if (op_info(op->code)->op_class == CLASS_POINTWISE)
    return op->code == OP_REINTERPRET ? refuse(call) : pointwise(call);
  if (op_info(op->code)->op_class == CLASS_CREATE) return run_part(call, 0, NULL);
  if (!works_by_parts(op)) return refuse(call);
  double *zeros = memory_alloc(((size_t)largest_operand(call) + 1) * sizeof *zeros);
  bool done = run_part(call, 0, zeros) && run_part(call, 1, zeros);
  free(zeros);
  return done;
}
