// Loads that wait for other loads: what a row looks up by an index that is in memory too. A thread issues its
// instructions in order, so that the row's own loads, behind such a load, would wait for the index; behind
// the row, the index has long come. (Cross-entropy of 8,192 rows of 32,000 bf16 takes 2 us of 126 less so.)
#include "kernel/schedule_body.h"

typedef struct Search {
  Body *body;
  int pass;
  bool found;
} Search;

static bool stands_before(const Search *search, int at) {
  const StepPlace *place = &search->body->places[at];
  return place->used && !place->walked && !place->ahead && search->body->nest->steps[at].pass == search->pass;
}

static void find_late(void *context, int needed) {
  Search *search = context;
  search->found |= search->body->places[needed].late;
}

static void find_load(void *context, int needed) {
  Search *search = context;
  if (search->body->nest->steps[needed].kind == STEP_LOAD) {
    search->found = true;
    return;
  }
  nest_each_need(search->body->nest, needed, find_load, search);
}

static bool finds(Body *body, int at, int pass, void (*visit)(void *context, int needed)) {
  Search search = {body, pass, false};
  nest_each_need(body->nest, at, visit, &search);
  return search.found;
}

static void take_back(void *context, int needed) {
  Search *search = context;
  StepPlace *place = &search->body->places[needed];
  place->late = false;
  nest_each_need(search->body->nest, needed, take_back, search);
}

// Whatever the loop itself reads comes before it after all.
static void keep_early(Body *body, int pass) {
  for (int i = 0; i < body->nest->step_count; i++)
    if (body->places[i].used && body->places[i].walked && (body->places[i].loops >> pass & 1))
      nest_each_need(body->nest, i, take_back, &(Search){body, pass, false});
}

void body_place_late(Body *body) {
  const Nest *nest = body->nest;
  if (body->mapping.ordered) return; // each trip has all passes
  for (int pass = 0; pass < body->loops; pass++) {
    Search search = {body, pass, false};
    for (int i = 0; i < nest->step_count; i++) {
      if (!stands_before(&search, i)) continue;
      bool waits = nest->steps[i].kind == STEP_LOAD && finds(body, i, pass, find_load);
      body->places[i].late = waits || finds(body, i, pass, find_late);
    }
    keep_early(body, pass);
  }
}
