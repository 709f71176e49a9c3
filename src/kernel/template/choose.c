// Choosing a schedule: the template from the nest, the knobs from rules that measurements support.
#include "kernel/template/candidates.h"
#include "kernel/template/rules.h"
#include "kernel/template/template.h"

#include <limits.h>

enum {
  STATIC_SHARED_LIMIT = 48 * 1024, // bytes of shared memory that a kernel can declare statically
  WORKING_REGISTERS = 28,          // addresses, indices and what is in use at once
  MOST_HELD = 64,
};

int nest_full_inputs(const Nest *nest) {
  int count = 0;
  for (int i = 0; i < nest->step_count; i++)
    count += nest->steps[i].kind == STEP_LOAD && nest->steps[i].dims == nest_all_dims(nest);
  return count;
}

int64_t rules_power_below(int64_t value) {
  int64_t power = 1;
  while (power * 2 <= value)
    power *= 2;
  return power;
}

int64_t rules_power_above(int64_t value) {
  int64_t power = 1;
  while (power < value)
    power *= 2;
  return power;
}

int choose_knob(Chooser *chooser, Knob knob, int64_t value) {
  const ScheduleOverride *overrides = chooser->overrides;
  bool set = overrides && (overrides->set >> knob & 1);
  chooser->schedule->knob[knob] = set ? overrides->knob[knob] : (int)least_of(value, INT_MAX);
  return chooser->schedule->knob[knob];
}

// ---- the width of vectors

static bool streams(const Nest *nest, const Step *step) {
  bool access = (step->kind == STEP_LOAD || step->kind == STEP_STORE) && !step->finish;
  return access && nest->dim_count > 0 && (step->dims >> (nest->dim_count - 1) & 1);
}

static bool covers(const Nest *nest, const Step *step) {
  uint32_t rows = nest->reduced | nest->crossed;
  return streams(nest, step) && (step->dims & rows) == rows;
}

int nest_widest_element(const Nest *nest, bool stores_only) {
  int widest = 0;
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    if (stores_only && step->kind != STEP_STORE) continue;
    if (covers(nest, step) && dtype_bytes(step->stored) > widest) widest = dtype_bytes(step->stored);
  }
  return widest;
}

int vector_of_widest(const Nest *nest) {
  int widest = nest_widest_element(nest, false);
  return widest ? 16 / widest : 16;
}

static int widest_vector(const Nest *nest, const Template *template) {
  return template->widest_vector ? template->widest_vector(nest) : vector_of_widest(nest);
}

static int access_cost_of(const Template *template, const Mapping *mapping, const Step *step) {
  if (mapping_unaligned(mapping, step)) return 2 * 16 / mapping->vector;
  if (mapping_vectorized(mapping, step)) return 16 / mapping->vector;
  return template->single_cost ? template->single_cost(mapping, step) : 16;
}

// Memory instructions for each element of the fast dim, in units of 1/16.
static int access_cost(const Nest *nest, const Schedule *schedule) {
  Mapping mapping;
  mapping_make(nest, schedule, &mapping);
  int cost = 0;
  for (int i = 0; i < nest->step_count; i++)
    if (streams(nest, &nest->steps[i])) cost += access_cost_of(schedule->kind, &mapping, &nest->steps[i]);
  return cost;
}

// The widest, or less where alignment allows only less.
static void choose_vector(Chooser *chooser) {
  const Nest *nest = chooser->nest;
  int64_t size = nest->dim_count > 0 ? nest->size[nest->dim_count - 1] : 1;
  int most = (int)least_of(widest_vector(nest, chooser->schedule->kind), rules_power_below(size)), best = 1,
      best_cost = INT_MAX;
  for (int vector = most; vector >= 1; vector /= 2) {
    Schedule trial = *chooser->schedule;
    trial.knob[KNOB_vector] = vector;
    trial.knob[KNOB_threads] = 32;
    int cost = access_cost(nest, &trial);
    if (cost < best_cost) best = vector, best_cost = cost;
  }
  choose_knob(chooser, KNOB_vector, best);
}

int schedule_held_registers(const Nest *nest, const Schedule *schedule) {
  Body body;
  if (!body_make(nest, schedule, &body)) return INT_MAX;
  int registers = body_held_registers(&body, false);
  body_free(&body);
  return registers;
}

