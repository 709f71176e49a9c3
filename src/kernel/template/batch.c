// Batches: blocks of one size for all parts, and each part's own schedule in such blocks.
//
// The threads are those of the part that wants most, as long as a block of so many leaves every part the
// registers that it needs. A part that wants fewer takes more rows into a block when it has blocks enough to
// keep the GPU busy even so; else threads beyond its own have nothing to do.
#include "kernel/cuda/emit.h"
#include "kernel/template/rules.h"
#include "kernel/template/template.h"

#include <limits.h>

enum {
  WARP = 32,
  BUSY_BLOCKS = 2, // per SM: a part with fewer leaves room for the others, whatever its threads do
  BYTES_IN_FLIGHT = 32 * 1024, // of a multiprocessor: 2048 threads with 16 bytes each
  MOST_VECTORS = 4,            // of a thread of a map
  ARITHMETIC = 24,             // registers of a map beyond those of its loads
  ALIGNMENT = 16               // bytes, of each part's workspace
};

static bool is_batch_wide(int knob) {
  return knob == KNOB_threads || knob == KNOB_blocks || knob == KNOB_registers;
}

static void override(ScheduleOverride *overrides, Knob knob, int value) {
  overrides->set |= 1u << knob;
  overrides->knob[knob] = value;
}

// What a person has set for the batch holds for every part. Chained reductions are not split: their blocks
// would be clusters, which a launch has all over or not at all. Nothing waits in dynamic shared memory, which
// parts cannot lay over one another.
ScheduleOverride schedule_part_overrides(const Nest *nest, const Schedule *batch) {
  ScheduleOverride overrides = {0};
  for (int knob = 0; knob < KNOB_COUNT; knob++) {
    if (batch->knob[knob] == KNOB_OWN || is_batch_wide(knob)) continue;
    override(&overrides, (Knob)knob, batch->knob[knob]);
  }
  if (nest->passes > 1) override(&overrides, KNOB_splits, 1);
  if (!nest->crossed) override(&overrides, KNOB_tiles, 1);
  if (overrides.knob[KNOB_pipeline] >= PIPELINE_SHARED) overrides.knob[KNOB_pipeline] = PIPELINE_REGISTERS;
  return overrides;
}

static bool is_set(const ScheduleOverride *overrides, Knob knob) {
  return overrides->set >> knob & 1;
}

// The schedule in blocks of so many threads; false when there is none, or too few blocks of it.
static bool widen(const Nest *nest, const GpuLimits *limits, const Schedule *batch, int threads,
                  Schedule *schedule) {
  ScheduleOverride overrides = schedule_part_overrides(nest, batch);
  int own = schedule->knob[KNOB_threads];
  bool wider = threads > own;
  override(&overrides, KNOB_threads, threads);
  if (schedule->kind->widens && wider && threads % own == 0 && !is_set(&overrides, KNOB_rows))
    override(&overrides, KNOB_rows, schedule->knob[KNOB_rows] * (threads / own));
  Schedule trial;
  Reason unwanted;
  if (!schedule_choose(nest, limits, &overrides, &trial, &unwanted)) return false;
  if (wider && schedule_launch(nest, &trial, limits).grid < (int64_t)BUSY_BLOCKS * limits->sms) return false;
  *schedule = trial;
  return true;
}

static bool choose_alone(const Nest *nest, const GpuLimits *limits, const Schedule *batch, Schedule *schedule,
                         Reason *reason) {
  ScheduleOverride overrides = schedule_part_overrides(nest, batch);
  return schedule_choose(nest, limits, &overrides, schedule, reason);
}

static bool choose_part(const Nest *nest, const GpuLimits *limits, const Schedule *batch, Schedule *schedule,
                        Reason *reason) {
  int threads = batch->knob[KNOB_threads];
  if (!choose_alone(nest, limits, batch, schedule, reason)) return false;
  int own = schedule->knob[KNOB_threads];
  if (own == threads || widen(nest, limits, batch, threads, schedule)) return true;
  if (own < threads) {
    widen(nest, limits, batch, threads / own * own, schedule);
    return true;
  }
  return reason_set(reason, REASON_THREADS, (int[]){nest->ops[0], NO_OP},
                    "%s cannot run in blocks of %d threads, which the other parts of its batch need",
                    nest->graph->ops[nest->ops[0]].name, threads);
}

// Registers without which a part would spill.
static int part_need(const Nest *nest, const Schedule *schedule) {
  return schedule_register_need(nest, schedule) + (nest->reduced ? 0 : ARITHMETIC);
}

// Bytes that a thread has asked for before it uses any of them.
static int64_t bytes_waited_for(const Nest *nest, const Schedule *schedule) {
  int64_t bytes = 0;
  for (int i = 0; i < nest->step_count; i++)
    if (nest->steps[i].kind == STEP_LOAD && nest->steps[i].dims == nest_all_dims(nest))
      bytes += (int64_t)schedule->knob[KNOB_vector] * dtype_bytes(nest->steps[i].stored);
  return most_of(1, bytes * schedule->knob[KNOB_unroll]);
}

