// Sweeps over a size.
#include "session/sweep.h"

#include "base/arena.h"
#include "base/json.h"

#include <stdlib.h>
#include <string.h>

static int compare_sizes(const void *left, const void *right) {
  int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
  return (a > b) - (a < b);
}

static void add_size(Sweep *sweep, int64_t size, int64_t least, int64_t most) {
  if (size >= least && size <= most) vector_push(&sweep->sizes, size);
}

static void add_landmarks(Sweep *sweep, int64_t least, int64_t most) {
  add_size(sweep, least, least, most);
  add_size(sweep, most, least, most);
  for (int64_t power = 1; power - 1 <= most && power <= INT64_MAX / 4; power *= 2)
    for (int64_t size = power - 1; size <= power + 1; size++)
      add_size(sweep, size, least, most);
}

static void sort_sizes(Sweep *sweep) {
  qsort(sweep->sizes.data, (size_t)sweep->sizes.count, sizeof(int64_t), compare_sizes);
  int kept = 0;
  for (int i = 0; i < sweep->sizes.count; i++)
    if (i == 0 || sweep->sizes.data[i] != sweep->sizes.data[kept - 1])
      sweep->sizes.data[kept++] = sweep->sizes.data[i];
  sweep->sizes.count = kept;
}

bool sweep_open(Sweep *sweep, const char *name, int64_t least, int64_t most, int dense, Status *status) {
  *sweep = (Sweep){0};
  if (least < 0 || most < least)
    return status_fail(status, STATUS_INPUT, "sizes from %lld to %lld are none: a range is LEAST:MOST",
                       (long long)least, (long long)most);
  sweep->name = memory_strdup(name);
  if (most - least < dense)
    for (int64_t size = least; size <= most; size++)
      vector_push(&sweep->sizes, size);
  else
    add_landmarks(sweep, least, most);
  sort_sizes(sweep);
  return true;
}

void sweep_free(Sweep *sweep) {
  for (int i = 0; i < sweep->points.count; i++) {
    free(sweep->points.data[i].reason);
    free(sweep->points.data[i].kernels);
  }
  vector_free(&sweep->points);
  vector_free(&sweep->sizes);
  free(sweep->name);
  *sweep = (Sweep){0};
}

bool sweep_complete(const Sweep *sweep) {
  return sweep->points.count == sweep->sizes.count;
}

static SweepCost *cost_of_kernels(SessionSetup *setup, Session *session) {
  int count;
  const Plan *plan = session_plan(session);
  const int *order = plan_order(plan, &count);
  SweepCost *costs = memory_alloc(sizeof *costs * ((size_t)session_graph(session)->op_count + 1));
  for (int i = 0; i < count; i++) {
    const Estimate *estimate = session_setup_kernel(setup, session, order[i]);
    costs[plan_kernel(plan, order[i]).ops[0]] = (SweepCost){estimate->time_us, estimate->dram_bytes};
  }
  return costs;
}

// The sentence of a message, for a table: without the folders of its file and the line that it quotes.
static char *one_line(const char *message) {
  size_t length = strcspn(message, "\n");
  const char *colon = memmem(message, length, ": ", 2);
  const char *folder = colon ? memrchr(message, '/', (size_t)(colon - message)) : NULL;
  const char *begin = folder ? folder + 1 : message;
  return memory_strndup(begin, length - (size_t)(begin - message));
}

bool sweep_ask(Sweep *sweep, Session *session) {
  if (sweep_complete(sweep)) return false;
  Status status = {0};
  SweepPoint point = {.size = sweep->sizes.data[sweep->points.count]};
  SizeBinding size = {sweep->name, point.size};
  SessionSetup *setup = session_setup_new(session, &size, 1, NULL, &status);
  point.ok = setup != NULL;
  if (point.ok) {
    point.total = session_setup_total(setup, session);
    point.kernels = cost_of_kernels(setup, session);
  } else {
    point.reason = one_line(status.message);
  }
  session_setup_free(setup);
  vector_push(&sweep->points, point);
  return !sweep_complete(sweep);
}

static double bandwidth(int64_t bytes, double time_us) {
  return time_us > 0 ? (double)bytes / time_us / 1e3 : 0;
}

double sweep_bandwidth(const SweepPoint *point) {
  return point->ok ? bandwidth(point->total.dram_bytes, point->total.time_us) : 0;
}

double sweep_kernel_bandwidth(const SweepCost *kernel) {
  return bandwidth(kernel->dram_bytes, kernel->time_us);
}

// ---- Reports.

static void put_point(JsonWriter *writer, const SweepPoint *point) {
  json_begin_object(writer, NULL);
  json_put_integer(writer, "size", point->size);
  if (point->ok) {
    json_put_integer(writer, "kernels", point->total.kernels);
    json_put_number(writer, "time_us", point->total.time_us);
    json_put_integer(writer, "dram_bytes", point->total.dram_bytes);
    json_put_number(writer, "dram_gbs", sweep_bandwidth(point));
  } else {
    json_put_string(writer, "reason", point->reason);
  }
  json_end(writer);
}

void sweep_json(const Sweep *sweep, Text *out) {
  JsonWriter writer = json_writer(out, true);
  json_begin_object(&writer, NULL);
  json_put_string(&writer, "name", sweep->name);
  json_begin_array(&writer, "points");
  for (int i = 0; i < sweep->points.count; i++)
    put_point(&writer, &sweep->points.data[i]);
  json_end(&writer);
  json_end(&writer);
  text_add(out, "\n");
}

void sweep_table(const Sweep *sweep, Text *out) {
  text_printf(out, "%12s  %7s  %12s  %10s  %8s\n", sweep->name, "kernels", "est us", "DRAM MB", "GB/s");
  for (int i = 0; i < sweep->points.count; i++) {
    const SweepPoint *point = &sweep->points.data[i];
    if (point->ok)
      text_printf(out, "%12lld  %7d  %12.2f  %10.2f  %8.0f\n", (long long)point->size, point->total.kernels,
                  point->total.time_us, (double)point->total.dram_bytes / 1e6, sweep_bandwidth(point));
    else
      text_printf(out, "%12lld  %s\n", (long long)point->size, point->reason);
  }
}
