// Rows that are loaded in the place of those before them. A block that holds its row once, not twice, holds
// one twice as long: the last loop stores a slot, and what comes there in the next tile is loaded at once. A
// few slots behind, the first loop of the next tile takes what has come, so that memory and arithmetic go on
// together; between two rows a block only combines what its threads have found.
#include "kernel/code/passes_internal.h"

static bool is_row(const Body *body, int at) {
  const Step *step = &body->nest->steps[at];
  const StepPlace *place = &body->places[at];
  return step->kind == STEP_LOAD && place->used && place->walked && (step->dims & body->mapping.owned);
}

typedef struct Search {
  const Body *body;
  bool found; // something that is not there a tile before
} Search;

static void find_standing(void *context, int needed) {
  Search *search = context;
  bool number = search->body->nest->steps[needed].kind == STEP_NUMBER;
  if (!number && !search->body->places[needed].walked) search->found = true;
}

static bool needs_standing(const Body *body, int at) {
  Search search = {body, body->nest->steps[at].condition != NO_CONDITION};
  nest_each_need(body->nest, at, find_standing, &search);
  return search.found;
}

// May the first loop run it in the tile before: arithmetic, of rows alone?
static bool runs_before(const Body *body, int at) {
  const Step *step = &body->nest->steps[at];
  if (is_row(body, at)) return step->pass == 0 && !needs_standing(body, at) && body_can_copy(body, at);
  if (!(body->places[at].loops & 1) || !body->places[at].walked) return true;
  bool computes = step->kind == STEP_COMPUTE || step->kind == STEP_REDUCE || step->kind == STEP_NUMBER;
  return computes && !body_held(&body->places[at]) && !needs_standing(body, at);
}

static bool can_load_in_place(const Body *body) {
  const Mapping *mapping = &body->mapping;
  if (!mapping->walk_exact || !mapping->owned_exact || mapping->slots == 1 || body->loops < 2 ||
      body->nest->crossed)
    return false;
  bool possible = true, rows = false;
  for (int i = 0; i < body->nest->step_count && possible; i++) {
    if (!body->places[i].used) continue;
    possible = runs_before(body, i);
    rows |= is_row(body, i);
  }
  return possible && rows;
}

void pass_pipeline_in_place(Body *body) {
  if (body->pipeline != PIPELINE_IN_PLACE) return;
  if (!can_load_in_place(body)) {
    body->pipeline = PIPELINE_SHARED;
    return;
  }
  body->mapping.pipeline = PIPELINE_IN_PLACE;
  for (int i = 0; i < body->nest->step_count; i++) {
    StepPlace *place = &body->places[i];
    if (!is_row(body, i)) continue;
    place->pipelining = (Pipelining){PIPELINE_IN_PLACE, STAGE_TILE, 1};
    place->packed = true;
    place->issue = ISSUE_IN_ORDER;
    place->loops = 0;
  }
  body_keep_slots(body);
}
