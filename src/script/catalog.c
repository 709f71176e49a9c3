// What there is in Lua files, read on a thread.
#include "script/catalog.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/file_watch.h"
#include "script/files.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { SETTLE_MS = 30 }; // editors write a file in several steps

struct Catalog {
  pthread_t thread;
  bool started;
  int changed, stop; // eventfds
  pthread_mutex_t lock;
  pthread_cond_t read;
  CatalogLists *newest; // NULL: none yet
};

// ---- Lists.

static CatalogLists *read_lists(CatalogParts parts) {
  CatalogLists *lists = memory_alloc(sizeof *lists);
  if (parts & CATALOG_HEURISTICS) lists->heuristics = heuristics_list(&lists->heuristic_count);
  if (parts & CATALOG_LESSONS) lists->lessons = lessons_list(&lists->lesson_count);
  if (parts & CATALOG_COMMANDS) lists->commands = commands_list(&lists->command_count, &lists->problems);
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

static void count_up(int descriptor) {
  uint64_t one = 1;
  ssize_t written = write(descriptor, &one, sizeof one);
  (void)written; // the count cannot overflow
}

static void publish(Catalog *catalog, CatalogLists *lists) {
  pthread_mutex_lock(&catalog->lock);
  CatalogLists *old = catalog->newest;
  catalog->newest = lists;
  count_up(catalog->changed); // here: whoever has seen the lists can take this, too
  pthread_cond_broadcast(&catalog->read);
  pthread_mutex_unlock(&catalog->lock);
  catalog_release(old);
}

static bool is_stopped(const Catalog *catalog, int milliseconds) {
  struct pollfd stop = {.fd = catalog->stop, .events = POLLIN};
  return poll(&stop, 1, milliseconds) == 1;
}

// False: the thread is to end.
static bool wait_for_change(const Catalog *catalog, FileWatch *watch) {
  struct pollfd wait[] = {{.fd = catalog->stop, .events = POLLIN},
                          {.fd = watch ? file_watch_fd(watch) : -1, .events = POLLIN}};
  do {
    poll(wait, 2, -1);
    if (is_stopped(catalog, 0)) return false;
  } while (!watch || !file_watch_changed(watch));
  return !is_stopped(catalog, SETTLE_MS);
}

// Watches before it reads, so that no change falls between.
static void *run(void *data) {
  Catalog *catalog = data;
  bool go_on = true;
  while (go_on) {
    FileWatch *watch = watch_folders();
    publish(catalog, read_lists(CATALOG_ALL));
    go_on = wait_for_change(catalog, watch);
    file_watch_free(watch);
  }
  return NULL;
}

// ---- The owner's side.

Catalog *catalog_new(void) {
  Catalog *catalog = memory_alloc(sizeof *catalog);
  catalog->changed = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  catalog->stop = eventfd(0, EFD_CLOEXEC);
  pthread_mutex_init(&catalog->lock, NULL);
  pthread_cond_init(&catalog->read, NULL);
  return catalog;
}

void catalog_start(Catalog *catalog) {
  catalog->started = pthread_create(&catalog->thread, NULL, run, catalog) == 0;
}

void catalog_free(Catalog *catalog) {
  if (!catalog) return;
  count_up(catalog->stop);
  if (catalog->started) pthread_join(catalog->thread, NULL);
  catalog_release(catalog->newest);
  pthread_mutex_destroy(&catalog->lock);
  pthread_cond_destroy(&catalog->read);
  close(catalog->changed);
  close(catalog->stop);
  free(catalog);
}

int catalog_fd(const Catalog *catalog) {
  return catalog->changed;
}

void catalog_taken(Catalog *catalog) {
  uint64_t count;
  ssize_t bytes = read(catalog->changed, &count, sizeof count);
  (void)bytes; // nothing had changed
}

bool catalog_is_read(Catalog *catalog) {
  if (!catalog || !catalog->started) return true;
  pthread_mutex_lock(&catalog->lock);
  bool read = catalog->newest != NULL;
  pthread_mutex_unlock(&catalog->lock);
  return read;
}

CatalogLists *catalog_lists(Catalog *catalog, CatalogParts parts) {
  if (!catalog || !catalog->started) return read_lists(parts);
  pthread_mutex_lock(&catalog->lock);
  while (!catalog->newest)
    pthread_cond_wait(&catalog->read, &catalog->lock);
  CatalogLists *lists = catalog->newest;
  atomic_fetch_add(&lists->holders, 1);
  pthread_mutex_unlock(&catalog->lock);
  return lists;
}
