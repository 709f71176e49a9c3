// Loading and running programs on the device.
#include "gpu/worker/runner.h"

#include "base/file.h"
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

enum {
  ARGUMENTS_MOST = 4095
}; // pointers in the 32,764 bytes of parameters that a launch takes since CUDA 12.1

// ---- loading

static bool allocate_buffers(Runner *runner, const RunnerTools *tools, Status *status) {
  const RunProgram *program = &runner->program;
  for (int i = 0; i < program->buffer_count; i++) {
    const RunBuffer *buffer = &program->buffers[i];
    if (buffer->fill != FILL_SHARED) {
      if (!driver_allocate(runner->driver, buffer->bytes, &runner->memory[i], status)) return false;
      continue;
    }
    const Runner *other = tools->other;
    if (!other || buffer->shared_with >= other->program.buffer_count ||
        other->program.buffers[buffer->shared_with].bytes < buffer->bytes)
      return status_fail(status, STATUS_INTERNAL, "buffer %d shares memory that is not there", i);
    runner->memory[i] = other->memory[buffer->shared_with];
  }
  return true;
}

static bool load_module(Runner *runner, const char *path, CUmodule *module, Status *status) {
  char *cubin = file_read(path, NULL, status);
  if (!cubin) return false;
  CUresult code = runner->driver->api.cuModuleLoadData(module, cubin);
  free(cubin);
  if (!driver_ok(runner->driver, code, "loading the kernel", status)) return false;
  runner->modules[runner->module_count++] = *module;
  return true;
}

// Kernels with equal text share a file, and so a module; `known` maps paths to modules.
static bool find_module(Runner *runner, NameMap *known, const char *path, CUmodule *module, Status *status) {
  int64_t index;
  if (namemap_get(known, path, &index)) {
    *module = runner->modules[index];
    return true;
  }
  if (!load_module(runner, path, module, status)) return false;
  namemap_set(known, path, runner->module_count - 1);
  return true;
}

static bool load_kernel(Runner *runner, NameMap *known, const Launch *launch, LoadedLaunch *loaded,
                        Status *status) {
  CUmodule module;
  if (launch->argument_count >= ARGUMENTS_MOST)
    return status_fail(status, STATUS_INTERNAL, "more than %d parameters", ARGUMENTS_MOST);
  if (!find_module(runner, known, launch->cubin, &module, status) ||
      !driver_kernel(runner->driver, module, launch->emitted.name, launch->emitted.launch.shared_bytes,
                     &loaded->kernel, status))
    return false;
  return !launch->emitted.launch.workspace_bytes ||
         driver_allocate(runner->driver, launch->emitted.launch.workspace_bytes, &loaded->workspace, status);
}

static bool encode_maps(Runner *runner, const Launch *launch, LoadedLaunch *loaded, Status *status) {
  for (int i = 0; i < launch->emitted.map_count; i++) {
    const TensorMap *map = &launch->emitted.maps[i];
    CUdeviceptr memory = runner->memory[launch->arguments[map->parameter]];
    CUtensorMap encoded; // which asks for more alignment than the arena gives
    if (!driver_encode_map(runner->driver, map, memory, &encoded, status)) return false;
    memcpy(loaded->maps[i], &encoded, sizeof encoded);
  }
  return true;
}

static bool load_product(Runner *runner, const RunnerTools *tools, const Launch *launch, LoadedLaunch *loaded,
                         Status *status) {
  Blas *blas = tools->blas(tools->context, status);
  loaded->product = blas ? blas_plan(blas, &launch->matmul, runner->memory, status) : NULL;
  return loaded->product != NULL;
}

static bool load_launches(Runner *runner, const RunnerTools *tools, Status *status) {
  NameMap known = {0};
  for (int i = 0; i < runner->program.launch_count && !runner->driver->broken; i++) {
    const Launch *launch = &runner->program.launches[i];
    LoadedLaunch *loaded = &runner->launches[i];
    if (launch->kind == LAUNCH_KERNEL && load_kernel(runner, &known, launch, loaded, &loaded->problem))
      encode_maps(runner, launch, loaded, &loaded->problem);
    if (launch->kind == LAUNCH_MATMUL) load_product(runner, tools, launch, loaded, &loaded->problem);
    if (runner->driver->broken) *status = loaded->problem;
  }
  namemap_free(&known);
  return !runner->driver->broken;
}

Runner *runner_load(const RunnerTools *tools, Arena *arena, const RunProgram *program, Status *status) {
  Runner *runner = memory_alloc(sizeof *runner);
  *runner = (Runner){.driver = tools->driver, .service = tools->service, .arena = arena, .program = *program};
  runner->memory = arena_array(arena, (size_t)program->buffer_count + 1, sizeof *runner->memory);
  runner->launches = arena_array(arena, (size_t)program->launch_count + 1, sizeof *runner->launches);
  runner->modules = arena_array(arena, (size_t)program->launch_count + 1, sizeof *runner->modules);
  if (allocate_buffers(runner, tools, status) && load_launches(runner, tools, status)) return runner;
  runner_free(runner);
  return NULL;
}

