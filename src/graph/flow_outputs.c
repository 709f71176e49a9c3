// What a kernel's first launch writes. Its fragment's "return" lists results in the order of the output
// pointers, some of which the kernel keeps to itself: out_ptr2 is the third of those results that are not
// written in place. Results named "bufN" have no FX node of that name: pieces of a reduction, or memory that
// an op writes into.
#include "graph/flow.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_WRITTEN = 64 };

typedef struct Outputs {
  const Flow *flow;
  const OutputKernel *kernel;
  Launch *launch;
  bool *taken; // per op of the launch: one of its results has a place
} Outputs;

static const Graph *graph_of(const Outputs *outputs) {
  return outputs->flow->graph;
}

static int pointer_number(const char *parameter, const char *prefix) {
  size_t length = strlen(prefix);
  return strncmp(parameter, prefix, length) == 0 ? (int)strtol(parameter + length, NULL, 10) : -1;
}

static bool is_stored(const OutputKernel *kernel, const char *parameter) {
  for (int i = 0; i < kernel->store_count; i++) {
    if (!strcmp(kernel->stores[i], parameter)) return true;
  }
  return kernel->store_count == 0;
}

static int op_place(const Outputs *outputs, int op) {
  for (int i = 0; i < outputs->launch->op_count; i++) {
    if (outputs->launch->ops[i] == op) return i;
  }
  return -1;
}

// The storage value of an FX node that the launch computes; NO_VALUE for "bufN".
static int returned_value(const Outputs *outputs, const char *name) {
  int value = graph_find_value(graph_of(outputs), name);
  return value == NO_VALUE ? NO_VALUE : graph_of(outputs)->values[value].storage;
}

static bool fits(const Outputs *outputs, int value, const Cell *buffer) {
  const Value *at = &graph_of(outputs)->values[value];
  if (!buffer->has_type) return true;
  return at->dtype == buffer->dtype && shape_elements(&at->shape) == buffer->elements;
}

static void take(Outputs *outputs, int value) {
  int producer = graph_of(outputs)->values[value].producer;
  int place = producer == NO_OP ? -1 : op_place(outputs, producer);
  if (place >= 0) outputs->taken[place] = true;
}

static bool is_free(const Outputs *outputs, int place) {
  return outputs->launch->ops[place] != NO_OP && !outputs->taken[place];
}

static bool read_outside(const Outputs *outputs, int value) {
  const Graph *graph = graph_of(outputs);
  const Value *at = &graph->values[value];
  if (at->is_output) return true;
  for (int i = 0; i < at->reader_count; i++) {
    int op = at->readers[i].op;
    bool inside = op_place(outputs, op) >= 0;
    if (!inside || (graph->ops[op].is_view && read_outside(outputs, graph->ops[op].first_result)))
      return true;
  }
  return false;
}

// For "bufN": memory that an op writes into, else a whole result that others read, else pieces of the next
// reduction.
static Cell unnamed_result(Outputs *outputs, const Cell *buffer) {
  const Graph *graph = graph_of(outputs);
  const Launch *launch = outputs->launch;
  for (int pass = 0; pass < 3; pass++) {
    for (int place = 0; place < launch->op_count; place++) {
      if (!is_free(outputs, place)) continue;
      const Op *op = &graph->ops[launch->ops[place]];
      const Value *result = &graph->values[op->first_result];
      bool chosen = pass == 0   ? op->mutates >= 0 && fits(outputs, result->storage, buffer)
                    : pass == 1 ? !op->is_view && fits(outputs, op->first_result, buffer) &&
                                      read_outside(outputs, op->first_result)
                                : op->op_class == CLASS_REDUCE;
      if (!chosen) continue;
      outputs->taken[place] = true;
      Cell cell = flow_value_cell(outputs->flow, result->storage);
      cell.partial = pass == 2;
      return cell;
    }
  }
  return (Cell){.value = NO_VALUE, .op = NO_OP};
}

static Cell result_cell(Outputs *outputs, int returned, const Cell *buffer) {
  int value = returned_value(outputs, outputs->kernel->returned[returned]);
  if (value == NO_VALUE) return unnamed_result(outputs, buffer);
  return flow_value_cell(outputs->flow, value);
}

static void set_after(Outputs *outputs, int parameter, int returned) {
  Launch *launch = outputs->launch;
  Cell cell = result_cell(outputs, returned, &launch->before[parameter]);
  cell.has_type = launch->before[parameter].has_type;
  cell.dtype = launch->before[parameter].dtype;
  cell.elements = launch->before[parameter].elements;
  launch->after[parameter] = cell;
}

// How well results fit pointers: every in-place pointer and every output pointer has a result by its number.
typedef struct Choice {
  int parameters[MAX_WRITTEN]; // written parameters, in order of their first store
  int count;
  int chosen[MAX_WRITTEN], best[MAX_WRITTEN]; // result of each
  int best_score;
} Choice;

