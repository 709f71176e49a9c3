// The user's own files, and where they are.
#include "base/file_own.h"

#include "scratch.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void make_old(const char *path) {
  const struct timespec long_ago[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
  assert_true(file_write(path, "cut", 3, NULL));
  assert_int_equal(utimensat(AT_FDCWD, path, long_ago, 0), 0);
}

// A process that is gone: a child that was waited for.
static int dead_process(void) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  assert_int_equal(waitpid(child, NULL, 0), child);
  return (int)child;
}

// What killed runs left beside the user's own files goes, and nothing else.
static void leftovers_of_killed_runs_are_removed(void **state) {
  Text names[4] = {{0}};
  char *kept = file_join(*state, "kept");
  text_printf(&names[0], "%s/other.%d-0.tmp", (char *)*state, dead_process());
  text_printf(&names[1], "%s/other.%d-0.tmp", (char *)*state, (int)getpid()); // is alive
  text_printf(&names[2], "%s/other.1x-0.tmp", (char *)*state);
  text_printf(&names[3], "%s/fresh.%d-0.tmp", (char *)*state, dead_process());
  for (int i = 0; i < 3; i++)
    make_old(text_get(&names[i]));
  assert_true(file_write(text_get(&names[3]), "", 0, NULL));
  assert_true(file_own_write(kept, "x", 1, NULL));
  assert_false(file_exists(text_get(&names[0])));
  for (int i = 1; i < 4; i++)
    assert_true(file_exists(text_get(&names[i])));
  for (int i = 0; i < 4; i++)
    text_free(&names[i]);
  free(kept);
}

