// The plan's launches for the tabs over them, see launches.h.
#include "explorer/tabs/launches.h"

#include "explorer/panes/view.h"
#include "explorer/tabs/tab.h"
#include "tui/slice.h"

enum { AT_ONCE_MS = 3 };         // enough for all but the largest plans
enum { LAUNCHES_AT_ONCE = 200 }; // looked at between two looks at the clock

typedef struct Launches {
  Timeline timeline;
  uint64_t timeline_version, timeline_results; // of the plan and the results that it is of, plus 1; 0: none
  PlanLive live;
  uint64_t live_version;
} Launches;

static Launches *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_LAUNCHES];
}

// Begins anew where it is of another plan, or of other results. True when it is worked out.
static bool look(Explorer *explorer) {
  Launches *it = own(explorer);
  uint64_t version = plan_version(explorer->plan) + 1, results = explorer->results + 1;
  if (it->timeline_version == version && it->timeline_results == results) return !it->timeline.replay;
  timeline_free(&it->timeline);
  it->timeline = timeline_begin(explorer->session);
  it->timeline_version = version, it->timeline_results = results;
  return false;
}

static bool go_on(Explorer *explorer, double milliseconds) {
  Slice slice = slice_begin(milliseconds);
  bool done = look(explorer);
  if (done) return true;
  do
    done = timeline_work(&own(explorer)->timeline, explorer->session, LAUNCHES_AT_ONCE);
  while (!done && !slice_over(&slice));
  return done;
}

const Timeline *launches_timeline(Explorer *explorer) {
  return go_on(explorer, explorer->synchronous ? -1 : AT_ONCE_MS) ? &own(explorer)->timeline : NULL;
}

static bool work(Explorer *explorer, double milliseconds) {
  bool wanted = tab_is_shown(explorer, TAB_TRACE) && figures_complete(explorer->figures);
  if (!wanted || look(explorer)) return true;
  if (!go_on(explorer, milliseconds)) return false;
  explorer->revision++;
  return true;
}

const PlanLive *launches_live(Explorer *explorer) {
  Launches *it = own(explorer);
  uint64_t version = plan_version(explorer->plan) + 1;
  if (it->live_version == version) return &it->live;
  plan_live_free(&it->live);
  it->live = plan_live(explorer->plan);
  it->live_version = version;
  return &it->live;
}

int launches_here(const Explorer *explorer) {
  int kernel = explorer_kernel(explorer), count;
  const int *order = plan_order(explorer->plan, &count);
  for (int i = 0; i < count && kernel != NO_KERNEL; i++)
    if (order[i] == kernel) return i;
  return -1;
}

static void go(Explorer *explorer, int launch) {
  int count;
  const int *order = plan_order(explorer->plan, &count);
  if (launch >= 0 && launch < count) explorer_go(explorer, plan_kernel(explorer->plan, order[launch]).ops[0]);
}

void launches_step(Explorer *explorer, int rows) {
  int count, here = launches_here(explorer);
  plan_order(explorer->plan, &count);
  go(explorer, view_row_clamp(here < 0 ? 0 : here, rows, count));
}

void launches_pick(Explorer *explorer, int tag) {
  go(explorer, tag - 1);
}

// Both are of a plan that goes.
static void give_up(Explorer *explorer) {
  timeline_free(&own(explorer)->timeline);
  plan_live_free(&own(explorer)->live);
  own(explorer)->timeline_version = own(explorer)->live_version = 0;
}

const Component component_launches = {.size = sizeof(Launches), .work = work, .give_up = give_up};
