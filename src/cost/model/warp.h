// Where the threads of a sampled warp stand, and what an access of theirs touches: the mapping itself, not a
// picture of it. Private to src/cost.
#pragma once

#include "cost/model/parts.h"

enum { WARP_LANES = 32, WARP_MOST_SECTORS = WARP_LANES * 16 };

// One lane of a warp: the coordinates of the first element of its vector and which lanes of the vector exist.
typedef struct LanePlace {
  int64_t coordinate[MAX_DIMS];
  int64_t start;   // linear walked index of vector lane 0; may be negative in a shifted walk
  int first, last; // vector lanes that exist, of a ragged walk; else 0 and the vector
  bool owned;      // has a unit of its own among the owned dims
  bool walks;      // has a unit of the walk
  bool leads;      // is the one that stores results of the whole walk
} LanePlace;

typedef struct WarpPlace {
  LanePlace lane[WARP_LANES];
  int count; // lanes that the block has
  int along; // dim along which their vectors lie
} WarpPlace;

// Warps spread evenly over the grid, its blocks, trips and slots; `staged`: as accesses along the other dim
// of a tile see them. The first of very many is the first warp of the first block.
void warp_place(const CostSubject *subject, int sample, int samples, bool staged, WarpPlace *place);

typedef struct WarpAccess {
  double lanes;    // that execute it
  double requests; // instructions that the warp issues for it: one, or one for each lane of the vector
  double sectors;  // 32-byte sectors of all those requests
  double distinct; // of these, distinct ones
  double lines;    // 128-byte lines in which the distinct ones lie
  double clocks;   // that the first-level cache takes for all those requests
} WarpAccess;
WarpAccess warp_access(const CostSubject *subject, const WarpPlace *place, int step,
                       const StepExecution *execution);
