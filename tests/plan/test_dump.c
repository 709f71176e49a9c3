// Plans that a compiler chose, from the shipped dumps.
#include "fixture.h"

#include "base/text.h"
#include "plan/file/plan_file.h"

typedef struct Loaded {
  Graph *graph;
  DumpPlan *dump;
  Plan *plan;
  DumpNotes notes;
} Loaded;

static Loaded load(const char *name) {
  Loaded loaded = {0};
  GpuLimits limits = test_limits();
  loaded.graph = shipped_dump(name, &loaded.dump);
  loaded.plan = plan_new(loaded.graph, &limits);
  Status status = {0};
  if (!plan_from_dump(loaded.plan, loaded.dump, &loaded.notes, &status))
    fail_msg("%s: %s", name, status.message);
  assert_valid(loaded.plan);
  return loaded;
}

static void unload(Loaded *loaded) {
  dump_notes_free(&loaded->notes);
  plan_free(loaded->plan);
  dump_plan_free(loaded->dump);
  graph_free(loaded->graph);
}

static int count_notes(const Loaded *loaded, const char *part) {
  int count = 0;
  for (int i = 0; i < loaded->notes.sentences.count; i++)
    count += strstr(loaded->notes.sentences.data[i], part) != NULL;
  return count;
}

// Numbers of launches are those of the dumps' README and of their provenance files.
static void test_counts(void **state) {
  (void)state;
  static const struct {
    const char *name;
    int listed, combined; // launches; those that only finish a reduction, which is one kernel here
  } forward[] = {{"llama/forward", 55, 0},    {"bert/forward", 70, 0},     {"gpt2/forward", 44, 0},
                 {"gpt2/forward1", 3, 0},     {"rmsmodel/forward", 33, 0}, {"mix/forward", 6, 0},
                 {"gelu/inference", 1, 0},    {"softmax/inference", 1, 0}, {"siblings/inference", 1, 0},
                 {"layernorm/forward", 1, 0}, {"resnet/forward", 132, 10}};
  for (size_t i = 0; i < sizeof forward / sizeof *forward; i++) {
    Loaded loaded = load(forward[i].name);
    assert_int_equal(loaded.dump->kernel_count, forward[i].listed);
    assert_int_equal(plan_kernel_count(loaded.plan), forward[i].listed - forward[i].combined);
    int finishing = 0;
    for (int kernel = 0; kernel < loaded.dump->kernel_count; kernel++)
      finishing += loaded.notes.finishes[kernel] >= 0;
    assert_int_equal(finishing, forward[i].combined);
    assert_int_equal(count_notes(&loaded, "10 launches, "), forward[i].combined == 10);
    assert_int_equal(count_notes(&loaded, "only finish"), forward[i].combined > 0); // said once
    if (count_notes(&loaded, "") == 1) assert_int_equal(loaded.notes.places, forward[i].combined);
    assert_int_equal(count_notes(&loaded, "cannot be one kernel here"), 0);
    unload(&loaded);
  }
}

// Every launch is where an op was taken from, or finishes one that is.
static void test_launches_of_ops(void **state) {
  (void)state;
  static const char *const names[] = {"resnet/forward", "resnet/backward", "mix/backward", "llama/forward"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    Loaded loaded = load(names[i]);
    for (int kernel = 0; kernel < loaded.dump->kernel_count; kernel++) {
      int parent = loaded.notes.finishes[kernel] >= 0 ? loaded.notes.finishes[kernel] : kernel, ops = 0;
      for (int op = 0; op < loaded.graph->op_count; op++)
        ops += loaded.notes.launches[op] == parent;
      if (ops == 0) fail_msg("%s: launch %d has no ops", names[i], kernel);
    }
    unload(&loaded);
  }
}

static int op_of_node(const Graph *graph, const char *node) {
  int op = graph_find_op(graph, node), value = graph_find_value(graph, node);
  return op != NO_OP || value == NO_VALUE ? op : graph->values[value].producer;
}

static bool lists(const DumpKernel *listed, const Graph *graph, int op) {
  for (int i = 0; i < listed->node_count; i++)
    if (op_of_node(graph, listed->nodes[i]) == op) return true;
  return false;
}

