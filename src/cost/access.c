#include "cost/parts.h"
#include "kernel/schedule_mapping.h"

#include <math.h>
#include <string.h>

enum { SECTOR = 32, WARP = 32 };

// ---- Where the lanes of a warp stand. The first warp of the first block speaks for all: domains are
// regular.

// Lanes that lie side by side along the last dim before the next ones move on in the dims before it.
static int64_t fast_lanes(const CostSubject *subject) {
  Mapping mapping;
  mapping_make(subject->nest, subject->schedule, &mapping);
  return mapping.fast_walked ? mapping.walk_lanes : mapping.owned_lanes;
}

// Coordinates of the first element that a lane handles: vectors along the last dim first, then the dims
// before it.
static void lane_position(const CostSubject *subject, int lane, int64_t coordinate[MAX_DIMS]) {
  const Nest *nest = subject->nest;
  int64_t vector = subject->schedule->knob[KNOB_vector], fast = fast_lanes(subject);
  memset(coordinate, 0, MAX_DIMS * sizeof *coordinate);
  if (nest->dim_count == 0) return;
  int last = nest->dim_count - 1;
  int64_t vectors = (nest->size[last] + vector - 1) / vector;
  if (vectors > fast) vectors = fast;
  if (vectors < 1) vectors = 1;
  coordinate[last] = lane % vectors * vector;
  int64_t rest = lane / vectors;
  for (int dim = last - 1; dim >= 0 && rest; dim--) {
    int64_t size = nest->size[dim] > 0 ? nest->size[dim] : 1;
    coordinate[dim] = rest % size;
    rest /= size;
  }
}

static int64_t index_at(const Nest *nest, const Index *index, const int64_t *coordinate, int lane);

static int64_t symbol_at(const Nest *nest, int symbol, const int64_t *coordinate, int lane) {
  const Symbol *s = &nest->symbols[symbol];
  if (s->kind == SYMBOL_DIM) return coordinate[symbol];
  if (s->kind == SYMBOL_QUOTIENT) {
    int64_t quotient = index_at(nest, &s->of, coordinate, lane) / s->divisor;
    return s->modulus ? quotient % s->modulus : quotient;
  }
  // Read from data: no two lanes that differ in what they look up are assumed to find neighbours.
  uint64_t scattered = hash_integer(hash_integer(HASH_START, symbol), lane);
  bool varies = nest->steps[s->step].dims != 0;
  return varies && s->size > 0 ? (int64_t)(scattered % (uint64_t)s->size) : 0;
}

static int64_t index_at(const Nest *nest, const Index *index, const int64_t *coordinate, int lane) {
  int64_t sum = index->constant;
  for (int i = 0; i < index->count; i++)
    sum += index->term[i].scale * symbol_at(nest, index->term[i].symbol, coordinate, lane);
  return sum;
}

// Distinct 32-byte sectors that the lanes touch with `bytes` bytes each.
static int count_sectors(const CostSubject *subject, const Step *step, int bytes) {
  int64_t touched[WARP * 5];
  int count = 0;
  int lanes = subject->launch->threads < WARP ? subject->launch->threads : WARP;
  for (int lane = 0; lane < lanes; lane++) {
    int64_t coordinate[MAX_DIMS];
    lane_position(subject, lane, coordinate);
    int64_t start = index_at(subject->nest, &step->index, coordinate, lane) * dtype_bytes(step->stored);
    for (int64_t sector = start / SECTOR; sector <= (start + bytes - 1) / SECTOR && count < WARP * 5;
         sector++) {
      bool seen = false;
      for (int i = count - 1; i >= 0 && !seen; i--)
        seen = touched[i] == sector;
      if (!seen) touched[count++] = sector;
    }
  }
  return count;
}

// ---- How much of its buffer an access touches.

// Distinct elements: the product of the sizes of what its index varies with, no more than its range spans or
// the buffer holds.
static int64_t unique_elements(const Nest *nest, const Step *step) {
  int64_t low, high, product = 1;
  for (int i = 0; i < step->index.count; i++) {
    int64_t size = nest->symbols[step->index.term[i].symbol].size;
    product = size > 0 && product > MAX_ELEMENTS / size ? MAX_ELEMENTS : product * size;
  }
  index_range(nest, &step->index, &low, &high);
  int64_t domain = nest_elements(nest, step->dims | nest_all_dims(nest)), span = high - low + 1;
  if (product > span) product = span;
  if (product > domain) product = domain;
  int64_t held = nest->buffers[step->buffer].elements;
  return product < held ? product : held;
}

