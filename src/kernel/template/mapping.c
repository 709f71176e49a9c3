// Laying the domain over threads, see mapping.h.
#include "kernel/nest/integers.h"
#include "kernel/nest/size.h"
#include "kernel/template/template.h"

enum { STORE_RANK = 16 }; // more than the bytes of any element

uint32_t mapping_repeated_dims(const Nest *nest) {
  uint32_t all = nest_all_dims(nest), dims = 0, fast = all & ~(all >> 1);
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    if (step->kind == STEP_LOAD && step->dims != all && (step->dims & fast)) dims |= step->dims;
  }
  return dims == all ? 0 : dims;
}

static uint32_t walked_of(const Nest *nest, const Schedule *schedule) {
  if (schedule->kind->walked) return schedule->kind->walked(nest, schedule);
  return nest->reduced ? nest->reduced : nest_all_dims(nest);
}

static void split_dims(const Nest *nest, const Schedule *schedule, Mapping *mapping) {
  uint32_t all = nest_all_dims(nest);
  mapping->walked = walked_of(nest, schedule);
  mapping->owned = all & ~mapping->walked;
  mapping->fast = nest->dim_count > 0 ? nest->dim_count - 1 : NO_DIM;
  mapping->fast_walked = mapping->fast != NO_DIM && (mapping->walked >> mapping->fast & 1);
}

static int walked_dims(const Mapping *mapping) {
  return __builtin_popcount(mapping->walked);
}

// Stores at any place go one by one, while two aligned loads hold what lies at any place of a peeled walk.
static int anchor_rank(const Mapping *mapping, const Step *step) {
  return (mapping->peeled && step->kind == STEP_STORE ? STORE_RANK : 0) + dtype_bytes(step->stored);
}

// The index along which a shifted walk is aligned: stores first, and the widest of them.
static const Index *shift_anchor(const Mapping *mapping) {
  const Nest *nest = mapping->nest;
  const Step *best = NULL;
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    if (step->kind != STEP_LOAD && step->kind != STEP_STORE) continue;
    if (step->dims != nest_all_dims(nest)) continue;
    Mapping trial = *mapping;
    if (!mapping_shift(&trial, &step->index)) continue;
    if (!best || anchor_rank(mapping, step) > anchor_rank(mapping, best)) best = step;
  }
  return best ? &best->index : NULL;
}

static void set_vector(const Nest *nest, const Schedule *schedule, Mapping *mapping) {
  mapping->vector = mapping->fast == NO_DIM ? 1 : (int)most_of(1, schedule->knob[KNOB_vector]);
  int64_t size = mapping->fast == NO_DIM ? 1 : nest->size[mapping->fast];
  if (!mapping->fast_walked)
    while (mapping->vector > 1 && size % mapping->vector)
      mapping->vector /= 2;
  if (schedule->kind->narrow) schedule->kind->narrow(mapping);
  if (mapping->vector > 1) mapping->lane_dims = (uint32_t)1 << mapping->fast;
  mapping->ragged = mapping->fast_walked && size % mapping->vector != 0;
  mapping->linear = mapping->ragged && walked_dims(mapping) > 1;
  mapping->peeled = mapping->ragged && nest->reduced && !nest->scanned && !nest->crossed;
  if (mapping->linear) mapping->lane_dims = mapping->walked;
  // What is found of each column stays with one thread: then rows cannot be shifted.
  if (!mapping->ragged || !mapping->owned || nest_crosses_columns(nest)) return;
  const Index *anchor = shift_anchor(mapping);
  if (anchor) mapping_shift(mapping, anchor);
}

static void count_units(const Nest *nest, Mapping *mapping) {
  mapping->walk_elements = nest_elements(nest, mapping->walked);
  int64_t owned = nest_elements(nest, mapping->owned);
  if (mapping->peeled) {
    mapping->walk_units = mapping->walk_elements / mapping->vector;
    mapping->owned_units = owned;
  } else if (mapping->fast_walked) {
    int64_t most_shift = mapping->shifted ? mapping->vector - 1 : 0;
    mapping->walk_units =
        mapping->walk_elements ? divide_up(mapping->walk_elements + most_shift, mapping->vector) : 0;
    mapping->owned_units = owned;
  } else {
    mapping->walk_units = mapping->walk_elements;
    mapping->owned_units = owned / mapping->vector;
  }
}

