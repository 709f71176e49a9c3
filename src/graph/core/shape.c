#include "graph/core/graph.h"

#include <stdio.h>

// Of shapes that were not checked yet, products may pass the largest integer: they stay there.
static int64_t times(int64_t a, int64_t b) {
  int64_t product;
  return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

int64_t shape_elements(const Shape *shape) {
  int64_t count = 1;
  for (int i = 0; i < shape->rank; i++)
    count = times(count, shape->size[i]);
  return count;
}

bool shape_equal(const Shape *a, const Shape *b) {
  if (a->rank != b->rank) return false;
  for (int i = 0; i < a->rank; i++)
    if (a->size[i] != b->size[i]) return false;
  return true;
}

void shape_contiguous(const Shape *shape, int64_t stride[MAX_RANK]) {
  int64_t next = 1;
  for (int i = shape->rank; i-- > 0;) {
    stride[i] = next;
    if (shape->size[i] > 1) next = times(next, shape->size[i]);
  }
}

const char *shape_text(const Shape *shape, char out[160]) {
  int length = snprintf(out, 160, "[");
  for (int i = 0; i < shape->rank && length < 140; i++)
    length +=
        snprintf(out + length, 160 - (size_t)length, "%s%lld", i ? ", " : "", (long long)shape->size[i]);
  snprintf(out + length, 160 - (size_t)length, "]");
  return out;
}

bool shape_check(const Shape *shape, Status *status) {
  int64_t count = 1;
  for (int i = 0; i < shape->rank; i++) {
    int64_t size = shape->size[i];
    if (size < 0)
      return status_fail(status, STATUS_INPUT, "axis %d has the negative size %lld", i, (long long)size);
    if (size > MAX_ELEMENTS || (size && count > MAX_ELEMENTS / size))
      return status_fail(status, STATUS_INPUT, "too many elements: more than 2^48 in one tensor");
    if (size)
      count *= size; // an empty tensor with absurd other sizes is refused too: its strides would overflow
  }
  return true;
}

bool shape_dense(const Shape *shape, const int64_t stride[]) {
  bool used[MAX_RANK] = {false};
  int64_t next = 1;
  for (int placed = 0; placed < shape->rank; placed++) {
    int axis = -1;
    for (int i = 0; i < shape->rank && axis < 0; i++)
      if (!used[i] && (shape->size[i] <= 1 || stride[i] == next)) axis = i;
    if (axis < 0) return shape_elements(shape) == 0;
    used[axis] = true;
    if (shape->size[axis] > 1) next *= shape->size[axis];
  }
  return true;
}

int64_t shape_extent(const Shape *shape, const int64_t stride[]) {
  int64_t last = 0;
  for (int i = 0; i < shape->rank; i++) {
    if (shape->size[i] == 0) return 0;
    last += (shape->size[i] - 1) * stride[i];
  }
  return last + 1;
}

bool shape_strides_equal(const Shape *shape, const int64_t a[], const int64_t b[]) {
  if (shape_elements(shape) == 0) return true;
  for (int i = 0; i < shape->rank; i++)
    if (shape->size[i] > 1 && a[i] != b[i]) return false;
  return true;
}
