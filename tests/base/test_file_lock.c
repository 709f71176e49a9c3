// Locks between processes.
#include "base/file_lock.h"

#include "base/file.h"
#include "base/text.h"
#include "scratch.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

static char *counter_path(void) {
  return file_join(getenv("FUSEBOX_STATE"), "counter");
}

// Reads a number, adds one and writes it: what gets lost when two do it at once.
static bool count_one(const char *path) {
  int lock = file_lock(path, NULL);
  char *text = file_exists(path) ? file_read(path, NULL, NULL) : NULL, next[32];
  snprintf(next, sizeof next, "%ld", (text ? strtol(text, NULL, 10) : 0) + 1);
  free(text);
  bool ok = lock >= 0 && file_write(path, next, strlen(next), NULL);
  file_unlock(lock);
  return ok;
}

static void test_nothing_is_lost(void **state) {
  (void)state;
  enum { PROCESSES = 4, TIMES = 25 };
  char *path = counter_path();
  for (int i = 0; i < PROCESSES; i++) {
    pid_t child = fork();
    assert_true(child >= 0);
    for (int j = 0; child == 0 && j < TIMES; j++)
      if (!count_one(path)) _exit(1);
    if (child == 0) _exit(0);
  }
  for (int i = 0; i < PROCESSES; i++) {
    int ended;
    assert_true(wait(&ended) > 0);
    assert_true(WIFEXITED(ended) && WEXITSTATUS(ended) == 0);
  }
  char *text = file_read(path, NULL, NULL);
  assert_string_equal(text, "100");
  free(text);
  free(path);
}

// Whoever ends without giving it up, as when it is killed, holds it no longer.
static void test_dead_holder(void **state) {
  (void)state;
  char *path = counter_path();
  pid_t child = fork();
  if (child == 0) {
    file_lock(path, NULL);
    _exit(0);
  }
  assert_int_equal(waitpid(child, NULL, 0), child);
  int lock = file_lock(path, NULL);
  assert_true(lock >= 0);
  file_unlock(lock);
  free(path);
}

// A process that was forked while it was held does not keep it.
static void test_forked_meanwhile(void **state) {
  (void)state;
  char *path = counter_path();
  Text name = {0};
  text_printf(&name, "%s.lock", path);
  int lock = file_lock(path, NULL);
  pid_t child = fork();
  if (child == 0) pause();
  file_unlock(lock);
  int other = open(text_get(&name), O_RDWR | O_CLOEXEC);
  int taken = flock(other, LOCK_EX | LOCK_NB);
  close(other);
  assert_int_equal(kill(child, SIGKILL), 0);
  assert_int_equal(waitpid(child, NULL, 0), child);
  assert_int_equal(taken, 0);
  text_free(&name);
  free(path);
}

static void test_no_folder(void **state) {
  (void)state;
  Status status = {0};
  assert_int_equal(file_lock("/nowhere/at/all", &status), -1);
  assert_non_null(strstr(status.message, "/nowhere/at/all"));
  file_unlock(-1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nothing_is_lost), cmocka_unit_test(test_dead_holder),
      cmocka_unit_test(test_forked_meanwhile), cmocka_unit_test(test_no_folder)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
