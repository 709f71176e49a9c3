#include "cost/parts.h"

#include <math.h>

const char *limit_name(Limit limit) {
  static const char *const names[LIMIT_COUNT] = {
      [LIMIT_DRAM] = "dram",     [LIMIT_L2] = "l2",         [LIMIT_ISSUE] = "issue",
      [LIMIT_FMA] = "fma",       [LIMIT_MUFU] = "mufu",     [LIMIT_INTEGER] = "int",
      [LIMIT_FP64] = "fp64",     [LIMIT_TENSOR] = "tensor", [LIMIT_LATENCY] = "latency",
      [LIMIT_LAUNCH] = "launch",
  };
  return names[limit];
}

void cost_finish(const Device *device, Estimate *estimate) {
  estimate->pipe_us[LIMIT_LAUNCH] = device->launch_us;
  Limit binding = LIMIT_DRAM;
  for (int limit = 0; limit < LIMIT_LAUNCH; limit++)
    if (estimate->pipe_us[limit] > estimate->pipe_us[binding]) binding = (Limit)limit;
  estimate->time_us = device->launch_us + estimate->pipe_us[binding];
  estimate->limit = device->launch_us > estimate->pipe_us[binding] ? LIMIT_LAUNCH : binding;
}

// Thread instructions of the whole grid, by pipe.
typedef struct Work {
  double fma, mufu, integer, fp64, issue; // issue: warp instructions
} Work;

static double round_up(double x, double step) {
  return ceil(x / step) * step;
}

static Work count_work(const CostSubject *subject, Estimate *estimate) {
  Work work = {0};
  for (int i = 0; i < subject->nest->step_count; i++) {
    const Step *step = &subject->nest->steps[i];
    StepExecution execution = subject->executions[i];
    double elements = (double)execution.threads * (double)execution.per_thread * execution.width;
    PipeCost cost = pipe_cost(step);
    bool narrow = (step->kind == STEP_LOAD || step->kind == STEP_STORE) && dtype_bytes(step->stored) < 4;
    estimate->flops += elements * cost.flops;
    work.fma += elements * cost.fma;
    work.mufu += elements * cost.mufu;
    work.integer +=
        elements * (cost.integer + (narrow ? 1 : 0)); // packing and unpacking of 16-bit and 8-bit words
    work.fp64 += elements * cost.fp64;
  }
  for (int i = 0; i < estimate->access_count; i++)
    work.issue +=
        (double)estimate->accesses[i].instructions * 2; // the access and its share of address arithmetic
  work.issue += (work.fma + work.mufu + work.integer + work.fp64) / subject->device->limits.warp;
  return work;
}

// SMs that work, on average over the kernel's waves: a grid of 1.1 waves takes the time of two. Blocks are
// handed out as others finish, so that only half of the last wave's idleness is felt.
static double busy_sms(const CostSubject *subject, const Estimate *estimate) {
  const GpuLimits *limits = &subject->device->limits;
  int resident =
      limits_blocks_per_sm(limits, subject->launch->threads, estimate->registers, estimate->shared_bytes);
  double slots = (double)limits->sms * (resident > 0 ? resident : 1), blocks = (double)subject->launch->grid;
  if (blocks <= 0) return 1;
  if (blocks <= limits->sms) return blocks;
  if (blocks <= slots) return blocks / round_up(blocks, limits->sms) * limits->sms;
  double waves = blocks / slots;
  return limits->sms * waves / (waves + 0.5 * (ceil(waves) - waves));
}

// By Little's law, bytes in flight = bandwidth x latency. What the resident threads of the busy SMs ask for
// at once, over that.
static double bandwidth_share(const CostSubject *subject, const Estimate *estimate) {
  const Device *device = subject->device;
  double request = 0; // bytes that one thread asks for before it waits
  for (int i = 0; i < estimate->access_count; i++) {
    const AccessEstimate *access = &estimate->accesses[i];
    const Step *step = &subject->nest->steps[access->step];
    StepExecution execution = subject->executions[access->step];
    if (access->is_store && !execution.held)
      request += 0;
    else
      request += (double)execution.width * dtype_bytes(step->stored) * fmin((double)execution.per_thread, 4);
  }
  if (request < 4) request = 4;
  double threads = estimate->occupancy * device->limits.threads_per_sm;
  double grid_threads = (double)subject->launch->grid * subject->launch->threads / device->limits.sms;
  double in_flight = fmin(threads, grid_threads) * request * device->limits.sms;
  double needed = device->latency_ns * device->dram_gbs * device->dram_efficiency; // ns x GB/s = bytes
  return fmin(1, in_flight / needed);
}

void cost_time(const CostSubject *subject, Estimate *estimate) {
  const Device *device = subject->device;
  Work work = count_work(subject, estimate);
  double sms = busy_sms(subject, estimate);
  double clocks = sms * device->clock_ghz * 1e3; // SM clocks per microsecond
  double share = bandwidth_share(subject, estimate);
  double moved = (double)(estimate->moved_read_bytes + estimate->moved_write_bytes);
  double *us = estimate->pipe_us;
  us[LIMIT_DRAM] = (double)estimate->dram_bytes / (device->dram_gbs * device->dram_efficiency * share * 1e3);
  us[LIMIT_L2] = moved / (device->l2_gbs * 1e3 * fmin(1, sms / device->limits.sms));
  us[LIMIT_ISSUE] = work.issue / (device->issue_per_clock * clocks);
  us[LIMIT_FMA] = work.fma / (device->fma_per_clock * clocks);
  us[LIMIT_MUFU] = work.mufu / (device->mufu_per_clock * clocks);
  us[LIMIT_INTEGER] = work.integer / (device->int_per_clock * clocks);
  us[LIMIT_FP64] = work.fp64 / (device->fp64_per_clock * clocks);
  us[LIMIT_LATENCY] = (subject->nest->passes + 1) * device->latency_ns * 1e-3;
  cost_finish(device, estimate);
}
