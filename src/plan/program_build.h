// Building a program: what program.c and program_matmul.c share.
#pragma once

#include "base/hash.h"
#include "base/vector.h"
#include "plan/program.h"

typedef struct ProgramBuilder {
  Program *program;
  Plan *plan;
  const EmitOptions *options;
  HashMap buffers; // storage value -> index into `list`
  VECTOR(ProgramBuffer) list;
} ProgramBuilder;

// The buffer that holds the memory of a storage value, made when it is new.
int program_buffer(ProgramBuilder *builder, int storage);
// Describes the product of a contraction op; NULL, or why it cannot be called.
const char *program_matmul(ProgramBuilder *builder, int op, Matmul *matmul);
