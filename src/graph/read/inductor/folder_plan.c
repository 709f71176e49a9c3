// The kernels of a debug folder: one per launch of call(), with the nodes of the provenance file where there
// is one.
#include "graph/read/inductor/flow.h"
#include "graph/read/inductor/folder.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static void mark_placed(FolderPlacing *placing) {
  for (int i = 0; i < placing->plan->kernel_count; i++) {
    const DumpKernel *kernel = &placing->plan->kernels[i];
    for (int j = 0; j < kernel->node_count; j++) {
      int op = graph_find_producer(placing->graph, kernel->nodes[j]);
      if (op != NO_OP) placing->placed[op] = true;
    }
  }
}

// Of the calls that the graph makes for a number (item()).
static bool reads_number(const Op *op) {
  return text_equal(op_text(op, ATTRIBUTE_TARGET, ""), "aten._local_scalar_dense.default");
}

static void list_unplaced(FolderPlacing *placing) {
  for (int op = 0; op < placing->graph->op_count; op++) {
    const Op *at = &placing->graph->ops[op];
    if (placing->placed[op] || at->is_view || at->op_class == CLASS_CREATE) continue;
    const char *why = reads_number(at)                        ? ": it reads a number on the host"
                      : folder_op_is_read(placing->graph, at) ? ""
                                                              : ": nothing reads it";
    vector_push(&placing->sentences,
                arena_printf(placing->plan->arena, "%s is in no kernel%s", at->name, why));
  }
}

static void add_sentences(FolderPlacing *placing) {
  DumpPlan *plan = placing->plan;
  int count = plan->unplaced_count + placing->sentences.count;
  const char **all = arena_array(plan->arena, (size_t)count, sizeof *all);
  for (int i = 0; i < plan->unplaced_count; i++)
    all[i] = plan->unplaced[i];
  for (int i = 0; i < placing->sentences.count; i++)
    all[plan->unplaced_count + i] = placing->sentences.data[i];
  plan->unplaced = all;
  plan->unplaced_count = count;
}

static void place_rest(const Folder *folder, const Graph *graph, DumpPlan *plan) {
  FolderPlacing placing = {.folder = folder, .graph = graph, .plan = plan};
  placing.placed = arena_array(plan->arena, (size_t)graph->op_count, sizeof *placing.placed);
  mark_placed(&placing);
  folder_fill_silent(&placing);
  list_unplaced(&placing);
  add_sentences(&placing);
  vector_free(&placing.sentences);
}

bool folder_build_plan(const Folder *folder, const Graph *graph, DumpPlan **plan, Status *status) {
  Arena *arena = arena_new();
  DumpPlan *built = arena_alloc(arena, sizeof *built);
  *built = (DumpPlan){.arena = arena, .compiler = "inductor"};
  bool listed;
  if (folder->has_code) flow_run(graph, &folder->code, built);
  if (!folder_read_provenance(folder, graph, built, &listed, status)) {
    arena_free(arena);
    return false;
  }
  if (listed || folder->has_code) {
    place_rest(folder, graph, built);
    *plan = built;
  } else {
    arena_free(arena);
  }
  return true;
}

void dump_plan_free(DumpPlan *plan) {
  if (plan) arena_free(plan->arena);
}
