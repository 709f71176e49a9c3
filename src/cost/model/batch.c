// A batch: what its parts do, added up. All of them run in blocks of one size, with the registers and the
// shared memory of the part that needs most.
#include "cost/model/parts.h"

#include <math.h>
#include <stdlib.h>

typedef struct PartCost {
  const NestPart *part;
  Schedule schedule;
  KernelCode code;
  bool made;
  StepExecution *executions;
  LaunchShape launch; // its blocks, each as large as the batch's
  Estimate estimate;  // of one of its times
} PartCost;

typedef struct BatchCost {
  const Device *device;
  const RegisterForests *forests;
  const PlanLowered *lowered;
  PartCost *parts;
  int count;
} BatchCost;

static CostSubject subject_of(const BatchCost *batch, const PartCost *part) {
  return (CostSubject){batch->device,    batch->forests,  batch->lowered->nest->graph,
                       part->part->nest, &part->schedule, &part->launch,
                       &part->code.body, part->executions};
}

static void open_part(const BatchCost *batch, int index, PartCost *part) {
  const PlanLowered *lowered = batch->lowered;
  part->part = &lowered->nest->parts[index];
  const Nest *nest = part->part->nest;
  schedule_part(lowered->nest, &lowered->schedule, &batch->device->limits, index, &part->schedule);
  part->launch = schedule_launch(nest, &part->schedule, &batch->device->limits);
  part->made = code_make(nest, &part->schedule, &part->launch, &part->code);
  if (!part->made) return;
  part->executions = cost_executions(&part->code);
  part->launch.threads = lowered->launch.threads;
  part->launch.shared_bytes = lowered->launch.shared_bytes;
}

static void close_parts(BatchCost *batch) {
  for (int i = 0; i < batch->count; i++) {
    code_free(&batch->parts[i].code);
    free(batch->parts[i].executions);
  }
  free(batch->parts);
}

static void combine_registers(BatchCost *batch, Estimate *estimate) {
  RegisterFeatures features = {0};
  const PlanLowered *lowered = batch->lowered;
  bool made = true;
  for (int i = 0; i < batch->count && made; i++) {
    made = batch->parts[i].made;
    if (made) register_features_add_part(&features, &batch->parts[i].code);
  }
  register_features_end_batch(&features, batch->count, &lowered->schedule);
  if (made) cost_registers(batch->device, batch->forests, &features, &lowered->launch, estimate);
  for (int i = 0; i < batch->count; i++)
    batch->parts[i].estimate.spill_bytes = estimate->spill_bytes;
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

static KernelWork add_parts(BatchCost *batch, Arena *arena, Estimate *estimate) {
  KernelWork sum = {0};
  for (int i = 0; i < batch->count; i++) {
    PartCost *part = &batch->parts[i];
    if (!part->made) continue;
    CostSubject subject = subject_of(batch, part);
    part->estimate.occupancy = estimate->occupancy;
    cost_accesses(&subject, arena, &part->estimate);
    KernelWork work = cost_work(&subject, &part->estimate);
    cost_add_work(&sum, &work, part->part->count);
    add_bytes(&part->estimate, part->part->count, estimate);
  }
  return sum;
}

void cost_batch(const Device *device, const RegisterForests *forests, const PlanLowered *lowered,
                Arena *arena, Estimate *estimate) {
  BatchCost batch = {
      .device = device, .forests = forests, .lowered = lowered, .count = lowered->nest->part_count};
  batch.parts = memory_alloc((size_t)batch.count * sizeof *batch.parts);
  for (int i = 0; i < batch.count; i++)
    open_part(&batch, i, &batch.parts[i]);
  combine_registers(&batch, estimate);
  Arena *scratch = arena_new();
  KernelWork work = add_parts(&batch, scratch, estimate);
  collect_accesses(&batch, arena, estimate);
  share_reads(&batch, estimate);
  bool last = lowered->schedule.knob[KNOB_stores] == STORES_LAST;
  estimate->later_bytes = cost_later_bytes(device, (double)estimate->write_bytes, last);
  cost_time(device, lowered->launch.threads, &work, estimate);
  arena_free(scratch);
  close_parts(&batch);
}
