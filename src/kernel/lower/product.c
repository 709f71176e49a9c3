// Matrix products: a step of its own that reads its matrices from memory, with what reads it as an epilogue.
#include "kernel/nest/product.h"
#include "kernel/lower/lowering.h"
#include "kernel/nest/integers.h"

#include "base/sorted.h"

// ---- the set

int lowering_matrix_operand(const Op *op, int which) {
  return op->operands[(op->code == OP_ADDMM) + which].value;
}

// Does an op of the set read the value, or a view of it?
static bool is_read_inside(const Graph *graph, const KernelSet *set, int value) {
  for (int i = 0; i < graph->values[value].reader_count; i++) {
    int reader = graph->values[value].readers[i].op;
    const Op *op = &graph->ops[reader];
    if (!op->is_view && sorted_find(set->ops, set->op_count, reader) >= 0) return true;
    for (int result = 0; op->is_view && result < op->result_count; result++)
      if (is_read_inside(graph, set, op->first_result + result)) return true;
  }
  return false;
}

static int source_of(const Graph *graph, const KernelSet *set, int product, int which) {
  return lowering_matrix_source(graph, set, lowering_matrix_operand(&graph->ops[product], which));
}

static bool check_type(const Graph *graph, const KernelSet *set, int product, Reason *reason) {
  const Op *op = &graph->ops[product];
  DType a = graph->values[source_of(graph, set, product, 0)].dtype,
        b = graph->values[source_of(graph, set, product, 1)].dtype;
  if (a == b && (a == DTYPE_BF16 || a == DTYPE_F16)) return true;
  reason_set(reason, REASON_LIBRARY, (int[]){product, NO_OP},
             "%s (%s) multiplies %s by %s here, and kernels are generated for products of bf16 or f16",
             op->name, op_info(op->code)->name, dtype_name(a), dtype_name(b));
  reason_remedy(reason, "Leave %s to the library, in a kernel of its own.", op->name);
  return false;
}

// Does its kernel make a matrix of it, or read its result? Else the library runs it.
static bool check_alone(const Graph *graph, const KernelSet *set, int product, Reason *reason) {
  const Op *op = &graph->ops[product];
  for (int which = 0; which < 2; which++)
    if (source_of(graph, set, product, which) != lowering_matrix_operand(op, which)) return true;
  if (is_read_inside(graph, set, op->first_result)) return true;
  reason_set(reason, REASON_LIBRARY, (int[]){product, NO_OP},
             "%s (%s) runs in a library call and has a kernel of its own", op->name, op_info(op->code)->name);
  if (set->op_count > 1)
    reason_remedy(reason, "Fuse what comes before it, or what comes after it, with each other.");
  return false;
}

// Of two products a kernel takes those that have their first matrix in common.
static bool check_second(const Graph *graph, int first, int second, Reason *reason) {
  const Op *a = &graph->ops[first], *b = &graph->ops[second];
  const Value *of_a = &graph->values[lowering_matrix_operand(a, 0)],
              *of_b = &graph->values[lowering_matrix_operand(b, 0)];
  if (of_a->storage == of_b->storage) return true;
  reason_set(
      reason, REASON_UNSUPPORTED, (int[]){first, second, NO_OP},
      "%s and %s are two matrix products: a kernel has room for the sums of two only where they have "
      "their first matrix in common, or for attention, where the second multiplies a softmax of the first",
      a->name, b->name);
  reason_remedy(reason, "Leave one of them in another kernel.");
  return false;
}

bool lower_check_products(const Graph *graph, const KernelSet *set, Reason *reason) {
  int products[MOST_PRODUCTS], count = 0, attending = lower_attending(graph, set);
  if (attending != NO_OP && graph->ops[attending].code == OP_ATTENTION)
    return lower_check_attention(graph, set, attending, reason);
  for (int i = 0; i < set->op_count; i++) {
    int op = set->ops[i];
    if (!op_is_product(&graph->ops[op])) continue;
    if (attending != NO_OP) {
      if (!check_type(graph, set, op, reason)) return false;
      continue;
    }
    if (count == MOST_PRODUCTS) {
      reason_set(reason, REASON_UNSUPPORTED, (int[]){products[0], products[1], op, NO_OP},
                 "%s, %s and %s are three matrix products: a kernel has room for the sums of two",
                 graph->ops[products[0]].name, graph->ops[products[1]].name, graph->ops[op].name);
      reason_remedy(reason, "Leave one of them in another kernel.");
      return false;
    }
    products[count++] = op;
  }
  for (int i = 0; i < count; i++)
    if (!check_alone(graph, set, products[i], reason) || !check_type(graph, set, products[i], reason))
      return false;
  return count < 2 || check_second(graph, products[0], products[1], reason);
}

// ---- the step

