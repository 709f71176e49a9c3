// Rules for scans: how many threads go along a row or down a tile of columns, and how much of it each trip
// takes.
#include "kernel/template/rules.h"
#include "kernel/template/template.h"

enum {
  WARP = 32,
  ROW_BLOCK = 128,         // threads of a block with short rows
  ROW_THREADS = 256,       // most threads of a row: others load while they wait for one another
  FEW_ROWS_THREADS = 1024, // where there are fewer rows than multiprocessors
  ROW_SLOTS = 4,           // vectors of a thread in flight
  COLUMN_THREADS = 256,
  COLUMN_SLOTS = 8,
  WIDEST_TILE = 16,   // vectors of a row: 256 bytes
  NARROWEST_TILE = 2, // 32 bytes, the least that memory moves
};

static int64_t whole_slots(const Chooser *chooser, const Mapping *mapping, int64_t lanes) {
  bool whole = nest_feeds_back(chooser->nest);
  int64_t units = most_of(mapping->walk_units, 1);
  return whole ? least_of(64, divide_up(units, lanes)) : 0;
}

static void choose_scan_row(Chooser *chooser, const Mapping *mapping) {
  int64_t units = most_of(mapping->walk_units, 1), sms = chooser->limits->sms;
  bool few = mapping->owned_units < sms;
  int64_t most = few || nest_feeds_back(chooser->nest) ? FEW_ROWS_THREADS : ROW_THREADS;
  int64_t lanes = divide_up(units, ROW_SLOTS);
  lanes = lanes <= WARP ? rules_power_above(most_of(lanes, least_of(8, units)))
                        : least_of(most, divide_up(lanes, WARP) * WARP);
  int64_t rows =
      most_of(divide_up(WARP, lanes), least_of(rules_power_above(mapping->owned_units), ROW_BLOCK / lanes));
  rows = choose_knob(chooser, KNOB_rows, most_of(rows, 1));
  choose_knob(chooser, KNOB_threads, least_of(divide_up(rows * lanes, WARP) * WARP, 1024));
  int64_t slots = whole_slots(chooser, mapping, lanes);
  choose_knob(chooser, KNOB_unroll, slots ? slots : least_of(ROW_SLOTS, divide_up(units, lanes)));
}

// Narrower tiles where that gives every multiprocessor two blocks, or nearly.
static int64_t tile_lanes(const Chooser *chooser, const Mapping *mapping) {
  int64_t along_row = most_of(1, chooser->nest->size[mapping->fast] / mapping->vector);
  int64_t lanes = rules_power_below(least_of(along_row, WIDEST_TILE)), sms = chooser->limits->sms;
  while (lanes > NARROWEST_TILE && 10 * divide_up(mapping->owned_units, lanes) < 19 * sms)
    lanes /= 2;
  return lanes;
}

static void choose_scan_column(Chooser *chooser, const Mapping *mapping) {
  int64_t rows = most_of(mapping->walk_units, 1), units = most_of(mapping->owned_units, 1);
  int64_t lanes = tile_lanes(chooser, mapping);
  int64_t walk_lanes = rules_power_below(most_of(1, least_of(COLUMN_THREADS / lanes, rows / COLUMN_SLOTS)));
  lanes = most_of(lanes,
                  least_of(rules_power_above(units), COLUMN_THREADS / walk_lanes)); // of short columns more
  lanes = most_of(1, choose_knob(chooser, KNOB_rows, lanes * mapping->vector) / mapping->vector);
  int64_t threads = choose_knob(chooser, KNOB_threads, most_of(WARP, lanes * walk_lanes));
  walk_lanes = most_of(1, threads / lanes);
  int64_t slots = whole_slots(chooser, mapping, walk_lanes);
  choose_knob(chooser, KNOB_unroll, slots ? slots : least_of(COLUMN_SLOTS, divide_up(rows, walk_lanes)));
}

static void choose_scan(Chooser *chooser) {
  Mapping mapping;
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  choose_knob(chooser, KNOB_persistent, 1);
  choose_knob(chooser, KNOB_splits, 1);
  if (mapping.fast_walked)
    choose_scan_row(chooser, &mapping);
  else
    choose_scan_column(chooser, &mapping);
}

static bool takes(const Nest *nest, const ScheduleOverride *overrides) {
  (void)overrides;
  return nest->scanned != 0;
}

// What reads the total of a row waits for all of it.
static bool check(const Chooser *chooser, const Mapping *mapping, Reason *reason) {
  (void)chooser;
  if (mapping->ordered || mapping->trips <= 1) return true;
  return reason_set(reason, REASON_GRID_SYNC, (int[]){NO_OP},
                    "a scan and a reduction that its readers wait for go over %lld elements, which one block "
                    "cannot hold",
                    (long long)mapping->walk_elements);
}

const Template template_scan = {
    .name = "scan",
    .help = "running sums along an axis",
    .takes = takes,
    .takes_sizes = true,
    .knobs = KNOBS_OF_ALL | KNOB_BIT(rows),
    .rules = choose_scan,
    .check = check,
};
