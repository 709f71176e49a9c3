// plan, compile, time: a session's report at growing levels of truth.
#include "cli/cli.h"

#include <stdio.h>

bool run_plan(const Invocation *invocation, Status *status) {
  if (cli_has(invocation, OPTION_STAGES)) return run_stages(invocation, status);
  if (cli_has(invocation, OPTION_SWEEP)) return run_sweep(invocation, status);
  if (cli_has(invocation, OPTION_DYNAMIC)) return run_sized(invocation, status);
  Session *session = cli_open(invocation, status);
  bool ok = session && cli_report(session, invocation, REPORT_ESTIMATE, status);
  session_close(session);
  return ok;
}

// A kernel that does not compile, spills notwithstanding, is a wrong result: the report shows which.
static bool all_compiled(Session *session, Status *status) {
  int count;
  const int *order = plan_order(session_plan(session), &count);
  for (int i = 0; i < count; i++) {
    CompiledView view = session_compiled(session, order[i]);
    if (view.state == RESULT_FAILED)
      return status_fail(status, STATUS_WRONG, "K%d does not compile: %s", order[i], view.error);
  }
  return true;
}

bool run_compile(const Invocation *invocation, Status *status) {
  if (cli_has(invocation, OPTION_STAGES)) return run_stages(invocation, status);
  Session *session = cli_open(invocation, status);
  bool ok = session && cli_compile(session, status) &&
            cli_report(session, invocation, REPORT_ESTIMATE | REPORT_COMPILED, status) &&
            all_compiled(session, status);
  session_close(session);
  return ok;
}

static bool measure(Session *session, const MeasureOptions *options, Status *status) {
  if (!session_measure(session, options, NULL, status)) return false;
  int done = 0, total = 0;
  while (session_jobs(session, &done, &total) > 0) {
    cli_progress("timing", done, total);
    session_wait_once(session, 200);
  }
  cli_progress("timing", total, total);
  return session_measure_wait(session, status);
}

static bool all_measured(Session *session, Status *status) {
  const MeasureReport *report = session_report(session);
  if (!cli_all_ran(session, "timed", status)) return false;
  if (report && report->checked && !report->check_pass)
    return status_fail(status, STATUS_WRONG, "the plan's results differ from the unfused plan's: %s",
                       report->check_text);
  return true;
}

bool run_time(const Invocation *invocation, Status *status) {
  MeasureOptions options;
  if (!cli_measure_options(invocation, &options, status)) return false;
  Session *session = cli_open(invocation, status);
  unsigned levels = REPORT_ESTIMATE | REPORT_COMPILED | REPORT_MEASURED;
  if (options.counters) levels |= REPORT_COUNTERS;
  GpuInfo gpu; // before the time that compiling takes
  bool ok = session && session_gpu(session, &gpu, status) && cli_compile(session, status) &&
            measure(session, &options, status) && cli_report(session, invocation, levels, status) &&
            all_measured(session, status);
  session_close(session);
  return ok;
}
