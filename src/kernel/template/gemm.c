// Matrix products on tensor cores, with the arithmetic that reads them.
//
// A block has two groups of 128 threads that multiply and one that fetches. The result falls into tiles of
// `rows` x `columns`; blocks, or clusters of them, take tiles one after another. The two groups of a block
// take its tiles in turn, so that one multiplies while the other works on what its sums become (ping-pong),
// or each has half of the rows of every tile (cooperative): tiles then may be twice as large. What sums
// become goes slab by slab, 64 x 64 of a group at a time, in vectors along the columns, as in a map.
// (cuda/prelude_product.cuh)
//
// A result with fewer rows than one instruction multiplies, 64, may have a tile of its own height, in eighths
// of that: no more rows are fetched than there are, so that the second matrix has the memory's rate to
// itself.
//
// Two products with the same first matrix are one whose second matrix has the columns of both: a tile has so
// many of each, and a slab 64 x 32 of each side by side, so that what reads both has them at the same place.
//
// Where few tiles have long sums, the blocks of a cluster split them: each sums its part of one tile, and
// then has a share of the tile's slots, whose sums it adds up from the shared memory of all, always in the
// same order.
//
//   gemm:  owned none          walked all         vector along the walk, which goes tile by tile
//   (a group's part of a tile is a split of the walk, a trip a slab)
#include "kernel/nest/product.h"
#include "kernel/template/candidates.h"
#include "kernel/template/product_time.h"
#include "kernel/template/rules.h"
#include "kernel/template/template.h"

#include "kernel/code/build.h"

enum {
  ARCH = 90, // the one with these instructions
  SLAB = 64, // rows and columns
  MOST_ROWS = 256,
  FEW_ROWS = 8,       // rows of the least tile, and what those of less than a slab are multiples of
  MOST_COLUMNS = 256, // that one instruction multiplies
  MOST_BLOCKS = 2,    // of a cluster that shares columns
  SLAB_BYTES = SLAB * SLAB * 4,
  STEP_BYTES = PRODUCT_STEP * 2, // of each row and column in a stage
  BARRIER_BYTES = 16,            // of a stage
  ALIGNMENT_BYTES = 1024,        // of the stages
  MOST_STAGES = 12,
  WIDEST_VECTOR = 8,
};
static const double SPLITS_PAY = 0.95; // share of the time that more parts of the sums must come to

static const Step *product_of(const Nest *nest) {
  return &nest->steps[nest_product(nest)];
}

// ---- the mapping

static void narrow(Mapping *mapping) {
  int64_t columns = mapping->nest->size[mapping->fast];
  while (mapping->vector > 1 && (mapping->vector > WIDEST_VECTOR || columns % mapping->vector))
    mapping->vector /= 2;
}

static void lay_out(const Schedule *schedule, Mapping *mapping) {
  const Nest *nest = mapping->nest;
  ProductDims dims;
  nest_product_dims(nest, product_of(nest), &dims);
  int cluster = (int)most_of(schedule->knob[KNOB_cluster], 1);
  mapping->product_rows = (int)most_of(schedule->knob[KNOB_rows], FEW_ROWS);
  mapping->product_columns = (int)most_of(schedule->knob[KNOB_columns], SLAB);
  mapping->product_parts = schedule->knob[KNOB_cooperative] ? PRODUCT_GROUPS : 1;
  mapping->walk_lanes = PRODUCT_GROUP;
  mapping->owned_lanes = 1;
  mapping->beside = PRODUCT_GROUPS * PRODUCT_GROUP;
  int width = SLAB / nest_product_count(nest);
  ProductTile tile = product_tile(schedule);
  int sums = product_sums(&tile, nest_product_count(nest));
  mapping_divide_slab(mapping, SLAB * width, sums, PRODUCT_REGISTERS);
  int64_t slabs = divide_up(mapping->product_rows, SLAB) * (mapping->product_columns / width);
  mapping->trips = most_of(slabs / mapping->product_parts, 1) * mapping->slab_parts;
  int64_t rows = nest_product_rows(nest, &dims);
  mapping->tiles_down = divide_up(rows, (int64_t)mapping->product_rows * cluster) * cluster;
  mapping->tiles_along = divide_up(nest->size[dims.columns], mapping->product_columns);
  int64_t batches = nest_product_batches(nest, &dims);
  mapping->splits = mapping->tiles_down * mapping->tiles_along * batches * mapping->product_parts;
  mapping->tiles = 1;
  mapping->owned_exact = true;
  bool few = mapping->product_rows % SLAB != 0; // most of a slab's slots lie beyond: these are left out
  mapping->product_cuts_rows = few || rows % (mapping->product_rows * cluster) != 0;
  mapping->product_cuts_columns = nest->size[dims.columns] % mapping->product_columns != 0;
  mapping->walk_exact = !few && schedule->knob[KNOB_splits] <= 1;
}

