// A run of a heuristic in processes of its own. Its plan, trail and estimates there are copies: what is made
// of them comes back.
#include "base/arena.h"
#include "script/apart.h"
#include "script/dynamic.h"
#include "script/heuristic_read.h"
#include "script/result.h"
#include "script/timing.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

// ---- In Lua.

// A heuristic without branches is run as a whole; one that has some then only says how many, and is finished
// after them.
typedef enum Phase { PHASE_WHOLE, PHASE_BRANCH, PHASE_FINISH } Phase;

typedef struct Running {
  const SourceFile *file;
  const HeuristicRun *run;
  Phase phase;
  int branch;   // PHASE_BRANCH: from 1
  int branches; // PHASE_WHOLE: gets how many there are
} Running;

static int run_body(lua_State *L) {
  Running *running = lua_touserdata(L, 1);
  heuristic_load(L, running->file);
  int module = lua_gettop(L), arguments = 2;
  running->branches = running->phase == PHASE_WHOLE ? heuristic_branches(L, module) : 0;
  int type = file_table_get(L, module, running->phase == PHASE_FINISH ? "finish" : "run");
  if (running->branches || type == LUA_TNIL) return 0;
  handle_push_plan(L);
  heuristic_push_options(L, module, running->run);
  if (running->phase == PHASE_BRANCH) lua_pushinteger(L, running->branch), arguments++;
  lua_call(L, arguments, 0);
  return 0;
}

// ---- In a process of its own. Its plan, trail and estimates are copies: what is made of them comes back.

typedef struct Performing {
  Host host;
  const HeuristicRun *run;
  const SourceFile *file;
  RunFigures *figures; // NULL: nobody asks
  Plan *timed;         // that was asked about last
  Phase phase;
  int branches;
} Performing;

static bool run_on_plan(Host *host, Running *running, Text *answer, Status *status) {
  plan_begin(host->plan); // for good: one group of edits, in a copy that ends with the process
  if (running->run->start) plan_replace(host->plan, running->run->start, "start");
  if (!host_open(host)) return status_fail(status, STATUS_INTERNAL, "Lua could not be started");
  bool ok = host_enter(host, run_body, running, status) && host_model_worked(host, status);
  if (ok) run_figures_pack(&host->figures, answer);
  apart_tell(host->child, host->output, &host->told);
  host_forget_models(host, host->L); // the rest goes with the process
  return ok;
}

// A branch's begins with its time, by which it is chosen.
static void pack_made(const Performing *performing, const Host *host, const Text *figures, Text *answer) {
  if (performing->phase == PHASE_BRANCH) pack_number(answer, plan_total(host->estimator, host->plan).time_us);
  text_add_bytes(answer, text_get(figures), figures->length);
  trail_pack(host->trail, answer);
  plan_pack(host->plan, answer);
}

static bool perform(void *context, int item, Child *child, Text *answer, Status *status) {
  const Performing *performing = context;
  Text output = {0};
  Host host = performing->host;
  (void)item;
  host.limits.stop = child_stop(child);
  host.child = child;
  host.output = performing->run->output ? &output : NULL;
  Running running = {performing->file, performing->run, performing->phase, item + 1, 0};
  Text figures = {0};
  bool ok = run_on_plan(&host, &running, &figures, status);
  if (ok && performing->phase == PHASE_WHOLE) pack_integer(answer, running.branches);
  if (ok && !running.branches) pack_made(performing, &host, &figures, answer);
  text_free(&figures);
  text_free(&output);
  return ok;
}

static bool take_made(void *context, int item, Unpack *answer) {
  Performing *performing = context;
  (void)item;
  if (performing->phase == PHASE_WHOLE) {
    performing->branches = (int)unpack_integer(answer, 0, BRANCHES_MOST);
    if (performing->branches || answer->failed) return !answer->failed;
  }
  RunFigures unasked = {0};
  bool good = run_figures_unpack(performing->figures ? performing->figures : &unasked, answer) &&
              trail_unpack(performing->host.trail, answer) &&
              plan_unpack(performing->host.plan, "heuristic", answer);
  run_figures_clear(&unasked);
  return good;
}

// ---- Its questions about times.

static void answer_timing(void *context, Unpack *question, Text *reply) {
  Performing *performing = context;
  timing_reply(performing->run, performing->timed, question, reply);
}

// ---- Branches.

typedef struct Branching {
  Performing *performing;
  double best_us;
  Text best; // what the best answered, but its time
} Branching;

static bool perform_branch(void *context, int item, Child *child, Text *answer, Status *status) {
  const Branching *branching = context;
  return perform(branching->performing, item, child, answer, status);
}

static bool take_branch(void *context, int item, Unpack *answer) {
  static const double least_us = 1e-6; // less is no gain: sums in another order differ by less
  Branching *branching = context;
  double us = unpack_number(answer);
  size_t length = answer->left;
  const char *bytes = unpack_bytes(answer, length);
  if (!bytes || !isfinite(us)) return false;
  if (item && us >= branching->best_us - least_us) return true;
  branching->best_us = us;
  text_clear(&branching->best);
  text_add_bytes(&branching->best, bytes, length);
  return true;
}

