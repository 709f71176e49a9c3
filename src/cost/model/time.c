// Time: how long each limit alone would take, and how they combine.
//
// Memory (DRAM, L2, latency) and arithmetic (issue and the pipes) are two streams that overlap in part: the
// time is launch + (memory^p + arithmetic^p)^(1/p), memory and arithmetic each the largest of its limits, and
// p the device's `overlap` (1: one after the other, large: perfectly at once).
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
  if (term == TERM_SPILL) return "spill";
  return term == TERM_FINISH ? "finish" : limit_name((Limit)term);
}

static Limit binding_limit(const Estimate *estimate) {
  Limit binding = LIMIT_DRAM;
  for (int limit = 0; limit < LIMIT_LAUNCH; limit++)
    if (estimate->pipe_us[limit] > estimate->pipe_us[binding]) binding = (Limit)limit;
  return binding;
}

void estimate_terms(const Estimate *estimate, double us[TERM_COUNT]) {
  double launch = estimate->pipe_us[LIMIT_LAUNCH];
  us[LIMIT_LAUNCH] += launch;
  us[TERM_SPILL] += estimate->spill_us;
  us[TERM_FINISH] += estimate->tail_us;
  us[binding_limit(estimate)] += estimate->time_us - launch - estimate->spill_us - estimate->tail_us;
}

static bool is_memory(Limit limit) {
  return limit == LIMIT_DRAM || limit == LIMIT_L2 || limit == LIMIT_L1 || limit == LIMIT_LATENCY;
}

