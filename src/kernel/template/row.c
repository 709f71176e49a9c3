// Rules for reductions along the fast axis: how many threads share a row, and whether it stays in registers.
#include "kernel/template/rules.h"
#include "kernel/template/template.h"

#include <limits.h>

enum {
  WARP = 32,
  ROW_THREADS = 128,    // of a block with short rows
  LONGEST_ROW = 1024,   // threads that can share one
  WORDS_IN_FLIGHT = 32, // of a row with one input; half of that for each of several
  SPREAD_THREADS = 256, // that share a row in half as many words
  VALUES_HELD = 48,     // registers per thread that hold values between passes; more are better packed
  FULL_THREADS = 512,   // of reductions with few rows: every SM reads with 8 vectors a thread in flight
  FULL_UNROLL = 8,
  LOOP_UNROLL = 4,
  PACKED_THREADS = 512,      // of a row from which on it is better packed
  ROW_THREADS_PER_SM = 1024, // that hold rows in place, 16 vectors each
  IN_PLACE_SLOTS = 16,
  IN_PLACE_BLOCKS = 2,   // that share such a row at most; clusters of more leave multiprocessors idle,
  IN_CLUSTER_BLOCKS = 4, // unless so many blocks share each multiprocessor
  CLUSTER_TILES = 8,     // ... and take no more rows each
  FEWEST_TILES = 2,      // below them more blocks for each row are better
  FEWER_BLOCKS = 16,     // of which one may be left out so that the others make equal trips
};

// The units of a row in `slots` to twice as many equal parts, if that gives whole warps: then no slot needs a
// mask.
static int64_t exact_lanes(int64_t units, int64_t slots) {
  for (int64_t s = slots; s <= 2 * slots; s++)
    if (units % s == 0 && units / s % WARP == 0 && units / s <= LONGEST_ROW) return units / s;
  return 0;
}

// Fewest threads of a row that is shorter than a warp's: two vectors each where nothing but that row is
// loaded, as long as a warp's accesses have 64 bytes of each row. (Rows of 64 bf16: 4 threads take 30.9 us in
// rmsnorm without weights, 8 take 31.6; layer norm 61.7 and 63.4; 2 threads 37. With two inputs 8 threads
// take 44.6, 4 take 45.3.)
static int64_t short_row_lanes(int64_t units, int64_t slots) {
  int64_t lanes = slots > 2 ? most_of(4, divide_up(units, 2)) : 8;
  return least_of(least_of(8, lanes), units);
}

int64_t row_lanes(int64_t units, int64_t slots) {
  int64_t lanes = divide_up(units, slots);
  if (lanes <= WARP) return rules_power_above(most_of(lanes, short_row_lanes(units, slots)));
  int64_t exact = exact_lanes(units, slots);
  if (exact) return exact;
  lanes = divide_up(lanes, WARP) * WARP;
  int64_t fewer = divide_up(divide_up(units, slots + 1), WARP) * WARP; // if that leaves fewer threads idle
  if (fewer * (slots + 1) < lanes * divide_up(units, lanes)) lanes = fewer;
  return least_of(LONGEST_ROW, lanes);
}

// Registers that a row held in a form takes; a trial needs no more of the schedule than these knobs.
static int held_in_form(const Chooser *chooser, int64_t lanes, int form) {
  Schedule trial = *chooser->schedule;
  trial.knob[KNOB_persistent] = form;
  trial.knob[KNOB_threads] = (int)lanes;
  trial.knob[KNOB_rows] = 1;
  return schedule_held_registers(chooser->nest, &trial);
}

// How the row stays in registers: as values, packed when those are too many, or not at all, because nothing
// of it is read twice or it is too long. What is packed is memory's words: all that follows from them is
// computed again. (Softmax backward with dropout over rows of 512, 48 registers of values: 127 us, packed,
// with a second exp and division for each element, 170.)
static int held_form(const Chooser *chooser, int64_t lanes) {
  int64_t most = limits_registers_to_hold(chooser->limits, lanes);
  if (held_in_form(chooser, lanes, 1) == 0) return 0;
  for (int form = 1; form <= 2; form++)
    if (held_in_form(chooser, lanes, form) <= (form == 1 ? least_of(most, VALUES_HELD) : most)) return form;
  return 0;
}

