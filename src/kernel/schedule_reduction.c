// What a reduction needs: its accumulator, and the memory through which threads and blocks combine.
#include "kernel/schedule_mapping.h"

enum { WARP = 32 };

static int element_bytes(DType dtype) {
  return dtype == DTYPE_BOOL ? 4 : dtype_bytes(dtype);
}

Accumulator reduction_accumulator(const Step *reduce) {
  DType element = reduce->dtype;
  bool flag = element == DTYPE_BOOL;
  int bytes = element_bytes(element);
  switch (reduce->reduce) {
    case REDUCE_SUM:
      return (Accumulator){"fb_sum", element, bytes, bytes};
    case REDUCE_PRODUCT:
      return (Accumulator){"fb_product", element, bytes, bytes};
    case REDUCE_MIN:
      return flag ? (Accumulator){"fb_all", element, 4, 4} : (Accumulator){"fb_least", element, bytes, bytes};
    case REDUCE_MAX:
      return flag ? (Accumulator){"fb_any", element, 4, 4} : (Accumulator){"fb_most", element, bytes, bytes};
    case REDUCE_ANY:
      return (Accumulator){"fb_any", DTYPE_BOOL, 4, 4};
    case REDUCE_ALL:
      return (Accumulator){"fb_all", DTYPE_BOOL, 4, 4};
    case REDUCE_ARGMIN:
      return (Accumulator){"fb_argmin", flag ? DTYPE_I64 : element, 16, 8};
    case REDUCE_ARGMAX:
      return (Accumulator){"fb_argmax", flag ? DTYPE_I64 : element, 16, 8};
    case REDUCE_WELFORD:
      return (Accumulator){"fb_welford", element, 3 * bytes, bytes};
    case REDUCE_SOFTMAX:
      return (Accumulator){"fb_softmax", element, 2 * bytes, bytes};
  }
  return (Accumulator){"fb_sum", element, bytes, bytes};
}

bool reduction_per_lane(const Mapping *mapping, const Step *reduce) {
  return (reduce->dims & mapping->lane_dims) != 0;
}

// Along the walk: one partial per warp and row. Across columns: one per thread.
static int partial_rows(const Mapping *mapping) {
  if (mapping->fast_walked)
    return mapping->walk_lanes <= WARP && !mapping->cluster ? 0 : mapping->walk_lanes / WARP;
  return mapping->walk_lanes == 1 || mapping_threads(mapping) <= WARP ? 0 : mapping->walk_lanes;
}

int reduction_shared_bytes(const Mapping *mapping, const Step *reduce) {
  int lanes = reduction_per_lane(mapping, reduce) ? mapping->vector : 1;
  int blocks = mapping->cluster ? (int)mapping->splits : 1;
  return blocks * partial_rows(mapping) * mapping->owned_lanes * lanes * reduction_accumulator(reduce).bytes;
}

// Two sets where there are several trips, so that one trip's are written while others are read.
int scan_shared_count(const Mapping *mapping, const Step *scan) {
  int sets = mapping->ordered && mapping->trips > 1 ? 2 : 1, threads = mapping_threads(mapping);
  if (mapping->fast_walked) return mapping->walk_lanes <= WARP ? 0 : sets * mapping->slots * threads / WARP;
  return mapping->walk_lanes == 1
             ? 0
             : sets * threads * (reduction_per_lane(mapping, scan) ? mapping->vector : 1);
}

int64_t reduction_partial_bytes(const Mapping *mapping, const Step *reduce) {
  if (mapping->splits == 1 || mapping->cluster) return 0;
  int lanes = reduction_per_lane(mapping, reduce) ? mapping->vector : 1;
  int64_t bytes =
      mapping->tiles * mapping->splits * mapping->owned_lanes * lanes * reduction_accumulator(reduce).bytes;
  return (bytes + 15) / 16 * 16;
}
