// A generated matrix product: what the tensor cores and their copies add to the arithmetic that follows.
#include "kernel/nest/product.h"
#include "cost/model/parts.h"

#include <math.h>

// Rows of tiles of a cluster that go down before the next column (cuda/prelude_product_tiles.cuh).
enum { RASTER = 8 };

// The share of the tensor rate that tiles of so many sums reach where they fill the device, and the products
// that starting a block and storing its last tile cost, in time (tests/bench/MEASURED.md: products and what
// follows). What lies between a block's tiles is hidden: one group of threads multiplies meanwhile.
static const double large_tile_share = 0.96, small_tile_share = 0.8;
enum { LARGE_TILE = 128 * 128, START_PRODUCTS = 192 };

typedef struct ProductShape {
  double rows, columns, length, batches;
  double tiles, clusters; // of the whole result
  double slots;           // clusters that run at once
} ProductShape;

static ProductShape shape_of(const CostSubject *subject) {
  const Nest *nest = subject->nest;
  const Mapping *mapping = &subject->body->mapping;
  const Step *product = &nest->steps[nest_product(nest)];
  ProductDims dims;
  nest_product_dims(nest, product, &dims);
  ProductShape shape = {.rows = (double)nest->size[dims.rows],
                        .columns = (double)nest->size[dims.columns],
                        .length = (double)product->product->length,
                        .batches = (double)nest_product_batches(nest, &dims)};
  shape.tiles = (double)mapping->splits;
  shape.clusters = shape.tiles / subject->launch->cluster;
  shape.slots = fmax(1, floor((double)subject->device->limits.sms / subject->launch->cluster));
  return shape;
}

// Of the tensor rate: tiles that are cut at the ends of the result, a last wave that is partly idle, the
// start.
static double tensor_share(const CostSubject *subject, const ProductShape *shape) {
  const Mapping *mapping = &subject->body->mapping;
  double tile = (double)mapping->product_rows * mapping->product_columns;
  double filled = shape->rows * shape->columns * shape->batches / (shape->tiles * tile);
  double waves = shape->clusters / shape->slots, rounds = ceil(waves);
  double rate = tile >= LARGE_TILE ? large_tile_share : small_tile_share;
  return rate * filled * waves * shape->length / (rounds * shape->length + START_PRODUCTS);
}

// Each matrix once, and the second one again for each pass over rows of tiles, unless it stays in half of the
// second-level cache. Returns the bytes that are copied from there.
static double add_matrices(const CostSubject *subject, const ProductShape *shape, Estimate *estimate) {
  const Nest *nest = subject->nest;
  const Mapping *mapping = &subject->body->mapping;
  const Product *product = nest->steps[nest_product(nest)].product;
  double bytes[2];
  for (int i = 0; i < 2; i++) {
    const Buffer *buffer = &nest->buffers[product->operand[i].buffer];
    bytes[i] = (double)buffer->elements * dtype_bytes(buffer->dtype);
  }
  if (product->operand[0].buffer == product->operand[1].buffer) bytes[1] = 0;
  double high = RASTER * mapping->product_rows * subject->launch->cluster;
  double again = bytes[1] > (double)subject->device->limits.l2_bytes / 2 ? ceil(shape->rows / high) - 1 : 0;
  double lines = mapping->product_rows + (double)mapping->product_columns / subject->launch->cluster;
  estimate->read_bytes += llround(bytes[0] + bytes[1]);
  estimate->dram_bytes += llround(bytes[0] + bytes[1] * (1 + again));
  return shape->tiles * shape->length * lines * dtype_bytes(DTYPE_BF16);
}

void cost_product_registers(const CostSubject *subject, Estimate *estimate) {
  if (nest_product(subject->nest) == NO_STEP) return;
  estimate->registers = subject->schedule->knob[KNOB_registers]; // what a block begins with
  estimate->register_parts = (RegisterParts){0};                 // which its groups then share out anew
  estimate->spill_bytes = 0;
  estimate->occupancy = cost_occupancy(&subject->device->limits, subject->launch->threads, estimate);
}

void cost_product(const CostSubject *subject, KernelWork *work, Estimate *estimate) {
  if (nest_product(subject->nest) == NO_STEP) return;
  ProductShape shape = shape_of(subject);
  double flops = 2 * shape.rows * shape.columns * shape.length * shape.batches;
  double rate = subject->device->tensor_tflops_16 * 1e6;
  double copied = add_matrices(subject, &shape, estimate);
  double copies =
      copied / (PRODUCT_COPIED_PER_CLOCK * subject->device->limits.sms * subject->device->clock_ghz * 1e3);
  estimate->moved_read_bytes += llround(copied);
  estimate->flops += flops;
  estimate->pipe_us[LIMIT_TENSOR] = fmax(flops / (rate * tensor_share(subject, &shape)), copies);
  work->longest_ns = 2 * subject->device->latency_ns;
  work->life_ns = work->longest_ns * work->blocks;
}
