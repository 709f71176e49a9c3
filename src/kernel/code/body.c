// Placing steps, see body.h.
#include "kernel/code/body.h"

#include <stdlib.h>
#include <string.h>

// ---- placing

static void classify(Body *body) {
  const Mapping *mapping = &body->mapping;
  for (int i = 0; i < body->nest->step_count; i++) {
    const Step *step = &body->nest->steps[i];
    StepPlace *place = &body->places[i];
    bool reduce = step_accumulates(step) && !body->finishing; // the finish has its results
    uint32_t dims = reduce ? step->dims | step->over : step->dims;
    place->walked = (dims & mapping->walked) != 0;
    place->lanes = (dims & mapping->lane_dims) != 0;
    place->vectorized = mapping_vectorized(mapping, step);
    place->staged = mapping_staged(mapping, step);
    place->shares = place->staged && tile_source(mapping, i) != i;
    place->unaligned = mapping_unaligned(mapping, step);
    place->kept = step->stored;
  }
}

int body_reduce_loop(const Body *body, int reduce) {
  const Step *step = &body->nest->steps[reduce];
  int pass = 0;
  for (int i = 0; i < step->operand_count; i++)
    if (body->nest->steps[step->operand[i]].pass > pass) pass = body->nest->steps[step->operand[i]].pass;
  return pass;
}

// Of each lane's position those of lane 0 and the number of the lane say all.
static bool counts_lanes(const Body *body, const Step *step) {
  const Step *position = &body->nest->steps[step->operand[1]];
  return position->kind == STEP_INDEX && mapping_counts_lanes(&body->mapping, &position->index);
}

bool body_takes_vectors(const Body *body, int at) {
  const Step *step = &body->nest->steps[at];
  bool argument =
      step->kind == STEP_REDUCE && (step->reduce == REDUCE_ARGMIN || step->reduce == REDUCE_ARGMAX);
  bool together = argument || step->reduce == REDUCE_SOFTMAX || step->reduce == REDUCE_WELFORD;
  if (step->kind != STEP_REDUCE || !together) return false;
  int operand = step->operand[0];
  return body->places[operand].lanes && body->nest->steps[operand].dtype == step->dtype &&
         !reduction_per_lane(&body->mapping, step) && (!argument || counts_lanes(body, step));
}

bool body_can_pack(const Body *body, int at) {
  const Step *step = &body->nest->steps[at];
  return step->kind == STEP_LOAD && body->places[at].vectorized && !body->places[at].staged &&
         dtype_bytes(step->stored) <= 2 && dtype_bytes(step->stored) * body->mapping.vector >= 4;
}

// Worth keeping rather than computing again in a later loop: memory and what takes many instructions. Rows
// that are kept packed have no registers to spare for the latter.
static bool is_dear(const Body *body, const Step *step) {
  if (step->kind == STEP_LOAD || step->kind == STEP_RANDOM) return true;
  if (step->kind != STEP_COMPUTE || body->packs) return false;
  CostClass cost = op_info(step->code)->cost;
  return cost == COST_DIVIDE || cost == COST_ROOT || cost == COST_EXP || cost == COST_TRIG;
}

static uint32_t lowest_bit(uint32_t mask) {
  return mask & (0 - mask);
}

void body_each_needed(const Body *body, int at, void (*visit)(void *context, int needed), void *context) {
  if (body_takes_vectors(body, at))
    visit(context, body->nest->steps[at].operand[0]);
  else
    nest_each_need(body->nest, at, visit, context);
}

typedef struct Need {
  Body *body;
  uint32_t loops;
  bool used;
} Need;

static void need_step(void *context, int needed) {
  Need *need = context;
  StepPlace *place = &need->body->places[needed];
  place->used |= need->used;
  if (place->walked && !step_accumulates(&need->body->nest->steps[needed])) place->loops |= need->loops;
  place->reads = place->loops;
}

// What it would take to hold the memory that a cheap step is computed from, as far as nothing else reads it:
// in 16-bit halves.
static int private_halves(const Body *body, int at) {
  const Step *step = &body->nest->steps[at];
  const StepPlace *place = &body->places[at];
  if (!place->walked || place->users > 1) return 0;
  if (step->kind == STEP_LOAD) return body->packs && body_can_pack(body, at) ? 1 : 2;
  if (is_dear(body, step)) return 2;
  int halves = 0;
  for (int i = 0; i < step->operand_count; i++)
    halves += private_halves(body, step->operand[i]);
  return halves;
}

