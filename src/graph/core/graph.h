// The op graph: values (tensors) and ops in topological order. Built once, then read-only.
//
// Ops and values are indices (stable, cheap to store and to hand to scripts). Every value is a graph input or
// a result of an op. A *view* op only renames elements: it owns no memory, its readers reach through it by
// index arithmetic (kernel/lower) and, where strides can say it, by Value.storage/offset/stride.
#pragma once

#include "base/arena.h"
#include "base/hash.h"
#include "base/status.h"
#include "base/vector.h"
#include "graph/core/dtype.h"
#include "graph/core/op.h"

#include <stdbool.h>
#include <stdint.h>

enum { MAX_RANK = 8, NO_OP = -1, NO_VALUE = -1 };
// More elements than this in one tensor, or read and written by all ops together, are refused (keeps every
// byte count, and sums of them, within int64).
#define MAX_ELEMENTS ((int64_t)1 << 48)
#define MAX_ELEMENTS_OF_ALL ((int64_t)1 << 54)

typedef struct Shape {
  int rank;
  int64_t size[MAX_RANK]; // elements along each axis, slowest first; 0 is allowed
} Shape;
int64_t shape_elements(const Shape *shape); // 1 for a scalar
bool shape_equal(const Shape *a, const Shape *b);
// PyTorch's strides: axes of size 0 and 1 count as 1.
void shape_contiguous(const Shape *shape, int64_t stride[MAX_RANK]);
const char *shape_text(const Shape *shape, char out[160]);    // "[8, 512]"
bool shape_check(const Shape *shape, Status *status);         // no negative sizes, at most MAX_ELEMENTS
bool shape_dense(const Shape *shape, const int64_t stride[]); // every element of a gapless block, once
// Elements of memory from the first to behind the last.
int64_t shape_extent(const Shape *shape, const int64_t stride[]);
// Equal up to the strides of axes that have no second element.
bool shape_strides_equal(const Shape *shape, const int64_t a[], const int64_t b[]);

// An operand of an op: a value, or a number written in the file.
typedef struct Operand {
  int value; // value index, NO_VALUE for a number or for an absent optional operand (None)
  bool is_number;
  bool is_integer; // the number was written without a fraction: it does not promote integers to float
  double number;
  int64_t integer; // exact when is_integer
} Operand;

// Attributes: typed lists under fixed keys: id, JSON key, kind.
#define ATTRIBUTES(X) \
  X(AXES, "axes", INTEGERS)     /* reduced axes, permutation, squeezed axes; made positive on building */ \
  X(AXIS, "axis", INTEGER)      /* cat, gather, slice, select, cumsum, split, softmax pieces */ \
  X(KEEP, "keep", BOOL)         /* reduced axes stay with size 1 */ \
  X(DTYPE, "dtype", DTYPE)      /* cast, full, iota, sum */ \
  X(SHAPE, "shape", INTEGERS)   /* reshape, expand, full; -1 resolved on building */ \
  X(STRIDE, "stride", INTEGERS) /* as_strided; pooling and convolution strides */ \
  X(OFFSET, "offset", INTEGER)  /* as_strided storage offset */ \
  X(START, "start", NUMBER)     /* slice, iota */ \
  X(END, "end", NUMBER)         /* slice; clamped on building */ \
  X(STEP, "step", NUMBER)       /* slice, iota */ \
  X(INDEX, "index", INTEGER)    /* select, lookup_seed */ \
  X(SIZES, "sizes", INTEGERS)   /* split sizes along AXIS, one per result */ \
  X(CORRECTION, "correction", NUMBER) /* var */ \
  X(VALUE, "value", NUMBER)           /* fill value of full and pad */ \
  X(PAD, "pad", INTEGERS)   /* low and high per axis, last axis first (as PyTorch), negative crops */ \
  X(ALPHA, "alpha", NUMBER) /* addmm */ \
  X(BETA, "beta", NUMBER)   /* addmm */ \
  X(ACCUMULATE, "accumulate", BOOL) /* index_put */ \
  X(KERNEL, "kernel", INTEGERS)     /* pooling window */ \
  X(PADDING, "padding", INTEGERS) \
  X(DILATION, "dilation", INTEGERS) \
  X(CEIL, "ceil", BOOL)                   /* pooling */ \
  X(GROUPS, "groups", INTEGER)            /* convolution */ \
  X(COUNT_PADDING, "count_padding", BOOL) /* avg_pool */ \
  X(DIVISOR, "divisor", INTEGER)          /* avg_pool */ \
  X(REPEATS, "repeats", INTEGERS)         /* repeat */ \
  X(TOP, "k", INTEGER)                    /* topk */ \
  X(DESCENDING, "descending", BOOL)       /* sort, topk */ \
  X(TUPLE, "tuple", INTEGERS)     /* per result its place in PyTorch's tuple, when not all are there */ \
  X(MODE, "mode", TEXT)           /* rand or randn; rounding mode of div */ \
  X(LAYOUT, "layout", TEXT)       /* "contiguous", "channels_last", "preserve" (clone) */ \
  X(TARGET, "target", TEXT)       /* PyTorch's name, of ops that are passed through */ \
  X(ARGUMENTS, "arguments", TEXT) /* of ops that are passed through, operands as %0, %1, ... */