// A vector for each of a multiprocessor's threads keeps memory busy. Registers that other parts want leave
// fewer threads: then each thread of a map takes several vectors.
static void keep_memory_busy(const Nest *nest, const GpuLimits *limits, const Schedule *batch,
                             Schedule *schedule) {
  ScheduleOverride overrides = schedule_part_overrides(nest, batch);
  int threads = batch->knob[KNOB_threads], cap = batch->knob[KNOB_registers];
  int64_t resident = (int64_t)limits_blocks_per_sm(limits, threads, cap, 0) * threads;
  int64_t wanted = BYTES_IN_FLIGHT / (most_of(resident, WARP) * bytes_waited_for(nest, schedule));
  if (!schedule->kind->fills || wanted < 2 || is_set(&overrides, KNOB_unroll)) return;
  override(&overrides, KNOB_threads, schedule->knob[KNOB_threads]);
  override(&overrides, KNOB_unroll, (int)least_of(wanted, MOST_VECTORS));
  Schedule trial;
  Reason unwanted;
  if (!schedule_choose(nest, limits, &overrides, &trial, &unwanted) || part_need(nest, &trial) > cap) return;
  if (schedule_launch(nest, &trial, limits).grid >= (int64_t)BUSY_BLOCKS * limits->sms) *schedule = trial;
}

static bool any_reduced(const Nest *batch) {
  for (int i = 0; i < batch->part_count; i++)
    if (batch->parts[i].nest->reduced) return true;
  return false;
}

bool schedule_part(const Nest *batch, const Schedule *schedule, const GpuLimits *limits, int part,
                   Schedule *own) {
  Reason unwanted;
  const Nest *nest = batch->parts[part].nest;
  if (batch->parts[part].schedule) {
    *own = *batch->parts[part].schedule;
    return true;
  }
  bool chosen = choose_part(nest, limits, schedule, own, &unwanted);
  if (chosen && any_reduced(batch)) keep_memory_busy(nest, limits, schedule, own);
  own->knob[KNOB_registers] = schedule->knob[KNOB_registers];
  return chosen;
}

// ---- what the parts share

// The most threads that a part wants, fewer while a part would spill in blocks of so many.
static bool choose_threads(Chooser *chooser, Reason *reason) {
  const Nest *batch = chooser->nest;
  int threads = WARP, need = 0;
  for (int i = 0; i < batch->part_count; i++) {
    Schedule own;
    const Nest *nest = batch->parts[i].nest;
    if (!choose_alone(nest, chooser->limits, chooser->schedule, &own, reason)) return false;
    threads = (int)most_of(threads, own.knob[KNOB_threads]);
    need = (int)most_of(need, part_need(nest, &own));
  }
  while (threads > 8 * WARP && limits_register_share(chooser->limits, threads, 1) < need)
    threads = (int)divide_up(threads / 2, WARP) * WARP;
  choose_knob(chooser, KNOB_threads, threads);
  return true;
}

// The cap of the part that needs most. Maps ask for none, and beside reductions get what they need.
static bool choose_cap(Chooser *chooser, Reason *reason) {
  const Nest *batch = chooser->nest;
  int threads = chooser->schedule->knob[KNOB_threads], cap = 0;
  bool reduced = any_reduced(batch);
  int most =
      limits_register_share(chooser->limits, threads, (int)most_of(1, chooser->schedule->knob[KNOB_blocks]));
  for (int i = 0; i < batch->part_count; i++) {
    const Nest *nest = batch->parts[i].nest;
    Schedule own;
    if (!choose_part(nest, chooser->limits, chooser->schedule, &own, reason)) return false;
    bool capped = nest->reduced || !reduced;
    cap = (int)most_of(cap, capped ? own.knob[KNOB_registers] : part_need(nest, &own));
  }
  cap = choose_knob(chooser, KNOB_registers, least_of(cap, most));
  int limit = limits_register_share(chooser->limits, threads, 1);
  if (cap == 0 || cap > limit) chooser->schedule->knob[KNOB_registers] = limit;
  return true;
}

static bool check(const Chooser *chooser, Reason *reason) {
  LaunchShape launch = schedule_launch(chooser->nest, chooser->schedule, chooser->limits);
  if (launch.grid <= INT_MAX) return true;
  return reason_set(reason, REASON_UNSUPPORTED, (int[]){NO_OP}, "%lld blocks are more than a launch can have",
                    (long long)launch.grid);
}

static bool choose_batch(Chooser *chooser, Reason *reason) {
  for (int knob = 0; knob < KNOB_COUNT; knob++)
    choose_knob(chooser, (Knob)knob, KNOB_OWN);
  choose_knob(chooser, KNOB_blocks, 0);
  return choose_threads(chooser, reason) && choose_cap(chooser, reason) && check(chooser, reason);
}

static LaunchShape batch_launch(const Nest *batch, const Schedule *schedule, const GpuLimits *limits) {
  LaunchShape launch = {.threads = schedule->knob[KNOB_threads], .cluster = 1};
  for (int i = 0; i < batch->part_count; i++) {
    const NestPart *part = &batch->parts[i];
    Schedule own;
    schedule_part(batch, schedule, limits, i, &own);
    LaunchShape one = schedule_launch(part->nest, &own, limits);
    launch.grid += one.grid * part->count;
    launch.shared_bytes = (int)most_of(launch.shared_bytes, one.shared_bytes);
    launch.workspace_bytes += schedule_part_workspace(&one) * part->count;
  }
  launch.shared_bytes = (int)divide_up(launch.shared_bytes, 8) * 8;
  return launch;
}

int64_t schedule_part_workspace(const LaunchShape *launch) {
  return divide_up(launch->workspace_bytes, ALIGNMENT) * ALIGNMENT;
}

static bool takes(const Nest *nest, const ScheduleOverride *overrides) {
  (void)overrides;
  return nest->part_count > 0;
}

const Template template_batch = {
    .name = "batch",
    .help = "several loop nests in one launch",
    .takes = takes,
    .knobs = KNOBS_OF_ALL | KNOBS_OF_ROWS | KNOB_BIT(finishers),
    .choose = choose_batch,
    .launch = batch_launch,
    .emit = batch_emit,
};
