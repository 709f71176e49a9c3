// Plan files, plans of other compilers, differences.
#pragma once

#include "base/json.h"
#include "base/pack.h"
#include "graph/read/read.h"
#include "plan/plan.h"

typedef struct PlanOrigin {
  const char *kind;    // "heuristic", "compiler", "hand"
  const char *name;    // "greedy", "inductor"
  const char *options; // "max_reads=10" or ""
} PlanOrigin;

// Equal plans give equal files. `origin` may be NULL. Always true.
bool plan_write(const Plan *plan, const PlanOrigin *origin, Text *out);
// What a session knows of the plans in a history.
typedef struct PlanName {
  uint64_t hash; // plan_partition_hash
  PlanOrigin origin;
} PlanName;
typedef struct PlanNames {
  int opened;     // so many of the first entries are those that opening the graph made
  PlanName *list; // which plan came from where
  int count;
} PlanNames;
// The same with the undo history, or the end of a very long one, for plan_take_history. In two steps, as text
// takes its time: a copy of what is to be written, and later, on any thread, the file's text. The plan may be
// edited or freed between them, its graph may not be freed.
typedef struct PlanSaving PlanSaving;
PlanSaving *plan_saving_new(const Plan *plan, const PlanOrigin *origin, const PlanNames *names);
void plan_saving_write(const PlanSaving *saving, Text *out);
void plan_saving_free(PlanSaving *saving); // NULL is allowed
// Fails on another graph's plan (names both), unknown ops, illegal groups (with the reason). `plan` is
// replaced by one undo entry.
bool plan_read(Plan *plan, const char *path, Status *status);
bool plan_parse(Plan *plan, const char *file, const char *text, size_t length, Status *status);
bool plan_take(Plan *plan, const Json *json, Status *status); // of a file that was parsed
// Takes over the history, in the place of the plan's own, from the file that the plan was just taken from.
// Steps that do not hold are left out, with those behind them. False when there is none, or it cannot be read
// (STATUS_OK when there is none).
bool plan_take_history(Plan *plan, const Json *json, int *opened, Status *status);

// A plan, kernel ids included, for another process that has the same graph. Taking it is one undo entry of
// that name; false, and nothing has changed, when all that is left to read is not a legal plan.
void plan_pack(const Plan *plan, Text *out);
bool plan_unpack(Plan *plan, const char *label, Unpack *from);

// The plan that a dump records: as many kernels as it lists, recomputed copies included. What cannot be one
// kernel of ours (mixed reduction axes, ops of two kernels that we cannot separate) is split as little as
// possible; each such case adds a sentence to `notes`. One undo entry; pins stay.
typedef struct DumpNotes {
  VECTOR(char *) sentences; // free with dump_notes_free
  int places;               // kernels, launches and ops that the plan has otherwise, each counted once
  int first;                // where there are any: an op of ours at the first, NO_OP where none is known
  int *launches;            // per op: index of the dump's kernel that it was taken from, -1: of none
  int *finishes; // per kernel of the dump: that of whose reduction it only finishes, -1: it does work of its
                 // own
} DumpNotes;
bool plan_from_dump(Plan *plan, const DumpPlan *dump, DumpNotes *notes, Status *status);
void dump_notes_free(DumpNotes *notes);

// Two plans of one graph: kernels that are the same, and groups of kernels that changed (connected by shared
// ops).
typedef struct DiffGroup {
  const int *left, *right; // kernel ids in either plan
  int left_count, right_count;
} DiffGroup;
typedef struct PlanDiff {
  Arena *arena;
  DiffGroup *groups; // changed only, by smallest op
  int group_count;
  int same; // kernels equal in both
} PlanDiff;
PlanDiff *plan_diff(const Plan *left,
                    const Plan *right); // NULL when the graphs differ; overrides and stored values count
// The same in steps, while neither plan is edited.
typedef struct PlanDiffing PlanDiffing;
PlanDiffing *plan_diff_begin(const Plan *left, const Plan *right); // NULL when the graphs differ
bool plan_diff_work(PlanDiffing *diffing,
                    int most);                 // looks at so many more ops (negative: all); true at the end
PlanDiff *plan_diff_end(PlanDiffing *diffing); // after the end; frees `diffing`
void plan_diff_cancel(PlanDiffing *diffing);   // at any time, instead; NULL is allowed
void plan_diff_free(PlanDiff *diff);
