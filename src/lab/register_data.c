#include "lab/register_data.h"

#include "base/arena.h"
#include "base/hash.h"
#include "base/jobs.h"
#include "base/random.h"
#include "kernel/cuda/emit.h"
#include "kernel/template/candidates.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct RegisterCollector {
  Compiler *compiler;
  const GpuLimits *limits;
  CollectOptions options;
  Jobs *jobs;
  HashMap nests, codes; // seen
  RegisterData data;
};

typedef struct CompileJob {
  RegisterCollector *collector;
  int sample;
  Emitted emitted;
  int cap;
  bool ok;
  int registers, spill_bytes;
} CompileJob;

enum {
  MOST_PENDING = 64, // sources wait in memory
  SPILLING_MORE = 2, // variants of mixed kernels, for each of others
};

void register_data_free(RegisterData *data) {
  for (int i = 0; i < data->graphs.count; i++)
    free(data->graphs.data[i]);
  vector_free(&data->graphs);
  vector_free(&data->samples);
}

static void print_columns(Text *out) {
  text_add(out, "graph\tset\tnest\ttemplate\tregisters\tspill_bytes");
  for (int i = 0; i < FEATURE_COUNT; i++)
    text_printf(out, "\t%s", register_feature_name((RegisterFeature)i));
}

void register_data_print(const RegisterData *data, Text *out) {
  print_columns(out);
  for (int i = 0; i < data->samples.count; i++) {
    const RegisterSample *sample = &data->samples.data[i];
    if (!sample->compiled) continue;
    text_printf(out, "\n%s\t%d\t%016" PRIx64 "\t%s\t%d\t%d", data->graphs.data[sample->graph],
                (int)sample->set, sample->nest, template_name(sample->kind), sample->registers,
                sample->spill_bytes);
    for (int feature = 0; feature < FEATURE_COUNT; feature++)
      text_printf(out, "\t%g", sample->features.value[feature]);
  }
  text_add(out, "\n");
}

static bool read_features(const char *text, RegisterFeatures *features) {
  for (int i = 0; i < FEATURE_COUNT; i++) {
    int read;
    if (sscanf(text, " %f%n", &features->value[i], &read) != 1) return false;
    text += read;
  }
  return *text == 0;
}

// Graphs of a table are not told apart: its kernels know their sets.
static bool add_line(RegisterData *data, const char *line) {
  char kind[32];
  int set, read;
  RegisterSample sample = {.graph = data->graphs.count - 1, .compiled = true};
  const char *tab = strchr(line, '\t');
  if (!tab || sscanf(tab, " %d %" SCNx64 " %31s %d %d%n", &set, &sample.nest, kind, &sample.registers,
                     &sample.spill_bytes, &read) != 5)
    return false;
  sample.set = (SampleSet)set;
  bool good = set >= 0 && set < SAMPLE_SETS && sample.registers > 0 && sample.spill_bytes >= 0;
  sample.kind = template_find(kind);
  if (!good || !sample.kind || !read_features(tab + read, &sample.features)) return false;
  vector_push(&data->samples, sample);
  return true;
}

bool register_data_add(RegisterData *data, const char *file, const char *text, Status *status) {
  Text columns = {0};
  print_columns(&columns);
  vector_push(&data->graphs, memory_strdup(file));
  char *copy = memory_strdup(text), *rest = copy, *line = strsep(&rest, "\n");
  bool good =
      text_equal(line, text_get(&columns)) ||
      status_fail(status, STATUS_INPUT, "%s: its columns are not those of 'fusebox-lab fit --table'", file);
  for (int number = 2; good && (line = strsep(&rest, "\n")); number++)
    if (*line && !add_line(data, line))
      good = status_fail(status, STATUS_INPUT, "%s:%d: this is no line of a kernel", file, number);
  free(copy);
  text_free(&columns);
  return good;
}

RegisterCollector *register_collector_new(Compiler *compiler, const GpuLimits *limits,
                                          const CollectOptions *options) {
  RegisterCollector *collector = memory_alloc(sizeof *collector);
  *collector = (RegisterCollector){.compiler = compiler, .limits = limits, .options = *options};
  collector->jobs = jobs_new(options->threads);
  return collector;
}

