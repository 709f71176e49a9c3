// The verbs of 'fusebox experiment'.
#pragma once

#include "cli/cli.h"
#include "experiment/experiment.h"
#include "experiment/score.h"

typedef struct ExperimentVerb {
  const char *name, *arguments; // "table", "STORE"
  int least, most;              // arguments after the verb
  // `arguments`: those after the verb.
  bool (*run)(const Invocation *invocation, const char *const *arguments, Status *status);
} ExperimentVerb;
const ExperimentVerb *experiment_verbs(int *count);

bool experiment_run(const Invocation *invocation, const char *const *arguments, Status *status);
bool experiment_status(const Invocation *invocation, const char *const *arguments, Status *status);
bool experiment_table(const Invocation *invocation, const char *const *arguments, Status *status);
bool experiment_worst(const Invocation *invocation, const char *const *arguments, Status *status);
bool experiment_compare(const Invocation *invocation, const char *const *arguments, Status *status);
bool experiment_export(const Invocation *invocation, const char *const *arguments, Status *status);
bool experiment_plot(const Invocation *invocation, const char *const *arguments, Status *status);

// A store's rows, of --device where it is given, and their scores beside the baseline that --baseline or the
// experiment names. experiment_free in both cases.
typedef struct ScoredStore {
  Rows rows;
  Scores scores;
} ScoredStore;
bool experiment_read(const Invocation *invocation, const char *folder, ScoredStore *store, Status *status);
void experiment_free(ScoredStore *store);

// Writes the jobs that --slurm asks for into the store, whose experiment.json is there; submits them with
// --submit. `stages`: bits, as Experiment has them; 0: all of the experiment's.
bool experiment_slurm(const Invocation *invocation, const char *folder, const Experiment *experiment,
                      unsigned stages, Status *status);