// A long row is packed if that lets half the threads hold it in as many registers: several blocks then share
// a multiprocessor, and while one waits in a reduction, another loads. (Rows of 16,384 bf16: 256 threads with
// 8 packed vectors each take 1.03 of a copy's time in softmax, 512 with 4 vectors of values 1.12.)
static int64_t packed_lanes(const Chooser *chooser, int64_t units, int64_t slots, int64_t lanes) {
  int64_t fewer = row_lanes(units, 2 * slots);
  if (lanes < PACKED_THREADS || fewer >= lanes) return lanes;
  return held_in_form(chooser, fewer, 2) <= VALUES_HELD ? fewer : lanes;
}

void chooser_share_block(Chooser *chooser, int64_t owned_units, int64_t lanes) {
  int64_t least_rows = divide_up(WARP, lanes); // whole warps
  int64_t rows = most_of(least_rows, least_of(rules_power_above(owned_units), ROW_THREADS / lanes));
  rows = choose_knob(chooser, KNOB_rows, most_of(rows, 1));
  choose_knob(chooser, KNOB_threads, least_of(divide_up(rows * lanes, WARP) * WARP, 1024));
}

// A row, or the part of it that falls to each of so many blocks, in registers, about so many vectors of it
// in each thread; false when it does not fit.
static bool try_persistent(Chooser *chooser, const Mapping *mapping, int64_t blocks, int64_t wanted) {
  int splits = choose_knob(chooser, KNOB_splits, blocks);
  int64_t units = most_of(divide_up(mapping->walk_units, splits), 1);
  int64_t lanes = packed_lanes(chooser, units, wanted, row_lanes(units, wanted));
  if (splits > 1) lanes = most_of(WARP, lanes);
  int64_t slots = divide_up(units, lanes);
  int64_t form = slots <= 64 ? held_form(chooser, lanes) : 0;
  if (!choose_knob(chooser, KNOB_persistent, form)) return false;
  chooser_share_block(chooser, splits > 1 ? 1 : mapping->owned_units, lanes);
  choose_knob(chooser, KNOB_unroll, least_of(slots, 64));
  return true;
}

// Is all that a row waits for one reduction of single values? Threads that share it then have little to do in
// common.
static bool reduces_once(const Nest *nest) {
  if (nest->crossed || nest->passes != 2) return false;
  for (int i = 0; i < nest->step_count; i++)
    if (nest->steps[i].kind == STEP_REDUCE && nest->steps[i].reduce == REDUCE_WELFORD) return false;
  return true;
}

// Vectors of a held row for each thread. Half as many in twice the threads let more blocks share a
// multiprocessor, which pays where rows are reduced once and have one input (MEASURED.md, threads of a held
// row).
static int64_t wanted_slots(const Chooser *chooser, const Mapping *mapping) {
  int inputs = nest_full_inputs(chooser->nest);
  int64_t words = WORDS_IN_FLIGHT / (inputs > 1 ? 2 : 1), slots = most_of(1, words / mapping->vector);
  if (inputs > 1 || mapping->ragged || !reduces_once(chooser->nest)) return slots;
  int64_t half = most_of(1, slots / 2), lanes = row_lanes(mapping->walk_units, half);
  return lanes >= WARP && lanes <= SPREAD_THREADS ? half : slots;
}

// Rows that one block can hold whole, if need be with more threads that hold less each (embeddings with layer
// norm over rows of 768: 27 us, and 55 where two blocks share each row).
static bool hold_in_block(Chooser *chooser, const Mapping *mapping) {
  for (int64_t slots = wanted_slots(chooser, mapping); slots >= 1; slots /= 2)
    if (try_persistent(chooser, mapping, 1, slots)) return true;
  return false;
}

// Where the largest block is not enough, the largest cluster. (Softmax of rows of 131,072 bf16: 8 blocks of
// 256 threads take 77 us, 4 of 512 80, 2 of 1,024 90; a copy takes 62.)
static bool hold_in_cluster(Chooser *chooser, const Mapping *mapping) {
  return chooser->limits->arch >= CLUSTER_ARCH &&
         try_persistent(chooser, mapping, MOST_CLUSTER, wanted_slots(chooser, mapping));
}

// Blocks or clusters that run at once, with so many blocks in each multiprocessor. About a tenth of the
// multiprocessors are left over where more than two have to work together: those of a cluster are of one
// group, and groups differ in size. (An H200 runs 30 clusters that need four multiprocessors each, of 33.)
static int64_t groups_at_once(const Chooser *chooser, int64_t blocks) {
  int64_t splits = chooser->schedule->knob[KNOB_splits], sms = chooser->limits->sms;
  if (splits > 2) sms -= divide_up(sms, 11);
  return most_of(1, sms * blocks / splits);
}

