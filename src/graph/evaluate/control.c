// Loops and choices: the graphs that an op runs, evaluated with what it takes.
#include "graph/evaluate/internal.h"

#include <stdlib.h>
#include <string.h>

enum { WORK_OF_AN_OP = 64 }; // elements that an op counts as, so that rounds over scalars end, too

static bool fail_opaque(const EvaluateCall *call) {
  return status_fail(call->status, STATUS_INPUT, "%s is opaque: nothing is known of it but its results",
                     call->op->name);
}

static int64_t work_of(const Graph *graph) {
  int64_t work = (int64_t)WORK_OF_AN_OP * (graph->op_count + 1);
  for (int v = 0; v < graph->value_count; v++)
    work += value_numbers(&graph->values[v]);
  return work;
}

static bool all_evaluated(const EvaluateCall *call, const Evaluation *evaluation) {
  for (int i = 0; i < evaluation->graph->op_count; i++)
    if (evaluation->skipped[i])
      return status_fail(call->status, STATUS_INPUT, "%s runs what is not evaluated: %s", call->op->name,
                         evaluation->skipped[i]);
  return true;
}

// The graph's evaluation with these elements of its inputs; NULL with a message.
static Evaluation *run(const EvaluateCall *call, const Graph *graph, double *const *inputs) {
  const double **given = memory_alloc(((size_t)graph->value_count + 1) * sizeof *given);
  for (int i = 0; i < graph->input_count; i++)
    given[graph->inputs[i]] = inputs[i];
  EvaluateOptions options = {.seed = call->seed, .limit_bytes = call->limit_bytes, .given = given};
  int64_t most = call->limit_bytes / (int64_t)sizeof(double);
  *call->work += work_of(graph);
  bool small = *call->work <= most ||
               status_fail(call->status, STATUS_INPUT,
                           "%s runs longer than is evaluated: its rounds compute more than %lld elements",
                           call->op->name, (long long)most);
  Evaluation *evaluation = small ? evaluation_run(graph, &options, call->status) : NULL;
  if (evaluation) *call->work += evaluation->work;
  if (evaluation && !all_evaluated(call, evaluation)) {
    evaluation_free(evaluation);
    evaluation = NULL;
  }
  if (evaluation) evaluation->options.given = NULL;
  free(given);
  return evaluation;
}

// ---- What goes in and out.

// Operands from `first` on as the graph's inputs; a number is the same everywhere.
static double **take_inputs(const EvaluateCall *call, const Graph *graph, int first) {
  double **inputs = memory_alloc(((size_t)graph->input_count + 1) * sizeof *inputs);
  for (int i = 0; i < graph->input_count; i++) {
    int64_t count = value_numbers(&graph->values[graph->inputs[i]]);
    const Tensor *tensor = call->operands[first + i];
    inputs[i] = memory_alloc(((size_t)count + 1) * sizeof **inputs);
    for (int64_t j = 0; j < count; j++)
      inputs[i][j] = tensor ? tensor->data[j] : call->op->operands[first + i].number;
  }
  return inputs;
}

static void free_inputs(double **inputs, const Graph *graph) {
  for (int i = 0; i < graph->input_count; i++)
    free(inputs[i]);
  free(inputs);
}

static void copy_output(const Evaluation *evaluation, int output, double *to) {
  const Tensor *tensor = &evaluation->values[evaluation->graph->outputs[output]];
  memcpy(to, tensor->data, (size_t)tensor_numbers(tensor) * sizeof *to);
}

// ---- Loops and choices.

static bool ask_again(const EvaluateCall *call, const GraphControl *control, double *const *state,
                      bool *again) {
  Evaluation *evaluation = run(call, control->condition, state);
  double answer = 0;
  if (evaluation) copy_output(evaluation, 0, &answer);
  evaluation_free(evaluation);
  *again = answer != 0;
  return evaluation != NULL;
}

static bool run_body(const EvaluateCall *call, const Graph *body, double **state) {
  Evaluation *evaluation = run(call, body, state);
  for (int i = 0; evaluation && i < body->output_count; i++)
    copy_output(evaluation, i, state[i]);
  evaluation_free(evaluation);
  return evaluation != NULL;
}

static bool run_loop(const EvaluateCall *call, const GraphControl *control) {
  double **state = take_inputs(call, control->bodies[0], 0);
  bool again, done;
  while ((done = ask_again(call, control, state, &again)) && again)
    if (!(done = run_body(call, control->bodies[0], state))) break;
  for (int i = 0; done && i < call->op->result_count; i++)
    memcpy(call->results[i].data, state[i], (size_t)tensor_numbers(&call->results[i]) * sizeof **state);
  free_inputs(state, control->bodies[0]);
  return done;
}

static int chosen(const EvaluateCall *call, const GraphControl *control) {
  double number = evaluate_number(call, 0);
  if (control->by_flag) return number != 0 ? 0 : 1;
  return number >= 0 && number < control->body_count ? (int)number : control->body_count - 1;
}

static bool run_choice(const EvaluateCall *call, const GraphControl *control) {
  int which = chosen(call, control), first = 1;
  for (int i = 0; i < which; i++)
    first += control->bodies[i]->input_count;
  double **inputs = take_inputs(call, control->bodies[which], first);
  Evaluation *evaluation = run(call, control->bodies[which], inputs);
  for (int i = 0; evaluation && i < call->op->result_count; i++)
    copy_output(evaluation, i, call->results[i].data);
  free_inputs(inputs, control->bodies[which]);
  evaluation_free(evaluation);
  return evaluation != NULL;
}

bool evaluate_control(const EvaluateCall *call) {
  const GraphControl *control = graph_control(call->graph, (int)(call->op - call->graph->ops));
  if (!control) return fail_opaque(call);
  return control->condition ? run_loop(call, control) : run_choice(call, control);
}
