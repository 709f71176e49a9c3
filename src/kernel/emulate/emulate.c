// The emulator: kernels by source, compiled when one is first run, run thread by thread.
#include "kernel/emulate/emulate.h"

#include "base/text.h"
#include "kernel/emulate/build.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct Emulator {
  char *compiler;
  char folder[64];
  HostKernels kernels;
  HashMap by_source; // key of a source to its place in kernels
  VECTOR(void *) libraries;
  Fibers *fibers; // made when a kernel needs them
  fb_state *last; // of the kernel that ran last
};

Emulator *emulator_new(const char *compiler, Status *status) {
  const char *named = compiler ? compiler : getenv("CXX");
  Emulator *emulator = memory_alloc(sizeof *emulator);
  emulator->compiler = memory_strdup(named && *named ? named : "c++");
  const char *temporary = getenv("TMPDIR");
  if (!temporary || strlen(temporary) > 32) temporary = "/tmp";
  strcpy(emulator->folder, temporary);
  strcat(emulator->folder, "/fusebox-kernels-XXXXXX");
  if (mkdtemp(emulator->folder)) return emulator;
  status_fail(status, STATUS_INTERNAL, "cannot make a temporary folder in %s", temporary);
  free(emulator->compiler);
  free(emulator);
  return NULL;
}

void emulator_free(Emulator *emulator) {
  if (!emulator) return;
  for (int i = 0; i < emulator->kernels.count; i++) {
    free(emulator->kernels.data[i]->body);
    free(emulator->kernels.data[i]);
  }
  for (int i = 0; i < emulator->libraries.count; i++)
    dlclose(emulator->libraries.data[i]);
  vector_free(&emulator->kernels);
  vector_free(&emulator->libraries);
  hashmap_free(&emulator->by_source);
  fibers_free(emulator->fibers);
  rmdir(emulator->folder);
  free(emulator->compiler);
  free(emulator);
}

static uint64_t source_key(const Emitted *emitted) {
  return hash_string(HASH_START, emitted->source);
}

static HostKernel *find(const Emulator *emulator, const Emitted *emitted) {
  int64_t at = 0;
  if (!hashmap_get(&emulator->by_source, source_key(emitted), &at)) return NULL;
  return emulator->kernels.data[at];
}

bool emulator_add(Emulator *emulator, const Emitted *emitted, Status *status) {
  if (emitted->parameter_count > FB_MOST_BUFFERS)
    return status_fail(status, STATUS_INPUT, "a kernel with %d parameters is too much for the emulator",
                       emitted->parameter_count);
  if (find(emulator, emitted)) return true;
  HostKernel *kernel = memory_alloc(sizeof *kernel);
  kernel->key = source_key(emitted);
  kernel->body = memory_strdup(emitted->source);
  memcpy(kernel->name, emitted->name, sizeof kernel->name);
  hashmap_set(&emulator->by_source, kernel->key, emulator->kernels.count);
  vector_push(&emulator->kernels, kernel);
  return true;
}

static bool build(Emulator *emulator, Status *status) {
  HostBuild how = {emulator->compiler, emulator->folder, emulator->libraries.count};
  void *library = host_build(&how, &emulator->kernels, status);
  if (library) vector_push(&emulator->libraries, library);
  return library != NULL;
}

static void prepare(const HostKernel *kernel, const Emitted *emitted, void *const *buffers) {
  fb_state *state = kernel->state;
  *state = (fb_state){.kernel = kernel->call,
                      .threads = (unsigned)emitted->launch.threads,
                      .blocks = (unsigned)emitted->launch.grid,
                      .cluster = emitted->launch.cluster > 1 ? (unsigned)emitted->launch.cluster : 1};
  state->buffer_count = emitted->parameter_count;
  for (int i = 0; i < emitted->parameter_count; i++)
    state->buffer[i] =
        (fb_buffer){.begin = buffers[i], .end = (char *)buffers[i] + emitted->parameter_bytes[i]};
}

static bool launch(Emulator *emulator, const HostKernel *kernel, const Emitted *emitted,
                   void *const *buffers) {
  if (!emitted->cooperates) {
    kernel->all(buffers);
    return !kernel->state->faulted;
  }
  if (!emulator->fibers) emulator->fibers = fibers_new();
  return fibers_run(emulator->fibers, kernel->state, kernel->thread, kernel->shared, buffers);
}

bool emulator_run(Emulator *emulator, const Emitted *emitted, void *const *buffers, Status *status) {
  if (!emulator_add(emulator, emitted, status)) return false;
  HostKernel *kernel = find(emulator, emitted);
  if (!kernel->state && !build(emulator, status)) return false;
  if (!kernel->state) return false;
  prepare(kernel, emitted, buffers);
  emulator->last = kernel->state;
  if (launch(emulator, kernel, emitted, buffers)) return true;
  return status_fail(status, STATUS_WRONG, "%s: %s", emitted->name, kernel->state->fault);
}

int64_t emulator_loads(const Emulator *emulator, int parameter) {
  return emulator->last && parameter < emulator->last->buffer_count ? emulator->last->buffer[parameter].loads
                                                                    : 0;
}

int64_t emulator_stores(const Emulator *emulator, int parameter) {
  return emulator->last && parameter < emulator->last->buffer_count ? emulator->last->buffer[parameter].stores
                                                                    : 0;
}