static bool worth_holding(const Body *body, int at) {
  const Step *step = &body->nest->steps[at];
  if (is_dear(body, step) || body->places[at].dear) return true;
  int halves = 0;
  for (int i = 0; i < step->operand_count && step->kind == STEP_COMPUTE; i++)
    halves += private_halves(body, step->operand[i]);
  return halves > 2;
}

static void count_user(void *context, int needed) {
  ((Body *)context)->places[needed].users++;
}

// A store to memory that is read, too, waits until no loop reads it again.
static uint32_t store_loop(const Nest *nest, const Step *store) {
  bool read = nest->buffers[store->buffer].read;
  return (uint32_t)1 << (read ? nest->passes - 1 : store->pass);
}

// What must run although no step needs it: stores, and in the tours what the finish combines.
static bool must_run(const Body *body, const Step *step) {
  if (step->kind == STEP_STORE) return step->finish == body->finishing;
  return nest_crosses(body->nest, step) && !body->finishing;
}

static void forget_uses(Body *body) {
  for (int i = 0; i < body->nest->step_count; i++) {
    StepPlace *place = &body->places[i];
    place->used = place->held = false;
    place->loops = place->reads = 0;
    place->users = 0;
  }
}

void body_propagate(Body *body) {
  const Nest *nest = body->nest;
  forget_uses(body);
  for (int i = 0; i < nest->step_count; i++)
    nest_each_need(nest, i, count_user, body);
  for (int i = nest->step_count - 1; i >= 0; i--) {
    StepPlace *place = &body->places[i];
    const Step *step = &nest->steps[i];
    if (must_run(body, step)) place->used = true;
    if (!place->used || (body->finishing && step->kind == STEP_REDUCE)) continue;
    if (step->kind == STEP_STORE && place->walked) place->loops = store_loop(nest, step);
    if (step_accumulates(step) && place->walked) place->loops = (uint32_t)1 << body_reduce_loop(body, i);
    if (body->mapping.persistent && place->walked && worth_holding(body, i) &&
        place->loops != lowest_bit(place->loops)) {
      place->held = true;
      place->loops = lowest_bit(place->loops);
    }
    Need need = {body, place->loops, true};
    body_each_needed(body, i, need_step, &need);
  }
}

// What brings the elements of a staged load is used with it.
static void use_sources(Body *body) {
  for (int i = 0; i < body->nest->step_count; i++) {
    const StepPlace *place = &body->places[i];
    if (!place->used || !place->shares) continue;
    StepPlace *source = &body->places[tile_source(&body->mapping, i)];
    source->used = true;
    source->loops |= place->loops;
  }
}

typedef struct Readiness {
  const Body *body;
  bool ready;
} Readiness;

// ---- rows that stay in registers

enum {
  SECTOR = 32,            // bytes: the least that memory moves
  WAITING_REGISTERS = 64, // of a thread, for all that is held or loaded ahead
  WORKING_REGISTERS = 28, // for the rest
};

static void place_packed(Body *body) {
  for (int i = 0; i < body->nest->step_count; i++)
    body->places[i].packed = body->packs && body->places[i].held && body_can_pack(body, i);
}

static void check_alone(void *context, int needed) {
  const StepPlace *place = &((Readiness *)context)->body->places[needed];
  if (place->walked) ((Readiness *)context)->ready = false;
}

// Registers of a thread for all that is held or loaded ahead.
static int waiting_registers(const Body *body) {
  int most = body->registers - WORKING_REGISTERS;
  return most < WAITING_REGISTERS ? most : WAITING_REGISTERS;
}

// Loads of later loops are issued with those of the first while registers last, so that they do not wait for
// its reductions.
static void prefetch(Body *body) {
  int most = waiting_registers(body);
  for (int i = 0; i < body->nest->step_count; i++) {
    StepPlace *place = &body->places[i];
    const Step *step = &body->nest->steps[i];
    if (step->kind != STEP_LOAD || !place->used || !place->walked || step->pass > 0 || (place->loops & 1))
      continue;
    Readiness readiness = {body, true};
    nest_each_need(body->nest, i, check_alone, &readiness);
    if (!readiness.ready) continue;
    StepPlace before = *place;
    place->held = place->prefetched = true;
    place->packed = body_can_pack(body, i);
    place->loops = 1;
    if (body_held_registers(body, true) > most) *place = before;
  }
}

