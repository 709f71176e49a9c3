// mm, addmm and bmm as calls of a matrix library: operands are reached through views by offset and strides.
#include "plan/program/build.h"

// The last two axes of a value as a matrix, the one before as the batch.
static MatmulOperand operand_of(ProgramBuilder *builder, int value) {
  const Value *row = &builder->program->graph->values[value];
  int last = row->shape.rank - 1;
  return (MatmulOperand){.buffer = program_buffer(builder, row->storage),
                         .offset = row->offset,
                         .row_stride = row->stride[last - 1],
                         .column_stride = row->stride[last],
                         .batch_stride = row->shape.rank == 3 ? row->stride[0] : 0};
}

// What addmm adds, broadcast to the product's shape: axes of size 1 and missing ones have stride 0.
static MatmulOperand addend_of(ProgramBuilder *builder, int value) {
  const Value *row = &builder->program->graph->values[value];
  int rank = row->shape.rank;
  MatmulOperand out = {.buffer = program_buffer(builder, row->storage), .offset = row->offset};
  if (rank >= 1 && row->shape.size[rank - 1] > 1) out.column_stride = row->stride[rank - 1];
  if (rank == 2 && row->shape.size[0] > 1) out.row_stride = row->stride[0];
  return out;
}

// Why the library cannot take operands of these types; NULL when it can.
static const char *type_problem(const Graph *graph, const Op *op) {
  DType dtype = graph->values[op->first_result].dtype;
  for (int i = 0; i < op->operand_count; i++) {
    int value = op->operands[i].value;
    if (value == NO_VALUE || graph->values[value].dtype != dtype)
      return "has operands of several dtypes, which the library does not take";
  }
  if (dtype_kind(dtype) != DTYPE_IS_FLOAT) return "is a product of integers: estimated, not run";
  return dtype_bytes(dtype) > 1 ? NULL : "is a product of floats of 8 bits: estimated, not run";
}

// Can strides say where its elements lie?
static bool is_matrix(const Graph *graph, int value) {
  return graph->values[value].strided && graph->values[value].shape.rank >= 2;
}

static bool are_reached(const Graph *graph, const Op *op) {
  bool adds = op->code == OP_ADDMM;
  const Value *addend = adds ? &graph->values[op->operands[0].value] : NULL;
  return is_matrix(graph, op->operands[adds].value) && is_matrix(graph, op->operands[adds + 1].value) &&
         is_matrix(graph, op->first_result) && (!addend || (addend->strided && addend->shape.rank <= 2));
}

const char *program_library_problem(const Graph *graph, int op) {
  const Op *row = &graph->ops[op];
  if (row->code == OP_SCALED_MM || row->code == OP_GROUPED_MM)
    return "is a product of quantised or grouped matrices: estimated, not run; what reads it gets made-up "
           "numbers";
  if (row->code != OP_MM && row->code != OP_BMM && row->code != OP_ADDMM) return "is estimated, not run";
  const char *problem = type_problem(graph, row);
  if (problem) return problem;
  return are_reached(graph, row) ? NULL : "reads a view that strides cannot say";
}

static void set_sizes(const Graph *graph, int a, int d, Matmul *matmul) {
  const Shape *left = &graph->values[a].shape, *result = &graph->values[d].shape;
  int last = result->rank - 1;
  matmul->dtype = graph->values[d].dtype;
  matmul->batch = result->rank == 3 ? result->size[0] : 1;
  matmul->m = result->size[last - 1];
  matmul->n = result->size[last];
  matmul->k = left->size[left->rank - 1];
}

const char *program_matmul(ProgramBuilder *builder, int op, Matmul *matmul) {
  const Graph *graph = builder->program->graph;
  const Op *row = &graph->ops[op];
  const char *problem = program_library_problem(graph, op);
  if (problem) return problem;
  bool adds = row->code == OP_ADDMM;
  int a = row->operands[adds].value;
  *matmul = (Matmul){.alpha = 1, .beta = 0, .c = {.buffer = -1}};
  matmul->a = operand_of(builder, a);
  matmul->b = operand_of(builder, row->operands[adds + 1].value);
  matmul->d = operand_of(builder, row->first_result);
  if (adds) matmul->c = addend_of(builder, row->operands[0].value);
  set_sizes(graph, a, row->first_result, matmul);
  if (adds) {
    matmul->alpha = op_number(row, ATTRIBUTE_ALPHA, 1);
    matmul->beta = op_number(row, ATTRIBUTE_BETA, 1);
  }
  return NULL;
}
