// Products of quantised matrices and of groups of rows. Scales are told by their shapes: one for all, one for
// each row or column, or one for each block.
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "graph/core/argument.h"
#include "graph/evaluate/internal.h"

typedef struct Product {
  const EvaluateCall *call;
  const Tensor *a, *b;             // [m, k] and [k, n], perhaps with an axis of groups in front
  const Tensor *scale_a, *scale_b; // NULL: 1
  const Tensor *scale, *bias;      // of the result; NULL: none
  const Tensor *ends;              // of groups: where each ends along the axis that they share; or NULL
  bool turned;                     // b is [n, k]
} Product;

static bool refuse(const EvaluateCall *call, const char *what) {
  return status_fail(call->status, STATUS_INPUT, "%s: %s", call->op->name, what);
}

// ---- What the arguments say

// The tensor that an argument is, also as the one item of a list; NULL: none.
static const Tensor *tensor_at(const EvaluateCall *call, int position, const char *keyword) {
  const char *text = argument_find(call->op, position, keyword);
  if (text && *text == '[') text++;
  if (!text || *text != '%') return NULL;
  long operand = strtol(text + 1, NULL, 10);
  return operand >= 0 && operand < call->op->operand_count ? call->operands[operand] : NULL;
}

static bool plain_list(const EvaluateCall *call, int position, const char *keyword) {
  const char *text = argument_find(call->op, position, keyword), *end = text ? strchr(text, ']') : NULL;
  return !end || !memchr(text, ',', (size_t)(end - text));
}

static bool plain_order(const EvaluateCall *call, int position, const char *keyword) {
  int64_t swizzle[4];
  int count = argument_integers(call->op, position, keyword, swizzle, 4);
  for (int i = 0; i < count; i++)
    if (swizzle[i]) return false;
  return true;
}

// Of the form with lists; groups have their ends in front of the bias.
static bool read_lists(Product *product, bool groups) {
  const EvaluateCall *call = product->call;
  if (!plain_list(call, 2, "scale_a") || !plain_list(call, 5, "scale_b"))
    return refuse(call, "scales of scales are not evaluated");
  if (!plain_order(call, 4, "swizzle_a") || !plain_order(call, 7, "swizzle_b"))
    return refuse(call, "scales in another order than the blocks' are not evaluated");
  product->scale_a = tensor_at(call, 2, "scale_a");
  product->scale_b = tensor_at(call, 5, "scale_b");
  if (groups) product->ends = tensor_at(call, 8, "offs");
  product->bias = tensor_at(call, groups ? 9 : 8, "bias");
  return true;
}

static void read_scaled(Product *product, bool groups) {
  const EvaluateCall *call = product->call;
  product->scale_a = tensor_at(call, 2, "scale_a");
  product->scale_b = tensor_at(call, 3, "scale_b");
  if (groups) product->ends = tensor_at(call, 4, "offs");
  product->bias = tensor_at(call, groups ? 5 : 4, "bias");
  product->scale = tensor_at(call, groups ? 6 : 5, "scale_result");
}

static bool read_product(Product *product) {
  const EvaluateCall *call = product->call;
  const char *target = op_text(call->op, ATTRIBUTE_TARGET, "");
  bool groups = call->op->code == OP_GROUPED_MM;
  product->a = tensor_at(call, 0, "self");
  product->b = tensor_at(call, 1, "mat2");
  if (!product->a || !product->b) return refuse(call, "two matrices are needed");
  if (strstr(target, "_v2.")) return read_lists(product, groups);
  if (strstr(target, "_scaled_")) {
    read_scaled(product, groups);
  } else if (groups) {
    product->ends = tensor_at(call, 2, "offs");
    product->bias = tensor_at(call, 3, "bias");
  } else if (strstr(target, "_weight_int8pack_mm.")) {
    product->scale_b = tensor_at(call, 2, "scales");
    product->turned = true;
  } else if (!strstr(target, "_int_mm.")) {
    return status_fail(call->status, STATUS_INPUT,
                       "%s: %s is not evaluated: how its numbers are packed is the library's secret",
                       call->op->name, target);
  }
  return true;
}

// ---- Scales

static bool is_packed(const Tensor *tensor) {
  return tensor && (dtype_bits(tensor->dtype) == BITS_STORAGE || dtype_bits(tensor->dtype) == BITS_POWERS);
}

// Scales as [rows, columns]: of a vector, the axis that is not summed over; `group` chooses among those in
// front.
typedef struct Scales {
  const double *data; // NULL: 1
  int64_t rows, columns, block_rows, block_columns;
} Scales;

