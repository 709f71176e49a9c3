// The stages behind the estimate, of the session's plan: what the compiler makes of it, and the GPU.
#include "base/file.h"
#include "base/file_lock.h"
#include "experiment/work_internal.h"
#include "gpu/toolkit/cubin.h"

#include <math.h>
#include <stdlib.h>

enum { LOOK_MS = 200 };

static bool wait_for_jobs(Work *work, Status *status) {
  int done, total;
  while (session_jobs(work->session, &done, &total) > 0) {
    session_wait_once(work->session, LOOK_MS);
    if (!work->options.stop || !*work->options.stop) continue;
    session_cancel(work->session);
    return status_fail(status, STATUS_CANCELLED, "it took more than %g seconds", work->experiment->seconds);
  }
  return true;
}

// ---- Compiling.

static bool add_kernel(Work *work, int kernel, Row *row, Status *status) {
  CompiledView view = session_compiled(work->session, kernel);
  CubinFacts facts;
  if (view.state == RESULT_NOT_RUN) return true;
  if (view.state != RESULT_DONE)
    return status_fail(status, STATUS_WRONG, "K%d does not compile: %s", kernel,
                       view.error ? view.error : "it was not compiled");
  const Compiled *compiled = view.compiled;
  if (!cubin_read(compiled->cubin, compiled->cubin_bytes, NULL, &facts, status)) return false;
  if (compiled->registers > row->registers) row->registers = compiled->registers;
  row->spill_bytes += compiled->spill_store_bytes + compiled->spill_load_bytes;
  row->instructions += facts.instructions;
  return true;
}

bool work_compile(Work *work, Row *row, Status *status) {
  if (!session_compile(work->session, NO_KERNEL, status) || !wait_for_jobs(work, status)) return false;
  int count;
  const int *order = plan_order(session_plan(work->session), &count);
  row->registers = row->spill_bytes = row->instructions = 0;
  for (int i = 0; i < count; i++)
    if (!add_kernel(work, order[i], row, status)) {
      row->registers = row->spill_bytes = row->instructions = ROW_UNKNOWN;
      return false;
    }
  return true;
}

// ---- Timing: of all processes of the machine one a GPU at a time.

static char *gpu_lock_path(const GpuInfo *gpu) {
  Text name = {0};
  char *state = file_place(PLACE_STATE);
  text_printf(&name, "gpu-%s", gpu->uuid);
  char *path = file_join(state, text_get(&name));
  free(state);
  text_free(&name);
  return path;
}

// The samples are the session's, until it measures again.
static void put_times(Work *work, Row *row) {
  const MeasureReport *report = session_report(work->session);
  int count;
  const int *order = plan_order(session_plan(work->session), &count);
  row->time_us = report->total.time_us;
  row->gpu = work->gpu.uuid;
  row->samples = report->samples_us;
  row->sample_count = report->samples_us ? report->total.launches : 0;
  if (report->clock_mhz > 0) row->clock_mhz = report->clock_mhz;
  if (report->power_w > 0) row->power_w = report->power_w;
  row->fusible_us = row->library_us = 0;
  for (int i = 0; i < count && i < report->kernel_count; i++) {
    bool ours = plan_lowered(session_plan(work->session), order[i])->nest != NULL;
    *(ours ? &row->fusible_us : &row->library_us) += report->kernels[i].time_us;
  }
}

static bool measure(Work *work, Status *status) {
  static const MeasureOptions options = {.check = true};
  return session_measure(work->session, &options, NULL, status) && wait_for_jobs(work, status) &&
         session_measure_wait(work->session, status);
}

// The session's plan; compiled while others may still use the GPU.
static bool time_plan(Work *work, PlanTimes *times, Status *status) {
  if (!session_gpu(work->session, &work->gpu, status) || !session_compile(work->session, NO_KERNEL, status) ||
      !wait_for_jobs(work, status))
    return false;
  char *path = gpu_lock_path(&work->gpu);
  int lock = file_lock(path, status);
  bool good = lock >= 0 && measure(work, status) && plan_times_take(work->session, times, status);
  file_unlock(lock);
  free(path);
  return good;
}

bool work_time(Work *work, Row *row, Status *status) {
  PlanTimes times = {0};
  row->time_us = row->fusible_us = row->library_us = NAN;
  bool good = time_plan(work, &times, status);
  if (good) put_times(work, row);
  plan_times_free(&times);
  return good;
}

bool work_time_plan(void *timer, const Plan *plan, PlanTimes *times, Status *status) {
  Work *work = timer;
  plan_replace(session_plan(work->session), plan, "experiment");
  return time_plan(work, times, status);
}
