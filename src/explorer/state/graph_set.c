// Graphs that are open together.
#include "explorer/state/graph_set.h"

#include "base/arena.h"
#include "base/task.h"
#include "explorer/state/commands.h"
#include "explorer/state/explorer.h"
#include "explorer/state/graph_order.h"

#include <stdlib.h>

enum { SETTLE_MS = 300 }; // the thread is given so long to end

struct GraphSet {
  GraphPaths paths;
  GraphEntry *entries;
  SessionOptions options;
  Task *reader; // NULL: all are read
  int known;    // entries that are: those before it
  GraphOrder order;
};

// ---- Reading.

static void read_entry(GraphSet *set, GraphEntry *entry, const char *path) {
  entry->session = session_open(path, &set->options, &entry->problem);
  entry->state = entry->session ? GRAPH_READ : GRAPH_FAILED;
  if (!entry->session) return;
  explorer_open_at_dump(entry->session);
  entry->total = plan_total(session_estimator(entry->session), session_plan(entry->session));
}

static void read_all(Task *task, void *data) {
  GraphSet *set = data;
  for (int i = 1; i < set->paths.paths.count && !task_cancelled(task); i++) {
    read_entry(set, &set->entries[i], set->paths.paths.data[i]);
    task_tell(task, i);
  }
}

static void count_ops(GraphEntry *entry) {
  const Graph *graph = entry->session ? session_graph(entry->session) : NULL;
  for (int op = 0; graph && op < graph->op_count; op++)
    entry->ops += !graph->ops[op].is_view;
}

GraphSet *graph_set_new(GraphPaths *paths, Session *session, const SessionOptions *options) {
  GraphSet *set = memory_alloc(sizeof *set);
  set->paths = *paths;
  *paths = (GraphPaths){0};
  set->options = *options;
  set->entries = memory_alloc(sizeof *set->entries * (size_t)set->paths.paths.count);
  set->entries[0].session = session;
  set->entries[0].state = GRAPH_READ;
  count_ops(&set->entries[0]);
  set->known = 1;
  if (set->paths.paths.count > 1) set->reader = task_start_or_run(read_all, set);
  return set;
}

int graph_set_add(GraphSet *set, Session *session, const char *path) {
  int index = set->paths.paths.count;
  vector_push(&set->paths.paths, memory_strdup(path));
  vector_push(&set->paths.titles, memory_strdup(path));
  set->entries = memory_resize(set->entries, sizeof *set->entries * (size_t)(index + 1));
  set->entries[index] = (GraphEntry){.state = GRAPH_READ, .session = session};
  explorer_open_at_dump(session);
  set->entries[index].total = plan_total(session_estimator(session), session_plan(session));
  count_ops(&set->entries[index]);
  set->known = index + 1;
  return index;
}

int graph_set_count(const GraphSet *set) {
  return set ? set->paths.paths.count : 0;
}

// What the thread has not told yet is not looked at.
const GraphEntry *graph_set_get(const GraphSet *set, int index) {
  static const GraphEntry waits = {.state = GRAPH_WAITS};
  return index < set->known ? &set->entries[index] : &waits;
}

const char *graph_set_name(const GraphSet *set, int index) {
  return set->paths.titles.data[index];
}

GraphOrder *graph_set_order(GraphSet *set) {
  return &set->order;
}

int graph_set_fd(const GraphSet *set) {
  return set && set->reader ? task_fd(set->reader) : -1;
}

bool graph_set_poll(GraphSet *set) {
  if (!set || !set->reader) return false;
  bool seen = task_seen(set->reader), ended = task_ended(set->reader);
  for (int known = 1 + task_steps(set->reader); set->known < known; set->known++)
    count_ops(&set->entries[set->known]);
  if (ended) {
    task_join(set->reader);
    set->reader = NULL;
  }
  return seen;
}

void graph_set_wait(GraphSet *set) {
  while (set && set->reader) {
    task_wait(set->reader, -1);
    graph_set_poll(set);
  }
}

// False: it is in the middle of a graph.
static bool stop_reading(GraphSet *set) {
  if (!set->reader) return true;
  task_cancel(set->reader);
  for (int i = 0; i < 2 && !task_wait(set->reader, SETTLE_MS); i++)
    task_seen(set->reader); // of the step that it may tell before its end
  graph_set_poll(set);
  return !set->reader;
}

bool graph_set_free(GraphSet *set) {
  if (!set) return true;
  bool stopped = stop_reading(set);
  for (int i = 0; i < set->known; i++) {
    GraphEntry *entry = &set->entries[i];
    struct Explorer *explorer = entry->explorer;
    entry->explorer = NULL;
    explorer_free(explorer);
    if (entry->session) session_autosave_wait(entry->session);
    if (i > 0) session_close(entry->session), entry->session = NULL;
  }
  if (!stopped) return false;
  graph_paths_free(&set->paths);
  free(set->entries);
  graph_order_free(&set->order);
  free(set);
  return true;
}

// ---- Explorers.

void graph_set_join(GraphSet *set, Explorer *explorer) {
  for (int i = 0; i < set->known; i++)
    if (set->entries[i].session == explorer->session) set->entries[i].explorer = explorer;
  explorer->graphs = set;
}

bool graph_set_holds(const GraphSet *set, const Explorer *explorer) {
  for (int i = 0; set && i < set->known; i++)
    if (set->entries[i].explorer == explorer) return true;
  return false;
}

void graph_set_forget(GraphSet *set, const Explorer *explorer) {
  for (int i = 0; set && i < set->known; i++)
    if (set->entries[i].explorer == explorer) set->entries[i].explorer = NULL;
}

bool graph_set_total(const GraphEntry *entry, PlanTotal *total) {
  const Explorer *explorer = entry->explorer;
  if (explorer && !figures_complete(explorer->figures)) return false;
  *total = explorer ? explorer->figures->total : entry->total;
  return true;
}

// A new explorer looks and behaves as the one that it follows.
static Explorer *show_first_time(Explorer *explorer, Session *session, Status *status) {
  UiOptions options = {.catalog = explorer->catalog};
  Explorer *fresh = explorer_new(session, &options, explorer->glyphs, status);
  if (!fresh) return NULL;
  fresh->theme = explorer->theme;
  fresh->synchronous = explorer->synchronous;
  fresh->store = explorer->store;
  graph_set_join(explorer->graphs, fresh);
  return fresh;
}

void graph_set_show(Explorer *explorer, int index) {
  const GraphEntry *entry = graph_set_get(explorer->graphs, index);
  Status status = entry->problem;
  Explorer *next = entry->explorer;
  if (entry->state == GRAPH_WAITS) {
    explorer_fail(explorer, "%s is still being read", graph_set_name(explorer->graphs, index));
    return;
  }
  if (entry->state == GRAPH_READ && !next) next = show_first_time(explorer, entry->session, &status);
  if (next == explorer) {
    explorer_focus(explorer, PANE_OPS);
    return;
  }
  if (!next) {
    explorer_fail(explorer, "%s", status.message);
    return;
  }
  session_autosave(explorer->session);
  explorer_focus(explorer, PANE_OPS); // to come back to
  if (next->catalog && catalog_is_read(next->catalog)) commands_update(next);
  explorer->turn = next;
}
