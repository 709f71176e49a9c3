// The verbs of 'fusebox experiment'.
#pragma once

#include "cli/cli.h"

typedef struct ExperimentVerb {
  const char *name, *arguments; // "table", "STORE"
  int least, most;              // arguments after the verb
  // `arguments`: those after the verb.
  bool (*run)(const Invocation *invocation, const char *const *arguments, Status *status);
} ExperimentVerb;
const ExperimentVerb *experiment_verbs(int *count);

bool experiment_table(const Invocation *invocation, const char *const *arguments, Status *status);
bool experiment_worst(const Invocation *invocation, const char *const *arguments, Status *status);
bool experiment_compare(const Invocation *invocation, const char *const *arguments, Status *status);
bool experiment_export(const Invocation *invocation, const char *const *arguments, Status *status);
