// Variables: where a value lives, and how it gets from one to another.
#include "kernel/cuda/emit_internal.h"

static bool is_next(const Emitter *emitter, int at) {
  return emitter->view.next_tile && pipelines_tile(&emitter->body->places[at]);
}

static void name_text(const Emitter *emitter, int at, Text *out) {
  bool ends = emitter->body == &emitter->code->ends && body_declared_before(emitter->body, at);
  text_printf(out, ends ? "%s_end" : is_next(emitter, at) ? "%s_next" : "%s", emitter->steps[at]);
}

static void packed_name(const Emitter *emitter, int at, Text *out) {
  text_printf(out, is_next(emitter, at) ? "%s_next" : "%s_packed", emitter->steps[at]);
}

void emit_packed_text(const Emitter *emitter, int at, Text *out) {
  packed_name(emitter, at, out);
  if (body_slots_apart(emitter->body, at)) text_printf(out, "[%s]", emit_slot_text(emitter));
}

void spell_turn_over(Emitter *emitter, const CodeNode *node) {
  int at = node->step;
  Text name = {0};
  (emitter->body->places[at].packed ? packed_name : name_text)(emitter, at, &name);
  emit_line(emitter, "fb_take(%s, %s_next);", text_get(&name), emitter->steps[at]);
  text_free(&name);
}

void spell_packed_variable(Emitter *emitter, const CodeNode *node) {
  int at = node->step;
  const Mapping *mapping = &emitter->body->mapping;
  Text name = {0};
  packed_name(emitter, at, &name);
  if (body_slots_apart(emitter->body, at)) text_printf(&name, "[%d]", mapping->slots);
  const char *type = pipelines_words(&emitter->body->places[at]) ? "fb_around" : "fb_packed";
  emit_line(emitter, "%s<%s, %d> %s;", type, kernel_memory_type(emitter->body->places[at].kept),
            mapping->vector, text_get(&name));
  text_free(&name);
}

// What is held packed and read in a loop, for the current slot.
static void unpack(Emitter *emitter, int at, int pass) {
  const StepPlace *place = &emitter->body->places[at];
  Text packed = {0};
  (pipelines_through_shared(place) && pipelines_slot(place) ? emit_copy_text : emit_packed_text)(emitter, at,
                                                                                                 &packed);
  emit_line(emitter, "%s %s[%d];", emit_type_name(emitter->nest->steps[at].dtype), emitter->steps[at],
            emitter->body->mapping.vector);
  if (pipelines_through_shared(place) && pipelines_slot(place))
    emit_line(emitter, "fb_load(%s, %s);", emitter->steps[at], text_get(&packed));
  else if (body_held(place))
    emit_line(emitter, "fb_unpack<%d>(%s, %s);", pass, emitter->steps[at], text_get(&packed));
  else
    emit_line(emitter, "fb_unpack(%s, %s%s);", emitter->steps[at], text_get(&packed),
              emit_around_arguments(emitter, at));
  text_free(&packed);
}

void spell_unpack(Emitter *emitter, const CodeNode *node) {
  bool in_place = pipelines_in_place(&emitter->body->places[node->step]);
  (in_place ? emit_unpack_in_place : unpack)(emitter, node->step, (int)node->number);
}

void spell_variable(Emitter *emitter, const CodeNode *node) {
  int at = node->step;
  const StepPlace *place = &emitter->body->places[at];
  const char *type = emit_type_name(emitter->nest->steps[at].dtype);
  const Mapping *mapping = &emitter->body->mapping;
  Text text = {0};
  name_text(emitter, at, &text);
  const char *name = text_get(&text);
  if (body_has_slots(emitter->body, at) && place->array)
    emit_line(emitter, "%s %s[%d][%d];", type, name, mapping->slots, mapping->vector);
  else if (body_has_slots(emitter->body, at) || place->array)
    emit_line(emitter, "%s %s[%d];", type, name, place->array ? mapping->vector : mapping->slots);
  else
    emit_line(emitter, "%s %s;", type, name);
  text_free(&text);
}

void emit_array_text(const Emitter *emitter, int at, Text *out) {
  name_text(emitter, at, out);
  if (body_has_slots(emitter->body, at)) text_add(out, "[i]");
}
