// Sweeping a size while its tab is shown.
#include "explorer/tabs/sweep_view.h"

#include "base/hash.h"
#include "explorer/actions/action.h"
#include "explorer/state/setup_view.h"
#include "tui/slice.h"

#include <string.h>

enum { SWEEP_BELOW = 8, SWEEP_ABOVE = 4 }; // times smaller and larger than the size is

static uint64_t key_of(const Explorer *explorer, int swept) {
  const Graph *graph = explorer->graph;
  const char *device = session_device(explorer->session)->name;
  uint64_t key = hash_integer(HASH_START, (int64_t)plan_partition_hash(explorer->plan));
  key = hash_bytes(hash_integer(key, swept), device, strlen(device));
  for (int i = 0; i < graph->size_count; i++)
    if (i != swept) key = hash_integer(key, graph->sizes[i].value);
  return key;
}

static int64_t least_of(int64_t from) {
  return from < SWEEP_BELOW ? 1 : from / SWEEP_BELOW;
}

static int64_t most_of(int64_t from) {
  return from < 1 ? SWEEP_ABOVE : from * SWEEP_ABOVE;
}

static int place_of(const Sweep *sweep, int64_t size) {
  int at = 0;
  while (at + 1 < sweep->sizes.count && sweep->sizes.data[at] < size)
    at++;
  return at;
}

bool sweep_view_look(Explorer *explorer) {
  SweepView *view = &explorer->sweep;
  const Graph *graph = explorer->graph;
  if (graph->size_count == 0 || plan_is_open(explorer->plan)) return false;
  int64_t size = graph->sizes[view->size].value;
  uint64_t key = key_of(explorer, view->size);
  bool inside = size >= least_of(view->from) && size <= most_of(view->from);
  if (view->key == key && view->sweep.name && inside) return true;
  if (!inside || !view->sweep.name) view->from = size;
  sweep_free(&view->sweep);
  view->key = key;
  int64_t least = least_of(view->from), most = most_of(view->from);
  if (!sweep_open(&view->sweep, graph->sizes[view->size].name, least, most, 0, NULL)) return false;
  explorer->choice[TAB_SWEEP] = place_of(&view->sweep, size);
  return true;
}

void sweep_view_turn(Explorer *explorer) {
  SweepView *view = &explorer->sweep;
  int count = explorer->graph->size_count;
  sweep_free(&view->sweep);
  view->size = count ? (view->size + 1) % count : 0;
  explorer->revision++;
}

bool sweep_view_work(Explorer *explorer, double milliseconds) {
  if (explorer->tab != TAB_SWEEP || explorer->layout.inside[PANE_DETAIL].width == 0) return true;
  Sweep *sweep = &explorer->sweep.sweep;
  if (!sweep_view_look(explorer) || sweep_complete(sweep)) return true;
  Slice slice = slice_begin(milliseconds);
  while (sweep_ask(sweep, explorer->session) && !slice_over(&slice)) {
  }
  explorer->revision++;
  return sweep_complete(sweep);
}

void sweep_view_free(SweepView *view) {
  sweep_free(&view->sweep);
}

// ---- Choosing.

int choices_sweep(Explorer *explorer) {
  return sweep_view_look(explorer) ? explorer->sweep.sweep.sizes.count : 0;
}

void choose_size(Explorer *explorer, int choice) {
  const Sweep *sweep = &explorer->sweep.sweep;
  if (choice >= sweep->sizes.count) return;
  SizeBinding size = {sweep->name, sweep->sizes.data[choice]};
  setup_start(explorer, &size, 1, NULL, NULL);
}

void action_tab_sweep(Explorer *explorer) {
  bool again = explorer->tab == TAB_SWEEP && tab_selects(explorer);
  if (again) sweep_view_turn(explorer);
  tab_show(explorer, TAB_SWEEP);
  explorer_focus(explorer, PANE_DETAIL); // the sizes are there to choose from
}
