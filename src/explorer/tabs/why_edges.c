// Why: edges of an op.
#include "explorer/tabs/why_edges.h"

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
  free(why);
}

static EdgeKind edge_kind(const Plan *plan, int producer, int consumer) {
  int kernel = plan_home(plan, consumer);
  if (plan_home(plan, producer) == kernel) return EDGE_FUSED;
  return plan_has_copy(plan, kernel, producer) ? EDGE_COPIED : EDGE_APART;
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

const WhatIfCut *why_ask_cut(Why *why) {
  if (!why->cut_asked) why->cut = estimator_what_if_cut(why->estimator, why->plan, why->op);
  why->cut_asked = true;
  return &why->cut;
}
