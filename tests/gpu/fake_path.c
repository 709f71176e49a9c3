// Finding the stand-ins.
#include "fake_path.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void use(const char *variable, const char *file) {
  char program[PATH_MAX] = "", path[PATH_MAX + 32];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  char *slash = length > 0 ? strrchr(program, '/') : NULL;
  if (slash) *slash = '\0';
  snprintf(path, sizeof path, "%s/%s", program, file);
  setenv(variable, path, 1);
}

void fake_driver_use(void) {
  use("FUSEBOX_DRIVER", "libfake_driver.so");
}

void fake_nvml_use(void) {
  use("FUSEBOX_NVML", "libfake_nvml.so");
}

void fake_cupti_use(void) {
  use("FUSEBOX_CUPTI", "libfake_cupti.so");
}

void fake_nvrtc_use(void) {
  use("FUSEBOX_NVRTC", "libfake_nvrtc.so");
}
