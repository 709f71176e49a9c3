// Sampled warps, see warp.h.
#include "cost/model/warp.h"

#include "base/hash.h"

#include <math.h>
#include <string.h>

enum { SECTOR = 32, LINE = 128, REQUEST_MOST = 16 };

// ---- where lanes stand

// Takes the digit below `size` off a place. Most fit into 32 bits, whose division takes a fraction of the
// time.
static int64_t take_digit(int64_t *place, int64_t size) {
  int64_t digit;
  if (((uint64_t)*place | (uint64_t)size) >> 32) {
    digit = *place % size;
    *place /= size;
  } else {
    digit = (uint32_t)*place % (uint32_t)size;
    *place = (uint32_t)*place / (uint32_t)size;
  }
  return digit;
}

// Coordinates of a unit along the dims of `mask`, as emitted code decodes it: the last dim runs fastest, in
// vectors when the vector lies on this side.
static void decode(const Mapping *mapping, int64_t unit, uint32_t mask, bool vectors, int64_t *coordinate) {
  const Nest *nest = mapping->nest;
  for (int dim = nest->dim_count - 1; dim >= 0; dim--) {
    if (!(mask >> dim & 1)) continue;
    bool fast = vectors && dim == mapping->fast;
    int64_t size = fast ? nest->size[dim] / mapping->vector : nest->size[dim];
    if (size < 1) size = 1;
    coordinate[dim] = take_digit(&unit, size) * (fast ? mapping->vector : 1);
  }
}

static int64_t shift_of(const Mapping *mapping, const int64_t *coordinate) {
  int64_t sum = mapping->shift_constant;
  for (int dim = 0; dim < mapping->nest->dim_count; dim++)
    if (mapping->owned >> dim & 1) sum += mapping->shift_scale[dim] * coordinate[dim];
  sum %= mapping->vector;
  return sum < 0 ? sum + mapping->vector : sum;
}

static void place_ragged(const Mapping *mapping, int64_t walk, LanePlace *lane) {
  int64_t shift = mapping->shifted ? shift_of(mapping, lane->coordinate) : 0;
  bool ahead = mapping->peeled && shift > 0; // the first whole vector is the next one
  lane->start = (walk + ahead) * mapping->vector - shift;
  lane->first = lane->start < 0 ? (int)-lane->start : 0;
  int64_t left = mapping->walk_elements - lane->start;
  lane->last = left < mapping->vector ? (int)left : mapping->vector;
  if (lane->last <= lane->first || (mapping->peeled && left < mapping->vector)) lane->walks = false;
  if (mapping->linear)
    decode(mapping, lane->start > 0 ? lane->start : 0, mapping->walked, false, lane->coordinate);
  else
    lane->coordinate[mapping->fast] = lane->start;
}

typedef struct Visit {
  int64_t block, trip, slot;
  BlockPlace place; // of the block
  int warp;
} Visit;

static void place_lane(const Mapping *mapping, const Visit *visit, int thread, LanePlace *lane) {
  *lane = (LanePlace){.last = mapping->vector};
  bool along = mapping->fast_walked || mapping->owned_lanes == 1;
  int walk_lane = along ? thread % mapping->walk_lanes : thread / mapping->owned_lanes;
  int owned_lane = along ? thread / mapping->walk_lanes : thread % mapping->owned_lanes;
  int64_t splits = mapping->splits > 0 ? mapping->splits : 1;
  int64_t split = visit->place.split, unit = visit->place.tile * mapping->owned_lanes + owned_lane;
  lane->owned = !mapping->owned || unit < mapping->owned_units;
  lane->leads = walk_lane == 0 && split == 0;
  if (!lane->owned) unit = mapping->owned_units - 1;
  if (mapping->owned) decode(mapping, unit, mapping->owned, !mapping->fast_walked, lane->coordinate);
  int64_t walk =
      ((visit->trip * splits + split) * mapping->slots + visit->slot) * mapping->walk_lanes + walk_lane;
  if (mapping->blocked) walk = (visit->trip * mapping->walk_lanes + walk_lane) * mapping->slots + visit->slot;
  lane->walks = walk < mapping->walk_units;
  if (mapping->ragged)
    place_ragged(mapping, walk, lane);
  else
    decode(mapping, walk, mapping->walked, mapping->fast_walked, lane->coordinate);
}

