// The tensors that an op reads, as plain tables.
#include "script/bind/op.h"
#include "script/result.h"

static const Binding operand_bindings[] = {
    {"tensor", BINDING_FIELD, NULL, NULL, "string",
     "The name of the tensor in memory that it reads: an input of the graph, or a result of the producer."},
    {"producer", BINDING_FIELD, NULL, NULL, "op?", "The op that makes it; absent: an input of the graph."},
    {"bytes", BINDING_FIELD, NULL, NULL, "integer", "Bytes of that tensor."},
    {"dtype", BINDING_FIELD, NULL, NULL, "string", "Its element type."},
    {"shape", BINDING_FIELD, NULL, NULL, "integer[]",
     "Sizes as the op reads it, through views; slowest axis first."},
    {"strides", BINDING_FIELD, NULL, NULL, "integer[]?",
     "For each of those axes the elements of memory from one to the next; 0: it is repeated. Absent: strides "
     "cannot say it."},
    {"offset", BINDING_FIELD, NULL, NULL, "integer", "Elements of memory before the first that is read."},
};
const BindingClass operand_class = {"operand", "A tensor that an op reads: a plain table.", operand_bindings,
                                    sizeof operand_bindings / sizeof *operand_bindings};

static void push_sizes(lua_State *L, const int64_t *sizes, int count) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    lua_pushinteger(L, sizes[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

static void push_operand(lua_State *L, const Graph *graph, int value) {
  const Value *read = &graph->values[value];
  int source = graph_source(graph, value);
  const Value *tensor = &graph->values[source];
  lua_createtable(L, 0, operand_class.count);
  lua_pushstring(L, tensor->name);
  lua_setfield(L, -2, "tensor");
  if (tensor->producer != NO_OP) {
    handle_push_op(L, tensor->producer);
    lua_setfield(L, -2, "producer");
  }
  lua_pushinteger(L, graph_value_bytes(graph, source));
  lua_setfield(L, -2, "bytes");
  lua_pushstring(L, dtype_name(read->dtype));
  lua_setfield(L, -2, "dtype");
  push_sizes(L, read->shape.size, read->shape.rank);
  lua_setfield(L, -2, "shape");
  if (read->strided) {
    push_sizes(L, read->stride, read->shape.rank);
    lua_setfield(L, -2, "strides");
  }
  lua_pushinteger(L, read->strided ? read->offset : 0);
  lua_setfield(L, -2, "offset");
  result_mark(L, &result_operand);
}

int bind_operands(lua_State *L) {
  Host *host = host_of(L);
  const Op *op = &host->graph->ops[handle_check_op(L, 1)];
  lua_createtable(L, op->operand_count, 0);
  for (int i = 0, n = 0; i < op->operand_count; i++) {
    if (op->operands[i].value == NO_VALUE) continue;
    push_operand(L, host->graph, op->operands[i].value);
    lua_rawseti(L, -2, ++n);
  }
  return 1;
}

int bind_reduced_axes(lua_State *L) {
  Host *host = host_of(L);
  const Op *op = &host->graph->ops[handle_check_op(L, 1)];
  lua_newtable(L);
  if (op->op_class != CLASS_REDUCE) return 1;
  uint32_t axes = op_reduced_axes(host->graph, op);
  for (int axis = 0, n = 0; axis < MAX_RANK; axis++) {
    if (!(axes >> axis & 1)) continue;
    lua_pushinteger(L, axis + 1);
    lua_rawseti(L, -2, ++n);
  }
  return 1;
}