static int widest_vector(const Nest *nest) {
  return (int)least_of(WIDEST_VECTOR, vector_of_widest(nest));
}

// ---- the launch

// Matrices with neighbouring rows have all of a slab also where the tile has fewer. `columns`: of all
// matrices.
static int64_t stage_bytes(int rows, int columns) {
  return (round_up(rows, SLAB) + columns) * STEP_BYTES + BARRIER_BYTES;
}

static int64_t shared_bytes(const Nest *nest, const Schedule *schedule) {
  int columns = schedule->knob[KNOB_columns] * nest_product_count(nest);
  return ALIGNMENT_BYTES + PRODUCT_GROUPS * SLAB_BYTES +
         schedule->knob[KNOB_stages] * stage_bytes(schedule->knob[KNOB_rows], columns);
}

static LaunchShape launch(const Nest *nest, const Schedule *schedule, const GpuLimits *limits) {
  Mapping mapping;
  mapping_make(nest, schedule, &mapping);
  ProductTile tile = product_tile(schedule);
  ProductExtent extent = product_extent(nest);
  int64_t clusters = product_clusters(&tile, &extent);
  int splits = product_splits(&tile);
  if (splits == 1) clusters = least_of(clusters, product_clusters_at_once(&tile, limits->sms));
  int bytes = (int)shared_bytes(nest, schedule);
  return (LaunchShape){.grid = clusters * tile.cluster * splits,
                       .cluster = tile.cluster * splits,
                       .threads = mapping_threads(&mapping),
                       .shared_bytes = bytes,
                       .pipeline_bytes = bytes};
}

// ---- the rules

// What a tile must be to be one, in the order in which it is told.
static const char *tile_problem(const ProductTile *tile, const ProductExtent *extent) {
  int parts = product_parts(tile);
  if (tile->rows < SLAB && tile->rows % FEW_ROWS == 0) {
    if (tile->rows < extent->rows) return "one of fewer than 64 rows has all rows of the result";
    if (tile->cluster > 1 || parts > 1) return "one of fewer than 64 rows is not shared";
  } else if (tile->rows % (SLAB * parts) || tile->rows < SLAB || tile->rows > MOST_ROWS)
    return parts > 1 ? "each group of threads has 64 or 128 of a tile's rows where they share it"
                     : "a tile has 64, 128, 192 or 256 rows, or where those are all there are, 8, 16, ... 56";
  if (tile->columns % SLAB || tile->columns < SLAB || tile->columns * extent->matrices > MOST_COLUMNS)
    return extent->matrices > 1 ? "a tile of two products has 64 or 128 columns of each"
                                : "a tile has 64, 128, 192 or 256 columns";
  return tile->cluster > MOST_BLOCKS ? "a cluster has 1 or 2 blocks" : NULL;
}

static const char *splits_problem(const ProductTile *tile, const ProductExtent *extent) {
  if (tile->cluster * product_splits(tile) > MOST_CLUSTER)
    return "a cluster has no more than 8 blocks, those that share columns among them";
  if (product_splits(tile) > divide_up(extent->length, PRODUCT_STEP))
    return "each block needs 64 products of every sum";
  return NULL;
}

// One slot at a time (code/demand.c has them together where there is room).
static int registers_needed(const Nest *nest, const ProductTile *tile, int vector) {
  return product_registers(nest, product_sums(tile, nest_product_count(nest)), vector, 1);
}

static bool fits(const Chooser *chooser, const ProductTile *tile) {
  int vector = chooser->schedule->knob[KNOB_vector];
  return registers_needed(chooser->nest, tile, vector) <= PRODUCT_REGISTERS;
}

// Of the height of a slab, a tile has no more rows than there are.
static ProductTile trimmed(ProductTile tile, const ProductExtent *extent) {
  if (tile.rows == SLAB && extent->rows <= SLAB - FEW_ROWS) {
    tile.rows = (int)round_up(extent->rows, FEW_ROWS);
    tile.cluster = 1;
  }
  return tile;
}

// In how many parts blocks may split what is summed. Clusters of 3 streamed a second matrix at 0.88 of the
// rate of those of 2 (tests/bench/MEASURED.md, few rows).
static const int parts_of_sums[] = {1, 2, 4, 6, 8};

