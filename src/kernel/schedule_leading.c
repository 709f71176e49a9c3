// Loads that lead: what only the last loop reads, its slots load one slot ahead, the first of them before the
// row is reduced for the last time. The first slot then waits for no load behind the reduction, and what
// leads takes the registers of two slots, not of all. (Layer norm of 16,384 rows of 1,024 bf16 takes 3% less
// time so.)
//
// Beside rows that are loaded in place, with those of the next tour on their way from memory, a slot is not
// long enough for what comes from the second-level cache: there it comes two slots ahead, through shared
// memory, for which more of the row stays in registers. (Layer norm of rows of 65,536, 131,072 and 262,144
// bf16: 68.3, 70.6 and 75.1 us, one slot ahead 69.6, 73.2 and 78.9; a copy takes 61.5.)
#include "kernel/schedule_body.h"

enum { WORKING_REGISTERS = 16 }; // of a thread, for addresses and what is in use

// Is all that the place of the load depends on known before the loops?
static void find_walked(void *context, int needed) {
  (void)needed;
  *(bool *)context = true;
}

static bool can_lead(const Body *body, int at) {
  const StepPlace *place = &body->places[at];
  const Step *step = &body->nest->steps[at];
  bool later = step->kind == STEP_LOAD && place->used && place->walked && step->pass == 0 &&
               place->loops == (uint32_t)1 << (body->loops - 1);
  bool needs = step->condition != NO_CONDITION;
  nest_each_need(body->nest, at, find_walked, &needs);
  return later && !needs && !place->early && !place->held && !place->unaligned;
}

static bool fits(const Body *body) {
  return body_waiting_registers(body) + WORKING_REGISTERS <= body->registers;
}

// As words of memory either way: one slot ahead in registers, or two in shared memory.
static bool try_leading(Body *body, int at, bool copied) {
  StepPlace *place = &body->places[at], before = *place;
  if (copied ? !body_can_copy(body, at) : !body_can_pack(body, at)) return false;
  place->leads = place->packed = true;
  place->copied = copied;
  body_keep_slots(body);
  if (fits(body)) return true;
  *place = before;
  body_keep_slots(body);
  return false;
}

// Slots that go from the last to the first would need the slot before.
static bool slots_ascend(const Body *body) {
  return !body->mapping.ragged && (body->mapping.walk_exact || !body->packs);
}

void body_place_leading(Body *body) {
  const Mapping *mapping = &body->mapping;
  if (!mapping->persistent || mapping->slots == 1 || body->loops < 2 || !slots_ascend(body)) return;
  for (int i = 0; i < body->nest->step_count; i++) {
    if (!can_lead(body, i)) continue;
    if (mapping->ahead != AHEAD_PLACE || !try_leading(body, i, true)) try_leading(body, i, false);
  }
}
