// Folders in memory.
#include "snapshot.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/vector.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef VECTOR(SnapshotFile) Files;

static void add_folder(Files *files, const char *folder, const char *below) {
  int count = 0;
  char *path = file_join(folder, below), **names = file_list(path, &count, NULL);
  for (int i = 0; i < count; i++) {
    char *full = file_join(path, names[i]);
    SnapshotFile file = {.path = file_join(below, names[i])};
    if (file_is_folder(full)) {
      add_folder(files, folder, file.path);
      free(file.path);
    } else {
      file.bytes = file_read(full, &file.length, NULL);
      vector_push(files, file);
    }
    free(full), free(names[i]);
  }
  free(names), free(path);
}

static int by_path(const void *a, const void *b) {
  return strcmp(((const SnapshotFile *)a)->path, ((const SnapshotFile *)b)->path);
}

Snapshot snapshot_take(const char *folder) {
  Files files = {0};
  add_folder(&files, folder, "");
  if (files.count) qsort(files.data, (size_t)files.count, sizeof *files.data, by_path);
  return (Snapshot){files.data, files.count};
}

void snapshot_free(Snapshot *snapshot) {
  for (int i = 0; i < snapshot->count; i++)
    free(snapshot->files[i].path), free(snapshot->files[i].bytes);
  free(snapshot->files);
  *snapshot = (Snapshot){0};
}

const SnapshotFile *snapshot_find(const Snapshot *snapshot, const char *path) {
  SnapshotFile key = {.path = (char *)path};
  return snapshot->count
             ? bsearch(&key, snapshot->files, (size_t)snapshot->count, sizeof *snapshot->files, by_path)
             : NULL;
}

bool snapshot_same(const SnapshotFile *a, const SnapshotFile *b) {
  if (!a || !b) return a == b;
  return a->bytes && b->bytes && a->length == b->length && !memcmp(a->bytes, b->bytes, a->length);
}

void snapshot_restore(const Snapshot *snapshot, const char *folder) {
  Snapshot now = snapshot_take(folder);
  for (int i = 0; i < now.count; i++) {
    char *path = file_join(folder, now.files[i].path);
    if (!snapshot_find(snapshot, now.files[i].path)) unlink(path);
    free(path);
  }
  for (int i = 0; i < snapshot->count; i++) {
    const SnapshotFile *file = &snapshot->files[i];
    if (snapshot_same(file, snapshot_find(&now, file->path))) continue;
    char *path = file_join(folder, file->path), *slash = strrchr(path, '/');
    *slash = '\0';
    file_make_folders(path, NULL);
    *slash = '/';
    file_write(path, file->bytes, file->length, NULL);
    free(path);
  }
  snapshot_free(&now);
}

bool snapshot_equal(const Snapshot *a, const Snapshot *b) {
  bool equal = a->count == b->count;
  for (int i = 0; equal && i < a->count; i++)
    equal = !strcmp(a->files[i].path, b->files[i].path) && snapshot_same(&a->files[i], &b->files[i]);
  return equal;
}

static bool contains(const char *path, const char *const *parts) {
  while (*parts && !strstr(path, *parts))
    parts++;
  return *parts != NULL;
}

void snapshot_torn(const Snapshot *before, const Snapshot *done, const Snapshot *now,
                   const char *const *loose, Text *why) {
  const Snapshot *all[] = {before, done, now};
  for (int s = 0; s < 3; s++)
    for (int i = 0; i < all[s]->count; i++) {
      const char *path = all[s]->files[i].path;
      const SnapshotFile *file = snapshot_find(now, path), *old = snapshot_find(before, path),
                         *new = snapshot_find(done, path);
      if (contains(path, loose) || snapshot_same(file, old) || snapshot_same(file, new)) continue;
      if (!why->length)
        text_printf(why, "%s is neither the old one nor the new one (%zd bytes, not %zd or %zd)", path,
                    file ? (ssize_t)file->length : -1, old ? (ssize_t)old->length : -1,
                    new ? (ssize_t) new->length : -1);
    }
}
