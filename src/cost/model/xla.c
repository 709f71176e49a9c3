// XLA's cost model for GPUs as its public sources of 2026 have it (xla/service/gpu/model): a fixed launch
// overhead, arithmetic by clock cycles per op, memory by rules of bandwidth, of which 95% of the shorter
// overlaps with the longer. It knows neither registers nor occupancy.
//
// Applied to our kernels: launch dimensions are the kernel's own (XLA would use those of its emitters), and
// what a kernel reads of each operand, and how coalesced, comes from our accesses. Of what a library runs it
// has no formula, so that ours stands there.
#include "cost/model/cost_model.h"

#include <math.h>

// ---- Arithmetic.

// Clock cycles of one f32 operation on sm_90 (hlo_op_profiles_data.h); what the table lacks, all of bfloat16
// among it, counts 3.
enum { UNKNOWN_CYCLES = 3 };

static double op_cycles(OpCode code) {
  switch (code) {
    case OP_ADD:
    case OP_SUB:
      return 7;
    case OP_DIV:
    case OP_RECIPROCAL:
      return 19;
    case OP_SQRT:
    case OP_RSQRT:
      return 75;
    case OP_EXP:
    case OP_SIGMOID:
      return 79;
    case OP_LOG:
      return 166;
    case OP_TANH:
      return 467;
    case OP_POW:
      return 510;
    case OP_SIN:
    case OP_COS:
      return 958;
    default:
      return UNKNOWN_CYCLES;
  }
}

static double reducer_cycles(const Step *reduce) {
  return reduce->reduce == REDUCE_SUM || reduce->reduce == REDUCE_WELFORD ? op_cycles(OP_ADD)
                                                                          : UNKNOWN_CYCLES;
}

static double step_cycles(const Nest *nest, const Step *step) {
  if (step->kind == STEP_COMPUTE) {
    bool narrow = step->value != NO_VALUE && dtype_bytes(nest->graph->values[step->value].dtype) < 4;
    double cycles = narrow || step->dtype != DTYPE_F32 ? UNKNOWN_CYCLES : op_cycles(step->code);
    return cycles * (double)nest_elements(nest, step->dims);
  }
  if (!step_accumulates(step)) return 0;
  uint32_t all = nest->steps[step->operand[0]].dims | step->over;
  return reducer_cycles(step) * (double)(nest_elements(nest, all) - nest_elements(nest, all & ~step->over));
}

static double nest_cycles(const Nest *nest) {
  double cycles = 0;
  for (int i = 0; i < nest->step_count; i++)
    cycles += step_cycles(nest, &nest->steps[i]);
  for (int i = 0; i < nest->part_count; i++)
    cycles += nest->parts[i].count * nest_cycles(nest->parts[i].nest);
  return cycles;
}

// ---- Memory, in GB/s and microseconds.

typedef struct Memory {
  double bandwidth, cap;  // of DRAM; of so many blocks, at 32 bytes a clock each
  double l2_bytes, small; // what stays in L2; what stays closer
} Memory;

static double rate_us(const Memory *memory, double bytes, double rate) {
  return bytes / (fmin(rate, memory->cap) * 1e3);
}

// One yes or no for each access: do its warps find less than half of every line that they touch?
static double coalesced_share(const Step *step, const AccessEstimate *access) {
  enum { SECTORS_OF_A_LINE = 4, HALF_A_LINE = 64 };
  bool scattered = access->sectors_per_request > SECTORS_OF_A_LINE && access->bytes_per_line < HALF_A_LINE;
  return scattered ? dtype_bytes(step->stored) / (double)HALF_A_LINE : 1;
}

static double read_us(const Memory *memory, const Nest *nest, const AccessEstimate *access) {
  const Step *step = &nest->steps[access->step];
  double coalesced = memory->bandwidth * coalesced_share(step, access);
  double net = (double)access->unique_bytes, all = net * access->passes, again = coalesced;
  if (net < memory->l2_bytes) again = memory->bandwidth * 2.5;
  if (net < memory->small) again *= 8;
  return rate_us(memory, net, coalesced) + rate_us(memory, all - net, again);
}

static double memory_us(const Device *device, const PlanLowered *lowered, const Estimate *estimate) {
  enum { BLOCK_BYTES_PER_CLOCK = 32, SMALL_BYTES_PER_SM = 2048 };
  Memory memory = {.bandwidth = device->dram_gbs,
                   .cap = (double)lowered->launch.grid * BLOCK_BYTES_PER_CLOCK * device->clock_ghz,
                   .l2_bytes = (double)device->limits.l2_bytes,
                   .small = SMALL_BYTES_PER_SM * (double)device->limits.sms};
  double us = (double)estimate->write_bytes / (memory.bandwidth * 1e3);
  for (int i = 0; i < estimate->access_count; i++) {
    const AccessEstimate *access = &estimate->accesses[i];
    const Nest *nest = lowered->nest->part_count ? lowered->nest->parts[access->part].nest : lowered->nest;
    if (!access->is_store && access->matrix == MATRIX_NONE && !access->of_scores)
      us += read_us(&memory, nest, access);
  }
  return us;
}

// ---- The model.

static void estimate(const CostModel *model, const CostKernel *kernel, Estimate *out) {
  static const double launch_us = 1, overlap = 0.95;
  const Device *device = kernel->device;
  const LaunchShape *launch = &kernel->lowered->launch;
  (void)model;
  cost_ours(kernel, out);
  if (!kernel->lowered->nest) return;
  double us[LIMIT_COUNT] = {0};
  if (launch->grid < 1) {
    cost_retime(out, us, 0); // nothing to do is not launched
    return;
  }
  double sms = fmin((double)launch->grid, device->limits.sms);
  double lanes = fmin(launch->threads, device->fma_per_clock);
  double compute = nest_cycles(kernel->lowered->nest) / (sms * lanes * 2 * device->clock_ghz * 1e3);
  double memory = memory_us(device, kernel->lowered, out);
  us[LIMIT_LAUNCH] = launch_us;
  us[LIMIT_FMA] = compute;
  us[LIMIT_DRAM] = memory;
  cost_retime(out, us, launch_us + compute + memory - overlap * fmin(compute, memory));
}

const CostModel cost_model_xla = {
    .name = "xla",
    .help = "XLA's published formula for GPUs: cycles of ops and rules of bandwidth, without registers.",
    .estimate = estimate,
};
