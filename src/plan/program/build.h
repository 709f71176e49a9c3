// Building a program: what program.c and matmul.c share.
#pragma once

#include "base/hash.h"
#include "base/vector.h"
#include "plan/program/program.h"

typedef struct ProgramBuilder {
  Program *program;
  const bool *computed; // ops in kernels of the program that this one is a reference for; NULL: of none
  HashMap buffers;      // storage value -> index into `list`
  VECTOR(ProgramBuffer) list;
} ProgramBuilder;

// The buffer that holds the memory of a storage value, made when it is new.
int program_buffer(ProgramBuilder *builder, int storage);
// Fills in a launch of the generated kernel `launch->lowered`, which is held.
bool program_add_kernel(ProgramBuilder *builder, Launch *launch, Status *status);
// A launch of the kernel that computes an attention op alone; false: it is left to its library.
bool program_attention(ProgramBuilder *builder, int op, Launch *launch);
// The builder's buffers become the program's; frees the builder's own memory.
void program_finish(ProgramBuilder *builder);
// Describes the product of a contraction op; NULL, or why it cannot be called.
const char *program_matmul(ProgramBuilder *builder, int op, Matmul *matmul);
