// What follows from the matrix product of a nest: which dims are its rows and columns, how its matrices lie
// in memory.
#pragma once

#include "kernel/nest/nest.h"

// The step that is a matrix product, the first of two, or NO_STEP.
int nest_product(const Nest *nest);
// How many there are, in `steps`: a nest that lowering made has no more, and of two that it has the sums are
// one product of the first matrix and both second ones side by side.
enum { MOST_PRODUCTS = 2 };
int nest_products(const Nest *nest, int steps[MOST_PRODUCTS]); // how many, also beyond those
int nest_product_count(const Nest *nest);
// Do both have the same first matrix, as many products to sum, and second ones that lie alike?
bool nest_products_pair(const Nest *nest, const Step *a, const Step *b);

enum { NO_ROWS = -1 };
typedef struct ProductDims {
  int rows; // NO_ROWS: the result has one row, a dim of which a nest does without
  int columns;
  int batch[MAX_DIMS], batch_count; // digits of the number of a matrix, slowest first
} ProductDims;
// False when the operands vary with other dims than nest.h says.
bool nest_product_dims(const Nest *nest, const Step *step, ProductDims *dims);
// The scores whose softmax is the first matrix of the nest's product; NULL: it has no such product.
const Nest *nest_scores(const Nest *nest);
// Does it read the logarithm of the sums of that softmax?
bool nest_log_sums(const Nest *nest);
// Is that softmax 0 in rows that have no key (all scores are -infinity), as it is within PyTorch's attention,
// which is one op here? Else it is what its ops give: 0 / 0.
bool nest_softmax_is_safe(const Nest *nest);
int64_t nest_product_rows(const Nest *nest, const ProductDims *dims); // of the result
// ... of either matrix: those that the nest frees. Before lowering has checked a nest, the second one may
// have them, or several products the same ones.
const Nest *nest_owned_scores(const Nest *nest);
int64_t nest_product_batches(const Nest *nest, const ProductDims *dims); // 1 without a batch

// Of the number of a result's matrix, divided by `by`, modulo `count`: `stride` elements of memory from one
// to the next. An operand's own matrices are told by at most two such digits of it, the second one to its
// end.
enum { MOST_DIGITS = 2 };
typedef struct MatrixDigit {
  int64_t by, count, stride;
  bool last; // nothing is left of the number behind it: no modulo is needed
} MatrixDigit;

// A matrix as lines of neighbouring elements: along k, or ACROSS it (the rows of operand 0 or the columns of
// operand 1 are neighbours).
typedef struct ProductMatrix {
  bool across;
  int64_t lines, elements;        // of each line
  int64_t line_stride;            // elements of memory from one line to the next
  MatrixDigit digit[MOST_DIGITS]; // the fastest first
  int digit_count;                // 0 where the matrix does not vary with the batch
  int64_t offset;                 // where the first line begins in its buffer
} ProductMatrix;

enum { PRODUCT_ALIGNMENT = 16 }; // bytes: what bulk tensor copies ask of lines, batches and their begin

// False when it has no such lines, or they or its digits do not lie at multiples of PRODUCT_ALIGNMENT.
bool nest_product_matrix(const Nest *nest, const Step *step, int operand, ProductMatrix *matrix);