// A lane of a tile: its row and unit or, in a staged access, the `visit->slot`th line of its square.
static void place_in_tile(const Mapping *mapping, const Visit *visit, int thread, bool staged,
                          LanePlace *lane) {
  const Nest *nest = mapping->nest;
  int64_t place = visit->slot * mapping_threads(mapping) + thread, block = visit->block;
  int64_t row = place / mapping->tile_units, element = place % mapping->tile_units * mapping->vector;
  if (staged) {
    int64_t down = mapping->tile_rows / mapping->vector;
    int64_t patch = visit->slot / mapping->vector * mapping_threads(mapping) + thread;
    row = patch % down * mapping->vector;
    element = patch / down * mapping->vector + visit->slot % mapping->vector;
  }
  *lane = (LanePlace){.last = mapping->vector, .owned = true, .leads = thread == 0};
  lane->coordinate[mapping->fast] =
      block % mapping->tiles_along * mapping->tile_units * mapping->vector + element;
  block /= mapping->tiles_along;
  lane->coordinate[mapping->tile_down] = block % mapping->tiles_down * mapping->tile_rows + row;
  uint32_t both = (uint32_t)1 << mapping->fast | (uint32_t)1 << mapping->tile_down;
  decode(mapping, block / mapping->tiles_down, mapping->walked & ~both, false, lane->coordinate);
  lane->walks = lane->coordinate[mapping->fast] < nest->size[mapping->fast] &&
                lane->coordinate[mapping->tile_down] < nest->size[mapping->tile_down];
}

// A place in the sample-th of `samples` equal parts, each part scrambled so that the parts of different
// counts do not move in step.
static int64_t part(int sample, int samples, int64_t count, int stride, double offset) {
  if (count <= 1) return 0;
  int64_t at = (int64_t)(((double)(sample * stride % samples) + offset) / samples * (double)count);
  return at < count ? at : count - 1;
}

// Within each part of the grid a block at another place, by the golden ratio: at the same place of all, the
// samples would meet a condition that holds for every other row always or never.
static int64_t sampled_block(int sample, int samples, int64_t grid) {
  static const double golden = 0.6180339887498949;
  double offset = 0.5 + sample * golden;
  return part(sample, samples, grid, 1, offset - floor(offset));
}

void warp_place(const CostSubject *subject, int sample, int samples, bool staged, WarpPlace *place) {
  const Mapping *mapping = &subject->body->mapping;
  int threads = mapping_threads(mapping), warps = (threads + WARP_LANES - 1) / WARP_LANES;
  Visit visit = {.block = sampled_block(sample, samples, subject->launch->grid),
                 .trip = part(sample, samples, mapping->trips, 5, 0.5),
                 .slot = part(sample, samples, mapping->slots, 3, 0.5),
                 .warp = (int)part(sample, samples, warps, 7, 0.5)};
  visit.place = mapping_block(mapping, visit.block);
  place->count = 0;
  place->along = staged ? mapping->tile_down : mapping->fast;
  for (int lane = 0; lane < WARP_LANES; lane++) {
    int thread = visit.warp * WARP_LANES + lane;
    if (thread >= threads) continue;
    if (mapping->tile_down != NO_DIM)
      place_in_tile(mapping, &visit, thread, staged, &place->lane[place->count++]);
    else
      place_lane(mapping, &visit, thread, &place->lane[place->count++]);
  }
}

// ---- what they touch

typedef struct Point {
  const Mapping *mapping;
  const LanePlace *lane;
  int number;                   // of the lane
  int64_t coordinate[MAX_DIMS]; // of one element
} Point;

static int64_t index_at(const Point *point, const Index *index);

// Read from data: lanes that differ in what they look up are not assumed to find neighbours.
static int64_t looked_up(const Point *point, const Symbol *symbol) {
  const Nest *nest = point->mapping->nest;
  uint64_t key = hash_integer(HASH_START, (uint64_t)symbol->step);
  for (int dim = 0; dim < nest->dim_count; dim++)
    if (nest->steps[symbol->step].dims >> dim & 1) key = hash_integer(key, (uint64_t)point->coordinate[dim]);
  return symbol->size > 0 ? (int64_t)(key % (uint64_t)symbol->size) : 0;
}

static int64_t symbol_at(const Point *point, int number) {
  const Symbol *symbol = &point->mapping->nest->symbols[number];
  if (symbol->kind == SYMBOL_DIM) return point->coordinate[number];
  if (symbol->kind == SYMBOL_STEP) return looked_up(point, symbol);
  int64_t quotient = index_at(point, &symbol->of) / symbol->divisor;
  return symbol->modulus ? quotient % symbol->modulus : quotient;
}

static int64_t index_at(const Point *point, const Index *index) {
  int64_t sum = index->constant;
  for (int i = 0; i < index->count; i++)
    sum += index->term[i].scale * symbol_at(point, index->term[i].symbol);
  return sum;
}

static bool condition_holds(const Point *point, int condition) {
  const Nest *nest = point->mapping->nest;
  for (; condition != NO_CONDITION; condition = nest->conditions[condition].parent) {
    const Condition *test = &nest->conditions[condition];
    int64_t value = index_at(point, &test->index);
    if (value < test->low || value >= test->high) return false;
  }
  return true;
}

static void move_to(Point *point, int along, int j) {
  const Mapping *mapping = point->mapping;
  memcpy(point->coordinate, point->lane->coordinate, sizeof point->coordinate);
  if (!j) return;
  if (mapping->linear)
    decode(mapping, point->lane->start + j, mapping->walked, false, point->coordinate);
  else
    point->coordinate[along] += j;
}

