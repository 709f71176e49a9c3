// Listing graphs, without reading them.
#include "graph/read/list.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/file_walk.h"
#include "base/text.h"
#include "graph/read/fx/fx.h"
#include "graph/read/hlo/hlo.h"
#include "graph/read/inductor/trace.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 4096 };

// ---- By name, numbers by their value.

int graph_compare_names(const char *a, const char *b) {
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
  return graph_compare_names(*(char *const *)left, *(char *const *)right);
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
  char *text = file_read_head(path, HEAD, &length, &status);
  if (!text) return false;
  bool json = text_ends(path, ".json") && is_json_graph(text);
  bool found = json || hlo_is_text(text, length);
  free(text);
  return found;
}

// A payload that tlparse took from a log: the graph as text.
static bool is_payload(const char *path) {
  return text_starts(file_base_name(path), "inductor_post_grad_graph_") && text_ends(path, ".txt");
}

bool graph_path_is_trace(const char *path) {
  return strstr(file_base_name(path), "torch_trace_") && text_ends(path, ".log");
}

static int list_log(const char *path, GraphPaths *out);

static bool take_graph(void *context, const char *path, bool folder) {
  GraphPaths *out = context;
  if (out->paths.count == GRAPH_PATHS_MOST || file_base_name(path)[0] == '.') return false;
  bool graph = folder ? is_dump(path) : is_payload(path) || is_graph_file(path);
  if (graph) vector_push(&out->paths, memory_strdup(path));
  return !graph;
}

static bool take_trace(void *context, const char *path, bool folder) {
  bool trace = graph_path_is_trace(path);
  (void)folder;
  if (trace) list_log(path, context);
  return !trace;
}

// A run writes its graphs as folders, as a log, or both: the folders say more.
static void list_folder(const char *folder, GraphPaths *out) {
  if (is_dump(folder))
    vector_push(&out->paths, memory_strdup(folder));
  else
    file_walk(folder, GRAPH_PATHS_DEEPEST, FILE_WALK_MOST, take_graph, out);
  if (out->paths.count == 0) file_walk(folder, GRAPH_PATHS_DEEPEST, FILE_WALK_MOST, take_trace, out);
}

// ---- Logs.

static void add_number(const char *path, int number, GraphPaths *out) {
  Text name = {0};
  text_printf(&name, "%s#%d", path, number);
  vector_push(&out->paths, text_take(&name));
}

static int count_traced(const char *text, size_t length) {
  TraceLog log;
  trace_log_find(text, length, &log);
  int count = log.graphs.count;
  trace_log_free(&log);
  return count;
}