// Blocks in each multiprocessor if rows wait for their tiles as the schedule says; 0: they cannot.
static int64_t persistent_blocks(const Chooser *chooser, Mapping *mapping) {
  Schedule trial = *chooser->schedule;
  trial.knob[KNOB_tiles] = INT_MAX; // as any number above 1
  mapping_make(chooser->nest, &trial, mapping);
  LaunchShape launch = schedule_launch(chooser->nest, &trial, chooser->limits);
  int64_t blocks = limits_blocks_per_sm(chooser->limits, launch.threads, 0, launch.shared_bytes);
  int64_t wanted = chooser->schedule->knob[KNOB_blocks];
  return launch.pipeline_bytes ? least_of(blocks, wanted ? wanted : chooser_blocks_that_fit(chooser)) : 0;
}

// Inputs that run along a row and are the same for all rows.
static int row_parameters(const Nest *nest) {
  int count = 0;
  for (int i = 0; i < nest->step_count; i++)
    count += nest->steps[i].kind == STEP_LOAD && nest->steps[i].dims == nest->reduced;
  return count;
}

// Rows that fill a multiprocessor, or several, are taken one after another by blocks that stay, and the next
// one is on its way while one is reduced and stored. Shorter ones overlap with those of other blocks. (Rows
// of 65,536 bf16: softmax takes 70 us in place of 77, rmsnorm 66.0 in place of 66.7; layer norm, whose
// weights and biases find less of the first-level cache beside the row that waits, 74.0 in place of 73.2.)
static void choose_tiles(Chooser *chooser) {
  bool alone = chooser_blocks_that_fit(chooser) == 1 && row_parameters(chooser->nest) < 2;
  bool fills = chooser->limits->arch >= COPY_ARCH && (chooser->schedule->knob[KNOB_splits] > 1 || alone);
  choose_knob(chooser, KNOB_pipeline, fills ? PIPELINE_SHARED : PIPELINE_NONE);
  Mapping mapping;
  int64_t blocks = persistent_blocks(chooser, &mapping), tiles = 1;
  if (fills && blocks > 0) tiles = divide_up(mapping.tiles, groups_at_once(chooser, blocks));
  if (choose_knob(chooser, KNOB_tiles, tiles) <= 1) choose_knob(chooser, KNOB_pipeline, PIPELINE_NONE);
}

// So many blocks for the units of a row, or a few less where each of those makes as many whole trips: no slot
// needs a mask then. (256 of 264 sum up 64 Mi f32 in 61.4 us in place of 61.7, 16 Mi in 17.8 in place of
// 18.1.)
static int64_t even_blocks(int64_t blocks, int64_t units, int64_t trip) {
  for (int64_t fewer = blocks; fewer > blocks - divide_up(blocks, FEWER_BLOCKS); fewer--)
    if (units % (fewer * trip) == 0) return fewer;
  return blocks;
}

// Blocks that share each of a few rows. Not more in all than two for each multiprocessor: what is left over
// would take a wave of its own. Passes that follow each other need a cluster.
static int64_t share_rows_of(const Chooser *chooser, int64_t tiles, int64_t units, int64_t trip) {
  int64_t blocks = most_of(least_of(2 * (int64_t)chooser->limits->sms / tiles, units / trip), 1);
  if (chooser->nest->passes == 1) return even_blocks(blocks, units, trip);
  bool clusters = chooser->limits->arch >= CLUSTER_ARCH &&
                  chooser->schedule->knob[KNOB_threads] % WARP == 0 &&
                  chooser->schedule->knob[KNOB_rows] == 1;
  return clusters ? rules_power_below(least_of(blocks, MOST_CLUSTER)) : 1;
}

// Rows that each pass reads again, or that are read once.
static void choose_looped(Chooser *chooser, const Mapping *mapping) {
  int64_t units = most_of(mapping->walk_units, 1);
  int64_t few = 2 * (int64_t)chooser->limits->sms;
  bool few_rows = mapping->owned_units < few;
  int64_t unroll = few_rows ? FULL_UNROLL : LOOP_UNROLL;
  int64_t lanes = least_of(row_lanes(units, unroll), FULL_THREADS);
  int64_t slots = choose_knob(chooser, KNOB_unroll, least_of(unroll, divide_up(units, lanes)));
  chooser_share_block(chooser, mapping->owned_units, lanes);
  int64_t tiles = divide_up(most_of(mapping->owned_units, 1), chooser->schedule->knob[KNOB_rows]);
  choose_knob(chooser, KNOB_splits, share_rows_of(chooser, tiles, units, lanes * slots));
}

