#include "kernel/template/sized.h"

#include "base/arena.h"
#include "kernel/template/rules.h"
#include "kernel/template/template.h"

#include <limits.h>

// ---- the launch

SizedGrid schedule_sized_grid(const Nest *nest, const Schedule *schedule) {
  Mapping mapping;
  SizedGrid grid = {.form.divisor = 1, .block = 1};
  mapping_make(nest, schedule, &mapping);
  int64_t owned = nest_elements(nest, mapping.owned);
  grid.form.constant = mapping.shares;
  if (nest->crossed) return grid; // however many tiles they share
  int64_t lanes = mapping.owned_lanes, walkers = (int64_t)mapping.walk_lanes * mapping.slots;
  if (size_follows(nest->sized, owned)) {
    grid.form = size_form(nest->sized, owned);
    grid.block = mapping.fast_walked ? lanes : lanes * mapping.vector;
  } else if (!nest->reduced && !mapping.owned && size_follows(nest->sized, mapping.walk_elements)) {
    grid.form = size_form(nest->sized, mapping.walk_elements);
    grid.block = walkers * mapping.vector;
  } else {
    grid.form.constant = mapping.tiles * mapping.splits;
  }
  return grid;
}

bool sized_grid_follows(const Nest *nest, const Schedule *schedule) {
  return schedule_sized_grid(nest, schedule).form.scale != 0;
}

int64_t sized_grid_at(const SizedGrid *grid, int64_t value) {
  return divide_up(size_form_at(grid->form, value), grid->block);
}

int64_t schedule_sized_blocks(const Nest *nest, const Schedule *schedule, int64_t value) {
  int64_t blocks = 0;
  for (int i = 0; i < nest->part_count; i++) {
    const NestPart *part = &nest->parts[i];
    blocks += schedule_sized_blocks(part->nest, part->schedule, value) * part->count;
  }
  if (nest->part_count) return blocks;
  SizedGrid grid = schedule_sized_grid(nest, schedule);
  return sized_grid_at(&grid, value);
}

// ---- the largest value

static bool index_fits(const Nest *nest, const Index *index, int64_t value) {
  int64_t low, high;
  size_index_range(nest, index, value, &low, &high);
  return low >= INT_MIN && high <= INT_MAX;
}

static bool indices_fit(const Nest *nest, int64_t value) {
  bool fit = true;
  for (int i = 0; i < nest->step_count && fit; i++)
    fit = index_fits(nest, &nest->steps[i].index, value);
  for (int i = 0; i < nest->condition_count && fit; i++)
    fit = index_fits(nest, &nest->conditions[i].index, value);
  for (int i = nest->dim_count; i < nest->symbol_count && fit; i++)
    fit = index_fits(nest, &nest->symbols[i].of, value);
  return fit;
}

// Places of all threads, those beyond the end too.
static bool places_fit(const Nest *nest, const Mapping *mapping, int64_t value) {
  int64_t walkers = mapping->walk_lanes * mapping->slots * mapping->vector;
  int64_t walked = size_at(nest->sized, mapping->walk_elements, value);
  int64_t owned = size_at(nest->sized, nest_elements(nest, mapping->owned), value);
  bool map = !nest->reduced;
  int64_t splits = map ? 1 : mapping->splits;
  return walked <= INT_MAX - walkers * splits && owned <= INT_MAX - mapping->owned_lanes * mapping->vector;
}

typedef struct Bounds {
  const Nest *nest;
  Mapping mapping;
  SizedGrid grid;
  bool narrow;
} Bounds;

static bool value_fits(const Bounds *bounds, int64_t value) {
  if (sized_grid_at(&bounds->grid, value) > INT_MAX) return false;
  return !bounds->narrow ||
         (indices_fit(bounds->nest, value) && places_fit(bounds->nest, &bounds->mapping, value));
}

static int64_t largest_value(const Bounds *bounds) {
  const NestSize *size = bounds->nest->sized;
  int64_t multiple = size->multiple, low = 0, high = least_of(size->witness, INT_MAX) / multiple;
  while (low < high) {
    int64_t middle = low + (high - low + 1) / 2;
    if (value_fits(bounds, middle * multiple))
      low = middle;
    else
      high = middle - 1;
  }
  return low * multiple;
}

