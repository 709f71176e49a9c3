// Matrix products on tensor cores, with the arithmetic that reads them.
//
// A block has two groups of 128 threads that multiply and one that fetches. The result falls into tiles of
// `rows` x `columns`; blocks, or clusters of them, take tiles one after another, and the two groups of a
// block take its tiles in turn: while one multiplies the other works on what its sums become. That goes slab
// by slab, 64 x 64 sums at a time, in vectors along the columns, as in a map. (cuda/prelude_product.cuh)
//
//   gemm:  owned none          walked all         vector along the walk, which goes tile by tile
//   (a tile is a split of the walk, a trip a slab)
#include "kernel/nest/product.h"
#include "kernel/template/rules.h"
#include "kernel/template/template.h"

#include "kernel/code/build.h"

enum {
  ARCH = 90,        // the one with these instructions
  GROUP = 128,      // threads
  GROUPS = 2,       // that multiply
  SLAB = 64,        // rows and columns
  STEP_BYTES = 128, // of each row and column in a stage
  SLAB_BYTES = SLAB * SLAB * 4,
  BARRIER_BYTES = 16,     // of a stage
  ALIGNMENT_BYTES = 1024, // of the stages
  MOST_STAGES = 12,
  MOST_SUMS = 128 * 128, // of a tile: as many as registers hold beside the arithmetic
  WIDEST_VECTOR = 8,
};

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
  mapping->product_rows = (int)most_of(schedule->knob[KNOB_rows], SLAB);
  mapping->product_columns = (int)most_of(schedule->knob[KNOB_columns], SLAB);
  mapping->walk_lanes = GROUP;
  mapping->owned_lanes = 1;
  mapping->beside = GROUPS * GROUP;
  mapping->slots = SLAB * SLAB / GROUP / mapping->vector;
  mapping->trips = mapping->product_rows / SLAB * (mapping->product_columns / SLAB);
  mapping->tiles_down = divide_up(nest->size[dims.rows], (int64_t)mapping->product_rows * cluster) * cluster;
  mapping->tiles_along = divide_up(nest->size[dims.columns], mapping->product_columns);
  int64_t batches = nest_product_batches(nest, &dims);
  mapping->splits = mapping->tiles_down * mapping->tiles_along * batches;
  mapping->tiles = 1;
  mapping->owned_exact = true;
  mapping->walk_exact = nest->size[dims.rows] % (mapping->product_rows * cluster) == 0 &&
                        nest->size[dims.columns] % mapping->product_columns == 0;
}

static int widest_vector(const Nest *nest) {
  return (int)least_of(WIDEST_VECTOR, vector_of_widest(nest));
}

// ---- the launch

static int64_t stage_bytes(int rows, int columns) {
  return (int64_t)(rows + columns) * STEP_BYTES + BARRIER_BYTES;
}

static int64_t shared_bytes(const Schedule *schedule) {
  return ALIGNMENT_BYTES + GROUPS * SLAB_BYTES +
         schedule->knob[KNOB_stages] * stage_bytes(schedule->knob[KNOB_rows], schedule->knob[KNOB_columns]);
}

static LaunchShape launch(const Nest *nest, const Schedule *schedule, const GpuLimits *limits) {
  Mapping mapping;
  mapping_make(nest, schedule, &mapping);
  int cluster = (int)most_of(schedule->knob[KNOB_cluster], 1);
  ProductDims dims;
  nest_product_dims(nest, product_of(nest), &dims);
  int64_t batches = nest_product_batches(nest, &dims);
  int64_t clusters = mapping.tiles_down / cluster * mapping.tiles_along * batches;
  int bytes = (int)shared_bytes(schedule);
  return (LaunchShape){.grid = least_of(clusters, most_of(limits->sms / cluster, 1)) * cluster,
                       .cluster = cluster,
                       .threads = mapping_threads(&mapping),
                       .shared_bytes = bytes,
                       .pipeline_bytes = bytes};
}

// ---- the rules

typedef struct TileShape {
  int rows, columns, cluster;
} TileShape;

