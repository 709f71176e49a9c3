// Files of keys: their errors with their place, what they snap and crop.
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void test_script_errors(void **state) {
  (void)state;
  Status status = {0};
  char path[512];
  snprintf(path, sizeof path, "%s/graphs/gelu_tanh.json", FUSEBOX_SOURCE_ROOT);
  Session *session = session_open(path, &(SessionOptions){.cache_folder = ""}, &status);
  Text out = {0};
  assert_false(ui_script_run(session, NULL, "my.keys", "j\n j <Nothing>\n", 80, 24, &out, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_non_null(strstr(status.message, "my.keys:2:4"));
  assert_false(ui_script_run(session, NULL, "my.keys", "size 0x3\n", 80, 24, &out, &status));
  assert_false(ui_script_run(session, &(UiOptions){.theme = "nosuch"}, "k", "", 80, 24, &out, &status));
  text_clear(&out);
  assert_true(ui_script_run(session, NULL, "k", "snap first\nj\nsnap second\nq\nsnap never\n", 60, 20, &out,
                            &status));
  assert_non_null(strstr(text_get(&out), "== second"));
  assert_null(strstr(text_get(&out), "== never"));
  text_clear(&out); // what has the keys alone: a pane with its name, then the list above it
  assert_true(ui_script_run(session, NULL, "k", "2\ncrop pane\n:\ncrop list\n", 120, 40, &out, &status));
  assert_non_null(strstr(text_get(&out), " 2 Kernels "));
  assert_non_null(strstr(text_get(&out), " Commands "));
  assert_null(strstr(text_get(&out), " 1 Ops "));
  text_free(&out);
  session_close(session);
}

// Enter behind the key of the Candidates tab makes the best, though no candidate was asked about before it.
static void test_enter_makes_the_best(void **state) {
  (void)state;
  Status status = {0};
  char path[512];
  snprintf(path, sizeof path, "%s/graphs/gelu_tanh.json", FUSEBOX_SOURCE_ROOT);
  Session *session = session_open(path, &(SessionOptions){.cache_folder = ""}, &status);
  Text out = {0};
  assert_true(ui_script_run(session, NULL, "k", "ga\nsnap asked\n", 120, 40, &out, &status));
  const char *first = strstr(text_get(&out), "preview: ");
  assert_non_null(first);
  char *best = memory_strndup(first + strlen("preview: "), strcspn(first + strlen("preview: "), " "));
  text_clear(&out);
  assert_true(ui_script_run(session, NULL, "k", "ga<Enter>\nsnap made\n", 120, 40, &out, &status));
  assert_null(strstr(text_get(&out), "nothing to choose"));
  assert_non_null(strstr(text_get(&out), best));
  free(best);
  text_free(&out);
  session_close(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_script_errors),
      cmocka_unit_test(test_enter_makes_the_best),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
