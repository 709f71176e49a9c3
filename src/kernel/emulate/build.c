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
              "extern \"C\" char *fb_shared_begin_%d() { return __start_fb_shared_%d; }\n"
              "extern \"C\" char *fb_shared_end_%d() { return __stop_fb_shared_%d; }\n",
              number, number, number, number, number, number);
  text_printf(source,
              "extern \"C\" void fb_thread_%d(void *const *p) { fb_run_thread(fb_kernel_%d, p); }\n"
              "extern \"C\" void fb_all_%d(void *const *p) { fb_run_all(fb_kernel_%d, p); }\n",
              number, number, number, number);
}

static bool is_new(const HostKernel *kernel) {
  return kernel->state == NULL;
}

static bool write_source(const char *path, const HostKernels *kernels, Status *status) {
  Text source = {0};
  text_add(&source, kernel_host_prelude());
  for (int i = 0; i < kernels->count; i++)
    if (is_new(kernels->data[i])) add_kernel(&source, kernels->data[i], i);
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

static bool compile(const HostBuild *how, const char *source, const char *library, const char *log,
                    Status *status) {
  const char *const arguments[] = {how->compiler,
                                   "-std=c++17",
                                   how->fast ? "-O0" : "-O1",
                                   "-fPIC",
                                   "-shared",
                                   "-w",
                                   "-ffp-contract=off",
                                   "-fno-strict-aliasing",
                                   "-x",
                                   "c++",
                                   source,
                                   "-o",
                                   library,
                                   NULL};
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

static void *find(void *library, const char *prefix, int number) {
  char name[64];
  snprintf(name, sizeof name, "%s_%d", prefix, number);
  return dlsym(library, name);
}

static SharedMemory find_shared(void *library, int number) {
  char *(*begin)(void), *(*end)(void);
  *(void **)&begin = find(library, "fb_shared_begin", number);
  *(void **)&end = find(library, "fb_shared_end", number);
  if (!begin || !end || !begin()) return (SharedMemory){0};
  return (SharedMemory){begin(), (size_t)(end() - begin())};
}

static bool take(void *library, HostKernel *kernel, int number) {
  fb_state *(*state)(void);
  void *found = dlsym(library, "fb_machine_state");
  void *functions[] = {find(library, "fb_thread", number), find(library, "fb_all", number)};
  if (!found || !functions[0] || !functions[1]) return false;
  *(void **)&state = found;
  *(void **)&kernel->thread = functions[0];
  *(void **)&kernel->all = functions[1];
  kernel->shared = find_shared(library, number);
  kernel->state = state();
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
  for (int i = 0; handle && i < kernels->count; i++)
    if (is_new(kernels->data[i]) && !take(handle, kernels->data[i], i))
      status_fail(status, STATUS_INTERNAL, "the compiled kernels lack %s", kernels->data[i]->name);
  unlink(source);
  unlink(library);
  unlink(log);
  return handle;
}
