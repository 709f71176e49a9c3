// experiment run --slurm: the job scripts of an experiment, and submitting them.
#include "base/file.h"
#include "cli/experiment.h"
#include "experiment/slurm.h"

#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

typedef struct JobPaths {
  char program[PATH_MAX], store[PATH_MAX], work[PATH_MAX];
  char *experiment; // to be freed
} JobPaths;

// Jobs run elsewhere: all paths are whole.
static bool find_paths(const char *folder, JobPaths *paths, Status *status) {
  ssize_t length = readlink("/proc/self/exe", paths->program, sizeof paths->program - 1);
  if (length < 0 || !realpath(folder, paths->store) || !getcwd(paths->work, sizeof paths->work))
    return status_fail(status, STATUS_INPUT, "cannot find %s: %s", length < 0 ? "fusebox itself" : folder,
                       strerror(errno));
  paths->program[length] = '\0';
  if (strpbrk(paths->store, "\"\\\n"))
    return status_fail(status, STATUS_INPUT,
                       "Slurm takes no path with quotes, backslashes or line ends: move the store from %s",
                       paths->store);
  paths->experiment = file_join(paths->store, "experiment.json");
  return true;
}

// sbatch's words go to stdout.
static bool submit(const char *script, Status *status) {
  const char *const arguments[] = {"sh", script, NULL};
  pid_t child;
  int ended = 0;
  int error = posix_spawnp(&child, "sh", NULL, NULL, (char *const *)(uintptr_t)arguments, environ);
  if (error) return status_fail(status, STATUS_INTERNAL, "cannot run sh: %s", strerror(error));
  while (waitpid(child, &ended, 0) < 0 && errno == EINTR)
    continue;
  return ended == 0 || status_fail(status, STATUS_MISSING,
                                   "the jobs were not submitted: see above; run sh again with %s", script);
}

static void note_command(const char *script, int64_t shards) {
  Text command = {0};
  text_add(&command, "sh ");
  text_add_shell_word(&command, script);
  cli_note("this submits %lld shards: %s", (long long)shards, text_get(&command));
  text_free(&command);
}

bool experiment_slurm(const Invocation *invocation, const char *folder, const Experiment *experiment,
                      unsigned stages, Status *status) {
  JobPaths paths = {0};
  const char *names[STAGE_COUNT + 1] = {0};
  int64_t shards;
  int count = 0;
  if (!cli_integer(invocation, OPTION_SLURM, 1, SLURM_SHARDS_MOST, 1, &shards, status) ||
      !find_paths(folder, &paths, status))
    return false;
  for (int stage = 0; stage < STAGE_COUNT; stage++)
    if ((stages ? stages : experiment->stages) >> stage & 1)
      names[count++] = experiment_stage_name((ExperimentStage)stage);
  SlurmJob job = {paths.program, paths.experiment, paths.store, paths.work, (int)shards};
  Text script = {0};
  text_printf(&script, "%s/slurm/submit.sh", paths.store);
  bool good = slurm_write(&job, names, status);
  if (good && cli_has(invocation, OPTION_SUBMIT))
    good = submit(text_get(&script), status);
  else if (good)
    note_command(text_get(&script), shards);
  text_free(&script);
  free(paths.experiment);
  return good;
}
