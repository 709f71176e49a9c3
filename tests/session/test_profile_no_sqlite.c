// A database of nsys where fusebox is built without SQLite: what is missing, and what to do without it.
#include "session/profile/profile.h"
#include "test.h"

static void test_what_to_do(void **state) {
  (void)state;
  Status status = {0};
  assert_null(profile_read_text("p.sqlite", "SQLite format 3\0more", 20, &status));
  assert_int_equal(status.code, STATUS_MISSING);
  assert_non_null(strstr(status.message, "p.sqlite is an SQLite database"));
  assert_non_null(strstr(status.message, "libsqlite3-dev"));
  assert_non_null(strstr(status.message, "nsys stats -r cuda_gpu_trace"));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_to_do)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
