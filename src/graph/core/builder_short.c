// Shorthands for tests and generators.
#include "graph/core/builder_core.h"

#include <stdio.h>
#include <stdlib.h>

static int add_or_end(GraphBuilder *builder, OpSpec *spec) {
  Status status = {0};
  spec->name = arena_printf(builder->arena, "%s_%d", op_info(spec->code)->name, builder->ops.count);
  spec->mutates = -1;
  int op = builder_op(builder, spec, &status);
  if (op == NO_OP) {
    fprintf(stderr, "%s\n", status.message);
    abort();
  }
  return builder_result(builder, op, 0);
}

int builder_unary(GraphBuilder *builder, OpCode code, int a) {
  return add_or_end(builder, &(OpSpec){.code = code, .operands = &(Operand){.value = a}, .operand_count = 1});
}

int builder_binary(GraphBuilder *builder, OpCode code, int a, int b) {
  Operand operands[] = {{.value = a}, {.value = b}};
  return add_or_end(builder, &(OpSpec){.code = code, .operands = operands, .operand_count = 2});
}

int builder_scalar(GraphBuilder *builder, OpCode code, int a, double number) {
  Operand operands[] = {{.value = a}, {.value = NO_VALUE, .is_number = true, .number = number}};
  return add_or_end(builder, &(OpSpec){.code = code, .operands = operands, .operand_count = 2});
}

int builder_cast(GraphBuilder *builder, int a, DType dtype) {
  int64_t code = (int64_t)dtype;
  Attribute attribute = {.key = ATTRIBUTE_DTYPE, .count = 1, .integer = &code};
  return add_or_end(builder, &(OpSpec){.code = OP_CAST,
                                       .operands = &(Operand){.value = a},
                                       .operand_count = 1,
                                       .attributes = &attribute,
                                       .attribute_count = 1});
}

int builder_reduce(GraphBuilder *builder, OpCode code, int a, const int *axes, int axis_count, bool keep) {
  int64_t list[MAX_RANK], flag = keep;
  for (int i = 0; i < axis_count; i++)
    list[i] = axes[i];
  Attribute attributes[] = {{.key = ATTRIBUTE_AXES, .count = axis_count, .integer = list},
                            {.key = ATTRIBUTE_KEEP, .count = 1, .integer = &flag}};
  bool takes_keep = op_takes(code, ATTRIBUTE_KEEP);
  return add_or_end(builder, &(OpSpec){.code = code,
                                       .operands = &(Operand){.value = a},
                                       .operand_count = 1,
                                       .attributes = attributes,
                                       .attribute_count = takes_keep ? 2 : 1});
}
