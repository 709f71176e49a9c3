// What later loops would compute again: values that took long are held instead.
#include "base/arena.h"
#include "kernel/code/passes_internal.h"

#include <stdlib.h>

// Steps that a loop has less when it finds a value in registers. What is held so needs fewer registers than
// the rows from which it was computed again.
enum { HELD_WORK = 16 };

static void mark_needed(void *context, int step) {
  ((bool *)context)[step] = true;
}

static bool begins_need(const Step *step) {
  return step->kind == STEP_STORE || step_accumulates(step);
}

// How many steps a loop computes for the sake of one value alone, itself among them. `needed`: room for a
// flag for each step.
static int work_for(const Body *body, int at, int loop, bool *needed) {
  const Nest *nest = body->nest;
  int work = 0;
  for (int i = 0; i < nest->step_count; i++)
    needed[i] = false;
  for (int i = nest->step_count - 1; i >= 0; i--) {
    const StepPlace *place = &body->places[i];
    if (!place->used || !(place->loops >> loop & 1)) continue;
    if (i != at && (needed[i] || begins_need(&nest->steps[i])))
      body_each_needed(body, i, mark_needed, needed);
    else
      work += nest->steps[i].kind == STEP_COMPUTE;
  }
  return work;
}

static bool takes_long(const Body *body, int at, bool *needed) {
  const StepPlace *place = &body->places[at];
  uint32_t later = place->loops & (place->loops - 1);
  for (int loop = 0; loop < body->loops; loop++)
    if (later >> loop & 1 && work_for(body, at, loop, needed) >= HELD_WORK) return true;
  return false;
}

static bool computes_at_length(const Body *body, int loop) {
  int work = 0;
  for (int i = 0; i < body->nest->step_count; i++)
    work += body->nest->steps[i].kind == STEP_COMPUTE && body->places[i].loops >> loop & 1;
  return work >= HELD_WORK;
}

void pass_limit_rematerialisation(Body *body) {
  const Nest *nest = body->nest;
  bool long_loop = false;
  for (int loop = 1; loop < body->loops; loop++)
    long_loop |= computes_at_length(body, loop);
  if (!body->mapping.persistent || !long_loop) return;
  bool *needed = memory_alloc(((size_t)nest->step_count + 1) * sizeof *needed);
  for (int i = nest->step_count - 1; i >= 0; i--) {
    StepPlace *place = &body->places[i];
    if (nest->steps[i].kind != STEP_COMPUTE || !place->lanes || body_held(place) ||
        !takes_long(body, i, needed))
      continue;
    place->expensive = true;
    body_propagate(body);
  }
  free(needed);
}
