#include "session/sized.h"

#include "base/hash.h"
#include "kernel/cuda/emit.h"
#include "session/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GRAPH_SETS = 2 }; // for any value, and for multiples of what divides the given one

struct SizedKernels {
  Session *session;
  char *name;
  SizedGraphs graphs[GRAPH_SETS];
  int count;      // of them
  SizedNest nest; // of the kernel that was asked about last
  SizedKernel asked;
};

static int64_t size_value(const Graph *graph, const char *name) {
  for (int i = 0; i < graph->size_count; i++)
    if (text_equal(graph->sizes[i].name, name)) return graph->sizes[i].value;
  return -1;
}

// What cannot be opened at a value is none of the kernels' graphs there.
static void open_graphs(SizedKernels *kernels, SizedGraphs *graphs, int64_t multiple, int bits) {
  const Session *session = kernels->session;
  *graphs = sized_graphs(kernels->name, size_value(session->graph, kernels->name), multiple, bits);
  graphs->graph[SIZED_GIVEN] = session->graph;
  for (int at = SIZED_WITNESS; at < SIZED_COUNT; at++) {
    SizeBinding size = {kernels->name, graphs->value[at]};
    Status unopened = {0};
    graphs->graph[at] = session_graph_at(session, &size, 1, &unopened);
    if (at == SIZED_WITNESS && !graphs->graph[at])
      snprintf(graphs->problem, sizeof graphs->problem, "%.*s", (int)strcspn(unopened.message, "\n"),
               unopened.message);
  }
}

static void close_graphs(SizedGraphs *graphs) {
  for (int at = 0; at < SIZED_COUNT; at++)
    if (at != SIZED_GIVEN) graph_free((Graph *)graphs->graph[at]);
}

static void open_set(SizedKernels *kernels, int64_t multiple) {
  SizedGraphs *graphs = &kernels->graphs[kernels->count++];
  open_graphs(kernels, graphs, multiple, WITNESS_BITS);
  if (graphs->graph[SIZED_WITNESS] && graphs->graph[SIZED_SECOND]) return;
  close_graphs(graphs);
  open_graphs(kernels, graphs, multiple, WITNESS_FEW_BITS);
}

SizedKernels *sized_kernels_new(Session *session, const char *name, Status *status) {
  int64_t value = size_value(session->graph, name);
  if (value < 1) {
    status_fail(status, STATUS_INPUT,
                value < 0 ? "%s has no size named \"%s\": 'fusebox info' lists those that there are"
                          : "%s: %s is 0, for which nothing is launched",
                session->path, name);
    return NULL;
  }
  SizedKernels *kernels = memory_alloc(sizeof *kernels);
  *kernels = (SizedKernels){.session = session, .name = memory_strdup(name)};
  open_set(kernels, 1);
  if (size_multiple(value) > 1) open_set(kernels, size_multiple(value));
  return kernels;
}

void sized_kernels_free(SizedKernels *kernels) {
  if (!kernels) return;
  sized_nest_free(&kernels->nest);
  for (int i = 0; i < kernels->count; i++)
    close_graphs(&kernels->graphs[i]);
  free(kernels->name);
  free(kernels);
}

const char *sized_kernels_name(const SizedKernels *kernels) {
  return kernels->name;
}

// ---- one of them

static int compare_ops(const void *a, const void *b) {
  int left = *(const int *)a, right = *(const int *)b;
  return (left > right) - (left < right);
}

static KernelSet kernel_set(const PlanKernel *kernel, const PlanLowered *lowered, int *ops) {
  KernelSet set = {.ops = ops, .stored = lowered->stored, .stored_count = lowered->stored_count};
  for (int i = 0; i < kernel->op_count; i++)
    ops[set.op_count++] = kernel->ops[i];
  for (int i = 0; i < kernel->copy_count; i++)
    ops[set.op_count++] = kernel->copies[i];
  qsort(ops, (size_t)set.op_count, sizeof *ops, compare_ops);
  return set;
}

static void lower_in(SizedKernels *kernels, const SizedGraphs *graphs, const PlanKernel *kernel,
                     const KernelSet *set) {
  SizedKernel *asked = &kernels->asked;
  sized_nest_free(&kernels->nest);
  asked->ok = kernel_lower_sized(graphs, set, &kernels->nest, &asked->reason) &&
              schedule_sized(&kernels->nest, &kernels->session->device.limits, &kernel->override,
                             &asked->schedule, &asked->reason);
}

// Multiples where they alone keep vectors as wide as they are.
static void lower(SizedKernels *kernels, const PlanKernel *kernel, const PlanLowered *lowered) {
  SizedKernel *asked = &kernels->asked;
  int *ops = memory_alloc(((size_t)kernel->op_count + (size_t)kernel->copy_count + 1) * sizeof *ops);
  KernelSet set = kernel_set(kernel, lowered, ops);
  lower_in(kernels, &kernels->graphs[0], kernel, &set);
  bool narrower = asked->ok && asked->schedule.knob[KNOB_vector] < lowered->schedule.knob[KNOB_vector];
  if (narrower && kernels->count > 1) lower_in(kernels, &kernels->graphs[1], kernel, &set);
  if (narrower && !asked->ok) lower_in(kernels, &kernels->graphs[0], kernel, &set);
  free(ops);
}

static const Estimate *estimate(SizedKernels *kernels, const PlanLowered *lowered) {
  Session *session = kernels->session;
  PlanLowered sized = *lowered;
  sized.nest = kernels->nest.given;
  sized.schedule = kernels->asked.schedule;
  sized.launch = schedule_launch(sized.nest, &sized.schedule, &session->device.limits);
  sized.structure =
      hash_integer(hash_string(sized.nest->hash, kernels->name), (int64_t)schedule_hash(&sized.schedule));
  return estimator_lowered(session->estimator, session->graph, &sized);
}

const SizedKernel *sized_kernels_ask(SizedKernels *kernels, int kernel) {
  Session *session = kernels->session;
  PlanKernel planned = plan_kernel(session->plan, kernel);
  const PlanLowered *lowered = plan_lowered(session->plan, kernel);
  kernels->asked = (SizedKernel){.nest = &kernels->nest};
  kernels->asked.given = estimator_kernel(session->estimator, session->plan, kernel);
  if (lowered->nest)
    lower(kernels, &planned, lowered);
  else
    kernels->asked.reason = lowered->reason;
  if (kernels->asked.ok) kernels->asked.sized = estimate(kernels, lowered);
  return &kernels->asked;
}

char *sized_kernels_source(SizedKernels *kernels, int kernel, size_t *body, Status *status) {
  const SizedKernel *asked = sized_kernels_ask(kernels, kernel);
  if (!asked->ok) {
    status_fail(status, STATUS_INPUT, "K%d: %s", kernel, asked->reason.text);
    return NULL;
  }
  Emitted emitted;
  Text text = {0};
  EmitOptions options = {.annotate = true};
  if (!kernel_emit_sized(asked->nest, &asked->schedule, &kernels->session->device.limits, &options,
                         asked->nest->value, &emitted, status))
    return NULL;
  text_add(&text, emitted.prelude);
  *body = text.length;
  text_add(&text, emitted.source);
  emitted_free(&emitted);
  return text_take(&text);
}
