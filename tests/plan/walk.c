#include "walk.h"

int walk_op(Walk *walk) {
  int op;
  do
    op = (int)random_below(&walk->random, (uint64_t)walk->graph->op_count);
  while (walk->graph->ops[op].is_view);
  return op;
}

int walk_partner(Walk *walk, int op) {
  Neighbours near = graph_neighbours(walk->graph, op);
  if (near.consumer_count == 0 || random_below(&walk->random, 4) == 0) return walk_op(walk);
  return near.consumers[random_below(&walk->random, (uint64_t)near.consumer_count)];
}

void walk_edit(Walk *walk) {
  int a = walk_op(walk), b = walk_partner(walk, a);
  Reason reason;
  int count;
  switch (random_below(&walk->random, 6)) {
    case 0:
      plan_cut(walk->plan, a, &reason);
      return;
    case 1:
      plan_recompute(walk->plan, a, plan_home(walk->plan, b), &reason);
      return;
    case 2:
      plan_can_fuse(walk->plan, a, b, true, &reason); // a question in between
      plan_order(walk->plan, &count);
      return;
    case 3:
      plan_move(walk->plan, a, plan_home(walk->plan, b), &reason);
      return;
    default:
      plan_fuse(walk->plan, a, b, true, &reason);
  }
}
