// A program of variants of one kernel.
#include "plan/program/build.h"

static bool add_variants(ProgramBuilder *builder, int kernel, const PlanLowered *const *variants, int count,
                         Status *status) {
  Program *program = builder->program;
  program->launches = arena_array(program->arena, (size_t)count + 1, sizeof *program->launches);
  for (int i = 0; i < count; i++) {
    Launch *launch = &program->launches[program->launch_count++];
    launch->kernel = kernel;
    launch->lowered = plan_hold(variants[i]);
    if (!program_add_kernel(builder, launch, status)) return false;
  }
  return true;
}

// What the kernel reads comes from outside, whatever makes it in the graph.
static void mark_inputs(ProgramBuilder *builder, const Nest *nest) {
  for (int i = 0; i < builder->list.count; i++)
    builder->list.data[i].is_input = false;
  for (int i = 0; i < nest->buffer_count; i++)
    if (nest->buffers[i].read)
      builder->list.data[program_buffer(builder, nest->buffers[i].storage)].is_input = true;
  for (int i = 0; i < nest->preset_count; i++) {
    int from = nest->presets[i].from;
    if (from != NO_BUFFER)
      builder->list.data[program_buffer(builder, nest->buffers[from].storage)].is_input = true;
  }
}

Program *program_build_variants(const Graph *graph, int kernel, const PlanLowered *const *variants, int count,
                                Status *status) {
  Arena *arena = arena_new();
  Program *program = arena_alloc(arena, sizeof *program);
  *program = (Program){.arena = arena, .graph = graph, .variants = true};
  ProgramBuilder builder = {.program = program};
  bool built = add_variants(&builder, kernel, variants, count, status);
  if (built && count) mark_inputs(&builder, variants[0]->nest);
  program_finish(&builder);
  if (built) return program;
  program_free(program);
  return NULL;
}
