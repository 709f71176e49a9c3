// How long a toggle takes, in processor time: one fusion made or taken back, and all estimates fresh. Of the
// compiler's plan of a dump, and of made-up graphs of 1,000 and 100,000 ops with every op alone.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cost/plan_cost.h"
#include "graph/core/builder.h"
#include "plan/file/plan_file.h"

enum { TOGGLES = 200, LAYER_OPS = 10 };

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static int smaller(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// The next op from `from` on that can be fused with one that reads it.
static bool next_pair(Plan *plan, int *from, int *other) {
  const Graph *graph = plan_graph(plan);
  Reason reason;
  for (int tried = 0; tried < graph->op_count; tried++) {
    *from = (*from + 7) % graph->op_count;
    Neighbours near = graph_neighbours(graph, *from);
    if (graph->ops[*from].is_view || near.consumer_count == 0) continue;
    *other = near.consumers[0];
    if (plan_home(plan, *from) != plan_home(plan, *other) &&
        plan_can_fuse(plan, *from, *other, false, &reason))
      return true;
  }
  return false;
}

static void measure(const char *name, Plan *plan, const Device *device) {
  Estimator *estimator = estimator_new(device, NULL);
  PlanCost *cost = plan_cost_new(estimator, plan);
  double start = milliseconds(), times[TOGGLES];
  plan_cost_update(cost, -1);
  double first = milliseconds() - start;
  int op = 0, other, count = 0;
  Reason reason;
  while (count + 1 < TOGGLES && next_pair(plan, &op, &other)) {
    start = milliseconds();
    plan_fuse(plan, op, other, false, &reason);
    plan_cost_update(cost, -1);
    times[count++] = milliseconds() - start;
    start = milliseconds();
    plan_undo(plan);
    plan_cost_update(cost, -1);
    times[count++] = milliseconds() - start;
  }
  qsort(times, (size_t)count, sizeof *times, smaller);
  if (count > 0)
    printf("%-16s %6d kernels, first estimate %8.2f ms, toggle %.3f ms (median), %.3f ms (worst)\n", name,
           plan_kernel_count(plan), first, times[count / 2], times[count - 1]);
  plan_cost_free(cost);
  estimator_free(estimator);
}

static int add_layer(GraphBuilder *builder, int input) {
  const int axis = 1;
  int sum = builder_reduce(builder, OP_SUM, input, &axis, 1, true);
  int centred = builder_binary(builder, OP_SUB, input, sum);
  int gate = builder_unary(builder, OP_TANH, builder_unary(builder, OP_EXP, centred));
  int product = builder_binary(builder, OP_MUL, gate, input);
  int bent = builder_unary(builder, OP_SIN, builder_scalar(builder, OP_MUL, product, 0.5));
  int joined = builder_binary(builder, OP_ADD, bent, centred);
  return builder_binary(builder, OP_ADD, builder_scalar(builder, OP_MUL, joined, 2), input);
}

static Graph *layers(int ops, Status *status) {
  GraphBuilder *builder = builder_new("layers", "layers");
  Shape shape = {2, {512, 1024}};
  int value = builder_input(builder, "x", DTYPE_F32, &shape, NULL, status);
  for (int i = 0; i < ops / LAYER_OPS; i++)
    value = add_layer(builder, value);
  builder_output(builder, value);
  return builder_finish(builder, status);
}

// `dump` is looked at only when the graph has been read.
static bool run(const char *name, Graph *graph, DumpPlan *const *dump, const Device *device, Status *status) {
  if (!graph) return false;
  Plan *plan = plan_new(graph, &device->limits);
  DumpNotes notes = {0};
  bool ready = !*dump || plan_from_dump(plan, *dump, &notes, status);
  if (ready) measure(name, plan, device);
  dump_notes_free(&notes);
  plan_free(plan);
  graph_free(graph);
  return ready;
}

int main(int argc, char **argv) {
  Status status = {0};
  Device device;
  DumpPlan *dump = NULL, *none = NULL;
  const char *folder = argc > 1 ? argv[1] : FUSEBOX_SOURCE_ROOT "/graphs/dumps/llama/backward";
  bool done = device_load("h200", &device, &status);
  done =
      done && run("llama/backward", graph_read_folder(folder, NULL, &dump, &status), &dump, &device, &status);
  done = done && run("1,000 ops", layers(1000, &status), &none, &device, &status);
  done = done && run("100,000 ops", layers(100000, &status), &none, &device, &status);
  dump_plan_free(dump);
  if (!done) fprintf(stderr, "%s\n", status.message);
  return done ? 0 : 1;
}