int64_t limits_registers_to_hold(const GpuLimits *limits, int64_t threads) {
  int64_t cap = limits->registers_per_sm / most_of(threads, limits->warp);
  return least_of(MOST_HELD, least_of(cap, limits->registers_per_thread) - WORKING_REGISTERS);
}

// ---- what no rule may break

static bool lanes_fit(const Mapping *mapping, int threads) {
  if (mapping_threads(mapping) != threads) return false;
  int lanes = mapping->fast_walked ? mapping->walk_lanes : mapping->owned_lanes;
  if (!mapping->nest->reduced) return true;
  return lanes < 32 ? (lanes & (lanes - 1)) == 0 : lanes % 32 == 0;
}

static bool check_cluster(const Chooser *chooser, const Mapping *mapping, Reason *reason) {
  if (!mapping->cluster) return true;
  if (chooser->limits->arch < CLUSTER_ARCH)
    return reason_set(reason, REASON_THREADS, (int[]){NO_OP},
                      "%lld blocks cannot share chained reductions: clusters need compute capability 9.0",
                      (long long)mapping->splits);
  if (mapping->splits > MOST_CLUSTER || (mapping->splits & (mapping->splits - 1)))
    return reason_set(reason, REASON_THREADS, (int[]){NO_OP},
                      "%lld blocks cannot share chained reductions: a cluster has 2, 4 or 8",
                      (long long)mapping->splits);
  if (mapping->walk_lanes % 32)
    return reason_set(reason, REASON_THREADS, (int[]){NO_OP},
                      "the blocks of a cluster share rows by whole warps, not by %d threads",
                      mapping->walk_lanes);
  return true;
}

static bool check_pipeline(const Chooser *chooser, const Mapping *mapping, Reason *reason) {
  if (mapping->pipeline < PIPELINE_SHARED || chooser->limits->arch >= COPY_ARCH) return true;
  return reason_set(reason, REASON_UNSUPPORTED, (int[]){NO_OP},
                    "rows cannot wait in shared memory: copies that go on beside the work need compute "
                    "capability 8.0; pipeline=1 has them wait in registers");
}

static bool check(const Chooser *chooser, Reason *reason) {
  const Schedule *schedule = chooser->schedule;
  Status status = {0};
  for (int i = 0; i < KNOB_COUNT; i++)
    if (!knob_check((Knob)i, schedule->knob[i], &status))
      return reason_set(reason, REASON_THREADS, (int[]){NO_OP}, "%s", status.message);
  Mapping mapping;
  mapping_make(chooser->nest, schedule, &mapping);
  int threads = schedule->knob[KNOB_threads];
  const Template *template = schedule->kind;
  if (template->check && !template->check(chooser, &mapping, reason)) return false;
  if (!lanes_fit(&mapping, threads))
    return reason_set(reason, REASON_THREADS, (int[]){NO_OP},
                      "%d threads cannot be shared by %d rows: each row needs a power of two up to 32 "
                      "threads, or whole warps",
                      threads, schedule->knob[KNOB_rows]);
  LaunchShape launch = schedule_launch(chooser->nest, schedule, chooser->limits);
  if (!check_cluster(chooser, &mapping, reason) || !check_pipeline(chooser, &mapping, reason)) return false;
  if (launch.threads > chooser->limits->threads_per_block)
    return reason_set(reason, REASON_THREADS, (int[]){NO_OP},
                      "%d threads are more than a block can have (%d)", launch.threads,
                      chooser->limits->threads_per_block);
  int most = launch.pipeline_bytes ? chooser->limits->shared_per_block : STATIC_SHARED_LIMIT;
  if (launch.shared_bytes > most)
    return reason_set(reason, REASON_SHARED_MEMORY, (int[]){NO_OP},
                      "%d bytes of shared memory are more than a block can have (%d)", launch.shared_bytes,
                      most);
  if (launch.grid > INT_MAX)
    return reason_set(reason, REASON_UNSUPPORTED, (int[]){NO_OP},
                      "%lld blocks are more than a launch can have", (long long)launch.grid);
  return true;
}

static bool supported(const Nest *nest, Reason *reason) {
  for (int i = 0; i < nest->step_count; i++)
    if (step_accumulates(&nest->steps[i]) && nest->steps[i].over != nest->reduced &&
        !nest_crosses(nest, &nest->steps[i]))
      return reason_set(reason, REASON_UNSUPPORTED, (int[]){nest->steps[i].op, NO_OP},
                        "its reductions run over different axes, which no template takes yet");
  if (nest->passes > MAX_LOOPS)
    return reason_set(reason, REASON_UNSUPPORTED, (int[]){NO_OP},
                      "%d chained reductions are more than one kernel takes", nest->passes - 1);
  return true;
}

