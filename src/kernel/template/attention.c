// Attention on tensor cores: a product, a softmax of its rows and a second product, with the arithmetic
// between and behind them. The scores of 64 rows and some keys at a time live in the registers of a group of
// 128 threads, which keeps the largest score and the sum of each row as it goes over the keys, and scales
// what it has summed anew where the largest grows. (cuda/prelude_attention.cuh)
//
// A block has two or three such groups and one that fetches, and takes tiles of their rows one after another.
// What the sums become goes slab by slab, as in gemm.c.
//
//   attention:  owned none          walked all         vector along the walk, which goes tile by tile
//   (a group's rows of a tile are a split of the walk, a trip a slab)
#include "kernel/nest/product.h"
#include "kernel/template/attention_time.h"
#include "kernel/template/candidates.h"
#include "kernel/template/rules.h"
#include "kernel/template/template.h"

#include "kernel/code/build.h"

enum {
  ARCH = 90, // the one with these instructions
  SLAB = 64, // rows and columns
  LEAST_ROWS = 128,
  MOST_ROWS = 192, // as many groups as have registers for their sums
  NARROW = 64,     // widths that are known
  WIDE = 128,
  SLAB_BYTES = SLAB * SLAB * 4,
  BARRIER_BYTES = 16,   // of a stage
  NOTE_BYTES = 16,      // the number of a tile
  LOG_BYTES = SLAB * 4, // of a group, where the logarithms of sums are read
  QUEUE_BYTES = 16,     // of the tiles that blocks have taken
  ALIGNMENT_BYTES = 1024,
  MOST_STAGES = 4,
  WIDEST_VECTOR = 8,
};

// ---- the mapping

static void narrow(Mapping *mapping) {
  while (mapping->vector > WIDEST_VECTOR)
    mapping->vector /= 2;
}

static void lay_out(const Schedule *schedule, Mapping *mapping) {
  const Nest *nest = mapping->nest;
  AttentionTile tile = attention_tile(schedule);
  ProductExtent extent = product_extent(nest);
  mapping->product_rows = (int)most_of(tile.rows, SLAB);
  mapping->product_columns = (int)most_of(extent.columns / SLAB, 1) * SLAB;
  mapping->product_parts = (int)most_of(attention_groups(&tile), 1);
  mapping->walk_lanes = PRODUCT_GROUP;
  mapping->owned_lanes = 1;
  mapping->beside = mapping->product_parts * PRODUCT_GROUP;
  int sums = SLAB * mapping->product_columns / PRODUCT_GROUP;
  mapping_divide_slab(mapping, SLAB * SLAB, sums, product_registers_given(mapping->product_parts));
  mapping->trips = mapping->product_columns / SLAB * mapping->slab_parts;
  mapping->tiles_down = divide_up(extent.rows, mapping->product_rows);
  mapping->tiles_along = 1;
  mapping->splits = mapping->tiles_down * extent.batches * mapping->product_parts;
  mapping->tiles = 1;
  mapping->owned_exact = true;
  mapping->product_cuts_rows = extent.rows % mapping->product_rows != 0;
  mapping->walk_exact = true;
}

static int widest_vector(const Nest *nest) {
  return (int)least_of(WIDEST_VECTOR, vector_of_widest(nest));
}

// ---- the launch

static int64_t shared_bytes(const Nest *nest, const Schedule *schedule) {
  AttentionTile tile = attention_tile(schedule);
  int64_t bytes = 2 * attention_extent(nest).width, stages = schedule->knob[KNOB_stages];
  return ALIGNMENT_BYTES + (tile.rows + 2 * stages * tile.keys) * bytes +
         (int64_t)attention_groups(&tile) * (SLAB_BYTES + (nest_log_sums(nest) ? LOG_BYTES : 0)) +
         (1 + 2 * stages) * BARRIER_BYTES + NOTE_BYTES;
}

static LaunchShape launch(const Nest *nest, const Schedule *schedule, const GpuLimits *limits) {
  Mapping mapping;
  mapping_make(nest, schedule, &mapping);
  AttentionTile tile = attention_tile(schedule);
  AttentionExtent extent = attention_extent(nest);
  int bytes = (int)shared_bytes(nest, schedule);
  return (LaunchShape){.grid = least_of(attention_tiles(&tile, &extent), limits->sms),
                       .cluster = 1,
                       .threads = mapping_threads(&mapping),
                       .shared_bytes = bytes,
                       .pipeline_bytes = bytes,
                       .workspace_bytes = QUEUE_BYTES};
}

// ---- the rules

static int registers_needed(const Chooser *chooser, const AttentionTile *tile) {
  return attention_registers(chooser->nest, tile->keys, product_extent(chooser->nest).columns,
                             chooser->schedule->knob[KNOB_vector]);
}

static bool fits(const Chooser *chooser, const AttentionTile *tile) {
  return registers_needed(chooser, tile) <= product_registers_given(attention_groups(tile));
}

// Three groups hide more of the softmax where the products are short, and steps of 128 keys wait less often
// than those of 64 (tests/bench/MEASURED.md, attention).
static AttentionTile best_tile(const Chooser *chooser) {
  static const AttentionTile tiles[] = {{192, 128}, {128, 128}, {192, 64}, {128, 64}};
  int wide = product_extent(chooser->nest).columns > NARROW;
  for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++)
    if (!(wide && tiles[i].rows > LEAST_ROWS) && fits(chooser, &tiles[i])) return tiles[i];
  return tiles[3];
}

