// How long attention takes: whole rounds of tiles, each as many steps as its rows have keys.
//
//   clocks of a score = 0.84 * products + 0.43 * softmax
//   products = 4 * width operations at PRODUCT_FLOPS a clock
//   softmax  = the longer of: its exponentials, 16 a clock; all its instructions, 128 a clock (CUDA C++
//              Programming Guide, throughput of compute capability 9.0)
//
// Groups take turns, so that about half of a group's softmax runs beside the products of the others. Both
// shares follow from two times on an H200 (tests/bench/MEASURED.md, attention): 32 heads of 8192 rows and
// keys took 979 us at a width of 64 (11 rounds) and 1574 us at 128 (16). The clock is that at which long
// products reach the device's rate; products with pauses between them run at a higher one.
#include "kernel/template/attention_time.h"

#include "kernel/nest/product.h"
#include "kernel/nest/score.h"
#include "kernel/template/rules.h"

#include <math.h>

enum {
  GROUP_ROWS = 64,
  EXPONENTIALS_PER_CLOCK = 16,
  INSTRUCTIONS_PER_CLOCK = 128,
};
static const double products_share = 0.84, softmax_share = 0.43;
static const double own_instructions = 5.5; // scaled, its exponential, maximum, sum, half of a conversion
static const double tile_clocks = 2000;     // rows to fetch, sums to store: of each tile

AttentionTile attention_tile(const Schedule *schedule) {
  return (AttentionTile){schedule->knob[KNOB_rows], schedule->knob[KNOB_columns]};
}

AttentionExtent attention_extent(const Nest *nest) {
  const Nest *scores = nest_scores(nest);
  ProductExtent extent = product_extent(nest);
  ScoreForm form = score_form(scores);
  return (AttentionExtent){extent.rows, extent.length, extent.columns, extent.batches,
                           score_share(scores, &form)};
}

int attention_groups(const AttentionTile *tile) {
  return tile->rows / GROUP_ROWS;
}

// Does the value need a step that loads, for keys of their own?
typedef struct Loads {
  const Nest *nest;
  bool *seen;
  int count;       // of loads
  double computed; // instructions
  double exponentials;
} Loads;

static void count_step(void *context, int at) {
  Loads *loads = context;
  const Step *step = &loads->nest->steps[at];
  if (loads->seen[at]) return;
  loads->seen[at] = true;
  bool varies = step->dims == nest_all_dims(loads->nest) || (step->dims >> (loads->nest->dim_count - 1) & 1);
  if (!varies) return;
  loads->count += step->kind == STEP_LOAD;
  bool special = false;
  if (step->kind == STEP_COMPUTE) {
    CostClass cost = op_info(step->code)->cost;
    special = cost == COST_DIVIDE || cost == COST_ROOT || cost == COST_EXP || cost == COST_TRIG;
  }
  loads->exponentials += special;
  if (step->kind != STEP_NUMBER && step->kind != STEP_INDEX && step->kind != STEP_PRODUCT)
    loads->computed += special || step->kind == STEP_LOAD ? 4 : 1;
  nest_each_need(loads->nest, at, count_step, loads);
}

static Loads count_value(const Nest *nest) {
  const Nest *scores = nest_scores(nest);
  Arena *arena = arena_new();
  Loads loads = {.nest = scores, .seen = arena_array(arena, (size_t)scores->step_count, sizeof(bool))};
  count_step(&loads, score_form(scores).value);
  arena_free(arena);
  return loads;
}

int attention_registers(const Nest *nest, int keys, int64_t width, int vector) {
  Loads loads = count_value(nest);
  int waiting = loads.count ? 3 * REGISTER_SLACK : loads.computed > 0 ? REGISTER_SLACK : 0;
  int steps = keys / 2 + keys / 4 + (int)width / 2 + REGISTER_SLACK + waiting;
  int sums = product_registers(nest, (int)width / 2, vector, 1);
  return (int)most_of(REGISTER_BASE + steps, sums);
}

double attention_instructions(const Nest *nest, double *exponentials) {
  Loads loads = count_value(nest);
  *exponentials = 1 + loads.exponentials;
  return own_instructions + loads.computed;
}

int64_t attention_tiles(const AttentionTile *tile, const AttentionExtent *extent) {
  return divide_up(extent->rows, tile->rows) * extent->batches;
}

double attention_clocks(const Nest *nest, const AttentionTile *tile, const AttentionExtent *extent, int sms) {
  double exponentials, instructions = attention_instructions(nest, &exponentials);
  double softmax = fmax(exponentials / EXPONENTIALS_PER_CLOCK, instructions / INSTRUCTIONS_PER_CLOCK);
  double score = 4.0 * (double)extent->width / PRODUCT_FLOPS * products_share + softmax_share * softmax;
  // Tiles of some keys only take different times, and blocks that begin with the long ones end together.
  int64_t tiles = attention_tiles(tile, extent);
  double whole = (double)divide_up(tiles, sms),
         rounds = extent->share < 1 ? fmax((double)tiles / sms, 1) : whole;
  double keys = (double)divide_up(extent->keys, tile->keys) * tile->keys * extent->share;
  if (extent->share < 1) keys += tile->keys / 2.0; // steps of which some rows have a part
  return rounds * (tile->rows * keys * score) + whole * tile_clocks;
}
