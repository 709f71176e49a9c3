// Random ops against known answers.
#include <math.h>

#include "evaluate_fixture.h"

// Counter and key 0: the known answer that the authors of Philox publish. The other one: worked out by
// hand-written Python from the paper.
static void test_philox_known_answers(void **state) {
  (void)state;
  const uint32_t zero[4] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  const uint32_t other[4] = {0xb8b243f7, 0xda8fb9a8, 0x46004299, 0xe54c389c};
  uint32_t words[4];
  evaluate_philox(0, 0, words);
  assert_memory_equal(words, zero, sizeof zero);
  evaluate_philox(0x0123456789abcdef, 0x100000005, words);
  assert_memory_equal(words, other, sizeof other);
}

// An op of `count` numbers under the seed 42, evaluated.
static void run_random(OpCode code, const char *mode, int64_t count, double *out) {
  GraphBuilder *builder = builder_new("random", "test");
  int seed = add_input(builder, "seed", DTYPE_I64, shape_of(0, 0, 0, 0));
  const int64_t size[] = {count}, low[] = {-3}, high[] = {7};
  const Attribute attributes[] = {attribute_list(ATTRIBUTE_SHAPE, size, 1),
                                  {.key = ATTRIBUTE_MODE, .text = mode}};
  const Attribute bounds[] = {attribute_list(ATTRIBUTE_SHAPE, size, 1),
                              attribute_list(ATTRIBUTE_START, low, 1),
                              attribute_list(ATTRIBUTE_END, high, 1)};
  bool integers = code == OP_RANDINT;
  add_op(builder, "y", code, (Operand[]){operand_value(seed)}, 1, integers ? bounds : attributes,
         integers ? 3 : 2, -1);
  Graph *graph = finish_graph(builder);
  double number = 42;
  Tensor operand = {DTYPE_I64, shape_of(0, 0, 0, 0), &number}, result;
  Status status = {0};
  assert_true(evaluate_op(graph, &graph->ops[0], (const Tensor *[]){&operand}, &result, 0, &status));
  memcpy(out, result.data, (size_t)count * sizeof *out);
  free(result.data);
  graph_free(graph);
}

// Under seed 42 block 0 is 9ceaf053 77f5493b 12bf50ad 5742b3d7.
static void test_numbers_follow_the_words(void **state) {
  (void)state;
  double uniform[6], normal[4], whole[4];
  run_random(OP_RANDOM, "rand", 6, uniform);
  assert_true(uniform[0] == 0x9ceaf0 * 0x1p-24 && uniform[1] == 0x77f549 * 0x1p-24);
  assert_true(uniform[2] == 0x12bf50 * 0x1p-24 && uniform[3] == 0x5742b3 * 0x1p-24);
  assert_true(uniform[4] == 0.9877186417579651 && uniform[5] == 0.32706332206726074); // block 1
  run_random(OP_RANDOM, "randn", 4, normal);
  const double want[4] = {-0.970189708191932, 0.19401902682207053, -1.2356200747928239, 1.9239270427717603};
  for (int i = 0; i < 4; i++)
    assert_true(fabs(normal[i] - want[i]) < 1e-14);
  run_random(OP_RANDINT, NULL, 4, whole);
  assert_true(whole[0] == 3 && whole[1] == 1 && whole[2] == -3 && whole[3] == 0);
}

// 4096 numbers: mean and variance within five standard errors, range kept.
static void test_numbers_are_spread(void **state) {
  (void)state;
  static double data[4096];
  double sum = 0, squares = 0;
  run_random(OP_RANDOM, "randn", 4096, data);
  for (int i = 0; i < 4096; i++) {
    sum += data[i];
    squares += data[i] * data[i];
  }
  assert_true(fabs(sum / 4096) < 5.0 / 64 && fabs(squares / 4096 - 1) < 5 * sqrt(2.0) / 64);
  run_random(OP_RANDINT, NULL, 4096, data);
  int seen[10] = {0};
  for (int i = 0; i < 4096; i++) {
    assert_true(data[i] >= -3 && data[i] < 7);
    seen[(int)data[i] + 3]++;
  }
  for (int i = 0; i < 10; i++)
    assert_true(seen[i] > 300 && seen[i] < 520); // 410 expected, deviation 19
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_philox_known_answers),
      cmocka_unit_test(test_numbers_follow_the_words),
      cmocka_unit_test(test_numbers_are_spread),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