static void choose_attention(Chooser *chooser) {
  AttentionTile tile = best_tile(chooser);
  tile.rows = choose_knob(chooser, KNOB_rows, tile.rows);
  tile.keys = choose_knob(chooser, KNOB_columns, tile.keys);
  choose_knob(chooser, KNOB_cluster, 1);
  choose_knob(chooser, KNOB_cooperative, 0);
  choose_knob(chooser, KNOB_stages, 2);
  choose_knob(chooser, KNOB_threads, (attention_groups(&tile) + 1) * PRODUCT_GROUP);
  Mapping mapping;
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  choose_knob(chooser, KNOB_unroll, mapping.slots);
  choose_knob(chooser, KNOB_persistent, 0);
  choose_knob(chooser, KNOB_splits, 1);
}

static bool form(int index, ScheduleOverride *override) {
  schedule_override_set(override, KNOB_rows, index % 2 ? MOST_ROWS : LEAST_ROWS);
  schedule_override_set(override, KNOB_columns, index / 2 ? WIDE : NARROW);
  return index < 4;
}

// ---- what it demands

static const Step *product_in(const Nest *nest) {
  return &nest->steps[nest_product(nest)];
}

static bool refuse(const Chooser *chooser, const int *ops, const char *why, Reason *reason) {
  const char *name = chooser->nest->graph->ops[ops[1]].name;
  reason_set(reason, REASON_UNSUPPORTED, ops, "%s multiplies a softmax of %s, and attention is generated %s",
             name, chooser->nest->graph->ops[ops[0]].name, why);
  reason_remedy(reason, "Leave %s to the library, in a kernel of its own.", name);
  return false;
}

static bool check_matrices(const Chooser *chooser, const int *ops, Reason *reason) {
  const Nest *nest = chooser->nest, *scores = nest_scores(nest);
  AttentionExtent extent = attention_extent(nest);
  const Step *product = product_in(scores);
  ProductMatrix rows;
  nest_product_matrix(scores, product, 0, &rows);
  if (chooser->limits->arch != ARCH)
    return refuse(chooser, ops, "for compute capability 9.0, which this device does not have", reason);
  if (extent.width != NARROW && extent.width != WIDE)
    return refuse(chooser, ops, "for values of 64 or 128 elements", reason);
  if (product->product->length != extent.width)
    return refuse(chooser, ops, "for keys that are as long as the values", reason);
  if (rows.across) return refuse(chooser, ops, "for queries whose own elements are neighbours", reason);
  if (product->product->operand[0].stored != product_in(nest)->product->operand[1].stored)
    return refuse(chooser, ops, "for queries and values of one type", reason);
  return true;
}

static bool check_tile(const Chooser *chooser, const int *ops, Reason *reason) {
  AttentionTile tile = attention_tile(chooser->schedule);
  int groups = attention_groups(&tile), needed = registers_needed(chooser, &tile);
  if (tile.rows != LEAST_ROWS && tile.rows != MOST_ROWS)
    return reason_set(reason, REASON_THREADS, ops, "a tile of attention has 128 or 192 rows, not %d",
                      tile.rows);
  if (tile.keys != NARROW && tile.keys != WIDE)
    return reason_set(reason, REASON_THREADS, ops, "a step of attention has 64 or 128 keys (columns), not %d",
                      tile.keys);
  if (needed <= product_registers_given(groups)) return true;
  reason_set(
      reason, REASON_THREADS, ops,
      "attention with tiles of %d rows and steps of %d keys needs %d registers of a thread, which has %d",
      tile.rows, tile.keys, needed, product_registers_given(groups));
  reason_remedy(reason, "Take fewer rows, or fewer columns.");
  return false;
}

static bool check(const Chooser *chooser, const Mapping *mapping, Reason *reason) {
  const Schedule *schedule = chooser->schedule;
  const Nest *nest = chooser->nest;
  const int ops[] = {product_in(nest_scores(nest))->op, product_in(nest)->op, NO_OP};
  if (!check_matrices(chooser, ops, reason) || !check_tile(chooser, ops, reason)) return false;
  if (schedule->knob[KNOB_stages] < 2 || schedule->knob[KNOB_stages] > MOST_STAGES)
    return reason_set(reason, REASON_THREADS, ops, "attention has 2, 3 or 4 stages of keys, not %d",
                      schedule->knob[KNOB_stages]);
  if (schedule->knob[KNOB_cluster] > 1 || schedule->knob[KNOB_cooperative])
    return reason_set(reason, REASON_THREADS, ops, "attention has no clusters and no cooperative form");
  if (schedule->knob[KNOB_threads] == mapping_threads(mapping)) return true;
  return reason_set(reason, REASON_THREADS, ops, "attention of %d rows has blocks of %d threads, not of %d",
                    schedule->knob[KNOB_rows], mapping_threads(mapping), schedule->knob[KNOB_threads]);
}

static int64_t blocks(const Chooser *chooser) {
  (void)chooser;
  return 1;
}

static bool takes(const Nest *nest, const ScheduleOverride *overrides) {
  (void)overrides;
  return nest_scores(nest) != NULL;
}

const Template template_attention = {
    .name = "attention",
    .help = "a matrix product, a softmax of its rows and the product of that, on tensor cores",
    .takes = takes,
    .knobs = KNOB_BIT(vector) | KNOB_BIT(rows) | KNOB_BIT(columns) | KNOB_BIT(stages) | KNOB_BIT(stores),
    .rules = choose_attention,
    .widest_vector = widest_vector,
    .check = check,
    .form = form,
    .blocks = blocks,
    .narrow = narrow,
    .lay_out = lay_out,
    .launch = launch,
    .build = build_gemm,
};
