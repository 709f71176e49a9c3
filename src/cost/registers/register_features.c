#include "cost/registers/register_features.h"

#include "base/text.h"
#include "kernel/code/facts.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static const char *const names[FEATURE_COUNT] = {
#define X(name, meaning) #name,
    REGISTER_FEATURES(X)
#undef X
};
static const char *const meanings[FEATURE_COUNT] = {
#define X(name, meaning) meaning,
    REGISTER_FEATURES(X)
#undef X
};

const char *register_feature_name(RegisterFeature feature) {
  return names[feature];
}

const char *register_feature_meaning(RegisterFeature feature) {
  return meanings[feature];
}

bool register_feature_parse(const char *name, size_t length, RegisterFeature *feature) {
  static const size_t lengths[FEATURE_COUNT] = {
#define X(name, meaning) sizeof #name - 1,
      REGISTER_FEATURES(X)
#undef X
  };
  for (int i = 0; i < FEATURE_COUNT; i++)
    if (lengths[i] == length && memcmp(names[i], name, length) == 0) {
      *feature = (RegisterFeature)i;
      return true;
    }
  return false;
}

enum { COLLECTED_AT_ONCE = 4 }; // partials, by the unrolled loop of the last block

typedef struct Counter {
  const Body *body;
  float *value;
} Counter;

