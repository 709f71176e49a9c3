// Tiles: what goes through shared memory before and after the loop over their rows.
#include "kernel/code/build.h"

void build_tile_shared(Builder *builder) {
  const Body *body = builder->view.body;
  for (int i = 0; i < body->nest->step_count; i++)
    if (body_moves(body, i, body->nest->steps[i].kind))
      build_add(builder, FORM_SHARED_TILE, i)->bytes = tile_bytes(&body->mapping, &body->nest->steps[i]);
}

// For each square that the thread moves.
static void open_patches(Builder *builder) {
  int each = body_patches(builder->view.body);
  if (each == 1) return;
  build_loop(builder, FORM_PATCHES, 0, each)->unrolled = true;
  build_add(builder, FORM_PATCH_NUMBER, NO_STEP);
}

static void close_patches(Builder *builder) {
  if (body_patches(builder->view.body) > 1) build_close(builder);
}

// The condition under which the square at (down, along) is one of the tensor. Has it to be tested?
static bool open_inside(Builder *builder) {
  const Body *body = builder->view.body;
  build_add(builder, FORM_PATCH_DIMS, NO_STEP);
  bool guarded = body_patches_end(body) || body_tile_ends(body);
  if (guarded) build_open(builder, FORM_PATCH_INSIDE);
  return guarded;
}

// One vector for each line of the square.
static void build_lines(Builder *builder, CodeForm form, int at) {
  int vector = builder->view.body->mapping.vector;
  if (vector > 1) build_loop(builder, FORM_LANES, 0, vector)->unrolled = true;
  build_add(builder, form, at);
  if (vector > 1) build_close(builder);
}

void build_tile_loads(Builder *builder) {
  const Body *body = builder->view.body;
  if (!body_stages(body, STEP_LOAD)) return;
  for (int i = 0; i < body->nest->step_count; i++)
    if (body_moves(body, i, STEP_LOAD)) build_add(builder, FORM_PATCH_VARIABLE, i);
  open_patches(builder);
  build_scope_open(builder);
  bool guarded = open_inside(builder);
  for (int i = 0; i < body->nest->step_count; i++)
    if (body_moves(body, i, STEP_LOAD)) build_lines(builder, FORM_LOAD_LINE, i);
  if (guarded) build_close(builder);
  build_close(builder);
  close_patches(builder);
}

void build_tile_fill(Builder *builder) {
  const Body *body = builder->view.body;
  if (!body_stages(body, STEP_LOAD)) return;
  open_patches(builder);
  if (body_patches_end(body)) build_open(builder, FORM_PATCH_EXISTS);
  for (int i = 0; i < body->nest->step_count; i++)
    if (body_moves(body, i, STEP_LOAD)) build_add(builder, FORM_TILE_PUT, i);
  if (body_patches_end(body)) build_close(builder);
  close_patches(builder);
  build_add(builder, FORM_SYNC_THREADS, NO_STEP);
}

void build_tile_stores(Builder *builder) {
  const Body *body = builder->view.body;
  if (!body_stages(body, STEP_STORE)) return;
  build_add(builder, FORM_SYNC_THREADS, NO_STEP);
  open_patches(builder);
  build_scope_open(builder);
  bool guarded = open_inside(builder);
  for (int i = 0; i < body->nest->step_count; i++) {
    const StepPlace *place = &body->places[i];
    if (body->nest->steps[i].kind != STEP_STORE || !place->staged || !place->used) continue;
    build_add(builder, FORM_TILE_TAKE, i);
    build_lines(builder, FORM_STORE_LINE, i);
  }
  if (guarded) build_close(builder);
  build_close(builder);
  close_patches(builder);
}
