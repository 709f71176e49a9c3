#include "script/source.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "script/files.h"

#include <sys/stat.h>

#include <stdlib.h>
#include <string.h>

enum { SOURCE_MOST = 1 << 20, NEEDED_MOST = 400, NAMES_MOST = 20000 };

static const char MODULES[] = "lua/modules", HEURISTICS[] = "lua/heuristics", SEARCHES[] = "lua/searches",
                  USERS_MODULES[] = "modules", USERS_HEURISTICS[] = "heuristics";

static bool read_source(SourceFile *file) {
  Status *status = &file->problem;
  if (file_exists(file->path) && !file_is_regular(file->path))
    return status_fail(status, STATUS_INPUT, "%s is no regular file", file->path);
  if (!file_place_check_file(file->path, status)) return false;
  file->text = file_read_head(file->path, SOURCE_MOST + 1, &file->length, status);
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
  if (!sources_find(context, path)) sources_add(context, path);
}

void sources_add_modules(Sources *sources) {
  script_each_shipped(MODULES, add, sources);
}

// ---- Where a name leads to.

static char *path_in(const char *folder, const char *name) {
  Text path = {0};
  text_printf(&path, "%s/%s%s", folder, name, SCRIPT_SUFFIX);
  return text_take(&path);
}

static char *path_beside(const char *asker, const char *name) {
  const char *slash = strrchr(asker, '/');
  Text path = {0};
  if (slash) text_add_bytes(&path, asker, (size_t)(slash - asker) + 1);
  text_printf(&path, "%s%s", name, SCRIPT_SUFFIX);
  return text_take(&path);
}

// ---- What files ask for.

// The name behind the next `word`, as in require("name") or require "name"; NULL: there is none. Each is
// looked for among files, which takes time: of all files together NAMES_MOST are, counted in `seen`.
static char *next_named(const char *word, const char **at, int *seen) {
  static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyz0123456789_-";
  while (*seen < NAMES_MOST && (*at = strstr(*at, word))) {
    *at += strlen(word);
    const char *name = *at + strspn(*at, " \t(");
    if (*name != '"' && *name != '\'') continue;
    size_t length = strspn(name + 1, LETTERS);
    if (length && name[1 + length] == *name && ++*seen) return memory_strndup(name + 1, length);
  }
  return NULL;
}

// Takes the path. A link would lead out of a stranger's folder.
static bool add_if_there(Sources *sources, char *path, bool links) {
  struct stat info;
  bool there = sources_find(sources, path) != NULL;
  if (!there && (links ? stat(path, &info) : lstat(path, &info)) == 0 && S_ISREG(info.st_mode)) {
    sources_add(sources, path);
    there = true;
  }
  free(path);
  return there;
}

static void add_module(Sources *sources, const char *asker, const char *name) {
  if (add_if_there(sources, path_beside(asker, name), false) || !sources->modules) return;
  if (!sources_find_module(sources, asker, name))
    add_if_there(sources, path_in(sources->modules, name), true);
}

static void add_heuristics(Sources *sources) {
  script_each(sources->heuristics, add, sources);
  script_each_shipped(HEURISTICS, add, sources);
  script_each_shipped(SEARCHES, add, sources);
}

// Adding moves the files, but not their texts.
static void add_asked(Sources *sources, int asker) {
  const char *path = sources->files.data[asker].path, *text = sources->files.data[asker].text, *at = text;
  for (char *name; at && (name = next_named("require", &at, &sources->names)); free(name))
    add_module(sources, path, name);
  if (!sources->heuristics || !text || !strstr(text, ":run")) return;
  at = text;
  for (char *name; at && (name = next_named(":run", &at, &sources->names)); free(name))
    add_if_there(sources, path_beside(path, name), false);
  if (!sources->runs) add_heuristics(sources);
  sources->runs = true;
}

// From this file on, and what is added behind.
static void add_all_asked(Sources *sources, int first) {
  for (int i = first; i < sources->files.count && i < NEEDED_MOST; i++)
    add_asked(sources, i);
}

