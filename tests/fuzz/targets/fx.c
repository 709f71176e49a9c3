// Graphs as FX text.
#include "../fuzz.h"

#include "graph/read/read.h"

bool fuzz_input(char *text, size_t length) {
  Status status = {0};
  Graph *graph = graph_read_fx("input.py", text, length, 0, NULL, &status);
  if (graph)
    fuzz_use_graph(graph);
  else
    fuzz_check_refusal(&status);
  graph_free(graph);
  return graph;
}
