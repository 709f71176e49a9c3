// Compiling in job threads. A kernel's code depends on its structure alone, so equal kernels share one entry.
#include "base/arena.h"
#include "session/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What travels to the job thread and back. The job touches nothing of the session but the thread-safe
// compiler.
typedef struct CompileJob {
  Compiler *compiler;
  const PlanLowered *lowered; // held
  char arch[16];
  CompileEntry *entry; // written on the owner's thread only
  bool ran, ok;
  Compiled compiled;
  Status status;
} CompileJob;

CompileRequest session_compile_request(const PlanLowered *lowered, const char *arch, JobContext *context) {
  const Emitted *code = plan_code(lowered, NULL); // there since the job was submitted
  return (CompileRequest){.prelude = code->prelude,
                          .source = code->source,
                          .kernel = code->name,
                          .arch = arch,
                          .register_cap = lowered->schedule.knob[KNOB_registers],
                          .stop = job_cancel_flag(context)};
}

static void run_compile(JobContext *context, void *data) {
  CompileJob *job = data;
  if (job_cancelled(context)) return;
  CompileRequest request = session_compile_request(job->lowered, job->arch, context);
  job->ok = compiler_compile(job->compiler, &request, &job->compiled, &job->status);
  job->ran = job->status.code != STATUS_CANCELLED;
}

static void finish_compile(void *owner, void *data) {
  Session *session = owner;
  CompileJob *job = data;
  CompileEntry *entry = job->entry;
  entry->state = !job->ran ? RESULT_NONE : job->ok ? RESULT_DONE : RESULT_FAILED;
  if (job->ran && job->ok) entry->compiled = job->compiled;
  if (job->ran && !job->ok) snprintf(entry->error, sizeof entry->error, "%.500s", job->status.message);
  session->batch_done++;
  session->changed = true;
  plan_release(job->lowered);
  free(job);
}

bool session_open_compiler(Session *session, Status *status) {
  if (!session->compiler) session->compiler = compiler_new(session->cache_folder, status);
  return session->compiler != NULL;
}

static CompileEntry *find_entry(const Session *session, uint64_t structure) {
  int64_t index;
  return hashmap_get(&session->compile_by_structure, structure, &index) ? session->compiles.data[index]
                                                                        : NULL;
}

static CompileEntry *add_entry(Session *session, uint64_t structure) {
  CompileEntry *entry = memory_alloc(sizeof *entry);
  entry->structure = structure;
  hashmap_set(&session->compile_by_structure, structure, session->compiles.count);
  vector_push(&session->compiles, entry);
  return entry;
}

static void open_jobs(Session *session) {
  session->jobs = jobs_new(session->compile_threads);
  session_watch(session, jobs_fd(session->jobs));
}

void session_submit(Session *session, Job job) {
  if (!session->jobs) open_jobs(session);
  if (jobs_pending(session->jobs) == 0) session->batch_done = session->batch_total = 0;
  session->batch_total++;
  jobs_submit(session->jobs, job);
}

static bool submit(Session *session, const PlanLowered *lowered, CompileEntry *entry) {
  Status status = {0};
  if (!plan_code(lowered, &status)) {
    entry->state = RESULT_FAILED;
    snprintf(entry->error, sizeof entry->error, "%.500s", status.message);
    return false;
  }
  CompileJob *job = memory_alloc(sizeof *job);
  job->lowered = plan_hold(lowered);
  job->compiler = session->compiler;
  job->entry = entry;
  snprintf(job->arch, sizeof job->arch, "%s", session->device.limits.arch_name);
  entry->state = RESULT_QUEUED;
  session_submit(session, (Job){.run = run_compile, .done = finish_compile, .owner = session, .data = job});
  return true;
}

static CompileEntry *find_result(const Session *session, uint64_t structure) {
  CompileEntry *entry = find_entry(session, structure);
  return entry && entry->state == RESULT_DONE ? entry : NULL;
}

static void slot_asked(const Session *session, SlotMemory *slot, uint64_t structure) {
  if (slot->compiled_asked != structure && find_result(session, slot->compiled_asked))
    slot->compiled_before = slot->compiled_asked;
  slot->compiled_asked = structure;
}

