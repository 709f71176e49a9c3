// Keys that change the plan: fuse, cut, recompute, heuristics, and back.
#include "cost/candidates.h"
#include "explorer/panes/ops.h"
#include "explorer/state/background.h"
#include "explorer/tabs/tab.h"
#include "fixture.h"
#include "scratch.h"

static void test_fuse_undo_redo(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  assert_int_equal(kernels(&it), 8);
  press(&it, "f");
  assert_int_equal(kernels(&it), 7);
  assert_true(shows(&it, "fused K"));
  assert_true(shows(&it, "DRAM -"));
  press(&it, "u");
  assert_int_equal(kernels(&it), 8);
  assert_true(shows(&it, "undone"));
  press(&it, "<C-r>");
  assert_int_equal(kernels(&it), 7);
  press(&it, "uu");
  assert_int_equal(kernels(&it), 8);
  assert_true(shows(&it, "nothing to undo"));
  close_graph(&it);
}

static void test_fuse_all_then_cut(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  press(&it, "fffffff");
  assert_int_equal(kernels(&it), 1);
  press(&it, "f");
  assert_true(shows(&it, "in its kernel already"));
  press(&it, "Gx");
  assert_int_equal(kernels(&it), 2);
  assert_true(shows(&it, "cut K"));
  press(&it, "x");
  assert_true(shows(&it, "alone in its kernel"));
  press(&it, "<Space>"); // the obvious opposite
  assert_int_equal(kernels(&it), 1);
  close_graph(&it);
}

static void test_refusal_says_why(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  press(&it, "/mm_4<Enter>");
  int before = kernels(&it);
  press(&it, "<"); // with what it reads
  assert_int_equal(kernels(&it), before);
  assert_true(it.explorer->message_failed);
  assert_true(shows(&it, "library call"));
  const char *message = text_get(&it.explorer->message);
  assert_non_null(strstr(message, " kernel of its own. Fuse what comes")); // two sentences
  close_graph(&it);
}

// Two at a time they cannot be one: whether the cursor is on a product or on the softmax between them, f
// takes all.
static void test_fuse_attention(void **state) {
  (void)state;
  static const char *const keys[] = {"/scores<Enter>f", "Gf", "/highest<Enter>f"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    Fixture it = open_graph("attention.json", 120, 40);
    press(&it, "H greedy<Enter>");
    press(&it, keys[i]);
    if (!shows(&it, "fused attention")) fail_msg("%s: %s", keys[i], text_get(&it.explorer->message));
    assert_int_equal(kernels(&it), 1);
    press(&it, "u");
    assert_true(kernels(&it) >= 3);
    close_graph(&it);
  }
}

// A product is fused with what reads it when somebody asks for it, and is the library's again once that is
// cut.
static void test_fuse_a_product(void **state) {
  (void)state;
  Fixture it = open_graph("linear_gelu.json", 120, 40);
  press(&it, "/addmm<Enter>");
  int before = kernels(&it), home = plan_home(it.explorer->plan, it.explorer->cursor);
  press(&it, "f");
  assert_int_equal(kernels(&it), before - 1);
  assert_false(it.explorer->message_failed);
  assert_string_equal(template_name(plan_lowered(it.explorer->plan, home)->schedule.kind), "gemm");
  press(&it, "i");
  assert_true(shows(&it, "168"));
  assert_false(shows(&it, "of them")); // its groups share out anew what a block begins with
  press(&it, "1x");
  assert_int_equal(kernels(&it), before);
  close_graph(&it);
}

// Ops that no op reads and that read none still fuse with others that read the same input.
static void test_fuse_siblings(void **state) {
  (void)state;
  Fixture it = open_graph("siblings.json", 120, 40);
  assert_int_equal(kernels(&it), 12);
  press(&it, "f"); // total, with highest: both read the gradient
  assert_int_equal(kernels(&it), 11);
  assert_int_equal(plan_home(it.explorer->plan, 0), plan_home(it.explorer->plan, 1));
  close_graph(&it);
  it = open_graph("siblings.json", 120, 40);
  press(&it, "/bias1_step<Enter> f F"); // 4,096 elements, beside another step, of 1,024
  assert_int_equal(kernels(&it), 10);
  assert_true(shows(&it, "batch"));
  close_graph(&it);
}

