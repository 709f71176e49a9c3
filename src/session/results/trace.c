// A plan on a time axis, in the Trace Event Format: "X" events with a start and a duration in microseconds,
// "M" events that name the tracks.
#include "base/json.h"
#include "session/internal.h"

#include <stdio.h>

enum { TRACE_PROCESS = 1, TRACK_ESTIMATE = 1, TRACK_MEASURED = 2 };

static void put_track_name(JsonWriter *writer, const char *kind, int track, const char *name) {
  json_begin_inline(writer, NULL, false);
  json_put_string(writer, "name", kind);
  json_put_string(writer, "ph", "M");
  json_put_integer(writer, "pid", TRACE_PROCESS);
  if (track) json_put_integer(writer, "tid", track);
  json_begin_inline(writer, "args", false);
  json_put_string(writer, "name", name);
  json_end(writer);
  json_end(writer);
}

static bool same_source(const Op *a, const Op *b) {
  return a->source_line == b->source_line && text_equal(a->source_file, b->source_file);
}

// Each line once, in the order of the ops.
static void put_sources(JsonWriter *writer, const Graph *graph, const PlanKernel *kernel) {
  VECTOR(const Op *) listed = {0};
  json_begin_array(writer, "sources");
  for (int i = 0; i < kernel->op_count; i++) {
    const Op *op = &graph->ops[kernel->ops[i]];
    bool known = !op->source_file;
    for (int j = listed.count - 1; j >= 0 && !known; j--)
      known = same_source(op, listed.data[j]);
    if (known) continue;
    vector_push(&listed, op);
    Text line = {0};
    text_printf(&line, "%s:%d", op->source_file, op->source_line);
    if (op->source_text) text_printf(&line, "  %s", op->source_text);
    json_put_string(writer, NULL, text_get(&line));
    text_free(&line);
  }
  json_end(writer);
  vector_free(&listed);
}

static void put_ops(JsonWriter *writer, const Graph *graph, const PlanKernel *kernel) {
  json_begin_inline(writer, "ops", true);
  for (int i = 0; i < kernel->op_count; i++)
    json_put_string(writer, NULL, graph->ops[kernel->ops[i]].name);
  json_end(writer);
}

static void put_arguments(Session *session, JsonWriter *writer, int id, const Measured *measured) {
  PlanKernel kernel = plan_kernel(session->plan, id);
  const PlanLowered *lowered = plan_lowered(session->plan, id);
  const Estimate *estimate = estimator_kernel(session->estimator, session->plan, id);
  char name[16];
  snprintf(name, sizeof name, "K%d", id);
  json_begin_object(writer, "args");
  json_put_string(writer, "kernel", name);
  json_put_string(writer, "template", template_name(lowered->schedule.kind));
  if (measured) {
    json_put_number(writer, "spread_us", measured->spread_us);
    json_put_number(writer, "estimate_us", estimate->time_us);
    if (measured->counted) counter_values_write(&measured->counters, writer);
  } else {
    if (estimate->registers >= 0) json_put_integer(writer, "registers", estimate->registers);
    json_put_integer(writer, "spill_bytes", estimate->spill_bytes);
    json_put_integer(writer, "dram_bytes", estimate->dram_bytes);
    json_put_string(writer, "limit", limit_name(estimate->limit));
  }
  put_ops(writer, session->graph, &kernel);
  put_sources(writer, session->graph, &kernel);
  json_end(writer);
}

static void put_event(Session *session, JsonWriter *writer, int id, int track, double start, double duration,
                      const Measured *measured) {
  PlanKernel kernel = plan_kernel(session->plan, id);
  const PlanLowered *lowered = plan_lowered(session->plan, id);
  char name[KERNEL_NAME_SIZE];
  json_begin_object(writer, NULL);
  json_put_string(writer, "name", session_kernel_title(session->graph, &kernel, lowered, name));
  json_put_string(writer, "cat", lowered->nest ? "kernel" : "library");
  json_put_string(writer, "ph", "X");
  json_put_integer(writer, "pid", TRACE_PROCESS);
  json_put_integer(writer, "tid", track);
  json_put_number(writer, "ts", start);
  json_put_number(writer, "dur", duration);
  put_arguments(session, writer, id, measured);
  json_end(writer);
}

static const Measured *measured_now(Session *session, int kernel) {
  MeasuredView view = session_measured(session, kernel);
  return view.state == RESULT_DONE && view.measured->ok ? view.measured : NULL;
}

static void put_estimates(Session *session, JsonWriter *writer, const int *order, int count) {
  double start = 0;
  for (int i = 0; i < count; i++) {
    double time = estimator_kernel(session->estimator, session->plan, order[i])->time_us;
    put_event(session, writer, order[i], TRACK_ESTIMATE, start, time, NULL);
    start += time;
  }
}

static void put_measurements(Session *session, JsonWriter *writer, const int *order, int count) {
  double start = 0;
  for (int i = 0; i < count; i++) {
    const Measured *measured = measured_now(session, order[i]);
    if (!measured) continue;
    if (start == 0) put_track_name(writer, "thread_name", TRACK_MEASURED, "measured");
    put_event(session, writer, order[i], TRACK_MEASURED, start, measured->time_us, measured);
    start += measured->time_us;
  }
}

void session_trace_json(Session *session, Text *out) {
  JsonWriter writer = json_writer(out, true);
  int count;
  const int *order = plan_order(session->plan, &count);
  session_look_up_times(session);
  json_begin_object(&writer, NULL);
  json_put_string(&writer, "displayTimeUnit", "ns");
  json_begin_inline(&writer, "otherData", false);
  json_put_string(&writer, "graph", session->graph->name);
  json_put_string(&writer, "device", session->device.name);
  json_put_string(&writer, "plan", session_plan_title(session));
  json_end(&writer);
  json_begin_array(&writer, "traceEvents");
  put_track_name(&writer, "process_name", 0, session->graph->name);
  put_track_name(&writer, "thread_name", TRACK_ESTIMATE, "estimate");
  put_estimates(session, &writer, order, count);
  put_measurements(session, &writer, order, count);
  json_end(&writer);
  json_end(&writer);
}
