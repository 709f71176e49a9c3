#include "base/file.h"

#include "base/arena.h"
#include "base/file_inside.h"
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
static bool fail_errno(Status *status, const char *verb, const char *path) {
  bool input = errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == EISDIR || errno == ELOOP ||
               errno == ENAMETOOLONG || errno == EPERM || errno == EROFS || errno == EEXIST;
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
  if (got < 0) fail_errno(status, "read", path);
  if (got > 0) status_fail(status, STATUS_INPUT, "%s is larger than 1 GiB", path);
  free(step);
  return got == 0;
}

static bool read_open(int descriptor, const char *path, Text *out, Status *status) {
  struct stat info;
  if (fstat(descriptor, &info) < 0) return fail_errno(status, "read", path);
  if (S_ISDIR(info.st_mode)) {
    errno = EISDIR;
    return fail_errno(status, "read", path);
  }
  if (info.st_size > FILE_SIZE_LIMIT)
    return status_fail(status, STATUS_INPUT, "%s is larger than 1 GiB", path);
  return read_all(descriptor, path, out, status);
}

static char *read_inside(const char *path, size_t *length, Status *status) {
  const FileInside *file = file_inside(path);
  if (!file) {
    errno = file_inside_is_folder(path) ? EISDIR : ENOENT;
    fail_errno(status, "open", path);
    return NULL;
  }
  char *copy = memory_alloc(file->length + 1);
  memcpy(copy, file->bytes, file->length);
  if (length) *length = file->length;
  return copy;
}

char *file_read(const char *path, size_t *length, Status *status) {
  if (file_is_inside(path)) return read_inside(path, length, status);
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    fail_errno(status, "open", path);
    return NULL;
  }
  Text content = {0};
  bool good = read_open(descriptor, path, &content, status);
  close(descriptor);
  if (!good) {
    text_free(&content);
    return NULL;
  }
  if (length) *length = content.length;
  return text_take(&content);
}

static bool write_all(int descriptor, const char *bytes, size_t length) {
  while (length) {
    ssize_t written = write(descriptor, bytes, length);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes += written;
    length -= (size_t)written;
  }
  return true;
}

// Creates a file beside `path` whose name nobody else uses: names carry the thread, and a leftover of a
// crashed program is stepped over. Its name goes to `name`.
static int create_beside(const char *path, Text *name) {
  enum { ATTEMPTS = 100 };
  int descriptor = -1;
  for (int attempt = 0; attempt < ATTEMPTS && descriptor < 0; attempt++) {
    text_clear(name);
    text_printf(name, "%s.%d-%d.tmp", path, (int)gettid(), attempt);
    descriptor = open(name->data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EEXIST) break;
  }
  return descriptor;
}

// Writes, syncs and closes; keeps the permissions of the file that will be replaced.
static bool fill(int descriptor, const char *path, const void *bytes, size_t length) {
  struct stat info;
  bool good = stat(path, &info) < 0 || fchmod(descriptor, info.st_mode & 07777) == 0;
  good = good && write_all(descriptor, bytes, length) && fsync(descriptor) == 0;
  int error = errno;
  if (close(descriptor) < 0 && good) return false;
  errno = error;
  return good;
}

static bool replace_file(const char *path, const void *bytes, size_t length, Status *status) {
  Text temporary = {0};
  int descriptor = create_beside(path, &temporary);
  bool good = descriptor >= 0 && fill(descriptor, path, bytes, length);
  good = good && rename(temporary.data, path) == 0;
  if (!good) {
    fail_errno(status, "write", path);
    if (descriptor >= 0) unlink(temporary.data);
  }
  text_free(&temporary);
  return good;
}

// Devices and pipes are written to, not replaced.
static bool write_in_place(const char *path, const void *bytes, size_t length, Status *status) {
  int descriptor = open(path, O_WRONLY | O_CLOEXEC);
  bool good = descriptor >= 0 && write_all(descriptor, bytes, length);
  if (!good) fail_errno(status, "write", path);
  if (descriptor >= 0) close(descriptor);
  return good;
}

bool file_write(const char *path, const void *bytes, size_t length, Status *status) {
  if (file_is_inside(path))
    return status_fail(status, STATUS_INPUT, "cannot write %s: it is inside the program", path);
  struct stat info;
  bool exists = stat(path, &info) == 0;
  if (exists && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))
    return write_in_place(path, bytes, length, status);
  char *target = realpath(path, NULL); // a link stays: the file that it points to is replaced
  bool good = replace_file(target ? target : path, bytes, length, status);
  free(target);
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

static bool make_folder(const char *path) {
  if (mkdir(path, 0777) == 0) return true;
  int error = errno;
  bool there = file_is_folder(path);
  errno = error;
  return there;
}

bool file_make_folders(const char *path, Status *status) {
  char *partial = memory_strdup(path);
  bool good = true;
  for (char *slash = strchr(partial + (*partial == '/'), '/'); slash && good;
       slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    good = make_folder(partial);
    if (good) *slash = '/';
  }
  good = good && (text_ends(path, "/") || make_folder(partial));
  if (!good) fail_errno(status, "make the folder", partial);
  free(partial);
  return good;
}

char *file_join(const char *folder, const char *name) {
  Text path = {0};
  const char *separator = !*folder || text_ends(folder, "/") ? "" : "/";
  text_printf(&path, "%s%s%s", folder, separator, name);
  return text_take(&path);
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
    fail_errno(status, "list", folder);
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
