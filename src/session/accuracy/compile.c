// Compiling what a graph's plans have.
#include "session/accuracy/internal.h"

#include <stdio.h>
#include <string.h>

bool accuracy_use_plan(const AccuracyRecord *record, Session *session, int plan, Status *status) {
  const PlanRecord *row = &record->plans.data[plan];
  bool good = plan_parse(session->plan, row->how, row->text, strlen(row->text), status);
  plan_forget_edits(session->plan);
  return good;
}

static bool has_new_kernels(const AccuracyRecord *record, int plan) {
  const PlanRecord *row = &record->plans.data[plan];
  for (int i = 0; i < row->kernels.count; i++) {
    const KernelRecord *kernel = &record->kernels.data[row->kernels.data[i]];
    if (kernel->plan == plan && !kernel->compiled) return true;
  }
  return false;
}

// Queues the kernels that came with a plan. Which slot a kernel has depends on how its plan was made.
static bool submit_plan(const AccuracyRecord *record, Session *session, int plan, Status *status) {
  if (!has_new_kernels(record, plan)) return true;
  if (!accuracy_use_plan(record, session, plan, status)) return false;
  int count;
  const int *order = plan_order(session->plan, &count);
  for (int i = 0; i < count; i++) {
    int64_t at;
    uint64_t structure = plan_lowered(session->plan, order[i])->structure;
    bool wanted = hashmap_get(&record->by_structure, structure, &at) && !record->kernels.data[at].compiled;
    if (wanted && !session_compile(session, order[i], status)) return false;
  }
  return true;
}

static void take_result(const Session *session, KernelRecord *kernel) {
  int64_t index;
  if (kernel->compiled || !hashmap_get(&session->compile_by_structure, kernel->structure, &index)) return;
  const CompileEntry *entry = session->compiles.data[index];
  if (entry->state == RESULT_FAILED) snprintf(kernel->error, sizeof kernel->error, "%.250s", entry->error);
  if (entry->state != RESULT_DONE) return;
  kernel->compiled = true;
  kernel->registers = entry->compiled.registers;
  kernel->spill_bytes = entry->compiled.spill_store_bytes + entry->compiled.spill_load_bytes;
}

static bool wait(Session *session, AccuracyProgress progress, void *context, Status *status) {
  int done = 0, total = 0;
  while (session_jobs(session, &done, &total) > 0) {
    if (progress && !progress(context, "compiling", done, total)) {
      session_cancel(session);
      return status_fail(status, STATUS_CANCELLED, "compiling was cancelled");
    }
    session_wait_once(session, 200);
  }
  return true;
}

bool accuracy_compile(AccuracyRecord *record, Session *session, AccuracyProgress progress, void *context,
                      Status *status) {
  for (int plan = 0; plan < record->plans.count; plan++)
    if (record->plans.data[plan].graph == record->graphs.count - 1 &&
        !submit_plan(record, session, plan, status))
      return false;
  if (!wait(session, progress, context, status)) return false;
  for (int i = 0; i < record->kernels.count; i++)
    take_result(session, &record->kernels.data[i]);
  return true;
}
