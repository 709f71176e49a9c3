// Time: how long each limit alone would take, and how they combine.
//
// Memory (DRAM, L2, L1, latency) and arithmetic (issue and the pipes) are two streams that overlap in part:
// the time is launch + ramp + (memory^p + arithmetic^p)^(1/p), p the device's `overlap` (1: one after the
// other, large: perfectly at once). Arithmetic is the largest of its limits; those of memory are one queue
// behind another, and near one another they add up likewise. The ramp is the time until memory is busy and
// until it has drained.
#include "cost/model/parts.h"
#include "kernel/nest/size.h"

#include <math.h>

const char *limit_name(Limit limit) {
  static const char *const names[LIMIT_COUNT] = {
      [LIMIT_DRAM] = "dram",       [LIMIT_L2] = "l2",         [LIMIT_L1] = "l1",
      [LIMIT_ISSUE] = "issue",     [LIMIT_FMA] = "fma",       [LIMIT_MUFU] = "mufu",
      [LIMIT_INTEGER] = "int",     [LIMIT_FP64] = "fp64",     [LIMIT_TENSOR] = "tensor",
      [LIMIT_LATENCY] = "latency", [LIMIT_LAUNCH] = "launch",
  };
  return names[limit];
}

const char *estimate_term_name(int term) {
  static const char *const others[] = {"spill", "finish", "ramp"};
  return term < LIMIT_COUNT ? limit_name((Limit)term) : others[term - TERM_SPILL];
}

static Limit binding_limit(const Estimate *estimate) {
  Limit binding = LIMIT_DRAM;
  for (int limit = 0; limit < LIMIT_LAUNCH; limit++)
    if (estimate->pipe_us[limit] > estimate->pipe_us[binding]) binding = (Limit)limit;
  return binding;
}

void estimate_terms(const Estimate *estimate, double us[TERM_COUNT]) {
  const double others[TERM_COUNT] = {
      [LIMIT_LAUNCH] = estimate->pipe_us[LIMIT_LAUNCH],
      [TERM_SPILL] = estimate->spill_us,
      [TERM_FINISH] = estimate->tail_us,
      [TERM_RAMP] = estimate->ramp_us,
  };
  double rest = estimate->time_us;
  for (int term = LIMIT_LAUNCH; term < TERM_COUNT; term++) {
    us[term] += others[term];
    rest -= others[term];
  }
  us[binding_limit(estimate)] += rest;
}

static bool is_memory(Limit limit) {
  return limit == LIMIT_DRAM || limit == LIMIT_L2 || limit == LIMIT_L1 || limit == LIMIT_LATENCY;
}

// Of products and library calls the largest is all: their rates were measured with all that comes to them.
static bool is_stream(const Estimate *estimate) {
  return !estimate->is_library && estimate->pipe_us[LIMIT_TENSOR] == 0;
}

// How sharply the longest of memory's limits stands out: see above (tests/bench/MEASURED.md: limits
// together).
enum { QUEUES = 4 };

static double memory_us(const Estimate *estimate) {
  double most = 0, sum = 0;
  for (int limit = 0; limit < LIMIT_LAUNCH; limit++)
    if (is_memory((Limit)limit)) most = fmax(most, estimate->pipe_us[limit]);
  if (most == 0 || !is_stream(estimate)) return most;
  for (int limit = 0; limit < LIMIT_LAUNCH; limit++)
    if (is_memory((Limit)limit)) sum += pow(estimate->pipe_us[limit] / most, QUEUES);
  return most * pow(sum, 1.0 / QUEUES);
}

static double arithmetic_us(const Estimate *estimate) {
  double most = 0;
  for (int limit = 0; limit < LIMIT_LAUNCH; limit++)
    if (!is_memory((Limit)limit)) most = fmax(most, estimate->pipe_us[limit]);
  return most;
}

// The longest ramp, and the work of which half of it is felt, in waits for memory; a kernel that does little
// else than wait has none (the same).
static const double ramp_waits = 1.7, half_ramp_waits = 0.9;

static double ramp_us(const Device *device, const Estimate *estimate) {
  static const Limit busy[] = {LIMIT_DRAM, LIMIT_L2, LIMIT_L1, LIMIT_ISSUE};
  double work = 0, wait = device->latency_ns * 1e-3;
  for (size_t i = 0; i < sizeof busy / sizeof *busy; i++)
    work = fmax(work, estimate->pipe_us[busy[i]]);
  double share = work > 0 ? 1 / (1 + pow(half_ramp_waits * wait / work, 2)) : 0;
  return is_stream(estimate) ? share * ramp_waits * wait : 0;
}

