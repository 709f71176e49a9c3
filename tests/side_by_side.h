// Tests that mostly wait: each in a process of its own, with its own setup, several at a time.
#pragma once

#include "test.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

// What a process runs: the group's name, the test and its setup and teardown.
static inline int side_by_side_fork(const struct CMUnitTest *test, CMFixtureFunction setup,
                                    CMFixtureFunction teardown) {
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) exit(_cmocka_run_group_tests(test->name, test, 1, setup, teardown));
  return child < 0;
}

static inline int side_by_side_wait(void) {
  int code = 1;
  return wait(&code) < 0 || code != 0;
}

// Runs `count` tests, at most `most` at a time: how many of them failed.
static inline int side_by_side(const struct CMUnitTest *tests, int count, int most, CMFixtureFunction setup,
                               CMFixtureFunction teardown) {
  int failed = 0;
  for (int i = 0; i < count; i++) {
    if (i >= most) failed += side_by_side_wait();
    failed += side_by_side_fork(&tests[i], setup, teardown);
  }
  for (int i = 0; i < count && i < most; i++)
    failed += side_by_side_wait();
  return failed;
}
