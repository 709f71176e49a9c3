// The loop nest: what a set of ops becomes as one kernel. Estimator and emitter read it and nothing else.
//
// An iteration space ("domain") of dims, slowest first, and a list of steps in static single assignment
// order. A step's value varies with a subset of the dims (Step.dims): all of them inside a reduction's input,
// the kept ones for a reduction's result, none for a constant. All index arithmetic is affine in symbols:
// dims, values of integer steps (indirect reads), and quotients where a reshape forces division. Reductions
// and scans run over the dims in Step.over; steps that use the result of one have a later pass.
//
// Reductions over different dims can share a kernel when the domain is rows of elements: those along the rows
// (over = Nest.reduced), and CROSSING ones that also run over the rows themselves (over = Nest.crossed: one
// result for each place of a row, or one in all; or over both). What needs a crossing reduction's result runs
// in the FINISH, once all rows are through.
#pragma once

#include "base/arena.h"
#include "graph/core/graph.h"

enum {
  MAX_DIMS = 12,
  MAX_TERMS = 12,
  MAX_STEP_OPERANDS = 4,
  NO_STEP = -1,
  NO_CONDITION = -1,
  NO_BUFFER = -1
};

typedef struct Term {
  int symbol;
  int64_t scale;
} Term;

// constant + sum of scale * symbol; terms in ascending order of symbol, no zero scales.
typedef struct Index {
  int64_t constant;
  int count;
  Term term[MAX_TERMS];
} Index;

typedef enum SymbolKind {
  SYMBOL_DIM,      // symbols 0 .. dim_count-1 are the dims, in order
  SYMBOL_STEP,     // the value of an integer step, already wrapped (negative indices) into [0, size)
  SYMBOL_QUOTIENT, // (of / divisor) % modulus; modulus 0: no remainder taken
} SymbolKind;

typedef struct Symbol {
  SymbolKind kind;
  int64_t size; // values are in [0, size)
  int step;     // SYMBOL_STEP
  Index of;     // SYMBOL_QUOTIENT
  int64_t divisor, modulus;
} Symbol;

// low <= index < high, and everything in `parent` too. Loads below a condition run only where it holds.
typedef struct Condition {
  int parent; // condition index or NO_CONDITION
  Index index;
  int64_t low, high;
} Condition;

typedef enum ReduceKind {
  REDUCE_SUM,
  REDUCE_PRODUCT,
  REDUCE_MIN,
  REDUCE_MAX,
  REDUCE_ANY,
  REDUCE_ALL,
  REDUCE_ARGMIN,
  REDUCE_ARGMAX,  // parts: value, position: operand 1 is the position (i64) of operand 0; the smallest of
                  // equals wins
  REDUCE_WELFORD, // parts: mean, sum of squared deviations (merged by Chan's formula)
  REDUCE_SOFTMAX, // parts: maximum, sum of exp(x - maximum), in one pass
} ReduceKind;

typedef enum StepKind {
  STEP_NUMBER,  // a constant (number, or integer when dtype is i64)
  STEP_INDEX,   // the value of `index` as i64 (iota, positions)
  STEP_LOAD,    // memory of `buffer` at `index`, converted to `dtype`
  STEP_COMPUTE, // the op table's expression for `code` over the operand steps, as `round_to`
  STEP_CHOOSE,  // operand 0 where condition `chosen_by` holds, else operand 1 (cat, pad, slice_scatter)
  STEP_RANDOM,  // Philox number of element `index` under the seed in operand 0; with dtype i64 an integer in
                // [integer, integer + range)
  STEP_REDUCE,  // reduces operand 0 over the dims `over`; its parts are read by STEP_PART
  STEP_SCAN,    // at every index along the dims `over`, what operand 0 reduces to up to there, this element
                // included; read by STEP_PART. `index` is the position along the scanned axis
  STEP_PART,    // part `part` of the reduction or scan in operand 0
  STEP_PRODUCT, // the sum over k of what two matrices in memory have at k, in f32: see Product
  STEP_LOG_SUM, // of the product, where that has scores: the logarithm of the sum of exp(score) of a row.
                // Does not vary with the columns
  STEP_STORE,   // operand 0 into memory of `buffer` at `index`, once for each combination of the dims in
                // Step.dims (index 0 of the others)
} StepKind;

