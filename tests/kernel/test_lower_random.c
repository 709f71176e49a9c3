// Random graphs, random sets of their ops: what lowers must compute what the evaluator says.
#include "base/random.h"
#include "check.h"
#include "random_graph.h"

enum { GRAPHS = 1500, SETS = 12 };

// ---- sets

typedef struct Tally {
  int lowered, refused;
} Tally;

static void try_set(const Graph *graph, const Evaluation *evaluation, CheckSet *set, Tally *tally) {
  Reason reason;
  check_store(graph, set);
  if (set->op_count == 0) return;
  if (check_run(graph, evaluation, set, &reason))
    tally->lowered++;
  else
    tally->refused++;
}

static void try_graph(uint64_t seed, Tally *single, Tally *several) {
  Graph *graph = random_graph(seed);
  Evaluation *evaluation = check_evaluate(graph);
  Random random = {seed * 31 + 1};
  for (int op = 0; op < graph->op_count; op++) {
    CheckSet set = {.ops = {op}, .op_count = !graph->ops[op].is_view};
    try_set(graph, evaluation, &set, single);
  }
  for (int i = 0; i < SETS; i++) {
    CheckSet set = {.op_count = 0};
    int first = (int)random_below(&random, (uint64_t)graph->op_count),
        length = 2 + (int)random_below(&random, 8);
    for (int op = first; op < graph->op_count && op < first + length; op++)
      if (!graph->ops[op].is_view && random_below(&random, 6)) set.ops[set.op_count++] = op;
    try_set(graph, evaluation, &set, several);
  }
  evaluation_free(evaluation);
  graph_free(graph);
}

static void check_random_sets(void **state) {
  (void)state;
  Tally single = {0, 0}, several = {0, 0};
  for (uint64_t seed = 1; seed <= GRAPHS; seed++)
    try_graph(seed, &single, &several);
  print_message("alone %d of %d, together %d of %d\n", single.lowered, single.lowered + single.refused,
                several.lowered, several.lowered + several.refused);
  assert_int_equal(single.refused, 0); // an op alone is always a kernel
  assert_true(several.lowered > several.refused);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(check_random_sets)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
