#include "plan/program/build.h"

#include <stdlib.h>
#include <string.h>

int program_buffer(ProgramBuilder *builder, int storage) {
  int64_t known;
  if (hashmap_get(&builder->buffers, (uint64_t)storage, &known)) return (int)known;
  int index = builder->list.count;
  const Graph *graph = builder->program->graph;
  ProgramBuffer buffer = {.storage = storage, .bytes = program_value_bytes(graph, storage)};
  buffer.is_input = graph->values[storage].producer == NO_OP;
  vector_push(&builder->list, buffer);
  hashmap_set(&builder->buffers, (uint64_t)storage, index);
  return index;
}

// ---- Launches

bool program_add_kernel(ProgramBuilder *builder, Launch *launch, Status *status) {
  Program *program = builder->program;
  const Nest *nest = launch->lowered->nest;
  int *arguments = arena_array(program->arena, (size_t)nest->buffer_count + 1, sizeof *arguments);
  LaunchUse *uses = arena_array(program->arena, (size_t)nest->buffer_count + 1, sizeof *uses);
  Preset *presets = arena_array(program->arena, (size_t)nest->preset_count + 1, sizeof *presets);
  for (int i = 0; i < nest->buffer_count; i++) {
    arguments[i] = program_buffer(builder, nest->buffers[i].storage);
    uses[i] = (LaunchUse){nest->buffers[i].read, nest->buffers[i].written};
  }
  for (int i = 0; i < nest->preset_count; i++) {
    Preset preset = nest->presets[i];
    presets[i] = (Preset){preset.from == NO_VALUE ? NO_VALUE : arguments[preset.from], arguments[preset.to]};
  }
  launch->kind = LAUNCH_KERNEL;
  launch->arguments = arguments;
  launch->uses = uses;
  launch->argument_count = nest->buffer_count;
  launch->presets = presets;
  launch->preset_count = nest->preset_count;
  const Emitted *code = plan_code(launch->lowered, status);
  if (code) launch->emitted = *code;
  return code != NULL;
}

// A kernel that a library runs, or nobody here: its results are then inputs of the program.
static void add_library(ProgramBuilder *builder, Launch *launch, int op) {
  Program *program = builder->program;
  const Op *row = &program->graph->ops[op];
  if (builder->computed && builder->computed[op] && program_attention(builder, op, launch)) return;
  const char *why = program_matmul(builder, op, &launch->matmul);
  launch->kind = why ? LAUNCH_SKIPPED : LAUNCH_MATMUL;
  if (!why) return;
  launch->why = arena_printf(program->arena, "%s (%s) %s", row->name, op_info(row->code)->name, why);
  for (int i = 0; i < row->result_count; i++) {
    int buffer = program_buffer(builder, program->graph->values[row->first_result + i].storage);
    builder->list.data[buffer].is_input = true;
  }
}

static bool add_launches(ProgramBuilder *builder, Plan *plan, Status *status) {
  Program *program = builder->program;
  int count;
  const int *order = plan_order(plan, &count);
  program->launches = arena_array(program->arena, (size_t)count + 1, sizeof *program->launches);
  for (int i = 0; i < count; i++) {
    Launch *launch = &program->launches[program->launch_count++];
    launch->kernel = order[i];
    launch->lowered = plan_hold(plan_lowered(plan, order[i]));
    if (!launch->lowered->nest)
      add_library(builder, launch, plan_kernel(plan, order[i]).ops[0]);
    else if (!program_add_kernel(builder, launch, status))
      return false;
  }
  return true;
}

static void mark_outputs(ProgramBuilder *builder) {
  const Graph *graph = builder->program->graph;
  for (int i = 0; i < graph->output_count; i++) {
    if (graph->outputs[i] == NO_VALUE) continue;
    int buffer = program_buffer(builder, graph->values[graph->outputs[i]].storage);
    builder->list.data[buffer].is_output = true;
  }
}

void program_finish(ProgramBuilder *builder) {
  Program *program = builder->program;
  size_t count = (size_t)builder->list.count;
  program->buffers = arena_array(program->arena, count + 1, sizeof *program->buffers);
  if (count) memcpy(program->buffers, builder->list.data, count * sizeof *program->buffers);
  program->buffer_count = builder->list.count;
  hashmap_free(&builder->buffers);
  vector_free(&builder->list);
}

static Program *build(Plan *plan, const bool *computed, Status *status) {
  Arena *arena = arena_new();
  Program *program = arena_alloc(arena, sizeof *program);
  program->arena = arena;
  program->graph = plan_graph(plan);
  ProgramBuilder builder = {.program = program, .computed = computed};
  bool built = add_launches(&builder, plan, status);
  if (built) mark_outputs(&builder);
  program_finish(&builder);
  if (built) return program;
  program_free(program);
  return NULL;
}

Program *program_build(Plan *plan, Status *status) {
  return build(plan, NULL, status);
}

Program *program_build_reference(Plan *alone, const Program *program, Status *status) {
  bool *computed = memory_alloc((size_t)program->graph->op_count + 1);
  for (int i = 0; i < program->launch_count; i++) {
    const Launch *launch = &program->launches[i];
    const Nest *nest = launch->kind == LAUNCH_KERNEL ? launch->lowered->nest : NULL;
    for (int at = 0; nest && at < nest->op_count; at++)
      computed[nest->ops[at]] = true;
  }
  Program *reference = build(alone, computed, status);
  free(computed);
  return reference;
}

void program_free(Program *program) {
  if (!program) return;
  for (int i = 0; i < program->launch_count; i++)
    plan_release(program->launches[i].lowered);
  arena_free(program->arena);
}

int program_find_buffer(const Program *program, int storage) {
  for (int i = 0; i < program->buffer_count; i++)
    if (program->buffers[i].storage == storage) return i;
  return -1;
}
