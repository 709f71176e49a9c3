#include "script/source.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"
#include "script/files.h"

#include <sys/stat.h>

#include <stdlib.h>
#include <string.h>

enum { SOURCE_MOST = 1 << 20, BESIDE_MOST = 100 };

static const char MODULES[] = "lua/modules";

static bool read_source(SourceFile *file) {
  Status *status = &file->problem;
  if (file_exists(file->path) && !file_is_regular(file->path))
    return status_fail(status, STATUS_INPUT, "%s is no regular file", file->path);
  if (!file_place_check_file(file->path, status)) return false;
  file->text = file_read(file->path, &file->length, status);
  if (!file->text || file->length <= SOURCE_MOST) return file->text != NULL;
  free(file->text);
  file->text = NULL;
  return status_fail(status, STATUS_INPUT, "%s: a script has at most 1 MiB", file->path);
}

void sources_add(Sources *sources, const char *path) {
  SourceFile file = {.path = memory_strdup(path)};
  read_source(&file);
  vector_push(&sources->files, file);
}

static void add(void *context, const char *path) {
  sources_add(context, path);
}

void sources_add_modules(Sources *sources) {
  script_each_shipped(MODULES, add, sources);
}

// The name behind the next require, as in require("name") or require "name"; NULL: there is none.
static char *next_required(const char **at) {
  static const char WORD[] = "require", LETTERS[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
  while ((*at = strstr(*at, WORD))) {
    *at += strlen(WORD);
    const char *name = *at + strspn(*at, " \t(");
    if (*name != '"' && *name != '\'') continue;
    size_t length = strspn(name + 1, LETTERS);
    if (length && name[1 + length] == *name) return memory_strndup(name + 1, length);
  }
  return NULL;
}

static void add_beside(Sources *sources, const char *folder, const char *name) {
  if (sources_find_module(sources, name)) return;
  Text file = {0};
  text_printf(&file, "%s%s", name, SCRIPT_SUFFIX);
  char *path = file_join(folder, text_get(&file));
  struct stat info;
  if (lstat(path, &info) == 0 && S_ISREG(info.st_mode)) { // a link would lead out of the folder
    sources_add(sources, path);
    sources->files.data[sources->files.count - 1].beside = memory_strdup(name);
  }
  free(path);
  text_free(&file);
}

void sources_add_beside(Sources *sources, const char *path) {
  const char *slash = strrchr(path, '/');
  char *folder = slash ? memory_strndup(path, (size_t)(slash - path)) : memory_strdup(".");
  int first = 0; // the file itself, and what was added behind it
  while (first < sources->files.count && !text_equal(sources->files.data[first].path, path))
    first++;
  for (int i = first; i < sources->files.count && i - first < BESIDE_MOST; i++) {
    const char *at = sources->files.data[i].text;
    for (char *name; at && (name = next_required(&at)); free(name))
      add_beside(sources, folder, name);
  }
  free(folder);
}

const SourceFile *sources_find(const Sources *sources, const char *path) {
  for (int i = 0; i < sources->files.count; i++)
    if (text_equal(sources->files.data[i].path, path)) return &sources->files.data[i];
  return NULL;
}

const SourceFile *sources_find_module(const Sources *sources, const char *name) {
  Text end = {0};
  const SourceFile *found = NULL;
  text_printf(&end, "%s/%s%s", MODULES, name, SCRIPT_SUFFIX);
  for (int i = 0; i < sources->files.count && !found; i++)
    if (text_ends(sources->files.data[i].path, text_get(&end))) found = &sources->files.data[i];
  for (int i = 0; i < sources->files.count && !found; i++) {
    const SourceFile *file = &sources->files.data[i];
    if (file->beside && text_equal(file->beside, name)) found = file;
  }
  text_free(&end);
  return found;
}

void sources_free(Sources *sources) {
  for (int i = 0; i < sources->files.count; i++) {
    free(sources->files.data[i].path);
    free(sources->files.data[i].text);
    free(sources->files.data[i].beside);
  }
  vector_free(&sources->files);
}
