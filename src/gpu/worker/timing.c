// Timing work on the device.
#include "gpu/worker/timing.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

enum { WARM_UP = 3, LEAST = 3, IN_FLIGHT = 64 };
static const double flush_guess_s = 1e-4; // emptying the cache and launching

static bool create_events(const Timer *timer, CUevent *events, int count, Status *status) {
  for (int i = 0; i < count; i++)
    if (!driver_ok(timer->driver, timer->driver->api.cuEventCreate(&events[i], CU_EVENT_DEFAULT),
                   "creating an event", status))
      return false;
  return true;
}

static void destroy_events(const Timer *timer, CUevent *events, int count) {
  for (int i = 0; i < count; i++)
    if (events[i]) timer->driver->api.cuEventDestroy(events[i]);
  free(events);
}

static bool record(const Timer *timer, CUevent event, Status *status) {
  return driver_ok(timer->driver, timer->driver->api.cuEventRecord(event, timer->driver->stream),
                   "recording an event", status);
}

static bool elapsed(const Timer *timer, CUevent start, CUevent end, double *us, Status *status) {
  float milliseconds = 0;
  CUresult code = timer->driver->api.cuEventElapsedTime(&milliseconds, start, end);
  *us = 1e3 * (double)milliseconds;
  return driver_ok(timer->driver, code, "reading an event", status);
}

// `count` runs between events, each after an emptied cache; durations of all of them. The sensors are read
// while the device still works on them.
static bool run_with_events(const Timer *timer, TimedWork work, void *context, int count,
                            double *durations_us, Timing *timing, Status *status) {
  CUevent *events = memory_alloc((size_t)(2 * count) * sizeof *events);
  bool good = create_events(timer, events, 2 * count, status);
  for (int i = 0; i < count && good; i++)
    good = service_flush(timer->service, timer->dirty, status) && record(timer, events[2 * i], status) &&
           work(context, status) && record(timer, events[2 * i + 1], status);
  if (good && timer->sensors) sensors_read(timer->sensors, &timing->clock_mhz, &timing->power_w);
  good = good && driver_wait(timer->driver, status);
  for (int i = 0; i < count && good; i++)
    good = elapsed(timer, events[2 * i], events[2 * i + 1], &durations_us[i], status);
  destroy_events(timer, events, 2 * count);
  return good;
}

// The same with activity records. `complete` is false when CUPTI did not see every run.
static bool run_with_activity(const Timer *timer, TimedWork work, void *context, int count,
                              double *durations_us, bool *complete, Status *status) {
  const ActivityRecord *records;
  int record_count, runs;
  *complete = false;
  if (!activity_take(timer->activity, &records, &record_count, NULL))
    return true; // what was before is dropped
  for (int i = 0; i < count; i++) {
    if (!service_flush(timer->service, timer->dirty, status) || !work(context, status)) return false;
    if (i % IN_FLIGHT == IN_FLIGHT - 1 && !driver_wait(timer->driver, status)) return false;
  }
  if (!driver_wait(timer->driver, status)) return false;
  if (!activity_take(timer->activity, &records, &record_count, NULL)) return true;
  runs = timing_group(records, record_count, durations_us, count);
  *complete = runs == count;
  return true;
}

int timing_most(TimingPlan plan) {
  return plan.launches > LEAST ? plan.launches : LEAST;
}

// Counted runs that fit the budget, when one run takes `run_us`.
static int affordable(TimingPlan plan, double run_us) {
  double each = 1e-6 * run_us + flush_guess_s;
  double runs = plan.budget_s / each - WARM_UP;
  return runs >= plan.launches ? plan.launches : runs <= LEAST ? LEAST : (int)runs;
}

static void keep_samples(const Timer *timer, const double *durations_us, int count) {
  if (timer->samples) memcpy(timer->samples, durations_us, (size_t)count * sizeof *durations_us);
}

bool timing_measure(const Timer *timer, TimedWork work, void *context, TimingPlan plan, Timing *timing,
                    Status *status) {
  double first_us;
  Timing seen = {0};
  if (!run_with_events(timer, work, context, 1, &first_us, &seen, status)) return false;
  int count = affordable(plan, first_us) + WARM_UP;
  double *durations = memory_alloc((size_t)count * sizeof *durations);
  bool complete = false, good = true;
  if (timer->activity) good = run_with_activity(timer, work, context, count, durations, &complete, status);
  if (good && !complete) good = run_with_events(timer, work, context, count, durations, &seen, status);
  if (good) keep_samples(timer, durations + WARM_UP, count - WARM_UP);
  if (good) *timing = timing_summary(durations + WARM_UP, count - WARM_UP);
  timing->by_cupti = complete;
  timing->clock_mhz = seen.clock_mhz;
  timing->power_w = seen.power_w;
  free(durations);
  return good;
}
