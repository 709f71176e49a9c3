// Convolution by unfolding: the image's windows become the columns of a matrix that the weights multiply.
#include <stdlib.h>
#include <string.h>

#include "graph/core/argument.h"
#include "graph/evaluate/internal.h"

// One convolution: images [batch, groups * inputs, ...] and weights [groups * outputs, inputs, ...].
typedef struct Convolution {
  Window window;                          // over one channel
  int64_t batch, groups, inputs, outputs; // channels per group
} Convolution;

static bool convolution_of(const EvaluateCall *call, const Shape *image, const Shape *weight,
                           const Shape *output, int64_t groups, Convolution *convolution) {
  int axes = image->rank - 2;
  if (axes < 1 || axes > WINDOW_AXES || weight->rank != image->rank || output->rank != image->rank ||
      groups < 1 || image->size[1] != groups * weight->size[1] || weight->size[0] != output->size[1])
    return status_fail(call->status, STATUS_INPUT, "%s: not a plain convolution over 1 to %d axes",
                       call->op->name, WINDOW_AXES);
  convolution->window = window_of(call, image, output, weight->size + 2, axes, false);
  convolution->batch = image->size[0];
  convolution->groups = groups;
  convolution->inputs = weight->size[1];
  convolution->outputs = weight->size[0] / groups;
  return true;
}

// columns[channel, place][window] = the image's element there, 0 for padding.
static void unfold(const Convolution *convolution, const double *image, double *columns) {
  const Window *window = &convolution->window;
  for (int64_t row = 0; row < convolution->inputs * window->kernel_elements; row++) {
    const double *plane = image + row / window->kernel_elements * window->image_elements;
    for (int64_t at = 0; at < window->output_elements; at++) {
      int64_t element = window_element(window, at, row % window->kernel_elements);
      columns[row * window->output_elements + at] = element < 0 ? 0 : plane[element];
    }
  }
}

// The reverse: every entry of `columns` is added where it came from.
static void fold(const Convolution *convolution, const double *columns, double *image) {
  const Window *window = &convolution->window;
  for (int64_t row = 0; row < convolution->inputs * window->kernel_elements; row++) {
    double *plane = image + row / window->kernel_elements * window->image_elements;
    for (int64_t at = 0; at < window->output_elements; at++) {
      int64_t element = window_element(window, at, row % window->kernel_elements);
      if (element >= 0) plane[element] += columns[row * window->output_elements + at];
    }
  }
}

static void transpose(const double *from, int64_t rows, int64_t columns, double *to) {
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < columns; j++)
      to[j * rows + i] = from[i * columns + j];
}

static double *new_columns(const Convolution *convolution) {
  const Window *window = &convolution->window;
  return memory_alloc((size_t)(convolution->inputs * window->kernel_elements * window->output_elements + 1) *
                      sizeof(double));
}

static void add_channel_bias(Tensor *result, const Tensor *bias, const Convolution *convolution) {
  int64_t count = tensor_elements(result), channels = convolution->groups * convolution->outputs;
  for (int64_t i = 0; i < count; i++)
    result->data[i] += bias->data[i / convolution->window.output_elements % channels];
}

bool evaluate_convolution(const EvaluateCall *call) {
  const Tensor *image = call->operands[0], *weight = call->operands[1];
  const Tensor *bias = call->op->operand_count > 2 ? call->operands[2] : NULL;
  Tensor *result = &call->results[0];
  Convolution c;
  if (!image || !weight)
    return status_fail(call->status, STATUS_INPUT, "%s: image and weight must be tensors", call->op->name);
  int64_t groups = op_integer(call->op, ATTRIBUTE_GROUPS, 1);
  if (!convolution_of(call, &image->shape, &weight->shape, &result->shape, groups, &c)) return false;
  double *columns = new_columns(&c);
  int64_t inner = c.inputs * c.window.kernel_elements;
  for (int64_t i = 0; i < c.batch * c.groups; i++) {
    unfold(&c, image->data + i * c.inputs * c.window.image_elements, columns);
    evaluate_multiply(&(Matrices){weight->data + i % c.groups * c.outputs * inner, columns,
                                  result->data + i * c.outputs * c.window.output_elements, c.outputs, inner,
                                  c.window.output_elements});
  }
  free(columns);
  if (bias) add_channel_bias(result, bias, &c);
  return true;
}

// ---- backward: gradients of image, weight and bias

typedef struct Gradients {
  Tensor *image, *weight, *bias; // NULL: not wanted
} Gradients;

