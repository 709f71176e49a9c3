// Walks the statements of call(), keeping what every buffer holds.
#include "graph/read/inductor/flow.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const FlowCell unknown_cell = {.value = NO_VALUE, .op = NO_OP};

void flow_complain(Flow *flow, const char *format, ...) {
  char sentence[400];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  vector_push(&flow->unplaced, arena_strdup(flow->arena, sentence));
}

FlowCell flow_cell(const Flow *flow, const char *name) {
  int64_t index;
  return namemap_get(&flow->cell_names, name, &index) ? flow->cells.data[index] : unknown_cell;
}

void flow_set_cell(Flow *flow, const char *name, FlowCell cell) {
  int64_t index;
  if (namemap_get(&flow->cell_names, name, &index)) {
    flow->cells.data[index] = cell;
    return;
  }
  namemap_set(&flow->cell_names, name, flow->cells.count);
  vector_push(&flow->cells, cell);
}

FlowCell flow_value_cell(const Flow *flow, int value) {
  const Value *at = &flow->graph->values[value];
  return (FlowCell){.value = at->storage,
                    .op = NO_OP,
                    .has_type = true,
                    .dtype = at->dtype,
                    .elements = shape_elements(&at->shape)};
}

FlowCell flow_argument(const Flow *flow, const PythonExpr *argument, const char **name) {
  *name = NULL;
  bool reinterpreted = argument->kind == PYTHON_CALL && !strcmp(argument->text, "reinterpret_tensor");
  if (reinterpreted && argument->item_count > 0) argument = &argument->items[0];
  if (argument->kind != PYTHON_NAME) return unknown_cell;
  *name = argument->text;
  return flow_cell(flow, argument->text);
}

static bool is_new(const char *const *names, int count, const char *name) {
  for (int i = 0; i < count; i++) {
    if (!strcmp(names[i], name)) return false;
  }
  return true;
}

const char *const *flow_op_names(const Flow *flow, const int *ops, int count) {
  const char **names = arena_array(flow->arena, (size_t)count, sizeof *names);
  for (int i = 0; i < count; i++)
    names[i] = arena_strdup(flow->arena, flow->graph->ops[ops[i]].name);
  return names;
}

void flow_add_kernel(Flow *flow, const OutputEvent *event, const int *ops, int op_count, const int *stored,
                     int stored_count) {
  const Graph *graph = flow->graph;
  const char **nodes = arena_array(flow->arena, (size_t)op_count, sizeof *nodes);
  const char **values = arena_array(flow->arena, (size_t)stored_count, sizeof *values);
  const char *source = event->definition < 0 ? NULL : flow->code->kernels.data[event->definition].source;
  DumpKernel kernel = {.name = arena_strdup(flow->arena, event->kernel),
                       .source = source ? arena_strdup(flow->arena, source) : NULL,
                       .launch = flow->kernels.count,
                       .handle = event->handle,
                       .library = event->definition < 0,
                       .combines = -1,
                       .nodes = nodes,
                       .stored = values};
  for (int i = 0; i < op_count; i++) {
    if (ops[i] == NO_OP) continue;
    const char *name = graph->ops[ops[i]].name;
    if (!is_new(nodes, kernel.node_count, name)) continue;
    nodes[kernel.node_count++] = arena_strdup(flow->arena, name);
    flow->placed[ops[i]]++;
  }
  for (int i = 0; i < stored_count; i++) {
    const char *name = graph->values[stored[i]].name;
    if (is_new(values, kernel.stored_count, name))
      values[kernel.stored_count++] = arena_strdup(flow->arena, name);
  }
  vector_push(&flow->kernels, kernel);
}

// Sizes too large to multiply leave the type unknown.
static void read_types(const PythonExpr *sizes, FlowCell *cell) {
  cell->elements = 1;
  for (int i = 0; i < sizes->item_count; i++) {
    if (__builtin_mul_overflow(cell->elements, sizes->items[i].integer, &cell->elements))
      cell->has_type = false;
  }
}

// target = empty_strided_cuda(sizes, strides, dtype)
static void allocate(Flow *flow, const OutputEvent *event) {
  FlowCell cell = unknown_cell;
  if (event->expr.item_count >= 3 && event->expr.items[2].kind == PYTHON_NAME) {
    cell.has_type = dtype_parse(event->expr.items[2].text, &cell.dtype);
    read_types(&event->expr.items[0], &cell);
  }
  flow_set_cell(flow, event->target, cell);
}

