// Attention as a kernel of its own, for programs that others are held against.
#include "kernel/cuda/emit_reference.h"
#include "plan/program/build.h"

bool program_attention(ProgramBuilder *builder, int op, Launch *launch) {
  Program *program = builder->program;
  ReferenceAttention attention;
  if (!kernel_emit_attention(program->graph, op, program->arena, &attention)) return false;
  int *arguments = arena_array(program->arena, REFERENCE_MATRICES, sizeof *arguments);
  LaunchUse *uses = arena_array(program->arena, REFERENCE_MATRICES, sizeof *uses);
  int64_t *bytes = arena_array(program->arena, REFERENCE_MATRICES, sizeof *bytes);
  for (int i = 0; i < REFERENCE_MATRICES; i++) {
    arguments[i] = program_buffer(builder, program->graph->values[attention.value[i]].storage);
    uses[i] = i < REFERENCE_OUTPUT ? (LaunchUse){.read = true} : (LaunchUse){.written = true};
    bytes[i] = builder->list.data[arguments[i]].bytes;
  }
  launch->kind = LAUNCH_KERNEL;
  launch->emitted = attention.emitted;
  launch->emitted.parameter_bytes = bytes;
  launch->arguments = arguments;
  launch->uses = uses;
  launch->argument_count = REFERENCE_MATRICES;
  return true;
}
