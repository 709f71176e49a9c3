#include "calibrating_worker.h"

#include "../gpu/made_times.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OWNER = 3, SMS = 132 };
static const char gpu[] =
    "{\"ok\":true,\"name\":\"NVIDIA H200\",\"arch\":90,\"sms\":132,\"memory\":1,"
    "\"l2\":1,\"driver\":13000,\"cupti\":true}";

static void say(const char *reply) {
  if (dprintf(OWNER, "%s\n", reply) < 0) exit(0);
}

static void say_time(double us) {
  char reply[160];
  snprintf(reply, sizeof reply,
           "{\"ok\":true,\"median_us\":%.9g,\"spread_us\":0,\"launches\":30,\"registers\":32,\"local\":0,"
           "\"cupti\":true}",
           us);
  say(reply);
}

// What each block wrote of a probe's last launch.
static void save(const char *request, const ProbeTimes *times, int probe) {
  char path[512] = "";
  sscanf(strstr(request, "\"path\":\""), "\"path\":\"%511[^\"]", path);
  ProbeSample sample = {(int64_t)times->clocks[probe], (int64_t)times->ns[probe]};
  if (!sample.clocks) sample.clocks = 1; // no constant is made of it
  FILE *file = fopen(path, "wb");
  for (int i = 0; file && i < probe_blocks((ProbeId)probe, SMS); i++)
    fwrite(&sample, sizeof sample, 1, file);
  if (!file || fclose(file)) exit(97);
  say("{\"ok\":true}");
}

// Of a chain of empty kernels, a microsecond each.
static int count_kernels(const char *request) {
  int count = 0;
  for (const char *at = request; (at = strstr(at, "fusebox_empty")); at++)
    count++;
  return count;
}

void calibrating_worker_main(void) {
  FILE *in = fdopen(OWNER, "r");
  char *line = NULL;
  size_t size = 0;
  ProbeTimes times = made_times();
  int probe = 0, kernels = 0;
  while (in && getline(&line, &size, in) > 0) {
    const char *launch = strstr(line, "\"launch\":");
    if (launch) probe = atoi(launch + strlen("\"launch\":"));
    if (strstr(line, "\"load\"")) kernels = count_kernels(line);
    if (strstr(line, "\"probe\""))
      say(gpu);
    else if (strstr(line, "\"time\""))
      say_time(times.us[probe]);
    else if (strstr(line, "\"total\""))
      say_time(times.graph_us + kernels);
    else if (strstr(line, "\"save\""))
      save(line, &times, probe);
    else
      say("{\"ok\":true}");
  }
  exit(0);
}
