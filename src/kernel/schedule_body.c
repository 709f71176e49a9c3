// Placing steps, see schedule_body.h.
#include "kernel/schedule_body.h"

#include <stdlib.h>

// ---- what a step needs

typedef struct Visit {
  const Nest *nest;
  void (*call)(void *context, int needed);
  void *context;
} Visit;

static void visit_index(const Visit *visit, const Index *index) {
  for (int i = 0; i < index->count; i++) {
    const Symbol *symbol = &visit->nest->symbols[index->term[i].symbol];
    if (symbol->kind == SYMBOL_STEP) visit->call(visit->context, symbol->step);
    if (symbol->kind == SYMBOL_QUOTIENT) visit_index(visit, &symbol->of);
  }
}

static void visit_condition(const Visit *visit, int condition) {
  for (; condition != NO_CONDITION; condition = visit->nest->conditions[condition].parent)
    visit_index(visit, &visit->nest->conditions[condition].index);
}

void body_each_need(const Nest *nest, int at, void (*visit)(void *context, int needed), void *context) {
  const Step *step = &nest->steps[at];
  Visit all = {nest, visit, context};
  for (int i = 0; i < step->operand_count; i++)
    visit(context, step->operand[i]);
  bool addressed = step->kind == STEP_LOAD || step->kind == STEP_STORE;
  if (addressed || step->kind == STEP_INDEX || step->kind == STEP_RANDOM) visit_index(&all, &step->index);
  if (addressed) visit_condition(&all, step->condition);
  if (step->kind == STEP_CHOOSE) visit_condition(&all, step->chosen_by);
}

// ---- placing

static void classify(Body *body) {
  const Mapping *mapping = &body->mapping;
  for (int i = 0; i < body->nest->step_count; i++) {
    const Step *step = &body->nest->steps[i];
    StepPlace *place = &body->places[i];
    bool reduce = step->kind == STEP_REDUCE;
    place->walked = reduce || (step->dims & mapping->walked);
    place->lanes = ((reduce ? step->dims | step->over : step->dims) & mapping->lane_dims) != 0;
    place->vectorized = mapping_vectorized(mapping, step);
  }
}

int body_reduce_loop(const Body *body, int reduce) {
  const Step *step = &body->nest->steps[reduce];
  int pass = 0;
  for (int i = 0; i < step->operand_count; i++)
    if (body->nest->steps[step->operand[i]].pass > pass) pass = body->nest->steps[step->operand[i]].pass;
  return pass;
}

// Worth keeping rather than computing again in a later loop: memory and what takes many instructions.
static bool is_dear(const Step *step) {
  if (step->kind == STEP_LOAD || step->kind == STEP_RANDOM) return true;
  if (step->kind != STEP_COMPUTE) return false;
  CostClass cost = op_info(step->code)->cost;
  return cost == COST_DIVIDE || cost == COST_ROOT || cost == COST_EXP || cost == COST_TRIG;
}

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
  if (place->walked && need->body->nest->steps[needed].kind != STEP_REDUCE) place->loops |= need->loops;
}

// From the last step to the first: who is used, and in which loops.
static void propagate(Body *body) {
  const Nest *nest = body->nest;
  for (int i = nest->step_count - 1; i >= 0; i--) {
    StepPlace *place = &body->places[i];
    const Step *step = &nest->steps[i];
    if (step->kind == STEP_STORE) place->used = true;
    if (!place->used) continue;
    if (step->kind == STEP_STORE && place->walked) place->loops = (uint32_t)1 << step->pass;
    if (step->kind == STEP_REDUCE) place->loops = (uint32_t)1 << body_reduce_loop(body, i);
    if (body->mapping.persistent && place->walked && is_dear(step) &&
        place->loops != lowest_bit(place->loops)) {
      place->held = true;
      place->loops = lowest_bit(place->loops);
    }
    Need need = {body, place->loops, true};
    body_each_need(nest, i, need_step, &need);
  }
}

typedef struct Readiness {
  const Body *body;
  bool ready;
} Readiness;

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
  body_each_need(body->nest, needed, mark_early, body);
}

// Could the step run before the others of its slot: does it need only steps that are the same for all lanes?
static void place_early(Body *body) {
  const Nest *nest = body->nest;
  bool *possible = calloc((size_t)nest->step_count + 1, sizeof *possible);
  for (int i = 0; possible && i < nest->step_count; i++) {
    StepPlace *place = &body->places[i];
    if (!place->walked || !place->used || nest->steps[i].kind == STEP_REDUCE ||
        nest->steps[i].kind == STEP_STORE)
      continue;
    place->early = true; // tentatively: later steps ask for it
    Readiness readiness = {body, true};
    body_each_need(nest, i, check_ready, &readiness);
    possible[i] = place->early = readiness.ready;
  }
  for (int i = 0; i < nest->step_count; i++)
    body->places[i].early = false;
  for (int i = 0; possible && i < nest->step_count; i++)
    if (possible[i] && nest->steps[i].kind == STEP_LOAD) mark_early(body, i);
  free(possible);
}

// ---- arrays

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
    if (!place->used || !place->lanes || nest->steps[i].kind == STEP_REDUCE) continue;
    if (nest->steps[i].kind == STEP_STORE) // stores come after the loop over the lanes
      body_each_need(nest, i, keep_lanes, body);
    else if (outlives_lanes(body, i) || place->vectorized)
      place->array = true;
  }
}

bool body_make(const Nest *nest, const Schedule *schedule, Body *body) {
  *body = (Body){.nest = nest, .loops = nest->passes};
  if (nest->passes > MAX_LOOPS) return false;
  mapping_make(nest, schedule, &body->mapping);
  body->places = memory_alloc(((size_t)nest->step_count + 1) * sizeof *body->places);
  classify(body);
  propagate(body);
  place_early(body);
  place_arrays(body);
  return true;
}

void body_free(Body *body) {
  free(body->places);
  body->places = NULL;
}

bool body_loop_runs(const Body *body, int pass) {
  for (int i = 0; i < body->nest->step_count; i++)
    if (body->places[i].loops >> pass & 1) return true;
  return false;
}