// Distinct ones, in the order in which they came. `at` is not cleared beyond them: it would take longer than
// to fill it.
typedef struct Sectors {
  int count;
  int64_t highest;
  int64_t at[WARP_MOST_SECTORS];
} Sectors;

static void clear_sectors(Sectors *sectors) {
  sectors->count = 0;
  sectors->highest = INT64_MIN;
}

// Lanes mostly touch one after another: what is above all others is new.
static void add_sector(Sectors *sectors, int64_t sector) {
  if (sector <= sectors->highest)
    for (int i = sectors->count - 1; i >= 0; i--)
      if (sectors->at[i] == sector) return;
  if (sectors->count == WARP_MOST_SECTORS) return;
  sectors->at[sectors->count++] = sector;
  if (sector > sectors->highest) sectors->highest = sector;
}

static void add_bytes(Sectors *sectors, int64_t start, int64_t bytes) {
  for (int64_t sector = start / SECTOR; sector <= (start + bytes - 1) / SECTOR; sector++)
    add_sector(sectors, sector);
}

static int count_lines(const Sectors *sectors) {
  Sectors lines;
  clear_sectors(&lines);
  for (int i = 0; i < sectors->count; i++)
    add_sector(&lines, sectors->at[i] / (LINE / SECTOR));
  return lines.count;
}

// In a clock the first-level cache looks up one line in each of its sets, and passes on 128 bytes: lines
// whose number is the same modulo SETS wait for one another. 4 sets of 4 sectors a clock on compute
// capability 7.0 and later: NVIDIA's forum, "Understanding L1/TEX Cache Sectors/Req" (312884).
enum { SETS = 4 };

static double lookup_clocks(const Sectors *request, double bytes) {
  Sectors lines;
  int in_set[SETS] = {0}, most = 0;
  clear_sectors(&lines);
  for (int i = 0; i < request->count; i++) {
    int64_t line = request->at[i] / (LINE / SECTOR);
    int before = lines.count;
    add_sector(&lines, line);
    if (lines.count == before) continue;
    int count = ++in_set[(uint64_t)line % SETS];
    if (count > most) most = count;
  }
  return fmax(most, ceil(bytes / LINE));
}

// Results of a whole walk are stored by one thread each; stores in the walk that lack a dim, at index 0 of
// it.
static bool takes_part(const Point *point, const Step *step, bool walked) {
  const Nest *nest = point->mapping->nest;
  if (walked && !point->lane->walks) return false;
  if (step->kind != STEP_STORE) return true;
  if (!point->lane->owned || (!walked && !point->lane->leads)) return false;
  for (int dim = 0; dim < nest->dim_count; dim++)
    if (!(step->dims >> dim & 1) && point->coordinate[dim] != 0 &&
        (walked || point->mapping->owned >> dim & 1))
      return false;
  return true;
}

// Adds what one request (vector lane `from`, `elements` of them) of all lanes touches; returns the lanes.
static int add_request(const WarpPlace *place, Point *point, const Step *step, bool walked, int from,
                       int elements, Sectors *request) {
  int bytes = dtype_bytes(step->stored), lanes = 0;
  for (int i = 0; i < place->count; i++) {
    point->lane = &place->lane[i], point->number = i;
    int first = from, last = from + elements;
    if (walked && first < point->lane->first) first = point->lane->first;
    if (walked && last > point->lane->last) last = point->lane->last;
    if (first >= last) continue;
    move_to(point, place->along, first);
    if (!takes_part(point, step, walked) || !condition_holds(point, step->condition)) continue;
    add_bytes(request, index_at(point, &step->index) * bytes, (int64_t)(last - first) * bytes);
    lanes++;
  }
  return lanes;
}

WarpAccess warp_access(const CostSubject *subject, const WarpPlace *place, int at,
                       const StepExecution *execution) {
  const Step *step = &subject->nest->steps[at];
  Point point = {.mapping = &subject->body->mapping};
  bool walked = subject->body->places[at].walked;
  int width = execution->width > 0 ? execution->width : 1, most = REQUEST_MOST / dtype_bytes(step->stored);
  int each = !execution->vectorized ? 1 : width < most ? width : most, requests = width / each;
  Sectors all, request;
  WarpAccess access = {0};
  clear_sectors(&all);
  // What begins at any alignment reaches into the next aligned vector, which its neighbour reads again.
  const StepPlace *stands = &subject->body->places[at];
  int bytes = width * dtype_bytes(step->stored);
  int reads = stands->unaligned ? mapping_unaligned_accesses(bytes, stands->paired) : requests;
  for (int r = 0; r < reads; r++) {
    clear_sectors(&request);
    int lanes = add_request(place, &point, step, walked, r % requests * each, each, &request);
    if (!lanes) continue;
    access.lanes += (double)lanes / reads;
    access.requests++;
    access.sectors += request.count;
    access.clocks += lookup_clocks(&request, (double)lanes * each * dtype_bytes(step->stored));
    for (int i = 0; i < request.count; i++)
      add_sector(&all, request.at[i]);
  }
  access.distinct = all.count;
  access.lines = count_lines(&all);
  return access;
}
