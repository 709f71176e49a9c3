// Where the user's own files are.
#include "base/arena.h"
#include "base/file_internal.h"
#include "base/file_own.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
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

// Where nothing is found and nothing can be written: in the place of a folder that is not to be trusted.
static const char nowhere[] = "/dev/null/no-folder-of-your-own";

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

// Nobody else can put anything there, or a link in its place.
static bool is_private(const char *folder) {
  struct stat info;
  return lstat(folder, &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid() &&
         !(info.st_mode & (S_IRWXG | S_IRWXO));
}

// Without a home: a folder of the user's own among the temporary ones, which everybody can write to. Where it
// is not his own, one that cannot be, so that nothing is found there and writing fails.
static char *home_folder(void) {
  const char *home = variable("HOME"), *temporary = variable("TMPDIR");
  if (home) return memory_strdup(home);
  char name[32];
  snprintf(name, sizeof name, "fusebox-%ld", (long)geteuid());
  char *folder = file_join(temporary && *temporary == '/' ? temporary : "/tmp", name);
  mkdir(folder, S_IRWXU); // it may be there already
  if (is_private(folder)) return folder;
  free(folder);
  return memory_strdup(nowhere);
}

static char *place_path(const PlaceRule *rule) {
  const char *override = variable(rule->override);
  if (override) return memory_strdup(override);
  const char *base = variable(rule->base);
  if (base && *base == '/') return file_join(base, "fusebox"); // the rules: a relative one is ignored
  return below(below(home_folder(), rule->fallback), "fusebox");
}

bool file_place_check(FilePlace place, Status *status) {
  char *path = place_path(&place_rules[place]);
  bool good = file_is_own(path, status);
  free(path);
  return good;
}

bool file_place_check_file(const char *path, Status *status) {
  return !file_place_variable(path) || file_is_own(path, status);
}

char *file_place(FilePlace place) {
  char *path = place_path(&place_rules[place]);
  file_make_folders_as(path, S_IRWXU, NULL); // who then writes there reports the failure with the file's name
  if (file_is_own(path, NULL)) return path;
  free(path);
  return memory_strdup(nowhere);
}

const char *file_place_variable(const char *path) {
  if (text_starts(path, nowhere)) return "HOME"; // which the folders by the rules may be below, too
  for (size_t i = 0; i < sizeof place_rules / sizeof *place_rules; i++) {
    char *folder = place_path(&place_rules[i]);
    bool below = text_starts(path, folder);
    free(folder);
    if (below) return place_rules[i].override;
  }
  return NULL;
}
