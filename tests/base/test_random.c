#include "base/random.h"

#include "test.h"

#include <math.h>

// The first outputs of SplitMix64 for the seed 1234567, as published with the reference implementation's
// ports.
static void the_published_sequence(void **state) {
  (void)state;
  static const uint64_t expected[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                      4593380528125082431u, 16408922859458223821u};
  Random random = {1234567};
  for (int i = 0; i < 5; i++)
    assert_true(random_next(&random) == expected[i]);
}

// 60,000 draws below 6: 10,000 of each, within five standard deviations (91 each).
static void below_is_uniform(void **state) {
  (void)state;
  Random random = {42};
  int counts[6] = {0};
  for (int i = 0; i < 60000; i++)
    counts[random_below(&random, 6)]++;
  for (int i = 0; i < 6; i++)
    assert_true(abs(counts[i] - 10000) < 457);
}

// Bounds above 2^63, where the remainder of 2^64 would favour small values by two to one without the
// rejection.
static void below_is_uniform_for_huge_bounds(void **state) {
  (void)state;
  Random random = {7};
  uint64_t bound = (uint64_t)3 << 62;
  int low = 0;
  for (int i = 0; i < 30000; i++) {
    uint64_t drawn = random_below(&random, bound);
    assert_true(drawn < bound);
    low += drawn < bound / 3;
  }
  assert_true(abs(low - 10000) < 409); // five standard deviations of 82
  assert_true(random_below(&random, 1) == 0);
}

static void unit_and_normal_have_their_moments(void **state) {
  (void)state;
  enum { DRAWS = 100000 };
  Random random = {1};
  double unit = 0, sum = 0, squares = 0;
  for (int i = 0; i < DRAWS; i++) {
    double drawn = random_unit(&random), normal = random_normal(&random);
    assert_true(drawn >= 0 && drawn < 1);
    unit += drawn, sum += normal, squares += normal * normal;
  }
  assert_true(fabs(unit / DRAWS - 0.5) < 0.005);  // standard deviation 0.0009
  assert_true(fabs(sum / DRAWS) < 0.016);         // 0.0032
  assert_true(fabs(squares / DRAWS - 1) < 0.023); // 0.0045
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_published_sequence),
      cmocka_unit_test(below_is_uniform),
      cmocka_unit_test(below_is_uniform_for_huge_bounds),
      cmocka_unit_test(unit_and_normal_have_their_moments),
  };
  return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
