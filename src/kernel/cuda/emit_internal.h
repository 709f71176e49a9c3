// The emitter's own parts; only emit*.c include this. Each form of a node has a function that spells it; the
// printer (emit_node.c) goes over the tree and calls it with the node's view.
#pragma once

#include "kernel/code/facts.h"
#include "kernel/code/tree.h"
#include "kernel/cuda/emit.h"
#include "kernel/nest/product.h"
#include "kernel/nest/size.h"

enum { NAME_SIZE = 48 };
typedef char Name[NAME_SIZE];

typedef struct Emitter {
  const Nest *nest;
  const Schedule *schedule;
  EmitOptions options;
  KernelCode made;        // of a nest that is no batch, unless it was made before; owned
  const KernelCode *code; // what is spelled
  bool wide;              // indices need 64 bits
  CodeView view;          // of the node that is spelled
  const Body *body;       // ... that it speaks of
  LaunchShape launch;
  Text text;
  int indent;
  EmittedLines lines; // of `text` so far
  size_t counted;     // bytes of `text` whose lines are counted,
  int line;           // and how many they are
  Name *steps;        // C++ names of steps, conditions and buffers
  Name *buffers;
  Name size;            // of the argument, where the kernel takes a size
  IntegerRange *ranges; // of steps
  bool is_part;         // of a batch: a function that a kernel calls for a block of the part's own
  Text shared_fields;   // of a part: its shared memory, which the batch lays over that of the other parts
  Status *status;
} Emitter;

// ---- a kernel, or a part of a batch
// Prepares an emitter with options and status for a nest; false when it cannot be emitted. Close it either
// way. It stays where it is: the code's nodes point into it.
bool emitter_open(Emitter *emitter, const Nest *nest, const Schedule *schedule, const GpuLimits *limits);
void emitter_close(Emitter *emitter);
void emit_space(Emitter *emitter); // a comment: the domain and how it is laid over threads
void buffer_declaration(const Emitter *emitter, int buffer, Text *out); // "const float *x_in"
void emit_parameter_begin(Text *parameters);                            // a comma but for the first
void emit_tree(Emitter *emitter);                                       // all between the braces

// ---- text
void emit_line(Emitter *emitter, const char *format, ...) __attribute__((format(printf, 2, 3)));
void emit_open(Emitter *emitter, const char *format, ...)
    __attribute__((format(printf, 2, 3))); // a line and "{"
void emit_scope_open(Emitter *emitter);    // "{" alone
int emit_line_count(Emitter *emitter);     // of the text so far
void emit_close(Emitter *emitter);
const char *emit_slot_text(const Emitter *emitter); // the number of the slot that is emitted

// ---- names
void names_make(Emitter *emitter);
const char *emit_type_name(DType dtype); // of a step's value: "float"
bool emit_type_is_rare(DType dtype);     // only the longer prelude has it

// ---- integers
void ranges_make(Emitter *emitter);
bool step_narrow(const Emitter *emitter, int step); // may compute in 32 bits
// Of an equation of 64-bit integers the operand that may not fit 32 bits, when the other one does and varies
// where it does not; else -1.
int step_fixed_operand(const Emitter *emitter, int step);
bool step_wraps(const Emitter *emitter, int step); // an integer that may leave the range of its dtype

// ---- numbers that may follow from a size that the kernel takes
typedef char Digits[128];
// Its digits, or what it is of the argument: "(size_rows * 512 + 3)".
const char *emit_number(const Emitter *emitter, int64_t number, Digits room);
const char *emit_quotient(const Emitter *emitter, int64_t number, int64_t divisor, Digits room); // no rest
const char *emit_walk_units(const Emitter *emitter, Digits room);
const char *emit_owned_units(const Emitter *emitter, Digits room);
const char *emit_tile_count(const Emitter *emitter, Digits room); // of blocks along the owned dims
const char *emit_last_owned(const Emitter *emitter, Digits room); // the number of the last one
void emit_trip_count(const Emitter *emitter, int64_t trips, Text *out);
void emit_float_text(double number, const char *suffix, Text *out); // "f", or "" of a double
void emit_step_number(const Emitter *emitter, int step, Text *out); // the constant of a step
void emit_size_parameter(const Emitter *emitter, Text *parameters); // nothing where it takes none
void emit_size_comment(Emitter *emitter);
const char *emit_grid(const Emitter *emitter, Digits room); // blocks

// ---- matrix products
bool emit_has_product(const Emitter *emitter);
void emit_product_slot_text(const Emitter *emitter, Text *out); // the number of a slot in its slab
// Does the slot of a tile that is cut lie within the result?
void emit_product_exists_text(const Emitter *emitter, Text *out);
void emit_map_parameters(const Emitter *emitter, Text *parameters);
// What picks the sums of the product at a step, as the last argument of a call: nothing for the first.
const char *emit_which_product(const Emitter *emitter, int step);
void emit_describe_maps(const Emitter *emitter, Emitted *emitted);

// The dims that are the digits of a matrix's number, those of `read`.
void emit_batch_dims(Emitter *emitter, const ProductDims *dims, uint32_t read, const char *number);
// ---- the scores of attention (emit_scores.c)
bool emit_scores(Emitter *emitter, const GpuLimits *limits); // their struct; nothing where there are none
void emit_scores_text(const Emitter *emitter, Text *out);    // one of it: "Scores{bias_in}"
int emit_scores_buffer(const Emitter *emitter, int buffer);  // of the scores as one of the whole nest

