// The last test of those that start children.
#pragma once

#include "test.h"

#include <errno.h>
#include <sys/wait.h>

// All have been waited for.
static void no_children_are_left(void **state) {
  (void)state;
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
  assert_int_equal(errno, ECHILD);
}
