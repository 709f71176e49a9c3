// The requests of a measurement.
#include "base/file.h"
#include "gpu/measure.h"
#include "gpu/service_source.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double load_limit_s = 120,
                    check_limit_s = 120; // gigabytes to allocate and fill; two programs to run
static const double budget_part = 0.4;   // of the time limit, for the runs that are counted
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
  bool good = service_source(&source, status);
  CompileRequest request = {.source = text_get(&source), .kernel = "fusebox_compare", .arch = arch};
  good = good && compiler_compile(m->worker->compiler, &request, &compiled, status);
  m->service = arena_printf(m->arena, "%s/service.cubin", m->folder);
  good = good && file_write(m->service, compiled.cubin, compiled.cubin_bytes, status);
  compiled_free(&compiled);
  text_free(&source);
  return good || status_prefix(status, "the GPU worker's own kernels");
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

// The request is what `json` wrote into `text`, complete; both are used up.
static WorkerOutcome ask(Measuring *m, Text *text, double limit_s, Json **reply, Status *status) {
  WorkerOutcome outcome = process_request(&m->worker->process, text, limit_s, reply, status);
  if (outcome == WORKER_DIED) m->deaths++;
  text_free(text);
  return outcome;
}

static JsonWriter begin(Text *text, const char *what) {
  JsonWriter json = json_writer(text, false);
  json_begin_object(&json, NULL);
  json_put_string(&json, "do", what);
  return json;
}

// A worker that was started since must be told of its own kernels first.
static WorkerOutcome open_service(Measuring *m, Status *status) {
  const WorkerProcess *process = &m->worker->process;
  if (process->child && m->opened == process->starts) return WORKER_ANSWERED;
  Text text = {0};
  JsonWriter json = begin(&text, "open");
  json_put_string(&json, "service", m->service);
  json_end(&json);
  WorkerOutcome outcome = ask(m, &text, load_limit_s, NULL, status);
  m->opened = outcome == WORKER_ANSWERED ? process->starts : 0;
  return outcome;
}

static WorkerOutcome load(Measuring *m, int slot, const RunProgram *run, Json **reply, Status *status) {
  Text text = {0};
  JsonWriter json = begin(&text, "load");
  json_put_integer(&json, "slot", slot);
  run_program_write(run, &json);
  json_end(&json);
  return ask(m, &text, load_limit_s, reply, status);
}

static WorkerOutcome ask_about_slot(Measuring *m, const char *what, int slot, Status *status) {
  Text text = {0};
  JsonWriter json = begin(&text, what);
  json_put_integer(&json, "slot", slot);
  json_end(&json);
  return ask(m, &text, load_limit_s, NULL, status);
}

// ---- loading

static void mark(Measured *measured, const char *error) {
  if (measured->error[0]) return; // the first reason stays
  measured->ok = false;
  snprintf(measured->error, sizeof measured->error, "%.250s", error);
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
  WorkerOutcome outcome = load(m, 0, &run, &reply, status);
  *problems = outcome == WORKER_ANSWERED && take_problems(m, reply);
  json_free(reply);
  return outcome;
}

WorkerOutcome measure_load(Measuring *m, Status *status) {
  WorkerOutcome outcome = open_service(m, status);
  for (bool problems = true; problems && outcome == WORKER_ANSWERED;)
    outcome = load_program(m, &problems, status);
  return outcome == WORKER_ANSWERED ? ask_about_slot(m, "fill", 0, status) : outcome;
}

void measure_unload(Measuring *m) {
  if (m->worker->process.child) ask_about_slot(m, "unload", 0, NULL);
}

WorkerOutcome measure_run(Measuring *m, int count, Status *status) {
  Text text = {0};
  JsonWriter json = begin(&text, "run");
  json_put_integer(&json, "slot", 0);
  json_put_integer(&json, "from", 0);
  json_put_integer(&json, "to", count);
  json_end(&json);
  return ask(m, &text, load_limit_s, NULL, status);
}

// ---- timing

static double limit_of(const Measuring *m) {
  return m->options->time_limit_s > 0 ? m->options->time_limit_s : 10;
}

static void put_timing_plan(const Measuring *m, double budget_s, JsonWriter *json) {
  json_put_integer(json, "slot", 0);
  json_put_integer(json, "launches", m->options->launches > 0 ? m->options->launches : 50);
  json_put_number(json, "budget", budget_s);
  json_put_bool(json, "dirty", m->options->dirty_cache);
}

static void read_timing(const Json *reply, Measured *measured) {
  const JsonNode *root = json_root(reply);
  *measured = (Measured){.ok = true,
                         .time_us = json_number(json_get(root, "median_us"), 0),
                         .spread_us = json_number(json_get(root, "spread_us"), 0),
                         .launches = (int)json_integer(json_get(root, "launches"), 0),
                         .by_cupti = json_bool(json_get(root, "cupti"), false),
                         .registers = (int)json_integer(json_get(root, "registers"), 0),
                         .local_bytes = (int)json_integer(json_get(root, "local"), 0)};
}

