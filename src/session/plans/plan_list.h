// Plans kept beside the one under edit: every op alone, the compiler's, what heuristics made, what was edited
// by hand before another plan took its place, and snapshots by name. One of them is the baseline.
#pragma once

#include "cost/plan_cost.h"
#include "session/session.h"

typedef enum KeptKind {
  KEPT_NONE,      // every op alone; always there
  KEPT_COMPILER,  // what the dump records; there when there is one
  KEPT_HEURISTIC, // named by the heuristic and its options
  KEPT_MINE,      // the last plan edited by hand that was left for another
  KEPT_SNAPSHOT,  // named by the user
} KeptKind;
const char *kept_kind_name(KeptKind kind); // as plan files and the screen say it

typedef struct KeptPlan {
  KeptKind kind;
  char *name;         // no other in the list has it
  char *origin;       // of a heuristic's plan: the heuristic's name; else ""
  char *options;      // and what it was run with: "max_reads=12" or ""
  uint64_t hash;      // plan_hash
  Plan *plan;         // NULL: not read from the saved text yet
  char *text;         // a saved plan file, until it is read
  bool unreadable;    // it is none of this graph
  bool elsewhere;     // another program keeps it: it is not saved here
  PlanCost *cost;     // of the plan; NULL until it is asked for
  double measured_us; // one run of the whole plan on this session's device; 0: never timed
  double measured_spread_us;
  int64_t kept_at; // when an earlier run of the program measured it, seconds since 1970; 0: this one did
  char *kept_gpu;  // then the GPU that it ran on: "NVIDIA H200"
  bool looked_up;  // whether an earlier run did is known
} KeptPlan;

typedef struct PlanList PlanList;

// The session's list: made when first asked for, with what was kept when the graph was last open (where the
// session saves). Belongs to the session.
PlanList *session_plans(Session *session);
int plan_list_count(const PlanList *list);
KeptPlan *plan_list_get(PlanList *list, int index);         // valid until one is kept or removed
int plan_list_find(const PlanList *list, const char *name); // -1: none
int plan_list_same(PlanList *list, const Plan *plan);       // the first that equals it; -1
int plan_list_baseline(const PlanList *list);
void plan_list_set_baseline(PlanList *list, int index);
// The kept plan, read when it was not yet; NULL with the reason when the saved text is no plan of this graph.
Plan *plan_list_plan(PlanList *list, int index, Status *status);
Plan *plan_list_copy_compiler(PlanList *list); // of the compiler's plan, to be freed; NULL: there is none

// Keeps a copy of the session's plan, in the place of one of the same name and kind; its index. -1 with the
// reason: the name belongs to a plan of another kind, or is empty.
int plan_list_keep(PlanList *list, KeptKind kind, const char *name, Status *status);
// What a plan of a heuristic is kept as: its name with its options, of which others make other plans.
void plan_list_heuristic_name(const PlanOrigin *origin, Text *out);
// The session's plan by the heuristic and the options that just made it.
int plan_list_keep_heuristic(PlanList *list);
// Keeps the session's plan as "mine" when none in the list equals it: before another takes its place.
void plan_list_keep_edits(PlanList *list);
// Forgets one; the baseline falls back to the compiler's plan or none. Refused for those that are always
// there.
bool plan_list_remove(PlanList *list, int index, Status *status);
// The kept plan becomes the session's, as one undo entry; what was edited by hand is kept first.
bool plan_list_use(PlanList *list, int index, Status *status);
// A time of the whole plan of that hash: for every kept plan that it is, and for the session's, which is
// kept.
void plan_list_measured(PlanList *list, uint64_t hash, double time_us, double spread_us);

// What a kept plan costs by estimate. Works out at most `most` fresh estimates (negative: all) and is true
// when *total is known; false also for a saved plan that cannot be read.
bool plan_list_total(PlanList *list, int index, int most, PlanTotal *total);
// Looks up what an earlier run measured of a plan that this one has not timed, where its kernels are still
// the same code. Writes the code of at most `most` kernels anew (negative: of all) and is true when that is
// done.
bool plan_list_look_up(PlanList *list, int index, int most);
// Its total is known already, or never will be.
bool plan_list_known(const PlanList *list, int index);