// How many there are in it, which are added only where one of them needs a number.
static int list_log(const char *path, GraphPaths *out) {
  Status status;
  size_t length;
  char *text = file_read(path, &length, &status);
  bool traced = text && trace_is_log(text, length);
  int count = !text                       ? 0
              : traced                    ? count_traced(text, length)
              : hlo_is_text(text, length) ? hlo_count(text, length)
                                          : fx_count(text, length);
  for (int i = 0; (count > 1 || traced) && i < count && out->paths.count < GRAPH_PATHS_MOST; i++)
    add_number(path, i + 1, out);
  free(text);
  return count;
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

// ---- Titles: of a folder or a file its path, of a trace's graphs what the log says of them.

static bool is_of_log(const char *path, const char *log, size_t length) {
  return !strncmp(path, log, length) && path[length] == '#';
}

static void title_traced(GraphPaths *out, int first, const char *log, size_t log_length) {
  Status status;
  size_t length;
  char *text = file_read(log, &length, &status);
  TraceLog trace = {0};
  if (text && trace_is_log(text, length)) trace_log_find(text, length, &trace);
  for (int i = first; i < out->paths.count && is_of_log(out->paths.data[i], log, log_length); i++) {
    int number = atoi(out->paths.data[i] + log_length + 1);
    if (number < 1 || number > trace.graphs.count) continue;
    free(out->titles.data[i]);
    out->titles.data[i] = trace_graph_title(&trace.graphs.data[number - 1]);
  }
  trace_log_free(&trace);
  free(text);
}

static void find_titles(GraphPaths *out) {
  for (int i = 0; i < out->paths.count; i++)
    vector_push(&out->titles, graph_paths_title(out, i));
  for (int i = 0; i < out->paths.count; i++) {
    const char *path = out->paths.data[i], *mark = strrchr(path, '#');
    size_t length = mark ? (size_t)(mark - path) : 0;
    if (!mark || file_exists(path) || (i > 0 && is_of_log(out->paths.data[i - 1], path, length))) continue;
    char *log = memory_strndup(path, length);
    title_traced(out, i, log, length);
    free(log);
  }
}

static void find_all(const char *path, GraphPaths *out) {
  *out = (GraphPaths){0};
  bool folder = file_is_folder(path);
  if (folder) list_folder(path, out);
  int alone = folder || !file_is_regular(path) ? 0
              : text_ends(path, ".json")       ? is_graph_file(path)
                                               : list_log(path, out);
  bool found = out->paths.count > 0 || alone > 0;
  if (out->paths.count == 0) vector_push(&out->paths, memory_strdup(path));
  qsort(out->paths.data, (size_t)out->paths.count, sizeof(char *), compare_paths);
  out->common = common_length(out);
  graph_paths_order(out);
  out->found = found ? out->shown : 0;
  find_titles(out);
  for (int i = 0; i < out->paths.count; i++)
    vector_push(&out->numbers, i + 1);
}

static void drop(GraphPaths *paths, int index) {
  free(paths->paths.data[index]);
  free(paths->titles.data[index]);
}

void graph_paths_find(const char *path, GraphPaths *out) {
  find_all(path, out);
  for (int i = out->shown; i < out->paths.count; i++)
    drop(out, i);
  out->stages = out->paths.count - out->shown;
  out->paths.count = out->titles.count = out->numbers.count = out->shown;
}

// A folder's name may have the mark; a number is one graph.
static const char *word_of_run(const char *path) {
  const char *mark = strrchr(path, '#');
  if (!mark || mark == path || file_exists(path)) return NULL;
  return mark[1] && mark[1 + strspn(mark + 1, "0123456789")] == '\0' ? NULL : mark + 1;
}

static void keep_matching(GraphPaths *paths, const char *word) {
  int kept = 0, shown = 0;
  for (int i = 0; i < paths->paths.count; i++) {
    if (!strstr(paths->titles.data[i], word)) {
      drop(paths, i);
      continue;
    }
    paths->paths.data[kept] = paths->paths.data[i];
    paths->titles.data[kept] = paths->titles.data[i];
    shown += i < paths->shown;
    paths->numbers.data[kept++] = paths->numbers.data[i];
  }
  paths->paths.count = paths->titles.count = paths->numbers.count = kept;
  paths->shown = shown;
}

void graph_paths_match(const char *path, GraphPaths *out) {
  const char *word = word_of_run(path);
  char *run = word ? memory_strndup(path, (size_t)(word - 1 - path)) : NULL;
  bool matches = run && file_is_folder(run);
  if (matches) find_all(run, out), keep_matching(out, word);
  if (matches && out->paths.count == 0) graph_paths_free(out);
  if (!matches || out->paths.count == 0) graph_paths_find(path, out);
  free(run);
}

void graph_paths_free(GraphPaths *paths) {
  for (int i = 0; i < paths->paths.count; i++)
    free(paths->paths.data[i]);
  for (int i = 0; i < paths->titles.count; i++)
    free(paths->titles.data[i]);
  vector_free(&paths->paths);
  vector_free(&paths->titles);
  vector_free(&paths->numbers);
}

// ---- One of several.

static int find_title(const GraphPaths *paths, const char *word, int *found) {
  int count = 0;
  for (int i = 0; i < paths->titles.count && (i < paths->shown || count == 0); i++) {
    if (!strstr(paths->titles.data[i], word)) continue;
    if (!strcmp(paths->titles.data[i], word)) return *found = i, 1;
    *found = i;
    count++;
  }
  return count;
}

static char *pick(const char *run, const char *word, Status *status) {
  GraphPaths paths;
  char *end, *picked = NULL;
  find_all(run, &paths);
  long number = strtol(word, &end, 10);
  int found = *end || number < 1 || number > paths.paths.count ? -1 : (int)number - 1;
  int count = found >= 0 ? 1 : find_title(&paths, word, &found);
  if (count == 1)
    picked = memory_strdup(paths.paths.data[found]);
  else
    status_fail(status, STATUS_INPUT, "%s: %s of its %d graphs %s \"%s\": 'fusebox list %s' names them", run,
                count ? "several" : "none", paths.paths.count, count ? "have" : "is", word, run);
  graph_paths_free(&paths);
  return picked;
}

static char *pick_only(const char *folder, Status *status) {
  GraphPaths paths;
  graph_paths_find(folder, &paths);
  char *picked = paths.paths.count == 1 ? memory_strdup(paths.paths.data[0]) : NULL;
  if (!picked)
    status_fail(status, STATUS_INPUT,
                "%s: it holds %d graphs: open one of them, as %s#1 for %s; 'fusebox list %s' names them",
                folder, paths.paths.count, folder, paths.titles.data[0], folder);
  graph_paths_free(&paths);
  return picked;
}

// The last mark before which there is a file or a folder: a graph's name may have one, too, as "log.txt#2"
// has. The last of all where there is none.
static const char *mark_of_run(const char *path) {
  const char *last = strrchr(path, '#');
  for (const char *mark = last; mark && mark > path;) {
    char *run = memory_strndup(path, (size_t)(mark - path));
    bool there = file_exists(run);
    free(run);
    if (there) return mark;
    for (mark--; mark > path && *mark != '#';)
      mark--;
  }
  return last;
}

char *graph_paths_pick(const char *path, Status *status) {
  const char *mark = mark_of_run(path);
  if (file_is_folder(path)) return pick_only(path, status);
  if (!mark || !mark[1] || mark == path || file_exists(path)) return memory_strdup(path);
  char *run = memory_strndup(path, (size_t)(mark - path));
  bool number = mark[1 + strspn(mark + 1, "0123456789")] == '\0';
  bool picks = file_is_folder(run) || (!number && file_is_regular(run));
  char *picked = picks ? pick(run, mark + 1, status) : memory_strdup(path);
  free(run);
  return picked;
}
