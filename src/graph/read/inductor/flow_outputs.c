// What a kernel's first launch writes. Its fragment's "return" lists results in the order of the output
// pointers, some of which the kernel keeps to itself: out_ptr2 is the third of those results that are not
// written in place. Results named "bufN" have no FX node of that name: pieces of a reduction, or memory that
// an op writes into.
#include "graph/read/inductor/flow.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct Outputs {
  const Flow *flow;
  const OutputKernel *kernel;
  FlowLaunch *launch;
  bool *taken;     // per op of the launch: one of its results has a place
  int *values;     // per result of "return": its storage value, NO_VALUE for "bufN"
  bool *outside;   // per result: something outside of the kernel reads it
  bool *reduction; // per result: a reduction computes it
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

static bool fits(const Outputs *outputs, int value, const FlowCell *buffer) {
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

static bool read_inside(const Outputs *outputs, int value) {
  const Value *at = &graph_of(outputs)->values[value];
  for (int i = 0; i < at->reader_count; i++) {
    if (op_place(outputs, at->readers[i].op) >= 0) return true;
  }
  return false;
}

// What "bufN" may be, best first: memory that an op writes into, a whole result that only others read, one
// that others read too, the pieces of a reduction.
typedef enum Guess { GUESS_WRITTEN, GUESS_LAST, GUESS_SHARED, GUESS_PIECES, GUESS_COUNT } Guess;

static bool is_guess(const Outputs *outputs, const Op *op, const FlowCell *buffer, Guess guess) {
  int value = op->first_result;
  bool whole = !op->is_view && fits(outputs, value, buffer) && read_outside(outputs, value);
  switch (guess) {
    case GUESS_WRITTEN:
      return op->mutates >= 0 && fits(outputs, graph_of(outputs)->values[value].storage, buffer);
    case GUESS_LAST:
      return whole && !read_inside(outputs, value);
    case GUESS_SHARED:
      return whole;
    default:
      return op->op_class == CLASS_REDUCE;
  }
}

static FlowCell unnamed_result(Outputs *outputs, const FlowCell *buffer) {
  const Graph *graph = graph_of(outputs);
  const FlowLaunch *launch = outputs->launch;
  for (Guess guess = 0; guess < GUESS_COUNT; guess++) {
    for (int place = 0; place < launch->op_count; place++) {
      if (!is_free(outputs, place) || !is_guess(outputs, &graph->ops[launch->ops[place]], buffer, guess))
        continue;
      outputs->taken[place] = true;
      FlowCell cell = flow_value_cell(outputs->flow, graph->ops[launch->ops[place]].first_result);
      cell.partial = guess == GUESS_PIECES;
      cell.launch = outputs->flow->launches.count;
      return cell;
    }
  }
  return (FlowCell){.value = NO_VALUE, .op = NO_OP};
}

static FlowCell result_cell(Outputs *outputs, int returned, const FlowCell *buffer) {
  int value = outputs->values[returned];
  if (value == NO_VALUE) return unnamed_result(outputs, buffer);
  return flow_value_cell(outputs->flow, value);
}

static void set_after(Outputs *outputs, int parameter, int returned) {
  FlowLaunch *launch = outputs->launch;
  FlowCell cell = result_cell(outputs, returned, &launch->before[parameter]);
  cell.has_type = launch->before[parameter].has_type;
  cell.dtype = launch->before[parameter].dtype;
  cell.elements = launch->before[parameter].elements;
  launch->after[parameter] = cell;
}

// Ways to read "return" when pointers are written in place. Every result belongs to an in-place pointer or is
// numbered among the output pointers, in order. An in-place pointer may hold several results one after the
// other and ends with the last. All ways are tried; the best has results that others read in the pointers
// that the kernel stores to.
enum { MAX_RETURNED = 12, MAX_IN_PLACE = 4, MAX_WAYS = 1 << 20 };

typedef struct Choice {
  int in_place[MAX_IN_PLACE]; // parameters
  int in_place_count;
  int owner[MAX_RETURNED]; // per result: which in-place pointer holds it, or -1: an output pointer
  int best[MAX_RETURNED];
  int best_score;
} Choice;

// The result that parameter `parameter` holds at the end, by the owners chosen; -1 when there is none.
static int held_result(const Outputs *outputs, const Choice *choice, const int *owner, int parameter) {
  int number = pointer_number(outputs->kernel->parameters[parameter], "out_ptr"), last = -1, numbered = 0;
  for (int returned = 0; returned < outputs->kernel->returned_count; returned++) {
    if (number >= 0 && owner[returned] < 0 && numbered++ == number) return returned;
    if (number < 0 && owner[returned] >= 0 && choice->in_place[owner[returned]] == parameter) last = returned;
  }
  return last;
}

static int stored_parameter(const Outputs *outputs, int store) {
  const OutputKernel *kernel = outputs->kernel;
  for (int i = 0; i < kernel->parameter_count && i < outputs->launch->count; i++) {
    bool pointer = strstr(kernel->parameters[i], "out_ptr") != NULL;
    if (pointer && !strcmp(kernel->parameters[i], kernel->stores[store])) return i;
  }
  return -1;
}

enum { IMPOSSIBLE = -1000 };

// One stored pointer: must hold a result of its type, should hold one that others read.
static int score_pointer(const Outputs *outputs, int parameter, int returned) {
  if (returned < 0) return IMPOSSIBLE;
  int value = outputs->values[returned];
  if (value == NO_VALUE) return -1;
  if (!fits(outputs, value, &outputs->launch->before[parameter])) return IMPOSSIBLE;
  return outputs->outside[returned] ? 8 : -8;
}

static int score_choice(const Outputs *outputs, const Choice *choice) {
  const OutputKernel *kernel = outputs->kernel;
  int held[MAX_RETURNED], count = 0, score = 0;
  for (int store = 0; store < kernel->store_count && count < MAX_RETURNED; store++) {
    int parameter = stored_parameter(outputs, store);
    if (parameter < 0) continue;
    held[count] = held_result(outputs, choice, choice->owner, parameter);
    score += score_pointer(outputs, parameter, held[count]);
    if (score <= IMPOSSIBLE / 2) return IMPOSSIBLE;
    // Stores follow the order of results, but those of reductions come last.
    for (int i = 0; i < count; i++) {
      bool alike = outputs->reduction[held[i]] == outputs->reduction[held[count]];
      score -= alike && held[i] > held[count];
    }
    count++;
  }
  for (int returned = 0; returned < kernel->returned_count; returned++)
    score -= choice->owner[returned] >= 0;
  return score;
}

static void choose(const Outputs *outputs, Choice *choice, int returned) {
  if (returned == outputs->kernel->returned_count) {
    int score = score_choice(outputs, choice);
    if (score <= choice->best_score) return;
    choice->best_score = score;
    memcpy(choice->best, choice->owner, sizeof choice->best);
    return;
  }
  for (int owner = -1; owner < choice->in_place_count; owner++) {
    choice->owner[returned] = owner;
    choose(outputs, choice, returned + 1);
  }
}

static void find_in_place(const OutputKernel *kernel, Choice *choice) {
  for (int i = 0; i < kernel->parameter_count && choice->in_place_count < MAX_IN_PLACE; i++) {
    if (pointer_number(kernel->parameters[i], "in_out_ptr") >= 0)
      choice->in_place[choice->in_place_count++] = i;
  }
}

static bool writes_in_place(const OutputKernel *kernel) {
  Choice choice = {.in_place_count = 0};
  find_in_place(kernel, &choice);
  return choice.in_place_count > 0;
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

// Too many ways: nothing is known of what the kernel writes.
static void choose_outputs(Outputs *outputs) {
  const OutputKernel *kernel = outputs->kernel;
  Choice choice = {.best_score = IMPOSSIBLE};
  find_in_place(kernel, &choice);
  double ways = 1;
  for (int i = 0; i < kernel->returned_count; i++)
    ways *= choice.in_place_count + 1;
  if (kernel->returned_count > MAX_RETURNED || ways > MAX_WAYS) return;
  choose(outputs, &choice, 0);
  for (int store = 0; choice.best_score > IMPOSSIBLE && store < kernel->store_count; store++) {
    int parameter = stored_parameter(outputs, store);
    int returned = parameter < 0 ? -1 : held_result(outputs, &choice, choice.best, parameter);
    if (returned >= 0) set_after(outputs, parameter, returned);
  }
}

// Slots of the workspace: the reductions that "return" does not name, in the order of the fragment.
static void find_sums(Outputs *outputs) {
  const Graph *graph = graph_of(outputs);
  FlowLaunch *launch = outputs->launch;
  launch->sums = arena_array(outputs->flow->arena, (size_t)launch->op_count, sizeof *launch->sums);
  for (int place = 0; place < launch->op_count; place++) {
    if (!is_free(outputs, place) || graph->ops[launch->ops[place]].op_class != CLASS_REDUCE) continue;
    launch->sums[launch->sum_count++] = graph->values[graph->ops[launch->ops[place]].first_result].storage;
  }
}

static bool computes(const Outputs *outputs) {
  const FlowLaunch *launch = outputs->launch;
  for (int place = 0; place < launch->op_count; place++)
    if (launch->ops[place] != NO_OP && !graph_of(outputs)->ops[launch->ops[place]].is_view) return true;
  return false;
}

// The one value of the buffer's type that the kernel reads; NO_VALUE where there are several.
static int only_input(const Outputs *outputs, const FlowCell *buffer) {
  const FlowLaunch *launch = outputs->launch;
  int found = NO_VALUE;
  for (int i = 0; i < launch->count; i++) {
    const FlowCell *read = &launch->before[i];
    bool pointer = pointer_number(outputs->kernel->parameters[i], "in_ptr") >= 0;
    if (!pointer || read->partial || read->value == NO_VALUE || !fits(outputs, read->value, buffer)) continue;
    if (found != NO_VALUE && found != read->value) return NO_VALUE;
    found = read->value;
  }
  return found;
}

// A kernel that computes nothing brings what it reads into another order of memory, for a library call.
static void copy_inputs(Outputs *outputs) {
  FlowLaunch *launch = outputs->launch;
  for (int i = 0; i < launch->count && !computes(outputs); i++) {
    const char *parameter = outputs->kernel->parameters[i];
    if (pointer_number(parameter, "out_ptr") < 0 || !is_stored(outputs->kernel, parameter)) continue;
    int value = launch->after[i].value == NO_VALUE ? only_input(outputs, &launch->before[i]) : NO_VALUE;
    if (value != NO_VALUE) launch->after[i] = flow_value_cell(outputs->flow, value);
  }
}

static void look_up_results(Outputs *outputs, Arena *arena) {
  size_t count = (size_t)outputs->kernel->returned_count;
  outputs->values = arena_array(arena, count, sizeof *outputs->values);
  outputs->outside = arena_array(arena, count, sizeof *outputs->outside);
  outputs->reduction = arena_array(arena, count, sizeof *outputs->reduction);
  for (size_t i = 0; i < count; i++) {
    int value = outputs->values[i] = returned_value(outputs, outputs->kernel->returned[i]);
    if (value == NO_VALUE) continue;
    const Op *op = graph_producer(graph_of(outputs), value);
    outputs->outside[i] = read_outside(outputs, value);
    outputs->reduction[i] = op && op->op_class == CLASS_REDUCE;
    take(outputs, value);
  }
}

void flow_first_outputs(Flow *flow, const OutputKernel *kernel, FlowLaunch *launch) {
  Arena *arena = arena_new();
  Outputs outputs = {.flow = flow, .kernel = kernel, .launch = launch};
  outputs.taken = arena_array(arena, (size_t)launch->op_count, sizeof *outputs.taken);
  look_up_results(&outputs, arena);
  if (writes_in_place(kernel))
    choose_outputs(&outputs);
  else
    number_outputs(&outputs);
  copy_inputs(&outputs);
  find_sums(&outputs);
  arena_free(arena);
}
