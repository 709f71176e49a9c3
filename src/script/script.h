// Lua: heuristics that edit a plan through the same edits as a person, in a sandbox. API as in DESIGN
// section 9.
#pragma once

#include "script/source.h"
#include "script/trail.h"
#include "session/results/plan_times.h"
#include "session/run_figures.h"
#include "session/session.h"

#include <stdatomic.h>

typedef struct ScriptOption {
  const char *name, *value; // "max_reads", "12"
} ScriptOption;

#define SCRIPT_MEMORY_DEFAULT ((size_t)512 << 20)

typedef struct ScriptLimits {
  long long instructions; // 0: 2e9
  long long evaluations;  // plan:what_if, can_fuse and estimate, each counts; 0: no limit
  size_t memory_bytes;    // of the script and what it prints; 0: 512 MiB
  int milliseconds;       // of the thread's processor time; 0: no limit
  // Set from a signal or another thread: the script ends with STATUS_CANCELLED. May be NULL.
  const atomic_int *stop;
  int processors; // for a heuristic's branches at once; 0: as many as there are. The result is the same
} ScriptLimits;

// For files that are only read, to list or to open them: they say what there is, and work when they run.
#define SCRIPT_READING \
  ((ScriptLimits){.instructions = 10000000, .memory_bytes = (size_t)64 << 20, .milliseconds = 300})

enum { HEURISTIC_OPTIONS_MOST = 16 };

typedef struct HeuristicOption {
  char *name, *help, *default_value;
} HeuristicOption;

// What a heuristic file says of itself. All texts are lines without control characters.
typedef struct HeuristicInfo {
  char *name, *help, *path;
  char *problem; // why the file cannot be used, with file and line; NULL: it can
  HeuristicOption options[HEURISTIC_OPTIONS_MOST];
  int option_count;
} HeuristicInfo;

// Shipped (lua/heuristics) and the user's (config folder/heuristics), sorted by name; broken files, too, with
// their problem. `stop`, which may be NULL, ends it early, as of ScriptLimits.
HeuristicInfo *heuristics_list(int *count, const atomic_int *stop);
HeuristicInfo *heuristic_info(const char *path); // of that file alone: a list of one
HeuristicInfo *heuristics_searches(
    int *count, const atomic_int *stop); // the shipped ones that try many plans, or draw them
void heuristics_free(HeuristicInfo *list, int count);

// A run of a heuristic, by name or path, on the session's plan.
typedef struct HeuristicRun {
  const char *name_or_path;
  const Sources *sources; // its file, and what that needs, as they were read before; NULL: they are read
  const ScriptOption *options;
  int option_count;
  const ScriptLimits *limits; // NULL: the defaults
  const Plan *start;          // starts from this plan; NULL: from the plan as it is
  Text *output;               // gets what the script prints; may be NULL
  Trail *trail;               // records the run; may be NULL
  const char *graph_path;     // where the graph was opened, for what it is at other sizes; NULL: that of the
                              // session, or scripts cannot ask
  RunFigures *figures;        // gets what it reports; NULL: the session does, if there is one
  // For plan:measure: compiles, checks and times a plan of the graph (session_time_plan). NULL: the session
  // does, if there is one.
  bool (*time_plan)(void *timer, const Plan *plan, PlanTimes *times, Status *status);
  void *timer;
  // The plan that came with the graph, or what makes it; the session's when there is one. Both NULL: none
  // did.
  const Plan *compiler;
  const DumpPlan *dump;
} HeuristicRun;

// One undo entry; on any error the plan is as it was and the message has file, line and traceback.
bool heuristic_perform(Session *session, const HeuristicRun *run, Status *status);
// The same on a plan alone, such as a copy that a thread of its own works on.
bool heuristic_perform_apart(Plan *plan, Estimator *estimator, const Device *device, const HeuristicRun *run,
                             Status *status);
// The session's plan becomes what heuristic_perform_apart made of a copy, as if it had been performed here.
void heuristic_take(Session *session, const HeuristicRun *run, const Plan *made);
// The same as heuristic_perform from the plan as it is.
bool heuristic_run(Session *session, const char *name_or_path, const ScriptOption *options, int option_count,
                   const ScriptLimits *limits, Text *output, Status *status);
// Where it is: free it. NULL with a message that lists what there is.
char *heuristic_path(const char *name_or_path, Status *status);
// API stubs for editors (LuaLS annotations) and the reference page, generated from the binding tables.
void script_write_stubs(Text *out);
