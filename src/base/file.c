#include "base/file.h"

#include "base/arena.h"
#include "base/file_inside.h"
#include "base/file_internal.h"
#include "base/text.h"
#include "base/vector.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_STEP = 1 << 18 }; // bytes asked for at once

// What the system said, in the code that fits: a wrong name is the user's input, a full disk is not.
bool file_fail(Status *status, const char *verb, const char *path) {
  if (errno == ENOMEM) memory_exhausted(0);
  bool input = errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == EISDIR || errno == ELOOP ||
               errno == ENAMETOOLONG || errno == EPERM || errno == EROFS || errno == EEXIST ||
               errno == ENXIO; // of a socket
  return status_fail(status, input ? STATUS_INPUT : STATUS_INTERNAL, "cannot %s %s: %s", verb, path,
                     strerror(errno));
}

static ssize_t read_some(int descriptor, char *bytes, size_t wanted) {
  ssize_t got;
  do {
    got = read(descriptor, bytes, wanted);
  } while (got < 0 && errno == EINTR);
  return got;
}

// Reads to the end in steps: pipes and the files of /proc do not know their size, and others may grow.
static bool read_all(int descriptor, const char *path, Text *out, Status *status) {
  char *step = memory_alloc(READ_STEP);
  ssize_t got;
  while ((got = read_some(descriptor, step, READ_STEP)) > 0 && out->length <= FILE_SIZE_LIMIT)
    text_add_bytes(out, step, (size_t)got);
  if (got < 0) file_fail(status, "read", path);
  if (got > 0) status_fail(status, STATUS_INPUT, "%s is larger than 1 GiB", path);
  free(step);
  return got == 0;
}

// What the caller was given open, as a pipe of the shell's: "cat graph | fusebox info -", "<(zcat graph.gz)".
static bool is_handed_over(const char *path) {
  return text_starts(path, "/dev/fd/") || text_starts(path, "/proc/self/fd/") ||
         text_equal(path, "/dev/stdin");
}

// Opening and reading another pipe or device may wait for ever, or never end.
static bool check_kind(const struct stat *info, const char *path, Status *status) {
  if (S_ISDIR(info->st_mode)) {
    errno = EISDIR;
    return file_fail(status, "read", path);
  }
  if (!S_ISREG(info->st_mode) && !is_handed_over(path))
    return status_fail(status, STATUS_INPUT,
                       "cannot read %s: it is %s, not a file; give it as standard input", path,
                       S_ISFIFO(info->st_mode) ? "a named pipe" : "a device");
  if (info->st_size > FILE_SIZE_LIMIT)
    return status_fail(status, STATUS_INPUT, "%s is larger than 1 GiB", path);
  return true;
}

char *file_read_open(int descriptor, const char *path, size_t *length, Status *status) {
  struct stat info;
  Text content = {0};
  bool good = fstat(descriptor, &info) == 0 || file_fail(status, "read", path);
  good = good && check_kind(&info, path, status);
  if (good) fcntl(descriptor, F_SETFL, 0); // what was opened without waiting is read with it
  good = good && read_all(descriptor, path, &content, status);
  if (!good) {
    text_free(&content);
    return NULL;
  }
  if (length) *length = content.length;
  return text_take(&content);
}

static char *read_inside(const char *path, size_t *length, Status *status) {
  const FileInside *file = file_inside(path);
  if (!file) {
    errno = file_inside_is_folder(path) ? EISDIR : ENOENT;
    file_fail(status, "open", path);
    return NULL;
  }
  char *copy = memory_alloc(file->length + 1);
  memcpy(copy, file->bytes, file->length);
  if (length) *length = file->length;
  return copy;
}

// -1 with a message.
static int open_to_read(const char *path, Status *status) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) file_fail(status, "open", path);
  return descriptor;
}

char *file_read(const char *path, size_t *length, Status *status) {
  if (file_is_inside(path)) return read_inside(path, length, status);
  int descriptor = open_to_read(path, status);
  if (descriptor < 0) return NULL;
  char *content = file_read_open(descriptor, path, length, status);
  close(descriptor);
  return content;
}

static bool read_head(int descriptor, const char *path, char *head, size_t most, size_t *length,
                      Status *status) {
  struct stat info;
  bool good = fstat(descriptor, &info) == 0 || file_fail(status, "read", path);
  good = good && check_kind(&info, path, status);
  for (ssize_t got = 1; good && got > 0 && *length < most;) {
    got = read_some(descriptor, head + *length, most - *length);
    good = got >= 0 || file_fail(status, "read", path);
    *length += good ? (size_t)got : 0;
  }
  return good;
}