// Every kernel of the plan is made of ops that one launch of the dump lists (or that nothing needs).
static void test_members(void **state) {
  (void)state;
  Loaded loaded = load("bert/forward");
  for (int kernel = 0; kernel < plan_slots(loaded.plan); kernel++) {
    PlanKernel row = plan_kernel(loaded.plan, kernel);
    bool found = row.op_count == 0;
    for (int i = 0; i < loaded.dump->kernel_count && !found; i++) {
      found = true;
      for (int j = 0; j < row.op_count && found; j++)
        found = lists(&loaded.dump->kernels[i], loaded.graph, row.ops[j]) ||
                text_equal(loaded.graph->ops[row.ops[j]].name, "exp_default");
      for (int j = 0; j < row.copy_count && found; j++)
        found = lists(&loaded.dump->kernels[i], loaded.graph, row.copies[j]);
    }
    assert_true(found);
  }
  assert_int_equal(count_notes(&loaded, "exp_default"), 1);
  unload(&loaded);
}

// bert/forward recomputes: some op is in several kernels, and its result is loaded by none of them.
static void test_copies(void **state) {
  (void)state;
  Loaded loaded = load("bert/forward");
  int copies = 0;
  for (int kernel = 0; kernel < plan_slots(loaded.plan); kernel++)
    copies += plan_kernel(loaded.plan, kernel).copy_count;
  assert_true(copies > 0);
  unload(&loaded);
}

// One launch that sums rows and columns of the same data is one kernel here, too.
static void test_mixed_reductions(void **state) {
  (void)state;
  Loaded loaded = load("layernorm/backward");
  assert_int_equal(loaded.dump->kernel_count, 1);
  assert_int_equal(plan_kernel_count(loaded.plan), 1);
  assert_int_equal(count_notes(&loaded, "cannot be one kernel here"), 0);
  unload(&loaded);
}

static void test_all_dumps(void **state) {
  (void)state;
  static const char *const names[] = {"bert/backward",     "gpt2/backward",   "gpt2/backward1",
                                      "llama/backward",    "mix/backward",    "resnet/backward",
                                      "rmsmodel/backward", "adamw/inference", "epilogue/inference"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    Loaded loaded = load(names[i]);
    uint64_t hash = plan_hash(loaded.plan);
    assert_int_equal(plan_undo_depth(loaded.plan), 1);
    assert_true(plan_undo(loaded.plan));
    assert_int_equal(plan_undo_depth(loaded.plan), 0);
    assert_valid(loaded.plan);
    assert_true(plan_redo(loaded.plan));
    assert_int_equal(plan_hash(loaded.plan), hash);
    // A plan file keeps it.
    Text out = {0};
    Status status = {0};
    plan_write(loaded.plan, NULL, &out);
    plan_reset(loaded.plan);
    if (!plan_parse(loaded.plan, names[i], out.data, out.length, &status)) fail_msg("%s", status.message);
    assert_int_equal(plan_hash(loaded.plan), hash);
    text_free(&out);
    unload(&loaded);
  }
}

// ---- Dumps made by hand

static const char three[] =
    "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64] } ],"
    "'ops': [ { 'name': 'a', 'op': 'exp', 'in': ['x'] }, { 'name': 'b', 'op': 'neg', 'in': ['a'] },"
    "         { 'name': 'c', 'op': 'add', 'in': ['a', 'b'] } ], 'outputs': ['c']";

static DumpNotes take(Plan *plan, DumpKernel *kernels, int count, bool works) {
  DumpPlan dump = {.compiler = "test", .kernels = kernels, .kernel_count = count};
  DumpNotes notes = {0};
  Status status = {0};
  assert_int_equal(plan_from_dump(plan, &dump, &notes, &status), works);
  assert_valid(plan);
  return notes;
}

static void test_unlisted(void **state) {
  (void)state;
  GpuLimits limits = test_limits();
  Graph *graph = graph_from(three);
  Plan *plan = plan_new(graph, &limits);
  const char *nodes[] = {"a", "b", "nothing"};
  DumpKernel kernel = {.name = "k", .nodes = nodes, .node_count = 3, .combines = -1};
  DumpNotes notes = take(plan, &kernel, 1, true);
  assert_int_equal(plan_kernel_count(plan), 2);
  assert_int_equal(notes.sentences.count, 1);
  assert_string_equal(notes.sentences.data[0], "c is in no kernel of the dump: it is a kernel of its own");
  assert_int_equal(notes.places, 1);
  assert_int_equal(notes.first, graph_find_op(graph, "c"));
  dump_notes_free(&notes);
  plan_free(plan);
  graph_free(graph);
}

