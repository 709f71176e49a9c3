// tune: the best schedule of each kernel, by timing them.
#include "cli/cli.h"

#include "session/tune/tune.h"

static bool tune(Session *session, int kernel, const TuneOptions *options, Status *status) {
  if (!session_tune(session, kernel, options, status)) return false;
  int done = 0, total = 0;
  while (session_jobs(session, &done, &total) > 0) {
    cli_progress("tuning", done, total);
    session_wait_once(session, 200);
  }
  cli_progress("tuning", total, total);
  return session_tune_wait(session, status);
}

static bool print(Session *session, const Invocation *invocation, Status *status) {
  Text out = {0};
  bool json = cli_has(invocation, OPTION_JSON);
  bool ok = json ? session_tune_json(session, &out) : session_tune_table(session, &out);
  ok = ok ? cli_print(&out, status) : status_fail(status, STATUS_INTERNAL, "the report could not be made");
  text_free(&out);
  return ok;
}

// Into the plan that --save names and into the cache that --tuned reads.
static bool keep(Session *session, const Invocation *invocation, Status *status) {
  const char *save = invocation->value[OPTION_SAVE];
  session_tune_apply(session);
  return !save || session_save_plan(session, save, status);
}

// A kernel whose rules' choice does not run is a wrong result: the report shows why.
static bool all_tuned(Session *session, Status *status) {
  const TuneReport *report = session_tune_report(session);
  for (int i = 0; i < report->kernel_count; i++)
    if (report->kernels[i].error[0])
      return status_fail(status, STATUS_WRONG, "K%d could not be timed: %s",
                         report->kernels[i].kernels.data[0], report->kernels[i].error);
  return true;
}

bool run_tune(const Invocation *invocation, Status *status) {
  TuneOptions options = {0};
  int64_t budget, launches;
  int kernel = NO_KERNEL;
  const char *only = invocation->value[OPTION_KERNEL];
  if (!cli_measure_options(invocation, &options.trial.measure, status) ||
      !cli_integer(invocation, OPTION_LAUNCHES, 1, 100000, 20, &launches, status) ||
      !cli_integer(invocation, OPTION_BUDGET, 1, 100000, 0, &budget, status))
    return false;
  options.trial.measure.launches = (int)launches;
  options.limits.budget = (int)budget;
  Session *session = cli_open(invocation, status);
  bool ok = session && (!only || cli_kernel(session, "kernel", only, &kernel, status)) &&
            tune(session, kernel, &options, status) && keep(session, invocation, status) &&
            print(session, invocation, status) && all_tuned(session, status);
  session_close(session);
  return ok;
}
