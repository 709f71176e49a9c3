// Pooling, convolution and matrix products.
#include "graph/infer/infer.h"

// The windows of an op along its spatial axes, which are the last ones.
typedef struct Window {
  int rank;
  int64_t kernel[MAX_RANK], stride[MAX_RANK], padding[MAX_RANK], dilation[MAX_RANK];
} Window;

// A list with one entry per spatial axis; absent or empty: the defaults; one entry: for all axes. Stored
// resolved.
static bool window_list(Inference *inference, AttributeKey key, int rank, int64_t least,
                        int64_t list[MAX_RANK], Status *status) {
  const Attribute *attribute = infer_attribute(inference, key);
  int count = attribute ? attribute->count : 0;
  if (count > 1 && count != rank)
    return status_fail(status, STATUS_INPUT, "\"%s\" has %d entries for %d axes", attribute_name(key), count,
                       rank);
  for (int i = 0; i < rank && count > 0; i++) {
    list[i] = attribute->integer[count == 1 ? 0 : i];
    if (list[i] < least || list[i] > MAX_ELEMENTS)
      return status_fail(status, STATUS_INPUT, "\"%s\" holds %lld, which is out of range",
                         attribute_name(key), (long long)list[i]);
  }
  infer_set_integers(inference, key, list, rank);
  return true;
}

static bool window_steps(Inference *inference, Window *window, Status *status) {
  return window_list(inference, ATTRIBUTE_STRIDE, window->rank, 1, window->stride, status) &&
         window_list(inference, ATTRIBUTE_PADDING, window->rank, 0, window->padding, status) &&
         window_list(inference, ATTRIBUTE_DILATION, window->rank, 1, window->dilation, status);
}

static bool read_pooling(Inference *inference, const Value *operand, Window *window, Status *status) {
  const Attribute *kernel = infer_attribute(inference, ATTRIBUTE_KERNEL);
  *window = (Window){.rank = kernel ? kernel->count : 0};
  if (window->rank < 1 || window->rank > 3 || window->rank > operand->shape.rank)
    return status_fail(status, STATUS_INPUT,
                       "\"kernel\" must have one entry for each of the 1 to 3 last axes");
  if (!window_list(inference, ATTRIBUTE_KERNEL, window->rank, 1, window->kernel, status)) return false;
  for (int i = 0; i < window->rank; i++) {
    window->stride[i] = window->kernel[i];
    window->dilation[i] = 1;
  }
  return window_steps(inference, window, status);
}

// How many windows fit; with `ceil` the last may hang over, but must start inside the input or its left
// padding.
static int64_t window_count(int64_t size, const Window *window, int axis, bool ceil) {
  int64_t stride = window->stride[axis], padding = window->padding[axis];
  int64_t room = size + 2 * padding - window->dilation[axis] * (window->kernel[axis] - 1) - 1;
  if (room < 0) return 0;
  int64_t count = (room + (ceil ? stride - 1 : 0)) / stride + 1;
  return ceil && (count - 1) * stride >= size + padding ? count - 1 : count;
}

static bool pooled_shape(const Value *operand, const Window *window, bool ceil, Shape *shape,
                         Status *status) {
  *shape = operand->shape;
  int first = shape->rank - window->rank;
  for (int i = 0; i < window->rank; i++) {
    int64_t span;
    if (__builtin_mul_overflow(window->dilation[i], window->kernel[i] - 1, &span))
      return status_fail(status, STATUS_INPUT, "the window is absurdly large");
    int64_t count = window_count(shape->size[first + i], window, i, ceil);
    if (count < 1) return status_fail(status, STATUS_INPUT, "the window is larger than axis %d", first + i);
    shape->size[first + i] = count;
  }
  return true;
}

static bool adaptive_shape(Inference *inference, const Value *operand, Shape *shape, Status *status) {
  Shape sizes;
  if (!infer_shape_attribute(inference, ATTRIBUTE_SHAPE, false, &sizes, status)) return false;
  if (sizes.rank != 2 || operand->shape.rank < 3)
    return status_fail(status, STATUS_INPUT, "\"shape\" must hold two sizes, and operand 0 at least 3 axes");
  *shape = operand->shape;
  shape->size[shape->rank - 2] = sizes.size[0];
  shape->size[shape->rank - 1] = sizes.size[1];
  return true;
}

bool infer_window(Inference *inference, Status *status) {
  const Value *operand = infer_operand(inference, 0);
  bool ceil = infer_integer(inference, ATTRIBUTE_CEIL, 0) != 0;
  Window window;
  Shape shape;
  if (inference->code == OP_ADAPTIVE_AVG_POOL) {
    if (!adaptive_shape(inference, operand, &shape, status)) return false;
  } else if (!read_pooling(inference, operand, &window, status) ||
             !pooled_shape(operand, &window, ceil, &shape, status)) {
    return false;
  }
  for (int i = 0; i < inference->result_count; i++) {
    inference->results[i].shape = shape;
    infer_suggested_strides(&shape, operand, inference->results[i].stride);
  }
  return true;
}

