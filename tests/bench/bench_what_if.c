// Answers a second of estimator_what_if: every edge of the kernels of a plan that one fusion could take away,
// asked again and again (warm), and those that are legal among them.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/vector.h"
#include "cost/model/estimate.h"
#include "plan/file/plan_file.h"

enum { ROUNDS = 50 };

typedef struct Edge {
  int producer, consumer;
} Edge;
typedef VECTOR(Edge) Edges;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void collect(Plan *plan, Estimator *estimator, bool only_legal, Edges *edges) {
  const Graph *graph = plan_graph(plan);
  for (int op = 0; op < graph->op_count; op++) {
    Neighbours near = graph_neighbours(graph, op);
    for (int i = 0; i < near.consumer_count && !graph->ops[op].is_view; i++)
      if (plan_home(plan, op) != plan_home(plan, near.consumers[i]) &&
          (!only_legal || estimator_what_if(estimator, plan, op, near.consumers[i]).legal))
        vector_push(edges, ((Edge){op, near.consumers[i]}));
  }
}

static void measure(const char *name, Plan *plan, const Device *device, bool only_legal) {
  Estimator *estimator = estimator_new(device, NULL);
  Edges edges = {0};
  collect(plan, estimator, only_legal, &edges);
  double start = seconds(), saved = 0;
  for (int i = 0; i < edges.count; i++)
    saved += estimator_what_if(estimator, plan, edges.data[i].producer, edges.data[i].consumer).saved_us;
  double first = seconds() - start;
  start = seconds();
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < edges.count; i++)
      saved += estimator_what_if(estimator, plan, edges.data[i].producer, edges.data[i].consumer).saved_us;
  double warm = seconds() - start;
  if (edges.count > 0)
    printf("%-28s %5d %s: first %8.0f a second, warm %9.0f (%.0f us in all)\n", name, edges.count,
           only_legal ? "legal edges" : "edges      ", edges.count / (first + 1e-9),
           edges.count * ROUNDS / warm, saved);
  vector_free(&edges);
  estimator_free(estimator);
}

int main(int argc, char **argv) {
  Status status = {0};
  Device device;
  DumpPlan *dump = NULL;
  const char *folder = argc > 1 ? argv[1] : FUSEBOX_SOURCE_ROOT "/graphs/dumps/llama/backward";
  Graph *graph = graph_read_folder(folder, NULL, &dump, &status);
  DumpNotes notes = {0};
  bool done = graph && device_load("h200", &device, &status);
  for (int compiler = 0; done && compiler < (dump ? 2 : 1); compiler++) {
    Plan *plan = plan_new(graph, &device.limits);
    done = !compiler || plan_from_dump(plan, dump, &notes, &status);
    const char *name = compiler ? "the compiler's plan" : "every op alone";
    for (int legal = 0; done && legal < 2; legal++)
      measure(name, plan, &device, legal);
    plan_free(plan);
  }
  dump_notes_free(&notes);
  dump_plan_free(dump);
  graph_free(graph);
  if (!done) fprintf(stderr, "%s\n", status.message);
  return done ? 0 : 1;
}
