// Rows that are loaded in the place of those before them, see pipeline_in_place.c.
#include "kernel/code/build.h"

// Slots between the one that is loaded and the one that the first loop takes: what is loaded has so long to
// come.
enum { BEHIND = 3 };

// ---- the first loop

// Of the slots from the given one on: all, or those that come last.
static void build_taken(Builder *builder, int first) {
  CodeNode *loop = build_loop(builder, FORM_SLOTS, first, builder->view.body->mapping.slots - first);
  loop->unrolled = true;
  builder->view.least_slot = first;
  build_loop_slot(builder, 0);
  builder->view.least_slot = 0;
  build_close(builder);
}

void build_first_taken(Builder *builder) {
  if (!body_pipelines_in_place(builder->view.body)) return;
  build_accumulators(builder, 0);
  build_add(builder, FORM_AWAIT, NO_STEP);
  build_taken(builder, 0);
}

void build_restart(Builder *builder, int pass) {
  const Body *body = builder->view.body;
  if (body_pipelines_in_place(body) && pass == body->loops - 1) build_starts(builder, 0);
}

// ---- behind the last loop's slots

static bool follows(const Builder *builder) {
  return builder->view.body->mapping.slots > BEHIND;
}

static void build_load_next(Builder *builder) {
  build_owned_place(builder, TILE_NEXT);
  build_rows_of_slot(builder);
}

static void build_following(Builder *builder) {
  build_number(builder, FORM_NEXT_SLOT, -BEHIND);
  builder->view.next_slot = true;
  build_loop_slot(builder, 0);
  builder->view.next_slot = false;
}

// What is pipelined by slots through shared memory is awaited at the start of a slot, and with it what has
// been loaded before it: the row's vectors come in groups of their own, so that those of the last slots but
// BEHIND have to come, not of one more.
static void build_in_place_and_slots(Builder *builder) {
  build_next_copies(builder);
  build_add(builder, FORM_COMMIT, NO_STEP);
  build_open(builder, FORM_MORE);
  build_load_next(builder);
  build_close(builder);
  build_add(builder, FORM_COMMIT, NO_STEP);
  if (!follows(builder)) return;
  build_open(builder, FORM_MORE_BEHIND)->number = BEHIND;
  build_following(builder);
  build_close(builder);
}

void build_in_place_slot(Builder *builder) {
  if (body_pipelines_slots(builder->view.body, true)) {
    build_in_place_and_slots(builder);
    return;
  }
  build_open(builder, FORM_MORE);
  build_scope_open(builder);
  build_load_next(builder);
  build_close(builder);
  if (follows(builder)) {
    build_add(builder, FORM_COMMIT, NO_STEP);
    build_open(builder, FORM_SLOT_BEHIND)->number = BEHIND;
    build_number(builder, FORM_AWAIT, BEHIND);
    build_following(builder);
    build_close(builder);
  }
  build_close(builder);
}

void build_in_place_rest(Builder *builder) {
  if (!body_pipelines_in_place(builder->view.body)) return;
  build_open(builder, FORM_MORE);
  build_add(builder, FORM_AWAIT, NO_STEP);
  build_taken(builder, follows(builder) ? builder->view.body->mapping.slots - BEHIND : 0);
  build_close(builder);
}