static bool fits(int64_t size, int64_t blocks, int64_t *block) {
  if (blocks < 1 || blocks > size) return blocks == 0 && size == 0;
  *block = (size + blocks - 1) / blocks;
  return (size + *block - 1) / *block == blocks;
}

// For a matrix [rows, columns] that is the `group`th of `groups`; `left` says that rows stay.
static bool scales_of(const Tensor *tensor, int64_t rows, int64_t columns, bool left, int64_t group,
                      Scales *scales) {
  *scales = (Scales){.block_rows = 1, .block_columns = 1};
  if (!tensor) return true;
  int rank = tensor->shape.rank;
  int64_t count = tensor_elements(tensor), kept = left ? rows : columns;
  *scales = (Scales){tensor->data, 1, 1, 1, 1};
  if (count == 1)
    return fits(rows, rows ? 1 : 0, &scales->block_rows) &&
           fits(columns, columns ? 1 : 0, &scales->block_columns);
  bool vector = rank == 1 || group >= 0;
  if (vector) {
    int64_t first = rank == 2 ? group * tensor->shape.size[1] : 0;
    if (tensor->shape.size[rank - 1] != kept || first + kept > count) return false;
    scales->data += first;
  }
  scales->rows = vector ? (left ? kept : 1) : tensor->shape.size[0];
  scales->columns = vector ? (left ? 1 : kept) : tensor->shape.size[1];
  return rank <= 2 && fits(rows, scales->rows, &scales->block_rows) &&
         fits(columns, scales->columns, &scales->block_columns);
}

static double scale_at(const Scales *scales, int64_t row, int64_t column) {
  if (!scales->data) return 1;
  return scales->data[row / scales->block_rows * scales->columns + column / scales->block_columns];
}

// ---- One product

// Where one lies: `stride` elements from row to row.
typedef struct Place {
  const double *data;
  int64_t stride;
} Place;

typedef struct Size {
  int64_t m, k, n;
} Size;

// out[m, n], which is dense or has its rows `out_stride` apart.
static void multiply(const Size *size, Place a, Place b, bool turned, const Scales *left, const Scales *right,
                     double *out, int64_t out_stride) {
  double *x = memory_alloc(((size_t)(size->m * size->k) + 1) * sizeof *x);
  double *y = memory_alloc(((size_t)(size->k * size->n) + 1) * sizeof *y);
  double *z = memory_alloc(((size_t)(size->m * size->n) + 1) * sizeof *z);
  for (int64_t i = 0; i < size->m; i++)
    for (int64_t k = 0; k < size->k; k++)
      x[i * size->k + k] = a.data[i * a.stride + k] * scale_at(left, i, k);
  for (int64_t k = 0; k < size->k; k++)
    for (int64_t j = 0; j < size->n; j++)
      y[k * size->n + j] = b.data[turned ? j * b.stride + k : k * b.stride + j] * scale_at(right, k, j);
  evaluate_multiply(&(Matrices){x, y, z, size->m, size->k, size->n});
  for (int64_t i = 0; i < size->m; i++)
    memcpy(out + i * out_stride, z + i * size->n, (size_t)size->n * sizeof *z);
  free(x);
  free(y);
  free(z);
}

static bool wrong_scales(const Product *product) {
  return refuse(product->call, "its scales are not for rows, columns or blocks of the matrices");
}

static bool plain_product(const Product *product) {
  const Shape *a = &product->a->shape, *b = &product->b->shape;
  Scales left, right;
  Size size = {a->size[0], a->size[1], b->size[product->turned ? 0 : 1]};
  if (b->size[product->turned ? 1 : 0] != size.k ||
      tensor_elements(&product->call->results[0]) != size.m * size.n)
    return refuse(product->call, "its matrices do not fit");
  if (!scales_of(product->scale_a, size.m, size.k, true, -1, &left) ||
      !scales_of(product->scale_b, size.k, size.n, false, -1, &right))
    return wrong_scales(product);
  multiply(&size, (Place){product->a->data, size.k},
           (Place){product->b->data, product->turned ? size.k : size.n}, product->turned, &left, &right,
           product->call->results[0].data, size.n);
  return true;
}

// ---- Groups

typedef struct Groups {
  int64_t count;
  Size size;     // of one; along the shared axis: of all
  int64_t *axis; // of `size`: along which `ends` cut, or NULL: each matrix has its own
} Groups;

