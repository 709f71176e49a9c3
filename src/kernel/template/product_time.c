// How long a matrix product takes by its tile: whole rounds of tiles, each as many steps as there is to sum,
// and the time in which a block stores and does not multiply.
//
//   clocks = rounds * (steps * step + (cooperative ? sums : 0)) + (cooperative ? 0 : sums)
//   step   = the longer of: rows * columns * 64 products at the share of the rate that such tiles reach;
//            the bytes of a step from the second-level cache
//   sums   = what becomes of a group's sums. Of groups that take tiles in turn only the last tile's are seen.
//
// Where blocks of a cluster split what is summed, each has its share of the steps, and all of them exchange
// their sums, of which each then works on its share:
//
//   clocks = rounds * (steps / splits * step + exchange + sums + sums / splits)
//
// Measured on an H200 under its power limit (tests/bench/MEASURED.md, products and what follows): 128 x 128
// in turn reaches 0.96 of the rate of long products. 128 x 256 together is 4.2 us slower at 16384 x 1024 x
// 1024 and 6 us at 4096-cubed, both of four rounds: three times the sums of a group, 64 x 256, at 1/8 of a
// clock. 1024 x 1024 x 8192 copies 268 MB to 128 multiprocessors in 30 us, 50 bytes in such a clock (split
// sums).
#include "kernel/template/product_time.h"

#include "kernel/nest/product.h"
#include "kernel/template/rules.h"

#include <math.h>

enum {
  LARGE_TILE = 128 * 128,
  STEP_BYTES = PRODUCT_STEP * 2, // of each row and column
  COPIED_PER_CLOCK = 50,  // bytes that bulk copies bring to a multiprocessor beside its multiplications
  COPIED_BY_ONE = 64,     // ... to one beside few others: the width of its way there
  SUMS_PER_CLOCK = 8,     // of a group
  EXCHANGE_CLOCKS = 2000, // two barriers of a cluster, and reads of its shared memory
};
static const double large_tile_share = 0.96, small_tile_share = 0.8;
// Of what one group takes for its sums, where both work on theirs at once.
static const double together_share = 0.7;

ProductTile product_tile(const Schedule *schedule) {
  return (ProductTile){.rows = schedule->knob[KNOB_rows],
                       .columns = schedule->knob[KNOB_columns],
                       .cluster = (int)most_of(schedule->knob[KNOB_cluster], 1),
                       .cooperative = schedule->knob[KNOB_cooperative],
                       .splits = (int)most_of(schedule->knob[KNOB_splits], 1)};
}

ProductExtent product_extent(const Nest *nest) {
  const Step *product = &nest->steps[nest_product(nest)];
  ProductDims dims;
  nest_product_dims(nest, product, &dims);
  return (ProductExtent){nest_product_rows(nest, &dims), nest->size[dims.columns], product->product->length,
                         nest_product_batches(nest, &dims), nest_product_count(nest)};
}

int product_registers_given(int groups) {
  return groups > PRODUCT_GROUPS ? 160 : PRODUCT_REGISTERS;
}

int product_parts(const ProductTile *tile) {
  return tile->cooperative ? PRODUCT_GROUPS : 1;
}

// Sums of a tile, those beyond few rows among them.
static int64_t multiplied(const ProductTile *tile, int matrices) {
  return round_up(tile->rows, PRODUCT_HEIGHT) * tile->columns * matrices;
}

int product_sums(const ProductTile *tile, int matrices) {
  return (int)(multiplied(tile, matrices) / product_parts(tile)) / PRODUCT_GROUP;
}

// Does a step vary with the columns; with anything else, its row above all?
static bool varies_along(const Nest *nest, const Step *step) {
  return step->dims >> (nest->dim_count - 1) & 1;
}
static bool varies_down(const Nest *nest, const Step *step) {
  return (step->dims & ~(UINT32_C(1) << (nest->dim_count - 1))) != 0;
}

// Bytes of a vector that is stored, for all that is.
static int stored_bytes(const Nest *nest, int vector) {
  int bytes = 0;
  for (int i = 0; i < nest->step_count; i++)
    if (nest->steps[i].kind == STEP_STORE && varies_along(nest, &nest->steps[i]))
      bytes += dtype_bytes(nest->steps[i].stored) * vector;
  return bytes;
}

// Bytes of what so many slots load: vectors as in memory, of a row a number and its place. Vectors of columns
// alone are the same in all slots.
static int loaded_bytes(const Nest *nest, int vector, int slots) {
  int bytes = 0;
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    if (step->kind != STEP_LOAD) continue;
    bool down = varies_down(nest, step), along = varies_along(nest, step);
    int each = along ? dtype_bytes(step->stored) * vector : down ? 8 : 4;
    bytes += each * (down || (along && vector == 1) ? slots : 1);
  }
  return bytes;
}

