// Internal to lowering: the state of one kernel_lower call and the functions that its files share.
//
// Indices are interned: an index is named by its number in Lowering.indices, so that positions are small,
// cheap to copy and comparable by number. Steps are drafts until lower_finish turns them into the nest.
// Errors are sticky: the first one sets `stopped`, and every function returns quickly after that; callers
// test it where it matters.
#pragma once

#include "kernel/lower/lower.h"

#include "base/vector.h"

enum { ZERO_INDEX = 0, MAX_STEPS = 8192, MAX_DEPTH = 1500, MAX_RESTARTS = 24 };

// Where an element is: one index per axis of a shape. Axes of size 1 have ZERO_INDEX.
typedef struct Position {
  int rank;
  int axis[MAX_RANK]; // numbers of interned indices
} Position;

typedef struct IndexEntry {
  Index index;
  int64_t low, high; // its range
  uint32_t dims;     // that it varies with, through steps and quotients too
  int pass;          // of the latest step in it
  bool used;         // by a live step; set by lower_finish
} IndexEntry;

// Items found by hash: open addressing over item numbers. The owner compares the items themselves.
typedef struct Table {
  uint64_t *hashes;
  int *items; // item + 1; 0: free
  int count, capacity;
} Table;

// One value evaluated at one place under one condition.
typedef struct Evaluated {
  int value, part, condition, step; // part: of a complex number, else 0
  Position at;
} Evaluated;

// A place at which all elements of a value are visited once.
typedef struct Place {
  int value;
  Position at;
} Place;

// A step before the domain has its final order.
typedef struct Draft {
  StepKind kind;
  OpCode code;
  int op, value;
  DType dtype, round_to, stored;
  int operand[MAX_STEP_OPERANDS], operand_count;
  double number;
  int64_t integer, range;
  int index; // interned
  int condition, chosen_by;
  bool zero_outside;
  int storage;                      // value whose memory is loaded or stored
  int64_t length;                   // STEP_PRODUCT: of k,
  int matrix_storage[2], matrix[2]; // ... whose memory its operands are, and interned indices of k = 0
  const Nest *scores;               // ... of attention: in place of the first one's memory
  int64_t along[2];
  bool accumulate, normal;
  ReduceKind reduce;
  uint32_t over;
  int part;
  uint32_t dims;
  int pass;
  int to; // number in the nest, or -1: dead; set by lower_finish
} Draft;

typedef struct ConditionDraft {
  int parent;
  int index; // interned
  int64_t low, high;
  int to;
} ConditionDraft;

typedef struct SymbolDraft {
  SymbolKind kind;
  int64_t size;
  int step;
  int of; // interned
  int64_t divisor, modulus;
  int to;
} SymbolDraft;

// The iteration space: that of the anchor op, axes split into dims where reshapes need it.
typedef struct Domain {
  int anchor; // op
  Shape space;
  int dim_count;
  int64_t size[MAX_DIMS];
  int axis[MAX_DIMS]; // axis of `space` that the dim is a digit of; dims are slowest first
} Domain;

// One op of the set.
typedef struct Member {
  int op;
  uint32_t stores; // bit per result that memory must hold
  bool root;       // has stores, or writes into an operand
  bool placed;     // `at` is known
  bool done;       // its roots are stored
  bool reduced;    // reductions: `part` and `result` are set
  Position at;     // over the op's own iteration space
  int part[2];     // reductions: the steps of the two parts
  Position result; // reductions: where the results are available
} Member;

// An accumulating or indexed store needs its target filled before the launch.
typedef struct PresetDraft {
  int from, to; // values that own memory; NO_VALUE: zeros
} PresetDraft;

