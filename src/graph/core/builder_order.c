// Orders that data flow does not show: accesses to a memory that ops write into.
#include "graph/core/builder_core.h"

#include <stdlib.h>

// One access to a memory since it was last written; a list per storage.
typedef struct Access {
  int op, next;
} Access;

typedef struct OrderSearch {
  const GraphBuilder *builder;
  VECTOR(Access) accesses;
  VECTOR(OrderEdge) edges;
  int *head;      // per value that owns memory: newest access, -1
  int *mutations; // per value that owns memory: so far
} OrderSearch;

static void add_edge(OrderSearch *search, int before, int after) {
  if (before != after) vector_push(&search->edges, (OrderEdge){before, after});
}

static void record(OrderSearch *search, int storage, int op) {
  int head = search->head[storage];
  if (head >= 0 && search->accesses.data[head].op == op) return;
  vector_push(&search->accesses, (Access){op, head});
  search->head[storage] = search->accesses.count - 1;
}

// A read of contents that are older than the memory's last write happens after that write: what it finds
// there has changed.
static void visit_read(OrderSearch *search, int op, int value) {
  int storage = search->builder->values.data[value].storage;
  if (search->builder->states.data[storage].mutations == 0) return;
  if (search->builder->states.data[value].version < search->mutations[storage])
    for (int i = search->head[storage]; i >= 0; i = search->accesses.data[i].next)
      if (search->accesses.data[i].next < 0) add_edge(search, search->accesses.data[i].op, op);
  record(search, storage, op);
}

// The value's own producer comes first by data flow already.
static void visit_write(OrderSearch *search, int op, int value) {
  const Value *into = &search->builder->values.data[value];
  int producer = search->builder->values.data[into->source].producer;
  for (int i = search->head[into->storage]; i >= 0; i = search->accesses.data[i].next)
    if (search->accesses.data[i].op != producer) add_edge(search, search->accesses.data[i].op, op);
  search->head[into->storage] = -1;
  search->mutations[into->storage]++;
  record(search, into->storage, op);
}

static void visit_op(OrderSearch *search, int index) {
  const Op *op = &search->builder->ops.data[index];
  if (op->is_view) return; // its readers are what touches the memory
  for (int i = 0; i < op->operand_count; i++)
    if (i != op->mutates && op->operands[i].value != NO_VALUE)
      visit_read(search, index, op->operands[i].value);
  if (op->mutates >= 0) visit_write(search, index, op->operands[op->mutates].value);
}

void builder_derive_order(GraphBuilder *builder, Graph *graph) {
  size_t count = (size_t)builder->values.count;
  OrderSearch search = {.builder = builder};
  search.head = memory_alloc((count + 1) * sizeof *search.head);
  search.mutations = memory_alloc((count + 1) * sizeof *search.mutations);
  for (size_t i = 0; i < count; i++)
    search.head[i] = -1;
  for (int i = 0; i < builder->ops.count; i++)
    visit_op(&search, i);
  graph->order = arena_array(builder->arena, (size_t)search.edges.count, sizeof *graph->order);
  graph->order_count = search.edges.count;
  for (int i = 0; i < search.edges.count; i++)
    graph->order[i] = search.edges.data[i];
  free(search.head);
  free(search.mutations);
  vector_free(&search.accesses);
  vector_free(&search.edges);
}
