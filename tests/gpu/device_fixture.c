// Opening the GPU for tests.
#include "device_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static DeviceFixture skip(const char *why) {
  fprintf(stderr, "skipped: %s\n", why);
  exit(77);
}

DeviceFixture device_open(int count, char **arguments) {
  if (count > 1 && !strcmp(arguments[1], "--gpu-worker")) exit(worker_main(count, arguments));
  DeviceFixture fixture = {0};
  Status status = {0};
  fixture.compiler = compiler_new("", &status);
  if (!fixture.compiler) return skip(status.message);
  fixture.worker = worker_new(fixture.compiler);
  if (!worker_probe(fixture.worker, &fixture.info, &status)) return skip(status.message);
  printf("%s, CUPTI %s %s\n", fixture.info.name,
         fixture.info.cupti ? "works" : "fails:", fixture.info.cupti_problem);
  return fixture;
}

void device_close(DeviceFixture *fixture) {
  worker_free(fixture->worker);
  compiler_free(fixture->compiler);
}
