// HLO text: the graph, and the plan that its fusions are.
#include "../fuzz.h"

#include "graph/read/read.h"
#include "plan/file/plan_file.h"

enum { MOST_OPS = 400 };

static void take_plan(const Graph *graph, const DumpPlan *dump) {
  Status status = {0};
  DumpNotes notes = {0};
  Plan *plan = plan_new(graph, &fuzz_device()->limits);
  if (plan_from_dump(plan, dump, &notes, &status))
    fuzz_use_plan(plan);
  else
    fuzz_check_refusal(&status);
  dump_notes_free(&notes);
  plan_free(plan);
}

bool fuzz_input(char *text, size_t length) {
  Status status = {0};
  DumpPlan *dump = NULL;
  Graph *graph = graph_read_hlo("input.txt", text, length, &dump, &status);
  if (graph)
    fuzz_use_graph(graph);
  else
    fuzz_check_refusal(&status);
  if (graph && dump && graph->op_count <= MOST_OPS) take_plan(graph, dump);
  bool taken = graph;
  dump_plan_free(dump);
  graph_free(graph);
  return taken;
}
