// Loads that lead, see leading.c: what a slot of the last loop reads is on its way while the one before it is
// stored.
#include "kernel/code/build_group.h"

static Group gather_leading(const Builder *builder, bool copied) {
  const Body *body = builder->view.body;
  Group group = group_new(builder);
  for (int i = 0; i < body->nest->step_count; i++)
    if (body->places[i].leads && body->places[i].copied == copied) group_add(&group, i);
  return group;
}

uint32_t leading_dims(const Builder *builder, bool copied) {
  Group loads = gather_leading(builder, copied);
  return group_dims(builder->view.body, &loads);
}

void build_leading(Builder *builder, bool copied) {
  Group loads = gather_leading(builder, copied);
  build_group(builder, &loads);
}

static void declare_leading(Builder *builder) {
  const Body *body = builder->view.body;
  for (int i = 0; i < body->nest->step_count; i++)
    if (body->places[i].leads && !body->places[i].copied) build_add(builder, FORM_PACKED_VARIABLE, i);
}

// Of the slot `next`.
static void build_slot_loads(Builder *builder, bool copied) {
  builder->view.next_slot = true;
  build_slot_place(builder, leading_dims(builder, copied));
  build_leading(builder, copied);
  build_slot_end(builder);
  builder->view.next_slot = false;
}

// ---- before the last loop

static void build_first_loads(Builder *builder) {
  const Body *body = builder->view.body;
  if (!body_leads(body, false) || body_first_around(body) != NO_STEP) return;
  declare_leading(builder);
  build_scope_open(builder);
  build_add(builder, FORM_FIRST_SLOT, NO_STEP);
  build_slot_loads(builder, false);
  build_close(builder);
}

// Rows that come in place are a group of copies in every slot, behind what leads: here they are empty.
static void build_first_copies(Builder *builder) {
  if (!body_leads(builder->view.body, true)) return;
  build_loop(builder, FORM_NEXT_SLOTS, 0, LEADING_SLOTS)->unrolled = true;
  build_slot_loads(builder, true);
  build_add(builder, FORM_COMMIT, NO_STEP);
  build_add(builder, FORM_COMMIT, NO_STEP);
  build_close(builder);
}

void build_first_leading(Builder *builder, int pass) {
  if (pass != builder->view.body->loops - 2) return;
  build_first_loads(builder);
  build_first_copies(builder);
}

// ---- in the last loop

// Of a slot after the one that is at hand.
static void build_later_slot(Builder *builder, bool copied, int later) {
  const Body *body = builder->view.body;
  if (!body_leads(body, copied) || body->mapping.slots <= later) return;
  build_open(builder, FORM_LATER_SLOT)->number = later;
  build_number(builder, FORM_NEXT_SLOT, later);
  build_slot_loads(builder, copied);
  build_close(builder);
}

void build_next_copies(Builder *builder) {
  build_later_slot(builder, true, LEADING_SLOTS);
}

// From the third slot on, the way that slots go.
static void build_next_around(Builder *builder) {
  build_open(builder, FORM_BETWEEN_SLOTS);
  build_number(builder, FORM_NEXT_SLOT, body_slots_descend(builder->view.body) ? -1 : 1);
  build_slot_loads(builder, false);
  build_close(builder);
}

// At the start of a slot: the loads of the next one are issued, and the copies for this one have come.
void build_next_leading(Builder *builder, int pass) {
  const Body *body = builder->view.body;
  if (pass != body->loops - 1) return;
  if (body_owns_leading(body, pass))
    build_next_around(builder);
  else
    build_later_slot(builder, false, 1);
  if (body_leads(body, true)) build_number(builder, FORM_AWAIT, 2 * LEADING_SLOTS - 1);
}

// The first two slots.
void build_own_leading(Builder *builder) {
  build_open(builder, FORM_FIRST_SLOTS)->descends = body_slots_descend(builder->view.body);
  build_leading(builder, false);
  build_close(builder);
}

static bool has_forms(const Builder *builder, int pass) {
  const Body *body = builder->view.body;
  return body != &builder->code->ends && body_owns_leading(body, pass);
}

void build_forms_open(Builder *builder, int pass) {
  if (!has_forms(builder, pass)) return;
  build_add(builder, FORM_SAY_FORMS, NO_STEP);
  build_open(builder, FORM_WORD_FORMS)->step = body_first_around(builder->view.body);
  declare_leading(builder);
}

void build_forms_close(Builder *builder, int pass) {
  if (has_forms(builder, pass)) build_close(builder);
}