int64_t mapping_row_units(const Mapping *mapping) {
  return mapping->nest->size[mapping->fast] / mapping->vector;
}

static void share_threads(const Schedule *schedule, Mapping *mapping) {
  int threads = (int)most_of(1, schedule->knob[KNOB_threads]);
  int rows = mapping->owned ? (int)most_of(1, schedule->knob[KNOB_rows]) : 1;
  if (!mapping->fast_walked) rows = (int)most_of(1, rows / mapping->vector);
  mapping->owned_lanes = rows < threads ? rows : threads;
  mapping->walk_lanes = threads / mapping->owned_lanes;
}

static void count_ends(Mapping *mapping) {
  if (!mapping->peeled) return;
  int64_t rest = mapping->walk_elements % mapping->vector;
  mapping->most_ends = mapping->shifted ? 2 * mapping->vector - 2 : (int)rest;
  mapping->end_slots = (int)divide_up(mapping->most_ends, mapping->walk_lanes);
}

static int64_t owned_elements(const Mapping *mapping) {
  return nest_elements(mapping->nest, mapping->owned);
}

static void count_trips(const Nest *nest, const Schedule *schedule, Mapping *mapping) {
  bool map = nest->reduced == 0;
  mapping->slots = (int)most_of(1, schedule->knob[KNOB_unroll]);
  mapping->persistent = !map && schedule->knob[KNOB_persistent];
  mapping->ordered = nest->scanned && !nest_feeds_back(nest);
  mapping->blocked = nest->scanned && !mapping->fast_walked;
  bool together = nest->passes > 1 || mapping->persistent; // later passes need what all blocks have found
  bool alone = (together && (!mapping->fast_walked || nest->scanned)) || nest->crossed;
  mapping->splits = alone ? 1 : most_of(1, schedule->knob[KNOB_splits]);
  mapping->cluster = together && mapping->splits > 1;
  int64_t all = most_of(1, divide_up(mapping->walk_units, mapping->walk_lanes * mapping->splits));
  bool holds = (mapping->persistent && !mapping->ordered) || nest_crosses_columns(nest);
  if (holds || mapping->slots > all) mapping->slots = (int)all; // no more than one trip has
  int64_t share = (int64_t)mapping->walk_lanes * mapping->slots;
  if (map && !mapping->owned) mapping->splits = divide_up(mapping->walk_units, share);
  mapping->trips = divide_up(mapping->walk_units, most_of(1, share * mapping->splits));
  mapping->tiles = divide_up(mapping->owned_units, mapping->owned_lanes);
  // At the witness of a size it may be so by chance.
  mapping->owned_exact =
      mapping->owned_units % mapping->owned_lanes == 0 && !size_follows(nest->sized, owned_elements(mapping));
  mapping->walk_exact = mapping->walk_units == mapping->trips * mapping->splits * share &&
                        !size_follows(nest->sized, mapping->walk_elements);
}

void mapping_make(const Nest *nest, const Schedule *schedule, Mapping *mapping) {
  *mapping = (Mapping){.nest = nest, .tile_down = NO_DIM};
  split_dims(nest, schedule, mapping);
  set_vector(nest, schedule, mapping);
  count_units(nest, mapping);
  share_threads(schedule, mapping);
  count_ends(mapping);
  if (schedule->kind->lay_out)
    schedule->kind->lay_out(schedule, mapping);
  else
    count_trips(nest, schedule, mapping);
  mapping_share(schedule, mapping);
}

// The blocks of a cluster are neighbours; else the tiles are, so that all begin at once.
BlockPlace mapping_block(const Mapping *mapping, int64_t block) {
  int64_t tiles = most_of(1, mapping->tiles), splits = most_of(1, mapping->splits);
  if (mapping->cluster) return (BlockPlace){block / splits, block % splits};
  return (BlockPlace){block % tiles, block / tiles};
}

int mapping_threads(const Mapping *mapping) {
  return mapping->owned_lanes * mapping->walk_lanes + mapping->beside;
}
