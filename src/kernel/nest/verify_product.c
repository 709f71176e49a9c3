// Checks of matrix products and of the scores of attention.
#include "kernel/nest/product.h"
#include "kernel/nest/verify_nest.h"

// Both ends of what is summed lie within the matrix.
static bool operand_inside(const Nest *nest, const Product *product, const ProductOperand *operand) {
  int64_t low, high, reach = (product->length - 1) * operand->along;
  index_range(nest, &operand->index, &low, &high);
  *(reach < 0 ? &low : &high) += reach;
  return low >= 0 && high < nest->buffers[operand->buffer].elements;
}

// One product, or two that a kernel can sum together.
static bool is_first_or_second(const Nest *nest, int at) {
  int steps[MOST_PRODUCTS], count = nest_products(nest, steps);
  if (count > MOST_PRODUCTS) return false;
  return at == steps[0] ||
         (at == steps[count - 1] && nest_products_pair(nest, &nest->steps[steps[0]], &nest->steps[at]));
}

static bool has_buffer(const Nest *nest, const Buffer *wanted) {
  for (int i = 0; i < nest->buffer_count; i++)
    if (nest->buffers[i].storage == wanted->storage) return nest->buffers[i].read;
  return false;
}

// They agree with the product on batches, rows and what is summed, and store nothing.
static bool verify_scores(const NestVerifier *verifier, int at) {
  const Nest *nest = verifier->nest;
  const Product *product = nest->steps[at].product;
  const Nest *scores = product->operand[0].scores;
  int inner = nest_product(scores);
  ProductDims dims, own;
  if (inner == NO_STEP || !nest_product_dims(scores, &scores->steps[inner], &own) ||
      !nest_product_dims(nest, &nest->steps[at], &dims))
    return verify_nest_fail(verifier, at, "is of scores that are made of no product");
  if (scores->size[own.columns] != product->length ||
      nest_product_rows(scores, &own) != nest_product_rows(nest, &dims) ||
      nest_product_batches(scores, &own) != nest_product_batches(nest, &dims))
    return verify_nest_fail(verifier, at, "is of scores with other rows or columns");
  for (int i = 0; i < scores->step_count; i++)
    if (scores->steps[i].kind == STEP_STORE || step_accumulates(&scores->steps[i]))
      return verify_nest_fail(verifier, at, "is of scores that are more than arithmetic");
  for (int i = 0; i < scores->buffer_count; i++)
    if (!has_buffer(nest, &scores->buffers[i]))
      return verify_nest_fail(verifier, at, "its scores read an unknown buffer");
  return nest_verify(scores, verifier->status);
}

bool verify_nest_product(const NestVerifier *verifier, int at) {
  const Nest *nest = verifier->nest;
  const Step *step = &nest->steps[at];
  ProductDims dims;
  if (!is_first_or_second(nest, at)) return verify_nest_fail(verifier, at, "is a product beside others");
  if (step->product->length < 1) return verify_nest_fail(verifier, at, "sums nothing");
  for (int i = 0; i < 2; i++) {
    const ProductOperand *operand = &step->product->operand[i];
    if (!verify_nest_index(&operand->index, nest->dim_count))
      return verify_nest_fail(verifier, at, "an index is not of dims");
    if (i == 0 && operand->scores) {
      if (!verify_scores(verifier, at)) return false;
      continue;
    }
    if (operand->buffer < 0 || operand->buffer >= nest->buffer_count || !nest->buffers[operand->buffer].read)
      return verify_nest_fail(verifier, at, "a matrix is no buffer that is read");
    if (!operand_inside(nest, step->product, operand))
      return verify_nest_fail(verifier, at, "a matrix leaves its buffer");
  }
  return nest_product_dims(nest, step, &dims) ||
         verify_nest_fail(verifier, at, "has other dims than a product");
}
