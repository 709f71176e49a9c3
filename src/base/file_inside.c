#include "base/file_inside.h"

#include "base/arena.h"
#include "base/text.h"
#include "base/vector.h"

#include <string.h>

bool file_is_inside(const char *path) {
  return text_starts(path, FILE_INSIDE);
}

static const FileInside *first_file(void) {
  static const FileInside none = {0};
  return files_inside ? files_inside : &none;
}

const FileInside *file_inside(const char *path) {
  for (const FileInside *file = first_file(); file->name; file++)
    if (!strcmp(file->name, path + strlen(FILE_INSIDE))) return file;
  return NULL;
}

// What follows "folder/" in the name of a file below it; NULL: it is not below.
static const char *name_below(const FileInside *file, const char *folder) {
  size_t length = strlen(folder);
  if (strncmp(file->name, folder, length) != 0 || file->name[length] != '/') return NULL;
  return file->name + length + 1;
}

bool file_inside_is_folder(const char *path) {
  for (const FileInside *file = first_file(); file->name; file++)
    if (name_below(file, path + strlen(FILE_INSIDE))) return true;
  return false;
}

char **file_inside_list(const char *folder, int *count) {
  VECTOR(char *) names = {0};
  vector_reserve(&names, 1); // an empty folder is not a failure
  for (const FileInside *file = first_file(); file->name; file++) {
    const char *name = name_below(file, folder + strlen(FILE_INSIDE));
    size_t length = name ? strcspn(name, "/") : 0;
    const char *last = names.count ? names.data[names.count - 1] : "";
    if (!name || (strlen(last) == length && !strncmp(last, name, length))) continue;
    char *copy = memory_alloc(length + 1);
    memcpy(copy, name, length);
    vector_push(&names, copy);
  }
  *count = names.count;
  return names.data;
}
