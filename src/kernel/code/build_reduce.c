// Reductions: accumulators of a thread, and how threads and blocks combine them.
#include "kernel/code/build.h"

void build_accumulator(Builder *builder, int reduce) {
  build_add(builder, FORM_ACCUMULATOR, reduce);
}

void build_accumulators(Builder *builder, int pass) {
  for (int i = 0; i < builder->view.body->nest->step_count; i++)
    if (body_reduces_in(builder->view.body, i, pass)) build_accumulator(builder, i);
}

void build_starts(Builder *builder, int pass) {
  for (int i = 0; i < builder->view.body->nest->step_count; i++)
    if (body_reduces_in(builder->view.body, i, pass)) build_add(builder, FORM_START, i);
}

// ---- shared memory

void build_shared(Builder *builder) {
  const Body *body = builder->view.body;
  const KernelCode *code = builder->code;
  int bytes = schedule_shared_by_turns(code->nest, code->schedule);
  build_tile_shared(builder);
  if (bytes > 0) build_add(builder, FORM_SHARED_TURNS, NO_STEP)->bytes = (bytes + 7) / 8 * 8;
  for (int i = 0; i < body->nest->step_count; i++) {
    if (!body_has_row_memory(body, i)) continue;
    int turns = mapping_alternates(&body->mapping) ? 2 : 1;
    build_add(builder, FORM_SHARED_ROW, i)->bytes =
        turns * reduction_shared_bytes(&body->mapping, &body->nest->steps[i]);
  }
  if (code->launch.workspace_bytes > 0 && !code->nest->crossed && !body_is_product(body))
    build_add(builder, FORM_SHARED_ARRIVALS, NO_STEP)->bytes = 4;
}

void build_scan_shared(Builder *builder) {
  const Body *body = builder->view.body;
  for (int i = 0; i < body->nest->step_count; i++) {
    const Step *step = &body->nest->steps[i];
    if (step->kind != STEP_SCAN || !body->places[i].used) continue;
    int64_t count = mapping_scan_shared_count(&body->mapping, step);
    if (count) build_add(builder, FORM_SHARED_SCAN, i)->bytes = count * reduction_accumulator(step).bytes;
  }
}

// ---- combining

// By turns, where they share memory. `frees`: does a turn leave that memory free for the next one?
static void build_combined(Builder *builder, CodeForm form, bool frees, int64_t columns, const int *reduces,
                           int count) {
  for (int first = 0; first < count;) {
    Together together = mapping_together(&builder->view.body->mapping, reduces + first, count - first);
    if (first && !frees) build_add(builder, FORM_SYNC_THREADS, NO_STEP);
    CodeScope scope = mapping_threads(&builder->view.body->mapping) > 32 ? AMONG_BLOCK : AMONG_WARP;
    CodeNode *node = build_reduce(builder, form, scope, reduces + first, together.count);
    node->number = columns;
    first += together.count;
  }
}

static void build_columns(Builder *builder, const int *reduces, int count) {
  const Mapping *mapping = &builder->view.body->mapping;
  if (mapping->walk_lanes > 1)
    build_combined(builder, FORM_REDUCE_COLUMNS, true, mapping->owned_lanes, reduces, count);
}

void build_columns_of_rows(Builder *builder, const int *reduces, int count) {
  const Mapping *mapping = &builder->view.body->mapping;
  if (mapping->owned_lanes == 1) return;
  build_slots_open(builder);
  build_combined(builder, FORM_REDUCE_COLUMNS, true, mapping->walk_lanes, reduces, count);
  build_slots_close(builder);
}

void build_block_totals(Builder *builder, const int *reduces, int count) {
  if (mapping_threads(&builder->view.body->mapping) > 32) {
    build_combined(builder, FORM_REDUCE_BLOCK, false, 0, reduces, count);
    return;
  }
  for (int i = 0; i < count; i++)
    build_reduce(builder, FORM_REDUCE_BLOCK, AMONG_WARP, reduces + i, 1);
}

// Reductions of long rows share a barrier.
static void build_rows(Builder *builder, const int *reduces, int count) {
  int lanes = builder->view.body->mapping.walk_lanes;
  if (lanes == 1 || count == 0) return;
  if (lanes > 32) build_reduce(builder, FORM_REDUCE_ROWS, AMONG_BLOCK, reduces, count);
  for (int i = 0; i < count && lanes <= 32; i++)
    build_reduce(builder, FORM_REDUCE_ROWS, AMONG_WARP, reduces + i, 1);
}

static void build_within_block(Builder *builder, const int *reduces, int count) {
  (builder->view.body->mapping.fast_walked ? build_rows : build_columns)(builder, reduces, count);
}

// ---- clusters

void build_cluster_start(Builder *builder) {
  if (builder->view.body->mapping.cluster) build_add(builder, FORM_CLUSTER_START, NO_STEP);
}

void build_cluster_started(Builder *builder) {
  if (builder->view.body->mapping.cluster) build_add(builder, FORM_CLUSTER_WAIT, NO_STEP);
}

static void build_cluster(Builder *builder, int pass, const int *reduces, int count) {
  const Body *body = builder->view.body;
  if (!body->mapping.shares && pass == body_first_reducing(body)) build_cluster_started(builder);
  for (int i = 0; i < count; i++)
    build_reduce(builder, FORM_SPREAD_ROW, AMONG_CLUSTER, reduces + i, 1);
  build_add(builder, FORM_CLUSTER_ARRIVE, NO_STEP);
  build_add(builder, FORM_CLUSTER_WAIT, NO_STEP);
  for (int i = 0; i < count; i++)
    build_reduce(builder, FORM_GATHER_ROW, AMONG_CLUSTER, reduces + i, 1);
}

// ---- blocks

static void build_across_blocks(Builder *builder, const int *reduces, int count) {
  const Mapping *mapping = &builder->view.body->mapping;
  build_add(builder, FORM_SAY_LAST_BLOCK, NO_STEP);
  build_open(builder, FORM_FIRST_LANE);
  for (int i = 0; i < count; i++)
    build_reduce(builder, FORM_PUBLISH_PARTIAL, AMONG_GRID, reduces + i, 1);
  build_close(builder);
  build_add(builder, FORM_LAST_BLOCK, NO_STEP);
  for (int i = 0; i < count; i++)
    build_add(builder, FORM_START, reduces[i]);
  build_loop(builder, FORM_PARTIALS, 0, mapping->splits);
  for (int i = 0; i < count; i++)
    build_reduce(builder, FORM_COLLECT_PARTIAL, AMONG_GRID, reduces + i, 1);
  build_close(builder);
  build_within_block(builder, reduces, count);
}

void build_combine(Builder *builder, int pass) {
  const Body *body = builder->view.body;
  int *reduces = build_room(builder), count = 0;
  for (int i = 0; i < body->nest->step_count; i++)
    if (body_reduces_in(body, i, pass)) reduces[count++] = i;
  if (body->mapping.cluster) {
    if (count) build_cluster(builder, pass, reduces, count);
    return;
  }
  build_within_block(builder, reduces, count);
  if (count && body->mapping.splits > 1) build_across_blocks(builder, reduces, count);
}

void build_combine_finish(Builder *builder) {
  const Mapping *mapping = &builder->view.body->mapping;
  int *reduces = build_room(builder);
  int count = mapping_combined(mapping, COMBINE_FINISH, 0, reduces);
  (mapping->fast_walked ? build_block_totals : build_columns)(builder, reduces, count);
}
