// Rules for reductions along slow axes: tiles of columns, threads that share the rows of a tile, blocks that
// share them too.
#include "kernel/template/rules.h"
#include "kernel/template/template.h"

enum {
  WARP = 32,
  COLUMN_THREADS = 256,
  VECTORS_IN_FLIGHT = 8, // of a thread, over all inputs
  MOST_NARROW = 4,       // times as many where alignment makes them narrow
  THREADS_PER_SM = 1024, // at work where registers let them: enough for the memory, few for the finish
  SLACK = 8,             // registers for the addresses and arithmetic of each input
  LANE_WORDS = 16,       // a thread accumulates for one reduction: 8 lanes of Welford are 10 to 25% slower
  WIDEST_TILE = 16,      // vectors: 256 bytes of a row where they are 16 bytes each
  NARROWEST_TILE = 128,  // bytes of a row, a line of the cache; half of that is 5 to 12% slower
  SECTOR_TILE = 2,       // vectors: 32 bytes, the least that memory moves
  TILES = 4,             // of a row, so that several blocks share the finish
  MOST_COLUMNS = 1024,   // of a tile
  WIDEST_ACCESS = 16,    // bytes
  SHARED_TARGET = 32 * 1024,
  VALUES_HELD = 40, // registers of a thread that hold values between passes; more are better packed
};

// Registers that a column kernel needs beyond what waits in them.
static int column_slack(const Nest *nest) {
  return SLACK * (int)most_of(nest_full_inputs(nest), 1);
}

// Bytes of the smallest element of such an input.
static int64_t narrowest_input(const Nest *nest) {
  int64_t bytes = 16;
  for (int i = 0; i < nest->step_count; i++)
    if (nest->steps[i].kind == STEP_LOAD && nest->steps[i].dims == nest_all_dims(nest))
      bytes = least_of(bytes, dtype_bytes(nest->steps[i].stored));
  return bytes;
}

// Bytes of the largest one.
static int64_t widest_input(const Nest *nest) {
  int64_t bytes = 1;
  for (int i = 0; i < nest->step_count; i++)
    if (nest->steps[i].kind == STEP_LOAD && nest->steps[i].dims == nest_all_dims(nest))
      bytes = most_of(bytes, dtype_bytes(nest->steps[i].stored));
  return bytes;
}

static int widest_accumulator(const Nest *nest) {
  int widest = 1;
  for (int i = 0; i < nest->step_count; i++)
    if (nest->steps[i].kind == STEP_REDUCE)
      widest = (int)most_of(widest, reduction_accumulator(&nest->steps[i]).bytes);
  return widest;
}

// Fewer lanes where each has several words to accumulate. (Held columns keep theirs: tiles of 8 bytes would
// cost more.)
static void limit_lanes(Chooser *chooser) {
  int vector = chooser->schedule->knob[KNOB_vector], bytes = widest_accumulator(chooser->nest);
  while (vector > 1 && vector * bytes > LANE_WORDS * 4)
    vector /= 2;
  choose_knob(chooser, KNOB_vector, vector);
}

// Few enough threads that the partial sums of each fit into shared memory.
static int64_t threads_that_fit(const Nest *nest, const Mapping *mapping) {
  return most_of(WARP,
                 rules_power_below(SHARED_TARGET / ((int64_t)widest_accumulator(nest) * mapping->vector)));
}

static Schedule held_trial(const Chooser *chooser, int form, int64_t lanes, int64_t walk_lanes) {
  Schedule trial = *chooser->schedule;
  trial.knob[KNOB_persistent] = form;
  trial.knob[KNOB_rows] = (int)lanes * trial.knob[KNOB_vector];
  trial.knob[KNOB_threads] = (int)(lanes * walk_lanes);
  return trial;
}

static int64_t column_registers(const Chooser *chooser, int form, int64_t lanes, int64_t walk_lanes) {
  Schedule trial = held_trial(chooser, form, lanes, walk_lanes);
  return schedule_held_registers(chooser->nest, &trial);
}

// ---- columns that later passes read again

static int64_t vectors_of_row(const Nest *nest, const Mapping *mapping) {
  return most_of(1, nest->size[mapping->fast] / mapping->vector);
}

// How a block of so many threads holds its columns: as values, packed, or (0) not at all. It may take all
// registers that there are: to read columns again with a block for a few of them costs more.
static int held_form(const Chooser *chooser, int64_t lanes, int64_t walk_lanes) {
  int most = limits_register_share(chooser->limits, (int)(lanes * walk_lanes), 1);
  for (int form = 1; form <= 2; form++) {
    Schedule trial = held_trial(chooser, form, lanes, walk_lanes);
    if (schedule_register_need(chooser->nest, &trial) + SLACK > most) continue;
    if (form == 2 || schedule_held_registers(chooser->nest, &trial) <= VALUES_HELD) return form;
  }
  return 0;
}

