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

int emit_line_count(Emitter *emitter) {
  for (; emitter->counted < emitter->text.length; emitter->counted++)
    emitter->line += emitter->text.data[emitter->counted] == '\n';
  return emitter->line;
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

const char *emit_slot_text(const Emitter *emitter) {
  return emitter->view.next_slot ? "next" : "i";
}

const char *emit_block_text(const Emitter *emitter) {
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
