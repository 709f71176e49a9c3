// Graphs as fusebox JSON. The first byte of what follows a last line "@@@@" is the size that "rows" is bound
// to.
#include "../fuzz.h"

#include "graph/read/read.h"

bool fuzz_input(char *text, size_t length) {
  Status status = {0};
  FuzzParts parts = {text, text + length};
  size_t bound;
  char *graph_text = fuzz_part(&parts, &length), *rows = fuzz_part(&parts, &bound);
  SizeBinding binding = {"rows", rows ? (unsigned char)*rows : 0};
  Graph *graph = graph_read_json("input.json", graph_text, length,
                                 rows ? &(ReadOptions){.sizes = &binding, .size_count = 1} : NULL, &status);
  if (graph)
    fuzz_use_graph(graph);
  else
    fuzz_check_refusal(&status);
  graph_free(graph);
  return graph;
}
