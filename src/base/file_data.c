// Where the shipped data is. Names are the same in share/fusebox of an installation, inside the program, and
// in the source tree, where some of it is below src/data.
#include "base/arena.h"
#include "base/build_places.h"
#include "base/file.h"
#include "base/file_inside.h"
#include "base/text.h"
#include "base/vector.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The folder of the running program, or NULL.
static char *program_folder(void) {
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) return NULL;
  path[length] = '\0';
  *strrchr(path, '/') = '\0';
  return memory_strdup(path);
}

static bool is_below(const char *path, const char *folder) {
  size_t length = strlen(folder);
  return !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

enum { PLACES = 4 };

// Where this program's data lies: beside it where it is installed; in the source tree, which has two folders
// of it, where it was built. An installed program does not look into the source tree, which would hide what
// is missing beside it. None: it was copied alone.
static void find_home(char *home[2]) {
  char *program = program_folder();
  home[0] = program ? file_join(program, "../share/fusebox") : NULL;
  home[1] = NULL;
  if (program && !file_is_folder(home[0])) {
    bool built_here = is_below(program, FUSEBOX_BUILD_ROOT);
    free(home[0]);
    home[0] = built_here ? memory_strdup(FUSEBOX_SOURCE_ROOT) : NULL;
    home[1] = built_here ? memory_strdup(FUSEBOX_SOURCE_ROOT "/src/data") : NULL;
  }
  free(program);
}

// The places to look in, first to last; NULL ones are passed over.
static void find_places(char *places[PLACES]) {
  const char *chosen = getenv("FUSEBOX_DATA");
  places[0] = chosen && *chosen ? memory_strdup(chosen) : NULL;
  find_home(&places[1]);
  places[3] = memory_strdup(FILE_INSIDE);
}

static char *path_in(const char *place, const char *name) {
  Text path = {0};
  text_printf(&path, "%s%s%s", place, text_equal(place, FILE_INSIDE) ? "" : "/", name);
  return text_take(&path);
}

char *file_data(const char *name) {
  char *places[PLACES], *found = NULL;
  find_places(places);
  for (int i = 0; i < PLACES; i++) {
    if (places[i] && !found) {
      found = path_in(places[i], name);
      if (!file_exists(found)) free(found), found = NULL;
    }
    free(places[i]);
  }
  return found;
}

typedef VECTOR(char *) Names;

// The names in a folder that end in `suffix`.
static void add_names(Names *names, const char *folder, const char *suffix) {
  int count = 0;
  char **found = file_is_folder(folder) ? file_list(folder, &count, NULL) : NULL;
  for (int i = 0; i < count; i++) {
    if (text_ends(found[i], suffix))
      vector_push(names, found[i]);
    else
      free(found[i]);
  }
  free(found);
}

static int compare_names(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

// Sorted, each once.
static int sort_names(Names *names) {
  int kept = 0;
  if (names->count) qsort(names->data, (size_t)names->count, sizeof *names->data, compare_names);
  for (int i = 0; i < names->count; i++) {
    if (kept && text_equal(names->data[kept - 1], names->data[i]))
      free(names->data[i]);
    else
      names->data[kept++] = names->data[i];
  }
  return kept;
}

char **file_data_list(const char *folder, const char *suffix, int *count) {
  char *places[PLACES];
  Names names = {0};
  find_places(places);
  for (int i = 0; i < PLACES; i++) {
    char *path = places[i] ? path_in(places[i], folder) : NULL;
    if (path) add_names(&names, path, suffix);
    free(path);
    free(places[i]);
  }
  *count = sort_names(&names);
  return names.data;
}
