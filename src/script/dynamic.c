#include "script/dynamic.h"

#include <string.h>

static bool is_asked_for(const Sources *sources) {
  bool asked = false;
  for (int i = 0; i < sources->files.count && !asked; i++)
    asked = sources->files.data[i].text && strstr(sources->files.data[i].text, ":dynamic(");
  return asked;
}

void script_sizes_open(ScriptSizes *sizes, const Sources *sources, SizedSource source) {
  const Graph *graph = plan_graph(source.plan);
  if (!source.path || !is_asked_for(sources)) return;
  for (int i = 0; i < graph->size_count; i++) {
    SizedKernels *kernels = sized_kernels_new(source, graph->sizes[i].name, NULL);
    if (!kernels) continue;
    vector_push(&sizes->sizes, kernels);
    while (!sized_kernels_open(kernels)) {
    }
  }
}

SizedKernels *script_sizes_find(const ScriptSizes *sizes, const char *name) {
  for (int i = 0; sizes && i < sizes->sizes.count; i++)
    if (text_equal(sized_kernels_name(sizes->sizes.data[i]), name)) return sizes->sizes.data[i];
  return NULL;
}

void script_sizes_free(ScriptSizes *sizes) {
  for (int i = 0; i < sizes->sizes.count; i++)
    sized_kernels_free(sizes->sizes.data[i]);
  vector_free(&sizes->sizes);
}
