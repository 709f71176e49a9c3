#include "cost/registers/liveness.h"

#include "base/arena.h"
#include "kernel/code/facts.h"

#include <math.h>
#include <stdlib.h>

// The steps of all loops, in the order of the code.
typedef struct LoopSteps {
  int *step, *loop; // of each
  int count;
} LoopSteps;

// One loop of a body, step by step.
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

// The slots of a tile lie below one another: what does not vary along that dim is one value for all of them.
static bool shares_slots(const Body *body, int at) {
  int down = body->mapping.tile_down;
  return down != NO_DIM && !(body->nest->steps[at].dims >> down & 1);
}

// Of all slots of a trip.
static double trip_registers(const Body *body, int at) {
  return unit_registers(body, at) * (shares_slots(body, at) ? 1 : body_registered_slots(body, at));
}

static bool in_loop(const Body *body, int at, int loop) {
  const StepPlace *place = &body->places[at];
  return place->used && place->walked && (place->loops >> loop & 1);
}

// ---- what is alive throughout a loop

static double held_registers(const Body *body, int loop) {
  double sum = 0;
  for (int i = 0; i < body->nest->step_count; i++)
    if (body_lives_across(&body->places[i], loop))
      sum += trip_registers(body, i) *
                 (pipelines_tile(&body->places[i]) && !pipelines_through_shared(&body->places[i]) ? 2 : 1) +
             body->mapping.end_slots;
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

// Does the node bring or compute what its step is, of the loop that is at hand?
static bool runs_step(const KernelCode *code, const CodeNode *node) {
  if (node->view.body != &code->body || node->view.next_tile || node->view.next_slot) return false;
  switch (code_kind(node->form)) {
    case CODE_LOAD:
      return node->form != FORM_LOAD_LINE; // of a staged access
    case CODE_MOVE:
      return node->form == FORM_UNPACK;
    case CODE_COMPUTE:
      return true;
    case CODE_ACCUMULATE:
      return node->form != FORM_START;
    case CODE_STORE:
      return node->form != FORM_STORE_LINE;
    case CODE_LOOP:
    case CODE_GUARD:
    case CODE_SCOPE:
    case CODE_ALLOCATE:
    case CODE_INDEX:
    case CODE_COPY:
    case CODE_REDUCE:
    case CODE_BARRIER:
    case CODE_COMMENT:
      break;
  }
  return false;
}

// What a loop runs several times stands in it once: where it first does. `seen`: a bit for each loop.
static void add_step(const Body *body, int step, int loop, uint32_t *seen, LoopSteps *steps) {
  if (!in_loop(body, step, loop) || (seen[step] >> loop & 1)) return;
  seen[step] |= (uint32_t)1 << loop;
  steps->step[steps->count] = step;
  steps->loop[steps->count++] = loop;
}

static void find_steps(const KernelCode *code, uint32_t *seen, LoopSteps *steps) {
  CodeWalk walk;
  for (const CodeNode *node = code_walk_begin(&walk, code->root); node; node = code_walk_next(&walk)) {
    if (!runs_step(code, node)) continue;
    add_step(&code->body, node->step, node->view.pass, seen, steps);
    if (node->form == FORM_LOAD_PAIR) add_step(&code->body, (int)node->number, node->view.pass, seen, steps);
  }
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
  if (body->places[at].issue != ISSUE_HOISTED) walk->scalars += sign * words(body->nest->steps[at].dtype);
}

static void begin_value(Walk *walk, int at) {
  const StepPlace *place = &walk->body->places[at];
  if (!has_value(&walk->body->nest->steps[at]) || pipelines_tile(place) || body_invariant(place)) return;
  bool all = (place->issue == ISSUE_HOISTED || body_held(place)) && !shares_slots(walk->body, at);
  change_alive(walk, at, 1, all ? walk->body->mapping.slots : 1);
}

// Of early values that others than early ones read, those of the other slots still wait.
static void end_value(void *context, int needed) {
  Walk *walk = context;
  const Body *body = walk->body;
  if (walk->last[needed] != walk->at || body_held(&body->places[needed]) ||
      !in_loop(body, needed, walk->loop))
    return;
  walk->last[needed] = -1;
  bool all = body->places[walk->order[walk->at]].issue == ISSUE_HOISTED && !shares_slots(body, needed);
  if (has_value(&body->nest->steps[needed])) change_alive(walk, needed, -1, all ? body->mapping.slots : 1);
}

static void walk_loop(Walk *walk, const LoopSteps *steps) {
  for (int i = 0; i < steps->count; i++)
    if (steps->loop[i] == walk->loop) walk->order[walk->count++] = steps->step[i];
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

static double early_registers(const Body *body, int loop, bool partial) {
  double sum = 0;
  for (int i = 0; i < body->nest->step_count; i++) {
    const StepPlace *place = &body->places[i];
    if (in_loop(body, i, loop) && !body_held(place) && (place->issue == ISSUE_HOISTED || place->staged) &&
        has_value(&body->nest->steps[i]) &&
        (!partial || body->nest->steps[i].dims != nest_all_dims(body->nest)))
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
    if (place->used && place->walked && place->array && place->issue != ISSUE_HOISTED && !body_held(place) &&
        has_value(step))
      sum += (double)body->mapping.vector * words(step->dtype);
  }
  return sum;
}

static void join_loop(const Walk *walk, const int *last_loop, Liveness *live) {
  const Body *body = walk->body;
  double held = held_registers(body, walk->loop), in_flight = early_registers(body, walk->loop, false);
  double accumulators = body_accumulator_registers(body, walk->loop);
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
  live->partial_flight = fmax(live->partial_flight, early_registers(body, walk->loop, true));
  live->scalars = fmax(live->scalars, walk->scalars_most);
  count_loads(body, walk->loop, live);
}

// Of how many entries there may be: a step in each of its loops.
static size_t count_entries(const Body *body) {
  size_t count = 1;
  for (int i = 0; i < body->nest->step_count; i++)
    count += (size_t)__builtin_popcount(body->places[i].loops);
  return count;
}

Liveness liveness_of(const KernelCode *code) {
  const Body *body = &code->body;
  Liveness live = {.results = stored_arrays(body)};
  size_t count = (size_t)body->nest->step_count + 1, entries = count_entries(body);
  int *memory = memory_alloc((4 * count + 2 * entries) * sizeof *memory);
  int *last_loop = memory + 2 * count;
  LoopSteps steps = {.step = memory + 4 * count, .loop = memory + 4 * count + entries};
  find_steps(code, (uint32_t *)(memory + 3 * count), &steps);
  find_last_loops(body, last_loop);
  for (int loop = 0; loop < body->loops; loop++) {
    Walk walk = {.body = body, .loop = loop, .order = memory, .last = memory + count};
    walk_loop(&walk, &steps);
    join_loop(&walk, last_loop, &live);
  }
  free(memory);
  return live;
}
