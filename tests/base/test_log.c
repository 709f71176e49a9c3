#include "base/file.h"
#include "base/log.h"

#include "test.h"

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

static int make_scratch(void **state) {
  char *folder = strdup("/tmp/fusebox-log-XXXXXX");
  *state = folder;
  return mkdtemp(folder) ? 0 : -1;
}

static int remove_scratch(void **state) {
  static const char *const names[] = {"log", "first", "second"};
  for (int i = 0; i < 3; i++) {
    char *path = file_join(*state, names[i]);
    unlink(path);
    free(path);
  }
  int result = rmdir(*state);
  free(*state);
  return result;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(the_level_holds_back_what_is_above_it, make_scratch, remove_scratch),
      cmocka_unit_test_setup_teardown(a_second_file_takes_over_and_the_first_is_appended_to, make_scratch,
                                      remove_scratch),
  };
  unsetenv("FUSEBOX_LOG");
  return cmocka_run_group_tests_name("log", tests, NULL, NULL);
}
