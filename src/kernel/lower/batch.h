// Internal to lowering: sets of ops that are no one nest, but several between which no data flows.
#pragma once

#include "base/vector.h"
#include "kernel/lower/lower.h"

// A part of a set: a set of its own.
typedef struct SetPart {
  VECTOR(int) ops, stored; // ascending
  ScatterForm scatter;     // of the whole set, and
  const Graph *decided_at; // ... as in KernelSet
  Nest *nest;              // NULL until it is lowered
} SetPart;
typedef VECTOR(SetPart) SetParts;

// Appends the parts of the set, by their first op: two ops are in one part when data flow between them within
// the set, directly or over others, or when both touch memory that one of them writes. With `repeat`, ops
// whose results nobody stores, but for reductions and scans, do not tie together what reads them: each part
// computes them for itself. Ops of which nobody needs anything are in no part.
void kernel_set_split(const Graph *graph, const KernelSet *set, bool repeat, SetParts *parts);
void set_part_free(SetPart *part); // its nest, too

// The parts, all lowered, as one kernel. Takes the nests that it keeps out of them.
Nest *batch_assemble(const Graph *graph, const KernelSet *set, SetParts *parts);
// The set as a batch of at least two parts, or NULL: then `reason` says why one part cannot be lowered, or is
// left as it was when there is but one part. With `repeat`, parts that are no nest are split further as
// kernel_set_split says.
Nest *lower_batch(const Graph *graph, const KernelSet *set, bool repeat, Reason *reason);
// Would parts of the nest, if they have nothing in common, be better off apart? Reductions hold or wait for
// rows one after another, and loads of many tensors fill the registers; other parts cost each other nothing.
bool nest_better_apart(const Nest *nest);
// One nest, never a batch; see kernel_lower.
Nest *lower_single(const Graph *graph, const KernelSet *set, Reason *reason);
