// The requests of a measurement.
#include "base/file.h"
#include "gpu/measure/measure.h"
#include "gpu/worker/service_source.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double load_limit_s = 120; // gigabytes to allocate and fill
static const double budget_part = 0.4;  // of the time limit, for the runs that are counted
static const double total_budget_s = 1;

// ---- preparing

static bool make_folder(Measuring *m, Status *status) {
  const char *base = getenv("TMPDIR");
  if (!base || !*base || strlen(base) > 40) base = "/tmp";
  snprintf(m->folder, sizeof m->folder, "%s/fusebox-XXXXXX", base);
  if (mkdtemp(m->folder)) return true;
  bool failed = status_fail(status, STATUS_INTERNAL, "%s: %s", m->folder, strerror(errno));
  m->folder[0] = '\0';
  return failed;
}

static bool make_service(Measuring *m, const char *arch, Status *status) {
  Text source = {0};
  Compiled compiled = {0};
  service_source(&source);
  CompileRequest request = {.prelude = kernel_types_prelude(),
                            .source = text_get(&source),
                            .kernel = "fusebox_compare",
                            .arch = arch};
  bool good = compiler_compile(m->worker->compiler, &request, &compiled, status);
  m->service = arena_printf(m->arena, "%s/service.cubin", m->folder);
  good = good && file_write(m->service, compiled.cubin, compiled.cubin_bytes, status);
  compiled_free(&compiled);
  text_free(&source);
  return good || status_prefix(status, "the GPU worker's own kernels");
}

static void leave_libraries_out(Measuring *m) {
  for (int i = 0; i < m->program->launch_count; i++) {
    if (m->program->launches[i].kind != LAUNCH_MATMUL) continue;
    m->left_out[i] = true;
    measure_refuse(&m->report->kernels[i], "not run: library calls are left out");
  }
}

bool measure_prepare(Measuring *m, Status *status) {
  GpuInfo info;
  char arch[16];
  if (!worker_probe(m->worker, &info, status) || !make_folder(m, status)) return false;
  cubin_arch(info.arch, arch);
  if (!make_service(m, arch, status)) return false;
  const Program *programs[] = {m->program, m->reference};
  cubin_files_make(m->worker->compiler, programs, m->reference ? 2 : 1, arch, m->folder, m->arena, m->files);
  m->left_out = arena_array(m->arena, (size_t)m->program->launch_count + 1, sizeof *m->left_out);
  if (m->options->generated_only) leave_libraries_out(m);
  if (m->reference)
    m->reference_out =
        arena_array(m->arena, (size_t)m->reference->launch_count + 1, sizeof *m->reference_out);
  return true;
}

void measure_clean(Measuring *m) {
  int count = 0;
  char **names = m->folder[0] ? file_list(m->folder, &count, NULL) : NULL;
  for (int i = 0; i < count; i++) {
    char *path = file_join(m->folder, names[i]);
    unlink(path);
    free(path);
    free(names[i]);
  }
  free(names);
  if (m->folder[0]) rmdir(m->folder);
}

// ---- asking

WorkerOutcome measure_ask(Measuring *m, Text *text, double limit_s, Json **reply, Status *status) {
  WorkerOutcome outcome = process_request(&m->worker->process, text, limit_s, reply, status);
  if (outcome == WORKER_DIED) m->deaths++;
  text_free(text);
  return outcome;
}

JsonWriter measure_begin(Text *text, const char *what) {
  JsonWriter json = json_writer(text, false);
  json_begin_object(&json, NULL);
  json_put_string(&json, "do", what);
  return json;
}

// A worker that was started since must be told of its own kernels first.
WorkerOutcome measure_open(Measuring *m, Status *status) {
  const WorkerProcess *process = &m->worker->process;
  if (process->child && m->opened == process->starts) return WORKER_ANSWERED;
  Text text = {0};
  JsonWriter json = measure_begin(&text, "open");
  json_put_string(&json, "service", m->service);
  json_end(&json);
  WorkerOutcome outcome = measure_ask(m, &text, load_limit_s, NULL, status);
  m->opened = outcome == WORKER_ANSWERED ? process->starts : 0;
  return outcome;
}