// Columns that one block can hold whole: tiles for all multiprocessors, narrower ones where only they fit,
// and fewer threads while that leaves registers.
static bool choose_persistent(Chooser *chooser, const Mapping *mapping, int64_t most_threads) {
  int64_t rows = most_of(mapping->walk_units, 1),
          most_lanes = rules_power_below(vectors_of_row(chooser->nest, mapping));
  int64_t lanes =
      rules_power_below(least_of(least_of(mapping->owned_units / chooser->limits->sms, WARP), most_lanes));
  int64_t walk_lanes = 1;
  int form = 0;
  for (; chooser->nest->passes > 1 && !form; lanes /= 2) {
    walk_lanes = most_of(1, least_of(most_threads / lanes, rules_power_above(rows)));
    form = held_form(chooser, lanes, walk_lanes);
    if (form || lanes == 1) break;
  }
  form = choose_knob(chooser, KNOB_persistent, form);
  if (!form) return false;
  lanes = most_of(1, choose_knob(chooser, KNOB_rows, lanes * mapping->vector) / mapping->vector);
  int64_t most = limits_registers_to_hold(chooser->limits, lanes * walk_lanes);
  while (walk_lanes > 8 && column_registers(chooser, form, lanes, walk_lanes / 2) <= most / 2)
    walk_lanes /= 2;
  choose_knob(chooser, KNOB_threads, most_of(WARP, walk_lanes * lanes));
  choose_knob(chooser, KNOB_unroll, least_of(64, divide_up(rows, walk_lanes)));
  choose_knob(chooser, KNOB_splits, 1);
  return true;
}

// ---- columns that are read once, or again from memory

// How often a vector would fit into the widest access: more than once where rows of odd lengths allow only
// narrow ones.
static int64_t narrowness(const Nest *nest, const Mapping *mapping) {
  int64_t bytes = most_of(1, mapping->vector * widest_input(nest));
  return most_of(1, least_of(MOST_NARROW, WIDEST_ACCESS / bytes));
}

// Threads that a multiprocessor has at once: all blocks of a split column run in one wave. (8,192 rows of
// 30,522 bf16 take 124 us with few threads and many vectors each, 145 with more threads.)
static int64_t threads_per_sm(const Chooser *chooser, int64_t threads, int64_t unroll, int64_t narrow) {
  Schedule trial = *chooser->schedule;
  trial.knob[KNOB_threads] = (int)threads;
  trial.knob[KNOB_rows] = (int)threads;
  trial.knob[KNOB_unroll] = (int)unroll;
  int need = schedule_register_need(chooser->nest, &trial) + column_slack(chooser->nest);
  bool fits = need <= limits_register_share(chooser->limits, THREADS_PER_SM, 1) && narrow == 1;
  return fits ? THREADS_PER_SM : THREADS_PER_SM / 2;
}

// What a split column is chosen from.
typedef struct Columns {
  int64_t units, rows; // vectors along the kept dims, and indices of the reduced ones
  int64_t narrow;
  int64_t unroll; // vectors of a thread in flight
  int64_t wave;   // threads that the GPU has at once
} Columns;

// Threads that share a column, in all blocks: one where there are columns enough to keep the GPU busy, and
// such that each has several turns where that leaves a block for every multiprocessor.
static int64_t count_walkers(const Chooser *chooser, const Columns *columns) {
  int64_t wanted = divide_up(columns->wave, columns->units), turns = columns->rows / columns->unroll;
  int64_t busy = divide_up(chooser->limits->sms * COLUMN_THREADS, columns->units);
  return most_of(1, least_of(wanted, most_of(turns / 2, least_of(turns, busy))));
}

// Columns that one block walks alone come in tiles for all multiprocessors.
static int64_t narrow_tile(const Chooser *chooser, const Mapping *mapping, int64_t narrow) {
  bool alone = chooser->nest->passes > 1;
  int64_t line = divide_up(NARROWEST_TILE, mapping->vector * narrowest_input(chooser->nest));
  int64_t wanted =
      alone ? mapping->owned_units / chooser->limits->sms : vectors_of_row(chooser->nest, mapping) / TILES;
  return rules_power_below(
      least_of(most_of(wanted, alone ? SECTOR_TILE : line), WIDEST_TILE * narrow * narrow));
}

