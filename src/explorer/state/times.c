// Times that earlier runs measured of the plan's kernels: found out in slices, as a kernel's code is written
// to tell whether its time is of the code of today.
#include "explorer/state/explorer.h"
#include "tui/slice.h"

enum { KERNELS = 2000, NAMES = 2 }; // met, and written, between two looks at the clock

// Zero-initialized: nothing was looked up yet.
typedef struct TimesLookup {
  uint64_t version, results; // of the plan and of deliveries, that it is for
  int next;                  // kernel in launch order
  bool found;                // any, since pages were told last
} TimesLookup;

static void follow(TimesLookup *lookup, const Explorer *explorer) {
  uint64_t version = plan_version(explorer->plan);
  if (lookup->version == version && lookup->results == explorer->results) return;
  *lookup = (TimesLookup){.version = version, .results = explorer->results, .found = lookup->found};
}

// One step; true at the end.
static bool look_up(TimesLookup *lookup, Explorer *explorer) {
  int count, names = NAMES;
  const int *order = plan_order(explorer->plan, &count);
  int end = count - lookup->next < KERNELS ? count : lookup->next + KERNELS;
  while (lookup->next < end &&
         session_look_up_time(explorer->session, plan_lowered(explorer->plan, order[lookup->next]), &names))
    lookup->next++;
  lookup->found |= names < NAMES;
  return lookup->next == count;
}

static bool work(Explorer *explorer, double milliseconds) {
  TimesLookup *lookup = explorer->state[COMPONENT_TIMES];
  Slice slice = slice_begin(milliseconds);
  if (session_kept_times(explorer->session) == 0) return true;
  follow(lookup, explorer);
  while (!look_up(lookup, explorer))
    if (slice_over(&slice)) return false;
  if (lookup->found) lookup->results = ++explorer->results;
  lookup->found = false;
  return true;
}

const Component component_times = {.size = sizeof(TimesLookup), .work = work};
