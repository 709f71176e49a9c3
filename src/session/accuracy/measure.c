// Timing recorded plans.
#include "base/arena.h"
#include "session/accuracy/internal.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Watch {
  AccuracyProgress progress;
  void *context;
} Watch;

static bool on_launch(void *context, int done, int count, const Measured *latest) {
  const Watch *watch = context;
  (void)latest;
  return !watch->progress || watch->progress(watch->context, "timing", done, count);
}

static int kernel_of(const AccuracyRecord *record, const Launch *launch) {
  int64_t at;
  return launch->kind == LAUNCH_KERNEL && hashmap_get(&record->by_structure, launch->lowered->structure, &at)
             ? (int)at
             : -1;
}

// Launches that are run in the whole plan but not timed alone: of library calls, and of kernels whose time is
// known or that an earlier launch is timed for.
static bool *untimed_launches(const AccuracyRecord *record, const Program *program) {
  bool *untimed = memory_alloc((size_t)program->launch_count + 1);
  bool *timed = memory_alloc((size_t)record->kernels.count + 1);
  for (int i = 0; i < program->launch_count; i++) {
    int kernel = kernel_of(record, &program->launches[i]);
    untimed[i] = kernel < 0 || record->kernels.data[kernel].measured || timed[kernel];
    if (!untimed[i]) timed[kernel] = true;
  }
  free(timed);
  return untimed;
}

static void take_kernel(KernelRecord *kernel, const Measured *measured) {
  if (!measured->ok) {
    snprintf(kernel->error, sizeof kernel->error, "%s", measured->error);
    return;
  }
  kernel->measured = true;
  kernel->time_us = measured->time_us;
  kernel->spread_us = measured->spread_us;
  kernel->counted = measured->counted;
  kernel->counters = measured->counters;
}

// The time of a plan of which a kernel does not run is no time of that plan.
static void take_plan(const AccuracyRecord *record, PlanRecord *plan, const Measured *total) {
  for (int i = 0; i < plan->kernels.count; i++) {
    const KernelRecord *kernel = &record->kernels.data[plan->kernels.data[i]];
    if (kernel->measured) continue;
    snprintf(plan->error, sizeof plan->error, "%.60s: %.180s", kernel->name, kernel->error);
    return;
  }
  plan->measured = total->ok;
  plan->time_us = total->time_us;
  plan->spread_us = total->spread_us;
  if (!total->ok) snprintf(plan->error, sizeof plan->error, "%s", total->error);
}

static bool measure(AccuracyRecord *record, Session *session, int plan, const Program *program,
                    MeasureOptions options, Watch *watch, Status *status) {
  MeasureReport report;
  bool *untimed = untimed_launches(record, program);
  options.check = false;
  options.generated_only = true;
  options.untimed = untimed;
  Status problem = {0};
  bool good = worker_measure(session->worker, program, NULL, &options, on_launch, watch, &report, &problem);
  for (int i = 0; good && i < program->launch_count; i++)
    if (!untimed[i])
      take_kernel(&record->kernels.data[kernel_of(record, &program->launches[i])], &report.kernels[i]);
  if (good) take_plan(record, &record->plans.data[plan], &report.total);
  if (good)
    snprintf(record->counters_problem, sizeof record->counters_problem, "%s", report.counters_problem);
  if (good) measure_report_free(&report);
  free(untimed);
  // What the plan itself makes impossible (too much memory) is no reason to end.
  if (!good)
    snprintf(record->plans.data[plan].error, sizeof record->plans.data[plan].error, "%.250s",
             problem.message);
  if (good || problem.code != STATUS_CANCELLED) return true;
  *status = problem;
  return false;
}

bool accuracy_measure(AccuracyRecord *record, Session *session, int plan, const MeasureOptions *options,
                      AccuracyProgress progress, void *context, Status *status) {
  GpuInfo gpu;
  Watch watch = {progress, context};
  if (!session_gpu(session, &gpu, status) || !accuracy_use_plan(record, session, plan, status)) return false;
  snprintf(record->gpu, sizeof record->gpu, "%s", gpu.name);
  if (record->plans.data[plan].kernels.count == 0) return true; // nothing but library calls
  Program *program = program_build(session->plan, status);
  bool good = program && measure(record, session, plan, program, *options, &watch, status);
  program_free(program);
  return good;
}
