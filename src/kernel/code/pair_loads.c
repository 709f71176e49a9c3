// Loads that lie equally far behind aligned vectors, as the parameters of a norm over ragged rows do: two of
// them are loaded together, and shifted into place behind one branch, which the threads of a row take
// together.
#include "kernel/code/passes_internal.h"

enum { PAIR_BYTES = 16 }; // of each vector

static bool pairs(const Body *body, int at) {
  const StepPlace *place = &body->places[at];
  const Step *step = &body->nest->steps[at];
  return place->loops && !place->paired && place->unaligned && !place->staged &&
         step->condition == NO_CONDITION && body->mapping.vector * dtype_bytes(step->stored) == PAIR_BYTES &&
         mapping_follows_head(&body->mapping, &step->index);
}

static bool stand_together(const StepPlace *a, const StepPlace *b) {
  return a->loops == b->loops && a->issue == b->issue && body_held(a) == body_held(b);
}

void pass_pair_loads(Body *body) {
  for (int i = 0; i < body->nest->step_count; i++)
    for (int other = 0; other < i && pairs(body, i); other++) {
      StepPlace *first = &body->places[other], *second = &body->places[i];
      if (!pairs(body, other) || !stand_together(first, second)) continue;
      first->paired = second->paired = true;
      first->pair = i, second->pair = other;
    }
}
