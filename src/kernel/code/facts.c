#include "kernel/code/facts.h"

// ---- loops

bool body_walks_once(const Body *body) {
  return body->mapping.slots == 1 && body->mapping.trips == 1;
}

bool body_slot_guarded(const Body *body) {
  const Mapping *mapping = &body->mapping;
  return !mapping->walk_exact || mapping_sure_units(mapping) < mapping->walk_units;
}

bool body_loads_first(const Body *body) {
  const Mapping *mapping = &body->mapping;
  return mapping->slots > 1 || (mapping->persistent && mapping->end_slots > 0);
}

bool body_reads_walk(const Body *body) {
  bool walks = false, reads = body_slot_guarded(body) || body->mapping.ragged;
  for (int i = 0; i < body->nest->step_count; i++) {
    if (!body->places[i].loops) continue;
    walks = true;
    reads |= (body_dims_read(body, i) & body->mapping.walked) != 0;
  }
  return walks && reads;
}

bool body_pipelines_tiles(const Body *body) {
  return body->mapping.pipeline != PIPELINE_NONE;
}

bool body_pipelines_in_place(const Body *body) {
  return body->mapping.pipeline == PIPELINE_IN_PLACE;
}

bool body_slots_descend(const Body *body) {
  return body->packs && body->mapping.trips == 1 && body_slot_guarded(body);
}

// ---- values

bool body_declared_before(const Body *body, int at) {
  const StepPlace *place = &body->places[at];
  if (!place->walked || place->packed) return pipelines_tile(place) && !place->packed;
  return body_held(place) || (place->issue == ISSUE_HOISTED && body_loads_first(body));
}

bool body_slots_apart(const Body *body, int at) {
  return body->mapping.slots > 1 && !body->places[at].alike;
}

bool body_has_slots(const Body *body, int at) {
  const StepPlace *place = &body->places[at];
  return place->walked && body_slots_apart(body, at) && (place->issue == ISSUE_HOISTED || body_held(place)) &&
         !place->packed;
}

uint32_t index_dims_read(const Nest *nest, const Index *index) {
  uint32_t dims = 0;
  for (int i = 0; i < index->count; i++) {
    const Symbol *symbol = &nest->symbols[index->term[i].symbol];
    if (symbol->kind == SYMBOL_DIM) dims |= (uint32_t)1 << index->term[i].symbol;
    if (symbol->kind == SYMBOL_QUOTIENT) dims |= index_dims_read(nest, &symbol->of);
  }
  return dims;
}

static uint32_t condition_dims_read(const Nest *nest, int condition) {
  uint32_t dims = 0;
  for (; condition != NO_CONDITION; condition = nest->conditions[condition].parent)
    dims |= index_dims_read(nest, &nest->conditions[condition].index);
  return dims;
}

// A store whose value does not vary with a dim happens at index 0 of it.
static uint32_t store_dims_tested(const Nest *nest, const Step *step) {
  uint32_t dims = nest_all_dims(nest) & ~step->dims;
  for (int dim = 0; dim < nest->dim_count; dim++)
    if (nest->size[dim] == 1) dims &= ~((uint32_t)1 << dim);
  return dims;
}

bool body_counts_positions(const Body *body, int at) {
  const Step *step = &body->nest->steps[at];
  return step_accumulates(step) && step->operand_count > 1 && !body->places[step->operand[1]].used;
}

uint32_t body_dims_read(const Body *body, int at) {
  const Nest *nest = body->nest;
  const Step *step = &nest->steps[at];
  uint32_t dims = 0;
  bool addressed = step->kind == STEP_LOAD || step->kind == STEP_STORE;
  if (addressed || step->kind == STEP_INDEX || step->kind == STEP_RANDOM)
    dims |= index_dims_read(nest, &step->index);
  if (addressed) dims |= condition_dims_read(nest, step->condition);
  if (body_counts_positions(body, at)) dims |= index_dims_read(nest, &nest->steps[step->operand[1]].index);
  if (step->kind == STEP_CHOOSE) dims |= condition_dims_read(nest, step->chosen_by);
  if (step->kind == STEP_STORE && body->places[at].walked) dims |= store_dims_tested(nest, step);
  return dims;
}

