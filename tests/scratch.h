// A folder of its own for what a program of tests keeps: state, configuration and cache. scratch_make and
// scratch_remove are its group setup and teardown, once a program; scratch_test_make and scratch_test_remove
// those of a test that wants an empty folder, whose path is *state.
#pragma once

#include "base/arena.h"
#include "base/file.h"
#include "test.h"

#include <stdio.h>
#include <unistd.h>

static char scratch[] = "/tmp/fusebox-test-XXXXXX";

static inline int scratch_make(void **state) {
  (void)state;
  if (!mkdtemp(scratch)) return 1;
  setenv("FUSEBOX_STATE", scratch, 1);
  setenv("FUSEBOX_CONFIG", scratch, 1);
  setenv("FUSEBOX_CACHE", scratch, 1);
  return 0;
}

static inline int scratch_remove(void **state) {
  (void)state;
  char command[sizeof scratch + 16];
  snprintf(command, sizeof command, "rm -rf %s", scratch);
  return chdir("/") || system(command);
}

static inline int scratch_test_make(void **state) {
  char *folder = memory_strdup("/tmp/fusebox-test-XXXXXX");
  *state = folder;
  return mkdtemp(folder) ? 0 : -1;
}

// What a test took the right to write from goes, too.
static inline int scratch_test_remove(void **state) {
  char command[200];
  snprintf(command, sizeof command, "chmod -R u+w '%s' && rm -rf '%s'", (char *)*state, (char *)*state);
  free(*state);
  return system(command);
}

#define SCRATCH_TEST(name) cmocka_unit_test_setup_teardown(name, scratch_test_make, scratch_test_remove)

// The path of a file in the folder, to be freed.
static inline char *scratch_path(const char *name) {
  return file_join(scratch, name);
}

// Writes a file, and makes the folder that it lies in when there is none.
static inline void scratch_write(const char *name, const char *text) {
  char *path = scratch_path(name), *folder = memory_strdup(path);
  *strrchr(folder, '/') = '\0';
  assert_true(file_make_folders(folder, NULL));
  assert_true(file_write(path, text, strlen(text), NULL));
  free(folder), free(path);
}
