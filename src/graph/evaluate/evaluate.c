// The evaluator's driver: operands and results of every op in order, memory that is written, ops that cannot
// be evaluated.
#include "graph/evaluate/evaluate.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "graph/evaluate/internal.h"

static const int64_t DEFAULT_LIMIT = (int64_t)8 << 30; // bytes

double evaluate_number(const EvaluateCall *call, int operand) {
  const Tensor *tensor = call->operands[operand];
  return tensor ? tensor->data[0] : call->op->operands[operand].number;
}

int64_t evaluate_entry(const EvaluateCall *call, AttributeKey key, int position, int64_t otherwise) {
  const Attribute *attribute = op_attribute(call->op, key);
  if (!attribute || attribute->count == 0) return otherwise;
  return attribute->integer[position < attribute->count ? position : attribute->count - 1];
}

// ---- one op

static Tensor new_tensor(const Value *value) {
  Tensor tensor = {.dtype = value->dtype, .shape = value->shape};
  tensor.data = memory_alloc((size_t)(value_numbers(value) + 1) * sizeof(double));
  return tensor;
}

static bool is_complex(const Graph *graph, const Op *op) {
  for (int i = 0; i < op->result_count; i++)
    if (dtype_kind(graph->values[op->first_result + i].dtype) == DTYPE_IS_COMPLEX) return true;
  for (int i = 0; i < op->operand_count; i++) {
    int value = op->operands[i].value;
    if (value != NO_VALUE && dtype_kind(graph->values[value].dtype) == DTYPE_IS_COMPLEX) return true;
  }
  return false;
}

// May operand `i` be absent or a number? Only where the op's own file looks for that.
static bool may_lack_tensor(const Op *op, int i) {
  const Operand *operand = &op->operands[i];
  bool absent = operand->value == NO_VALUE && !operand->is_number;
  switch (op_info(op->code)->op_class) {
    case CLASS_POINTWISE:
    case CLASS_RANDOM:
      return !absent;
    case CLASS_LIBRARY:
    case CLASS_OPAQUE:
      return true;
    case CLASS_VIEW:
    case CLASS_CREATE:
    case CLASS_REDUCE:
    case CLASS_SCAN:
    case CLASS_INDEX:
    case CLASS_LAYOUT:
    case CLASS_WINDOW:
    case CLASS_CONTRACTION:
      break;
  }
  if (op->code == OP_INDEX) return absent && i >= 1;
  if (op->code == OP_INDEX_PUT) return i == 1 ? !absent : absent && i >= 2;
  return op->code == OP_MASKED_INDEX_PUT && (i == 1 ? !absent : absent && i >= 3);
}

static bool check_operands(const EvaluateCall *call) {
  for (int i = 0; i < call->op->operand_count; i++)
    if (!call->operands[i] && !may_lack_tensor(call->op, i))
      return status_fail(call->status, STATUS_INPUT, "%s: operand %d must be a tensor", call->op->name, i);
  return true;
}

bool evaluate_dispatch(const EvaluateCall *call) {
  switch (op_info(call->op->code)->op_class) {
    case CLASS_POINTWISE:
      return evaluate_pointwise(call);
    case CLASS_VIEW:
      return evaluate_view(call);
    case CLASS_CREATE:
      return evaluate_create(call);
    case CLASS_RANDOM:
      return evaluate_random(call);
    case CLASS_REDUCE:
      return evaluate_reduce(call);
    case CLASS_SCAN:
      return evaluate_scan(call);
    case CLASS_INDEX:
      return evaluate_index(call);
    case CLASS_LAYOUT:
      return evaluate_layout(call);
    case CLASS_WINDOW:
      return evaluate_window(call);
    case CLASS_CONTRACTION:
      return evaluate_contraction(call);
    case CLASS_LIBRARY:
      return evaluate_library(call);
    case CLASS_OPAQUE:
      break;
  }
  return evaluate_control(call);
}

