// The mapping: how a schedule lays the domain of a nest over blocks, threads, loops and vector lanes. One
// scheme serves every template.
//
// The dims are split in two: the OWNED ones, at which a thread has a fixed place, and the WALKED ones, which
// it goes over in a loop.
//   map:    owned none          walked all         vector along the walk
//           or, with rows, so that slots share what a thread loads of repeated inputs:
//           owned their dims    walked the others  vector along the owned fast dim
//           (in several trips where much is computed of them)
//   row:    owned kept dims     walked reduced     vector along the walk (the fast dim is reduced)
//   full:   owned none          walked all         vector along the walk, blocks share the walk
//   column: owned kept dims     walked reduced     vector along the owned fast dim
//   scan:   as row or column; trips go in order, and each runs every pass before the next one begins
//   tile:   owned none          walked all         vector along the walk, which goes tile by tile
//   (tile.c)
//   gemm:   as tile; two groups of threads take tiles in turn, or share each (gemm.c)
// Places are numbered in units: vectors on the side that the vector lies along, single indices on the other.
// A block has owned_lanes * walk_lanes threads; it works on owned_lanes consecutive units (a tile), and
// `splits` blocks share one walk. Thread `lane` of split `split` visits walk units ((trip * splits + split) *
// slots + slot) * walk_lanes + lane for all trips and slots; in a scan down columns, where its units are
// neighbours (BLOCKED), (trip * walk_lanes + lane) * slots + slot.
//
// Rows that a block, or a cluster of them, holds whole may be shared by fewer blocks than there are tiles:
// block b (cluster b) of `shares` is persistent: it takes the tiles b, b + shares, ... one after another.
// What it needs of the next tile can be under way meanwhile. (The `persistent` member and knob speak of
// something else: of values that stay in registers from one pass over a row to the next.)
//
// Crossing reductions (nest.h) are always shared so. The threads of a block visit the same places of every
// row, so that each keeps what it has found of its columns in registers, publishes it after its last tile,
// and the FINISH combines what all blocks have published. That is a mapping of its own (mapping_make_finish):
//   mixed, first:  owned crossed dims   walked reduced dims   vector along the walk
//   mixed, finish: owned reduced dims   walked blocks         vector along the owned fast dim
//                  (owned none, walked blocks: when no result varies with the place in a row)
//
// A fast dim whose size is no multiple of the vector makes the walk RAGGED: vectors then lie along the linear
// index over all walked dims (LINEAR when there are several, so that lanes may belong to different rows).
// Rows that begin at any alignment are SHIFTED: they begin `shift` elements after a place where memory is
// aligned.
//
// Reductions PEEL a ragged walk: its units are the whole vectors between the first and the last aligned
// place, and the elements at both ENDS of it, fewer than two vectors, are taken one by one. Without
// reductions and in scans, which go in order, the first and last vector may be partial: lane 0 of unit 0 lies
// `shift` elements before the row.
#pragma once

#include "kernel/template/schedule.h"

enum { NO_DIM = -1 };

// Software pipelining: where loads wait that are issued before the tile or slot that reads them.
typedef enum PipelineStorage {
  PIPELINE_NONE, // each tile loads for itself
  PIPELINE_REGISTERS,
  PIPELINE_SHARED,   // in shared memory, of the same thread; what cannot be copied there, in registers
  PIPELINE_IN_PLACE, // where this tile's is, once nothing reads that again: partly in registers, partly in
                     // shared memory; else as PIPELINE_SHARED
} PipelineStorage;

// When what a kernel stores leaves the second-level cache.
typedef enum Stores {
  STORES_IN_TURN, // with all else, as long ago as it was touched
  STORES_LAST,
  STORES_FIRST,
} Stores;

