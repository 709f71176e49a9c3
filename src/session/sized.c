#include "session/sized.h"

#include "base/hash.h"
#include "kernel/cuda/emit.h"
#include "session/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// For any value, for even ones, and for multiples of what divides the given one.
enum { GRAPH_SETS = 3 };

struct SizedKernels {
  SizedSource source;
  char *name;
  SizedGraphs graphs[GRAPH_SETS];
  int sets;       // of them
  int set, next;  // whose graph is opened next, and which: a SizedAt
  int bits;       // of the witnesses of that set
  SizedNest nest; // of the kernel that was lowered last, and its schedule
  Schedule schedule;
  VECTOR(SizedKernel *) asked;
  HashMap answers; // content of a lowered kernel -> index into `asked`
};

static int64_t size_value(const Graph *graph, const char *name) {
  for (int i = 0; i < graph->size_count; i++)
    if (text_equal(graph->sizes[i].name, name)) return graph->sizes[i].value;
  return -1;
}

static const Graph *graph_of(const SizedKernels *kernels) {
  return plan_graph(kernels->source.plan);
}

// ---- the graph at other values

static void begin_set(SizedKernels *kernels, int bits) {
  int64_t value = sized_kernels_value(kernels);
  int64_t multiple = kernels->set < 2 ? kernels->set + 1 : size_multiple(value);
  SizedGraphs *graphs = &kernels->graphs[kernels->set];
  *graphs = sized_graphs(kernels->name, value, multiple, bits);
  graphs->graph[SIZED_GIVEN] = graph_of(kernels);
  kernels->next = SIZED_WITNESS;
  kernels->bits = bits;
}

static void close_graphs(SizedGraphs *graphs) {
  for (int at = 0; at < SIZED_COUNT; at++)
    if (at != SIZED_GIVEN) graph_free((Graph *)graphs->graph[at]);
}

// What cannot be opened at a value is none of the kernels' graphs there.
static void open_graph(const SizedKernels *kernels, SizedGraphs *graphs, int at) {
  SizeBinding size = {kernels->name, graphs->value[at]};
  Status unopened = {0};
  graphs->graph[at] = setup_graph(kernels->source.path, graph_of(kernels), &size, 1, &unopened);
  if (at == SIZED_WITNESS && !graphs->graph[at])
    snprintf(graphs->problem, sizeof graphs->problem, "%.*s", (int)strcspn(unopened.message, "\n"),
             unopened.message);
}

bool sized_kernels_open(SizedKernels *kernels) {
  if (kernels->set == kernels->sets) return true;
  SizedGraphs *graphs = &kernels->graphs[kernels->set];
  open_graph(kernels, graphs, kernels->next);
  int fewer = graphs->graph[kernels->next] ? 0 : size_fewer_bits(kernels->bits);
  if (kernels->next <= SIZED_SECOND && fewer) {
    close_graphs(graphs);
    begin_set(kernels, fewer);
  } else if (++kernels->next == SIZED_COUNT && ++kernels->set < kernels->sets) {
    begin_set(kernels, WITNESS_BITS);
  }
  return kernels->set == kernels->sets;
}

SizedSource sized_source(Session *session) {
  return (SizedSource){session->plan, session->estimator, session->path};
}

SizedKernels *sized_kernels_new(SizedSource source, const char *name, Status *status) {
  int64_t value = size_value(plan_graph(source.plan), name);
  if (value < 1) {
    status_fail(status, STATUS_INPUT,
                value < 0 ? "%s has no size named \"%s\": 'fusebox info' lists those that there are"
                          : "%s: %s is 0, for which nothing is launched",
                source.path, name);
    return NULL;
  }
  SizedKernels *kernels = memory_alloc(sizeof *kernels);
  int64_t multiple = size_multiple(value);
  *kernels = (SizedKernels){
      .source = source, .name = memory_strdup(name), .sets = multiple > 2 ? GRAPH_SETS : (int)multiple};
  begin_set(kernels, WITNESS_BITS);
  return kernels;
}

void sized_kernels_free(SizedKernels *kernels) {
  if (!kernels) return;
  sized_nest_free(&kernels->nest);
  for (int i = 0; i < kernels->sets; i++)
    close_graphs(&kernels->graphs[i]);
  for (int i = 0; i < kernels->asked.count; i++)
    free(kernels->asked.data[i]);
  vector_free(&kernels->asked);
  hashmap_free(&kernels->answers);
  free(kernels->name);
  free(kernels);
}

const char *sized_kernels_name(const SizedKernels *kernels) {
  return kernels->name;
}

int64_t sized_kernels_value(const SizedKernels *kernels) {
  return size_value(graph_of(kernels), kernels->name);
}

// ---- one of them

static int compare_ops(const void *a, const void *b) {
  int left = *(const int *)a, right = *(const int *)b;
  return (left > right) - (left < right);
}

// As for the given value: few places, which could be sums, are no reason for other values.
static ScatterForm scatter_form(const PlanKernel *kernel, const Nest *nest) {
  if (!nest->ordered) return SCATTER_ATOMIC;
  bool chosen = kernel->override.set >> KNOB_ordered & 1;
  return chosen ? SCATTER_ORDERED : SCATTER_BY_RULE;
}

