// list: the graphs of a run, a folder or a log, with what is in each. 'info' of several adds their classes.
#include "base/file.h"
#include "base/json.h"
#include "cli/cli.h"
#include "tui/grid.h"
#include "tui/name_cut.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct ListSums {
  int graphs, failed, ops, views, kernels;
  int class_ops[CLASS_OPAQUE + 1];
  int64_t class_bytes[CLASS_OPAQUE + 1]; // of results
} ListSums;

typedef struct ListedGraph {
  Graph *graph; // NULL: it could not be read
  DumpPlan *plan;
  Status status;
} ListedGraph;

static ListedGraph open_listed(const char *path, const Invocation *invocation, ReadKept *kept) {
  ListedGraph listed = {0};
  ReadOptions options = cli_read_options(invocation);
  options.no_remarks = true;
  options.kept = kept;
  listed.graph = graph_open(path, &options, &listed.plan, &listed.status);
  return listed;
}

static void close_listed(ListedGraph *listed) {
  dump_plan_free(listed->plan);
  graph_free(listed->graph);
}

// The first line of the model that it says it comes from; NULL: none.
static const Op *first_source(const Graph *graph) {
  for (int op = 0; op < graph->op_count; op++)
    if (graph->ops[op].source_file) return &graph->ops[op];
  return NULL;
}

static int count_views(const Graph *graph) {
  int views = 0;
  for (int op = 0; op < graph->op_count; op++)
    views += graph->ops[op].is_view;
  return views;
}

static void add_up(ListSums *sums, const ListedGraph *listed) {
  const Graph *graph = listed->graph;
  sums->graphs++;
  sums->failed += !graph;
  if (!graph) return;
  sums->ops += graph->op_count;
  sums->views += count_views(graph);
  if (listed->plan) sums->kernels += listed->plan->kernel_count;
  for (int i = 0; i < graph->op_count; i++) {
    const Op *op = &graph->ops[i];
    OpClass class = op->is_view ? CLASS_VIEW : op->op_class;
    sums->class_ops[class]++;
    for (int result = 0; result < op->result_count && !op->is_view; result++)
      sums->class_bytes[class] += graph_value_bytes(graph, op->first_result + result);
  }
}

// ---- For people.

// What stands in the rows, and below them what could not be read.
typedef struct ListTable {
  Text rows, problems;
  int width;    // of the titles
  Text *titles; // in so many columns
} ListTable;

// Of the column of titles: as the longest, so far as lines can be read.
static int title_width(const GraphPaths *paths) {
  enum { LEAST = 24, MOST = 64 };
  int width = LEAST;
  for (int i = 0; i < paths->titles.count; i++) {
    int length = text_width(paths->titles.data[i]);
    if (length > width) width = length < MOST ? length : MOST;
  }
  return width;
}

static void print_row(ListTable *table, int number, int index, const ListedGraph *listed) {
  char kernels[16] = "-";
  const char *title = text_get(&table->titles[index]);
  text_printf(&table->rows, "%5d  %s%*s", number, title, table->width - text_width(title), "");
  if (!listed->graph) {
    text_printf(&table->rows, " %6s %7s\n", "-", "-");
    text_printf(&table->problems, "%d cannot be read: %.*s\n", number,
                (int)strcspn(listed->status.message, "\n"), listed->status.message);
    return;
  }
  const Op *source = first_source(listed->graph);
  if (listed->plan) snprintf(kernels, sizeof kernels, "%d", listed->plan->kernel_count);
  text_printf(&table->rows, " %6d %7s", listed->graph->op_count - count_views(listed->graph), kernels);
  if (source) text_printf(&table->rows, "  %s:%d", file_base_name(source->source_file), source->source_line);
  text_add(&table->rows, "\n");
}

static void print_sums(Text *out, const ListSums *sums, bool classes) {
  char bytes[32];
  text_printf(out, "%d graph%s, %d ops, %d views, %d kernels of their compilers", sums->graphs,
              sums->graphs == 1 ? "" : "s", sums->ops - sums->views, sums->views, sums->kernels);
  text_printf(out, sums->failed ? "; %d cannot be read\n" : "\n", sums->failed);
  if (!classes) return;
  text_printf(out, "\n%-14s %6s %12s\n", "class", "ops", "results");
  for (int i = 0; i <= CLASS_OPAQUE; i++)
    if (sums->class_ops[i])
      text_printf(out, "%-14s %6d %12s\n", op_class_name((OpClass)i), sums->class_ops[i],
                  text_bytes(bytes, (double)sums->class_bytes[i]));
}

// ---- JSON.

