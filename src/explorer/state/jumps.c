// Jumps and marks.
#include "explorer/state/jumps.h"

#include "graph/core/graph.h"

#include <string.h>

void jumps_free(Jumps *jumps) {
  vector_free(&jumps->ops);
}

static void forget_oldest(Jumps *jumps) {
  jumps->ops.count--;
  memmove(jumps->ops.data, jumps->ops.data + 1, sizeof(int) * (size_t)jumps->ops.count);
}

void jumps_record(Jumps *jumps, int from, int to) {
  if (from == to || from == NO_OP || to == NO_OP) return;
  if (jumps->ops.count) jumps->ops.count = jumps->at; // the place itself may have been scrolled away from
  vector_push(&jumps->ops, from);
  vector_push(&jumps->ops, to);
  while (jumps->ops.count > JUMPS_MOST)
    forget_oldest(jumps);
  jumps->at = jumps->ops.count - 1;
}

int jumps_step(Jumps *jumps, int op, int step) {
  int to = jumps->at + step;
  if (to < 0 || to >= jumps->ops.count) return NO_OP;
  jumps->ops.data[jumps->at] = op;
  jumps->at = to;
  return jumps->ops.data[to];
}
