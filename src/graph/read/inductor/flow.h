// Following buffers through call() of output_code.py: which graph values each launch reads and writes, and so
// which ops a kernel computes when it is launched for a layer that its definition does not name. For the
// folder reader only.
#pragma once

#include "graph/read/inductor/output_code.h"
#include "graph/read/read.h"

// What a buffer of call() holds.
typedef struct FlowCell {
  int value;    // storage value of the graph (Value.storage) whose newest version it holds; NO_VALUE: unknown
  bool partial; // pieces of `value` that a later launch combines (split reductions, a product without its
                // bias)
  int launch;   // partial: index into Flow.launches of the one that wrote it
  int op;       // of a tuple that a library call returned: the op whose results its items are; else NO_OP
  bool has_type; // dtype and elements are known
  DType dtype;
  int64_t elements;
} FlowCell;

// One launch of a kernel with a definition, by parameter.
typedef struct FlowLaunch {
  int event;        // index into OutputCode.events, -1: not launched yet
  int kernel;       // index into Flow.kernels, set when the launch is done
  FlowCell *before; // what the argument held before the launch
  FlowCell *after;  // and after it, for parameters that are written
  int count;        // parameters
  int *sums;        // mixed-order reductions: the storage values of the slots of its workspace
  int sum_count;
  int *ops; // ops in the kernel, in the definition's order
  int op_count;
  int *skipped; // ops of the definition that it does not compute, since it reads what they lead to
  int skipped_count;
} FlowLaunch;

typedef struct Flow {
  const Graph *graph;
  const OutputCode *code;
  Arena *arena; // of the resulting DumpPlan
  NameMap cell_names;
  VECTOR(FlowCell) cells;
  FlowLaunch *first;  // per definition: its first launch, which its fragment describes
  NameMap workspaces; // workspace name -> index into `launches`
  VECTOR(FlowLaunch) launches;
  int *placed; // per op: kernels that compute it
  VECTOR(DumpKernel) kernels;
  VECTOR(const char *) unplaced;
} Flow;

void flow_complain(Flow *flow, const char *format, ...) __attribute__((format(printf, 2, 3)));
FlowCell flow_cell(const Flow *flow, const char *name); // an unknown cell when the name is new
void flow_set_cell(Flow *flow, const char *name, FlowCell cell);
// What an argument holds: a name or reinterpret_tensor(name, ...). `name` receives the buffer's name, or
// NULL.
FlowCell flow_argument(const Flow *flow, const PythonExpr *argument, const char **name);
FlowCell flow_value_cell(const Flow *flow, int value); // holding this value
// The op that computes the FX node of this name; NO_OP when the graph has none (inputs, tuples of foreach
// ops).
// Adds the launch's kernel with these ops.
void flow_add_kernel(Flow *flow, const OutputEvent *event, const int *ops, int op_count, const int *stored,
                     int stored_count);
// Names of the ops, in the plan's arena.
const char *const *flow_op_names(const Flow *flow, const int *ops, int count);

// What the first launch of a kernel writes: fills `after` and `sums`.
void flow_first_outputs(Flow *flow, const OutputKernel *kernel, FlowLaunch *launch);
// Moves those ops to `skipped` that only lead to what the launch reads from memory.
void flow_skip_read(const Flow *flow, const OutputKernel *kernel, FlowLaunch *launch);
// Maps the ops of `first` to those of another launch of the same kernel; image[i] is the image of
// first->ops[i], then of first->skipped[i], NO_OP when it was not found. `value_image` (one per value of the
// graph, NO_VALUE where unknown) receives the storage pairs. Returns how many ops were not found.
int flow_match(const Flow *flow, const FlowLaunch *first, const FlowLaunch *launch, int *image,
               int *value_image);
// A library call: finds its op and binds its results.
void flow_library_launch(Flow *flow, const OutputEvent *event);

// Fills the plan with one kernel per launch of call().
void flow_run(const Graph *graph, const OutputCode *code, DumpPlan *plan);