// What the candidates rank first is worth something, and is a fusion or none.
static bool first_fuses(Fixture *it) {
  Candidates *all = candidates_new(it->explorer->estimator, it->explorer->plan);
  candidates_look(all, it->explorer->cursor);
  while (candidates_ask(all)) {
  }
  const Candidate *first = candidates_get(all, 0);
  assert_non_null(first);
  assert_int_equal(candidate_worth(first), CANDIDATE_PAYS);
  bool fuses = first->proposal.kind == PROPOSE_FUSE;
  candidates_free(all);
  return fuses;
}

// Attention's neighbours cannot join it, but what makes its mask can be computed in it: that is told in place
// of what would have to be otherwise, by f and by Why.
static void test_refusal_offers_what_pays(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 200, 40);
  press(&it, "/cudnn_attention<Enter>");
  assert_false(first_fuses(&it));
  press(&it, "w");
  assert_true(shows(&it, "a and Enter save "));
  press(&it, "f");
  assert_true(it.explorer->message_failed);
  const char *message = text_get(&it.explorer->message);
  assert_non_null(strstr(message, ". But a and Enter save "));
  uint64_t before = plan_hash(it.explorer->plan);
  double time = explorer_time(it.explorer);
  press(&it, "a<Enter>");
  assert_true(plan_hash(it.explorer->plan) != before);
  assert_true(explorer_time(it.explorer) < time);
  close_graph(&it);
}

// Two kernels that each compute what both read share nothing: they become one launch, by f as it saves time.
static void test_fuse_what_is_apart(void **state) {
  (void)state;
  Fixture it = open_graph("../tests/explorer/apart.json", 120, 40);
  press(&it, "rj f");
  assert_true(shows(&it, "put into one launch K1+K2"));
  assert_false(shows(&it, "forced"));
  close_graph(&it);
}

// At the end of the README's tour: no neighbour is left, but two kernels that read what this one reads. The
// key does what the candidates rank first.
static void test_fuse_is_the_first_candidate(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/mix/backward", 120, 40);
  press(&it, "$f");
  assert_true(shows(&it, "fused K9+K13"));
  uint64_t fused = plan_hash(it.explorer->plan);
  press(&it, "uF"); // nothing is forced where f does the same
  assert_true(shows(&it, "fused K9+K13"));
  assert_true(plan_hash(it.explorer->plan) == fused);
  press(&it, "ua<Enter>");
  assert_true(plan_hash(it.explorer->plan) == fused);
  close_graph(&it);
}

// Where every fusion costs and another change pays, both are named, and only force makes the loss.
static void test_fuse_makes_no_loss_unasked(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/resnet/backward", 120, 40);
  press(&it, "/mul_164<Enter>");
  uint64_t before = plan_hash(it.explorer->plan);
  double time = explorer_time(it.explorer);
  assert_false(first_fuses(&it));
  press(&it, "f");
  assert_true(it.explorer->message_failed);
  assert_true(plan_hash(it.explorer->plan) == before);
  assert_true(shows(&it, ": F does it; a and Enter save "));
  press(&it, "F");
  assert_true(shows(&it, "forced K"));
  assert_true(explorer_time(it.explorer) > time);
  press(&it, "ua<Enter>");
  assert_false(it.explorer->message_failed);
  assert_true(explorer_time(it.explorer) < time);
  close_graph(&it);
}

// Where nothing else pays, either.
static void test_fuse_makes_no_loss_where_nothing_pays(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/resnet/backward", 120, 40);
  press(&it, "Hgreedy<Enter>/mul_155<Enter>");
  uint64_t before = plan_hash(it.explorer->plan);
  double time = explorer_time(it.explorer);
  press(&it, "f");
  assert_true(shows(&it, ": F does it; nothing here saves 1%"));
  assert_true(plan_hash(it.explorer->plan) == before);
  press(&it, "F");
  assert_true(explorer_time(it.explorer) > time);
  close_graph(&it);
}

