// experiment: many graphs and heuristics, and what came of them. Its first argument is a verb.
#include "cli/experiment.h"

static const ExperimentVerb verbs[] = {
    {"run", "FILE --store STORE", 1, 1, experiment_run},
    {"status", "STORE", 1, 1, experiment_status},
    {"table", "STORE", 1, 1, experiment_table},
    {"worst", "STORE", 1, 1, experiment_worst},
    {"plot", "STORE [profile|regret|pareto]", 1, 2, experiment_plot},
    {"compare", "OLD NEW", 2, 2, experiment_compare},
    {"export", "STORE", 1, 1, experiment_export},
};

const ExperimentVerb *experiment_verbs(int *count) {
  *count = sizeof verbs / sizeof *verbs;
  return verbs;
}

static bool no_verb(const char *word, Status *status) {
  Text names = {0};
  int count;
  const ExperimentVerb *all = experiment_verbs(&count);
  for (int i = 0; i < count; i++)
    text_printf(&names, "%s%s", i ? ", " : "", all[i].name);
  status_fail(status, STATUS_INPUT, "'fusebox experiment' does not know \"%s\": it knows %s", word,
              text_get(&names));
  text_free(&names);
  return false;
}

bool run_experiment(const Invocation *invocation, Status *status) {
  const char *const *words = invocation->arguments.data;
  int count, given = invocation->arguments.count - 1;
  const ExperimentVerb *all = experiment_verbs(&count);
  for (int i = 0; i < count; i++) {
    if (!text_equal(words[0], all[i].name)) continue;
    if (given >= all[i].least && given <= all[i].most) return all[i].run(invocation, words + 1, status);
    return status_fail(status, STATUS_INPUT,
                       "it is 'fusebox experiment %s %s'; see 'fusebox experiment --help'", all[i].name,
                       all[i].arguments);
  }
  return no_verb(words[0], status);
}
