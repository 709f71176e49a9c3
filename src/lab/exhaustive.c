#include "lab/exhaustive.h"

#include "base/arena.h"
#include "base/random.h"
#include "plan/search/enumerate.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Candidate {
  double us; // INFINITY: not known
  int64_t number;
} Candidate;

typedef struct Choosing {
  AccuracyRecord *record;
  Session *session;
  bool by_time;                 // what kernels were measured to take, else what they are estimated to
  VECTOR(Candidate) candidates; // by number, then by time
  bool *chosen;                 // by number
} Choosing;

static double kernel_us(const Choosing *choosing, Plan *plan, int kernel) {
  if (!choosing->by_time)
    return estimator_kernel(session_estimator(choosing->session), plan, kernel)->time_us;
  int64_t at;
  uint64_t structure = plan_lowered(plan, kernel)->structure;
  bool known = hashmap_get(&choosing->record->by_structure, structure, &at) &&
               choosing->record->kernels.data[at].measured;
  return known ? choosing->record->kernels.data[at].time_us : INFINITY;
}

static VisitAnswer list_plan(void *context, Plan *plan, int64_t number) {
  Choosing *choosing = context;
  Candidate candidate = {0, number};
  int count;
  const int *order = plan_order(plan, &count);
  for (int i = 0; i < count; i++)
    if (plan_lowered(plan, order[i])->nest) candidate.us += kernel_us(choosing, plan, order[i]);
  vector_push(&choosing->candidates, candidate);
  return VISIT_ON;
}

static VisitAnswer add_chosen(void *context, Plan *plan, int64_t number) {
  const Choosing *choosing = context;
  (void)plan;
  char how[64];
  snprintf(how, sizeof how, "exhaustive -o number=%" PRId64, number);
  if (choosing->chosen[number]) accuracy_add_plan(choosing->record, choosing->session, how);
  return VISIT_ON;
}

static int quickest_first(const void *a, const void *b) {
  const Candidate *x = a, *y = b;
  if (x->us != y->us) return x->us < y->us ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

static void choose_quickest(Choosing *choosing, int most) {
  qsort(choosing->candidates.data, (size_t)choosing->candidates.count, sizeof *choosing->candidates.data,
        quickest_first);
  for (int i = 0; i < most && i < choosing->candidates.count; i++)
    if (isfinite(choosing->candidates.data[i].us))
      choosing->chosen[choosing->candidates.data[i].number] = true;
}

static void choose_randomly(Choosing *choosing, int most, uint64_t seed) {
  Random random = {seed};
  for (int i = 0; i < most; i++)
    choosing->chosen[random_below(&random, (uint64_t)choosing->candidates.count)] = true;
}

static bool enumerate(Choosing *choosing, VisitAnswer (*visit)(void *context, Plan *plan, int64_t number),
                      Status *status) {
  PlanEnumeration enumeration = {.visit = visit, .context = choosing};
  return plan_enumerate(session_plan(choosing->session), &enumeration, NULL, status);
}

static bool add_plans(Choosing *choosing, int most, const uint64_t *seed, Status *status) {
  bool good = enumerate(choosing, list_plan, status);
  choosing->chosen = memory_alloc((size_t)choosing->candidates.count + 1);
  GraphRecord *graph = &choosing->record->graphs.data[choosing->record->graphs.count - 1];
  graph->all_plans = good ? choosing->candidates.count : 0;
  if (good) choose_quickest(choosing, most);
  if (good && seed && choosing->candidates.count > most) choose_randomly(choosing, most, *seed);
  good = good && enumerate(choosing, add_chosen, status);
  free(choosing->chosen);
  vector_free(&choosing->candidates);
  return good;
}

bool exhaustive_add_all(AccuracyRecord *record, Session *session, int most, uint64_t seed, Status *status) {
  Choosing choosing = {.record = record, .session = session};
  return add_plans(&choosing, most, &seed, status);
}

bool exhaustive_add_quickest(AccuracyRecord *record, Session *session, int most, Status *status) {
  Choosing choosing = {.record = record, .session = session, .by_time = true};
  return add_plans(&choosing, most, NULL, status);
}
