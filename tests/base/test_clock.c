// The date, and what may stand for it.
#include "base/clock.h"

#include "test.h"

#include <stdlib.h>
#include <time.h>

static void expect_today(const char *given) {
  if (given)
    setenv("FUSEBOX_CLOCK", given, 1);
  else
    unsetenv("FUSEBOX_CLOCK");
  int64_t before = (int64_t)time(NULL), got = clock_seconds();
  assert_true(got >= before && got <= (int64_t)time(NULL));
}

static void test_today(void **state) {
  (void)state;
  expect_today(NULL);
}

static void test_fixed(void **state) {
  (void)state;
  setenv("FUSEBOX_CLOCK", "1795280400", 1);
  assert_int_equal(clock_seconds(), 1795280400);
}

// What is no number of seconds is as good as nothing.
static void test_not_a_date(void **state) {
  (void)state;
  static const char *const given[] = {"", "noon", "12x", "0", "-5"};
  for (size_t i = 0; i < sizeof given / sizeof *given; i++)
    expect_today(given[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_today), cmocka_unit_test(test_fixed),
                                     cmocka_unit_test(test_not_a_date)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
