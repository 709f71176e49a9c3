// Neutral elements of reductions.
#pragma once

#include "graph/core/graph.h"

// What a sum, product, least or largest, any or all over elements of `dtype` may start from without changing
// anything, exactly: a number for an op that takes one, an integer for integers and bools. Of a mean: that of
// its sum.
Operand neutral_element(OpCode reduction, DType dtype);
bool neutral_is(OpCode reduction, DType dtype, const Operand *number);