void cost_finish(const Device *device, Estimate *estimate) {
  double overlap = estimate->overlap;
  estimate->pipe_us[LIMIT_LAUNCH] = device->launch_us;
  estimate->ramp_us = ramp_us(device, estimate);
  Limit binding = binding_limit(estimate);
  double memory = fmax(memory_us(estimate),
                       fmax(estimate->pipe_us[LIMIT_DRAM], estimate->pipe_us[LIMIT_L2]) + estimate->idle_us);
  double both = pow(pow(memory, overlap) + pow(arithmetic_us(estimate), overlap), 1 / overlap);
  estimate->time_us = device->launch_us + estimate->ramp_us + both + estimate->spill_us + estimate->tail_us;
  estimate->limit = device->launch_us > estimate->pipe_us[binding] ? LIMIT_LAUNCH : binding;
}

// ---- work

// Philox makes four numbers at once: of neighbours none is lost.
enum { NUMBERS_OF_A_COUNTER = 4 };

// Elements of ragged rows are added where they lie within: one comparison with each end that may lie within
// the vector. Peeled walks and slots that are known to be whole need none.
static double guards(const CostSubject *subject, const Step *step) {
  const Mapping *mapping = &subject->body->mapping;
  bool guarded = step_accumulates(step) && mapping->ragged && !mapping->peeled;
  if (!guarded || mapping_whole_slots(mapping) > 0) return 0;
  return mapping->shifted ? 2 : 1;
}

static void count_step(const CostSubject *subject, int at, IndexWork *indices, Estimate *estimate,
                       KernelWork *work) {
  const Step *step = &subject->nest->steps[at];
  StepExecution execution = subject->executions[at];
  double elements = (double)execution.threads * (double)execution.per_thread * execution.width;
  PipeCost cost = pipe_cost(subject->nest, at);
  if (step->kind == STEP_RANDOM && !execution.vectorized) cost.integer *= NUMBERS_OF_A_COUNTER;
  estimate->flops += elements * cost.flops;
  work->fma += elements * cost.fma;
  work->mufu += elements * cost.mufu;
  cost.integer += guards(subject, step);
  work->integer += elements * cost.integer;
  work->fp64 += elements * cost.fp64;
  // Index arithmetic: once for a vector when one access or value serves all of its lanes.
  double vectors = elements / execution.width;
  index_work_add(indices, step, &(Elements){execution.vectorized ? vectors : elements, vectors});
}

// By a number that only the launch knows: a reciprocal in floating point and its corrections. By a constant
// it is part of the access.
enum { DIVISION_BY_ARGUMENT = 20 };

static double argument_divisions(const CostSubject *subject) {
  const Nest *nest = subject->nest;
  if (!nest->sized) return 0;
  double units = (double)nest_elements(nest, nest_all_dims(nest)) / subject->body->mapping.vector;
  return units * nest->passes * nest->sized->divisions * DIVISION_BY_ARGUMENT;
}

// Instructions of an access and its addresses: a load's, and of a vector that takes several each more; a
// store is mostly where a load was. And what is added where it is staged: it goes in and out of shared
// memory, to a place that is worked out and turned; that of a single element as long as that of a line
// (tests/bench/MEASURED.md: instructions, staged lines).
static const double load_visit = 2.5, one_more = 0.3;
enum { STAGED_TWICE = 4, STAGED_PLACE = 16 };

static double access_issue(const CostSubject *subject, const AccessEstimate *access) {
  const Mapping *mapping = &subject->body->mapping;
  double each = access->is_store ? 1 : load_visit / subject->executions[access->step].accesses + one_more;
  if (subject->body->places[access->step].staged)
    each += STAGED_TWICE + (mapping->vector > 1 ? 1 : 2) * STAGED_PLACE;
  return each * (double)access->instructions;
}

// What a warp does for a tile before it loads, and to combine what its lanes have found, for each time that
// combine_ns stands for (the same).
enum { TILE_PROLOGUE = 15, COMBINE = 22 };

