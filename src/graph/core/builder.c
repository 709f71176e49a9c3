// Making a graph: what it is called, its sizes, what leaves it, notes.
#include "graph/core/builder_core.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *builder_clean_copy(const GraphBuilder *builder, const char *text) {
  if (!text) return NULL;
  char *copy = arena_strdup(builder->arena, text);
  text_sanitize(copy);
  return copy;
}

GraphBuilder *builder_new(const char *name, const char *file) {
  GraphBuilder *builder = memory_alloc(sizeof *builder);
  builder->arena = arena_new();
  builder->name = builder_clean_copy(builder, name ? name : "graph");
  builder->file = arena_strdup(builder->arena, file ? file : "");
  return builder;
}

void builder_free(GraphBuilder *builder) {
  if (!builder) return;
  vector_free(&builder->values);
  vector_free(&builder->states);
  vector_free(&builder->ops);
  vector_free(&builder->inputs);
  vector_free(&builder->outputs);
  vector_free(&builder->sizes);
  vector_free(&builder->notes);
  namemap_free(&builder->op_names);
  namemap_free(&builder->value_names);
  arena_free(builder->arena);
  free(builder);
}

Arena *builder_arena(GraphBuilder *builder) {
  return builder->arena;
}

void builder_about(GraphBuilder *builder, const char *about) {
  builder->about = builder_clean_copy(builder, about);
}

void builder_size(GraphBuilder *builder, const char *name, int64_t value) {
  vector_push(&builder->sizes, (NamedSize){arena_strdup(builder->arena, name), value});
}

int builder_find_value(const GraphBuilder *builder, const char *name) {
  int64_t value;
  // A name is kept clean; the file that gave it may use it as it wrote it.
  bool known = namemap_get(&builder->value_names, name, &value) ||
               namemap_get(&builder->value_names, builder_clean_copy(builder, name), &value);
  return known ? (int)value : NO_VALUE;
}

const char *builder_nearest_value(const GraphBuilder *builder, const char *name) {
  return namemap_nearest(&builder->value_names, name);
}

const Value *builder_value(GraphBuilder *builder, int value) {
  return &builder->values.data[value];
}

int builder_result(GraphBuilder *builder, int op, int result) {
  return builder->ops.data[op].first_result + result;
}

void builder_output(GraphBuilder *builder, int value) {
  vector_push(&builder->outputs, value == NO_VALUE ? NO_VALUE : builder_newest(builder, value));
}

void builder_note(GraphBuilder *builder, NoteKind kind, int op, const char *format, ...) {
  Text text = {0};
  va_list arguments;
  va_start(arguments, format);
  text_vprintf(&text, format, arguments);
  va_end(arguments);
  vector_push(&builder->notes, (Note){kind, op, arena_strdup(builder->arena, text_get(&text))});
  text_free(&text);
}

void builder_size_name(GraphBuilder *builder, int value, int axis, const char *name) {
  Value *named = &builder->values.data[value];
  if (axis < 0 || axis >= named->shape.rank) return;
  named->size_name[axis] = name ? arena_strdup(builder->arena, name) : NULL;
}
