#include "session/session.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/file_lock.h"
#include "base/log.h"
#include "cost/model/cost_model.h"
#include "session/internal.h"
#include "session/results/profiled.h"
#include "session/saver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

// What is compiled for another architecture than the device's keeps to what that one can do. A name that is
// none is the compiler's to refuse.
static void set_arch(GpuLimits *limits, const char *name) {
  int arch;
  snprintf(limits->arch_name, sizeof limits->arch_name, "%s", name);
  if (sscanf(name, "%*[a-z]_%d", &arch) == 1 && arch > 0) limits->arch = arch;
}

static bool open_plan(Session *session, const SessionOptions *options, Status *status) {
  if (!device_choose(options->device ? options->device : "h200", &session->device, status)) return false;
  session->device.tf32 = options->tf32;
  if (options->arch) set_arch(&session->device.limits, options->arch);
  session->graph = graph_open(session->path, &options->read, &session->dump, status);
  if (!session->graph) return false;
  session->plan = plan_new(session->graph, &session->device.limits);
  session->estimator = estimator_new_by(options->model, &session->device, status);
  if (!session->estimator) return false;
  session->slots = memory_alloc(sizeof(SlotMemory) * (size_t)(session->graph->op_count + 1));
  session_set_origin(session, &(PlanOrigin){"hand", "none", ""});
  session->planned = false;
  session_times_open(session);
  session_remarks_open(session);
  return true;
}

Session *session_open(const char *path, const SessionOptions *options, Status *status) {
  static const SessionOptions defaults;
  if (!options) options = &defaults;
  Session *session = memory_alloc(sizeof *session);
  session->epoll = epoll_create1(EPOLL_CLOEXEC);
  session->path = memory_strdup(path);
  session->cache_folder = options->cache_folder ? memory_strdup(options->cache_folder) : NULL;
  session->compile_threads = options->compile_threads;
  session->profile = options->profile;
  session->autosave = options->autosave;
  session->keep_times = options->keep_times;
  session->first_undo = -1;
  session->plan_lock = -1;
  if (!open_plan(session, options, status)) {
    session_close(session);
    return NULL;
  }
  if (session->autosave) session_autosave_open(session, options->autosave_name);
  return session;
}

static void close_saver(Session *session) {
  Status status;
  if (!session->saver) return;
  saver_wait(session->saver);
  if (saver_failed(session->saver, &status))
    log_message(LOG_WARNING, "the plan was not kept: %s", status.message);
  Text notice = {0};
  if (saver_notice(session->saver, &notice)) log_message(LOG_WARNING, "%s", text_get(&notice));
  text_free(&notice);
  saver_free(session->saver);
}

void session_abandon(Session *session) {
  session->abandoned = true;
  if (session->saver) saver_wait(session->saver);
}

// A GPU that does not answer is given up after a moment, and all that its thread still uses is left to it.
static bool stop_gpu(Session *session) {
  if (session_measure_stop(session) && session_tune_stop(session)) return true;
  if (session->plan && session->autosave) session_autosave(session);
  session_abandon(session);
  return false;
}

bool session_task_ends(const Task *task) {
  enum { MOST_MS = 1000, STEP_MS = 5 };
  for (int waited = 0; waited < MOST_MS && !task_ended(task); waited += STEP_MS)
    nanosleep(&(struct timespec){.tv_nsec = STEP_MS * 1000000L}, NULL);
  return task_ended(task);
}

void session_close(Session *session) {
  if (!session || session->abandoned || !stop_gpu(session)) return;
  session_tune_report_free(session);
  jobs_free(session->jobs);
  if (session->plan && session->autosave) session_autosave(session);
  close_saver(session);
  session_compiles_free(session);
  session_assemblies_free(session);
  session_measures_free(session);
  session_times_close(session);
  worker_free(session->worker);
  compiler_free(session->compiler);
  session_plans_free(session);
  session_profile_free(session);
  estimator_free(session->estimator);
  plan_free(session->plan);
  dump_notes_free(&session->dump_notes);
  session_remarks_close(session);
  dump_plan_free(session->dump);
  graph_free(session->graph);
  session_origins_free(session);
  run_figures_clear(&session->figures);
  free(session->slots);
  file_unlock(session->plan_lock);
  text_free(&session->notice);
  free(session->autosave_name);
  free(session->autosave_path);
  free(session->sizes_path);
  free(session->cache_folder);
  close(session->epoll);
  free(session->path);
  free(session);
}

