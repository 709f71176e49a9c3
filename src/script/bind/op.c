// What scripts see of ops and edges.
#include "script/bind/op.h"
#include "kernel/lower/lower.h"
#include "script/bind/facts.h"
#include "script/bind/tensor.h"

static const Op *op_at(lua_State *L) {
  return &host_of(L)->graph->ops[handle_check_op(L, 1)];
}

static const Value *first_result(lua_State *L) {
  const Op *op = op_at(L);
  return &host_of(L)->graph->values[op->first_result];
}

static int op_name(lua_State *L) {
  lua_pushstring(L, op_at(L)->name);
  return 1;
}

static int op_kind(lua_State *L) {
  lua_pushstring(L, op_info(op_at(L)->code)->name);
  return 1;
}

static int op_class_field(lua_State *L) {
  lua_pushstring(L, op_class_name(op_at(L)->op_class));
  return 1;
}

static int op_index(lua_State *L) {
  lua_pushinteger(L, handle_check_op(L, 1));
  return 1;
}

static int op_shape(lua_State *L) {
  const Shape *shape = &first_result(L)->shape;
  lua_createtable(L, shape->rank, 0);
  for (int axis = 0; axis < shape->rank; axis++) {
    lua_pushinteger(L, shape->size[axis]);
    lua_rawseti(L, -2, axis + 1);
  }
  return 1;
}

static int op_strides(lua_State *L) {
  const Value *result = first_result(L);
  lua_createtable(L, result->shape.rank, 0);
  for (int axis = 0; axis < result->shape.rank; axis++) {
    lua_pushinteger(L, result->stride[axis]);
    lua_rawseti(L, -2, axis + 1);
  }
  return 1;
}

static int op_dtype(lua_State *L) {
  lua_pushstring(L, dtype_name(first_result(L)->dtype));
  return 1;
}

static int op_elements(lua_State *L) {
  lua_pushinteger(L, shape_elements(&first_result(L)->shape));
  return 1;
}

static int op_bytes(lua_State *L) {
  const Op *op = op_at(L);
  int64_t bytes = 0;
  for (int i = 0; i < op->result_count; i++)
    bytes += graph_value_bytes(host_of(L)->graph, op->first_result + i);
  lua_pushinteger(L, bytes);
  return 1;
}

// Distinct values that it reads, through views.
static int op_read_bytes(lua_State *L) {
  const Graph *graph = host_of(L)->graph;
  const Op *op = op_at(L);
  int64_t bytes = 0;
  for (int i = 0; i < op->operand_count; i++) {
    int value = op->operands[i].value;
    if (value == NO_VALUE) continue;
    bool seen = false;
    for (int j = 0; j < i && !seen; j++)
      seen = op->operands[j].value != NO_VALUE &&
             graph_source(graph, op->operands[j].value) == graph_source(graph, value);
    if (!seen) bytes += graph_value_bytes(graph, graph_source(graph, value));
  }
  lua_pushinteger(L, bytes);
  return 1;
}

static int op_readers(lua_State *L) {
  Neighbours neighbours = graph_neighbours(host_of(L)->graph, handle_check_op(L, 1));
  handle_push_op_list(L, neighbours.consumers, neighbours.consumer_count);
  return 1;
}

static int op_producers(lua_State *L) {
  Neighbours neighbours = graph_neighbours(host_of(L)->graph, handle_check_op(L, 1));
  handle_push_op_list(L, neighbours.producers, neighbours.producer_count);
  return 1;
}

static int op_is_output(lua_State *L) {
  const Op *op = op_at(L);
  bool is_output = false;
  for (int i = 0; i < op->result_count; i++)
    is_output |= host_of(L)->graph->values[op->first_result + i].is_output;
  lua_pushboolean(L, is_output);
  return 1;
}

// The graph's results are gone through rather than chains of views, which may be long.
static int op_is_kept(lua_State *L) {
  const Graph *graph = host_of(L)->graph;
  const Op *op = op_at(L);
  bool is_kept = false;
  host_spend(L, (size_t)graph->output_count);
  for (int i = 0; i < graph->output_count && !is_kept; i++) {
    if (graph->outputs[i] == NO_VALUE) continue;
    int result = graph_source(graph, graph->outputs[i]) - op->first_result;
    is_kept = result >= 0 && result < op->result_count;
  }
  lua_pushboolean(L, is_kept);
  return 1;
}

static int op_mutates(lua_State *L) {
  lua_pushboolean(L, op_at(L)->mutates >= 0);
  return 1;
}

static int op_hands_on(lua_State *L) {
  lua_pushboolean(L, lower_hands_on(host_of(L)->graph, op_at(L)));
  return 1;
}

static int op_bias(lua_State *L) {
  int ops[PLAN_BIAS], count = plan_bias(host_of(L)->plan, handle_check_op(L, 1), ops, PLAN_BIAS);
  handle_push_op_list(L, ops, count);
  return 1;
}

static int op_is_a_product(lua_State *L) {
  lua_pushboolean(L, op_is_product(op_at(L)));
  return 1;
}

static int op_kernel(lua_State *L) {
  handle_push_kernel(L, plan_home(host_of(L)->plan, handle_check_op(L, 1)));
  return 1;
}

static int op_source(lua_State *L) {
  const Op *op = op_at(L);
  if (op->source_file)
    lua_pushfstring(L, "%s:%d", op->source_file, op->source_line);
  else
    lua_pushnil(L);
  return 1;
}