static WorkerOutcome take_timing(Measuring *m, Text *text, double limit_s, Measured *measured,
                                 Status *status) {
  Json *reply = NULL;
  WorkerOutcome outcome = ask(m, text, limit_s, &reply, status);
  if (outcome == WORKER_ANSWERED)
    read_timing(reply, measured);
  else
    mark(measured, status->message);
  json_free(reply);
  return outcome;
}

WorkerOutcome measure_launch(Measuring *m, int launch, Measured *measured, Status *status) {
  Text text = {0};
  JsonWriter json = begin(&text, "time");
  put_timing_plan(m, budget_part * limit_of(m), &json);
  json_put_integer(&json, "launch", launch);
  json_end(&json);
  return take_timing(m, &text, limit_of(m), measured, status);
}

WorkerOutcome measure_total(Measuring *m, Measured *total, Status *status) {
  Text text = {0};
  JsonWriter json = begin(&text, "total");
  put_timing_plan(m, total_budget_s, &json);
  json_end(&json);
  return take_timing(m, &text, load_limit_s, total, status);
}

// ---- checking

static WorkerOutcome load_reference(Measuring *m, Status *status) {
  Translation translation = {m->reference, m->files[1], NULL, m->program, m->options->seed, m->folder};
  RunProgram run;
  Json *reply = NULL;
  for (int i = 0; i < m->reference->launch_count; i++)
    if (m->files[1][i].problem) {
      status_fail(status, STATUS_INTERNAL, "%s: %s", m->reference->launches[i].emitted.name,
                  m->files[1][i].problem);
      return WORKER_REFUSED;
    }
  if (!translate_program(&translation, m->arena, &run, status)) return WORKER_REFUSED;
  WorkerOutcome outcome = load(m, 1, &run, &reply, status);
  json_free(reply);
  return outcome;
}

static const char *pair_name(const Measuring *m, const CheckPair *pair) {
  return m->program->graph->values[m->program->buffers[pair->buffer].storage].name;
}

static const char *launch_label(const Measuring *m, int launch) {
  const Launch *l = &m->program->launches[launch];
  return l->kind == LAUNCH_KERNEL ? l->emitted.name : "the matrix product";
}

static void write_verdict(Measuring *m, const JsonNode *reply, const CheckPair *pairs, int count) {
  MeasureReport *report = m->report;
  char *text = report->check_text;
  size_t size = sizeof report->check_text;
  int pair = (int)json_integer(json_get(reply, "pair"), -1);
  long long compared = (long long)json_integer(json_get(reply, "compared"), 0);
  long long off = (long long)json_integer(json_get(reply, "mismatches"), 0);
  long long strange = (long long)json_integer(json_get(reply, "not_finite"), 0);
  report->checked = true;
  report->check_pass = json_bool(json_get(reply, "pass"), false);
  if (pair < 0 || pair >= count) {
    snprintf(text, size, "nothing to compare");
    return;
  }
  const CheckPair *p = &pairs[pair];
  double worst = json_number(json_get(reply, "worst"), 0), norm = json_number(json_get(reply, "norm"), 0);
  int used;
  if (report->check_pass)
    used = snprintf(text, size, "%lld results agree; nearest to its tolerance of %.2g: %s, at %.2f of it",
                    compared, p->tolerance, pair_name(m, p), worst);
  else
    used = snprintf(text, size,
                    "%s of %s is wrong: %.9g where %.9g is right (element %lld of its memory; %lld are off; "
                    "norm %.2g, tolerance %.2g)",
                    pair_name(m, p), launch_label(m, p->after), json_number(json_get(reply, "got"), NAN),
                    json_number(json_get(reply, "want"), NAN),
                    (long long)json_integer(json_get(reply, "index"), 0), off, norm, p->tolerance);
  if (strange && used > 0 && (size_t)used < size)
    snprintf(text + used, size - (size_t)used, "; %lld of its reference are not finite", strange);
}

static WorkerOutcome compare(Measuring *m, const CheckPair *pairs, int count, Status *status) {
  Text text = {0};
  JsonWriter json = begin(&text, "check");
  json_begin_array(&json, "pairs");
  for (int i = 0; i < count; i++) {
    json_begin_inline(&json, NULL, true);
    json_put_integer(&json, NULL, pairs[i].buffer);
    json_put_integer(&json, NULL, pairs[i].reference);
    json_put_integer(&json, NULL, pairs[i].after);
    json_put_number(&json, NULL, pairs[i].tolerance);
    json_end(&json);
  }
  json_end(&json);
  json_end(&json);
  Json *reply = NULL;
  WorkerOutcome outcome = ask(m, &text, check_limit_s, &reply, status);
  if (outcome == WORKER_ANSWERED) write_verdict(m, json_root(reply), pairs, count);
  json_free(reply);
  return outcome;
}

WorkerOutcome measure_check(Measuring *m, Status *status) {
  int count;
  const CheckPair *pairs = translate_pairs(m->program, m->reference, m->arena, &count);
  WorkerOutcome outcome = load_reference(m, status);
  if (outcome == WORKER_ANSWERED) outcome = compare(m, pairs, count, status);
  if (outcome != WORKER_ANSWERED)
    snprintf(m->report->check_text, sizeof m->report->check_text, "not checked: %.480s", status->message);
  return outcome;
}
