// The tensors of a graph, and which of them kernels read and write.
#include "script/bind/tensor.h"

#include "base/sorted.h"
#include "script/bind/plan.h"

static int tensor_value(lua_State *L) {
  handle_check_class(L, 1, &tensor_class);
  return ((const Handle *)lua_touserdata(L, 1))->first;
}

static const Value *tensor_at(lua_State *L) {
  return &host_of(L)->graph->values[tensor_value(L)];
}

void bind_push_tensors(lua_State *L, const int *values, int count) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    handle_push_tensor(L, values[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

static void sort_once(IntegerList *list) {
  int kept = 0;
  sorted_sort(list->data, list->count);
  for (int i = 0; i < list->count; i++)
    if (i == 0 || list->data[i] != list->data[kept - 1]) list->data[kept++] = list->data[i];
  list->count = kept;
}

// ---- Of a tensor.

static int tensor_name(lua_State *L) {
  lua_pushstring(L, tensor_at(L)->name);
  return 1;
}

static int tensor_bytes(lua_State *L) {
  lua_pushinteger(L, graph_value_bytes(host_of(L)->graph, tensor_value(L)));
  return 1;
}

static int tensor_elements(lua_State *L) {
  lua_pushinteger(L, shape_elements(&tensor_at(L)->shape));
  return 1;
}

static int tensor_dtype(lua_State *L) {
  lua_pushstring(L, dtype_name(tensor_at(L)->dtype));
  return 1;
}

static void push_sizes(lua_State *L, const int64_t *sizes, int count) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    lua_pushinteger(L, sizes[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

static int tensor_shape(lua_State *L) {
  push_sizes(L, tensor_at(L)->shape.size, tensor_at(L)->shape.rank);
  return 1;
}

static int tensor_strides(lua_State *L) {
  push_sizes(L, tensor_at(L)->stride, tensor_at(L)->shape.rank);
  return 1;
}

static int tensor_producer(lua_State *L) {
  int producer = tensor_at(L)->producer;
  if (producer == NO_OP)
    lua_pushnil(L);
  else
    handle_push_op(L, producer);
  return 1;
}

static int tensor_is_input(lua_State *L) {
  lua_pushboolean(L, tensor_at(L)->producer == NO_OP);
  return 1;
}

// The ops that read a value, through views, into `readers`; whether it leaves the graph so.
static bool follow(Host *host, int value, IntegerList *readers) {
  const Graph *graph = host->graph;
  IntegerList *shown = &host->lists[LIST_SHOWN];
  bool leaves = false;
  vector_clear(shown);
  vector_clear(readers);
  vector_push(shown, value);
  for (int i = 0; i < shown->count; i++) {
    const Value *at = &graph->values[shown->data[i]];
    leaves |= at->is_output;
    for (int r = 0; r < at->reader_count; r++) {
      const Op *op = &graph->ops[at->readers[r].op];
      if (!op->is_view)
        vector_push(readers, at->readers[r].op);
      else
        for (int v = 0; v < op->result_count; v++)
          vector_push(shown, op->first_result + v);
    }
  }
  return leaves;
}

static int tensor_readers(lua_State *L) {
  Host *host = host_of(L);
  IntegerList *readers = &host->lists[LIST_A];
  follow(host, tensor_value(L), readers);
  sort_once(readers);
  handle_push_op_list(L, readers->data, readers->count);
  return 1;
}

static int tensor_is_output(lua_State *L) {
  Host *host = host_of(L);
  lua_pushboolean(L, follow(host, tensor_value(L), &host->lists[LIST_A]));
  return 1;
}

// ---- Of kernels: buffers of what is lowered, operands and results of what a library runs.

static void kernel_reads(Host *host, int kernel, IntegerList *out) {
  const PlanLowered *lowered = plan_lowered(host->plan, kernel);
  PlanKernel members = plan_kernel(host->plan, kernel);
  vector_clear(out);
  for (int i = 0; lowered->nest && i < lowered->nest->buffer_count; i++)
    if (lowered->nest->buffers[i].read) vector_push(out, lowered->nest->buffers[i].storage);
  for (int i = 0; !lowered->nest && i < members.op_count; i++) {
    const Op *op = &host->graph->ops[members.ops[i]];
    for (int o = 0; o < op->operand_count; o++)
      if (op->operands[o].value != NO_VALUE)
        vector_push(out, host->graph->values[op->operands[o].value].storage);
  }
  sort_once(out);
}

static void kernel_writes(Host *host, int kernel, IntegerList *out) {
  const PlanLowered *lowered = plan_lowered(host->plan, kernel);
  vector_clear(out);
  for (int i = 0; i < lowered->stored_count; i++)
    vector_push(out, host->graph->values[lowered->stored[i]].storage);
  sort_once(out);
}

typedef void (*KernelTensors)(Host *host, int kernel, IntegerList *out);

static int push_tensors_of(lua_State *L, KernelTensors tensors) {
  Host *host = host_of(L);
  int kernel = handle_check_kernel(L, 1);
  tensors(host, kernel, &host->lists[LIST_A]);
  bind_push_tensors(L, host->lists[LIST_A].data, host->lists[LIST_A].count);
  return 1;
}

int bind_reads_of(lua_State *L) {
  return push_tensors_of(L, kernel_reads);
}

int bind_writes_of(lua_State *L) {
  return push_tensors_of(L, kernel_writes);
}

static int64_t bytes_in_both(const Host *host, const IntegerList *a, const IntegerList *b) {
  int64_t bytes = 0;
  for (int i = 0, j = 0; i < a->count && j < b->count;) {
    if (a->data[i] == b->data[j]) bytes += graph_value_bytes(host->graph, a->data[i]);
    bool next = a->data[i] <= b->data[j];
    j += b->data[j] <= a->data[i];
    i += next;
  }
  return bytes;
}

static int64_t bytes_between(Host *host, int writer, int reader) {
  kernel_writes(host, writer, &host->lists[LIST_A]);
  kernel_reads(host, reader, &host->lists[LIST_B]);
  return bytes_in_both(host, &host->lists[LIST_A], &host->lists[LIST_B]);
}

int bind_shared(lua_State *L) {
  Host *host = host_of(L);
  handle_check_class(L, 1, &plan_class);
  int a = handle_check_kernel(L, 2), b = handle_check_kernel(L, 3);
  kernel_reads(host, a, &host->lists[LIST_A]);
  kernel_reads(host, b, &host->lists[LIST_B]);
  lua_pushinteger(L, bytes_in_both(host, &host->lists[LIST_A], &host->lists[LIST_B]));
  lua_pushinteger(L, a == b ? 0 : bytes_between(host, a, b) + bytes_between(host, b, a));
  return 2;
}

// ---- Of ops and edges.

int bind_results(lua_State *L) {
  const Op *op = &host_of(L)->graph->ops[handle_check_op(L, 1)];
  lua_createtable(L, op->result_count, 0);
  for (int i = 0; i < op->result_count; i++) {
    handle_push_tensor(L, op->first_result + i);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

// The results of the producer that the consumer reads, through views.
static void edge_values(lua_State *L, IntegerList *out) {
  const Graph *graph = host_of(L)->graph;
  int producer, consumer;
  handle_check_edge(L, 1, &producer, &consumer);
  const Op *op = &graph->ops[consumer];
  vector_clear(out);
  for (int i = 0; i < op->operand_count; i++) {
    if (op->operands[i].value == NO_VALUE) continue;
    int source = graph_source(graph, op->operands[i].value);
    if (graph->values[source].producer == producer) vector_push(out, source);
  }
  sort_once(out);
}

int bind_edge_tensors(lua_State *L) {
  IntegerList *values = &host_of(L)->lists[LIST_A];
  edge_values(L, values);
  bind_push_tensors(L, values->data, values->count);
  return 1;
}

int bind_edge_bytes(lua_State *L) {
  IntegerList *values = &host_of(L)->lists[LIST_A];
  edge_values(L, values);
  int64_t bytes = 0;
  for (int i = 0; i < values->count; i++)
    bytes += graph_value_bytes(host_of(L)->graph, values->data[i]);
  lua_pushinteger(L, bytes);
  return 1;
}

static const Binding tensor_bindings[] = {
    {"name", BINDING_FIELD, tensor_name, NULL, "string", "The name in the graph."},
    {"bytes", BINDING_FIELD, tensor_bytes, NULL, "integer", "Of all its elements."},
    {"elements", BINDING_FIELD, tensor_elements, NULL, "integer", "How many it has."},
    {"dtype", BINDING_FIELD, tensor_dtype, NULL, "string", "Its element type."},
    {"shape", BINDING_FIELD, tensor_shape, NULL, "integer[]", "Sizes, slowest axis first."},
    {"strides", BINDING_FIELD, tensor_strides, NULL, "integer[]",
     "For each axis the elements of memory from one to the next."},
    {"producer", BINDING_FIELD, tensor_producer, NULL, "op?", "The op that makes it; nil: an input."},
    {"readers", BINDING_FIELD, tensor_readers, NULL, "op[]", "The ops that read it, through views."},
    {"is_input", BINDING_FIELD, tensor_is_input, NULL, "boolean", "Does the graph get it?"},
    {"is_output", BINDING_FIELD, tensor_is_output, NULL, "boolean",
     "Does it leave the graph, itself or through a view?"},
};
const BindingClass tensor_class = {"tensor", "An input of the graph, or a result of an op: no view of one.",
                                   tensor_bindings, sizeof tensor_bindings / sizeof *tensor_bindings};
