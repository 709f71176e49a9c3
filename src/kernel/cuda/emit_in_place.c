// Rows that are loaded in the place of those before them, see code/pipeline_in_place.c.
#include "kernel/cuda/emit_internal.h"

#include <inttypes.h>

void spell_kept_variable(Emitter *emitter, const CodeNode *node) {
  int at = node->step;
  const Mapping *mapping = &emitter->body->mapping;
  emit_line(emitter, "fb_packed<%s, %d> %s_packed[%d];", kernel_memory_type(emitter->nest->steps[at].stored),
            mapping->vector, emitter->steps[at], emitter->body->kept_slots);
}

// Where in shared memory the current slot is, if it is not in registers.
static void place_text(const Emitter *emitter, int at, Text *out) {
  const Mapping *mapping = &emitter->body->mapping;
  text_printf(out, "%s_ahead + (%s - %d) * %d", emitter->steps[at], emit_slot_text(emitter),
              emitter->body->kept_slots, mapping_threads(mapping) * mapping->vector);
}

void spell_load_in_place(Emitter *emitter, const CodeNode *node) {
  int at = node->step;
  Text place = {0}, address = {0};
  const char *slot = emit_slot_text(emitter);
  place_text(emitter, at, &place);
  step_address(emitter, at, LANE_FIRST, &address);
  emit_line(emitter, "if (%s < %d)", slot, emitter->body->kept_slots);
  emit_line(emitter, "  fb_load(%s_packed[%s], %s);", emitter->steps[at], slot, text_get(&address));
  emit_line(emitter, "else");
  emit_line(emitter, "  fb_copy_ahead<%d>(%s, %s);", emitter->body->mapping.vector, text_get(&place),
            text_get(&address));
  text_free(&place);
  text_free(&address);
}

void emit_unpack_in_place(Emitter *emitter, int at, int pass) {
  Text place = {0};
  const char *slot = emit_slot_text(emitter), *name = emitter->steps[at];
  place_text(emitter, at, &place);
  emit_line(emitter, "%s %s[%d];", emit_type_name(emitter->nest->steps[at].dtype), name,
            emitter->body->mapping.vector);
  int kept = emitter->body->kept_slots;
  bool all_shared = emitter->view.least_slot >= kept;
  if (!all_shared) {
    emit_line(emitter, "if (%s < %d)", slot, kept);
    emit_line(emitter, "  fb_unpack<%d>(%s, %s_packed[%s]);", pass, name, name, slot);
    emit_line(emitter, "else");
  }
  emit_line(emitter, "%sfb_load(%s, %s);", all_shared ? "" : "  ", name, text_get(&place));
  text_free(&place);
}
