// A torch_compile_debug folder as a graph and the plan that the compiler chose.
#include "graph/read/inductor/folder.h"

#include "base/file.h"
#include "base/text.h"
#include "graph/read/importer.h"
#include "graph/read/inductor/reasons.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const graph_files[] = {"fx_graph_transformed.py", "fx_graph_readable.py"};

static char *find_graph_file(const char *folder) {
  for (int i = 0; i < FOLDER_TEXTS; i++) {
    char *path = file_join(folder, graph_files[i]);
    if (file_exists(path)) return path;
    free(path);
  }
  return NULL;
}

// "llama/forward": the last two parts of the path, since the last alone often says "forward" only.
static void folder_name(const char *folder, char name[128]) {
  char *full = file_whole(folder);
  const char *path = full ? full : folder;
  int parts = 0;
  const char *begin = path + strlen(path);
  while (begin > path && (begin[-1] != '/' || ++parts < 2))
    begin--;
  if (*begin == '/') begin++;
  snprintf(name, 128, "%.120s", begin);
  free(full);
}

static bool load_code(Folder *folder, Status *status) {
  char *path = file_join(folder->path, "output_code.py");
  folder->has_code = file_exists(path);
  if (folder->has_code) folder->code_text = file_read(path, &folder->code_length, status);
  free(path);
  return !folder->has_code || folder->code_text;
}

static void read_sizes(Folder *folder) {
  if (folder->has_code) size_table_read_code(&folder->sizes, folder->code_text, folder->code_length);
  if (folder->sizes.arguments.count == 0 && file_is_folder(folder->path)) // else it is a log
    size_table_read_runnable(&folder->sizes, folder->path);
}

static bool read_texts(Folder *folder, Status *status) {
  FxLines lines;
  if (memmem(folder->fx_text, folder->fx_length, "\"Sym(", 5)) read_sizes(folder);
  if (!fx_find_lines(folder->fx_file, folder->fx_text, folder->fx_length, 0, NULL, folder->arena, &lines,
                     status) ||
      !fx_parse(folder->fx_file, folder->fx_text, folder->fx_length, &lines, &folder->sizes, folder->arena,
                &folder->parsed, status))
    return false;
  if (folder->has_code)
    output_code_read(folder->code_text, folder->code_length, &folder->sizes, folder->arena, &folder->code);
  return true;
}

static bool read_folder(Folder *folder, Status *status) {
  folder->fx_file = find_graph_file(folder->path);
  if (!folder->fx_file)
    return status_fail(
        status, STATUS_INPUT,
        "%s: no fx_graph_transformed.py and no fx_graph_readable.py in it, as TORCH_COMPILE_DEBUG=1 "
        "writes them into its innermost folders",
        folder->path);
  folder->fx_text = file_read(folder->fx_file, &folder->fx_length, status);
  return folder->fx_text && load_code(folder, status) && read_texts(folder, status);
}

static void close_folder(Folder *folder) {
  fx_text_free(&folder->parsed);
  if (folder->has_code) output_code_free(&folder->code);
  size_table_free(&folder->sizes);
  free(folder->code_text);
  free(folder->provenance_text);
  free(folder->fx_text);
  free(folder->fx_file);
  arena_free(folder->arena);
}

static Graph *build_graph(const Folder *folder, const char *name, Status *status) {
  FolderLayouts layouts;
  folder_layouts_init(&layouts, folder);
  FxLayouts find = {.find = folder_layouts_find, .context = &layouts};
  Graph *graph = fx_build(&folder->parsed, name, &find, status);
  folder_layouts_free(&layouts);
  return graph;
}

static Graph *build(Folder *folder, const char *name, DumpPlan **plan, Status *status) {
  Graph *graph = build_graph(folder, name, status);
  if (!graph || !plan || folder_build_plan(folder, graph, plan, status)) return graph;
  graph_free(graph);
  return NULL;
}

Graph *folder_read_texts(Folder *folder, const char *name, DumpPlan **plan, Status *status) {
  if (plan) *plan = NULL;
  folder->has_code = folder->code_text != NULL;
  Graph *graph = read_texts(folder, status) ? build(folder, name, plan, status) : NULL;
  close_folder(folder);
  return graph;
}

Graph *graph_read_folder(const char *path, const ReadOptions *options, DumpPlan **plan, Status *status) {
  Folder folder = {.path = path, .arena = arena_new(), .sizes = size_table(options)};
  char name[128];
  if (plan) *plan = NULL;
  folder_name(path, name);
  Graph *graph = read_folder(&folder, status) ? build(&folder, name, plan, status) : NULL;
  close_folder(&folder);
  return graph;
}

Graph *folder_read_reasons(const Source *source, Graph *graph, DumpPlan **plan, Status *status) {
  const char *log = source->options ? source->options->log : NULL;
  bool wanted = log || !source->options || !source->options->no_remarks;
  if (!graph || !plan || !*plan || !wanted || reasons_find(source->path, log, graph, *plan, status))
    return graph;
  dump_plan_free(*plan);
  graph_free(graph);
  *plan = NULL;
  return NULL;
}

static bool takes(const Source *source) {
  return source->text == NULL;
}

static Graph *read(const Source *source, DumpPlan **plan, Status *status) {
  Graph *graph = graph_read_folder(source->path, source->options, plan, status);
  return folder_read_reasons(source, graph, plan, status);
}

const Importer importer_inductor = {"inductor", "a torch_compile_debug folder", takes, read};
