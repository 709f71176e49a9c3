// Enumerating the neighbours of a schedule.
#include "kernel/template/candidates.h"

#include "kernel/cuda/emit.h"
#include "kernel/template/template.h"

// How far from its present value a knob is tried.
typedef enum Reach {
  REACH_NONE,  // what follows from other knobs, and what a kernel's own time cannot judge: stores
  REACH_ALL,   // every value: forms of a kernel
  REACH_STEPS, // one or two more or fewer, and double
  REACH_SCALE, // a quarter, half, double and four times
} Reach;

// A cap on registers is tried as blocks per SM: those are the steps at which anything changes.
static const Reach reach_of[KNOB_COUNT] = {
    [KNOB_vector] = REACH_SCALE,   [KNOB_threads] = REACH_SCALE, [KNOB_rows] = REACH_SCALE,
    [KNOB_unroll] = REACH_SCALE,   [KNOB_splits] = REACH_SCALE,  [KNOB_blocks] = REACH_STEPS,
    [KNOB_persistent] = REACH_ALL, [KNOB_pipeline] = REACH_ALL,  [KNOB_bypass] = REACH_ALL,
    [KNOB_columns] = REACH_SCALE,  [KNOB_cluster] = REACH_SCALE, [KNOB_cooperative] = REACH_ALL,
};

typedef struct Search {
  const Nest *nest;
  const GpuLimits *limits;
  ScheduleCandidate *out;
  int count, capacity;
} Search;

void schedule_override_set(ScheduleOverride *override, Knob knob, int value) {
  override->set |= (uint32_t)1 << knob;
  override->knob[knob] = value;
}

ScheduleOverride schedule_override_fixed(const ScheduleOverride *override) {
  ScheduleOverride fixed = *override;
  fixed.set &= (uint32_t)1 << KNOB_ordered;
  return fixed;
}

// ---- what a candidate comes to

static uint64_t code_of(const Search *search, const Schedule *schedule) {
  Emitted emitted;
  EmitOptions options = {.annotate = false};
  if (!kernel_emit(search->nest, schedule, search->limits, &options, &emitted, NULL)) return 0;
  uint64_t code = code_name_key(&emitted.code);
  emitted_free(&emitted);
  return code;
}

static bool spills(const Search *search, const Schedule *schedule) {
  return schedule_register_need(search->nest, schedule) > schedule->knob[KNOB_registers];
}

static bool is_known(const Search *search, uint64_t code) {
  for (int i = 0; i < search->count; i++)
    if (search->out[i].code == code) return true;
  return false;
}

static void consider(Search *search, const ScheduleOverride *override) {
  Reason reason;
  ScheduleCandidate candidate = {.override = *override};
  if (search->count == search->capacity ||
      !schedule_choose(search->nest, search->limits, override, &candidate.schedule, &reason))
    return;
  bool base_spills = search->count == 0 || spills(search, &search->out[0].schedule);
  if (!base_spills && spills(search, &candidate.schedule)) return;
  candidate.code = code_of(search, &candidate.schedule);
  if (candidate.code && !is_known(search, candidate.code)) search->out[search->count++] = candidate;
}

// ---- the neighbours

// The values worth trying beside the present one, most promising first.
typedef struct Values {
  Knob knob;
  int present, count;
  int *value;
} Values;

static void add_value(Values *values, int64_t value) {
  if (value > INT32_MAX || value == values->present || !knob_check(values->knob, (int)value, NULL)) return;
  for (int i = 0; i < values->count; i++)
    if (values->value[i] == value) return;
  if (values->count < KNOB_NEIGHBOURS) values->value[values->count++] = (int)value;
}

static void add_scales(Values *values) {
  int64_t value = values->present;
  const int64_t tried[] = {value / 2, 2 * value, value / 4, 4 * value};
  for (int i = 0; i < 4; i++)
    add_value(values, tried[i]);
}

// From the blocks that the present cap allows.
static void add_steps(Values *values, int blocks) {
  const int64_t tried[] = {blocks - 1, blocks + 1, blocks - 2, blocks + 2, blocks / 2, 2 * (int64_t)blocks};
  for (int i = 0; i < 6; i++)
    if (tried[i] > 0) add_value(values, tried[i]);
}

static int present_blocks(const Nest *nest, const GpuLimits *limits, const Schedule *schedule) {
  LaunchShape launch = schedule_launch(nest, schedule, limits);
  return limits_blocks_per_sm(limits, launch.threads, schedule->knob[KNOB_registers], launch.shared_bytes);
}

int schedule_knob_neighbours(const Nest *nest, const GpuLimits *limits, const Schedule *schedule, Knob knob,
                             int out[KNOB_NEIGHBOURS]) {
  Values values = {.knob = knob, .present = schedule->knob[knob], .value = out};
  switch (reach_of[knob]) {
    case REACH_NONE:
      break;
    case REACH_ALL:
      for (int value = 0; knob_check(knob, value, NULL); value++)
        add_value(&values, value);
      break;
    case REACH_STEPS:
      add_steps(&values, present_blocks(nest, limits, schedule));
      break;
    case REACH_SCALE:
      add_scales(&values);
      break;
  }
  return values.count;
}

static void try_knob(Search *search, Knob knob) {
  const Schedule base = search->out[0].schedule;
  int values[KNOB_NEIGHBOURS];
  int count = schedule_knob_neighbours(search->nest, search->limits, &base, knob, values);
  for (int i = 0; i < count; i++) {
    ScheduleOverride override = search->out[0].override;
    schedule_override_set(&override, knob, values[i]);
    consider(search, &override);
  }
}

static void try_forms(Search *search) {
  const Template *template = search->out[0].schedule.kind;
  ScheduleOverride override = search->out[0].override;
  for (int i = 0; template->form && template->form(i, &override); i++) {
    consider(search, &override);
    override = search->out[0].override;
  }
}

int schedule_candidates(const Nest *nest, const GpuLimits *limits, const ScheduleOverride *base,
                        ScheduleCandidate *out, int capacity) {
  static const ScheduleOverride none;
  Search search = {.nest = nest, .limits = limits, .out = out, .capacity = capacity};
  consider(&search, base ? base : &none);
  for (int knob = 0; knob < KNOB_COUNT && search.count; knob++)
    if (search.out[0].schedule.kind->knobs >> knob & 1) try_knob(&search, (Knob)knob);
  if (search.count) try_forms(&search);
  return search.count;
}