WorkerOutcome measure_load_slot(Measuring *m, int slot, const RunProgram *run, Json **reply, Status *status) {
  Text text = {0};
  JsonWriter json = measure_begin(&text, "load");
  json_put_integer(&json, "slot", slot);
  run_program_write(run, &json);
  json_end(&json);
  return measure_ask(m, &text, load_limit_s, reply, status);
}

static WorkerOutcome ask_about_slot(Measuring *m, const char *what, int slot, Status *status) {
  Text text = {0};
  JsonWriter json = measure_begin(&text, what);
  json_put_integer(&json, "slot", slot);
  json_end(&json);
  return measure_ask(m, &text, load_limit_s, NULL, status);
}

// ---- loading

static void mark(Measured *measured, const char *error) {
  if (!measured->error[0]) measure_refuse(measured, error); // the first reason stays
}

// Takes over the problems of launches; true when there are new ones, whose results must then be filled from
// outside.
static bool take_problems(Measuring *m, const Json *reply) {
  bool found = false;
  int i = 0;
  for (const JsonNode *node = json_first(json_get(json_root(reply), "problems")); node;
       node = json_next(node), i++) {
    const char *problem = json_string(node, NULL);
    if (!problem || i >= m->program->launch_count || m->left_out[i]) continue;
    mark(&m->report->kernels[i], problem);
    m->left_out[i] = found = true;
  }
  return found;
}

static WorkerOutcome load_program(Measuring *m, bool *problems, Status *status) {
  Translation translation = {m->program, m->files[0], m->left_out, NULL, m->options->seed, m->folder};
  RunProgram run;
  Json *reply = NULL;
  if (!translate_program(&translation, m->arena, &run, status)) return WORKER_REFUSED;
  WorkerOutcome outcome = measure_load_slot(m, 0, &run, &reply, status);
  *problems = outcome == WORKER_ANSWERED && take_problems(m, reply);
  json_free(reply);
  return outcome;
}

WorkerOutcome measure_load(Measuring *m, Status *status) {
  WorkerOutcome outcome = measure_open(m, status);
  for (bool problems = true; problems && outcome == WORKER_ANSWERED;)
    outcome = load_program(m, &problems, status);
  return outcome == WORKER_ANSWERED ? measure_fill(m, 0, status) : outcome;
}

WorkerOutcome measure_fill(Measuring *m, int slot, Status *status) {
  return ask_about_slot(m, "fill", slot, status);
}

void measure_unload(Measuring *m) {
  if (m->worker->process.child) ask_about_slot(m, "unload", 0, NULL);
}

WorkerOutcome measure_run_slot(Measuring *m, int slot, int from, int to, double limit_s, Status *status) {
  Text text = {0};
  JsonWriter json = measure_begin(&text, "run");
  json_put_integer(&json, "slot", slot);
  json_put_integer(&json, "from", from);
  json_put_integer(&json, "to", to);
  json_end(&json);
  return measure_ask(m, &text, limit_s, NULL, status);
}

WorkerOutcome measure_run(Measuring *m, int count, Status *status) {
  return measure_run_slot(m, 0, 0, count, load_limit_s, status);
}

// ---- timing

double measure_limit(const Measuring *m) {
  return m->options->time_limit_s > 0 ? m->options->time_limit_s : 10;
}

static void put_timing_plan(const Measuring *m, double budget_s, JsonWriter *json) {
  json_put_integer(json, "slot", 0);
  json_put_integer(json, "launches", m->options->launches > 0 ? m->options->launches : 50);
  json_put_number(json, "budget", budget_s);
  json_put_bool(json, "dirty", m->options->dirty_cache);
}

static bool is_duration(double us, double most_s) {
  return us >= 0 && us <= 1e6 * most_s;
}

