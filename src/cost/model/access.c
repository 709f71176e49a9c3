// Loads and stores: how often each is executed, exactly; how many sectors it touches, from sampled warps.
#include "cost/model/warp.h"

#include <limits.h>
#include <math.h>

enum {
  ENDS = 2,
  SECTOR = 32,
  LINE = 128,
  REGULAR_SAMPLES = 2,
  IRREGULAR_SAMPLES = 8,
  CONDITION_SAMPLES = 64, // where those few do not tell what a condition lets through
};

// ---- how often

// The part of its symbol's range for which a chain of conditions holds, when all of it speaks of single
// symbols that are spread evenly; -1 when it does not.
static double even_share(const Nest *nest, int condition) {
  int64_t low[MAX_TERMS], high[MAX_TERMS];
  int symbol[MAX_TERMS], count = 0;
  for (; condition != NO_CONDITION; condition = nest->conditions[condition].parent) {
    const Condition *test = &nest->conditions[condition];
    if (test->index.count != 1 || test->index.term[0].scale != 1) return -1;
    int at = 0;
    while (at < count && symbol[at] != test->index.term[0].symbol)
      at++;
    if (at == MAX_TERMS) return -1;
    if (at == count) {
      symbol[count] = test->index.term[0].symbol;
      low[count] = 0, high[count++] = nest->symbols[test->index.term[0].symbol].size;
    }
    if (test->low - test->index.constant > low[at]) low[at] = test->low - test->index.constant;
    if (test->high - test->index.constant < high[at]) high[at] = test->high - test->index.constant;
  }
  double share = 1;
  for (int i = 0; i < count; i++) {
    double size = (double)nest->symbols[symbol[i]].size;
    share *= size > 0 ? fmax(0, (double)(high[i] - low[i])) / size : 0;
  }
  return share;
}

// Combinations of the dims that a store does not run over: it happens at the first of them alone.
static int64_t skipped(const Nest *nest, const Step *step, uint32_t among) {
  return step->kind == STEP_STORE ? nest_elements(nest, among & ~step->dims) : 1;
}

// Elements at the ends of so many peeled rows.
static int64_t count_ends(const Mapping *mapping, int64_t rows) {
  int64_t ends = mapping_ends(mapping);
  return mapping->owned_units > 0 ? ends * rows / mapping->owned_units : ends;
}

static int64_t count_units(const Mapping *mapping, int64_t rows) {
  if (!mapping->peeled) return mapping->walk_units * rows;
  return (mapping->walk_elements * rows - count_ends(mapping, rows)) / mapping->vector;
}

static int64_t rows_of(const CostSubject *subject, int at) {
  const Mapping *mapping = &subject->body->mapping;
  const Step *step = &subject->nest->steps[at];
  if (!mapping->owned) return 1;
  if (body_invariant(&subject->body->places[at])) return mapping->shares * mapping->owned_lanes;
  return step->kind == STEP_STORE ? mapping->owned_units : mapping->tiles * mapping->owned_lanes;
}

// Visits of a load that does not run in a loop: every thread makes one for each tile that comes to its block;
// some have one tile less than others.
static int64_t count_owned(const Mapping *mapping, const StepExecution *execution) {
  int64_t idle =
      mapping->tiles_per_block > 1 ? mapping->tiles_per_block * mapping->shares - mapping->tiles : 0;
  return execution->threads * execution->per_thread - idle * mapping->splits * mapping_threads(mapping);
}

// Units of which each `skip` elements are visited once; what is visited at all, one time at least, although a
// unit may be a vector of more elements than that.
static int64_t skip_units(int64_t units, int64_t skip) {
  if (units <= 0 || skip <= 1) return units;
  return units < skip ? 1 : units / skip;
}

// Visits of a step by threads in the whole grid, before its condition.
static int64_t visits(const CostSubject *subject, int at, const StepExecution *execution) {
  const Mapping *mapping = &subject->body->mapping;
  const Step *step = &subject->nest->steps[at];
  bool store = step->kind == STEP_STORE;
  if (!subject->body->places[at].used) return 0;
  int64_t skip = skipped(subject->nest, step, nest_all_dims(subject->nest));
  if (!subject->body->places[at].walked) {
    skip = skipped(subject->nest, step, mapping->owned);
    return store ? skip_units(mapping->owned_units, skip) : count_owned(mapping, execution);
  }
  int64_t units = count_units(mapping, rows_of(subject, at));
  return skip_units(units * execution->passes, skip);
}

