// inductor_provenance_tracking_node_mappings.json: "cppCodeToPost" lists, per launch ("NAME:HANDLE"), the FX
// nodes in it.
#include "graph/read/inductor/folder.h"

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Listed {
  const char *key;
  size_t name_length;
  int handle;
  const JsonNode *nodes;
} Listed;

static int by_handle(const void *a, const void *b) {
  const Listed *x = a, *y = b;
  if (x->handle != y->handle) return x->handle < y->handle ? -1 : 1;
  return strcmp(x->key, y->key);
}

// Handles count launches, so their order is the order of launches.
static void split_key(Listed *listed) {
  const char *colon = strrchr(listed->key, ':');
  listed->name_length = colon ? (size_t)(colon - listed->key) : strlen(listed->key);
  long handle = colon ? strtol(colon + 1, NULL, 10) : 0;
  listed->handle = handle > 0 && handle < INT_MAX ? (int)handle : 0;
}

typedef struct Names {
  VECTOR(const char *) names;
  NameMap seen;
} Names;

static void add_name(Names *names, Arena *arena, const char *name) {
  int64_t known;
  if (namemap_get(&names->seen, name, &known)) return;
  namemap_set(&names->seen, name, 1);
  vector_push(&names->names, arena_strdup(arena, name));
}

static void names_free(Names *names) {
  vector_free(&names->names);
  namemap_free(&names->seen);
}

// The names after those in `before`, in the arena.
static const char *const *keep_names(const Names *names, Arena *arena, const char *const *before,
                                     int before_count) {
  const char **kept = arena_array(arena, (size_t)before_count + (size_t)names->names.count, sizeof *kept);
  for (int i = 0; i < before_count; i++)
    kept[i] = before[i];
  for (int i = 0; i < names->names.count; i++)
    kept[before_count + i] = names->names.data[i];
  return kept;
}

// A foreach node is a tuple in FX and one op per element in the graph: its elements stand for it.
static bool add_elements(Names *names, Arena *arena, const FxText *parsed, const char *tuple) {
  bool found = false;
  for (int i = 0; i < parsed->statements.count; i++) {
    const FxStatement *statement = &parsed->statements.data[i];
    const PythonExpr *value = &statement->value;
    if (value->kind != PYTHON_INDEX || value->items[0].kind != PYTHON_NAME ||
        strcmp(value->items[0].text, tuple) != 0)
      continue;
    add_name(names, arena, statement->name);
    found = true;
  }
  return found;
}

// A node and the op that the FX reader makes of its alpha.
static void add_known(Names *names, Arena *arena, const Graph *graph, const char *name) {
  char alpha[256];
  snprintf(alpha, sizeof alpha, "%.200s.alpha", name);
  if (graph_find_op(graph, alpha) != NO_OP) add_name(names, arena, alpha);
  add_name(names, arena, name);
}

// The file lists what led to a kernel, even where it reads the results of some of it from memory.
static bool is_skipped(const DumpKernel *kernel, const char *name) {
  for (int i = 0; i < kernel->skipped_count; i++)
    if (!strcmp(kernel->skipped[i], name)) return true;
  return false;
}

static void read_nodes(const Folder *folder, const Graph *graph, const Listed *listed, Arena *arena,
                       DumpKernel *kernel, Names *complaints) {
  Names names = {0};
  for (const JsonNode *node = json_first(listed->nodes); node; node = json_next(node)) {
    const char *name = json_string(node, "");
    if (is_skipped(kernel, name)) continue;
    bool known = graph_find_value(graph, name) != NO_VALUE || graph_find_op(graph, name) != NO_OP;
    if (known) {
      add_known(&names, arena, graph, name);
    } else if (!add_elements(&names, arena, &folder->parsed, name)) {
      add_name(complaints, arena,
               arena_printf(arena, "%s lists '%.80s', which the graph has not", listed->key, name));
    }
  }
  kernel->nodes = keep_names(&names, arena, NULL, 0);
  kernel->node_count = names.names.count;
  kernel->exact = true;
  names_free(&names);
}

// The kernel of the plan that buffers gave for this launch; NULL when there is none.
static DumpKernel *find_kernel(DumpPlan *plan, int count, const Listed *listed) {
  for (int i = 0; i < count; i++) {
    DumpKernel *kernel = &plan->kernels[i];
    bool same_name = strlen(kernel->name) == listed->name_length &&
                     !strncmp(kernel->name, listed->key, listed->name_length);
    if (kernel->handle == listed->handle && same_name) return kernel;
  }
  return NULL;
}

static Listed *sort_mapping(const JsonNode *mapping, int *count) {
  *count = json_count(mapping);
  Listed *listed = memory_alloc((size_t)(*count + 1) * sizeof *listed);
  int at = 0;
  for (const JsonNode *node = json_first(mapping); node; node = json_next(node)) {
    listed[at] = (Listed){.key = json_key(node), .nodes = node};
    split_key(&listed[at++]);
  }
  qsort(listed, (size_t)*count, sizeof *listed, by_handle);
  return listed;
}

// Puts the listed nodes into the kernels of their launches; launches that call() does not show are added.
static void read_mapping(const Folder *folder, const Graph *graph, const JsonNode *mapping, DumpPlan *plan) {
  int count, known = plan->kernel_count;
  Listed *listed = sort_mapping(mapping, &count);
  Names complaints = {0};
  DumpKernel *kernels = arena_array(plan->arena, (size_t)known + (size_t)count, sizeof *kernels);
  if (known) memcpy(kernels, plan->kernels, (size_t)known * sizeof *kernels);
  plan->kernels = kernels;
  for (int i = 0; i < count; i++) {
    DumpKernel *kernel = find_kernel(plan, known, &listed[i]);
    if (!kernel) {
      kernel = &kernels[plan->kernel_count];
      *kernel = (DumpKernel){.name = arena_strndup(plan->arena, listed[i].key, listed[i].name_length),
                             .launch = plan->kernel_count++,
                             .handle = listed[i].handle,
                             .library = !text_starts(listed[i].key, "triton_"),
                             .combines = -1};
    }
    read_nodes(folder, graph, &listed[i], plan->arena, kernel, &complaints);
  }
  plan->unplaced = keep_names(&complaints, plan->arena, plan->unplaced, plan->unplaced_count);
  plan->unplaced_count += complaints.names.count;
  names_free(&complaints);
  free(listed);
}

bool folder_read_provenance(const Folder *folder, const Graph *graph, DumpPlan *plan, bool *found,
                            Status *status) {
  char *path = file_join(folder->path, "inductor_provenance_tracking_node_mappings.json");
  const char *text = folder->provenance_text;
  *found = text || file_exists(path);
  Json *json = text     ? json_parse(folder->fx_file, text, strlen(text), status)
               : *found ? json_read(path, status)
                        : NULL;
  free(path);
  if (!*found) return true;
  if (!json) return false;
  const JsonNode *mapping = json_get(json_root(json), "cppCodeToPost");
  bool done = json_is_object(mapping);
  if (!mapping && json_get(json_root(json), "version")) { // of a backward graph, of which nothing is tracked
    *found = false;
    done = true;
  } else if (done)
    read_mapping(folder, graph, mapping, plan);
  else
    json_fail(json, json_root(json), status, "expected the key \"cppCodeToPost\" with an object");
  json_free(json);
  return done;
}
