// One C++ source for many kernels, one compiler run, one library.
#include "kernel/emulate/build.h"

#include "base/file.h"
#include "base/text.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// A kernel, under a name and in a namespace of its own, with its shared memory in a section of its own.
static void add_kernel(Text *source, const HostKernel *kernel, int number) {
  text_printf(source,
              "#undef __shared__\n#define __shared__ static __attribute__((section(\"fb_shared_%d\")))\n"
              "#define %s fb_kernel_%d\nnamespace fb_space_%d {\n%s\n}\nusing "
              "fb_space_%d::fb_kernel_%d;\n#undef %s\n",
              number, kernel->name, number, number, kernel->body, number, number, kernel->name);
  text_printf(source,
              "extern \"C\" char __start_fb_shared_%d[] __attribute__((weak)), __stop_fb_shared_%d[] "
              "__attribute__((weak));\n"
              "static void fb_call_%d(void *const *p) { fb_call(fb_kernel_%d, p); }\n",
              number, number, number, number);
}

static bool is_new(const HostKernel *kernel) {
  return kernel->state == NULL;
}

// The library's table, in the order of the kernels that are new.
static void add_table(Text *source, const HostKernels *kernels) {
  text_add(source, "extern \"C\" const fb_kernel fb_kernels[] = {\n");
  for (int i = 0; i < kernels->count; i++)
    if (is_new(kernels->data[i]))
      text_printf(source, "  {fb_call_%d, __start_fb_shared_%d, __stop_fb_shared_%d},\n", i, i, i);
  text_add(source, "};\n");
}

static bool write_source(const char *path, const HostKernels *kernels, Status *status) {
  Text source = {0};
  text_add(&source, kernel_host_prelude());
  for (int i = 0; i < kernels->count; i++)
    if (is_new(kernels->data[i])) add_kernel(&source, kernels->data[i], i);
  add_table(&source, kernels);
  bool written = file_write(path, text_get(&source), source.length, status);
  text_free(&source);
  return written;
}

static int run(const char *const *arguments, const char *log) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child;
  int error =
          posix_spawnp(&child, arguments[0], &actions, NULL, (char *const *)(uintptr_t)arguments, environ),
      result = -1;
  posix_spawn_file_actions_destroy(&actions);
  if (error) return -1;
  while (waitpid(child, &result, 0) < 0)
    ;
  return WIFEXITED(result) ? WEXITSTATUS(result) : 128;
}

// Without optimization: to compile a kernel takes longer than to run it on tensors that the evaluator can
// take.
static bool compile(const HostBuild *how, const char *source, const char *library, const char *log,
                    Status *status) {
  const char *const arguments[] = {
      how->compiler,          "-std=c++17", "-O0", "-fPIC", "-shared", "-w",    "-ffp-contract=off",
      "-fno-strict-aliasing", "-x",         "c++", source,  "-o",      library, NULL};
  int result = run(arguments, log);
  if (result == 0) return true;
  if (result < 0 || result == 127)
    return status_fail(status, STATUS_MISSING, "cannot run the C++ compiler %s: install one, or set CXX",
                       how->compiler);
  char *errors = file_read(log, NULL, NULL);
  status_fail(status, STATUS_INTERNAL, "the host compiler refused the emitted code:\n%.1500s",
              errors ? errors : "");
  free(errors);
  return false;
}

static FiberEntry find_entry(void *library, const char *name) {
  FiberEntry entry;
  *(void **)&entry = dlsym(library, name);
  return entry;
}

// All kernels that are new, as the library's table has them.
static bool take_all(void *library, const HostKernels *kernels) {
  fb_state *(*state)(void);
  *(void **)&state = dlsym(library, "fb_machine_state");
  FiberEntry thread = find_entry(library, "fb_run_thread"), all = find_entry(library, "fb_run_all");
  const fb_kernel *found = dlsym(library, "fb_kernels");
  if (!state || !thread || !all || !found) return false;
  for (int i = 0; i < kernels->count; i++) {
    HostKernel *kernel = kernels->data[i];
    if (!is_new(kernel)) continue;
    size_t shared_bytes = found->shared_begin ? (size_t)(found->shared_end - found->shared_begin) : 0;
    kernel->call = found->call;
    kernel->thread = thread;
    kernel->all = all;
    kernel->shared = (SharedMemory){found->shared_begin, shared_bytes};
    kernel->state = state();
    found++;
  }
  return true;
}

void *host_build(const HostBuild *how, HostKernels *kernels, Status *status) {
  char source[512], library[512], log[512];
  snprintf(source, sizeof source, "%s/kernels_%d.cpp", how->folder, how->number);
  snprintf(library, sizeof library, "%s/kernels_%d.so", how->folder, how->number);
  snprintf(log, sizeof log, "%s/kernels_%d.log", how->folder, how->number);
  bool built = write_source(source, kernels, status) && compile(how, source, library, log, status);
  void *handle = built ? dlopen(library, RTLD_NOW | RTLD_LOCAL) : NULL;
  if (built && !handle)
    status_fail(status, STATUS_INTERNAL, "cannot load the compiled kernels: %s", dlerror());
  if (handle && !take_all(handle, kernels))
    status_fail(status, STATUS_INTERNAL, "the library of compiled kernels lacks what the prelude defines");
  unlink(source);
  unlink(library);
  unlink(log);
  return handle;
}
