// Tensors as strides over memory: which element lies at which place of a storage. For as_strided, and for
// writes that other names of the same memory must see.
#include <stdlib.h>

#include "graph/evaluate/internal.h"

// Places [first, first + count) of a storage; the element of a tensor that lies at each, -1 for none.
typedef struct Memory {
  int64_t *element;
  int64_t first, count;
} Memory;

static void memory_span(Memory *memory, const Shape *shape, const int64_t *stride, int64_t offset) {
  int64_t low = offset, high = offset;
  for (int axis = 0; axis < shape->rank; axis++) {
    int64_t reach = (shape->size[axis] - 1) * stride[axis];
    if (reach < 0) low += reach;
    if (reach > 0) high += reach;
  }
  memory->first = low;
  memory->count = shape_elements(shape) == 0 ? 0 : high - low + 1;
}

static Memory memory_of(const Value *value) {
  Memory memory = {0};
  int64_t own[MAX_RANK] = {0};
  memory_span(&memory, &value->shape, value->stride, value->offset);
  memory.element = memory_alloc(((size_t)memory.count + 1) * sizeof(int64_t));
  for (int64_t i = 0; i < memory.count; i++)
    memory.element[i] = -1;
  tensor_strides(&value->shape, own);
  Walk walk;
  walk_init(&walk, &value->shape);
  walk_add(&walk, value->stride, value->offset - memory.first);
  walk_add(&walk, own, 0);
  for (walk_begin(&walk); walk.more; walk_next(&walk))
    for (int64_t i = 0; i < walk.length; i++)
      memory.element[walk.position[0] + i * walk.step[0]] = walk.position[1] + i * walk.step[1];
  return memory;
}

static int64_t memory_at(const Memory *memory, int64_t place) {
  return place >= 0 && place < memory->count ? memory->element[place] : -1;
}

// For every index of `shape` laid over memory by `stride` and `offset`, in row order: the element there.
// False when one has none.
static bool find_elements(const Memory *memory, const Shape *shape, const int64_t *stride, int64_t offset,
                          int64_t *element) {
  int64_t own[MAX_RANK] = {0};
  tensor_strides(shape, own);
  bool all = true;
  Walk walk;
  walk_init(&walk, shape);
  walk_add(&walk, stride, offset - memory->first);
  walk_add(&walk, own, 0);
  for (walk_begin(&walk); walk.more; walk_next(&walk)) {
    for (int64_t i = 0; i < walk.length; i++) {
      int64_t found = memory_at(memory, walk.position[0] + i * walk.step[0]);
      element[walk.position[1] + i * walk.step[1]] = found;
      all = all && found >= 0;
    }
  }
  return all;
}

void tensor_overwrite(Tensor *tensor, const Value *value, const Tensor *written, const Value *written_value) {
  if (!value->strided || !written_value->strided) return;
  Memory memory = memory_of(written_value);
  int64_t count = tensor_elements(tensor), other = tensor_elements(written);
  int64_t *element = memory_alloc(((size_t)count + 1) * sizeof(int64_t));
  find_elements(&memory, &value->shape, value->stride, value->offset, element);
  for (int64_t part = 0; part < dtype_parts(tensor->dtype); part++)
    for (int64_t i = 0; i < count; i++)
      if (element[i] >= 0) tensor->data[part * count + i] = written->data[part * other + element[i]];
  free(element);
  free(memory.element);
}

// The elements of operand 0 that `shape` shows under the op's stride and offset; free the list. NULL with a
// message when some lie outside of the operand.
static int64_t *strided_elements(const EvaluateCall *call, const Shape *shape) {
  const Value *value = &call->graph->values[call->op->operands[0].value];
  if (!value->strided) {
    status_fail(call->status, STATUS_INPUT, "%s: the operand's place in memory is unknown", call->op->name);
    return NULL;
  }
  int64_t stride[MAX_RANK] = {0};
  for (int axis = 0; axis < shape->rank; axis++)
    stride[axis] = evaluate_entry(call, ATTRIBUTE_STRIDE, axis, 1);
  Memory memory = memory_of(value);
  int64_t *element = memory_alloc((size_t)(shape_elements(shape) + 1) * sizeof(int64_t));
  bool inside =
      find_elements(&memory, shape, stride, op_integer(call->op, ATTRIBUTE_OFFSET, value->offset), element);
  free(memory.element);
  if (inside) return element;
  free(element);
  status_fail(call->status, STATUS_INPUT, "%s: reaches memory outside of its operand", call->op->name);
  return NULL;
}

bool evaluate_as_strided(const EvaluateCall *call) {
  Tensor *result = &call->results[0];
  int64_t *element = strided_elements(call, &result->shape);
  if (!element) return false;
  int64_t count = tensor_elements(result);
  for (int64_t i = 0; i < count; i++)
    result->data[i] = call->operands[0]->data[element[i]];
  free(element);
  return true;
}

bool evaluate_as_strided_scatter(const EvaluateCall *call) {
  const Tensor *part = call->operands[1];
  tensor_copy(&call->results[0], call->operands[0]);
  int64_t *element = strided_elements(call, &part->shape);
  if (!element) return false;
  int64_t count = tensor_elements(part);
  for (int64_t i = 0; i < count; i++)
    call->results[0].data[element[i]] = part->data[i];
  free(element);
  return true;
}
