// Files inside the program: this test program has some of its own.
#include "base/file_inside.h"

#include "base/file.h"
#include "test.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

const FileInside files_inside[] = {
    {"devices/one.json", "{}", 2},
    {"lua/deep/a.lua", "a\0b", 3},
    {"lua/deep/b.lua", "", 0},
    {"lua/z.lua", "z", 1},
    {0},
};

static void files_are_read(void **state) {
  (void)state;
  size_t length = 9;
  char *text = file_read("fusebox:lua/deep/a.lua", &length, NULL);
  assert_int_equal(length, 3);
  assert_memory_equal(text, "a\0b", 4); // terminated
  free(text);
  text = file_read("fusebox:lua/deep/b.lua", &length, NULL);
  assert_string_equal(text, "");
  free(text);
}

static void expect_refused(const char *path, const char *expected) {
  Status status = {0};
  assert_null(file_read(path, NULL, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_string_equal(status.message, expected);
}

static void what_cannot_be_read_or_written_says_why(void **state) {
  (void)state;
  Status status = {0};
  expect_refused("fusebox:none.lua", "cannot open fusebox:none.lua: No such file or directory");
  expect_refused("fusebox:lua", "cannot open fusebox:lua: Is a directory");
  assert_false(file_write("fusebox:lua/z.lua", "y", 1, &status));
  assert_string_equal(status.message, "cannot write fusebox:lua/z.lua: it is inside the program");
}

static void existence_follows_the_table(void **state) {
  (void)state;
  assert_true(file_exists("fusebox:lua/z.lua") && !file_is_folder("fusebox:lua/z.lua"));
  assert_true(file_exists("fusebox:lua/deep") && file_is_folder("fusebox:lua/deep"));
  assert_false(file_exists("fusebox:lu") || file_is_folder("fusebox:lu"));
}

static void expect_names(char **names, int count, const char *expected) {
  char joined[200] = "";
  for (int i = 0; i < count; i++) {
    snprintf(joined + strlen(joined), sizeof joined - strlen(joined), "%s ", names[i]);
    free(names[i]);
  }
  free(names);
  assert_string_equal(joined, expected);
}

static void folders_are_listed(void **state) {
  (void)state;
  int count;
  char **names = file_list("fusebox:lua", &count, NULL);
  expect_names(names, count, "deep z.lua ");
  names = file_list("fusebox:lua/deep", &count, NULL);
  expect_names(names, count, "a.lua b.lua ");
  Status status = {0};
  assert_null(file_list("fusebox:themes", &count, &status));
  assert_string_equal(status.message, "cannot list fusebox:themes: No such file or directory");
}

// The source tree comes first for a program of its build; what it lacks is found inside.
static void shipped_data_falls_back_to_the_inside(void **state) {
  (void)state;
  unsetenv("FUSEBOX_DATA");
  char *path = file_data("devices/one.json");
  assert_string_equal(path, "fusebox:devices/one.json");
  free(path);
  path = file_data("lua/heuristics/greedy.lua");
  assert_non_null(path);
  assert_int_equal(*path, '/');
  free(path);
  int count;
  char **names = file_data_list("lua", ".lua", &count);
  expect_names(names, count, "z.lua ");
}

// $FUSEBOX_DATA may hold a part: the rest is still there, and its own files take the place of shipped ones.
static void a_chosen_folder_overrides_file_by_file(void **state) {
  (void)state;
  char folder[] = "/tmp/fusebox-inside-XXXXXX", command[200];
  assert_non_null(mkdtemp(folder));
  snprintf(command, sizeof command,
           "cd %s && mkdir devices && echo 1 >devices/one.json && echo 2 >devices/two.json", folder);
  assert_int_equal(system(command), 0);
  setenv("FUSEBOX_DATA", folder, 1);
  char *path = file_data("devices/one.json"), expected[100];
  snprintf(expected, sizeof expected, "%s/devices/one.json", folder);
  assert_string_equal(path, expected);
  free(path);
  path = file_data("lua/z.lua");
  assert_string_equal(path, "fusebox:lua/z.lua");
  free(path);
  int count, found = 0;
  char **names = file_data_list("devices", ".json", &count);
  for (int i = 0; i < count; i++) {
    found += !strcmp(names[i], "one.json") || !strcmp(names[i], "two.json") || !strcmp(names[i], "h200.json");
    free(names[i]);
  }
  free(names);
  assert_int_equal(found, 3);
  unsetenv("FUSEBOX_DATA");
  snprintf(command, sizeof command, "rm -r %s", folder);
  assert_int_equal(system(command), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(files_are_read),
      cmocka_unit_test(what_cannot_be_read_or_written_says_why),
      cmocka_unit_test(existence_follows_the_table),
      cmocka_unit_test(folders_are_listed),
      cmocka_unit_test(shipped_data_falls_back_to_the_inside),
      cmocka_unit_test(a_chosen_folder_overrides_file_by_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
