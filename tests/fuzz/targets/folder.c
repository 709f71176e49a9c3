// torch_compile_debug folders: output_code.py, the provenance and the graph's text, one part each. An empty
// part is no file.
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
  static const char *const names[] = {"dump/output_code.py",
                                      "dump/inductor_provenance_tracking_node_mappings.json",
                                      "dump/fx_graph_transformed.py"};
  FuzzParts parts = {text, text + length};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *part = fuzz_part(&parts, &length);
    fuzz_write(names[i], length ? part : NULL, length);
  }
  Status status = {0};
  DumpPlan *dump = NULL;
  char *folder = fuzz_path("dump");
  Graph *graph = graph_read_folder(folder, NULL, &dump, &status);
  if (!graph || !dump) fuzz_check_refusal(&status); // without a plan it says why
  if (graph && dump && graph->op_count <= MOST_OPS) take_plan(graph, dump);
  bool taken = graph && dump;
  dump_plan_free(dump);
  graph_free(graph);
  free(folder);
  return taken;
}
