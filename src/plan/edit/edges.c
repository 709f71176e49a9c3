// The kernel graph, worked out from the op graph where it is asked for.
//
// Kernel X must run before kernel Y when a member of Y (home op or copy) reads a result of a home op of X and
// has no copy of it in Y; or when Graph.order puts a member of X before one of Y (mutation), copies or not.
// An op that writes into memory finds there what the home of the memory's producer has written, whether or
// not its own kernel has a copy of that producer: a copy writes nothing.
#include "plan/plan_internal.h"

bool slot_has(const Plan *plan, int kernel, int op) {
  return home_of(plan, op) == kernel || integers_contain(&slot_of(plan, kernel)->copies, op);
}

bool slot_is_empty(const Plan *plan, int kernel) {
  return slot_of(plan, kernel)->ops.count == 0;
}

// Does `op` write into memory that `producer` writes first?
static bool writes_into_result(const Graph *graph, int op, int producer) {
  int operand = graph->ops[op].mutates;
  return operand >= 0 &&
         graph->values[graph_source(graph, graph->ops[op].operands[operand].value)].producer == producer;
}

// Does member `op` of `kernel` do without the memory that the home of `producer` writes?
static bool has_at_hand(const Plan *plan, int kernel, int op, int producer) {
  return slot_has(plan, kernel, producer) && !writes_into_result(plan->graph, op, producer);
}

static void near_begin(const Plan *plan) {
  Scratch *scratch = plan->scratch;
  if (!scratch->near_mark) scratch->near_mark = memory_alloc((size_t)plan->op_count * sizeof(int));
  scratch->near_stamp++;
  vector_clear(&scratch->near);
}

static void near_add(Scratch *scratch, int kernel, int self) {
  if (kernel == self || kernel == NO_KERNEL || scratch->near_mark[kernel] == scratch->near_stamp) return;
  scratch->near_mark[kernel] = scratch->near_stamp;
  vector_push(&scratch->near, kernel);
}

// Every kernel with a member that is `op`.
static void near_add_holders(const Plan *plan, int op, int self) {
  near_add(plan->scratch, home_of(plan, op), self);
  const Integers *copies = copied_in(plan, op);
  for (int i = 0; i < copies->count; i++)
    near_add(plan->scratch, copies->data[i], self);
}

static void near_add_ordered(const Plan *plan, const Adjacency *order, int op, int self) {
  Span ordered = adjacency_get(order, op);
  for (int i = 0; i < ordered.count; i++)
    near_add_holders(plan, ordered.item[i], self);
}

static void add_producers_of(const Plan *plan, const Integers *members, int kernel) {
  for (int i = 0; i < members->count; i++) {
    int op = members->data[i];
    Neighbours near = graph_neighbours(plan->graph, op);
    for (int j = 0; j < near.producer_count; j++)
      if (!has_at_hand(plan, kernel, op, near.producers[j]))
        near_add(plan->scratch, home_of(plan, near.producers[j]), kernel);
    near_add_ordered(plan, &plan->tables->before, op, kernel);
  }
}

const Integers *edges_producers(const Plan *plan, int kernel) {
  near_begin(plan);
  add_producers_of(plan, &slot_of(plan, kernel)->ops, kernel);
  add_producers_of(plan, &slot_of(plan, kernel)->copies, kernel);
  return &plan->scratch->near;
}

// Kernels that read the home op `op` of `kernel` from memory.
static void add_readers_of(const Plan *plan, int op, int kernel) {
  Neighbours near = graph_neighbours(plan->graph, op);
  for (int i = 0; i < near.consumer_count; i++) {
    int consumer = near.consumers[i];
    int home = home_of(plan, consumer);
    if (!has_at_hand(plan, home, consumer, op)) near_add(plan->scratch, home, kernel);
    const Integers *copies = copied_in(plan, consumer);
    for (int j = 0; j < copies->count; j++)
      if (!slot_has(plan, copies->data[j], op)) near_add(plan->scratch, copies->data[j], kernel);
  }
}

