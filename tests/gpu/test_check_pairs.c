// What a program and its reference are compared in, where a library that is not run would compute the same.
#include "../h200.h"
#include "gpu/measure/check_pairs.h"
#include "graph/read/read.h"
#include "test.h"

#include <string.h>

#define TEXT(rest) \
  "def forward(self, q: \"bf16[2, 3, 40, 64]\", k: \"bf16[2, 3, 40, 64]\", v: \"bf16[2, 3, 40, 64]\"):\n" \
  "    c = torch.ops.aten._scaled_dot_product_cudnn_attention.default(q, k, v, None, True" rest \
  ")\n" \
  "    o: \"bf16[2, 3, 40, 64]\" = c[0]\n" \
  "    l: \"f32[2, 3, 40, 1]\" = c[1]\n" \
  "    y = torch.ops.aten.mul.Tensor(o, 2.0)\n" \
  "    z = torch.ops.aten.neg.default(y)\n" \
  "    return (y, l, z)\n"

typedef struct Pairs {
  Graph *graph;
  Plan *plan, *alone;
  Program *program, *reference;
  Arena *arena;
  CheckPair *list;
  int count;
} Pairs;

static int op_of(const Graph *graph, const char *name) {
  for (int op = 0; op < graph->op_count; op++)
    if (strcmp(graph->ops[op].name, name) == 0) return op;
  fail_msg("no op %s", name);
  return NO_OP;
}

// The attention fused with the first reader, or alone.
static Pairs pairs_open(const char *text, bool fused) {
  Status status = {0};
  Reason reason;
  Pairs pairs = {.graph = graph_read_fx("call.py", text, strlen(text), 0, NULL, &status),
                 .arena = arena_new()};
  if (!pairs.graph) fail_msg("%s", status.message);
  pairs.plan = plan_new(pairs.graph, &h200_limits);
  pairs.alone = plan_new(pairs.graph, &h200_limits);
  int attention = pairs.graph->values[pairs.graph->outputs[1]].producer;
  if (fused && !plan_fuse(pairs.plan, attention, op_of(pairs.graph, "y"), true, &reason))
    fail_msg("%s", reason.text);
  pairs.program = program_build(pairs.plan, &status);
  if (pairs.program) pairs.reference = program_build_reference(pairs.alone, pairs.program, &status);
  if (!pairs.reference) fail_msg("%s", status.message);
  pairs.list = check_pairs(pairs.program, NULL, pairs.reference, NULL, pairs.arena, &pairs.count);
  return pairs;
}

static void pairs_close(Pairs *pairs) {
  program_free(pairs->program);
  program_free(pairs->reference);
  plan_free(pairs->plan);
  plan_free(pairs->alone);
  graph_free(pairs->graph);
  arena_free(pairs->arena);
}

// The pair of an output; NULL: none.
static const CheckPair *pair_of(const Pairs *pairs, int output) {
  int storage = pairs->graph->values[pairs->graph->outputs[output]].storage;
  for (int i = 0; i < pairs->count; i++)
    if (pairs->program->buffers[pairs->list[i].buffer].storage == storage) return &pairs->list[i];
  return NULL;
}

static void check_fused(const char *text, bool made_up) {
  Pairs pairs = pairs_open(text, true);
  assert_int_equal(pairs.count, 3);
  for (int output = 0; output < 3; output++) {
    const CheckPair *pair = pair_of(&pairs, output);
    assert_non_null(pair);
    assert_true(pair->judged);
    assert_int_equal(pair->made_up, made_up && output < 2);
  }
  pairs_close(&pairs);
}

// The reference has a kernel of its own for what a kernel of ours computes.
static void test_fused(void **state) {
  (void)state;
  check_fused(TEXT(""), false);
}

// Where it has none, what that kernel stores is judged by the evaluator alone; what reads that, on the
// reference's, as ever.
static void test_made_up(void **state) {
  (void)state;
  check_fused(TEXT(", scale = inf"), true);
}

// Left to the library in both, its results are made up in both.
static void test_alone(void **state) {
  (void)state;
  Pairs pairs = pairs_open(TEXT(""), false);
  assert_int_equal(pairs.count, 2);
  assert_false(pair_of(&pairs, 0)->made_up);
  assert_null(pair_of(&pairs, 1));
  assert_false(pair_of(&pairs, 2)->made_up);
  pairs_close(&pairs);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_fused), cmocka_unit_test(test_made_up),
                                     cmocka_unit_test(test_alone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
