// Bodies: what they are before and after the passes, and what is asked of them. See body.h.
#include "kernel/code/passes_internal.h"

#include <stdlib.h>
#include <string.h>

// ---- what a step is like

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

void body_each_needed(const Body *body, int at, void (*visit)(void *context, int needed), void *context) {
  if (body_takes_vectors(body, at))
    visit(context, body->nest->steps[at].operand[0]);
  else
    nest_each_need(body->nest, at, visit, context);
}

// ---- arrays

static bool outlives_lanes(const Body *body, int at) {
  const StepPlace *place = &body->places[at];
  if (!place->walked) return body->nest->steps[at].kind != STEP_STORE;
  return place->issue == ISSUE_HOISTED || body_held(place);
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
  body_classify(body);
  pass_vectorise(body);
  body_propagate(body);
  place_arrays(body);
  return body;
}

// ---- before and after the passes

bool body_begin(const Nest *nest, const Schedule *schedule, Body *body) {
  *body = (Body){.nest = nest, .loops = nest->passes};
  if (nest->passes > MAX_LOOPS) return false;
  mapping_make(nest, schedule, &body->mapping);
  body->pipeline = body->mapping.pipeline;
  body->mapping.pipeline = PIPELINE_NONE;
  body->packs = schedule->knob[KNOB_persistent] == 2;
  body->registers = schedule->knob[KNOB_registers];
  body->stores = (Stores)schedule->knob[KNOB_stores];
  body->places = memory_alloc(((size_t)nest->step_count + 1) * sizeof *body->places);
  return true;
}

void body_complete(Body *body, const Schedule *schedule) {
  place_arrays(body);
  if (body->nest->crossed) body->finish = make_finish(body->nest, schedule);
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
        place->array = false;
    if (pipelines_slot(place)) place->pipelining = (Pipelining){0};
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