#define COUNT(counter, name, amount) ((counter)->value[FEATURE_##name] += (float)(amount))
#define MOST(counter, name, amount) \
  ((counter)->value[FEATURE_##name] = fmaxf((counter)->value[FEATURE_##name], (float)(amount)))

// ---- steps

static bool is_odd(int64_t divisor) {
  return (divisor & (divisor - 1)) != 0;
}

static void count_index(Counter *counter, const Index *index) {
  const Nest *nest = counter->body->nest;
  for (int i = 0; i < index->count; i++) {
    const Symbol *symbol = &nest->symbols[index->term[i].symbol];
    COUNT(counter, terms, 1);
    COUNT(counter, indirect, symbol->kind == SYMBOL_STEP);
    if (symbol->kind != SYMBOL_QUOTIENT) continue;
    COUNT(counter, quotients, (symbol->divisor > 1) + (symbol->modulus > 0));
    COUNT(counter, odd_quotients, is_odd(symbol->divisor) + is_odd(symbol->modulus));
    count_index(counter, &symbol->of);
  }
}

static void count_condition(Counter *counter, int condition) {
  const Nest *nest = counter->body->nest;
  for (; condition != NO_CONDITION; condition = nest->conditions[condition].parent) {
    COUNT(counter, conditions, 1);
    count_index(counter, &nest->conditions[condition].index);
  }
}

// Is this the first access with its index (and, of an address, to its buffer)? Others share its arithmetic.
static bool is_new(const Body *body, int at, bool address) {
  for (int i = 0; i < at; i++) {
    const Step *step = &body->nest->steps[i];
    bool accesses = step->kind == STEP_LOAD || step->kind == STEP_STORE;
    if (!accesses || !body->places[i].used) continue;
    if (address && step->buffer != body->nest->steps[at].buffer) continue;
    if (index_equal(&step->index, &body->nest->steps[at].index)) return false;
  }
  return true;
}

static void count_walked_access(Counter *counter, int at) {
  const Body *body = counter->body;
  const Step *step = &body->nest->steps[at];
  const StepPlace *place = &body->places[at];
  bool vector = place->vectorized && place->lanes, load = step->kind == STEP_LOAD;
  double words = (vector ? body->mapping.vector : 1) * dtype_bytes(step->stored) / 4.0;
  if (load)
    COUNT(counter, load_words, vector ? 4 * ceil(words / 4) : ceil(words));
  else
    COUNT(counter, result_words, words);
  COUNT(counter, shared_loads, load && !place->lanes);
  COUNT(counter, partial_loads, load && step->dims != nest_all_dims(body->nest));
  COUNT(counter, lane_loads, load && place->lanes && !vector);
  COUNT(counter, lane_stores, !load && place->lanes && !vector);
}

static void count_access(Counter *counter, int at) {
  const Body *body = counter->body;
  const Step *step = &body->nest->steps[at];
  const StepPlace *place = &body->places[at];
  bool vector = place->vectorized && place->lanes;
  COUNT(counter, loads, step->kind == STEP_LOAD);
  COUNT(counter, stores, step->kind == STEP_STORE);
  COUNT(counter, vector_loads, step->kind == STEP_LOAD && vector);
  COUNT(counter, vector_stores, step->kind == STEP_STORE && vector);
  COUNT(counter, early_loads, step->kind == STEP_LOAD && place->issue == ISSUE_HOISTED);
  if (place->walked) count_walked_access(counter, at);
  COUNT(counter, uniform_loads, step->kind == STEP_LOAD && !place->walked);
  COUNT(counter, once, place->once);
  COUNT(counter, narrow_loads, step->kind == STEP_LOAD && dtype_bytes(step->stored) == 1);
  COUNT(counter, half_loads, step->kind == STEP_LOAD && dtype_bytes(step->stored) == 2);
  COUNT(counter, unaligned, place->unaligned);
  COUNT(counter, staged, place->staged);
  COUNT(counter, atomics, step->accumulate);
  COUNT(counter, places, place->walked && is_new(body, at, false));
  COUNT(counter, addresses, place->walked && is_new(body, at, true));
  COUNT(counter, in_place, step->kind == STEP_STORE && body->nest->buffers[step->buffer].read);
  MOST(counter, access_words, (vector ? body->mapping.vector : 1) * dtype_bytes(step->stored) / 4.0);
  count_index(counter, &step->index);
  count_condition(counter, step->condition);
}

static void count_compute(Counter *counter, int at) {
  const Step *step = &counter->body->nest->steps[at];
  const StepPlace *place = &counter->body->places[at];
  CostClass cost = op_info(step->code)->cost;
  bool polynomial = cost == COST_TRIG;
  if (place->walked)
    COUNT(counter, compute, 1);
  else
    COUNT(counter, compute_outside, 1);
  bool routine = cost == COST_DIVIDE || cost == COST_ROOT || cost == COST_EXP || polynomial;
  COUNT(counter, outside_routines, routine && !place->walked);
  COUNT(counter, casts, cost == COST_CAST);
  COUNT(counter, comparisons, step->dtype == DTYPE_BOOL);
  COUNT(counter, choices, step->code == OP_WHERE);
  COUNT(counter, divides, cost == COST_DIVIDE);
  COUNT(counter, roots, cost == COST_ROOT);
  COUNT(counter, exponentials, cost == COST_EXP);
  COUNT(counter, logarithms, step->code == OP_LOG || step->code == OP_LOG2 || step->code == OP_LOG1P);
  COUNT(counter, sigmoids, step->code == OP_SIGMOID);
  COUNT(counter, powers, step->code == OP_POW);
  COUNT(counter, error_functions, step->code == OP_ERF);
  COUNT(counter, polynomials, polynomial);
  COUNT(counter, long_routines, step->code == OP_SIN || step->code == OP_COS);
  if (polynomial) MOST(counter, polynomial_lanes, place->lanes ? counter->body->mapping.vector : 1);
}

static void count_reduction(Counter *counter, int at) {
  const Step *step = &counter->body->nest->steps[at];
  Accumulator accumulator = reduction_accumulator(step);
  double lanes = reduction_per_lane(&counter->body->mapping, step) ? counter->body->mapping.vector : 1;
  COUNT(counter, reductions, step->kind == STEP_REDUCE);
  COUNT(counter, scans, step->kind == STEP_SCAN);
  COUNT(counter, products, step->reduce != REDUCE_SUM);
  COUNT(counter, extremes, step->reduce == REDUCE_MIN || step->reduce == REDUCE_MAX);
  COUNT(counter, block_reductions, counter->body->mapping.walk_lanes > 32);
  COUNT(counter, crossing, nest_crosses(counter->body->nest, step));
  COUNT(counter, accumulator_bytes, lanes * accumulator.bytes);
  COUNT(counter, paired, accumulator.bytes > dtype_bytes(accumulator.element));
}

static void count_step(Counter *counter, int at) {
  const Step *step = &counter->body->nest->steps[at];
  const StepPlace *place = &counter->body->places[at];
  MOST(counter, readers, place->users);
  switch (step->kind) {
    case STEP_LOAD:
    case STEP_STORE:
      count_access(counter, at);
      break;
    case STEP_COMPUTE:
      count_compute(counter, at);
      break;
    case STEP_CHOOSE:
      COUNT(counter, chooses, 1);
      count_condition(counter, step->chosen_by);
      break;
    case STEP_RANDOM:
      COUNT(counter, randoms, 1);
      break;
    case STEP_REDUCE:
    case STEP_SCAN:
      count_reduction(counter, at);
      break;
    case STEP_INDEX:
      count_index(counter, &step->index);
      break;
    case STEP_NUMBER:
      COUNT(counter, numbers, 1);
      break;
    case STEP_PART:
    case STEP_PRODUCT:
    case STEP_LOG_SUM:
      break;
  }
  if (!place->walked || step->kind == STEP_NUMBER) return;
  COUNT(counter, wide_steps, dtype_bytes(step->dtype) > 4);
  COUNT(counter, integer_steps, dtype_kind(step->dtype) == DTYPE_IS_INTEGER);
}

static bool is_wide(const Nest *nest) {
  for (int i = 0; i < nest->step_count; i++) {
    int64_t low, high;
    index_range(nest, &nest->steps[i].index, &low, &high);
    if (low < INT_MIN || high > INT_MAX) return true;
  }
  return false;
}

// ---- the rest

static float log_of(int64_t count) {
  return count > 1 ? (float)log2((double)count) : 0;
}

static void set_liveness(Counter *counter, const KernelCode *code) {
  Liveness live = liveness_of(code);
  COUNT(counter, peak_lanes, live.peak_lanes);
  COUNT(counter, peak_vector, live.peak_vector);
  COUNT(counter, held, live.held);
  COUNT(counter, in_flight, live.in_flight);
  COUNT(counter, accumulators, live.accumulators);
  COUNT(counter, uniform, live.uniform);
  COUNT(counter, most_held, live.most_held);
  COUNT(counter, most_in_flight, live.most_in_flight);
  COUNT(counter, partial_flight, live.partial_flight);
  COUNT(counter, unpacked, live.unpacked);
  COUNT(counter, raw, live.raw);
  COUNT(counter, results, live.results);
  COUNT(counter, scalars, live.scalars);
  if (counter->body->mapping.splits > 1 && !counter->body->mapping.cluster)
    COUNT(counter, collected, COLLECTED_AT_ONCE * body_accumulator_registers(counter->body, 0));
}

static void set_mapping(Counter *counter, const Schedule *schedule) {
  const Body *body = counter->body;
  const Mapping *mapping = &body->mapping;
  COUNT(counter, vector, mapping->vector);
  COUNT(counter, slots, mapping->slots);
  COUNT(counter, end_slots, mapping->end_slots);
  COUNT(counter, trips, log_of(mapping->trips));
  // The tile loop keeps registers for what crosses rows, and for what is pipelined through them.
  COUNT(counter, tiles, body->nest->crossed ? log_of(mapping->tiles_per_block) : 0);
  COUNT(counter, loops, body->loops);
  COUNT(counter, threads, mapping_threads(mapping));
  COUNT(counter, walk_lanes, mapping->walk_lanes);
  COUNT(counter, owned_lanes, mapping->owned_lanes);
  COUNT(counter, splits, body->nest->reduced ? log_of(mapping->splits) : 0);
  COUNT(counter, cluster, mapping->cluster);
  COUNT(counter, persistent, mapping->persistent ? schedule->knob[KNOB_persistent] : 0);
  COUNT(counter, pipelined, mapping->pipeline == PIPELINE_REGISTERS);
  COUNT(counter, ragged, mapping->ragged);
  COUNT(counter, shifted, mapping->shifted);
  COUNT(counter, inexact, !mapping->walk_exact + 2 * !mapping->owned_exact);
  COUNT(counter, buffers, body->nest->buffer_count);
  COUNT(counter, dims, body->nest->dim_count);
  COUNT(counter, wide_index, is_wide(body->nest));
  if (mapping->tile_down == NO_DIM) return;
  COUNT(counter, tile_units, tile_patches(mapping));
  for (int i = 0; i < body->nest->step_count; i++)
    if (body->places[i].staged)
      MOST(counter, squares,
           mapping->vector * mapping->vector * dtype_bytes(body->nest->steps[i].stored) / 4.0);
}

// The feature `kind_NAME`. A template without one is told by what else differs.
static void set_kind(Counter *counter, const Template *template) {
  const size_t prefix = sizeof "kind_" - 1;
  for (int i = FEATURE_kind_map; i <= FEATURE_kind_scan; i++)
    if (text_equal(names[i] + prefix, template_name(template))) counter->value[i] += 1;
}

static void set_finish(Counter *counter) {
  const Body *finish = counter->body->finish;
  if (!finish) return;
  COUNT(counter, finish_vector, finish->mapping.vector);
  for (int i = 0; i < finish->nest->step_count; i++)
    if (finish->places[i].used && finish->nest->steps[i].kind == STEP_STORE)
      COUNT(counter, finish_results, finish->mapping.vector);
}

// The compiler unrolls loops of few trips altogether, others four times, and then issues their loads
// together.
static void set_unrolled(Counter *counter) {
  enum { FEW = 16, UNROLLED = 4 };
  const Mapping *mapping = &counter->body->mapping;
  float *value = counter->value;
  double trips = (double)(mapping->trips < FEW ? mapping->trips : FEW), loads = value[FEATURE_most_in_flight];
  COUNT(counter, few_trips, trips);
  COUNT(counter, short_flight, mapping->trips <= FEW ? trips * loads : 0);
  COUNT(counter, long_flight, fmin(trips, UNROLLED) * loads);
  COUNT(counter, trip_lanes, mapping->vector * mapping->slots);
  for (int i = 0; i < counter->body->nest->step_count; i++)
    if (counter->body->nest->steps[i].kind == STEP_LOAD && counter->body->places[i].issue == ISSUE_HOISTED)
      COUNT(counter, trip_loads, mapping->slots);
}

static void set_work(Counter *counter) {
  const float *value = counter->value;
  float steps = value[FEATURE_compute] + value[FEATURE_loads] + value[FEATURE_stores];
  COUNT(counter, work, log_of((int64_t)(steps * value[FEATURE_trip_lanes])));
}

void register_features_set_cap(RegisterFeatures *features, int registers) {
  float *value = features->value, cap = (float)registers;
  value[FEATURE_cap] = cap;
  value[FEATURE_cap_left] = cap - value[FEATURE_peak_vector];
  value[FEATURE_cap_share] = value[FEATURE_peak_vector] / fmaxf(cap, 1);
  value[FEATURE_lanes_left] = cap - value[FEATURE_peak_lanes];
  value[FEATURE_held_left] =
      cap - value[FEATURE_most_held] - value[FEATURE_accumulators] - value[FEATURE_uniform];
}

RegisterFeatures register_features(const KernelCode *code) {
  const Body *body = &code->body;
  const Schedule *schedule = code->schedule;
  RegisterFeatures features = {0};
  Counter counter = {body, features.value};
  set_liveness(&counter, code);
  register_features_set_cap(&features, schedule->knob[KNOB_registers]);
  set_mapping(&counter, schedule);
  set_kind(&counter, schedule->kind);
  set_finish(&counter);
  set_unrolled(&counter);
  for (int i = 0; i < body->nest->step_count; i++)
    if (body->places[i].used) count_step(&counter, i);
  set_work(&counter);
  return features;
}

void register_features_add_part(RegisterFeatures *batch, const RegisterFeatures *part) {
  for (int i = 0; i < FEATURE_COUNT; i++)
    batch->value[i] = fmaxf(batch->value[i], part->value[i]);
}

void register_features_end_batch(RegisterFeatures *batch, int parts, const Schedule *schedule) {
  batch->value[FEATURE_parts] = (float)parts;
  register_features_set_cap(batch, schedule->knob[KNOB_registers]);
}

static bool features_of_batch(const Nest *nest, const Schedule *schedule, const GpuLimits *limits,
                              RegisterFeatures *features) {
  for (int i = 0; i < nest->part_count; i++) {
    Schedule chosen;
    if (!schedule_part(nest, schedule, limits, i, &chosen)) return false;
    KernelCode code;
    LaunchShape launch = schedule_launch(nest->parts[i].nest, &chosen, limits);
    if (!code_make(nest->parts[i].nest, &chosen, &launch, &code)) return false;
    RegisterFeatures own = register_features(&code);
    register_features_add_part(features, &own);
    code_free(&code);
  }
  register_features_end_batch(features, nest->part_count, schedule);
  return true;
}

bool register_features_of(const Nest *nest, const Schedule *schedule, const GpuLimits *limits,
                          RegisterFeatures *features) {
  *features = (RegisterFeatures){0};
  if (nest->part_count) return features_of_batch(nest, schedule, limits, features);
  KernelCode code;
  LaunchShape launch = schedule_launch(nest, schedule, limits);
  bool made = code_make(nest, schedule, &launch, &code);
  if (made) *features = register_features(&code);
  code_free(&code);
  return made;
}
