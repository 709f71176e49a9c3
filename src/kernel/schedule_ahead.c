// Tours: what stays in registers from one to the next, and what is loaded for the next while a block works on
// one.
#include "kernel/schedule_body.h"

enum {
  RESIDENT_REGISTERS = 88,   // of a thread, for what stays over all tours and the rest of what waits
  RESIDENT_BESIDE_ROWS = 36, // ... where rows fill a multiprocessor with threads of 64 registers
};

void body_place_resident(Body *body) {
  const Nest *nest = body->nest;
  for (int i = 0; i < nest->step_count && body->mapping.tours > 1; i++) {
    StepPlace *place = &body->places[i];
    const Step *step = &nest->steps[i];
    if (step->kind != STEP_LOAD || !place->used || !place->walked || (step->dims & body->mapping.owned))
      continue;
    StepPlace before = *place;
    place->held = place->resident = true;
    place->packed = body_can_pack(body, i);
    place->loops = 0;
    if (body_waiting_registers(body) > (nest->crossed ? RESIDENT_REGISTERS : RESIDENT_BESIDE_ROWS))
      *place = before;
  }
}

static void mark_need(void *context, int needed) {
  (void)needed;
  *(bool *)context = true;
}

// Asynchronous copies move 4, 8 or 16 bytes.
bool body_can_copy(const Body *body, int at) {
  const StepPlace *place = &body->places[at];
  int bytes = body->mapping.vector * dtype_bytes(body->nest->steps[at].stored);
  return place->lanes && place->vectorized && !place->unaligned && bytes >= 4;
}

int64_t body_copied_bytes(const Body *body, int at) {
  const Mapping *mapping = &body->mapping;
  int64_t each = (int64_t)mapping->vector * dtype_bytes(body->nest->steps[at].stored);
  int slots = mapping->slots - (body->places[at].refilled ? mapping_kept_slots(mapping) : 0);
  return body->places[at].copied ? (each * slots * mapping_threads(mapping) + 15) / 16 * 16 : 0;
}

int64_t body_ahead_bytes(const Body *body) {
  int64_t bytes = 0;
  for (int i = 0; i < body->nest->step_count; i++)
    bytes += body_copied_bytes(body, i);
  return bytes;
}

// Rows in place leave what stands beside them to the tour itself.
static bool loads_ahead(const Mapping *mapping) {
  return mapping->ahead == AHEAD_REGISTERS || mapping->ahead == AHEAD_SHARED;
}

void body_place_ahead(Body *body) {
  const Nest *nest = body->nest;
  for (int i = 0; i < nest->step_count && loads_ahead(&body->mapping); i++) {
    StepPlace *place = &body->places[i];
    const Step *step = &nest->steps[i];
    if (step->kind != STEP_LOAD || !place->used || !(step->dims & body->mapping.owned) || step->pass > 0 ||
        place->refilled)
      continue;
    bool needs = step->condition != NO_CONDITION;
    nest_each_need(nest, i, mark_need, &needs);
    if (needs) continue;
    place->ahead = true;
    place->early = false;
    if (!place->walked) continue;
    place->held = true;
    place->packed = body_can_pack(body, i);
    place->copied = body->mapping.ahead == AHEAD_SHARED && body_can_copy(body, i);
    place->once = body->mapping.bypass && place->vectorized && !place->unaligned;
    place->loops = 0;
  }
}
