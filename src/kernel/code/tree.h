// Kernel code: what a kernel does, as a tree of statements between its schedule and its text. The emitter
// spells it, the estimator and the tests walk it. A node holds no text: its form says what it does, the rest
// of it to what.
#pragma once

#include "kernel/code/passes.h"

// What a statement is, whatever its form.
typedef enum CodeKind {
  CODE_LOOP,
  CODE_GUARD, // its children run where a condition holds
  CODE_SCOPE,
  CODE_ALLOCATE, // registers or shared memory
  CODE_INDEX,    // where a block, a thread or a lane is
  CODE_LOAD,     // from memory
  CODE_COPY,     // ... to shared memory, asynchronously
  CODE_MOVE,     // between registers, or from shared memory to them
  CODE_COMPUTE,
  CODE_ACCUMULATE, // in a thread's own accumulator
  CODE_REDUCE,     // what several threads have accumulated
  CODE_STORE,
  CODE_BARRIER, // waits for others: threads, blocks, or copies
  CODE_COMMENT,
} CodeKind;

// Which threads of a block come to a statement.
typedef enum CodeThreads {
  THREADS_ANY,
  THREADS_SOME, // to its children: a guard that threads answer differently
  THREADS_ALL,  // or all blocks: they wait for each other in it
} CodeThreads;

