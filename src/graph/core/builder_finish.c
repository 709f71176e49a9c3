// Freezing: the vectors become arrays of the graph's arena, and the indices are built.
#include "graph/core/builder_core.h"

#include <stdlib.h>
#include <string.h>

static void *freeze(Arena *arena, const void *data, int count, size_t element_bytes) {
  void *copy = arena_array(arena, (size_t)count, element_bytes);
  if (count) memcpy(copy, data, (size_t)count * element_bytes);
  return copy;
}

static void build_readers(Graph *graph) {
  int total = 0;
  for (int i = 0; i < graph->op_count; i++)
    for (int j = 0; j < graph->ops[i].operand_count; j++) {
      int value = graph->ops[i].operands[j].value;
      if (value != NO_VALUE) graph->values[value].reader_count++, total++;
    }
  Reader *readers = arena_array(graph->arena, (size_t)total, sizeof *readers);
  Reader **next = memory_alloc(((size_t)graph->value_count + 1) * sizeof *next);
  for (int i = 0; i < graph->value_count; i++) {
    graph->values[i].readers = next[i] = readers;
    readers += graph->values[i].reader_count;
  }
  for (int i = 0; i < graph->op_count; i++)
    for (int j = 0; j < graph->ops[i].operand_count; j++) {
      int value = graph->ops[i].operands[j].value;
      if (value != NO_VALUE) *next[value]++ = (Reader){i, j};
    }
  free(next);
}

// Edges between ops as one list, sorted; then cut up per op.
typedef VECTOR(OrderEdge) Edges;

static int compare_edges(const void *a, const void *b) {
  const OrderEdge *x = a, *y = b;
  if (x->after != y->after) return x->after < y->after ? -1 : 1;
  return (x->before > y->before) - (x->before < y->before);
}

static void collect_edges(const Graph *graph, Edges *edges) {
  for (int i = 0; i < graph->op_count; i++) {
    const Op *op = &graph->ops[i];
    for (int j = 0; j < op->operand_count && !op->is_view; j++) {
      if (op->operands[j].value == NO_VALUE) continue;
      int producer = graph->values[graph->values[op->operands[j].value].source].producer;
      if (producer != NO_OP) vector_push(edges, (OrderEdge){producer, i});
    }
  }
  for (int i = 0; i < graph->order_count; i++)
    vector_push(edges, graph->order[i]);
  if (edges->count) qsort(edges->data, (size_t)edges->count, sizeof *edges->data, compare_edges);
  int kept = 0;
  for (int i = 0; i < edges->count; i++)
    if (kept == 0 || compare_edges(&edges->data[i], &edges->data[kept - 1]) != 0)
      edges->data[kept++] = edges->data[i];
  edges->count = kept;
}

// Sorted by (after, before): producers lie in order; consumers fall into order by walking it.
static void build_neighbours(GraphStore *store) {
  Graph *graph = &store->graph;
  Edges edges = {0};
  collect_edges(graph, &edges);
  size_t count = (size_t)graph->op_count;
  int *producers = arena_array(graph->arena, (size_t)edges.count, sizeof *producers);
  int *consumers = arena_array(graph->arena, (size_t)edges.count, sizeof *consumers);
  int **next = memory_alloc((count + 1) * sizeof *next);
  store->neighbours = arena_array(graph->arena, count, sizeof *store->neighbours);
  for (int i = 0; i < edges.count; i++)
    store->neighbours[edges.data[i].before].consumer_count++;
  for (int i = 0; i < graph->op_count; i++) {
    store->neighbours[i].consumers = next[i] = consumers;
    consumers += store->neighbours[i].consumer_count;
  }
  for (int i = 0; i < edges.count; i++) {
    Neighbours *reader = &store->neighbours[edges.data[i].after];
    if (reader->producer_count++ == 0) reader->producers = &producers[i];
    producers[i] = edges.data[i].before;
    *next[edges.data[i].before]++ = edges.data[i].after;
  }
  free(next);
  vector_free(&edges);
}

void graph_index(GraphStore *store) {
  build_readers(&store->graph);
  build_neighbours(store);
}

static uint64_t hash_list(uint64_t hash, const int64_t *list, int count) {
  hash = hash_integer(hash, count);
  for (int i = 0; i < count; i++)
    hash = hash_integer(hash, list[i]);
  return hash;
}

// The stride of an axis without a second element says nothing.
static uint64_t hash_strides(uint64_t hash, const Value *value) {
  for (int i = 0; i < value->shape.rank; i++)
    hash = hash_integer(hash, value->shape.size[i] > 1 ? value->stride[i] : 0);
  return hash;
}

static uint64_t hash_value(uint64_t hash, const Value *value) {
  hash = hash_string(hash, value->name);
  hash = hash_string(hash, dtype_name(value->dtype));
  hash = hash_list(hash, value->shape.size, value->shape.rank);
  return hash_strides(hash, value);
}

// What is kept of a graph, plans above all, is found by its hash: types go into it by numbers that stay when
// the table of types gets rows. New types have no place in this list.
static int64_t lasting_number(int64_t dtype) {
  static const DType numbered[] = {DTYPE_BOOL, DTYPE_U8,   DTYPE_I8,  DTYPE_I16, DTYPE_I32, DTYPE_I64,
                                   DTYPE_F16,  DTYPE_BF16, DTYPE_F32, DTYPE_F64, DTYPE_C64};
  for (size_t i = 0; i < sizeof numbered / sizeof *numbered; i++)
    if ((DType)dtype == numbered[i]) return (int64_t)i;
  return (int64_t)hash_string(HASH_START, dtype_name((DType)dtype));
}

