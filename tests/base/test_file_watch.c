// File watches: writing and replacing count, other files do not; of folders also files of the kind that come
// or go, and folders.
#include "base/file_watch.h"

#include "scratch.h"

#include <poll.h>

static bool readable(const FileWatch *watch) {
  struct pollfd wait = {.fd = file_watch_fd(watch), .events = POLLIN};
  return poll(&wait, 1, 2000) == 1;
}

static void test_watching(void **state) {
  (void)state;
  char folder[] = "/tmp/fusebox-watch-XXXXXX", path[64], other[64];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/a.lua", folder);
  snprintf(other, sizeof other, "%s/b.lua", folder);
  assert_true(file_write(path, "1", 1, NULL));
  FileWatch *watch = file_watch_new(path);
  assert_non_null(watch);
  assert_false(file_watch_changed(watch));
  assert_true(file_write(other, "1", 1, NULL));
  assert_true(readable(watch));
  assert_false(file_watch_changed(watch));
  assert_true(file_write(path, "2", 1, NULL)); // a new file over the old one
  assert_true(readable(watch));
  assert_true(file_watch_changed(watch));
  FILE *file = fopen(path, "a"); // in place
  fputs("3", file);
  fclose(file);
  assert_true(readable(watch));
  assert_true(file_watch_changed(watch));
  assert_false(file_watch_changed(watch));
  file_watch_free(watch);
  unlink(path);
  unlink(other);
  rmdir(folder);
}

static bool changes(FileWatch *watch) {
  assert_true(readable(watch));
  return file_watch_changed(watch);
}

static void test_folders(void **state) {
  (void)state;
  char *there = scratch_path("there"), *missing = scratch_path("missing"),
       *file = scratch_path("there/a.lua");
  scratch_write("there/a.lua", "1");
  char *const folders[] = {missing, NULL, there};
  FileWatch *watch = file_watch_folders(folders, 3, ".lua");
  assert_non_null(watch);
  assert_false(file_watch_changed(watch));
  scratch_write("there/b.txt", "1");
  assert_false(changes(watch));
  scratch_write("there/a.lua", "2");
  assert_true(changes(watch));
  assert_int_equal(unlink(file), 0);
  assert_true(changes(watch));
  scratch_write("there/inner/c.txt", "1"); // what comes in it, whoever watches looks for then
  assert_true(changes(watch));
  file_watch_free(watch);
  free(file), free(there), free(missing);
}

static void test_no_folder(void **state) {
  (void)state;
  assert_null(file_watch_new("/nowhere/at/all.lua"));
  file_watch_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_watching),
      cmocka_unit_test(test_folders),
      cmocka_unit_test(test_no_folder),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