typedef enum AttributeKey {
#define X(id, key, kind) ATTRIBUTE_##id,
  ATTRIBUTES(X)
#undef X
      ATTRIBUTE_COUNT
} AttributeKey;

typedef enum AttributeKind {
  ATTRIBUTE_IS_INTEGER,
  ATTRIBUTE_IS_INTEGERS,
  ATTRIBUTE_IS_NUMBER, // with an exact integer beside it when it was written as one
  ATTRIBUTE_IS_BOOL,
  ATTRIBUTE_IS_DTYPE,
  ATTRIBUTE_IS_TEXT,
} AttributeKind;

const char *attribute_name(AttributeKey key); // "axes"
AttributeKind attribute_kind(AttributeKey key);
bool attribute_parse(const char *name, AttributeKey *key);
bool op_takes(OpCode code, AttributeKey key); // does the op have a use for it?

typedef struct Attribute {
  AttributeKey key;
  int count; // integers in the list (1 for scalars), 0 when only number or text is used, and for empty lists
  const int64_t *integer; // also bools (0/1) and dtypes
  double number;
  const char *text;
  const char *const *expression; // in Op.written: per integer the sizes that it was written with ("rows*2")
                                 // or NULL; NULL: none has any
} Attribute;

// One reader of a value: operand number `operand` of op `op`.
typedef struct Reader {
  int op, operand;
} Reader;

typedef struct Value {
  const char *name; // unique within the graph
  DType dtype;
  Shape shape;
  int64_t stride[MAX_RANK]; // elements; layout in memory. For views: of this view over the memory of
                            // `storage`; only meaningful when strided is true
  int64_t offset;           // elements from the start of storage's memory
  int producer;             // op index, NO_OP for graph inputs
  int result;               // which result of the producer
  int source;               // follows views to the value whose elements these are: itself when not a view
  int storage;    // the value whose memory holds it: itself; the source for views; for results of mutating
                  // ops the storage of what they wrote into (a new version of the same memory)
  bool strided;   // (storage, offset, stride) can address it; false for a view that strides cannot say
  bool is_output; // leaves the graph
  const char *size_name[MAX_RANK]; // the named size that an axis was written with ("rows", "rows*2"), or NULL
  const Reader *readers;           // in order of op index
  int reader_count;
} Value;

typedef struct Op {
  const char *name; // name of its first result unless it has several (then the name in the file)
  OpCode code;
  OpClass op_class; // as in the table, except: a reshape that strides cannot say is CLASS_LAYOUT (it copies)
  bool is_view;     // no memory, no kernel of its own: lives with its readers
  const Operand *operands;
  int operand_count;
  const Attribute *attributes;
  int attribute_count;
  // Attributes as the file gave them, before they were resolved: what other named sizes are put into. NULL
  // where the file names no sizes, and for ops that do not stand in it.
  const Attribute *written;
  int written_count;
  int first_result, result_count; // results are values first_result .. first_result + result_count - 1
  int mutates;                    // operand whose memory it writes into (copy_, index_put_), or -1
  const char *source_file;        // where in the model, e.g. "norm.py"; NULL when unknown
  int source_line;
  const char *source_text; // the source line, or NULL
  int file_line;           // line in the graph's own file, 0 when unknown
} Op;

