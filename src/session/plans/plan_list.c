// The list of kept plans.
#include "session/plans/plan_list.h"

#include "base/arena.h"
#include "session/plans/plan_list_internal.h"
#include "session/saver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *kept_kind_name(KeptKind kind) {
  static const char *const names[] = {[KEPT_NONE] = "none",
                                      [KEPT_COMPILER] = "compiler",
                                      [KEPT_HEURISTIC] = "heuristic",
                                      [KEPT_MINE] = "by hand",
                                      [KEPT_SNAPSHOT] = "snapshot"};
  return names[kind];
}

void kept_plan_clear(KeptPlan *kept) {
  plan_cost_free(kept->cost);
  plan_free(kept->plan);
  free(kept->text);
  free(kept->name);
  free(kept->origin);
  free(kept->options);
  free(kept->kept_gpu);
}

static void free_plan(void *plan) {
  plan_free(plan);
}

// All that a large plan was lowered to goes with it, which takes longer than a frame.
static void clear_later(PlanList *list, KeptPlan *kept) {
  plan_cost_free(kept->cost);
  kept->cost = NULL;
  if (kept->plan) saver_free_later(session_saver(list->session), free_plan, kept->plan);
  kept->plan = NULL;
  kept_plan_clear(kept);
}

// ---- Those that are always there.

static void add(PlanList *list, KeptKind kind, const char *name, Plan *plan) {
  vector_push(&list->plans, (KeptPlan){.kind = kind,
                                       .name = memory_strdup(name),
                                       .origin = memory_strdup(""),
                                       .options = memory_strdup(""),
                                       .plan = plan,
                                       .hash = plan_hash(plan)});
}

// Is the plan under edit still as the dump made it here? Making it again takes longer than a copy.
static bool is_compilers(Session *session) {
  int pins;
  plan_pins(session->plan, &pins);
  return session->dump_notes.launches && pins == 0 && text_equal(session_origin(session)->kind, "compiler") &&
         session->origins.data[session->origin].hash == plan_partition_hash(session->plan);
}

static void add_compiler(PlanList *list) {
  Session *session = list->session;
  DumpNotes notes = {0};
  if (!session->dump) return;
  if (is_compilers(session)) {
    add(list, KEPT_COMPILER, "compiler", plan_copy(session->plan));
    return;
  }
  Plan *plan = plan_new_beside(session->plan);
  bool read = plan_from_dump(plan, session->dump, &notes, NULL);
  dump_notes_free(&notes);
  if (read)
    add(list, KEPT_COMPILER, "compiler", plan);
  else
    plan_free(plan);
}

PlanList *session_plans(Session *session) {
  if (session->plans) return session->plans;
  PlanList *list = memory_alloc(sizeof *list);
  session->plans = list;
  list->session = session;
  add(list, KEPT_NONE, "none", plan_new_beside(session->plan));
  add_compiler(list);
  list->baseline = list->plans.count - 1;
  if (session->autosave) plan_list_open_file(list);
  return list;
}

void session_plans_free(Session *session) {
  PlanList *list = session->plans;
  if (!list) return;
  for (int i = 0; i < list->plans.count; i++)
    kept_plan_clear(&list->plans.data[i]);
  vector_free(&list->plans);
  vector_free(&list->known);
  free(list->path);
  free(list);
}

// ---- Looking.

int plan_list_count(const PlanList *list) {
  return list->plans.count;
}

KeptPlan *plan_list_get(PlanList *list, int index) {
  return &list->plans.data[index];
}

int plan_list_find(const PlanList *list, const char *name) {
  for (int i = 0; i < list->plans.count; i++)
    if (text_equal(list->plans.data[i].name, name)) return i;
  return -1;
}

int plan_list_same(PlanList *list, const Plan *plan) {
  uint64_t hash = plan_hash(plan);
  for (int i = 0; i < list->plans.count; i++)
    if (list->plans.data[i].hash == hash) return i;
  return -1;
}