// target = other, target = reinterpret_tensor(other, sizes, strides, offset)
static void alias(Flow *flow, const OutputEvent *event) {
  const char *name;
  int64_t launch;
  FlowCell cell = flow_argument(flow, &event->expr, &name);
  if (event->expr.kind == PYTHON_CALL && event->expr.item_count >= 2)
    read_types(&event->expr.items[1], &cell);
  flow_set_cell(flow, event->target, cell);
  if (name && namemap_get(&flow->workspaces, name, &launch))
    namemap_set(&flow->workspaces, event->target, launch);
}

// target = tuple[position]
static void item(Flow *flow, const OutputEvent *event) {
  FlowCell tuple = flow_cell(flow, event->expr.items[0].text), cell = unknown_cell;
  int64_t position = event->expr.items[1].integer;
  if (tuple.op != NO_OP) {
    const Op *op = &flow->graph->ops[tuple.op];
    const Attribute *positions = op_attribute(op, ATTRIBUTE_TUPLE);
    for (int i = 0; i < op->result_count; i++) {
      int64_t at = positions && i < positions->count ? positions->integer[i] : i;
      if (at == position) cell = flow_value_cell(flow, op->first_result + i);
    }
  }
  flow_set_cell(flow, event->target, cell);
}

// target = workspace[slot ...].sum(): what the mixed-order kernel before it left there.
static void finish_sum(Flow *flow, const OutputEvent *event) {
  int64_t index;
  FlowCell cell = unknown_cell;
  if (namemap_get(&flow->workspaces, event->expr.text, &index)) {
    const FlowLaunch *launch = &flow->launches.data[index];
    bool known = event->slot < launch->sum_count && launch->sums[event->slot] != NO_VALUE;
    if (known) cell = flow_value_cell(flow, launch->sums[event->slot]);
  }
  flow_set_cell(flow, event->target, cell);
}

// The arguments of a launch, before it.
static FlowLaunch start_launch(Flow *flow, const OutputEvent *event, int event_index) {
  const OutputKernel *kernel = &flow->code->kernels.data[event->definition];
  FlowLaunch launch = {.event = event_index, .count = event->expr.item_count};
  if (launch.count > kernel->parameter_count) launch.count = kernel->parameter_count;
  launch.before = arena_array(flow->arena, (size_t)launch.count, sizeof *launch.before);
  launch.after = arena_array(flow->arena, (size_t)launch.count, sizeof *launch.after);
  for (int i = 0; i < launch.count; i++) {
    const char *name;
    launch.before[i] = flow_argument(flow, &event->expr.items[i], &name);
    launch.after[i] = unknown_cell;
    if (name && text_starts(kernel->parameters[i], "ws_ptr"))
      namemap_set(&flow->workspaces, name, flow->launches.count);
  }
  return launch;
}

// A fragment may name the library call that a result is made for; only templates ("triton_tem_...") compute
// it.
static bool runs_in_kernel(const OutputKernel *kernel, const Op *op) {
  bool library =
      op->op_class == CLASS_LIBRARY || op->op_class == CLASS_CONTRACTION || op->op_class == CLASS_OPAQUE;
  return !library || text_starts(kernel->name, "triton_tem");
}

static void fragment_ops(Flow *flow, const OutputKernel *kernel, FlowLaunch *launch) {
  launch->ops = arena_array(flow->arena, (size_t)kernel->node_count, sizeof *launch->ops);
  for (int i = 0; i < kernel->node_count; i++) {
    int op = graph_find_producer(flow->graph, kernel->nodes[i]);
    bool taken = op != NO_OP && runs_in_kernel(kernel, &flow->graph->ops[op]);
    if (taken) launch->ops[launch->op_count++] = op;
  }
}

// Ops of `launch` that lead to `op`, itself included, in ascending order (operands come from earlier ops).
static void add_above(const Graph *graph, const FlowLaunch *launch, int op, bool *wanted) {
  wanted[op] = true;
  for (int at = op; at >= 0; at--) {
    for (int i = 0; wanted[at] && i < graph->ops[at].operand_count; i++) {
      int value = graph->ops[at].operands[i].value;
      int producer = value == NO_VALUE ? NO_OP : graph->values[value].producer;
      for (int j = 0; producer != NO_OP && j < launch->op_count; j++) {
        if (launch->ops[j] == producer) wanted[producer] = true;
      }
    }
  }
}