static void write_row(JsonWriter *writer, int number, const char *path, const char *title,
                      const ListedGraph *listed) {
  json_begin_object(writer, NULL);
  json_put_integer(writer, "number", number);
  json_put_string(writer, "title", title);
  json_put_string(writer, "path", path);
  if (listed->graph) {
    const Op *source = first_source(listed->graph);
    json_put_string(writer, "graph", listed->graph->name);
    json_put_integer(writer, "ops", listed->graph->op_count);
    json_put_integer(writer, "views", count_views(listed->graph));
    if (listed->plan) json_put_integer(writer, "compiler_kernels", listed->plan->kernel_count);
    if (source) json_put_string(writer, "source", source->source_file);
    if (source) json_put_integer(writer, "line", source->source_line);
  } else {
    json_put_string(writer, "problem", listed->status.message);
  }
  json_end(writer);
}

static void write_sums(JsonWriter *writer, const ListSums *sums) {
  json_put_integer(writer, "ops", sums->ops);
  json_put_integer(writer, "views", sums->views);
  json_put_integer(writer, "compiler_kernels", sums->kernels);
  json_put_integer(writer, "failed", sums->failed);
  json_begin_object(writer, "classes");
  for (int i = 0; i <= CLASS_OPAQUE; i++)
    if (sums->class_ops[i]) json_put_integer(writer, op_class_name((OpClass)i), sums->class_ops[i]);
  json_end(writer);
}

// ---- Both.

static void read_all(const GraphPaths *paths, const Invocation *invocation, ListTable *table,
                     JsonWriter *writer, ListSums *sums) {
  ReadKept kept = {0};
  for (int i = 0; i < paths->paths.count; i++) {
    ListedGraph listed = open_listed(paths->paths.data[i], invocation, &kept);
    int number = paths->numbers.data[i];
    if (i < paths->shown) add_up(sums, &listed); // a module's ops are those of its stages
    if (writer)
      write_row(writer, number, paths->paths.data[i], paths->titles.data[i], &listed);
    else
      print_row(table, number, i, &listed);
    close_listed(&listed);
  }
  read_kept_free(&kept);
}

static void list_json(const GraphPaths *paths, const Invocation *invocation, Text *out) {
  JsonWriter writer = json_writer(out, true);
  ListSums sums = {0};
  json_begin_object(&writer, NULL);
  json_begin_array(&writer, "graphs");
  read_all(paths, invocation, NULL, &writer, &sums);
  json_end(&writer);
  write_sums(&writer, &sums);
  json_end(&writer);
}

// How one is opened. `path`: what is listed; may end with "#WORD".
static void print_opening(Text *out, const char *path) {
  const char *mark = file_exists(path) ? NULL : strrchr(path, '#');
  int length = mark ? (int)(mark - path) : (int)strlen(path);
  text_printf(out, "'fusebox %.*s#NUMBER' opens one of them, '#NAME' does, too\n", length, path);
}

static void list_table(const GraphPaths *paths, const Invocation *invocation, bool classes, Text *out) {
  int count = paths->titles.count;
  ListTable table = {.width = title_width(paths), .titles = memory_alloc(sizeof(Text) * ((size_t)count + 1))};
  ListSums sums = {0};
  name_cut_all((const char *const *)paths->titles.data, count, table.width, "..", table.titles);
  read_all(paths, invocation, &table, NULL, &sums);
  text_printf(out, "%5s  %-*s %6s %7s  %s\n", "#", table.width, "graph", "ops", "kernels", "source");
  text_add(out, text_get(&table.rows));
  if (sums.graphs) print_sums(out, &sums, classes);
  if (paths->stages)
    text_printf(
        out, "%d earlier stages of these are graphs, too: 'fusebox list %s#WORD' names those with the word\n",
        paths->stages, invocation->arguments.data[0]);
  if (!classes && paths->paths.count > 1) print_opening(out, invocation->arguments.data[0]);
  text_add(out, text_get(&table.problems));
  text_free(&table.rows);
  text_free(&table.problems);
  for (int i = 0; i < count; i++)
    text_free(&table.titles[i]);
  free(table.titles);
}

bool cli_list_graphs(const GraphPaths *paths, const Invocation *invocation, bool classes, Status *status) {
  Text out = {0};
  if (cli_has(invocation, OPTION_JSON))
    list_json(paths, invocation, &out);
  else
    list_table(paths, invocation, classes, &out);
  bool ok = cli_print(&out, status);
  text_free(&out);
  return ok;
}

bool run_list(const Invocation *invocation, Status *status) {
  GraphPaths paths;
  graph_paths_match(invocation->arguments.data[0], &paths);
  ListedGraph only = {0};
  bool ok = true;
  if (paths.paths.count == 1) { // of what is no graph the message says why
    only = open_listed(paths.paths.data[0], invocation, NULL);
    ok = only.graph != NULL;
    *status = only.status;
    close_listed(&only);
  }
  ok = ok && cli_list_graphs(&paths, invocation, false, status);
  graph_paths_free(&paths);
  return ok;
}