// Vectors of neighbouring columns in a block.
static int64_t tile_lanes(const Chooser *chooser, const Mapping *mapping, int64_t narrow,
                          int64_t threads_each) {
  int64_t along_row = vectors_of_row(chooser->nest, mapping), tile = narrow_tile(chooser, mapping, narrow);
  int64_t lanes = most_of(least_of(tile, rules_power_below(along_row)), rules_power_below(threads_each));
  lanes = least_of(lanes, rules_power_above(most_of(mapping->owned_units, 1)));
  return least_of(lanes, MOST_COLUMNS / mapping->vector);
}

// Blocks for each tile: at most so many, with as many turns each, or nearly.
static int64_t even_splits(int64_t turns, int64_t most) {
  int64_t each = divide_up(turns, most_of(most, 1));
  for (int64_t more = each; more * 4 <= each * 5; more++)
    if (turns % more == 0) return turns / more;
  return divide_up(turns, each);
}

static Columns make_columns(const Chooser *chooser, const Mapping *mapping, int64_t narrow) {
  Columns columns = {.units = most_of(mapping->owned_units, 1), .rows = most_of(mapping->walk_units, 1)};
  columns.narrow = narrow;
  int64_t most = VECTORS_IN_FLIGHT * narrow / most_of(nest_full_inputs(chooser->nest), 1);
  columns.unroll = least_of(columns.rows, most_of(1, most));
  columns.wave =
      chooser->limits->sms * threads_per_sm(chooser, COLUMN_THREADS, columns.unroll, columns.narrow);
  return columns;
}

// Larger blocks have less to finish, where there are two for each multiprocessor: 32.2 us in place of 33 for
// 65,536 rows of 1,024 bf16.
static int64_t block_threads(const Chooser *chooser, const Mapping *mapping, const Columns *columns,
                             int64_t walkers) {
  int64_t least = 2 * chooser->limits->sms * (2 * COLUMN_THREADS);
  bool larger = chooser->nest->passes == 1 && columns->narrow == 1 && walkers * columns->units >= least;
  return least_of(larger ? 2 * COLUMN_THREADS : COLUMN_THREADS, threads_that_fit(chooser->nest, mapping));
}

static void choose_column(Chooser *chooser) {
  Mapping mapping;
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  if (choose_persistent(chooser, &mapping,
                        least_of(2 * COLUMN_THREADS, threads_that_fit(chooser->nest, &mapping))))
    return;
  int64_t narrow = narrowness(chooser->nest, &mapping);
  limit_lanes(chooser);
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  Columns columns = make_columns(chooser, &mapping, narrow);
  int64_t walkers = count_walkers(chooser, &columns);
  int64_t threads = block_threads(chooser, &mapping, &columns, walkers);
  int64_t lanes = tile_lanes(chooser, &mapping, narrow, threads / walkers);
  lanes = most_of(1, choose_knob(chooser, KNOB_rows, lanes * mapping.vector) / mapping.vector);
  int64_t walk_lanes = least_of(threads / lanes, rules_power_above(walkers));
  threads = choose_knob(chooser, KNOB_threads, most_of(WARP, lanes * most_of(walk_lanes, 1)));
  walk_lanes = most_of(1, threads / lanes);
  int64_t unroll =
      choose_knob(chooser, KNOB_unroll, least_of(columns.unroll, divide_up(columns.rows, walk_lanes)));
  int64_t wave = columns.wave / (divide_up(columns.units, lanes) * threads);
  int64_t splits = even_splits(divide_up(columns.rows, walk_lanes * unroll),
                               least_of(wave, divide_up(walkers, walk_lanes)));
  choose_knob(chooser, KNOB_splits, chooser->nest->passes > 1 ? 1 : most_of(splits, 1));
}

static bool takes(const Nest *nest, const ScheduleOverride *overrides) {
  (void)overrides;
  return nest->reduced && !(nest->reduced >> (nest->dim_count - 1) & 1);
}

// Loads in flight hide the latency of columns, not blocks, and their lanes all have arithmetic under way: no
// more blocks than one wave of the grid brings.
static int64_t blocks(const Chooser *chooser) {
  LaunchShape launch = schedule_launch(chooser->nest, chooser->schedule, chooser->limits);
  int64_t wave = divide_up(most_of(launch.grid, 1), chooser->limits->sms);
  int64_t most = most_of(1, least_of(wave, THREADS_PER_SM / most_of(launch.threads, 1)));
  return least_of(most, chooser_reduction_blocks(chooser, column_slack(chooser->nest)));
}

const Template template_column = {
    .name = "column",
    .help = "reductions along slow axes: each thread owns columns, rows are shared by threads and blocks",
    .takes = takes,
    .takes_sizes = true,
    .knobs = KNOBS_OF_ALL | KNOB_BIT(rows) | KNOB_BIT(splits),
    .trades_rows = true,
    .rules = choose_column,
    .blocks = blocks,
};
