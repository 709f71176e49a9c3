// Opening what a row of a store is about: its graph, with its plan, set against the best that the store has.
#include "base/arena.h"
#include "base/file.h"
#include "experiment/store.h"
#include "experiment/table.h"
#include "explorer/state/background.h"
#include "explorer/state/store_view.h"
#include "explorer/tabs/changes.h"
#include "explorer/tabs/tab.h"
#include "session/plans/plan_list.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES_MOST = 64 };

// ---- The graph.

char *store_view_graph_key(const Row *row) {
  Text key = {0};
  text_printf(&key, "%s\n%s\n%s", row->graph, row->sizes, row->device);
  return text_take(&key);
}

// "cols=64 rows=8192". The names lie in `text`, which is cut up.
static bool read_sizes(char *text, SizeBinding sizes[SIZES_MOST], int *count, Status *status) {
  char *rest = NULL;
  *count = 0;
  for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
    char *sign = strchr(word, '='), *end = NULL;
    if (*count == SIZES_MOST || !sign || sign == word)
      return status_fail(status, STATUS_INPUT, "\"%s\": a row's sizes are NAME=NUMBER", word);
    *sign = '\0';
    sizes[*count] = (SizeBinding){word, strtoll(sign + 1, &end, 10)};
    if (end == sign + 1 || *end || sizes[(*count)++].value < 0)
      return status_fail(status, STATUS_INPUT, "\"%s\": a row's sizes are NAME=NUMBER", sign + 1);
  }
  return true;
}

static char *path_of(const StoreView *view, const char *name) {
  bool whole = *name == '/' || text_starts(name, "fusebox:") || !*view->home;
  return whole ? memory_strdup(name) : file_join(view->home, name);
}

static bool is_file(const char *device) {
  return strchr(device, '/') || text_ends(device, ".json");
}

// False, with the reason, when the row was not made of this graph.
static bool is_same(const Row *row, const Session *session, Status *status) {
  char hash[KEY_SIZE];
  snprintf(hash, sizeof hash, "%016" PRIx64, session_graph(session)->hash);
  return text_equal(hash, row->graph_hash) ||
         status_fail(status, STATUS_INPUT, "%s has changed since the row was made", row->graph);
}

Session *store_view_session(const StoreView *view, const Row *row, Status *status) {
  SizeBinding sizes[SIZES_MOST];
  SessionOptions options = view->options;
  char *text = memory_strdup(row->sizes), *path = path_of(view, row->graph);
  char *device = is_file(row->device) ? path_of(view, row->device) : memory_strdup(row->device);
  options.device = device;
  options.read = (ReadOptions){.sizes = sizes};
  Session *session = NULL;
  if (read_sizes(text, sizes, &options.read.size_count, status))
    session = session_open(path, &options, status);
  if (session && !is_same(row, session, status)) {
    session_close(session);
    session = NULL;
  }
  free(text);
  free(path);
  free(device);
  return session;
}

// ---- Its plan, and the one that it is set against.

static bool read_plan(const StoreView *view, const Row *row, Plan *plan, Status *status) {
  size_t length;
  if (!*row->plan) return status_fail(status, STATUS_INPUT, "the row has no plan");
  char *path = store_plan_path(view->folder, row->plan);
  char *text = store_plan_text(view->folder, row->plan, &length, status);
  bool good = text && plan_parse(plan, path, text, length, status);
  free(text);
  free(path);
  return good;
}

static bool take_plan(Explorer *explorer, const Row *row, Status *status) {
  bool built_in = text_equal(row->heuristic, "none") || text_equal(row->heuristic, "compiler");
  PlanOrigin origin = {built_in ? "compiler" : "heuristic", row->heuristic, row->options};
  if (!read_plan(explorer->store, row, explorer->plan, status)) return false;
  session_set_origin(explorer->session, &origin);
  if (!built_in) plan_list_keep_heuristic(session_plans(explorer->session));
  return true;
}

// The best row's plan where this is another one, else the baseline's; NULL: neither.
static const Row *other_of(const BrowsedRow *row) {
  if (row->best && !text_equal(row->best->plan, row->row->plan)) return row->best;
  if (row->baseline && !text_equal(row->baseline->plan, row->row->plan)) return row->baseline;
  return NULL;
}

