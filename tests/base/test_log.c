#include "base/file.h"
#include "base/log.h"

#include "scratch.h"

#include <unistd.h>

// Runs first: later calls must not read the variable again.
static void the_level_holds_back_what_is_above_it(void **state) {
  char *path = file_join(*state, "log");
  log_to_file(path);
  log_message(LOG_INFO, "hidden %d", 1);
  log_message(LOG_WARNING, "shown %d", 2);
  log_set_level(LOG_DEBUG);
  log_message(LOG_DEBUG, "detail");
  log_set_level(LOG_ERROR);
  log_message(LOG_WARNING, "hidden");
  log_message(LOG_ERROR, "last");
  log_to_file(NULL);
  char *content = file_read(path, NULL, NULL);
  assert_string_equal(content, "fusebox: warning: shown 2\nfusebox: debug: detail\nfusebox: error: last\n");
  free(content);
  free(path);
}

static void a_second_file_takes_over_and_the_first_is_appended_to(void **state) {
  char *first = file_join(*state, "first"), *second = file_join(*state, "second");
  log_to_file(first);
  log_message(LOG_ERROR, "one");
  log_to_file(second);
  log_message(LOG_ERROR, "two");
  log_to_file(first);
  log_message(LOG_ERROR, "three");
  log_to_file(NULL);
  char *content = file_read(first, NULL, NULL);
  assert_string_equal(content, "fusebox: error: one\nfusebox: error: three\n");
  free(content);
  free(first);
  free(second);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(the_level_holds_back_what_is_above_it),
      SCRATCH_TEST(a_second_file_takes_over_and_the_first_is_appended_to),
  };
  unsetenv("FUSEBOX_LOG");
  return cmocka_run_group_tests_name("log", tests, NULL, NULL);
}