//  form, kind, threads, name, and for readers what it does; `number` of the node in brackets
#define CODE_FORMS(X) \
  X(KERNEL, SCOPE, ANY, "kernel", "all of it") \
  X(SCOPE, SCOPE, ANY, "scope", "names of its own") \
  X(WORD_FORMS, SCOPE, ANY, "forms", "a form of its children for each word in which a vector may begin") \
  X(TILES, LOOP, ANY, "tiles", "the tiles that come to a block or cluster") \
  X(TRIPS, LOOP, ANY, "trips", "the walk, so many slots at a time") \
  X(SLOTS, LOOP, ANY, "slots", "the units that a thread has in flight") \
  X(NEXT_SLOTS, LOOP, ANY, "next slots", "the first slots of what is pipelined by slots") \
  X(LANES, LOOP, ANY, "lanes", "the elements of a vector") \
  X(PATCHES, LOOP, ANY, "patches", "the squares of a tile that a thread moves") \
  X(PARTIALS, LOOP, ANY, "partials", "the blocks that share a reduction") \
  X(COLLECTED, LOOP, ANY, "collected", "what all blocks have published") \
  X(FINISH_TILES, LOOP, ANY, "finish tiles", "the tiles of the finish") \
  X(SLOT_EXISTS, GUARD, SOME, "if slot", "the slot lies within the walk") \
  X(END_EXISTS, GUARD, SOME, "if end", "the element lies at the ends of a peeled walk") \
  X(TILE_EXISTS, GUARD, SOME, "if in tile", "the place in the tile is one of the tensor") \
  X(PATCH_EXISTS, GUARD, SOME, "if patch", "the square is one of the tile") \
  X(PATCH_INSIDE, GUARD, SOME, "if patch inside", "... and of the tensor") \
  X(FIRST_LANE, GUARD, SOME, "if first lane", "one thread of each row") \
  X(FIRST_ROW, GUARD, SOME, "if first row", "one row of the block") \
  X(NEXT_TILE, GUARD, ANY, "if next tile", "the block has another tile") \
  X(MORE, GUARD, ANY, "if more", "the same, once known") \
  X(MORE_BEHIND, GUARD, ANY, "if more behind", "... and a slot lies [so many] behind") \
  X(SLOT_BEHIND, GUARD, ANY, "if behind", "a slot lies [so many] behind") \
  X(FIRST_SLOTS, GUARD, ANY, "if first slots", "one of the two slots that the loop begins with") \
  X(LATER_SLOT, GUARD, ANY, "if later slot", "there is a slot [so many] later") \
  X(BETWEEN_SLOTS, GUARD, ANY, "if between", "neither the first slot nor the last") \
  X(SHARED_TILE, ALLOCATE, ANY, "shared tile", "of a staged access") \
  X(SHARED_TURNS, ALLOCATE, ANY, "shared by turns", "through which threads combine reductions") \
  X(SHARED_ROW, ALLOCATE, ANY, "shared row", "of one reduction along rows") \
  X(SHARED_SCAN, ALLOCATE, ANY, "shared scan", "through which threads pass on a scan") \
  X(SHARED_ARRIVALS, ALLOCATE, ANY, "shared arrivals", "blocks that have arrived") \
  X(SHARED_PIPELINE, ALLOCATE, ANY, "shared pipeline", "what waits there for its tile") \
  X(PIPELINE_POINTER, ALLOCATE, ANY, "pipeline pointer", "of one load, [bytes] behind its begin") \
  X(VARIABLE, ALLOCATE, ANY, "variable", "registers of a value") \
  X(PACKED_VARIABLE, ALLOCATE, ANY, "packed variable", "... as words of memory") \
  X(KEPT_VARIABLE, ALLOCATE, ANY, "kept variable", "... of the slots of a row that stay in registers") \
  X(SAME_VARIABLE, ALLOCATE, ANY, "same variable", "one value in all lanes") \
  X(PATCH_VARIABLE, ALLOCATE, ANY, "patch variable", "a square of a tile") \
  X(ACCUMULATOR, ALLOCATE, ANY, "accumulator", "of a reduction, started") \
  X(CARRY, ALLOCATE, ANY, "carry", "what the trips of a scan before have come to") \
  X(ELEMENTS, ALLOCATE, ANY, "elements", "accumulators of a trip's elements") \
  X(BLOCK_PLACE, INDEX, ANY, "block place", "the block's tile and split") \
  X(CLUSTER_PLACE, INDEX, ANY, "cluster place", "the block's place in its cluster") \
  X(THREAD_PLACE, INDEX, ANY, "thread place", "the thread's place in the block") \
  X(LANE_ANEW, INDEX, ANY, "lane anew", "the same, as if it were not known before") \
  X(GROUP_TILE, INDEX, ANY, "group tile", "the only tile of a block or cluster") \
  X(FINISH_TILE, INDEX, ANY, "finish tile", "the only tile of a finishing block") \
  X(OWNED_PLACE, INDEX, ANY, "owned place", "the owned dims of a tile") \
  X(TILE_PLACE, INDEX, ANY, "tile place", "where the block's tile lies") \
  X(TILE_SLOT, INDEX, ANY, "tile slot", "the place of a slot in the tile") \
  X(WALK_UNIT, INDEX, ANY, "walk unit", "the number of a slot along the walk") \
  X(RAGGED_UNIT, INDEX, ANY, "ragged unit", "where its vector lies in a ragged walk") \
  X(WALK_DIMS, INDEX, ANY, "walk dims", "the walked dims of a slot") \
  X(LANE_DIMS, INDEX, ANY, "lane dims", "the dims of a lane") \
  X(END_NUMBER, INDEX, ANY, "end number", "which element at the ends of a walk") \
  X(END_DIMS, INDEX, ANY, "end dims", "the walked dims of that") \
  X(PATCH_NUMBER, INDEX, ANY, "patch number", "which square of the tile") \
  X(PATCH_DIMS, INDEX, ANY, "patch dims", "the dims of its place") \
  X(NEXT_SLOT, INDEX, ANY, "next slot", "the slot [so many] after this one") \
  X(FIRST_SLOT, INDEX, ANY, "first slot", "the slot whose loads come first") \
  X(MORE_TILES, INDEX, ANY, "more tiles", "has the block another tile?") \
  X(OTHER_BLOCK, INDEX, ANY, "other block", "the block whose results are collected") \
  X(LOAD, LOAD, ANY, "load", "an element") \
  X(LOAD_VECTOR, LOAD, ANY, "load vector", "all lanes") \
  X(LOAD_PAIR, LOAD, ANY, "load pair", "all lanes of two loads, this and [that step]") \
  X(LOAD_LINE, LOAD, ANY, "load line", "a line of a square") \
  X(LOAD_IN_PLACE, COPY, ANY, "load in place", "a slot of the next row, to where this one's was") \
  X(COPY_ASYNC, COPY, ANY, "copy async", "all lanes, for a later slot or tile") \
  X(COMMIT, BARRIER, ANY, "commit copies", "ends a group of copies") \
  X(AWAIT, BARRIER, ANY, "await copies", "all but the last [so many] groups have come") \
  X(TAKE_COPY, MOVE, ANY, "take copy", "what was copied comes into registers") \
  X(TURN_OVER, MOVE, ANY, "turn over", "what was loaded for this tile becomes what is read") \
  X(KEEP, MOVE, ANY, "keep", "no unpacked copy of it outlives a tile") \
  X(UNPACK, MOVE, ANY, "unpack", "lanes from words of memory") \
  X(TILE_PUT, MOVE, ANY, "tile put", "a square into the tile") \
  X(TILE_TAKE, MOVE, ANY, "tile take", "a square from the tile") \
  X(COMPUTE, COMPUTE, ANY, "compute", "a value") \
  X(RANDOM_VECTOR, COMPUTE, ANY, "random vector", "numbers of all lanes") \
  X(ACCUMULATE, ACCUMULATE, ANY, "accumulate", "an element") \
  X(ACCUMULATE_VECTOR, ACCUMULATE, ANY, "accumulate vector", "all lanes") \
  X(START, ACCUMULATE, ANY, "start", "accumulates from nothing again") \
  X(REDUCE_ROWS, REDUCE, ALL, "reduce rows", "over the threads of a row") \
  X(REDUCE_COLUMNS, REDUCE, ALL, "reduce columns", "over threads [so many] apart") \
  X(REDUCE_BLOCK, REDUCE, ALL, "reduce block", "over all threads") \
  X(SPREAD_ROW, REDUCE, ALL, "spread row", "to the other blocks of a cluster") \
  X(GATHER_ROW, REDUCE, ALL, "gather row", "from them") \
  X(PASS_ON, REDUCE, ALL, "pass on", "what a scan has come to") \
  X(PUBLISH_PARTIAL, REDUCE, ANY, "publish partial", "what a block has found of a shared reduction") \
  X(COLLECT_PARTIAL, REDUCE, ANY, "collect partial", "what another one has") \
  X(PUBLISH_COLUMNS, REDUCE, ALL, "publish columns", "what the rows of a block have found") \
  X(PUBLISH_ROW, REDUCE, ANY, "publish row", "what a thread has found of its columns") \
  X(PUBLISH_TOTAL, REDUCE, ANY, "publish total", "what a block has found in all") \
  X(COLLECT, REDUCE, ANY, "collect", "what a block has published") \
  X(STORE, STORE, ANY, "store", "a value") \
  X(STORE_LINE, STORE, ANY, "store line", "a line of a square") \
  X(SYNC_THREADS, BARRIER, ALL, "sync threads", "all threads of the block") \
  X(CLUSTER_ARRIVE, BARRIER, ALL, "cluster arrive", "the block has come so far") \
  X(CLUSTER_START, BARRIER, ALL, "cluster start", "the same, first of all") \
  X(CLUSTER_WAIT, BARRIER, ALL, "cluster wait", "all blocks of the cluster have") \
  X(LAST_BLOCK, BARRIER, ALL, "last block", "the last to arrive goes on") \
  X(FINISHER, BARRIER, ALL, "finisher", "the last blocks to arrive go on, once all have") \
  X(PRODUCT_BEGIN, ALLOCATE, ANY, "product begin", \
    "a matrix product's stages, and the threads that fill them") \
  X(PRODUCT_TILES, LOOP, ANY, "product tiles", "the tiles that come to a group of threads") \
  X(MULTIPLY, ACCUMULATE, ANY, "multiply", "all [so many] products of a tile's sums") \
  X(PRODUCT_SLABS, LOOP, ANY, "product slabs", "64 x 64 sums of the tile at a time") \
  X(PRODUCT_PARTS, LOOP, ANY, "product parts", "as many slots of a slab at a time as find room") \
  X(PRODUCT_PUT, MOVE, ANY, "product put", "a slab's sums, from the tensor cores' order to rows") \
  X(PRODUCT_SLOT, INDEX, ANY, "product slot", "the place of a slot in the result") \
  X(PRODUCT_EXISTS, GUARD, SOME, "if in product", "... is one of it") \
  X(PRODUCT_TAKE, COMPUTE, ANY, "product take", "the sums of a slot") \
  X(PRODUCT_END, COMMENT, ANY, "product end", "waits for the cluster") \
  X(NO_ELEMENTS, COMMENT, ANY, "no elements", "") \
  X(SAY_LAST_BLOCK, COMMENT, ANY, "say last block", "") \
  X(SAY_FINISHERS, COMMENT, ANY, "say finishers", "") \
  X(SAY_FORMS, COMMENT, ANY, "say forms", "")

