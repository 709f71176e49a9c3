// Random graphs, random sets of their ops as kernels.
#include "../kernel/random_graph.h"
#include "base/random.h"
#include "suite.h"

#include <stdio.h>

enum { GRAPHS = 60, SETS = 4 };

static CheckSet random_set(const Graph *graph, Random *random) {
  CheckSet set = {.op_count = 0};
  int first = (int)random_below(random, (uint64_t)graph->op_count), length = 2 + (int)random_below(random, 8);
  for (int op = first; op < graph->op_count && op < first + length; op++)
    if (!graph->ops[op].is_view && random_below(random, 6)) set.ops[set.op_count++] = op;
  check_store(graph, &set);
  return set;
}

static void test_random_sets(void **state) {
  (void)state;
  Graph *graphs[GRAPHS];
  Suite suite = {0};
  int lowered = 0;
  for (uint64_t seed = 0; seed < GRAPHS; seed++) {
    Random random = {seed * 31 + 1};
    graphs[seed] = random_graph(seed + 1);
    for (int i = 0; i < SETS; i++) {
      char title[64];
      snprintf(title, sizeof title, "graph %d, set %d", (int)seed + 1, i);
      CheckSet set = random_set(graphs[seed], &random);
      if (set.op_count) lowered += suite_add_set(&suite, graphs[seed], &set, title);
    }
  }
  assert_true(lowered > GRAPHS);
  suite_run(&suite);
  for (int i = 0; i < GRAPHS; i++)
    graph_free(graphs[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_sets)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
