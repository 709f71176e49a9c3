// Persistent blocks: each, or a cluster of them, takes tiles one after another, and loads the next while it
// works on one.
#include "kernel/code/build.h"

// ---- what is copied into shared memory before its tile

static void declare_copies(Builder *builder) {
  const Body *body = builder->view.body;
  if (!builder->code->launch.pipeline_bytes) return;
  int64_t at = 0;
  build_add(builder, FORM_SHARED_PIPELINE, NO_STEP)->bytes = builder->code->launch.pipeline_bytes;
  for (int i = 0; i < body->nest->step_count; i++) {
    if (!pipelines_through_shared(&body->places[i])) continue;
    build_number(builder, FORM_PIPELINE_POINTER, at)->step = i;
    at += body_copied_bytes(body, i);
  }
}

// What has been copied for this tile comes into registers: then there is room for the next one's.
static void take_copies(Builder *builder) {
  const Body *body = builder->view.body;
  if (!builder->code->launch.pipeline_bytes || body_pipelines_in_place(body)) return;
  build_add(builder, FORM_AWAIT, NO_STEP);
  for (int i = 0; i < body->nest->step_count; i++)
    if (pipelines_through_shared(&body->places[i])) build_variable(builder, i);
  build_slots_open(builder);
  for (int i = 0; i < body->nest->step_count; i++)
    if (pipelines_through_shared(&body->places[i])) build_add(builder, FORM_TAKE_COPY, i);
  build_slots_close(builder);
}

// ---- the tile loop

static void open_tiles(Builder *builder) {
  const Mapping *mapping = &builder->view.body->mapping;
  if (mapping->tiles_per_block > 1) {
    build_loop(builder, FORM_TILES, 0, mapping->tiles_per_block);
    return;
  }
  build_scope_open(builder);
  if (mapping->tiles > 1) build_add(builder, FORM_GROUP_TILE, NO_STEP);
}

// The rows of the first tile. They wait where those of all others do: if a tile began with what comes from
// two places, each would wait for both.
static void build_first_rows(Builder *builder) {
  const Body *body = builder->view.body;
  if (!body_pipelines_tiles(body)) return;
  builder->view.next_tile = !body_pipelines_in_place(body);
  build_declare_rows(builder);
  build_scope_open(builder);
  build_owned_place(builder, TILE_FIRST);
  build_row_loads(builder);
  build_close(builder);
  builder->view.next_tile = false;
  build_first_taken(builder);
}

// What was loaded for this tile becomes what this tile reads.
static void turn_over(Builder *builder) {
  const Body *body = builder->view.body;
  if (!body_pipelines_tiles(body) || body_pipelines_in_place(body)) return;
  build_declare_rows(builder);
  for (int i = 0; i < body->nest->step_count; i++)
    if (pipelines_tile(&body->places[i]) && !pipelines_through_shared(&body->places[i]))
      build_add(builder, FORM_TURN_OVER, i);
}

static void build_next_rows(Builder *builder) {
  const Body *body = builder->view.body;
  if (!body_pipelines_tiles(body)) return;
  if (body_pipelines_in_place(body)) {
    build_add(builder, FORM_MORE_TILES, NO_STEP);
    return;
  }
  builder->view.next_tile = true;
  build_open(builder, FORM_NEXT_TILE);
  build_owned_place(builder, TILE_NEXT);
  build_row_loads(builder);
  build_close(builder);
  builder->view.next_tile = false;
}

// What all rows read alike and is not meant to stay in registers, the compiler would keep there, or spill.
static void forget_places(Builder *builder) {
  const Body *body = builder->view.body;
  for (int i = 0; i < body->nest->step_count; i++) {
    const Step *step = &body->nest->steps[i];
    const StepPlace *place = &body->places[i];
    bool alike = place->used && place->walked && !(step->dims & body->mapping.owned);
    if (step->kind != STEP_LOAD || !alike || body_invariant(place) || body->nest->crossed) continue;
    build_add(builder, FORM_LANE_ANEW, NO_STEP);
    return;
  }
}

void build_tiles(Builder *builder) {
  if (builder->view.body->mapping.tiles == 0) return;
  declare_copies(builder);
  build_invariants(builder);
  build_first_rows(builder);
  build_cluster_started(builder);
  open_tiles(builder);
  forget_places(builder);
  build_owned_place(builder, TILE_CURRENT);
  build_keeping(builder);
  take_copies(builder);
  turn_over(builder);
  build_next_rows(builder);
  build_passes(builder);
  build_close(builder);
}

void build_persistent_rows(Builder *builder) {
  if (builder->view.body->mapping.cluster) build_add(builder, FORM_CLUSTER_PLACE, NO_STEP);
  build_add(builder, FORM_THREAD_PLACE, NO_STEP);
  build_cluster_start(builder);
  build_walk_place(builder);
  build_tiles(builder);
}