// One matrix of a product: its element at k is memory of `buffer` at index + k * along.
//
// With `scores` the first matrix is in no memory (attention): a SOFTMAX of what another nest computes from
// its own product. The dims of that nest are the product's BATCH and ROWS and, as the last, k; its last step
// is the score of a place, and what the matrix has there is exp(score - largest of the row) over the sum of
// those along the row (in rows without keys 0 or NaN: nest_softmax_is_safe). `index` and `along` then number
// the scores in row order, so that both nests agree on batch and row; `buffer` is NO_BUFFER. What the scores
// read is among the buffers of the outer nest, too.
typedef struct ProductOperand {
  int buffer;
  const struct Nest *scores; // owned by the nest that has the product; NULL: the matrix is memory
  DType stored;              // bf16 or f16, of both the same
  Index index;               // of dims alone
  int64_t along;
} ProductOperand;

// A matrix product within a nest. Its dims are all of the nest's: the last one, the COLUMNS, with which
// operand 1 alone varies; one with which operand 0 alone does, the ROWS; and there may be others, the
// BATCH, along which both operands step evenly from matrix to matrix. Of two products in one nest the first
// matrix is the same.
typedef struct Product {
  int64_t length; // of k: at least 1
  ProductOperand operand[2];
} Product;

typedef struct Step {
  StepKind kind;
  OpCode code;    // STEP_COMPUTE
  int op;         // graph op that it belongs to, NO_OP for plumbing
  int value;      // graph value that it computes, loads or stores, NO_VALUE for plumbing
  DType dtype;    // of the step's value: a compute type (f32, f64, i64, bool)
  DType round_to; // STEP_COMPUTE: the dtype whose precision the result of a cast keeps, or as which integers
                  // wrap around; else equal to dtype
  DType stored;   // STEP_LOAD, STEP_STORE: the dtype in memory; reductions and scans: one that holds all sums
                  // of integers, or all positions of argmin and argmax
  int operand[MAX_STEP_OPERANDS]; // step indices, all smaller than this step's
  int operand_count;
  double number;
  int64_t integer;
  int64_t range; // STEP_RANDOM of integers: how many there are; see evaluate.h for the formula
  Index index;
  int condition;     // for loads: condition under which it may be executed; NO_CONDITION: always
  bool zero_outside; // of a load under a condition: is 0 elsewhere; without, nobody reads it there
  int chosen_by;     // STEP_CHOOSE
  int buffer;        // STEP_LOAD, STEP_STORE
  bool accumulate;   // STEP_STORE: atomic add (index_put accumulate, scatter_add)
  ReduceKind reduce;
  uint32_t over; // STEP_REDUCE, STEP_SCAN: bit mask of dims, never 0. A dim in it may have size 0: then the
                 // result is the neutral element
  int part;      // STEP_PART
  const Product *product; // STEP_PRODUCT: in the nest's arena
  bool normal;            // STEP_RANDOM: normal(0,1) instead of uniform [0,1)
  uint32_t dims; // bit mask of the dims that the value varies with; STEP_STORE: of the dims that it runs over
  bool finish;   // needs the result of a crossing reduction: runs once all rows are through
  int pass; // first pass over the reduced dims in which the value exists: 0, then one more after each chained
            // reduction
} Step;

// One parameter of the kernel: memory of a graph value that is nobody's view.
typedef struct Buffer {
  int storage;      // value index
  DType dtype;      // of complex numbers: of their parts, each of which counts as an element
  int64_t elements; // that the memory spans (strides included)
  bool read, written;
} Buffer;

