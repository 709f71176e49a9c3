// Replays: walking along the trail of a heuristic.
#include "ui/retrace.h"

#include "base/arena.h"
#include "ui/explorer.h"
#include "ui/slice.h"

#include <stdio.h>
#include <stdlib.h>

void retrace_free(Explorer *explorer) {
  retrace_leave(explorer);
  trail_free(explorer->retrace.trail);
  free(explorer->retrace.name);
  explorer->retrace = (Retrace){0};
}

void retrace_take(Explorer *explorer, Trail *trail, const char *name) {
  char *own = memory_strdup(name);
  retrace_free(explorer);
  explorer->retrace = (Retrace){.trail = trail, .name = own};
  explorer->choice[TAB_REPLAY] = trail->steps.count;
  explorer->revision++;
}

void retrace_open(Explorer *explorer, int step) {
  Retrace *replay = &explorer->retrace;
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
  Retrace *replay = &explorer->retrace;
  if (!replay->open) return;
  for (; replay->at >= 0; replay->at--)
    plan_rollback(explorer->plan);
  *replay = (Retrace){.trail = replay->trail, .name = replay->name};
  explorer_say(explorer, "left the replay: the plan is as it was");
}

void retrace_adopt(Explorer *explorer) {
  Retrace *replay = &explorer->retrace;
  int steps = replay->at, count = replay->trail->steps.count;
  char name[120], label[160];
  for (; replay->at >= 0; replay->at--)
    plan_commit(explorer->plan);
  *replay = (Retrace){.trail = replay->trail, .name = replay->name};
  snprintf(name, sizeof name, "%s@%d", replay->name, steps);
  snprintf(label, sizeof label, "%s to step %d", replay->name, steps);
  plan_label(explorer->plan, label);
  if (steps < count || replay->trail->cut_short)
    session_set_origin(explorer->session, &(PlanOrigin){"hand", name, ""});
  explorer_say(explorer, "adopted the plan of %s at step %d of %d", replay->name, steps, count);
  explorer->revision++;
}

void retrace_follow(Explorer *explorer) {
  Retrace *replay = &explorer->retrace;
  int choice = explorer->choice[TAB_REPLAY];
  if (!replay->trail || choice == replay->shown) return;
  replay->shown = replay->target = choice;
  explorer->revision++;
}

static bool step_on(Explorer *explorer) {
  Retrace *replay = &explorer->retrace;
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
  explorer->retrace.at--;
}

bool retrace_work(Explorer *explorer, double milliseconds) {
  Retrace *replay = &explorer->retrace;
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