static int score_one(const Outputs *outputs, const Choice *choice, int at) {
  const OutputKernel *kernel = outputs->kernel;
  int returned = choice->chosen[at], parameter = choice->parameters[at];
  int number = pointer_number(kernel->parameters[parameter], "out_ptr");
  int value = returned_value(outputs, kernel->returned[returned]);
  int score = 0;
  if (number > returned) return -100; // the pointers before it need results before this one
  if (value == NO_VALUE) return -1;
  if (!fits(outputs, value, &outputs->launch->before[parameter])) return -100;
  score += read_outside(outputs, value) ? 8 : -8;
  return score;
}

static int score_choice(const Outputs *outputs, const Choice *choice) {
  int score = 0;
  for (int i = 0; i < choice->count; i++) {
    score += score_one(outputs, choice, i);
    for (int j = 0; j < i; j++)
      score -= choice->chosen[j] > choice->chosen[i]; // stores follow the order of results
  }
  return score;
}

static void choose(const Outputs *outputs, Choice *choice, int at) {
  if (at == choice->count) {
    int score = score_choice(outputs, choice);
    if (score <= choice->best_score) return;
    choice->best_score = score;
    memcpy(choice->best, choice->chosen, sizeof choice->best);
    return;
  }
  for (int returned = 0; returned < outputs->kernel->returned_count; returned++) {
    bool used = false;
    for (int i = 0; i < at; i++)
      used = used || choice->chosen[i] == returned;
    choice->chosen[at] = returned;
    if (!used && score_one(outputs, choice, at) > -100) choose(outputs, choice, at + 1);
  }
}

static int parameter_index(const OutputKernel *kernel, const char *name) {
  for (int i = 0; i < kernel->parameter_count; i++) {
    if (!strcmp(kernel->parameters[i], name)) return i;
  }
  return -1;
}

static void collect_written(const Outputs *outputs, Choice *choice) {
  const OutputKernel *kernel = outputs->kernel;
  choice->count = 0;
  for (int i = 0; i < kernel->store_count && choice->count < MAX_WRITTEN; i++) {
    int parameter = parameter_index(kernel, kernel->stores[i]);
    bool pointer =
        parameter >= 0 && parameter < outputs->launch->count && strncmp(kernel->stores[i], "ws_ptr", 6) != 0;
    if (pointer) choice->parameters[choice->count++] = parameter;
  }
}

static bool writes_in_place(const OutputKernel *kernel) {
  for (int i = 0; i < kernel->parameter_count; i++) {
    if (pointer_number(kernel->parameters[i], "in_out_ptr") >= 0) return true;
  }
  return false;
}

// Without pointers in place, out_ptrN is the result N.
static void number_outputs(Outputs *outputs) {
  const OutputKernel *kernel = outputs->kernel;
  for (int i = 0; i < kernel->parameter_count && i < outputs->launch->count; i++) {
    int number = pointer_number(kernel->parameters[i], "out_ptr");
    if (number >= 0 && number < kernel->returned_count && is_stored(kernel, kernel->parameters[i])) {
      set_after(outputs, i, number);
    }
  }
}

// Few results and pointers: all ways are tried. Too many: nothing is known.
static void choose_outputs(Outputs *outputs) {
  Choice choice = {.best_score = -50};
  collect_written(outputs, &choice);
  double ways = 1;
  for (int i = 0; i < choice.count; i++)
    ways *= outputs->kernel->returned_count - i;
  if (ways < 1 || ways > 1e6) return;
  choose(outputs, &choice, 0);
  if (choice.best_score <= -50) return;
  for (int i = 0; i < choice.count; i++)
    set_after(outputs, choice.parameters[i], choice.best[i]);
}

// Slots of the workspace: the reductions that "return" does not name, in the order of the fragment.
static void find_sums(Outputs *outputs) {
  const Graph *graph = graph_of(outputs);
  Launch *launch = outputs->launch;
  launch->sums = arena_array(outputs->flow->arena, (size_t)launch->op_count, sizeof *launch->sums);
  for (int place = 0; place < launch->op_count; place++) {
    if (!is_free(outputs, place) || graph->ops[launch->ops[place]].op_class != CLASS_REDUCE) continue;
    launch->sums[launch->sum_count++] = graph->values[graph->ops[launch->ops[place]].first_result].storage;
  }
}

void flow_first_outputs(Flow *flow, const OutputKernel *kernel, Launch *launch) {
  Arena *arena = arena_new();
  Outputs outputs = {.flow = flow, .kernel = kernel, .launch = launch};
  outputs.taken = arena_array(arena, (size_t)launch->op_count, sizeof *outputs.taken);
  for (int i = 0; i < kernel->returned_count; i++) {
    int value = returned_value(&outputs, kernel->returned[i]);
    if (value != NO_VALUE) take(&outputs, value);
  }
  if (writes_in_place(kernel))
    choose_outputs(&outputs);
  else
    number_outputs(&outputs);
  find_sums(&outputs);
  arena_free(arena);
}
