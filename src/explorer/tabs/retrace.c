// Replays: walking along the trail of a heuristic.
#include "explorer/tabs/retrace.h"

#include "base/arena.h"
#include "explorer/state/explorer.h"
#include "tui/slice.h"

#include <stdio.h>
#include <stdlib.h>

static Retrace *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_REPLAY];
}

const Retrace *retrace_of(const Explorer *explorer) {
  return own(explorer);
}

static void run_free(RetraceRun *run) {
  trail_free(run->trail);
  free(run->name);
}

static void forget_runs(Explorer *explorer) {
  Retrace *replay = own(explorer);
  retrace_leave(explorer);
  for (int i = 0; i < replay->runs.count; i++)
    run_free(&replay->runs.data[i]);
  vector_free(&replay->runs);
  *replay = (Retrace){0};
}

int retrace_find(const Retrace *replay, const char *name) {
  for (int i = 0; i < replay->runs.count; i++)
    if (text_equal(replay->runs.data[i].name, name)) return i;
  return -1;
}

void retrace_show(Explorer *explorer, int run) {
  Retrace *replay = own(explorer);
  retrace_leave(explorer);
  replay->trail = replay->runs.data[run].trail;
  replay->name = replay->runs.data[run].name;
  explorer->choice[TAB_REPLAY] = replay->trail->steps.count;
  explorer->revision++;
}

static void drop_run(Retrace *replay, int run) {
  run_free(&replay->runs.data[run]);
  replay->runs.count--;
  for (int i = run; i < replay->runs.count; i++)
    replay->runs.data[i] = replay->runs.data[i + 1];
}

void retrace_take(Explorer *explorer, Trail *trail, const char *name) {
  Retrace *replay = own(explorer);
  RetraceRun run = {trail, memory_strdup(name)};
  retrace_leave(explorer);
  int old = retrace_find(replay, name);
  if (old >= 0 || replay->runs.count == RETRACE_RUNS_MOST) drop_run(replay, old >= 0 ? old : 0);
  vector_push(&replay->runs, run);
  retrace_show(explorer, replay->runs.count - 1);
}

static void close_replay(Retrace *replay) {
  replay->open = false;
  replay->at = replay->target = replay->shown = 0;
}

void retrace_open(Explorer *explorer, int step) {
  Retrace *replay = own(explorer);
  if (replay->open || !replay->trail) return;
  plan_begin(explorer->plan);
  plan_replace(explorer->plan, replay->trail->start, "start");
  replay->open = true;
  replay->at = 0;
  replay->target = step;
  explorer->choice[TAB_REPLAY] = step;
  explorer_say(explorer, "replay of %s: Up and Down move through it, Enter adopts the plan, Esc leaves",
               replay->name);
}

// Each step is a group of its own within that of the replay.
void retrace_leave(Explorer *explorer) {
  Retrace *replay = own(explorer);
  if (!replay->open) return;
  for (; replay->at >= 0; replay->at--)
    plan_rollback(explorer->plan);
  close_replay(replay);
  explorer_say(explorer, "left the replay: the plan is as it was");
}

void retrace_adopt(Explorer *explorer) {
  Retrace *replay = own(explorer);
  int steps = replay->at, count = replay->trail->steps.count;
  char name[120], label[160];
  for (; replay->at >= 0; replay->at--)
    plan_commit(explorer->plan);
  close_replay(replay);
  snprintf(name, sizeof name, "%s@%d", replay->name, steps);
  snprintf(label, sizeof label, "%s to step %d", replay->name, steps);
  plan_label(explorer->plan, label);
  if (steps < count || replay->trail->cut_short)
    session_set_origin(explorer->session, &(PlanOrigin){"hand", name, ""});
  explorer_say(explorer, "adopted the plan of %s at step %d of %d", replay->name, steps, count);
  explorer->revision++;
}

void retrace_follow(Explorer *explorer) {
  Retrace *replay = own(explorer);
  int choice = explorer->choice[TAB_REPLAY];
  if (!replay->trail || choice == replay->shown) return;
  replay->shown = replay->target = choice;
  explorer->revision++;
}

static bool step_on(Explorer *explorer) {
  Retrace *replay = own(explorer);
  plan_begin(explorer->plan);
  if (trail_apply(&replay->trail->steps.data[replay->at], explorer->plan)) {
    replay->at++;
    return true;
  }
  plan_rollback(explorer->plan);
  explorer_fail(explorer, "step %d of %s cannot be made again", replay->at + 1, replay->name);
  explorer->choice[TAB_REPLAY] = replay->target = replay->at;
  return false;
}

static void step_back(Explorer *explorer) {
  plan_rollback(explorer->plan);
  own(explorer)->at--;
}

// Towards its target; true when there.
static bool work(Explorer *explorer, double milliseconds) {
  Retrace *replay = own(explorer);
  if (!replay->open || replay->at == replay->target) return true;
  Slice slice = slice_begin(milliseconds);
  while (replay->at != replay->target && !slice_over(&slice)) {
    if (replay->at > replay->target)
      step_back(explorer);
    else if (!step_on(explorer))
      break;
  }
  if (replay->at > 0) explorer_go(explorer, replay->trail->steps.data[replay->at - 1].edit.a);
  explorer_sync(explorer);
  explorer->revision++;
  return replay->at == replay->target;
}

const Component component_replay = {.size = sizeof(Retrace), .give_up = forget_runs, .work = work};