// Does it multiply matrices, as kernels are generated for: a contraction, or attention?
bool op_is_product(const Op *op);
// Does it store at places that the data name, and add nothing up there (index_put without `accumulate`)?
// Where several of its elements go to one place, which of them stays is nobody's promise.
bool op_stores_at_places(const Op *op);

// An order that data flow does not show: `before` must run before `after` (mutation: earlier readers and
// writers of the memory before the writer, the writer before later readers).
typedef struct OrderEdge {
  int before, after;
} OrderEdge;

typedef struct NamedSize {
  const char *name;
  int64_t value;
} NamedSize;

typedef struct Graph Graph;

// An op that runs other graphs: a loop, or a choice of one of several. It is opaque to plans and kernels.
// Their inputs and results have the types and shapes of what the op takes and gives.
typedef struct GraphControl {
  int op;
  const Graph *condition;     // of a loop: its one result says whether the body runs again; NULL: a choice
  const Graph *const *bodies; // of a loop one, which takes its own results the next time
  int body_count;             // of a choice: operand 0 says which, and then come what each of them takes
  bool by_flag; // of a choice: operand 0 is a bool, and true is the first; else it counts from 0, and
                // beyond the last is the last
} GraphControl;

struct Graph {
  Arena *arena;
  const char *name, *about; // about may be NULL
  const char *file;         // where it came from, for messages
  Value *values;
  int value_count;
  Op *ops; // topological: operands come from earlier ops
  int op_count;
  int *inputs, input_count;   // value indices
  int *outputs, output_count; // value indices; NO_VALUE for None. One value may stand twice
  OrderEdge *order;
  int order_count;
  NamedSize *sizes;
  int size_count;
  uint64_t hash;                // of structure, shapes, dtypes and names of ops; plan files name it
  const GraphControl *controls; // by op, ascending
  int control_count;
  Graph *const *owned; // that controls run, here or in each other: freed with it
  int owned_count;
};

void graph_free(Graph *graph); // NULL is allowed

// For readers: both are copied; the graphs that controls point to live as long as the one that owns them.
void graph_set_controls(Graph *graph, const GraphControl *controls, int count);
void graph_own(Graph *graph, Graph *const *owned, int count);
const GraphControl *graph_control(const Graph *graph, int op); // NULL: it runs none

int graph_find_op(const Graph *graph, const char *name);            // NO_OP when absent
int graph_find_value(const Graph *graph, const char *name);         // NO_VALUE when absent
int graph_find_producer(const Graph *graph, const char *name);      // of an op or of a result; NO_OP: none
const char *graph_nearest_op(const Graph *graph, const char *name); // "did you mean", or NULL
const Op *graph_producer(const Graph *graph, int value);            // NULL for inputs
// The value whose elements `value` shows, through views; its producer is never a view.
int graph_source(const Graph *graph, int value);
int64_t graph_value_bytes(const Graph *graph, int value); // elements times element size, not of the storage

int64_t attribute_integer(const Attribute *attribute);         // its first integer, or its number
const Attribute *op_attribute(const Op *op, AttributeKey key); // NULL when absent
int64_t op_integer(const Op *op, AttributeKey key, int64_t otherwise);
double op_number(const Op *op, AttributeKey key, double otherwise);
const char *op_text(const Op *op, AttributeKey key, const char *otherwise);
bool op_flag(const Op *op, AttributeKey key); // false when absent
// Reduced axes as a bit mask over the axes of operand 0 (all axes when AXES is absent).
uint32_t op_reduced_axes(const Graph *graph, const Op *op);

// Direct dependencies between non-view ops, through views and order edges, deduplicated, ascending.
// Computed on building: op -> the non-view ops that must run before (after) it.
typedef struct Neighbours {
  const int *producers, *consumers;
  int producer_count, consumer_count;
} Neighbours;
Neighbours graph_neighbours(const Graph *graph, int op);

// What was noticed while building that a person should know: opaque ops with reasons, annotations that differ
// from inference.
typedef enum NoteKind {
  NOTE_OPAQUE,
  NOTE_SHAPE_MISMATCH,
  NOTE_DTYPE_MISMATCH,
  NOTE_STRIDE_MISMATCH,
  NOTE_OTHER
} NoteKind;
typedef struct Note {
  NoteKind kind;
  int op;           // op index or NO_OP
  const char *text; // a sentence
} Note;
const Note *graph_notes(const Graph *graph, int *count);
