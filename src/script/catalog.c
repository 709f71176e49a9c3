// What there is in Lua files, read on a thread.
#include "script/catalog.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/file_watch.h"
#include "base/task.h"
#include "script/files.h"

#include <pthread.h>
#include <stdlib.h>

enum { SETTLE_MS = 30 }; // editors write a file in several steps

struct Catalog {
  Task *task;           // reads, and tells how often it did; NULL: lists are read when they are asked for
  pthread_mutex_t lock; // of what follows
  CatalogLists *newest; // NULL: none yet
};

// ---- Lists.

static CatalogLists *read_lists(CatalogParts parts, const atomic_int *stop) {
  CatalogLists *lists = memory_alloc(sizeof *lists);
  if (parts & CATALOG_HEURISTICS) lists->heuristics = heuristics_list(&lists->heuristic_count, stop);
  if (parts & CATALOG_LESSONS) lists->lessons = lessons_list(&lists->lesson_count, stop);
  if (parts & CATALOG_COMMANDS)
    lists->commands = commands_list(&lists->command_count, &lists->problems, stop);
  lists->holders = 1;
  return lists;
}

void catalog_release(CatalogLists *lists) {
  if (!lists || atomic_fetch_sub(&lists->holders, 1) > 1) return;
  heuristics_free(lists->heuristics, lists->heuristic_count);
  lessons_free(lists->lessons, lists->lesson_count);
  commands_free(lists->commands, lists->command_count);
  text_free(&lists->problems);
  free(lists);
}

// ---- The thread.

// The user's own folders may come later: the one that they lie in is watched, too.
static FileWatch *watch_folders(void) {
  char *folders[] = {file_place(PLACE_CONFIG),      script_user_folder("heuristics"),
                     script_user_folder("lessons"), script_user_folder("commands"),
                     file_data("lua/heuristics"),   file_data("lua/lessons"),
                     file_data("lua/modules")};
  enum { COUNT = sizeof folders / sizeof *folders };
  FileWatch *watch = file_watch_folders(folders, COUNT, SCRIPT_SUFFIX);
  for (int i = 0; i < COUNT; i++)
    free(folders[i]);
  return watch;
}

static void publish(Catalog *catalog, Task *task, CatalogLists *lists, int readings) {
  pthread_mutex_lock(&catalog->lock);
  CatalogLists *old = catalog->newest;
  catalog->newest = lists;
  task_tell(task, readings); // here: whoever has seen the lists can take this, too
  pthread_mutex_unlock(&catalog->lock);
  catalog_release(old);
}

// False: the thread is to end.
static bool wait_for_change(const Task *task, FileWatch *watch) {
  do
    if (!task_sleep(task, watch ? file_watch_fd(watch) : -1, -1)) return false;
  while (!watch || !file_watch_changed(watch));
  return task_sleep(task, -1, SETTLE_MS);
}

// Watches before it reads, so that no change falls between.
static void run(Task *task, void *data) {
  bool go_on = true;
  for (int readings = 1; go_on; readings++) {
    FileWatch *watch = watch_folders();
    publish(data, task, read_lists(CATALOG_ALL, task_cancel_flag(task)), readings);
    go_on = wait_for_change(task, watch);
    file_watch_free(watch);
  }
}

// ---- The owner's side.

Catalog *catalog_new(void) {
  Catalog *catalog = memory_alloc(sizeof *catalog);
  pthread_mutex_init(&catalog->lock, NULL);
  return catalog;
}

void catalog_start(Catalog *catalog) {
  catalog->task = task_start(run, catalog);
}

void catalog_free(Catalog *catalog) {
  if (!catalog) return;
  task_free(catalog->task);
  catalog_release(catalog->newest);
  pthread_mutex_destroy(&catalog->lock);
  free(catalog);
}

int catalog_fd(const Catalog *catalog) {
  return catalog->task ? task_fd(catalog->task) : -1;
}

void catalog_taken(Catalog *catalog) {
  if (catalog->task) task_seen(catalog->task);
}

static CatalogLists *hold_newest(Catalog *catalog) {
  pthread_mutex_lock(&catalog->lock);
  CatalogLists *lists = catalog->newest;
  if (lists) atomic_fetch_add(&lists->holders, 1);
  pthread_mutex_unlock(&catalog->lock);
  return lists;
}

bool catalog_is_read(Catalog *catalog) {
  if (!catalog || !catalog->task) return true;
  CatalogLists *lists = hold_newest(catalog);
  catalog_release(lists);
  return lists != NULL;
}

CatalogLists *catalog_lists(Catalog *catalog, CatalogParts parts) {
  if (!catalog || !catalog->task) return read_lists(parts, NULL);
  CatalogLists *lists;
  while (!(lists = hold_newest(catalog)))
    task_wait(catalog->task, -1);
  return lists;
}