int plan_list_baseline(const PlanList *list) {
  return list->baseline;
}

void plan_list_set_baseline(PlanList *list, int index) {
  list->baseline = index;
  plan_list_save(list);
}

Plan *plan_list_plan(PlanList *list, int index, Status *status) {
  KeptPlan *kept = &list->plans.data[index];
  if (kept->plan) return kept->plan;
  const Session *session = list->session;
  Plan *plan = plan_new_beside(session->plan);
  if (!plan_parse(plan, kept->name, kept->text, strlen(kept->text), status)) {
    plan_free(plan);
    kept->unreadable = true;
    return NULL;
  }
  kept->plan = plan;
  kept->hash = plan_hash(plan);
  free(kept->text);
  kept->text = NULL;
  return plan;
}

Plan *plan_list_copy_compiler(PlanList *list) {
  for (int i = 0; i < list->plans.count; i++)
    if (list->plans.data[i].kind == KEPT_COMPILER && list->plans.data[i].plan)
      return plan_copy(list->plans.data[i].plan);
  return NULL;
}

// ---- Keeping and removing.

// The place of the plan to keep: that of the one with its name and kind, or a new one at the end; -1: the
// name is taken.
static int place_for(PlanList *list, KeptKind kind, const char *name, Status *status) {
  int at = plan_list_find(list, name);
  if (at < 0) {
    vector_push(&list->plans, (KeptPlan){0});
    return list->plans.count - 1;
  }
  KeptPlan *old = &list->plans.data[at];
  if (old->kind != kind) {
    status_fail(status, STATUS_INPUT, "\"%s\" is the name of another plan (%s)", name,
                kept_kind_name(old->kind));
    return -1;
  }
  clear_later(list, old);
  return at;
}

int plan_list_keep(PlanList *list, KeptKind kind, const char *name, Status *status) {
  if (!*name) {
    status_fail(status, STATUS_INPUT, "a plan needs a name");
    return -1;
  }
  Session *session = list->session;
  char *own = memory_strdup(name); // it may be the name of the plan that is replaced
  int at = place_for(list, kind, own, status);
  if (at >= 0) {
    Plan *copy = plan_copy(session->plan);
    const PlanOrigin *origin = session_origin(session);
    bool heuristic = kind == KEPT_HEURISTIC;
    list->plans.data[at] = (KeptPlan){.kind = kind,
                                      .name = memory_strdup(own),
                                      .origin = memory_strdup(heuristic ? origin->name : ""),
                                      .options = memory_strdup(heuristic ? origin->options : ""),
                                      .plan = copy,
                                      .hash = plan_hash(copy)};
    plan_list_save(list);
  }
  free(own);
  return at;
}

void plan_list_heuristic_name(const PlanOrigin *origin, Text *out) {
  text_printf(out, "%s%s%s", origin->name, *origin->options ? " " : "", origin->options);
}

int plan_list_keep_heuristic(PlanList *list) {
  Text name = {0};
  plan_list_heuristic_name(session_origin(list->session), &name);
  int at = plan_list_keep(list, KEPT_HEURISTIC, text_get(&name), NULL);
  text_free(&name);
  return at;
}

bool plan_list_remove(PlanList *list, int index, Status *status) {
  KeptPlan *kept = &list->plans.data[index];
  if (kept->kind == KEPT_NONE || kept->kind == KEPT_COMPILER)
    return status_fail(status, STATUS_INPUT, "plan %s is always there", kept->name);
  clear_later(list, kept);
  list->plans.count--;
  for (int i = index; i < list->plans.count; i++)
    list->plans.data[i] = list->plans.data[i + 1];
  if (list->baseline == index) {
    int compiler = plan_list_find(list, "compiler");
    list->baseline = compiler < 0 ? 0 : compiler;
  } else if (list->baseline > index) {
    list->baseline--;
  }
  plan_list_save(list);
  return true;
}

