// What the scheduler's log says of pairs of ops: lines as PyTorch 2.11 writes them, of a root mean square
// norm and of a graph that is another one.
#include "graph/read/inductor/reasons.h"

#include "test.h"

#include "base/text.h"

#include <stdio.h>

static const char graph_text[] =
    "def forward(self, arg0_1: \"bf16[8, 16]\"):\n"
    "    convert_element_type: \"f32[8, 16]\" = torch.ops.prims.convert_element_type.default(arg0_1, "
    "torch.float32)\n"
    "    pow_1: \"f32[8, 16]\" = torch.ops.aten.pow.Tensor_Scalar(convert_element_type, 2)\n"
    "    mean: \"f32[8, 1]\" = torch.ops.aten.mean.dim(pow_1, [1], True)\n"
    "    rsqrt: \"f32[8, 1]\" = torch.ops.aten.rsqrt.default(mean)\n"
    "    mul: \"f32[8, 16]\" = torch.ops.aten.mul.Tensor(convert_element_type, rsqrt)\n"
    "    exp: \"f32[8, 16]\" = torch.ops.aten.exp.default(mul)\n"
    "    return (exp,)\n";

#define FUSION "V1122 23:06:24.758000 18912 torch/_inductor/scheduler.py:1388] [0/0] [__fusion] "
#define SCORE "V1122 23:06:24.758000 18912 torch/_inductor/scheduler.py:1400] [0/0] [__loop_ordering] "

static const char nodes[] =
    FUSION "===== attempting fusion (1/10): 4 nodes =====\n" FUSION "fuse_nodes_once, candidates:\n" FUSION
           "  SchedulerNode(name='op0'), Reduction(['[8]', 'sum', 'origins=OrderedSet([mean, pow_1, "
           "convert_element_type])', 'stack_traces = {'])\n" FUSION
           "  SchedulerNode(name='op1'), Pointwise(['[8, 1]', 'origins=OrderedSet([rsqrt, mean])'])\n" FUSION
           "  SchedulerNode(name='op2'), Pointwise(['[8, 16]', 'origins=OrderedSet([mul, rsqrt])'])\n" FUSION
           "  SchedulerNode(name='op13'), Pointwise(['[8, 16]', 'origins=OrderedSet([exp, mul])'])\n";

static const char other[] = FUSION
    "===== attempting fusion (1/10): 2 nodes =====\n" FUSION
    "  SchedulerNode(name='op0'), Pointwise(['origins=OrderedSet([mul, exp, tanh, sigmoid])'])\n" FUSION
    "cannot fuse op0 with op1: of another graph\n";

static Graph *read_graph(void) {
  Status status = {0};
  Graph *graph = graph_read_fx("graph.py", graph_text, sizeof graph_text - 1, 0, NULL, &status);
  if (!graph) fail_msg("%s", status.message);
  return graph;
}

static DumpPlan *plan_new_empty(void) {
  Arena *arena = arena_new();
  DumpPlan *plan = arena_alloc(arena, sizeof *plan);
  *plan = (DumpPlan){.arena = arena, .compiler = "inductor"};
  return plan;
}

static const char *remark(const DumpPlan *plan, const char *producer, const char *consumer) {
  for (int i = 0; i < plan->remark_count; i++)
    if (!strcmp(plan->remarks[i].producer, producer) && !strcmp(plan->remarks[i].consumer, consumer))
      return plan->remarks[i].text;
  return NULL;
}

static DumpPlan *read_log(const Graph *graph, const char *parts[]) {
  DumpPlan *plan = plan_new_empty();
  Text log = {0};
  for (int i = 0; parts[i]; i++)
    text_add(&log, parts[i]);
  reasons_read("log.txt", text_get(&log), log.length, graph, plan);
  text_free(&log);
  return plan;
}

static void test_last_word(void **state) {
  (void)state;
  Graph *graph = read_graph();
  DumpPlan *plan = read_log(
      graph,
      (const char *[]){
          other, nodes, SCORE "op0 and op2 has 512 shared data\n",
          FUSION "cannot fuse op0 with op2: intermediate nodes between node1 & node2\n",
          FUSION "cannot fuse op1 with op2: numel/rnumel mismatch (non-reduce) (8, 128), (1, 1)\n",
          FUSION "fusing op0 with op1\n", FUSION "===== attempting fusion (2/10): 3 nodes =====\n",
          SCORE "op0_op1 and op2 has 544 shared data\n",
          FUSION "can fuse (benchmark): fusing OrderedSet(['buf0', 'buf1']) with OrderedSet(['buf2']) cause "
                 "\x1b[32m1.234\x1b[0mx speedup\n",
          FUSION "fusing op0_op1 with op2\n",
          FUSION "cannot fuse op0_op1_op2 with op13: no shared data due to indexing mismatch\n", NULL});
  // mean is in op0 and inlined behind it: op0 is its home
  assert_string_equal(remark(plan, "mean", "rsqrt"), "fuses op0 with op1");
  assert_string_equal(remark(plan, "rsqrt", "mul"),
                      "fuses op1 with op2; it measured a 1.234x speedup; 544 bytes shared");
  assert_string_equal(remark(plan, "convert_element_type", "mul"),
                      "fuses op0 with op2; it measured a 1.234x speedup; 544 bytes shared");
  assert_string_equal(remark(plan, "mul", "exp"),
                      "does not fuse op2 with op13: no shared data due to indexing mismatch");
  assert_null(remark(plan, "pow_1", "mean")); // one loop from the beginning
  assert_string_equal(plan->remark_source, "log.txt: what Inductor said of 4 pairs of ops");
  dump_plan_free(plan);
  graph_free(graph);
}

static void test_other_graphs(void **state) {
  (void)state;
  static const char small[] =
      FUSION "===== attempting fusion (1/10): 2 nodes =====\n" FUSION
             "  SchedulerNode(name='op0'), Pointwise(['origins=OrderedSet([mul])'])\n" FUSION
             "  SchedulerNode(name='op1'), Pointwise(['origins=OrderedSet([exp])'])\n" FUSION
             "fusing op0 with op1\n";
  Graph *graph = read_graph();
  DumpPlan *part =
      read_log(graph, (const char *[]){small, NULL}); // two ops of the graph's six have these names
  assert_int_equal(part->remark_count, 0);
  dump_plan_free(part);
  DumpPlan *plan = read_log(graph, (const char *[]){other, NULL});
  assert_int_equal(plan->remark_count, 0);
  assert_non_null(strstr(plan->remark_source, "none of its fusions is of this graph"));
  dump_plan_free(plan);
  plan = read_log(graph, (const char *[]){"no log\n", NULL});
  assert_non_null(strstr(plan->remark_source, "TORCH_LOGS=fusion"));
  dump_plan_free(plan);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_last_word), cmocka_unit_test(test_other_graphs)};
  return cmocka_run_group_tests_name("reasons", tests, NULL, NULL);
}