static bool check_pooled_gradient(Inference *inference, const Value *pooled, Status *status) {
  const Value *gradient = infer_operand(inference, 0);
  Shape wanted = gradient->shape;
  Window window;
  if (inference->code != OP_ADAPTIVE_AVG_POOL_BACKWARD) {
    bool ceil = infer_integer(inference, ATTRIBUTE_CEIL, 0) != 0;
    if (!read_pooling(inference, pooled, &window, status)) return false;
    if (!pooled_shape(pooled, &window, ceil, &wanted, status)) return false;
  }
  if (shape_equal(&wanted, &gradient->shape)) return true;
  char a[160], b[160];
  return status_fail(status, STATUS_INPUT, "the gradient has shape %s, pooling gives %s",
                     shape_text(&gradient->shape, a), shape_text(&wanted, b));
}

bool infer_like_second(Inference *inference, Status *status) {
  const Value *pooled = infer_operand(inference, 1);
  if (!check_pooled_gradient(inference, pooled, status)) return false;
  Inferred *result = &inference->results[0];
  result->shape = pooled->shape;
  infer_suggested_strides(&result->shape, pooled, result->stride);
  return true;
}

static bool check_convolution(const Value *input, const Value *weight, const Value *bias, int64_t groups,
                              Status *status) {
  char a[160], b[160];
  const Shape *x = &input->shape, *w = &weight->shape;
  bool fits = x->rank >= 3 && x->rank <= 5 && w->rank == x->rank && groups >= 1 && w->size[0] % groups == 0 &&
              x->size[1] % groups == 0 && x->size[1] / groups == w->size[1];
  if (!fits)
    return status_fail(status, STATUS_INPUT,
                       "weight of shape %s with %lld group%s does not fit input of shape %s",
                       shape_text(w, a), (long long)groups, groups == 1 ? "" : "s", shape_text(x, b));
  if (bias && (bias->shape.rank != 1 || bias->shape.size[0] != w->size[0]))
    return status_fail(status, STATUS_INPUT, "bias must be a vector of %lld", (long long)w->size[0]);
  return true;
}

bool infer_convolution(Inference *inference, Status *status) {
  const Value *input = infer_operand(inference, 0), *weight = infer_operand(inference, 1);
  int64_t groups = infer_integer(inference, ATTRIBUTE_GROUPS, 1);
  if (!check_convolution(input, weight, infer_operand(inference, 2), groups, status)) return false;
  Window window = {.rank = input->shape.rank - 2};
  for (int i = 0; i < window.rank; i++) {
    window.kernel[i] = weight->shape.size[i + 2];
    window.stride[i] = window.dilation[i] = 1;
  }
  Inferred *result = &inference->results[0];
  if (!window_steps(inference, &window, status)) return false;
  if (!pooled_shape(input, &window, false, &result->shape, status)) return false;
  result->shape.size[1] = weight->shape.size[0];
  bool input_last = infer_is_channels_last(&input->shape, input->stride);
  infer_suggested_strides(&result->shape, input_last ? input : weight, result->stride);
  return true;
}

static bool check_product(const Value *a, const Value *b, int rank, Status *status) {
  char x[160], y[160];
  const Shape *left = &a->shape, *right = &b->shape;
  bool fits = left->rank == rank && right->rank == rank && left->size[rank - 1] == right->size[rank - 2];
  fits &= rank < 3 || left->size[0] == right->size[0];
  if (!fits)
    return status_fail(status, STATUS_INPUT, "cannot multiply matrices of shapes %s and %s",
                       shape_text(left, x), shape_text(right, y));
  if (a->dtype != b->dtype)
    return status_fail(status, STATUS_INPUT, "the matrices have different dtypes, %s and %s: cast one",
                       dtype_name(a->dtype), dtype_name(b->dtype));
  return true;
}

bool infer_contraction(Inference *inference, Status *status) {
  int first = inference->code == OP_ADDMM, rank = inference->code == OP_BMM ? 3 : 2;
  const Value *a = infer_operand(inference, first), *b = infer_operand(inference, first + 1);
  if (!check_product(a, b, rank, status)) return false;
  Inferred *result = &inference->results[0];
  result->shape = a->shape;
  result->shape.size[rank - 1] = b->shape.size[rank - 1];
  shape_contiguous(&result->shape, result->stride);
  Shape shape = result->shape;
  if (first && !infer_broadcast(&shape, &infer_operand(inference, 0)->shape, status)) return false;
  return shape_equal(&shape, &result->shape) ||
         status_fail(status, STATUS_INPUT, "operand 0 does not broadcast to the product");
}
