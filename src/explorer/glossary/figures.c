// The figures that the glossary's sentences name.
#include "explorer/glossary/glossary.h"

#include "cost/model/replay.h"
#include "plan/program/live.h"
#include "tui/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

// What a figure is written of.
typedef struct Subject {
  Session *session;
  int kernel;
  GlyphSet glyphs;
  const PlanLowered *lowered; // nest NULL: a library's
  const Estimate *estimate;
  const Compiled *compiled; // NULL: not compiled
  const Measured *measured; // NULL: not measured
  const Device *device;
} Subject;

// name, expression of `s`, how it is written, whether it is known
#define FIGURES(X) \
  X(ops, members(s).op_count + members(s).copy_count, count, true) \
  X(kernels, plan_kernel_count(session_plan(s->session)), count, true) \
  X(grid, s->lowered->launch.grid, count, s->lowered->nest) \
  X(threads, s->lowered->launch.threads, count, s->lowered->nest) \
  X(warps, warps(s), count, s->lowered->nest) \
  X(workspace, s->lowered->launch.workspace_bytes, bytes, s->lowered->nest) \
  X(parts, s->lowered->nest->part_count, count, s->lowered->nest && s->lowered->nest->part_count) \
  X(dims, s->lowered->nest->dim_count, count, is_one_nest(s)) \
  X(steps, s->lowered->nest->step_count, count, is_one_nest(s)) \
  X(passes, s->lowered->nest->passes, count, is_one_nest(s)) \
  X(vector, s->lowered->schedule.knob[KNOB_vector], count, is_one_nest(s)) \
  X(pipeline, s->lowered->schedule.knob[KNOB_pipeline], count, is_one_nest(s)) \
  X(cap, s->lowered->schedule.knob[KNOB_registers], count, is_one_nest(s)) \
  X(registers, s->estimate->registers, count, s->estimate->registers >= 0) \
  X(compiled_registers, s->compiled->registers, count, s->compiled) \
  X(spill, s->estimate->spill_bytes, bytes, s->lowered->nest) \
  X(spill_us, s->estimate->spill_us, time, s->lowered->nest) \
  X(compiled_spill, s->compiled->spill_store_bytes + s->compiled->spill_load_bytes, bytes, s->compiled) \
  X(occupancy, s->estimate->occupancy, percent, s->lowered->nest) \
  X(blocks_per_sm, blocks_per_sm(s), count, s->lowered->nest) \
  X(threads_per_sm, s->device->limits.threads_per_sm, count, true) \
  X(sms, s->device->limits.sms, count, true) \
  X(resident, blocks_per_sm(s) * s->device->limits.sms, count, s->lowered->nest) \
  X(waves, (double)s->lowered->launch.grid / (blocks_per_sm(s) * s->device->limits.sms), number, \
    s->lowered->nest && blocks_per_sm(s) > 0) \
  X(sectors, most_sectors(s), number, most_sectors(s) > 0) \
  X(moved, s->estimate->moved_read_bytes + s->estimate->moved_write_bytes, bytes, true) \
  X(needed, s->estimate->read_bytes + s->estimate->write_bytes, bytes, true) \
  X(dram, s->estimate->dram_bytes, bytes, true) \
  X(dram_us, s->estimate->pipe_us[LIMIT_DRAM], time, true) \
  X(l2_us, estimate_alone_us(s->device, s->estimate, LIMIT_L2), time, true) \
  X(l2_size, s->device->limits.l2_bytes, bytes, true) \
  X(latency_us, s->estimate->pipe_us[LIMIT_LATENCY], time, true) \
  X(launch_us, s->estimate->pipe_us[LIMIT_LAUNCH], time, true) \
  X(ramp_us, s->estimate->ramp_us, time, s->estimate->ramp_us > 0) \
  X(issue_us, s->estimate->pipe_us[LIMIT_ISSUE], time, s->lowered->nest) \
  X(limit_us, s->estimate->pipe_us[s->estimate->limit], time, true) \
  X(flops, s->estimate->flops, number, s->estimate->dram_bytes > 0) \
  X(intensity, s->estimate->flops / (double)s->estimate->dram_bytes, number, s->estimate->dram_bytes > 0) \
  X(ridge, fp32(s) / (s->device->dram_gbs * 1e9), number, s->device->dram_gbs > 0 && !on_tensor_cores(s)) \
  X(tensor_ridge, 1e3 * s->device->tensor_tflops_16 / s->device->dram_gbs, number, \
    s->device->dram_gbs > 0 && on_tensor_cores(s)) \
  X(time, s->estimate->time_us, time, true) \
  X(measured, s->measured->time_us, time, s->measured) \
  X(error, s->measured->time_us / s->estimate->time_us - 1, change, s->measured && s->estimate->time_us > 0)