int lowering_refuse_product(Lowering *lowering, ReasonCode code, const Op *op, const char *why) {
  if (lowering->stopped) return NO_STEP;
  int product = (int)(op - lowering->graph->ops);
  lowering_refuse(lowering, code, product, NO_OP, "%s is %s %s", op->name,
                  op->code == OP_ATTENTION ? "attention" : "a matrix product", why);
  reason_remedy(lowering->reason, "Leave %s to the library, in a kernel of its own.", op->name);
  return NO_STEP;
}

bool lowering_set_matrix(Lowering *lowering, const Op *op, int which, int value, const Position *there,
                         int summed, Draft *draft, Matrix *matrix) {
  draft->length = lowering_value(lowering, value)->shape.size[summed];
  if (!lowering_matrix(lowering, value, there, summed, matrix)) {
    lowering_refuse_product(lowering, REASON_LAYOUT, op,
                            "of a view whose rows or columns memory has nowhere in a line");
    return false;
  }
  if (lowering_inside(lowering, matrix->value)) {
    lowering_refuse_product(lowering, REASON_UNSUPPORTED, op,
                            "that takes its matrices from memory, and here it would read "
                            "what its own kernel computes");
    return false;
  }
  const Value *source = lowering_value(lowering, matrix->value);
  draft->stored = source->dtype;
  draft->matrix_storage[which] = source->storage;
  draft->matrix[which] = matrix->index;
  draft->along[which] = matrix->along;
  return true;
}

// The matrix with k = 0, at the place of a result; `kept` is the axis of its rows or columns.
static bool set_matrix(Lowering *lowering, const Op *op, int which, const Position *at, Draft *draft,
                       Matrix *matrix) {
  int value = lowering_matrix_operand(op, which), rank = at->rank, kept = which ? rank - 1 : rank - 2;
  int summed = which ? rank - 2 : rank - 1;
  bool attends = lowering->scores && which == 0 && value == lowering->attends;
  Position there = position_zero(rank);
  if (rank == 3) there.axis[0] = at->axis[0];
  there.axis[kept] = at->axis[kept];
  if (!attends) return lowering_set_matrix(lowering, op, which, value, &there, summed, draft, matrix);
  const Value *weights = lowering_value(lowering, value);
  *matrix = (Matrix){.factor = 1, .divisor = 1};
  draft->length = weights->shape.size[summed];
  draft->scores = lowering->scores;
  draft->matrix[which] = position_address(lowering, &there, weights->stride, weights->offset);
  draft->along[which] = draft->length > 1 ? weights->stride[summed] : 1;
  return true;
}

// `code`: OP_MUL or OP_DIV.
static int scaled(Lowering *lowering, OpCode code, int step, double by, DType dtype) {
  if (by == 1 || step == NO_STEP) return step;
  int operands[2] = {step, step_convert(lowering, step_number(lowering, DTYPE_F64, by, 0), dtype)};
  return step_compute(lowering, NO_OP, NO_VALUE, code, dtype, operands, 2);
}

int lowering_scaled(Lowering *lowering, int step, double factor, double divisor, DType dtype) {
  return scaled(lowering, OP_DIV, scaled(lowering, OP_MUL, step, factor, dtype), divisor, dtype);
}

// addmm: beta * x + alpha * product; an x that beta makes 0 is not read.
static int add_input(Lowering *lowering, const Op *op, int value, const Position *at, int product) {
  double alpha = op_number(op, ATTRIBUTE_ALPHA, 1), beta = op_number(op, ATTRIBUTE_BETA, 1);
  const Value *result = lowering_value(lowering, value);
  DType dtype = dtype_compute(result->dtype);
  product = scaled(lowering, OP_MUL, product, alpha, dtype);
  if (beta == 0) return product;
  int added = lower_operand(lowering, op, 0, at, &result->shape, dtype, NO_CONDITION);
  if (lowering->stopped) return NO_STEP;
  int operands[2] = {scaled(lowering, OP_MUL, added, beta, dtype), product};
  return step_compute(lowering, result->producer, value, OP_ADD, dtype, operands, 2);
}

int lower_product(Lowering *lowering, const Op *op, int value, const Position *at, int condition) {
  const Value *result = lowering_value(lowering, value);
  if (condition != NO_CONDITION)
    return lowering_refuse_product(lowering, REASON_LAYOUT, op, "of which a reader here takes a part only");
  bool adds = op->code == OP_ADDMM;
  Draft draft = step_draft(STEP_PRODUCT, result->producer, NO_VALUE, dtype_compute(result->dtype));
  Matrix left, right;
  if (!set_matrix(lowering, op, 0, at, &draft, &left) || !set_matrix(lowering, op, 1, at, &draft, &right))
    return NO_STEP;
  double factor = left.factor * right.factor, divisor = left.divisor * right.divisor;
  if (draft.length == 0 || shape_elements(&result->shape) == 0)
    return lowering_refuse_product(lowering, REASON_LIBRARY, op, "without elements");
  if (!adds && factor == 1 && divisor == 1) draft.value = value;
  int product = lowering_scaled(lowering, step_push(lowering, &draft), factor, divisor, draft.dtype);
  return adds && product != NO_STEP ? add_input(lowering, op, value, at, product) : product;
}

