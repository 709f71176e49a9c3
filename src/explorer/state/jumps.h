// Where the cursor was before it jumped, and places that the user marked.
#pragma once

#include "base/vector.h"

#include <stdbool.h>

enum { JUMPS_MOST = 100, MARK_COUNT = 26 };

// Zero-initialized is empty.
typedef struct Jumps {
  VECTOR(int) ops;         // visited, oldest first
  int at;                  // the one where the cursor is, of ops
  int mark[MARK_COUNT];    // ops
  bool marked[MARK_COUNT]; // of 'a' to 'z'
} Jumps;

void jumps_free(Jumps *jumps);
// The cursor jumped: what was ahead in the list is forgotten.
void jumps_record(Jumps *jumps, int from, int to);
// Steps back (-1) or forward (1) from `op`, where the cursor is; NO_OP when there is nothing.
int jumps_step(Jumps *jumps, int op, int step);
