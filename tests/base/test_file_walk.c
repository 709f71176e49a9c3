// What lies below a folder: in order, so deep, and each folder once, whatever links there are.
#include "base/file_walk.h"
#include "base/text.h"
#include "scratch.h"

#include <unistd.h>

typedef struct Seen {
  Text names;
  const char *shut; // of the folder that is not to be looked into
  int count;
} Seen;

static bool note(void *context, const char *path, bool folder) {
  Seen *seen = context;
  seen->count++;
  text_printf(&seen->names, "%s%s ", path + strlen(scratch) + 1, folder ? "/" : "");
  return !seen->shut || !text_ends(path, seen->shut);
}

static void expect(int deepest, const char *shut, const char *names) {
  Seen seen = {.shut = shut};
  file_walk(scratch, deepest, FILE_WALK_MOST, note, &seen);
  assert_string_equal(text_get(&seen.names), names);
  text_free(&seen.names);
}

static void make(const char *name) {
  char *path = scratch_path(name), *folder = memory_strdup(path);
  *strrchr(folder, '/') = '\0';
  assert_true(file_make_folders(folder, NULL));
  scratch_write(name, "");
  free(folder), free(path);
}

static void in_order_and_so_deep(void **state) {
  (void)state;
  make("a/b/c"), make("a/a"), make("z");
  expect(9, NULL, "a/ a/a a/b/ a/b/c z ");
  expect(1, NULL, "a/ a/a a/b/ z ");
  expect(0, NULL, "a/ z ");
  expect(9, "/a", "a/ z ");
  expect(9, "/b", "a/ a/a a/b/ z ");
}

// By way of the links there are more than 40^6 paths that are six folders long.
static void each_folder_once(void **state) {
  (void)state;
  enum { LINKS = 40 };
  char name[16], *here = scratch_path("links/to");
  assert_true(file_make_folders(here, NULL));
  for (int i = 0; i < LINKS; i++) {
    snprintf(name, sizeof name, "links/to/l%d", i);
    char *path = scratch_path(name);
    assert_int_equal(symlink("..", path), 0);
    free(path);
  }
  Seen seen = {0};
  char *links = scratch_path("links");
  file_walk(links, 6, FILE_WALK_MOST, note, &seen);
  assert_int_equal(seen.count, 1 + LINKS);
  text_free(&seen.names);
  free(links), free(here);
}

// Entries count in all folders together, those that are not looked into as well; the last ones are not seen.
static void no_more_than_so_many(void **state) {
  (void)state;
  make("many/a/1"), make("many/a/2"), make("many/b/1"), make("many/c");
  static const char *const seen_of[] = {"",
                                        "many/a/ ",
                                        "many/a/ many/a/1 ",
                                        "many/a/ many/a/1 many/a/2 ",
                                        "many/a/ many/a/1 many/a/2 many/b/ ",
                                        "many/a/ many/a/1 many/a/2 many/b/ many/b/1 ",
                                        "many/a/ many/a/1 many/a/2 many/b/ many/b/1 many/c ",
                                        "many/a/ many/a/1 many/a/2 many/b/ many/b/1 many/c "};
  char *many = scratch_path("many");
  for (int most = 0; most < 8; most++) {
    Seen seen = {0};
    file_walk(many, 6, most, note, &seen);
    assert_string_equal(text_get(&seen.names), seen_of[most]);
    text_free(&seen.names);
  }
  free(many);
}

static void what_is_not_there_has_nothing(void **state) {
  (void)state;
  Seen seen = {0};
  char *none = scratch_path("none");
  file_walk(none, 6, FILE_WALK_MOST, note, &seen);
  assert_int_equal(seen.count, 0);
  free(none);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(in_order_and_so_deep),
      cmocka_unit_test(each_folder_once),
      cmocka_unit_test(no_more_than_so_many),
      cmocka_unit_test(what_is_not_there_has_nothing),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
