// Running the probes in the worker.
#include "gpu/calibrate/calibrate.h"

#include "base/file.h"
#include "base/statistics.h"
#include "gpu/measure/measure.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TIMED_LAUNCHES = 30, SAMPLED_LAUNCHES = 3, REPEATS = 9 };

// ---- which device it is

// Letters and digits alone, small: "NVIDIA GeForce RTX 4090" holds "rtx4090".
static void squeeze(const char *name, char *out, size_t size) {
  size_t length = 0;
  for (; *name && length + 1 < size; name++)
    if (isalnum((unsigned char)*name)) out[length++] = (char)tolower((unsigned char)*name);
  out[length] = '\0';
}

static bool is_of_kind(const GpuInfo *gpu, const Device *device) {
  return device->limits.arch == gpu->arch && device->limits.sms == gpu->sms;
}

bool calibrate_find(const GpuInfo *gpu, Device *device, Status *status) {
  char squeezed[sizeof gpu->name];
  squeeze(gpu->name, squeezed, sizeof squeezed);
  int count;
  char **names = device_names(&count);
  bool found = false;
  for (int i = 0; i < count; i++) {
    if (!found && strstr(squeezed, names[i]))
      found = device_load(names[i], device, NULL) && is_of_kind(gpu, device);
    free(names[i]);
  }
  free(names);
  return found ||
         status_fail(status, STATUS_INPUT, "no device file describes %s with %d SMs: name one with --device",
                     gpu->name, gpu->sms);
}

static bool check_gpu(const GpuInfo *gpu, const Device *base, Status *status) {
  if (!gpu->cupti)
    return status_fail(status, STATUS_MISSING, "calibration needs CUPTI's times: %s", gpu->cupti_problem);
  if (is_of_kind(gpu, base)) return true;
  return status_fail(status, STATUS_INPUT,
                     "the GPU is %s (compute capability %d.%d, %d SMs), which is no %s (%d.%d, %d SMs)",
                     gpu->name, gpu->arch / 10, gpu->arch % 10, gpu->sms, base->title, base->limits.arch / 10,
                     base->limits.arch % 10, base->limits.sms);
}

// ---- running

typedef struct Calibrating {
  Measuring m;
  MeasureOptions options;
  const Device *base;
  const char *cubin, *samples; // files
  ProbeTimes times;
} Calibrating;

static bool compile(Calibrating *c, Status *status) {
  Text source = {0};
  Compiled compiled = {0};
  CompileRequest request = {.kernel = "fusebox_empty", .arch = c->base->limits.arch_name};
  probe_source(&source);
  request.source = text_get(&source);
  bool good = compiler_compile(c->m.worker->compiler, &request, &compiled, status) &&
              file_write(c->cubin, compiled.cubin, compiled.cubin_bytes, status);
  compiled_free(&compiled);
  text_free(&source);
  return good || status_prefix(status, "the probes");
}

static bool load_program(Calibrating *c, const RunProgram *program, Status *status) {
  Json *reply = NULL;
  if (measure_open(&c->m, status) != WORKER_ANSWERED ||
      measure_load_slot(&c->m, 0, program, &reply, status) != WORKER_ANSWERED)
    return false;
  const char *problem = NULL;
  const JsonNode *node = json_first(json_get(json_root(reply), "problems"));
  for (; node && !problem; node = json_next(node))
    problem = json_string(node, NULL);
  if (problem) status_fail(status, STATUS_MISSING, "%s", problem);
  json_free(reply);
  return !problem && measure_fill(&c->m, 0, status) == WORKER_ANSWERED;
}

static bool load(Calibrating *c, Status *status) {
  RunProgram program = probe_program(&c->base->limits, c->cubin, c->m.arena);
  return load_program(c, &program, status) &&
         measure_run_slot(&c->m, 0, PROBE_COUNT, PROBE_COUNT + PROBE_PREPARATIONS, measure_limit(&c->m),
                          status) == WORKER_ANSWERED;
}

// What one launch said of itself: the median over its blocks, as one may be held up by something else. False:
// no launch takes so many clocks or nanoseconds.
static bool summarize(const Calibrating *c, ProbeId probe, const ProbeSample *samples, ProbeSample *summary) {
  static const double most = 1e12;
  int count = probe_blocks(probe, c->base->limits.sms);
  double *values = memory_alloc((size_t)count * sizeof *values);
  for (int i = 0; i < count; i++)
    values[i] = (double)samples[i].clocks;
  double clocks = statistics_median(values, count);
  for (int i = 0; i < count; i++)
    values[i] = (double)samples[i].ns;
  double ns = statistics_median(values, count);
  free(values);
  bool good = clocks > 0 && clocks <= most && ns >= 0 && ns <= most;
  if (good) *summary = (ProbeSample){.clocks = (int64_t)clocks, .ns = (int64_t)ns};
  return good;
}

static bool launch_probe(Calibrating *c, ProbeId probe, Measured *measured, Status *status) {
  *measured = (Measured){0};
  if (measure_launch(&c->m, (int)probe, measured, status) != WORKER_ANSWERED)
    return status_prefix(status, "%s", probe_name(probe));
  return measured->by_cupti ||
         status_fail(status, STATUS_MISSING, "%s: CUPTI recorded no times", probe_name(probe));
}

