// mm, addmm and bmm as calls of a matrix library: operands are reached through views by offset and strides.
#include "plan/program/build.h"

// The last two axes of a value as a matrix, the one before as the batch.
static bool operand_of(ProgramBuilder *builder, int value, MatmulOperand *out) {
  const Value *row = &builder->program->graph->values[value];
  if (!row->strided || row->shape.rank < 2) return false;
  int last = row->shape.rank - 1;
  *out = (MatmulOperand){.buffer = program_buffer(builder, row->storage), .offset = row->offset};
  out->row_stride = row->stride[last - 1];
  out->column_stride = row->stride[last];
  out->batch_stride = row->shape.rank == 3 ? row->stride[0] : 0;
  return true;
}

// What addmm adds, broadcast to the product's shape: axes of size 1 and missing ones have stride 0.
static bool addend_of(ProgramBuilder *builder, int value, MatmulOperand *out) {
  const Value *row = &builder->program->graph->values[value];
  int rank = row->shape.rank;
  if (!row->strided || rank > 2) return false;
  *out = (MatmulOperand){.buffer = program_buffer(builder, row->storage), .offset = row->offset};
  if (rank >= 1 && row->shape.size[rank - 1] > 1) out->column_stride = row->stride[rank - 1];
  if (rank == 2 && row->shape.size[0] > 1) out->row_stride = row->stride[0];
  return true;
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
  bool adds = row->code == OP_ADDMM;
  if (row->code == OP_SCALED_MM || row->code == OP_GROUPED_MM)
    return "is a product of quantised or grouped matrices: estimated, not run; what reads it gets made-up "
           "numbers";
  if (row->code != OP_MM && row->code != OP_BMM && !adds) return "is estimated, not run";
  const char *problem = type_problem(graph, row);
  if (problem) return problem;
  *matmul = (Matmul){.alpha = 1, .beta = 0, .c = {.buffer = -1}};
  int a = row->operands[adds].value, b = row->operands[adds + 1].value;
  bool reached = operand_of(builder, a, &matmul->a) && operand_of(builder, b, &matmul->b) &&
                 operand_of(builder, row->first_result, &matmul->d) &&
                 (!adds || addend_of(builder, row->operands[0].value, &matmul->c));
  if (!reached) return "reads a view that strides cannot say";
  set_sizes(graph, a, row->first_result, matmul);
  if (adds) {
    matmul->alpha = op_number(row, ATTRIBUTE_ALPHA, 1);
    matmul->beta = op_number(row, ATTRIBUTE_BETA, 1);
  }
  return NULL;
}