// Gradient of the image: the transposed weights times the gradient, folded.
static void image_gradient(const Convolution *c, const Tensor *gradient, const Tensor *weight,
                           Tensor *result) {
  int64_t inner = c->inputs * c->window.kernel_elements, outputs = c->window.output_elements;
  double *turned = memory_alloc((size_t)(c->outputs * inner + 1) * sizeof(double)), *columns = new_columns(c);
  for (int64_t i = 0; i < c->batch * c->groups; i++) {
    transpose(weight->data + i % c->groups * c->outputs * inner, c->outputs, inner, turned);
    memset(columns, 0, (size_t)(inner * outputs) * sizeof(double));
    evaluate_multiply(
        &(Matrices){turned, gradient->data + i * c->outputs * outputs, columns, inner, c->outputs, outputs});
    fold(c, columns, result->data + i * c->inputs * c->window.image_elements);
  }
  free(turned);
  free(columns);
}

// Gradient of the weights: the gradient times the unfolded image, transposed.
static void weight_gradient(const Convolution *c, const Tensor *gradient, const Tensor *image,
                            Tensor *result) {
  int64_t inner = c->inputs * c->window.kernel_elements, outputs = c->window.output_elements;
  double *turned = new_columns(c), *columns = new_columns(c);
  for (int64_t i = 0; i < c->batch * c->groups; i++) {
    unfold(c, image->data + i * c->inputs * c->window.image_elements, columns);
    transpose(columns, inner, outputs, turned);
    evaluate_multiply(&(Matrices){gradient->data + i * c->outputs * outputs, turned,
                                  result->data + i % c->groups * c->outputs * inner, c->outputs, outputs,
                                  inner});
  }
  free(turned);
  free(columns);
}

static void bias_gradient(const Convolution *c, const Tensor *gradient, Tensor *result) {
  int64_t count = tensor_elements(gradient), channels = c->groups * c->outputs;
  for (int64_t i = 0; i < count; i++)
    result->data[i / c->window.output_elements % channels] += gradient->data[i];
}

// Stride, padding and dilation from the arguments as written; a list of one counts for every axis.
static void window_from_arguments(const Op *op, Window *window) {
  static const char *const names[3] = {"stride", "padding", "dilation"};
  int64_t *const fields[3] = {window->stride, window->padding, window->dilation};
  for (int field = 0; field < 3; field++) {
    int64_t list[WINDOW_AXES] = {0};
    int count = argument_integers(op, 4 + field, names[field], list, WINDOW_AXES);
    for (int axis = 0; count > 0 && axis < window->axes; axis++)
      fields[field][axis] = list[axis < count ? axis : count - 1];
  }
}

// Our results by their position in PyTorch's tuple (input, weight, bias).
static Gradients wanted_gradients(const EvaluateCall *call) {
  Gradients wanted = {NULL, NULL, NULL};
  for (int i = 0; i < call->op->result_count; i++) {
    int64_t position = evaluate_entry(call, ATTRIBUTE_TUPLE, i, i);
    if (position == 0) wanted.image = &call->results[i];
    if (position == 1) wanted.weight = &call->results[i];
    if (position == 2) wanted.bias = &call->results[i];
  }
  return wanted;
}

// convolution_backward(gradient, input, weight, bias_sizes, stride, padding, dilation, transposed,
// output_padding, groups, mask)
bool evaluate_convolution_backward(const EvaluateCall *call) {
  const Tensor *gradient = call->operands[0], *image = call->operands[1], *weight = call->operands[2];
  Convolution c;
  if (!gradient || !image || !weight)
    return status_fail(call->status, STATUS_INPUT, "%s: gradient, image and weight must be tensors",
                       call->op->name);
  if (argument_flag(call->op, 7, "transposed", false))
    return status_fail(call->status, STATUS_INPUT, "%s: transposed convolutions are not evaluated",
                       call->op->name);
  int64_t groups = dtype_whole(argument_number(call->op, 9, "groups", 1));
  if (!convolution_of(call, &image->shape, &weight->shape, &gradient->shape, groups, &c)) return false;
  window_from_arguments(call->op, &c.window);
  Gradients wanted = wanted_gradients(call);
  if (wanted.image) image_gradient(&c, gradient, weight, wanted.image);
  if (wanted.weight) weight_gradient(&c, gradient, image, wanted.weight);
  if (wanted.bias) bias_gradient(&c, gradient, wanted.bias);
  return true;
}
