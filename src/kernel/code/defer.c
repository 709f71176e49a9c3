// Loads that wait for other loads: what a row looks up by an index that is in memory too. A thread issues its
// instructions in order, so that the row's own loads, behind such a load, would wait for the index; behind
// the row, the index has long come.
#include "base/arena.h"
#include "kernel/code/passes_internal.h"

#include <stdlib.h>

// Steps read earlier ones only, so that one walk through them, forward or backward, follows every path. A
// walk along each path would take as many steps as there are paths: twice as many with each residual
// connection.
typedef struct Search {
  Body *body;
  bool *behind; // per step: some load, however far before it, must have come
  bool *before; // per step: something that runs in the loop of the pass needs it
  int at;       // the step whose needs are visited
} Search;

static bool stands_before(const Search *search, int pass) {
  const StepPlace *place = &search->body->places[search->at];
  return place->used && !place->walked && !pipelines_tile(place) &&
         search->body->nest->steps[search->at].pass == pass;
}

static void find_load(void *context, int needed) {
  Search *search = context;
  bool loads = search->body->nest->steps[needed].kind == STEP_LOAD;
  search->behind[search->at] |= loads || search->behind[needed];
}

static void find_deferred(void *context, int needed) {
  Search *search = context;
  StepPlace *places = search->body->places;
  if (places[needed].issue == ISSUE_DEFERRED) places[search->at].issue = ISSUE_DEFERRED;
}

static void take_back(void *context, int needed) {
  Search *search = context;
  StepPlace *place = &search->body->places[needed];
  search->before[needed] = true;
  if (place->issue == ISSUE_DEFERRED) place->issue = ISSUE_IN_ORDER;
}

static void visit_needs(Search *search, void (*visit)(void *context, int needed)) {
  nest_each_need(search->body->nest, search->at, visit, search);
}

static void place_pass(Search *search, int pass) {
  const Nest *nest = search->body->nest;
  for (search->at = 0; search->at < nest->step_count; search->at++) {
    if (!stands_before(search, pass)) continue;
    bool loads = nest->steps[search->at].kind == STEP_LOAD;
    if (loads && search->behind[search->at]) search->body->places[search->at].issue = ISSUE_DEFERRED;
    visit_needs(search, find_deferred);
  }
}

// Whatever the loop itself reads comes before it after all.
static void keep_before(Search *search, int pass) {
  const Body *body = search->body;
  for (int i = 0; i < body->nest->step_count; i++) {
    const StepPlace *place = &body->places[i];
    search->before[i] = place->used && place->walked && (place->loops >> pass & 1);
  }
  for (search->at = body->nest->step_count - 1; search->at >= 0; search->at--)
    if (search->before[search->at]) visit_needs(search, take_back);
}

void pass_defer(Body *body) {
  if (body->mapping.ordered) return; // each trip has all passes
  size_t count = (size_t)body->nest->step_count + 1;
  Search search = {.body = body, .behind = memory_alloc(count), .before = memory_alloc(count)};
  for (search.at = 0; search.at < body->nest->step_count; search.at++)
    visit_needs(&search, find_load);
  for (int pass = 0; pass < body->loops; pass++) {
    place_pass(&search, pass);
    keep_before(&search, pass);
  }
  free(search.behind);
  free(search.before);
}
