#include "experiment/feed.h"

#include "base/arena.h"
#include "base/file.h"
#include "experiment/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void store_feed_open(StoreFeed *feed, const char *folder) {
  *feed = (StoreFeed){.folder = memory_strdup(folder)};
  feed->rows.arena = arena_new();
}

void store_feed_close(StoreFeed *feed) {
  for (int i = 0; i < feed->files.count; i++)
    free(feed->files.data[i].name);
  vector_free(&feed->files);
  hashmap_free(&feed->seen);
  rows_free(&feed->rows);
  free(feed->folder);
  *feed = (StoreFeed){0};
}

// ---- A file: from where the last reading ended to the end of its last whole line.

static bool take_line(StoreFeed *feed, FeedFile *file, const char *path, const char *line, size_t length,
                      Status *status) {
  Row row;
  if (!row_parse(path, file->lines + 1, line, length, feed->rows.arena, &row, status)) return false;
  store_add_row(&feed->rows, &feed->seen, &row);
  file->lines++;
  file->taken += (int64_t)length + 1;
  return true;
}

static bool take_lines(StoreFeed *feed, FeedFile *file, const char *path, const char *text, size_t length,
                       Status *status) {
  const char *end = text + length, *newline;
  for (; (newline = memchr(text, '\n', (size_t)(end - text))); text = newline + 1)
    if (!take_line(feed, file, path, text, (size_t)(newline - text), status)) return false;
  return true;
}

// Of what was there when its size was asked: a writer may go on.
static bool read_rest(StoreFeed *feed, FeedFile *file, const char *path, int descriptor, int64_t size,
                      Status *status) {
  size_t length = 0, wanted = (size_t)(size - file->taken);
  char *text = memory_alloc(wanted + 1);
  for (ssize_t count; length < wanted; length += (size_t)count) {
    count = pread(descriptor, text + length, wanted - length, (off_t)(file->taken + (int64_t)length));
    if (count < 0 && errno == EINTR)
      count = 0;
    else if (count <= 0)
      break;
  }
  bool good = take_lines(feed, file, path, text, length, status);
  free(text);
  return good;
}

static bool read_file(StoreFeed *feed, FeedFile *file, const char *path, Status *status) {
  struct stat about;
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); // a pipe must not make it wait
  bool good = descriptor >= 0 && fstat(descriptor, &about) == 0;
  if (!good)
    status_fail(status, STATUS_INPUT, "cannot read %s: %s", path, strerror(errno));
  else if (!S_ISREG(about.st_mode))
    good = status_fail(status, STATUS_INPUT, "%s is no file: take it away", path);
  else if (about.st_size < file->taken)
    good = status_fail(status, STATUS_INPUT, "%s was cut while it was open: open the store again", path);
  else if (about.st_size - file->taken > FILE_SIZE_LIMIT)
    good = status_fail(status, STATUS_INPUT, "%s has more than 1 GiB of rows", path);
  else if (about.st_size > file->taken)
    good = read_rest(feed, file, path, descriptor, about.st_size, status);
  if (descriptor >= 0) close(descriptor);
  return good;
}

// ---- The folder.

static FeedFile *file_of(StoreFeed *feed, const char *name) {
  int low = 0, high = feed->files.count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (strcmp(feed->files.data[middle].name, name) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  if (low < feed->files.count && text_equal(feed->files.data[low].name, name)) return &feed->files.data[low];
  vector_push(&feed->files, (FeedFile){0});
  memmove(&feed->files.data[low + 1], &feed->files.data[low],
          sizeof(FeedFile) * (size_t)(feed->files.count - 1 - low));
  feed->files.data[low] = (FeedFile){.name = memory_strdup(name)};
  return &feed->files.data[low];
}

bool store_feed_read(StoreFeed *feed, bool *grew, Status *status) {
  int count = 0, before = feed->rows.list.count, doubled = feed->rows.doubled;
  char *folder = store_rows_path(feed->folder);
  char **names = file_list(folder, &count, status);
  bool good = names != NULL;
  for (int i = 0; i < count; i++) {
    char *path = file_join(folder, names[i]);
    if (good && store_is_row_file(path)) good = read_file(feed, file_of(feed, names[i]), path, status);
    free(path);
    free(names[i]);
  }
  free(names);
  free(folder);
  *grew = feed->rows.list.count != before || feed->rows.doubled != doubled;
  return good;
}
