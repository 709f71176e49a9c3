// Structured logs of torch.compile: every graph that one lists, with its plan.
#include "../fuzz.h"

#include "graph/read/importer.h"
#include "graph/read/inductor/trace.h"

enum { MOST_GRAPHS = 4 };

static bool read_graph(const Source *source) {
  Status status = {0};
  DumpPlan *plan = NULL;
  Graph *graph = importer_trace.read(source, &plan, &status);
  if (!graph) fuzz_check_refusal(&status);
  bool read = graph;
  dump_plan_free(plan);
  graph_free(graph);
  return read;
}

bool fuzz_input(char *text, size_t length) {
  Source source = {.path = "input", .text = text, .length = length};
  TraceLog log;
  if (!trace_is_log(text, length)) return false;
  trace_log_find(text, length, &log);
  int count = log.graphs.count;
  trace_log_free(&log);
  bool taken = false;
  for (; source.which <= count && source.which <= MOST_GRAPHS; source.which++)
    taken |= read_graph(&source);
  return taken;
}
