#include "script/source.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"
#include "script/files.h"

#include <stdlib.h>
#include <string.h>

enum { SOURCE_MOST = 1 << 20 };

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
  text_free(&end);
  return found;
}

void sources_free(Sources *sources) {
  for (int i = 0; i < sources->files.count; i++) {
    free(sources->files.data[i].path);
    free(sources->files.data[i].text);
  }
  vector_free(&sources->files);
}