// The ops of a launch that combines pieces include those above the reduction, as they do in its definition.
static void add_piece_ops(Flow *flow, const FlowLaunch *launch, bool *wanted) {
  for (int i = 0; i < launch->count; i++) {
    const FlowCell *piece = &launch->before[i];
    if (!piece->partial || piece->value == NO_VALUE || piece->launch >= flow->launches.count) continue;
    int producer = flow->graph->values[piece->value].producer;
    if (producer != NO_OP) add_above(flow->graph, &flow->launches.data[piece->launch], producer, wanted);
  }
}

static void keep_ops(Flow *flow, const bool *wanted, FlowLaunch *launch) {
  int count = 0;
  for (int op = 0; op < flow->graph->op_count; op++)
    count += wanted[op];
  launch->ops = arena_array(flow->arena, (size_t)count, sizeof *launch->ops);
  launch->op_count = 0;
  for (int op = 0; op < flow->graph->op_count; op++) {
    if (wanted[op]) launch->ops[launch->op_count++] = op;
  }
}

static void map_results(Flow *flow, const FlowLaunch *first, const int *values, FlowLaunch *launch) {
  for (int i = 0; i < launch->count && i < first->count; i++) {
    FlowCell cell = first->after[i];
    if (cell.value != NO_VALUE) cell.value = values[cell.value];
    cell.launch = flow->launches.count;
    launch->after[i] = cell;
  }
  launch->sums = arena_array(flow->arena, (size_t)first->sum_count, sizeof *launch->sums);
  launch->sum_count = first->sum_count;
  for (int i = 0; i < first->sum_count; i++)
    launch->sums[i] = values[first->sums[i]];
}

// Carries what the first launch does over to this one.
static void match_launch(Flow *flow, const OutputEvent *event, const FlowLaunch *first, FlowLaunch *launch) {
  const Graph *graph = flow->graph;
  Arena *arena = arena_new();
  int *values = arena_array(arena, (size_t)graph->value_count, sizeof *values);
  int listed = first->op_count + first->skipped_count;
  int *image = arena_array(arena, (size_t)listed, sizeof *image);
  bool *wanted = arena_array(arena, (size_t)graph->op_count, sizeof *wanted);
  int missing = flow_match(flow, first, launch, image, values);
  if (missing) {
    flow_complain(flow, "%s (launch %d): %d of its %d ops could not be told", event->kernel,
                  flow->kernels.count, missing, first->op_count);
  }
  for (int i = 0; i < listed; i++) {
    if (image[i] != NO_OP) wanted[image[i]] = true;
  }
  add_piece_ops(flow, launch, wanted);
  keep_ops(flow, wanted, launch);
  map_results(flow, first, values, launch);
  arena_free(arena);
}

static bool is_written(const OutputKernel *kernel, int parameter) {
  for (int i = 0; i < kernel->store_count; i++) {
    if (!strcmp(kernel->stores[i], kernel->parameters[parameter])) return true;
  }
  return kernel->store_count == 0 && strstr(kernel->parameters[parameter], "out_ptr") != NULL;
}

// Sets which launch's pieces the last kernel combines.
static void note_combined(Flow *flow, const FlowLaunch *launch) {
  int last = flow->launches.count - 1, kernel = flow->kernels.count - 1;
  flow->launches.data[last].kernel = kernel;
  for (int i = 0; i < launch->count; i++) {
    const FlowCell *piece = &launch->before[i];
    bool combined = piece->partial && piece->value != NO_VALUE && piece->launch < last;
    if (combined) flow->kernels.data[kernel].combines = flow->launches.data[piece->launch].kernel;
  }
}

static void finish_launch(Flow *flow, const OutputEvent *event, const OutputKernel *kernel,
                          const FlowLaunch *launch) {
  int *stored = arena_array(flow->arena, (size_t)launch->count + (size_t)launch->sum_count, sizeof *stored);
  int stored_count = 0;
  for (int i = 0; i < launch->count; i++) {
    const char *name;
    flow_argument(flow, &event->expr.items[i], &name);
    const FlowCell *after = &launch->after[i];
    if (name && is_written(kernel, i)) flow_set_cell(flow, name, *after);
    if (after->value != NO_VALUE && !after->partial) stored[stored_count++] = after->value;
  }
  for (int i = 0; i < launch->sum_count; i++) {
    if (launch->sums[i] != NO_VALUE) stored[stored_count++] = launch->sums[i];
  }
  vector_push(&flow->launches, *launch);
  flow_add_kernel(flow, event, launch->ops, launch->op_count, stored, stored_count);
  DumpKernel *added = &flow->kernels.data[flow->kernels.count - 1];
  added->skipped = flow_op_names(flow, launch->skipped, launch->skipped_count);
  added->skipped_count = launch->skipped_count;
  note_combined(flow, launch);
}

