// Why: edges of an op, and edits tried on a copy of the plan.
#include "ui/why.h"

#include "base/arena.h"

#include <stdlib.h>

Why *why_new(Estimator *estimator, Plan *plan) {
  Why *why = memory_alloc(sizeof *why);
  why->estimator = estimator;
  why->plan = plan;
  why->op = NO_OP;
  return why;
}

void why_free(Why *why) {
  if (!why) return;
  plan_free(why->scratch);
  free(why);
}

static bool has_copy(const Plan *plan, int kernel, int op) {
  PlanKernel members = plan_kernel(plan, kernel);
  for (int i = 0; i < members.copy_count; i++)
    if (members.copies[i] == op) return true;
  return false;
}

static EdgeKind edge_kind(const Plan *plan, int producer, int consumer) {
  int kernel = plan_home(plan, consumer);
  if (plan_home(plan, producer) == kernel) return EDGE_FUSED;
  return has_copy(plan, kernel, producer) ? EDGE_COPIED : EDGE_APART;
}

static void add_edge(Why *why, int producer, int consumer, bool incoming) {
  if (why->edge_count == WHY_EDGES) {
    why->more++;
    return;
  }
  WhyEdge *edge = &why->edges[why->edge_count++];
  edge->producer = producer, edge->consumer = consumer;
  edge->incoming = incoming;
  edge->kind = edge_kind(why->plan, producer, consumer);
  edge->asked = false;
}

void why_look(Why *why, int op) {
  if (why->op == op && why->version == plan_version(why->plan)) return;
  why->op = op;
  why->version = plan_version(why->plan);
  why->edge_count = why->more = 0;
  why->cut_asked = false;
  const Graph *graph = plan_graph(why->plan);
  if (op == NO_OP || graph->ops[op].is_view) return;
  Neighbours neighbours = graph_neighbours(graph, op);
  for (int i = 0; i < neighbours.producer_count; i++)
    add_edge(why, neighbours.producers[i], op, true);
  for (int i = 0; i < neighbours.consumer_count; i++)
    add_edge(why, op, neighbours.consumers[i], false);
}

WhyEdge *why_ask(Why *why, int index) {
  WhyEdge *edge = &why->edges[index];
  if (edge->asked || edge->kind != EDGE_APART) return edge;
  Reason reason;
  edge->asked = true;
  edge->what_if = estimator_what_if(why->estimator, why->plan, edge->producer, edge->consumer);
  edge->can_recompute =
      plan_can_recompute(why->plan, edge->producer, plan_home(why->plan, edge->consumer), &reason);
  return edge;
}

static Plan *scratch_plan(Why *why) {
  if (!why->scratch || why->scratch_version != why->version) {
    plan_free(why->scratch);
    why->scratch = plan_copy(why->plan);
    why->scratch_version = why->version;
  }
  return why->scratch;
}

// An op of the kernel that is not `op`, so that both halves of a cut are looked at.
static int other_member(const Plan *plan, int op) {
  PlanKernel kernel = plan_kernel(plan, plan_home(plan, op));
  for (int i = 0; i < kernel.op_count; i++)
    if (kernel.ops[i] != op) return kernel.ops[i];
  return op;
}

const WhyEdit *why_ask_cut(Why *why) {
  if (why->cut_asked) return &why->cut;
  Plan *plan = scratch_plan(why);
  int ops[2] = {why->op, other_member(plan, why->op)};
  why->cut_asked = true;
  why->cut = (WhyEdit){.change.before = change_side(why->estimator, plan, ops, 2)};
  plan_begin(plan);
  why->cut.legal = plan_cut(plan, why->op, &why->cut.reason);
  if (why->cut.legal) why->cut.change.after = change_side(why->estimator, plan, ops, 2);
  plan_rollback(plan);
  return &why->cut;
}
