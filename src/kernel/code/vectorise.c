// One access for all lanes of a vector, and how it goes through the caches.
#include "kernel/code/passes_internal.h"

enum { SECTOR = 32 }; // bytes: the least that memory moves

void pass_vectorise(Body *body) {
  for (int i = 0; i < body->nest->step_count; i++) {
    body->places[i].vectorized = mapping_vectorized(&body->mapping, &body->nest->steps[i]);
    body->places[i].unaligned = mapping_unaligned(&body->mapping, &body->nest->steps[i]);
  }
}

// Writes as much as it reads? Then loads that pass by the first-level cache cost time; without such stores
// they cost nothing, and gain where the second level is full of lines that wait to be written back.
static bool stores_all(const Nest *nest) {
  for (int i = 0; i < nest->step_count; i++)
    if (nest->steps[i].kind == STEP_STORE && nest->steps[i].dims == nest_all_dims(nest)) return true;
  return false;
}

void pass_cache_hints(Body *body) {
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
      continue; // the tiles of odd rows share sectors, which the first-level cache then has
    place->once = step->dims == nest_all_dims(nest) && buffer->elements >= nest_elements(nest, step->dims) &&
                  !buffer->written && __builtin_popcount(place->loops) == 1;
  }
}
