// A batch: what its parts do, added up. All of them run in blocks of one size, with the registers and the
// shared memory of the part that needs most.
#include "cost/model/cost_model.h"
#include "cost/model/part_memo.h"

#include <math.h>
#include <stdlib.h>

typedef struct PartCost {
  const NestPart *part;
  const PartSchedule *own;
  LaunchShape launch; // its blocks, each as large as the batch's
  uint64_t key;       // part_code_key
  PartCode known;
  KernelCode code; // where what it does is not known yet
  bool coded;
  KernelWork work;
  Estimate estimate; // of one of its times
} PartCost;

typedef struct BatchCost {
  const Device *device;
  const RegisterForests *forests;
  const PlanLowered *lowered;
  PartMemo *memo; // may be NULL
  PartCost *parts;
  int count;
} BatchCost;

static bool make_code(PartCost *part) {
  if (!part->coded)
    part->coded = code_make(part->part->nest, &part->own->schedule, &part->own->launch, &part->code);
  return part->coded;
}

static void open_part(const BatchCost *batch, int index, const PartSchedule *schedule, PartCost *part) {
  part->part = &batch->lowered->nest->parts[index];
  part->own = schedule;
  part->launch = schedule->launch;
  part->key = part_code_key(part->part->nest, &schedule->schedule);
  const PartCode *known = part_memo_code(batch->memo, part->key);
  if (known) {
    part->known = *known;
  } else {
    part->known.made = make_code(part);
    if (part->known.made) part->known.features = register_features(&part->code);
    part_memo_keep_code(batch->memo, part->key, &part->known);
  }
}

static void close_parts(BatchCost *batch) {
  for (int i = 0; i < batch->count; i++)
    if (batch->parts[i].coded) code_free(&batch->parts[i].code);
  free(batch->parts);
}

static void combine_registers(BatchCost *batch, Estimate *estimate) {
  RegisterFeatures features = {0};
  const PlanLowered *lowered = batch->lowered;
  bool made = true;
  for (int i = 0; i < batch->count && made; i++) {
    made = batch->parts[i].known.made;
    if (made) register_features_add_part(&features, &batch->parts[i].known.features);
  }
  register_features_end_batch(&features, batch->count, &lowered->schedule);
  if (made) cost_registers(batch->device, batch->forests, &features, &lowered->launch, estimate);
}

// ---- traffic

static void add_bytes(const Estimate *part, int times, Estimate *sum) {
  sum->read_bytes += times * part->read_bytes;
  sum->write_bytes += times * part->write_bytes;
  sum->moved_read_bytes += times * part->moved_read_bytes;
  sum->moved_write_bytes += times * part->moved_write_bytes;
  sum->dram_bytes += times * part->dram_bytes;
  sum->flops += times * part->flops;
  if (part->loads > sum->loads) sum->loads = part->loads;
  if (part->stores > sum->stores) sum->stores = part->stores;
}

// Bytes of a buffer of its own that a part reads.
static int64_t reads_of(const PartCost *part, int buffer) {
  int64_t most = 0;
  for (int i = 0; i < part->estimate.access_count; i++) {
    const AccessEstimate *access = &part->estimate.accesses[i];
    if (!access->is_store && part->part->nest->steps[access->step].buffer == buffer &&
        access->unique_bytes > most)
      most = access->unique_bytes;
  }
  return most;
}

// What parts that share buffers read of each, and the largest share of it.
typedef struct SharedReads {
  int64_t sum, most;
} SharedReads;

static SharedReads *shared_reads(const BatchCost *batch) {
  const Nest *nest = batch->lowered->nest;
  SharedReads *reads = memory_alloc(((size_t)nest->buffer_count + 1) * sizeof *reads);
  for (int i = 0; i < batch->count; i++) {
    const PartCost *part = &batch->parts[i];
    for (int b = 0; b < part->part->nest->buffer_count; b++) {
      int64_t bytes = reads_of(part, b);
      for (int time = 0; time < part->part->count; time++) {
        SharedReads *row = &reads[part->part->buffers[time * part->part->nest->buffer_count + b]];
        row->sum += bytes;
        if (bytes > row->most) row->most = bytes;
      }
    }
  }
  return reads;
}

enum { KEPT_SHARE = 16 }; // of L2: a tensor that all parts read and that is smaller stays there

// Compulsory bytes count a tensor once. What other parts have read of it comes from L2 when all that the
// batch touches fits into half of it, or when it is small beside it.
static void share_reads(const BatchCost *batch, Estimate *estimate) {
  const Nest *nest = batch->lowered->nest;
  SharedReads *reads = shared_reads(batch);
  bool fits = estimate->read_bytes + estimate->write_bytes <= batch->device->limits.l2_bytes / 2;
  for (int b = 0; b < nest->buffer_count; b++) {
    int64_t again = reads[b].sum - reads[b].most;
    estimate->read_bytes -= again;
    if (fits || reads[b].most <= batch->device->limits.l2_bytes / KEPT_SHARE) estimate->dram_bytes -= again;
  }
  free(reads);
}

