// How long attention takes: whole rounds of tiles, each as many steps as its rows have keys.
//
//   clocks of a score = the longer of 0.77 * products + 0.37 * softmax and 0.3 * products + 0.8 * softmax
//   of a step besides = 200
//   products = 4 * width operations at PRODUCT_FLOPS a clock
//   softmax  = the longer of: its exponentials, 16 a clock; all its instructions, 128 a clock (CUDA C++
//              Programming Guide, throughput of compute capability 9.0)
//
// Groups take turns, so that much of a group's softmax runs beside the products of the others. The shares
// were measured on an H200 (tests/bench/MEASURED.md, attention): plain scores for the first pair, a soft cap
// for the second. The clock is that at which long products reach the device's rate; products with pauses
// between them run at a higher one.
#include "kernel/template/attention_time.h"

#include "kernel/nest/product.h"
#include "kernel/nest/score.h"
#include "kernel/template/rules.h"

#include <math.h>

enum {
  GROUP_ROWS = 64,
  EXPONENTIALS_PER_CLOCK = 16,
  INSTRUCTIONS_PER_CLOCK = 128,
  WORD_BYTES = 4,
};
static const double hidden_products = 0.77, hidden_softmax = 0.37; // where products take longer,
static const double long_products = 0.3, long_softmax = 0.8;       // ... where softmax does
static const double own_instructions = 5.5; // scaled, its exponential, maximum, sum, half of a conversion
static const double step_clocks = 200;      // to wait for keys, for the turn and for the row's other threads
static const double tile_clocks = 2000;     // rows to fetch, sums to store: of each tile

AttentionTile attention_tile(const Schedule *schedule) {
  return (AttentionTile){schedule->knob[KNOB_rows], schedule->knob[KNOB_columns]};
}

AttentionExtent attention_extent(const Nest *nest) {
  const Nest *scores = nest_scores(nest);
  ProductExtent extent = product_extent(nest);
  ScoreForm form = score_form(scores);
  return (AttentionExtent){extent.rows,
                           extent.length,
                           extent.columns,
                           extent.batches,
                           score_share(scores, &form),
                           form.has_first + form.has_last};
}

int attention_groups(const AttentionTile *tile) {
  return tile->rows / GROUP_ROWS;
}

// What a score is computed by, beside what is the same along a row.
typedef struct Loads {
  const Nest *nest;
  bool *seen;
  int words;       // of 32 bits, that its loads wait for at a time
  double computed; // instructions
  double exponentials;
} Loads;

// Thread instructions of one step, as cost/model/pipes.c counts them. Lanes of a warp have eight rows: a load
// at places of their own goes to eight lines, one after another; one of 64 bits, and what compares them,
// keeps registers that others wait for (tests/bench/MEASURED.md, attention of libraries).
static double instructions_of(const Nest *nest, const Step *step) {
  enum { DIVIDE = 13, ROOT = 9, EXP = 8, TRIG = 21, LOAD = 2, WIDE_LOAD = 18, LOAD_OF_ROWS = 28 };
  bool rows = step->dims >> (nest->dim_count - 2) & 1, wide = dtype_bytes(step->stored) > WORD_BYTES;
  if (step->kind == STEP_LOAD) return rows ? LOAD_OF_ROWS : wide ? WIDE_LOAD : LOAD;
  if (step->kind != STEP_COMPUTE) return step->kind == STEP_CHOOSE;
  switch (op_info(step->code)->cost) {
    case COST_DIVIDE:
      return DIVIDE;
    case COST_ROOT:
      return ROOT;
    case COST_EXP:
      return EXP;
    case COST_TRIG:
      return TRIG;
    default:
      return 1;
  }
}

static void count_step(void *context, int at) {
  Loads *loads = context;
  const Step *step = &loads->nest->steps[at];
  if (loads->seen[at]) return;
  loads->seen[at] = true;
  if (!(step->dims >> (loads->nest->dim_count - 1) & 1)) return;
  double instructions = instructions_of(loads->nest, step);
  loads->words += step->kind == STEP_LOAD ? 1 + (dtype_bytes(step->stored) > WORD_BYTES) : 0;
  loads->exponentials += step->kind == STEP_COMPUTE && instructions > 1;
  loads->computed += instructions;
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
  int waiting = loads.words          ? (loads.words > 1 ? 11 : 3) * REGISTER_SLACK
                : loads.computed > 0 ? REGISTER_SLACK
                                     : 0;
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
  double products = 4.0 * (double)extent->width / PRODUCT_FLOPS;
  double score = fmax(hidden_products * products + hidden_softmax * softmax,
                      long_products * products + long_softmax * softmax);
  // Tiles of some keys only take different times, and blocks that begin with long ones end together.
  int64_t tiles = attention_tiles(tile, extent);
  double whole = (double)divide_up(tiles, sms),
         rounds = extent->share < 1 ? fmax((double)tiles / sms, 1) : whole;
  double keys = (double)divide_up(extent->keys, tile->keys) * tile->keys * extent->share;
  keys += extent->ends * (tile->rows + tile->keys) / 2.0; // that some rows of a tile have, and some of a step
  double steps = keys / tile->keys * (tile->rows * tile->keys * score + step_clocks);
  return rounds * steps + whole * tile_clocks;
}
