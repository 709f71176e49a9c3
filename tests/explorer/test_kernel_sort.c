// Sorting the kernel table by a guess: the same order whatever the guess.
#include "test.h"

#include "base/random.h"
#include "explorer/panes/kernel_sort.h"

#include <stdlib.h>
#include <string.h>

enum { KERNELS = 500, SLOTS = 600 };

static bool comes_before(const SortKey *a, const SortKey *b) {
  if (a->section != b->section) return a->section < b->section;
  if (a->value != b->value) return a->value > b->value;
  return a->place < b->place;
}

// Few values, so that there are ties; kernels are not in the order of places.
static void fill(SortKey *keys, Random *random) {
  for (int i = 0; i < KERNELS; i++)
    keys[i] = (SortKey){.value = (double)random_below(random, 40),
                        .section = (int)random_below(random, 3),
                        .place = i,
                        .kernel = (i * 7) % KERNELS};
}

static void assert_sorted(const SortKey *keys, const SortKey *given) {
  bool seen[SLOTS] = {false};
  for (int i = 0; i < KERNELS; i++) {
    assert_true(i == 0 || comes_before(&keys[i - 1], &keys[i]));
    assert_false(seen[keys[i].kernel]);
    seen[keys[i].kernel] = true;
  }
  for (int i = 0; i < KERNELS; i++)
    assert_true(seen[given[i].kernel]);
}

static void kernels_of(const SortKey *keys, int *kernels) {
  for (int i = 0; i < KERNELS; i++)
    kernels[i] = keys[i].kernel;
}

static void test_without_a_guess(void **state) {
  (void)state;
  SortMemory memory = {0};
  Random random = {1};
  SortKey given[KERNELS], keys[KERNELS];
  fill(given, &random);
  memcpy(keys, given, sizeof keys);
  kernel_sort(keys, KERNELS, NULL, 0, SLOTS, &memory);
  assert_sorted(keys, given);
  kernel_sort(keys, 0, NULL, 0, SLOTS, &memory); // nothing
  sort_memory_free(&memory);
}

static int compare(const void *a, const void *b) {
  return comes_before(a, b) ? -1 : comes_before(b, a);
}

// Many keys, in launch order and backwards, with values of both signs, zeros and large ratios; the guess is
// another order, or one that is right but for some.
static void test_many(void **state) {
  (void)state;
  enum { MANY = 20000 };
  SortMemory memory = {0};
  Random random = {3};
  SortKey *keys = calloc(MANY, sizeof *keys), *expected = calloc(MANY, sizeof *keys);
  int *guess = calloc(MANY, sizeof *guess);
  for (int round = 0; round < 8; round++) {
    for (int i = 0; i < MANY; i++) {
      double value = (random_unit(&random) - 0.3) * (random_below(&random, 2) ? 1e9 : 1e-3);
      if (round / 2 == 1) value = (double)random_below(&random, 3) * -0.0;
      if (round >= 6 && i > 0) value = expected[i - 1].value - (double)random_below(&random, 2);
      keys[i] = (SortKey){.value = value,
                          .section = round % 3 ? (int)random_below(&random, 3000) : 0,
                          .place = round % 2 ? -i : i,
                          .kernel = (i * 7) % MANY};
      expected[i] = keys[i];
    }
    for (int i = 0; i < MANY; i++)
      guess[i] = round >= 4 && i % 50 ? keys[i].kernel : (i * 3) % MANY;
    qsort(expected, MANY, sizeof *expected, compare);
    kernel_sort(keys, MANY, guess, MANY, MANY, &memory);
    for (int i = 0; i < MANY; i++)
      assert_int_equal(keys[i].kernel, expected[i].kernel);
  }
  sort_memory_free(&memory);
  free(keys), free(expected), free(guess);
}

// Some kernels get other values, some are new, and the guess names some that are gone: as after an edit.
static void test_after_edits(void **state) {
  (void)state;
  SortMemory memory = {0};
  Random random = {2};
  SortKey given[KERNELS], keys[KERNELS];
  int guess[KERNELS + 2];
  fill(given, &random);
  memcpy(keys, given, sizeof keys);
  kernel_sort(keys, KERNELS, NULL, 0, SLOTS, &memory);
  for (int round = 0; round < 200; round++) {
    kernels_of(keys, guess);
    guess[KERNELS] = KERNELS + 50; // no key has it
    guess[KERNELS + 1] = SLOTS + 5;
    for (uint64_t i = random_below(&random, 6); i > 0; i--)
      given[random_below(&random, KERNELS)].value = (double)random_below(&random, 40);
    if (round % 10 == 0) guess[random_below(&random, KERNELS)] = KERNELS + 51; // left out
    memcpy(keys, given, sizeof keys);
    kernel_sort(keys, KERNELS, guess, KERNELS + 2, SLOTS, &memory);
    assert_sorted(keys, given);
  }
  sort_memory_free(&memory);
}

// A guess that is no help: backwards, and one that names a kernel twice.
static void test_wrong_guess(void **state) {
  (void)state;
  SortMemory memory = {0};
  Random random = {3};
  SortKey given[KERNELS], keys[KERNELS];
  int guess[KERNELS];
  fill(given, &random);
  memcpy(keys, given, sizeof keys);
  kernel_sort(keys, KERNELS, NULL, 0, SLOTS, &memory);
  for (int i = 0; i < KERNELS; i++)
    guess[i] = keys[KERNELS - 1 - i].kernel;
  guess[KERNELS / 2] = guess[0];
  memcpy(keys, given, sizeof keys);
  kernel_sort(keys, KERNELS, guess, KERNELS, SLOTS, &memory);
  assert_sorted(keys, given);
  sort_memory_free(&memory);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_many),
      cmocka_unit_test(test_without_a_guess),
      cmocka_unit_test(test_after_edits),
      cmocka_unit_test(test_wrong_guess),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