void sources_add_beside(Sources *sources, const char *path) {
  int first = 0;
  while (first < sources->files.count && !text_equal(sources->files.data[first].path, path))
    first++;
  add_all_asked(sources, first);
}

void sources_add_needed(Sources *sources) {
  sources->modules = script_user_folder(USERS_MODULES);
  sources->heuristics = script_user_folder(USERS_HEURISTICS);
  add_all_asked(sources, 0);
}

void sources_add_script(Sources *sources, const char *path) {
  sources_add_modules(sources);
  sources_add(sources, path);
  sources_add_needed(sources);
}

// ---- What a heuristic is, by content.

typedef struct Needed {
  VECTOR(const SourceFile *) list;
  int names;
} Needed;

static void need(Needed *needed, const SourceFile *file) {
  bool there = !file || !file->text;
  for (int i = 0; i < needed->list.count && !there; i++)
    there = needed->list.data[i] == file;
  if (!there) vector_push(&needed->list, file);
}

static void need_asked(Needed *needed, const Sources *sources, const SourceFile *asker) {
  char *name;
  for (const char *at = asker->text; (name = next_named("require", &at, &needed->names)); free(name))
    need(needed, sources_find_module(sources, asker->path, name));
  for (const char *at = asker->text; (name = next_named(":run", &at, &needed->names)); free(name))
    need(needed, sources_find_heuristic(sources, asker->path, name));
}

bool sources_hash(const char *path, char hash[33], Status *status) {
  Sources sources = {0};
  Needed needed = {0};
  Text all = {0};
  sources_add_script(&sources, path);
  const SourceFile *script = sources_find(&sources, path);
  need(&needed, script);
  for (int i = 0; i < needed.list.count; i++) {
    text_printf(&all, "%zu ", needed.list.data[i]->length);
    text_add_bytes(&all, needed.list.data[i]->text, needed.list.data[i]->length);
    need_asked(&needed, &sources, needed.list.data[i]);
  }
  hash_name(hash, text_get(&all), all.length);
  bool good = script->text || status_fail(status, script->problem.code, "%s", script->problem.message);
  vector_free(&needed.list);
  text_free(&all);
  sources_free(&sources);
  return good;
}

// ---- Finding them.

const SourceFile *sources_find(const Sources *sources, const char *path) {
  for (int i = 0; i < sources->files.count; i++)
    if (text_equal(sources->files.data[i].path, path)) return &sources->files.data[i];
  return NULL;
}

static const SourceFile *find_and_free(const Sources *sources, char *path) {
  const SourceFile *found = sources_find(sources, path);
  free(path);
  return found;
}

static const SourceFile *find_shipped(const Sources *sources, const char *folder, const char *name) {
  char *end = path_in(folder, name);
  const SourceFile *found = NULL;
  for (int i = 0; i < sources->files.count && !found; i++)
    if (text_ends(sources->files.data[i].path, end)) found = &sources->files.data[i];
  free(end);
  return found;
}

const SourceFile *sources_find_module(const Sources *sources, const char *asker, const char *name) {
  const SourceFile *found = find_and_free(sources, path_beside(asker, name));
  if (!found) found = find_shipped(sources, MODULES, name);
  if (!found && sources->modules) found = find_and_free(sources, path_in(sources->modules, name));
  return found;
}

const SourceFile *sources_find_heuristic(const Sources *sources, const char *asker, const char *name) {
  const SourceFile *found = find_and_free(sources, path_beside(asker, name));
  if (!found && sources->heuristics) found = find_and_free(sources, path_in(sources->heuristics, name));
  if (!found) found = find_shipped(sources, HEURISTICS, name);
  return found ? found : find_shipped(sources, SEARCHES, name);
}

void sources_free(Sources *sources) {
  for (int i = 0; i < sources->files.count; i++) {
    free(sources->files.data[i].path);
    free(sources->files.data[i].text);
  }
  vector_free(&sources->files);
  free(sources->modules);
  free(sources->heuristics);
}