static double tile_issue(const CostSubject *subject) {
  const Mapping *mapping = &subject->body->mapping;
  double warps = (double)subject->launch->grid * subject->launch->threads / subject->device->limits.warp;
  return warps * (double)mapping->tiles_per_block * (TILE_PROLOGUE + COMBINE * cost_combines(subject));
}

static void count_steps(const CostSubject *subject, Estimate *estimate, KernelWork *work) {
  IndexWork indices;
  index_work_open(&indices, &subject->body->mapping);
  for (int i = 0; i < subject->nest->step_count; i++)
    count_step(subject, i, &indices, estimate, work);
  PipeCost index = index_work_close(&indices);
  work->fma += index.fma;
  work->integer += index.integer + argument_divisions(subject);
  for (int i = 0; i < estimate->access_count; i++)
    work->issue += access_issue(subject, &estimate->accesses[i]);
  work->issue += tile_issue(subject) +
                 (work->fma + work->mufu + work->integer + work->fp64) / subject->device->limits.warp;
}

// ---- the grid

static double block_slots(const GpuLimits *limits, int threads, const Estimate *estimate) {
  int resident = limits_blocks_per_sm(limits, threads, estimate->registers, estimate->shared_bytes);
  return (double)limits->sms * (resident > 0 ? resident : 1);
}

// Waves of blocks. Blocks are handed out as others finish, so that only half of the last wave's idleness is
// felt.
static double count_waves(double blocks, double slots) {
  double waves = blocks / slots;
  return waves <= 1 ? 1 : waves + 0.5 * (ceil(waves) - waves);
}

// SMs that work, on average over the kernel's waves.
static double busy_sms(double sms, double blocks, double slots) {
  if (blocks <= 0) return 1;
  if (blocks <= sms) return blocks;
  if (blocks <= slots) return blocks / ceil(blocks / sms);
  return sms * (blocks / slots) / count_waves(blocks, slots);
}

// The part of a working SM's pipes that its warps can use: each is in one quarter of the SM, and issues to
// the pipes of that quarter alone.
enum { QUARTERS = 4 };

static double busy_quarters(const GpuLimits *limits, int threads, double blocks, double slots) {
  double working = fmin(limits->sms, blocks), at_once = fmin(blocks, slots);
  double warps = ceil((double)threads / limits->warp) * at_once / fmax(working, 1);
  return fmin(1, fmax(warps, 1) / QUARTERS);
}

// ---- limits

// What does not fit in registers goes to memory and back, once for each round of the outermost loop, and what
// was put away is waited for where it is needed: at the rate of L2, on top of the rest
// (tests/bench/MEASURED.md: spilled values).
static double spill_ns(const CostSubject *subject, const Estimate *estimate) {
  const Mapping *mapping = &subject->body->mapping;
  double rounds = fmax(1, (double)(mapping->tiles_per_block * mapping->trips));
  double threads = (double)subject->launch->grid * subject->launch->threads;
  return estimate->spill_bytes * rounds * threads / subject->device->l2_gbs;
}

KernelWork cost_work(const CostSubject *subject, Estimate *estimate) {
  KernelWork work = {.blocks = (double)subject->launch->grid};
  const Mapping *mapping = &subject->body->mapping;
  bool holds = mapping->persistent && subject->body->loops > 1;
  bool beside = mapping->pipeline == PIPELINE_REGISTERS || mapping->pipeline == PIPELINE_SHARED;
  work.in_step = holds && beside && mapping->owned_lanes == 1;
  if (holds && (work.in_step || !mapping->pipeline)) work.together = fmax(1, subject->launch->cluster);
  count_steps(subject, estimate, &work);
  cost_memory(subject, estimate, &work);
  work.ahead = mapping->pipeline != PIPELINE_NONE;
  cost_life(subject, &work);
  work.spill_ns = spill_ns(subject, estimate);
  return work;
}

void cost_add_work(KernelWork *sum, const KernelWork *work, double times) {
  sum->fma += times * work->fma;
  sum->mufu += times * work->mufu;
  sum->integer += times * work->integer;
  sum->fp64 += times * work->fp64;
  sum->issue += times * work->issue;
  sum->l2_ns += times * work->l2_ns;
  sum->l1_clocks += times * work->l1_clocks;
  sum->lines += times * work->lines;
  sum->blocks += times * work->blocks;
  sum->life_ns += times * work->life_ns;
  sum->longest_ns = fmax(sum->longest_ns, work->longest_ns);
  sum->tail_ns = fmax(sum->tail_ns, work->tail_ns);
  sum->spill_ns += times * work->spill_ns;
  sum->together = fmax(sum->together, work->together);
  sum->in_step |= work->in_step;
}

