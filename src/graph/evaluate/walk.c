// Tensors as the evaluator keeps them (row order, double), and walks over several of them at once.
#include <string.h>

#include "graph/evaluate/internal.h"

int64_t tensor_elements(const Tensor *tensor) {
  return shape_elements(&tensor->shape);
}

int64_t tensor_numbers(const Tensor *tensor) {
  return tensor_elements(tensor) * dtype_parts(tensor->dtype);
}

int64_t value_numbers(const Value *value) {
  return shape_elements(&value->shape) * dtype_parts(value->dtype);
}

void tensor_strides(const Shape *shape, int64_t stride[MAX_RANK]) {
  int64_t step = 1;
  for (int axis = shape->rank - 1; axis >= 0; axis--) {
    stride[axis] = step;
    step *= shape->size[axis];
  }
}

void tensor_broadcast(const Tensor *tensor, const Shape *space, int64_t stride[MAX_RANK]) {
  int64_t own[MAX_RANK] = {0};
  tensor_strides(&tensor->shape, own);
  int missing = space->rank - tensor->shape.rank;
  for (int axis = 0; axis < space->rank; axis++) {
    int at = axis - missing;
    stride[axis] = at < 0 || tensor->shape.size[at] == 1 ? 0 : own[at];
  }
}

void tensor_copy(Tensor *to, const Tensor *from) {
  memcpy(to->data, from->data, (size_t)tensor_elements(to) * sizeof(double));
  if (to->dtype != from->dtype) tensor_round(to);
}

void tensor_round(Tensor *tensor) {
  if (tensor->dtype == DTYPE_F64) return;
  int64_t count = tensor_elements(tensor);
  for (int64_t i = 0; i < count; i++)
    tensor->data[i] = dtype_round(tensor->dtype, tensor->data[i]);
}

Lanes tensor_lanes(const Shape *shape, int axis) {
  Lanes lanes = {1, 1, 1};
  for (int i = 0; i < shape->rank; i++) {
    if (i < axis) lanes.outer *= shape->size[i];
    if (i == axis) lanes.length = shape->size[i];
    if (i > axis) lanes.inner *= shape->size[i];
  }
  return lanes;
}

void walk_init(Walk *walk, const Shape *space) {
  memset(walk, 0, sizeof *walk);
  walk->rank = space->rank;
  memcpy(walk->size, space->size, sizeof walk->size);
}

void walk_add(Walk *walk, const int64_t stride[MAX_RANK], int64_t start) {
  int operand = walk->operand_count++;
  memcpy(walk->stride[operand], stride, (size_t)walk->rank * sizeof stride[0]);
  walk->start[operand] = start;
}

static bool can_merge(const Walk *walk, int axis) {
  for (int k = 0; k < walk->operand_count; k++)
    if (walk->stride[k][axis] != walk->stride[k][axis + 1] * walk->size[axis + 1]) return false;
  return true;
}

static void drop_axis(Walk *walk, int axis) {
  for (int i = axis; i + 1 < walk->rank; i++) {
    walk->size[i] = walk->size[i + 1];
    for (int k = 0; k < walk->operand_count; k++)
      walk->stride[k][i] = walk->stride[k][i + 1];
  }
  walk->rank--;
}

// Drops axes of size 1 and merges neighbours, from the fastest axis up.
static void merge_axes(Walk *walk) {
  for (int axis = walk->rank - 1; axis >= 0; axis--) {
    if (walk->size[axis] == 1) {
      drop_axis(walk, axis);
    } else if (axis + 1 < walk->rank && can_merge(walk, axis)) {
      walk->size[axis + 1] *= walk->size[axis];
      drop_axis(walk, axis);
    }
  }
}

// The fastest axis becomes the row.
static void split_row(Walk *walk) {
  walk->length = 1;
  if (walk->rank == 0) return;
  int last = --walk->rank;
  walk->length = walk->size[last];
  for (int k = 0; k < walk->operand_count; k++)
    walk->step[k] = walk->stride[k][last];
}

void walk_begin(Walk *walk) {
  walk->more = true;
  for (int axis = 0; axis < walk->rank; axis++)
    if (walk->size[axis] == 0) walk->more = false;
  if (!walk->more) return;
  merge_axes(walk);
  split_row(walk);
  memset(walk->index, 0, sizeof walk->index);
  memcpy(walk->position, walk->start, sizeof walk->position);
}

void walk_next(Walk *walk) {
  for (int axis = walk->rank - 1; axis >= 0; axis--) {
    walk->index[axis]++;
    for (int k = 0; k < walk->operand_count; k++)
      walk->position[k] += walk->stride[k][axis];
    if (walk->index[axis] < walk->size[axis]) return;
    walk->index[axis] = 0;
    for (int k = 0; k < walk->operand_count; k++)
      walk->position[k] -= walk->stride[k][axis] * walk->size[axis];
  }
  walk->more = false;
}
