// A scheduler's log, of a graph whose ops it may name. An input is the graph as FX text, a line "@@@@", and
// the log.
#include "../fuzz.h"

#include "graph/read/inductor/reasons.h"

static void check_remarks(const Graph *graph, const DumpPlan *plan) {
  FUZZ_CHECK(plan->remark_source);
  for (int i = 0; i < plan->remark_count; i++) {
    FUZZ_CHECK(graph_find_op(graph, plan->remarks[i].producer) != NO_OP);
    FUZZ_CHECK(graph_find_op(graph, plan->remarks[i].consumer) != NO_OP);
    FUZZ_CHECK(*plan->remarks[i].text);
  }
}

bool fuzz_input(char *text, size_t length) {
  Status status = {0};
  FuzzParts parts = {text, text + length};
  size_t graph_length, log_length;
  char *graph_text = fuzz_part(&parts, &graph_length), *log = fuzz_part(&parts, &log_length);
  Graph *graph = graph_text ? graph_read_fx("graph.py", graph_text, graph_length, 0, NULL, &status) : NULL;
  bool taken = graph && log;
  if (taken) {
    Arena *arena = arena_new();
    DumpPlan *plan = arena_alloc(arena, sizeof *plan);
    *plan = (DumpPlan){.arena = arena, .compiler = "inductor"};
    reasons_read("log.txt", log, log_length, graph, plan);
    check_remarks(graph, plan);
    dump_plan_free(plan);
  }
  graph_free(graph);
  return taken;
}