// ---- the nest

static bool refuse_nest(const Nest *nest, const Step *product, int other, ReasonCode code, const char *why,
                        Reason *reason) {
  const char *name = nest->graph->ops[product->op].name;
  const int ops[] = {product->op, other, NO_OP};
  reason_set(reason, code, ops, "%s is a matrix product %s%s%s", name, why, other == NO_OP ? "" : " ",
             other == NO_OP ? "" : nest->graph->ops[other].name);
  if (other == NO_OP)
    reason_remedy(reason, "Leave %s to the library, in a kernel of its own.", name);
  else
    reason_remedy(reason, "Leave %s in a kernel of its own, which reads what this one stores.",
                  nest->graph->ops[other].name);
  return false;
}

// Another product has the same first matrix, at the same places.
static bool check_other(const Nest *nest, const Step *product, const Step *other, Reason *reason) {
  if (other->op == product->op || nest_product_count(nest) > MOST_PRODUCTS)
    return refuse_nest(nest, product, NO_OP, REASON_LAYOUT, "that is read at several places", reason);
  if (nest_products_pair(nest, product, other)) return true;
  return refuse_nest(nest, product, other->op, REASON_LAYOUT,
                     "with other sizes, or matrices that lie in another way, than", reason);
}

// What stands beside the product: arithmetic at its own places.
static bool check_step(const Nest *nest, const Step *product, const Step *step, Reason *reason) {
  if (step->kind == STEP_PRODUCT && step != product) return check_other(nest, product, step, reason);
  if (step_accumulates(step))
    return refuse_nest(nest, product, step->op, REASON_UNSUPPORTED,
                       "whose tiles cannot be summed up in its kernel yet, as wanted by", reason);
  if (step->kind != STEP_STORE) return true;
  bool everywhere = step->dims == nest_all_dims(nest) || nest_scores(nest);
  if (step->accumulate || !everywhere)
    return refuse_nest(nest, product, step->op, REASON_DOMAIN, "with other places than", reason);
  int products[MOST_PRODUCTS], count = (int)least_of(nest_products(nest, products), MOST_PRODUCTS);
  for (int i = 0; i < 2 * count; i++)
    if (nest->steps[products[i / 2]].product->operand[i % 2].buffer == step->buffer)
      return refuse_nest(nest, product, step->op, REASON_MUTATION, "that still reads memory written by",
                         reason);
  return true;
}

static bool check_dims(const Nest *nest, const Step *product, Reason *reason) {
  ProductDims dims;
  for (int i = 0; i < nest->symbol_count; i++)
    if (nest->symbols[i].kind == SYMBOL_STEP)
      return refuse_nest(nest, product, NO_OP, REASON_INDIRECT,
                         "beside which nothing is looked up at places that only the data say", reason);
  for (int i = 0; i < 2; i++)
    for (int t = 0; t < product->product->operand[i].index.count; t++)
      if (product->product->operand[i].index.term[t].symbol >= nest->dim_count)
        return refuse_nest(nest, product, NO_OP, REASON_LAYOUT, "whose rows or columns a reshape cuts",
                           reason);
  if (product->product->operand[1].scores)
    return refuse_nest(nest, product, NO_OP, REASON_LAYOUT,
                       "of attention, whose rows lie side by side in what is stored", reason);
  if (product->dims == nest_all_dims(nest) && nest_product_dims(nest, product, &dims)) return true;
  return refuse_nest(nest, product, NO_OP, REASON_LAYOUT,
                     "of a single element, or whose tiles are not rows and columns of what reads it", reason);
}

static bool check_matrices(const Nest *nest, const Step *product, Reason *reason) {
  ProductMatrix matrix;
  for (int i = 0; i < 2; i++) {
    if (nest_product_matrix(nest, product, i, &matrix)) continue;
    const char *why =
        product->product->operand[i].scores
            ? "of attention, whose rows or heads are stored in another order"
            : "of a matrix whose lines are no neighbours that begin at multiples of 16 bytes, as "
              "bulk tensor copies ask";
    return refuse_nest(nest, product, NO_OP, REASON_LAYOUT, why, reason);
  }
  return true;
}

bool lower_check_product(const Nest *nest, Reason *reason) {
  int at = nest_product(nest);
  if (at == NO_STEP) return true;
  const Step *product = &nest->steps[at];
  for (int i = 0; i < nest->step_count; i++)
    if (!check_step(nest, product, &nest->steps[i], reason)) return false;
  if (nest->preset_count)
    return refuse_nest(nest, product, NO_OP, REASON_MUTATION, "beside which memory must be filled first",
                       reason);
  for (int i = at; i < nest->step_count; i++)
    if (nest->steps[i].kind == STEP_PRODUCT &&
        (!check_dims(nest, &nest->steps[i], reason) || !check_matrices(nest, &nest->steps[i], reason)))
      return false;
  return true;
}
