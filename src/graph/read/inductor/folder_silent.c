// Launches of which the dump says nothing: combined foreach kernels come without a fragment, and the file of
// provenance leaves them out. What they compute is what leads to the memory that they write into.
#include "graph/read/inductor/folder.h"

#include <stdlib.h>
#include <string.h>

bool folder_op_is_read(const Graph *graph, const Op *op) {
  for (int i = 0; i < op->result_count; i++) {
    const Value *value = &graph->values[op->first_result + i];
    if (value->reader_count > 0 || value->is_output) return true;
  }
  return op->mutates >= 0;
}

// Does the op need a kernel and has none?
static bool is_left(const FolderPlacing *placing, int op) {
  const Op *at = &placing->graph->ops[op];
  return !placing->placed[op] && !at->is_view && at->op_class != CLASS_CREATE &&
         folder_op_is_read(placing->graph, at);
}

static bool is_silent(const DumpKernel *kernel) {
  return kernel->node_count == 0 && !kernel->exact;
}

// The launch in call(), of a kernel whose source is there; NULL.
static const OutputEvent *find_launch(const FolderPlacing *placing, const DumpKernel *kernel) {
  const OutputCode *code = &placing->folder->code;
  for (int i = 0; i < code->events.count; i++) {
    const OutputEvent *event = &code->events.data[i];
    bool same = event->kind == OUTPUT_LAUNCH && event->definition >= 0 && event->handle == kernel->handle;
    if (same && !strcmp(event->kernel, kernel->name)) return event;
  }
  return NULL;
}

static bool stores_to(const OutputKernel *kernel, const char *parameter) {
  for (int i = 0; i < kernel->store_count; i++)
    if (!strcmp(kernel->stores[i], parameter)) return true;
  return false;
}

// Marks the memory of the inputs that the launch stores to.
static void mark_written(const FolderPlacing *placing, const OutputEvent *event, bool *written) {
  const OutputKernel *definition = &placing->folder->code.kernels.data[event->definition];
  for (int i = 0; i < event->expr.item_count && i < definition->parameter_count; i++) {
    const PythonExpr *argument = &event->expr.items[i];
    bool stored = argument->kind == PYTHON_NAME && stores_to(definition, definition->parameters[i]);
    int value = stored ? graph_find_value(placing->graph, argument->text) : NO_VALUE;
    if (value != NO_VALUE) written[placing->graph->values[value].storage] = true;
  }
}

// An op that writes into memory is wanted where the launch does.
static void want_writers(const FolderPlacing *placing, const bool *written, bool *wanted) {
  const Graph *graph = placing->graph;
  for (int op = 0; op < graph->op_count; op++) {
    const Op *at = &graph->ops[op];
    bool writes = at->mutates >= 0 && written[graph->values[at->first_result].storage];
    if (writes && !placing->placed[op]) wanted[op] = true;
  }
}

// Operands come from earlier ops.
static void want_above(const FolderPlacing *placing, bool *wanted) {
  const Graph *graph = placing->graph;
  for (int op = graph->op_count - 1; op >= 0; op--) {
    for (int i = 0; wanted[op] && i < graph->ops[op].operand_count; i++) {
      int value = graph->ops[op].operands[i].value;
      int producer = value == NO_VALUE ? NO_OP : graph->values[value].producer;
      if (producer != NO_OP && !placing->placed[producer]) wanted[producer] = true;
    }
  }
}

static void take_wanted(FolderPlacing *placing, DumpKernel *kernel, const bool *wanted, const char *why) {
  const Graph *graph = placing->graph;
  Arena *arena = placing->plan->arena;
  const char **nodes = arena_array(arena, (size_t)graph->op_count, sizeof *nodes);
  for (int op = 0; op < graph->op_count; op++) {
    if (!wanted[op] || !is_left(placing, op)) continue;
    nodes[kernel->node_count++] = arena_strdup(arena, graph->ops[op].name);
    placing->placed[op] = true;
  }
  kernel->nodes = nodes;
  const char *ops = kernel->node_count == 1 ? arena_printf(arena, "op %s", kernel->nodes[0])
                                            : arena_printf(arena, "%d ops", kernel->node_count);
  const char *sentence =
      arena_printf(arena, "the dump does not say what %s (launch %d) computes; it has the %s %s",
                   kernel->name, kernel->launch, ops, why);
  if (kernel->node_count) vector_push(&placing->sentences, sentence);
}

static void take_what_it_writes(FolderPlacing *placing, DumpKernel *kernel, bool *wanted) {
  const OutputEvent *event = find_launch(placing, kernel);
  if (!event) return;
  bool *written = memory_alloc((size_t)placing->graph->value_count + 1);
  mark_written(placing, event, written);
  want_writers(placing, written, wanted);
  want_above(placing, wanted);
  take_wanted(placing, kernel, wanted, "needed for what it writes");
  free(written);
}

static void take_rest(FolderPlacing *placing, DumpKernel *kernel, bool *wanted) {
  memset(wanted, true, (size_t)placing->graph->op_count);
  take_wanted(placing, kernel, wanted, "that no other kernel has");
}

// One alone computes all that no other kernel does.
void folder_fill_silent(FolderPlacing *placing) {
  DumpPlan *plan = placing->plan;
  int count = 0;
  for (int i = 0; i < plan->kernel_count; i++)
    count += is_silent(&plan->kernels[i]);
  for (int i = 0; i < plan->kernel_count; i++) {
    if (!is_silent(&plan->kernels[i])) continue;
    bool *wanted = memory_alloc((size_t)placing->graph->op_count + 1);
    (count == 1 ? take_rest : take_what_it_writes)(placing, &plan->kernels[i], wanted);
    free(wanted);
  }
}
