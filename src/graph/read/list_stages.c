// XLA writes a module between its passes, a file each: "module_0001.jit_f.before_optimizations.txt" and
// others. One of them stands for the module, the others are stages of it.
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "graph/read/list.h"

#include <stdlib.h>
#include <string.h>

// Bytes of the path up to and with "module_0001.jit_f"; 0: it is no stage of a module.
static size_t module_length(const char *path) {
  const char *base = file_base_name(path);
  if (!text_starts(base, "module_") || !text_ends(base, ".txt")) return 0;
  size_t digits = strspn(base + strlen("module_"), "0123456789");
  const char *name = base + strlen("module_") + digits;
  if (!digits || *name != '.') return 0;
  return (size_t)(name - path) + 1 + strcspn(name + 1, ".");
}

// How far it went; of equal ones the later name.
static int stage_rank(const char *path) {
  static const char *const ends[] = {"before_optimizations.txt", "priority_fusion_dump.txt",
                                     "after_optimizations.txt"};
  int rank = 1;
  for (int i = 0; i < (int)(sizeof ends / sizeof *ends); i++)
    if (text_ends(path, ends[i])) rank = i ? i + 1 : 0;
  return rank;
}

static bool same_module(const char *a, const char *b) {
  size_t length = module_length(a);
  return length && length == module_length(b) && !strncmp(a, b, length);
}

// Paths are sorted: the stages of a module stand together.
static int module_end(const GraphPaths *paths, int first) {
  int end = first + 1;
  while (end < paths->paths.count && same_module(paths->paths.data[first], paths->paths.data[end]))
    end++;
  return end;
}

static int furthest(const GraphPaths *paths, int first, int end) {
  int best = first;
  for (int i = first + 1; i < end; i++)
    if (stage_rank(paths->paths.data[i]) >= stage_rank(paths->paths.data[best])) best = i;
  return best;
}

void graph_paths_order(GraphPaths *paths) {
  int count = paths->paths.count, shown = 0, stages = 0;
  char **ordered = memory_alloc(((size_t)count + 1) * sizeof *ordered), **others = ordered + count;
  for (int first = 0, end; first < count; first = end) {
    end = module_end(paths, first);
    int best = furthest(paths, first, end);
    ordered[shown++] = paths->paths.data[best];
    for (int i = first; i < end; i++)
      if (i != best) *(others - ++stages) = paths->paths.data[i];
  }
  for (int i = 0; i < shown; i++)
    paths->paths.data[i] = ordered[i];
  for (int i = 0; i < stages; i++)
    paths->paths.data[shown + i] = ordered[count - 1 - i];
  paths->shown = shown;
  free(ordered);
}

// "module_0001.jit_f" for the one that stands for it, if there are others; of the others without ".txt".
char *graph_paths_title(const GraphPaths *paths, int index) {
  const char *path = paths->paths.data[index];
  size_t module = module_length(path), end = strlen(path);
  for (int i = paths->shown; module && index < paths->shown && i < paths->paths.count; i++)
    if (same_module(path, paths->paths.data[i])) end = module;
  if (index >= paths->shown) end -= strlen(".txt");
  return memory_strndup(path + paths->common, end - paths->common);
}
