// Depth first from every op alone: each step fuses two kernels, and what was there before is not entered
// again.
#include "plan/search/enumerate.h"

#include "plan/plan_internal.h"

enum { USUAL_LIMIT = 100000 };

typedef struct Enumerator {
  Plan *plan;
  const PlanEnumeration *enumeration;
  HashMap seen; // plan hashes
  int64_t limit, count;
  bool stopped, too_many;
} Enumerator;

static bool is_new(Enumerator *e) {
  int64_t known;
  uint64_t hash = plan_hash(e->plan);
  if (hashmap_get(&e->seen, hash, &known)) return false;
  hashmap_set(&e->seen, hash, 1);
  return true;
}

static bool goes_on(const Enumerator *e) {
  const atomic_int *stop = e->enumeration->stop;
  return !e->stopped && !e->too_many && !(stop && *stop);
}

static void visit(Enumerator *e);

// Kernels are named by their smallest ops, which do not depend on how the plan came about.
static void try_pair(Enumerator *e, int a, int b) {
  Reason reason;
  plan_begin(e->plan);
  if (plan_fuse(e->plan, a, b, false, &reason) && is_new(e)) visit(e);
  if (e->stopped)
    plan_commit(e->plan);
  else
    plan_rollback(e->plan);
}

static void visit_fusions(Enumerator *e) {
  const Plan *plan = e->plan;
  for (int b = 0; b < plan->op_count && goes_on(e); b++) {
    if (home_of(plan, b) == NO_KERNEL || slot_of(plan, home_of(plan, b))->ops.data[0] != b) continue;
    for (int a = 0; a < b && goes_on(e); a++)
      if (home_of(plan, a) != NO_KERNEL && slot_of(plan, home_of(plan, a))->ops.data[0] == a)
        try_pair(e, a, b);
  }
}

static void visit(Enumerator *e) {
  if (e->count == e->limit) {
    e->too_many = true;
    return;
  }
  VisitAnswer answer = e->enumeration->visit(e->enumeration->context, e->plan, e->count++);
  e->stopped = answer == VISIT_STOP;
  if (!e->stopped) visit_fusions(e);
}

bool plan_enumerate(Plan *plan, const PlanEnumeration *enumeration, int64_t *count, Status *status) {
  Enumerator e = {.plan = plan,
                  .enumeration = enumeration,
                  .limit = enumeration->limit > 0 ? enumeration->limit : USUAL_LIMIT};
  plan_begin(plan);
  plan_reset(plan);
  is_new(&e);
  visit(&e);
  if (e.stopped)
    plan_commit(plan);
  else
    plan_rollback(plan);
  hashmap_free(&e.seen);
  if (count) *count = e.count;
  return !e.too_many || status_fail(status, STATUS_INPUT,
                                    "%s has more than %lld legal plans: pin ops together or apart to leave "
                                    "fewer, or take a smaller graph",
                                    plan->graph->name, (long long)e.limit);
}