void cost_finish(const Device *device, Estimate *estimate) {
  double overlap = estimate->overlap;
  estimate->pipe_us[LIMIT_LAUNCH] = device->launch_us;
  Limit binding = binding_limit(estimate);
  double memory = 0, arithmetic = 0;
  for (int limit = 0; limit < LIMIT_LAUNCH; limit++) {
    double *stream = is_memory((Limit)limit) ? &memory : &arithmetic;
    *stream = fmax(*stream, estimate->pipe_us[limit]);
  }
  memory = fmax(memory, fmax(estimate->pipe_us[LIMIT_DRAM], estimate->pipe_us[LIMIT_L2]) + estimate->idle_us);
  double both = pow(pow(memory, overlap) + pow(arithmetic, overlap), 1 / overlap);
  estimate->time_us = device->launch_us + both + estimate->spill_us + estimate->tail_us;
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
  bool narrow = (step->kind == STEP_LOAD || step->kind == STEP_STORE) && dtype_bytes(step->stored) < 4;
  estimate->flops += elements * cost.flops;
  work->fma += elements * cost.fma;
  work->mufu += elements * cost.mufu;
  cost.integer += guards(subject, step) + (narrow ? 1 : 0); // packing and unpacking of words, too
  work->integer += elements * cost.integer;
  work->fp64 += elements * cost.fp64;
  // Index arithmetic: once for a vector when one access or value serves all of its lanes.
  double places = execution.vectorized ? elements / execution.width : elements;
  index_work_add(indices, step, places);
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

// Instructions of an access and its addresses, and what is added where it is staged: it goes in and out of
// shared memory, to a place that is worked out and turned; that of a single element as long as that of a line
// (tests/bench/MEASURED.md: staged lines).
enum { PLAIN_ACCESS = 2, STAGED_TWICE = 4, STAGED_PLACE = 16 };

static double staged_access(const Mapping *mapping) {
  return STAGED_TWICE + (mapping->vector > 1 ? 1 : 2) * STAGED_PLACE;
}

static void count_steps(const CostSubject *subject, Estimate *estimate, KernelWork *work) {
  IndexWork indices;
  index_work_open(&indices, subject->nest);
  for (int i = 0; i < subject->nest->step_count; i++)
    count_step(subject, i, &indices, estimate, work);
  work->integer += index_work_close(&indices) + argument_divisions(subject);
  for (int i = 0; i < estimate->access_count; i++) { // the access and its share of address arithmetic
    bool staged = subject->body->places[estimate->accesses[i].step].staged;
    double each = PLAIN_ACCESS + (staged ? staged_access(&subject->body->mapping) : 0);
    work->issue += (double)estimate->accesses[i].instructions * each;
  }
  work->issue += (work->fma + work->mufu + work->integer + work->fp64) / subject->device->limits.warp;
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

// ---- the life of a thread, in ns: what cannot overlap within it

static bool waits_in_loop(const CostSubject *subject, int pass) {
  for (int i = 0; i < subject->nest->step_count; i++)
    if (subject->nest->steps[i].kind == STEP_LOAD && (subject->body->places[i].loops >> pass & 1))
      return true;
  return false;
}

static bool is_indirect(const Nest *nest, const Step *step) {
  for (int i = 0; i < step->index.count; i++)
    if (nest->symbols[step->index.term[i].symbol].kind == SYMBOL_STEP) return true;
  return false;
}

// Each trip of a loop waits for its loads once; loads whose place is read from data wait for that, too.
static double waiting(const CostSubject *subject) {
  const Mapping *mapping = &subject->body->mapping;
  double trips = (double)(mapping->trips > 0 ? mapping->trips : 1), waits = 0;
  for (int pass = 0; pass < subject->body->loops; pass++)
    if (waits_in_loop(subject, pass)) waits += trips;
  for (int i = 0; i < subject->nest->step_count; i++)
    if (subject->nest->steps[i].kind == STEP_LOAD && is_indirect(subject->nest, &subject->nest->steps[i])) {
      waits += subject->body->places[i].walked ? trips : 1;
      break;
    }
  return fmax(waits, 1) * subject->device->latency_ns;
}

// A thread adds its elements to an accumulator one after another; each lane of a vector along columns has an
// accumulator of its own.
static double chained(const CostSubject *subject) {
  const Mapping *mapping = &subject->body->mapping;
  double clocks = 0;
  for (int i = 0; i < subject->nest->step_count; i++) {
    const Step *step = &subject->nest->steps[i];
    if (step->kind != STEP_REDUCE || !subject->body->places[i].used) continue;
    double elements = (double)(mapping->trips * mapping->slots);
    if (!reduction_per_lane(mapping, step)) elements *= subject->executions[i].width;
    clocks = fmax(clocks, elements * pipe_dependent_operations(step) * subject->device->dependent_clocks);
  }
  return clocks / subject->device->clock_ghz;
}

// Threads of a block combine each reduction; of blocks that share one, the last to arrive reads what the
// others have found, as many at a time as it has threads along the walk.
enum { COLLECTED_AT_ONCE = 4 }; // loads of the unrolled loop

// Accumulators have one word or more for each lane that keeps its own; merging two takes about as long as one
// step of shuffles for every third word.
static double combine_ns(const CostSubject *subject, const Step *reduce) {
  const Mapping *mapping = &subject->body->mapping;
  double lanes = reduction_per_lane(mapping, reduce) ? mapping->vector : 1;
  double words = lanes * reduction_accumulator(reduce).bytes / 4 * pipe_merge_operations(reduce);
  return subject->device->combine_ns * (1 + (words - 1) / 3);
}

// All reductions along the walk, by the threads of a block.
static double combining_once(const CostSubject *subject) {
  double ns = 0;
  for (int i = 0; i < subject->nest->step_count; i++)
    if (subject->nest->steps[i].kind == STEP_REDUCE && subject->body->places[i].used &&
        !nest_crosses(subject->nest, &subject->nest->steps[i]))
      ns += combine_ns(subject, &subject->nest->steps[i]);
  return ns;
}

static double combining(const CostSubject *subject) {
  const Mapping *mapping = &subject->body->mapping;
  if (mapping->walk_lanes <= 1) return 0;
  bool across = mapping->splits > 1 && mapping->cluster; // within blocks, then across them
  return (across ? 2 : 1) * combining_once(subject);
}

// The last of the blocks that share a reduction, once all data has been read.
static double collecting(const CostSubject *subject) {
  const Mapping *mapping = &subject->body->mapping;
  double combine = combining_once(subject);
  if (combine == 0 || mapping->splits <= 1 || mapping->cluster) return 0;
  double rounds = ceil((double)mapping->splits / mapping->walk_lanes / COLLECTED_AT_ONCE);
  return (mapping->walk_lanes > 1 ? combine : 0) + (2 + rounds) * subject->device->latency_ns;
}

// A persistent block's rows, one tile after another; pipelined loads wait while the one before it
// computes.
static double persistent_ns(const CostSubject *subject) {
  const Mapping *mapping = &subject->body->mapping;
  double waits = waiting(subject), works = chained(subject) + combining(subject);
  return (double)mapping->tiles_per_block * (mapping->pipeline ? fmax(waits, works) : waits + works);
}

// One of the blocks that finish crossing reductions: it publishes and waits for all others, then collects
// what they have found, tile by tile.
static double finishing(const CostSubject *subject) {
  if (!subject->body->finish) return 0;
  const Mapping *finish = &subject->body->finish->mapping;
  double rounds = ceil((double)finish->trips / mapping_collected_at_once(finish)), ns = 0;
  for (int i = 0; i < subject->nest->step_count; i++)
    if (nest_crosses(subject->nest, &subject->nest->steps[i]))
      ns += combine_ns(subject, &subject->nest->steps[i]) + rounds * subject->device->latency_ns;
  return (double)finish->tiles_per_block * ns + 2 * subject->device->latency_ns;
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
  work.longest_ns = persistent_ns(subject);
  work.tail_ns = collecting(subject) + finishing(subject);
  work.spill_ns = spill_ns(subject, estimate);
  work.life_ns = work.longest_ns * work.blocks;
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

void cost_time(const Device *device, int threads, const KernelWork *work, Estimate *estimate) {
  double slots = block_slots(&device->limits, threads, estimate);
  double sms = busy_sms(device->limits.sms, work->blocks, slots);
  double quarters = busy_quarters(&device->limits, threads, work->blocks, slots);
  double clocks = sms * quarters * device->clock_ghz * 1e3; // SM clocks per microsecond
  double *us = estimate->pipe_us;
  us[LIMIT_DRAM] = cost_dram_us(device, estimate);
  us[LIMIT_L2] = l2_us(device, work, sms, estimate);
  us[LIMIT_L1] = work->l1_clocks / (sms * device->clock_ghz * 1e3);
  us[LIMIT_ISSUE] = work->issue / (device->issue_per_clock * clocks);
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