// Accesses of a part that runs several times stand once, for all of them.
static void collect_accesses(const BatchCost *batch, Arena *arena, Estimate *estimate) {
  int count = 0;
  for (int i = 0; i < batch->count; i++)
    count += batch->parts[i].estimate.access_count;
  AccessEstimate *accesses = arena_array(arena, (size_t)count + 1, sizeof *accesses);
  for (int i = 0; i < batch->count; i++) {
    int times = batch->parts[i].part->count;
    for (int a = 0; a < batch->parts[i].estimate.access_count; a++) {
      AccessEstimate *access = &accesses[estimate->access_count++];
      *access = batch->parts[i].estimate.accesses[a];
      access->part = i;
      access->executions *= times;
      access->instructions *= times;
      access->bytes *= times;
      access->l2_bytes *= times;
      access->unique_bytes *= times;
    }
  }
  estimate->accesses = accesses;
}

static void work_out(const BatchCost *batch, PartCost *part, Arena *arena) {
  if (!make_code(part)) return;
  StepExecution *executions = cost_executions(&part->code);
  CostSubject subject = {batch->device,
                         batch->forests,
                         batch->lowered->nest->graph,
                         part->part->nest,
                         &part->own->schedule,
                         &part->launch,
                         &part->code.body,
                         executions};
  cost_accesses(&subject, arena, &part->estimate);
  part->work = cost_work(&subject, &part->estimate);
  free(executions);
}

// What the part does in blocks of the batch's size, with its registers. `scratch` is for what nobody keeps.
static void look_up_work(const BatchCost *batch, const Estimate *all, Arena *scratch, PartCost *part) {
  part->launch.threads = batch->lowered->launch.threads;
  part->launch.shared_bytes = batch->lowered->launch.shared_bytes;
  part->estimate.occupancy = all->occupancy;
  part->estimate.spill_bytes = all->spill_bytes;
  uint64_t key = part_work_key(part->key, &part->launch, all);
  const PartWork *known = part_memo_work(batch->memo, key);
  if (known) {
    part->work = known->work;
    part->estimate = known->estimate;
    return;
  }
  work_out(batch, part, batch->memo ? part_memo_arena(batch->memo) : scratch);
  part_memo_keep_work(batch->memo, key, &(PartWork){part->work, part->estimate});
}

static KernelWork add_parts(BatchCost *batch, Arena *scratch, Estimate *estimate) {
  KernelWork sum = {0};
  for (int i = 0; i < batch->count; i++) {
    PartCost *part = &batch->parts[i];
    if (!part->known.made) continue;
    look_up_work(batch, estimate, scratch, part);
    cost_add_work(&sum, &part->work, part->part->count);
    add_bytes(&part->estimate, part->part->count, estimate);
  }
  return sum;
}

// Those that the lowered kernel came with, or worked out anew: to be freed.
static PartSchedule *own_schedules(const CostKernel *kernel) {
  const PlanLowered *lowered = kernel->lowered;
  if (lowered->parts) return NULL;
  PartSchedule *schedules = memory_alloc((size_t)lowered->nest->part_count * sizeof *schedules);
  schedule_parts(NULL, lowered->nest, &lowered->schedule, &kernel->device->limits, schedules);
  return schedules;
}

void cost_batch(const CostKernel *kernel, Estimate *estimate) {
  const PlanLowered *lowered = kernel->lowered;
  BatchCost batch = {.device = kernel->device,
                     .forests = kernel->forests,
                     .lowered = lowered,
                     .memo = kernel->parts,
                     .count = lowered->nest->part_count};
  PartSchedule *schedules = own_schedules(kernel);
  batch.parts = memory_alloc((size_t)batch.count * sizeof *batch.parts);
  for (int i = 0; i < batch.count; i++)
    open_part(&batch, i, schedules ? &schedules[i] : &lowered->parts[i], &batch.parts[i]);
  combine_registers(&batch, estimate);
  Arena *scratch = arena_new();
  KernelWork work = add_parts(&batch, scratch, estimate);
  collect_accesses(&batch, kernel->arena, estimate);
  share_reads(&batch, estimate);
  bool last = lowered->schedule.knob[KNOB_stores] == STORES_LAST;
  estimate->later_bytes = cost_later_bytes(kernel->device, (double)estimate->write_bytes, last);
  cost_time(kernel->device, lowered->launch.threads, &work, estimate);
  arena_free(scratch);
  close_parts(&batch);
  free(schedules);
}
