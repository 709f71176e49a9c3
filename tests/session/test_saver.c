// Files written beside the caller.
#include "session/saver.h"

#include "scratch.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Content that waits to be let through, and counts what becomes of it.
typedef struct Held {
  pthread_mutex_t *gate; // NULL: none
  const char *text;
  atomic_int *written, *freed, *begun;
} Held;

static void write_held(void *data, Text *out) {
  Held *held = data;
  (*held->begun)++;
  if (held->gate) pthread_mutex_lock(held->gate);
  if (held->gate) pthread_mutex_unlock(held->gate);
  text_add(out, held->text);
  (*held->written)++;
}

static void free_held(void *data) {
  Held *held = data;
  (*held->freed)++;
}

static void expect_file(const char *name, const char *text) {
  char *path = scratch_path(name), *got = file_read(path, NULL, NULL);
  assert_non_null(got);
  assert_string_equal(got, text);
  free(got);
  free(path);
}

// Nothing is written of what is only freed, which comes after what waits and takes nobody's place.
static void test_only_freed(void **state) {
  (void)state;
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  atomic_int written = 0, freed = 0, begun = 0;
  Held first = {&gate, "first", &written, &freed, &begun}, gone = {NULL, "gone", &written, &freed, &begun};
  char *path = scratch_path("kept");
  Saver *saver = saver_new();
  pthread_mutex_lock(&gate);
  saver_put(saver, path, &(SaverContent){write_held, free_held, &first, false});
  saver_free_later(saver, free_held, &gone);
  saver_free_later(saver, free_held, &gone);
  assert_int_equal(freed, 0); // not here
  pthread_mutex_unlock(&gate);
  saver_wait(saver);
  assert_int_equal(written, 1);
  assert_int_equal(freed, 3);
  expect_file("kept", "first");
  saver_free(saver);
  free(path);
}

// While the first is being written the second waits; the third takes its place, and it is never made a text.
static void test_only_the_newest(void **state) {
  (void)state;
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  atomic_int written = 0, freed = 0, begun = 0;
  Held first = {&gate, "first", &written, &freed, &begun},
       second = {NULL, "second", &written, &freed, &begun}, third = {NULL, "third", &written, &freed, &begun};
  char *path = scratch_path("newest");
  Saver *saver = saver_new();
  pthread_mutex_lock(&gate);
  saver_put(saver, path, &(SaverContent){write_held, free_held, &first, false});
  while (begun == 0)
    usleep(100);
  saver_put(saver, path, &(SaverContent){write_held, free_held, &second, false});
  assert_int_equal(freed, 0);
  saver_put(saver, path,
            &(SaverContent){write_held, free_held, &third, false}); // returns, whatever is under way
  assert_int_equal(freed, 1);
  assert_int_equal(written, 0);
  pthread_mutex_unlock(&gate);
  saver_wait(saver);
  assert_int_equal(written, 2);
  expect_file("newest", "third");
  saver_free(saver);
  assert_int_equal(freed, 3);
  free(path);
}

// What waits is written when the saver goes, and no path takes the place of another.
static void test_end(void **state) {
  (void)state;
  char *one = scratch_path("one"), *two = scratch_path("two");
  Saver *saver = saver_new();
  Text text = {0};
  text_add(&text, "1");
  saver_put_text(saver, one, &text);
  assert_int_equal(text.length, 0); // taken over
  text_add(&text, "2");
  saver_put_text(saver, two, &text);
  saver_free(saver);
  expect_file("one", "1");
  expect_file("two", "2");
  free(one);
  free(two);
}

// A file that cannot be written is told until it can be, whatever other files are written meanwhile.
static void test_failure(void **state) {
  (void)state;
  char *file = scratch_path("file"), *below = scratch_path("file/below"), *other = scratch_path("other");
  Saver *saver = saver_new();
  Status status = {0};
  Text text = {0};
  assert_false(saver_failed(saver, &status));
  text_add(&text, "1");
  saver_put_text(saver, file, &text);
  saver_wait(saver);
  assert_false(saver_failed(saver, &status));
  text_add(&text, "2");
  saver_put_text(saver, below, &text);
  saver_wait(saver);
  assert_true(saver_failed(saver, &status));
  assert_non_null(strstr(status.message, "file/below"));
  text_add(&text, "3");
  saver_put_text(saver, other, &text);
  saver_wait(saver);
  assert_true(saver_failed(saver, &status));
  assert_int_equal(unlink(file), 0);
  assert_int_equal(mkdir(file, 0777), 0);
  text_add(&text, "4");
  saver_put_text(saver, below, &text);
  saver_wait(saver);
  assert_false(saver_failed(saver, &status));
  expect_file("file/below", "4");
  expect_file("other", "3");
  saver_free(saver);
  free(file);
  free(below);
  free(other);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_only_freed),
                                     cmocka_unit_test(test_only_the_newest), cmocka_unit_test(test_end),
                                     cmocka_unit_test(test_failure)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