// In turn, although kernels that store more than the cache holds take up to 5% less when that leaves last:
// part of it is then written back after their end, at the cost of those behind them. On an H200 17 plans took
// from 1.7% less to 2% more so, 0.1% less in the mean, and single kernels that begin with a cache full of
// such lines up to 2.5% more.
static void choose_stores(Chooser *chooser) {
  choose_knob(chooser, KNOB_stores, STORES_IN_TURN);
}

static bool choose_once(ScheduleMemo *memo, const Nest *nest, const GpuLimits *limits,
                        const ScheduleOverride *overrides, Schedule *schedule, Reason *reason) {
  const Template *template = template_for(nest, overrides);
  *schedule = (Schedule){.kind = template};
  if (!supported(nest, reason)) return false;
  Chooser chooser = {nest, limits, overrides, schedule, memo};
  if (template->choose) return template->choose(&chooser, reason);
  choose_vector(&chooser);
  choose_knob(&chooser, KNOB_blocks, 0);
  choose_knob(&chooser, KNOB_tiles, 1);
  choose_knob(&chooser, KNOB_groups, 0);
  choose_knob(&chooser, KNOB_pipeline, PIPELINE_NONE);
  choose_knob(&chooser, KNOB_finishers, 1);
  template->rules(&chooser);
  choose_knob(&chooser, KNOB_ordered, nest->ordered);
  choose_stores(&chooser);
  chooser_registers(&chooser);
  return check(&chooser, reason);
}

// Registers that a thread lacks for what waits in it, even if its block has a multiprocessor to itself.
static int lacks(const Nest *nest, const GpuLimits *limits, const Schedule *schedule) {
  int most = limits_register_share(limits, schedule->knob[KNOB_threads], 1);
  if (schedule->knob[KNOB_registers] < most) return 0; // there is room for more than one
  return (int)most_of(0, schedule_register_need(nest, schedule) - most);
}

// Half as many vectors in flight, or vectors half as wide; false where neither leaves it lacking less.
static bool choose_less(const Nest *nest, const GpuLimits *limits, ScheduleOverride *overrides,
                        Schedule *schedule) {
  static const Knob less[] = {KNOB_unroll, KNOB_vector};
  for (size_t i = 0; i < sizeof less / sizeof *less; i++) {
    int value = schedule->knob[less[i]];
    if (value <= 1 || !(schedule->kind->knobs >> less[i] & 1)) continue;
    ScheduleOverride tried = *overrides;
    Schedule trial;
    Reason reason;
    schedule_override_set(&tried, less[i], value / 2);
    if (!choose_once(NULL, nest, limits, &tried, &trial, &reason) ||
        lacks(nest, limits, &trial) >= lacks(nest, limits, schedule))
      continue;
    *overrides = tried;
    *schedule = trial;
    return true;
  }
  return false;
}

// What does not fit into the registers would go to memory and back: the rules, which look at what one vector
// needs, are asked again for less of them at a time. (Batch norm over 3 inputs of bf16: 512 threads with 8
// vectors of each in flight spill 192 bytes each, with 4 none.)
bool schedule_choose_by(ScheduleMemo *memo, const Nest *nest, const GpuLimits *limits,
                        const ScheduleOverride *overrides, Schedule *schedule, Reason *reason) {
  static const uint32_t decided = 1u << KNOB_unroll | 1u << KNOB_vector | 1u << KNOB_registers;
  if (!choose_once(memo, nest, limits, overrides, schedule, reason)) return false;
  if (schedule->kind->choose || (overrides && (overrides->set & decided))) return true;
  ScheduleOverride less = overrides ? *overrides : (ScheduleOverride){0};
  while (lacks(nest, limits, schedule) > 0 && choose_less(nest, limits, &less, schedule)) {
  }
  return true;
}

bool schedule_choose(const Nest *nest, const GpuLimits *limits, const ScheduleOverride *overrides,
                     Schedule *schedule, Reason *reason) {
  return schedule_choose_by(NULL, nest, limits, overrides, schedule, reason);
}
