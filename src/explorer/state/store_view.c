#include "explorer/state/store_view.h"

#include "base/arena.h"
#include "base/task.h"
#include "experiment/feed.h"
#include "experiment/store.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { OPENED_FIRST = 8 }; // graphs to try before an explorer opens

// What the thread that reads on has for the screen.
typedef struct StoreNews {
  Browsed *browsed;
  Status problem;
} StoreNews;

typedef struct StoreWatch {
  StoreFeed feed; // the thread's while there is one
  const char *baseline;
  Task *task;
  _Atomic(StoreNews *) news; // that nobody has taken yet; NULL
  int told;
} StoreWatch;

static void news_free(StoreNews *news) {
  if (!news) return;
  browsed_free(news->browsed);
  free(news);
}

// ---- What is shown.

void store_view_order(StoreView *view) {
  free(view->shown);
  view->count =
      browsed_order(view->browsed, text_get(&view->filter), view->sort, view->reversed, &view->shown);
}

const BrowsedRow *store_view_row(const StoreView *view, int shown) {
  return shown >= 0 && shown < view->count ? &view->browsed->list.data[view->shown[shown]] : NULL;
}

int store_view_find(const StoreView *view, const char *key, int before) {
  for (int i = 0; i < view->count; i++)
    if (text_equal(store_view_row(view, i)->row->key, key)) return i;
  return before < view->count ? before : view->count - 1;
}

// ---- Beginning and end.

StoreView *store_view_new(const char *folder, const SessionOptions *options, Status *status) {
  StoreAbout about;
  bool grew;
  if (!store_about(folder, &about, status)) return NULL;
  StoreView *view = memory_alloc(sizeof *view);
  *view = (StoreView){.folder = memory_strdup(folder), .home = about.folder, .baseline = about.baseline};
  view->options = *options;
  view->watch = memory_alloc(sizeof *view->watch);
  view->watch->baseline = view->baseline;
  store_feed_open(&view->watch->feed, folder);
  bool good = store_feed_read(&view->watch->feed, &grew, status);
  if (good && !grew)
    good =
        status_fail(status, STATUS_INPUT, "%s has no rows yet: 'fusebox experiment run' adds them", folder);
  if (!good) {
    store_view_free(view);
    return NULL;
  }
  view->browsed = browsed_new(&view->watch->feed.rows, view->baseline);
  store_view_order(view);
  return view;
}

static void watch_free(StoreWatch *watch) {
  task_free(watch->task);
  news_free(atomic_exchange(&watch->news, NULL));
  store_feed_close(&watch->feed);
  free(watch);
}

void store_view_free(StoreView *view) {
  if (!view) return;
  Session *first = view->graphs ? graph_set_get(view->graphs, 0)->session : NULL;
  graph_set_free(view->graphs);
  session_close(first);
  browsed_free(view->browsed);
  watch_free(view->watch); // the texts of all rows are its
  for (int i = 0; i < view->opened.count; i++)
    free(view->opened.data[i]);
  vector_free(&view->opened);
  text_free(&view->filter);
  free(view->shown);
  free(view->folder);
  free(view->home);
  free(view->baseline);
  free(view);
}

static GraphSet *set_of_one(Session *session, const char *path, const SessionOptions *options) {
  GraphPaths paths = {0};
  vector_push(&paths.paths, memory_strdup(path));
  vector_push(&paths.titles, memory_strdup(path));
  paths.shown = paths.found = 1;
  return graph_set_new(&paths, session, options);
}

static bool was_tried(const Row *const *tried, int count, const Row *row) {
  for (int i = 0; i < count; i++)
    if (text_equal(tried[i]->graph, row->graph) && text_equal(tried[i]->sizes, row->sizes)) return true;
  return false;
}

Session *store_view_begin(StoreView *view, Status *status) {
  const Row *tried[OPENED_FIRST];
  int count = 0;
  for (int i = 0; i < view->count && count < OPENED_FIRST; i++) {
    const Row *row = store_view_row(view, i)->row;
    Status problem = {0};
    if (was_tried(tried, count, row)) continue;
    Session *session = store_view_session(view, row, &problem);
    if (count == 0 && !session) *status = problem;
    tried[count++] = row;
    if (!session) continue;
    view->graphs = set_of_one(session, row->graph, &view->options);
    vector_push(&view->opened, store_view_graph_key(row));
    return session;
  }
  status_prefix(status, "%s: no graph of its rows opens ('fusebox experiment table' needs none)",
                view->folder);
  return NULL;
}

// ---- Reading on.

enum { PAUSE_MS = 500, ROWS_A_MS = 100 }; // between two looks; longer where making the news takes long

static void tell_news(Task *task, StoreWatch *watch, const Status *problem) {
  StoreNews *news = memory_alloc(sizeof *news);
  *news = (StoreNews){browsed_new(&watch->feed.rows, watch->baseline), *problem};
  news_free(atomic_exchange(&watch->news, news));
  task_tell(task, ++watch->told);
}

static void watch_store(Task *task, void *data) {
  StoreWatch *watch = data;
  for (int pause; !task_cancelled(task); task_sleep(task, -1, pause)) {
    Status problem = {0};
    bool grew;
    bool good = store_feed_read(&watch->feed, &grew, &problem);
    if (grew || !good) tell_news(task, watch, &problem);
    if (!good) return;
    pause = PAUSE_MS + watch->feed.rows.list.count / ROWS_A_MS;
  }
}

void store_view_watch(StoreView *view) {
  if (!view->watch->task) view->watch->task = task_start(watch_store, view->watch);
}

int store_view_fd(const StoreView *view) {
  return view && view->watch->task ? task_fd(view->watch->task) : -1;
}

bool store_view_poll(StoreView *view) {
  if (!view || !view->watch->task) return false;
  bool ended = task_ended(view->watch->task);
  task_seen(view->watch->task);
  StoreNews *news = atomic_exchange(&view->watch->news, NULL);
  if (ended) {
    task_join(view->watch->task);
    view->watch->task = NULL;
  }
  if (!news) return false;
  browsed_free(view->browsed);
  view->browsed = news->browsed;
  view->problem = news->problem;
  free(news);
  store_view_order(view);
  return true;
}
