// The request for hardware counters, after everything has been timed.
#include "gpu/measure/measure.h"

#include <stdio.h>

enum { LAUNCHES_AT_ONCE = 64 }; // a request
static const double count_limit_s =
    120; // for them: a cold profiler takes a second, then tens of milliseconds

static void take_counts(Measuring *m, const Json *reply) {
  const JsonNode *node = json_first(json_get(json_root(reply), "counts"));
  for (; node; node = json_next(node)) {
    int64_t launch = json_integer(json_get(node, "launch"), -1);
    if (launch < 0 || launch >= m->report->kernel_count || !m->report->kernels[launch].ok) continue;
    m->report->kernels[launch].counted = true;
    m->report->kernels[launch].counters = counter_values_read(node);
  }
}

static WorkerOutcome count_some(Measuring *m, int from, int to, Status *status) {
  Text text = {0};
  Json *reply = NULL;
  JsonWriter json = measure_begin(&text, "count");
  json_put_integer(&json, "slot", 0);
  json_put_integer(&json, "from", from);
  json_put_integer(&json, "to", to);
  json_end(&json);
  WorkerOutcome outcome = measure_ask(m, &text, count_limit_s, &reply, status);
  if (outcome == WORKER_ANSWERED) take_counts(m, reply);
  json_free(reply);
  return outcome;
}

static bool is_counted(const Measuring *m, int launch) {
  return !m->options->untimed || !m->options->untimed[launch];
}

WorkerOutcome measure_count(Measuring *m) {
  Status status = {0};
  int count = m->program->launch_count;
  WorkerOutcome outcome = measure_fill(m, 0, &status);
  for (int from = 0, to; from < count && outcome == WORKER_ANSWERED; from = to) {
    to = from + 1;
    if (!is_counted(m, from)) continue;
    while (to < count && to < from + LAUNCHES_AT_ONCE && is_counted(m, to))
      to++;
    outcome = count_some(m, from, to, &status);
  }
  if (outcome != WORKER_ANSWERED)
    snprintf(m->report->counters_problem, sizeof m->report->counters_problem, "%.250s", status.message);
  return outcome;
}
