// Where a thread is: from block and thread number to units, from units to the indices of dims.
#include "kernel/code/build.h"

static uint32_t dims_read_by_all(const Body *body) {
  uint32_t read = 0;
  for (int i = 0; i < body->nest->step_count; i++)
    if (body->places[i].used) read |= body_dims_read(body, i);
  for (int i = 0; i < body->nest->step_count;
       i++) // stores before the loops test the owned dims that they lack
    if (body->nest->steps[i].kind == STEP_STORE && !body->places[i].walked)
      read |= body->mapping.owned & ~body->nest->steps[i].dims;
  return read;
}

void build_owned_place(Builder *builder, OwnedTile tile) {
  const Body *body = builder->view.body;
  const Mapping *mapping = &body->mapping;
  if (!mapping->owned) return;
  uint32_t read = dims_read_by_all(body);
  if (mapping->shifted)
    for (int dim = 0; dim < body->nest->dim_count; dim++)
      if (mapping->shift_scale[dim] % mapping->vector) read |= (uint32_t)1 << dim;
  build_number(builder, FORM_OWNED_PLACE, tile)->dims = read;
}

void build_thread_place(Builder *builder) {
  const Body *body = builder->view.body;
  if (body_is_tile(body)) {
    build_add(builder, FORM_TILE_PLACE, NO_STEP)->dims = dims_read_by_all(body);
    return;
  }
  build_add(builder, FORM_BLOCK_PLACE, NO_STEP);
  build_add(builder, FORM_THREAD_PLACE, NO_STEP);
  build_owned_place(builder, TILE_CURRENT);
}

void build_walk_place(Builder *builder) {
  const Body *body = builder->view.body;
  if (body_walks_once(body) && body_reads_walk(body)) build_add(builder, FORM_WALK_UNIT, NO_STEP);
}

// ---- slots

void build_slot_walk(Builder *builder) {
  const Body *body = builder->view.body;
  if (!body_walks_once(body)) build_add(builder, FORM_WALK_UNIT, NO_STEP);
  if (body_slot_guarded(body)) build_open(builder, FORM_SLOT_EXISTS);
}

// Each thread takes at most one element of the ends, or as many as slots.
static void build_end_place(Builder *builder, uint32_t dims) {
  const Body *body = builder->view.body;
  if (body->mapping.slots > 1) build_add(builder, FORM_END_NUMBER, NO_STEP);
  build_open(builder, FORM_END_EXISTS);
  if (dims & body->mapping.walked) build_add(builder, FORM_END_DIMS, NO_STEP)->dims = dims;
}

static void build_tile_slot(Builder *builder) {
  build_add(builder, FORM_TILE_SLOT, NO_STEP);
  if (body_tile_ends(builder->view.body) && !builder->view.tests_tile) build_open(builder, FORM_TILE_EXISTS);
}

void build_slot_place(Builder *builder, uint32_t dims) {
  const Body *body = builder->view.body;
  const Mapping *mapping = &body->mapping;
  if (body == &builder->code->ends) {
    build_end_place(builder, dims);
    return;
  }
  if (body_is_tile(body)) {
    build_tile_slot(builder);
    return;
  }
  if (body_is_product(body)) {
    build_product_slot(builder, dims);
    return;
  }
  bool reads = (dims & mapping->walked) != 0;
  if (body_slot_guarded(body) || mapping->ragged || reads) build_slot_walk(builder);
  if (mapping->ragged && (!mapping->peeled || reads)) build_add(builder, FORM_RAGGED_UNIT, NO_STEP);
  if (reads) build_add(builder, FORM_WALK_DIMS, NO_STEP)->dims = dims & mapping->walked;
}

void build_slot_end(Builder *builder) {
  const CodeForm form = builder->open[builder->depth]->form;
  if (form == FORM_SLOT_EXISTS || form == FORM_END_EXISTS || form == FORM_TILE_EXISTS ||
      form == FORM_PRODUCT_EXISTS)
    build_close(builder);
}

void build_slots_open(Builder *builder) {
  const Body *body = builder->view.body;
  if (body->mapping.slots == 1) return;
  CodeNode *loop = build_loop(builder, FORM_SLOTS, 0, body->mapping.slots);
  loop->unrolled = !body->rolled;
  loop->descends = body == &builder->code->body && body_slots_descend(body);
}

void build_slots_close(Builder *builder) {
  if (builder->view.body->mapping.slots > 1) build_close(builder);
}