typedef enum CodeForm {
#define X(id, kind, threads, name, help) FORM_##id,
  CODE_FORMS(X)
#undef X
      FORM_COUNT
} CodeForm;

// Among whom a reduction is made.
typedef enum CodeScope {
  AMONG_NONE,
  AMONG_THREAD,
  AMONG_WARP,
  AMONG_BLOCK,
  AMONG_CLUSTER,
  AMONG_GRID
} CodeScope;

// Which of a vector's lanes a statement speaks of.
typedef enum LaneView {
  LANE_FIRST, // lane 0, or what all lanes share
  LANE_EACH,  // lane j, inside a loop over the lanes
} LaneView;

// Of which tile OWNED_PLACE speaks.
typedef enum OwnedTile { TILE_CURRENT, TILE_FIRST, TILE_NEXT } OwnedTile;

enum { CODE_DEPTH = 64 }; // blocks within one another, at most

// What a statement's names stand for.
typedef struct CodeView {
  const Body *body; // of the walk, of its ends, or of the finish
  bool next_tile;   // loads are those of the next tile, into variables of their own
  bool next_slot;   // the slot is `next`, not the i of the loop over slots
  bool tests_tile;  // each load tests that its place is in the tile: no branch around them
  int least_slot;   // that the loop over slots goes over
  int pass;         // the loop of the body that it belongs to
} CodeView;

