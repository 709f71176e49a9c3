// Watches of folders: files of the kind and folders count, other files do not.
#include "base/folder_watch.h"

#include "scratch.h"

#include <poll.h>

static bool changes(FolderWatch *watch) {
  struct pollfd wait = {.fd = folder_watch_fd(watch), .events = POLLIN};
  assert_int_equal(poll(&wait, 1, 2000), 1);
  return folder_watch_changed(watch);
}

static void test_watching(void **state) {
  (void)state;
  char *there = scratch_path("there"), *missing = scratch_path("missing"),
       *file = scratch_path("there/a.lua");
  scratch_write("there/a.lua", "1");
  char *const folders[] = {missing, NULL, there};
  FolderWatch *watch = folder_watch_new(folders, 3, ".lua");
  assert_non_null(watch);
  assert_false(folder_watch_changed(watch));
  scratch_write("there/b.txt", "1");
  assert_false(changes(watch));
  scratch_write("there/a.lua", "2");
  assert_true(changes(watch));
  assert_int_equal(unlink(file), 0);
  assert_true(changes(watch));
  scratch_write("there/inner/c.txt", "1"); // what comes in it, whoever watches looks for then
  assert_true(changes(watch));
  folder_watch_free(watch);
  free(file), free(there), free(missing);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_watching)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
