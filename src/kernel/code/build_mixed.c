// Crossing reductions: what a block publishes of its tiles, and the finish.
#include "kernel/code/build.h"

static void declare_crossing(Builder *builder) {
  const Body *body = builder->view.body;
  for (int i = 0; i < body->nest->step_count; i++)
    if (body->places[i].used && nest_crosses(body->nest, &body->nest->steps[i]))
      build_accumulator(builder, i);
}

// ---- what a block has found

// A block of one row, or of one warp, whose rows shuffles combine.
static void publish_few(Builder *builder, const int *reduces, int count) {
  const Mapping *mapping = &builder->view.body->mapping;
  build_columns_of_rows(builder, reduces, count);
  if (mapping->owned_lanes > 1) build_open(builder, FORM_FIRST_ROW);
  build_slots_open(builder);
  build_slot_walk(builder);
  for (int i = 0; i < count; i++)
    build_reduce(builder, FORM_PUBLISH_ROW, AMONG_GRID, reduces + i, 1);
  build_slot_end(builder);
  build_slots_close(builder);
  if (mapping->owned_lanes > 1) build_close(builder);
}

static void publish_columns(Builder *builder) {
  const Mapping *mapping = &builder->view.body->mapping;
  int *reduces = build_room(builder);
  int count = mapping_combined(mapping, COMBINE_COLUMNS, 0, reduces);
  if (count && (mapping->owned_lanes == 1 || mapping_threads(mapping) <= 32)) {
    publish_few(builder, reduces, count);
    return;
  }
  for (int first = 0; first < count;) {
    Together together = mapping_together(mapping, reduces + first, count - first);
    build_reduce(builder, FORM_PUBLISH_COLUMNS, AMONG_GRID, reduces + first, together.count);
    first += together.count;
  }
}

static void publish_totals(Builder *builder) {
  const Body *body = builder->view.body;
  int *reduces = build_room(builder);
  build_block_totals(builder, reduces, mapping_combined(&body->mapping, COMBINE_TOTALS, 0, reduces));
  for (int i = 0; i < body->nest->step_count; i++) {
    const Step *step = &body->nest->steps[i];
    if (nest_crosses(body->nest, step) && !step->dims)
      build_add(builder, FORM_PUBLISH_TOTAL, i)->scope = AMONG_GRID;
  }
}

// ---- the finish; what is built is of its body

static void collect_all(Builder *builder) {
  const Body *body = builder->view.body;
  declare_crossing(builder);
  build_loop(builder, FORM_COLLECTED, 0, body->mapping.trips);
  build_add(builder, FORM_OTHER_BLOCK, NO_STEP);
  for (int i = 0; i < body->nest->step_count; i++)
    if (body->places[i].used && nest_crosses(body->nest, &body->nest->steps[i]))
      build_add(builder, FORM_COLLECT, i)->scope = AMONG_GRID;
  build_close(builder);
  build_combine_finish(builder);
}

static void open_finish(Builder *builder) {
  const Mapping *mapping = &builder->view.body->mapping;
  build_add(builder, FORM_SAY_FINISHERS, NO_STEP);
  build_add(builder, FORM_FINISHER, NO_STEP);
  if (mapping->tiles_per_block > 1) {
    build_loop(builder, FORM_FINISH_TILES, 0, mapping->tiles_per_block);
    return;
  }
  build_scope_open(builder);
  if (mapping->tiles > 1) build_add(builder, FORM_FINISH_TILE, NO_STEP);
}

static void build_finish(Builder *builder) {
  builder->view.body = builder->code->body.finish;
  open_finish(builder);
  build_add(builder, FORM_THREAD_PLACE, NO_STEP);
  build_owned_place(builder, TILE_CURRENT);
  collect_all(builder);
  build_finish_steps(builder);
  build_close(builder);
  builder->view.body = &builder->code->body;
}

void build_mixed(Builder *builder) {
  build_add(builder, FORM_THREAD_PLACE, NO_STEP);
  build_walk_place(builder);
  declare_crossing(builder);
  build_tiles(builder);
  publish_columns(builder);
  publish_totals(builder);
  build_finish(builder);
}
