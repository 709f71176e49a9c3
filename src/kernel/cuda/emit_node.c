// The printer: goes over a kernel's code and has each node spelled.
#include "kernel/cuda/emit_internal.h"

#include <assert.h>

static void spell_scope(Emitter *emitter, const CodeNode *node) {
  (void)node;
  emit_scope_open(emitter);
}

static void spell_first_slot(Emitter *emitter, const CodeNode *node) {
  (void)node;
  emit_line(emitter, "const int next = 0;");
}

static void spell_finish_tile(Emitter *emitter, const CodeNode *node) {
  (void)node;
  emit_line(emitter, "const int tile = finisher;");
}

// Barriers that take no argument.
static void spell_barrier(Emitter *emitter, const CodeNode *node) {
  static const char *const lines[FORM_COUNT] = {
      [FORM_COMMIT] = "fb_commit_copies();",
      [FORM_SYNC_THREADS] = "__syncthreads();",
      [FORM_CLUSTER_ARRIVE] = "fb_cluster_arrive();",
      [FORM_CLUSTER_START] =
          "fb_cluster_arrive(); // none writes to another's shared memory before all have started",
      [FORM_CLUSTER_WAIT] = "fb_cluster_wait();",
  };
  emit_line(emitter, "%s", lines[node->form]);
}

static Spell *const spellings[FORM_COUNT] = {
    [FORM_SCOPE] = spell_scope,
    [FORM_WORD_FORMS] = spell_forms,
    [FORM_TILES] = spell_tiles,
    [FORM_TRIPS] = spell_trips,
    [FORM_SLOTS] = spell_loop,
    [FORM_NEXT_SLOTS] = spell_loop,
    [FORM_LANES] = spell_loop,
    [FORM_PATCHES] = spell_loop,
    [FORM_PARTIALS] = spell_loop,
    [FORM_COLLECTED] = spell_loop,
    [FORM_FINISH_TILES] = spell_finish_tiles,
    [FORM_SLOT_EXISTS] = spell_slot_exists,
    [FORM_END_EXISTS] = spell_end_exists,
    [FORM_TILE_EXISTS] = spell_tile_exists,
    [FORM_PATCH_EXISTS] = spell_patch_exists,
    [FORM_PATCH_INSIDE] = spell_patch_exists,
    [FORM_FIRST_LANE] = spell_guard,
    [FORM_FIRST_ROW] = spell_guard,
    [FORM_NEXT_TILE] = spell_guard,
    [FORM_MORE] = spell_guard,
    [FORM_MORE_BEHIND] = spell_guard,
    [FORM_SLOT_BEHIND] = spell_guard,
    [FORM_FIRST_SLOTS] = spell_guard,
    [FORM_LATER_SLOT] = spell_guard,
    [FORM_BETWEEN_SLOTS] = spell_guard,
    [FORM_SHARED_TILE] = spell_shared_tile,
    [FORM_SHARED_TURNS] = spell_shared_turns,
    [FORM_SHARED_ROW] = spell_shared_row,
    [FORM_SHARED_SCAN] = spell_shared_scan,
    [FORM_SHARED_ARRIVALS] = spell_shared_arrivals,
    [FORM_SHARED_PIPELINE] = spell_shared_pipeline,
    [FORM_PIPELINE_POINTER] = spell_pipeline_pointer,
    [FORM_VARIABLE] = spell_variable,
    [FORM_PACKED_VARIABLE] = spell_packed_variable,
    [FORM_KEPT_VARIABLE] = spell_kept_variable,
    [FORM_SAME_VARIABLE] = spell_same_variable,
    [FORM_PATCH_VARIABLE] = spell_patch_variable,
    [FORM_ACCUMULATOR] = spell_accumulator,
    [FORM_CARRY] = spell_carry,
    [FORM_ELEMENTS] = spell_elements,
    [FORM_BLOCK_PLACE] = spell_block_place,
    [FORM_CLUSTER_PLACE] = spell_cluster_place,
    [FORM_THREAD_PLACE] = spell_thread_place,
    [FORM_LANE_ANEW] = spell_lane_anew,
    [FORM_GROUP_TILE] = spell_group_tile,
    [FORM_FINISH_TILE] = spell_finish_tile,
    [FORM_OWNED_PLACE] = spell_owned_place,
    [FORM_TILE_PLACE] = spell_tile_place,
    [FORM_TILE_SLOT] = spell_tile_slot,
    [FORM_WALK_UNIT] = spell_walk_unit,
    [FORM_RAGGED_UNIT] = spell_ragged_unit,
    [FORM_WALK_DIMS] = spell_walk_dims,
    [FORM_LANE_DIMS] = spell_lane_dims,
    [FORM_END_NUMBER] = spell_end_number,
    [FORM_END_DIMS] = spell_end_dims,
    [FORM_PATCH_NUMBER] = spell_patch_number,
    [FORM_PATCH_DIMS] = spell_patch_dims,
    [FORM_NEXT_SLOT] = spell_next_slot,
    [FORM_FIRST_SLOT] = spell_first_slot,
    [FORM_MORE_TILES] = spell_more_tiles,
    [FORM_OTHER_BLOCK] = spell_other_block,
    [FORM_LOAD] = spell_step,
    [FORM_LOAD_VECTOR] = spell_load_vector,
    [FORM_LOAD_PAIR] = spell_load_pair,
    [FORM_LOAD_LINE] = spell_tile_line,
    [FORM_LOAD_IN_PLACE] = spell_load_in_place,
    [FORM_COPY_ASYNC] = spell_copy_async,
    [FORM_COMMIT] = spell_barrier,
    [FORM_AWAIT] = spell_await,
    [FORM_TAKE_COPY] = spell_take_copy,
    [FORM_TURN_OVER] = spell_turn_over,
    [FORM_KEEP] = spell_keep,
    [FORM_UNPACK] = spell_unpack,
    [FORM_TILE_PUT] = spell_tile_put,
    [FORM_TILE_TAKE] = spell_tile_take,
    [FORM_COMPUTE] = spell_step,
    [FORM_RANDOM_VECTOR] = spell_random_vector,
    [FORM_ACCUMULATE] = spell_accumulate,
    [FORM_ACCUMULATE_VECTOR] = spell_accumulate_vector,
    [FORM_START] = spell_start,
    [FORM_REDUCE_ROWS] = spell_reduce_rows,
    [FORM_REDUCE_COLUMNS] = spell_combined,
    [FORM_REDUCE_BLOCK] = spell_combined,
    [FORM_SPREAD_ROW] = spell_spread_row,
    [FORM_GATHER_ROW] = spell_gather_row,
    [FORM_PASS_ON] = spell_pass_on,
    [FORM_PUBLISH_PARTIAL] = spell_partial,
    [FORM_COLLECT_PARTIAL] = spell_partial,
    [FORM_PUBLISH_COLUMNS] = spell_publish_columns,
    [FORM_PUBLISH_ROW] = spell_publish_row,
    [FORM_PUBLISH_TOTAL] = spell_publish_total,
    [FORM_COLLECT] = spell_collect,
    [FORM_STORE] = spell_store,
    [FORM_STORE_LINE] = spell_tile_line,
    [FORM_SYNC_THREADS] = spell_barrier,
    [FORM_CLUSTER_ARRIVE] = spell_barrier,
    [FORM_CLUSTER_START] = spell_barrier,
    [FORM_CLUSTER_WAIT] = spell_barrier,
    [FORM_LAST_BLOCK] = spell_last_block,
    [FORM_FINISHER] = spell_finisher,
    [FORM_PRODUCT_BEGIN] = spell_product_begin,
    [FORM_PRODUCT_TILES] = spell_product_tiles,
    [FORM_MULTIPLY] = spell_multiply,
    [FORM_PRODUCT_SLABS] = spell_product_slabs,
    [FORM_PRODUCT_PARTS] = spell_product_parts,
    [FORM_PRODUCT_PUT] = spell_product_put,
    [FORM_PRODUCT_SLOT] = spell_product_slot,
    [FORM_PRODUCT_EXISTS] = spell_product_exists,
    [FORM_PRODUCT_TAKE] = spell_product_take,
    [FORM_PRODUCT_END] = spell_product_end,
    [FORM_NO_ELEMENTS] = spell_comment,
    [FORM_SAY_LAST_BLOCK] = spell_comment,
    [FORM_SAY_FINISHERS] = spell_comment,
    [FORM_SAY_FORMS] = spell_comment,
};

