// Several graphs that are open together: those of a compiler's run, of a folder or of a log. Each has a
// session of its own, with its plan and undo, and, once it was shown, an explorer of its own. All but the
// first are read on a thread, one after another.
#pragma once

#include "cost/plan_cost.h"
#include "graph/read/list.h"
#include "session/session.h"

struct Explorer;

typedef enum GraphState { GRAPH_WAITS, GRAPH_READ, GRAPH_FAILED } GraphState;

typedef struct GraphEntry {
  GraphState state; // the rest is known when it is read
  Session *session;
  struct Explorer *explorer; // that shows it, or showed it; NULL
  int ops;                   // views not counted
  PlanTotal total;           // of the plan as it was opened
  Status problem;            // FAILED
} GraphEntry;

typedef struct GraphSet GraphSet;
struct GraphOrder; // graph_order.h

// `session` is of the first path and stays the caller's; the others are opened with `options`, whose parts
// must outlive the set. Takes the paths over.
GraphSet *graph_set_new(GraphPaths *paths, Session *session, const SessionOptions *options);
// One more, opened already, of a set whose paths are all read; its index. The session becomes the set's.
int graph_set_add(GraphSet *set, Session *session, const char *path);
// Frees the explorers that are left and closes the sessions, the first one's excepted. NULL is allowed.
// False: a graph that takes long was being read, and its thread was left at it, with the set and what the
// options name; to be called again after that, or never.
bool graph_set_free(GraphSet *set);
int graph_set_count(const GraphSet *set);
const GraphEntry *graph_set_get(const GraphSet *set, int index);
const char *graph_set_name(const GraphSet *set, int index); // what tells its path apart
struct GraphOrder *graph_set_order(GraphSet *set);          // how the list shows them
int graph_set_fd(const GraphSet *set);                      // readable when more were read; -1: all are
bool graph_set_poll(GraphSet *set); // takes over what was read; true: there was something
void graph_set_wait(GraphSet *set); // until all are read

// ---- For explorers, which belong to the set once they are in it.
void graph_set_join(GraphSet *set, struct Explorer *explorer); // by its session
bool graph_set_holds(const GraphSet *set, const struct Explorer *explorer);
void graph_set_forget(GraphSet *set, const struct Explorer *explorer); // it is freed
// The entry's plan as it is now; false while its figures are not known.
bool graph_set_total(const GraphEntry *entry, PlanTotal *total);
// Lets the entry's explorer take the place of this one after the event; says why where it cannot.
void graph_set_show(struct Explorer *explorer, int index);