static void kernel_launch(Flow *flow, const OutputEvent *event, int event_index) {
  const OutputKernel *kernel = &flow->code->kernels.data[event->definition];
  FlowLaunch *first = &flow->first[event->definition];
  FlowLaunch launch = start_launch(flow, event, event_index);
  if (first->event < 0) {
    fragment_ops(flow, kernel, &launch);
    flow_first_outputs(flow, kernel, &launch);
    flow_skip_read(flow, kernel, &launch);
    *first = launch;
  } else {
    match_launch(flow, event, first, &launch);
    flow_skip_read(flow, kernel, &launch);
  }
  finish_launch(flow, event, kernel, &launch);
}

// What call() returns must be the graph's outputs: says where it is not.
static void check_return(Flow *flow, const OutputEvent *event) {
  const Graph *graph = flow->graph;
  for (int i = 0; i < event->expr.item_count && i < graph->output_count; i++) {
    const char *name;
    int value = graph->outputs[i];
    FlowCell cell = flow_argument(flow, &event->expr.items[i], &name);
    if (!name || value == NO_VALUE || cell.value == graph->values[value].storage) continue;
    const char *held = cell.value == NO_VALUE ? "something unknown" : graph->values[cell.value].name;
    flow_complain(flow, "output %d, %s, is returned in %s, which seems to hold %s", i,
                  graph->values[value].name, name, held);
  }
}

static void run_event(Flow *flow, int index) {
  const OutputEvent *event = &flow->code->events.data[index];
  switch (event->kind) {
    case OUTPUT_ALLOCATE:
      allocate(flow, event);
      break;
    case OUTPUT_ALIAS:
      alias(flow, event);
      break;
    case OUTPUT_ITEM:
      item(flow, event);
      break;
    case OUTPUT_SUM:
      finish_sum(flow, event);
      break;
    case OUTPUT_LAUNCH:
      if (event->definition >= 0)
        kernel_launch(flow, event, index);
      else
        flow_library_launch(flow, event);
      break;
    case OUTPUT_RETURN:
      check_return(flow, event);
      break;
    default:
      break;
  }
}

static void keep_results(Flow *flow, DumpPlan *plan) {
  plan->kernels = arena_array(plan->arena, (size_t)flow->kernels.count, sizeof *plan->kernels);
  plan->kernel_count = flow->kernels.count;
  if (flow->kernels.count)
    memcpy(plan->kernels, flow->kernels.data, (size_t)flow->kernels.count * sizeof *plan->kernels);
  const char **unplaced = arena_array(plan->arena, (size_t)flow->unplaced.count, sizeof *unplaced);
  if (flow->unplaced.count)
    memcpy(unplaced, flow->unplaced.data, (size_t)flow->unplaced.count * sizeof *unplaced);
  plan->unplaced = unplaced;
  plan->unplaced_count = flow->unplaced.count;
}

void flow_run(const Graph *graph, const OutputCode *code, DumpPlan *plan) {
  Flow flow = {.graph = graph, .code = code, .arena = plan->arena};
  flow.placed = arena_array(plan->arena, (size_t)graph->op_count, sizeof *flow.placed);
  flow.first = arena_array(plan->arena, (size_t)code->kernels.count, sizeof *flow.first);
  for (int i = 0; i < code->kernels.count; i++)
    flow.first[i].event = -1;
  for (int i = 0; i < graph->input_count; i++) {
    flow_set_cell(&flow, graph->values[graph->inputs[i]].name, flow_value_cell(&flow, graph->inputs[i]));
  }
  for (int i = 0; i < code->events.count; i++)
    run_event(&flow, i);
  keep_results(&flow, plan);
  vector_free(&flow.cells);
  vector_free(&flow.launches);
  vector_free(&flow.kernels);
  vector_free(&flow.unplaced);
  namemap_free(&flow.cell_names);
  namemap_free(&flow.workspaces);
}
