// Rules for maps: one vector a thread, and the grid balances itself; several where they share inputs.
#include "kernel/template/rules.h"
#include "kernel/template/template.h"

#include <limits.h>

enum {
  WARP = 32,
  MAP_THREADS = 256,
  SHARING_THREADS = 128,
  MOST_SHARING = 512,
  SHARING_ELEMENTS = 16,   // of a thread, along which it shares what it loads
  SHARING_ARITHMETIC = 64, // ... and what it computes of that, in several trips
  LEAST_REPEATED = 2,      // inputs that make it worth while
  MANY_REPEATED = 2,       // for each other input
  MANY_QUOTIENTS = 4,      // of repeated inputs, that are worth several trips
  MOST_ROWS = 1024,        // that the knob takes
  MOST_SPLITS = 65536,     // so, too
  LINE_LANES = 8,          // neighbours whose vectors fill a line of memory
  BLOCKS_PER_SM = 4,       // that there must be beside
  LEAST_BLOCKS = 2,        // ... in several trips
};

typedef struct Inputs {
  int full, repeated; // loads of all dims, and loads that repeat along others than the fast one
} Inputs;

static Inputs count_inputs(const Nest *nest) {
  Inputs inputs = {0};
  uint32_t all = nest_all_dims(nest), repeated = mapping_repeated_dims(nest);
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    if (step->kind != STEP_LOAD) continue;
    inputs.full += step->dims == all;
    inputs.repeated += repeated && step->dims != all && (step->dims >> (nest->dim_count - 1) & 1);
  }
  return inputs;
}

static bool is_angle(const Step *step) {
  return step->kind == STEP_COMPUTE && (step->code == OP_SIN || step->code == OP_COS);
}

// Exact to the last bit, in ten instructions or more.
static bool is_quotient(const Step *step) {
  bool divides = step->code == OP_SQRT || op_info(step->code)->cost == COST_DIVIDE;
  return step->kind == STEP_COMPUTE && step->dims && divides;
}

// Of repeated inputs alone.
static int count_shared(const Nest *nest, bool (*is_long)(const Step *step)) {
  uint32_t repeated = mapping_repeated_dims(nest);
  int count = 0;
  for (int i = 0; i < nest->step_count; i++)
    count += repeated && !(nest->steps[i].dims & ~repeated) && is_long(&nest->steps[i]);
  return count;
}

// Is much computed of repeated inputs alone?
static bool shares_arithmetic(const Nest *nest) {
  return count_shared(nest, is_angle) > 0;
}

// Are most inputs parameters: do they repeat along other dims than the fast one? Or is much computed of those
// that do?
static bool mostly_repeats(const Nest *nest) {
  Inputs inputs = count_inputs(nest);
  return shares_arithmetic(nest) ||
         (inputs.repeated >= LEAST_REPEATED && inputs.repeated >= MANY_REPEATED * inputs.full);
}

// A block whose slots share inputs.
typedef struct SharingBlock {
  int64_t lanes, threads; // units side by side, and with those below them
} SharingBlock;

// Lanes that divide the places from the fast dim up to the first one along which the inputs repeat, in whole
// warps: as near to the usual number of threads as can be, then as many lanes as can be, as what is shared is
// shared by more. False where they would be pieces of lines.
static bool find_sharing(const Nest *nest, int64_t vector, SharingBlock *block) {
  uint32_t repeated = mapping_repeated_dims(nest);
  int64_t run = 1, best = INT64_MAX;
  for (int dim = nest->dim_count - 1; dim >= 0 && (repeated >> dim & 1); dim--)
    run *= nest->size[dim];
  if (!run || run % vector) return false;
  int64_t units = run / vector, most = least_of(least_of(units, MOST_SHARING), MOST_ROWS / vector);
  for (int64_t lanes = most; lanes >= least_of(units, LINE_LANES); lanes--) {
    if (units % lanes) continue;
    for (int64_t threads = WARP; threads <= MOST_SHARING; threads += WARP) {
      int64_t off = threads > SHARING_THREADS ? threads - SHARING_THREADS : SHARING_THREADS - threads;
      if (threads % lanes || off >= best) continue;
      *block = (SharingBlock){lanes, threads};
      best = off;
    }
  }
  return best < INT64_MAX;
}

// Blocks beside one another that so many slots for each thread leave to a multiprocessor.
static int64_t blocks_each(const Chooser *chooser, const SharingBlock *block, int64_t slots) {
  const Nest *nest = chooser->nest;
  int64_t units = nest_elements(nest, nest_all_dims(nest)) / chooser->schedule->knob[KNOB_vector];
  return units / (block->threads * slots * chooser->limits->sms);
}

// Are there places enough, along the dims that the inputs lack and in all?
static bool fills_slots(const Chooser *chooser, const SharingBlock *block, int64_t slots) {
  const Nest *nest = chooser->nest;
  int64_t walked = nest_elements(nest, nest_all_dims(nest) & ~mapping_repeated_dims(nest));
  return walked >= block->threads / block->lanes * slots &&
         blocks_each(chooser, block, slots) >= BLOCKS_PER_SM;
}

