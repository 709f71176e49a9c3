// Rules for crossing reductions: rows as in `row`, few enough blocks that what each has found is little
// beside the data.
#include "kernel/schedule_rules.h"

enum {
  WARP = 32,
  MIXED_THREADS = 256, // of a block with several rows
  ELEMENTS = 16,       // of a row for each thread that adds up one value of each; half of that for several
  MOST_SLOTS = 64,
  ONCE_SLOTS = 4, // vectors that a thread has of a row which is gone over once, or up to twice as many
};

static int count_columns(const Nest *nest) {
  int count = 0;
  for (int i = 0; i < nest->step_count; i++)
    count += nest_crosses(nest, &nest->steps[i]) && nest->steps[i].dims;
  return count;
}

// How the row stays in registers: packed where its elements are small, as values else.
static int held_form(const Chooser *chooser) {
  if (chooser->nest->passes == 1) return 0;
  for (int i = 0; i < chooser->nest->step_count; i++) {
    const Step *step = &chooser->nest->steps[i];
    if (step->kind == STEP_LOAD && step->dims == nest_all_dims(chooser->nest) &&
        dtype_bytes(step->stored) == 2)
      return 2;
  }
  return 1;
}

static void share_rows(Chooser *chooser, const Mapping *mapping, int64_t lanes) {
  int64_t rows =
      most_of(divide_up(WARP, lanes), least_of(power_above(mapping->owned_units), MIXED_THREADS / lanes));
  rows = choose_knob(chooser, KNOB_rows, most_of(rows, 1));
  choose_knob(chooser, KNOB_threads, least_of(divide_up(rows * lanes, WARP) * WARP, 1024));
}

// Each thread keeps the same columns of all rows that come to it.
static void choose_columns(Chooser *chooser, const Mapping *mapping, int columns) {
  int64_t units = most_of(mapping->walk_units, 1);
  int64_t slots = most_of(1, ELEMENTS / (columns > 1 ? 2 : 1) / mapping->vector);
  int64_t lanes = row_lanes(units, slots);
  choose_knob(chooser, KNOB_persistent, held_form(chooser));
  share_rows(chooser, mapping, lanes);
  choose_knob(chooser, KNOB_unroll, least_of(MOST_SLOTS, divide_up(units, lanes)));
}

// Rows that are gone over once, and of which nothing but a number remains: a whole row under way for each
// block.
static void choose_once(Chooser *chooser, const Mapping *mapping) {
  int64_t units = most_of(mapping->walk_units, 1), lanes = row_lanes(units, ONCE_SLOTS);
  choose_knob(chooser, KNOB_persistent, 0);
  share_rows(chooser, mapping, lanes);
  choose_knob(chooser, KNOB_unroll, least_of(2 * ONCE_SLOTS, divide_up(units, lanes)));
}

// Blocks that share the crossing reductions: as many as run at once, or fewer that have no more tours.
static void choose_shares(Chooser *chooser) {
  Mapping mapping;
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  int64_t blocks = chooser->limits->sms * most_of(1, blocks_that_fit(chooser));
  int64_t tours = most_of(1, divide_up(mapping.tiles, blocks));
  choose_knob(chooser, KNOB_splits, most_of(1, divide_up(mapping.tiles, tours)));
}

void choose_mixed(Chooser *chooser) {
  Mapping mapping;
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  int columns = count_columns(chooser->nest);
  if (columns)
    choose_columns(chooser, &mapping, columns);
  else if (chooser->nest->passes > 1)
    choose_row(chooser);
  else
    choose_once(chooser, &mapping);
  choose_knob(chooser, KNOB_ahead, 1);
  choose_shares(chooser);
}