static uint64_t hash_attribute(uint64_t hash, const Attribute *attribute) {
  hash = hash_string(hash, attribute_name(attribute->key));
  if (attribute_kind(attribute->key) == ATTRIBUTE_IS_DTYPE && attribute->count == 1)
    hash = hash_integer(hash_integer(hash, 1), lasting_number(*attribute->integer));
  else
    hash = hash_list(hash, attribute->integer, attribute->count);
  if (attribute->count == 0) hash = hash_bytes(hash, &attribute->number, sizeof attribute->number);
  return hash_string(hash, attribute->text ? attribute->text : "");
}

// Attributes may stand in any order in a file.
static uint64_t hash_attributes(uint64_t hash, const Op *op) {
  for (int key = 0; key < ATTRIBUTE_COUNT; key++) {
    const Attribute *attribute = op_attribute(op, (AttributeKey)key);
    if (attribute) hash = hash_attribute(hash, attribute);
  }
  return hash;
}

// Inputs first, as a file lists them, and then results: a reader may make an input where it meets it.
static int *number_values(const Graph *graph) {
  int *numbers = memory_alloc(((size_t)graph->value_count + 1) * sizeof *numbers), next = graph->input_count;
  for (int i = 0; i < graph->value_count; i++)
    if (graph->values[i].producer != NO_OP) numbers[i] = next++;
  for (int i = 0; i < graph->input_count; i++)
    numbers[graph->inputs[i]] = i;
  return numbers;
}

static uint64_t hash_number(uint64_t hash, const int *numbers, int value) {
  return hash_integer(hash, value == NO_VALUE ? NO_VALUE : numbers[value]);
}

static uint64_t hash_op(uint64_t hash, const Graph *graph, const Op *op, const int *numbers) {
  hash = hash_string(hash, op->name);
  hash = hash_string(hash, op_info(op->code)->name);
  for (int i = 0; i < op->operand_count; i++) {
    const Operand *operand = &op->operands[i];
    hash = hash_number(hash, numbers, operand->value);
    if (operand->is_number) hash = hash_bytes(hash, &operand->number, sizeof operand->number);
    if (operand->is_integer) hash = hash_integer(hash, operand->integer);
  }
  hash = hash_attributes(hash, op);
  hash = hash_integer(hash, op->mutates);
  for (int i = 0; i < op->result_count; i++)
    hash = hash_value(hash, &graph->values[op->first_result + i]);
  return hash;
}

uint64_t graph_compute_hash(const Graph *graph) {
  uint64_t hash = HASH_START;
  int *numbers = number_values(graph);
  for (int i = 0; i < graph->input_count; i++)
    hash = hash_value(hash, &graph->values[graph->inputs[i]]);
  for (int i = 0; i < graph->op_count; i++)
    hash = hash_op(hash, graph, &graph->ops[i], numbers);
  for (int i = 0; i < graph->output_count; i++)
    hash = hash_number(hash, numbers, graph->outputs[i]);
  free(numbers);
  return hash;
}

static void freeze_builder(GraphBuilder *builder, GraphStore *store) {
  Graph *graph = &store->graph;
  Arena *arena = graph->arena = builder->arena;
  graph->name = builder->name;
  graph->about = builder->about;
  graph->file = builder->file;
  graph->value_count = builder->values.count;
  graph->values = freeze(arena, builder->values.data, builder->values.count, sizeof *graph->values);
  graph->op_count = builder->ops.count;
  graph->ops = freeze(arena, builder->ops.data, builder->ops.count, sizeof *graph->ops);
  graph->input_count = builder->inputs.count;
  graph->inputs = freeze(arena, builder->inputs.data, builder->inputs.count, sizeof *graph->inputs);
  graph->output_count = builder->outputs.count;
  graph->outputs = freeze(arena, builder->outputs.data, builder->outputs.count, sizeof *graph->outputs);
  graph->size_count = builder->sizes.count;
  graph->sizes = freeze(arena, builder->sizes.data, builder->sizes.count, sizeof *graph->sizes);
  store->note_count = builder->notes.count;
  store->notes = freeze(arena, builder->notes.data, builder->notes.count, sizeof *store->notes);
  store->annotated = arena_array(arena, (size_t)builder->states.count, sizeof *store->annotated);
  for (int i = 0; i < builder->states.count; i++)
    store->annotated[i] = builder->states.data[i].annotated;
}

Graph *builder_finish(GraphBuilder *builder, Status *status) {
  if (builder->values.count == 0) {
    status_fail(status, STATUS_INPUT, "%s: the graph has no inputs and no ops", builder->file);
    builder_free(builder);
    return NULL;
  }
  GraphStore *store = arena_alloc(builder->arena, sizeof *store);
  freeze_builder(builder, store);
  store->op_names = builder->op_names;
  store->value_names = builder->value_names;
  for (int i = 0; i < store->graph.output_count; i++)
    if (store->graph.outputs[i] != NO_VALUE) store->graph.values[store->graph.outputs[i]].is_output = true;
  builder_derive_order(builder, &store->graph);
  graph_index(store);
  store->graph.hash = graph_compute_hash(&store->graph);
  builder->op_names = builder->value_names = (NameMap){0};
  builder->arena = NULL; // the graph's now
  builder_free(builder);
  return &store->graph;
}
