// Generated attention: what both products, the softmax between them and their copies add to the arithmetic
// that follows. The scores themselves are never in memory.
#include "cost/model/parts.h"
#include "kernel/nest/product.h"
#include "kernel/template/attention_time.h"

#include <math.h>

// Batches whose tiles run together (cuda/prelude_product_tiles.cuh).
enum { TOGETHER = 16 };

static double buffer_bytes(const Nest *nest, int buffer) {
  return (double)nest->buffers[buffer].elements * dtype_bytes(nest->buffers[buffer].dtype);
}

static double matrix_bytes(const Nest *nest, int which) {
  return buffer_bytes(nest, nest->steps[nest_product(nest)].product->operand[which].buffer);
}

// Rows once; keys and values again for each round of tiles, unless those of the batches that run together
// stay in half of the second-level cache.
static void add_matrices(const CostSubject *subject, const AttentionTile *tile, const AttentionExtent *extent,
                         Arena *arena, Estimate *estimate) {
  const Nest *nest = subject->nest, *scores = nest_scores(nest);
  double rows = matrix_bytes(scores, 0), values = matrix_bytes(nest, 1);
  double keys = matrix_bytes(scores, 1) + values;
  double batches = (double)extent->batches, share = fmin(batches, TOGETHER) / batches,
         together = keys * share;
  double rounds = ceil((double)attention_tiles(tile, extent) * share / subject->device->limits.sms);
  double again = together > (double)subject->device->limits.l2_bytes ? fmax(rounds - 1, 0) : 0;
  double line = (double)attention_tiles(tile, extent) * 2 * (double)extent->width;
  estimate->read_bytes += llround(rows + keys);
  estimate->dram_bytes += llround(rows + keys * (1 + again));
  AccessEstimate access = {.step = nest_product(scores),
                           .matrix = MATRIX_FIRST,
                           .of_scores = true,
                           .passes = 1,
                           .executed = 1,
                           .l2_bytes = llround(line * tile->rows),
                           .unique_bytes = llround(rows)};
  cost_add_read(arena, &access, estimate);
  access.matrix = MATRIX_SECOND;
  access.passes = 1 + (int)again;
  access.l2_bytes = llround(line * (double)extent->keys * extent->share);
  access.unique_bytes = llround(keys - values);
  cost_add_read(arena, &access, estimate);
  access.step = nest_product(nest);
  access.of_scores = false;
  access.unique_bytes = llround(values);
  cost_add_read(arena, &access, estimate);
}

// What scores read beside their product comes element by element, and again where it is more than half of the
// second-level cache holds.
static void add_loads(const CostSubject *subject, const AttentionExtent *extent, Arena *arena,
                      Estimate *estimate) {
  const Nest *scores = nest_scores(subject->nest);
  double all = (double)nest_elements(scores, nest_all_dims(scores));
  for (int i = 0; i < scores->step_count; i++) {
    const Step *step = &scores->steps[i];
    if (step->kind != STEP_LOAD) continue;
    double elements = (double)nest_elements(scores, step->dims), bytes = elements * dtype_bytes(step->stored);
    bool stays = bytes <= (double)subject->device->limits.l2_bytes / 2;
    estimate->read_bytes += llround(bytes);
    estimate->dram_bytes += llround(stays ? bytes : bytes * all / elements * extent->share);
    int64_t moved = llround(all * extent->share * dtype_bytes(step->stored));
    AccessEstimate access = {.step = i,
                             .of_scores = true,
                             .passes = stays ? 1 : (int)fmax(1, all / elements * extent->share),
                             .executed = 1,
                             .bytes = moved,
                             .l2_bytes = moved,
                             .unique_bytes = llround(bytes)};
    cost_add_read(arena, &access, estimate);
  }
}

void cost_attention(const CostSubject *subject, Arena *arena, KernelWork *work, Estimate *estimate) {
  AttentionTile tile = attention_tile(subject->schedule);
  AttentionExtent extent = attention_extent(subject->nest);
  int sms = subject->device->limits.sms;
  double pairs = (double)extent.rows * (double)extent.keys * (double)extent.batches * extent.share,
         exponentials;
  add_matrices(subject, &tile, &extent, arena, estimate);
  add_loads(subject, &extent, arena, estimate);
  attention_instructions(subject->nest, &exponentials);
  estimate->flops += pairs * (4.0 * (double)extent.width + 3 + exponentials);
  double clocks_per_us = subject->device->tensor_tflops_16 * 1e6 / ((double)PRODUCT_FLOPS * sms);
  estimate->pipe_us[LIMIT_TENSOR] = attention_clocks(subject->nest, &tile, &extent, sms) / clocks_per_us;
  work->longest_ns = 2 * subject->device->latency_ns;
  work->life_ns = work->longest_ns * work->blocks;
}