char *file_read_head(const char *path, size_t most, size_t *length, Status *status) {
  *length = 0;
  if (file_is_inside(path)) {
    char *inside = read_inside(path, length, status);
    if (inside && *length > most) inside[ *length = most] = '\0';
    return inside;
  }
  int descriptor = open_to_read(path, status);
  if (descriptor < 0) return NULL;
  char *head = memory_alloc(most + 1);
  bool good = read_head(descriptor, path, head, most, length, status);
  close(descriptor);
  if (good) return memory_resize(head, *length + 1);
  free(head);
  return NULL;
}

// Devices and pipes are written to, not replaced.
static bool write_in_place(const char *path, const void *bytes, size_t length, Status *status) {
  int descriptor = open(path, O_WRONLY | O_CLOEXEC);
  bool good = descriptor >= 0 && file_write_all(descriptor, bytes, length);
  if (!good) file_fail(status, "write", path);
  if (descriptor >= 0) close(descriptor);
  return good;
}

static bool refuse_inside(const char *path, Status *status) {
  return !file_is_inside(path) ||
         status_fail(status, STATUS_INPUT, "cannot write %s: it is inside the program", path);
}

// What is written for `path`: a link stays, the file that it points to is replaced.
static char *target_of(const char *path) {
  char *target = file_whole(path);
  return target ? target : memory_strdup(path);
}

bool file_write(const char *path, const void *bytes, size_t length, Status *status) {
  if (!refuse_inside(path, status)) return false;
  struct stat info;
  bool exists = stat(path, &info) == 0;
  if (exists && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))
    return write_in_place(path, bytes, length, status);
  char *target = target_of(path);
  bool good = file_replace(target, false, bytes, length, status);
  free(target);
  return good;
}

char *file_write_begin(const char *path, Status *status) {
  struct stat info;
  if (!refuse_inside(path, status)) return NULL;
  if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) {
    status_fail(status, STATUS_INPUT, "cannot write %s: it is %s, not a file", path,
                S_ISDIR(info.st_mode) ? "a folder" : "a device or a pipe");
    return NULL;
  }
  Text beside = {0};
  char *target = target_of(path);
  int descriptor = file_create_beside(target, false, &beside);
  if (descriptor >= 0)
    close(descriptor);
  else
    file_fail_write(path, status);
  free(target);
  if (descriptor >= 0) return text_take(&beside);
  text_free(&beside);
  return NULL;
}

bool file_write_end(const char *path, char *beside, bool good, Status *status) {
  char *target = target_of(path);
  if (good && rename(beside, target) != 0) good = file_fail(status, "write", path);
  if (!good) unlink(beside);
  free(target);
  free(beside);
  return good;
}

bool file_exists(const char *path) {
  if (file_is_inside(path)) return file_inside(path) || file_inside_is_folder(path);
  return access(path, F_OK) == 0;
}

bool file_is_folder(const char *path) {
  if (file_is_inside(path)) return file_inside_is_folder(path);
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool file_is_regular(const char *path) {
  if (file_is_inside(path)) return file_inside(path);
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static bool make_folder(const char *path, unsigned mode) {
  if (mkdir(path, mode) == 0) return true;
  int error = errno;
  bool there = file_is_folder(path);
  errno = error;
  return there;
}

bool file_make_folders_as(const char *path, unsigned mode, Status *status) {
  char *partial = memory_strdup(path);
  bool good = true;
  for (char *slash = strchr(partial + (*partial == '/'), '/'); slash && good;
       slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    good = make_folder(partial, mode);
    if (good) *slash = '/';
  }
  good = good && (text_ends(path, "/") || make_folder(partial, mode));
  if (!good) file_fail(status, "make the folder", partial);
  free(partial);
  return good;
}

bool file_make_folders(const char *path, Status *status) {
  return file_make_folders_as(path, 0777, status);
}

char *file_join(const char *folder, const char *name) {
  Text path = {0};
  const char *separator = !*folder || text_ends(folder, "/") ? "" : "/";
  text_printf(&path, "%s%s%s", folder, separator, name);
  return text_take(&path);
}

char *file_whole(const char *path) {
  char *whole = realpath(path, NULL);
  if (!whole && errno == ENOMEM) memory_exhausted(0);
  return whole;
}

const char *file_base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

char **file_list(const char *folder, int *count, Status *status) {
  *count = 0;
  bool inside = file_is_inside(folder);
  if (inside && file_inside_is_folder(folder)) return file_inside_list(folder, count);
  DIR *open_folder = inside ? NULL : opendir(folder);
  if (inside) errno = ENOENT;
  if (!open_folder) {
    file_fail(status, "list", folder);
    return NULL;
  }
  VECTOR(char *) names = {0};
  vector_reserve(&names, 1); // an empty folder is not a failure
  for (struct dirent *entry; (entry = readdir(open_folder));)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      vector_push(&names, memory_strdup(entry->d_name));
  closedir(open_folder);
  qsort(names.data, (size_t)names.count, sizeof *names.data, compare_names);
  *count = names.count;
  return names.data;
}