// Blocks one after another on an SM take as long as they do on average; no kernel is faster than its longest
// block.
static double latency_us(const KernelWork *work, double slots) {
  double average = work->blocks > 0 ? work->life_ns / work->blocks : 0;
  return fmax(count_waves(work->blocks, slots) * average, work->longest_ns) * 1e-3;
}

// Is there one row at a time on each multiprocessor, held while its blocks compute?
static bool is_alone(const Device *device, const KernelWork *work, double slots) {
  return work->together > 0 && slots / device->limits.sms <= work->together;
}

// The occupancy from which on other threads compute while some wait for memory; with fewer, the two overlap
// in part, and not at all where there are none (tests/bench/MEASURED.md: few threads).
static const double overlapping_occupancy = 0.5;

// While a row is held, its blocks compute between loading and storing it. Another row in the same
// multiprocessors keeps memory busy meanwhile. Without one the two overlap half as well, unless the
// next row is on its way. Where that has a place of its own, all multiprocessors take their rows in step, and
// memory idles while threads wait for one another (tests/bench/MEASURED.md: one row at a time, rows in step).
static void set_overlap(const Device *device, const KernelWork *work, double slots, Estimate *estimate) {
  bool alone = is_alone(device, work, slots);
  double most = alone && !work->in_step ? fmax(1, device->overlap / 2) : device->overlap;
  double share = work->ahead ? 1 : fmin(1, estimate->occupancy / overlapping_occupancy);
  estimate->overlap = fmin(most, 1 + (device->overlap - 1) * share);
  estimate->idle_us = alone && work->in_step ? estimate->pipe_us[LIMIT_LATENCY] : 0;
}

// What it serves, or where parts of lines keep memory waiting, what DRAM takes then: less than a tenth more
// is not worth naming another limit for.
static const double notable_queue = 1.1;

static double l2_us(const Device *device, const KernelWork *work, double sms, const Estimate *estimate) {
  double served = work->l2_ns * 1e-3 / fmin(1, sms / device->limits.sms);
  double times = cost_short_runs(work, estimate);
  return times > notable_queue ? fmax(served, times * estimate->pipe_us[LIMIT_DRAM]) : served;
}

// How much longer than at the full rate issuing takes with few threads: their instructions wait for one
// another (tests/bench/MEASURED.md: limits together). Products keep their own rate.
static const double alone_issue = 0.75;

static double issue_us(const Device *device, const KernelWork *work, double clocks,
                       const Estimate *estimate) {
  double idle = estimate->pipe_us[LIMIT_TENSOR] > 0 ? 0 : 1 - estimate->occupancy;
  return (1 + alone_issue * idle * idle) * work->issue / (device->issue_per_clock * clocks);
}

void cost_time(const Device *device, int threads, const KernelWork *work, Estimate *estimate) {
  double slots = block_slots(&device->limits, threads, estimate);
  double sms = busy_sms(device->limits.sms, work->blocks, slots);
  double quarters = busy_quarters(&device->limits, threads, work->blocks, slots);
  double clocks = sms * quarters * device->clock_ghz * 1e3; // SM clocks per microsecond
  double *us = estimate->pipe_us;
  us[LIMIT_DRAM] = cost_dram_us(device, estimate);
  us[LIMIT_L2] = l2_us(device, work, sms, estimate);
  us[LIMIT_L1] = work->l1_clocks / (sms * device->clock_ghz * 1e3);
  us[LIMIT_ISSUE] = issue_us(device, work, clocks, estimate);
  us[LIMIT_FMA] = work->fma / (device->fma_per_clock * clocks);
  us[LIMIT_MUFU] = work->mufu / (device->mufu_per_clock * clocks);
  us[LIMIT_INTEGER] = work->integer / (device->int_per_clock * clocks);
  us[LIMIT_FP64] = work->fp64 / (device->fp64_per_clock * clocks);
  us[LIMIT_LATENCY] = latency_us(work, slots);
  set_overlap(device, work, slots, estimate);
  estimate->tail_us = work->tail_ns * 1e-3;
  estimate->spill_us = work->spill_ns * 1e-3;
  cost_finish(device, estimate);
}