// ---- loads first

static void check_ready(void *context, int needed) {
  Readiness *readiness = context;
  const StepPlace *place = &readiness->body->places[needed];
  if (place->walked && !place->early) readiness->ready = false;
  if (place->walked && place->lanes) readiness->ready = false;
}

static void mark_early(void *context, int needed) {
  Body *body = context;
  StepPlace *place = &body->places[needed];
  if (!place->walked || place->early) return;
  place->early = true;
  nest_each_need(body->nest, needed, mark_early, body);
}

// Sines and the like, which reduce arguments of any size, are hundreds of instructions. Unrolled slots would
// have them many times over, more than the instruction cache holds, and their arithmetic hides the loads
// anyway.
static bool is_long(OpCode code) {
  return code == OP_SIN || code == OP_COS;
}

static bool rolls(const Body *body) {
  for (int i = 0; i < body->nest->step_count && body->mapping.tile_down != NO_DIM; i++)
    if (body->nest->steps[i].kind == STEP_COMPUTE && is_long(body->nest->steps[i].code) &&
        body->places[i].lanes)
      return true;
  return false;
}

// Could the step run before the others of its slot: does it need only steps that are the same for all lanes?
static void place_early(Body *body) {
  const Nest *nest = body->nest;
  bool *possible = calloc((size_t)nest->step_count + 1, sizeof *possible);
  for (int i = 0; possible && i < nest->step_count; i++) {
    StepPlace *place = &body->places[i];
    if (!place->walked || !place->used || place->staged || step_accumulates(&nest->steps[i]) ||
        nest->steps[i].kind == STEP_STORE)
      continue;
    place->early = true; // tentatively: later steps ask for it
    Readiness readiness = {body, true};
    nest_each_need(nest, i, check_ready, &readiness);
    possible[i] = place->early = readiness.ready;
  }
  for (int i = 0; i < nest->step_count; i++)
    body->places[i].early = false;
  for (int i = 0; possible && i < nest->step_count; i++)
    if (possible[i] && nest->steps[i].kind == STEP_LOAD) mark_early(body, i);
  free(possible);
}

// Where a loop's loads for all slots would not fit beside what is held, each slot loads for itself.
static void limit_early(Body *body, int loop) {
  int waiting = 0, most = waiting_registers(body);
  for (int i = 0; i < body->nest->step_count; i++)
    if (body_lives_across(&body->places[i], loop))
      waiting += body_vector_registers(body, i) * body_registered_slots(body, i);
  for (int i = 0; i < body->nest->step_count; i++) {
    StepPlace *place = &body->places[i];
    bool loads = body->nest->steps[i].kind == STEP_LOAD && place->early && !place->held;
    if (!loads || place->loops != (uint32_t)1 << loop) continue;
    int registers = body_vector_registers(body, i) * body->mapping.slots;
    if (waiting + registers > most)
      place->early = place->packed = false;
    else
      waiting += registers;
  }
}

// ---- arrays

// Several slots of 16-bit vectors wait as they come from memory.
static void pack_early(Body *body) {
  if (body->mapping.slots == 1) return;
  for (int i = 0; i < body->nest->step_count; i++)
    if (body->places[i].early && !body->places[i].held) body->places[i].packed = body_can_pack(body, i);
}

static bool outlives_lanes(const Body *body, int at) {
  const StepPlace *place = &body->places[at];
  if (!place->walked) return body->nest->steps[at].kind != STEP_STORE;
  return place->early || place->held;
}

static void keep_lanes(void *context, int needed) {
  Body *body = context;
  if (body->places[needed].lanes) body->places[needed].array = true;
}

static void place_arrays(Body *body) {
  const Nest *nest = body->nest;
  for (int i = 0; i < nest->step_count; i++) {
    StepPlace *place = &body->places[i];
    if (!place->used || !place->lanes) continue;
    if (nest->steps[i].kind == STEP_STORE || body_takes_vectors(body, i)) // after the loop over the lanes
      body_each_needed(body, i, keep_lanes, body);
    else if (step_accumulates(&nest->steps[i]))
      continue;
    else if (outlives_lanes(body, i) || place->vectorized)
      place->array = true;
  }
}

