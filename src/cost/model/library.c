#include "cost/model/parts.h"
#include "graph/core/attention.h"
#include "plan/program/program.h"

#include <math.h>
#include <string.h>

// Bytes of distinct operands read and results written.
static void library_bytes(const Graph *graph, const Op *op, Estimate *estimate) {
  for (int i = 0; i < op->operand_count; i++) {
    int value = op->operands[i].value;
    bool seen = value == NO_VALUE;
    for (int j = 0; j < i && !seen; j++)
      seen = op->operands[j].value != NO_VALUE &&
             graph_source(graph, op->operands[j].value) == graph_source(graph, value);
    if (!seen) estimate->read_bytes += graph_value_bytes(graph, value);
  }
  for (int i = 0; i < op->result_count; i++) {
    const Value *result = &graph->values[op->first_result + i];
    bool used = result->reader_count > 0 || result->is_output;
    if (used) estimate->write_bytes += graph_value_bytes(graph, op->first_result + i);
  }
}

static const Shape *operand_shape(const Graph *graph, const Op *op, int operand) {
  static const Shape scalar;
  bool present = operand < op->operand_count && op->operands[operand].value != NO_VALUE;
  return present ? &graph->values[op->operands[operand].value].shape : &scalar;
}

// 2 x M x N x K x batch: elements of the result times twice the contracted length.
static double matmul_flops(const Graph *graph, const Op *op) {
  int a = op->code == OP_ADDMM ? 1 : 0;
  const Shape *left = operand_shape(graph, op, a);
  double elements = (double)shape_elements(&graph->values[op->first_result].shape);
  return left->rank ? 2 * elements * (double)left->size[left->rank - 1] : 0;
}

// Of quantised numbers, too: of f4e2m1fnx2 an element is two. Groups of the contracted length, whose results
// stand side by side, have a share of it each.
static double product_flops(const Graph *graph, const Op *op) {
  const Shape *left = operand_shape(graph, op, 0), *right = operand_shape(graph, op, 1);
  const Shape *result = &graph->values[op->first_result].shape;
  if (left->rank < 2 || right->rank < 2) return 0;
  bool packed = graph->values[op->operands[0].value].dtype == DTYPE_F4X2;
  double length = (double)left->size[left->rank - 1] * (packed ? 2 : 1);
  if (result->rank == 3 && left->rank == 2 && right->rank == 2) length /= (double)result->size[0];
  return 2 * (double)shape_elements(result) * length;
}

// Each result element of a convolution sums over the weight's input channels (already divided by groups) and
// window.
static double convolution_flops(const Graph *graph, const Op *op, int result_operand, int weight_operand) {
  const Shape *weight = operand_shape(graph, op, weight_operand);
  double per_element = 1;
  for (int axis = 1; axis < weight->rank; axis++)
    per_element *= (double)weight->size[axis];
  const Shape *result =
      result_operand < 0 ? &graph->values[op->first_result].shape : operand_shape(graph, op, result_operand);
  return 2 * (double)shape_elements(result) * per_element;
}

// Two products per head of [queries, keys] by the head dimension; backward does five.
static double attention_flops(const Graph *graph, const Op *op, int query, int key, double products) {
  const Shape *q = operand_shape(graph, op, query), *k = operand_shape(graph, op, key);
  if (q->rank < 2 || k->rank < 2) return 0;
  return products * 2 * (double)shape_elements(q) * (double)k->size[k->rank - 2];
}

typedef enum LibraryKind {
  LIBRARY_MATMUL,
  LIBRARY_PRODUCT, // of groups, or of quantised numbers
  LIBRARY_CONVOLUTION,
  LIBRARY_CONVOLUTION_BACKWARD,
  LIBRARY_ATTENTION,
  LIBRARY_ATTENTION_BACKWARD,
  LIBRARY_TRANSFORM, // Fourier's
  LIBRARY_BYTES
} LibraryKind;

static LibraryKind library_kind(const Op *op) {
  const char *target = op_text(op, ATTRIBUTE_TARGET, op_info(op->code)->name);
  bool backward = strstr(target, "backward") != NULL;
  if (op->op_class == CLASS_CONTRACTION) return LIBRARY_MATMUL;
  if (op->code == OP_SCALED_MM || op->code == OP_GROUPED_MM) return LIBRARY_PRODUCT;
  if (strstr(target, "convolution")) return backward ? LIBRARY_CONVOLUTION_BACKWARD : LIBRARY_CONVOLUTION;
  if (strstr(target, "attention")) return backward ? LIBRARY_ATTENTION_BACKWARD : LIBRARY_ATTENTION;
  if (strstr(target, "_fft_")) return LIBRARY_TRANSFORM;
  return LIBRARY_BYTES;
}

