// The kernel of attention alone that others are held against, run on the CPU, against the evaluator.
#include "../kernel/check.h"
#include "kernel/cuda/emit_reference.h"
#include "kernel/emulate/emulate.h"
#include "plan/program/program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CALL(form, rest) \
  "c = torch.ops.aten._scaled_dot_product_" form "_attention.default(q, k, v, " rest ")\n"

typedef struct Memory {
  int storage;
  void *data;
  int64_t bytes;
} Memory;

typedef struct Run {
  Graph *graph;
  Evaluation *evaluation;
  ReferenceAttention attention;
  Memory memories[REFERENCE_MATRICES];
  int count;
} Run;

static int attention_op(const Graph *graph) {
  for (int op = 0; op < graph->op_count; op++)
    if (graph->ops[op].code == OP_ATTENTION) return op;
  fail_msg("no attention");
  return NO_OP;
}

// The memory behind a parameter, filled with what the evaluator has where it is read.
static Memory *memory_of(Run *run, int parameter) {
  int storage = run->graph->values[run->attention.value[parameter]].storage;
  for (int i = 0; i < run->count; i++)
    if (run->memories[i].storage == storage) return &run->memories[i];
  Memory *memory = &run->memories[run->count++];
  *memory = (Memory){storage, NULL, program_value_bytes(run->graph, storage)};
  memory->data = memory_alloc((size_t)memory->bytes + 1);
  if (parameter < REFERENCE_OUTPUT)
    program_pack(run->graph, storage, run->evaluation->values[storage].data, memory->data);
  return memory;
}

// As finite as what it is compared with; a number of the output's type is off by no more than it rounds.
static void compare(const Run *run, const Memory *memory, int value, double most) {
  const Tensor *want = &run->evaluation->values[value];
  double *got = memory_alloc(((size_t)tensor_numbers(want) + 1) * sizeof *got);
  program_unpack(run->graph, value, memory->data, got);
  for (int64_t i = 0; i < tensor_numbers(want); i++)
    if (isinf(want->data[i]) ? got[i] != want->data[i]
                             : !(fabs(got[i] - want->data[i]) <= most * (1 + fabs(want->data[i]))))
      fail_msg("element %lld of %s: %.9g for %.9g", (long long)i, run->graph->values[value].name, got[i],
               want->data[i]);
  free(got);
}

static void check(const char *parameters, const char *body, bool has_log_sum, double most) {
  Status status = {0};
  Arena *arena = arena_new();
  Run run = {.graph = check_graph(parameters, body)};
  run.evaluation = check_evaluate(run.graph);
  assert_true(kernel_emit_attention(run.graph, attention_op(run.graph), arena, &run.attention));
  void *pointers[REFERENCE_MATRICES];
  int64_t bytes[REFERENCE_MATRICES];
  for (int i = 0; i < REFERENCE_MATRICES; i++) {
    pointers[i] = memory_of(&run, i)->data;
    bytes[i] = memory_of(&run, i)->bytes;
  }
  run.attention.emitted.parameter_bytes = bytes;
  Emulator *emulator = emulator_new(NULL, &status);
  if (!emulator || !emulator_run(emulator, &run.attention.emitted, pointers, &status))
    fail_msg("%s", status.message);
  const int *value = run.attention.value;
  assert_int_equal(value[REFERENCE_LOG_SUM] != value[REFERENCE_OUTPUT], has_log_sum);
  compare(&run, memory_of(&run, REFERENCE_OUTPUT), value[REFERENCE_OUTPUT], most);
  if (has_log_sum) compare(&run, memory_of(&run, REFERENCE_LOG_SUM), value[REFERENCE_LOG_SUM], 1e-6);
  emulator_free(emulator);
  for (int i = 0; i < run.count; i++)
    free(run.memories[i].data);
  evaluation_free(run.evaluation);
  graph_free(run.graph);
  arena_free(arena);
}

// Heads that share keys, a bias that is broadcast, sums of more keys than a block has threads.
static void test_bias(void **state) {
  (void)state;
  check("q: \"bf16[2, 4, 7, 64]\", k: \"bf16[2, 2, 150, 64]\", v: \"bf16[2, 2, 150, 64]\", x: \"bf16[1, 4, 7, 150]\"",
        CALL("cudnn", "x, True, scale = 0.25")
        "o: \"bf16[2, 4, 7, 64]\" = c[0]\nl: \"f32[2, 4, 7, 1]\" = c[1]\nreturn (o, l)\n",
        true, 0x1p-8);
}