void register_collector_graph(RegisterCollector *collector, const char *name) {
  vector_push(&collector->data.graphs, memory_strdup(name));
}

// ---- compiling

static void run_compile(JobContext *context, void *data) {
  CompileJob *job = data;
  if (job_cancelled(context)) return;
  CompileRequest request = {.prelude = job->emitted.prelude,
                            .source = job->emitted.source,
                            .kernel = job->emitted.name,
                            .arch = job->collector->limits->arch_name,
                            .register_cap = job->cap,
                            .stop = job_cancel_flag(context)};
  Compiled compiled;
  Status status = {0};
  job->ok = compiler_compile(job->collector->compiler, &request, &compiled, &status);
  if (!job->ok) return;
  job->registers = compiled.registers;
  job->spill_bytes = compiled.spill_store_bytes + compiled.spill_load_bytes;
  compiled_free(&compiled);
}

static void finish_compile(void *owner, void *data) {
  RegisterCollector *collector = owner;
  CompileJob *job = data;
  RegisterSample *sample = &collector->data.samples.data[job->sample];
  sample->compiled = job->ok;
  sample->registers = job->registers;
  sample->spill_bytes = job->spill_bytes;
  emitted_free(&job->emitted);
  free(job);
}

static void wait_until(RegisterCollector *collector, int most_pending) {
  while (jobs_pending(collector->jobs) > most_pending) {
    struct pollfd ready = {.fd = jobs_fd(collector->jobs), .events = POLLIN};
    poll(&ready, 1, -1);
    jobs_collect(collector->jobs);
  }
}

// ---- kernels

// Code that takes the compiler minutes teaches little about code that anyone would run.
static bool is_too_long(const RegisterFeatures *features) {
  enum { MOST_VALUES = 512, MOST_INSTRUCTIONS = 12000, OF_A_POLYNOMIAL = 40 };
  const float *value = features->value;
  float steps = value[FEATURE_loads] + value[FEATURE_stores] + value[FEATURE_compute] +
                OF_A_POLYNOMIAL * value[FEATURE_polynomials];
  return value[FEATURE_peak_vector] > MOST_VALUES ||
         value[FEATURE_vector] * value[FEATURE_slots] * steps > MOST_INSTRUCTIONS;
}

// Has the same code come up under the same cap?
static bool is_known(RegisterCollector *collector, const Emitted *emitted, int cap) {
  uint64_t code = hash_string(hash_integer(HASH_START, cap), emitted->source);
  int64_t known;
  if (hashmap_get(&collector->codes, code, &known)) return true;
  hashmap_set(&collector->codes, code, 1);
  return false;
}

static void add_under_cap(RegisterCollector *collector, const Nest *nest, const Schedule *schedule, int cap) {
  int graph = collector->data.graphs.count - 1;
  RegisterSample sample = {.nest = nest->hash, .graph = graph, .kind = schedule->kind};
  sample.set = register_sample_set(nest->hash, collector->data.graphs.data[graph]);
  EmitOptions options = {.annotate = false};
  CompileJob *job = memory_alloc(sizeof *job);
  *job = (CompileJob){collector, collector->data.samples.count, .cap = cap};
  if (!register_features_of(nest, schedule, collector->limits, &sample.features) ||
      is_too_long(&sample.features) ||
      !kernel_emit(nest, schedule, collector->limits, &options, &job->emitted, NULL) ||
      is_known(collector, &job->emitted, job->cap)) {
    emitted_free(&job->emitted);
    free(job);
    return;
  }
  register_features_set_cap(&sample.features, cap);
  vector_push(&collector->data.samples, sample);
  wait_until(collector, MOST_PENDING);
  jobs_submit(collector->jobs,
              (Job){.run = run_compile, .done = finish_compile, .owner = collector, .data = job});
}

// Under its cap and without: a kernel takes what it would without, or its cap where that is less.
static void add_schedule(RegisterCollector *collector, const Nest *nest, const Schedule *schedule) {
  add_under_cap(collector, nest, schedule, schedule->knob[KNOB_registers]);
  add_under_cap(collector, nest, schedule, collector->limits->registers_per_thread);
}

