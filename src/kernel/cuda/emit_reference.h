// Attention alone as a plain and slow kernel. Where kernels of ours compute what a library would, this is
// what they are held against: libraries of attention are not run.
#pragma once

#include "kernel/cuda/emit.h"

typedef enum ReferenceMatrix {
  REFERENCE_QUERY,
  REFERENCE_KEY,
  REFERENCE_VALUES,
  REFERENCE_BIAS,
  REFERENCE_OUTPUT,
  REFERENCE_LOG_SUM,
  REFERENCE_MATRICES
} ReferenceMatrix;

// The matrices are its parameters, in their order. In place of a bias that the call has not stand the
// queries, of a log-sum-exp the output: it leaves them alone.
typedef struct ReferenceAttention {
  int value[REFERENCE_MATRICES]; // of the graph
  Emitted emitted;               // of text and lists in the arena: not for emitted_free
} ReferenceAttention;

// False where the call's form is not known, weights are dropped, or a matrix is no floats that strides reach.
// Results behind the log-sum-exp (seeds, sizes) are nobody's.
bool kernel_emit_attention(const Graph *graph, int op, Arena *arena, ReferenceAttention *attention);