static bool set_against(Explorer *explorer, const Row *other, Status *status) {
  Plan *plan = plan_new(explorer->graph, &session_device(explorer->session)->limits);
  Text name = {0};
  score_entrant_name(other, &name);
  bool good = read_plan(explorer->store, other, plan, status);
  if (good) changes_set(explorer, plan, text_get(&name));
  text_free(&name);
  plan_free(plan);
  return good;
}

// ---- Showing it.

static void tell_opened(Explorer *explorer, const BrowsedRow *row, const Row *other) {
  Text said = {0};
  score_entrant_name(row->row, &said);
  text_add(&said, " on ");
  table_graph_name(row->row, &said);
  if (row->to_best > 0) text_printf(&said, ": %.3f of the best's fusible time", row->to_best);
  if (other) {
    text_add(&said, "; beside ");
    score_entrant_name(other, &said);
  }
  if (*row->row->report) text_printf(&said, "; it reports %s", row->row->report);
  explorer_say(explorer, "%s; ^X comes back to the rows", text_get(&said));
  text_free(&said);
}

static void show_plan(Explorer *explorer, const BrowsedRow *row) {
  const Row *other = other_of(row);
  Status status = {0};
  bool good = take_plan(explorer, row->row, &status);
  changes_drop(explorer);
  if (good && other) good = set_against(explorer, other, &status);
  if (good && other) tab_show(explorer, TAB_CHANGES);
  if (good)
    tell_opened(explorer, row, other);
  else
    explorer_fail(explorer, "%s", status.message);
}

static void show_graph(Explorer *explorer, int index, const BrowsedRow *row) {
  explorer->zoomed = false;
  graph_set_show(explorer, index);
  Explorer *next = explorer->turn ? explorer->turn : explorer;
  if (next->session != graph_set_get(explorer->graphs, index)->session) return; // it said why
  next->zoomed = false;
  next->choice[TAB_EXPERIMENT] = explorer->choice[TAB_EXPERIMENT];
  if (next->layout.width) explorer_focus(next, PANE_OPS);
  show_plan(next, row);
}

typedef struct Opening {
  const StoreView *view;
  BrowsedRow browsed;
  Row row, baseline, best; // what it names: the table may be made anew meanwhile; texts stay
  Session *session;
} Opening;

static bool open_work(Session *session, void *data, const atomic_int *stop, Status *status) {
  Opening *opening = data;
  (void)session;
  (void)stop;
  opening->session = store_view_session(opening->view, &opening->row, status);
  return opening->session != NULL;
}

static void open_finish(Explorer *explorer, void *data, bool ok, const Status *status) {
  Opening *opening = data;
  if (!explorer) {
    session_close(opening->session);
  } else if (ok) {
    StoreView *view = explorer->store;
    vector_push(&view->opened, store_view_graph_key(&opening->row));
    show_graph(explorer, graph_set_add(view->graphs, opening->session, opening->row.graph),
               &opening->browsed);
  } else {
    explorer_fail(explorer, "%s", status->message);
  }
  free(opening);
}

static int find_opened(const StoreView *view, const Row *row) {
  char *key = store_view_graph_key(row);
  int found = view->opened.count - 1;
  while (found >= 0 && !text_equal(view->opened.data[found], key))
    found--;
  free(key);
  return found;
}

void store_view_open(Explorer *explorer, const BrowsedRow *row) {
  int index = find_opened(explorer->store, row->row);
  if (index >= 0) {
    show_graph(explorer, index, row);
    return;
  }
  Opening *opening = memory_alloc(sizeof *opening);
  *opening = (Opening){.view = explorer->store, .row = *row->row, .browsed = *row};
  opening->browsed.row = &opening->row;
  if (row->baseline) opening->baseline = *row->baseline, opening->browsed.baseline = &opening->baseline;
  if (row->best) opening->best = *row->best, opening->browsed.best = &opening->best;
  background_start_short(explorer, &(WorkRequest){.kind = WORK_OWN,
                                                  .name = "opening the graph",
                                                  .ends = true,
                                                  .work = open_work,
                                                  .finish = open_finish,
                                                  .data = opening});
}