static void add_override(RegisterCollector *collector, const Nest *nest, const ScheduleOverride *override) {
  Schedule schedule;
  Reason reason;
  if (schedule_choose(nest, collector->limits, override, &schedule, &reason))
    add_schedule(collector, nest, &schedule);
}

// One to three knobs, each scaled or set to another form.
static void turn_knobs(Random *random, const Schedule *base, ScheduleOverride *override) {
  static const Knob turned[] = {KNOB_vector, KNOB_threads,    KNOB_rows,     KNOB_unroll, KNOB_splits,
                                KNOB_blocks, KNOB_persistent, KNOB_pipeline, KNOB_unroll};
  for (int left = 1 + (int)random_below(random, 3); left > 0; left--) {
    Knob knob = turned[random_below(random, sizeof turned / sizeof *turned)];
    bool form = knob == KNOB_persistent || knob == KNOB_pipeline;
    int64_t value = base->knob[knob];
    if (form)
      value = (int64_t)random_below(random, 3);
    else if (knob == KNOB_blocks)
      value = 1 + (int64_t)random_below(random, 8);
    else
      value = random_below(random, 3) ? value << (1 + random_below(random, 2)) : value / 2;
    if (value <= INT32_MAX && knob_check(knob, (int)value, NULL))
      schedule_override_set(override, knob, (int)value);
  }
}

static void add_variants(RegisterCollector *collector, const Nest *nest, const Schedule *base, int count,
                         Random *random) {
  for (int i = 0; i < count; i++) {
    ScheduleOverride override = {0};
    turn_knobs(random, base, &override);
    add_override(collector, nest, &override);
  }
}

// Caps from half of what the kernel seems to need to a little more than that; ptxas takes none below 24.
static void add_caps(RegisterCollector *collector, const Nest *nest, const Schedule *base, Random *random) {
  enum { LEAST_CAP = 24, GRANULE = 8 };
  for (int i = 0; i < collector->options.caps; i++) {
    ScheduleOverride override = {0};
    if (random_below(random, 2)) turn_knobs(random, base, &override);
    Schedule schedule;
    Reason reason;
    if (!schedule_choose(nest, collector->limits, &override, &schedule, &reason)) continue;
    double need = schedule_register_need(nest, &schedule) * (0.4 + 0.8 * random_unit(random));
    int cap = (int)(need / GRANULE) * GRANULE;
    schedule_override_set(&override, KNOB_registers, cap < LEAST_CAP ? LEAST_CAP : cap > 255 ? 255 : cap);
    add_override(collector, nest, &override);
  }
}

static void add_kernel(RegisterCollector *collector, const PlanLowered *lowered) {
  const Nest *nest = lowered->nest;
  add_schedule(collector, nest, &lowered->schedule);
  int64_t known;
  if (hashmap_get(&collector->nests, nest->hash, &known)) return;
  hashmap_set(&collector->nests, nest->hash, 1);
  Random random = {nest->hash};
  add_variants(collector, nest, &lowered->schedule, collector->options.variants, &random);
  add_caps(collector, nest, &lowered->schedule, &random);
  if (template_spills_soon(lowered->schedule.kind))
    add_variants(collector, nest, &lowered->schedule, SPILLING_MORE * collector->options.variants, &random);
}

void register_collector_add(RegisterCollector *collector, Plan *plan) {
  int count;
  const int *order = plan_order(plan, &count);
  for (int i = 0; i < count; i++) {
    const PlanLowered *lowered = plan_lowered(plan, order[i]);
    if (lowered->nest) add_kernel(collector, lowered);
  }
  jobs_collect(collector->jobs);
}

int register_collector_count(const RegisterCollector *collector) {
  return collector->data.samples.count;
}

RegisterData register_collector_finish(RegisterCollector *collector) {
  wait_until(collector, 0);
  jobs_free(collector->jobs);
  hashmap_free(&collector->nests);
  hashmap_free(&collector->codes);
  RegisterData data = collector->data;
  free(collector);
  return data;
}
