// Measuring a program: load, time each launch, time the whole, check; with a new worker after each death.
#include "gpu/measure/measure.h"
#include "gpu/measure/launch_flow.h"
#include "gpu/measure/measure_save.h"

#include <stdio.h>

void measure_refuse(Measured *measured, const char *why) {
  *measured = (Measured){0};
  snprintf(measured->error, sizeof measured->error, "%s", *why ? why : "the GPU worker gave no reason");
}

const char *measure_reason_not_to(const Measuring *m, int launch) {
  const Launch *l = &m->program->launches[launch];
  if (l->kind == LAUNCH_SKIPPED) return l->why ? l->why : "not run";
  if (m->files[0][launch].problem) return m->files[0][launch].problem;
  if (m->left_out[launch]) return m->report->kernels[launch].error;
  if (m->options->untimed && m->options->untimed[launch]) return "not timed: it was not asked for";
  if (launch_is_empty(l)) return "not run: it has no elements";
  return m->deaths > MEASURE_DEATHS_MOST ? "not run: too many kernels before it killed the GPU worker" : NULL;
}

// After a launch that failed: everything again without it (in a new worker when the old one died), up to
// `launch`, so that what follows finds its inputs.
static bool recover(Measuring *m, int launch, Status *status) {
  for (int attempt = 0; attempt < 2; attempt++) {
    WorkerOutcome outcome = measure_load(m, status);
    if (outcome == WORKER_ANSWERED) outcome = measure_run(m, launch + 1, status);
    if (outcome == WORKER_ANSWERED) return true;
    if (outcome == WORKER_REFUSED || (status && status->code == STATUS_CANCELLED)) return false;
  }
  return status_prefix(status, "the GPU worker cannot be restarted");
}

static bool time_launch(Measuring *m, int launch, Status *status) {
  Measured *measured = &m->report->kernels[launch];
  const char *why = measure_reason_not_to(m, launch);
  if (why) {
    char copy[sizeof measured->error];
    snprintf(copy, sizeof copy, "%s", why); // it may be this launch's own text
    measure_refuse(measured, copy);
    return true;
  }
  Status problem = {0}; // of this launch alone
  if (measure_launch(m, launch, measured, &problem) == WORKER_ANSWERED) return true;
  m->left_out[launch] = true;
  return m->deaths > MEASURE_DEATHS_MOST || recover(m, launch, status);
}

static bool time_launches(Measuring *m, MeasureProgress progress, void *context, Status *status) {
  int count = m->program->launch_count;
  for (int i = 0; i < count; i++) {
    if (!time_launch(m, i, status)) return false;
    if (progress && !progress(context, i + 1, count, &m->report->kernels[i]))
      return status_fail(status, STATUS_CANCELLED, "the measurement was cancelled");
  }
  return true;
}

static void give_up(Measuring *m) {
  static const char why[] = "too many kernels killed the GPU worker";
  MeasureReport *report = m->report;
  measure_refuse(&report->total, "not run: too many kernels killed the GPU worker");
  snprintf(report->check_text, sizeof report->check_text, "%s", why);
  if (m->options->counters) snprintf(report->counters_problem, sizeof report->counters_problem, "%s", why);
}

// A worker that died is replaced, and the program loaded again.
static WorkerOutcome revive(Measuring *m, WorkerOutcome outcome, Status *status) {
  return outcome == WORKER_DIED ? measure_load(m, status) : outcome;
}

// The whole program, the counters and the check fail without taking the kernels' times with them.
static void time_rest(Measuring *m) {
  Status status = {0};
  if (m->deaths > MEASURE_DEATHS_MOST) {
    give_up(m);
    return;
  }
  WorkerOutcome outcome = revive(m, measure_total(m, &m->report->total, &status), &status);
  if (m->options->counters && outcome != WORKER_DIED) outcome = revive(m, measure_count(m), &status);
  if (!m->reference) return;
  if (outcome == WORKER_DIED)
    snprintf(m->report->check_text, sizeof m->report->check_text, "%.500s", status.message);
  else
    measure_check(m);
}

static bool measure(Measuring *m, MeasureProgress progress, void *context, Status *status) {
  if (!measure_prepare(m, status) || measure_load(m, status) != WORKER_ANSWERED) return false;
  if (m->options->save_folder && !measure_save(m, status)) return false;
  if (!time_launches(m, progress, context, status)) return false;
  time_rest(m);
  return !worker_cancelled(m->worker, status);
}

bool worker_measure(Worker *worker, const Program *program, const Program *reference,
                    const MeasureOptions *options, MeasureProgress progress, void *context,
                    MeasureReport *report, Status *status) {
  *report = (MeasureReport){.kernel_count = program->launch_count};
  report->kernels = memory_alloc(((size_t)program->launch_count + 1) * sizeof *report->kernels);
  Measuring m = {.worker = worker,
                 .program = program,
                 .reference = options->check ? reference : NULL,
                 .options = options,
                 .report = report,
                 .arena = arena_new()};
  bool good = measure(&m, progress, context, status);
  measure_unload(&m);
  measure_clean(&m);
  arena_free(m.arena);
  if (!good) measure_report_free(report);
  return good;
}
