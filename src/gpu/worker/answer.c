// The worker's answers, one function a request:
//   probe                                        the device and whether CUPTI works
//   open    service                              path of the cubin of the worker's own kernels
//   load    slot, buffers, launches              a run program; answers with each launch's problem or null
//   fill    slot                                 every buffer as before the first launch
//   run     slot, from, to                       launches, untimed
//   time    slot, launch, launches, budget, dirty
//   total   slot, launches, budget, dirty        all launches as one CUDA graph
//   count   slot, from, to                       hardware counters of those launches (count.c)
//   check   pairs of [buffer, reference, after, tolerance, judged], launch: slot 0 (all of it, or only this
//   launch)
//           against slot 1
//   save    slot, buffer, path                   a buffer's bytes into a file
//   unload  slot
#include "gpu/worker/state.h"

#include "base/text.h"

#include <stdlib.h>

static bool open_driver(WorkerState *state, Status *status) {
  if (state->open) return true;
  state->open = driver_open(&state->driver, status);
  return state->open;
}

// CUPTI is opened once; where that fails events take over, and probe says why.
static void open_activity(WorkerState *state) {
  if (state->activity_tried) return;
  state->activity_tried = true;
  state->activity = activity_start(SERVICE_FLUSH_NAME, &state->activity_problem);
}

// Opened once, when a whole is timed for the first time.
static void open_sensors(WorkerState *state) {
  if (!state->sensors_tried) state->sensors = sensors_open(state->driver.uuid);
  state->sensors_tried = true;
}

static Blas *open_blas(void *context, Status *status) {
  WorkerState *state = context;
  if (!state->blas) state->blas = blas_open(&state->driver, &state->service, status);
  return state->blas;
}

void worker_state_close(WorkerState *state) {
  for (int i = WORKER_SLOTS - 1; i >= 0; i--)
    runner_free(state->slots[i]);
  activity_stop(state->activity);
  sensors_close(state->sensors);
  blas_close(state->blas);
  service_close(&state->service);
  if (state->open) driver_close(&state->driver);
  *state = (WorkerState){0};
}

static bool answer_probe(WorkerState *state, const Json *request, JsonWriter *json, Status *status) {
  (void)request;
  if (!open_driver(state, status)) return false;
  open_activity(state);
  const Driver *driver = &state->driver;
  json_put_string(json, "name", driver->name);
  json_put_string(json, "uuid", driver->uuid);
  json_put_integer(json, "arch", driver->arch);
  json_put_integer(json, "sms", driver->sms);
  json_put_integer(json, "memory", driver->memory_bytes);
  json_put_integer(json, "l2", driver->l2_bytes);
  json_put_integer(json, "driver", driver->version);
  json_put_bool(json, "cupti", state->activity != NULL);
  if (!state->activity) json_put_string(json, "cupti_problem", state->activity_problem.message);
  return true;
}

static bool answer_open(WorkerState *state, const Json *request, JsonWriter *json, Status *status) {
  (void)json;
  if (!open_driver(state, status)) return false;
  open_activity(state);
  if (state->served) return true;
  const char *path = json_string(json_get(json_root(request), "service"), "");
  state->served = service_open(&state->service, &state->driver, path, status);
  return state->served;
}

static bool read_slot(const Json *request, int *slot, Status *status) {
  *slot = (int)json_integer(json_get(json_root(request), "slot"), -1);
  if (*slot >= 0 && *slot < WORKER_SLOTS) return true;
  return json_fail(request, json_get(json_root(request), "slot"), status, "there is no such slot");
}

bool worker_runner(WorkerState *state, const Json *request, Runner **runner, Status *status) {
  int slot;
  if (!read_slot(request, &slot, status)) return false;
  *runner = state->slots[slot];
  return *runner || status_fail(status, STATUS_INTERNAL, "no program is loaded in slot %d", slot);
}

static void unload(WorkerState *state, int slot) {
  runner_free(state->slots[slot]);
  state->slots[slot] = NULL;
}

// Memory shared by slot 1 belongs to slot 0, so slot 0 is never exchanged under it.
static void make_room(WorkerState *state, int slot) {
  for (int i = WORKER_SLOTS - 1; i >= slot; i--)
    unload(state, i);
}

static void put_problems(const Runner *runner, JsonWriter *json) {
  json_begin_array(json, "problems");
  for (int i = 0; i < runner->program.launch_count; i++) {
    const Status *problem = &runner->launches[i].problem;
    if (problem->code)
      json_put_string(json, NULL, problem->message);
    else
      json_put_null(json, NULL);
  }
  json_end(json);
}

