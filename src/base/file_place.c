// Where the program's own files are: the user's folders and the shipped data.
#include "base/arena.h"
#include "base/build_places.h"
#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// One of the user's folders by the XDG base directory rules.
typedef struct PlaceRule {
  const char *override; // variable that names our folder itself
  const char *base;     // variable that names the folder of all programs
  const char *fallback; // that folder below the home folder
} PlaceRule;

static const PlaceRule place_rules[] = {
    [PLACE_CACHE] = {"FUSEBOX_CACHE", "XDG_CACHE_HOME", ".cache"},
    [PLACE_STATE] = {"FUSEBOX_STATE", "XDG_STATE_HOME", ".local/state"},
    [PLACE_CONFIG] = {"FUSEBOX_CONFIG", "XDG_CONFIG_HOME", ".config"},
};

static const char *variable(const char *name) {
  const char *value = getenv(name);
  return value && *value ? value : NULL;
}

// Joins and frees `folder`.
static char *below(char *folder, const char *name) {
  char *joined = file_join(folder, name);
  free(folder);
  return joined;
}

static char *place_path(const PlaceRule *rule) {
  const char *override = variable(rule->override);
  if (override) return memory_strdup(override);
  const char *base = variable(rule->base);
  if (base && *base == '/') return file_join(base, "fusebox"); // the rules: a relative one is ignored
  const char *home = variable("HOME");
  return below(file_join(home ? home : "/tmp", rule->fallback), "fusebox");
}

char *file_place(FilePlace place) {
  char *path = place_path(&place_rules[place]);
  file_make_folders(path, NULL); // who then writes there reports the failure with the file's name
  return path;
}

// The folder of the running program, or NULL.
static char *program_folder(void) {
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) return NULL;
  path[length] = '\0';
  *strrchr(path, '/') = '\0';
  return memory_strdup(path);
}

// `folder`/`relative` when it exists; frees `folder`, which may be NULL.
static char *existing(char *folder, const char *relative) {
  if (!folder) return NULL;
  char *path = below(folder, relative);
  if (file_exists(path)) return path;
  free(path);
  return NULL;
}

char *file_data(const char *relative) {
  const char *chosen = variable("FUSEBOX_DATA");
  char *found = chosen ? existing(memory_strdup(chosen), relative) : NULL;
  if (!found) found = existing(memory_strdup(FUSEBOX_SOURCE_ROOT), relative);
  char *program = found ? NULL : program_folder();
  if (program) found = existing(below(program, "../share/fusebox"), relative);
  return found;
}
