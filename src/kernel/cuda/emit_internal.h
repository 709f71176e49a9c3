// The emitter's own parts; only emit*.c include this.
#pragma once

#include "kernel/code/body.h"
#include "kernel/cuda/emit.h"

enum { NAME_SIZE = 48 };
typedef char Name[NAME_SIZE];

// What an integer step's value lies between.
typedef struct IntegerRange {
  int64_t low, high;
} IntegerRange;

typedef struct Emitter {
  const Nest *nest;
  const Schedule *schedule;
  EmitOptions options;
  Body body;
  Body ends;    // what `body` is at the ends of a peeled walk; while they are emitted the two change places
  bool at_ends; // they are
  int pass;     // that is emitted
  bool at_next; // loads are those of the next tour, into variables of their own
  const char *slot; // the slot that is emitted; NULL: the i of the loop over them
  int least_slot;   // of those that a loop over the last slots goes over
  LaunchShape launch;
  Text text;
  int indent;
  Name *steps; // C++ names of steps, conditions and buffers
  Name *buffers;
  IntegerRange *ranges; // of steps
  bool wide;            // indices need 64 bits
  bool failed;
  bool is_part;       // of a batch: a function that a kernel calls for a block of the part's own
  Text shared_fields; // of a part: its shared memory, which the batch lays over that of the other parts
  Status *status;
} Emitter;

// Which of a vector's lanes an expression speaks of.
typedef enum LaneView {
  LANE_FIRST, // lane 0, or what all lanes share
  LANE_EACH,  // lane j, inside a loop over the lanes
} LaneView;

// ---- a kernel, or a part of a batch
// Prepares an emitter with options and status for a nest; false when it cannot be emitted. Close it either
// way.
bool emitter_open(Emitter *emitter, const Nest *nest, const Schedule *schedule, const GpuLimits *limits);
void emitter_close(Emitter *emitter);
void emit_space(Emitter *emitter); // a comment: the domain and how it is laid over threads
void buffer_declaration(const Emitter *emitter, int buffer, Text *out);       // "const float *x_in"
void parameter_begin(Text *parameters);                                       // a comma but for the first
void emit_body(Emitter *emitter);                                             // all between the braces
bool batch_emit(Emitter *emitter, const GpuLimits *limits, const char *name); // of a nest with parts

// ---- text
void emit_line(Emitter *emitter, const char *format, ...) __attribute__((format(printf, 2, 3)));
void emit_open(Emitter *emitter, const char *format, ...)
    __attribute__((format(printf, 2, 3))); // a line and "{"
void emit_scope_open(Emitter *emitter);    // "{" alone
void emit_close(Emitter *emitter);
void emit_lanes_open(Emitter *emitter); // for each lane j
void emit_slots_open(Emitter *emitter); // for each slot i; nothing when there is one
void emit_slots_close(Emitter *emitter);
const char *slot_text(const Emitter *emitter); // the number of the slot that is emitted

// ---- names
void names_make(Emitter *emitter);
const char *type_name(DType dtype);   // of a step's value: "float"
const char *memory_name(DType dtype); // of an element in memory: "fb_bf16"; NULL when kernels cannot hold it

// ---- integers
void ranges_make(Emitter *emitter);
bool step_narrow(const Emitter *emitter, int step); // may compute in 32 bits
bool step_wraps(const Emitter *emitter, int step);  // an integer that may leave the range of its dtype

// ---- index arithmetic
const char *block_text(const Emitter *emitter); // the number of the block: "blockIdx.x", of a part "block"
const char *index_type(const Emitter *emitter);
void index_text(const Emitter *emitter, const Index *index, LaneView view, Text *out);
// "true" never: an empty text when there is nothing to test.
void test_text(const Emitter *emitter, const Condition *condition, LaneView view, Text *out); // alone
void condition_text(const Emitter *emitter, int condition, LaneView view, Text *out);
void emit_thread_place(Emitter *emitter); // owned dims, lane, tile, split
void emit_thread_lane(Emitter *emitter);  // of it: where the thread is in its block
void emit_owned_place(Emitter *emitter,
                      const char *tile); // of it: the owned dims, from the tile's number and lane