static const Binding op_bindings[] = {
    {"name", BINDING_FIELD, op_name, NULL, "string", "The name in the graph."},
    {"kind", BINDING_FIELD, op_kind, NULL, "string", "What it does: \"mul\", \"mean\", \"cast\"."},
    {"class", BINDING_FIELD, op_class_field, NULL, "string",
     "\"pointwise\", \"reduce\", \"create\", \"layout\", \"index\", \"library\" and so on."},
    {"index", BINDING_FIELD, op_index, NULL, "integer", "Its place in topological order, from 0."},
    {"shape", BINDING_FIELD, op_shape, NULL, "integer[]", "Sizes of its first result, slowest axis first."},
    {"strides", BINDING_FIELD, op_strides, NULL, "integer[]",
     "For each of those axes the elements of memory from one to the next."},
    {"dtype", BINDING_FIELD, op_dtype, NULL, "string", "Element type of its first result."},
    {"elements", BINDING_FIELD, op_elements, NULL, "integer", "Elements of its first result."},
    {"bytes", BINDING_FIELD, op_bytes, NULL, "integer", "Bytes of all its results."},
    {"read_bytes", BINDING_FIELD, op_read_bytes, NULL, "integer",
     "Bytes of the distinct tensors that it reads, through views."},
    {"readers", BINDING_FIELD, op_readers, NULL, "op[]",
     "Ops that must run after it because they read it, through views."},
    {"producers", BINDING_FIELD, op_producers, NULL, "op[]", "Ops that must run before it, through views."},
    {"operands", BINDING_FIELD, bind_operands, NULL, "operand[]",
     "The tensors that it reads, in the order of its operands; numbers are not among them."},
    {"reduced_axes", BINDING_FIELD, bind_reduced_axes, NULL, "integer[]",
     "The axes of its first operand, from 1, over which it reduces; empty: it is no reduction."},
    {"is_output", BINDING_FIELD, op_is_output, NULL, "boolean", "Does a result leave the graph?"},
    {"is_kept", BINDING_FIELD, op_is_kept, NULL, "boolean",
     "Must a result be in memory in the end: does it leave the graph, or a view of it?"},
    {"mutates", BINDING_FIELD, op_mutates, NULL, "boolean", "Does it write into memory that it was given?"},
    {"hands_on", BINDING_FIELD, op_hands_on, NULL, "boolean",
     "Can a matrix product that is in its kernel read what it reads instead of what it makes? "
     "It is a copy, a cast from a shorter float to f32, or an f32 times or by a number."},
    {"bias", BINDING_FIELD, op_bias, NULL, "op[]",
     "Of attention: what its bias is made of by arithmetic, numbers of places and look-ups that are not in "
     "its kernel, "
     "which may recompute all of them at once; else empty."},
    {"is_product", BINDING_FIELD, op_is_a_product, NULL, "boolean",
     "Does it multiply matrices, as kernels are generated for: a contraction, or attention?"},
    {"kernel", BINDING_FIELD, op_kernel, NULL, "kernel", "Its home kernel now."},
    {"results", BINDING_FIELD, bind_results, NULL, "tensor[]", "What it makes."},
    {"level", BINDING_FIELD, bind_level, NULL, "integer",
     "Ops on the longest path to it from one that needs no other: 0 for these."},
    {"dominator", BINDING_FIELD, bind_dominator, NULL, "op?",
     "The nearest op that every path from an input to it leads through."},
    {"post_dominator", BINDING_FIELD, bind_post_dominator, NULL, "op?",
     "The nearest op that every path from it to an output leads through."},
    {"pattern", BINDING_FIELD, bind_pattern, NULL, "string",
     "Its kind as TVM's fusion has them, views that it reads through counted in: \"elementwise\", "
     "\"broadcast\", "
     "\"injective\", \"reduction\", \"complex\" (products, convolutions, pooling), \"opaque\"."},
    {"reaches", BINDING_METHOD, bind_reaches, "op: op", "boolean", "Does that op need it, however far away?"},
    {"source", BINDING_FIELD, op_source, NULL, "string?", "File and line in the model, when known."},
};
const BindingClass op_class = {
    "op", "One operation of the graph (views are not among them: they live with their readers).", op_bindings,
    sizeof op_bindings / sizeof *op_bindings};

static int edge_producer(lua_State *L) {
  int producer, consumer;
  handle_check_edge(L, 1, &producer, &consumer);
  handle_push_op(L, producer);
  return 1;
}

static int edge_consumer(lua_State *L) {
  int producer, consumer;
  handle_check_edge(L, 1, &producer, &consumer);
  handle_push_op(L, consumer);
  return 1;
}

static const Binding edge_bindings[] = {
    {"producer", BINDING_FIELD, edge_producer, NULL, "op", "The op that is read."},
    {"consumer", BINDING_FIELD, edge_consumer, NULL, "op", "The op that reads."},
    {"tensors", BINDING_FIELD, bind_edge_tensors, NULL, "tensor[]", "What is read, whole, through views."},
    {"bytes", BINDING_FIELD, bind_edge_bytes, NULL, "integer", "Of these tensors."},
};
const BindingClass op_edge_class = {"edge", "A producer and one of its readers, through views.",
                                    edge_bindings, sizeof edge_bindings / sizeof *edge_bindings};
