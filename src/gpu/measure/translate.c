// Making run programs of programs.
#include "gpu/measure/translate.h"

#include "gpu/measure/fill_rule.h"
#include "gpu/measure/launch_flow.h"

#include <stdlib.h>
#include <string.h>

// ---- buffers

// Buffers whose contents must come from outside: inputs, and results of launches that are not run.
static bool *needed_from_outside(const Translation *t) {
  const Program *program = t->program;
  bool *needed = memory_alloc((size_t)program->buffer_count + 1);
  for (int b = 0; b < program->buffer_count; b++)
    needed[b] = program->buffers[b].is_input;
  for (int i = 0; i < program->launch_count && !program->variants; i++) {
    const Launch *launch = &program->launches[i];
    bool runs = !(t->left_out && t->left_out[i]) && !(launch->kind == LAUNCH_KERNEL && !t->files[i].path);
    if (runs) continue;
    for (int a = 0; a < launch->argument_count; a++)
      if (launch_writes(launch, launch->arguments[a])) needed[launch->arguments[a]] = true;
    if (launch->kind == LAUNCH_MATMUL) needed[launch->matmul.d.buffer] = true;
  }
  return needed;
}

// Marks with the owner's buffer what neither program writes; -1 elsewhere.
static int *shared_buffers(const Translation *t) {
  const Program *program = t->program, *owner = t->owner;
  int *shared = memory_alloc(((size_t)program->buffer_count + 1) * sizeof *shared);
  int *writers = flow_last_writers(program), *owner_writers = owner ? flow_last_writers(owner) : NULL;
  int *owner_buffers = owner ? flow_buffers(owner) : NULL;
  for (int b = 0; b < program->buffer_count; b++) {
    int other = owner ? owner_buffers[program->buffers[b].storage] : -1;
    bool common = other >= 0 && owner->buffers[other].is_input &&
                  owner->buffers[other].bytes == program->buffers[b].bytes;
    shared[b] = common && writers[b] < 0 && owner_writers[other] < 0 ? other : -1;
  }
  free(writers);
  free(owner_writers);
  free(owner_buffers);
  return shared;
}

static bool translate_buffers(const Translation *t, Arena *arena, RunProgram *run, Status *status) {
  const Program *program = t->program;
  bool *needed = needed_from_outside(t), good = true;
  int *shared = shared_buffers(t);
  run->buffers = arena_array(arena, (size_t)program->buffer_count + 1, sizeof *run->buffers);
  run->buffer_count = program->buffer_count;
  for (int b = 0; b < program->buffer_count && good; b++) {
    const ProgramBuffer *from = &program->buffers[b];
    run->buffers[b] =
        (RunBuffer){.bytes = from->bytes, .dtype = program->graph->values[from->storage].dtype, .scale = 1};
    if (needed[b] && shared[b] >= 0) {
      run->buffers[b].fill = FILL_SHARED;
      run->buffers[b].shared_with = shared[b];
    } else if (needed[b]) {
      good = fill_rule(program->graph, from->storage, t->seed, t->folder, arena, &run->buffers[b], status);
    }
  }
  free(needed);
  free(shared);
  return good;
}

// ---- launches

static Launch translate_launch(const Translation *t, int index) {
  Launch launch = t->program->launches[index];
  launch.cubin = t->files[index].path;
  bool compiled = launch.kind != LAUNCH_KERNEL || launch.cubin;
  if ((t->left_out && t->left_out[index]) || launch_is_empty(&launch) || !compiled)
    launch.kind = LAUNCH_SKIPPED;
  return launch;
}

bool translate_program(const Translation *t, Arena *arena, RunProgram *run, Status *status) {
  if (!translate_buffers(t, arena, run, status)) return false;
  run->launch_count = t->program->launch_count;
  run->launches = arena_array(arena, (size_t)run->launch_count + 1, sizeof *run->launches);
  for (int i = 0; i < run->launch_count; i++)
    run->launches[i] = translate_launch(t, i);
  return true;
}