// A product is a neighbour like any other: the sum with the residual goes into its kernel, where that gains
// more than with what reads it.
static void test_fuse_with_a_product_first(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  press(&it, "Hnone<Enter>/add_16<Enter>");
  assert_true(first_fuses(&it));
  press(&it, "f");
  uint64_t fused = plan_hash(it.explorer->plan);
  assert_int_equal(plan_products(it.explorer->plan, explorer_kernel(it.explorer), NULL, 0), 1);
  press(&it, "ua<Enter>");
  assert_true(plan_hash(it.explorer->plan) == fused);
  close_graph(&it);
}

// What a kernel computes again has rows of its own there, which can be gone to, explained and removed; no
// line of registers leads from one kernel into another.
static void test_copies_are_rows(void **state) {
  (void)state;
  Fixture it = open_graph("save_for_backward.json", 160, 40);
  press(&it, "Hbytes<Enter>");
  int rows = ops_pane(it.explorer)->list.count;
  assert_true(shows(&it, "\\ | | @   loss")); // silu and gate go on, stored
  press(&it, "/silu<Enter>r/gate<Enter>r/stream<Enter>r");
  assert_true(shows(&it, "\\     @   loss"));
  assert_int_equal(ops_pane(it.explorer)->list.count, rows + 3);
  assert_true(shows(&it, "/ c   |   stream copy of K0's <two> <c>"));
  assert_true(shows(&it, "| #=c |   gate copy of K0's"));
  press(&it, "/dsilu<Enter>k"); // the copy of silu, in the backward kernel
  assert_int_equal(explorer_kernel(it.explorer), 7);
  assert_true(shows(&it, "K7 copy of silu"));
  assert_true(shows(&it, "computes it again; it is K0's"));
  press(&it, "f");
  assert_true(shows(&it, "this is a copy"));
  press(&it, "a"); // changes that begin at the op are made where it is, not here
  assert_true(shows(&it, "A copy: x takes it away."));
  assert_int_equal(tab_choices(it.explorer), 0);
  press(&it, "ai1");
  press(&it, "x");
  assert_int_equal(ops_pane(it.explorer)->list.count, rows + 2);
  assert_string_equal(it.explorer->graph->ops[it.explorer->cursor].name, "dsilu"); // where the copy was
  assert_int_equal(explorer_copy(it.explorer), NO_KERNEL);
  press(&it, "uuuu");
  assert_int_equal(ops_pane(it.explorer)->list.count, rows);
  close_graph(&it);
}

static void test_heuristic_and_plans(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 100, 30);
  press(&it, "H greedy<Enter>");
  assert_int_equal(kernels(&it), 1);
  assert_true(shows(&it, "greedy: 1 kernel,"));
  press(&it, "H none<Enter>");
  assert_int_equal(kernels(&it), 8);
  press(&it, "H compiler<Enter>");
  assert_true(shows(&it, "without a compiler's plan"));
  assert_int_equal(kernels(&it), 8);
  press(&it, "u");
  assert_int_equal(kernels(&it), 1);
  close_graph(&it);
}

// What a recomputed copy reads is read by its kernel, too: a chain is computed again op by op, from its end.
static void test_recompute_a_chain(void **state) {
  (void)state;
  Fixture it = open_graph("save_for_backward.json", 120, 40);
  press(&it, "H bytes<Enter>");
  assert_int_equal(kernels(&it), 2);
  press(&it, "/silu<Enter>r /gate<Enter>r /stream<Enter>r /two<Enter>r");
  const Graph *graph = it.explorer->graph;
  PlanKernel backward =
      plan_kernel(it.explorer->plan, plan_home(it.explorer->plan, graph_find_op(graph, "dx")));
  assert_int_equal(backward.copy_count, 4);
  const Estimate *estimate = estimator_kernel(it.explorer->estimator, it.explorer->plan, backward.id);
  int64_t tensor = INT64_C(16384) * 4096 * 4;
  assert_int_equal(estimate->read_bytes, 3 * tensor + 4); // a, b, c and the loss
  assert_int_equal(estimate->write_bytes, tensor);
  press(&it, "r");
  assert_true(it.explorer->message_failed);
  close_graph(&it);
}

