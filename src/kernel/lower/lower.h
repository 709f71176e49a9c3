// Lowering: a set of ops to a loop nest, or the reason why it cannot be one kernel.
//
// Method: the domain is that of the widest op (the input of the reductions when there are any). Every op
// whose result is stored, and every reduction, is placed on it by following data flow (inverting permutations
// and reshapes; dims are split where a reshape needs it). Everything else is evaluated where it is read, at
// whatever index it is read (a pointwise producer can always be inlined), and equal evaluations are shared.
// Then dims are ordered by memory and collapsed where all accesses allow it.
//
// A set that is no such nest becomes a batch when it falls into parts between which no data flow; so does one
// of reductions, or of many tensors, whose parts have nothing in common.
#pragma once

#include "kernel/nest/nest.h"
#include "kernel/nest/reason.h"

// How index_put, scatter_add and index_add add.
typedef enum ScatterForm {
  SCATTER_BY_RULE, // as sums where there are few places, else by atomics
  SCATTER_ATOMIC,  // in any order
  SCATTER_ORDERED, // every element sums what comes to it, so that the result is the same every time. Slow
                   // where many elements look at many values
} ScatterForm;

// What one launch should run.
typedef struct KernelSet {
  const int *ops; // non-view ops, ascending; recomputed copies included
  int op_count;
  const int *stored; // values (results of these ops) that memory must hold afterwards: read elsewhere, or
                     // graph outputs
  int stored_count;
  ScatterForm scatter;
  const Graph *decided_at; // where speed alone decides by a size, it goes by this graph's: the same one at
                           // another value of a named size. NULL: by the graph's own
} KernelSet;

// The nest (free with nest_free), or NULL with the reason (`reason` may be NULL). A single library op gives
// REASON_LIBRARY (it is a kernel, but not ours). Ops that write into an operand always do; when nothing else
// is stored either, the first result of the last op is. Costs a few microseconds for a kernel of ten ops.
Nest *kernel_lower(const Graph *graph, const KernelSet *set, Reason *reason);
// Does any template take ops of this class? Others run in a library call, or nobody knows what they do: they
// stay kernels of their own.
bool lower_takes_class(OpClass op_class);
// Can a product that is in the op's kernel read what the op reads, and do with its sums what the op does with
// elements of a matrix? It is a copy, a cast from a shorter float to f32, or an f32 times or by a number.
bool lower_hands_on(const Graph *graph, const Op *op);
