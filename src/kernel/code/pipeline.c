// What pipelined loads are, and what they take. Three passes decide which they are (pipeline_*.c).
#include "kernel/code/passes_internal.h"
#include "kernel/nest/integers.h"

enum {
  IN_REGISTERS = 4,  // of a row that is loaded in place one of so many slots at least stays there,
  BESIDE_SHARED = 8, // ... and of what shared memory holds in all, one of so many
};

static bool pipelines(const StepPlace *place, PipelineStage stage) {
  return place->pipelining.storage != PIPELINE_NONE && place->pipelining.stage == stage;
}

bool pipelines_tile(const StepPlace *place) {
  return pipelines(place, STAGE_TILE);
}

bool pipelines_slot(const StepPlace *place) {
  return pipelines(place, STAGE_SLOT);
}

bool pipelines_through_shared(const StepPlace *place) {
  return place->pipelining.storage >= PIPELINE_SHARED;
}

bool pipelines_in_place(const StepPlace *place) {
  return place->pipelining.storage == PIPELINE_IN_PLACE;
}

bool pipelines_words(const StepPlace *place) {
  return pipelines_slot(place) && place->paired;
}

// Asynchronous copies move 4, 8 or 16 bytes.
bool body_can_copy(const Body *body, int at) {
  const StepPlace *place = &body->places[at];
  int bytes = body->mapping.vector * dtype_bytes(body->nest->steps[at].stored);
  return place->lanes && place->vectorized && !place->unaligned && bytes >= 4;
}

static int copied_slots(const Body *body, int at) {
  const StepPlace *place = &body->places[at];
  if (pipelines_slot(place)) return place->pipelining.distance;
  return body->mapping.slots - (pipelines_in_place(place) ? body->kept_slots : 0);
}

int64_t body_copied_bytes(const Body *body, int at) {
  const Mapping *mapping = &body->mapping;
  int64_t each = (int64_t)mapping->vector * dtype_bytes(body->nest->steps[at].stored);
  each *= copied_slots(body, at);
  return pipelines_through_shared(&body->places[at]) ? (each * mapping_threads(mapping) + 15) / 16 * 16 : 0;
}

int64_t body_pipeline_bytes(const Body *body) {
  int64_t bytes = 0;
  for (int i = 0; i < body->nest->step_count; i++)
    bytes += body_copied_bytes(body, i);
  return bytes;
}

static int64_t vector_bytes(const Body *body, int at) {
  return (int64_t)body->mapping.vector * dtype_bytes(body->nest->steps[at].stored);
}

void body_keep_slots(Body *body) {
  int64_t row = 0, beside_row = 0, slots = body->mapping.slots;
  for (int i = 0; i < body->nest->step_count; i++) {
    const StepPlace *place = &body->places[i];
    if (pipelines_in_place(place)) row += vector_bytes(body, i);
    if (pipelines_slot(place) && pipelines_through_shared(place))
      beside_row += PIPELINE_SLOTS * vector_bytes(body, i);
  }
  int64_t beside = divide_up(slots * row + BESIDE_SHARED * beside_row, BESIDE_SHARED * most_of(row, 1));
  body->kept_slots = (int)least_of(slots, most_of(divide_up(slots, IN_REGISTERS), beside_row ? beside : 0));
}

int body_registered_slots(const Body *body, int at) {
  return pipelines_in_place(&body->places[at]) ? body->kept_slots : body->mapping.slots;
}