static bool run_call(const EvaluateCall *call) {
  const Op *op = call->op;
  for (int i = 0; i < op->result_count; i++)
    call->results[i] = new_tensor(&call->graph->values[op->first_result + i]);
  bool parts = call->op->code != OP_OPAQUE && is_complex(call->graph, call->op);
  if (check_operands(call) && (parts ? evaluate_complex(call) : evaluate_dispatch(call))) return true;
  for (int i = 0; i < op->result_count; i++) {
    free(call->results[i].data);
    call->results[i].data = NULL;
  }
  return false;
}

bool evaluate_op(const Graph *graph, const Op *op, const Tensor *const *operands, Tensor *results,
                 uint64_t seed, Status *status) {
  int64_t work = 0;
  EvaluateCall call = {graph, op, operands, results, seed, DEFAULT_LIMIT, &work, status};
  return run_call(&call);
}

// ---- a graph

bool evaluate_is_wanted(const EvaluateOptions *options, int op) {
  return !options->wanted || options->wanted[op];
}

// Does the evaluation hold the value's elements?
static bool is_held(const Graph *graph, const EvaluateOptions *options, int value) {
  if (options->given && options->given[value]) return true;
  int producer = graph->values[value].producer;
  return producer == NO_OP ? !options->given : evaluate_is_wanted(options, producer);
}

static int64_t limit_of(const EvaluateOptions *options) {
  return options->limit_bytes > 0 ? options->limit_bytes : DEFAULT_LIMIT;
}

static bool check_size(const Graph *graph, const EvaluateOptions *options, Status *status) {
  int64_t limit = limit_of(options), left = limit;
  for (int v = 0; v < graph->value_count; v++) {
    if (!is_held(graph, options, v)) continue;
    int64_t elements = value_numbers(&graph->values[v]);
    if (elements > left / (int64_t)sizeof(double)) {
      char text[32];
      return status_fail(status, STATUS_INPUT,
                         "%s is too large to evaluate: its values need more than %s in double precision",
                         graph->name, text_bytes(text, (double)limit));
    }
    left -= elements * (int64_t)sizeof(double);
  }
  return true;
}

// An annotation that contradicts the operands leaves an op without a meaning.
static bool check_shapes(const Graph *graph, Status *status) {
  int count = 0;
  const Note *notes = graph_notes(graph, &count);
  for (int i = 0; i < count; i++)
    if (notes[i].kind == NOTE_SHAPE_MISMATCH)
      return status_fail(status, STATUS_INPUT, "cannot evaluate: %s", notes[i].text);
  return true;
}

// May an op of this kind be left out, its results replaced by random numbers? Others that fail are errors in
// the graph.
static bool may_skip(const Graph *graph, const Op *op) {
  OpClass op_class = op_info(op->code)->op_class;
  return op_class == CLASS_LIBRARY || op_class == CLASS_OPAQUE || op->code == OP_AS_STRIDED ||
         op->code == OP_AS_STRIDED_SCATTER || is_complex(graph, op);
}

static void skip_op(Evaluation *evaluation, const Op *op, uint64_t seed, const char *reason) {
  evaluation->skipped[op - evaluation->graph->ops] = memory_strdup(reason);
  for (int i = 0; i < op->result_count; i++) {
    int value = op->first_result + i;
    evaluation->values[value] = new_tensor(&evaluation->graph->values[value]);
    evaluate_fill(evaluation->graph, value, seed, evaluation->values[value].data);
  }
}

// The value as of now is read again after op `writer`, or leaves the graph.
static bool is_read_after(const Value *value, int writer) {
  if (value->is_output) return true;
  return value->reader_count > 0 && value->readers[value->reader_count - 1].op > writer;
}

// After `op` wrote into the memory of one of its operands: other names of that memory that are still to be
// read show what was written.
static void refresh_names(Evaluation *evaluation, int writer) {
  const Graph *graph = evaluation->graph;
  const Op *op = &graph->ops[writer];
  const Value *written = &graph->values[op->operands[op->mutates].value];
  for (int v = 0; v < op->first_result; v++) {
    const Value *value = &graph->values[v];
    if (value->storage != written->storage || !evaluation->values[v].data || !is_read_after(value, writer))
      continue;
    tensor_overwrite(&evaluation->values[v], value, &evaluation->values[op->first_result], written);
  }
}