// At the ends of ragged rows: elements, warp instructions for them, and bytes of the sectors at both ends.
typedef struct EndAccess {
  double elements, instructions, bytes;
} EndAccess;

static EndAccess end_access(const CostSubject *subject, int at, const StepExecution *execution) {
  const Mapping *mapping = &subject->body->mapping;
  const StepPlace *place = &subject->body->places[at];
  if (mapping_ends(mapping) == 0 || !place->lanes || !place->loops) return (EndAccess){0};
  int64_t rows = rows_of(subject, at) * execution->passes;
  double share = mapping->walk_lanes < WARP_LANES ? (double)mapping->walk_lanes / WARP_LANES : 1;
  return (EndAccess){(double)(count_ends(mapping, rows)), (double)(rows * mapping->end_slots) * share,
                     (double)(rows * ENDS * SECTOR)};
}

// ---- how much each touches

static bool is_regular(const CostSubject *subject, const Step *step) {
  const Mapping *mapping = &subject->body->mapping;
  if (step->condition != NO_CONDITION || mapping->ragged) return false;
  // The last block along the owned dims has lanes without a unit: it is not like the others.
  if (mapping->owned_lanes > 0 && mapping->owned_units % mapping->owned_lanes) return false;
  for (int i = 0; i < step->index.count; i++)
    if (subject->nest->symbols[step->index.term[i].symbol].kind != SYMBOL_DIM) return false;
  return true;
}

static void add_sample(WarpAccess *sum, WarpAccess one) {
  sum->lanes += one.lanes, sum->requests += one.requests;
  sum->sectors += one.sectors, sum->distinct += one.distinct, sum->lines += one.lines;
  sum->clocks += one.clocks;
}

// The tile loop of a kernel or the finish of its crossing reductions, and where its threads stand: the
// samples, and the first warp of all, each worked out when the first access asks for it.
typedef struct Phase {
  CostSubject subject;
  LaunchShape launch;
  uint32_t placed[2];                        // which of the warps: a bit for each
  WarpPlace warps[2][IRREGULAR_SAMPLES + 1]; // of plain and of staged accesses
} Phase;

static void open_phase(const CostSubject *subject, const Body *body, int64_t blocks, Phase *phase) {
  phase->subject = *subject;
  phase->launch = *subject->launch;
  phase->launch.grid = blocks;
  phase->subject.body = body;
  phase->subject.launch = &phase->launch;
  phase->placed[false] = phase->placed[true] = 0;
}

static const WarpPlace *phase_warp(Phase *phase, bool staged, int at) {
  bool first = at == IRREGULAR_SAMPLES;
  WarpPlace *warp = &phase->warps[staged][at];
  if (!(phase->placed[staged] >> at & 1))
    warp_place(&phase->subject, first ? 0 : at, first ? INT_MAX : IRREGULAR_SAMPLES, staged, warp);
  phase->placed[staged] |= 1u << at;
  return warp;
}

// Only the first warp of all may store results of a whole walk.
static WarpAccess sample_access(Phase *phase, int at) {
  const CostSubject *subject = &phase->subject;
  const StepExecution *execution = &subject->executions[at];
  const Step *step = &subject->nest->steps[at];
  bool staged = subject->body->places[at].staged;
  int samples = is_regular(subject, step) ? REGULAR_SAMPLES : IRREGULAR_SAMPLES;
  WarpAccess sum = {0};
  for (int i = 0; i < samples; i++)
    add_sample(&sum, warp_access(subject, phase_warp(phase, staged, i), at, execution));
  if (sum.requests == 0 && step->kind == STEP_STORE)
    return warp_access(subject, phase_warp(phase, staged, IRREGULAR_SAMPLES), at, execution);
  return sum;
}

// The same at many more places, for an access under a condition.
static WarpAccess sample_condition(const CostSubject *subject, int at) {
  WarpAccess sum = {0};
  for (int i = 0; i < CONDITION_SAMPLES; i++) {
    WarpPlace warp;
    warp_place(subject, i, CONDITION_SAMPLES, subject->body->places[at].staged, &warp);
    add_sample(&sum, warp_access(subject, &warp, at, &subject->executions[at]));
  }
  return sum;
}

