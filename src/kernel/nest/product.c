#include "kernel/nest/product.h"

#include "kernel/nest/integers.h"

int nest_product(const Nest *nest) {
  for (int i = 0; i < nest->step_count; i++)
    if (nest->steps[i].kind == STEP_PRODUCT) return i;
  return NO_STEP;
}

int nest_products(const Nest *nest, int steps[MOST_PRODUCTS]) {
  int count = 0;
  for (int i = 0; i < nest->step_count; i++) {
    if (nest->steps[i].kind != STEP_PRODUCT) continue;
    if (count < MOST_PRODUCTS) steps[count] = i;
    count++;
  }
  return count;
}

int nest_product_count(const Nest *nest) {
  int steps[MOST_PRODUCTS];
  return nest_products(nest, steps);
}

static bool same_operand(const ProductOperand *a, const ProductOperand *b) {
  bool same = a->buffer == b->buffer && a->stored == b->stored && a->along == b->along &&
              a->index.constant == b->index.constant && a->index.count == b->index.count;
  for (int i = 0; same && i < a->index.count; i++)
    same = a->index.term[i].symbol == b->index.term[i].symbol &&
           a->index.term[i].scale == b->index.term[i].scale;
  return same;
}

bool nest_products_pair(const Nest *nest, const Step *a, const Step *b) {
  ProductMatrix of_a, of_b;
  return a->product->length == b->product->length &&
         same_operand(&a->product->operand[0], &b->product->operand[0]) &&
         nest_product_matrix(nest, a, 1, &of_a) && nest_product_matrix(nest, b, 1, &of_b) &&
         of_a.across == of_b.across && (of_a.digit_count > 1) == (of_b.digit_count > 1);
}

const Nest *nest_scores(const Nest *nest) {
  int at = nest_product(nest);
  return at == NO_STEP ? NULL : nest->steps[at].product->operand[0].scores;
}

bool nest_log_sums(const Nest *nest) {
  for (int i = 0; i < nest->step_count; i++)
    if (nest->steps[i].kind == STEP_LOG_SUM) return true;
  return false;
}

bool nest_softmax_is_safe(const Nest *nest) {
  int at = nest_product(nest);
  return at != NO_STEP && nest->graph->ops[nest->steps[at].op].code == OP_ATTENTION;
}

const Nest *nest_owned_scores(const Nest *nest) {
  int at = nest_product(nest);
  if (at == NO_STEP) return NULL;
  const ProductOperand *operand = nest->steps[at].product->operand;
  return operand[0].scores ? operand[0].scores : operand[1].scores;
}

static int64_t scale_of(const Step *step, int operand, int dim) {
  return dim < 0 ? 0 : index_scale(&step->product->operand[operand].index, dim);
}

// Adds `count` matrices in steps of `stride` that those behind `by` faster ones are.
static bool add_digit(ProductMatrix *matrix, int64_t by, int64_t count, int64_t stride) {
  MatrixDigit *last = matrix->digit_count ? &matrix->digit[matrix->digit_count - 1] : NULL;
  if (last && last->by * last->count == by && last->stride * last->count == stride) {
    last->count *= count;
    return true;
  }
  if (matrix->digit_count == MOST_DIGITS) return false;
  matrix->digit[matrix->digit_count++] = (MatrixDigit){by, count, stride, false};
  return true;
}

static bool find_digits(const Nest *nest, const Step *step, int operand, const ProductDims *dims,
                        ProductMatrix *matrix) {
  int64_t by = 1;
  for (int i = dims->batch_count - 1; i >= 0; i--) {
    int64_t count = nest->size[dims->batch[i]], stride = scale_of(step, operand, dims->batch[i]);
    if (stride && !add_digit(matrix, by, count, stride)) return false;
    by *= count;
  }
  for (int i = 0; i < matrix->digit_count; i++)
    matrix->digit[i].last = matrix->digit[i].by * matrix->digit[i].count == by;
  return matrix->digit_count < MOST_DIGITS || matrix->digit[MOST_DIGITS - 1].last;
}

bool nest_product_dims(const Nest *nest, const Step *step, ProductDims *dims) {
  int last = nest->dim_count - 1;
  *dims = (ProductDims){.rows = NO_ROWS, .columns = -1};
  for (int dim = 0; dim < nest->dim_count; dim++) {
    bool first = scale_of(step, 0, dim) != 0, second = scale_of(step, 1, dim) != 0;
    if (dim == last && second && !first) dims->columns = dim;
    if (dim < last && first && !second) dims->rows = dim; // the innermost of several
  }
  for (int dim = 0; dim < nest->dim_count; dim++)
    if (dim != dims->rows && dim != dims->columns) dims->batch[dims->batch_count++] = dim;
  return dims->columns >= 0;
}

int64_t nest_product_rows(const Nest *nest, const ProductDims *dims) {
  return dims->rows == NO_ROWS ? 1 : nest->size[dims->rows];
}

int64_t nest_product_batches(const Nest *nest, const ProductDims *dims) {
  int64_t batches = 1;
  for (int i = 0; i < dims->batch_count; i++)
    batches *= nest->size[dims->batch[i]];
  return batches;
}

// Scores are numbered as the result: batches and rows one behind the other.
static bool has_rows_in_order(const ProductMatrix *matrix, int64_t length) {
  bool batches = !matrix->digit_count || (matrix->digit[0].by == 1 && matrix->digit[0].last);
  return batches && !matrix->across && matrix->offset == 0 &&
         (matrix->lines == 1 || matrix->line_stride == length);
}

bool nest_product_matrix(const Nest *nest, const Step *step, int which, ProductMatrix *matrix) {
  const ProductOperand *operand = &step->product->operand[which];
  ProductDims dims;
  if (!nest_product_dims(nest, step, &dims)) return false;
  int64_t across = scale_of(step, which, which ? dims.columns : dims.rows);
  int64_t length = step->product->length;
  int64_t own = which ? nest->size[dims.columns] : nest_product_rows(nest, &dims);
  int64_t multiple = PRODUCT_ALIGNMENT / dtype_bytes(operand->stored);
  if (!which && dims.rows == NO_ROWS) across = round_up(length, multiple); // any would do
  *matrix = (ProductMatrix){.across = operand->along != 1, .offset = operand->index.constant};
  matrix->lines = matrix->across ? length : own;
  matrix->elements = matrix->across ? own : length;
  matrix->line_stride = matrix->across ? operand->along : across;
  if (!find_digits(nest, step, which, &dims, matrix)) return false;
  if (operand->scores) return has_rows_in_order(matrix, length);
  for (int i = 0; i < matrix->digit_count; i++)
    if (matrix->digit[i].stride < 0 || matrix->digit[i].stride % multiple) return false;
  return (!matrix->across || across == 1) && matrix->line_stride > 0 && matrix->line_stride % multiple == 0 &&
         matrix->offset % multiple == 0;
}