void emit_slot_walk(Emitter *emitter);   // number of slot i along the walk; opens its guard
void emit_slot_end(Emitter *emitter);    // closes the guard
void emit_slot_place(Emitter *emitter, uint32_t dims); // walked dims of slot i; `dims`: those that are read
void emit_lane_place(Emitter *emitter, uint32_t dims); // dims of lane j, where they need variables
uint32_t index_dims_read(const Emitter *emitter, const Index *index);
uint32_t step_dims_read(const Emitter *emitter, int step);
// Does a reduction work out the positions of its elements itself?
bool counts_positions(const Emitter *emitter, int reduce);
void emit_walk_place(Emitter *emitter);    // once, where a thread has one walk unit
bool slot_guarded(const Emitter *emitter); // may a slot lie beyond the walk?
bool loads_first(const Emitter *emitter);  // are all loads of a trip issued before the rest of it?
void emit_ragged_rows(Emitter *emitter);   // where the row of a thread begins and ends
void emit_ragged_unit(
    Emitter *emitter); // of a walk unit: the linear index of lane 0, and the lanes that exist
void emit_end_place(Emitter *emitter, uint32_t dims); // as emit_slot_place, of an element at the ends
void emit_decode(Emitter *emitter, const char *unit, uint32_t mask, uint32_t read, bool vectors);
void switch_ends(Emitter *emitter);             // from the walk to its ends, or back
const char *lane_guard(const Emitter *emitter); // "first <= j && j < last", or NULL when all lanes exist

// ---- steps
void step_reference(const Emitter *emitter, int step, LaneView view, Text *out);
void step_address(const Emitter *emitter, int step, LaneView view, Text *out); // "x_in + (d0 * 4 + d1)"
void emit_step(Emitter *emitter, int step, LaneView view); // declares or assigns its value
void emit_vector(Emitter *emitter, int step);              // loads or draws all lanes at once
void emit_vector_load(Emitter *emitter, int step);
void emit_packed_declaration(Emitter *emitter, int step);
void emit_unpack(Emitter *emitter, int step, int pass); // of what is held packed, in the current slot
void emit_store(Emitter *emitter, int step);
void emit_turn_over(Emitter *emitter, int step);   // what was loaded ahead becomes what is read
void emit_declaration(Emitter *emitter, int step); // of a value that lives in an array

void array_text(const Emitter *emitter, int step, Text *out); // all lanes of a value, in the current slot
const char *lanes_text(const Emitter *emitter);               // ", first, last" where a vector may be partial

bool declared_ahead(const Emitter *emitter, int step); // before the code that computes it
void packed_text(const Emitter *emitter, int step, Text *out);
// Which lanes of a load its conditions leave, as arguments ", first, last" in `range` (empty: all), once what
// they share holds: `guard` (empty: always).
void lane_range_text(const Emitter *emitter, const Mapping *mapping, const Step *step, LaneView view,
                     Text *guard, Text *range);
const char *load_function(const Emitter *emitter, int step); // of a vector
const char *store_function(const Emitter *emitter, int step);
bool load_tests(const Emitter *emitter, int step); // its conditions where it reads
// What else loading and unpacking a vector takes, where it leads as the words around it.
const char *around_arguments(const Emitter *emitter, int step);
// Address in the kernel's parameter, whether or not the access is staged.
void memory_address(const Emitter *emitter, int step, LaneView view, Text *out);
// Who stores: one thread for each element, where its conditions hold.
void store_guard(const Emitter *emitter, int step, LaneView view, Text *out);

// ---- tiles
bool emits_tile(const Emitter *emitter);
void tile_address(const Emitter *emitter, int step, Text *out); // of a staged access, in shared memory
void emit_tile_shared(Emitter *emitter);
void emit_tile_place(Emitter *emitter, uint32_t read);
void emit_tile_slot(Emitter *emitter);
void emit_tile_loads(Emitter *emitter);  // what runs down the tile is under way,
void emit_tile_fill(Emitter *emitter);   // ... and in shared memory, for all threads
void emit_tile_stores(Emitter *emitter); // the tile's results that run down it

