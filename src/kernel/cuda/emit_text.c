// Lines and braces.
#include "kernel/cuda/emit_internal.h"

#include <stdarg.h>

static void put_indent(Emitter *emitter) {
  for (int i = 0; i < emitter->indent; i++)
    text_add(&emitter->text, "  ");
}

void emit_line(Emitter *emitter, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  put_indent(emitter);
  text_vprintf(&emitter->text, format, arguments);
  text_add(&emitter->text, "\n");
  va_end(arguments);
}

void emit_open(Emitter *emitter, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  put_indent(emitter);
  text_vprintf(&emitter->text, format, arguments);
  text_add(&emitter->text, " {\n");
  emitter->indent++;
  va_end(arguments);
}

void emit_scope_open(Emitter *emitter) {
  emit_line(emitter, "{");
  emitter->indent++;
}

void emit_close(Emitter *emitter) {
  emitter->indent--;
  emit_line(emitter, "}");
}

void emit_lanes_open(Emitter *emitter) {
  text_add(&emitter->text, "#pragma unroll\n");
  emit_open(emitter, "for (int j = 0; j < %d; j++)", emitter->body.mapping.vector);
}

// The last slot of a row may lie beyond it, and what is computed of it then stands behind a branch. ptxas
// would load it there, too, when the others have come; unless it is the first of all. (Norms of 2,048 rows of
// 16,385 bf16 take 6% less so.)
bool slots_descend(const Emitter *emitter) {
  return emitter->body.packs && emitter->body.mapping.trips == 1 && !emitter->at_ends &&
         slot_guarded(emitter);
}

void emit_slots_open(Emitter *emitter) {
  int slots = emitter->body.mapping.slots;
  if (slots == 1) return;
  text_add(&emitter->text, emitter->body.rolled ? "#pragma unroll 1\n" : "#pragma unroll\n");
  if (slots_descend(emitter))
    emit_open(emitter, "for (int i = %d; i >= 0; i--)", slots - 1);
  else
    emit_open(emitter, "for (int i = 0; i < %d; i++)", slots);
}

const char *slot_text(const Emitter *emitter) {
  return emitter->slot ? emitter->slot : "i";
}

void emit_slots_close(Emitter *emitter) {
  if (emitter->body.mapping.slots > 1) emit_close(emitter);
}

const char *block_text(const Emitter *emitter) {
  return emitter->is_part ? "block" : "blockIdx.x";
}

void emit_shared_variable(Emitter *emitter, const char *type, const char *name, const char *extent) {
  if (!emitter->is_part) {
    emit_line(emitter, "__shared__ %s %s%s;", type, name, extent);
    return;
  }
  text_printf(&emitter->shared_fields, "  %s %s%s;\n", type, name, extent);
  emit_line(emitter, "auto &%s = memory.%s;", name, name);
}