// Causal, values wider than keys and than a block, a log-sum-exp of three axes; no bias.
static void test_causal(void **state) {
  (void)state;
  check("q: \"f16[1, 2, 131, 24]\", k: \"f16[1, 2, 131, 24]\", v: \"f16[1, 2, 131, 160]\"",
        CALL("flash",
             "0.0, True") "o: \"f16[1, 2, 131, 160]\" = c[0]\nl: \"f32[1, 2, 131]\" = c[1]\nreturn (o, l)\n",
        true, 0x1p-11);
  check("q: \"f32[1, 1, 3, 8]\", k: \"f32[1, 1, 5, 8]\", v: \"f32[1, 1, 5, 8]\"",
        CALL("efficient", "None, False") "o: \"f32[1, 1, 3, 8]\" = c[0]\nreturn o\n", false, 1e-6);
}

// Matrices that are views, and rows without keys.
static void test_views(void **state) {
  (void)state;
  check("y: \"bf16[2, 9, 3, 16]\", k: \"bf16[2, 3, 9, 16]\", v: \"bf16[2, 3, 9, 16]\", b: \"f32[9, 1]\"",
        "q = torch.ops.aten.permute.default(y, [0, 2, 1, 3])\ng = torch.ops.aten.gt.Scalar(b, 0.0)\n"
        "h = torch.ops.aten.full.default([], -inf, dtype = torch.float32)\nw = torch.ops.aten.where.self(g, b, h)\n"
        "x = torch.ops.aten.expand.default(w, [2, 1, 9, 9])\n" CALL("efficient", "x, True, 0.0, False")
        "o: \"bf16[2, 3, 9, 16]\" = c[0]\nl: \"f32[2, 3, 9]\" = c[1]\nreturn (o, l)\n",
        true, 0x1p-8);
}

// What the launch says of threads is what the text is written for: it stands there once.
static void test_threads(void **state) {
  (void)state;
  Arena *arena = arena_new();
  ReferenceAttention attention;
  Graph *graph = check_graph("q: \"bf16[1, 1, 4, 16]\"",
                             "c = torch.ops.aten._scaled_dot_product_flash_attention.default(q, q, q)\n"
                             "o: \"bf16[1, 1, 4, 16]\" = c[0]\nreturn o\n");
  assert_true(kernel_emit_attention(graph, 0, arena, &attention));
  char declared[64];
  snprintf(declared, sizeof declared, "enum { THREADS = %d, IS_CAUSAL", attention.emitted.launch.threads);
  const char *found = strstr(attention.emitted.source, declared);
  assert_non_null(found);
  assert_null(strstr(found + strlen(declared), "THREADS = "));
  graph_free(graph);
  arena_free(arena);
}

// What it does not compute.
static void test_refusals(void **state) {
  (void)state;
  static const char *const bodies[] = {
      CALL("flash", "0.5, True") "o: \"bf16[1, 1, 4, 16]\" = c[0]\nreturn o\n",
      CALL("flash", "0.0, True, scale = inf") "o: \"bf16[1, 1, 4, 16]\" = c[0]\nreturn o\n",
      CALL("unheard", "0.0, True") "o: \"bf16[1, 1, 4, 16]\" = c[0]\nreturn o\n",
  };
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
    Arena *arena = arena_new();
    ReferenceAttention attention;
    Graph *graph = check_graph("q: \"bf16[1, 1, 4, 16]\", k: \"bf16[1, 1, 4, 16]\", v: \"bf16[1, 1, 4, 16]\"",
                               bodies[i]);
    assert_false(kernel_emit_attention(graph, 0, arena, &attention));
    graph_free(graph);
    arena_free(arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_bias), cmocka_unit_test(test_causal),
                                     cmocka_unit_test(test_views), cmocka_unit_test(test_threads),
                                     cmocka_unit_test(test_refusals)};
  return cmocka_run_group_tests_name("reference", tests, NULL, NULL);
}
