// A unit: the plan that a heuristic makes, what it is estimated to cost, and what the other stages find.
#include "base/clock.h"
#include "base/file.h"
#include "cost/plan_cost.h"
#include "experiment/store.h"
#include "experiment/work_internal.h"
#include "plan/program/live.h"
#include "script/trail.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

Work *work_new(const Experiment *experiment, const WorkOptions *options) {
  Work *work = memory_alloc(sizeof *work);
  *work = (Work){.experiment = experiment, .options = *options, .graph = -1, .device = -1};
  work->sources = memory_alloc(sizeof *work->sources * (size_t)experiment->variants.count);
  return work;
}

void work_free(Work *work) {
  if (!work) return;
  session_close(work->session);
  for (int i = 0; i < work->experiment->variants.count; i++)
    sources_free(&work->sources[i]);
  free(work->sources);
  free(work);
}

static double now_seconds(void) {
  struct timespec now = {0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// ---- Opening.

// As short as it can be said here.
static const char *path_here(const Work *work, const char *path) {
  const char *folder = work->experiment->folder;
  size_t length = strlen(folder);
  return work->options.inside && text_starts(path, folder) && path[length] == '/' ? path + length + 1 : path;
}

static Session *open_graph(const ExperimentGraph *graph, const char *path, const char *device,
                           Status *status) {
  SessionOptions options = {.device = device, .compile_threads = 1};
  options.read =
      (ReadOptions){.sizes = graph->sizes.data, .size_count = graph->sizes.count, .no_remarks = true};
  return session_open(path, &options, status);
}

static void name_graph(const Graph *graph, char hash[KEY_SIZE]) {
  snprintf(hash, KEY_SIZE, "%016" PRIx64, graph->hash);
}

static bool is_same(const ExperimentGraph *graph, const Session *session, Status *status) {
  char hash[KEY_SIZE];
  name_graph(session_graph(session), hash);
  return text_equal(hash, graph->hash) ||
         status_fail(status, STATUS_INPUT, "%s %s when the experiment began: run its Lua file again",
                     graph->name, *graph->hash ? "was another graph" : "could not be opened");
}

static void close_graph(Work *work) {
  session_close(work->session);
  work->session = NULL;
}

static bool open_for(Work *work, const Point *unit) {
  const ExperimentGraph *graph = &work->experiment->graphs.data[unit->graph];
  if (work->graph == unit->graph && work->device == unit->device) return work->session != NULL;
  close_graph(work);
  work->graph = unit->graph;
  work->device = unit->device;
  work->problem = (Status){0};
  work->session = open_graph(graph, path_here(work, graph->path),
                             work->experiment->devices.data[unit->device].path, &work->problem);
  if (work->session && !is_same(graph, work->session, &work->problem)) close_graph(work);
  return work->session != NULL;
}

static void resolve_compiler(Session *session, char compiler[KEY_SIZE]) {
  Text text = {0};
  if (!session_use_plan(session, "compiler", NULL)) return;
  plan_write(session_plan(session), NULL, &text);
  hash_name(compiler, text.data, text.length);
  text_free(&text);
}

void work_resolve(const Experiment *experiment, int index, char hash[KEY_SIZE], char compiler[KEY_SIZE]) {
  const ExperimentGraph *graph = &experiment->graphs.data[index];
  Session *session = open_graph(graph, graph->path, experiment->devices.data[0].path, NULL);
  hash[0] = compiler[0] = '\0';
  if (!session) return;
  name_graph(session_graph(session), hash);
  if (session_dump(session)) resolve_compiler(session, compiler);
  session_close(session);
}

// ---- Making the plan. What cannot be begun is refused, what goes wrong has failed.

typedef struct Making {
  Work *work;
  const ExperimentVariant *variant;
  Plan *plan; // of the session's graph
  Row *row;
  Text report; // the row's
} Making;

static bool refuse(Row *row, const Status *why) {
  row->status = ROW_REFUSED;
  row->message = why->message;
  return false;
}

static bool fail(Row *row, const Status *why) {
  row->status = why->code == STATUS_CANCELLED ? ROW_TIMEOUT : ROW_FAILED;
  row->message = why->message;
  return false;
}

static bool use_compiler(Making *making, Status *status) {
  Session *session = making->work->session;
  return session_use_plan(session, "compiler", status) &&
         plan_replace(making->plan, session_plan(session), "compiler");
}

static bool set_start(Making *making, Status *status) {
  const ExperimentVariant *variant = making->variant;
  if (text_equal(variant->start, "compiler") || text_equal(variant->heuristic, "compiler"))
    return use_compiler(making, status);
  return !variant->start_path ||
         plan_read(making->plan, path_here(making->work, variant->start_path), status);
}

static int64_t questions(const Trail *trail) {
  int64_t asked = trail->after.asked;
  for (int i = 0; i < trail->steps.count; i++)
    asked += trail->steps.data[i].asked;
  return asked;
}

// Read once: a row's key has the hash of these files, and reading them takes longer than many a heuristic.
static const Sources *sources_of(Work *work, const ExperimentVariant *variant) {
  Sources *sources = &work->sources[variant - work->experiment->variants.data];
  if (!sources->files.count) sources_add_script(sources, path_here(work, variant->path));
  return sources;
}

static bool perform(Making *making, Status *status) {
  Work *work = making->work;
  const ExperimentVariant *variant = making->variant;
  ScriptLimits limits = {.instructions = work->experiment->instructions,
                         .evaluations = work->experiment->evaluations,
                         .processors = 1, // the others have rows of their own
                         .stop = work->options.stop};
  RunFigures figures = {0};
  HeuristicRun run = {.name_or_path = path_here(work, variant->path),
                      .sources = sources_of(work, variant),
                      .options = variant->options.data,
                      .option_count = variant->options.count,
                      .limits = &limits,
                      .trail = trail_new(making->plan),
                      .figures = &figures,
                      .time_plan = work_time_plan,
                      .timer = work,
                      .dump = session_dump(work->session)};
  bool good = heuristic_perform_apart(making->plan, session_estimator(work->session),
                                      session_device(work->session), &run, status);
  making->row->evaluations = good && !run.trail->cut_short ? questions(run.trail) : ROW_UNKNOWN;
  if (good) run_figures_text(&figures, &making->report);
  making->row->report = text_get(&making->report);
  run_figures_clear(&figures);
  trail_free(run.trail);
  if (!good && status->code == STATUS_CANCELLED)
    status_fail(status, STATUS_CANCELLED, "it took more than %g seconds", work->experiment->seconds);
  return good;
}

// A kept plan; what is none goes.
static bool read_plan(Making *making, const char *plan) {
  const char *folder = making->work->options.folder;
  size_t length;
  char *path = store_plan_path(folder, plan), *text = store_plan_text(folder, plan, &length, NULL);
  bool good = text && plan_parse(making->plan, path, text, length, NULL);
  if (!text) unlink(path);
  free(text);
  free(path);
  return good;
}

static bool make_plan(Making *making, const char *known, Status *status) {
  if (*known && read_plan(making, known)) return true; // else it is made again
  if (!set_start(making, status)) return refuse(making->row, status);
  plan_forget_edits(making->plan);
  making->row->evaluations = 0;
  return !making->variant->path || perform(making, status) || fail(making->row, status);
}

static bool keep_plan(Making *making, char hash[KEY_SIZE], Status *status) {
  Text text = {0};
  plan_write(making->plan, NULL, &text);
  bool good = store_keep_plan(making->work->options.folder, text.data, text.length, hash, status);
  text_free(&text);
  making->row->plan = hash;
  return good;
}

// ---- What it costs.

static void put_estimates(Making *making) {
  Estimator *estimator = session_estimator(making->work->session);
  Row *row = making->row;
  PlanTotal total = plan_total(estimator, making->plan);
  ExactSum library_fs = 0; // whole, so that the sum does not depend on the order
  int count;
  const int *order = plan_order(making->plan, &count);
  for (int i = 0; i < count; i++) {
    const Estimate *kernel = estimator_kernel(estimator, making->plan, order[i]);
    if (kernel->is_library) library_fs += plan_cost_fs(kernel->time_us);
  }
  row->kernels = total.kernels;
  row->time_us = total.time_us;
  row->library_us = (double)library_fs * 1e-9;
  row->fusible_us = (double)(total.time_fs - library_fs) * 1e-9;
  row->dram_bytes = total.dram_bytes;
}

static void put_peak(Making *making) {
  PlanLive live = plan_live(making->plan);
  making->row->peak_bytes = live.peak >= 0 ? live.bytes[live.peak] : live.input_bytes;
  plan_live_free(&live);
}

static bool run_stage(Making *making, ExperimentStage stage, Status *status) {
  Work *work = making->work;
  if (stage == STAGE_ESTIMATE) return true;
  plan_replace(session_plan(work->session), making->plan, "experiment");
  bool good =
      stage == STAGE_COMPILE ? work_compile(work, making->row, status) : work_time(work, making->row, status);
  if (good) return true;
  return status->code == STATUS_MISSING ? refuse(making->row, status) : fail(making->row, status);
}

// ---- Answering.

static void answer(const Work *work, const UnitTask *task, ExperimentStage stage, const Row *found,
                   double begun) {
  char key[KEY_SIZE];
  Point point = task->unit;
  point.stage = stage;
  Row row = point_row(work->experiment, &point, key);
  row.status = found->status, row.message = found->message, row.plan = found->plan;
  row.kernels = found->kernels, row.time_us = found->time_us, row.fusible_us = found->fusible_us;
  row.library_us = found->library_us, row.dram_bytes = found->dram_bytes, row.peak_bytes = found->peak_bytes;
  if (stage == STAGE_ESTIMATE) row.evaluations = found->evaluations, row.report = found->report;
  row.registers = found->registers, row.spill_bytes = found->spill_bytes;
  row.instructions = found->instructions, row.samples = found->samples;
  row.sample_count = found->sample_count;
  row.clock_mhz = found->clock_mhz, row.power_w = found->power_w, row.gpu = found->gpu;
  row.host = work->options.host, row.worker = work->options.worker;
  row.at = clock_seconds(), row.seconds = now_seconds() - begun;
  work->options.answer(work->options.context, stage, &row);
}

static void answer_all(const Work *work, const UnitTask *task, const Row *row, double begun) {
  for (int stage = 0; stage < STAGE_COUNT; stage++)
    if (task->stages >> stage & 1) answer(work, task, (ExperimentStage)stage, row, begun);
}

static void answer_planned(Making *making, const UnitTask *task, double begun) {
  put_estimates(making);
  put_peak(making);
  const Row plan = *making->row;
  for (int stage = 0; stage < STAGE_COUNT; stage++) {
    Status status = {0};
    Row found = plan;
    if (!(task->stages >> stage & 1)) continue;
    Making staged = *making;
    staged.row = &found;
    run_stage(&staged, (ExperimentStage)stage, &status);
    answer(making->work, task, (ExperimentStage)stage, &found, begun);
    begun = now_seconds();
  }
}

void work_unit(Work *work, const UnitTask *task) {
  double begun = now_seconds();
  char hash[KEY_SIZE];
  Status status = {0};
  Row row = row_unknown();
  if (!open_for(work, &task->unit)) {
    refuse(&row, &work->problem);
    answer_all(work, task, &row, begun);
    return;
  }
  Making making = {.work = work,
                   .variant = &work->experiment->variants.data[task->unit.variant],
                   .plan = plan_new(session_graph(work->session), &session_device(work->session)->limits),
                   .row = &row};
  if (!make_plan(&making, task->plan, &status))
    answer_all(work, task, &row, begun);
  else if (!keep_plan(&making, hash, &status))
    work->options.give_up(work->options.context, &status);
  else
    answer_planned(&making, task, begun);
  plan_free(making.plan);
  text_free(&making.report);
}