// ---- rows in the place of those before them

// Blocks that share a multiprocessor with rows in place, as far as its shared memory allows; 0: they cannot
// be held so.
static int64_t blocks_in_place(const Chooser *chooser, int64_t threads) {
  Schedule trial = *chooser->schedule;
  trial.knob[KNOB_tiles] = INT_MAX; // as any number above 1
  trial.knob[KNOB_registers] =
      limits_register_share(chooser->limits, (int)threads, (int)(ROW_THREADS_PER_SM / threads));
  Body body;
  if (!body_make(chooser->nest, &trial, &body)) return 0;
  bool place = body.mapping.pipeline == PIPELINE_IN_PLACE && body.mapping.trips == 1;
  body_free(&body);
  LaunchShape launch = schedule_launch(chooser->nest, &trial, chooser->limits);
  int64_t blocks = limits_blocks_per_sm(chooser->limits, launch.threads, 0, launch.shared_bytes);
  return place ? least_of(blocks, ROW_THREADS_PER_SM / threads) : 0;
}

// So many blocks share a row in so many slots of each thread, and take several rows one after another.
static bool try_in_place(Chooser *chooser, const Mapping *mapping, int64_t splits, int64_t most_threads) {
  int64_t inputs = nest_full_inputs(chooser->nest);
  if (inputs == 0) return false; // no row to load
  int64_t slots = most_of(IN_PLACE_SLOTS / inputs, 1);
  int64_t share = slots * choose_knob(chooser, KNOB_splits, splits), threads = mapping->walk_units / share;
  if (mapping->walk_units % share || threads % WARP || threads > most_threads || threads == 0) return false;
  threads = choose_knob(chooser, KNOB_threads, threads);
  choose_knob(chooser, KNOB_rows, 1);
  choose_knob(chooser, KNOB_unroll, slots);
  choose_knob(chooser, KNOB_pipeline, PIPELINE_IN_PLACE);
  if (choose_knob(chooser, KNOB_persistent, 2) != 2) return false;
  int64_t blocks = blocks_in_place(chooser, threads), groups = groups_at_once(chooser, blocks);
  if (blocks == 0 || mapping->owned_units <= FEWEST_TILES * groups) return false;
  choose_knob(chooser, KNOB_blocks, blocks);
  choose_knob(chooser, KNOB_groups, splits > IN_PLACE_BLOCKS ? groups : 0);
  return choose_knob(chooser, KNOB_tiles, divide_up(mapping->owned_units, groups)) > 1;
}

// Rows that no multiprocessor holds alone and that have no parameters: the blocks of the largest clusters are
// so small that four share a multiprocessor, and while some of them combine what they have found, others go
// on. As many clusters as run at once take the rows, although some have one less. (Softmax of 256 rows
// of 262,144 bf16: 70.3 us, 71.8 in two blocks a row, 74 with as many rows for each. Over many rows the
// multiprocessors that clusters leave over count for more: of 1,024 rows 279 and 276. Rows that fit gain
// nothing: of 131,072 68.4 and 69.4. Parameters leave no room for a fourth block: rmsnorm 69.5 and 82.7.)
static bool try_in_clusters(Chooser *chooser, const Mapping *mapping) {
  bool longer = mapping->walk_units > (int64_t)IN_PLACE_SLOTS * ROW_THREADS_PER_SM;
  return longer && row_parameters(chooser->nest) == 0 &&
         try_in_place(chooser, mapping, MOST_CLUSTER, ROW_THREADS_PER_SM / IN_CLUSTER_BLOCKS) &&
         chooser->schedule->knob[KNOB_tiles] <= CLUSTER_TILES;
}

