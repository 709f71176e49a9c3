// Rows whose length is no multiple of the vector: where their vectors lie, and the elements at their ends.
#include "kernel/cuda/emit_internal.h"

#include <inttypes.h>

const char *emit_lane_guard(const Emitter *emitter) {
  const Mapping *mapping = &emitter->body->mapping;
  if (!mapping->ragged || mapping->peeled) return NULL;
  return mapping->shifted ? "first <= j && j < last" : "j < last";
}

// How far the row begins behind a multiple of the vector.
static void shift_text(const Emitter *emitter, Text *out) {
  const Mapping *mapping = &emitter->body->mapping;
  for (int dim = 0; dim < emitter->nest->dim_count; dim++) {
    int64_t scale = mapping->shift_scale[dim] % mapping->vector;
    if (scale) text_printf(out, "d%d * %" PRId64 " + ", dim, scale < 0 ? scale + mapping->vector : scale);
  }
  int64_t constant = mapping->shift_constant % mapping->vector;
  text_printf(out, "%" PRId64, constant < 0 ? constant + mapping->vector : constant);
}

void emit_ragged_rows(Emitter *emitter) {
  const Mapping *mapping = &emitter->body->mapping;
  if (!mapping->shifted) return;
  Text shift = {0};
  shift_text(emitter, &shift);
  if (mapping->peeled) {
    emit_line(emitter,
              "// The row has `head` elements up to the first aligned vector, and less than a vector "
              "behind the last one.");
    emit_line(emitter, "const int head = (int)-(%s) & %d;", text_get(&shift), mapping->vector - 1);
    emit_line(emitter, "const %s vectors = (%" PRId64 " - head) / %d;", index_type(emitter),
              mapping->walk_elements, mapping->vector);
    emit_line(emitter, "const int ends = (int)(%" PRId64 " - vectors * %d);", mapping->walk_elements,
              mapping->vector);
  } else {
    emit_line(emitter, "const int shift = (int)(%s) & %d;", text_get(&shift), mapping->vector - 1);
  }
  text_free(&shift);
}

void spell_ragged_unit(Emitter *emitter, const CodeNode *node) {
  (void)node;
  const Mapping *mapping = &emitter->body->mapping;
  const char *type = index_type(emitter), *shifted = mapping->peeled ? " + head" : " - shift";
  emit_line(emitter, "const %s start = walk * %d%s;", type, mapping->vector, mapping->shifted ? shifted : "");
  if (mapping->peeled) return;
  int64_t whole = mapping_whole_slots(mapping);
  if (mapping->shifted)
    emit_line(emitter, "const int first = %sstart < 0 ? (int)-start : 0;", whole > 0 ? "i == 0 && " : "");
  Text all = {0};
  if (whole > 0) text_printf(&all, "i < %" PRId64 " || ", whole);
  emit_line(emitter, "const int last = %s%" PRId64 " - start >= %d ? %d : (int)(%" PRId64 " - start);",
            text_get(&all), mapping->walk_elements, mapping->vector, mapping->vector, mapping->walk_elements);
  text_free(&all);
}

static const char *end_text(const Emitter *emitter) {
  return emitter->body->mapping.slots > 1 ? "end" : "lane";
}

void spell_end_number(Emitter *emitter, const CodeNode *node) {
  (void)node;
  emit_line(emitter, "const int end = i * %d + lane;", emitter->body->mapping.walk_lanes);
}

void spell_end_exists(Emitter *emitter, const CodeNode *node) {
  (void)node;
  const Mapping *mapping = &emitter->body->mapping;
  Text most = {0};
  if (mapping->shifted)
    text_add(&most, "ends");
  else
    text_printf(&most, "%d", mapping->most_ends);
  emit_open(emitter, "if (%s < %s%s)", end_text(emitter), text_get(&most),
            mapping->splits > 1 ? " && split == 0" : "");
  text_free(&most);
}

void spell_end_dims(Emitter *emitter, const CodeNode *node) {
  const Mapping *mapping = &emitter->body->mapping, *walk = &emitter->code->body.mapping;
  const char *type = index_type(emitter), *end = end_text(emitter);
  if (mapping->shifted)
    emit_line(emitter, "const %s start = %s < head ? %s : vectors * %d + %s;", type, end, end, walk->vector,
              end);
  else
    emit_line(emitter, "const %s start = %" PRId64 " + %s;", type, walk->walk_units * walk->vector, end);
  emit_decode(emitter, "start", mapping->walked, node->dims, false);
}
