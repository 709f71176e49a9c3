#include "cost/liveness.h"

#include <math.h>
#include <stdlib.h>

enum { COLLECTED_AT_ONCE = 4 }; // partials, by the unrolled loop of the last block

static int words(DType dtype) {
  return dtype_bytes(dtype) > 4 ? 2 : 1;
}

static bool has_value(const Step *step) {
  return step->kind != STEP_NUMBER && step->kind != STEP_STORE && !step_accumulates(step);
}

// Registers of one unit's value: a lane each, or half of that while 16-bit elements wait as words of memory.
static double unit_registers(const CostSubject *subject, int at) {
  const StepPlace *place = &subject->body->places[at];
  const Step *step = &subject->nest->steps[at];
  double lanes = place->lanes ? subject->body->mapping.vector : 1;
  if (step->kind == STEP_LOAD && (place->vectorized || place->staged) && dtype_bytes(step->stored) < 4)
    return fmax(1, lanes * dtype_bytes(step->stored) / 4);
  return lanes * words(step->dtype);
}

static double held_registers(const CostSubject *subject) {
  return subject->body->loops > 1 ? body_held_registers(subject->body, true) : 0;
}

static double in_flight(const CostSubject *subject, int pass) {
  double sum = 0;
  for (int i = 0; i < subject->nest->step_count; i++) {
    const StepPlace *place = &subject->body->places[i];
    if (!place->walked || !(place->loops >> pass & 1) || place->held || !(place->early || place->staged))
      continue;
    if (has_value(&subject->nest->steps[i])) sum += unit_registers(subject, i);
  }
  return sum * subject->body->mapping.slots;
}

static double squares(const CostSubject *subject) {
  double most = 0, side = subject->body->mapping.vector;
  for (int i = 0; i < subject->nest->step_count; i++)
    if (subject->body->places[i].staged)
      most = fmax(most, side * side * dtype_bytes(subject->nest->steps[i].stored) / 4);
  return most;
}

// Vectors find their places from a common address; of single elements the compiler keeps each place.
static double addresses(const CostSubject *subject) {
  const Mapping *mapping = &subject->body->mapping;
  if (mapping->tile_down == NO_DIM || mapping->vector > 1) return 0;
  int count = 0;
  for (int i = 0; i < subject->nest->step_count; i++) {
    StepKind kind = subject->nest->steps[i].kind;
    count += (kind == STEP_LOAD || kind == STEP_STORE) && subject->body->places[i].walked;
  }
  return (double)count * mapping->slots;
}

static double accumulators(const CostSubject *subject) {
  double sum = 0;
  for (int i = 0; i < subject->nest->step_count; i++) {
    const Step *step = &subject->nest->steps[i];
    if (!step_accumulates(step) || !subject->body->places[i].used) continue;
    double lanes = reduction_per_lane(&subject->body->mapping, step) ? subject->body->mapping.vector : 1;
    bool each = step->kind == STEP_SCAN || (nest_crosses(subject->nest, step) && step->dims);
    if (each) lanes *= subject->body->mapping.slots;
    sum += lanes * reduction_accumulator(step).bytes / 4;
  }
  return sum;
}

static double stored_arrays(const CostSubject *subject) {
  double sum = 0;
  for (int i = 0; i < subject->nest->step_count; i++) {
    const StepPlace *place = &subject->body->places[i];
    const Step *step = &subject->nest->steps[i];
    if (place->used && place->walked && place->array && !place->early && !place->held && has_value(step))
      sum += (double)subject->body->mapping.vector * words(step->dtype);
  }
  return sum;
}

static double uniform_values(const CostSubject *subject) {
  double sum = 0;
  for (int i = 0; i < subject->nest->step_count; i++) {
    const StepPlace *place = &subject->body->places[i];
    const Step *step = &subject->nest->steps[i];
    if (!place->used || place->walked || !has_value(step)) continue;
    double lanes = place->lanes ? subject->body->mapping.vector : 1;
    bool kept = false; // read by a loop
    for (int j = i + 1; j < subject->nest->step_count && !kept; j++)
      for (int o = 0; o < subject->nest->steps[j].operand_count; o++)
        kept |= subject->nest->steps[j].operand[o] == i && subject->body->places[j].walked;
    if (kept) sum += lanes * words(step->dtype);
  }
  return sum;
}

