// Lowering a set of ops for all values of one of their graph's sizes (nest/size.h).
#pragma once

#include "kernel/lower/lower.h"
#include "kernel/nest/size.h"

typedef enum SizedAt {
  SIZED_GIVEN,    // the value that the graph has
  SIZED_WITNESS,  // the nest that kernels are made of
  SIZED_SECOND,   // the same at another witness: nothing but the size tells them apart
  SIZED_LEAST,    // the smallest multiple,
  SIZED_TWICE,    // ... and others: at 1 much is another nest,
  SIZED_FOURFOLD, // and at 2 a variance divides by 1
  SIZED_COUNT
} SizedAt;

// One graph at several values of its size `name`.
typedef struct SizedGraphs {
  const char *name;
  int64_t multiple;      // that all values are of
  int64_t constant_most; // of numbers that follow from the size (nest/size.h)
  int64_t value[SIZED_COUNT];
  const Graph *graph[SIZED_COUNT]; // NULL: it cannot be at that value
  char problem[160];               // why it cannot be at the witness
} SizedGraphs;
// The values for a graph whose size has the value `given`, 1 or more, for kernels that take multiples of
// `multiple`: a power of two that divides it, at most SIZE_MULTIPLE. `bits` of the witnesses: fewer where
// tensors would be too large.
SizedGraphs sized_graphs(const char *name, int64_t given, int64_t multiple, int bits);

typedef struct SizedNest SizedNest;
struct SizedNest {
  int64_t value;                // of the graph as it is
  NestSize size, second, there; // what the nests below take; bounds follow from the schedule, too
  Nest *nest;                   // at the witness
  Nest *other;                  // at the second one
  Nest *given;                  // at the value of the graph: what is estimated
  Nest *least;
  SizedNest *parts; // of a batch: each with the nests of that part, which the batch owns
  int part_count;
};

// Of the ops and values of `set`, which are the same in all graphs. `sized` stays where it is: the nests
// point into it. False with the reason; to be freed either way.
bool kernel_lower_sized(const SizedGraphs *graphs, const KernelSet *set, SizedNest *sized, Reason *reason);
void sized_nest_free(SizedNest *sized);