static void compile_kernel(Session *session, int kernel) {
  const PlanLowered *lowered = plan_lowered(session->plan, kernel);
  if (!lowered->nest) return;
  slot_asked(session, &session->slots[kernel], lowered->structure);
  CompileEntry *entry = find_entry(session, lowered->structure);
  if (!entry) entry = add_entry(session, lowered->structure);
  if (entry->state == RESULT_NONE) submit(session, lowered, entry);
}

bool session_compile(Session *session, int kernel, Status *status) {
  if (!session_open_compiler(session, status)) return false;
  if (kernel != NO_KERNEL) {
    compile_kernel(session, kernel);
    return true;
  }
  int count;
  const int *order = plan_order(session->plan, &count);
  for (int i = 0; i < count; i++)
    compile_kernel(session, order[i]);
  return true;
}

bool session_compile_wait(Session *session, Status *status) {
  (void)status;
  while (session->jobs && jobs_pending(session->jobs) > 0)
    session_wait_once(session, -1);
  return true;
}

CompiledView session_compiled(Session *session, int kernel) {
  const PlanLowered *lowered = plan_lowered(session->plan, kernel);
  const SlotMemory *slot = &session->slots[kernel];
  if (!lowered->nest) return (CompiledView){.state = RESULT_NOT_RUN};
  CompileEntry *entry = find_entry(session, lowered->structure);
  if (entry && entry->state == RESULT_DONE) return (CompiledView){RESULT_DONE, &entry->compiled, NULL};
  if (entry && entry->state != RESULT_NONE) return (CompiledView){entry->state, NULL, entry->error};
  CompileEntry *old = find_result(session, slot->compiled_asked);
  if (!old) old = find_result(session, slot->compiled_before);
  if (old) return (CompiledView){RESULT_STALE, &old->compiled, NULL};
  return (CompiledView){.state = RESULT_NONE};
}

const Compiled *session_compiled_structure(const Session *session, uint64_t structure) {
  const CompileEntry *entry = find_result(session, structure);
  return entry ? &entry->compiled : NULL;
}

// Takes the lines of `emitted`.
static ReadableUnit whole_unit(Emitted *emitted) {
  ReadableUnit unit = {.body_line = 1, .lines = emitted->lines};
  emitted->lines = (EmittedLines){0};
  Text text = {0};
  text_add(&text, emitted->prelude);
  for (const char *at = emitted->prelude; *at; at++)
    unit.body_line += *at == '\n';
  text_add(&text, emitted->source);
  unit.text = text_take(&text);
  return unit;
}

static const ReadableUnit *readable_unit(Session *session, int kernel, Status *status) {
  const PlanLowered *lowered = plan_lowered(session->plan, kernel);
  if (!lowered->nest) {
    status_fail(status, STATUS_INPUT, "%s", lowered->reason.text);
    return NULL;
  }
  int64_t index;
  if (!hashmap_get(&session->source_by_content, lowered->content, &index)) {
    Emitted emitted;
    EmitOptions options = {.annotate = true};
    if (!kernel_emit(lowered->nest, &lowered->schedule, &session->device.limits, &options, &emitted, status))
      return NULL;
    index = session->sources.count;
    vector_push(&session->sources, whole_unit(&emitted));
    hashmap_set(&session->source_by_content, lowered->content, index);
    emitted_free(&emitted);
  }
  return &session->sources.data[index];
}

const char *session_source(Session *session, int kernel, int *body_line, Status *status) {
  const ReadableUnit *unit = readable_unit(session, kernel, status);
  if (unit && body_line) *body_line = unit->body_line;
  return unit ? unit->text : NULL;
}

const EmittedLines *session_source_lines(Session *session, int kernel) {
  Status unread;
  const ReadableUnit *unit = readable_unit(session, kernel, &unread);
  return unit ? &unit->lines : NULL;
}

void session_compiles_free(Session *session) {
  for (int i = 0; i < session->compiles.count; i++) {
    if (session->compiles.data[i]->state == RESULT_DONE) compiled_free(&session->compiles.data[i]->compiled);
    free(session->compiles.data[i]);
  }
  vector_free(&session->compiles);
  hashmap_free(&session->compile_by_structure);
  for (int i = 0; i < session->sources.count; i++) {
    free(session->sources.data[i].text);
    vector_free(&session->sources.data[i].lines);
  }
  vector_free(&session->sources);
  hashmap_free(&session->source_by_content);
}