const Integers *edges_consumers(const Plan *plan, int kernel) {
  const Slot *slot = slot_of(plan, kernel);
  near_begin(plan);
  for (int i = 0; i < slot->ops.count; i++) {
    add_readers_of(plan, slot->ops.data[i], kernel);
    near_add_ordered(plan, &plan->tables->after, slot->ops.data[i], kernel);
  }
  for (int i = 0; i < slot->copies.count; i++)
    near_add_ordered(plan, &plan->tables->after, slot->copies.data[i], kernel);
  return &plan->scratch->near;
}

static bool op_reads(const Plan *plan, int reader, const Op *producer) {
  Span reads = adjacency_get(&plan->tables->reads, reader);
  for (int i = 0; i < reads.count; i++)
    if (reads.item[i] >= producer->first_result &&
        reads.item[i] < producer->first_result + producer->result_count)
      return true;
  return false;
}

static bool one_reads(const Plan *plan, const Integers *members, const Op *producer) {
  for (int i = 0; i < members->count; i++)
    if (op_reads(plan, members->data[i], producer)) return true;
  return false;
}

// Looks through the shorter list: an op may have as many consumers as the graph has ops, and a kernel as many
// members.
bool edges_reads_op(const Plan *plan, int kernel, int op) {
  Neighbours near = graph_neighbours(plan->graph, op);
  const Op *producer = &plan->graph->ops[op];
  const Slot *slot = slot_of(plan, kernel);
  if (slot->ops.count + slot->copies.count < near.consumer_count)
    return one_reads(plan, &slot->ops, producer) || one_reads(plan, &slot->copies, producer);
  for (int i = 0; i < near.consumer_count; i++) // an order edge alone makes a neighbour, too
    if (slot_has(plan, kernel, near.consumers[i]) && op_reads(plan, near.consumers[i], producer)) return true;
  return false;
}

static bool edge_by_data(const Plan *plan, int from, int to, int member, int *producer) {
  Neighbours near = graph_neighbours(plan->graph, member);
  for (int i = 0; i < near.producer_count; i++) {
    *producer = near.producers[i];
    if (home_of(plan, *producer) == from && !has_at_hand(plan, to, member, *producer)) return true;
  }
  return false;
}

static bool edge_by_order(const Plan *plan, int from, int member, int *producer) {
  Span before = adjacency_get(&plan->tables->before, member);
  for (int i = 0; i < before.count; i++) {
    *producer = before.item[i];
    if (home_of(plan, *producer) == from || integers_contain(copied_in(plan, *producer), from)) return true;
  }
  return false;
}

static bool edge_into(const Plan *plan, int from, int to, const Integers *members, int *producer,
                      int *consumer) {
  for (int i = 0; i < members->count; i++) {
    *consumer = members->data[i];
    if (edge_by_data(plan, from, to, *consumer, producer) || edge_by_order(plan, from, *consumer, producer))
      return true;
  }
  return false;
}

bool edges_between(const Plan *plan, int from, int to, int *producer, int *consumer) {
  const Slot *slot = slot_of(plan, to);
  return edge_into(plan, from, to, &slot->ops, producer, consumer) ||
         edge_into(plan, from, to, &slot->copies, producer, consumer);
}

static bool loads(const Plan *plan, int kernel, int value) {
  int producer = plan->graph->values[value].producer;
  if (producer != NO_OP && slot_has(plan, kernel, producer)) return false;
  Span readers = adjacency_get(&plan->tables->readers, value);
  for (int i = 0; i < readers.count; i++)
    if (slot_has(plan, kernel, readers.item[i])) return true;
  return false;
}

static bool shares_input(const Plan *plan, const Integers *members, int a, int b) {
  for (int i = 0; i < members->count; i++) {
    Span reads = adjacency_get(&plan->tables->reads, members->data[i]);
    for (int j = 0; j < reads.count; j++)
      if (loads(plan, a, reads.item[j]) && loads(plan, b, reads.item[j])) return true;
  }
  return false;
}

bool edges_share_input(const Plan *plan, int a, int b) {
  return shares_input(plan, &slot_of(plan, a)->ops, a, b) ||
         shares_input(plan, &slot_of(plan, a)->copies, a, b);
}
