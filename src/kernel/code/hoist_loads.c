// Loads that are issued together, before anything waits for them, as far as registers last.
#include "base/arena.h"
#include "kernel/code/facts.h"
#include "kernel/code/passes_internal.h"
#include "kernel/nest/product.h"

#include <stdlib.h>

typedef struct Readiness {
  const Body *body;
  bool ready;
} Readiness;

enum {
  WAITING_REGISTERS = 64, // of a thread, for all that is held or prefetched
  WORKING_REGISTERS = 28, // for the rest
};

void pass_pack(Body *body) {
  for (int i = 0; i < body->nest->step_count; i++)
    body->places[i].packed = body->packs && body_held(&body->places[i]) && body_can_pack(body, i);
}

static void check_alone(void *context, int needed) {
  const StepPlace *place = &((Readiness *)context)->body->places[needed];
  if (place->walked) ((Readiness *)context)->ready = false;
}

// Registers of a thread for all that is held or prefetched.
static int waiting_registers(const Body *body) {
  int most = body->registers - WORKING_REGISTERS;
  return most < WAITING_REGISTERS ? most : WAITING_REGISTERS;
}

// Loads of later loops are issued with those of the first while registers last, so that they do not wait for
// its reductions.
void pass_prefetch(Body *body) {
  if (!body->mapping.persistent || body->pipeline == PIPELINE_IN_PLACE) return;
  int most = waiting_registers(body);
  for (int i = 0; i < body->nest->step_count; i++) {
    StepPlace *place = &body->places[i];
    const Step *step = &body->nest->steps[i];
    if (step->kind != STEP_LOAD || !place->used || !place->walked || step->pass > 0 || (place->loops & 1))
      continue;
    Readiness readiness = {body, true};
    nest_each_need(body->nest, i, check_alone, &readiness);
    if (!readiness.ready) continue;
    StepPlace before = *place;
    place->packed = body_can_pack(body, i);
    place->loops = 1;
    if (body_held_registers(body, true) > most) *place = before;
  }
}

// ---- loads first

static void check_ready(void *context, int needed) {
  Readiness *readiness = context;
  const StepPlace *place = &readiness->body->places[needed];
  if (place->walked && place->issue != ISSUE_HOISTED) readiness->ready = false;
  if (place->walked && place->lanes) readiness->ready = false;
}

// A vector of two or more columns of a product is the same in all slots of a slab
// (cuda/prelude_product_tiles.cuh).
static bool is_alike(const Body *body, int at) {
  if (!body_is_product(body) || body->mapping.vector == 1) return false;
  ProductDims dims;
  nest_product_dims(body->nest, &body->nest->steps[nest_product(body->nest)], &dims);
  return dims.rows == NO_ROWS || !(body->nest->steps[at].dims >> dims.rows & 1);
}

static void mark_hoisted(void *context, int needed) {
  Body *body = context;
  StepPlace *place = &body->places[needed];
  if (!place->walked || place->issue == ISSUE_HOISTED) return;
  place->issue = ISSUE_HOISTED;
  place->alike = is_alike(body, needed);
  nest_each_need(body->nest, needed, mark_hoisted, body);
}

// Could the step run before the others of its slot: does it need only steps that are the same for all lanes?
void pass_hoist_loads(Body *body) {
  if (body->rolled) return;
  const Nest *nest = body->nest;
  bool *possible = memory_alloc((size_t)nest->step_count + 1);
  for (int i = 0; i < nest->step_count; i++) {
    StepPlace *place = &body->places[i];
    if (!place->walked || !place->used || place->staged || step_accumulates(&nest->steps[i]) ||
        nest->steps[i].kind == STEP_STORE)
      continue;
    place->issue = ISSUE_HOISTED; // tentatively: later steps ask for it
    Readiness readiness = {body, true};
    nest_each_need(nest, i, check_ready, &readiness);
    possible[i] = readiness.ready;
    place->issue = possible[i] ? ISSUE_HOISTED : ISSUE_IN_ORDER;
  }
  for (int i = 0; i < nest->step_count; i++)
    body->places[i].issue = ISSUE_IN_ORDER;
  for (int i = 0; i < nest->step_count; i++)
    if (possible[i] && nest->steps[i].kind == STEP_LOAD) mark_hoisted(body, i);
  free(possible);
}

// Where a loop's loads for all slots would not fit beside what is held, each slot loads for itself.
static void limit_hoisted(Body *body, int loop) {
  int waiting = 0, most = waiting_registers(body);
  for (int i = 0; i < body->nest->step_count; i++)
    if (body_lives_across(&body->places[i], loop))
      waiting += body_vector_registers(body, i) * body_registered_slots(body, i);
  for (int i = 0; i < body->nest->step_count; i++) {
    StepPlace *place = &body->places[i];
    bool loads = body->nest->steps[i].kind == STEP_LOAD && place->issue == ISSUE_HOISTED && !body_held(place);
    if (!loads || place->loops != (uint32_t)1 << loop) continue;
    int registers = body_vector_registers(body, i) * body->mapping.slots;
    if (waiting + registers > most) {
      place->issue = ISSUE_IN_ORDER;
      place->packed = false;
    } else {
      waiting += registers;
    }
  }
}

// Several slots of 16-bit vectors wait as they come from memory.
void pass_pack_loads(Body *body) {
  if (body->mapping.slots == 1) return;
  for (int i = 0; i < body->nest->step_count; i++)
    if (body->places[i].issue == ISSUE_HOISTED && !body_held(&body->places[i]))
      body->places[i].packed = body_can_pack(body, i);
}

void pass_sink_loads(Body *body) {
  for (int loop = 1; loop < body->loops; loop++)
    limit_hoisted(body, loop);
}
