#include "session/results/plan_times.h"

#include <stdlib.h>

enum { LOOK_MS = 100 };

void plan_times_free(PlanTimes *times) {
  free(times->ops);
  free(times->us);
  *times = (PlanTimes){0};
}

static bool is_right(const MeasureReport *report, Status *status) {
  if (!report) return status_fail(status, STATUS_INTERNAL, "nothing was measured");
  if (report->checked && !report->check_pass)
    return status_fail(status, STATUS_WRONG, "its results are wrong: %s", report->check_text);
  return report->total.ok || status_fail(status, STATUS_WRONG, "%s", report->total.error);
}

bool plan_times_take(Session *session, PlanTimes *times, Status *status) {
  const MeasureReport *report = session_report(session);
  int count;
  const int *order = plan_order(session_plan(session), &count);
  if (!is_right(report, status)) return false;
  *times = (PlanTimes){.time_us = report->total.time_us,
                       .ops = memory_alloc(sizeof *times->ops * (size_t)(count + 1)),
                       .us = memory_alloc(sizeof *times->us * (size_t)(count + 1))};
  for (int i = 0; i < count && i < report->kernel_count; i++) {
    if (!report->kernels[i].ok) continue;
    times->ops[times->count] = plan_kernel(session_plan(session), order[i]).ops[0];
    times->us[times->count++] = report->kernels[i].time_us;
  }
  return true;
}

static bool wait_for_jobs(Session *session, const atomic_int *stop, Status *status) {
  int done, total;
  while (session_jobs(session, &done, &total) > 0) {
    session_wait_once(session, LOOK_MS);
    if (!stop || !*stop) continue;
    session_cancel(session);
    return status_fail(status, STATUS_CANCELLED, "timing the plan was stopped");
  }
  return true;
}

static bool time_it(Session *session, const atomic_int *stop, PlanTimes *times, Status *status) {
  static const MeasureOptions options = {.check = true};
  return session_compile(session, NO_KERNEL, status) && wait_for_jobs(session, stop, status) &&
         session_measure(session, &options, NULL, status) && wait_for_jobs(session, stop, status) &&
         session_measure_wait(session, status) && plan_times_take(session, times, status);
}

bool session_time_plan(Session *session, const Plan *plan, const atomic_int *stop, PlanTimes *times,
                       Status *status) {
  GpuInfo gpu;
  if (!session_gpu(session, &gpu, status)) return false;
  plan_begin(session_plan(session));
  plan_replace(session_plan(session), plan, "measure");
  bool good = time_it(session, stop, times, status);
  plan_rollback(session_plan(session));
  return good;
}
