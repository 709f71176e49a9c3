// Batches: blocks of one size for all parts, and each part's own schedule in such blocks.
//
// The threads are those of the part that wants most, as long as a block of so many leaves every part the
// registers that it needs. A part that wants fewer takes more rows into a block when it has blocks enough to
// keep the GPU busy even so; else threads beyond its own have nothing to do.
#include "kernel/cuda/emit.h"
#include "kernel/template/memo.h"
#include "kernel/template/rules.h"
#include "kernel/template/template.h"

#include <limits.h>
#include <stdlib.h>

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

// What a part is chosen for.
typedef struct Around {
  ScheduleMemo *memo; // may be NULL
  const GpuLimits *limits;
  const Schedule *batch;
} Around;

static bool is_set(const ScheduleOverride *overrides, Knob knob) {
  return overrides->set >> knob & 1;
}

// The schedule in blocks of so many threads; false when there is none, or too few blocks of it.
static bool widen(const Around *around, const Nest *nest, int threads, Schedule *schedule) {
  const GpuLimits *limits = around->limits;
  ScheduleOverride overrides = schedule_part_overrides(nest, around->batch);
  int own = schedule->knob[KNOB_threads];
  bool wider = threads > own;
  override(&overrides, KNOB_threads, threads);
  if (schedule->kind->widens && wider && threads % own == 0 && !is_set(&overrides, KNOB_rows))
    override(&overrides, KNOB_rows, schedule->knob[KNOB_rows] * (threads / own));
  Schedule trial;
  if (!schedule_memo_choose(around->memo, nest, limits, &overrides, &trial, NULL)) return false;
  if (wider &&
      schedule_memo_launch(around->memo, nest, &trial, limits).grid < (int64_t)BUSY_BLOCKS * limits->sms)
    return false;
  *schedule = trial;
  return true;
}

static bool choose_alone(const Around *around, const Nest *nest, Schedule *schedule, Reason *reason) {
  ScheduleOverride overrides = schedule_part_overrides(nest, around->batch);
  return schedule_memo_choose(around->memo, nest, around->limits, &overrides, schedule, reason);
}

static bool choose_part(const Around *around, const Nest *nest, Schedule *schedule, Reason *reason) {
  int threads = around->batch->knob[KNOB_threads];
  if (!choose_alone(around, nest, schedule, reason)) return false;
  int own = schedule->knob[KNOB_threads];
  if (own == threads || widen(around, nest, threads, schedule)) return true;
  if (own < threads) {
    widen(around, nest, threads / own * own, schedule);
    return true;
  }
  return reason_set(reason, REASON_THREADS, (int[]){nest->ops[0], NO_OP},
                    "%s cannot run in blocks of %d threads, which the other parts of its batch need",
                    nest->graph->ops[nest->ops[0]].name, threads);
}

