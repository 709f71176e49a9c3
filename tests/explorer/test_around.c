// The neighbourhood: layers, edges over several of them, chains of ops that are one edge, far ends.
#include "explorer/panes/around.h"
#include "fixture.h"

#include <stdlib.h>

static const AroundNode *node_of(const Around *around, const Graph *graph, const char *name) {
  int node = around_node(around, graph_find_op(graph, name));
  return node < 0 ? NULL : &around->nodes[node];
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

// sub_tensor reads an op of the first layer and one of the second: it stands in the third, and the edge from
// the first passes the second.
static void test_an_edge_over_a_layer(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  const Graph *graph = it.explorer->graph;
  Around around = around_op(&it, "mm_14", 2);
  assert_int_equal(layer_of(&around, graph, "convert_element_type_69"), 1);
  assert_int_equal(layer_of(&around, graph, "prepare_softmax_online_default"), 2);
  assert_int_equal(layer_of(&around, graph, "sub_tensor"), 3);
  const AroundNode *from = node_of(&around, graph, "convert_element_type_69"),
                   *to = node_of(&around, graph, "sub_tensor");
  assert_true(around_joined(&around, graph, from, to));
  const AroundNode *pass = around_next(&around, from, to, 2);
  assert_non_null(pass);
  assert_int_equal(pass->op, NO_OP);
  assert_int_equal(pass->width, 1);
  assert_ptr_equal(around_next(&around, from, to, 3), to);
  assert_int_equal(around_find(&around, pass->x, around_row(&around, 2)), -1); // nothing to go to
  close_graph(&it);
}

// The embedding is read by the first norm, which is shown, and by the residual sum behind the attention.
static void test_a_far_reader(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  const Graph *graph = it.explorer->graph;
  Around around = around_op(&it, "pow_1", 2);
  int embedding = around_node(&around, graph_find_op(graph, "embedding")), found = 0;
  for (int i = 0; i < around.stub_count; i++) {
    if (around.stubs[i].node != embedding || around.stubs[i].reads) continue;
    assert_string_equal(graph->ops[around.stubs[i].op].name, "add_6");
    assert_int_equal(around.stubs[i].further, 0);
    found++;
  }
  assert_int_equal(found, 1);
  press(&it, "/pow_1<Enter>");
  assert_true(shows(&it, "[embedding K0]-> add_6 K93 (far)"));
  press(&it, "/mm_3<Enter>");
  assert_true(shows(&it, "embedding K0 (far) ->[add_6 K93]"));
  close_graph(&it);
}

static bool reads(const Graph *graph, int consumer, int producer) {
  Neighbours neighbours = graph_neighbours(graph, consumer);
  for (int i = 0; i < neighbours.producer_count; i++)
    if (neighbours.producers[i] == producer) return true;
  return false;
}

static bool ends_chain(const Around *around, int op) {
  for (int i = 0; i < around->chain_count; i++)
    if (around->chains[i].from == op || around->chains[i].to == op) return true;
  return false;
}

static void check_further(const Around *around, const Graph *graph, const AroundStub *stub) {
  int op = around->nodes[stub->node].op, far = 0;
  Neighbours neighbours = graph_neighbours(graph, op);
  const int *next = stub->reads ? neighbours.producers : neighbours.consumers;
  int count = stub->reads ? neighbours.producer_count : neighbours.consumer_count;
  for (int i = 0; i < count; i++)
    far += abs(next[i] - op) > AROUND_FAR && around_node(around, next[i]) < 0;
  assert_int_equal(stub->further + 1, far);
}

static void check_stub(const Around *around, const Graph *graph, const AroundStub *stub) {
  int op = around->nodes[stub->node].op;
  if (!ends_chain(around, op)) check_further(around, graph, stub); // a chain's next op has no box
  assert_true(stub->reads ? reads(graph, op, stub->op) : reads(graph, stub->op, op));
  assert_int_equal(around_node(around, stub->op), -1);
  assert_true(abs(stub->op - op) > AROUND_FAR);
}

static void check_places(const Around *around, int width, int height) {
  for (int i = 0; i < around->count; i++) {
    const AroundNode *node = &around->nodes[i], *next = node + 1;
    assert_in_range(node->x, 0, width - node->width);
    assert_in_range(around_row(around, node->layer), 0, height - 1);
    if (i + 1 < around->count && next->layer == node->layer) assert_true(next->x > node->x + node->width - 1);
  }
}

static void check_layers(const Around *around, const Graph *graph) {
  for (int i = 0; i < around->count; i++)
    for (int j = 0; j < around->count; j++) {
      const AroundNode *from = &around->nodes[i], *to = &around->nodes[j];
      if (from->op != NO_OP && to->op != NO_OP && reads(graph, to->op, from->op))
        assert_true(from->layer < to->layer);
    }
}

// Of every op, in large and small panes: edges lead down, boxes lie beside each other within the pane, what
// is named as far is far and not drawn.
static void test_pictures_of_dumps(void **state) {
  (void)state;
  static const char *const graphs[] = {"dumps/llama/forward", "dumps/bert/backward"};
  static const int sizes[][3] = {{4, 100, 40}, {2, 60, 14}, {3, 24, 5}};
  for (int g = 0; g < 2; g++) {
    Fixture it = open_graph(graphs[g], 120, 40);
    const Graph *graph = it.explorer->graph;
    int passes = 0, stubs = 0;
    for (int op = 0; op < graph->op_count; op++)
      for (int s = 0; s < 3 && !graph->ops[op].is_view; s++) {
        Around around;
        around_build(&around, it.explorer->plan, op, sizes[s][0], sizes[s][1], sizes[s][2]);
        check_layers(&around, graph);
        check_places(&around, sizes[s][1], sizes[s][2]);
        assert_true(around_node(&around, op) >= 0);
        for (int i = 0; i < around.stub_count; i++)
          check_stub(&around, graph, &around.stubs[i]);
        for (int i = 0; i < around.count; i++)
          passes += around.nodes[i].op == NO_OP;
        stubs += around.stub_count;
      }
    assert_true(passes > 0 && stubs > 0);
    close_graph(&it);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_chain_in_one_kernel),
      cmocka_unit_test(test_one_op_is_no_chain),
      cmocka_unit_test(test_chains_end_with_their_kernel),
      cmocka_unit_test(test_chains_of_a_dump),
      cmocka_unit_test(test_an_edge_over_a_layer),
      cmocka_unit_test(test_a_far_reader),
      cmocka_unit_test(test_pictures_of_dumps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
