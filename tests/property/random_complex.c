// Complex numbers: made of real ones, computed with, and turned into real ones again, so that no other op of
// a random graph meets them.
#include "random_maker.h"

enum { MOST_PART = 40 };

// A value of the graph that is complex; |element| is at most `most`.
typedef struct Complex {
  int value;
  double most;
} Complex;

static Made pick_part(Maker *maker) {
  return maker_pick(maker, &(Want){.kinds = KIND_FLOAT, .most = MOST_PART});
}

static int as_f32(Maker *maker, Made a) {
  return maker_dtype(maker, a.value) == DTYPE_F32 ? a.value : maker_cast(maker, a.value, DTYPE_F32);
}

// Of pairs in memory.
static Complex complex_of_pairs(Maker *maker) {
  Shape shape = maker->base;
  if (shape.rank == MAX_RANK || !maker_fits(maker, 2 * (double)shape_elements(&shape)))
    return (Complex){NO_VALUE, 0};
  shape.size[shape.rank++] = 2;
  Made pairs = maker_input(maker, DTYPE_F32, &shape, true);
  return (Complex){maker_unary(maker, OP_VIEW_AS_COMPLEX, pairs.value), 2 * pairs.most};
}

static Complex make_complex(Maker *maker) {
  int form = choose(maker->choices, 3);
  if (form == 2) return complex_of_pairs(maker);
  Made a = pick_part(maker), b = maker_companion(maker, a, &(Want){.kinds = KIND_FLOAT, .most = MOST_PART});
  OpCode code = form ? OP_POLAR : OP_COMPLEX;
  return (Complex){maker_binary(maker, code, as_f32(maker, a), as_f32(maker, b)), a.most + b.most};
}

// With itself, its conjugate or a real number.
static Complex compute(Maker *maker, Complex a) {
  int conjugate = maker_unary(maker, OP_CONJ, a.value);
  switch (choose(maker->choices, 5)) {
    case 0:
      return (Complex){conjugate, a.most};
    case 1:
      return (Complex){maker_binary(maker, OP_MUL, a.value, conjugate), a.most * a.most};
    case 2:
      return (Complex){maker_binary(maker, OP_MUL, a.value, a.value), a.most * a.most};
    case 3:
      return (Complex){maker_binary(maker, OP_SUB, maker_unary(maker, OP_NEG, a.value), conjugate),
                       2 * a.most};
    default:
      return (Complex){maker_scalar(maker, OP_ADD, a.value, 1.5), a.most + 1.5};
  }
}

static void make_from_complex(Maker *maker) {
  static const OpCode ends[] = {OP_REAL, OP_IMAG, OP_ABS, OP_VIEW_AS_REAL};
  Complex a = make_complex(maker);
  if (a.value != NO_VALUE && choose(maker->choices, 2)) a = compute(maker, a);
  OpCode end = ends[choose(maker->choices, 4)];
  if (a.value == NO_VALUE || (end == OP_VIEW_AS_REAL && maker_shape(maker, a.value)->rank == MAX_RANK))
    return;
  maker_keep(maker, maker_unary(maker, end, a.value), a.most, false, false);
}

// 0 or pi, by the sign.
static void make_angle(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_FLOAT, .exact = true});
  maker_keep(maker, maker_unary(maker, OP_ANGLE, a.value), 4, false, false);
}

static const MakeOp makes[] = {make_from_complex, make_from_complex, make_from_complex, make_angle};
const MakeOps make_complexes = {makes, sizeof makes / sizeof *makes};