// Steps of the finish, and what they need of others, run once for each column.
static Body *make_finish(const Nest *nest, const Schedule *schedule) {
  Body *body = memory_alloc(sizeof *body);
  *body = (Body){.nest = nest, .finishing = true};
  mapping_make_finish(nest, schedule, &body->mapping);
  body->places = memory_alloc(((size_t)nest->step_count + 1) * sizeof *body->places);
  classify(body);
  body_propagate(body);
  place_arrays(body);
  return body;
}

// ---- loads past the first-level cache

// Writes as much as it reads: then loads that pass by that cache cost up to 4% on an H200. Without such
// stores they cost nothing, and gain 10% where the second level is full of lines that wait to be written
// back.
static bool stores_all(const Nest *nest) {
  for (int i = 0; i < nest->step_count; i++)
    if (nest->steps[i].kind == STEP_STORE && nest->steps[i].dims == nest_all_dims(nest)) return true;
  return false;
}

static void place_once(Body *body) {
  const Nest *nest = body->nest;
  if (!nest->reduced || stores_all(nest)) return;
  for (int i = 0; i < nest->step_count; i++) {
    StepPlace *place = &body->places[i];
    const Step *step = &nest->steps[i];
    if (step->kind != STEP_LOAD || !place->vectorized || place->unaligned || place->staged ||
        body->mapping.ragged)
      continue;
    const Buffer *buffer = &nest->buffers[step->buffer];
    if (!body->mapping.fast_walked && nest->size[body->mapping.fast] * dtype_bytes(step->stored) % SECTOR)
      continue; // the tiles of odd rows share sectors, which the first-level cache then has: 124 us in place
                // of 132
    place->once = step->dims == nest_all_dims(nest) && buffer->elements >= nest_elements(nest, step->dims) &&
                  !buffer->written && __builtin_popcount(place->loops) == 1;
  }
}

bool body_make(const Nest *nest, const Schedule *schedule, Body *body) {
  *body = (Body){.nest = nest, .loops = nest->passes};
  if (nest->passes > MAX_LOOPS) return false;
  mapping_make(nest, schedule, &body->mapping);
  body->packs = schedule->knob[KNOB_persistent] == 2;
  body->registers = schedule->knob[KNOB_registers];
  body->stores = (Stores)schedule->knob[KNOB_stores];
  body->places = memory_alloc(((size_t)nest->step_count + 1) * sizeof *body->places);
  classify(body);
  body_propagate(body);
  body_place_dear(body);
  use_sources(body);
  place_packed(body);
  if (body->mapping.persistent && body->mapping.ahead != AHEAD_PLACE) prefetch(body);
  body->rolled = rolls(body);
  if (!body->rolled) place_early(body);
  pack_early(body);
  body_place_refill(body);
  body_place_resident(body);
  body_place_ahead(body);
  for (int loop = 1; loop < body->loops; loop++)
    limit_early(body, loop);
  body_place_pairs(body);
  body_place_leading(body);
  body_place_late(body);
  place_arrays(body);
  place_once(body);
  if (nest->crossed) body->finish = make_finish(nest, schedule);
  return true;
}

Body body_at_ends(const Body *body) {
  Body ends = *body;
  ends.finish = NULL;
  size_t bytes = ((size_t)body->nest->step_count + 1) * sizeof *body->places;
  ends.places = memcpy(memory_alloc(bytes), body->places, bytes);
  ends.mapping.vector = ends.mapping.trips = 1;
  ends.mapping.slots = body->mapping.end_slots;
  ends.mapping.lane_dims = 0;
  ends.mapping.linear = ends.mapping.walk_exact = false;
  for (int i = 0; i < body->nest->step_count; i++) {
    StepPlace *place = &ends.places[i];
    place->lanes = place->vectorized = place->unaligned = place->paired = place->once = place->packed =
        place->leads = place->array = false;
  }
  return ends;
}

void body_free(Body *body) {
  if (body->finish) body_free(body->finish);
  free(body->finish);
  free(body->places);
  body->finish = NULL;
  body->places = NULL;
}
