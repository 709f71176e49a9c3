// The life of a thread: what cannot overlap within it.
#include "cost/model/parts.h"

#include <math.h>

// Of what the device's latency_ns and combine_ns are where nothing else happens, what blocks feel: others
// work meanwhile (tests/bench/MEASURED.md: limits together).
static const double felt_latency = 0.87, felt_combine = 0.4;

static double latency_ns(const CostSubject *subject) {
  return felt_latency * subject->device->latency_ns;
}

static double combine_ns(const CostSubject *subject) {
  return felt_combine * subject->device->combine_ns;
}

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

// Each trip of a loop waits for its loads once; loads whose place is read from data wait for that, too. The
// first wait is felt whole, as nothing else runs yet.
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
  return subject->device->latency_ns + fmax(waits - 1, 0) * latency_ns(subject);
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
static double combines_of(const CostSubject *subject, const Step *reduce) {
  const Mapping *mapping = &subject->body->mapping;
  double lanes = reduction_per_lane(mapping, reduce) ? mapping->vector : 1;
  double words = lanes * reduction_accumulator(reduce).bytes / 4 * pipe_merge_operations(reduce);
  return 1 + (words - 1) / 3;
}

// All reductions along the walk, by the threads of a block.
static double combines_once(const CostSubject *subject) {
  double count = 0;
  for (int i = 0; i < subject->nest->step_count; i++)
    if (subject->nest->steps[i].kind == STEP_REDUCE && subject->body->places[i].used &&
        !nest_crosses(subject->nest, &subject->nest->steps[i]))
      count += combines_of(subject, &subject->nest->steps[i]);
  return count;
}

double cost_combines(const CostSubject *subject) {
  const Mapping *mapping = &subject->body->mapping;
  if (mapping->walk_lanes <= 1) return 0;
  bool across = mapping->splits > 1 && mapping->cluster; // within blocks, then across them
  return (across ? 2 : 1) * combines_once(subject);
}

// The last of the blocks that share a reduction, once all data has been read.
static double collecting(const CostSubject *subject) {
  const Mapping *mapping = &subject->body->mapping;
  double combine = combines_once(subject) * combine_ns(subject);
  if (combine == 0 || mapping->splits <= 1 || mapping->cluster) return 0;
  double rounds = ceil((double)mapping->splits / mapping->walk_lanes / COLLECTED_AT_ONCE);
  return (mapping->walk_lanes > 1 ? combine : 0) + (2 + rounds) * latency_ns(subject);
}

// A persistent block's rows, one tile after another; pipelined loads wait while the one before it
// computes.
static double persistent_ns(const CostSubject *subject) {
  const Mapping *mapping = &subject->body->mapping;
  double waits = waiting(subject), works = chained(subject) + cost_combines(subject) * combine_ns(subject);
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
      ns +=
          combines_of(subject, &subject->nest->steps[i]) * combine_ns(subject) + rounds * latency_ns(subject);
  return (double)finish->tiles_per_block * ns + 2 * latency_ns(subject);
}

void cost_life(const CostSubject *subject, KernelWork *work) {
  work->longest_ns = persistent_ns(subject);
  work->life_ns = work->longest_ns * work->blocks;
  work->tail_ns = collecting(subject) + finishing(subject);
}
