// What a launch does not compute although its fragment lists it: Inductor lists all nodes that lead to a
// kernel's results, also those whose results the kernel reads from memory, where an earlier launch has left
// them.
#include "graph/read/inductor/flow.h"

#include "base/text.h"

static bool is_read(const OutputKernel *kernel, int parameter) {
  const char *name = kernel->parameters[parameter];
  return text_starts(name, "in_ptr") || text_starts(name, "in_out_ptr");
}

// The ops whose whole results the launch finds in memory.
static void mark_read(const Flow *flow, const OutputKernel *kernel, const FlowLaunch *launch, bool *read) {
  for (int i = 0; i < launch->count; i++) {
    const FlowCell *before = &launch->before[i];
    if (!is_read(kernel, i) || before->partial || before->value == NO_VALUE) continue;
    int producer = flow->graph->values[before->value].producer;
    if (producer != NO_OP) read[producer] = true;
  }
}

// The ops whose results, or pieces of them, it writes.
static void mark_written(const Flow *flow, const FlowLaunch *launch, bool *written) {
  const Value *values = flow->graph->values;
  for (int i = 0; i < launch->count; i++) {
    int value = launch->after[i].value, producer = value == NO_VALUE ? NO_OP : values[value].producer;
    if (producer != NO_OP) written[producer] = true;
  }
  for (int i = 0; i < launch->sum_count; i++) {
    int value = launch->sums[i], producer = value == NO_VALUE ? NO_OP : values[value].producer;
    if (producer != NO_OP) written[producer] = true;
  }
}

static void mark_operands(const Graph *graph, int op, bool *marks) {
  for (int i = 0; i < graph->ops[op].operand_count; i++) {
    int value = graph->ops[op].operands[i].value;
    int producer = value == NO_VALUE ? NO_OP : graph->values[value].producer;
    if (producer != NO_OP) marks[producer] = true;
  }
}

void flow_skip_read(const Flow *flow, const OutputKernel *kernel, FlowLaunch *launch) {
  const Graph *graph = flow->graph;
  Arena *arena = arena_new();
  size_t count = (size_t)graph->op_count;
  bool *read = arena_array(arena, count, sizeof *read), *written = arena_array(arena, count, sizeof *written);
  bool *used = arena_array(arena, count, sizeof *used), *needed = arena_array(arena, count, sizeof *needed);
  mark_read(flow, kernel, launch, read);
  mark_written(flow, launch, written);
  int *computed = arena_array(flow->arena, (size_t)launch->op_count, sizeof *computed);
  launch->skipped = arena_array(flow->arena, (size_t)launch->op_count, sizeof *launch->skipped);
  int first = launch->op_count;
  for (int i = launch->op_count - 1; i >= 0; i--) { // users come after what they use
    int op = launch->ops[i];
    bool own = written[op] || (!read[op] && (needed[op] || !used[op]));
    mark_operands(graph, op, own ? needed : used);
    if (own)
      computed[--first] = op;
    else
      launch->skipped[launch->skipped_count++] = op;
  }
  launch->ops = computed + first;
  launch->op_count -= first;
  arena_free(arena);
}