static void fill_access(const CostSubject *subject, int step_index, AccessEstimate *access) {
  const Step *step = &subject->nest->steps[step_index];
  StepExecution execution = subject->executions[step_index];
  int element = dtype_bytes(step->stored), width = execution.width > 0 ? execution.width : 1;
  int request = execution.vectorized ? element * width : element;
  int per_execution = execution.vectorized ? (request + 15) / 16 : width;
  if (request > 16) request = 16;
  *access = (AccessEstimate){
      .step = step_index,
      .value = step->value != NO_VALUE ? step->value : subject->nest->buffers[step->buffer].storage,
      .is_store = step->kind == STEP_STORE,
      .passes = execution.passes,
      .per_thread = execution.per_thread * per_execution,
      .sectors_per_request = count_sectors(subject, step, request),
      .unique_bytes = unique_elements(subject->nest, step) * element,
  };
  access->instructions = (execution.threads + WARP - 1) / WARP * access->per_thread;
  access->bytes = (int64_t)((double)access->instructions * access->sectors_per_request * SECTOR);
}

// ---- Sums over the accesses of a kernel.

// Bytes that accesses of one kind touch in one buffer: equal ranges are the same elements, different ones add
// up, within the buffer.
static int64_t buffer_bytes(const CostSubject *subject, const Estimate *estimate, int buffer, bool stores) {
  const Nest *nest = subject->nest;
  int64_t sum = 0;
  for (int i = 0; i < estimate->access_count; i++) {
    const AccessEstimate *access = &estimate->accesses[i];
    const Step *step = &nest->steps[access->step];
    if (step->buffer != buffer || access->is_store != stores) continue;
    bool again = false;
    for (int j = 0; j < i && !again; j++) {
      const AccessEstimate *earlier = &estimate->accesses[j];
      const Step *other = &nest->steps[earlier->step];
      int64_t low, high, other_low, other_high;
      if (other->buffer != buffer || earlier->is_store != stores) continue;
      index_range(nest, &step->index, &low, &high);
      index_range(nest, &other->index, &other_low, &other_high);
      again = low == other_low && high == other_high && access->unique_bytes <= earlier->unique_bytes;
    }
    if (!again) sum += access->unique_bytes;
  }
  int64_t whole = nest->buffers[buffer].elements * dtype_bytes(nest->buffers[buffer].dtype);
  return sum < whole ? sum : whole;
}

// Passes after the first find their data in L2 when what the resident blocks work on at once fits into half
// of it.
static int64_t reread_bytes(const CostSubject *subject, const Estimate *estimate) {
  const GpuLimits *limits = &subject->device->limits;
  double resident = estimate->occupancy * limits->threads_per_sm / subject->launch->threads * limits->sms;
  double share = subject->launch->grid > 0 ? fmin(1, resident / (double)subject->launch->grid) : 0;
  double working = share * (double)estimate->read_bytes;
  if (working <= (double)subject->device->l2_bytes / 2) return 0;
  int64_t bytes = 0;
  for (int i = 0; i < estimate->access_count; i++)
    if (!estimate->accesses[i].is_store && estimate->accesses[i].passes > 1)
      bytes += (estimate->accesses[i].passes - 1) * estimate->accesses[i].unique_bytes;
  return bytes;
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
  estimate->accesses = accesses;
  for (int i = 0; i < nest->step_count; i++) {
    if (nest->steps[i].kind != STEP_LOAD && nest->steps[i].kind != STEP_STORE) continue;
    AccessEstimate *access = &accesses[estimate->access_count++];
    fill_access(subject, i, access);
    *(access->is_store ? &estimate->stores : &estimate->loads) += (int)access->per_thread;
    *(access->is_store ? &estimate->moved_write_bytes : &estimate->moved_read_bytes) += access->bytes;
  }
  for (int buffer = 0; buffer < nest->buffer_count; buffer++) {
    estimate->read_bytes += buffer_bytes(subject, estimate, buffer, false);
    estimate->write_bytes += buffer_bytes(subject, estimate, buffer, true);
  }
  estimate->dram_bytes = estimate->read_bytes + estimate->write_bytes + reread_bytes(subject, estimate);
}