typedef struct Lowering {
  const Graph *graph;
  const KernelSet *set;
  Reason *reason;
  bool stopped;
  bool wants_split; // stopped because dim split_dim must become (size / split_inner, split_inner)
  int split_dim;
  int64_t split_inner;
  int depth;
  bool ordered; // a scatter became sums
  bool unrolls; // reductions of few elements are arithmetic
  int reader;   // op whose operands are being evaluated, for messages
  int part;     // of complex numbers that is being evaluated: 0 the real, 1 the imaginary
  int attends;  // with scores: the value that a product multiplies, which is the softmax of them
  const Nest *scores;
  const Op *scoring;    // attention as one op, of which only the scores are lowered; NULL: none
  int64_t score_matrix; // of a nest of scores: elements of one matrix of them, which stays one; 0: no scores
  Domain domain;
  Member *members;
  VECTOR(IndexEntry) indices;
  VECTOR(SymbolDraft) symbols;
  VECTOR(ConditionDraft) conditions;
  VECTOR(Draft) steps;
  VECTOR(Evaluated) evaluated;
  VECTOR(Place) places;
  VECTOR(PresetDraft) presets;
  Table index_table, step_table, evaluated_table, place_table;
} Lowering;

// ---- lowering.c: state
void lowering_reset(Lowering *lowering); // forgets everything but graph, set, members' ops and domain
void lowering_free(Lowering *lowering);
// Stops with a reason (once); returns NO_STEP.
int lowering_refuse(Lowering *lowering, ReasonCode code, int op_a, int op_b, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
Member *lowering_member(Lowering *lowering, int op); // NULL when the op is not in the set
bool lowering_inside(Lowering *lowering,
                     int value); // is the value computed by an op of the set, views looked through?
const Value *lowering_value(const Lowering *lowering, int value);
const char *lowering_op_name(const Lowering *lowering, int op);
uint64_t lowering_mix(uint64_t hash, uint64_t value);
// Iterates over the items with this hash: start with *cursor 0; returns an item or -1.
int table_next(const Table *table, uint64_t hash, int *cursor);
void table_add(Table *table, uint64_t hash, int item);

// ---- lower.c: the nest of a set, not checked yet; NULL with the reason
Nest *lowering_nest(Lowering *lowering);

// ---- index.c: indices and positions
int index_intern(Lowering *lowering, const Index *index);
int index_constant(Lowering *lowering, int64_t constant);
int index_symbol(Lowering *lowering, int symbol);
int index_add(Lowering *lowering, int a, int b);
int index_affine(Lowering *lowering, int a, int64_t scale, int64_t constant); // a * scale + constant
// Euclidean division by n: a = q * n + r with 0 <= r < n. Affine where possible, else through a split of the
// domain (when `split` allows it; then the lowering stops and starts again) or quotient symbols. False:
// stopped, or not possible without a split.
bool index_divide(Lowering *lowering, int a, int64_t n, bool split, int *quotient, int *remainder);
// The same without splitting: affine where possible, else by quotient symbols.
void index_divide_freely(Lowering *lowering, int a, int64_t n, int *quotient, int *remainder);
int symbol_step(Lowering *lowering, int step, int64_t size); // index of the value of an integer step

// ---- position.c: positions
bool position_equal(const Position *a, const Position *b);
uint32_t position_dims(const Lowering *lowering, const Position *at);
Position position_zero(int rank);
Position position_domain(Lowering *lowering);                                    // over the domain's space
int position_linear(Lowering *lowering, const Position *at, const Shape *shape); // in row order
int position_address(Lowering *lowering, const Position *at, const int64_t stride[], int64_t offset);
bool position_reshape(Lowering *lowering, const Position *at, const Shape *from, const Shape *to, bool split,
                      Position *out);
Position position_broadcast(const Position *at, const Shape *from,
                            const Shape *to); // `to` broadcasts to `from`
bool position_delinearize(Lowering *lowering, int linear, const Shape *shape, bool split, Position *out);
// Does it visit every element of the shape once, as its dims run? Sets *dims (may be NULL) to those that it
// uses.
bool position_covers(const Lowering *lowering, const Position *at, const Shape *shape, uint32_t *dims);

// ---- view.c: through views
// From a place in result `value` of a view op to the place in its operand.
bool view_backward(Lowering *lowering, int value, const Position *at, bool split, Position *below);
// From a place in the view's operand to one in result `value` of it; false when the view drops or repeats
// elements.
bool view_forward(Lowering *lowering, int value, const Position *below, Position *at);

// ---- step.c: steps
int step_push(Lowering *lowering, const Draft *draft);       // shares equal steps; fills dims and pass
int step_find(const Lowering *lowering, const Draft *draft); // an equal step; NO_STEP: there is none
Draft step_draft(StepKind kind, int op, int value, DType dtype);
int step_number(Lowering *lowering, DType dtype, double number, int64_t integer);
int step_convert(Lowering *lowering, int step,
                 DType dtype); // to a compute type; the step itself when it has it
// The cheaper equal of an op (simplify.c), or NO_STEP.
int step_simplify(Lowering *lowering, int op, int value, OpCode code, DType dtype, const int *operands,
                  int operand_count);
// ... of 1 and a tangent or error function (tails.c), or NO_STEP.
int tail_simplify(Lowering *lowering, int op, int value, OpCode code, DType dtype, const int *operands);
int step_compute(Lowering *lowering, int op, int value, OpCode code, DType dtype, const int *operands,
                 int operand_count);
// From one dtype to another as a cast op does: keeps the precision of `to`.
int step_cast(Lowering *lowering, int op, int value, int step, DType from, DType to);
int step_index(Lowering *lowering, int op, int value, int index);
int step_choose(Lowering *lowering, int op, int value, DType dtype, int condition, int yes, int no);
int condition_make(Lowering *lowering, int parent, int index, int64_t low, int64_t high);
// What the range of the index says: 1 always holds, 0 never, -1 depends.
int condition_known(const Lowering *lowering, int index, int64_t low, int64_t high);

// ---- evaluate.c: the step that holds a value at a place
int lower_value(Lowering *lowering, int value, const Position *at, int condition);
int lower_load(Lowering *lowering, int value, const Position *at, int condition);
int lower_operand(Lowering *lowering, const Op *op, int operand, const Position *at, const Shape *space,
                  DType dtype,
                  int condition); // broadcast from `space`, converted to a compute type; numbers too
// ---- layout.c, gather.c, window.c, reduce.c, factor.c, scan.c: by
// class; `value` is a result of `op`
int lower_layout(Lowering *lowering, const Op *op, int value, const Position *at, int condition);
int lower_gather(Lowering *lowering, const Op *op, int value, const Position *at, int condition);
// Reduces (once): `hint` is where a reader wants the result, or NULL.
void lower_reduce(Lowering *lowering, Member *member, const Position *hint);
// Of a product that is summed over the dims `over`: the factors that the sum must go over. `shared` is the
// product of the others, which are the same along the sum, or NO_STEP: all must stay.
int lower_factor(Lowering *lowering, int op, uint32_t over, int input, int *shared);
int lower_window(Lowering *lowering, const Op *op, int value, const Position *at, int condition);
// `reader`: the op that wants the result; `op` itself where it is stored.
int lower_reduction(Lowering *lowering, const Op *op, int value, const Position *at, int condition,
                    int reader);
ReduceKind lowering_reduction_kind(const Lowering *lowering, const Op *op);
int64_t lowering_reduction_count(const Lowering *lowering,
                                 const Op *op); // elements that one result is made of
// The input of a reduction at a place, in the type in which it is collected.
int lowering_reduction_element(Lowering *lowering, const Op *op, ReduceKind kind, const Position *at,
                               int condition);
// A result of the op from the steps of what its kind collects (nest.h).
int lowering_reduction_of_parts(Lowering *lowering, const Op *op, int value, const int part[2]);
// The online reduction whose second part is the sum of `input` over so many elements, or NO_STEP
// (online.c).
int lower_online(Lowering *lowering, uint32_t over, int64_t elements, int input, int op, int value);
// When all readers are known, those that are alive by Draft.to: means that Welford's formula finds as well
// are taken from it. True when something changed.
bool lower_share_means(Lowering *lowering);
int lower_scan(Lowering *lowering, const Op *op, int value, const Position *at, int condition);
bool scan_trivial(const Graph *graph, const Op *op);
// The place in the result that a place in the input adds to; a place in the input, reduced axes 0, of one in
// the result.
Position lowering_reduction_result(Lowering *lowering, const Op *op, const Position *input);
Position lowering_reduction_input(Lowering *lowering, const Op *op, const Position *result);

// ---- attention_call.c: attention as one op
bool lower_check_attention(const Graph *graph, const KernelSet *set, int op, Reason *reason);
int lower_attended(Lowering *lowering, const Op *op, int value, const Position *at, int condition);
// Its results where they are stored; of Lowering.scoring its scores, as if they were.
void lower_attention_stores(Lowering *lowering, Member *member);
void lowering_scores_space(const Lowering *lowering, const Op *op, Shape *space);

// ---- matrix.c: what a product reads of memory
typedef struct Matrix {
  int value;              // whose memory it is
  int index;              // interned: the element at the place that was asked for
  int64_t along;          // elements of memory from one that is summed to the next
  double factor, divisor; // that its elements are multiplied with and divided by in between
} Matrix;
// Element 0 along axis `summed` at a place in the value. False: not along one axis of memory, or stopped.
bool lowering_matrix(Lowering *lowering, int value, const Position *at, int summed, Matrix *matrix);
// The value whose memory that would be, or a view of it.
int lowering_matrix_source(const Graph *graph, const KernelSet *set, int value);

// ---- product.c: matrix products
int lower_product(Lowering *lowering, const Op *op, int value, const Position *at, int condition);
// Is the set more than a product with no readers in it? That alone is a library's.
bool lower_check_products(const Graph *graph, const KernelSet *set, Reason *reason);
// What a nest with a product cannot be one kernel for. True where there is none.
bool lower_check_product(const Nest *nest, Reason *reason);
int lowering_matrix_operand(const Op *op, int which); // the value that is its first (0) or second matrix
// Operand `which` of the draft of a product: the value at a place with 0 along axis `summed`. False, and
// refused, where tensor cores cannot take it from memory.
bool lowering_set_matrix(Lowering *lowering, const Op *op, int which, int value, const Position *there,
                         int summed, Draft *draft, Matrix *matrix);
int lowering_scaled(Lowering *lowering, int step, double factor, double divisor,
                    DType dtype); // a step by numbers
int lowering_refuse_product(Lowering *lowering, ReasonCode code, const Op *op, const char *why);

// ---- attention.c: the product of the weights, where two products of the set could be attention; or NO_OP
int lower_attending(const Graph *graph, const KernelSet *set);
Nest *lower_attention(const Graph *graph, const KernelSet *set, Reason *reason);

// ---- complex.c: complex numbers, one part at a time
bool lowering_complex(const Lowering *lowering, int value);
bool lower_takes_complex(const Graph *graph, const Op *op); // true for ops that have nothing complex
// That part of a value in the compute type; 0 for the imaginary part of what is real.
int lower_value_part(Lowering *lowering, int value, const Position *at, int condition, int part, DType dtype);
// A pointwise op that takes or gives complex numbers; view_as_real and view_as_complex.
int lower_complex(Lowering *lowering, const Op *op, int value, const Position *at, int condition);
int lower_pairs(Lowering *lowering, const Op *op, int value, const Position *at, int condition);

// ---- unroll.c: reductions of few elements
// Is a reduction arithmetic here? That of one element always is; with Lowering.unrolls those of a few, too.
bool lowering_reduction_unrolled(const Lowering *lowering, const Op *op);
bool lowering_reduces(const Lowering *lowering, const Op *op); // a reduction that is none
bool lower_may_unroll(const Lowering *lowering);               // would Lowering.unrolls make a difference?
int lower_unrolled(Lowering *lowering, const Op *op, int value, const Position *at, int condition);

// ---- magnitude.c
// The dtype in which `count` values of a step are summed: its own, or i32 where that holds every such sum.
DType lowering_sum_dtype(const Lowering *lowering, int step, int64_t count);

// What x[i0, :, i2, ...] selects: the indices broadcast together to the block; the selected space is the axes
// that are taken whole, with the block's axes standing where the first index stood (in front when the indexed
// axes are no neighbours).
typedef struct Selection {
  Shape space, block;
  int block_axis;           // where the block starts in the space
  int first_index;          // operand that indexes axis 0
  int operand[MAX_RANK];    // per axis of x: the operand that indexes it, or -1: taken whole
  int space_axis[MAX_RANK]; // per whole axis of x: its place in the space
} Selection;
Selection selection_make(const Graph *graph, const Op *op, int first_index);
// The place in x of a place in the selected space. `shown` (a bool step, or NO_STEP): where it does not hold,
// the place is 0.
Position selection_position(Lowering *lowering, const Op *op, const Selection *selection, const Position *at,
                            int shown, int condition);
// The value of an integer operand as an index into an axis of `size`; negatives count from the end when
// `wrap`.
int gather_index(Lowering *lowering, int step, int64_t size, bool wrap);

// ---- store.c: results to memory
// The iteration space of an op: the input's of a reduction, the values' of a scatter, else that of its
// results.
void lowering_space(const Lowering *lowering, const Op *op, Shape *space);
bool lower_scatters(const Op *op); // stores at indirect indices: index_put and its like
void lower_stores(Lowering *lowering, Member *member);
// Has a space no elements although the loops over `dims` run? Then nothing is stored there.
bool store_is_empty(const Lowering *lowering, const Shape *space, uint32_t dims);
// Pushes the store of a step to where a value, or the operand that its op writes into, has its memory.
void lower_store(Lowering *lowering, int op, int value, const Position *at, int step, uint32_t dims,
                 bool accumulate);

// ---- scatter.c: index_put and its like
void lower_scatter(Lowering *lowering, Member *member);
bool scatter_accumulates(const Op *op);
bool scatter_is_put(const Op *op);     // index_put and masked_index_put
int scatter_first_index(const Op *op); // of a put: the operand that indexes axis 0
// A place among the values, and where it goes to in the result.
typedef struct Sent {
  Position from, to;
  int shown; // a step that says whether it goes anywhere, or NO_STEP
} Sent;
Sent scatter_send(Lowering *lowering, const Op *op, const Position *from, int condition);
int scatter_value(Lowering *lowering, const Op *op, const Sent *sent, int condition);
int scatter_within(Lowering *lowering, int condition, int index, int64_t low, int64_t high);
// The condition that what is sent to `to` comes to `here`.
int scatter_meets(Lowering *lowering, int condition, const Position *to, const Position *here);
// Stores at `here` the base's element there and the sum over dims of the values for which the condition
// holds.
void scatter_sum(Lowering *lowering, int op, const Position *here, int condition, int value, uint32_t over);

// ---- gathered.c: the same, where each element of the result looks for what comes to it
void lower_gathered(Lowering *lowering, Member *member, const Op *op);
bool lowering_gathers(const Lowering *lowering, const Op *op);
// Its iteration space: the axes of the result, then those along which values may come to the same element.
void gathered_space(const Graph *graph, const Op *op, Shape *space);
int gathered_rank(const Graph *graph, const Op *op); // axes of that space

// ---- place.c: where things are
Position place_linear(Lowering *lowering, uint32_t dims, const Shape *shape,
                      bool *possible); // the dims in order, as rows of `shape`
void place_record(Lowering *lowering, int value,
                  const Position *at); // when it covers the value and none is known
const Position *place_find(const Lowering *lowering, int value);
bool place_of(Lowering *lowering, int value,
              Position *at);        // the same through the views that lead to the value
void place_all(Lowering *lowering); // places and stores every root

// ---- check.c, finish.c
// The nest, with dims in memory order and collapsed, dead steps gone. Never fails.
Nest *lower_finish(Lowering *lowering);
// What a correct nest cannot be one kernel for: different reductions, grid-wide waits, memory written under a
// reader.
bool lower_check(const Nest *nest, Reason *reason);

// ---- cross.c
void finish_reductions(
    Nest *nest); // sets the dims that are reduced and crossed, and marks the steps of the finish
bool lower_check_crossing(const Nest *nest, Reason *reason);
int64_t lower_value_extent(const Value *value); // elements of memory from its first to behind its last
