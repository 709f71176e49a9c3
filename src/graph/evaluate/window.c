// Pooling: windows that slide over the last axes of a tensor.
#include <math.h>

#include "graph/evaluate/internal.h"

Window window_of(const EvaluateCall *call, const Shape *image, const Shape *output, const int64_t *kernel,
                 int axes, bool pools) {
  Window window = {
      .axes = axes, .planes = 1, .image_elements = 1, .output_elements = 1, .kernel_elements = 1};
  for (int axis = 0; axis + axes < image->rank; axis++)
    window.planes *= image->size[axis];
  for (int i = 0; i < axes; i++) {
    window.image[i] = image->size[image->rank - axes + i];
    window.output[i] = output->size[output->rank - axes + i];
    window.kernel[i] = kernel[i];
    window.stride[i] = evaluate_entry(call, ATTRIBUTE_STRIDE, i, pools ? kernel[i] : 1);
    window.padding[i] = evaluate_entry(call, ATTRIBUTE_PADDING, i, 0);
    window.dilation[i] = evaluate_entry(call, ATTRIBUTE_DILATION, i, 1);
    window.image_elements *= window.image[i];
    window.output_elements *= window.output[i];
    window.kernel_elements *= kernel[i];
  }
  return window;
}

int64_t window_element(const Window *window, int64_t at, int64_t offset) {
  int64_t element = 0, step = 1;
  for (int i = window->axes - 1; i >= 0; i--) {
    int64_t place = at % window->output[i] * window->stride[i] - window->padding[i] +
                    offset % window->kernel[i] * window->dilation[i];
    if (place < 0 || place >= window->image[i]) return -1;
    element += place * step;
    step *= window->image[i];
    at /= window->output[i];
    offset /= window->kernel[i];
  }
  return element;
}

// The window that the op's attributes describe between an image and its pooled form.
static bool pooling_window(const EvaluateCall *call, const Shape *image, const Shape *output,
                           Window *window) {
  const Attribute *kernel = op_attribute(call->op, ATTRIBUTE_KERNEL);
  int axes = kernel ? kernel->count : 0;
  if (axes < 1 || axes > WINDOW_AXES || axes > image->rank)
    return status_fail(call->status, STATUS_INPUT,
                       "%s: kernel must have 1 to %d sizes, no more than the tensor has axes", call->op->name,
                       WINDOW_AXES);
  *window = window_of(call, image, output, kernel->integer, axes, true);
  return true;
}

// The place of the largest element in window `at`: the first of equals, the last NaN if there are any (as
// PyTorch compares).
static int64_t largest_place(const Window *window, const double *image, int64_t at) {
  int64_t best = -1;
  double most = 0;
  for (int64_t offset = 0; offset < window->kernel_elements; offset++) {
    int64_t element = window_element(window, at, offset);
    if (element < 0) continue;
    if (best >= 0 && !(image[element] > most) && !isnan(image[element])) continue;
    best = offset;
    most = image[element];
  }
  return best;
}

static bool max_pool(const EvaluateCall *call) {
  const Tensor *input = call->operands[0];
  Window window;
  if (!pooling_window(call, &input->shape, &call->results[0].shape, &window)) return false;
  for (int64_t plane = 0; plane < window.planes; plane++) {
    const double *image = input->data + plane * window.image_elements;
    for (int64_t at = 0; at < window.output_elements; at++) {
      int64_t place = largest_place(&window, image, at), out = plane * window.output_elements + at;
      call->results[0].data[out] = place < 0 ? -INFINITY : image[window_element(&window, at, place)];
      if (call->op->result_count > 1) call->results[1].data[out] = place < 0 ? 0 : (double)place;
    }
  }
  return true;
}

// Like window_element, but an index without meaning stays one: padding gives the index that arithmetic gives,
// as PyTorch's.
static int64_t unchecked_element(const Window *window, int64_t at, int64_t offset) {
  int64_t element = 0, step = 1;
  for (int i = window->axes - 1; i >= 0; i--) {
    int64_t place = at % window->output[i] * window->stride[i] - window->padding[i] +
                    offset % window->kernel[i] * window->dilation[i];
    element += place * step;
    step *= window->image[i];
    at /= window->output[i];
    offset /= window->kernel[i];
  }
  return element;
}

// pool_indices: the image's size is an attribute, the windows are one per element of `offsets`.
static bool indices_window(const EvaluateCall *call, const Shape *offsets, Window *window) {
  const Attribute *kernel = op_attribute(call->op, ATTRIBUTE_KERNEL);
  Shape image = *offsets; // only its last axes count
  for (int i = 0; kernel && i < kernel->count && kernel->count <= image.rank; i++)
    image.size[image.rank - kernel->count + i] = evaluate_entry(call, ATTRIBUTE_SHAPE, i, 1);
  return pooling_window(call, &image, offsets, window);
}

bool window_of_positions(const Graph *graph, const Op *op, Window *window) {
  EvaluateCall call = {.graph = graph, .op = op};
  const Shape *first = &graph->values[op->operands[0].value].shape;
  if (op->code == OP_POOL_INDICES) return indices_window(&call, first, window);
  return pooling_window(&call, &graph->values[op->first_result].shape, first, window);
}

static bool pool_indices(const EvaluateCall *call) {
  const Tensor *offsets = call->operands[0];
  Window window;
  if (!indices_window(call, &offsets->shape, &window)) return false;
  int64_t count = tensor_elements(offsets);
  for (int64_t i = 0; i < count; i++)
    call->results[0].data[i] =
        (double)unchecked_element(&window, i % window.output_elements, dtype_whole(offsets->data[i]));
  return true;
}