// Is the product done sooner in such tiles, which have room for it? To split more must be worth its barriers.
static bool is_better(const Chooser *chooser, const ProductTile *tile, const ProductTile *best) {
  ProductExtent extent = product_extent(chooser->nest);
  double clocks = product_clocks(tile, &extent, chooser->limits->sms);
  double least = product_clocks(best, &extent, chooser->limits->sms);
  if (product_splits(tile) > product_splits(best)) least *= SPLITS_PAY;
  return !splits_problem(tile, &extent) && fits(chooser, tile) && clocks < least;
}

static int best_splits(const Chooser *chooser, ProductTile tile) {
  ProductExtent extent = product_extent(chooser->nest);
  ProductTile best = tile;
  best.splits = 1;
  if (tile_problem(&tile, &extent)) return 1;
  for (size_t i = 1; i < sizeof parts_of_sums / sizeof *parts_of_sums; i++) {
    tile.splits = parts_of_sums[i];
    if (is_better(chooser, &tile, &best)) best = tile;
  }
  return best.splits;
}

static void try_tiles(const Chooser *chooser, int splits, ProductTile *best) {
  static const ProductTile tiles[] = {
      {128, 128, 2, false, 1}, {128, 128, 1, false, 1}, {128, 192, 2, false, 1}, {128, 256, 1, true, 1},
      {256, 128, 2, true, 1},  {64, 256, 2, false, 1},  {64, 128, 2, false, 1},  {64, 128, 1, false, 1},
      {64, 64, 1, false, 1},   {128, 64, 1, false, 1}};
  ProductExtent extent = product_extent(chooser->nest);
  for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++) {
    ProductTile tile = trimmed(tiles[i], &extent);
    tile.columns /= extent.matrices;
    tile.splits = splits;
    tile.cooperative |= splits > 1 && tile.rows > SLAB; // there is no other tile for the second group
    if (tile.columns % SLAB == 0 && (!best->rows || is_better(chooser, &tile, best))) *best = tile;
  }
}

static ProductTile best_tile(const Chooser *chooser) {
  ProductTile best = {0};
  for (size_t i = 0; i < sizeof parts_of_sums / sizeof *parts_of_sums; i++)
    try_tiles(chooser, parts_of_sums[i], &best);
  return best;
}

// As wide as memory and registers allow.
static int fitting_vector(const Chooser *chooser) {
  Mapping mapping;
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  ProductTile tile = product_tile(chooser->schedule);
  while (mapping.vector > 1 && registers_needed(chooser->nest, &tile, mapping.vector) > PRODUCT_REGISTERS)
    mapping.vector /= 2;
  return mapping.vector;
}

static void choose_gemm(Chooser *chooser) {
  ProductTile tile = best_tile(chooser);
  int rows = choose_knob(chooser, KNOB_rows, tile.rows);
  int columns = choose_knob(chooser, KNOB_columns, tile.columns);
  choose_knob(chooser, KNOB_cluster, tile.cluster);
  choose_knob(chooser, KNOB_cooperative, tile.cooperative);
  choose_knob(chooser, KNOB_splits, best_splits(chooser, product_tile(chooser->schedule)));
  int64_t room = chooser->limits->shared_per_block - ALIGNMENT_BYTES - PRODUCT_GROUPS * SLAB_BYTES;
  int64_t stages = room / most_of(1, stage_bytes(rows, columns * nest_product_count(chooser->nest)));
  choose_knob(chooser, KNOB_stages, most_of(2, least_of(MOST_STAGES, stages)));
  choose_knob(chooser, KNOB_threads, (PRODUCT_GROUPS + 1) * PRODUCT_GROUP);
  choose_knob(chooser, KNOB_vector, fitting_vector(chooser));
  Mapping mapping;
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  choose_knob(chooser, KNOB_unroll, mapping.slots);
  choose_knob(chooser, KNOB_persistent, 0);
}

// All tiles there are, by rows, columns, blocks of a cluster and how groups share them.
static bool form(int index, ScheduleOverride *override) {
  enum { ROWS = MOST_ROWS / SLAB, COLUMNS = MOST_COLUMNS / SLAB };
  schedule_override_set(override, KNOB_rows, (1 + index % ROWS) * SLAB);
  schedule_override_set(override, KNOB_columns, (1 + index / ROWS % COLUMNS) * SLAB);
  schedule_override_set(override, KNOB_cooperative, index / ROWS / COLUMNS % 2);
  schedule_override_set(override, KNOB_cluster, 1 + index / ROWS / COLUMNS / 2);
  return index < ROWS * COLUMNS * 2 * MOST_BLOCKS;
}