static KernelSet kernel_set(const PlanKernel *kernel, const PlanLowered *lowered, int *ops) {
  KernelSet set = {.ops = ops,
                   .stored = lowered->stored,
                   .stored_count = lowered->stored_count,
                   .scatter = scatter_form(kernel, lowered->nest)};
  for (int i = 0; i < kernel->op_count; i++)
    ops[set.op_count++] = kernel->ops[i];
  for (int i = 0; i < kernel->copy_count; i++)
    ops[set.op_count++] = kernel->copies[i];
  qsort(ops, (size_t)set.op_count, sizeof *ops, compare_ops);
  return set;
}

static bool lower_in(SizedKernels *kernels, const SizedGraphs *graphs, const PlanKernel *kernel,
                     const KernelSet *set, Reason *reason) {
  sized_nest_free(&kernels->nest);
  return kernel_lower_sized(graphs, set, &kernels->nest, reason) &&
         schedule_sized(&kernels->nest, plan_limits(kernels->source.plan), &kernel->override,
                        &kernels->schedule, reason);
}

// Multiples where they alone keep vectors as wide as they are, or are all that the kernel can take. Without
// any, the reason why it does not take any value.
static bool lower_set(SizedKernels *kernels, const PlanKernel *kernel, const PlanLowered *lowered,
                      const KernelSet *set, Reason *reason) {
  int vector = lowered->schedule.knob[KNOB_vector], taken = -1;
  Reason other;
  for (int i = 0; i < kernels->sets; i++) {
    if (!lower_in(kernels, &kernels->graphs[i], kernel, set, i ? &other : reason)) continue;
    taken = i;
    if (kernels->schedule.knob[KNOB_vector] >= vector) return true;
  }
  return taken >= 0 && lower_in(kernels, &kernels->graphs[taken], kernel, set, reason);
}

static bool lower(SizedKernels *kernels, int kernel, Reason *reason) {
  PlanKernel planned = plan_kernel(kernels->source.plan, kernel);
  const PlanLowered *lowered = plan_lowered(kernels->source.plan, kernel);
  *reason = lowered->reason;
  if (!lowered->nest) return false;
  while (!sized_kernels_open(kernels)) {
  }
  int *ops = memory_alloc(((size_t)planned.op_count + (size_t)planned.copy_count + 1) * sizeof *ops);
  KernelSet set = kernel_set(&planned, lowered, ops);
  bool ok = lower_set(kernels, &planned, lowered, &set, reason);
  free(ops);
  return ok;
}

static const Estimate *estimate(SizedKernels *kernels, const PlanLowered *lowered) {
  PlanLowered sized = *lowered;
  sized.nest = kernels->nest.given;
  sized.schedule = kernels->schedule;
  sized.parts = NULL;
  sized.launch = schedule_launch(sized.nest, &sized.schedule, plan_limits(kernels->source.plan));
  sized.structure =
      hash_integer(hash_string(sized.nest->hash, kernels->name), (int64_t)schedule_hash(&sized.schedule));
  return estimator_lowered(kernels->source.estimator, graph_of(kernels), &sized);
}

static void answer(SizedKernels *kernels, int kernel, SizedKernel *asked) {
  const SizedSource *source = &kernels->source;
  asked->ok = lower(kernels, kernel, &asked->reason);
  asked->given = estimator_kernel(source->estimator, source->plan, kernel);
  if (!asked->ok) return;
  const NestSize *size = &kernels->nest.size;
  asked->least = size->least;
  asked->most = size->most;
  asked->multiple = size->multiple;
  asked->sized = estimate(kernels, plan_lowered(source->plan, kernel));
}

const SizedKernel *sized_kernels_known(const SizedKernels *kernels, int kernel) {
  int64_t at;
  const PlanLowered *lowered = plan_lowered(kernels->source.plan, kernel);
  return hashmap_get(&kernels->answers, lowered->content, &at) ? kernels->asked.data[at] : NULL;
}

const SizedKernel *sized_kernels_ask(SizedKernels *kernels, int kernel) {
  const SizedKernel *known = sized_kernels_known(kernels, kernel);
  if (known) return known;
  SizedKernel *asked = memory_alloc(sizeof *asked);
  *asked = (SizedKernel){0};
  answer(kernels, kernel, asked);
  hashmap_set(&kernels->answers, plan_lowered(kernels->source.plan, kernel)->content, kernels->asked.count);
  vector_push(&kernels->asked, asked);
  return asked;
}

bool sized_kernels_emit(SizedKernels *kernels, int kernel, Emitted *emitted, Status *status) {
  Reason reason;
  if (!lower(kernels, kernel, &reason))
    return status_fail(status, STATUS_INPUT, "K%d: %s", kernel, reason.text);
  return kernel_emit_sized(&kernels->nest, &kernels->schedule, plan_limits(kernels->source.plan),
                           &(EmitOptions){.annotate = true}, kernels->nest.value, emitted, status);
}

void sized_values_text(const SizedKernel *kernel, Text *out) {
  text_printf(out, "%" PRId64 " to %" PRId64, kernel->least, kernel->most);
  if (kernel->multiple > 1) text_printf(out, " by %" PRId64, kernel->multiple);
}