static bool max_pool_backward(const EvaluateCall *call) {
  const Tensor *gradient = call->operands[0], *indices = call->operands[2];
  Tensor *result = &call->results[0];
  Window window;
  if (!pooling_window(call, &result->shape, &gradient->shape, &window)) return false;
  int64_t count = tensor_elements(gradient);
  for (int64_t i = 0; i < count; i++) {
    int64_t index = dtype_whole(indices->data[i]);
    if (index < 0 || index >= window.image_elements)
      return status_fail(call->status, STATUS_INPUT, "%s: index %lld is outside of an image of %lld elements",
                         call->op->name, (long long)index, (long long)window.image_elements);
    result->data[i / window.output_elements * window.image_elements + index] += gradient->data[i];
  }
  return true;
}

// What the sum over window `at` is divided by: the given divisor, or its elements with or without the
// padding. Padding that a last window reaches beyond (ceil) never counts.
static double average_divisor(const EvaluateCall *call, const Window *window, int64_t at) {
  int64_t divisor = op_integer(call->op, ATTRIBUTE_DIVISOR, 0), counted = 1;
  if (divisor != 0) return (double)divisor;
  bool padding =
      !op_attribute(call->op, ATTRIBUTE_COUNT_PADDING) || op_flag(call->op, ATTRIBUTE_COUNT_PADDING);
  for (int i = window->axes - 1; i >= 0; i--) {
    int64_t start = at % window->output[i] * window->stride[i] - window->padding[i];
    int64_t end = start + window->kernel[i], last = window->image[i] + (padding ? window->padding[i] : 0);
    if (end > last) end = last;
    if (!padding && start < 0) start = 0;
    counted *= end - start;
    at /= window->output[i];
  }
  return (double)counted;
}

// Forward sums the image into `pooled`; backward spreads `pooled` over the image.
static void average_window(const Window *window, int64_t at, double *image, double *pooled, double divisor,
                           bool backward) {
  double sum = 0, share = *pooled / divisor;
  for (int64_t offset = 0; offset < window->kernel_elements; offset++) {
    int64_t element = window_element(window, at, offset);
    if (element < 0) continue;
    if (backward)
      image[element] += share;
    else
      sum += image[element];
  }
  if (!backward) *pooled = sum / divisor;
}

static bool average_pool(const EvaluateCall *call, const Tensor *image, const Tensor *pooled, bool backward) {
  Window window;
  if (!pooling_window(call, &image->shape, &pooled->shape, &window)) return false;
  for (int64_t plane = 0; plane < window.planes; plane++)
    for (int64_t at = 0; at < window.output_elements; at++)
      average_window(&window, at, image->data + plane * window.image_elements,
                     pooled->data + plane * window.output_elements + at, average_divisor(call, &window, at),
                     backward);
  return true;
}

// Window `at` of `output` that share `image` elements: [start, end).
static void adaptive_range(int64_t at, int64_t output, int64_t image, int64_t *start, int64_t *end) {
  *start = at * image / output;
  *end = ((at + 1) * image + output - 1) / output;
}

static void adaptive_window(double *image, int64_t width, const int64_t row[2], const int64_t column[2],
                            double *pooled, bool backward) {
  double count = (double)((row[1] - row[0]) * (column[1] - column[0])), sum = 0;
  for (int64_t y = row[0]; y < row[1]; y++) {
    for (int64_t x = column[0]; x < column[1]; x++) {
      if (backward)
        image[y * width + x] += *pooled / count;
      else
        sum += image[y * width + x];
    }
  }
  if (!backward) *pooled = sum / count;
}

static bool adaptive_pool(const EvaluateCall *call, const Tensor *image, const Tensor *pooled,
                          bool backward) {
  int rank = image->shape.rank;
  if (rank < 2) return status_fail(call->status, STATUS_INPUT, "%s: needs at least two axes", call->op->name);
  int64_t height = image->shape.size[rank - 2], width = image->shape.size[rank - 1];
  int64_t rows = pooled->shape.size[rank - 2], columns = pooled->shape.size[rank - 1],
          count = tensor_elements(pooled);
  for (int64_t i = 0; i < count; i++) {
    int64_t row[2], column[2], plane = i / (rows * columns);
    adaptive_range(i / columns % rows, rows, height, &row[0], &row[1]);
    adaptive_range(i % columns, columns, width, &column[0], &column[1]);
    adaptive_window(image->data + plane * height * width, width, row, column, &pooled->data[i], backward);
  }
  return true;
}

bool evaluate_window(const EvaluateCall *call) {
  Tensor *result = &call->results[0];
  switch (call->op->code) {
    case OP_MAX_POOL:
      return max_pool(call);
    case OP_POOL_INDICES:
      return pool_indices(call);
    case OP_MAX_POOL_BACKWARD:
      return max_pool_backward(call);
    case OP_AVG_POOL:
      return average_pool(call, call->operands[0], result, false);
    case OP_AVG_POOL_BACKWARD:
      return average_pool(call, result, call->operands[0], true);
    case OP_ADAPTIVE_AVG_POOL:
      return adaptive_pool(call, call->operands[0], result, false);
    case OP_ADAPTIVE_AVG_POOL_BACKWARD:
      return adaptive_pool(call, result, call->operands[0], true);
    default:
      return status_fail(call->status, STATUS_INTERNAL, "no evaluator for %s", op_info(call->op->code)->name);
  }
}
