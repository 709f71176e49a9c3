// Reasons: why a set of ops cannot be one kernel, or an edit cannot be made. A value with operands, never a
// bare bool.
#pragma once

#include "graph/core/graph.h"

//        id              name             the sentence's pattern (documentation; the real sentence names ops
//        and sizes)
#define REASONS(X) \
  X(NONE, "none", "it is possible") \
  X(CYCLE, "cycle", "A needs B, which would then need A: A -> x -> B") \
  X(LIBRARY, "library", "A runs in a library call and has a kernel of its own") \
  X(OPAQUE, "opaque", "A is not in the op table: nothing is known of it but its results") \
  X(DOMAIN, "domain", "A iterates over one space and B over another") \
  X(REDUCTION_AXES, "reduction_axes", "A reduces along other axes than B") \
  X(GRID_SYNC, "grid_sync", "B reads element by element a sum that only the whole grid completes") \
  X(LAYOUT, "layout", "no index map leads from A's elements to B's") \
  X(INDIRECT, "indirect", "B reads A at places that only the data say, after A is complete") \
  X(MUTATION, "mutation", "A writes memory that B still reads") \
  X(SHARED_MEMORY, "shared_memory", "needs more shared memory than a block has") \
  X(THREADS, "threads", "needs more threads than a block has") \
  X(PINNED, "pinned", "a pin forbids it") \
  X(NOT_TOGETHER, "not_together", \
    "A and B share nothing: no value flows between them and no input is common (allowed when forced)") \
  X(UNSUPPORTED, "unsupported", "no template takes A yet") \
  X(NO_CHANGE, "no_change", "the plan is so already")

typedef enum ReasonCode {
#define X(id, name, pattern) REASON_##id,
  REASONS(X)
#undef X
      REASON_COUNT
} ReasonCode;

enum { REASON_OPS = 8 };

// Plain data, copied freely. Zero-initialized: possible.
typedef struct Reason {
  ReasonCode code;
  int op[REASON_OPS]; // the ops that it speaks of (for cycle: the path, first and last included, cut in the
                      // middle when longer)
  int op_count;
  int64_t size[4]; // the sizes that it speaks of, e.g. elements of the two domains
  int size_count;
  char text[400];   // a sentence with names
  char remedy[240]; // what would make it possible, as a sentence; "" when nothing would
} Reason;

const char *reason_name(ReasonCode code);
// Fills `reason` and returns false, so that callers can `return reason_set(...)`. Ops: up to REASON_OPS
// indices, ended by NO_OP.
bool reason_set(Reason *reason, ReasonCode code, const int *ops, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void reason_remedy(Reason *reason, const char *format, ...) __attribute__((format(printf, 2, 3)));
