// Shares of an experiment, for engines that start the same command many times.
#include "base/hash.h"
#include "experiment/queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A share is of whole graphs at sizes, so that each is opened by one.
bool shard_has(const Shard *shard, const ExperimentGraph *graph) {
  if (shard->count <= 1) return true;
  uint64_t hash = hash_string(HASH_START, *graph->hash ? graph->hash : graph->name);
  return hash_string(hash, graph->sizes_text) % (uint64_t)shard->count == (uint64_t)shard->index;
}

static bool parse(const char *text, Shard *shard) {
  int end = 0;
  return sscanf(text, "%d/%d%n", &shard->index, &shard->count, &end) == 2 && !text[end] &&
         shard->index >= 0 && shard->index < shard->count;
}

// What engines tell the tasks that they start. An array's task is also a task of a job step, so that arrays
// come first.
typedef struct Convention {
  const char *index, *count;
  int first;                // index of the first
  const char *least, *most; // NULL, or variables of the bounds: a part of an array has no count of its own
} Convention;

static const Convention conventions[] = {
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 0, "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX"},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", 0, NULL, NULL},
    {"PMI_RANK", "PMI_SIZE", 0, NULL, NULL},
    {"SLURM_PROCID", "SLURM_NTASKS", 0, NULL, NULL},
    {"JOB_COMPLETION_INDEX", "FUSEBOX_SHARDS", 0, NULL, NULL},
    {"PBS_ARRAY_INDEX", "FUSEBOX_SHARDS", 0, NULL, NULL},
    {"SGE_TASK_ID", "FUSEBOX_SHARDS", 1, NULL, NULL},
    {"LSB_JOBINDEX", "FUSEBOX_SHARDS", 1, NULL, NULL},
    {"HQ_TASK_ID", "FUSEBOX_SHARDS", 0, NULL, NULL},
    {"PARALLEL_SEQ", "FUSEBOX_SHARDS", 1, NULL, NULL},
};

static bool read_number(const char *name, int *number) {
  const char *text = name ? getenv(name) : NULL;
  char *end = NULL;
  long value = text ? strtol(text, &end, 10) : -1;
  bool good = text && *text && !*end && value >= 0 && value <= INT32_MAX;
  if (good) *number = (int)value;
  return good;
}

// An array of which only some were sent again has bounds that say nothing of the whole.
static bool is_whole(const Convention *one, const Shard *shard) {
  int least = 0, most = 0;
  if (!one->least) return true;
  return read_number(one->least, &least) && read_number(one->most, &most) && least == 0 &&
         most + 1 == shard->count;
}

static bool read_convention(const Convention *one, Shard *shard) {
  int index;
  if (!read_number(one->index, &index) || !read_number(one->count, &shard->count)) return false;
  shard->index = index - one->first;
  return shard->index >= 0 && shard->index < shard->count && is_whole(one, shard);
}

bool shard_read(const char *text, Shard *shard, Text *from, Status *status) {
  const char *given = getenv("FUSEBOX_SHARD");
  if (!text_equal(text, "auto")) {
    text_add(from, "--shard");
    return parse(text, shard) ||
           status_fail(status, STATUS_INPUT, "--shard %s: write it as INDEX/COUNT, from 0/8 to 7/8, or auto",
                       text);
  }
  text_add(from, "FUSEBOX_SHARD");
  if (given)
    return parse(given, shard) || status_fail(status, STATUS_INPUT, "FUSEBOX_SHARD=%s: as 0/8 to 7/8", given);
  for (size_t i = 0; i < sizeof conventions / sizeof *conventions; i++) {
    if (!read_convention(&conventions[i], shard)) continue;
    text_clear(from);
    text_printf(from, "%s and %s", conventions[i].index, conventions[i].count);
    return true;
  }
  return status_fail(
      status, STATUS_INPUT,
      "--shard auto: no engine says which share this is, or of how many; set FUSEBOX_SHARD=0/8, "
      "or name it");
}
