// Times of earlier runs in a session. A time belongs to code: kernels of equal structure have one, a plan's
// is of all its kernels' code together, and either is only shown where the emitter still writes what was
// measured. What a library runs is known by its place in its graph.
#include "base/arena.h"
#include "base/clock.h"
#include "base/log.h"
#include "session/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAUNCHES_LEAST = 20 }; // fewer say too little of the spread

bool measure_is_kept(const MeasureOptions *options) {
  bool enough = options->launches == 0 || options->launches >= LAUNCHES_LEAST;
  return enough && !options->dirty_cache && !options->generated_only;
}

// ---- Names of code.

static uint64_t name_kernel(const PlanLowered *lowered) {
  return lowered->nest ? lowered->structure : lowered->content;
}

static CodeName name_library(const PlanLowered *lowered) {
  CodeName name;
  hash_name(name.digits, &lowered->content, sizeof lowered->content);
  return name;
}

static CodeName name_launch(const Launch *launch) {
  return launch->kind == LAUNCH_KERNEL ? launch->emitted.code : name_library(launch->lowered);
}

static int compare_names(const void *left, const void *right) {
  return strcmp(((const CodeName *)left)->digits, ((const CodeName *)right)->digits);
}

// Of all: equal plans may launch kernels that do not depend on each other in another order. Sorts them.
static CodeName name_together(CodeName *names, int count) {
  CodeName name;
  if (count) qsort(names, (size_t)count, sizeof *names, compare_names);
  hash_name(name.digits, names, (size_t)count * sizeof *names);
  return name;
}

static bool equal_names(const CodeName *a, const CodeName *b) {
  return text_equal(a->digits, b->digits);
}

// ---- The code of today, which is written once a structure.

// Writes the code when *most allows (negative: it does), which goes down by one. False: it does not.
static bool find_name(Session *session, const PlanLowered *lowered, int *most, CodeName *name) {
  int64_t index;
  if (!lowered->nest) {
    *name = name_library(lowered);
    return true;
  }
  if (!hashmap_get(&session->name_by_structure, lowered->structure, &index)) {
    if (*most == 0) return false;
    if (*most > 0) --*most;
    index = session->names.count;
    const Emitted *code = plan_code(lowered, NULL);
    vector_push(&session->names, code ? code->code : (CodeName){""});
    hashmap_set(&session->name_by_structure, lowered->structure, index);
  }
  *name = session->names.data[index];
  return true;
}

void session_times_close(Session *session) {
  kept_times_free(session->times);
  session->times = NULL;
  vector_free(&session->names);
  hashmap_free(&session->name_by_structure);
  session->name_by_structure = (HashMap){0};
}

// ---- Showing.

void session_times_open(Session *session) {
  if (!session->keep_times) return;
  session_times_close(session);
  session->times = kept_times_open(&session->device);
  const char *problem = session->times->problem;
  if (problem) log_message(LOG_WARNING, "the times of earlier runs are not shown: %s", problem);
}

static const KeptTime *find_kept(const Session *session, const PlanLowered *lowered) {
  return session->times ? kept_find(&session->times->kernels, name_kernel(lowered)) : NULL;
}

bool session_look_up_time(Session *session, const PlanLowered *lowered, int *most) {
  CodeName today;
  return !find_kept(session, lowered) || find_name(session, lowered, most, &today);
}

void session_look_up_times(Session *session) {
  int count, most = -1;
  const int *order = plan_order(session->plan, &count);
  for (int i = 0; i < count && session->times; i++)
    session_look_up_time(session, plan_lowered(session->plan, order[i]), &most);
}

const KeptTime *session_kept_time(Session *session, const PlanLowered *lowered) {
  const KeptTime *kept = find_kept(session, lowered);
  int most = 0;
  CodeName today;
  if (!kept || !lowered->nest) return kept;
  return find_name(session, lowered, &most, &today) && equal_names(&kept->code, &today) ? kept : NULL;
}

bool session_kept_plan_time(Session *session, Plan *plan, int most, const KeptTime **time) {
  int count;
  const KeptTime *kept = session->times ? kept_find(&session->times->plans, plan_hash(plan)) : NULL;
  *time = NULL;
  if (!kept) return true;
  const int *order = plan_order(plan, &count);
  CodeName *names = memory_alloc(sizeof *names * ((size_t)count + 1));
  bool known = true;
  for (int i = 0; known && i < count; i++)
    known = find_name(session, plan_lowered(plan, order[i]), &most, &names[i]);
  CodeName today = known ? name_together(names, count) : (CodeName){""};
  free(names);
  if (equal_names(&kept->code, &today)) *time = kept;
  return known;
}

int session_kept_times(const Session *session) {
  return session->times ? kept_times_count(session->times) : 0;
}

const char *session_kept_problem(const Session *session) {
  return session->times ? session->times->problem : NULL;
}

bool session_forget_times(Session *session, Status *status) {
  if (!session->times) return status_fail(status, STATUS_INPUT, "no times are kept here");
  if (!kept_times_forget(session->times, status)) return false;
  for (int i = 0; i < session->measures.count; i++) {
    MeasureEntry *entry = session->measures.data[i];
    if (entry->kept_at && entry->state == RESULT_DONE) entry->state = RESULT_NONE;
  }
  session_plans_forget_times(session);
  return true;
}

// ---- Keeping.

static void put_launch(KeptTimes *times, const Launch *launch, const char *gpu, const Measured *measured) {
  char name[KERNEL_NAME_SIZE];
  const Matmul *product = &launch->matmul;
  bool ours = launch->kind == LAUNCH_KERNEL;
  if (ours)
    snprintf(name, sizeof name, "%s", launch->emitted.name);
  else
    snprintf(name, sizeof name, "matmul %" PRId64 "x%" PRId64 "x%" PRId64, product->m, product->n,
             product->k);
  kept_put(&times->kernels, &(KeptTime){.subject = name_kernel(launch->lowered),
                                        .code = ours ? name_launch(launch) : (CodeName){""},
                                        .name = name,
                                        .gpu = (char *)gpu,
                                        .when = clock_seconds(),
                                        .measured = *measured});
}

static void put_plan(KeptTimes *times, const MeasuredPlan *plan, const char *gpu) {
  const Program *program = plan->program;
  CodeName *names = memory_alloc(sizeof *names * ((size_t)program->launch_count + 1));
  for (int i = 0; i < program->launch_count; i++)
    names[i] = name_launch(&program->launches[i]);
  kept_put(&times->plans, &(KeptTime){.subject = plan->hash,
                                      .code = name_together(names, program->launch_count),
                                      .name = (char *)plan->name,
                                      .gpu = (char *)gpu,
                                      .when = clock_seconds(),
                                      .measured = *plan->total});
  free(names);
}

static bool has_time(const Measured *measured) {
  return measured->ok && measured->time_us > 0;
}

KeptTimes *measure_keep(const Device *device, const char *gpu, const MeasuredPlan *plan) {
  KeptTimes *times = kept_times_change(device);
  const Program *program = plan->program;
  Status status = {0};
  for (int i = 0; i < plan->count && i < program->launch_count; i++)
    if (has_time(&plan->kernels[i])) put_launch(times, &program->launches[i], gpu, &plan->kernels[i]);
  if (plan->total && has_time(plan->total)) put_plan(times, plan, gpu);
  if (!kept_times_save(times, &status)) log_message(LOG_WARNING, "%s", status.message);
  kept_times_unlock(times);
  return times;
}
