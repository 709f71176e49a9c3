// Loads whose stages are slots, see pipeline_slots.c: what a slot of the last loop reads is on its way while
// the one before it is stored.
#include "kernel/code/build_group.h"

static Group gather_pipelined(const Builder *builder, bool shared) {
  const Body *body = builder->view.body;
  Group group = group_new(builder);
  for (int i = 0; i < body->nest->step_count; i++)
    if (pipelines_slot(&body->places[i]) && pipelines_through_shared(&body->places[i]) == shared)
      group_add(&group, i);
  return group;
}

uint32_t build_pipelined_dims(const Builder *builder, bool shared) {
  Group loads = gather_pipelined(builder, shared);
  return group_dims(builder->view.body, &loads);
}

void build_pipelined(Builder *builder, bool shared) {
  Group loads = gather_pipelined(builder, shared);
  build_group(builder, &loads);
}

static void declare_pipelined(Builder *builder) {
  const Body *body = builder->view.body;
  for (int i = 0; i < body->nest->step_count; i++)
    if (pipelines_slot(&body->places[i]) && !pipelines_through_shared(&body->places[i]))
      build_add(builder, FORM_PACKED_VARIABLE, i);
}

// Of the slot `next`.
static void build_slot_loads(Builder *builder, bool shared) {
  builder->view.next_slot = true;
  build_slot_place(builder, build_pipelined_dims(builder, shared));
  build_pipelined(builder, shared);
  build_slot_end(builder);
  builder->view.next_slot = false;
}

// ---- before the last loop

static void build_first_loads(Builder *builder) {
  const Body *body = builder->view.body;
  if (!body_pipelines_slots(body, false) || body_first_around(body) != NO_STEP) return;
  declare_pipelined(builder);
  build_scope_open(builder);
  build_add(builder, FORM_FIRST_SLOT, NO_STEP);
  build_slot_loads(builder, false);
  build_close(builder);
}

// Rows that come in place are a group of copies in every slot, behind those of later slots: here they are
// empty.
static void build_first_copies(Builder *builder) {
  if (!body_pipelines_slots(builder->view.body, true)) return;
  build_loop(builder, FORM_NEXT_SLOTS, 0, PIPELINE_SLOTS)->unrolled = true;
  build_slot_loads(builder, true);
  build_add(builder, FORM_COMMIT, NO_STEP);
  build_add(builder, FORM_COMMIT, NO_STEP);
  build_close(builder);
}

void build_first_pipelined(Builder *builder, int pass) {
  if (pass != builder->view.body->loops - 2) return;
  build_first_loads(builder);
  build_first_copies(builder);
}

// ---- in the last loop

// Of a slot after the one that is at hand.
static void build_later_slot(Builder *builder, bool shared, int later) {
  const Body *body = builder->view.body;
  if (!body_pipelines_slots(body, shared) || body->mapping.slots <= later) return;
  build_open(builder, FORM_LATER_SLOT)->number = later;
  build_number(builder, FORM_NEXT_SLOT, later);
  build_slot_loads(builder, shared);
  build_close(builder);
}

void build_next_copies(Builder *builder) {
  build_later_slot(builder, true, PIPELINE_SLOTS);
}

// From the third slot on, the way that slots go.
static void build_next_around(Builder *builder) {
  build_open(builder, FORM_BETWEEN_SLOTS);
  build_number(builder, FORM_NEXT_SLOT, body_slots_descend(builder->view.body) ? -1 : 1);
  build_slot_loads(builder, false);
  build_close(builder);
}

// At the start of a slot: the loads of the next one are issued, and the copies for this one have come.
void build_next_pipelined(Builder *builder, int pass) {
  const Body *body = builder->view.body;
  if (pass != body->loops - 1) return;
  if (body_loads_own_slots(body, pass))
    build_next_around(builder);
  else
    build_later_slot(builder, false, 1);
  if (body_pipelines_slots(body, true)) build_number(builder, FORM_AWAIT, 2 * PIPELINE_SLOTS - 1);
}

// The first two slots.
void build_own_loads(Builder *builder) {
  build_open(builder, FORM_FIRST_SLOTS)->descends = body_slots_descend(builder->view.body);
  build_pipelined(builder, false);
  build_close(builder);
}

static bool has_forms(const Builder *builder, int pass) {
  const Body *body = builder->view.body;
  return body != &builder->code->ends && body_loads_own_slots(body, pass);
}

void build_forms_open(Builder *builder, int pass) {
  if (!has_forms(builder, pass)) return;
  build_add(builder, FORM_SAY_FORMS, NO_STEP);
  build_open(builder, FORM_WORD_FORMS)->step = body_first_around(builder->view.body);
  declare_pipelined(builder);
}

void build_forms_close(Builder *builder, int pass) {
  if (has_forms(builder, pass)) build_close(builder);
}
