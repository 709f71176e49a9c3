// A matrix product that a library runs: the same to the plan's program, to the worker and to the library.
#pragma once

#include "graph/core/dtype.h"

#include <stdint.h>

// D[b] = alpha * A[b] x B[b] + beta * C, matrices given by strides (elements); for mm, addmm and bmm of one
// float dtype. Sizes may be 0.
typedef struct MatmulOperand {
  int buffer;                                              // -1: absent
  int64_t offset, row_stride, column_stride, batch_stride; // elements
} MatmulOperand;

typedef struct Matmul {
  DType dtype;
  int64_t batch, m, n, k;
  MatmulOperand a, b, c, d; // [m, k], [k, n], [m, n], [m, n]; c.buffer -1: none; a bias has row_stride 0
  double alpha, beta;
} Matmul;