static bool answer_load(WorkerState *state, const Json *request, JsonWriter *json, Status *status) {
  int slot;
  if (!read_slot(request, &slot, status)) return false;
  if (!state->served) return status_fail(status, STATUS_INTERNAL, "load before open");
  make_room(state, slot);
  RunnerTools tools = {&state->driver, &state->service, open_blas, state, slot ? state->slots[0] : NULL};
  Arena *arena = arena_new();
  RunProgram program;
  if (!run_program_read(request, json_root(request), arena, &program, status)) {
    arena_free(arena);
    return false;
  }
  state->slots[slot] = runner_load(&tools, arena, &program, status);
  if (state->slots[slot]) put_problems(state->slots[slot], json);
  return state->slots[slot] != NULL;
}

static bool answer_fill(WorkerState *state, const Json *request, JsonWriter *json, Status *status) {
  (void)json;
  Runner *runner;
  return worker_runner(state, request, &runner, status) && runner_fill(runner, status);
}

bool worker_launches(const Runner *runner, const Json *request, int *from, int *to, Status *status) {
  int64_t first = json_integer(json_get(json_root(request), "from"), 0);
  int64_t end = json_integer(json_get(json_root(request), "to"), 0);
  if (first < 0 || end < first || end > runner->program.launch_count)
    return status_fail(status, STATUS_INTERNAL, "there are no such launches");
  *from = (int)first;
  *to = (int)end;
  return true;
}

static bool answer_run(WorkerState *state, const Json *request, JsonWriter *json, Status *status) {
  (void)json;
  Runner *runner;
  int from, to;
  if (!worker_runner(state, request, &runner, status) ||
      !worker_launches(runner, request, &from, &to, status))
    return false;
  for (int i = from; i < to; i++)
    if (!runner->launches[i].problem.code && !runner_launch(runner, i, status)) return false;
  return driver_wait(&state->driver, status);
}

typedef struct OneLaunch {
  const Runner *runner;
  int launch;
} OneLaunch;

static bool run_one(void *context, Status *status) {
  const OneLaunch *one = context;
  return runner_launch(one->runner, one->launch, status);
}

static Timer timer_of(WorkerState *state, const Json *request) {
  bool dirty = json_bool(json_get(json_root(request), "dirty"), false);
  return (Timer){
      .driver = &state->driver, .service = &state->service, .activity = state->activity, .dirty = dirty};
}

static TimingPlan timing_plan_of(const Json *request) {
  const JsonNode *root = json_root(request);
  int64_t launches = json_integer(json_get(root, "launches"), 50);
  if (launches < 1) launches = 1;
  if (launches > 100000) launches = 100000;
  return (TimingPlan){(int)launches, json_number(json_get(root, "budget"), 1)};
}

static void put_timing(const Timing *timing, JsonWriter *json) {
  json_put_number(json, "median_us", timing->median_us);
  json_put_number(json, "spread_us", timing->spread_us);
  json_put_integer(json, "launches", timing->launches);
  json_put_bool(json, "cupti", timing->by_cupti);
}

static void put_samples(const Timing *timing, const double *samples, JsonWriter *json) {
  json_begin_inline(json, "samples_us", true);
  for (int i = 0; i < timing->launches; i++)
    json_put_number(json, NULL, samples[i]);
  json_end(json);
  if (timing->clock_mhz > 0) json_put_number(json, "clock_mhz", timing->clock_mhz);
  if (timing->power_w > 0) json_put_number(json, "power_w", timing->power_w);
}

static bool answer_time(WorkerState *state, const Json *request, JsonWriter *json, Status *status) {
  Runner *runner;
  if (!worker_runner(state, request, &runner, status)) return false;
  int64_t launch = json_integer(json_get(json_root(request), "launch"), -1);
  if (launch < 0 || launch >= runner->program.launch_count)
    return status_fail(status, STATUS_INTERNAL, "there is no such launch");
  const LoadedLaunch *loaded = &runner->launches[launch];
  if (runner->program.launches[launch].kind == LAUNCH_SKIPPED)
    return status_fail(status, STATUS_INTERNAL, "this launch runs nothing");
  Timer timer = timer_of(state, request);
  OneLaunch one = {runner, (int)launch};
  Timing timing = {0};
  if (!timing_measure(&timer, run_one, &one, timing_plan_of(request), &timing, status)) return false;
  put_timing(&timing, json);
  if (!loaded->product) {
    json_put_integer(json, "registers", loaded->kernel.registers);
    json_put_integer(json, "local", loaded->kernel.local_bytes);
  }
  return true;
}

static bool answer_total(WorkerState *state, const Json *request, JsonWriter *json, Status *status) {
  Runner *runner;
  if (!worker_runner(state, request, &runner, status)) return false;
  Timer timer = timer_of(state, request);
  TimingPlan plan = timing_plan_of(request);
  Timing timing = {0};
  open_sensors(state);
  timer.sensors = state->sensors;
  timer.samples = memory_alloc(sizeof *timer.samples * (size_t)timing_most(plan));
  if (state->activity) activity_enable(state->activity, false, NULL);
  bool good = total_measure(&timer, runner, plan, &timing, status);
  if (state->activity) activity_enable(state->activity, true, NULL);
  if (good) put_timing(&timing, json);
  if (good) put_samples(&timing, timer.samples, json);
  free(timer.samples);
  return good;
}

