// Positions: index vectors over shapes, and how they change under reshapes and broadcasts.
#include "kernel/lower/lowering.h"

#include <string.h>

bool position_equal(const Position *a, const Position *b) {
  return a->rank == b->rank && memcmp(a->axis, b->axis, (size_t)a->rank * sizeof a->axis[0]) == 0;
}

uint32_t position_dims(const Lowering *lowering, const Position *at) {
  uint32_t dims = 0;
  for (int axis = 0; axis < at->rank; axis++)
    dims |= lowering->indices.data[at->axis[axis]].dims;
  return dims;
}

Position position_zero(int rank) {
  Position at = {.rank = rank};
  return at;
}

Position position_domain(Lowering *lowering) {
  const Domain *domain = &lowering->domain;
  Position at = position_zero(domain->space.rank);
  int64_t scale[MAX_RANK];
  for (int axis = 0; axis < MAX_RANK; axis++)
    scale[axis] = 1;
  for (int dim = domain->dim_count - 1; dim >= 0; dim--) {
    int axis = domain->axis[dim];
    int digit = index_affine(lowering, index_symbol(lowering, dim), scale[axis], 0);
    at.axis[axis] = index_add(lowering, at.axis[axis], digit);
    scale[axis] *= domain->size[dim];
  }
  return at;
}

int position_address(Lowering *lowering, const Position *at, const int64_t stride[], int64_t offset) {
  int address = index_constant(lowering, offset);
  for (int axis = 0; axis < at->rank; axis++) {
    if (at->axis[axis] == ZERO_INDEX) continue;
    address = index_add(lowering, address, index_affine(lowering, at->axis[axis], stride[axis], 0));
  }
  return address;
}

int position_linear(Lowering *lowering, const Position *at, const Shape *shape) {
  int64_t stride[MAX_RANK];
  shape_contiguous(shape, stride);
  return position_address(lowering, at, stride, 0);
}

bool position_delinearize(Lowering *lowering, int linear, const Shape *shape, bool split, Position *out) {
  *out = position_zero(shape->rank);
  int outermost = 0;
  while (outermost < shape->rank - 1 && shape->size[outermost] == 1)
    outermost++;
  for (int axis = shape->rank - 1; axis > outermost; axis--) {
    if (shape->size[axis] == 1) continue;
    if (!index_divide(lowering, linear, shape->size[axis], split, &linear, &out->axis[axis])) return false;
  }
  if (shape->rank > 0) out->axis[outermost] = shape->size[outermost] == 1 ? ZERO_INDEX : linear;
  return true;
}

// ---- reshape: in groups of axes with equal element counts, so that axes that stay as they are are not
// touched

// The axes [first, last) of a shape that form one group, and their places.
typedef struct Group {
  Shape shape;
  Position at;
} Group;

static void group_push_front(Group *group, int64_t size, int index) {
  Shape *shape = &group->shape;
  memmove(shape->size + 1, shape->size, (size_t)shape->rank * sizeof shape->size[0]);
  memmove(group->at.axis + 1, group->at.axis, (size_t)shape->rank * sizeof group->at.axis[0]);
  shape->size[0] = size;
  group->at.axis[0] = index;
  shape->rank++;
  group->at.rank++;
}

// Takes axes of both shapes from the end until their products agree. *i and *j stand before the group
// afterwards.
static void next_group(const Shape *from, const Position *at, const Shape *to, int *i, int *j, Group *source,
                       Group *target) {
  source->shape.rank = source->at.rank = target->shape.rank = target->at.rank = 0;
  int64_t left = 1, right = 1;
  do {
    if (left <= right && *i >= 0) {
      group_push_front(source, from->size[*i], at->axis[*i]);
      left *= from->size[(*i)--];
    } else {
      group_push_front(target, to->size[*j], ZERO_INDEX);
      right *= to->size[(*j)--];
    }
  } while (left != right);
}

static bool map_group(Lowering *lowering, const Group *source, Group *target, bool split) {
  int count = target->shape.rank;
  if (count == 0) return true;
  if (source->shape.rank == 1 && count == 1) {
    target->at.axis[0] = source->at.axis[0];
    return true;
  }
  int linear = position_linear(lowering, &source->at, &source->shape);
  return position_delinearize(lowering, linear, &target->shape, split, &target->at);
}

bool position_reshape(Lowering *lowering, const Position *at, const Shape *from, const Shape *to, bool split,
                      Position *out) {
  *out = position_zero(to->rank);
  if (shape_elements(from) == 0) return true;
  int i = from->rank - 1, j = to->rank - 1;
  for (;;) {
    while (i >= 0 && from->size[i] == 1)
      i--;
    while (j >= 0 && to->size[j] == 1)
      j--;
    if (i < 0 || j < 0) return !lowering->stopped;
    Group source, target;
    next_group(from, at, to, &i, &j, &source, &target);
    if (!map_group(lowering, &source, &target, split)) return false;
    memcpy(&out->axis[j + 1], target.at.axis, (size_t)target.shape.rank * sizeof out->axis[0]);
  }
}

Position position_broadcast(const Position *at, const Shape *from, const Shape *to) {
  Position out = position_zero(to->rank);
  int shift = from->rank - to->rank;
  for (int axis = 0; axis < to->rank; axis++)
    if (to->size[axis] != 1 && axis + shift >= 0) out.axis[axis] = at->axis[axis + shift];
  return out;
}

// ---- coverage

typedef struct Digit {
  int64_t scale, size;
} Digit;

static void insert_digit(Digit digits[], int count, Digit digit) {
  int place = count;
  while (place > 0 && digits[place - 1].scale > digit.scale) {
    digits[place] = digits[place - 1];
    place--;
  }
  digits[place] = digit;
}

// The digits of the row-order number of the position, smallest scale first; -1 when it has other terms than
// dims.
static int collect_digits(const Lowering *lowering, const Position *at, const Shape *shape,
                          Digit digits[MAX_DIMS], uint32_t *dims) {
  int count = 0;
  int64_t stride = 1;
  *dims = 0;
  for (int axis = shape->rank - 1; axis >= 0; axis--) {
    const Index *index = &lowering->indices.data[at->axis[axis]].index;
    int64_t constant = index->constant;
    for (int i = 0; i < index->count; i++) {
      Term term = index->term[i];
      if (term.symbol >= lowering->domain.dim_count || (*dims >> term.symbol & 1)) return -1;
      int64_t size = lowering->domain.size[term.symbol], scale = term.scale < 0 ? -term.scale : term.scale;
      if (term.scale < 0) constant -= scale * (size - 1); // in reverse: from the last one down
      *dims |= 1u << term.symbol;
      insert_digit(digits, count++, (Digit){scale * stride, size});
    }
    if (constant != 0) return -1;
    if (shape->size[axis] > 1) stride *= shape->size[axis];
  }
  return count;
}

bool position_covers(const Lowering *lowering, const Position *at, const Shape *shape, uint32_t *dims) {
  Digit digits[MAX_DIMS];
  uint32_t used;
  int count = collect_digits(lowering, at, shape, digits, &used);
  if (dims) *dims = used;
  if (count < 0) return false;
  int64_t expected = 1;
  for (int i = 0; i < count; i++) {
    if (digits[i].scale != expected) return false;
    expected *= digits[i].size > 1 ? digits[i].size : 1;
  }
  for (int axis = 0; axis < shape->rank; axis++) {
    if (shape->size[axis] <= 1) continue;
    if (expected % shape->size[axis] != 0) return false;
    expected /= shape->size[axis];
  }
  return expected == 1;
}
