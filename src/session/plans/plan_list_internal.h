// The inside of a list of plans, for the files plan_list*.c.
#pragma once

#include "base/json.h"
#include "session/internal.h"
#include "session/plans/plan_list.h"

// A plan of the file, by hashes: what is not among those known was written by another program meanwhile.
typedef struct KnownPlan {
  uint64_t name, plan;
} KnownPlan;
typedef VECTOR(KnownPlan) KnownPlans;

struct PlanList {
  Session *session; // borrowed
  VECTOR(KeptPlan) plans;
  int baseline;
  char *path;       // where it is saved; NULL: nowhere
  KnownPlans known; // all that were ever read from there or written
};

void kept_plan_clear(KeptPlan *kept);  // gives up what it owns
void kept_plan_untime(KeptPlan *kept); // gives its time up, which can be looked up again
// plan_list_file.c
void plan_list_open_file(PlanList *list); // takes in what was saved; what is broken is left out and logged
// The graph has other sizes now: the list is saved under that graph's name, with what was kept there before.
void plan_list_move_file(PlanList *list);
void plan_list_save(PlanList *list); // what other programs added to the file stays in it