// A product with an epilogue is one kernel of the compiler's; here a library runs it, which is said.
static void test_product_with_epilogue(void **state) {
  (void)state;
  GpuLimits limits = test_limits();
  Graph *graph = graph_from(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [8, 8] } ],"
      "'ops': [ { 'name': 'p', 'op': 'mm', 'in': ['x', 'x'] }, { 'name': 'c', 'op': 'add', 'in': ['p', 'x'] "
      "} ],"
      "'outputs': ['c']");
  Plan *plan = plan_new(graph, &limits);
  const char *nodes[] = {"p", "c"};
  DumpKernel kernel = {.name = "gemm", .nodes = nodes, .node_count = 2, .combines = -1};
  DumpNotes notes = take(plan, &kernel, 1, true);
  assert_int_equal(plan_kernel_count(plan), 2);
  assert_int_equal(notes.sentences.count, 1);
  assert_string_equal(notes.sentences.data[0],
                      "p is part of gemm in the dump; here a library runs it: it is a kernel of its own");
  dump_notes_free(&notes);
  plan_free(plan);
  graph_free(graph);
}

// a and c in one kernel with b outside would wait for itself.
static void test_cyclic_dump(void **state) {
  (void)state;
  GpuLimits limits = test_limits();
  Graph *graph = graph_from(three);
  Plan *plan = plan_new(graph, &limits);
  const char *outer[] = {"a", "c"}, *inner[] = {"b"};
  DumpKernel kernels[] = {{.name = "k0", .nodes = outer, .node_count = 2, .combines = -1},
                          {.name = "k1", .nodes = inner, .node_count = 1, .combines = -1}};
  DumpNotes notes = take(plan, kernels, 2, true);
  assert_int_equal(plan_kernel_count(plan), 3);
  assert_int_equal(notes.sentences.count, 1); // one place, said in one sentence
  assert_non_null(strstr(notes.sentences.data[0], "k0 (launch 0) would have to wait for itself"));
  assert_non_null(strstr(notes.sentences.data[0], "; it became 2 kernels"));
  assert_int_equal(notes.places, 1);
  assert_int_equal(notes.first, graph_find_op(graph, "a"));
  dump_notes_free(&notes);
  plan_free(plan);
  graph_free(graph);
}

// b's kernel goes because c's computes b again; then nothing reads a from memory, and a's goes with it.
static void test_needless_kernels_go(void **state) {
  (void)state;
  GpuLimits limits = test_limits();
  Graph *graph = graph_from(three);
  Plan *plan = plan_new(graph, &limits);
  const char *nodes[] = {"a", "b", "a", "b", "c"};
  DumpKernel kernels[] = {{.name = "k0", .nodes = nodes, .node_count = 1, .combines = -1},
                          {.name = "k1", .nodes = nodes + 1, .node_count = 1, .combines = -1},
                          {.name = "k2", .nodes = nodes + 2, .node_count = 3, .combines = -1}};
  DumpNotes notes = take(plan, kernels, 3, true);
  assert_int_equal(plan_kernel_count(plan), 1);
  dump_notes_free(&notes);
  plan_free(plan);
  graph_free(graph);
}

static void test_pins_are_kept(void **state) {
  (void)state;
  GpuLimits limits = test_limits();
  Graph *graph = graph_from(three);
  Plan *plan = plan_new(graph, &limits);
  Reason reason;
  assert_true(plan_pin(plan, PIN_APART, 0, 1, &reason));
  const char *nodes[] = {"a", "b", "c"};
  DumpKernel kernel = {.name = "k", .nodes = nodes, .node_count = 3, .combines = -1};
  uint64_t before = plan_hash(plan);
  DumpNotes notes = take(plan, &kernel, 1, false);
  assert_int_equal(plan_hash(plan), before);
  dump_notes_free(&notes);
  plan_free(plan);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_counts),           cmocka_unit_test(test_launches_of_ops),
      cmocka_unit_test(test_members),          cmocka_unit_test(test_copies),
      cmocka_unit_test(test_mixed_reductions), cmocka_unit_test(test_all_dumps),
      cmocka_unit_test(test_unlisted),         cmocka_unit_test(test_product_with_epilogue),
      cmocka_unit_test(test_cyclic_dump),      cmocka_unit_test(test_needless_kernels_go),
      cmocka_unit_test(test_pins_are_kept)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
