// Values made from attributes alone, and random numbers.
#include <math.h>

#include "base/text.h"
#include "graph/evaluate/internal.h"

static void fill_number(Tensor *result, double number) {
  int64_t count = tensor_elements(result);
  number = dtype_round(result->dtype, number);
  for (int64_t i = 0; i < count; i++)
    result->data[i] = number;
}

static void fill_iota(const EvaluateCall *call) {
  Tensor *result = &call->results[0];
  double start = op_number(call->op, ATTRIBUTE_START, 0), step = op_number(call->op, ATTRIBUTE_STEP, 1);
  int64_t count = tensor_elements(result);
  for (int64_t i = 0; i < count; i++)
    result->data[i] = dtype_round(result->dtype, start + (double)i * step);
}

bool evaluate_create(const EvaluateCall *call) {
  switch (call->op->code) {
    case OP_FULL:
      fill_number(&call->results[0], op_number(call->op, ATTRIBUTE_VALUE, 0));
      return true;
    case OP_EMPTY:
      fill_number(&call->results[0], 0);
      return true;
    case OP_IOTA:
      fill_iota(call);
      return true;
    case OP_SEEDS:
      evaluate_fill(call->graph, call->op->first_result, call->seed, call->results[0].data);
      return true;
    default:
      return status_fail(call->status, STATUS_INTERNAL, "no evaluator for %s", op_info(call->op->code)->name);
  }
}

// ---- Philox 4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3; SC 2011)

static void philox_round(uint32_t counter[4], const uint32_t key[2]) {
  uint64_t first = (uint64_t)0xD2511F53u * counter[0], second = (uint64_t)0xCD9E8D57u * counter[2];
  uint32_t next[4] = {(uint32_t)(second >> 32) ^ counter[1] ^ key[0], (uint32_t)second,
                      (uint32_t)(first >> 32) ^ counter[3] ^ key[1], (uint32_t)first};
  for (int i = 0; i < 4; i++)
    counter[i] = next[i];
}

void evaluate_philox(uint64_t seed, uint64_t block, uint32_t words[4]) {
  uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
  words[0] = (uint32_t)block, words[1] = (uint32_t)(block >> 32), words[2] = 0, words[3] = 0;
  for (int round = 0; round < 10; round++) {
    philox_round(words, key);
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
}

static double uniform(uint32_t word) {
  return (double)(word >> 8) * 0x1p-24;
}

// Element `lane` of a block as a normal number: lanes 2i and 2i + 1 are the cosine and sine of one Box-Muller
// pair.
static double normal(const uint32_t words[4], int lane) {
  const double two_pi = 6.283185307179586;
  double radius = sqrt(-2 * log(((double)(words[lane & 2] >> 8) + 1) * 0x1p-24));
  double angle = two_pi * uniform(words[lane | 1]);
  return radius * (lane & 1 ? sin(angle) : cos(angle));
}

static double between(uint32_t word, int64_t low, int64_t high) {
  uint64_t range = high > low ? (uint64_t)(high - low) : 1;
  return (double)(low + (int64_t)(word * (range >> 32) + ((word * (range & 0xffffffffu)) >> 32)));
}

bool evaluate_random(const EvaluateCall *call) {
  Tensor *result = &call->results[0];
  uint64_t seed = (uint64_t)dtype_whole(evaluate_number(call, 0));
  bool integers = call->op->code == OP_RANDINT;
  bool normals = text_equal(op_text(call->op, ATTRIBUTE_MODE, "rand"), "randn");
  int64_t low = op_integer(call->op, ATTRIBUTE_START, 0), high = op_integer(call->op, ATTRIBUTE_END, 1);
  int64_t count = tensor_elements(result);
  uint32_t words[4] = {0};
  for (int64_t i = 0; i < count; i++) {
    int lane = (int)(i & 3);
    if (lane == 0) evaluate_philox(seed, (uint64_t)i >> 2, words);
    result->data[i] = integers  ? between(words[lane], low, high)
                      : normals ? normal(words, lane)
                                : uniform(words[lane]);
  }
  return true;
}