static bool run_op(Evaluation *evaluation, int index, const Stress *stress, Status *status) {
  const Graph *graph = evaluation->graph;
  const Op *op = &graph->ops[index];
  uint64_t seed = evaluation->options.seed;
  const Tensor **operands = memory_alloc(((size_t)op->operand_count + 1) * sizeof *operands);
  for (int i = 0; i < op->operand_count; i++)
    if (op->operands[i].value != NO_VALUE) operands[i] = &evaluation->values[op->operands[i].value];
  Tensor *stressed = stress ? stress_operands(stress, graph, op, operands) : NULL;
  Status failure = {0};
  EvaluateCall call = {.graph = graph,
                       .op = op,
                       .operands = operands,
                       .results = &evaluation->values[op->first_result],
                       .seed = seed,
                       .limit_bytes = limit_of(&evaluation->options),
                       .work = &evaluation->work,
                       .status = &failure};
  bool ok = run_call(&call);
  for (int i = 0; stressed && i < op->operand_count; i++)
    free(stressed[i].data);
  free(stressed);
  free(operands);
  if (!ok && !may_skip(graph, op)) return status_fail(status, failure.code, "%s", failure.message);
  if (!ok) skip_op(evaluation, op, seed, failure.message);
  if (op->mutates >= 0 && op->operands[op->mutates].value != NO_VALUE && op->result_count > 0)
    refresh_names(evaluation, index);
  return true;
}

// Inputs, or the values whose elements are known and not worked out again.
static void fill(Evaluation *evaluation) {
  const Graph *graph = evaluation->graph;
  const EvaluateOptions *options = &evaluation->options;
  for (int v = 0; v < graph->value_count; v++) {
    bool given = options->given && options->given[v], input = graph->values[v].producer == NO_OP;
    bool computed = !input && evaluate_is_wanted(options, graph->values[v].producer);
    if (computed || (!given && (options->given || !input))) continue;
    Tensor *tensor = &evaluation->values[v];
    *tensor = new_tensor(&graph->values[v]);
    if (given)
      memcpy(tensor->data, options->given[v], (size_t)tensor_numbers(tensor) * sizeof(double));
    else
      evaluate_fill(graph, v, options->seed, tensor->data);
  }
}

Evaluation *evaluate_stressed(const Graph *graph, const EvaluateOptions *options, const Stress *stress,
                              Status *status) {
  if (!check_size(graph, options, status) || !check_shapes(graph, status)) return NULL;
  Evaluation *evaluation = memory_alloc(sizeof *evaluation);
  evaluation->graph = graph;
  evaluation->options = *options;
  evaluation->values = memory_alloc(((size_t)graph->value_count + 1) * sizeof *evaluation->values);
  evaluation->skipped = memory_alloc(((size_t)graph->op_count + 1) * sizeof *evaluation->skipped);
  fill(evaluation);
  for (int i = 0; i < graph->op_count; i++) {
    if (!evaluate_is_wanted(options, i) || run_op(evaluation, i, stress, status)) continue;
    evaluation_free(evaluation);
    return NULL;
  }
  return evaluation;
}

Evaluation *evaluation_run(const Graph *graph, const EvaluateOptions *options, Status *status) {
  return evaluate_stressed(graph, options, NULL, status);
}

void evaluation_free(Evaluation *evaluation) {
  if (!evaluation) return;
  for (int v = 0; v < evaluation->graph->value_count; v++)
    free(evaluation->values[v].data);
  for (int i = 0; i < evaluation->graph->op_count; i++)
    free((char *)evaluation->skipped[i]);
  noise_free(evaluation->graph, evaluation->noise);
  free(evaluation->values);
  free(evaluation->skipped);
  free(evaluation);
}
