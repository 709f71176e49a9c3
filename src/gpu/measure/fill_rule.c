// Choosing how inputs are filled.
#include "gpu/measure/fill_rule.h"

#include "base/file.h"
#include "base/hash.h"
#include "graph/evaluate/evaluate.h"
#include "plan/program/program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  FREE_RANGE = 8,
  STEPS_MOST = 8
}; // integers that nobody bounds; views and casts between a weight and its product

// The summed size of the product that has `operand` of `op` on its right, or 0.
static int64_t summed_size(const Graph *graph, const Op *op, int operand) {
  bool right =
      ((op->code == OP_MM || op->code == OP_BMM) && operand == 1) || (op->code == OP_ADDMM && operand == 2);
  if (!right) return 0;
  const Shape *shape = &graph->values[op->operands[operand].value].shape;
  return shape->rank >= 2 ? shape->size[shape->rank - 2] : 0;
}

// Follows the first readers of a value through views and casts to a product.
static int64_t weight_size(const Graph *graph, int value) {
  for (int step = 0; step < STEPS_MOST; step++) {
    const Value *reached = &graph->values[value];
    if (!reached->reader_count) return 0;
    const Op *op = &graph->ops[reached->readers[0].op];
    int64_t size = summed_size(graph, op, reached->readers[0].operand);
    if (size || (!op->is_view && op->code != OP_CAST)) return size;
    value = op->first_result;
  }
  return 0;
}

static void fill_floats(const Graph *graph, int value, const ValueRole *role, RunBuffer *buffer) {
  buffer->fill = role->positive ? FILL_POSITIVE : FILL_NORMAL;
  int64_t size = graph->values[value].producer == NO_OP ? weight_size(graph, value) : 0;
  buffer->scale = size > 0 ? 1 / sqrt((double)size) : 1;
}

static void fill_range(int64_t low, int64_t high, RunBuffer *buffer) {
  buffer->fill = FILL_INTEGER;
  buffer->low = low;
  buffer->high = high > low ? high : low + 1;
}

static bool write_contents(const Graph *graph, int value, uint64_t seed, int64_t bytes, const char *path,
                           Status *status) {
  double *data = memory_alloc((size_t)value_numbers(&graph->values[value]) * sizeof *data + 1);
  void *memory = memory_alloc((size_t)bytes + 1);
  evaluate_fill(graph, value, seed, data);
  program_pack(graph, value, data, memory);
  bool good = file_write(path, memory, (size_t)bytes, status);
  free(memory);
  free(data);
  return good;
}

static bool fill_from_file(const Graph *graph, int value, uint64_t seed, const char *folder, Arena *arena,
                           RunBuffer *buffer, Status *status) {
  if (!folder)
    return status_fail(status, STATUS_INPUT,
                       "a harness cannot make up what %s may hold: time the plan instead",
                       graph->values[value].name);
  buffer->fill = FILL_FILE;
  buffer->path = arena_printf(arena, "%s/value%d", folder, value);
  return file_exists(buffer->path) || write_contents(graph, value, seed, buffer->bytes, buffer->path, status);
}

bool fill_rule(const Graph *graph, int storage, uint64_t seed, const char *folder, Arena *arena,
               RunBuffer *buffer, Status *status) {
  const Value *value = &graph->values[storage];
  ValueRole role = value_role(graph, storage);
  uint64_t hash = hash_string(hash_integer(HASH_START, (int64_t)seed), value->name);
  buffer->seed = (int64_t)(hash >> 1);
  switch (dtype_kind(value->dtype)) {
    case DTYPE_IS_BOOL:
      fill_range(0, 2, buffer);
      return true;
    case DTYPE_IS_INTEGER:
      break;
    default:
      if (role.step) return fill_from_file(graph, storage, seed, folder, arena, buffer, status);
      fill_floats(graph, storage, &role, buffer);
      return true;
  }
  const Op *producer = graph_producer(graph, storage);
  const IntegerRange range = dtype_range(value->dtype);
  bool packed = dtype_bits(value->dtype) == BITS_STORAGE; // moved only: all bits count
  bool distinct = role.distinct > 1 && folder;
  if (role.seed || role.window || distinct || (producer && producer->code == OP_SEEDS))
    return fill_from_file(graph, storage, seed, folder, arena, buffer, status);
  if (role.bounded)
    fill_range(role.low, role.high, buffer);
  else
    fill_range(range.low < 0 ? -FREE_RANGE : 0, packed ? range.high + 1 : FREE_RANGE, buffer);
  return true;
}
