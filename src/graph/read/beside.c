// Files that compilers write beside graphs, and that people open: where the graph is.
#include "graph/read/beside.h"

#include "base/file.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static bool is_one(const char *name, const char *const *names) {
  for (; *names; names++)
    if (!strcmp(name, *names)) return true;
  return false;
}

static bool ends_as_one(const char *name, const char *const *ends) {
  for (; *ends; ends++)
    if (text_ends(name, *ends)) return true;
  return false;
}

static bool has_file(const char *folder, const char *name) {
  char *path = file_join(folder, name);
  bool there = file_exists(path);
  free(path);
  return there;
}

// Of a torch_compile_debug folder.
static bool in_debug_folder(const char *folder, const char *name) {
  static const char *const files[] = {"output_code.py",
                                      "fx_graph_runnable.py",
                                      "ir_pre_fusion.txt",
                                      "ir_post_fusion.txt",
                                      "inductor_provenance_tracking_node_mappings.json",
                                      NULL};
  return is_one(name, files) &&
         (has_file(folder, "fx_graph_transformed.py") || has_file(folder, "fx_graph_readable.py"));
}

// Of a module that XLA dumped: "module_0001.jit_f.thunk_sequence.txt".
static bool of_module(const char *name) {
  static const char *const ends[] = {".thunk_sequence.txt",
                                     ".thunk_sequence_after_thunk_passes.txt",
                                     ".thunk_metadata.txt",
                                     ".pbtxt",
                                     ".debug_options",
                                     "-buffer-assignment.txt",
                                     "-buffer-assignment-values.txt",
                                     "-live-range.txt",
                                     "-memory-usage-report.txt",
                                     ".ptx",
                                     ".ll",
                                     NULL};
  return text_starts(name, "module_") && ends_as_one(name, ends);
}

// "module_0001.jit_f" of its name.
static int module_length(const char *name) {
  const char *dot = strchr(name, '.'), *second = dot ? strchr(dot + 1, '.') : NULL;
  return (int)(second ? (size_t)(second - name) : strlen(name));
}

void read_beside_explain(const char *path, Status *status) {
  const char *name = file_base_name(path);
  int above = (int)(name - path) - 1;
  Text text = {0};
  text_printf(&text, "%.*s", above > 0 ? above : 1, above > 0 ? path : above == 0 ? "/" : ".");
  char *folder = text_take(&text);
  if (in_debug_folder(folder, name))
    status_fail(status, STATUS_INPUT, "%s goes with a graph and is none: open its folder, %s", path, folder);
  else if (of_module(name))
    status_fail(status, STATUS_INPUT, "%s goes with a module of XLA and is none: open %s#%.*s", path, folder,
                module_length(name), name);
  free(folder);
}
