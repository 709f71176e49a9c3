// Rules for crossing reductions: rows as in `row`, few enough blocks that what each has found is little
// beside the data.
#include "kernel/code/build.h"
#include "kernel/template/rules.h"
#include "kernel/template/template.h"

enum {
  WARP = 32,
  MIXED_THREADS = 256, // of a block with several rows of a warp each
  WIDE_THREADS = 512,  // of one whose rows wait for several warps, or come in many tiles: fewer blocks have
                       // less to finish
  MANY_TILES = 16,     // of a wide block on every multiprocessor
  ELEMENTS = 16, // of a row for each thread that adds up one or two values of each; half of that for more
  MOST_SLOTS = 64,
  VECTOR_BYTES = 16,
  MOST_WORDS = 512,          // twice what a thread's registers hold: beyond, not even spilling helps
  SHARED_TARGET = 32 * 1024, // bytes through which the rows of a block are combined
  ONCE_SLOTS = 8,            // vectors that a thread has in flight of a row which is gone over once
  ONCE_THREADS = 128,        // of a block for such a row that takes it several trips
  ONCE_WAVES = 5,            // of those blocks
  MOST_SHARES = 8192,        // blocks of which one combines the numbers
  FINISHERS = 128,
  WAITING_REGISTERS = 88, // of a thread, for rows of two tiles, what all rows read alike and sums
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

// What a thread keeps of its columns over all tiles, in 32-bit words.
static int64_t column_words(const Mapping *mapping) {
  int64_t words = 0;
  for (int i = 0; i < mapping->nest->step_count; i++) {
    const Step *step = &mapping->nest->steps[i];
    if (!nest_crosses(mapping->nest, step) || !step->dims) continue;
    int64_t lanes = reduction_per_lane(mapping, step) ? mapping->vector : 1;
    words += mapping->slots * lanes * reduction_accumulator(step).bytes / 4;
  }
  return words;
}

// Blocks that wait for others must leave room for those: a multiprocessor has one at least.
static bool check_finishers(const Chooser *chooser, Reason *reason) {
  int finishers = chooser->schedule->knob[KNOB_finishers];
  if (finishers <= chooser->limits->sms) return true;
  return reason_set(reason, REASON_GRID_SYNC, (int[]){NO_OP},
                    "%d blocks cannot wait for all others: %d multiprocessors are sure to run one each",
                    finishers, chooser->limits->sms);
}

// Can threads keep what they find of their columns, and the blocks that finish wait for all others?
static bool check(const Chooser *chooser, const Mapping *mapping, Reason *reason) {
  if (!check_finishers(chooser, reason)) return false;
  int64_t words = column_words(mapping);
  if (words <= MOST_WORDS) return true;
  reason_set(reason, REASON_THREADS, (int[]){NO_OP},
             "each of %d thread%s would keep %lld words of what it has found of its columns, more than %d",
             mapping->walk_lanes, mapping->walk_lanes == 1 ? "" : "s", (long long)words, MOST_WORDS);
  reason_remedy(reason, "Put what runs down the columns into a kernel of its own.");
  return false;
}

static bool shares_too_much(const Chooser *chooser) {
  return schedule_shared_by_turns(chooser->nest, chooser->schedule) > SHARED_TARGET;
}

static void share_rows(Chooser *chooser, const Mapping *mapping, int64_t lanes, int64_t threads) {
  int64_t rows =
      most_of(divide_up(WARP, lanes), least_of(rules_power_above(mapping->owned_units), threads / lanes));
  for (;; rows /= 2) {
    int64_t held = choose_knob(chooser, KNOB_rows, most_of(rows, 1));
    choose_knob(chooser, KNOB_threads, least_of(divide_up(held * lanes, WARP) * WARP, 1024));
    if (rows * lanes <= WARP || rows <= 1 || !shares_too_much(chooser)) return;
  }
}

// Do registers last, with pipelined rows?
static bool fits_wide(const Chooser *chooser, int64_t units, int64_t lanes) {
  Schedule trial = *chooser->schedule;
  trial.knob[KNOB_threads] = WIDE_THREADS;
  trial.knob[KNOB_rows] = (int)(WIDE_THREADS / lanes);
  trial.knob[KNOB_unroll] = (int)least_of(MOST_SLOTS, divide_up(units, lanes));
  trial.knob[KNOB_pipeline] = PIPELINE_REGISTERS;
  trial.knob[KNOB_splits] = 1;
  return schedule_register_need(chooser->nest, &trial) <=
         limits_register_share(chooser->limits, WIDE_THREADS, 1);
}

// 98,304 x 512 bf16 (rmsnorm backward) takes 95 us in wide blocks, 97 in others; 16,384 x 4,096 takes 127 and
// 130. With half the registers for each thread, a kernel that then pipelines nothing takes 170 in place of
// 159.
static int64_t columns_threads(const Chooser *chooser, const Mapping *mapping, int64_t lanes) {
  if (lanes > WARP && lanes <= WIDE_THREADS / 4) return WIDE_THREADS;
  int64_t tiles = mapping->owned_units * lanes / ((int64_t)WIDE_THREADS * chooser->limits->sms);
  bool wide = lanes < WIDE_THREADS && tiles >= MANY_TILES && fits_wide(chooser, mapping->walk_units, lanes);
  return wide ? WIDE_THREADS : MIXED_THREADS;
}

// Each thread keeps the same columns of all rows that come to it.
static void choose_columns(Chooser *chooser, const Mapping *mapping, int columns) {
  int64_t units = most_of(mapping->walk_units, 1);
  int64_t slots = most_of(1, ELEMENTS / (columns > 2 ? 2 : 1) / mapping->vector);
  int64_t lanes = row_lanes(units, slots);
  choose_knob(chooser, KNOB_persistent, held_form(chooser));
  share_rows(chooser, mapping, lanes, columns_threads(chooser, mapping, lanes));
  choose_knob(chooser, KNOB_unroll, least_of(MOST_SLOTS, divide_up(units, lanes)));
}

static int64_t blocks_at_once(const Chooser *chooser) {
  return chooser->limits->sms * most_of(1, chooser_blocks_that_fit(chooser));
}

// The fewest blocks that have no more tiles each than so many have.
static int64_t even_shares(int64_t tiles, int64_t most) {
  int64_t each = most_of(1, divide_up(tiles, most));
  return most_of(1, divide_up(tiles, each));
}

// Rows that are gone over once, and of which nothing but a number remains. Small blocks, handed out as others
// end, keep memory busier than those that stay: 8,192 rows of 32,000 bf16 take 121.4 to 123.3 us in 4,096
// blocks of 128 threads, 125.2 to 125.6 in as many as run at once, 124.0 to 124.8 in blocks of 256 with a row
// each. (With 30,522 elements 126.7, in the latter 134.5; 4,096 rows of 32,768 65.6 and 68.4, 16,384 of
// 16,384 124.9 and 127.9, but 5,216 of 50,257 139.9 and 137.2; from 65,536 elements on there is no
// difference.)
static void choose_once(Chooser *chooser, const Mapping *mapping) {
  int64_t units = most_of(mapping->walk_units, 1);
  bool several = units > (int64_t)ONCE_THREADS * ONCE_SLOTS;
  int64_t threads = several ? ONCE_THREADS : MIXED_THREADS;
  int64_t lanes = least_of(row_lanes(units, ONCE_SLOTS), threads);
  choose_knob(chooser, KNOB_persistent, 0);
  share_rows(chooser, mapping, lanes, threads);
  choose_knob(chooser, KNOB_unroll, least_of(ONCE_SLOTS, divide_up(units, lanes)));
  choose_knob(chooser, KNOB_pipeline, 0);
  Mapping rows;
  mapping_make(chooser->nest, chooser->schedule, &rows);
  int64_t most = MOST_SHARES;
  if (several) most = least_of(most, ONCE_WAVES * blocks_at_once(chooser));
  choose_knob(chooser, KNOB_splits, even_shares(rows.tiles, most));
}

// Blocks that share the crossing reductions: as many as run at once, or fewer that have no more tiles each.
static void choose_shares(Chooser *chooser) {
  Mapping mapping;
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  choose_knob(chooser, KNOB_splits, even_shares(mapping.tiles, blocks_at_once(chooser)));
}

// What a tile loads for the next waits in registers beside what it holds itself. Where those get many, it
// waits in shared memory, so that few others do: the compiler orders loads well only while registers last
// (layer norm's backward, 65,536 x 768 bf16: 74.5 us in place of 80). Where they last for neither, spilling
// costs more than waiting for memory.
static int choose_pipeline(const Chooser *chooser) {
  Schedule trial = *chooser->schedule;
  trial.knob[KNOB_splits] = 1;
  int last = chooser->limits->arch >= COPY_ARCH ? PIPELINE_SHARED : PIPELINE_REGISTERS;
  for (int storage = PIPELINE_REGISTERS; storage <= last; storage++) {
    trial.knob[KNOB_pipeline] = storage;
    Body body;
    if (!body_make(chooser->nest, &trial, &body)) return PIPELINE_NONE;
    int waiting = body_waiting_registers(&body);
    body_free(&body);
    if (waiting <= WAITING_REGISTERS) return storage;
  }
  trial.knob[KNOB_pipeline] = PIPELINE_REGISTERS;
  int most = limits_register_share(chooser->limits, trial.knob[KNOB_threads], 1);
  return schedule_register_need(chooser->nest, &trial) <= most ? PIPELINE_REGISTERS : PIPELINE_NONE;
}

// Rows that pass by the first-level cache are the first to leave the second-level one, and what is stored
// stays. That pays where all of it finds room: layer norm's backward takes 26.3 in place of 27.5 us for
// 16,384 rows of 1,024 bf16 (33 MB stored), but 39.8 in place of 39.5 for 24,576 (50 MB), and 5% more for far
// larger ones.
static bool stores_stay(const Chooser *chooser) {
  const Nest *nest = chooser->nest;
  int64_t bytes = 0;
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    bool whole = chooser->schedule->knob[KNOB_vector] * dtype_bytes(step->stored) == VECTOR_BYTES;
    if (step->dims != nest_all_dims(nest)) continue;
    if (step->kind == STEP_LOAD && !whole) return false;
    if (step->kind == STEP_STORE) bytes += nest_elements(nest, step->dims) * dtype_bytes(step->stored);
  }
  return bytes <= chooser->limits->l2_bytes / 3 * 2;
}