// Blocks for each tile of places, so that each makes so many trips: heads that share sines and cosines of
// their positions take 18 us in four trips, 36 in one with as many slots, 30 in one with a quarter (a copy
// 17).
static void share_walk(Chooser *chooser, int64_t trips) {
  Mapping mapping;
  choose_knob(chooser, KNOB_splits, 1);
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  choose_knob(chooser, KNOB_splits, least_of(MOST_SPLITS, divide_up(mapping.trips, trips)));
}

// Parameters of channels, angles of positions: a thread loads them once for several places along the dims
// that they lack. Rotary embedding takes 62.5 us so against 68.7 with one vector a thread (a copy 62.3), its
// gradient 18.8 against 22.2, batch norm's last part 5 to 30% less; twice the slots cost 2 to 4%, twice the
// threads 2%. Heads copied to two places take 23.4 us in place of 25.6. The roots of several variances and
// their reciprocals serve several trips, as angles do (MEASURED.md, shared quotients).
static bool choose_sharing(Chooser *chooser) {
  const Nest *nest = chooser->nest;
  Inputs inputs = count_inputs(nest);
  bool arithmetic = shares_arithmetic(nest);
  int64_t vector = chooser->schedule->knob[KNOB_vector], slots = SHARING_ELEMENTS / vector;
  bool spreads = inputs.repeated > 0 && !inputs.full; // and reads nothing else
  bool several = (inputs.repeated >= LEAST_REPEATED || arithmetic) && inputs.full;
  SharingBlock block;
  if ((!spreads && !several) || slots < 2 || !find_sharing(nest, vector, &block) ||
      !fills_slots(chooser, &block, slots))
    return false;
  bool several_trips = arithmetic || count_shared(nest, is_quotient) >= MANY_QUOTIENTS;
  int64_t trips = several_trips ? SHARING_ARITHMETIC / SHARING_ELEMENTS : 1;
  if (!arithmetic) trips = least_of(trips, blocks_each(chooser, &block, slots) / LEAST_BLOCKS);
  choose_knob(chooser, KNOB_threads, block.threads);
  choose_knob(chooser, KNOB_rows, block.lanes * vector);
  choose_knob(chooser, KNOB_unroll, slots);
  share_walk(chooser, trips);
  return true;
}

// Unrolling costs 1 to 4% where nothing is shared.
static void choose_plain(Chooser *chooser) {
  Mapping mapping;
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  int64_t warps = divide_up(most_of(mapping.walk_units, 1), WARP);
  int threads = choose_knob(chooser, KNOB_threads, least_of(MAP_THREADS, warps * WARP));
  choose_knob(chooser, KNOB_rows, 1);
  choose_knob(chooser, KNOB_splits, 1);
  choose_knob(chooser, KNOB_unroll, most_of(1, divide_up(divide_up(mapping.walk_units, threads), INT_MAX)));
}

static void choose_map(Chooser *chooser) {
  if (!choose_sharing(chooser)) choose_plain(chooser);
  choose_knob(chooser, KNOB_persistent, 0);
}

static bool takes(const Nest *nest, const ScheduleOverride *overrides) {
  (void)overrides;
  return !nest->reduced;
}

static uint32_t walked(const Nest *nest, const Schedule *schedule) {
  uint32_t all = nest_all_dims(nest);
  return schedule->knob[KNOB_rows] > 1 ? all & ~mapping_repeated_dims(nest) : all;
}

// Stores may be as wide as 16 bytes where loads are twice as wide, but not four times, nor where most of what
// is read are parameters or angles that wait in registers (MEASURED.md, wide stores).
static int widest_vector(const Nest *nest) {
  int vector = vector_of_widest(nest), stored = mostly_repeats(nest) ? 0 : nest_widest_element(nest, true);
  return stored ? (int)least_of(2 * vector, 16 / stored) : vector;
}

// ---- registers

// Does it compute with 32-bit floats alone, by functions that need few registers of their own?
static bool computes_plainly(const Nest *nest) {
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    bool plain = step->dtype == DTYPE_F32 || step->dtype == DTYPE_BOOL || step->kind == STEP_NUMBER;
    bool large = step->code == OP_SIN || step->code == OP_COS || step->code == OP_POW;
    if (step->kind == STEP_RANDOM || !plain || (step->kind == STEP_COMPUTE && large)) return false;
  }
  return true;
}

// The compiler interleaves the arithmetic of all lanes of a map, in more registers than what it loads needs
// (GELU of bf16 and its gradient: 40 to 54 instead of 32), while loads of other threads would hide the
// latency: then as many threads as fit do better (MEASURED.md, threads of a map). What slots share stays in
// registers.
static int64_t blocks(const Chooser *chooser) {
  const GpuLimits *limits = chooser->limits;
  int64_t threads = chooser->schedule->knob[KNOB_threads];
  Mapping mapping;
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  if (mapping.owned || !computes_plainly(chooser->nest)) return 1;
  int64_t need = schedule_register_need(chooser->nest, chooser->schedule);
  return most_of(1, least_of(limits->registers_per_sm / (threads * need), limits->threads_per_sm / threads));
}

const Template template_map = {
    .name = "map",
    .help = "pointwise: each thread computes a vector of elements",
    .takes = takes,
    .takes_sizes = true,
    .knobs = KNOBS_OF_ALL | KNOB_BIT(rows) | KNOB_BIT(splits),
    .fills = true,
    .rules = choose_map,
    .widest_vector = widest_vector,
    .blocks = blocks,
    .walked = walked,
};
