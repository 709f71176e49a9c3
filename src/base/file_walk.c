#include "base/file_walk.h"

#include "base/file.h"
#include "base/hash.h"

#include <stdlib.h>
#include <sys/stat.h>

typedef struct Walk {
  FileVisit *visit;
  void *context;
  int deepest, most, entries;
  HashMap seen; // folders, by device and number
} Walk;

// A folder that is met for the first time.
static bool is_new(Walk *walk, const char *folder) {
  struct stat about;
  int64_t unused;
  if (stat(folder, &about) != 0) return false;
  uint64_t key = hash_integer(hash_integer(HASH_START, (int64_t)about.st_dev), (int64_t)about.st_ino);
  if (hashmap_get(&walk->seen, key, &unused)) return false;
  hashmap_set(&walk->seen, key, 0);
  return true;
}

static void walk_below(Walk *walk, const char *folder, int depth) {
  int count = 0;
  char **names = is_new(walk, folder) ? file_list(folder, &count, NULL) : NULL;
  for (int i = 0; i < count; i++) {
    char *path = file_join(folder, names[i]);
    bool is_folder = file_is_folder(path);
    bool goes_on = walk->entries++ < walk->most && walk->visit(walk->context, path, is_folder);
    if (goes_on && is_folder && depth < walk->deepest) walk_below(walk, path, depth + 1);
    free(path);
    free(names[i]);
  }
  free(names);
}

void file_walk(const char *folder, int deepest, int most, FileVisit *visit, void *context) {
  Walk walk = {.visit = visit, .context = context, .deepest = deepest, .most = most};
  walk_below(&walk, folder, 0);
  hashmap_free(&walk.seen);
}
