// Listing graphs, without reading them.
#include "graph/read/list.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"
#include "graph/read/fx/fx.h"
#include "graph/read/hlo/hlo.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 6, HEAD = 4096 };

// ---- By name, numbers by their value.

static int compare_names(const char *a, const char *b) {
  while (*a && *b) {
    if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
      char *a_end, *b_end;
      unsigned long x = strtoul(a, &a_end, 10), y = strtoul(b, &b_end, 10);
      if (x != y) return x < y ? -1 : 1;
      a = a_end, b = b_end;
      continue;
    }
    if (*a != *b) return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
    a++, b++;
  }
  return (*a != '\0') - (*b != '\0');
}

static int compare_paths(const void *left, const void *right) {
  return compare_names(*(char *const *)left, *(char *const *)right);
}

// ---- Folders.

static bool is_dump(const char *folder) {
  static const char *const files[] = {"fx_graph_transformed.py", "fx_graph_readable.py"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char *path = file_join(folder, files[i]);
    bool there = file_exists(path);
    free(path);
    if (there) return true;
  }
  return false;
}

// "format": "fusebox-graph"
static bool is_json_graph(const char *text) {
  const char *key = strstr(text, "\"format\"");
  if (!key) return false;
  key += strlen("\"format\"");
  return text_starts(key + strspn(key, " \t\r\n:"), "\"fusebox-graph\"");
}

// Of files only those that say that they are a graph: a folder may hold anything.
static bool is_graph_file(const char *path) {
  if (!text_ends(path, ".json") && !text_ends(path, ".txt") && !text_ends(path, ".hlo")) return false;
  Status status;
  size_t length;
  char *text = file_read(path, &length, &status);
  if (!text) return false;
  if (length > HEAD) text[HEAD] = '\0';
  bool json = text_ends(path, ".json") && is_json_graph(text);
  bool found = json || hlo_is_text(text, length > HEAD ? HEAD : length);
  free(text);
  return found;
}

static void walk(const char *path, int depth, GraphPaths *out);

static void walk_below(const char *folder, int depth, GraphPaths *out) {
  int count = 0;
  Status status;
  char **names = file_list(folder, &count, &status);
  for (int i = 0; names && i < count; i++) {
    char *path = file_join(folder, names[i]);
    if (names[i][0] != '.') walk(path, depth, out);
    free(path);
    free(names[i]);
  }
  free(names);
}

static void walk(const char *path, int depth, GraphPaths *out) {
  bool folder = file_is_folder(path);
  if (out->paths.count == GRAPH_PATHS_MOST) return;
  if (folder ? is_dump(path) : depth > 0 && is_graph_file(path))
    vector_push(&out->paths, memory_strdup(path));
  else if (folder && depth < DEEPEST)
    walk_below(path, depth + 1, out);
}

// ---- Logs.

static void list_log(const char *path, GraphPaths *out) {
  Status status;
  size_t length;
  char *text = text_ends(path, ".json") ? NULL : file_read(path, &length, &status);
  int count = !text ? 0 : hlo_is_text(text, length) ? hlo_count(text, length) : fx_count(text, length);
  for (int i = 0; count > 1 && i < count && i < GRAPH_PATHS_MOST; i++) {
    Text name = {0};
    text_printf(&name, "%s#%d", path, i + 1);
    vector_push(&out->paths, text_take(&name));
  }
  free(text);
}

static size_t common_length(const GraphPaths *paths) {
  const char *first = paths->paths.data[0];
  size_t common = 0;
  for (size_t at = 0; first[at]; at++) {
    for (int i = 1; i < paths->paths.count; i++)
      if (paths->paths.data[i][at] != first[at]) return common;
    if (first[at] == '/') common = at + 1;
  }
  return common;
}

void graph_paths_find(const char *path, GraphPaths *out) {
  *out = (GraphPaths){0};
  if (file_is_folder(path))
    walk(path, 0, out);
  else if (file_exists(path))
    list_log(path, out);
  if (out->paths.count == 0) vector_push(&out->paths, memory_strdup(path));
  qsort(out->paths.data, (size_t)out->paths.count, sizeof(char *), compare_paths);
  out->common = common_length(out);
}

void graph_paths_free(GraphPaths *paths) {
  for (int i = 0; i < paths->paths.count; i++)
    free(paths->paths.data[i]);
  vector_free(&paths->paths);
}
