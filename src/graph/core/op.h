// The op table: one row per op in ops.h; enumerators, names, rules, docs and the CUDA expression come from
// it.
#pragma once

#include "graph/core/dtype.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum OpClass {
  CLASS_POINTWISE,   // one result element from the operand elements at the same (broadcast) index
  CLASS_VIEW,        // only renames elements; costs nothing (see Op.is_view: a reshape may have to copy)
  CLASS_CREATE,      // no tensor operands: full, iota, scalar
  CLASS_RANDOM,      // Philox 4x32-10 of (seed, element index)
  CLASS_REDUCE,      // one result element from all elements along some axes
  CLASS_SCAN,        // cumsum and friends
  CLASS_INDEX,       // an operand element is chosen by the value of another: gather, embedding, index_put
  CLASS_LAYOUT,      // takes elements from elsewhere: clone, cat, pad, slice_scatter, glu
  CLASS_WINDOW,      // pooling
  CLASS_CONTRACTION, // mm, addmm, bmm
  CLASS_LIBRARY,     // convolution, attention, sort, fft
  CLASS_OPAQUE,      // not in the table: known by its annotated results only
} OpClass;

// What the arithmetic of one element costs, by pipe.
typedef enum CostClass {
  COST_FREE,    // no instruction (view, copy)
  COST_ADD,     // one FP32 or integer instruction: add, mul, compare, select, min, max, neg, abs
  COST_CAST,    // a conversion
  COST_DIVIDE,  // reciprocal by MUFU and a few FMA to refine
  COST_ROOT,    // sqrt, rsqrt
  COST_EXP,     // exp, log, pow by MUFU with a few FMA
  COST_TRIG,    // sin, cos, tanh, erf: a polynomial of 10-30 instructions
  COST_RANDOM,  // Philox: about 60 integer instructions for 4 numbers
  COST_REDUCE,  // one add or compare per element and the tree
  COST_LIBRARY, // has a formula of its own
} CostClass;

// How shapes follow from operands and attributes; one function each in infer*.c.
typedef enum ShapeRule {
  SHAPE_BROADCAST, // of all operands
  SHAPE_COPY,      // as operand 0, to which operand 1 must broadcast
  SHAPE_FIRST,     // as operand 0
  SHAPE_SECOND,    // as operand 1
  SHAPE_REDUCE,
  SHAPE_VIEW,
  SHAPE_CREATE,
  SHAPE_INDEX,
  SHAPE_LAYOUT,
  SHAPE_WINDOW,
  SHAPE_CONTRACTION,
  SHAPE_CONVOLUTION,
  SHAPE_TOPK,
  SHAPE_GLU,
  SHAPE_PAIRS,     // complex numbers as pairs along a last axis, and back
  SHAPE_ANNOTATED, // the results must be annotated in the file
} ShapeRule;

typedef enum DTypeRule {
  RESULT_PROMOTE,      // PyTorch's promotion of the operands (integers stay integers)
  RESULT_FLOAT,        // promotion, integers and bool become f32 (div, exp, rsqrt)
  RESULT_BOOL,         // comparisons, logical ops, any
  RESULT_FIRST,        // as operand 0
  RESULT_SECOND,       // operand 1 promoted with operand 2 (where)
  RESULT_SUM,          // attribute dtype when given, else as operand 0; bool and integers become i64
  RESULT_INDEX,        // i64 (argmax)
  RESULT_FIRST_INDEX,  // as operand 0, then i64 (max_dim)
  RESULT_FIRST_OFFSET, // as operand 0, then i8 (max_pool)
  RESULT_ATTRIBUTE,    // the attribute dtype (cast, full, iota, random); a default by op when absent
  RESULT_PART,         // promotion; of complex numbers that of their parts (abs, real)
  RESULT_FLOAT_PART,   // the same, integers and bool become f32 (angle)
  RESULT_PAIR,         // complex numbers of parts like the promoted operands
  RESULT_ANNOTATED,    // given by the file
} DTypeRule;

// Columns: id, name, class, least and most operands (-1: any number), results (-1: by attributes or
// annotations), shape rule, dtype rule, cost class, commutative, attributes, CUDA expression, reference
// expression, help.
typedef enum OpCode {
#define OP(id, ...) OP_##id,
#include "graph/core/ops.h"
#undef OP
  OP_COUNT
} OpCode;

typedef struct OpInfo {
  const char *name; // "mul": as in fusebox JSON
  OpClass op_class;
  int min_inputs, max_inputs; // operands, numbers included; max -1: any number
  int results;                // number of results; -1: given by attributes or annotations (split)
  ShapeRule shape_rule;
  DTypeRule dtype_rule;
  CostClass cost;
  bool commutative;
  uint64_t takes;   // attributes that it has a use for: bit AttributeKey (graph.h)
  const char *cuda; // pointwise: CUDA expression of the operands a, b, c (prelude functions allowed), see
                    // ops.h; else NULL
  const char *help; // what it computes; x is operand 0
} OpInfo;

const OpInfo *op_info(OpCode code);
// Pointwise reference functions: operands and result as doubles; NULL for ops that are not pointwise.
typedef double (*OpReference)(double a, double b, double c);
OpReference op_reference(OpCode code);
bool op_parse(const char *name, OpCode *code);
const char *op_nearest(const char *name); // "did you mean", or NULL
const char *op_class_name(OpClass op_class);