static void test_recompute_and_store(void **state) {
  (void)state;
  Fixture it = open_graph("rmsnorm_backward.json", 120, 40);
  press(&it, "r"); // the first op: a cast with several readers
  Plan *plan = session_plan(it.session);
  int copies = 0;
  for (int i = 0; i < plan_slots(plan); i++)
    copies += plan_kernel(plan, i).copy_count;
  assert_true(copies > 0);
  assert_int_equal(plan_undo_depth(plan), 1); // one entry for all of them
  press(&it, "u");
  assert_int_equal(plan_undo_depth(plan), 0);
  press(&it, "R");
  assert_true(shows(&it, "no kernel recomputes it"));
  close_graph(&it);
}

// Of many kernels it is the work of a task, which a key may find under way; it says the same at its end.
static void test_many_readers(void **state) {
  (void)state;
  enum { READERS = 100 };
  Text graph = {0};
  text_add(&graph,
           "{'format': 'fusebox-graph', 'version': 1, 'name': 'readers',"
           "'inputs': [{'name': 'x', 'dtype': 'f32', 'shape': [128]}],"
           "'ops': [{'name': 'p', 'op': 'exp', 'in': ['x']}");
  for (int i = 0; i < READERS; i++)
    text_printf(&graph, ",{'name': 'r%d', 'op': 'add', 'in': ['p', %d]}", i, i);
  text_add(&graph, "], 'outputs': ['r0'");
  for (int i = 1; i < READERS; i++)
    text_printf(&graph, ",'r%d'", i);
  text_add(&graph, "]}");
  for (size_t i = 0; i < graph.length; i++)
    if (graph.data[i] == '\'') graph.data[i] = '"';
  scratch_write("readers.json", text_get(&graph));
  text_free(&graph);
  char *path = scratch_path("readers.json");
  Text name = {0}; // from the folder of shipped graphs
  text_printf(&name, "../../../../../../../..%s", path);
  Fixture it = open_graph(text_get(&name), 120, 40);
  for (int synchronous = 0; synchronous < 2; synchronous++) {
    it.explorer->synchronous = synchronous;
    press(&it, "gr");
    while (it.explorer->task)
      background_poll(it.explorer);
    press(&it, "g"); // draws what the task said
    int copies;
    plan_copied_in(it.explorer->plan, 0, &copies);
    assert_int_equal(copies, READERS - 1); // in one of the kernels it is at home
    assert_int_equal(kernels(&it), READERS);
    press(&it, "R");
    while (it.explorer->task)
      background_poll(it.explorer);
    plan_copied_in(it.explorer->plan, 0, &copies);
    assert_int_equal(copies, 0);
    assert_int_equal(plan_undo_depth(it.explorer->plan), 2);
    it.explorer->synchronous = true;
    press(&it, "uu");
    assert_int_equal(kernels(&it), READERS + 1);
  }
  close_graph(&it);
  text_free(&name);
  free(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fuse_undo_redo),
      cmocka_unit_test(test_fuse_all_then_cut),
      cmocka_unit_test(test_refusal_says_why),
      cmocka_unit_test(test_fuse_a_product),
      cmocka_unit_test(test_fuse_attention),
      cmocka_unit_test(test_refusal_offers_what_pays),
      cmocka_unit_test(test_fuse_siblings),
      cmocka_unit_test(test_fuse_what_is_apart),
      cmocka_unit_test(test_fuse_is_the_first_candidate),
      cmocka_unit_test(test_fuse_makes_no_loss_unasked),
      cmocka_unit_test(test_fuse_makes_no_loss_where_nothing_pays),
      cmocka_unit_test(test_fuse_with_a_product_first),
      cmocka_unit_test(test_copies_are_rows),
      cmocka_unit_test(test_heuristic_and_plans),
      cmocka_unit_test(test_recompute_a_chain),
      cmocka_unit_test(test_recompute_and_store),
      cmocka_unit_test(test_many_readers),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