// What is staged was loaded under its conditions, but where another load without them brings it.
bool body_load_tests(const Body *body, int at) {
  const Step *step = &body->nest->steps[at];
  if (!body->places[at].staged) return true;
  int source = tile_source(&body->mapping, at);
  return step->zero_outside && body->nest->steps[source].condition != step->condition;
}

// ---- loads whose stages are slots

bool body_pipelines_slots(const Body *body, bool shared) {
  for (int i = 0; i < body->nest->step_count; i++)
    if (pipelines_slot(&body->places[i]) && pipelines_through_shared(&body->places[i]) == shared) return true;
  return false;
}

int body_first_around(const Body *body) {
  for (int i = 0; i < body->nest->step_count; i++)
    if (pipelines_words(&body->places[i])) return i;
  return NO_STEP;
}

bool body_loads_own_slots(const Body *body, int pass) {
  return pass == body->loops - 1 && body_first_around(body) != NO_STEP;
}

// ---- reductions

bool body_reduces_in(const Body *body, int at, int pass) {
  const Step *reduce = &body->nest->steps[at];
  return reduce->kind == STEP_REDUCE && (body->places[at].loops >> pass & 1) &&
         !nest_crosses(body->nest, reduce);
}

int body_first_reducing(const Body *body) {
  int first = body->loops;
  for (int i = 0; i < body->nest->step_count; i++)
    for (int pass = 0; pass < first; pass++)
      if (body_reduces_in(body, i, pass)) first = pass;
  return first;
}

bool body_keeps_slots(const Body *body, const Step *reduce) {
  return !body->finishing && nest_crosses(body->nest, reduce) && reduce->dims;
}

// Reductions along rows have memory of their own, others use the same one after another.
bool body_has_row_memory(const Body *body, int at) {
  const Step *step = &body->nest->steps[at];
  return step->kind == STEP_REDUCE && body->places[at].used &&
         reduction_shared_bytes(&body->mapping, step) > 0 && reduction_along_row(&body->mapping, step);
}

int body_accumulator_lanes(const Body *body, const Step *accumulates) {
  return reduction_per_lane(&body->mapping, accumulates) ? body->mapping.vector : 1;
}

double body_accumulator_registers(const Body *body, int loop) {
  double sum = 0;
  for (int i = 0; i < body->nest->step_count; i++) {
    const Step *step = &body->nest->steps[i];
    if (!step_accumulates(step) || !body->places[i].used) continue;
    bool scan = step->kind == STEP_SCAN, crosses = nest_crosses(body->nest, step);
    uint32_t loops = body->places[i].loops;
    if (!crosses && !(scan ? loops < (uint32_t)2 << loop : loops >> loop & 1)) continue;
    double lanes = body_accumulator_lanes(body, step);
    if (scan || (crosses && step->dims)) lanes *= body->mapping.slots;
    sum += lanes * reduction_accumulator(step).bytes / 4;
  }
  return sum;
}

// ---- tiles

bool body_is_product(const Body *body) {
  return body->mapping.product_rows > 0;
}

bool body_is_tile(const Body *body) {
  return body->mapping.tile_down != NO_DIM;
}

static bool is_staged(const Body *body, int at, StepKind kind) {
  const StepPlace *place = &body->places[at];
  return place->staged && place->used && body->nest->steps[at].kind == kind;
}

bool body_moves(const Body *body, int at, StepKind kind) {
  return is_staged(body, at, kind) && tile_source(&body->mapping, at) == at;
}

bool body_stages(const Body *body, StepKind kind) {
  for (int i = 0; i < body->nest->step_count; i++)
    if (is_staged(body, i, kind)) return true;
  return false;
}

int body_patches(const Body *body) {
  int threads = mapping_threads(&body->mapping);
  return (tile_patches(&body->mapping) + threads - 1) / threads;
}

bool body_patches_end(const Body *body) {
  return tile_patches(&body->mapping) % mapping_threads(&body->mapping) != 0;
}

bool body_tile_ends(const Body *body) {
  const Mapping *mapping = &body->mapping;
  return body->nest->size[mapping->tile_down] % mapping->tile_rows ||
         mapping_row_units(mapping) % mapping->tile_units;
}
