// How far a result may be from the reference: what rounding does along the way to it.
#include <math.h>
#include <stdlib.h>

#include "graph/evaluate/internal.h"

// What the ops that lead to a value tell about its error: the most over all ways to it.
typedef struct History {
  double coarsest;   // unit roundoff of a computed value
  int depth;         // ops that compute, in a chain
  int rounded;       // ops whose result is f16 or bf16, in a chain
  int steep;         // ops that enlarge relative errors, in a chain
  int64_t reduction; // elements that one sum takes
} History;

static int larger(int a, int b) {
  return a > b ? a : b;
}

static History join(History a, const History *b) {
  a.coarsest = fmax(a.coarsest, b->coarsest);
  a.depth = larger(a.depth, b->depth);
  a.rounded = larger(a.rounded, b->rounded);
  a.steep = larger(a.steep, b->steep);
  if (b->reduction > a.reduction) a.reduction = b->reduction;
  return a;
}

// Exponentials turn the error of a large operand into a relative one, logarithms of numbers near 1 and angles
// of many turns do alike.
static bool is_steep(const Op *op) {
  switch (op->code) {
    case OP_EXP:
    case OP_EXP2:
    case OP_LOG:
    case OP_LOG2:
    case OP_SIN:
    case OP_COS:
    case OP_PREPARE_SOFTMAX:
      return true;
    case OP_POW:
      return !op->operands[1].is_number || fabs(op->operands[1].number) > 3;
    default:
      return false;
  }
}

int64_t evaluate_reduced_elements(const Graph *graph, const Op *op) {
  OpClass op_class = op_info(op->code)->op_class;
  if (op->operand_count == 0 || op->operands[0].value == NO_VALUE) return 1;
  const Shape *input = &graph->values[op->operands[0].value].shape;
  int64_t in = shape_elements(input), out = shape_elements(&graph->values[op->first_result].shape);
  if (op_class == CLASS_REDUCE) return out > 0 ? in / out : 1;
  if (op_class == CLASS_SCAN)
    return in > 0 && input->rank > 0 ? input->size[op_integer(op, ATTRIBUTE_AXIS, 0)] : 1;
  if (op->code == OP_SCALED_MM || op->code == OP_GROUPED_MM)
    return input->rank > 0 ? input->size[input->rank - 1] : 1;
  if (op_class == CLASS_CONTRACTION) {
    const Shape *left = &graph->values[op->operands[op->code == OP_ADDMM ? 1 : 0].value].shape;
    return left->size[left->rank - 1];
  }
  return 1;
}

// From the histories of the ops before it. Views change nothing.
static History history_of(const Graph *graph, const Op *op, const History *histories) {
  History history = {.reduction = 1};
  for (int k = 0; k < op->operand_count; k++) {
    const Op *before =
        op->operands[k].value == NO_VALUE ? NULL : graph_producer(graph, op->operands[k].value);
    if (before) history = join(history, &histories[before - graph->ops]);
  }
  if (op->is_view || op->result_count == 0) return history;
  double roundoff = dtype_roundoff(graph->values[op->first_result].dtype);
  History own = {.coarsest = roundoff, .reduction = evaluate_reduced_elements(graph, op)};
  history = join(history, &own);
  history.depth++;
  history.rounded += roundoff > 0x1p-24;
  history.steep += is_steep(op);
  return history;
}

static double tolerance_of(const History *history) {
  if (history->coarsest == 0) return 0;
  double fine = fmin(history->coarsest, 0x1p-24);
  double computing = fine * (16 + 4 * history->depth + 2 * sqrt((double)history->reduction));
  if (fine <= 0x1p-53) computing *= 2; // the reference rounds just as much
  double rounding =
      history->coarsest > fine ? history->coarsest * (2 + 2 * sqrt((double)history->rounded)) : 0;
  return NORM_STRICTNESS * (1 + history->steep) * (computing + rounding);
}

void evaluate_tolerances(const Graph *graph, double *tolerances) {
  History *histories = memory_alloc(((size_t)graph->op_count + 1) * sizeof *histories);
  for (int i = 0; i < graph->input_count; i++)
    tolerances[graph->inputs[i]] = 0;
  for (int i = 0; i < graph->op_count; i++) {
    const Op *op = &graph->ops[i];
    histories[i] = history_of(graph, op, histories);
    for (int k = 0; k < op->result_count; k++)
      tolerances[op->first_result + k] = tolerance_of(&histories[i]);
  }
  free(histories);
}

double evaluate_tolerance(const Graph *graph, int value) {
  double *tolerances = memory_alloc(((size_t)graph->value_count + 1) * sizeof *tolerances);
  evaluate_tolerances(graph, tolerances);
  double tolerance = tolerances[value];
  free(tolerances);
  return tolerance;
}
