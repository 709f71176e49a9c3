// The blocks that share tiles, and of crossing reductions the second stage that combines what those have
// found.
#include "kernel/code/body.h"
#include "kernel/nest/integers.h"

enum {
  SHARED_BYTES =
      32 * 1024, // through which the threads of a block of the second stage combine what they have found
  SECOND_STAGE_COLUMNS =
      32,               // of a tile of the second stage at least: 128 bytes or more of each block's results
  COLLECTED_WORDS = 64, // that a thread of it has under way,
  COLLECTED_BLOCKS = 8, // ... of so many blocks at least
};

// Can a block or cluster take rows one after another? Where it holds them whole, and all of them begin where
// vectors do.
static bool holds_rows(const Mapping *mapping) {
  return mapping->owned && mapping->fast_walked && mapping->persistent && !mapping->ragged &&
         !mapping->nest->scanned && mapping->nest->passes > 1 && mapping->trips == 1;
}

void mapping_share(const Schedule *schedule, Mapping *mapping) {
  int64_t tiles = schedule->knob[KNOB_tiles], groups = schedule->knob[KNOB_groups];
  mapping->tiles_per_block = 1;
  if (mapping->nest->crossed)
    mapping->shares = most_of(1, least_of(schedule->knob[KNOB_splits], mapping->tiles));
  else if (tiles > 1 && mapping->tiles > 1 && holds_rows(mapping))
    mapping->shares = groups > 0 ? least_of(groups, mapping->tiles) : divide_up(mapping->tiles, tiles);
  else
    return;
  mapping->tiles_per_block = divide_up(mapping->tiles, mapping->shares);
  if (mapping->tiles_per_block > 1 && mapping->trips == 1)
    mapping->pipeline = (PipelineStorage)schedule->knob[KNOB_pipeline];
  mapping->bypass = mapping->pipeline == PIPELINE_REGISTERS && schedule->knob[KNOB_bypass];
}

// ---- the second stage

static int widest_accumulator(const Nest *nest) {
  int widest = 0;
  for (int i = 0; i < nest->step_count; i++) {
    if (!nest_crosses(nest, &nest->steps[i])) continue;
    int bytes = reduction_accumulator(&nest->steps[i]).bytes;
    if (bytes > widest) widest = bytes;
  }
  return widest;
}

// The widest vector, of those of the tile loop, whose places all exist, and through which the threads can
// combine what they have found.
static int vector_of_columns(const Mapping *first) {
  int vector = first->vector, each = widest_accumulator(first->nest) * mapping_threads(first);
  while (vector > 1 && (first->nest->size[first->fast] % vector || each * vector > SHARED_BYTES))
    vector /= 2;
  return vector;
}

// Neighbouring columns for the threads of a block, so that `reducers` blocks have all of them at once; the
// rest of its threads share what the blocks have found.
static void own_columns(const Mapping *first, int64_t reducers, Mapping *second) {
  int threads = mapping_threads(first);
  second->owned = first->walked;
  second->vector = vector_of_columns(first);
  if (second->vector > 1) second->lane_dims = (uint32_t)1 << second->fast;
  second->owned_units = first->walk_elements / second->vector;
  int64_t wanted = most_of(SECOND_STAGE_COLUMNS / second->vector, divide_up(second->owned_units, reducers)),
          lanes = 1;
  while (lanes < wanted && lanes < second->owned_units && threads % (2 * lanes) == 0)
    lanes *= 2;
  second->owned_lanes = (int)lanes;
}

// Does the second stage run over the places of a row? It does for their results, and also where a result that
// all places share is stored once for each.
static bool reduces_columns(const Nest *nest) {
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    if ((step->second_stage || nest_crosses(nest, step)) && step->dims) return true;
  }
  return false;
}

// A number for each block leaves room for many; columns fill the registers with fewer.
int mapping_collected_at_once(const Mapping *second) {
  int words = 0;
  for (int i = 0; i < second->nest->step_count; i++) {
    const Step *step = &second->nest->steps[i];
    if (!nest_crosses(second->nest, step)) continue;
    int lanes = reduction_per_lane(second, step) ? second->vector : 1;
    words += lanes * reduction_accumulator(step).bytes / 4;
  }
  return (int)most_of(COLLECTED_BLOCKS, least_of(COLLECTED_WORDS / most_of(words, 1), 4 * COLLECTED_BLOCKS));
}

void mapping_make_second_stage(const Nest *nest, const Schedule *schedule, Mapping *second) {
  Mapping first;
  mapping_make(nest, schedule, &first);
  bool columns = reduces_columns(nest);
  int64_t reducers = most_of(1, schedule->knob[KNOB_reducers]);
  *second = (Mapping){.nest = nest,
                      .walked = nest->crossed,
                      .fast = first.fast,
                      .fast_walked = !columns,
                      .tile_down = NO_DIM};
  second->vector = second->owned_lanes = second->slots = 1;
  second->splits = second->owned_units = 1;
  if (columns) own_columns(&first, reducers, second);
  second->walk_lanes = mapping_threads(&first) / second->owned_lanes;
  second->walk_units = second->walk_elements = first.shares;
  second->trips = divide_up(first.shares, second->walk_lanes);
  second->tiles = divide_up(second->owned_units, second->owned_lanes);
  second->owned_exact = second->owned_units % second->owned_lanes == 0;
  second->walk_exact = first.shares % second->walk_lanes == 0;
  second->shares = most_of(1, least_of(least_of(second->tiles, reducers), first.shares));
  second->tiles_per_block = divide_up(second->tiles, second->shares);
}