typedef struct CodeNode {
  CodeForm form;
  CodeScope scope; // of a reduction
  int step;        // of the nest; NO_STEP: of none
  LaneView lanes;
  int elements; // that one execution handles
  CodeView view;
  int64_t first, count; // loops: the first number, and how many
  bool unrolled, descends;
  int64_t number;     // see the form
  int64_t bytes;      // allocations: of shared memory, of a block
  uint32_t dims;      // indices: the dims that are read
  const int *reduces; // a reduction of several: their steps
  int reduce_count;
  struct CodeNode *child, *last, *next;
} CodeNode;

typedef struct KernelCode {
  Arena *arena; // of the nodes
  const Nest *nest;
  const Schedule *schedule;
  LaunchShape launch;
  Body body, ends; // where the steps run; the same at the ends of a peeled walk, if it has any
  CodeNode *root;
} KernelCode;

// The code of a nest that is no batch. False when it has more chained reductions than a body can hold. Free
// it either way.
bool code_make(const Nest *nest, const Schedule *schedule, const LaunchShape *launch, KernelCode *code);
// The same after the first so many passes (passes.h); ALL_PASSES: after all. The code's launch has the shared
// memory that it takes so.
bool code_make_until(const Nest *nest, const Schedule *schedule, const LaunchShape *launch, int passes,
                     KernelCode *code);
void code_free(KernelCode *code);

CodeKind code_kind(CodeForm form);
CodeThreads code_threads(CodeForm form);
const char *code_form_name(CodeForm form);
// The node behind this one in the order of the text, its children first; NULL behind the last. `depth`
// (may be NULL) goes with it.
typedef struct CodeWalk {
  const CodeNode *stack[CODE_DEPTH]; // the nodes around the current one, and itself
  int depth;                         // of it; the root's is 0
} CodeWalk;
const CodeNode *code_walk_begin(CodeWalk *walk, const CodeNode *root);
const CodeNode *code_walk_next(CodeWalk *walk);
// Is it sound? Every value is declared in a block around its use and computed before it, no barrier stands
// where not all threads come, copies are waited for, loops run, and shared memory is within the launch's.
// False with the first thing that is not.
bool code_verify(const KernelCode *code, Status *status);
// Do its threads exchange data, or wait for each other?
bool code_cooperates(const KernelCode *code);
bool code_wide(const KernelCode *code); // do its indices need 64 bits?
// Bytes of a block's shared memory that it allocates, without what fills up alignment.
int64_t code_shared_bytes(const KernelCode *code);
// How often the code executes a step of the nest. A step that the tile loop and the finish of crossing
// reductions both run counts in terms of the first.
typedef struct StepExecution {
  bool vectorized; // one access of `width` elements, else `width` scalar accesses
  int width;       // elements that one thread handles per execution
  int accesses;    // memory instructions of one execution of a load or store: a vector takes one for each 16
                   // bytes
  int64_t per_thread; // executions by a thread with work in every unit, in all passes, without the elements
                      // at the ends of rows; of a store that one thread makes for many: 1
  int passes;         // over the reduced dims that execute it again (loads that are not held)
  int64_t threads;    // of the whole grid that execute it
} StepExecution;
// Of every step, as the tree has it.
void code_executions(const KernelCode *code, StepExecution *executions);
// A listing for people: one line a node.
struct Text;
void code_print(const KernelCode *code, struct Text *out);
