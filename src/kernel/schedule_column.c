// Rules for reductions along slow axes: tiles of columns, threads that share the rows of a tile, blocks that
// share them too.
#include "kernel/schedule_rules.h"

enum {
  WARP = 32,
  COLUMN_THREADS = 256,
  COLUMN_UNROLL = 8, // rows in flight
  BLOCKS_PER_SM = 2, // enough loads in flight; more would only lengthen the finish
  SHARED_TARGET = 32 * 1024,
};

static int64_t tile_lanes(const Nest *nest, const Mapping *mapping) {
  int64_t along_fast = nest->size[mapping->fast] / mapping->vector;
  return along_fast >= WARP ? WARP : power_below(most_of(along_fast, 1));
}

// Few enough threads that the partial sums of each fit into shared memory.
static int64_t threads_that_fit(const Nest *nest, const Mapping *mapping) {
  int64_t widest = 1;
  for (int i = 0; i < nest->step_count; i++)
    if (nest->steps[i].kind == STEP_REDUCE)
      widest = most_of(widest, reduction_accumulator(&nest->steps[i]).bytes);
  return most_of(WARP, power_below(SHARED_TARGET / (widest * mapping->vector)));
}

static int64_t column_registers(const Chooser *chooser, int64_t lanes, int64_t walk_lanes) {
  Schedule trial = *chooser->schedule;
  trial.knob[KNOB_persistent] = 1;
  trial.knob[KNOB_threads] = (int)(lanes * walk_lanes);
  return held_registers(chooser->nest, &trial);
}

// Columns that one block can hold whole; with fewer threads while that leaves registers.
static bool choose_persistent(Chooser *chooser, int64_t rows, int64_t most_threads, int64_t lanes) {
  int64_t walk_lanes = most_of(1, least_of(most_threads / lanes, power_above(rows)));
  int64_t most = registers_to_hold(chooser->limits, lanes * walk_lanes);
  bool fits = chooser->nest->passes > 1 && column_registers(chooser, lanes, walk_lanes) <= most;
  if (!choose_knob(chooser, KNOB_persistent, fits)) return false;
  while (walk_lanes > 8 && column_registers(chooser, lanes, walk_lanes / 2) <= most / 2)
    walk_lanes /= 2;
  choose_knob(chooser, KNOB_threads, most_of(WARP, walk_lanes * lanes));
  choose_knob(chooser, KNOB_unroll, least_of(64, divide_up(rows, walk_lanes)));
  choose_knob(chooser, KNOB_splits, 1);
  return true;
}

void choose_column(Chooser *chooser) {
  Mapping mapping;
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  int64_t lanes = tile_lanes(chooser->nest, &mapping), rows = most_of(mapping.walk_units, 1);
  int64_t columns = choose_knob(chooser, KNOB_rows, lanes * mapping.vector);
  lanes = most_of(1, columns / mapping.vector);
  int64_t fit = threads_that_fit(chooser->nest, &mapping);
  if (choose_persistent(chooser, rows, least_of(fit, 512), lanes)) return;
  int64_t threads = least_of(least_of(COLUMN_THREADS, fit), most_of(WARP, power_above(rows) * lanes));
  threads = choose_knob(chooser, KNOB_threads, threads);
  int64_t walk_lanes = most_of(1, threads / lanes);
  int64_t unroll = choose_knob(chooser, KNOB_unroll, least_of(COLUMN_UNROLL, divide_up(rows, walk_lanes)));
  int64_t tiles = divide_up(most_of(mapping.owned_units, 1), lanes);
  int64_t wanted = divide_up((int64_t)chooser->limits->sms * BLOCKS_PER_SM, tiles);
  int64_t splits = least_of(wanted, rows / (walk_lanes * unroll));
  choose_knob(chooser, KNOB_splits, chooser->nest->passes > 1 ? 1 : most_of(splits, 1));
}
