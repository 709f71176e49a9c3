// Mutation: which value shows a memory's present contents.
#include "graph/core/builder_core.h"

#include <string.h>

void builder_mutated(GraphBuilder *builder, int storage, int value) {
  ValueState *memory = &builder->states.data[storage];
  memory->mutations++;
  memory->newest = value;
  builder->states.data[value].version = memory->mutations;
}

static bool same_place(const Value *a, const Value *b) {
  return a->offset == b->offset && shape_equal(&a->shape, &b->shape) &&
         shape_strides_equal(&a->shape, a->stride, b->stride);
}

// Is every element of the memory of `storage` one of `value`?
static bool covers(const Value *value, const Value *storage) {
  return value->offset == 0 && shape_dense(&value->shape, value->stride) &&
         shape_elements(&value->shape) == shape_extent(&storage->shape, storage->stride);
}

// An as_strided of the newest version, in the place of `value`.
static int view_newest(GraphBuilder *builder, int value, int newest) {
  const Value *stale = &builder->values.data[value];
  const char *name =
      arena_printf(builder->arena, "%s_after_%s", stale->name, builder->values.data[newest].name);
  int64_t existing;
  if (namemap_get(&builder->value_names, name, &existing) && existing >= 0) return (int)existing;
  Attribute attributes[] = {
      {.key = ATTRIBUTE_SHAPE, .count = stale->shape.rank, .integer = stale->shape.size},
      {.key = ATTRIBUTE_STRIDE, .count = stale->shape.rank, .integer = stale->stride},
      {.key = ATTRIBUTE_OFFSET, .count = 1, .integer = &stale->offset},
  };
  OpSpec spec = {
      .name = name,
      .code = OP_AS_STRIDED,
      .operands = &(Operand){.value = newest},
      .operand_count = 1,
      .attributes = attributes,
      .attribute_count = 3,
      .mutates = -1,
  };
  int op = builder_op(builder, &spec, NULL);
  return op == NO_OP ? value : builder_result(builder, op, 0);
}

int builder_newest(GraphBuilder *builder, int value) {
  int storage = builder->values.data[value].storage;
  ValueState *memory = &builder->states.data[storage];
  if (builder->states.data[value].version == memory->mutations) return value;
  const Value *newest = &builder->values.data[memory->newest];
  if (same_place(newest, &builder->values.data[value])) return memory->newest;
  if (covers(newest, &builder->values.data[storage])) return view_newest(builder, value, memory->newest);
  if (!memory->told)
    builder_note(builder, NOTE_OTHER, newest->producer,
                 "%s is read after %s wrote a part of its memory: only the order is kept, not what is read",
                 builder->values.data[value].name, newest->name);
  memory->told = true;
  return value;
}