// Sampled sectors of an access, and the part of its visits for which its condition holds. Where that part is
// known but no sample is in it, neighbours are taken to find neighbours.
static WarpAccess sample_share(Phase *phase, int at, double *share) {
  const CostSubject *subject = &phase->subject;
  const Step *step = &subject->nest->steps[at];
  WarpAccess sampled = sample_access(phase, at);
  *share = even_share(subject->nest, step->condition);
  if (*share < 0 || (*share > 0 && sampled.requests == 0 && step->condition != NO_CONDITION)) {
    sampled = sample_condition(subject, at);
    if (*share < 0) *share = fmin(1, sampled.lanes / (WARP_LANES * CONDITION_SAMPLES));
  }
  if (*share > 0 && sampled.requests == 0 && step->kind == STEP_LOAD) {
    int width = subject->executions[at].vectorized ? subject->executions[at].width : 1;
    double sectors = ceil(WARP_LANES * width * dtype_bytes(step->stored) / (double)SECTOR);
    double lines = ceil(sectors * SECTOR / LINE);
    sampled = (WarpAccess){WARP_LANES, 1, sectors, sectors, lines, lines};
  }
  return sampled;
}

static void fill_access(Phase *phase, int at, AccessEstimate *access) {
  const CostSubject *subject = &phase->subject;
  const Step *step = &subject->nest->steps[at];
  StepExecution execution = subject->executions[at];
  int requests = execution.accesses;
  double share;
  WarpAccess sampled = sample_share(phase, at, &share);
  *access = (AccessEstimate){
      .step = at,
      .is_store = step->kind == STEP_STORE,
      .passes = execution.passes,
      .per_thread = execution.per_thread * requests,
      .executed = share,
      .executions = llround((double)(visits(subject, at, &execution) * requests) * share),
      .sectors_per_request = sampled.requests > 0 ? sampled.sectors / sampled.requests : 0,
      .l1_clocks = sampled.requests > 0 ? sampled.clocks / sampled.requests : 0,
  };
  double lanes = sampled.requests > 0 ? fmax(1, sampled.lanes * requests / sampled.requests) : WARP_LANES;
  access->instructions = (int64_t)ceil((double)access->executions / fmin(lanes, WARP_LANES));
  access->bytes = (int64_t)((double)access->instructions * access->sectors_per_request * SECTOR);
  EndAccess ends = end_access(subject, at, &execution);
  access->executions += llround(ends.elements * share);
  access->instructions += llround(ends.instructions * share);
  access->bytes += llround(ends.bytes * share);
  access->bytes_per_line = sampled.lines > 0 ? sampled.distinct * SECTOR / sampled.lines : LINE;
  access->l2_bytes = sampled.sectors > 0
                         ? (int64_t)((double)access->bytes * sampled.distinct / sampled.sectors)
                         : access->bytes;
}

static int count_accesses(const Nest *nest) {
  int count = 0;
  for (int i = 0; i < nest->step_count; i++)
    count += nest->steps[i].kind == STEP_LOAD || nest->steps[i].kind == STEP_STORE;
  return count;
}

void cost_accesses(const CostSubject *subject, Arena *arena, Estimate *estimate) {
  const Nest *nest = subject->nest;
  AccessEstimate *accesses = arena_array(arena, (size_t)count_accesses(nest), sizeof *accesses);
  const Body *body = subject->body, *finish = body->finish;
  Phase first, finishing;
  open_phase(subject, body, subject->launch->grid, &first);
  if (finish) open_phase(subject, finish, finish->mapping.tiles, &finishing);
  estimate->accesses = accesses;
  for (int i = 0; i < nest->step_count; i++) {
    if (nest->steps[i].kind != STEP_LOAD && nest->steps[i].kind != STEP_STORE) continue;
    AccessEstimate *access = &accesses[estimate->access_count++];
    Phase *phase = finish && !body->places[i].used ? &finishing : &first;
    fill_access(phase, i, access);
    *(access->is_store ? &estimate->stores : &estimate->loads) += (int)access->per_thread;
  }
  cost_traffic(subject, accesses, estimate);
}
