// The neighbourhood: layers, and chains of ops that are one edge.
#include "fixture.h"
#include "ui/around.h"

static const AroundNode *node_of(const Around *around, const Graph *graph, const char *name) {
  for (int i = 0; i < around->count; i++)
    if (text_equal(graph->ops[around->nodes[i].op].name, name)) return &around->nodes[i];
  return NULL;
}

static int layer_of(const Around *around, const Graph *graph, const char *name) {
  const AroundNode *node = node_of(around, graph, name);
  assert_non_null(node);
  return node->layer;
}

static Around around_op(const Fixture *it, const char *name, int hops) {
  Around around;
  int op = graph_find_op(it->explorer->graph, name);
  assert_int_not_equal(op, NO_OP);
  around_build(&around, it->explorer->plan, op, hops, 60, 30);
  return around;
}

// square cube bent inner scaled t gate y: each reads the one before it.
static void test_a_chain_in_one_kernel(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  press(&it, "H greedy<Enter>");
  const Graph *graph = it.explorer->graph;
  Around around = around_op(&it, "y", 2);
  assert_int_equal(around.count, 3);
  assert_int_equal(layer_of(&around, graph, "gate"), -1); // what the op itself reads stays in sight
  assert_int_equal(layer_of(&around, graph, "square"), -2);
  const AroundChain *chain =
      around_chain(&around, graph_find_op(graph, "square"), graph_find_op(graph, "gate"));
  assert_non_null(chain);
  assert_int_equal(chain->ops, 5); // cube bent inner scaled t
  press(&it, "G");
  assert_true(shows(&it, " 5 ops "));
  press(&it, "g");
  assert_true(shows(&it, " 5 ops ")); // the same way down: bent inner scaled t gate
  close_graph(&it);
}

// One op in between is shown itself.
static void test_one_op_is_no_chain(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  press(&it, "H greedy<Enter>");
  Around around = around_op(&it, "scaled", 2);
  assert_int_equal(layer_of(&around, it.explorer->graph, "gate"), 2);
  assert_null(node_of(&around, it.explorer->graph, "y"));
  close_graph(&it);
}

// What goes through memory is shown.
static void test_chains_end_with_their_kernel(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  const Graph *graph = it.explorer->graph;
  Around around = around_op(&it, "y", 2); // every op alone
  assert_int_equal(around.chain_count, 0);
  assert_int_equal(layer_of(&around, graph, "t"), -2);
  press(&it, "H greedy<Enter> /inner<Enter> x"); // inner and what follows: another kernel
  around = around_op(&it, "y", 3);
  const AroundChain *chain =
      around_chain(&around, graph_find_op(graph, "inner"), graph_find_op(graph, "gate"));
  assert_non_null(chain);
  assert_int_equal(chain->ops, 2); // scaled t
  assert_int_equal(layer_of(&around, graph, "bent"), -3);
  close_graph(&it);
}

static int only(const int *ops, int count) {
  assert_int_equal(count, 1);
  return ops[0];
}

// From end to end of a chain there is one way, within a kernel, past ops that the picture does not show.
static void check_chain(const Around *around, const Plan *plan, const AroundChain *chain) {
  const Graph *graph = plan_graph(plan);
  int op = chain->from;
  Neighbours from = graph_neighbours(graph, chain->from), to = graph_neighbours(graph, chain->to);
  assert_true(from.consumer_count == 1 || to.producer_count == 1); // the end that is further out
  op = to.producer_count == 1 ? chain->to : chain->from;
  bool up = op == chain->to;
  for (int i = 0; i <= chain->ops; i++) {
    Neighbours next = graph_neighbours(graph, op);
    op = up ? only(next.producers, next.producer_count) : only(next.consumers, next.consumer_count);
    assert_int_equal(plan_home(plan, op), plan_home(plan, chain->from));
    if (i < chain->ops) assert_null(node_of(around, graph, graph->ops[op].name));
  }
  assert_int_equal(op, up ? chain->from : chain->to);
}

static void test_chains_of_a_dump(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  const Graph *graph = it.explorer->graph;
  int chains = 0;
  for (int op = 0; op < graph->op_count; op++) {
    if (graph->ops[op].is_view) continue;
    Around around;
    around_build(&around, it.explorer->plan, op, AROUND_HOPS, 100, 40);
    for (int i = 0; i < around.chain_count; i++)
      check_chain(&around, it.explorer->plan, &around.chains[i]);
    chains += around.chain_count;
  }
  assert_true(chains > 0);
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_chain_in_one_kernel),
      cmocka_unit_test(test_one_op_is_no_chain),
      cmocka_unit_test(test_chains_end_with_their_kernel),
      cmocka_unit_test(test_chains_of_a_dump),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