// ---- loops and reductions
void emit_before(Emitter *emitter, int pass); // what does not vary along the walk
void emit_behind(Emitter *emitter, int pass); // ... and waits for loads before the loop
// ---- loads that lead: those through shared memory, or the others
uint32_t leading_dims(const Emitter *emitter, bool copied); // that they read
void emit_leading(Emitter *emitter, bool copied);           // in the current slot
// In the loop before the last one: the first slots of what leads.
void emit_first_leading(Emitter *emitter, int pass);
void emit_next_leading(Emitter *emitter, int pass); // before a slot of the last one: the slot after it
bool leads_through_shared(const Emitter *emitter);  // does anything lead so?
void emit_next_copies(Emitter *emitter);            // ... for a later slot than the one that is emitted
// Are there slots that nothing leads in, since two of what leads have no room yet? They load for themselves.
bool owns_leading(const Emitter *emitter, int pass);
void emit_own_leading(Emitter *emitter);
// Around the last loop: a form for each word in which what leads begins.
void emit_forms_open(Emitter *emitter, int pass);
void emit_forms_close(Emitter *emitter, int pass);
bool slots_descend(const Emitter *emitter); // do loops over slots begin with the last one?
void emit_pass(Emitter *emitter, int pass, int64_t trips);
void emit_passes(Emitter *emitter);    // all loops, with what stands around them
void emit_residents(Emitter *emitter); // loads of what all rows read alike
// Loads of a tour's rows, from the declaration or the loads themselves; Emitter.at_next: of the tour after
// this one.
void declare_ahead(Emitter *emitter);
void emit_loads_ahead(Emitter *emitter);
void emit_keeping(Emitter *emitter);      // of those, at the start of a tour: no unpacked copies
void emit_finish_steps(Emitter *emitter); // steps of a finish, and what they need
void emit_mixed(Emitter *emitter);        // a kernel with crossing reductions
void emit_tours(Emitter *emitter);        // of the tiles that come to a block or cluster
void emit_toured_rows(Emitter *emitter);  // a kernel whose blocks make tours, without crossing reductions
// ---- rows in the place of those before them
void emit_kept_declaration(Emitter *emitter, int step); // of the slots that stay in registers
void emit_refill(Emitter *emitter, int step);           // the load of a slot, to where that is
void emit_unpack_refilled(Emitter *emitter, int step, int pass);
void emit_first_taken(Emitter *emitter);       // before the tours: the first loop of the first one
void emit_restart(Emitter *emitter, int pass); // before the last loop: accumulators of the first one
void emit_refill_slot(Emitter *emitter);       // behind a slot of the last loop
void emit_rows_of_slot(Emitter *emitter);      // loads of rows in the current slot
void emit_refilled_rest(Emitter *emitter);     // behind that loop: the first one's last slots
bool refills(const Emitter *emitter);
// The steps of a loop in the current slot, loads but for what is refilled among them.
void emit_loop_slot(Emitter *emitter, int pass);
void emit_copy_ahead(Emitter *emitter, int step);            // a load of a tour's, into shared memory
void copy_text(const Emitter *emitter, int step, Text *out); // ... where the current slot of it is there
void emit_shared(Emitter *emitter);
// Declares a variable in shared memory: a type, a name and "" or "[32][33]". Every one of a kernel goes
// through here, so that the parts of a batch can share memory.
void emit_shared_variable(Emitter *emitter, const char *type, const char *name, const char *extent);
void emit_cluster_start(Emitter *emitter);   // before the loops
void emit_cluster_started(Emitter *emitter); // before the tours: all blocks of the cluster have started
void emit_accumulators(Emitter *emitter, int pass);
void emit_starts(Emitter *emitter, int pass); // ... of those, once more
void emit_accumulate(Emitter *emitter, int reduce, LaneView view);
void emit_accumulate_vector(Emitter *emitter, int reduce); // all lanes together
void emit_combine(Emitter *emitter, int pass);
void accumulator_type(const Emitter *emitter, const Step *accumulates, Text *out); // "fb_sum<float>"
void emit_scan_shared(Emitter *emitter);
void scan_text(const Emitter *emitter, int scan, LaneView view, Text *out); // an element's accumulator
int accumulator_lanes(const Emitter *emitter, const Step *reduce);
void emit_accumulator(Emitter *emitter, int reduce); // declares and starts it
// Room for the numbers of all reductions; the caller frees it.
int *reductions_room(const Emitter *emitter);
// Where one of the reductions of a turn has its place in the memory that all use by turns, as a pointer.
void combined_text(const Emitter *emitter, const Together *together, const int *reduces, int at, Text *out);
// After the tours: what the rows of a block, a warp at most, have found of each column.
void emit_columns_of_rows(Emitter *emitter, const int *reduces, int count);
void emit_block_totals(Emitter *emitter, const int *reduces, int count); // what all threads have found
void emit_combine_finish(Emitter *emitter); // what the threads of a finishing block have collected
void part_text(const Emitter *emitter, int part, LaneView view, Text *out);
