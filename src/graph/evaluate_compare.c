// Comparing results with the reference, and how far apart they may be.
#include <math.h>
#include <stdlib.h>

#include "graph/evaluate_internal.h"

// ---- tolerance

// Half the distance from 1 to the next number of the dtype; 0 for integers and bools.
static double unit_roundoff(DType dtype) {
  switch (dtype) {
    case DTYPE_F16:
      return 0x1p-11;
    case DTYPE_BF16:
      return 0x1p-8;
    case DTYPE_F32:
    case DTYPE_C64:
      return 0x1p-24;
    case DTYPE_F64:
      return 0x1p-53;
    default:
      return 0;
  }
}

// What the ops that lead to a value tell about its error.
typedef struct History {
  double coarsest;    // largest unit roundoff of a computed value
  int depth, rounded; // longest chains: of computing ops, and of those whose result is f16 or bf16
  int64_t reduction;  // most elements that one sum takes
} History;

// Ops that `value` is computed from, marked per op.
static bool *find_ancestors(const Graph *graph, int value) {
  bool *needed = memory_alloc(((size_t)graph->op_count + 1) * sizeof *needed);
  if (graph->values[value].producer == NO_OP) return needed;
  needed[graph->values[value].producer] = true;
  for (int i = graph->values[value].producer; i >= 0; i--) {
    const Op *op = &graph->ops[i];
    for (int k = 0; needed[i] && k < op->operand_count; k++) {
      int operand = op->operands[k].value;
      if (operand != NO_VALUE && graph->values[operand].producer != NO_OP)
        needed[graph->values[operand].producer] = true;
    }
  }
  return needed;
}

static int64_t reduced_elements(const Graph *graph, const Op *op) {
  OpClass op_class = op_info(op->code)->op_class;
  if (op->operand_count == 0 || op->operands[0].value == NO_VALUE) return 1;
  const Shape *input = &graph->values[op->operands[0].value].shape;
  int64_t in = shape_elements(input), out = shape_elements(&graph->values[op->first_result].shape);
  if (op_class == CLASS_REDUCE) return out > 0 ? in / out : 1;
  if (op_class == CLASS_SCAN)
    return in > 0 && input->rank > 0 ? input->size[op_integer(op, ATTRIBUTE_AXIS, 0)] : 1;
  if (op_class == CLASS_CONTRACTION) {
    const Shape *left = &graph->values[op->operands[op->code == OP_ADDMM ? 1 : 0].value].shape;
    return left->size[left->rank - 1];
  }
  return 1;
}

typedef struct Chain {
  int depth, rounded;
} Chain;

// The longest chains that end in `op`, from those of the ops before it.
static Chain chain_of(const Graph *graph, const Op *op, const Chain *chains) {
  Chain chain = {0, 0};
  for (int k = 0; k < op->operand_count; k++) {
    int operand = op->operands[k].value;
    if (operand == NO_VALUE || graph->values[operand].producer == NO_OP) continue;
    const Chain *before = &chains[graph->values[operand].producer];
    if (before->depth > chain.depth) chain.depth = before->depth;
    if (before->rounded > chain.rounded) chain.rounded = before->rounded;
  }
  DType dtype = graph->values[op->first_result].dtype;
  if (!op->is_view) chain.depth++;
  if (!op->is_view && unit_roundoff(dtype) > 0x1p-24) chain.rounded++;
  return chain;
}

static History history_of(const Graph *graph, int value) {
  History history = {.reduction = 1};
  bool *needed = find_ancestors(graph, value);
  Chain *chains = memory_alloc(((size_t)graph->op_count + 1) * sizeof *chains);
  for (int i = 0; i < graph->op_count && i <= graph->values[value].producer; i++) {
    const Op *op = &graph->ops[i];
    if (!needed[i] || op->result_count == 0) continue;
    chains[i] = chain_of(graph, op, chains);
    if (chains[i].depth > history.depth) history.depth = chains[i].depth;
    if (chains[i].rounded > history.rounded) history.rounded = chains[i].rounded;
    double roundoff = op->is_view ? 0 : unit_roundoff(graph->values[op->first_result].dtype);
    if (roundoff > history.coarsest) history.coarsest = roundoff;
    int64_t reduced = reduced_elements(graph, op);
    if (reduced > history.reduction) history.reduction = reduced;
  }
  free(chains);
  free(needed);
  return history;
}

double evaluate_tolerance(const Graph *graph, int value) {
  History history = history_of(graph, value);
  if (history.coarsest == 0) return 0;
  double fine = history.coarsest < 0x1p-24 ? history.coarsest : 0x1p-24;
  double computing = fine * (16 + 4 * history.depth + 2 * sqrt((double)history.reduction));
  double rounding = history.coarsest > fine ? history.coarsest * (2 + 2 * sqrt((double)history.rounded)) : 0;
  return computing + rounding;
}

// ---- comparison

typedef struct Norms {
  double want, difference; // sums of squares over the elements where both are finite
  int64_t finite;
} Norms;

static Norms norms_of(const double *want, const double *got, int64_t count) {
  Norms norms = {0};
  for (int64_t i = 0; i < count; i++) {
    if (!isfinite(want[i])) continue;
    norms.want += want[i] * want[i];
    norms.finite++;
    if (isfinite(got[i])) norms.difference += (got[i] - want[i]) * (got[i] - want[i]);
  }
  return norms;
}

// How far apart two numbers are, in units of the allowed distance. Equal infinities and two NaNs are no
// distance apart; else whatever is not finite is infinitely far.
static double distance(double want, double got, double allowed) {
  if (want == got || (isnan(want) && isnan(got))) return 0;
  if (!isfinite(want) || !isfinite(got) || allowed == 0) return INFINITY;
  return fabs(got - want) / allowed;
}

Comparison compare_tensors(const Tensor *want, const double *got, double tolerance) {
  int64_t count = tensor_elements(want);
  Norms norms = norms_of(want->data, got, count);
  double rms = norms.finite > 0 ? sqrt(norms.want / (double)norms.finite) : 0;
  bool exact = dtype_kind(want->dtype) != DTYPE_IS_FLOAT;
  Comparison comparison = {.tolerance = tolerance};
  comparison.relative_norm = sqrt(norms.difference) / (norms.want > 0 ? sqrt(norms.want) : 1);
  for (int64_t i = 0; i < count; i++) {
    double allowed = exact ? 0 : tolerance * (norms.want > 0 ? fabs(want->data[i]) + rms : 1);
    double worst = distance(want->data[i], got[i], allowed);
    if (worst > 1) comparison.mismatches++;
    if (worst <= comparison.worst) continue;
    comparison.worst = worst;
    comparison.worst_index = i;
  }
  if (exact)
    comparison.pass = (double)comparison.mismatches <= tolerance * (double)count;
  else
    comparison.pass = comparison.mismatches == 0 && comparison.relative_norm <= tolerance;
  return comparison;
}
