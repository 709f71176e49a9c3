// What every loop must compute for what the kernel stores: from the last step to the first, who is used, in
// which loops, and what is held over them.
#include "kernel/code/facts.h"
#include "kernel/code/passes_internal.h"

// ---- the layout

void body_classify(Body *body) {
  const Mapping *mapping = &body->mapping;
  for (int i = 0; i < body->nest->step_count; i++) {
    const Step *step = &body->nest->steps[i];
    StepPlace *place = &body->places[i];
    bool reduce = step_accumulates(step) && !body->finishing; // the finish has its results
    uint32_t dims = reduce ? step->dims | step->over : step->dims;
    bool beside =
        step->kind == STEP_STORE && body_is_product(body); // what does not vary is stored there, too
    place->walked = (dims & mapping->walked) != 0 || beside;
    place->lanes = (dims & mapping->lane_dims) != 0;
    place->staged = mapping_staged(mapping, step);
    place->vectorized = place->staged || (step->kind == STEP_PRODUCT && mapping_vectorized(mapping, step));
    place->shares = place->staged && tile_source(mapping, i) != i;
    place->unaligned = place->staged && mapping_unaligned(mapping, step);
    place->kept = step->stored;
  }
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

// ---- what is worth holding

// Worth keeping rather than computing again in a later loop: memory and what takes many instructions. Rows
// that are kept packed have no registers to spare for the latter.
static bool is_expensive(const Body *body, const Step *step) {
  if (step->kind == STEP_LOAD || step->kind == STEP_RANDOM) return true;
  if (step->kind != STEP_COMPUTE || body->packs) return false;
  CostClass cost = op_info(step->code)->cost;
  return cost == COST_DIVIDE || cost == COST_ROOT || cost == COST_EXP || cost == COST_TRIG;
}

// What it would take to hold the memory that a cheap step is computed from, as far as nothing else reads it:
// in 16-bit halves.
static int private_halves(const Body *body, int at) {
  const Step *step = &body->nest->steps[at];
  const StepPlace *place = &body->places[at];
  if (!place->walked || place->users > 1) return 0;
  if (step->kind == STEP_LOAD) return body->packs && body_can_pack(body, at) ? 1 : 2;
  if (is_expensive(body, step)) return 2;
  int halves = 0;
  for (int i = 0; i < step->operand_count; i++)
    halves += private_halves(body, step->operand[i]);
  return halves;
}

static bool worth_holding(const Body *body, int at) {
  const Step *step = &body->nest->steps[at];
  if (is_expensive(body, step) || body->places[at].expensive) return true;
  int halves = 0;
  for (int i = 0; i < step->operand_count && step->kind == STEP_COMPUTE; i++)
    halves += private_halves(body, step->operand[i]);
  return halves > 2;
}

// ---- demand

static uint32_t lowest_bit(uint32_t mask) {
  return mask & (0 - mask);
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

static void count_user(void *context, int needed) {
  ((Body *)context)->places[needed].users++;
}

// A store to memory that is read, too, waits until no loop reads it again.
static uint32_t store_loop(const Nest *nest, const Step *store) {
  bool read = nest->buffers[store->buffer].read;
  return (uint32_t)1 << (read ? nest->passes - 1 : store->pass);
}

// What must run although no step needs it: stores, and in the tile loop what the finish combines.
static bool must_run(const Body *body, const Step *step) {
  if (step->kind == STEP_STORE) return step->finish == body->finishing;
  return nest_crosses(body->nest, step) && !body->finishing;
}

static void forget_uses(Body *body) {
  for (int i = 0; i < body->nest->step_count; i++) {
    StepPlace *place = &body->places[i];
    place->used = false;
    place->loops = place->reads = 0;
    place->users = 0;
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
    if (body->holds && place->walked && worth_holding(body, i)) place->loops = lowest_bit(place->loops);
    Need need = {body, place->loops, true};
    body_each_needed(body, i, need_step, &need);
  }
  use_sources(body);
}

// ---- passes

void pass_layout(Body *body) {
  body_classify(body);
  body->rolled = rolls(body);
  body_propagate(body);
}

void pass_hold(Body *body) {
  if (!body->mapping.persistent) return;
  body->holds = true;
  body_propagate(body);
}
