// The documented JSON shape and the table for people. A level that was not asked for, or that a kernel does
// not have, is absent.
#include "base/json.h"
#include "cost/model/replay.h"
#include "cost/plan_cost.h"
#include "session/internal.h"
#include "session/results/profiled.h"
#include "session/results/report_memory.h"
#include "session/results/report_profile.h"

#include <stdio.h>

static void put_ops(JsonWriter *writer, const Graph *graph, const char *key, const int *ops, int count) {
  json_begin_inline(writer, key, true);
  for (int i = 0; i < count; i++)
    json_put_string(writer, NULL, graph->ops[ops[i]].name);
  json_end(writer);
}

static void put_known(JsonWriter *writer, const char *key, int value) {
  if (value >= 0) json_put_integer(writer, key, value);
}

// By itself, and behind the kernels that launch before it.
static void put_estimate(JsonWriter *writer, const Estimate *estimate, const Replayed *replayed) {
  json_begin_object(writer, "estimate");
  put_known(writer, "registers", estimate->registers);
  if (!estimate->is_library) {
    json_put_integer(writer, "spill_bytes", estimate->spill_bytes);
    json_put_integer(writer, "shared_bytes", estimate->shared_bytes);
    json_put_number(writer, "occupancy", estimate->occupancy);
  }
  put_known(writer, "loads", estimate->loads);
  put_known(writer, "stores", estimate->stores);
  json_put_integer(writer, "read_bytes", estimate->read_bytes);
  json_put_integer(writer, "write_bytes", estimate->write_bytes);
  json_put_integer(writer, "moved_read_bytes", estimate->moved_read_bytes);
  json_put_integer(writer, "moved_write_bytes", estimate->moved_write_bytes);
  json_put_integer(writer, "dram_bytes", estimate->dram_bytes);
  json_put_number(writer, "flops", estimate->flops);
  json_put_number(writer, "time_us", estimate->time_us);
  json_put_number(writer, "launch_us", estimate->pipe_us[LIMIT_LAUNCH]);
  json_put_string(writer, "limit", limit_name(estimate->limit));
  json_put_integer(writer, "l2_hit_bytes", replayed->hit_bytes);
  json_put_number(writer, "replay_us", replayed->time_us);
  json_end(writer);
}

static void put_compiled(JsonWriter *writer, const CompiledView *view) {
  json_begin_object(writer, "compiled");
  if (view->compiled) {
    json_put_integer(writer, "registers", view->compiled->registers);
    json_put_integer(writer, "spill_bytes",
                     view->compiled->spill_store_bytes + view->compiled->spill_load_bytes);
    json_put_integer(writer, "shared_bytes", view->compiled->shared_bytes);
    json_put_number(writer, "seconds", view->compiled->seconds);
    json_put_bool(writer, "from_cache", view->compiled->from_cache);
  } else {
    json_put_string(writer, "error", view->error ? view->error : "not compiled");
  }
  json_end(writer);
}

static void put_measured(JsonWriter *writer, const MeasuredView *view) {
  json_begin_object(writer, "measured");
  if (view->measured && view->measured->ok) {
    json_put_number(writer, "time_us", view->measured->time_us);
    json_put_number(writer, "time_spread_us", view->measured->spread_us);
    json_put_integer(writer, "launches", view->measured->launches);
    json_put_integer(writer, "local_bytes", view->measured->local_bytes);
    if (view->measured->counted) counter_values_write(&view->measured->counters, writer);
  } else if (view->state == RESULT_NOT_RUN) {
    json_put_string(writer, "error", "estimated only: it is not run");
  } else {
    json_put_string(writer, "error", view->error && *view->error ? view->error : "not measured");
  }
  json_end(writer);
}

const char *session_kernel_title(const Graph *graph, const PlanKernel *kernel, const PlanLowered *lowered,
                                 char out[KERNEL_NAME_SIZE]) {
  if (lowered->nest)
    kernel_name(lowered->nest, &lowered->schedule, out);
  else
    snprintf(out, KERNEL_NAME_SIZE, "%s", op_info(graph->ops[kernel->ops[0]].code)->name);
  return out;
}

static bool has_op_of(const DumpNotes *notes, const PlanKernel *kernel, int launch) {
  for (int i = 0; i < kernel->op_count; i++)
    if (notes->launches[kernel->ops[i]] == launch) return true;
  return false;
}

static void put_sizes(JsonWriter *writer, const char *key, const int64_t sizes[3]) {
  json_begin_inline(writer, key, true);
  for (int i = 0; i < 3; i++)
    json_put_integer(writer, NULL, sizes[i]);
  json_end(writer);
}

