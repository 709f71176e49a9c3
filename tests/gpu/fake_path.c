// Finding the stand-in for the driver.
#include "fake_path.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void fake_driver_use(void) {
  char program[PATH_MAX] = "", path[PATH_MAX + 32];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  char *slash = length > 0 ? strrchr(program, '/') : NULL;
  if (slash) *slash = '\0';
  snprintf(path, sizeof path, "%s/libfake_driver.so", program);
  setenv("FUSEBOX_DRIVER", path, 1);
}
