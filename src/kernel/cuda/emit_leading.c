// Loads that lead, see code/leading.c: what a slot of the last loop reads is on its way while the one
// before it is stored.
#include "kernel/cuda/emit_internal.h"

static bool leads(const Emitter *emitter, bool copied) {
  for (int i = 0; i < emitter->nest->step_count; i++)
    if (emitter->body.places[i].leads && emitter->body.places[i].copied == copied) return true;
  return false;
}

bool leads_through_shared(const Emitter *emitter) {
  return leads(emitter, true);
}

// The first that leads as the words around it; NO_STEP: none does.
static int first_around(const Emitter *emitter) {
  for (int i = 0; i < emitter->nest->step_count; i++)
    if (body_leads_around(&emitter->body.places[i])) return i;
  return NO_STEP;
}

bool owns_leading(const Emitter *emitter, int pass) {
  return pass == emitter->body.loops - 1 && first_around(emitter) != NO_STEP;
}

static void declare_leading(Emitter *emitter) {
  for (int i = 0; i < emitter->nest->step_count; i++)
    if (emitter->body.places[i].leads && !emitter->body.places[i].copied) emit_packed_declaration(emitter, i);
}

// Of the slot `next`.
static void emit_slot_loads(Emitter *emitter, bool copied) {
  emitter->slot = "next";
  emit_slot_place(emitter, leading_dims(emitter, copied));
  emit_leading(emitter, copied);
  emit_slot_end(emitter);
  emitter->slot = NULL;
}

// ---- before the last loop

static void emit_first_loads(Emitter *emitter) {
  if (!leads(emitter, false) || first_around(emitter) != NO_STEP) return;
  declare_leading(emitter);
  emit_scope_open(emitter);
  emit_line(emitter, "const int next = 0;");
  emit_slot_loads(emitter, false);
  emit_close(emitter);
}

// Rows that come in place are a group of copies in every slot, behind what leads: here they are empty.
static void emit_first_copies(Emitter *emitter) {
  if (!leads(emitter, true)) return;
  text_add(&emitter->text, "#pragma unroll\n");
  emit_open(emitter, "for (int next = 0; next < %d; next++)", LEADING_SLOTS);
  emit_slot_loads(emitter, true);
  emit_line(emitter, "fb_commit_copies();");
  emit_line(emitter, "fb_commit_copies();");
  emit_close(emitter);
}

void emit_first_leading(Emitter *emitter, int pass) {
  if (pass != emitter->body.loops - 2) return;
  emit_first_loads(emitter);
  emit_first_copies(emitter);
}

// ---- in the last loop

// Of a slot after the one that is emitted.
static void emit_later_slot(Emitter *emitter, bool copied, int later) {
  if (!leads(emitter, copied) || emitter->body.mapping.slots <= later) return;
  emit_open(emitter, "if (i + %d < %d)", later, emitter->body.mapping.slots);
  emit_line(emitter, "const int next = i + %d;", later);
  emit_slot_loads(emitter, copied);
  emit_close(emitter);
}

void emit_next_copies(Emitter *emitter) {
  emit_later_slot(emitter, true, LEADING_SLOTS);
}

// From the third slot on, the way that slots go.
static void emit_next_around(Emitter *emitter) {
  int slots = emitter->body.mapping.slots;
  bool descend = slots_descend(emitter);
  emit_open(emitter, "if (0 < i && i < %d)", slots - 1);
  emit_line(emitter, "const int next = i %c 1;", descend ? '-' : '+');
  emit_slot_loads(emitter, false);
  emit_close(emitter);
}

// At the start of a slot: the loads of the next one are issued, and the copies for this one have come.
void emit_next_leading(Emitter *emitter, int pass) {
  if (pass != emitter->body.loops - 1) return;
  if (owns_leading(emitter, pass))
    emit_next_around(emitter);
  else
    emit_later_slot(emitter, false, 1);
  if (leads_through_shared(emitter)) emit_line(emitter, "fb_await_copies<%d>();", 2 * LEADING_SLOTS - 1);
}

// The first two slots.
void emit_own_leading(Emitter *emitter) {
  if (slots_descend(emitter))
    emit_open(emitter, "if (i >= %d)", emitter->body.mapping.slots - 2);
  else
    emit_open(emitter, "if (i < 2)");
  emit_leading(emitter, false);
  emit_close(emitter);
}

void emit_forms_open(Emitter *emitter, int pass) {
  if (emitter->at_ends || !owns_leading(emitter, pass)) return;
  const Step *step = &emitter->nest->steps[first_around(emitter)];
  emit_line(emitter,
            "// What is loaded `head` elements behind aligned vectors begins in any of their words: the "
            "loop has a form for each.");
  emit_line(emitter, "fb_by_word(head * %d, [&](auto word) {", dtype_bytes(step->stored));
  emitter->indent++;
  declare_leading(emitter);
}

void emit_forms_close(Emitter *emitter, int pass) {
  if (emitter->at_ends || !owns_leading(emitter, pass)) return;
  emitter->indent--;
  emit_line(emitter, "});");
}
