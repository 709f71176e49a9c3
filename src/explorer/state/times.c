// Looking up times of earlier runs.
#include "explorer/state/times.h"

#include "explorer/state/explorer.h"
#include "tui/slice.h"

enum { KERNELS = 2000, NAMES = 2 }; // met, and written, between two looks at the clock

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

bool times_work(Explorer *explorer, double milliseconds) {
  TimesLookup *lookup = &explorer->lookup;
  Slice slice = slice_begin(milliseconds);
  if (session_kept_times(explorer->session) == 0) return true;
  follow(lookup, explorer);
  while (!look_up(lookup, explorer))
    if (slice_over(&slice)) return false;
  if (lookup->found) lookup->results = ++explorer->results;
  lookup->found = false;
  return true;
}
