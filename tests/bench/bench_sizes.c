// How long other sizes take: a graph of dynamic shapes is derived anew, of 1,000 ops as text or of the path
// given.
#include "../graph/dynamic_text.h"
#include "graph/read/read.h"

#include <stdio.h>
#include <time.h>

enum { REPEATS = 40, OPS = 1000 };

// Of this process: other work on the machine does not count.
static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static Graph *derive(const char *path, const Text *text, int size, Status *status) {
  SizeBinding bound = {"s0", 2 + size};
  ReadOptions options = {.sizes = &bound, .size_count = 1};
  return path ? graph_open(path, NULL, NULL, status)
              : graph_read_fx("text", text_get(text), text->length, 0, &options, status);
}

int main(int argc, char **argv) {
  const char *path = argc > 1 ? argv[1] : NULL;
  Text text = {0};
  Status status = {0};
  double best = 1e9;
  int ops = 0;
  dynamic_text(OPS / DYNAMIC_BLOCK_OPS, &text);
  for (int i = 0; i < REPEATS; i++) {
    double start = milliseconds();
    Graph *graph = derive(path, &text, i, &status);
    double took = milliseconds() - start;
    if (!graph) break;
    if (took < best) best = took;
    ops = graph->op_count;
    graph_free(graph);
  }
  text_free(&text);
  if (status.code) return fprintf(stderr, "%s\n", status.message), 1;
  printf("%d ops at other sizes: %.2f ms, %.2f ms for 1,000\n", ops, best, best * 1000 / ops);
  return 0;
}
