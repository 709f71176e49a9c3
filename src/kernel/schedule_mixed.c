// Rules for crossing reductions: rows as in `row`, few enough blocks that what each has found is little
// beside the data.
#include "kernel/schedule_rules.h"

enum {
  WARP = 32,
  MIXED_THREADS = 256, // of a block with several rows of a warp each
  WIDE_THREADS = 512,  // of one whose rows wait for several warps, or come in many tours: fewer blocks have
                       // less to finish
  MANY_TOURS = 16,     // of a wide block on every multiprocessor
  ELEMENTS = 16, // of a row for each thread that adds up one or two values of each; half of that for more
  MOST_SLOTS = 64,
  MOST_WORDS = 512,          // twice what a thread's registers hold: beyond, not even spilling helps
  SHARED_TARGET = 32 * 1024, // bytes through which the rows of a block are combined
  ONCE_SLOTS = 8,            // vectors that a thread has in flight of a row which is gone over once
  MOST_SHARES = 8192,        // blocks of which one combines the numbers
  FINISHERS = 128,
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

// What a thread keeps of its columns over all tours, in 32-bit words.
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
  if (!chooser->nest->crossed || finishers <= chooser->limits->sms) return true;
  return reason_set(reason, REASON_GRID_SYNC, (int[]){NO_OP},
                    "%d blocks cannot wait for all others: %d multiprocessors are sure to run one each",
                    finishers, chooser->limits->sms);
}

bool mixed_check(const Chooser *chooser, const Mapping *mapping, Reason *reason) {
  if (!check_finishers(chooser, reason)) return false;
  int64_t words = column_words(mapping);
  if (words <= MOST_WORDS) return true;
  reason_set(reason, REASON_THREADS, (int[]){NO_OP},
             "each of %d threads would keep %lld words of what it has found of its columns, more than %d",
             mapping->walk_lanes, (long long)words, MOST_WORDS);
  reason_remedy(reason, "a kernel of its own for what runs down the columns");
  return false;
}

static bool shares_too_much(const Chooser *chooser) {
  return shared_by_turns(chooser->nest, chooser->schedule) > SHARED_TARGET;
}

static void share_rows(Chooser *chooser, const Mapping *mapping, int64_t lanes, int64_t threads) {
  int64_t rows =
      most_of(divide_up(WARP, lanes), least_of(power_above(mapping->owned_units), threads / lanes));
  for (;; rows /= 2) {
    int64_t held = choose_knob(chooser, KNOB_rows, most_of(rows, 1));
    choose_knob(chooser, KNOB_threads, least_of(divide_up(held * lanes, WARP) * WARP, 1024));
    if (rows * lanes <= WARP || rows <= 1 || !shares_too_much(chooser)) return;
  }
}

// 98,304 x 512 bf16 (rmsnorm backward) takes 95.3 us in wide blocks, 97 in others; 65,536 x 768 (layer
// norm's) 72.8 and 75.9; 16,384 x 4,096 127.1 and 129.9.
static int64_t columns_threads(const Chooser *chooser, const Mapping *mapping, int64_t lanes) {
  if (lanes > WARP && lanes <= WIDE_THREADS / 4) return WIDE_THREADS;
  int64_t tours = mapping->owned_units * lanes / ((int64_t)WIDE_THREADS * chooser->limits->sms);
  return lanes < WIDE_THREADS && tours >= MANY_TOURS ? WIDE_THREADS : MIXED_THREADS;
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

// Rows that are gone over once, and of which nothing but a number remains. Blocks of one tour each, handed
// out as others end, keep memory busier than those that stay: 132 us against 137 for 8,192 rows of 32,000
// bf16.
static void choose_once(Chooser *chooser, const Mapping *mapping) {
  int64_t units = most_of(mapping->walk_units, 1);
  int64_t lanes = least_of(row_lanes(units, ONCE_SLOTS), MIXED_THREADS);
  choose_knob(chooser, KNOB_persistent, 0);
  share_rows(chooser, mapping, lanes, MIXED_THREADS);
  choose_knob(chooser, KNOB_unroll, least_of(ONCE_SLOTS, divide_up(units, lanes)));
  choose_knob(chooser, KNOB_ahead, 0);
  Mapping rows;
  mapping_make(chooser->nest, chooser->schedule, &rows);
  choose_knob(chooser, KNOB_splits, most_of(1, least_of(rows.tiles, MOST_SHARES)));
}

// Blocks that share the crossing reductions: as many as run at once, or fewer that have no more tours.
static void choose_shares(Chooser *chooser) {
  Mapping mapping;
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  int64_t blocks = chooser->limits->sms * most_of(1, blocks_that_fit(chooser));
  int64_t tours = most_of(1, divide_up(mapping.tiles, blocks));
  choose_knob(chooser, KNOB_splits, most_of(1, divide_up(mapping.tiles, tours)));
}

// Does a body load in its tours what all rows read alike, because registers do not last for it?
static bool loads_alike(const Body *body) {
  for (int i = 0; i < body->nest->step_count; i++) {
    const StepPlace *place = &body->places[i];
    bool alike = place->used && place->walked && !(body->nest->steps[i].dims & body->mapping.owned);
    if (body->nest->steps[i].kind == STEP_LOAD && alike && !place->resident) return true;
  }
  return false;
}

// The rows of the next tour wait in registers beside those of the tour under way. Where that leaves no room
// for what all rows read alike, they wait in shared memory: the few counters by which a warp waits for loads
// do not tell one load from another, so that the rows' own, far longer on their way, would hold up the others
// (layer norm's backward, 65,536 x 768 bf16: 80 us in place of 73). Where registers do not last for either,
// nothing is loaded ahead: spilling costs more than waiting for memory.
static int choose_ahead(const Chooser *chooser) {
  int64_t most = limits_register_share(chooser->limits, chooser->schedule->knob[KNOB_threads], 1);
  for (int ahead = AHEAD_REGISTERS; ahead <= AHEAD_SHARED; ahead++) {
    Schedule trial = *chooser->schedule;
    trial.knob[KNOB_ahead] = ahead;
    Body body;
    if (schedule_register_need(chooser->nest, &trial) > most || !body_make(chooser->nest, &trial, &body))
      continue;
    bool fits = !loads_alike(&body);
    body_free(&body);
    if (fits) return ahead;
  }
  Schedule trial = *chooser->schedule;
  trial.knob[KNOB_ahead] = AHEAD_REGISTERS;
  return schedule_register_need(chooser->nest, &trial) <= most ? AHEAD_REGISTERS : AHEAD_NONE;
}

void choose_mixed(Chooser *chooser) {
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
    choose_row(chooser);
  choose_knob(chooser, KNOB_ahead, choose_ahead(chooser));
  choose_shares(chooser);
}