static bool read_pair(const WorkerState *state, const JsonNode *node, CheckPair *pair) {
  const RunProgram *program = &state->slots[0]->program, *reference = &state->slots[1]->program;
  *pair = (CheckPair){.buffer = (int)json_integer(json_at(node, 0), -1),
                      .reference = (int)json_integer(json_at(node, 1), -1),
                      .after = (int)json_integer(json_at(node, 2), -1),
                      .tolerance = json_number(json_at(node, 3), 0),
                      .judged = json_bool(json_at(node, 4), true)};
  return pair->buffer >= 0 && pair->buffer < program->buffer_count && pair->reference >= 0 &&
         pair->reference < reference->buffer_count && pair->after >= 0 &&
         pair->after < program->launch_count &&
         program->buffers[pair->buffer].bytes == reference->buffers[pair->reference].bytes;
}

static void put_check(const CheckResult *result, int pair_count, JsonWriter *json) {
  const MemoryComparison *c = &result->comparison;
  json_put_bool(json, "pass", result->pass);
  json_put_integer(json, "compared", result->compared);
  json_put_integer(json, "failed", result->failed);
  json_put_integer(json, "pair", result->worst);
  json_put_number(json, "norm", c->relative_norm);
  json_put_number(json, "worst", c->worst);
  json_put_integer(json, "index", c->worst_index);
  json_put_number(json, "want", c->want);
  json_put_number(json, "got", c->got);
  json_put_integer(json, "mismatches", c->mismatches);
  json_put_integer(json, "not_finite", c->not_finite);
  json_begin_inline(json, "wrong", true);
  for (int i = 0; i < pair_count; i++)
    if (result->wrong[i]) json_put_integer(json, NULL, i);
  json_end(json);
}

// The launches that are run: all, or the one that the request names.
static bool read_launches(const WorkerState *state, const Json *request, int *from, int *to, Status *status) {
  int count = state->slots[0]->program.launch_count;
  int64_t launch = json_integer(json_get(json_root(request), "launch"), -1);
  if (launch >= count) return status_fail(status, STATUS_INTERNAL, "there is no such launch");
  *from = launch < 0 ? 0 : (int)launch;
  *to = launch < 0 ? count : (int)launch + 1;
  return true;
}

static bool read_pairs(const WorkerState *state, const JsonNode *list, CheckPair *pairs, int *count,
                       Status *status) {
  *count = 0;
  for (const JsonNode *node = json_first(list); node; node = json_next(node))
    if (!read_pair(state, node, &pairs[(*count)++]))
      return status_fail(status, STATUS_INTERNAL, "a pair names no common memory");
  return true;
}

static bool answer_check(WorkerState *state, const Json *request, JsonWriter *json, Status *status) {
  if (!state->slots[0] || !state->slots[1])
    return status_fail(status, STATUS_INTERNAL, "a check needs two programs");
  const JsonNode *list = json_get(json_root(request), "pairs");
  CheckPair *pairs = memory_alloc(((size_t)json_count(list) + 1) * sizeof *pairs);
  int count, from = 0, to = 0;
  CheckResult result = {.wrong = memory_alloc((size_t)json_count(list) + 1)};
  bool good =
      read_pairs(state, list, pairs, &count, status) && read_launches(state, request, &from, &to, status);
  if (good && state->activity) activity_enable(state->activity, false, NULL);
  good = good && check_program(state->slots[0], state->slots[1], from, to, pairs, count, &result, status);
  if (state->activity) activity_enable(state->activity, true, NULL);
  if (good) put_check(&result, count, json);
  free(result.wrong);
  free(pairs);
  return good;
}

static bool answer_save(WorkerState *state, const Json *request, JsonWriter *json, Status *status) {
  (void)json;
  Runner *runner;
  if (!worker_runner(state, request, &runner, status)) return false;
  int64_t buffer = json_integer(json_get(json_root(request), "buffer"), -1);
  if (buffer < 0 || buffer >= runner->program.buffer_count)
    return status_fail(status, STATUS_INTERNAL, "there is no such buffer");
  return runner_save(runner, (int)buffer, json_string(json_get(json_root(request), "path"), ""), status);
}

static bool answer_unload(WorkerState *state, const Json *request, JsonWriter *json, Status *status) {
  (void)json;
  int slot;
  if (!read_slot(request, &slot, status)) return false;
  make_room(state, slot);
  return true;
}

static const struct {
  const char *name;
  WorkerAnswer answer;
} answers[] = {
    {"probe", answer_probe},   {"open", answer_open}, {"load", answer_load},          {"fill", answer_fill},
    {"run", answer_run},       {"time", answer_time}, {"total", answer_total},        {"check", answer_check},
    {"unload", answer_unload}, {"save", answer_save}, {"count", worker_answer_count},
};

WorkerAnswer worker_answer(const char *name) {
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
    if (text_equal(answers[i].name, name)) return answers[i].answer;
  return NULL;
}