// Is anything computed in many instructions, with values of its own?
static bool computes_much(const Nest *nest) {
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    if (step->kind == STEP_RANDOM) return true;
    if (step->kind != STEP_COMPUTE) continue;
    CostClass cost = op_info(step->code)->cost;
    if (cost == COST_DIVIDE || cost == COST_ROOT || cost == COST_EXP || cost == COST_TRIG) return true;
  }
  return false;
}

int product_registers(const Nest *nest, int sums, int vector, int slots) {
  int summed = nest_product_count(nest) * dtype_bytes(DTYPE_F32) * vector;
  int bytes = summed + stored_bytes(nest, vector) + loaded_bytes(nest, vector, slots);
  return REGISTER_BASE + sums + (bytes + 3) / 4 + (computes_much(nest) ? REGISTER_SLACK : 0);
}

void mapping_divide_slab(Mapping *mapping, int places, int sums, int registers) {
  enum { PLACES_REGISTERS = 20 };
  int slots = places / PRODUCT_GROUP / mapping->vector, parts = 1;
  while (parts < slots && product_registers(mapping->nest, sums, mapping->vector, slots / parts) >
                              registers - PLACES_REGISTERS)
    parts *= 2;
  mapping->slab_parts = parts;
  mapping->slots = slots / parts;
}

int64_t product_clusters(const ProductTile *tile, const ProductExtent *extent) {
  return divide_up(extent->rows, (int64_t)tile->rows * tile->cluster) *
         divide_up(extent->columns, tile->columns) * extent->batches;
}

int product_splits(const ProductTile *tile) {
  return (int)most_of(tile->splits, 1);
}

// Clusters stay within a part of the GPU, and not all parts have as many multiprocessors as others:
// cudaOccupancyMaxActiveClusters for a block a multiprocessor, on an H200 with 132.
int64_t product_clusters_at_once(const ProductTile *tile, int sms) {
  enum { MEASURED_SMS = 132 };
  static const int at_once[] = {132, 66, 39, 30, 22, 17, 15, 15};
  int blocks = tile->cluster * product_splits(tile), sizes = sizeof at_once / sizeof *at_once;
  if (blocks > sizes) return 1;
  return most_of((int64_t)sms * at_once[blocks - 1] / MEASURED_SMS, 1);
}

int64_t product_rounds(const ProductTile *tile, const ProductExtent *extent, int sms) {
  return divide_up(product_clusters(tile, extent), product_clusters_at_once(tile, sms));
}

// Of the multiprocessors: where few have tiles, the second-level cache serves each of them faster.
static double busy_share(const ProductTile *tile, const ProductExtent *extent, int sms) {
  double blocks = (double)product_clusters(tile, extent) * tile->cluster * product_splits(tile);
  return blocks < sms ? blocks / sms : 1;
}

// To multiply one tile.
static double tile_clocks(const ProductTile *tile, const ProductExtent *extent, int sms) {
  int matrices = (int)most_of(extent->matrices, 1);
  double area = (double)multiplied(tile, matrices);
  double share = area >= LARGE_TILE ? large_tile_share : small_tile_share;
  double step = area * PRODUCT_STEP * 2 / PRODUCT_FLOPS / share;
  double bytes = (tile->rows + (double)tile->columns * matrices / tile->cluster) * STEP_BYTES;
  double copied = COPIED_PER_CLOCK / busy_share(tile, extent, sms);
  double copies = bytes / (copied < COPIED_BY_ONE ? copied : COPIED_BY_ONE);
  double steps = (double)divide_up(divide_up(extent->length, PRODUCT_STEP), product_splits(tile));
  return steps * (step > copies ? step : copies);
}

double product_clocks(const ProductTile *tile, const ProductExtent *extent, int sms) {
  int splits = product_splits(tile), matrices = (int)most_of(extent->matrices, 1);
  double rounds = (double)product_rounds(tile, extent, sms);
  double sums = (double)multiplied(tile, matrices) / product_parts(tile) / SUMS_PER_CLOCK;
  if (splits > 1) sums += EXCHANGE_CLOCKS + sums / splits;
  bool shown = tile->cooperative || splits > 1;
  return rounds * tile_clocks(tile, extent, sms) + (shown ? rounds : 1) * sums;
}

double product_group_clocks(const ProductTile *tile, const ProductExtent *extent, int sms,
                            double sum_clocks) {
  double rounds = (double)product_rounds(tile, extent, sms);
  double sums = product_sums(tile, 1) * sum_clocks / product_splits(tile);
  if (tile->cooperative) sums *= together_share;
  double turns = tile->cooperative ? rounds : ceil(rounds / PRODUCT_GROUPS);
  return turns * (tile_clocks(tile, extent, sms) + sums);
}