static double library_flops(const Graph *graph, const Op *op, LibraryKind kind) {
  switch (kind) {
    case LIBRARY_MATMUL:
      return matmul_flops(graph, op);
    case LIBRARY_PRODUCT:
      return product_flops(graph, op);
    case LIBRARY_CONVOLUTION:
      return convolution_flops(graph, op, -1, 1);
    case LIBRARY_CONVOLUTION_BACKWARD:
      return op->result_count * convolution_flops(graph, op, 0, 2);
    case LIBRARY_ATTENTION:
      return attention_flops(graph, op, 0, 1, 2);
    case LIBRARY_ATTENTION_BACKWARD:
      return attention_flops(graph, op, 1, 2, 5);
    case LIBRARY_TRANSFORM:
    case LIBRARY_BYTES:
      return 0;
  }
  return 0;
}

// Shapes of result tiles that libraries choose among, one tile per SM at a time, with the rate of each over
// that of the device, which is a product's of 8192 x 8192 x 8192 with all that it waits for
// (tests/bench/MEASURED.md: products of libraries, also the next).
typedef struct Tile {
  double results, rate;
} Tile;
static const Tile tiles[] = {{128 * 256, 1.08}, {128 * 192, 1.08}, {128 * 128, 1.03}, {64 * 128, 0.76}};
// In contracted elements, by the time that they take: what each tile costs beside them, and the last one;
// what adding up the parts of split sums does. The least that a part has, and how many there are at most.
enum { TILE_OVERHEAD = 112, LAST_OVERHEAD = 144, SPLIT_OVERHEAD = 128, SPLIT_LENGTH = 256, MOST_SPLITS = 16 };

// What of the tensor rate a product reaches with one shape of tile and split: the last wave is partly idle.
static double split_share(const Device *device, const Tile *tile, double results, double length, int splits) {
  double waves = ceil(results / tile->results) * splits / device->limits.sms, each = length / splits;
  double overhead = LAST_OVERHEAD + (splits > 1 ? SPLIT_OVERHEAD : 0);
  return tile->rate * each * waves / ((each + TILE_OVERHEAD) * ceil(waves) + overhead);
}

static double tile_share(const Device *device, const Tile *tile, double results, double length) {
  double best = split_share(device, tile, results, length, 1);
  for (int splits = 2; splits <= MOST_SPLITS && length / splits >= SPLIT_LENGTH; splits++)
    best = fmax(best, split_share(device, tile, results, length, splits));
  return best;
}

// Rows of operands that do not begin at multiples of 16 bytes cannot be fetched by the tensor pipeline's bulk
// copies: libraries fall back to kernels of about this rate (tests/bench/MEASURED.md: unaligned products).
static const double UNALIGNED_SHARE = 0.28;
enum { ALIGNMENT = 16 };

static bool is_aligned(const Graph *graph, int value) {
  const Value *operand = &graph->values[value];
  for (int axis = 0; axis < operand->shape.rank; axis++) {
    bool moves = operand->shape.size[axis] > 1 && operand->stride[axis] != 1;
    if (operand->strided && moves && operand->stride[axis] * dtype_bytes(operand->dtype) % ALIGNMENT)
      return false;
  }
  return true;
}

static bool operands_aligned(const Graph *graph, const Op *op) {
  bool scaled = op->code == OP_SCALED_MM || op->code == OP_GROUPED_MM; // by what comes behind the matrices
  for (int i = op->code == OP_ADDMM ? 1 : 0; i < (scaled ? 2 : op->operand_count); i++)
    if (op->operands[i].value != NO_VALUE && !is_aligned(graph, op->operands[i].value)) return false;
  return true;
}

static double product_share(const Device *device, const Graph *graph, const Op *op) {
  const Shape *left = operand_shape(graph, op, op->code == OP_ADDMM ? 1 : 0);
  double length = left->rank ? (double)left->size[left->rank - 1] : 1, best = 0;
  double results = (double)shape_elements(&graph->values[op->first_result].shape);
  if (results <= 0 || length <= 0) return 1;
  for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++)
    best = fmax(best, tile_share(device, &tiles[i], results, length));
  return operands_aligned(graph, op) ? best : best * UNALIGNED_SHARE;
}

// What of the tensor rate attention reaches: the exponential of a score takes as long as so many elements of
// its row and key (cuDNN's, tests/bench/MEASURED.md: attention of libraries, also the next).
static const double ATTENTION_SHARE = 1.33, EXPONENTIAL_WIDTH = 85;
static const double BIASED_TIME = 1.75, CAUSAL_TIME = 0.65; // over that without

static double attention_share(const Graph *graph, const Op *op) {
  AttentionCall call;
  if (!attention_call(graph, op, &call) || call.value_width == 0) return 0.65;
  double width = (double)call.value_width, share = ATTENTION_SHARE * width / (EXPONENTIAL_WIDTH + width);
  return share / ((call.bias >= 0 ? BIASED_TIME : 1) * (call.causal ? CAUSAL_TIME : 1));
}