static void choose_mixed(Chooser *chooser) {
  Mapping mapping;
  choose_knob(chooser, KNOB_finishers, least_of(FINISHERS, most_of(1, chooser->limits->sms)));
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  int columns = count_columns(chooser->nest);
  if (!columns && chooser->nest->passes == 1) {
    choose_once(chooser, &mapping);
    return;
  }
  if (columns)
    choose_columns(chooser, &mapping, columns);
  else
    chooser_rows(chooser, false);
  choose_knob(chooser, KNOB_pipeline, choose_pipeline(chooser));
  choose_knob(chooser, KNOB_bypass, stores_stay(chooser));
  choose_shares(chooser);
}

static bool takes(const Nest *nest, const ScheduleOverride *overrides) {
  (void)overrides;
  return nest->crossed != 0;
}

// What is loaded a tile before waits with less when it must.
static int64_t blocks(const Chooser *chooser) {
  return chooser_reduction_blocks(chooser, chooser->schedule->knob[KNOB_pipeline] ? 0 : REGISTER_SLACK);
}

const Template template_mixed = {
    .name = "mixed",
    .help = "row results and column sums of the same data in one pass",
    .takes = takes,
    .takes_sizes = true,
    .knobs = KNOBS_OF_ALL | KNOBS_OF_ROWS | KNOB_BIT(finishers),
    .trades_rows = true,
    .spills_soon = true,
    .rules = choose_mixed,
    .check = check,
    .blocks = blocks,
    .build = build_mixed,
};