// ---- index arithmetic
const char *emit_block_text(
    const Emitter *emitter); // the number of the block: "blockIdx.x", of a part "block"
const char *group_text(const Emitter *emitter, Text *out); // ... of the block, or cluster, that shares tiles
const char *index_type(const Emitter *emitter);
void index_text(const Emitter *emitter, const Index *index, LaneView view, Text *out);
// "true" never: an empty text when there is nothing to test.
void emit_test_text(const Emitter *emitter, const Condition *condition, LaneView view, Text *out); // alone
// Which of its bounds may an index leave?
void emit_tested_bounds(const Emitter *emitter, const Condition *condition, bool *low, bool *high);
void condition_text(const Emitter *emitter, int condition, LaneView view, Text *out);
void emit_ragged_rows(Emitter *emitter); // where the row of a thread begins and ends
void emit_decode(Emitter *emitter, const char *unit, uint32_t mask, uint32_t read, bool vectors);
const char *emit_lane_guard(const Emitter *emitter); // "first <= j && j < last", or NULL when all lanes exist

// ---- values
void step_reference(const Emitter *emitter, int step, LaneView view, Text *out);
void step_address(const Emitter *emitter, int step, LaneView view, Text *out); // "x_in + (d0 * 4 + d1)"
void emit_array_text(const Emitter *emitter, int step,
                     Text *out); // all lanes of a value, in the current slot
void emit_packed_text(const Emitter *emitter, int step, Text *out);
void emit_copy_text(const Emitter *emitter, int step,
                    Text *out);                      // where the current slot of it is in shared memory
const char *emit_lanes_text(const Emitter *emitter); // ", first, last" where a vector may be partial
// Which lanes of a load its conditions leave, as arguments ", first, last" in `range` (empty: all), once what
// they share holds: `guard` (empty: always).
void emit_lane_range_text(const Emitter *emitter, const Mapping *mapping, const Step *step, LaneView view,
                          Text *guard, Text *range);
const char *emit_load_function(const Emitter *emitter, int step); // of a vector
const char *store_function(const Emitter *emitter, int step);
// What else loading and unpacking a vector takes, where it waits as the words around it.
const char *emit_around_arguments(const Emitter *emitter, int step);
// Address in the kernel's parameter, whether or not the access is staged.
void emit_memory_address(const Emitter *emitter, int step, LaneView view, Text *out);
// Who stores: one thread for each element, where its conditions hold.
void store_guard(const Emitter *emitter, int step, LaneView view, Text *out);
void tile_address(const Emitter *emitter, int step, Text *out); // of a staged access, in shared memory
void tile_guard_text(const Emitter *emitter, Text *out);        // the place in the tile is one of the tensor

void emit_comment_text(const Emitter *emitter, int step,
                       Text *out);                               // " // mul, norm.py:12": what of the graph
void emit_unpack_in_place(Emitter *emitter, int step, int pass); // of a row in the place of the one before

// ---- reductions
void accumulator_type(const Emitter *emitter, const Step *accumulates, Text *out); // "fb_sum<float>"
void scan_text(const Emitter *emitter, int scan, LaneView view, Text *out);        // an element's accumulator
void emit_part_text(const Emitter *emitter, int part, LaneView view, Text *out);
// Where one of the reductions of a turn has its place in the memory that all use by turns, as a pointer.
void emit_combined_text(const Emitter *emitter, const Together *together, const int *reduces, int at,
                        Text *out);
// Declares a variable in shared memory: a type, a name and "" or "[32][33]". Every one of a kernel goes
// through here, so that the parts of a batch can share memory.
void emit_shared_variable(Emitter *emitter, const char *type, const char *name, const char *extent);

// ---- spelling, a function for each form: of a block its header, the printer closes it
typedef void Spell(Emitter *emitter, const CodeNode *node);
Spell spell_forms, spell_loop, spell_trips, spell_tiles, spell_finish_tiles, spell_guard, spell_slot_exists,
    spell_end_exists, spell_tile_exists, spell_patch_exists;
Spell spell_shared_tile, spell_shared_turns, spell_shared_row, spell_shared_scan, spell_shared_arrivals,
    spell_shared_pipeline, spell_pipeline_pointer;
Spell spell_variable, spell_packed_variable, spell_kept_variable, spell_same_variable, spell_patch_variable,
    spell_accumulator, spell_carry, spell_elements;
Spell spell_block_place, spell_cluster_place, spell_thread_place, spell_lane_anew, spell_group_tile,
    spell_owned_place, spell_tile_place, spell_tile_slot, spell_walk_unit, spell_ragged_unit, spell_walk_dims,
    spell_lane_dims, spell_end_number, spell_end_dims, spell_patch_number, spell_patch_dims, spell_next_slot,
    spell_more_tiles, spell_other_block;
Spell spell_step, spell_load_vector, spell_load_pair, spell_random_vector, spell_tile_line,
    spell_load_in_place, spell_copy_async, spell_await, spell_take_copy, spell_turn_over, spell_keep,
    spell_unpack, spell_tile_put, spell_tile_take, spell_store;
Spell spell_accumulate, spell_accumulate_vector, spell_start, spell_reduce_rows, spell_combined,
    spell_spread_row, spell_gather_row, spell_pass_on, spell_partial, spell_publish_columns,
    spell_publish_row, spell_publish_total, spell_collect;
Spell spell_product_begin, spell_product_tiles, spell_multiply, spell_product_slabs, spell_product_parts,
    spell_product_put, spell_product_slot, spell_product_exists, spell_product_take, spell_product_end;
Spell spell_last_block, spell_finisher, spell_comment;
