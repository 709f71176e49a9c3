// inductor_provenance_tracking_node_mappings.json: "cppCodeToPost" lists, per launch ("NAME:HANDLE"), the FX
// nodes in it.
#include "graph/flow.h"
#include "graph/folder.h"

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct Listed {
  const char *key;
  size_t name_length;
  long handle;
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
  listed->handle = colon ? strtol(colon + 1, NULL, 10) : 0;
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

static void read_kernel(const Folder *folder, const Graph *graph, const Listed *listed, DumpPlan *plan,
                        DumpKernel *kernel, Names *complaints) {
  Names names = {0};
  for (const JsonNode *node = json_first(listed->nodes); node; node = json_next(node)) {
    const char *name = json_string(node, "");
    bool known = graph_find_value(graph, name) != NO_VALUE || graph_find_op(graph, name) != NO_OP;
    if (known) {
      add_name(&names, plan->arena, name);
    } else if (!add_elements(&names, plan->arena, &folder->parsed, name)) {
      char *sentence =
          arena_printf(plan->arena, "%s lists '%.80s', which the graph has not", listed->key, name);
      add_name(complaints, plan->arena, sentence);
    }
  }
  const char **kept = arena_array(plan->arena, (size_t)names.names.count, sizeof *kept);
  if (names.names.count) memcpy(kept, names.names.data, (size_t)names.names.count * sizeof *kept);
  kernel->name = arena_strndup(plan->arena, listed->key, listed->name_length);
  kernel->nodes = kept;
  kernel->node_count = names.names.count;
  kernel->exact = true;
  vector_free(&names.names);
  namemap_free(&names.seen);
}

static void read_mapping(const Folder *folder, const Graph *graph, const JsonNode *mapping, DumpPlan *plan) {
  int count = json_count(mapping), at = 0;
  Listed *listed = memory_alloc((size_t)(count + 1) * sizeof *listed);
  for (const JsonNode *node = json_first(mapping); node; node = json_next(node)) {
    listed[at] = (Listed){.key = json_key(node), .nodes = node};
    split_key(&listed[at++]);
  }
  qsort(listed, (size_t)count, sizeof *listed, by_handle);
  Names complaints = {0};
  plan->kernels = arena_array(plan->arena, (size_t)count, sizeof *plan->kernels);
  plan->kernel_count = count;
  for (int i = 0; i < count; i++) {
    plan->kernels[i].launch = i;
    read_kernel(folder, graph, &listed[i], plan, &plan->kernels[i], &complaints);
  }
  const char **kept = arena_array(plan->arena, (size_t)complaints.names.count, sizeof *kept);
  if (complaints.names.count)
    memcpy(kept, complaints.names.data, (size_t)complaints.names.count * sizeof *kept);
  plan->unplaced = kept;
  plan->unplaced_count = complaints.names.count;
  vector_free(&complaints.names);
  namemap_free(&complaints.seen);
  free(listed);
}

bool folder_read_provenance(const Folder *folder, const Graph *graph, DumpPlan *plan, bool *found,
                            Status *status) {
  char *path = file_join(folder->path, "inductor_provenance_tracking_node_mappings.json");
  *found = file_exists(path);
  Json *json = *found ? json_read(path, status) : NULL;
  free(path);
  if (!*found) return true;
  if (!json) return false;
  const JsonNode *mapping = json_get(json_root(json), "cppCodeToPost");
  if (json_is_object(mapping))
    read_mapping(folder, graph, mapping, plan);
  else
    json_fail(json, json_root(json), status, "expected the key \"cppCodeToPost\" with an object");
  json_free(json);
  return json_is_object(mapping) ? true : false;
}