typedef struct Mapping {
  const Nest *nest;
  uint32_t owned, walked; // masks of dims
  int fast;               // the last dim, or NO_DIM
  bool fast_walked;       // the vector lies along the walk
  int vector;             // lanes: elements of a vector
  uint32_t lane_dims;     // dims whose index differs between the lanes of a vector
  bool ragged, linear, shifted;
  int64_t shift_scale[MAX_DIMS],
      shift_constant; // shift = (constant + sum of scale * owned index) modulo vector
  int64_t owned_units, walk_units;
  bool peeled;              // of a ragged walk: its vectors are whole
  int most_ends, end_slots; // elements at both ends of a peeled walk, at most; how many one thread takes
  int64_t walk_elements;    // elements of the walked dims
  int tile_down; // of a tile: the dim along which the accesses that pass shared memory run; else NO_DIM
  int tile_rows, tile_units;         // of a block's tile: indices of that dim, and units along the fast dim
  int64_t tiles_down, tiles_along;   // that cover the two dims
  int product_rows, product_columns; // of a tile of a matrix product's result; 0: there is no product
  bool product_cuts_rows;    // do some of its rows lie beyond the result's? Their slots do as the last one,
  bool product_cuts_columns; // ... or as the last columns, but store nothing
  int product_parts;         // groups of threads that share such a tile, one part below the other
  int slab_parts;            // in which a thread takes its slots of a slab, one after another
  int beside; // threads of a block beside those that walk a tile: they walk another one, or fetch
  int owned_lanes, walk_lanes;
  int slots; // units that a thread has in flight in one trip
  int64_t trips;
  int64_t tiles, splits; // blocks along the owned and along the walked dims
  bool cluster;          // the blocks that share a walk run together and write to each other's shared memory
  bool owned_exact;      // every thread has an owned unit
  bool walk_exact;       // every slot has a walk unit
  bool persistent;       // one trip, and values stay in registers between passes
  bool ordered;   // of a scan: any number of trips, each with all passes; persistent speaks of one trip
  bool blocked;   // the slots of a thread are neighbours along the walk
  int64_t shares; // blocks or clusters that share the tiles, each several, or with crossing
                  // reductions, of the finish: blocks that share its tiles; 0: none of it
  PipelineStorage pipeline; // where the loads of a tile wait while the one before it computes
  bool bypass;              // ... and pass by the first-level cache
  int64_t tiles_per_block;  // most tiles that one of them takes; else 1
} Mapping;

void mapping_make(const Nest *nest, const Schedule *schedule, Mapping *mapping);
// The dims of a map's inputs that vary along the fast dim and repeat along others; 0: there are none, or
// every dim is among them.
uint32_t mapping_repeated_dims(const Nest *nest);
// Part of mapping_make: the blocks that share the tiles one after another.
void mapping_share(const Schedule *schedule, Mapping *mapping);
// The finish of crossing reductions under the same schedule.
void mapping_make_finish(const Nest *nest, const Schedule *schedule, Mapping *finish);
// What so many blocks have published is under way together in a thread of the finish.
int mapping_collected_at_once(const Mapping *finish);
// Units that every row has, of the walk_units that some have: a peeled walk has one less where the row begins
// and ends within vectors.
int64_t mapping_sure_units(const Mapping *mapping);
// Slots of a single trip, of a ragged walk that is not peeled, whose vectors are whole for every thread: all
// before this one, but for the first where rows are shifted. 0: none are known to be.
int64_t mapping_whole_slots(const Mapping *mapping);
// Elements at the ends of a peeled walk, over all rows.
int64_t mapping_ends(const Mapping *mapping);
// Units of a row of the fast dim.
int64_t mapping_row_units(const Mapping *mapping);
int mapping_threads(const Mapping *mapping);
// Which tile and which part of the walk a block works on.
typedef struct BlockPlace {
  int64_t tile, split;
} BlockPlace;
BlockPlace mapping_block(const Mapping *mapping, int64_t block);

// What the lanes of a vector see of an index or a condition.
typedef enum LaneForm {
  LANES_SAME,       // all the same
  LANES_CONTIGUOUS, // lane j sees j more than lane 0, and lane 0 is a multiple of the vector: one access can
                    // serve all
  LANES_UNALIGNED,  // lane j sees j more than lane 0, which may be any number
  LANES_VARY,       // anything else
} LaneForm;

