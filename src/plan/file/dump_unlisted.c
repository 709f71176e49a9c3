// Ops that no kernel of a compiler's plan takes: because nothing needs them, or because a library runs them.
#include "plan/file/dump.h"

#include <stdlib.h>
#include <string.h>

// Per op: does a graph output or memory that is written depend on it?
static bool *find_live(const Plan *plan) {
  const Graph *graph = plan->graph;
  bool *live = memory_alloc((size_t)graph->op_count + 1);
  for (int op = graph->op_count - 1; op >= 0; op--) {
    const Op *row = &graph->ops[op];
    for (int i = 0; i < row->result_count && !live[op]; i++)
      live[op] = plan->tables->kept[row->first_result + i];
    if (!live[op] || row->is_view) continue;
    Neighbours near = graph_neighbours(graph, op);
    for (int i = 0; i < near.producer_count; i++)
      live[near.producers[i]] = true;
  }
  return live;
}

// The reader of the dump says it already.
static bool is_told(const Placer *placer, const char *name) {
  size_t length = strlen(name);
  for (int i = 0; i < placer->dump->unplaced_count; i++) {
    const char *sentence = placer->dump->unplaced[i];
    if (text_starts(sentence, name) && text_starts(sentence + length, " is in no kernel")) return true;
  }
  return false;
}

void dump_place_dead(Placer *placer) {
  bool *live = find_live(placer->plan);
  for (int op = 0; op < placer->plan->op_count; op++) {
    if (live[op] || home_of(placer->plan, op) == NO_KERNEL || placer->home[op] >= 0 ||
        dump_is_library(placer, op))
      continue;
    Neighbours near = graph_neighbours(placer->plan->graph, op);
    if (near.producer_count == 0) continue;
    int kernel = placer->home[near.producers[near.producer_count - 1]];
    if (kernel < 0 || dump_is_library(placer, placer->kernels[kernel].ops.data[0])) continue;
    placer->home[op] = kernel;
    integers_insert(&placer->kernels[kernel].ops, op);
    if (is_told(placer, plan_op_name(placer->plan, op))) continue;
    dump_note(placer, 0, NO_OP,
              "%s is in no kernel of the dump and nothing needs it: the kernel of what it reads drops it",
              plan_op_name(placer->plan, op));
  }
  free(live);
}

// The kernel that it was left out of, as a library's op; NULL: none.
static const char *find_listing(const Placer *placer, int op) {
  for (int kernel = 0; dump_is_library(placer, op) && kernel < placer->dump->kernel_count; kernel++)
    for (int i = 0; i < placer->dump->kernels[kernel].node_count; i++)
      if (graph_find_producer(placer->plan->graph, placer->dump->kernels[kernel].nodes[i]) == op)
        return placer->dump->kernels[kernel].name;
  return NULL;
}

void dump_note_unlisted(Placer *placer) {
  const Plan *plan = placer->plan;
  for (int op = 0; op < plan->op_count; op++) {
    const char *name = plan_op_name(plan, op);
    if (home_of(plan, op) == NO_KERNEL || placer->home[op] >= 0 || is_told(placer, name)) continue;
    const char *kernel = find_listing(placer, op);
    if (kernel)
      dump_note(placer, 1, op,
                "%s is part of %s in the dump; here a library runs it: it is a kernel of its own", name,
                kernel);
    else
      dump_note(placer, 1, op, "%s is in no kernel of the dump: it is a kernel of its own", name);
  }
}

// That it begins with; NO_OP: with something else.
static int op_of_sentence(const Plan *plan, const char *sentence) {
  char *name = memory_strndup(sentence, strcspn(sentence, " "));
  int op = graph_find_op(plan->graph, name);
  free(name);
  return op;
}

void dump_note_unplaced(Placer *placer) {
  bool *live = find_live(placer->plan);
  for (int i = 0; i < placer->dump->unplaced_count; i++) {
    int op = op_of_sentence(placer->plan, placer->dump->unplaced[i]);
    dump_note(placer, op == NO_OP || live[op], op, "%s", placer->dump->unplaced[i]);
  }
  free(live);
}
