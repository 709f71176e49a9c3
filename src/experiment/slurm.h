// Job scripts for Slurm: an array of shards for each stage, and a job that reports at the end.
#pragma once

#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>

enum { SLURM_SHARDS_MOST = 1000 }; // an array may have 1,001 tasks where a site sets nothing else

typedef struct SlurmJob {
  const char *program;    // path of fusebox
  const char *experiment; // path of the store's experiment.json
  const char *store;      // its folder
  const char *work;       // folder that the paths, those of graphs among them, are relative to
  int shards;             // tasks of an array
} SlurmJob;

// The script of one stage ("estimate"); `gpu`: each task asks for one. A task that meets the partition's
// limit of time is queued again, and goes on; one that is killed loses the row in hand.
void slurm_stage_script(const SlurmJob *job, const char *stage, bool gpu, Text *out);
void slurm_report_script(const SlurmJob *job, Text *out);
// A shell script that submits the stages' arrays, each after the one before, and the report after all,
// however they end.
void slurm_submit_script(const SlurmJob *job, const char *const *stages, int count, Text *out);

// Writes STORE/slurm/{STAGE,report,submit}.sh. `stages` ends with NULL; only "time" needs a GPU.
bool slurm_write(const SlurmJob *job, const char *const *stages, Status *status);