// The most scalars alive at once when the steps inside loops run in order for one lane.
static double live_scalars(const CostSubject *subject) {
  const Nest *nest = subject->nest;
  int *last = memory_alloc(sizeof *last * ((size_t)nest->step_count + 1));
  for (int i = 0; i < nest->step_count; i++) {
    last[i] = i;
    for (int o = 0; o < nest->steps[i].operand_count; o++)
      last[nest->steps[i].operand[o]] = i;
  }
  double live = 0, most = 0;
  for (int i = 0; i < nest->step_count; i++) {
    const StepPlace *place = &subject->body->places[i];
    if (place->used && place->walked && has_value(&nest->steps[i])) live += words(nest->steps[i].dtype);
    most = fmax(most, live);
    for (int j = 0; j <= i; j++)
      if (last[j] == i && subject->body->places[j].used && subject->body->places[j].walked &&
          has_value(&nest->steps[j]))
        live -= words(nest->steps[j].dtype);
  }
  free(last);
  return most;
}

static double index_terms(const Nest *nest, const Index *index) {
  double sum = 0;
  for (int i = 0; i < index->count; i++) {
    const Symbol *symbol = &nest->symbols[index->term[i].symbol];
    sum += symbol->kind == SYMBOL_QUOTIENT ? 1 + index_terms(nest, &symbol->of) : 1;
  }
  return sum;
}

static double count_indexed(const Nest *nest) {
  double sum = 0;
  for (int i = 0; i < nest->step_count; i++)
    sum += index_terms(nest, &nest->steps[i].index);
  for (int i = 0; i < nest->condition_count; i++)
    sum += index_terms(nest, &nest->conditions[i].index);
  return sum;
}

static double unpacked_loads(const CostSubject *subject) {
  double sum = 0;
  for (int i = 0; i < subject->nest->step_count; i++) {
    const StepPlace *place = &subject->body->places[i];
    const Step *step = &subject->nest->steps[i];
    if (step->kind == STEP_LOAD && place->walked && place->vectorized && dtype_bytes(step->stored) < 4)
      sum += (double)subject->body->mapping.vector * words(step->dtype);
  }
  return sum;
}

static CostClass class_of(const CostSubject *subject, int at) {
  const Step *step = &subject->nest->steps[at];
  bool computes = step->kind == STEP_COMPUTE && subject->body->places[at].used;
  return computes ? op_info(step->code)->cost : COST_FREE;
}

static double count_routines(const CostSubject *subject) {
  double sum = 0;
  for (int i = 0; i < subject->nest->step_count; i++) {
    CostClass cost = class_of(subject, i);
    sum += cost == COST_DIVIDE || cost == COST_ROOT || cost == COST_EXP;
  }
  return sum;
}

static double polynomial_lanes(const CostSubject *subject) {
  double most = 0;
  for (int i = 0; i < subject->nest->step_count; i++)
    if (class_of(subject, i) == COST_TRIG)
      most = fmax(most, subject->body->places[i].lanes ? subject->body->mapping.vector : 1);
  return most;
}

Liveness liveness_of(const CostSubject *subject) {
  Liveness live = {.held = held_registers(subject),
                   .squares = squares(subject),
                   .addresses = addresses(subject),
                   .accumulators = accumulators(subject),
                   .results = stored_arrays(subject),
                   .scalars = live_scalars(subject),
                   .uniform = uniform_values(subject),
                   .pointers = subject->nest->buffer_count,
                   .indexed = count_indexed(subject->nest),
                   .unpacked = unpacked_loads(subject),
                   .routines = count_routines(subject),
                   .polynomials = polynomial_lanes(subject)};
  if (subject->body->mapping.splits > 1 && !subject->body->mapping.cluster)
    live.collected = COLLECTED_AT_ONCE * live.accumulators;
  for (int pass = 0; pass < subject->body->loops; pass++)
    live.in_flight = fmax(live.in_flight, in_flight(subject, pass));
  return live;
}
