// Values to and from memory.
#include "plan/program/program.h"

#include <string.h>

// Calls for every element in logical order with its place in memory.
typedef struct Walk {
  int64_t index[MAX_RANK];
  int64_t place; // elements from the start of the storage
} Walk;

static void walk_next(const Value *value, Walk *walk) {
  for (int axis = value->shape.rank - 1; axis >= 0; axis--) {
    walk->place += value->stride[axis];
    if (++walk->index[axis] < value->shape.size[axis]) return;
    walk->place -= value->stride[axis] * value->shape.size[axis];
    walk->index[axis] = 0;
  }
}

void program_store(DType dtype, void *memory, int64_t place, const double *data, int64_t count) {
  int parts = dtype_parts(dtype);
  for (int part = 0; part < parts; part++)
    dtype_store(dtype_part(dtype), memory, parts * place + part, data[part * count]);
}

void program_pack(const Graph *graph, int value, const double *data, void *memory) {
  const Value *row = &graph->values[value];
  Walk walk = {.place = row->offset};
  int64_t count = shape_elements(&row->shape);
  for (int64_t i = 0; i < count; i++, walk_next(row, &walk))
    program_store(row->dtype, memory, walk.place, data + i, count);
}

void program_unpack(const Graph *graph, int value, const void *memory, double *data) {
  const Value *row = &graph->values[value];
  Walk walk = {.place = row->offset};
  int64_t count = shape_elements(&row->shape);
  int parts = dtype_parts(row->dtype);
  for (int64_t i = 0; i < count; i++, walk_next(row, &walk))
    for (int part = 0; part < parts; part++)
      data[i + part * count] = dtype_load(dtype_part(row->dtype), memory, parts * walk.place + part);
}

int64_t program_value_bytes(const Graph *graph, int value) {
  const Value *row = &graph->values[value];
  int64_t last = 0;
  for (int axis = 0; axis < row->shape.rank; axis++) {
    if (row->shape.size[axis] == 0) return 0;
    last += (row->shape.size[axis] - 1) * row->stride[axis];
  }
  return (last + 1) * dtype_bytes(row->dtype);
}
