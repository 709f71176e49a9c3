// Where the user's own files are.
#include "base/arena.h"
#include "base/file.h"

#include <stdlib.h>

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
