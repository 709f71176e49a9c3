// What tuning found, as JSON and as a table.
#include "base/json.h"
#include "session/internal.h"
#include "session/tune/tune.h"

#include <stdio.h>

static void put_knobs(JsonWriter *writer, const char *key, const int *knob, uint32_t set) {
  json_begin_inline(writer, key, false);
  for (int i = 0; i < KNOB_COUNT; i++)
    if (set >> i & 1) json_put_integer(writer, knob_name((Knob)i), knob[i]);
  json_end(writer);
}

static void put_trial(JsonWriter *writer, const Trial *trial) {
  const Measured *measured = &trial->measured;
  if (!measured->ok) {
    json_put_string(writer, "error", measured->error);
    return;
  }
  json_put_integer(writer, "registers", measured->registers);
  json_put_integer(writer, "local_bytes", measured->local_bytes); // spills, mostly
  json_put_number(writer, "time_us", measured->time_us);
  json_put_integer(writer, "rounds", trial->rounds);
}

static void put_candidate(JsonWriter *writer, const TunedCandidate *tuned) {
  const ScheduleCandidate *candidate = &tuned->candidate;
  json_begin_object(writer, NULL);
  put_knobs(writer, "set", candidate->override.knob, candidate->override.set);
  put_knobs(writer, "schedule", candidate->schedule.knob, ((uint32_t)1 << KNOB_COUNT) - 1);
  json_put_number(writer, "estimate_us", tuned->estimate_us);
  if (tuned->tried) put_trial(writer, &tuned->trial);
  if (tuned->ratio > 0) json_put_number(writer, "ratio", tuned->ratio);
  json_end(writer);
}

static void put_kernel(JsonWriter *writer, const TunedKernel *kernel) {
  json_begin_object(writer, NULL);
  json_begin_inline(writer, "ids", true);
  for (int i = 0; i < kernel->kernels.count; i++)
    json_put_integer(writer, NULL, kernel->kernels.data[i]);
  json_end(writer);
  json_put_string(writer, "name", kernel->name);
  if (kernel->error[0]) {
    json_put_string(writer, "error", kernel->error);
  } else {
    const ScheduleOverride *best = &kernel->candidates.data[kernel->best].candidate.override;
    json_put_number(writer, "default_us", kernel->default_us);
    json_put_number(writer, "best_us", kernel->best_us);
    json_put_number(writer, "gain", kernel->default_us / kernel->best_us);
    put_knobs(writer, "schedule", best->knob, best->set);
  }
  json_begin_array(writer, "candidates");
  for (int i = 0; i < kernel->candidates.count; i++)
    put_candidate(writer, &kernel->candidates.data[i]);
  json_end(writer);
  json_end(writer);
}

// Times of all kernels, equal ones counted as often as they are there.
static double total_us(const TuneReport *report, bool best) {
  double us = 0;
  for (int i = 0; i < report->kernel_count; i++) {
    const TunedKernel *kernel = &report->kernels[i];
    us += kernel->kernels.count * (best ? kernel->best_us : kernel->default_us);
  }
  return us;
}

bool session_tune_json(Session *session, Text *out) {
  const TuneReport *report = session_tune_report(session);
  if (!report) return false;
  JsonWriter writer = json_writer(out, true);
  json_begin_object(&writer, NULL);
  json_put_string(&writer, "graph", session->graph->name);
  json_put_string(&writer, "device", session->device.name);
  json_put_string(&writer, "plan", session_plan_title(session));
  json_begin_array(&writer, "kernels");
  for (int i = 0; i < report->kernel_count; i++)
    put_kernel(&writer, &report->kernels[i]);
  json_end(&writer);
  json_begin_object(&writer, "total");
  json_put_number(&writer, "default_us", total_us(report, false));
  json_put_number(&writer, "best_us", total_us(report, true));
  json_end(&writer);
  json_end(&writer);
  return true;
}

// ---- the table

// "rows 128 -> 256, splits 8 -> 4": every knob that differs, those that follow from others too.
static void knobs_that_differ(const TunedKernel *kernel, Text *out) {
  const int *rules = kernel->candidates.data[0].candidate.schedule.knob;
  const int *best = kernel->candidates.data[kernel->best].candidate.schedule.knob;
  const char *comma = "";
  for (int i = 0; i < KNOB_COUNT; i++) {
    if (rules[i] == best[i]) continue;
    text_printf(out, "%s%s %d -> %d", comma, knob_name((Knob)i), rules[i], best[i]);
    comma = ", ";
  }
}

static int count_tried(const TunedKernel *kernel) {
  int count = 0;
  for (int i = 0; i < kernel->candidates.count; i++)
    count += kernel->candidates.data[i].tried;
  return count;
}

static void table_row(const TunedKernel *kernel, Text *out) {
  char label[32], repeated[16] = "";
  snprintf(label, sizeof label, "K%d", kernel->kernels.data[0]);
  if (kernel->kernels.count > 1) snprintf(repeated, sizeof repeated, "x%d", kernel->kernels.count);
  text_printf(out, "%-6s %-4s %-30.30s", label, repeated, kernel->name);
  if (kernel->error[0]) {
    text_printf(out, " not tuned: %s\n", kernel->error);
    return;
  }
  text_printf(out, " %5d %9.1f %9.1f %5.1f%%", count_tried(kernel), kernel->default_us, kernel->best_us,
              100 * (kernel->default_us / kernel->best_us - 1));
  if (kernel->best > 0) text_add(out, "  ");
  knobs_that_differ(kernel, out);
  text_add(out, "\n");
}

bool session_tune_table(Session *session, Text *out) {
  const TuneReport *report = session_tune_report(session);
  if (!report) return false;
  text_printf(out, "%s, plan %s\n", session->graph->name, session_plan_title(session));
  text_printf(out, "%-6s %-4s %-30s %5s %9s %9s %6s  %s\n", "id", "", "kernel", "tried", "rules us",
              "best us", "gain", "knobs that differ");
  for (int i = 0; i < report->kernel_count; i++)
    table_row(&report->kernels[i], out);
  double rules = total_us(report, false), best = total_us(report, true);
  text_printf(out, "%d different kernels, %.1f us by the rules, %.1f us tuned on %s\n", report->kernel_count,
              rules, best, session->device.name);
  return true;
}
