// Loads that lead: what only the last loop reads, its slots load one slot ahead, the first of them before the
// row is reduced for the last time. The first slot then waits for no load behind the reduction, and what
// leads takes the registers of two slots, not of all.
//
// Beside rows that are loaded in place, with those of the next tile on their way from memory, a slot is not
// long enough for what comes from the second-level cache: there it comes two slots ahead, through shared
// memory, for which more of the row stays in registers.
//
// Pairs (pair_loads.c) lead as the words around them, in half as many registers again. The row leaves no room
// for two slots of those until the first slot is stored: the first two load for themselves. Where rows share
// a block, which of them it is takes the registers that are left: rows of 1,023 would spill.
#include "kernel/code/passes_internal.h"

enum {
  WORKING_REGISTERS = 16, // of a thread, for addresses and what is in use
  WORKING_AROUND = 12,    // ... where one address serves a pair
  FEWEST_SLOTS = 3,       // with pairs that lead
};

bool body_leads_around(const StepPlace *place) {
  return place->leads && place->paired;
}

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
  return later && !needs && !place->early && !place->held;
}

static bool fits(const Body *body, int working) {
  return body_waiting_registers(body) + working <= body->registers;
}

// As words of memory either way: one slot ahead in registers, or two in shared memory.
static bool try_leading(Body *body, int at, bool copied) {
  StepPlace *place = &body->places[at], before = *place;
  if (copied ? !body_can_copy(body, at) : !body_can_pack(body, at)) return false;
  place->leads = place->packed = true;
  place->copied = copied;
  body_keep_slots(body);
  if (fits(body, WORKING_REGISTERS)) return true;
  *place = before;
  body_keep_slots(body);
  return false;
}

// Slots that go from the last to the first would need the slot before.
static bool slots_ascend(const Body *body) {
  return !body->mapping.ragged && (body->mapping.walk_exact || !body->packs);
}

static void lead_alone(Body *body, int at) {
  if (body->places[at].unaligned || !slots_ascend(body) || !can_lead(body, at)) return;
  if (body->mapping.ahead != AHEAD_PLACE || !try_leading(body, at, true)) try_leading(body, at, false);
}

static void set_leading(StepPlace *place, bool leads) {
  place->leads = place->packed = leads;
}

// Both, once the second of them is come to.
static void lead_together(Body *body, int at) {
  StepPlace *second = &body->places[at], *first = &body->places[second->pair];
  if (second->pair > at || body->mapping.slots < FEWEST_SLOTS || body->mapping.owned_lanes > 1) return;
  bool packs = body_can_pack(body, at) && body_can_pack(body, second->pair);
  if (!packs || !can_lead(body, at) || !can_lead(body, second->pair)) return;
  set_leading(first, true);
  set_leading(second, true);
  if (fits(body, WORKING_AROUND)) return;
  set_leading(first, false);
  set_leading(second, false);
}

void pass_pipeline_slots(Body *body) {
  const Mapping *mapping = &body->mapping;
  if (!mapping->persistent || mapping->slots == 1 || body->loops < 2) return;
  for (int i = 0; i < body->nest->step_count; i++)
    (body->places[i].paired ? lead_together : lead_alone)(body, i);
}
