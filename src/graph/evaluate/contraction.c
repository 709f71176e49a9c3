// Matrix products, blocked so that the right-hand rows stay in cache.
#include "graph/evaluate/internal.h"

enum { BLOCK_ROWS = 64, BLOCK_COLUMNS = 512 }; // of the right-hand matrix: 256 KB

// out[j] += sum over k of left[k] * right[k][j], four rows of the right-hand matrix at a time.
static void multiply_row(double *restrict out, const double *left, const double *restrict right,
                         int64_t stride, int64_t inner, int64_t columns) {
  int64_t k = 0;
  for (; k + 4 <= inner; k += 4) {
    const double *r0 = right + k * stride, *r1 = r0 + stride, *r2 = r1 + stride, *r3 = r2 + stride;
    double a0 = left[k], a1 = left[k + 1], a2 = left[k + 2], a3 = left[k + 3];
    for (int64_t j = 0; j < columns; j++)
      out[j] += a0 * r0[j] + a1 * r1[j] + a2 * r2[j] + a3 * r3[j];
  }
  for (; k < inner; k++)
    for (int64_t j = 0; j < columns; j++)
      out[j] += left[k] * right[k * stride + j];
}

static int64_t at_most(int64_t a, int64_t b) {
  return a < b ? a : b;
}

void evaluate_multiply(const Matrices *m) {
  for (int64_t k = 0; k < m->inner; k += BLOCK_ROWS) {
    for (int64_t j = 0; j < m->columns; j += BLOCK_COLUMNS) {
      int64_t inner = at_most(m->inner - k, BLOCK_ROWS), columns = at_most(m->columns - j, BLOCK_COLUMNS);
      for (int64_t i = 0; i < m->rows; i++)
        multiply_row(m->out + i * m->columns + j, m->left + i * m->inner + k, m->right + k * m->columns + j,
                     m->columns, inner, columns);
    }
  }
}

static Matrices matrices_of(const Tensor *left, const Tensor *right, Tensor *out) {
  int last = left->shape.rank - 1;
  return (Matrices){left->data,
                    right->data,
                    out->data,
                    left->shape.size[last - 1],
                    left->shape.size[last],
                    right->shape.size[last]};
}

static void multiply_batches(const EvaluateCall *call) {
  Matrices m = matrices_of(call->operands[0], call->operands[1], &call->results[0]);
  for (int64_t batch = 0; batch < call->operands[0]->shape.size[0]; batch++) {
    evaluate_multiply(&m);
    m.left += m.rows * m.inner;
    m.right += m.inner * m.columns;
    m.out += m.rows * m.columns;
  }
}

// out = alpha * out + beta * bias, the bias broadcast. beta 0 ignores the bias, NaN or not, as PyTorch.
static void add_bias(const EvaluateCall *call) {
  Tensor *result = &call->results[0];
  double alpha = op_number(call->op, ATTRIBUTE_ALPHA, 1), beta = op_number(call->op, ATTRIBUTE_BETA, 1);
  int64_t own[MAX_RANK] = {0}, stride[MAX_RANK] = {0};
  tensor_strides(&result->shape, own);
  tensor_broadcast(call->operands[0], &result->shape, stride);
  Walk walk;
  walk_init(&walk, &result->shape);
  walk_add(&walk, own, 0);
  walk_add(&walk, stride, 0);
  for (walk_begin(&walk); walk.more; walk_next(&walk)) {
    double *out = result->data + walk.position[0];
    const double *bias = call->operands[0]->data + walk.position[1];
    for (int64_t i = 0; i < walk.length; i++)
      out[i] = alpha * out[i] + (beta == 0 ? 0 : beta * bias[i * walk.step[1]]);
  }
}

bool evaluate_contraction(const EvaluateCall *call) {
  Tensor *result = &call->results[0];
  Matrices m;
  switch (call->op->code) {
    case OP_MM:
      m = matrices_of(call->operands[0], call->operands[1], result);
      evaluate_multiply(&m);
      break;
    case OP_ADDMM:
      m = matrices_of(call->operands[1], call->operands[2], result);
      evaluate_multiply(&m);
      add_bias(call);
      break;
    case OP_BMM:
      multiply_batches(call);
      break;
    default:
      return status_fail(call->status, STATUS_INTERNAL, "no evaluator for %s", op_info(call->op->code)->name);
  }
  if (dtype_kind(result->dtype) != DTYPE_IS_FLOAT) tensor_round(result);
  return true;
}
