// A name that is used before any value has it: what to tell the person.
#include "graph/read/json/read_json.h"

#include "base/text.h"

#include <string.h>

// Ops of the file by the names that they define.
typedef struct Definitions {
  NameMap map; // name -> index into ops
  VECTOR(const JsonNode *) ops;
  VECTOR(int) path; // ops from the one that uses the name to the present one
  VECTOR(bool) seen;
} Definitions;

static const char *result_name_of(const JsonNode *result) {
  const char *name = json_string(result, NULL);
  return name ? name : json_string(json_get(result, "name"), NULL);
}

static void define(Definitions *definitions, const char *name) {
  if (name) namemap_set(&definitions->map, name, definitions->ops.count);
}

static void collect(Definitions *definitions, const JsonNode *ops) {
  for (const JsonNode *op = json_first(ops); op; op = json_next(op)) {
    define(definitions, json_string(json_get(op, "name"), NULL));
    for (const JsonNode *result = json_first(json_get(op, "results")); result; result = json_next(result))
      define(definitions, result_name_of(result));
    vector_push(&definitions->ops, op);
    vector_push(&definitions->seen, false);
  }
}

static int defining_op(const Definitions *definitions, const char *name) {
  int64_t index;
  return name && namemap_get(&definitions->map, name, &index) ? (int)index : NO_OP;
}

// The next operand of the op on top of the path that leads to an op not seen yet; NO_OP when there is none.
static int next_unseen(const Definitions *definitions, int op) {
  const JsonNode *operands = json_get(definitions->ops.data[op], "in");
  for (const JsonNode *node = json_first(operands); node; node = json_next(node)) {
    int next = defining_op(definitions, json_string(node, NULL));
    if (next != NO_OP && !definitions->seen.data[next]) return next;
  }
  return NO_OP;
}

// Walks from `from` through operands; true, with the path, when `to` is reached.
static bool find_path(Definitions *definitions, int from, int to) {
  vector_push(&definitions->path, from);
  definitions->seen.data[from] = true;
  while (definitions->path.count > 0) {
    int top = definitions->path.data[definitions->path.count - 1];
    if (top == to) return true;
    int next = next_unseen(definitions, top);
    if (next == NO_OP) {
      definitions->path.count--;
    } else {
      definitions->seen.data[next] = true;
      vector_push(&definitions->path, next);
    }
  }
  return false;
}

enum { MOST_SHOWN = 12 }; // ops of a cycle that are named

static bool fail_cycle(JsonReader *reader, const JsonNode *node, const Definitions *definitions) {
  Text path = {0};
  int count = definitions->path.count;
  text_printf(&path, "%s",
              json_string(json_get(definitions->ops.data[definitions->path.data[count - 1]], "name"), "?"));
  for (int i = 0; i < count; i++) {
    if (i == MOST_SHOWN && count > MOST_SHOWN + 1)
      text_printf(&path, " -> ... (%d more)", count - 1 - i), i = count - 1;
    text_printf(&path, " -> %s",
                json_string(json_get(definitions->ops.data[definitions->path.data[i]], "name"), "?"));
  }
  json_fail(reader->json, node, reader->status, "the ops depend on each other in a cycle: %s",
            text_get(&path));
  text_free(&path);
  return false;
}

static bool fail_unknown(JsonReader *reader, const JsonNode *node, const char *name) {
  const char *nearest = builder_nearest_value(reader->builder, name);
  if (nearest)
    return json_fail(reader->json, node, reader->status, "nothing is named \"%s\": did you mean \"%s\"?",
                     name, nearest);
  return json_fail(reader->json, node, reader->status, "nothing is named \"%s\"", name);
}

static int index_of(const Definitions *definitions, const JsonNode *op) {
  for (int i = 0; i < definitions->ops.count; i++)
    if (definitions->ops.data[i] == op) return i;
  return NO_OP;
}

bool read_fail_name(JsonReader *reader, const JsonNode *node, const char *name, const JsonNode *op) {
  Definitions definitions = {0};
  collect(&definitions, reader->ops);
  int later = defining_op(&definitions, name), user = op ? index_of(&definitions, op) : NO_OP;
  if (later == NO_OP || user == NO_OP)
    fail_unknown(reader, node, name);
  else if (find_path(&definitions, later, user))
    fail_cycle(reader, node, &definitions);
  else
    json_fail(reader->json, node, reader->status,
              "\"%s\" is defined further down: put the ops in the order in which they can run", name);
  namemap_free(&definitions.map);
  vector_free(&definitions.ops);
  vector_free(&definitions.path);
  vector_free(&definitions.seen);
  return false;
}
