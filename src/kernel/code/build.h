// What builds the code of a kernel from its body: the files build*.c of this folder.
#pragma once

#include "kernel/code/facts.h"
#include "kernel/code/tree.h"

typedef struct Builder {
  KernelCode *code;
  CodeNode *open[CODE_DEPTH]; // the blocks around what is added next
  int depth;                  // of them
  CodeView view;              // of what is added next
} Builder;

// ---- nodes
CodeNode *build_add(Builder *builder, CodeForm form, int step);
CodeNode *build_number(Builder *builder, CodeForm form, int64_t number); // of no step
CodeNode *build_reduce(Builder *builder, CodeForm form, CodeScope scope, const int *reduces, int count);
CodeNode *build_open(Builder *builder, CodeForm form); // what is added next is within it
CodeNode *build_loop(Builder *builder, CodeForm form, int64_t first, int64_t count);
void build_close(Builder *builder);
int *build_room(const Builder *builder); // for the numbers of all steps, in the code's arena

// ---- places
void build_thread_place(Builder *builder);
void build_owned_place(Builder *builder, OwnedTile tile);
void build_walk_place(Builder *builder);                // once, where a thread has one walk unit
void build_slot_walk(Builder *builder);                 // number of a slot along the walk; opens its guard
void build_slot_place(Builder *builder, uint32_t dims); // walked dims of a slot; `dims`: those that are read
void build_slot_end(Builder *builder);                  // closes the guard
void build_slots_open(Builder *builder);                // nothing when there is one
void build_slots_close(Builder *builder);
void build_scope_open(Builder *builder);

// ---- values
void build_step(Builder *builder, int at, LaneView lanes);
void build_variable(Builder *builder, int at); // packed or not
void build_unpack(Builder *builder, int pass); // what is held packed and read in a loop, of the current slot

// ---- loops
void build_before(Builder *builder, int pass); // what does not vary along the walk
void build_behind(Builder *builder, int pass); // ... and waits for loads before the loop
void build_pass(Builder *builder, int pass, int64_t trips);
void build_passes(Builder *builder); // all loops, with what stands around them
// The steps of a loop in the current slot, loads but for what comes in place among them.
void build_loop_slot(Builder *builder, int pass);
void build_invariants(Builder *builder);   // loads of what all rows read alike
void build_declare_rows(Builder *builder); // variables of a tile's rows,
void build_row_loads(Builder *builder);    // ... their loads,
void build_rows_of_slot(Builder *builder); // ... those of the current slot
void build_keeping(Builder *builder);
void build_finish_steps(Builder *builder);

// ---- loads that slots are the stages of: those through shared memory, or the others
uint32_t build_pipelined_dims(const Builder *builder, bool shared); // that they read
void build_pipelined(Builder *builder, bool shared);                // in the current slot
// In the loop before the last one: the first slots of those.
void build_first_pipelined(Builder *builder, int pass);
void build_next_pipelined(Builder *builder, int pass); // before a slot of the last one: the slot after it
void build_next_copies(Builder *builder);
void build_own_loads(Builder *builder);
void build_forms_open(Builder *builder, int pass); // around the last loop: a form for each word
void build_forms_close(Builder *builder, int pass);

// ---- rows in the place of those before them
void build_first_taken(Builder *builder);       // before the tile loop: the first loop of the first one
void build_restart(Builder *builder, int pass); // before the last loop: accumulators of the first one
void build_in_place_slot(Builder *builder);     // behind a slot of the last loop
void build_in_place_rest(Builder *builder);     // behind that loop: the first one's last slots

// ---- reductions
void build_shared(Builder *builder);
void build_scan_shared(Builder *builder);
void build_accumulator(Builder *builder, int reduce);
void build_accumulators(Builder *builder, int pass);
void build_starts(Builder *builder, int pass);
void build_combine(Builder *builder, int pass);
void build_columns_of_rows(Builder *builder, const int *reduces, int count);
void build_block_totals(Builder *builder, const int *reduces, int count);
void build_combine_finish(Builder *builder);
void build_cluster_start(Builder *builder);   // before the loops
void build_cluster_started(Builder *builder); // before the tile loop

// ---- tiles
void build_tile_shared(Builder *builder);
void build_tile_loads(Builder *builder);
void build_tile_fill(Builder *builder);
void build_tile_stores(Builder *builder);

// ---- products
void build_product_slot(Builder *builder, uint32_t dims); // as build_slot_place
void build_product_put(Builder *builder); // before what reads a slab; nothing where there is no product
void build_gemm(Builder *builder);

// ---- whole kernels
void build_tiles(Builder *builder);
void build_persistent_rows(Builder *builder);
void build_mixed(Builder *builder);
