// What a reduction needs: its accumulator, and the memory through which threads and blocks combine.
#include "kernel/template/mapping.h"

enum { WARP = 32 };

static int element_bytes(DType dtype) {
  return dtype == DTYPE_BOOL ? 4 : dtype_bytes(dtype);
}

static Accumulator accumulator_of(const char *name, DType element, int parts) {
  int bytes = element_bytes(element);
  return (Accumulator){name, element, DTYPE_COUNT, parts * bytes, bytes};
}

// A value and a position of the same size: no padding.
static Accumulator argument_accumulator(const char *name, const Step *reduce) {
  int bytes = dtype_bytes(reduce->dtype);
  DType position = bytes == 4 ? reduce->stored : DTYPE_I64;
  if (dtype_bytes(position) > bytes) bytes = dtype_bytes(position);
  return (Accumulator){name, reduce->dtype, position, 2 * bytes, bytes};
}

Accumulator reduction_accumulator(const Step *reduce) {
  DType element = reduce->dtype;
  bool flag = element == DTYPE_BOOL;
  switch (reduce->reduce) {
    case REDUCE_SUM:
      return accumulator_of("fb_sum", reduce->stored, 1);
    case REDUCE_PRODUCT:
      return accumulator_of("fb_product", element, 1);
    case REDUCE_MIN:
      return accumulator_of(flag ? "fb_all" : "fb_least", element, 1);
    case REDUCE_MAX:
      return accumulator_of(flag ? "fb_any" : "fb_most", element, 1);
    case REDUCE_ANY:
      return accumulator_of("fb_any", DTYPE_BOOL, 1);
    case REDUCE_ALL:
      return accumulator_of("fb_all", DTYPE_BOOL, 1);
    case REDUCE_ARGMIN:
      return argument_accumulator("fb_argmin", reduce);
    case REDUCE_ARGMAX:
      return argument_accumulator("fb_argmax", reduce);
    case REDUCE_WELFORD:
      return accumulator_of("fb_welford", element, 3);
    case REDUCE_SOFTMAX:
      return accumulator_of("fb_softmax", element, 2);
  }
  return accumulator_of("fb_sum", element, 1);
}

bool reduction_per_lane(const Mapping *mapping, const Step *reduce) {
  return (reduce->dims & mapping->lane_dims) != 0;
}

bool reduction_of_one_thread(const Mapping *mapping, const Step *reduce) {
  return mapping->owned_lanes == 1 && !((reduce->dims | reduce->over) & mapping->walked);
}

// Along the walk: one partial per warp and row. Across columns: one per warp, or per thread where the rows
// are longer.
static int partial_rows(const Mapping *mapping) {
  if (mapping->fast_walked)
    return mapping->walk_lanes <= WARP && !mapping->cluster ? 0 : mapping->walk_lanes / WARP;
  int threads = mapping_threads(mapping), group = mapping->owned_lanes > WARP ? mapping->owned_lanes : WARP;
  return mapping->walk_lanes == 1 || threads <= WARP ? 0 : threads / group;
}

bool reduction_along_row(const Mapping *mapping, const Step *reduce) {
  return mapping->fast_walked && !nest_crosses(mapping->nest, reduce);
}

// Of one slot of all threads.
static int slot_bytes(const Mapping *first, const Step *reduce) {
  int lanes = reduction_per_lane(first, reduce) ? first->vector : 1;
  return mapping_threads(first) * lanes * reduction_accumulator(reduce).bytes;
}

// Behind the tile loop: a partial per thread and slot where rows have found something of the same columns,
// one per warp of what is one for all.
static int crossing_shared_bytes(const Mapping *first, const Step *reduce) {
  int threads = mapping_threads(first);
  if (threads <= WARP || reduction_of_one_thread(first, reduce)) return 0;
  if (!reduce->dims) return threads / WARP * reduction_accumulator(reduce).bytes;
  return first->owned_lanes > 1 ? slot_bytes(first, reduce) : 0;
}

int reduction_shared_bytes(const Mapping *mapping, const Step *reduce) {
  bool finish = mapping->walked & mapping->nest->crossed;
  if (nest_crosses(mapping->nest, reduce) && !finish) return crossing_shared_bytes(mapping, reduce);
  int lanes = reduction_per_lane(mapping, reduce) ? mapping->vector : 1;
  int blocks = mapping->cluster ? (int)mapping->splits : 1;
  return blocks * partial_rows(mapping) * mapping->owned_lanes * lanes * reduction_accumulator(reduce).bytes;
}

// Two sets where there are several trips, so that one trip's are written while others are read.
int mapping_scan_shared_count(const Mapping *mapping, const Step *scan) {
  int sets = mapping->ordered && mapping->trips > 1 ? 2 : 1, threads = mapping_threads(mapping);
  if (mapping->fast_walked) return mapping->walk_lanes <= WARP ? 0 : sets * mapping->slots * threads / WARP;
  if (mapping->owned_lanes < WARP)
    threads /= WARP / mapping->owned_lanes; // those of a warp pass on by shuffles
  return mapping->walk_lanes == 1
             ? 0
             : sets * threads * (reduction_per_lane(mapping, scan) ? mapping->vector : 1);
}

// Barriers of a tile: the reductions of a loop that go through shared memory have one together.
static int tile_barriers(const Mapping *mapping) {
  int barriers = 0;
  for (int pass = 0; pass < mapping->nest->passes; pass++) {
    bool shares = false;
    for (int i = 0; i < mapping->nest->step_count && !shares; i++) {
      const Step *step = &mapping->nest->steps[i];
      shares = step->kind == STEP_REDUCE && step->pass == pass && reduction_along_row(mapping, step) &&
               reduction_shared_bytes(mapping, step) > 0;
    }
    barriers += shares;
  }
  return barriers;
}

bool mapping_alternates(const Mapping *mapping) {
  return mapping->tiles_per_block > 1 && tile_barriers(mapping) == 1;
}

// What each of the blocks that share a crossing reduction publishes.
static int64_t published_bytes(const Mapping *first, const Step *reduce) {
  int64_t results = reduce->dims ? first->walk_units : 1;
  if (reduction_per_lane(first, reduce)) results *= first->vector;
  return (first->shares * results * reduction_accumulator(reduce).bytes + 15) / 16 * 16;
}

int64_t reduction_partial_bytes(const Mapping *mapping, const Step *reduce) {
  if (mapping->nest->crossed)
    return nest_crosses(mapping->nest, reduce) ? published_bytes(mapping, reduce) : 0;
  if (mapping->splits == 1 || mapping->cluster) return 0;
  int lanes = reduction_per_lane(mapping, reduce) ? mapping->vector : 1;
  int64_t bytes =
      mapping->tiles * mapping->splits * mapping->owned_lanes * lanes * reduction_accumulator(reduce).bytes;
  return (bytes + 15) / 16 * 16;
}