static void put_launched(JsonWriter *writer, const DumpKernel *kernel) {
  const DumpLaunch *launch = &kernel->launched;
  if (kernel->kind) json_put_string(writer, "kind", kernel->kind);
  if (kernel->config) json_put_string(writer, "config", kernel->config);
  if (launch->name) json_put_string(writer, "code", launch->name);
  if (launch->name) json_put_integer(writer, "launches", launch->count);
  if (!launch->known) return;
  put_sizes(writer, "grid", launch->grid);
  put_sizes(writer, "threads", launch->threads);
  json_put_integer(writer, "shared_bytes", launch->shared_bytes);
}

// The compiler's launches whose work the kernel does, those that finish a reduction for them included.
static void put_launches(const Session *session, JsonWriter *writer, const PlanKernel *kernel) {
  const DumpNotes *notes = &session->dump_notes;
  if (!notes->launches) return; // the compiler's plan was not asked for
  json_begin_array(writer, "launches");
  for (int i = 0; i < session->dump->kernel_count; i++) {
    const DumpKernel *listed = &session->dump->kernels[i];
    if (!has_op_of(notes, kernel, notes->finishes[i] < 0 ? i : notes->finishes[i])) continue;
    json_begin_inline(writer, NULL, false);
    json_put_string(writer, "name", listed->name);
    json_put_integer(writer, "order", listed->launch);
    put_launched(writer, listed);
    json_end(writer);
  }
  json_end(writer);
}

static void put_kernel(Session *session, JsonWriter *writer, Replay *replay, int id, int64_t live,
                       unsigned levels) {
  PlanKernel kernel = plan_kernel(session->plan, id);
  const PlanLowered *lowered = plan_lowered(session->plan, id);
  const Estimate *estimate = estimator_kernel(session->estimator, session->plan, id);
  Replayed replayed = replay_kernel(replay, lowered, kernel.ops[0], estimate);
  char name[KERNEL_NAME_SIZE];
  json_begin_object(writer, NULL);
  json_put_integer(writer, "id", id);
  json_put_string(writer, "name", session_kernel_title(session->graph, &kernel, lowered, name));
  json_put_string(writer, "template", template_name(lowered->schedule.kind));
  put_ops(writer, session->graph, "ops", kernel.ops, kernel.op_count);
  if (kernel.copy_count) put_ops(writer, session->graph, "copies", kernel.copies, kernel.copy_count);
  put_launches(session, writer, &kernel);
  json_put_integer(writer, "live_bytes", live);
  if (levels & REPORT_ESTIMATE) put_estimate(writer, estimate, &replayed);
  if ((levels & REPORT_COMPILED) && lowered->nest) {
    CompiledView view = session_compiled(session, id);
    put_compiled(writer, &view);
  }
  if (levels & REPORT_MEASURED) {
    MeasuredView view = session_measured(session, id);
    put_measured(writer, &view);
  }
  if (levels & REPORT_PROFILE) report_profile_kernel(session, id, writer);
  json_end(writer);
}

static void put_check(JsonWriter *writer, const MeasureReport *report) {
  if (!report->check_text[0]) return; // it was not asked for
  json_begin_object(writer, "check");
  if (report->checked)
    json_put_bool(writer, "pass", report->check_pass);
  else
    json_put_null(writer, "pass");
  json_put_string(writer, "text", report->check_text);
  json_end(writer);
}

// Asked for, and not to be had.
static const char *counters_problem(Session *session, unsigned levels) {
  const MeasureReport *report = session_report(session);
  bool failed = (levels & REPORT_COUNTERS) && report && report->counters_problem[0];
  return failed ? report->counters_problem : NULL;
}

// The total of what was looked at kernel by kernel; frees `cost`.
static PlanTotal take_total(PlanCost *cost) {
  plan_cost_update(cost, -1);
  PlanTotal total = plan_cost_total(cost);
  plan_cost_free(cost);
  return total;
}

// What the measured total is without, and what is left was estimated to take.
static void put_left_out(Session *session, JsonWriter *writer) {
  int left_out;
  double us = replay_run_us(&session->device, session->estimator, session->plan, &left_out);
  json_put_number(writer, "measured_replay_us", us);
  json_put_integer(writer, "not_run", left_out);
}