// A copy that must happen before the launch (functional index_put: base into result).
typedef struct Preset {
  int from, to; // buffer indices; from NO_BUFFER: fill with zeros. Both have the same layout
} Preset;

struct Schedule;

// A loop nest of a batch: it runs `count` times, on other memory each time.
typedef struct NestPart {
  const struct Nest *nest; // that of the first time; the others differ in graph values only
  int count;
  const int *buffers; // [count][nest->buffer_count]: which of the batch's buffers each of the nest's is. One
                      // that some other part uses too is the same every time; all others differ every time
  const struct Schedule *schedule; // that it has whatever the rules say; NULL: by the rules
} NestPart;

// A kernel is one nest, or a batch of them that one launch runs side by side. A batch has ops, buffers,
// presets and parts, but no dims, symbols, conditions and steps of its own.
typedef struct Nest {
  Arena *arena;
  const Graph *graph;
  const int *ops; // the ops of the kernel, ascending
  int op_count;
  NestPart *parts; // of a batch, by their first op; owned
  int part_count;  // 0: no batch
  int dim_count;
  int64_t size[MAX_DIMS]; // of each dim, slowest first; the last dim is the one that memory favours
  uint32_t reduced;       // dims that reductions run over; with crossing ones those of a row
  uint32_t crossed;       // dims that crossing reductions run over: all but `reduced`. 0: there are none
  bool ordered;           // its scatters are sums, no atomic additions
  uint32_t scanned;       // dims that scans run over: gone over in order
  Symbol *symbols;
  int symbol_count;
  Condition *conditions;
  int condition_count;
  Step *steps;
  int step_count;
  Buffer *buffers; // the kernel's parameters, in order of first use; what only presets name comes last. Of a
                   // batch: first what parts share, then what each part has for itself
  int buffer_count;
  Preset *presets;
  int preset_count;
  int passes; // passes over the reduced dims: 1 + the largest pass of a step before the finish that varies
              // with one. 1 without reductions and for plain sums; softmax: 3. More than 1: one block must
              // own all of the reduced dims
  const struct NestSize *sized; // the size that its kernel takes as an argument (nest/size.h); NULL: none.
                                // Not owned
  uint64_t hash; // of the structure: equal for the same computation on other values (repeated layers)
} Nest;

void nest_free(Nest *nest);          // NULL is allowed
size_t nest_bytes(const Nest *nest); // of memory that nest_free frees
int nest_part_count(
    const Nest *nest); // loop nests that run side by side: 1, or those of a batch, each time counted
// Smallest and largest value of an index over the whole domain (symbols within their sizes).
void index_range(const Nest *nest, const Index *index, int64_t *low, int64_t *high);
int64_t index_scale(const Index *index, int symbol); // 0 when absent
bool index_equal(const Index *a, const Index *b);
// Elements along the dims of a mask.
int64_t nest_elements(const Nest *nest, uint32_t dims);
uint32_t nest_all_dims(const Nest *nest);
bool nest_crosses(const Nest *nest, const Step *step); // is it a crossing reduction?
bool nest_crosses_columns(const Nest *nest);           // is there one with a result for each place of a row?
// Calls back for every step that `step` needs: operands, and steps that its index and conditions read.
void nest_each_need(const Nest *nest, int step, void (*visit)(void *context, int needed), void *context);
// Does a value that varies with the reduced dims read a finished reduction, so that they must be gone over
// again?
bool nest_feeds_back(const Nest *nest);
// Reductions and scans: steps that collect elements in an accumulator.
bool step_accumulates(const Step *step);
// A listing for people and goldens: one line a step.
struct Text;
void nest_print(const Nest *nest, struct Text *out);
// Checks what the comments above promise (order, masks, indices inside buffers); false with a sentence. Tests
// call it on every nest.
bool nest_verify(const Nest *nest, Status *status);
