// What a captured program left behind.
#include "base/arena.h"
#include "base/file.h"
#include "base/file_walk.h"
#include "cli/capture.h"
#include "graph/read/inductor/trace.h"
#include "graph/read/list.h"

#include <stdlib.h>
#include <string.h>

typedef struct Remains {
  int traces;  // logs of torch.compile
  int cached;  // compilations in them that a cache answered
  int runs;    // folders that PyTorch makes when it is asked for debug files
  int modules; // files of XLA
} Remains;

static void look_at_trace(const char *path, Remains *remains) {
  Status status;
  size_t length;
  char *text = file_read(path, &length, &status);
  TraceLog log = {0};
  if (text) trace_log_find(text, length, &log);
  remains->traces += text && trace_is_log(text, length);
  remains->cached += log.cached;
  trace_log_free(&log);
  free(text);
}

static bool look_at(void *context, const char *path, bool folder) {
  Remains *remains = context;
  const char *name = file_base_name(path);
  remains->runs += text_starts(name, "run_");
  remains->modules += text_starts(name, "module_");
  if (!folder && graph_path_is_trace(path)) look_at_trace(path, remains);
  return true;
}

static const char *explain(const Remains *remains) {
  if (remains->cached)
    return "its graphs came from a cache, which keeps code alone: run it by 'fusebox capture', or with "
           "TORCHINDUCTOR_FORCE_DISABLE_CACHES=1";
  if (remains->traces)
    return "torch.compile ran, and nothing came to Inductor: is another backend named, or was the compiler "
           "disabled (TORCHDYNAMO_DISABLE, TORCH_COMPILE_DISABLE)?";
  if (remains->runs)
    return "PyTorch was asked for debug files, and compiled nothing: is torch.compile called, and what it "
           "gives run at least once? A cache may have answered: 'fusebox capture' switches caches off";
  if (remains->modules) return "XLA wrote modules, and none is text: add --xla_dump_hlo_as_text to XLA_FLAGS";
  return "neither PyTorch's compiler nor XLA wrote anything into it: does the program use torch.compile or "
         "jax.jit, in a process that it starts with this environment?";
}

int capture_look(const char *path, Text *why) {
  GraphPaths paths;
  Remains remains = {0};
  graph_paths_find(path, &paths);
  int count = paths.found;
  graph_paths_free(&paths);
  if (count) return count;
  if (file_is_folder(path))
    file_walk(path, GRAPH_PATHS_DEEPEST, FILE_WALK_MOST, look_at, &remains);
  else
    look_at_trace(path, &remains);
  if (!remains.traces && !file_is_folder(path))
    text_printf(why, "it is a file without a graph that is known here: 'fusebox info %s' says more", path);
  else
    text_add(why, explain(&remains));
  return 0;
}