// Clocks of a multiprocessor for its tiles, one after another. A step of 64 products takes rows * columns /
// 32 on the tensor cores (4096 a clock), and brings its lines from the second-level cache; the last tile's
// sums go out when nothing is left to multiply (MEASURED.md, products and what follows).
static double tile_clocks(const Chooser *chooser, TileShape shape) {
  const Nest *nest = chooser->nest;
  const Step *product = product_of(nest);
  ProductDims dims;
  nest_product_dims(nest, product, &dims);
  double steps = (double)divide_up(product->product->length, 64);
  double bytes = (shape.rows + (double)shape.columns / shape.cluster) * STEP_BYTES;
  double step = shape.rows * shape.columns / 32.0;
  if (step < bytes / PRODUCT_COPIED_PER_CLOCK) step = bytes / PRODUCT_COPIED_PER_CLOCK;
  int64_t clusters = divide_up(nest->size[dims.rows], (int64_t)shape.rows * shape.cluster) *
                     divide_up(nest->size[dims.columns], shape.columns) * nest_product_batches(nest, &dims);
  int64_t waves = divide_up(clusters, most_of(chooser->limits->sms / shape.cluster, 1));
  double sums = (double)shape.rows * shape.columns * 4 / PRODUCT_COPIED_PER_CLOCK;
  return (double)waves * steps * step + sums;
}

static TileShape best_shape(const Chooser *chooser) {
  static const TileShape shapes[] = {{128, 128, 2}, {128, 128, 1}, {64, 256, 2},
                                     {64, 128, 2},  {64, 128, 1},  {64, 64, 1}};
  TileShape best = shapes[0];
  for (size_t i = 1; i < sizeof shapes / sizeof *shapes; i++)
    if (tile_clocks(chooser, shapes[i]) < tile_clocks(chooser, best)) best = shapes[i];
  return best;
}

static void choose_gemm(Chooser *chooser) {
  TileShape shape = best_shape(chooser);
  int rows = choose_knob(chooser, KNOB_rows, shape.rows);
  int columns = choose_knob(chooser, KNOB_columns, shape.columns);
  choose_knob(chooser, KNOB_cluster, shape.cluster);
  int64_t room = chooser->limits->shared_per_block - ALIGNMENT_BYTES - GROUPS * SLAB_BYTES;
  int64_t stages = room / most_of(1, stage_bytes(rows, columns));
  choose_knob(chooser, KNOB_stages, most_of(2, least_of(MOST_STAGES, stages)));
  choose_knob(chooser, KNOB_threads, (GROUPS + 1) * GROUP);
  Mapping mapping;
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  choose_knob(chooser, KNOB_vector, mapping.vector);
  choose_knob(chooser, KNOB_unroll, mapping.slots);
  choose_knob(chooser, KNOB_persistent, 0);
  choose_knob(chooser, KNOB_splits, 1);
}

static bool is_shape(const Schedule *schedule) {
  int rows = schedule->knob[KNOB_rows], columns = schedule->knob[KNOB_columns];
  int cluster = schedule->knob[KNOB_cluster];
  return (rows == 64 || rows == 128) && (columns == 64 || columns == 128 || columns == 256) &&
         rows * columns <= MOST_SUMS && (cluster == 1 || cluster == 2) && columns / cluster % SLAB == 0;
}

static bool check(const Chooser *chooser, const Mapping *mapping, Reason *reason) {
  const Schedule *schedule = chooser->schedule;
  const int ops[] = {product_of(chooser->nest)->op, NO_OP};
  const char *name = chooser->nest->graph->ops[ops[0]].name;
  if (chooser->limits->arch != ARCH) {
    reason_set(reason, REASON_UNSUPPORTED, ops,
               "%s is a matrix product: kernels of one are generated for compute capability 9.0, and this "
               "device has %d.%d",
               name, chooser->limits->arch / 10, chooser->limits->arch % 10);
    reason_remedy(reason, "Leave %s to the library, in a kernel of its own.", name);
    return false;
  }
  if (!is_shape(schedule))
    return reason_set(
        reason, REASON_THREADS, ops,
        "a tile of %d x %d in clusters of %d is none of a product: 64 or 128 rows by 64, 128 or "
        "256 columns, at most 16,384 sums, in clusters of 1 or 2 that share 64 columns or more "
        "each",
        schedule->knob[KNOB_rows], schedule->knob[KNOB_columns], schedule->knob[KNOB_cluster]);
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
             KNOB_BIT(stores),
    .rules = choose_gemm,
    .widest_vector = widest_vector,
    .check = check,
    .blocks = blocks,
    .narrow = narrow,
    .lay_out = lay_out,
    .launch = launch,
    .build = build_gemm,
};
