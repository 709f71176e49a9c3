// The inside of the generator of graphs; only random_*.c include this.
#pragma once

#include "random_graph.h"

// A value to build on, with what the generator knows of its elements.
typedef struct Made {
  int value;     // of the graph
  double most;   // no |element| is larger
  bool exact;    // no rounding yet: comparing it, or rounding it to an integer, has one right answer
  bool positive; // elements are at least 0.25
} Made;

typedef struct Maker {
  Choices *choices;
  GraphBuilder *builder;
  GraphStyle style;
  VECTOR(Made) values;
  VECTOR(bool) used; // by value of the graph: something reads it
  Shape base;        // the shape that inputs are like
  int number;        // of the case in its graph; -1: alone
  int named;         // names given so far
} Maker;

typedef enum Kinds {
  KIND_BOOL = 1,
  KIND_INTEGER = 2,
  KIND_FLOAT = 4,
  KIND_NUMBER = KIND_INTEGER | KIND_FLOAT,
  KIND_WHOLE = KIND_BOOL | KIND_INTEGER,
  KIND_ANY = 7,
} Kinds;

// What an operand must be.
typedef struct Want {
  Kinds kinds;
  bool exact;   // floats too; integers and bools always are where they are made
  double most;  // 0: as large as it likes
  int min_rank; // axes at least
} Want;

// ---- random_graph.c: values
const Shape *maker_shape(Maker *maker, int value);
DType maker_dtype(Maker *maker, int value);
Kinds maker_kind(Maker *maker, int value);
int64_t maker_elements(Maker *maker, int value);
// A new input, with strides of any kind unless `plain`. `low` < `high`: readers will bound it so.
Made maker_input(Maker *maker, DType dtype, const Shape *shape, bool plain);
Made maker_input_at(Maker *maker, DType dtype, const Shape *shape, const int64_t *stride); // NULL: contiguous
Made maker_pick(Maker *maker, const Want *want);
// An operand that broadcasts with `a` to no more elements than allowed.
Made maker_companion(Maker *maker, Made a, const Want *want);
Made maker_same_shape(Maker *maker, const Shape *shape, const Want *want); // exactly of that shape
DType maker_choose_dtype(Maker *maker, Kinds kinds);
void maker_random_shape(Maker *maker, Shape *shape); // like the base: broadcast, or another
bool maker_fits(Maker *maker, double elements);      // may a tensor be so large?
bool maker_allows(DType dtype, double most);         // may elements be so large?
double dtype_most(DType dtype);                      // the largest magnitude that it holds

// ---- random_graph.c: ops
typedef struct OpParts {
  OpCode code;
  const int *values; // operands that are values
  int value_count;
  const Operand *operands; // or operands of any kind
  int operand_count;
  const Attribute *attributes;
  int attribute_count;
  const Annotation *annotations; // of its results, where nothing else says what they are; then `result_count`
  int result_count;
  bool mutates; // its operand 0
} OpParts;
int maker_op(Maker *maker, const OpParts *parts); // NO_VALUE when inference refuses it; else the first result
int maker_second(Maker *maker, int first);        // the second result of the op of `first`
void maker_keep(Maker *maker, int value, double most, bool exact, bool positive); // NO_VALUE is allowed
Attribute attribute_list(AttributeKey key, const int64_t *integers, int count);
int maker_unary(Maker *maker, OpCode code, int a);
int maker_binary(Maker *maker, OpCode code, int a, int b);
int maker_scalar(Maker *maker, OpCode code, int a, double number);
int maker_cast(Maker *maker, int a, DType dtype);
int random_axis(Maker *maker, int value); // -1 for a scalar

// ---- families of ops: each adds one op, or a pattern of some, or nothing
typedef void (*MakeOp)(Maker *maker);
typedef struct MakeOps {
  const MakeOp *makes;
  int count;
} MakeOps;
void make_attention(Maker *maker); // random_attention.c; of the products' family
extern const MakeOps make_pointwise, make_views, make_layouts, make_reductions, make_windows, make_indexed,
    make_created, make_patterns, make_complexes, make_products;