// A count of the worker's; -1: it cannot be one.
static int read_count(const JsonNode *node) {
  int64_t count = json_integer(node, node ? -1 : 0);
  return count >= 0 && count <= INT32_MAX ? (int)count : -1;
}

// No figure is taken that cannot be one: none is longer than what was waited for.
static bool read_timing(const Json *reply, double limit_s, Measured *measured, Status *status) {
  const JsonNode *root = json_root(reply);
  Measured read = {.ok = true,
                   .time_us = json_number(json_get(root, "median_us"), NAN),
                   .spread_us = json_number(json_get(root, "spread_us"), 0),
                   .launches = read_count(json_get(root, "launches")),
                   .by_cupti = json_bool(json_get(root, "cupti"), false),
                   .registers = read_count(json_get(root, "registers")),
                   .local_bytes = read_count(json_get(root, "local"))};
  if (!is_duration(read.time_us, limit_s) || read.time_us == 0 || !is_duration(read.spread_us, limit_s))
    return status_fail(status, STATUS_INTERNAL,
                       "the GPU worker told no time that can be one: %g us, spread %g us", read.time_us,
                       read.spread_us);
  if (read.launches < 0 || read.registers < 0 || read.local_bytes < 0)
    return status_fail(status, STATUS_INTERNAL, "the GPU worker told counts that cannot be");
  *measured = read;
  return true;
}

// ---- of the whole: every sample, clock and power

static double *read_samples(const JsonNode *list, int count, double limit_s) {
  if (json_count(list) != count || count == 0) return NULL;
  double *samples = memory_alloc(sizeof *samples * (size_t)count);
  int i = 0;
  for (const JsonNode *node = json_first(list); node; node = json_next(node), i++) {
    samples[i] = json_number(node, NAN);
    if (is_duration(samples[i], limit_s)) continue;
    free(samples);
    return NULL;
  }
  return samples;
}

// From 0 to `most`, else 0.
static double read_sensor(const JsonNode *node, double most) {
  double value = json_number(node, 0);
  return value >= 0 && value <= most ? value : 0;
}

// What cannot be is left out: the time itself stands.
static void take_whole(const Json *reply, double limit_s, MeasureReport *report) {
  static const double clock_most = 1e5, power_most = 1e5;
  const JsonNode *root = json_root(reply);
  free(report->samples_us);
  report->samples_us = read_samples(json_get(root, "samples_us"), report->total.launches, limit_s);
  report->clock_mhz = read_sensor(json_get(root, "clock_mhz"), clock_most);
  report->power_w = read_sensor(json_get(root, "power_w"), power_most);
}

static WorkerOutcome take_timing(Measuring *m, Text *text, double limit_s, Measured *measured,
                                 Status *status) {
  Json *reply = NULL;
  WorkerOutcome outcome = measure_ask(m, text, limit_s, &reply, status);
  if (outcome == WORKER_ANSWERED && !read_timing(reply, limit_s, measured, status)) outcome = WORKER_REFUSED;
  if (outcome != WORKER_ANSWERED) mark(measured, status->message);
  if (outcome == WORKER_ANSWERED && measured == &m->report->total) take_whole(reply, limit_s, m->report);
  json_free(reply);
  return outcome;
}

WorkerOutcome measure_launch(Measuring *m, int launch, Measured *measured, Status *status) {
  Text text = {0};
  JsonWriter json = measure_begin(&text, "time");
  put_timing_plan(m, budget_part * measure_limit(m), &json);
  json_put_integer(&json, "launch", launch);
  json_end(&json);
  return take_timing(m, &text, measure_limit(m), measured, status);
}

WorkerOutcome measure_total(Measuring *m, Measured *total, Status *status) {
  Text text = {0};
  JsonWriter json = measure_begin(&text, "total");
  put_timing_plan(m, total_budget_s, &json);
  json_end(&json);
  return take_timing(m, &text, load_limit_s, total, status);
}