// What of it other library calls do: public kernels of attention's backward pass about 0.5.
static double kind_efficiency(LibraryKind kind, const Graph *graph, const Op *op) {
  if (kind == LIBRARY_ATTENTION) return attention_share(graph, op);
  return kind == LIBRARY_ATTENTION_BACKWARD ? 0.5 : 0.6;
}

// FP32 products run on the FMA pipes, at about this part of the peak, unless their operands may be rounded to
// TF32: then on tensor cores, from compute capability 8.0 on, at half the rate of 16-bit data (data sheets).
static const double FP32_PRODUCT_SHARE = 0.6, TF32_RATE = 0.5;
enum { TF32_ARCH = 80 };

static bool in_tf32(const Device *device, DType dtype) {
  return device->tf32 && device->limits.arch >= TF32_ARCH && dtype == DTYPE_F32;
}

// The rate of products of 8-bit numbers over those of bf16, of floats and of integers
// (tests/bench/MEASURED.md: products of 8 bits; data sheets promise 2 of both).
static const double SMALL_FLOAT_RATE = 1.75, SMALL_INTEGER_RATE = 1.1;

// 0: of other operands.
static double byte_rate(const Graph *graph, const Op *op) {
  const Operand *matrix = &op->operands[op->code == OP_ADDMM ? 1 : 0];
  DType a = graph->values[matrix[0].value].dtype, b = graph->values[matrix[1].value].dtype;
  if (dtype_bytes(a) != 1 || dtype_bytes(b) != 1) return 0;
  return dtype_kind(a) == DTYPE_IS_FLOAT ? SMALL_FLOAT_RATE : SMALL_INTEGER_RATE;
}

static void estimate_rate(const Device *device, const Graph *graph, const Op *op, LibraryKind kind,
                          Estimate *estimate) {
  bool product = kind == LIBRARY_MATMUL, tiled = product || kind == LIBRARY_PRODUCT;
  DType dtype = graph->values[op->first_result].dtype;
  bool wide = dtype_bytes(dtype) > 2;
  double bytes = tiled ? byte_rate(graph, op) : 0;
  if (product && wide && bytes == 0 && !in_tf32(device, dtype)) {
    double peak = 2 * device->fma_per_clock * device->limits.sms * device->clock_ghz * 1e3; // per microsecond
    estimate->pipe_us[LIMIT_FMA] = estimate->flops / (peak * FP32_PRODUCT_SHARE);
    return;
  }
  bool rounded = wide && bytes == 0 && (!tiled || product); // libraries of other ops round f32 anyway
  double share = tiled ? product_share(device, graph, op) : kind_efficiency(kind, graph, op);
  double rate = bytes > 0 ? bytes : rounded ? TF32_RATE : 1;
  estimate->pipe_us[LIMIT_TENSOR] = estimate->flops / (device->tensor_tflops_16 * 1e6 * rate * share);
}

// Dims that a transform runs over: the first list among its arguments ("%0, [1, 2], 0, True").
static int transform_dims(const Op *op) {
  const char *at = strchr(op_text(op, ATTRIBUTE_ARGUMENTS, ""), '[');
  int dims = 1;
  for (; at && *at && *at != ']'; at++)
    dims += *at == ',';
  return dims;
}

// A transform over several dims is one over each in turn. The first reads the operand, each further one the
// result of that before: from L2, where half of that holds it.
static void add_passes(const Device *device, int passes, Estimate *estimate) {
  int64_t between = (passes - 1) * estimate->write_bytes;
  bool held = estimate->write_bytes <= device->limits.l2_bytes / 2;
  estimate->moved_read_bytes += between;
  estimate->moved_write_bytes += between;
  if (!held) estimate->dram_bytes += 2 * between;
  double moved = (double)(estimate->moved_read_bytes + estimate->moved_write_bytes);
  estimate->pipe_us[LIMIT_L2] = moved / (device->l2_gbs * 1e3);
}

void cost_library(const Device *device, const Graph *graph, int op_index, Estimate *estimate) {
  const Op *op = &graph->ops[op_index];
  LibraryKind kind = library_kind(op);
  *estimate = (Estimate){.is_library = true, .registers = -1, .loads = -1, .stores = -1};
  estimate->not_run = program_library_problem(graph, op_index) != NULL;
  library_bytes(graph, op, estimate);
  estimate->moved_read_bytes = estimate->read_bytes;
  estimate->moved_write_bytes = estimate->write_bytes;
  estimate->dram_bytes = estimate->read_bytes + estimate->write_bytes;
  estimate->flops = library_flops(graph, op, kind);
  estimate_rate(device, graph, op, kind, estimate);
  int passes = kind == LIBRARY_TRANSFORM ? transform_dims(op) : 1;
  if (passes > 1) add_passes(device, passes, estimate);
  estimate->pipe_us[LIMIT_DRAM] = cost_dram_us(device, estimate);
  estimate->pipe_us[LIMIT_LATENCY] = passes * 2 * device->latency_ns * 1e-3;
  estimate->overlap = device->overlap;
  cost_finish(device, estimate);
}