static void put_total(Session *session, JsonWriter *writer, PlanTotal total, const Replay *replay,
                      unsigned levels) {
  json_begin_object(writer, "total");
  json_put_integer(writer, "kernels", total.kernels);
  json_put_integer(writer, "read_bytes", total.read_bytes);
  json_put_integer(writer, "write_bytes", total.write_bytes);
  json_put_integer(writer, "dram_bytes", total.dram_bytes);
  json_put_number(writer, "flops", (double)total.flops);
  json_put_number(writer, "estimate_us", total.time_us);
  json_put_number(writer, "replay_us", replay_us(replay));
  const MeasureReport *report = session_report(session);
  if ((levels & REPORT_MEASURED) && report && report->total.ok) {
    json_put_number(writer, "measured_us", report->total.time_us);
    put_left_out(session, writer);
  }
  json_end(writer);
}

bool session_report_json(Session *session, unsigned levels, Text *out) {
  if (!session_profile(session)) levels &= ~(unsigned)REPORT_PROFILE;
  JsonWriter writer = json_writer(out, true);
  Replay *replay = replay_new(&session->device, session->graph);
  int count;
  const int *order = plan_order(session->plan, &count);
  if (levels & REPORT_MEASURED) session_look_up_times(session);
  PlanLive live = plan_live(session->plan);
  json_begin_object(&writer, NULL);
  json_put_string(&writer, "graph", session->graph->name);
  json_put_string(&writer, "device", session->device.name);
  if (session->device.calibrated) json_put_bool(&writer, "calibrated", true);
  if (session->device.tf32) json_put_bool(&writer, "tf32", true);
  if (session_other_model(session)) json_put_string(&writer, "model", session_other_model(session));
  json_put_string(&writer, "plan", session_plan_title(session));
  run_figures_json(&session->figures, &writer);
  json_begin_array(&writer, "kernels");
  PlanCost *cost = plan_cost_new(session->estimator, session->plan);
  for (int i = 0; i < count; i++) {
    put_kernel(session, &writer, replay, order[i], live.bytes[i], levels);
    plan_cost_look(cost, order[i]);
    plan_relieve(session->plan);
  }
  json_end(&writer);
  put_total(session, &writer, take_total(cost), replay, levels);
  replay_free(replay);
  report_memory_json(session, &live, &writer);
  plan_live_free(&live);
  if ((levels & REPORT_MEASURED) && session_report(session)) put_check(&writer, session_report(session));
  const char *problem = counters_problem(session, levels);
  if (problem) json_put_string(&writer, "counters_problem", problem);
  if (levels & REPORT_PROFILE) report_profile_json(session, &writer);
  json_end(&writer);
  return true;
}

// ---- The table: a row a kernel, columns by level.

// The last column has no blanks behind it.
static int limit_width(unsigned levels) {
  return levels & (REPORT_COMPILED | REPORT_MEASURED | REPORT_PROFILE) ? 7 : 0;
}

static void table_head(Text *out, unsigned levels) {
  text_printf(out, "%-6s %-30s %4s", "id", "kernel", "ops");
  if (levels & REPORT_ESTIMATE)
    text_printf(out, " %5s %9s %9s %9s %-*s", "regs", "read", "write", "est us", limit_width(levels),
                "limit");
  if (levels & REPORT_COMPILED) text_printf(out, " %5s %6s", "nvcc", "spill");
  if (levels & REPORT_MEASURED) text_printf(out, " %9s %7s", "meas us", "+-");
  if (levels & REPORT_COUNTERS)
    text_printf(out, " %9s %9s %9s %9s %5s", "rd DRAM", "wr DRAM", "L2", "spilled", "occ");
  if (levels & REPORT_PROFILE) report_profile_head(out);
  text_add(out, "\n");
}

static void number_or_dash(Text *out, int width, int value) {
  if (value < 0)
    text_printf(out, " %*s", width, "-");
  else
    text_printf(out, " %*d", width, value);
}

static void row_estimate(Text *out, const Estimate *estimate, unsigned levels) {
  char read[32], written[32];
  number_or_dash(out, 5, estimate->registers);
  text_printf(out, " %9s %9s %9.1f %-*s", text_bytes(read, (double)estimate->read_bytes),
              text_bytes(written, (double)estimate->write_bytes), estimate->time_us, limit_width(levels),
              limit_name(estimate->limit));
}

static void row_compiled(Text *out, const CompiledView *view) {
  number_or_dash(out, 5, view->compiled ? view->compiled->registers : -1);
  number_or_dash(out, 6,
                 view->compiled ? view->compiled->spill_store_bytes + view->compiled->spill_load_bytes : -1);
  if (view->state == RESULT_FAILED) text_add(out, " FAILED");
}

static void row_measured(Text *out, const MeasuredView *view) {
  if (view->measured && view->measured->ok)
    text_printf(out, " %9.1f %7.1f", view->measured->time_us, view->measured->spread_us);
  else
    text_printf(out, " %9s %7s", view->state == RESULT_FAILED ? "FAILED" : "-", "");
}

