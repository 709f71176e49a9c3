// How long lowering takes: every op of a dump alone, and with all neighbours that lower together with it.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/file.h"
#include "graph/read/read.h"
#include "kernel/lower/lower.h"

enum { REPEATS = 20, MOST_OPS = 12 };

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

typedef struct Run {
  long lowerings, lowered, ops;
  double seconds;
} Run;

static void lower_set(const Graph *graph, const int *ops, int op_count, Run *run) {
  int stored = graph->ops[ops[op_count - 1]].first_result;
  KernelSet set = {.ops = ops, .op_count = op_count, .stored = &stored, .stored_count = 1};
  Reason reason;
  double start = seconds();
  for (int i = 0; i < REPEATS; i++) {
    Nest *nest = kernel_lower(graph, &set, &reason);
    run->lowered += nest != NULL;
    nest_free(nest);
  }
  run->seconds += seconds() - start;
  run->lowerings += REPEATS;
  run->ops += REPEATS * op_count;
}

// The op and the chain of its first producers, as a person fuses upwards.
static int collect(const Graph *graph, int op, int ops[MOST_OPS]) {
  int count = 0, chain[MOST_OPS];
  while (count < MOST_OPS) {
    chain[count++] = op;
    Neighbours near = graph_neighbours(graph, op);
    if (near.producer_count == 0) break;
    op = near.producers[near.producer_count - 1];
    if (graph->ops[op].op_class == CLASS_LIBRARY || graph->ops[op].op_class == CLASS_CONTRACTION) break;
  }
  for (int i = 0; i < count; i++)
    ops[i] = chain[count - 1 - i];
  return count;
}

static void report(const char *what, const Run *run) {
  printf("%-8s %8ld lowerings, %5.1f%% lowered, %.2f ops each, %.2f us each\n", what, run->lowerings,
         100.0 * (double)run->lowered / (double)run->lowerings, (double)run->ops / (double)run->lowerings,
         1e6 * run->seconds / (double)run->lowerings);
}

int main(int argc, char **argv) {
  Status status = {0};
  char *folder = file_data("graphs/dumps/llama/backward");
  Graph *graph = graph_open(argc > 1 ? argv[1]
                            : folder ? folder
                                     : "graphs/dumps/llama/backward",
                            NULL, NULL, &status);
  if (!graph) {
    fprintf(stderr, "%s\n", status.message);
    return status.code;
  }
  Run alone = {0}, chains = {0};
  for (int op = 0; op < graph->op_count; op++) {
    int ops[MOST_OPS];
    if (graph->ops[op].is_view) continue;
    lower_set(graph, &op, 1, &alone);
    lower_set(graph, ops, collect(graph, op, ops), &chains);
  }
  report("alone", &alone);
  report("chains", &chains);
  graph_free(graph);
  free(folder);
  return 0;
}