// Of a file that the worker wrote: a sample for each block.
static bool read_samples(const Calibrating *c, ProbeId probe, ProbeSample *sample, Status *status) {
  size_t length = 0, wanted = (size_t)probe_blocks(probe, c->base->limits.sms) * sizeof *sample;
  char *bytes = file_read(c->samples, &length, NULL);
  bool good =
      bytes && length >= wanted && summarize(c, probe, (const ProbeSample *)(const void *)bytes, sample);
  free(bytes);
  return good || status_fail(status, STATUS_INTERNAL, "%s: the GPU worker saved no samples that can be some",
                             probe_name(probe));
}

// The buffer of samples holds what the last launch wrote; the file must not hold what one before it did.
static bool sample_once(Calibrating *c, ProbeId probe, ProbeSample *sample, Status *status) {
  Measured measured;
  unlink(c->samples);
  if (!launch_probe(c, probe, &measured, status)) return false;
  if (measure_save_buffer(&c->m, PROBE_SAMPLES_BUFFER, c->samples, status) != WORKER_ANSWERED)
    return status_prefix(status, "%s", probe_name(probe));
  return read_samples(c, probe, sample, status);
}

// One launch in some is held up by something else: the median over several.
static bool sample_often(Calibrating *c, ProbeId probe, Status *status) {
  double clocks[REPEATS], ns[REPEATS];
  for (int i = 0; i < REPEATS; i++) {
    ProbeSample sample = {0};
    if (!sample_once(c, probe, &sample, status)) return false;
    clocks[i] = (double)sample.clocks;
    ns[i] = (double)sample.ns;
  }
  c->times.clocks[probe] = statistics_median(clocks, REPEATS);
  c->times.ns[probe] = statistics_median(ns, REPEATS);
  return true;
}

static bool run_probe(Calibrating *c, ProbeId probe, Status *status) {
  Measured measured;
  c->options.launches = probe_samples(probe) ? SAMPLED_LAUNCHES : TIMED_LAUNCHES;
  if (probe_samples(probe)) return sample_often(c, probe, status);
  if (!launch_probe(c, probe, &measured, status)) return false;
  c->times.us[probe] = measured.time_us;
  return true;
}

static bool run_probes(Calibrating *c, CalibrateProgress progress, void *context, Status *status) {
  for (int i = 0; i < PROBE_COUNT; i++) {
    if (!run_probe(c, (ProbeId)i, status)) return false;
    if (progress && !progress(context, i + 1, PROBE_COUNT))
      return status_fail(status, STATUS_CANCELLED, "the calibration was cancelled");
  }
  return true;
}

// The whole chain as one CUDA graph.
static bool time_chain(Calibrating *c, int count, double *us, Status *status) {
  RunProgram chain = probe_chain(&c->base->limits, c->cubin, count, c->m.arena);
  Measured total = {0};
  if (!load_program(c, &chain, status) || measure_total(&c->m, &total, status) != WORKER_ANSWERED)
    return status_prefix(status, "a chain of kernels");
  *us = total.time_us;
  return true;
}

// What the line through the times of two chains leaves at no kernel at all. An error of its slope counts
// SHORT times in that: hence a short one. The same graph made again takes up to a microsecond more or less:
// the median over several.
static bool run_chains(Calibrating *c, Status *status) {
  enum { SHORT = 8, LONG = 160 };
  double steps[REPEATS], rests[REPEATS];
  c->options.launches = TIMED_LAUNCHES;
  for (int i = 0; i < REPEATS; i++) {
    double short_us, long_us;
    if (!time_chain(c, SHORT, &short_us, status) || !time_chain(c, LONG, &long_us, status)) return false;
    steps[i] = (long_us - short_us) / (LONG - SHORT);
    rests[i] = short_us - SHORT * steps[i];
  }
  c->times.graph_step_us = statistics_median(steps, REPEATS);
  c->times.graph_us = statistics_median(rests, REPEATS);
  return true;
}

static bool prepare(Calibrating *c, Status *status) {
  if (!measure_prepare(&c->m, status)) return false;
  c->cubin = arena_printf(c->m.arena, "%s/probes.cubin", c->m.folder);
  c->samples = arena_printf(c->m.arena, "%s/samples.bin", c->m.folder);
  return compile(c, status) && load(c, status);
}

bool worker_calibrate(Worker *worker, const Device *base, CalibrateProgress progress, void *context,
                      Calibration *calibration, Status *status) {
  GpuInfo gpu;
  if (!worker_probe(worker, &gpu, status) || !check_gpu(&gpu, base, status)) return false;
  Program none = {0};
  MeasureReport report = {0};
  Calibrating *c = memory_alloc(sizeof *c);
  *c = (Calibrating){.base = base};
  c->m = (Measuring){
      .worker = worker, .program = &none, .options = &c->options, .report = &report, .arena = arena_new()};
  bool good = prepare(c, status) && run_probes(c, progress, context, status) && run_chains(c, status) &&
              calibrate_derive(base, &c->times, calibration, status);
  if (good)
    snprintf(calibration->source, sizeof calibration->source,
             "Measured on %s (driver for CUDA %d.%d) by fusebox " FUSEBOX_VERSION
             "; limits, caches and DRAM's rate as in the shipped file",
             gpu.name, gpu.driver_version / 1000, gpu.driver_version % 1000 / 10);
  measure_unload(&c->m);
  measure_clean(&c->m);
  arena_free(c->m.arena);
  free(c);
  return good;
}