void runner_free(Runner *runner) {
  if (!runner) return;
  for (int i = 0; i < runner->program.launch_count; i++) {
    blas_plan_free(runner->launches[i].product);
    driver_release(runner->driver, runner->launches[i].workspace);
  }
  for (int i = 0; i < runner->program.buffer_count; i++)
    if (runner->program.buffers[i].fill != FILL_SHARED) driver_release(runner->driver, runner->memory[i]);
  for (int i = 0; i < runner->module_count; i++)
    runner->driver->api.cuModuleUnload(runner->modules[i]);
  arena_free(runner->arena);
  free(runner);
}

// ---- filling

static bool clear(const Runner *runner, CUdeviceptr memory, int64_t bytes, Status *status) {
  if (!bytes) return true;
  CUresult code = runner->driver->api.cuMemsetD8Async(memory, 0, (size_t)bytes, runner->driver->stream);
  return driver_ok(runner->driver, code, "clearing memory", status);
}

static bool fill_from_file(const Runner *runner, const RunBuffer *buffer, CUdeviceptr memory,
                           Status *status) {
  size_t length;
  char *bytes = file_read(buffer->path, &length, status);
  if (!bytes) return false;
  bool fits = (int64_t)length == buffer->bytes;
  CUresult code = fits && length ? runner->driver->api.cuMemcpyHtoD(memory, bytes, length) : CUDA_SUCCESS;
  free(bytes);
  if (!fits) return status_fail(status, STATUS_INTERNAL, "%s has the wrong size", buffer->path);
  return driver_ok(runner->driver, code, "filling an input", status);
}

static bool fill_buffer(const Runner *runner, const RunBuffer *buffer, CUdeviceptr memory, Status *status) {
  switch (buffer->fill) {
    case FILL_SHARED:
      return true;
    case FILL_ZERO:
      return clear(runner, memory, buffer->bytes, status);
    case FILL_FILE:
      return fill_from_file(runner, buffer, memory, status);
    default:
      return !buffer->bytes || service_fill(runner->service, buffer, memory, status);
  }
}

bool runner_fill(Runner *runner, Status *status) {
  for (int i = 0; i < runner->program.buffer_count; i++)
    if (!fill_buffer(runner, &runner->program.buffers[i], runner->memory[i], status)) return false;
  for (int i = 0; i < runner->program.launch_count; i++) {
    CUdeviceptr workspace = runner->launches[i].workspace;
    if (workspace &&
        !clear(runner, workspace, runner->program.launches[i].emitted.launch.workspace_bytes, status))
      return false;
  }
  return driver_wait(runner->driver, status);
}

// ---- running

static bool run_preset(const Runner *runner, Preset preset, Status *status) {
  int64_t bytes = runner->program.buffers[preset.to].bytes;
  if (preset.from < 0) return clear(runner, runner->memory[preset.to], bytes, status);
  if (runner->program.buffers[preset.from].bytes < bytes) bytes = runner->program.buffers[preset.from].bytes;
  if (!bytes) return true;
  CUresult code = runner->driver->api.cuMemcpyDtoDAsync(
      runner->memory[preset.to], runner->memory[preset.from], (size_t)bytes, runner->driver->stream);
  return driver_ok(runner->driver, code, "copying before a launch", status);
}

// The driver knows maps as parameters of their own: among pointers in one piece of memory they are an illegal
// instruction (driver 580).
static bool run_mapped(const Runner *runner, const LoadedLaunch *loaded, int map_count, LaunchSize size,
                       CUdeviceptr *pointers, int count, Status *status) {
  void *parameters[ARGUMENTS_MOST + MOST_MAPS];
  CUtensorMap maps[MOST_MAPS];
  memcpy(maps, loaded->maps, sizeof maps);
  for (int i = 0; i < map_count; i++)
    parameters[i] = &maps[i];
  for (int i = 0; i < count; i++)
    parameters[map_count + i] = &pointers[i];
  return driver_launch(runner->driver, &loaded->kernel, size, parameters, status);
}

static bool run_kernel(const Runner *runner, const Launch *launch, const LoadedLaunch *loaded,
                       Status *status) {
  CUdeviceptr pointers[ARGUMENTS_MOST];
  int count = 0;
  for (int i = 0; i < launch->preset_count; i++)
    if (!run_preset(runner, launch->presets[i], status)) return false;
  for (int i = 0; i < launch->argument_count; i++)
    pointers[count++] = runner->memory[launch->arguments[i]];
  if (loaded->workspace) pointers[count++] = loaded->workspace;
  LaunchSize size = {launch->emitted.launch.grid, launch->emitted.launch.threads,
                     launch->emitted.launch.shared_bytes};
  int maps = launch->emitted.map_count;
  if (maps) return run_mapped(runner, loaded, maps, size, pointers, count, status);
  return driver_launch_pointers(runner->driver, &loaded->kernel, size, pointers, count, status);
}

bool runner_launch(const Runner *runner, int index, Status *status) {
  const Launch *launch = &runner->program.launches[index];
  const LoadedLaunch *loaded = &runner->launches[index];
  if (loaded->problem.code) {
    if (status) *status = loaded->problem;
    return false;
  }
  switch (launch->kind) {
    case LAUNCH_KERNEL:
      return run_kernel(runner, launch, loaded, status);
    case LAUNCH_MATMUL:
      return blas_run(loaded->product, status);
    default:
      return true;
  }
}
