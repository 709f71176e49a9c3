// How far a result may be from the reference: what rounding does along the way to it.
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/vector.h"
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

// How often a loop runs is known when it ends; tolerances are stated before.
enum { LOOP_ROUNDS = 32 };

// Of what graphs lead to that loops and choices run: each is looked at once, however many run it.
typedef struct Inner {
  HashMap at; // address of a graph -> index
  VECTOR(History) histories;
} Inner;

static History *histories_of(Inner *inner, const Graph *graph);

static History results_history(Inner *inner, const Graph *graph) {
  int64_t at;
  if (hashmap_get(&inner->at, (uint64_t)(uintptr_t)graph, &at)) return inner->histories.data[at];
  History history = {.reduction = 1}, *histories = histories_of(inner, graph);
  for (int i = 0; i < graph->output_count; i++) {
    const Op *op = graph->outputs[i] == NO_VALUE ? NULL : graph_producer(graph, graph->outputs[i]);
    if (op) history = join(history, &histories[op - graph->ops]);
  }
  free(histories);
  hashmap_set(&inner->at, (uint64_t)(uintptr_t)graph, inner->histories.count);
  vector_push(&inner->histories, history);
  return history;
}

// Of what a loop or a choice runs.
static History history_inside(Inner *inner, const GraphControl *control) {
  History history = {.reduction = 1};
  for (int i = 0; i < control->body_count; i++) {
    History body = results_history(inner, control->bodies[i]);
    history = join(history, &body);
  }
  int rounds = control->condition ? LOOP_ROUNDS : 1;
  history.depth = history.depth > INT_MAX / 2 / rounds ? INT_MAX / 2 : history.depth * rounds;
  history.rounded = history.rounded > INT_MAX / 2 / rounds ? INT_MAX / 2 : history.rounded * rounds;
  return history;
}

static int capped_sum(int a, int b) {
  return a > INT_MAX / 2 - b ? INT_MAX / 2 : a + b;
}

// From the histories of the ops before it. Views change nothing.
static History history_of(Inner *inner, const Graph *graph, const Op *op, const History *histories) {
  History history = {.reduction = 1};
  for (int k = 0; k < op->operand_count; k++) {
    const Op *before =
        op->operands[k].value == NO_VALUE ? NULL : graph_producer(graph, op->operands[k].value);
    if (before) history = join(history, &histories[before - graph->ops]);
  }
  if (op->is_view || op->result_count == 0) return history;
  const GraphControl *control = graph_control(graph, (int)(op - graph->ops));
  if (control) {
    History inside = history_inside(inner, control), before = history;
    history = join(history, &inside);
    history.depth = capped_sum(before.depth, inside.depth);
    history.rounded = capped_sum(before.rounded, inside.rounded);
    history.steep = capped_sum(before.steep, inside.steep);
    return history;
  }
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
  double computing = fine * (16 + 4.0 * history->depth + 2 * sqrt((double)history->reduction));
  if (fine <= 0x1p-53) computing *= 2; // the reference rounds just as much
  double rounding =
      history->coarsest > fine ? history->coarsest * (2 + 2 * sqrt((double)history->rounded)) : 0;
  return NORM_STRICTNESS * (1 + history->steep) * (computing + rounding);
}

static History *histories_of(Inner *inner, const Graph *graph) {
  History *histories = memory_alloc(((size_t)graph->op_count + 1) * sizeof *histories);
  for (int i = 0; i < graph->op_count; i++)
    histories[i] = history_of(inner, graph, &graph->ops[i], histories);
  return histories;
}

void evaluate_tolerances(const Graph *graph, double *tolerances) {
  Inner inner = {0};
  History *histories = histories_of(&inner, graph);
  for (int i = 0; i < graph->input_count; i++)
    tolerances[graph->inputs[i]] = 0;
  for (int i = 0; i < graph->op_count; i++) {
    const Op *op = &graph->ops[i];
    for (int k = 0; k < op->result_count; k++)
      tolerances[op->first_result + k] = tolerance_of(&histories[i]);
  }
  free(histories);
  hashmap_free(&inner.at);
  vector_free(&inner.histories);
}

double evaluate_tolerance(const Graph *graph, int value) {
  double *tolerances = memory_alloc(((size_t)graph->value_count + 1) * sizeof *tolerances);
  evaluate_tolerances(graph, tolerances);
  double tolerance = tolerances[value];
  free(tolerances);
  return tolerance;
}
