// Internal to finish.c and order.c: the final dims.
#pragma once

#include "kernel/lower/lowering.h"

// Where the dims of the domain went. Several that became one: only the innermost carries the index scales.
typedef struct DimMap {
  int count;
  int64_t size[MAX_DIMS]; // of the new dims
  int to[MAX_DIMS];       // old dim to new dim
  bool inner[MAX_DIMS];   // old dim: its terms stay
} DimMap;

void finish_order(const Lowering *lowering, int order[MAX_DIMS]); // old dims, slowest first
DimMap finish_collapse(const Lowering *lowering, const int order[MAX_DIMS]);
