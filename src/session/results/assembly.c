// Machine code and PTX, in job threads.
#include "session/results/assembly.h"

#include "base/arena.h"
#include "session/internal.h"
#include "session/results/assembly_lines.h"

#include <stdio.h>
#include <stdlib.h>

// One text, shared by all kernels of equal structure.
struct Assembly {
  uint64_t structure;
  AssemblyKind kind;
  ResultState state;
  char *text;
  SourceLines lines; // of the text's lines
  char error[512];
};

// What travels to the job thread and back.
typedef struct AssemblyJob {
  Compiler *compiler; // of the session; NULL: the job opens one
  char *cache_folder; // for that
  AssemblyKind kind;
  const PlanLowered *lowered; // held
  char arch[16];
  Assembly *assembly; // written on the owner's thread only
  bool ran, ok;
  Text text;
  SourceLines lines;
  Status status;
} AssemblyJob;

// Of the whole source, whose first lines are the prelude's: lines of the kernel's own are counted from 0.
static void take_lines(AssemblyJob *job, const char *raw, const char *prelude) {
  int before = 0;
  for (const char *at = prelude ? prelude : ""; *at; at++)
    before += *at == '\n';
  assembly_lines_take(job->kind, raw, &job->text, &job->lines);
  for (int i = 0; i < job->lines.count; i++)
    job->lines.data[i] -= job->lines.data[i] < 0 ? 0 : before;
}

static bool disassemble(Compiler *compiler, const CompileRequest *request, Text *out, Status *status) {
  Compiled compiled = {0};
  if (!compiler_compile(compiler, request, &compiled, status)) return false;
  bool ok = compiler_sass(compiled.cubin, compiled.cubin_bytes, out, status);
  compiled_free(&compiled);
  return ok;
}

static void run_assembly(JobContext *context, void *data) {
  AssemblyJob *job = data;
  if (job_cancelled(context)) return;
  Compiler *own = job->compiler ? NULL : compiler_new(job->cache_folder, &job->status);
  Compiler *compiler = own ? own : job->compiler;
  CompileRequest request = session_compile_request(job->lowered, job->arch, context);
  Text raw = {0};
  request.lines = true;
  if (compiler && job->kind == ASSEMBLY_PTX)
    job->ok = compiler_ptx(compiler, &request, &raw, &job->status);
  else if (compiler)
    job->ok = disassemble(compiler, &request, &raw, &job->status);
  if (job->ok) take_lines(job, text_get(&raw), request.prelude);
  text_free(&raw);
  job->ran = job->status.code != STATUS_CANCELLED;
  compiler_free(own);
}

static void finish_assembly(void *owner, void *data) {
  Session *session = owner;
  AssemblyJob *job = data;
  Assembly *assembly = job->assembly;
  assembly->state = !job->ran ? RESULT_NONE : job->ok ? RESULT_DONE : RESULT_FAILED;
  if (job->ok) assembly->text = text_take(&job->text), assembly->lines = job->lines;
  if (job->ran && !job->ok) snprintf(assembly->error, sizeof assembly->error, "%.500s", job->status.message);
  session->batch_done++;
  session->changed = true;
  text_free(&job->text);
  free(job->cache_folder);
  plan_release(job->lowered);
  free(job);
}

static Assembly *find_assembly(const Session *session, uint64_t structure, AssemblyKind kind) {
  for (int i = 0; i < session->assemblies.count; i++) {
    Assembly *assembly = session->assemblies.data[i];
    if (assembly->structure == structure && assembly->kind == kind) return assembly;
  }
  return NULL;
}

static void submit(Session *session, const PlanLowered *lowered, Assembly *assembly) {
  Status status = {0};
  if (!plan_code(lowered, &status)) {
    assembly->state = RESULT_FAILED;
    snprintf(assembly->error, sizeof assembly->error, "%.500s", status.message);
    return;
  }
  AssemblyJob *job = memory_alloc(sizeof *job);
  job->lowered = plan_hold(lowered);
  job->compiler = session->compiler;
  job->cache_folder = session->cache_folder ? memory_strdup(session->cache_folder) : NULL;
  job->kind = assembly->kind;
  job->assembly = assembly;
  snprintf(job->arch, sizeof job->arch, "%s", session->device.limits.arch_name);
  assembly->state = RESULT_RUNNING;
  session_submit(session, (Job){.run = run_assembly, .done = finish_assembly, .owner = session, .data = job});
}

AssemblyView session_assembly(Session *session, int kernel, AssemblyKind kind) {
  const PlanLowered *lowered = plan_lowered(session->plan, kernel);
  if (!lowered->nest) return (AssemblyView){.state = RESULT_NOT_RUN, .error = lowered->reason.text};
  Assembly *assembly = find_assembly(session, lowered->structure, kind);
  if (!assembly) {
    assembly = memory_alloc(sizeof *assembly);
    *assembly = (Assembly){.structure = lowered->structure, .kind = kind};
    vector_push(&session->assemblies, assembly);
  }
  if (assembly->state == RESULT_NONE) submit(session, lowered, assembly);
  if (assembly->state != RESULT_DONE)
    return (AssemblyView){.state = assembly->state, .error = assembly->error};
  const Emitted *code = plan_code(lowered, NULL);
  return (AssemblyView){RESULT_DONE, assembly->text, &assembly->lines, code ? &code->lines : NULL, NULL};
}

void session_assemblies_free(Session *session) {
  for (int i = 0; i < session->assemblies.count; i++) {
    free(session->assemblies.data[i]->text);
    vector_free(&session->assemblies.data[i]->lines);
    free(session->assemblies.data[i]);
  }
  vector_free(&session->assemblies);
}
