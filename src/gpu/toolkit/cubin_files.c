// Compiling whole programs.
#include "gpu/toolkit/cubin_files.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/jobs.h"
#include "base/vector.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

// One distinct kernel. The job that compiles it is the only one to touch it until it is collected.
typedef struct Unit {
  Compiler *compiler;
  CompileRequest request;
  char *path;
  bool good;
  Status status;
} Unit;

typedef struct UnitList {
  VECTOR(Unit *) units;
  HashMap known; // hash of the request to index
} UnitList;

void cubin_arch(int arch, char out[16]) {
  snprintf(out, 16, "sm_%d%s", arch, arch >= 90 ? "a" : "");
}

static void compile_unit(JobContext *context, void *data) {
  Unit *unit = data;
  Compiled compiled;
  (void)context;
  unit->good = compiler_compile(unit->compiler, &unit->request, &compiled, &unit->status);
  if (!unit->good) return;
  unit->good = file_write(unit->path, compiled.cubin, compiled.cubin_bytes, &unit->status);
  compiled_free(&compiled);
}

static void unit_done(void *owner, void *data) {
  (void)owner, (void)data; // the list keeps it
}

static CompileRequest request_of(const Launch *launch, const char *arch) {
  return (CompileRequest){
      .prelude = launch->emitted.prelude,
      .source = launch->emitted.source,
      .kernel = launch->emitted.name,
      .arch = arch,
      .register_cap = launch->lowered ? launch->lowered->schedule.knob[KNOB_registers] : 0};
}

static Unit *unit_for(UnitList *list, Compiler *compiler, CompileRequest request, const char *folder) {
  uint64_t key = hash_string(hash_integer(HASH_START, request.register_cap), request.source);
  int64_t index;
  key = hash_string(key, request.kernel);
  if (hashmap_get(&list->known, key, &index)) return list->units.data[index];
  Unit *unit = memory_alloc(sizeof *unit);
  char name[32];
  snprintf(name, sizeof name, "kernel%d.cubin", list->units.count);
  *unit = (Unit){.compiler = compiler, .request = request, .path = file_join(folder, name)};
  hashmap_set(&list->known, key, list->units.count);
  vector_push(&list->units, unit);
  return unit;
}

static void compile_all(const UnitList *list) {
  Jobs *jobs = jobs_new(0);
  for (int i = 0; i < list->units.count; i++)
    jobs_submit(jobs, (Job){.run = compile_unit, .done = unit_done, .data = list->units.data[i]});
  while (jobs_pending(jobs)) {
    struct pollfd wait = {.fd = jobs_fd(jobs), .events = POLLIN};
    poll(&wait, 1, -1);
    jobs_collect(jobs);
  }
  jobs_free(jobs);
}

static CubinFile file_of(const Unit *unit, Arena *arena) {
  if (unit->good) return (CubinFile){.path = arena_strdup(arena, unit->path)};
  return (CubinFile){.problem = arena_strdup(arena, unit->status.message)};
}

void cubin_files_make(Compiler *compiler, const Program *const *programs, int program_count, const char *arch,
                      const char *folder, Arena *arena, CubinFile **files) {
  UnitList list = {0};
  VECTOR(Unit *) uses = {0}; // in order of programs and launches
  for (int p = 0; p < program_count; p++)
    for (int i = 0; i < programs[p]->launch_count; i++) {
      const Launch *launch = &programs[p]->launches[i];
      bool generated = launch->kind == LAUNCH_KERNEL;
      vector_push(&uses, generated ? unit_for(&list, compiler, request_of(launch, arch), folder) : NULL);
    }
  compile_all(&list);
  for (int p = 0, use = 0; p < program_count; p++) {
    files[p] = arena_array(arena, (size_t)programs[p]->launch_count + 1, sizeof **files);
    for (int i = 0; i < programs[p]->launch_count; i++, use++)
      if (uses.data[use]) files[p][i] = file_of(uses.data[use], arena);
  }
  for (int i = 0; i < list.units.count; i++) {
    free(list.units.data[i]->path);
    free(list.units.data[i]);
  }
  vector_free(&list.units);
  vector_free(&uses);
  hashmap_free(&list.known);
}
