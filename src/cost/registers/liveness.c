#include "cost/registers/liveness.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>

// One loop of a body, step by step in the order of the emitted code.
typedef struct Walk {
  const Body *body;
  int loop;
  int *order; // steps of the loop
  int count;
  int *last;            // for each step of the nest: where in `order` it is read last; -1: nowhere
  int at;               // in `order`
  double vector, lanes; // alive now, when lanes are computed together and one after another
  double scalars;       // of them, what each lane has for itself
  double vector_most, lanes_most, scalars_most;
} Walk;

// ---- how much a step's value takes

static int words(DType dtype) {
  return dtype_bytes(dtype) > 4 ? 2 : 1;
}

static bool has_value(const Step *step) {
  return step->kind != STEP_NUMBER && step->kind != STEP_STORE && !step_accumulates(step);
}

static bool is_narrow_vector(const Body *body, int at) {
  const StepPlace *place = &body->places[at];
  const Step *step = &body->nest->steps[at];
  return step->kind == STEP_LOAD && (place->vectorized || place->staged) && dtype_bytes(place->kept) < 4;
}

// A lane each, or half of that or a quarter while 16-bit and 8-bit elements wait as words of memory.
static double unit_registers(const Body *body, int at) {
  double lanes = body->places[at].lanes ? body->mapping.vector : 1;
  const Step *step = &body->nest->steps[at];
  if (is_narrow_vector(body, at)) return fmax(1, lanes * dtype_bytes(body->places[at].kept) / 4);
  return lanes * words(step->dtype);
}

// Of all slots of a trip.
static double trip_registers(const Body *body, int at) {
  return unit_registers(body, at) * body_registered_slots(body, at);
}

static bool in_loop(const Body *body, int at, int loop) {
  const StepPlace *place = &body->places[at];
  return place->used && place->walked && (place->loops >> loop & 1);
}

static bool lives_across(const StepPlace *place, int loop) {
  if (place->resident || place->ahead) return place->walked;
  return place->held && place->loops < (uint32_t)1 << loop && place->reads >> loop;
}

// ---- what is alive throughout a loop

static double held_registers(const Body *body, int loop) {
  double sum = 0;
  for (int i = 0; i < body->nest->step_count; i++)
    if (lives_across(&body->places[i], loop))
      sum += trip_registers(body, i) * (body->places[i].ahead && !body->places[i].copied ? 2 : 1) +
             body->mapping.end_slots;
  return sum;
}

double accumulator_registers(const Body *body, int loop) {
  double sum = 0;
  for (int i = 0; i < body->nest->step_count; i++) {
    const Step *step = &body->nest->steps[i];
    if (!step_accumulates(step) || !body->places[i].used) continue;
    bool scan = step->kind == STEP_SCAN, crosses = nest_crosses(body->nest, step);
    uint32_t loops = body->places[i].loops;
    // Those of scans wait for the next trip, crossing ones for all tours.
    if (!crosses && !(scan ? loops < (uint32_t)2 << loop : loops >> loop & 1)) continue;
    double lanes = reduction_per_lane(&body->mapping, step) ? body->mapping.vector : 1;
    if (scan || (crosses && step->dims)) lanes *= body->mapping.slots;
    sum += lanes * reduction_accumulator(step).bytes / 4;
  }
  return sum;
}

typedef struct LoopReader {
  int *last_loop;
  int loop;
} LoopReader;

static void note_reader(void *context, int needed) {
  const LoopReader *reader = context;
  if (reader->last_loop[needed] < reader->loop) reader->last_loop[needed] = reader->loop;
}

static int highest_bit(uint32_t mask) {
  return mask ? 31 - __builtin_clz(mask) : 0;
}

// For each step the last loop that reads it, or before which it is read.
static void find_last_loops(const Body *body, int *last_loop) {
  for (int i = 0; i < body->nest->step_count; i++)
    last_loop[i] = -1;
  for (int i = 0; i < body->nest->step_count; i++) {
    const StepPlace *place = &body->places[i];
    if (!place->used) continue;
    LoopReader reader = {last_loop, place->walked ? highest_bit(place->loops) : body->nest->steps[i].pass};
    nest_each_need(body->nest, i, note_reader, &reader);
  }
}

static double uniform_registers(const Body *body, const int *last_loop, int loop) {
  double sum = 0;
  for (int i = 0; i < body->nest->step_count; i++) {
    const StepPlace *place = &body->places[i];
    const Step *step = &body->nest->steps[i];
    if (!place->used || place->walked || !has_value(step) || step->pass > loop || last_loop[i] < loop)
      continue;
    sum += unit_registers(body, i);
  }
  return sum;
}

// ---- the walk

// Within a part of a trip: what lanes share, vector loads, lane by lane, stores.
static int rank_of(const Body *body, int at) {
  const StepPlace *place = &body->places[at];
  if (body->nest->steps[at].kind == STEP_STORE) return 4;
  if (!place->lanes) return 0;
  if (place->vectorized) return 1;
  return body_takes_vectors(body, at) ? 3 : 2;
}

enum { RANKS = 5 };

static void gather_part(Walk *walk, bool early) {
  const Body *body = walk->body;
  for (int rank = 0; rank < RANKS; rank++)
    for (int i = 0; i < body->nest->step_count; i++)
      if (in_loop(body, i, walk->loop) && body->places[i].early == early && rank_of(body, i) == rank)
        walk->order[walk->count++] = i;
}

