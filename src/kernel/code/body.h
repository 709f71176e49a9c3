// The body: where each step of a nest runs in the emitted code under a mapping. Emitter and execution counts
// both read it.
//
// A kernel is: steps before loop 0, loop 0, combining its reductions, steps before loop 1, loop 1, ... Loop p
// goes over the walked dims and runs what its reductions and stores need; without persistence that repeats
// loads and arithmetic of earlier loops. Each trip of a loop has two parts: EARLY steps for all slots (loads
// and what their addresses need, so that they are in flight together), then the rest.
#pragma once

#include "kernel/template/mapping.h"

// What a pipelined load is issued before: its stages.
typedef enum PipelineStage {
  STAGE_TILE, // the tile of a persistent block that reads it; where it is walked, it is held
  STAGE_SLOT, // the slot of the last loop that reads it: the first ones before the last reduction; of a pair
              // from the third slot on, as the words around it
} PipelineStage;

// The software pipeline of a load: it is issued `distance` stages before it is read, and waits meanwhile.
typedef struct Pipelining {
  PipelineStorage
      storage; // where; PIPELINE_NONE: it is not pipelined. In place: each slot once that is stored
  PipelineStage stage;
  int distance; // one stage; slots in shared memory PIPELINE_SLOTS
} Pipelining;

// When a step runs, among those of its loop or block.
typedef enum StepIssue {
  ISSUE_IN_ORDER, // walked: with the others of its slot; else before the loop of its pass
  ISSUE_HOISTED,  // walked: among the loads of all slots of a trip, before the rest of it
  ISSUE_DEFERRED, // not walked: behind the loop of its pass, because it waits for a load before it
} StepIssue;

typedef struct StepPlace {
  bool used;             // something that is stored depends on it
  bool walked;           // runs in loops; else before the loop of its pass
  uint32_t loops;        // walked: bit p when loop p runs it
  bool lanes;            // has one value per lane of the vector
  bool vectorized;       // load, store: one access for all lanes; random numbers: drawn together
  bool staged;           // ... of a tile's shared memory, through which memory is accessed along another dim
  bool unaligned;        // vectorized load: several accesses, which hold them at any place
  bool paired;           // unaligned: comes with another load that lies equally far behind an aligned vector,
  int pair;              // ... which is this one
  bool once;             // vectorized load: of what nobody reads again, by a kernel that writes little
  bool shares;           // staged load: of what another one brings
  Pipelining pipelining; // of a load
  StepIssue issue;
  bool alike;     // hoisted: the same in all slots of a trip, as it is what the columns of a product read
  bool expensive; // of what is computed: held because rematerialising it would take long
  bool packed;    // loads of 8-bit and 16-bit elements that wait in registers: as words of memory, unpacked
                  // where they are read
  DType kept;     // load: the dtype of an element that waits; not that in memory where an invariant one is
                  // rounded as all that reads it would
  int users;      // steps that need it
  uint32_t reads; // walked: bit p when loop p reads it; it is held when one does that does not run it
  bool array;     // its lanes live in an array; else it is a scalar inside the loop over lanes
} StepPlace;

enum {
  MAX_LOOPS = 32,
  PIPELINE_SLOTS = 2, // stages of slots in shared memory
};

typedef struct Body {
  Mapping mapping;
  const Nest *nest;
  StepPlace *places;        // one per step
  int loops;                // nest->passes; none in a finish
  PipelineStorage pipeline; // what the schedule asks for; mapping.pipeline: what is done
  bool holds;               // values stay in registers between loops
  bool packs;               // rows are held as words of memory
  Stores stores;            // when what is stored leaves the second-level cache
  bool rolled;              // slots run one after another, each with its own loads
  int registers;            // that a thread may use; 0: not known yet, and nothing is prefetched
  int kept_slots;           // of rows that are loaded in place: the first so many stay in registers
  bool finishing;           // of the steps that wait for crossing reductions: the results of those are given
  struct Body *finish;      // of crossing reductions, owned; NULL: there are none
} Body;

// False when the nest has more chained reductions than a body can hold.
bool body_make(const Nest *nest, const Schedule *schedule, Body *body);
void body_free(Body *body);
// The values on which a step's own depends; of a reduction that takes vectors not the positions, which follow
// from that of lane 0.
void body_each_needed(const Body *body, int at, void (*visit)(void *context, int needed), void *context);
// The same body at the ends of a peeled walk: elements one by one, as many as a thread takes there. To be
// freed, too.
Body body_at_ends(const Body *body);
// The loop in which a reduction accumulates.
int body_reduce_loop(const Body *body, int reduce);
// Does a reduction take the lanes of a vector together, after the loop over them?
bool body_takes_vectors(const Body *body, int reduce);

// ---- software pipelining
bool pipelines_tile(const StepPlace *place);           // is the load issued a tile before?
bool pipelines_slot(const StepPlace *place);           // ... slots before?
bool pipelines_through_shared(const StepPlace *place); // does it wait in shared memory, all or in part?
bool pipelines_in_place(const StepPlace *place);
// Does it wait as the words around its vector, since that may begin anywhere?
bool pipelines_words(const StepPlace *place);
// Can asynchronous copies bring a vector of the load to shared memory?
bool body_can_copy(const Body *body, int at);
// Slots of a load that wait in registers, or stay there.
int body_registered_slots(const Body *body, int at);
// Of rows that are loaded in place: they make room in shared memory for slots that are pipelined through it.
void body_keep_slots(Body *body);
// Bytes of a block's shared memory in which pipelined loads wait; those of one load.
int64_t body_pipeline_bytes(const Body *body);
int64_t body_copied_bytes(const Body *body, int at);

// ---- what is held, by the loops that passes have left to a step
bool body_held(const StepPlace *place);      // does a loop read what was left there before it?
bool body_invariant(const StepPlace *place); // held, and loaded once, before the tile loop: all rows read it
// Can it stay as it is in memory: a load of a vector of 16-bit or smaller elements?
bool body_can_pack(const Body *body, int at);
// Does a cast read what already waits in the precision that it asks for?
bool body_casts_kept(const Body *body, int cast);
// Registers that a held step takes for each vector.
int body_vector_registers(const Body *body, int at);
// Is it held from before a loop to it or beyond?
bool body_lives_across(const StepPlace *place, int loop);
// Registers of a thread that hold values between loops, without or with those that only save waiting.
int body_held_registers(const Body *body, bool prefetched);
// Registers of a thread that hold values, loads under way and accumulators when they are most.
int body_waiting_registers(const Body *body);