static bool check_arch(const Chooser *chooser, const int *ops, Reason *reason) {
  if (chooser->limits->arch == ARCH) return true;
  const char *name = chooser->nest->graph->ops[ops[0]].name;
  reason_set(reason, REASON_UNSUPPORTED, ops,
             "%s is a matrix product: kernels of one are generated for compute capability 9.0, and this "
             "device has %d.%d",
             name, chooser->limits->arch / 10, chooser->limits->arch % 10);
  reason_remedy(reason, "Leave %s to the library, in a kernel of its own.", name);
  return false;
}

static bool check_tile(const Chooser *chooser, const int *ops, Reason *reason) {
  ProductTile tile = product_tile(chooser->schedule);
  ProductExtent extent = product_extent(chooser->nest);
  const char *problem = tile_problem(&tile, &extent), *form = tile.cooperative ? "cooperative" : "in turn";
  if (problem)
    return reason_set(reason, REASON_THREADS, ops,
                      "a tile of %d x %d in clusters of %d, %s, is none of a product: %s", tile.rows,
                      tile.columns, tile.cluster, form, problem);
  int vector = chooser->schedule->knob[KNOB_vector];
  int needed = registers_needed(chooser->nest, &tile, vector);
  if (needed <= PRODUCT_REGISTERS) return true;
  reason_set(reason, REASON_THREADS, ops,
             "a tile of %d x %d, %s, in vectors of %d needs %d registers of a thread, which has %d",
             tile.rows, tile.columns, form, vector, needed, PRODUCT_REGISTERS);
  reason_remedy(reason, "Take fewer rows or columns%s.", tile.cooperative ? "" : ", or cooperative=1");
  return false;
}

// The sums of all slabs take the place of the stages.
static bool check_splits(const Chooser *chooser, const int *ops, Reason *reason) {
  const Schedule *schedule = chooser->schedule;
  ProductTile tile = product_tile(schedule);
  ProductExtent extent = product_extent(chooser->nest);
  int columns = tile.columns * extent.matrices;
  int64_t needed = divide_up(tile.rows, SLAB) * (columns / SLAB) * SLAB_BYTES;
  const char *problem = splits_problem(&tile, &extent);
  if (problem)
    return reason_set(reason, REASON_THREADS, ops, "%d blocks cannot split what a product sums: %s",
                      product_splits(&tile), problem);
  if (product_splits(&tile) == 1 ||
      needed <= schedule->knob[KNOB_stages] * (int64_t)(tile.rows + columns) * STEP_BYTES)
    return true;
  return reason_set(reason, REASON_SHARED_MEMORY, ops,
                    "%d stages have no room for the sums of a tile of %d x %d, which blocks exchange there",
                    schedule->knob[KNOB_stages], tile.rows, tile.columns);
}

static bool check(const Chooser *chooser, const Mapping *mapping, Reason *reason) {
  const Schedule *schedule = chooser->schedule;
  const int ops[] = {product_of(chooser->nest)->op, NO_OP};
  if (!check_arch(chooser, ops, reason) || !check_tile(chooser, ops, reason) ||
      !check_splits(chooser, ops, reason))
    return false;
  if (schedule->knob[KNOB_stages] < 2)
    return reason_set(reason, REASON_THREADS, ops, "a product needs 2 stages or more, not %d",
                      schedule->knob[KNOB_stages]);
  if (schedule->knob[KNOB_threads] == mapping_threads(mapping)) return true;
  return reason_set(reason, REASON_THREADS, ops, "a product has blocks of %d threads, not of %d",
                    mapping_threads(mapping), schedule->knob[KNOB_threads]);
}

static int64_t blocks(const Chooser *chooser) {
  (void)chooser;
  return 1;
}

static bool takes(const Nest *nest, const ScheduleOverride *overrides) {
  (void)overrides;
  return nest_product(nest) != NO_STEP;
}

const Template template_gemm = {
    .name = "gemm",
    .help = "a matrix product on tensor cores, and the arithmetic that reads it",
    .takes = takes,
    .knobs = KNOB_BIT(vector) | KNOB_BIT(rows) | KNOB_BIT(columns) | KNOB_BIT(stages) | KNOB_BIT(cluster) |
             KNOB_BIT(cooperative) | KNOB_BIT(splits) | KNOB_BIT(stores),
    .rules = choose_gemm,
    .widest_vector = widest_vector,
    .check = check,
    .form = form,
    .blocks = blocks,
    .narrow = narrow,
    .lay_out = lay_out,
    .launch = launch,
    .build = build_gemm,
};
