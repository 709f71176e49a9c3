// Tiles: maps some of whose accesses run along another dim than the fast one.
//
// A block owns a tile of `rows` indices of the dim DOWN, along which those accesses are contiguous, and of
// `units` vectors of the fast dim, for one combination of the other dims. What is loaded along DOWN comes in
// vectors that lie along DOWN, is transposed and read from shared memory as the vectors along the fast dim
// that everything else works on; stores along DOWN go the other way. Such accesses are STAGED.
//
// A map is right where no access runs along another dim than the fast one (permutes that keep the last dim,
// however short), where neighbours along the fast dim lie next to each other but for a few bytes (of a small
// domain, within a sector), and where the fast dim has so few elements that the neighbours along DOWN are in
// the same warp anyway. Accesses along a third dim, and those whose place is read from memory, go element by
// element, as in a map.
#include "kernel/template/rules.h"
#include "kernel/template/template.h"

enum {
  WARP = 32,                // threads
  SECTOR = 32,              // bytes that memory moves at once
  NEAR = 8,                 // bytes between neighbours along the fast dim: a sector has few of them
  NEAR_ELEMENTS = 1 << 16,  // of the domain from which on that matters
  FEW_ELEMENTS = 8,         // of the fast dim: a warp's accesses along DOWN touch whole sectors by themselves
  WIDEST_VECTOR = 8,        // a thread transposes a square of so many elements
  TILE_THREADS = 256,       // that take a square each
  MOST_THREADS = 512,       // where vectors are too short for that
  MOST_SLOTS = 8,           // vectors of a thread, then
  LEAST_AREA = 64 * 64,     // elements of a tile, so that it accesses runs of 128 bytes or more
  MOST_AREA = 128 * 128,    // elements
  SMALL_AREA = 32 * 32,     // elements of the tiles of a small grid
  STAGED_BYTES = 32 * 1024, // of shared memory that a block takes, at most
  TILES_PER_SM = 4,         // that keep the memory busy
  OFTEN = 16,               // places at which a load repeats: slots of a map then share it
};

static bool is_access(const Step *step) {
  return (step->kind == STEP_LOAD || step->kind == STEP_STORE) && !step->accumulate;
}

static bool reads_steps(const Nest *nest, const Index *index) {
  for (int i = 0; i < index->count; i++) {
    const Symbol *symbol = &nest->symbols[index->term[i].symbol];
    if (symbol->kind == SYMBOL_STEP) return true;
    if (symbol->kind == SYMBOL_QUOTIENT && reads_steps(nest, &symbol->of)) return true;
  }
  return false;
}

static bool condition_reads_steps(const Nest *nest, int condition) {
  for (; condition != NO_CONDITION; condition = nest->conditions[condition].parent)
    if (reads_steps(nest, &nest->conditions[condition].index)) return true;
  return false;
}

// Bytes from which on neighbours along the fast dim are apart. What lies between them in a sector is read by
// other blocks, and by them again: heads that alternate with every element (12 of 2 bytes) take 4.2 us in
// place of 18.5 (MEASURED.md, near neighbours).
static int64_t apart(const Nest *nest) {
  return nest_elements(nest, nest_all_dims(nest)) < NEAR_ELEMENTS ? SECTOR : NEAR;
}

// Does the access run along `down`, while neighbours along the fast dim are apart?
static bool runs_down(const Nest *nest, const Step *step, int down) {
  int fast = nest->dim_count - 1;
  uint32_t both = (uint32_t)1 << fast | (uint32_t)1 << down;
  if (!is_access(step) || (step->dims & both) != both) return false;
  int64_t jump = index_scale(&step->index, fast), along = index_scale(&step->index, down);
  int bytes = dtype_bytes(step->stored);
  return (along == 1 || along == -1) && (jump < 0 ? -jump : jump) * bytes >= apart(nest) &&
         !reads_steps(nest, &step->index) && !condition_reads_steps(nest, step->condition);
}

// 0 where all that runs down is loads of few elements, each for many places.
static int64_t bytes_down(const Nest *nest, int down) {
  int64_t bytes = 0, all = nest_elements(nest, nest_all_dims(nest));
  bool often = true;
  for (int i = 0; i < nest->step_count; i++) {
    if (!runs_down(nest, &nest->steps[i], down)) continue;
    int64_t elements = nest_elements(nest, nest->steps[i].dims);
    bytes += elements * dtype_bytes(nest->steps[i].stored);
    often = often && nest->steps[i].kind == STEP_LOAD && elements <= all / OFTEN;
  }
  return often ? 0 : bytes;
}

