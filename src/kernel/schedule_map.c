// Rules for maps: one vector a thread, no unrolling; the grid balances itself.
#include "kernel/schedule_rules.h"

#include <limits.h>

enum {
  WARP = 32,
  MAP_THREADS = 256,
  MANY_REPEATED = 2,  // inputs that repeat for each one that does not
  REPEATED_SLOTS = 4, // vectors of a thread that share them
  BLOCKS_PER_SM = 4,  // that there must be beside
};

static bool is_full_load(const Nest *nest, const Step *step) {
  return step->kind == STEP_LOAD && step->dims == nest_all_dims(nest);
}

// An input that repeats from row to row (parameters of channels): the slots of a thread read the same of it
// when their distance is a multiple of its length.
static bool repeats(const Mapping *mapping, const Step *step, int64_t threads) {
  const Nest *nest = mapping->nest;
  uint32_t all = nest_all_dims(nest);
  if (step->kind != STEP_LOAD || step->dims == all || mapping->fast == NO_DIM ||
      !(step->dims >> mapping->fast & 1))
    return false;
  bool slower_missing = (all & ~step->dims) < (step->dims & (0 - step->dims)); // dims are slowest first
  int64_t units = nest_elements(nest, step->dims) / mapping->vector;
  return slower_missing && units > 0 && threads % units == 0;
}

// Where most of what a thread loads are parameters of channels, several vectors share them: 5 to 35% faster
// on batch-norm's last part (one or two inputs, 4 to 12 vectors of parameters). Else unrolling costs 1 to 4%.
static int64_t shared_slots(const Chooser *chooser, const Mapping *mapping, int64_t threads) {
  int full = 0, repeated = 0;
  for (int i = 0; i < chooser->nest->step_count; i++) {
    full += is_full_load(chooser->nest, &chooser->nest->steps[i]);
    repeated += repeats(mapping, &chooser->nest->steps[i], threads);
  }
  int64_t least_units = threads * REPEATED_SLOTS * BLOCKS_PER_SM * chooser->limits->sms;
  bool pays = full > 0 && repeated >= MANY_REPEATED * full && mapping->walk_units >= least_units;
  return pays ? REPEATED_SLOTS : 1;
}

void choose_map(Chooser *chooser) {
  Mapping mapping;
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  int64_t warps = divide_up(most_of(mapping.walk_units, 1), WARP);
  int threads = choose_knob(chooser, KNOB_threads, least_of(MAP_THREADS, warps * WARP));
  int64_t slots = shared_slots(chooser, &mapping, threads);
  choose_knob(chooser, KNOB_rows, 1);
  choose_knob(chooser, KNOB_unroll,
              most_of(slots, divide_up(divide_up(mapping.walk_units, threads), INT_MAX)));
  choose_knob(chooser, KNOB_persistent, 0);
  choose_knob(chooser, KNOB_splits, 1);
}
