// Following data through the launches of a program.
#include "gpu/measure/launch_flow.h"

#include "base/vector.h"

static bool uses(const Launch *launch, int buffer, bool written) {
  for (int i = 0; i < launch->argument_count; i++)
    if (launch->arguments[i] == buffer && (written ? launch->uses[i].written : launch->uses[i].read))
      return true;
  return false;
}

bool launch_reads(const Launch *launch, int buffer) {
  const Matmul *matmul = &launch->matmul;
  if (launch->kind == LAUNCH_MATMUL)
    return matmul->a.buffer == buffer || matmul->b.buffer == buffer || matmul->c.buffer == buffer;
  if (launch->kind != LAUNCH_KERNEL) return false;
  for (int i = 0; i < launch->preset_count; i++)
    if (launch->presets[i].from == buffer) return true;
  return uses(launch, buffer, false);
}

bool launch_writes(const Launch *launch, int buffer) {
  if (launch->kind == LAUNCH_MATMUL) return launch->matmul.d.buffer == buffer;
  if (launch->kind != LAUNCH_KERNEL) return false;
  for (int i = 0; i < launch->preset_count; i++)
    if (launch->presets[i].to == buffer) return true;
  return uses(launch, buffer, true);
}

bool launch_is_empty(const Launch *launch) {
  const Matmul *matmul = &launch->matmul;
  if (launch->kind == LAUNCH_KERNEL) return launch->emitted.launch.grid < 1;
  return launch->kind == LAUNCH_MATMUL &&
         (matmul->batch < 1 || matmul->m < 1 || matmul->n < 1 || matmul->k < 1);
}

int *flow_last_writers(const Program *program) {
  int *last = memory_alloc(((size_t)program->buffer_count + 1) * sizeof *last);
  for (int b = 0; b < program->buffer_count; b++)
    last[b] = -1;
  for (int i = 0; i < program->launch_count; i++) {
    const Launch *launch = &program->launches[i];
    for (int a = 0; a < launch->argument_count; a++)
      if (launch_writes(launch, launch->arguments[a])) last[launch->arguments[a]] = i;
    if (launch->kind == LAUNCH_MATMUL) last[launch->matmul.d.buffer] = i;
  }
  return last;
}

int *flow_buffers(const Program *program) {
  int *buffers = memory_alloc(((size_t)program->graph->value_count + 1) * sizeof *buffers);
  for (int v = 0; v < program->graph->value_count; v++)
    buffers[v] = -1;
  for (int b = 0; b < program->buffer_count; b++)
    buffers[program->buffers[b].storage] = b;
  return buffers;
}

static bool reads_any(const Program *program, const Launch *launch, const bool *buffers) {
  for (int b = 0; b < program->buffer_count; b++)
    if (buffers[b] && launch_reads(launch, b)) return true;
  return false;
}

bool *flow_reached(const Program *program, const bool *started) {
  bool *reached = memory_alloc((size_t)program->buffer_count + 1);
  for (int i = 0; i < program->launch_count; i++) {
    const Launch *launch = &program->launches[i];
    if (!started[i] && !reads_any(program, launch, reached)) continue;
    for (int b = 0; b < program->buffer_count; b++)
      if (launch_writes(launch, b)) reached[b] = true;
  }
  return reached;
}