// The dim along which a tile's other accesses run; NO_DIM when the nest has none that need a tile.
static int find_down(const Nest *nest) {
  int fast = nest->dim_count - 1, best = NO_DIM;
  int64_t most = 0;
  if (nest->reduced || fast < 1 || nest->size[fast] <= FEW_ELEMENTS) return NO_DIM;
  for (int dim = 0; dim < fast; dim++) {
    int64_t bytes = nest->size[dim] > 1 ? bytes_down(nest, dim) : 0;
    if (bytes > most) most = bytes, best = dim;
  }
  return best;
}

// ---- the mapping

// The widest vector that divides both dims.
static void narrow(Mapping *mapping) {
  const Nest *nest = mapping->nest;
  mapping->tile_down = find_down(nest);
  int64_t along = nest->size[mapping->fast], down = nest->size[mapping->tile_down];
  while (mapping->vector > 1 &&
         (mapping->vector > WIDEST_VECTOR || along % mapping->vector || down % mapping->vector))
    mapping->vector /= 2;
}

static void lay_out(const Schedule *schedule, Mapping *mapping) {
  const Nest *nest = mapping->nest;
  mapping->slots = (int)most_of(schedule->knob[KNOB_unroll], 2);
  int64_t area = (int64_t)mapping->walk_lanes * mapping->slots;
  mapping->tile_rows = (int)most_of(1, least_of(schedule->knob[KNOB_rows], area));
  mapping->tile_units = (int)(area / mapping->tile_rows);
  mapping->tiles_down = divide_up(nest->size[mapping->tile_down], mapping->tile_rows);
  mapping->tiles_along = divide_up(mapping_row_units(mapping), mapping->tile_units);
  uint32_t both = (uint32_t)1 << mapping->fast | (uint32_t)1 << mapping->tile_down;
  mapping->splits = mapping->tiles_down * mapping->tiles_along * nest_elements(nest, mapping->walked & ~both);
  mapping->trips = mapping->tiles = 1;
  mapping->owned_exact = true;
  mapping->walk_exact = nest->size[mapping->tile_down] % mapping->tile_rows == 0 &&
                        mapping_row_units(mapping) % mapping->tile_units == 0;
}

Mapping mapping_turned(const Mapping *mapping) {
  Mapping turned = *mapping;
  turned.lane_dims =
      mapping->vector > 1 && mapping->tile_down != NO_DIM ? (uint32_t)1 << mapping->tile_down : 0;
  return turned;
}

// Lines of a square that is stored are all there or not at all; of one that is loaded, conditions may leave
// some lines or part of each.
bool mapping_staged(const Mapping *mapping, const Step *step) {
  if (mapping->tile_down == NO_DIM || !runs_down(mapping->nest, step, mapping->tile_down)) return false;
  if (mapping->vector == 1) return true;
  Mapping turned = mapping_turned(mapping);
  LaneForm form = mapping_index_lanes(&turned, &step->index);
  if (step->kind == STEP_LOAD)
    return (form == LANES_CONTIGUOUS || form == LANES_UNALIGNED) &&
           mapping_condition_ranged(&turned, step->condition);
  return form == LANES_CONTIGUOUS && mapping_condition_uniform(&turned, step->condition) &&
         mapping_condition_uniform(mapping, step->condition);
}

int tile_patches(const Mapping *mapping) {
  return mapping->tile_rows / mapping->vector * mapping->tile_units;
}

int tile_bytes(const Mapping *mapping, const Step *step) {
  return mapping->tile_rows * mapping->tile_units * mapping->vector * dtype_bytes(step->stored);
}

static bool brings(const Mapping *mapping, const Step *step, const Step *other) {
  return other->kind == STEP_LOAD && other->buffer == step->buffer &&
         index_equal(&other->index, &step->index) && mapping_staged(mapping, other);
}

int tile_source(const Mapping *mapping, int at) {
  const Nest *nest = mapping->nest;
  const Step *step = &nest->steps[at];
  if (step->kind != STEP_LOAD) return at;
  // Lanes of a range can be made 0 as they are read.
  bool testable = !step->zero_outside || mapping_condition_ranged(mapping, step->condition);
  for (int i = 0; testable && i < nest->step_count; i++)
    if (nest->steps[i].condition == NO_CONDITION && brings(mapping, step, &nest->steps[i])) return i;
  for (int i = 0; i < at; i++)
    if (nest->steps[i].condition == step->condition && brings(mapping, step, &nest->steps[i])) return i;
  return at;
}

int tile_shared_bytes(const Mapping *mapping) {
  int bytes = 0;
  for (int i = 0; i < mapping->nest->step_count; i++)
    if (mapping_staged(mapping, &mapping->nest->steps[i]) && tile_source(mapping, i) == i)
      bytes += (tile_bytes(mapping, &mapping->nest->steps[i]) + 15) / 16 * 16;
  return bytes;
}

// What runs down and is not staged moves a sector for each element.
static int single_cost(const Mapping *mapping, const Step *step) {
  return runs_down(mapping->nest, step, mapping->tile_down) ? 16 * SECTOR / dtype_bytes(step->stored) : 16;
}

