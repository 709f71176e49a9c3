// Registers of a thread that hold values between loops and tiles, and those that wait with them.
#include "kernel/code/facts.h"

enum { AROUND_WORDS = 6 }; // that hold a vector of 16 bytes at any place, as they are loaded

bool body_held(const StepPlace *place) {
  return (place->reads & ~place->loops) != 0;
}

bool body_invariant(const StepPlace *place) {
  return body_held(place) && !place->loops && !pipelines_tile(place);
}

int body_vector_registers(const Body *body, int at) {
  int lanes = body->places[at].lanes ? body->mapping.vector : 1;
  if (pipelines_words(&body->places[at])) return AROUND_WORDS;
  if (body->places[at].packed) return lanes * dtype_bytes(body->places[at].kept) / 4;
  return lanes * (dtype_bytes(body->nest->steps[at].dtype) > 4 ? 2 : 1);
}

bool body_lives_across(const StepPlace *place, int loop) {
  return body_held(place) && (!place->loops || (place->loops < (uint32_t)1 << loop && place->reads >> loop));
}

int body_held_registers(const Body *body, bool prefetched) {
  int most = 0;
  for (int loop = 1; loop < body->loops; loop++) {
    int registers = 0;
    for (int i = 0; i < body->nest->step_count; i++) {
      const StepPlace *place = &body->places[i];
      bool early = !(place->reads & (place->loops | 1)); // loaded with a loop before the first that reads it
      if (body_lives_across(place, loop) && (prefetched || !early))
        registers +=
            body_vector_registers(body, i) * body_registered_slots(body, i) + body->mapping.end_slots;
    }
    if (registers > most) most = registers;
  }
  return most;
}

// Of what is pipelined by slots one is there from the loop before on, two in the loop that reads it; of what
// waits in shared memory only the one that is read. Two slots of words around vectors are there only when the
// first slot's part of the row is done with.
static int slot_pipeline_registers(const Body *body, int loop) {
  int registers = 0, slot = 0;
  bool last = loop + 1 == body->loops, around = false;
  for (int i = 0; i < body->nest->step_count; i++) {
    const StepPlace *place = &body->places[i];
    bool led = pipelines_words(place), early = !pipelines_through_shared(place) && (last || !led);
    around |= led;
    if (body_lives_across(place, loop)) slot += body_vector_registers(body, i);
    if (pipelines_slot(place) && loop + 2 >= body->loops)
      registers += body_vector_registers(body, i) * (last + early);
  }
  return registers - (last && around ? slot : 0);
}

// What waits in registers at once: held values, and the loads of all slots of a loop.
static int loop_waiting(const Body *body, int loop) {
  int registers = 0;
  for (int i = 0; i < body->nest->step_count; i++) {
    const StepPlace *place = &body->places[i];
    bool loads =
        body->nest->steps[i].kind == STEP_LOAD && place->issue == ISSUE_HOISTED && (place->loops >> loop & 1);
    bool twice = pipelines_tile(place) && !pipelines_through_shared(place);
    if (loads || body_lives_across(place, loop))
      registers += body_vector_registers(body, i) * body_registered_slots(body, i) * (twice ? 2 : 1);
  }
  return registers + slot_pipeline_registers(body, loop);
}

int body_waiting_registers(const Body *body) {
  int most = 0;
  for (int loop = 0; loop < body->loops; loop++) {
    int registers = loop_waiting(body, loop) + (int)body_accumulator_registers(body, loop);
    if (registers > most) most = registers;
  }
  return most;
}
