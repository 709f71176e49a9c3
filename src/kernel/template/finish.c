// The blocks that share tiles, and of crossing reductions the finish that combines what those have
// found.
#include "kernel/code/body.h"
#include "kernel/nest/integers.h"

enum {
  SHARED_BYTES = 32 * 1024, // through which the threads of a finishing block combine what they have found
  FINISH_COLUMNS = 32,      // of a tile of the finish at least: 128 bytes or more of each block's results
  COLLECTED_WORDS = 64,     // that a thread of it has under way,
  COLLECTED_BLOCKS = 8,     // ... of so many blocks at least
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

// ---- the finish

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
static int finish_vector(const Mapping *first) {
  int vector = first->vector, each = widest_accumulator(first->nest) * mapping_threads(first);
  while (vector > 1 && (first->nest->size[first->fast] % vector || each * vector > SHARED_BYTES))
    vector /= 2;
  return vector;
}

// Neighbouring columns for the threads of a block, so that `finishers` blocks have all of them at once; the
// rest of its threads share what the blocks have found.
static void own_columns(const Mapping *first, int64_t finishers, Mapping *finish) {
  int threads = mapping_threads(first);
  finish->owned = first->walked;
  finish->vector = finish_vector(first);
  if (finish->vector > 1) finish->lane_dims = (uint32_t)1 << finish->fast;
  finish->owned_units = first->walk_elements / finish->vector;
  int64_t wanted = most_of(FINISH_COLUMNS / finish->vector, divide_up(finish->owned_units, finishers)),
          lanes = 1;
  while (lanes < wanted && lanes < finish->owned_units && threads % (2 * lanes) == 0)
    lanes *= 2;
  finish->owned_lanes = (int)lanes;
}

// Does the finish run over the places of a row? It does for their results, and also where a result that all
// places share is stored once for each.
static bool finishes_columns(const Nest *nest) {
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    if ((step->finish || nest_crosses(nest, step)) && step->dims) return true;
  }
  return false;
}

// A number for each block leaves room for many; columns fill the registers with fewer.
int mapping_collected_at_once(const Mapping *finish) {
  int words = 0;
  for (int i = 0; i < finish->nest->step_count; i++) {
    const Step *step = &finish->nest->steps[i];
    if (!nest_crosses(finish->nest, step)) continue;
    int lanes = reduction_per_lane(finish, step) ? finish->vector : 1;
    words += lanes * reduction_accumulator(step).bytes / 4;
  }
  return (int)most_of(COLLECTED_BLOCKS, least_of(COLLECTED_WORDS / most_of(words, 1), 4 * COLLECTED_BLOCKS));
}

void mapping_make_finish(const Nest *nest, const Schedule *schedule, Mapping *finish) {
  Mapping first;
  mapping_make(nest, schedule, &first);
  bool columns = finishes_columns(nest);
  int64_t finishers = most_of(1, schedule->knob[KNOB_finishers]);
  *finish = (Mapping){.nest = nest,
                      .walked = nest->crossed,
                      .fast = first.fast,
                      .fast_walked = !columns,
                      .tile_down = NO_DIM};
  finish->vector = finish->owned_lanes = finish->slots = 1;
  finish->splits = finish->owned_units = 1;
  if (columns) own_columns(&first, finishers, finish);
  finish->walk_lanes = mapping_threads(&first) / finish->owned_lanes;
  finish->walk_units = finish->walk_elements = first.shares;
  finish->trips = divide_up(first.shares, finish->walk_lanes);
  finish->tiles = divide_up(finish->owned_units, finish->owned_lanes);
  finish->owned_exact = finish->owned_units % finish->owned_lanes == 0;
  finish->walk_exact = first.shares % finish->walk_lanes == 0;
  finish->shares = most_of(1, least_of(least_of(finish->tiles, finishers), first.shares));
  finish->tiles_per_block = divide_up(finish->tiles, finish->shares);
}