// Quotients and remainders by which the place of a unit becomes the indices of dims (emit_decode).
static int count_divisions(const Nest *nest, const Mapping *mapping) {
  int divisions = 0;
  int64_t below = 1;
  uint32_t rest = mapping->walked;
  for (int dim = nest->dim_count - 1; dim >= 0; dim--) {
    if (!(mapping->walked >> dim & 1)) continue;
    rest &= ~((uint32_t)1 << dim);
    divisions += size_follows(nest->sized, below) + (rest && size_follows(nest->sized, nest->size[dim]));
    below *= nest->size[dim];
  }
  return divisions;
}

static void share_bounds(SizedNest *sized) {
  int64_t second = sized->second.witness;
  sized->second = sized->there = sized->size;
  sized->second.witness = second;
  sized->there.witness = 0;
}

// In 32 bits where the given value fits them.
static void set_bounds(SizedNest *sized, const Schedule *schedule) {
  Bounds bounds = {.nest = sized->nest, .narrow = true};
  mapping_make(sized->nest, schedule, &bounds.mapping);
  bounds.grid = schedule_sized_grid(sized->nest, schedule);
  bounds.narrow = value_fits(&bounds, sized->value);
  sized->size.wide = !bounds.narrow;
  sized->size.most = largest_value(&bounds);
  sized->size.divisions = count_divisions(sized->nest, &bounds.mapping);
  share_bounds(sized);
}

// ---- the knobs

static void force(ScheduleOverride *overrides, Knob knob, int value) {
  overrides->set |= 1u << knob;
  overrides->knob[knob] = value;
}

// What the mapping at the witness leaves of the schedule for the given value; true: something changed.
static bool give_up(const Nest *nest, const Schedule *schedule, ScheduleOverride *overrides) {
  Mapping mapping;
  mapping_make(nest, schedule, &mapping);
  bool owned = size_follows(nest->sized, nest_elements(nest, mapping.owned));
  bool walked = size_follows(nest->sized, mapping.walk_elements);
  bool together = !nest->crossed && (owned || (walked && (nest->passes > 1 || !nest->reduced)));
  int vector = (int)least_of(schedule->knob[KNOB_vector], nest_size_alignment(nest));
  if (walked && mapping.ragged) vector = 1;
  ScheduleOverride before = *overrides;
  if (vector != schedule->knob[KNOB_vector]) force(overrides, KNOB_vector, vector);
  if (together && schedule->knob[KNOB_splits] != 1) force(overrides, KNOB_splits, 1);
  if (walked && schedule->knob[KNOB_persistent]) force(overrides, KNOB_persistent, 0);
  if (!nest->reduced && schedule->knob[KNOB_rows] != 1) force(overrides, KNOB_rows, 1);
  return before.set != overrides->set ||
         (overrides->set & KNOB_BIT(vector) && before.knob[KNOB_vector] != overrides->knob[KNOB_vector]);
}

// Rows of any length have no registers for what is found of each of their places.
static bool takes_length(const Nest *nest, const Schedule *schedule, Reason *reason) {
  Mapping mapping;
  mapping_make(nest, schedule, &mapping);
  bool columns = nest_crosses_columns(nest), waits = nest->scanned && !mapping.ordered;
  if (!size_follows(nest->sized, mapping.walk_elements) || (!columns && !waits)) return true;
  return reason_set(reason, REASON_UNSUPPORTED, (int[]){nest->ops[0], NO_OP},
                    "%s, whose number must be known: %s as an argument gives rows of any length",
                    columns ? "a thread keeps in registers what it finds of its columns"
                            : "a thread keeps the places of its row in registers until the scan is done",
                    nest->sized->name);
}

