// The worker's answer to "count": hardware counters of launches, each from an emptied L2 cache, as they are
// timed. What a launch wrote and L2 still holds at its end is written back when the cache is emptied for the
// next one: that emptying is a range of its own, whose writes belong to the launch before it.
#include "gpu/worker/counters.h"
#include "gpu/worker/state.h"

#include <stdlib.h>

enum { COUNTED_MOST = 256 }; // launches of one request: so many that CUPTI's images stay small

typedef struct Counted {
  WorkerState *state;
  const Runner *runner;
  int launches[COUNTED_MOST]; // that can run
  int count;
} Counted;

// Ranges in pairs: launch, flush.
static bool run_counted(void *context, int range, Status *status) {
  const Counted *counted = context;
  // What was filled before may leave dirty lines behind a first emptying: the first launch would write them.
  if (range < 0 && !service_flush(&counted->state->service, false, status)) return false;
  if (range < 0 || range % 2) return service_flush(&counted->state->service, false, status);
  return runner_launch(counted->runner, counted->launches[range / 2], status);
}

static bool collect(Counted *counted, CounterValues *values, Status *status) {
  WorkerState *state = counted->state;
  if (!counted->count) return true;
  if (state->activity) activity_enable(state->activity, false, NULL);
  bool good = counters_collect(&state->driver, run_counted, counted, 2 * counted->count, values, status);
  if (state->activity) activity_enable(state->activity, true, NULL);
  return good;
}

static void choose(Counted *counted, int from, int to) {
  for (int i = from; i < to; i++)
    if (!counted->runner->launches[i].problem.code &&
        counted->runner->program.launches[i].kind != LAUNCH_SKIPPED)
      counted->launches[counted->count++] = i;
}

static void put_counts(const Counted *counted, const CounterValues *values, JsonWriter *json) {
  json_begin_array(json, "counts");
  for (int i = 0; i < counted->count; i++) {
    CounterValues launch = values[2 * i];
    launch.dram_late_bytes = values[2 * i + 1].dram_write_bytes;
    launch.dram_write_bytes += launch.dram_late_bytes;
    json_begin_object(json, NULL);
    json_put_integer(json, "launch", counted->launches[i]);
    counter_values_write(&launch, json);
    json_end(json);
  }
  json_end(json);
}

bool worker_answer_count(WorkerState *state, const Json *request, JsonWriter *json, Status *status) {
  Counted counted = {.state = state};
  Runner *runner;
  int from, to;
  if (!worker_runner(state, request, &runner, status) ||
      !worker_launches(runner, request, &from, &to, status))
    return false;
  if (to - from > COUNTED_MOST)
    return status_fail(status, STATUS_INTERNAL, "too many launches to count at once");
  counted.runner = runner;
  choose(&counted, from, to);
  CounterValues *values = memory_alloc((size_t)(2 * counted.count + 1) * sizeof *values);
  bool good = collect(&counted, values, status);
  if (good) put_counts(&counted, values, json);
  free(values);
  return good;
}