LaneForm mapping_index_lanes(const Mapping *mapping, const Index *index);
// Does lane j see j more than lane 0, wherever that begins?
bool mapping_counts_lanes(const Mapping *mapping, const Index *index);
// Does the condition (and its parents) hold for all lanes or for none?
bool mapping_condition_uniform(const Mapping *mapping, int condition);
// Does it hold for a run of lanes: all, none, or those whose index lies within bounds?
bool mapping_condition_ranged(const Mapping *mapping, int condition);
// Is the load or store one access for all lanes, or are the random numbers of all lanes drawn together? Loads
// may begin at any alignment, and conditions may leave part of their lanes.
bool mapping_vectorized(const Mapping *mapping, const Step *step);
// ... a load that takes two aligned accesses, since it may begin anywhere.
bool mapping_unaligned(const Mapping *mapping, const Step *step);
// How many accesses it takes for so many bytes: 8 bytes each, one more for each 16 bytes; of 16 bytes where
// it is one of a pair (code/body.h).
int mapping_unaligned_accesses(int bytes, bool paired);
// Of a peeled walk: do vectors lie as far behind aligned ones as the row's first aligned place behind its
// start?
bool mapping_follows_head(const Mapping *mapping, const Index *index);
// Does the load or store run along the other dim of a tile, through shared memory? It is one access for all
// lanes, both there and of memory.
bool mapping_staged(const Mapping *mapping, const Step *step);
// The mapping as staged accesses see it: the vector lies along tile_down.
Mapping mapping_turned(const Mapping *mapping);
// Makes the walk shifted so that accesses with this index are aligned; false when its shape does not allow
// it.
bool mapping_shift(Mapping *mapping, const Index *index);

// The struct that accumulates a reduction, as the prelude names it, its size and alignment.
typedef struct Accumulator {
  const char *name; // "fb_sum"
  DType element;    // of its template argument
  DType position;   // of its second one, the type of positions; DTYPE_COUNT: there is none
  int bytes, alignment;
} Accumulator;
Accumulator reduction_accumulator(const Step *reduce); // of scans, too
// Of what a block has found over its tiles: does one thread have all of it, as it is found once for each row?
bool reduction_of_one_thread(const Mapping *mapping, const Step *reduce);
// Does each lane accumulate for itself (the result varies with the fast dim)?
bool reduction_per_lane(const Mapping *mapping, const Step *reduce);
// Bytes of shared memory through which the threads of a block combine one reduction, behind the tile loop one
// slot of each thread; 0 when shuffles suffice.
int reduction_shared_bytes(const Mapping *mapping, const Step *reduce);
// Accumulators of shared memory through which the threads of a block pass on what a scan has come to; 0 when
// shuffles suffice.
int mapping_scan_shared_count(const Mapping *mapping, const Step *scan);
// Is it combined along the threads of a row, through memory of its own?
bool reduction_along_row(const Mapping *mapping, const Step *reduce);
// Does each tile use another half of that memory than the one before? It must where a tile has a single
// barrier: else a thread could write what slower ones have still to read.
bool mapping_alternates(const Mapping *mapping);
// All other reductions use the same memory by turns. When the threads of a block combine them:
typedef enum Combining {
  COMBINE_PASS,    // behind the loop of a pass
  COMBINE_COLUMNS, // behind the tile loop: what the rows of a block have found of the same columns,
  COMBINE_TOTALS,  // ... and what is one for all rows
  COMBINE_FINISH,  // what all blocks have found
} Combining;
// Which reductions are combined then, in order (`pass`: of COMBINE_PASS); returns how many. `reduces` has
// room for every step of the nest.
int mapping_combined(const Mapping *mapping, Combining when, int pass, int *reduces);
// Those of a turn: they share its barriers.
typedef struct Together {
  int count; // of reductions
  int slots; // of each thread that take part at once, behind the tile loop
  int bytes; // of the memory
} Together;
// As many of `count` reductions, from the first on, as find room at once; one at least.
Together mapping_together(const Mapping *mapping, const int *reduces, int count);
// Where the memory of one of them begins, in bytes: a multiple of 8.
int together_place(const Mapping *mapping, const Together *together, const int *reduces, int at);
// Bytes of that memory.
int schedule_shared_by_turns(const Nest *nest, const Schedule *schedule);
// Bytes of the partial results of all blocks, a multiple of 16; 0 when no blocks share it.
int64_t reduction_partial_bytes(const Mapping *mapping, const Step *reduce);

// Squares of vector x vector elements in a tile: what one thread transposes at once.
int tile_patches(const Mapping *mapping);
// The load that brings what a staged load reads: itself, or another of the same elements.
int tile_source(const Mapping *mapping, int step);
// Shared memory for one staged access, and for all.
int tile_bytes(const Mapping *mapping, const Step *step);
int tile_shared_bytes(const Mapping *mapping);