static bool is_block(const CodeNode *node) {
  CodeKind kind = code_kind(node->form);
  return kind == CODE_LOOP || kind == CODE_GUARD || kind == CODE_SCOPE;
}

// ---- which op each line is there for

static void add_line(Emitter *emitter, int line, int step) {
  int op = step == NO_STEP ? NO_OP : emitter->nest->steps[step].op;
  if (op != NO_OP) vector_push(&emitter->lines, (EmittedLine){line, op});
}

static void spell(Emitter *emitter, const CodeNode *node) {
  int first = emit_line_count(emitter);
  spellings[node->form](emitter, node);
  for (int line = first; line < emit_line_count(emitter); line++) {
    add_line(emitter, line, node->step);
    if (node->form == FORM_LOAD_PAIR) add_line(emitter, line, (int)node->number);
    for (int i = 0; i < node->reduce_count; i++)
      if (node->reduces[i] != node->step) add_line(emitter, line, node->reduces[i]);
  }
}

static void emit_node(Emitter *emitter, const CodeNode *node) {
  emitter->view = node->view;
  emitter->body = node->view.body;
  assert(spellings[node->form]);
  spell(emitter, node);
  if (!is_block(node)) return;
  for (const CodeNode *child = node->child; child; child = child->next)
    emit_node(emitter, child);
  if (node->form != FORM_WORD_FORMS) {
    emit_close(emitter);
    return;
  }
  emitter->indent--;
  emit_line(emitter, "});");
}

void emit_tree(Emitter *emitter) {
  for (const CodeNode *child = emitter->code->root->child; child; child = child->next)
    emit_node(emitter, child);
  emitter->body = &emitter->code->body;
}
