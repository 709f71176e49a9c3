// The store of an experiment that the explorer looks through: its rows, read on while others add to them, and
// the graphs of rows that were opened.
#pragma once

#include "explorer/state/browsed.h"
#include "explorer/state/graph_set.h"

struct Explorer;

typedef enum StorePage { STORE_ROWS, STORE_SCORES } StorePage;

typedef struct StoreView {
  char *folder, *home, *baseline; // home: of the paths of graphs and devices; baseline NULL: none is named
  SessionOptions options;         // that graphs are opened with, but for device and sizes
  GraphSet *graphs;               // NULL until the first is opened
  VECTOR(char *) opened;          // of each graph of the set what tells it apart: path, sizes, device
  Browsed *browsed;               // the rows that are shown
  Status problem;                 // why the store is read on no more; STATUS_OK: it is
  // What of them is shown, and how: common to all explorers.
  StorePage page;
  Text filter; // see browsed.h
  BrowsedSort sort;
  bool reversed;
  int *shown, count;        // indices of rows, in order
  struct StoreWatch *watch; // reads on; NULL: nobody does
} StoreView;

// Reads the rows. `options` are kept. NULL with what is wrong with the store.
StoreView *store_view_new(const char *folder, const SessionOptions *options, Status *status);
void store_view_free(StoreView *view); // closes the graphs; NULL is allowed
// Opens the graph of the first row whose graph opens: an explorer needs one. The session, which stays the
// view's; NULL with why the first one did not.
Session *store_view_begin(StoreView *view, Status *status);

void store_view_order(StoreView *view); // after page, filter or order have changed
// Which of the rows that are shown has the key, or is nearest to where `before` was; -1: there are none.
int store_view_find(const StoreView *view, const char *key, int before);
const BrowsedRow *store_view_row(const StoreView *view, int shown);

// From now on a thread looks for new rows. Nothing where the system has no thread.
void store_view_watch(StoreView *view);
int store_view_fd(const StoreView *view); // readable when there is something new; -1: nobody reads on
bool store_view_poll(StoreView *view);    // takes it over; true when there was something

// Opens the row's graph, unless it is open, and takes its plan, beside the best of the graph: store_open.c.
void store_view_open(struct Explorer *explorer, const BrowsedRow *row);
// What tells the graph of a row apart from that of others; free it.
char *store_view_graph_key(const Row *row);
// Opens the graph of a row; on any thread. NULL with the reason.
Session *store_view_session(const StoreView *view, const Row *row, Status *status);