static void row_counters(Text *out, const MeasuredView *view) {
  char text[32];
  if (!view->measured || !view->measured->counted) {
    text_printf(out, " %9s %9s %9s %9s %5s", "-", "-", "-", "-", "-");
    return;
  }
  const CounterValues *counters = &view->measured->counters;
  const double bytes[] = {counters->dram_read_bytes, counters->dram_write_bytes, counters->l2_bytes,
                          counters->local_read_bytes + counters->local_write_bytes};
  for (int i = 0; i < 4; i++)
    text_printf(out, " %9s", text_bytes(text, bytes[i]));
  text_printf(out, " %4.0f%%", 100 * counters->occupancy);
}

static void table_row(Session *session, Text *out, int id, unsigned levels) {
  PlanKernel kernel = plan_kernel(session->plan, id);
  const PlanLowered *lowered = plan_lowered(session->plan, id);
  char name[KERNEL_NAME_SIZE], label[16];
  snprintf(label, sizeof label, "K%d", id);
  text_printf(out, "%-6s %-30.30s %4d", label, session_kernel_title(session->graph, &kernel, lowered, name),
              kernel.op_count + kernel.copy_count);
  if (levels & REPORT_ESTIMATE)
    row_estimate(out, estimator_kernel(session->estimator, session->plan, id), levels);
  CompiledView compiled = session_compiled(session, id);
  MeasuredView measured = session_measured(session, id);
  if (levels & REPORT_COMPILED) row_compiled(out, &compiled);
  if (levels & REPORT_MEASURED) row_measured(out, &measured);
  if (levels & REPORT_COUNTERS) row_counters(out, &measured);
  if (levels & REPORT_PROFILE) report_profile_row(session, id, out);
  text_add(out, "\n");
}

static void table_graph(Session *session, Text *out, const MeasureReport *report) {
  int left_out;
  double us = replay_run_us(&session->device, session->estimator, session->plan, &left_out);
  text_printf(out, "\nas one CUDA graph: estimate %.1f us, measured %.1f us", us, report->total.time_us);
  if (left_out > 0)
    text_printf(out, ", both without %d library call%s that %s not run", left_out, left_out == 1 ? "" : "s",
                left_out == 1 ? "is" : "are");
}

static void table_total(Session *session, Text *out, PlanTotal total, unsigned levels) {
  char read[32], written[32];
  const char *model = session_other_model(session);
  text_printf(out, "%d kernel%s, %s read, %s written, estimate %.1f us on %s%s%s%s", total.kernels,
              total.kernels == 1 ? "" : "s", text_bytes(read, (double)total.read_bytes),
              text_bytes(written, (double)total.write_bytes), total.time_us, session->device.name,
              session->device.calibrated ? " as calibrated" : "", model ? " by " : "", model ? model : "");
  int fitted = estimator_registers_arch(session->estimator);
  if (fitted != session->device.limits.arch) text_printf(out, ", registers as of sm_%d", fitted);
  if (session->device.tf32) text_add(out, ", products of f32 in TF32");
  const MeasureReport *report = session_report(session);
  if ((levels & REPORT_MEASURED) && report) {
    if (report->total.ok) table_graph(session, out, report);
    if (report->checked)
      text_printf(out, "\ncheck %s: %s", report->check_pass ? "passed" : "FAILED", report->check_text);
    else if (report->check_text[0])
      text_printf(out, "\nnot checked: %s", report->check_text);
  }
  text_add(out, "\n");
}

bool session_report_table(Session *session, unsigned levels, Text *out) {
  if (!session_profile(session)) levels &= ~(unsigned)REPORT_PROFILE;
  int count;
  const int *order = plan_order(session->plan, &count);
  if (levels & REPORT_MEASURED) session_look_up_times(session);
  text_printf(out, "%s, plan %s\n", session->graph->name, session_plan_title(session));
  table_head(out, levels);
  PlanCost *cost = plan_cost_new(session->estimator, session->plan);
  LiveSearch *search = live_search_new(session->plan);
  for (int i = 0; i < count; i++) {
    table_row(session, out, order[i], levels);
    plan_cost_look(cost, order[i]);
    live_search_look(search, order[i], i);
    plan_relieve(session->plan);
  }
  table_total(session, out, take_total(cost), levels);
  PlanLive live = live_search_end(search);
  report_memory_line(session, &live, out);
  plan_live_free(&live);
  const char *problem = counters_problem(session, levels);
  if (problem) text_printf(out, "no counters: %s\n", problem);
  if (levels & REPORT_PROFILE) report_profile_total(session, out);
  return true;
}
