// HLO text and records of fusion: the graph, and the plan that its fusions are.
#include "../fuzz.h"

#include "graph/read/hlo/hlo.h"
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

static bool is_op(const NameMap *names, const char *name) {
  int64_t op;
  return name && namemap_get(names, name, &op);
}

// Steps and remarks speak of ops, and each remark of a step or of the end.
static void check_steps(const Graph *graph, const DumpPlan *dump) {
  NameMap names = {0};
  for (int op = 0; op < graph->op_count; op++)
    if (!graph->ops[op].is_view) namemap_set(&names, graph->ops[op].name, op);
  for (int i = 0; i < dump->step_count; i++)
    FUZZ_CHECK(is_op(&names, dump->steps[i].producer) && is_op(&names, dump->steps[i].consumer));
  for (int i = 0; i < dump->remark_count; i++)
    FUZZ_CHECK(is_op(&names, dump->remarks[i].producer) && dump->remarks[i].step <= dump->step_count);
  namemap_free(&names);
}

// Bodies of loops, branches, and one that is not there.
static void read_others(const char *text, size_t length) {
  int count = hlo_count(text, length);
  for (int which = 1; which < 4; which++) {
    Status status = {0};
    Graph *graph = graph_read_hlo("input.txt", text, length, which, NULL, &status);
    FUZZ_CHECK(!graph || which < count);
    if (!graph) fuzz_check_refusal(&status);
    graph_free(graph);
  }
}

bool fuzz_input(char *text, size_t length) {
  Status status = {0};
  read_others(text, length);
  DumpPlan *dump = NULL;
  Graph *graph = graph_read_hlo("input.txt", text, length, 0, &dump, &status);
  if (graph)
    fuzz_use_graph(graph);
  else
    fuzz_check_refusal(&status);
  if (graph && dump) check_steps(graph, dump);
  if (graph && dump && graph->op_count <= MOST_OPS) take_plan(graph, dump);
  if (graph && dump && dump->start && graph->op_count <= MOST_OPS) take_plan(graph, dump->start);
  bool taken = graph;
  dump_plan_free(dump);
  graph_free(graph);
  return taken;
}