static PlanKernel members(const Subject *s) {
  return plan_kernel(session_plan(s->session), s->kernel);
}

static bool on_tensor_cores(const Subject *s) {
  return s->estimate->pipe_us[LIMIT_TENSOR] > 0;
}

static bool is_one_nest(const Subject *s) {
  return s->lowered->nest && s->lowered->nest->part_count == 0;
}

static int warps(const Subject *s) {
  return (s->lowered->launch.threads + 31) / 32;
}

// As compiled, where it was.
static int blocks_per_sm(const Subject *s) {
  int registers = s->compiled ? s->compiled->registers : s->estimate->registers;
  return limits_blocks_per_sm(&s->device->limits, s->lowered->launch.threads, registers,
                              s->estimate->shared_bytes);
}

static double most_sectors(const Subject *s) {
  double most = 0;
  for (int i = 0; i < s->estimate->access_count; i++)
    most = fmax(most, s->estimate->accesses[i].sectors_per_request);
  return most;
}

static double fp32(const Subject *s) {
  return 2 * s->device->limits.sms * s->device->clock_ghz * 1e9 * s->device->fma_per_clock;
}

// ---- How a figure is written.

static void add_count(const Subject *s, double figure, Text *out) {
  (void)s;
  text_printf(out, "%.0f", figure);
}

static void add_bytes(const Subject *s, double figure, Text *out) {
  char number[NUMBER_SIZE];
  (void)s;
  text_add(out, number_bytes(number, figure));
}

static void add_number(const Subject *s, double figure, Text *out) {
  char number[NUMBER_SIZE];
  (void)s;
  text_add(out, number_short(number, figure));
}

static void add_time(const Subject *s, double figure, Text *out) {
  char number[NUMBER_SIZE];
  text_add(out, number_time(number, figure, s->glyphs));
}

static void add_percent(const Subject *s, double figure, Text *out) {
  (void)s;
  text_printf(out, "%d%%", number_percent(figure));
}

static void add_change(const Subject *s, double figure, Text *out) {
  (void)s;
  text_printf(out, "%+.0f%%", 100 * figure);
}

// Those of the whole plan over its launches.
static bool add_memory(const Subject *s, const char *name, Text *out) {
  bool of_peak = text_equal(name, "peak"), which = text_equal(name, "peak_kernel");
  if (!of_peak && !which && !text_equal(name, "live")) return false;
  PlanLive live = plan_live(session_plan(s->session));
  int count, here = 0;
  const int *order = plan_order(session_plan(s->session), &count);
  while (here < count && order[here] != s->kernel)
    here++;
  bool known = here < count;
  if (known && which) text_printf(out, "K%d", order[live.peak]);
  if (known && !which) add_bytes(s, (double)live.bytes[of_peak ? live.peak : here], out);
  plan_live_free(&live);
  return known;
}

static bool add_word(const Subject *s, const char *name, Text *out) {
  if (text_equal(name, "kernel"))
    text_printf(out, "K%d", s->kernel);
  else if (text_equal(name, "template"))
    text_add(out, template_name(s->lowered->schedule.kind));
  else if (text_equal(name, "limit"))
    text_add(out, limit_name(s->estimate->limit));
  else
    return add_memory(s, name, out);
  return true;
}

static Subject subject_of(Session *session, int kernel, GlyphSet glyphs) {
  Subject s = {.session = session, .kernel = kernel, .glyphs = glyphs, .device = session_device(session)};
  CompiledView compiled = session_compiled(session, kernel);
  MeasuredView measured = session_measured(session, kernel);
  if (compiled.state == RESULT_DONE) s.compiled = compiled.compiled;
  if (measured.state == RESULT_DONE && measured.measured->ok) s.measured = measured.measured;
  s.estimate = estimator_kernel(session_estimator(session), session_plan(session), kernel);
  s.lowered = plan_lowered(session_plan(session), kernel);
  return s;
}

bool glossary_figure(Session *session, int kernel, GlyphSet glyphs, const char *name, Text *out) {
  Subject subject = subject_of(session, kernel, glyphs), *s = &subject;
#define X(id, figure, kind, known) \
  if (text_equal(name, #id)) { \
    if (known) add_##kind(s, (double)(figure), out); \
    return known; \
  }
  FIGURES(X)
#undef X
  return add_word(s, name, out);
}

bool glossary_has_figure(const char *name) {
  static const char *const figures[] = {
#define X(id, figure, kind, known) #id,
      FIGURES(X)
#undef X
          "kernel",
      "template",
      "limit",
      "live",
      "peak",
      "peak_kernel"};
  for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
    if (text_equal(figures[i], name)) return true;
  return false;
}