const Graph *session_graph(const Session *session) {
  return session->graph;
}

Plan *session_plan(Session *session) {
  return session->plan;
}

Estimator *session_estimator(Session *session) {
  return session->estimator;
}

const char *session_other_model(const Session *session) {
  const CostModel *model = estimator_model(session->estimator);
  return model == &cost_model_fusebox ? NULL : model->name;
}

const Device *session_device(const Session *session) {
  return &session->device;
}

RunFigures *session_figures(Session *session) {
  return &session->figures;
}

const DumpPlan *session_dump(const Session *session) {
  return session->dump;
}

const DumpNotes *session_dump_notes(const Session *session) {
  return &session->dump_notes;
}

const DumpNotes *session_find_dump_notes(Session *session) {
  if (session->dump && !session->dump_notes.launches) {
    Plan *plan = plan_new_beside(session->plan);
    if (!plan_from_dump(plan, session->dump, &session->dump_notes, NULL))
      dump_notes_free(&session->dump_notes);
    plan_free(plan);
  }
  return &session->dump_notes;
}

bool session_saves(const Session *session) {
  return session->autosave;
}

const char *session_path(const Session *session) {
  return session->path;
}

bool session_restored(const Session *session) {
  return session->restored;
}

bool session_is_new(const Session *session) {
  return !session->restored && !session->planned && plan_undo_depth(session->plan) == 0;
}

int session_first_undo(Session *session) {
  if (session->first_undo < 0) session->first_undo = plan_undo_depth(session->plan);
  return session->first_undo;
}

void session_set_first_undo(Session *session, int first) {
  session->first_undo = first;
}

bool session_resized(const Session *session) {
  return session->resized;
}

static bool use_compiler_plan(Session *session, Status *status) {
  if (!session->dump)
    return status_fail(status, STATUS_INPUT,
                       "%s has no compiler's plan: for one open a torch_compile_debug folder (with "
                       "output_code.py), or what XLA made of its "
                       "module (*_after_optimizations.txt, *.priority_fusion_dump.txt)",
                       session->path);
  dump_notes_free(&session->dump_notes);
  if (!plan_from_dump(session->plan, session->dump, &session->dump_notes, status)) return false;
  session_set_origin(session, &(PlanOrigin){"compiler", session->dump->compiler, ""});
  return true;
}

bool session_use_plan(Session *session, const char *name, Status *status) {
  if (text_equal(name, "compiler")) return use_compiler_plan(session, status);
  if (!text_equal(name, "none"))
    return status_fail(status, STATUS_INTERNAL, "\"%s\" is no built-in plan", name);
  if (!plan_reset(session->plan))
    return status_fail(status, STATUS_INPUT, "pins keep ops together: remove them first");
  session_set_origin(session, &(PlanOrigin){"hand", "none", ""});
  return true;
}

bool session_load_plan(Session *session, const char *path, Status *status) {
  if (!plan_read(session->plan, path, status)) return false;
  session_set_origin(session, &(PlanOrigin){"hand", file_base_name(path), ""});
  return true;
}

bool session_save_plan(Session *session, const char *path, Status *status) {
  Text text = {0};
  PlanOrigin origin = session_saved_origin(session);
  bool ok =
      plan_write(session->plan, &origin, &text) && file_write(path, text_get(&text), text.length, status);
  text_free(&text);
  return ok;
}

bool session_poll(Session *session) {
  if (session->jobs) jobs_collect(session->jobs);
  bool measured = session_measure_poll(session), tuned = session_tune_poll(session);
  bool changed = measured || tuned || session->changed;
  session->changed = false;
  if (session->autosave) session_autosave(session);
  return changed;
}

void session_cancel(Session *session) {
  if (session->jobs) jobs_cancel(session->jobs);
  session_measure_cancel(session);
  session_tune_cancel(session);
}
