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

static const ProductOperand *operand_of(const Nest *nest, int which) {
  return &nest->steps[nest_product(nest)].product->operand[which];
}

// Rows once; keys and values again for each round of tiles, unless those of the batches that run together
// stay in half of the second-level cache. Returns the bytes that are copied from there.
static double add_matrices(const CostSubject *subject, const AttentionTile *tile,
                           const AttentionExtent *extent, Estimate *estimate) {
  const Nest *nest = subject->nest, *scores = nest_scores(nest);
  double rows = buffer_bytes(scores, operand_of(scores, 0)->buffer);
  double keys =
      buffer_bytes(scores, operand_of(scores, 1)->buffer) + buffer_bytes(nest, operand_of(nest, 1)->buffer);
  double batches = (double)extent->batches, share = fmin(batches, TOGETHER) / batches,
         together = keys * share;
  double rounds = ceil((double)attention_tiles(tile, extent) * share / subject->device->limits.sms);
  double again = together > (double)subject->device->limits.l2_bytes ? fmax(rounds - 1, 0) : 0;
  double tiles = (double)attention_tiles(tile, extent), line = 2.0 * (double)extent->width;
  estimate->read_bytes += llround(rows + keys);
  estimate->dram_bytes += llround(rows + keys * (1 + again));
  return tiles * line * (tile->rows + 2 * (double)extent->keys * extent->share);
}

// What scores read beside their product comes element by element, and again where it is more than half of the
// second-level cache holds.
static double add_loads(const CostSubject *subject, const AttentionExtent *extent, Estimate *estimate) {
  const Nest *scores = nest_scores(subject->nest);
  double moved = 0, all = (double)nest_elements(scores, nest_all_dims(scores));
  for (int i = 0; i < scores->step_count; i++) {
    const Step *step = &scores->steps[i];
    if (step->kind != STEP_LOAD) continue;
    double elements = (double)nest_elements(scores, step->dims), bytes = elements * dtype_bytes(step->stored);
    bool stays = bytes <= (double)subject->device->limits.l2_bytes / 2;
    estimate->read_bytes += llround(bytes);
    estimate->dram_bytes += llround(stays ? bytes : bytes * all / elements * extent->share);
    moved += all * extent->share * dtype_bytes(step->stored);
  }
  return moved;
}

void cost_attention(const CostSubject *subject, KernelWork *work, Estimate *estimate) {
  AttentionTile tile = attention_tile(subject->schedule);
  AttentionExtent extent = attention_extent(subject->nest);
  int sms = subject->device->limits.sms;
  double pairs = (double)extent.rows * (double)extent.keys * (double)extent.batches * extent.share,
         exponentials;
  estimate->moved_read_bytes += llround(add_matrices(subject, &tile, &extent, estimate));
  estimate->moved_read_bytes += llround(add_loads(subject, &extent, estimate));
  attention_instructions(subject->nest, &exponentials);
  estimate->flops += pairs * (4.0 * (double)extent.width + 3 + exponentials);
  double clocks_per_us = subject->device->tensor_tflops_16 * 1e6 / ((double)PRODUCT_FLOPS * sms);
  estimate->pipe_us[LIMIT_TENSOR] = attention_clocks(subject->nest, &tile, &extent, sms) / clocks_per_us;
  work->longest_ns = 2 * subject->device->latency_ns;
  work->life_ns = work->longest_ns * work->blocks;
}
