// accuracy, with all plans of small graphs.
#include "cli/accuracy_run.h"
#include "lab/commands.h"
#include "lab/exhaustive.h"

#include <stdio.h>

// Then the quickest by what has been measured, so that the best of all is hardly missed.
static bool collect_all_plans(AccuracyRun *run, Session *session, Status *status) {
  int first = run->record.plans.count, most = (int)run->most;
  Status problem = {0};
  if (!exhaustive_add_all(&run->record, session, most, (uint64_t)run->seed, &problem)) {
    cli_note("left out: %s", problem.message);
    return true;
  }
  if (!accuracy_compile_and_time(run, session, first, status)) return false;
  if (!run->timed) return true;
  first = run->record.plans.count;
  return exhaustive_add_quickest(&run->record, session, most, status) &&
         accuracy_time_plans(run, session, first, status);
}

bool run_lab_accuracy(const Invocation *invocation, Status *status) {
  bool chosen = invocation->heuristics.count || cli_has(invocation, OPTION_RANDOM);
  AccuracyRun run = {.invocation = invocation, .collect = collect_all_plans};
  if (!cli_has(invocation, OPTION_EXHAUSTIVE)) return run_accuracy(invocation, status);
  if (chosen || cli_has(invocation, OPTION_FROM))
    return status_fail(status, STATUS_INPUT, "--exhaustive takes all plans: name no others");
  return cli_integer(invocation, OPTION_EXHAUSTIVE, 1, 100000, 0, &run.most, status) &&
         accuracy_run(&run, status);
}