// Rows that leave a multiprocessor no room for others: two blocks of half its threads work at different
// places of theirs, or one of all. (With a copy at 61.5 us, rows of 65,536, 131,072 and 262,144 bf16 take in
// softmax 67.2, 67.8 and 71.7 us, 70.0, 72.3 and 74.6 where they are loaded a tile before into memory of
// their own; in layer norm 68.3, 70.6 and 75.1, 73.0, 86.7 and 87.1; in rmsnorm 64.9, 67.2
// and 69.4, 65.9, 71.8 and 71.4. Layer norm of rows of 65,536 that each block holds for itself takes 72.4.)
static bool choose_in_place(Chooser *chooser, const Mapping *mapping) {
  const ScheduleOverride *overrides = chooser->overrides;
  uint32_t decided = (uint32_t)1 << KNOB_pipeline | (uint32_t)1 << KNOB_tiles | (uint32_t)1 << KNOB_threads;
  if (chooser->limits->arch < CLUSTER_ARCH || mapping->ragged) return false;
  if (overrides && (overrides->set & decided)) return false;
  Schedule before = *chooser->schedule;
  if (try_in_clusters(chooser, mapping)) return true;
  *chooser->schedule = before;
  for (int64_t most = LONGEST_ROW / 2; most <= LONGEST_ROW; most *= 2)
    for (int64_t splits = 1; splits <= IN_PLACE_BLOCKS; splits *= 2) {
      if (try_in_place(chooser, mapping, splits, most)) return true;
      *chooser->schedule = before;
    }
  return false;
}

void chooser_rows(Chooser *chooser, bool persistent) {
  Mapping mapping;
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  bool again = chooser->nest->passes > 1, held = again && hold_in_block(chooser, &mapping);
  bool alone = !held || chooser_blocks_that_fit(chooser) == 1;
  if (persistent && again && alone && choose_in_place(chooser, &mapping)) return;
  if (held || (again && hold_in_cluster(chooser, &mapping))) {
    if (persistent) choose_tiles(chooser);
    return;
  }
  choose_knob(chooser, KNOB_persistent, 0);
  choose_looped(chooser, &mapping);
}

static bool takes(const Nest *nest, const ScheduleOverride *overrides) {
  (void)overrides;
  return nest->reduced != 0;
}

static void choose_row(Chooser *chooser) {
  chooser_rows(chooser, true);
}

// ---- registers

// Does a cap let the first pass load what only later passes read, too?
static bool prefetches_under(const Chooser *chooser, int64_t cap) {
  Schedule trial = *chooser->schedule;
  trial.knob[KNOB_registers] = (int)cap;
  Body body;
  if (!body_make(chooser->nest, &trial, &body)) return false;
  bool prefetches = body_held_registers(&body, true) > body_held_registers(&body, false);
  body_free(&body);
  return prefetches;
}

// Rows of which `blocks` would fit, each thread needing so many registers. Half the threads of a
// multiprocessor keep memory busy: what else they have registers for is better spent on the parameters of a
// row, loaded with it. And ragged rows do with a granule less where that makes it half the threads
// (MEASURED.md, half the threads).
static int64_t best_blocks(const Chooser *chooser, int64_t blocks, int need) {
  int64_t half = ROW_THREADS_PER_SM / most_of(chooser->schedule->knob[KNOB_threads], 1);
  if (blocks > half && half > 0 && prefetches_under(chooser, register_share(chooser, half))) return half;
  Mapping mapping;
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  bool nearly = blocks < half && need - REGISTER_GRANULE <= register_share(chooser, blocks + 1);
  return mapping.peeled && nearly ? blocks + 1 : blocks;
}

// A row that is alone in a multiprocessor leaves memory idle while it is reduced: rather than that, loads
// wait for one another where registers suffice for what is held.
static int64_t blocks(const Chooser *chooser) {
  if (!chooser->schedule->knob[KNOB_persistent]) return chooser_reduction_blocks(chooser, REGISTER_SLACK);
  int slack = REGISTER_SLACK + nest_integer_slack(chooser->nest);
  int need = schedule_register_need(chooser->nest, chooser->schedule) + slack;
  int held = schedule_held_registers(chooser->nest, chooser->schedule) + REGISTER_BASE + slack;
  int64_t fit = chooser_blocks_of_need(chooser, need);
  if (fit < 2 && held <= register_share(chooser, 2)) fit = 2;
  return least_of(best_blocks(chooser, fit, need), chooser_blocks_of_threads(chooser));
}

const Template template_row = {
    .name = "row",
    .help = "reductions along the fast axis: threads share a row, chained reductions pass over it again",
    .takes = takes,
    .takes_sizes = true,
    .knobs = KNOBS_OF_ALL | KNOBS_OF_ROWS,
    .trades_rows = true,
    .widens = true,
    .rules = choose_row,
    .blocks = blocks,
};