// ---- Switching.

// `taken`: a name that must stay what it is.
static void keep_edits(PlanList *list, const char *taken) {
  if (plan_list_same(list, list->session->plan) >= 0) return;
  plan_list_keep(list, KEPT_MINE, text_equal(taken, "mine") ? "mine 2" : "mine", NULL);
}

void plan_list_keep_edits(PlanList *list) {
  keep_edits(list, NULL);
}

static void use_copy(Session *session, const KeptPlan *kept, const Plan *plan) {
  char label[80];
  snprintf(label, sizeof label, "plan %s", kept->name);
  plan_replace(session->plan, plan, label);
  bool heuristic = kept->kind == KEPT_HEURISTIC;
  session_set_origin(session, &(PlanOrigin){heuristic ? "heuristic" : "hand",
                                            heuristic ? kept->origin : kept->name, kept->options});
}

bool plan_list_use(PlanList *list, int index, Status *status) {
  Session *session = list->session;
  KeptKind kind = list->plans.data[index].kind;
  if (!plan_list_plan(list, index, status)) return false;
  keep_edits(list, list->plans.data[index].name);
  const KeptPlan *kept = &list->plans.data[index]; // keeping adds at the end
  if (kind == KEPT_NONE || kind == KEPT_COMPILER) return session_use_plan(session, kept->name, status);
  use_copy(session, kept, kept->plan);
  return true;
}

// ---- Figures.

void plan_list_measured(PlanList *list, uint64_t hash, double time_us, double spread_us) {
  if (plan_hash(list->session->plan) == hash) plan_list_keep_edits(list);
  for (int i = 0; i < list->plans.count; i++) {
    KeptPlan *kept = &list->plans.data[i];
    if (kept->hash != hash) continue;
    kept_plan_untime(kept);
    kept->measured_us = time_us;
    kept->measured_spread_us = spread_us;
    kept->looked_up = true;
  }
}

void kept_plan_untime(KeptPlan *kept) {
  free(kept->kept_gpu);
  kept->kept_gpu = NULL;
  kept->measured_us = kept->measured_spread_us = 0;
  kept->kept_at = 0;
  kept->looked_up = false;
}

void session_plans_forget_times(Session *session) {
  for (int i = 0; session->plans && i < session->plans->plans.count; i++)
    if (session->plans->plans.data[i].kept_at) kept_plan_untime(&session->plans->plans.data[i]);
}

static void take_time(KeptPlan *kept, const KeptTime *time) {
  kept->looked_up = true;
  if (!time) return;
  kept->measured_us = time->measured.time_us;
  kept->measured_spread_us = time->measured.spread_us;
  kept->kept_at = time->when;
  kept->kept_gpu = memory_strdup(time->gpu);
}

bool plan_list_look_up(PlanList *list, int index, int most) {
  Session *session = list->session;
  KeptPlan *kept = &list->plans.data[index];
  const KeptTime *time = NULL;
  if (kept->looked_up) return true;
  bool timed = session->times && kept_find(&session->times->plans, kept->hash);
  Plan *plan = timed ? plan_list_plan(list, index, NULL) : NULL; // which reads no others
  if (plan && !session_kept_plan_time(session, plan, most, &time)) return false;
  take_time(&list->plans.data[index], time);
  return true;
}

bool plan_list_total(PlanList *list, int index, int most, PlanTotal *total) {
  Plan *plan = plan_list_plan(list, index, NULL);
  if (!plan) return false;
  KeptPlan *kept = &list->plans.data[index];
  if (!kept->cost) kept->cost = plan_cost_new(list->session->estimator, plan);
  if (!plan_cost_update(kept->cost, most)) return false;
  *total = plan_cost_total(kept->cost);
  return true;
}

bool plan_list_known(const PlanList *list, int index) {
  const KeptPlan *kept = &list->plans.data[index];
  return kept->unreadable || (kept->cost && plan_cost_complete(kept->cost));
}
