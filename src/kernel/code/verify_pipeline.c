// Checks of software pipelines: what a body says of each load, and that the tree fills a buffer, waits for it
// and reads it in that order.
#include "kernel/code/passes_internal.h"
#include "kernel/code/verify_internal.h"

// ---- buffers

void verify_filled(Verifier *verifier, int step) {
  PipelineBuffer *buffer = &verifier->buffers[step];
  if (buffer->unread) verify_fail(verifier, step, "overwritten before it is read");
  buffer->unread = true;
  buffer->turn = verifier->turn;
}

void verify_copied(Verifier *verifier, int step) {
  verify_filled(verifier, step);
  verifier->buffers[step].copied = true;
  verifier->buffers[step].awaited = false;
}

void verify_awaited(Verifier *verifier) {
  verifier->awaits = true;
  for (int i = 0; i < verifier->code->nest->step_count; i++)
    verifier->buffers[i].awaited |= verifier->buffers[i].copied;
}

// Of the current slot or tile, in the turn in which it has been filled for a later one?
void verify_taken(Verifier *verifier, int step) {
  PipelineBuffer *buffer = &verifier->buffers[step];
  bool later = verifier->node->view.next_slot || verifier->node->view.next_tile;
  if (buffer->turn && buffer->turn == verifier->turn && !later)
    verify_fail(verifier, step, "read after it is overwritten");
  buffer->unread = false;
}

// A slot other than the loop's own was copied some turns of the loop before: then it is enough that each turn
// waits.
void verify_arrived(Verifier *verifier, int step) {
  const PipelineBuffer *buffer = &verifier->buffers[step];
  bool turn = verifier->node->view.next_slot && verifier->awaits;
  if (!buffer->copied) verify_fail(verifier, step, "read before it is copied");
  if (!buffer->awaited && !turn) verify_fail(verifier, step, "read before its copy is waited for");
  verify_taken(verifier, step);
}

// ---- places

static const char *wrong_tile(const Body *body, int at) {
  const StepPlace *place = &body->places[at];
  if (place->pipelining.distance != 1) return "a tile is loaded one tile before";
  if (body->mapping.pipeline == PIPELINE_NONE) return "no tile is pipelined";
  if (place->pipelining.storage > body->mapping.pipeline) return "the schedule has another storage";
  if (place->walked && (!body_held(place) || place->loops))
    return "what waits for its tile is held, and no loop loads it";
  return NULL;
}

static const char *wrong_slot(const Body *body, int at) {
  const StepPlace *place = &body->places[at];
  if (!place->walked || place->loops != (uint32_t)1 << (body->loops - 1))
    return "only the last loop reads it";
  if (body_held(place) || !place->packed) return "it waits as words, for one loop";
  bool shared = place->pipelining.storage == PIPELINE_SHARED;
  if (place->pipelining.storage == PIPELINE_IN_PLACE) return "nothing of slots is in place";
  return place->pipelining.distance == (shared ? PIPELINE_SLOTS : 1) ? NULL : "not so many slots before";
}

static const char *wrong_pipeline(const Body *body, int at) {
  const StepPlace *place = &body->places[at];
  if (body->nest->steps[at].kind != STEP_LOAD || !place->used) return "no load that is used";
  if (place->issue != ISSUE_IN_ORDER) return "it is issued otherwise";
  if (pipelines_through_shared(place) && !body_can_copy(body, at)) return "it cannot be copied";
  return pipelines_tile(place) ? wrong_tile(body, at) : wrong_slot(body, at);
}

static const char *wrong_place(const Body *body, int at) {
  const StepPlace *place = &body->places[at];
  if (place->issue == ISSUE_HOISTED && !place->walked) return "hoisted, and in no loop";
  if (place->issue == ISSUE_DEFERRED && place->walked) return "deferred, and in a loop";
  if (place->pipelining.storage == PIPELINE_NONE)
    return place->pipelining.distance ? "stages without a pipeline" : NULL;
  return wrong_pipeline(body, at);
}

bool verify_places(const Body *body, Status *status) {
  for (int i = 0; i < body->nest->step_count; i++) {
    const char *wrong = wrong_place(body, i);
    if (wrong) return status_fail(status, STATUS_INTERNAL, "place of step %d: %s", i, wrong);
  }
  return true;
}