static void note_last(void *context, int needed) {
  Walk *walk = context;
  walk->last[needed] = walk->at;
}

// Does the value belong to the lane that is computed, rather than to an array of all lanes?
static bool of_one_lane(const Body *body, int at) {
  const StepPlace *place = &body->places[at];
  return place->lanes && !place->array;
}

static void change_alive(Walk *walk, int at, double sign, double units) {
  const Body *body = walk->body;
  double registers = sign * units * unit_registers(body, at);
  bool one = of_one_lane(body, at);
  walk->vector += registers;
  walk->lanes += one ? sign * units * words(body->nest->steps[at].dtype) : registers;
  if (!body->places[at].early) walk->scalars += sign * words(body->nest->steps[at].dtype);
}

static void begin_value(Walk *walk, int at) {
  const StepPlace *place = &walk->body->places[at];
  if (!has_value(&walk->body->nest->steps[at]) || place->ahead || place->resident) return;
  change_alive(walk, at, 1, place->early || place->held ? walk->body->mapping.slots : 1);
}

// Of early values that others than early ones read, those of the other slots still wait.
static void end_value(void *context, int needed) {
  Walk *walk = context;
  const Body *body = walk->body;
  if (walk->last[needed] != walk->at || body->places[needed].held || !in_loop(body, needed, walk->loop))
    return;
  walk->last[needed] = -1;
  bool all = body->places[walk->order[walk->at]].early;
  if (has_value(&body->nest->steps[needed])) change_alive(walk, needed, -1, all ? body->mapping.slots : 1);
}

static void walk_loop(Walk *walk) {
  gather_part(walk, true);
  gather_part(walk, false);
  for (walk->at = 0; walk->at < walk->count; walk->at++)
    nest_each_need(walk->body->nest, walk->order[walk->at], note_last, walk);
  for (walk->at = 0; walk->at < walk->count; walk->at++) {
    begin_value(walk, walk->order[walk->at]);
    walk->vector_most = fmax(walk->vector_most, walk->vector);
    walk->lanes_most = fmax(walk->lanes_most, walk->lanes);
    walk->scalars_most = fmax(walk->scalars_most, walk->scalars);
    nest_each_need(walk->body->nest, walk->order[walk->at], end_value, walk);
  }
}

// ---- over all loops

static double early_registers(const Body *body, int loop) {
  double sum = 0;
  for (int i = 0; i < body->nest->step_count; i++) {
    const StepPlace *place = &body->places[i];
    if (in_loop(body, i, loop) && !place->held && (place->early || place->staged) &&
        has_value(&body->nest->steps[i]))
      sum += trip_registers(body, i);
  }
  return sum;
}

static void count_loads(const Body *body, int loop, Liveness *live) {
  double raw = 0, unpacked = 0;
  for (int i = 0; i < body->nest->step_count; i++) {
    if (!in_loop(body, i, loop) || !is_narrow_vector(body, i)) continue;
    raw += trip_registers(body, i);
    unpacked += (double)body->mapping.vector * body->mapping.slots * words(body->nest->steps[i].dtype);
  }
  live->raw = fmax(live->raw, raw);
  live->unpacked = fmax(live->unpacked, unpacked);
}

static double stored_arrays(const Body *body) {
  double sum = 0;
  for (int i = 0; i < body->nest->step_count; i++) {
    const StepPlace *place = &body->places[i];
    const Step *step = &body->nest->steps[i];
    if (place->used && place->walked && place->array && !place->early && !place->held && has_value(step))
      sum += (double)body->mapping.vector * words(step->dtype);
  }
  return sum;
}

static void join_loop(const Walk *walk, const int *last_loop, Liveness *live) {
  const Body *body = walk->body;
  double held = held_registers(body, walk->loop), in_flight = early_registers(body, walk->loop);
  double accumulators = accumulator_registers(body, walk->loop);
  double uniform = uniform_registers(body, last_loop, walk->loop);
  double around = held + accumulators + uniform;
  if (walk->vector_most + around > live->peak_vector) {
    live->peak_vector = walk->vector_most + around;
    live->held = held, live->in_flight = in_flight;
    live->accumulators = accumulators, live->uniform = uniform;
  }
  live->peak_lanes = fmax(live->peak_lanes, walk->lanes_most + around);
  live->most_held = fmax(live->most_held, held);
  live->most_in_flight = fmax(live->most_in_flight, in_flight);
  live->scalars = fmax(live->scalars, walk->scalars_most);
  count_loads(body, walk->loop, live);
}

Liveness liveness_of(const Body *body) {
  Liveness live = {.results = stored_arrays(body)};
  size_t count = (size_t)body->nest->step_count + 1;
  int *memory = memory_alloc(3 * count * sizeof *memory);
  int *last_loop = memory + 2 * count;
  find_last_loops(body, last_loop);
  for (int loop = 0; loop < body->loops; loop++) {
    Walk walk = {.body = body, .loop = loop, .order = memory, .last = memory + count};
    walk_loop(&walk);
    join_loop(&walk, last_loop, &live);
  }
  free(memory);
  return live;
}