static bool groups_of(const Product *product, Groups *groups) {
  const Shape *a = &product->a->shape, *b = &product->b->shape;
  int left = a->rank - 2, right = b->rank - 2;
  if (left < 0 || left > 1 || right < 0 || right > 1) return refuse(product->call, "its matrices do not fit");
  groups->size = (Size){a->size[left], a->size[left + 1], b->size[right + 1]};
  groups->axis = left && right ? NULL : left ? &groups->size.n : right ? &groups->size.m : &groups->size.k;
  groups->count = left ? a->size[0] : right ? b->size[0] : product->ends ? tensor_elements(product->ends) : 0;
  const Size *size = &groups->size;
  int64_t results = (left == right ? groups->count : 1) * size->m * size->n;
  bool fit = b->size[right] == size->k && (!(left && right) || a->size[0] == b->size[0]) &&
             results == tensor_elements(&product->call->results[0]) &&
             (!groups->axis || (product->ends && tensor_elements(product->ends) == groups->count));
  return fit || refuse(product->call, "its matrices do not fit");
}

// Of group `g`, `begin` up to `end` of the axis that is shared.
static bool multiply_group(const Product *product, const Groups *groups, int64_t g, int64_t begin,
                           int64_t end) {
  const Size *all = &groups->size;
  const int64_t *axis = groups->axis;
  Size size = *all;
  Scales left, right;
  int64_t a = 0, b = 0, out = 0;
  if (axis == &all->m) size.m = end - begin, a = begin * all->k, out = begin * all->n;
  if (axis == &all->n) size.n = end - begin, b = out = begin;
  if (axis == &all->k) size.k = end - begin, a = begin, b = begin * all->n;
  if (axis != &all->m && axis != &all->k) a += g * all->m * all->k;
  if (axis != &all->n && axis != &all->k) b += g * all->k * all->n;
  if (!axis || axis == &all->k) out = g * all->m * all->n;
  if (!scales_of(product->scale_a, all->m, all->k, true, axis ? 0 : g, &left) ||
      !scales_of(product->scale_b, all->k, all->n, false, g, &right) ||
      ((product->scale_a || product->scale_b) && axis && axis != &all->m))
    return wrong_scales(product);
  if (axis == &all->m && left.data && left.rows > 1) left.data += begin;
  multiply(&size, (Place){product->a->data + a, all->k}, (Place){product->b->data + b, all->n}, false, &left,
           &right, product->call->results[0].data + out, all->n);
  return true;
}

static bool grouped_product(const Product *product) {
  Groups groups;
  int64_t begin = 0;
  if (!groups_of(product, &groups)) return false;
  for (int64_t g = 0; g < groups.count; g++) {
    int64_t most = groups.axis ? *groups.axis : 0, end = begin;
    if (groups.axis && product->ends->data[g] > (double)begin)
      end = product->ends->data[g] < (double)most ? (int64_t)product->ends->data[g] : most;
    if (!multiply_group(product, &groups, g, begin, end)) return false;
    begin = end;
  }
  return true;
}

// ---- The result

static void finish(const Product *product) {
  Tensor *result = &product->call->results[0];
  int64_t count = tensor_elements(result), columns = result->shape.size[result->shape.rank - 1];
  double scale = product->scale ? product->scale->data[0] : 1;
  for (int64_t i = 0; i < count; i++)
    result->data[i] = (result->data[i] + (product->bias ? product->bias->data[i % columns] : 0)) * scale;
  if (dtype_kind(result->dtype) != DTYPE_IS_FLOAT) tensor_round(result);
}

bool evaluate_product(const EvaluateCall *call) {
  Product product = {.call = call};
  const Shape *shape = &call->results[0].shape;
  if (!read_product(&product)) return false;
  if (is_packed(product.a) || is_packed(product.b) || is_packed(product.scale_a) ||
      is_packed(product.scale_b))
    return refuse(call,
                  "several numbers in an element, and scales that are powers of two, are not evaluated");
  if (product.bias && (shape->rank == 0 || product.bias->shape.rank != 1 ||
                       product.bias->shape.size[0] != shape->size[shape->rank - 1]))
    return refuse(call, "its bias is not one for each column");
  bool grouped = call->op->code == OP_GROUPED_MM;
  if (!grouped && (product.a->shape.rank != 2 || product.b->shape.rank != 2 || shape->rank != 2))
    return refuse(call, "its matrices do not fit");
  if (!(grouped ? grouped_product(&product) : plain_product(&product))) return false;
  finish(&product);
  return true;
}