// As many blocks as run at once share what there is of rows, be they as few as now.
static bool share_more(const SizedNest *sized, const GpuLimits *limits, ScheduleOverride *forced,
                       const Schedule *schedule, Reason *reason) {
  ScheduleOverride all = {.set = (1u << KNOB_COUNT) - 1};
  Schedule at_many;
  if (!sized->nest->crossed || forced->set & KNOB_BIT(splits)) return true;
  for (int knob = 0; knob < KNOB_COUNT; knob++)
    all.knob[knob] = schedule->knob[knob];
  all.set &= ~KNOB_BIT(splits);
  if (!schedule_choose(sized->nest, limits, &all, &at_many, reason)) return false;
  force(forced, KNOB_splits, at_many.knob[KNOB_splits]);
  return true;
}

static bool schedule_single(SizedNest *sized, const GpuLimits *limits, const ScheduleOverride *overrides,
                            Schedule *schedule, Reason *reason) {
  ScheduleOverride forced = overrides ? *overrides : (ScheduleOverride){0};
  if (!template_for(sized->given, &forced)->takes_sizes) force(&forced, KNOB_rows, 1); // a tile as a map
  const Template *template = template_for(sized->given, &forced);
  if (!template->takes_sizes)
    return reason_set(reason, REASON_UNSUPPORTED, (int[]){NO_OP},
                      "a %s kernel does not take %s as an argument yet", template->name, sized->size.name);
  force(&forced, KNOB_tiles, 1);
  force(&forced, KNOB_groups, 0);
  if (!sized->given->crossed) force(&forced, KNOB_pipeline, PIPELINE_NONE);
  do
    if (!schedule_choose(sized->given, limits, &forced, schedule, reason)) return false;
  while (give_up(sized->nest, schedule, &forced));
  if (!takes_length(sized->nest, schedule, reason) || !share_more(sized, limits, &forced, schedule, reason) ||
      !schedule_choose(sized->given, limits, &forced, schedule, reason))
    return false;
  set_bounds(sized, schedule);
  return true;
}

// ---- a batch

// In the batch's blocks, with as many threads of them as the part has for the given value.
static bool schedule_one_part(SizedNest *sized, int at, const GpuLimits *limits, const Schedule *batch,
                              Reason *reason) {
  SizedNest *part = &sized->parts[at];
  ScheduleOverride forced = schedule_part_overrides(part->given, batch);
  Schedule given, *own = arena_alloc(sized->nest->arena, sizeof *own);
  if (!schedule_part(sized->given, batch, limits, at, &given))
    return reason_set(reason, REASON_UNSUPPORTED, (int[]){NO_OP}, "a part of it has no schedule");
  force(&forced, KNOB_threads, given.knob[KNOB_threads]);
  if (!schedule_single(part, limits, &forced, own, reason)) return false;
  own->knob[KNOB_registers] = batch->knob[KNOB_registers];
  sized->nest->parts[at].schedule = sized->other->parts[at].schedule = own;
  return true;
}

// What all parts take, and so many blocks in all as a launch can have.
static void set_batch_bounds(SizedNest *sized, const Schedule *schedule) {
  NestSize *size = &sized->size;
  size->most = INT_MAX;
  for (int i = 0; i < sized->part_count; i++) {
    const NestSize *part = &sized->parts[i].size;
    size->most = least_of(size->most, part->most);
    size->wide |= part->wide;
  }
  while (schedule_sized_blocks(sized->nest, schedule, size->most) > INT_MAX)
    size->most = size->most / 2 / size->multiple * size->multiple;
  share_bounds(sized);
}

static bool schedule_sized_parts(SizedNest *sized, const GpuLimits *limits, const ScheduleOverride *overrides,
                                 Schedule *schedule, Reason *reason) {
  if (!schedule_choose(sized->given, limits, overrides, schedule, reason)) return false;
  for (int i = 0; i < sized->part_count; i++)
    if (!schedule_one_part(sized, i, limits, schedule, reason)) return false;
  // Until now those for the given value went by the rules.
  for (int i = 0; i < sized->part_count; i++)
    sized->given->parts[i].schedule = sized->nest->parts[i].schedule;
  set_batch_bounds(sized, schedule);
  return true;
}

bool schedule_sized(SizedNest *sized, const GpuLimits *limits, const ScheduleOverride *overrides,
                    Schedule *schedule, Reason *reason) {
  return (sized->part_count ? schedule_sized_parts : schedule_single)(sized, limits, overrides, schedule,
                                                                      reason);
}
