// Differences from the reference that say nothing of who is right.
#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "graph/evaluate/internal.h"

// Marks the ops from which `value` is computed.
static void mark_before(const Evaluation *evaluation, int value, bool *marked) {
  const Graph *graph = evaluation->graph;
  int producer = graph->values[value].producer;
  if (producer < 0) return;
  marked[producer] = true;
  for (int i = producer; i >= 0; i--) {
    const Op *op = &graph->ops[i];
    for (int k = 0; marked[i] && k < op->operand_count; k++) {
      int operand = op->operands[k].value;
      if (operand != NO_VALUE && graph->values[operand].producer >= 0)
        marked[graph->values[operand].producer] = true;
    }
  }
}

const char *evaluation_repeats(const Evaluation *evaluation, const Op *op) {
  const Graph *graph = evaluation->graph;
  if (!op_stores_at_places(op)) return NULL;
  const Tensor **operands = memory_alloc(((size_t)op->operand_count + 1) * sizeof *operands);
  bool known = true;
  for (int k = 2; k < op->operand_count; k++) {
    int value = op->operands[k].value;
    if (value != NO_VALUE) operands[k] = &evaluation->values[value];
    known &= value == NO_VALUE || operands[k]->data;
  }
  Status status = {0};
  Tensor result = {.dtype = graph->values[op->first_result].dtype,
                   .shape = graph->values[op->first_result].shape};
  EvaluateCall call = {.graph = graph, .op = op, .operands = operands, .results = &result, .status = &status};
  bool repeats = known && evaluate_selection_repeats(&call);
  free(operands);
  return repeats
             ? "index_put stores at the same place more than once, and which value stays is nobody's promise"
             : NULL;
}

static const char *follows_repeated_stores(const Evaluation *evaluation, int value) {
  const Graph *graph = evaluation->graph;
  bool *marked = memory_alloc((size_t)graph->op_count + 1);
  const char *repeats = NULL;
  mark_before(evaluation, value, marked);
  for (int i = 0; i < graph->op_count && !repeats; i++)
    if (marked[i]) repeats = evaluation_repeats(evaluation, &graph->ops[i]);
  free(marked);
  return repeats;
}

// Elements that rounding alone moves by half their size or more: what 16 runs found of that may be exceeded,
// by up to so many times.
enum { NOISE_SLACK = 4 };

static bool is_all_noise(Evaluation *evaluation, int value, const double *got) {
  const Tensor *want = &evaluation->values[value];
  if (!evaluation->noise || !evaluation->noise[value]) return false;
  int64_t count = tensor_numbers(want);
  double *wider = memory_alloc(((size_t)count + 1) * sizeof *wider);
  bool known = false; // noise without an end everywhere would excuse anything
  for (int64_t i = 0; i < count; i++) {
    double noise = evaluation->noise[value][i];
    bool ill = noise >= fabs(want->data[i]) / 2;
    known |= isfinite(noise);
    wider[i] = ill ? NOISE_SLACK * noise : noise;
  }
  double tolerance = evaluate_tolerance(evaluation->graph, value);
  bool pass = known && compare_tensors(want, got, wider, tolerance).pass;
  free(wider);
  return pass;
}

const char *evaluation_untold(Evaluation *evaluation, int value, const double *got) {
  const char *repeats = follows_repeated_stores(evaluation, value);
  if (repeats) return repeats;
  if (is_all_noise(evaluation, value, got))
    return "it is ill-conditioned: rounding alone moves what is off by half its size or more";
  return NULL;
}