static int processors(const HeuristicRun *run) {
  int given = run->limits ? run->limits->processors : 0;
  long there = sysconf(_SC_NPROCESSORS_ONLN);
  return given > 0 ? given : there > 0 ? (int)there : 1;
}

// All branches together take no more memory than a run may: each has its share, however many are at work.
static ScriptLimits branch_limits(const Performing *performing) {
  ScriptLimits limits = performing->host.limits;
  if (limits.memory_bytes == 0) limits.memory_bytes = SCRIPT_MEMORY_DEFAULT;
  limits.memory_bytes /= (size_t)performing->branches;
  return limits;
}

// The scratch plan becomes the best branch's; the first that failed is the end of all.
static bool run_branches(Performing *performing, const Apart *apart, Plan *scratch, Status *end) {
  Branching branching = {.performing = performing, .best_us = INFINITY};
  Status *ends = memory_alloc(sizeof *ends * (size_t)performing->branches);
  Apart beside = *apart;
  beside.count = performing->branches;
  beside.work = perform_branch, beside.take = take_branch, beside.context = &branching;
  performing->phase = PHASE_BRANCH;
  performing->host.times = false;
  ScriptLimits whole = performing->host.limits;
  performing->host.limits = branch_limits(performing);
  beside.limits.memory_bytes = apart_running(&performing->host.limits).memory_bytes;
  apart_run_beside(&beside, processors(performing->run), ends);
  performing->host.limits = whole;
  for (int i = 0; i < performing->branches && end->code == STATUS_OK; i++)
    *end = ends[i];
  Unpack best = unpack_begin(text_get(&branching.best), branching.best.length);
  Plan *plan = performing->host.plan;
  performing->host.plan = scratch;
  if (end->code == STATUS_OK && !take_made(performing, 0, &best))
    status_fail(end, STATUS_INTERNAL, "a branch of the heuristic gave no answer that makes sense");
  performing->host.plan = plan;
  text_free(&branching.best);
  free(ends);
  return end->code == STATUS_OK;
}

static void run_phases(Performing *performing, const Apart *apart, Status *end) {
  apart_run(apart, end);
  if (end->code != STATUS_OK || !performing->branches) return;
  const HeuristicRun *run = performing->run;
  HeuristicRun finishing = *run;
  Plan *scratch = plan_new(performing->host.graph, plan_limits(performing->host.plan));
  if (run_branches(performing, apart, scratch, end)) {
    finishing.start = scratch;
    performing->run = &finishing;
    performing->host.times = apart->ask != NULL;
    performing->phase = PHASE_FINISH;
    apart_run(apart, end);
    performing->run = run;
  }
  plan_free(scratch);
}

static bool time_by_session(void *context, const Plan *plan, PlanTimes *times, Status *status) {
  const Host *host = context;
  return session_time_plan(host->session, plan, host->limits.stop, times, status);
}

bool heuristic_perform_file(Host *host, const char *path, const HeuristicRun *given, Status *status) {
  HeuristicRun timed = *given;
  const HeuristicRun *run = &timed;
  if (!timed.time_plan && host->session) timed.time_plan = time_by_session, timed.timer = host;
  host->times = timed.time_plan != NULL;
  Sources read = {0};
  Status end = {0};
  bool known = run->sources && sources_find(run->sources, path);
  if (!known) sources_add_script(&read, path);
  const Sources *sources = known ? run->sources : &read;
  if (run->limits) host->limits = *run->limits;
  host->trail = run->trail;
  host->compiler = run->compiler;
  host->dump = host->session ? session_dump(host->session) : run->dump;
  Performing performing = {*host,
                           run,
                           sources_find(sources, path),
                           run->figures,
                           plan_new(host->graph, plan_limits(host->plan)),
                           PHASE_WHOLE,
                           0};
  if (!run->figures && host->session) performing.figures = session_figures(host->session);
  ScriptSizes sizes = {0};
  const char *graph_path = run->graph_path || !host->session ? run->graph_path : session_path(host->session);
  script_sizes_open(&sizes, sources, (SizedSource){host->plan, host->estimator, graph_path});
  performing.host.sources = sources;
  performing.host.sizes = &sizes;
  Apart apart = {.who = "the heuristic",
                 .count = 1,
                 .work = perform,
                 .take = take_made,
                 .ask = host->times ? answer_timing : NULL,
                 .context = &performing,
                 .output = run->output,
                 .limits = apart_running(run->limits),
                 .stop = host->limits.stop};
  host_prepare();
  run_phases(&performing, &apart, &end);
  script_sizes_free(&sizes);
  sources_free(&read);
  plan_free(performing.timed);
  return end.code == STATUS_OK || status_fail(status, end.code, "%s", end.message);
}
