// A generated matrix product: what the tensor cores and their copies add to the arithmetic that follows.
#include "kernel/nest/product.h"
#include "cost/model/parts.h"
#include "kernel/template/product_time.h"

#include <math.h>
#include <string.h>

// Rows of tiles of a cluster that go down before the next column (cuda/prelude_product_tiles.cuh).
enum { RASTER = 8 };

static double buffer_bytes(const Nest *nest, int at) {
  const Buffer *buffer = &nest->buffers[at];
  return (double)buffer->elements * dtype_bytes(buffer->dtype);
}

void cost_add_read(Arena *arena, const AccessEstimate *access, Estimate *estimate) {
  size_t count = (size_t)estimate->access_count;
  AccessEstimate *all = arena_array(arena, count + 1, sizeof *all);
  if (count) memcpy(all, estimate->accesses, count * sizeof *all);
  all[count] = *access;
  estimate->accesses = all;
  estimate->access_count++;
  estimate->moved_read_bytes += access->l2_bytes;
}

// Each matrix once, and the second one again for each pass over rows of tiles, unless it stays in half of the
// second-level cache.
static void add_matrices(const CostSubject *subject, const ProductTile *tile, const ProductExtent *extent,
                         Arena *arena, Estimate *estimate) {
  const Nest *nest = subject->nest;
  int products[MOST_PRODUCTS], count = nest_products(nest, products);
  const Product *product = nest->steps[products[0]].product;
  double bytes[2] = {buffer_bytes(nest, product->operand[0].buffer), 0};
  for (int i = 0; i < count; i++) {
    int second = nest->steps[products[i]].product->operand[1].buffer;
    if (second != product->operand[0].buffer) bytes[1] += buffer_bytes(nest, second);
  }
  double high = (double)RASTER * tile->rows * tile->cluster;
  double again =
      bytes[1] > (double)subject->device->limits.l2_bytes / 2 ? ceil((double)extent->rows / high) - 1 : 0;
  double tiles = (double)(product_clusters(tile, extent) * tile->cluster);
  double line = tiles * (double)extent->length * dtype_bytes(DTYPE_BF16);
  estimate->read_bytes += llround(bytes[0] + bytes[1]);
  estimate->dram_bytes += llround(bytes[0] + bytes[1] * (1 + again));
  AccessEstimate access = {.step = products[0],
                           .matrix = MATRIX_FIRST,
                           .passes = 1,
                           .executed = 1,
                           .l2_bytes = llround(line * tile->rows),
                           .unique_bytes = llround(bytes[0])};
  cost_add_read(arena, &access, estimate);
  access.matrix = MATRIX_SECOND;
  access.passes = 1 + (int)again;
  access.l2_bytes = llround(line * tile->columns / tile->cluster);
  for (int i = 0; i < count; i++) {
    access.step = products[i];
    access.unique_bytes = llround(buffer_bytes(nest, nest->steps[products[i]].product->operand[1].buffer));
    cost_add_read(arena, &access, estimate);
  }
}

void cost_product_registers(const CostSubject *subject, Estimate *estimate) {
  if (nest_product(subject->nest) == NO_STEP) return;
  estimate->registers = subject->schedule->knob[KNOB_registers]; // what a block begins with
  estimate->register_parts = (RegisterParts){0};                 // which its groups then share out anew
  estimate->spill_bytes = 0;
  estimate->occupancy = cost_occupancy(&subject->device->limits, subject->launch->threads, estimate);
}

// What becomes of one of a thread's sums: one warp in each quarter of a multiprocessor works on them, and
// waits for most of what it asks for. Fitted (tests/bench/MEASURED.md: sums of products).
static const double sum_base = 14, sum_instruction = 2.2, sum_stored_byte = 10, sum_loaded_byte = 15;

static double sum_clocks(const CostSubject *subject, const KernelWork *work, const ProductExtent *extent) {
  const Nest *nest = subject->nest;
  double sums = (double)extent->rows * (double)extent->columns * (double)extent->batches;
  double clocks = sum_base + sum_instruction * work->issue * subject->device->limits.warp / sums;
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    if (step->dims != nest_all_dims(nest)) continue; // what rows or columns share is seldom waited for
    if (step->kind == STEP_LOAD) clocks += sum_loaded_byte * dtype_bytes(step->stored);
    if (step->kind == STEP_STORE) clocks += sum_stored_byte * dtype_bytes(step->stored);
  }
  return clocks;
}

// The device's rate is that of a library's product with all that it waits for: between its beginning and its
// end one of ours is that much faster (tests/bench/MEASURED.md: plain products).
static const double steady_rate = 1.09;

// Lines of a matrix that do not begin at multiples of 128 bytes take two of memory's for each that a bulk
// copy asks for (tests/bench/MEASURED.md: crossing lines).
static const double crossing_cost = 1.43;
enum { MEMORY_LINE = 128 };

static bool lines_cross(const Nest *nest) {
  const Step *product = &nest->steps[nest_product(nest)];
  for (int i = 0; i < 2; i++) {
    ProductMatrix matrix;
    nest_product_matrix(nest, product, i, &matrix);
    int64_t bytes = matrix.line_stride * dtype_bytes(product->product->operand[i].stored);
    if (matrix.lines > 1 && bytes % MEMORY_LINE) return true;
  }
  return false;
}

void cost_product(const CostSubject *subject, Arena *arena, KernelWork *work, Estimate *estimate) {
  if (nest_product(subject->nest) == NO_STEP) return;
  if (nest_scores(subject->nest)) {
    cost_attention(subject, arena, work, estimate);
    return;
  }
  ProductTile tile = product_tile(subject->schedule);
  ProductExtent extent = product_extent(subject->nest);
  int sms = subject->device->limits.sms;
  add_matrices(subject, &tile, &extent, arena, estimate);
  estimate->flops += 2.0 * extent.matrices * (double)extent.rows * (double)extent.columns *
                     (double)extent.length * (double)extent.batches;
  double clocks_per_us = subject->device->tensor_tflops_16 * 1e6 / ((double)PRODUCT_FLOPS * sms);
  double group = product_group_clocks(&tile, &extent, sms, sum_clocks(subject, work, &extent));
  estimate->pipe_us[LIMIT_TENSOR] = fmax(product_clocks(&tile, &extent, sms) / (clocks_per_us * steady_rate),
                                         group / (subject->device->clock_ghz * 1e3));
  if (lines_cross(subject->nest)) estimate->pipe_us[LIMIT_TENSOR] *= crossing_cost;
  work->longest_ns = 2 * subject->device->latency_ns;
  work->life_ns = work->longest_ns * work->blocks;
}
