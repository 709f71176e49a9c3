// Slots as stages: what only the last loop reads is loaded one slot before it is, the first slot before the
// row is reduced for the last time. That one then waits for no load behind the reduction, and the pipeline
// takes the registers of two slots, not of all.
//
// Beside rows that are loaded in place, with those of the next tile on their way from memory, a slot is not
// long enough for what comes from the second-level cache: there it is loaded two slots before, into shared
// memory, for which more of the row stays in registers.
//
// Pairs (pair_loads.c) wait as the words around them, in half as many registers again. The row leaves no room
// for two slots of those until the first slot is stored: the first two load for themselves. Where rows share
// a block, which of them it is takes the registers that are left: rows of 1,023 would spill.
#include "kernel/code/passes_internal.h"

enum {
  WORKING_REGISTERS = 16, // of a thread, for addresses and what is in use
  WORKING_AROUND = 12,    // ... where one address serves a pair
  FEWEST_SLOTS = 3,       // with pairs that are pipelined
};

// Is all that the place of the load depends on known before the loops?
static void find_walked(void *context, int needed) {
  (void)needed;
  *(bool *)context = true;
}

static bool can_pipeline(const Body *body, int at) {
  const StepPlace *place = &body->places[at];
  const Step *step = &body->nest->steps[at];
  bool later = step->kind == STEP_LOAD && place->used && place->walked && step->pass == 0 &&
               place->loops == (uint32_t)1 << (body->loops - 1);
  bool needs = step->condition != NO_CONDITION;
  nest_each_need(body->nest, at, find_walked, &needs);
  return later && !needs && place->issue != ISSUE_HOISTED && !body_held(place);
}

static bool fits(const Body *body, int working) {
  return body_waiting_registers(body) + working <= body->registers;
}

static const Pipelining through_registers = {PIPELINE_REGISTERS, STAGE_SLOT, 1},
                        through_shared = {PIPELINE_SHARED, STAGE_SLOT, PIPELINE_SLOTS};

// As words of memory either way.
static bool try_pipelining(Body *body, int at, Pipelining pipelining) {
  StepPlace *place = &body->places[at], before = *place;
  bool copies = pipelining.storage == PIPELINE_SHARED;
  if (copies ? !body_can_copy(body, at) : !body_can_pack(body, at)) return false;
  place->pipelining = pipelining;
  place->packed = true;
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

static void pipeline_alone(Body *body, int at) {
  if (body->places[at].unaligned || !slots_ascend(body) || !can_pipeline(body, at)) return;
  if (body->mapping.pipeline != PIPELINE_IN_PLACE || !try_pipelining(body, at, through_shared))
    try_pipelining(body, at, through_registers);
}

static void set_pipelining(StepPlace *place, bool pipelines) {
  place->pipelining = pipelines ? through_registers : (Pipelining){0};
  place->packed = pipelines;
}

// Both, once the second of them is come to.
static void pipeline_together(Body *body, int at) {
  StepPlace *second = &body->places[at], *first = &body->places[second->pair];
  if (second->pair > at || body->mapping.slots < FEWEST_SLOTS || body->mapping.owned_lanes > 1) return;
  bool packs = body_can_pack(body, at) && body_can_pack(body, second->pair);
  if (!packs || !can_pipeline(body, at) || !can_pipeline(body, second->pair)) return;
  set_pipelining(first, true);
  set_pipelining(second, true);
  if (fits(body, WORKING_AROUND)) return;
  set_pipelining(first, false);
  set_pipelining(second, false);
}

void pass_pipeline_slots(Body *body) {
  const Mapping *mapping = &body->mapping;
  if (!mapping->persistent || mapping->slots == 1 || body->loops < 2) return;
  for (int i = 0; i < body->nest->step_count; i++)
    (body->places[i].paired ? pipeline_together : pipeline_alone)(body, i);
}
