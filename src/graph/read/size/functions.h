// The functions and operators of sizes: as SymPy prints them, as PyTorch calls them in a graph, as generated
// code does.
#pragma once

#include "graph/read/size/expression.h"

typedef enum SizeFunction {
  SIZE_OP_ADD,
  SIZE_OP_SUB,
  SIZE_OP_MUL,
  SIZE_OP_EXACT_DIV, // integers: without a remainder; else as reals
  SIZE_OP_TRUE_DIV,
  SIZE_OP_FLOOR_DIV,
  SIZE_OP_CEIL_DIV,
  SIZE_OP_MOD,
  SIZE_OP_MODULAR_INDEXING,
  SIZE_OP_POWER,
  SIZE_OP_SHIFT_LEFT,
  SIZE_OP_SHIFT_RIGHT,
  SIZE_OP_AND,
  SIZE_OP_OR,
  SIZE_OP_NOT,
  SIZE_OP_EQ,
  SIZE_OP_NE,
  SIZE_OP_LT,
  SIZE_OP_LE,
  SIZE_OP_GT,
  SIZE_OP_GE,
  SIZE_OP_NEGATIVE,
  SIZE_OP_ABS,
  SIZE_OP_MAX,
  SIZE_OP_MIN,
  SIZE_OP_SUM,
  SIZE_OP_WHERE,
  SIZE_OP_FLOOR,
  SIZE_OP_CEIL,
  SIZE_OP_TRUNC,
  SIZE_OP_ROUND,
  SIZE_OP_FLOAT,
  SIZE_OP_SQRT,
  SIZE_OP_IDENTITY,
} SizeFunction;

enum { SIZE_ARGUMENTS = 16 };

// The function of this name with or without "operator.", "torch.sym_", "math.", "math_"; false: there is
// none.
bool size_function(const char *name, SizeFunction *function);
// `problem` is empty before; it gets a sentence when there is no result.
SizeNumber size_apply(SizeFunction function, const SizeNumber *arguments, int count,
                      char problem[SIZE_PROBLEM]);