// ---- the rules

typedef struct TileSize {
  int64_t rows, units, threads, slots;
} TileSize;

static TileSize tile_size(const Mapping *mapping, int64_t area) {
  const Nest *nest = mapping->nest;
  int64_t vector = mapping->vector, most_rows = rules_power_above(nest->size[mapping->tile_down]);
  int64_t most_units = rules_power_above(mapping_row_units(mapping));
  int64_t side = 1;
  while (side * side * 4 <= area)
    side *= 2;
  TileSize size = {.rows = least_of(side, most_rows)};
  size.units = most_of(1, least_of(most_units, area / size.rows / vector));
  size.rows = most_of(vector, least_of(most_rows, area / (size.units * vector)));
  int64_t places = size.rows * size.units;
  size.threads = most_of(WARP, least_of(MOST_THREADS, places / (vector < 4 ? MOST_SLOTS : vector)));
  size.units = least_of(size.units, size.threads);
  size.slots = most_of(2, size.rows * size.units / size.threads);
  return size;
}

static void use_size(Chooser *chooser, const TileSize *size) {
  choose_knob(chooser, KNOB_rows, size->rows);
  choose_knob(chooser, KNOB_threads, size->threads);
  choose_knob(chooser, KNOB_unroll, size->slots);
}

static void choose_tile(Chooser *chooser) {
  Mapping mapping;
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  choose_knob(chooser, KNOB_vector, mapping.vector); // as far as it divides both dims
  int64_t squares = (int64_t)TILE_THREADS * mapping.vector * mapping.vector;
  for (int64_t area = least_of(MOST_AREA, most_of(LEAST_AREA, squares));; area /= 2) {
    TileSize size = tile_size(&mapping, area);
    use_size(chooser, &size);
    mapping_make(chooser->nest, chooser->schedule, &mapping);
    bool small = mapping.splits < (int64_t)TILES_PER_SM * chooser->limits->sms && area > SMALL_AREA;
    bool large = tile_shared_bytes(&mapping) > STAGED_BYTES && area > 64;
    if (!small && !large) break;
  }
  choose_knob(chooser, KNOB_persistent, 0);
  choose_knob(chooser, KNOB_splits, 1);
}

static bool takes(const Nest *nest, const ScheduleOverride *overrides) {
  bool flat = overrides && (overrides->set >> KNOB_rows & 1) && overrides->knob[KNOB_rows] == 1;
  return !flat && find_down(nest) != NO_DIM;
}

static bool check(const Chooser *chooser, const Mapping *mapping, Reason *reason) {
  const Schedule *schedule = chooser->schedule;
  int threads = schedule->knob[KNOB_threads], area = mapping->tile_rows * mapping->tile_units;
  bool possible = area == threads * schedule->knob[KNOB_unroll] && threads % mapping->tile_units == 0 &&
                  mapping->tile_rows % mapping->vector == 0;
  if (possible) return true;
  return reason_set(
      reason, REASON_THREADS, (int[]){NO_OP},
      "%d threads with %d vectors each cannot be laid out in %d rows: rows must be a multiple of "
      "the vector (%d), and each thread must stay in one column",
      threads, schedule->knob[KNOB_unroll], schedule->knob[KNOB_rows], mapping->vector);
}

// A tile of single elements of up to 16 bits has few bytes under way in each thread: all threads that a
// multiprocessor can have do better than half of them with places of their own for each element (MEASURED.md,
// narrow tiles), as long as what waits in each finds room: beside the elements a register for the place or
// the condition of each load but the first in each slot. Compiled for sm_90a, tiles of 8 slots with three and
// five loads need 57 and 76 registers, where the elements alone would have left 40 and 48.
static int64_t blocks(const Chooser *chooser) {
  const Nest *nest = chooser->nest;
  if (chooser->schedule->knob[KNOB_vector] > 1) return 1;
  for (int i = 0; i < nest->buffer_count; i++)
    if (dtype_bytes(nest->buffers[i].dtype) > 2) return 1;
  int loads = 0;
  for (int i = 0; i < nest->step_count; i++)
    loads += nest->steps[i].kind == STEP_LOAD;
  int need = schedule_register_need(nest, chooser->schedule) +
             chooser->schedule->knob[KNOB_unroll] * (loads > 1 ? loads - 1 : 0);
  return most_of(1, least_of(chooser_blocks_of_need(chooser, need), chooser_blocks_of_threads(chooser)));
}

const Template template_tile = {
    .name = "tile",
    .help = "two different fast axes: a transpose through shared memory",
    .takes = takes,
    .knobs = KNOBS_OF_ALL | KNOB_BIT(rows),
    .rules = choose_tile,
    .single_cost = single_cost,
    .check = check,
    .blocks = blocks,
    .narrow = narrow,
    .lay_out = lay_out,
    .shared_bytes = tile_shared_bytes,
};