// Registers without which a part would spill.
static int part_need(ScheduleMemo *memo, const Nest *nest, const Schedule *schedule) {
  return schedule_memo_need(memo, nest, schedule) + (nest->reduced ? 0 : ARITHMETIC);
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
static void keep_memory_busy(const Around *around, const Nest *nest, Schedule *schedule) {
  const GpuLimits *limits = around->limits;
  const Schedule *batch = around->batch;
  ScheduleOverride overrides = schedule_part_overrides(nest, batch);
  int threads = batch->knob[KNOB_threads], cap = batch->knob[KNOB_registers];
  int64_t resident = (int64_t)limits_blocks_per_sm(limits, threads, cap, 0) * threads;
  int64_t wanted = BYTES_IN_FLIGHT / (most_of(resident, WARP) * bytes_waited_for(nest, schedule));
  if (!schedule->kind->fills || wanted < 2 || is_set(&overrides, KNOB_unroll)) return;
  override(&overrides, KNOB_threads, schedule->knob[KNOB_threads]);
  override(&overrides, KNOB_unroll, (int)least_of(wanted, MOST_VECTORS));
  Schedule trial;
  if (!schedule_memo_choose(around->memo, nest, limits, &overrides, &trial, NULL) ||
      part_need(around->memo, nest, &trial) > cap)
    return;
  int64_t grid = schedule_memo_launch(around->memo, nest, &trial, limits).grid;
  if (grid >= (int64_t)BUSY_BLOCKS * limits->sms) *schedule = trial;
}

static bool any_reduced(const Nest *batch) {
  for (int i = 0; i < batch->part_count; i++)
    if (batch->parts[i].nest->reduced) return true;
  return false;
}

// `beside`: any_reduced of its batch.
static bool schedule_one(const Around *around, const NestPart *part, bool beside, Schedule *own) {
  Reason unwanted;
  if (part->schedule) {
    *own = *part->schedule;
    return true;
  }
  bool chosen = choose_part(around, part->nest, own, &unwanted);
  if (chosen && beside) keep_memory_busy(around, part->nest, own);
  own->knob[KNOB_registers] = around->batch->knob[KNOB_registers];
  return chosen;
}

bool schedule_part(const Nest *batch, const Schedule *schedule, const GpuLimits *limits, int part,
                   Schedule *own) {
  Around around = {NULL, limits, schedule};
  return schedule_one(&around, &batch->parts[part], any_reduced(batch), own);
}

void schedule_parts(ScheduleMemo *memo, const Nest *batch, const Schedule *schedule, const GpuLimits *limits,
                    PartSchedule *out) {
  Around around = {memo, limits, schedule};
  bool beside = any_reduced(batch);
  for (int i = 0; i < batch->part_count; i++) {
    schedule_one(&around, &batch->parts[i], beside, &out[i].schedule);
    out[i].launch = schedule_memo_launch(memo, batch->parts[i].nest, &out[i].schedule, limits);
  }
}

// ---- what the parts share

// The most threads that a part wants, fewer while a part would spill in blocks of so many.
static bool choose_threads(Chooser *chooser, Reason *reason) {
  const Nest *batch = chooser->nest;
  Around around = {chooser->memo, chooser->limits, chooser->schedule};
  int threads = WARP, need = 0;
  for (int i = 0; i < batch->part_count; i++) {
    Schedule own;
    const Nest *nest = batch->parts[i].nest;
    if (!choose_alone(&around, nest, &own, reason)) return false;
    threads = (int)most_of(threads, own.knob[KNOB_threads]);
    need = (int)most_of(need, part_need(around.memo, nest, &own));
  }
  while (threads > 8 * WARP && limits_register_share(chooser->limits, threads, 1) < need)
    threads = (int)divide_up(threads / 2, WARP) * WARP;
  choose_knob(chooser, KNOB_threads, threads);
  return true;
}

// The cap of the part that needs most. Maps ask for none, and beside reductions get what they need.
static bool choose_cap(Chooser *chooser, Reason *reason) {
  const Nest *batch = chooser->nest;
  Around around = {chooser->memo, chooser->limits, chooser->schedule};
  int threads = chooser->schedule->knob[KNOB_threads], cap = 0;
  bool reduced = any_reduced(batch);
  int most =
      limits_register_share(chooser->limits, threads, (int)most_of(1, chooser->schedule->knob[KNOB_blocks]));
  for (int i = 0; i < batch->part_count; i++) {
    const Nest *nest = batch->parts[i].nest;
    Schedule own;
    if (!choose_part(&around, nest, &own, reason)) return false;
    bool capped = nest->reduced || !reduced;
    cap = (int)most_of(cap, capped ? own.knob[KNOB_registers] : part_need(around.memo, nest, &own));
  }
  cap = choose_knob(chooser, KNOB_registers, least_of(cap, most));
  int limit = limits_register_share(chooser->limits, threads, 1);
  if (cap == 0 || cap > limit) chooser->schedule->knob[KNOB_registers] = limit;
  return true;
}

LaunchShape schedule_parts_launch(const Nest *batch, const Schedule *schedule, const PartSchedule *parts) {
  LaunchShape launch = {.threads = schedule->knob[KNOB_threads], .cluster = 1};
  for (int i = 0; i < batch->part_count; i++) {
    const LaunchShape *one = &parts[i].launch;
    int times = batch->parts[i].count;
    launch.grid += one->grid * times;
    launch.shared_bytes = (int)most_of(launch.shared_bytes, one->shared_bytes);
    launch.workspace_bytes += schedule_part_workspace(one) * times;
  }
  launch.shared_bytes = (int)divide_up(launch.shared_bytes, 8) * 8;
  return launch;
}

static LaunchShape launch_by(ScheduleMemo *memo, const Nest *batch, const Schedule *schedule,
                             const GpuLimits *limits) {
  PartSchedule *parts = memory_alloc(((size_t)batch->part_count + 1) * sizeof *parts);
  schedule_parts(memo, batch, schedule, limits, parts);
  LaunchShape launch = schedule_parts_launch(batch, schedule, parts);
  free(parts);
  return launch;
}

static bool check(const Chooser *chooser, Reason *reason) {
  LaunchShape launch = launch_by(chooser->memo, chooser->nest, chooser->schedule, chooser->limits);
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
  return launch_by(NULL, batch, schedule, limits);
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
