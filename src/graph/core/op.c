#include "graph/core/op.h"

#include "base/text.h"
#include "graph/core/graph.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

// The column `takes`.
#define TAKES(key) ((uint64_t)1 << ATTRIBUTE_##key)
#define TAKES_POOLING (TAKES(KERNEL) | TAKES(STRIDE) | TAKES(PADDING) | TAKES(DILATION) | TAKES(CEIL))
#define TAKES_PASSED (TAKES(TARGET) | TAKES(ARGUMENTS) | TAKES(TUPLE))

static const OpInfo ops[] = {
#define OP(id, name, class, least, most, results, shape, dtype, cost, commutative, takes, cuda, reference, \
           help) \
  [OP_##id] = {name,           CLASS_##class, least,       most,  results, SHAPE_##shape, \
               RESULT_##dtype, COST_##cost,   commutative, takes, cuda,    help},
#include "graph/core/ops.h"
#undef OP
};
static_assert(sizeof ops / sizeof *ops == OP_COUNT, "one row for every op");
static_assert(OP_OPAQUE == OP_COUNT - 1, "opaque stands last");

static double op_reference_max(double a, double b) {
  return isnan(a) || isnan(b) ? NAN : a > b ? a : b;
}

static double op_reference_min(double a, double b) {
  return isnan(a) || isnan(b) ? NAN : a < b ? a : b;
}

// Python's %: the result has the sign of the divisor.
static double op_reference_remainder(double a, double b) {
  double remainder = fmod(a, b);
  return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

// a / b rounded down, from the exact remainder: a / b itself may round up to the next integer. NaN where the
// remainder is.
static double op_reference_div_floor(double a, double b) {
  if (b == 0) return a / b;
  double remainder = fmod(a, b), quotient = (a - remainder) / b;
  if (remainder != 0 && (remainder < 0) != (b < 0)) quotient -= 1;
  return nearbyint(quotient);
}

static bool op_shifts_all(double b) {
  return !(b >= 0 && b < 64);
}

static double op_reference_shift_left(double a, double b) {
  return op_shifts_all(b) ? 0 : ldexp(a, (int)b);
}

static double op_reference_shift_right(double a, double b) {
  return op_shifts_all(b) ? (a < 0 ? -1 : 0) : floor(ldexp(a, -(int)b));
}

#define OP(id, name, class, least, most, results, shape, dtype, cost, commutative, takes, cuda, reference, \
           help) \
  static double op_reference_of_##id(double a, double b, double c) { \
    (void)a, (void)b, (void)c; \
    return reference; \
  }
#include "graph/core/ops.h"
#undef OP

static const OpReference references[] = {
#define OP(id, ...) [OP_##id] = op_reference_of_##id,
#include "graph/core/ops.h"
#undef OP
};

const OpInfo *op_info(OpCode code) {
  return &ops[code];
}

OpReference op_reference(OpCode code) {
  return ops[code].op_class == CLASS_POINTWISE ? references[code] : NULL;
}

bool op_parse(const char *name, OpCode *code) {
  for (int i = 0; i < OP_COUNT; i++) {
    if (!text_equal(name, ops[i].name)) continue;
    *code = (OpCode)i;
    return true;
  }
  return false;
}

const char *op_nearest(const char *name) {
  const char *nearest = NULL;
  int best = 4; // farther than three edits is no suggestion
  for (int i = 0; i < OP_COUNT; i++) {
    int distance = text_distance(name, ops[i].name);
    if (distance >= best) continue;
    best = distance;
    nearest = ops[i].name;
  }
  return nearest;
}

const char *op_class_name(OpClass op_class) {
  static const char *const names[] = {
      [CLASS_POINTWISE] = "pointwise", [CLASS_VIEW] = "view",
      [CLASS_CREATE] = "create",       [CLASS_RANDOM] = "random",
      [CLASS_REDUCE] = "reduce",       [CLASS_SCAN] = "scan",
      [CLASS_INDEX] = "index",         [CLASS_LAYOUT] = "layout",
      [CLASS_WINDOW] = "window",       [CLASS_CONTRACTION] = "contraction",
      [CLASS_LIBRARY] = "library",     [CLASS_OPAQUE] = "opaque",
  };
  return names[op_class];
}

bool op_is_product(const Op *op) {
  return op->op_class == CLASS_CONTRACTION || op->code == OP_ATTENTION;
}

bool op_stores_at_places(const Op *op) {
  return op->code == OP_INDEX_PUT && !op_flag(op, ATTRIBUTE_ACCUMULATE);
}