static void expect_refused(const char *path, const char *part) {
  Status status = {0};
  assert_null(file_own_read(path, NULL, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  if (!strstr(status.message, part)) fail_msg("\"%s\" does not say \"%s\"", status.message, part);
}

// As with ssh: what others can write to, or own, is not read; nor what a link points to.
static void own_files_are_the_users_alone(void **state) {
  char *path = file_join(*state, "folder/own"), *link = file_join(*state, "link");
  struct stat info;
  assert_true(file_own_write(path, "mine", 4, NULL)); // with its folder
  assert_int_equal(stat(path, &info), 0);
  assert_int_equal(info.st_mode & 0777, 0600);
  char *read = file_own_read(path, NULL, NULL);
  assert_string_equal(read, "mine");
  free(read);
  assert_int_equal(symlink(path, link), 0);
  expect_refused(link, "it is a link");
  assert_int_equal(chmod(path, 0620), 0);
  expect_refused(path, "chmod -R go-w");
  assert_int_equal(chmod(path, 0602), 0);
  expect_refused(path, "others can write to it");
  assert_true(file_own_write(path, "new", 3, NULL));
  assert_true(file_is_own(path, NULL));
  if (geteuid() == 0) { // who may give a file away
    assert_int_equal(chown(path, 1, 1), 0);
    Status status = {0};
    assert_false(file_own_check(&(struct stat){.st_uid = geteuid() + 1}, path, &status));
    assert_non_null(strstr(status.message, "another user"));
    expect_refused(path, "another user");
  }
  assert_int_equal(unlink(path), 0);
  assert_int_equal(mkfifo(path, 0600), 0);
  expect_refused(path, "named pipe"); // at once
  free(path), free(link);
}

static void set_aside_loses_nothing(void **state) {
  char *path = file_join(*state, "kept");
  Text name = {0};
  for (int i = 1; i <= 3; i++) {
    char text[] = {(char)('0' + i), '\0'}, end[24];
    snprintf(end, sizeof end, ".damaged-%d", i);
    assert_true(file_own_write(path, text, 1, NULL));
    assert_true(file_own_set_aside(path, "damaged", &name, NULL));
    assert_true(text_ends(text_get(&name), end));
    assert_false(file_exists(path));
    char *read = file_own_read(text_get(&name), NULL, NULL);
    assert_string_equal(read, text);
    free(read);
  }
  assert_false(file_own_set_aside(path, "damaged", &name, NULL)); // there is none
  text_free(&name);
  free(path);
}

static void expect_place(FilePlace place, const char *folder, const char *below) {
  char *expected = file_join(folder, below), *path = file_place(place);
  assert_string_equal(path, expected);
  assert_true(file_is_folder(path));
  free(path);
  free(expected);
}

static void places_follow_the_variables(void **state) {
  static const char *const variables[] = {"FUSEBOX_CACHE",  "FUSEBOX_STATE",  "FUSEBOX_CONFIG",
                                          "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"};
  for (int i = 0; i < 6; i++)
    unsetenv(variables[i]);
  setenv("HOME", *state, 1);
  expect_place(PLACE_CACHE, *state, ".cache/fusebox");
  expect_place(PLACE_STATE, *state, ".local/state/fusebox");
  expect_place(PLACE_CONFIG, *state, ".config/fusebox");
  char *base = file_join(*state, "base"), *chosen = file_join(*state, "chosen");
  setenv("XDG_CACHE_HOME", base, 1);
  expect_place(PLACE_CACHE, base, "fusebox");
  setenv("XDG_CACHE_HOME", "relative", 1); // against the rules: ignored
  expect_place(PLACE_CACHE, *state, ".cache/fusebox");
  setenv("FUSEBOX_CACHE", chosen, 1);
  expect_place(PLACE_CACHE, *state, "chosen");
  free(base);
  free(chosen);
}

static void expect_nowhere(void) {
  char *path = file_place(PLACE_CONFIG), *file = file_join(path, "init.lua");
  Status status = {0};
  assert_false(file_exists(path));
  assert_false(file_write(file, "x", 1, NULL));
  assert_false(file_own_write(file, "x", 1, &status));
  assert_non_null(strstr(status.message, "no folder of your own"));
  free(file), free(path);
}

// What others put among the temporary files is not taken for the user's.
static void without_a_home_places_are_private(void **state) {
  static const char *const variables[] = {"FUSEBOX_CONFIG", "XDG_CONFIG_HOME", "HOME"};
  for (int i = 0; i < 3; i++)
    unsetenv(variables[i]);
  setenv("TMPDIR", *state, 1);
  char name[32];
  snprintf(name, sizeof name, "fusebox-%ld", (long)geteuid());
  char *own = file_join(*state, name), *other = file_join(*state, "other");
  expect_place(PLACE_CONFIG, own, ".config/fusebox");
  struct stat info;
  assert_int_equal(stat(own, &info), 0);
  assert_int_equal(info.st_mode & 07777, 0700);
  assert_int_equal(chmod(own, 0777), 0);
  expect_nowhere();
  assert_int_equal(chmod(own, 0700), 0);
  assert_int_equal(rename(own, other), 0);
  assert_int_equal(symlink(other, own), 0);
  expect_nowhere();
  assert_int_equal(unlink(own), 0);
  if (geteuid() == 0) { // who may give a folder away
    assert_int_equal(mkdir(own, 0700), 0);
    assert_int_equal(chown(own, 1, 1), 0);
    expect_nowhere();
  }
  unsetenv("TMPDIR");
  free(own), free(other);
}

// A folder that others can write to may hold anything: it is as if it were not there.
static void open_places_are_not_used(void **state) {
  char *chosen = file_join(*state, "open"), *file = file_join(chosen, "init.lua");
  Status status = {0};
  setenv("FUSEBOX_CONFIG", chosen, 1);
  assert_true(file_own_write(file, "x", 1, NULL));
  expect_place(PLACE_CONFIG, *state, "open");
  assert_true(file_place_check(PLACE_CONFIG, &status));
  assert_int_equal(chmod(chosen, 0770), 0);
  expect_nowhere();
  assert_false(file_place_check(PLACE_CONFIG, &status));
  assert_non_null(strstr(status.message, "chmod -R go-w"));
  char *place = file_place(PLACE_CONFIG), *below = file_join(place, "x");
  assert_false(file_own_write(below, "x", 1, &status));
  assert_non_null(strstr(status.message, "folder of your own"));
  assert_int_equal(chmod(chosen, 0700), 0);
  assert_true(file_place_check(PLACE_CONFIG, &status));
  unsetenv("FUSEBOX_CONFIG");
  free(chosen), free(file), free(place), free(below);
}

// What to do where nothing can be kept.
static void an_unwritable_place_is_named(void **state) {
  Status status = {0};
  char *file = file_join(*state, "file"), *below = file_join(file, "state/plan.json");
  char *chosen = file_join(file, "state");
  assert_true(file_write(file, "", 0, NULL));
  setenv("FUSEBOX_STATE", chosen, 1);
  assert_false(file_own_write(below, "x", 1, &status));
  assert_non_null(strstr(status.message, "cannot make the folder"));
  assert_non_null(strstr(status.message, "set FUSEBOX_STATE to a folder that you can write to"));
  unsetenv("FUSEBOX_STATE");
  free(file), free(below), free(chosen);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(leftovers_of_killed_runs_are_removed),
      SCRATCH_TEST(own_files_are_the_users_alone),
      SCRATCH_TEST(set_aside_loses_nothing),
      SCRATCH_TEST(places_follow_the_variables),
      SCRATCH_TEST(without_a_home_places_are_private),
      SCRATCH_TEST(open_places_are_not_used),
      SCRATCH_TEST(an_unwritable_place_is_named),
  };
  return cmocka_run_group_tests_name("file own", tests, NULL, NULL);
}
