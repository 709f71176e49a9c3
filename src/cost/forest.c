#include "cost/forest.h"

#include "base/vector.h"

#include <math.h>

void forest_free(Forest *forest) {
  vector_free(&forest->nodes);
  vector_free(&forest->roots);
}

double forest_value(const Forest *forest, const float *row) {
  double sum = forest->base;
  for (int tree = 0; tree < forest->roots.count; tree++) {
    int at = forest->roots.data[tree];
    const ForestNode *node = &forest->nodes.data[at];
    while (node->feature >= 0) {
      at = row[node->feature] < node->threshold ? at + 1 : node->right;
      node = &forest->nodes.data[at];
    }
    sum += node->value;
  }
  return sum;
}

// ---- writing

// Returns the node after the subtree.
static int write_node(const Forest *forest, const FeatureNames *names, JsonWriter *writer, int at) {
  const ForestNode *node = &forest->nodes.data[at];
  if (node->feature < 0) {
    json_put_number(writer, NULL, node->value);
    return at + 1;
  }
  json_begin_inline(writer, NULL, true);
  json_put_string(writer, NULL, names->name(node->feature));
  json_put_number(writer, NULL, node->threshold);
  write_node(forest, names, writer, at + 1);
  int next = write_node(forest, names, writer, node->right);
  json_end(writer);
  return next;
}

void forest_write(const Forest *forest, const FeatureNames *names, JsonWriter *writer, const char *key) {
  json_begin_object(writer, key);
  json_put_number(writer, "base", forest->base);
  json_begin_array(writer, "trees");
  for (int tree = 0; tree < forest->roots.count; tree++)
    write_node(forest, names, writer, forest->roots.data[tree]);
  json_end(writer);
  json_end(writer);
}

// ---- reading

typedef struct Reader {
  const Json *json;
  const FeatureNames *names;
  Forest *forest;
  Status *status;
} Reader;

static bool read_tree(const Reader *reader, const JsonNode *node);

static bool read_split(const Reader *reader, const JsonNode *node) {
  const JsonNode *name = json_first(node), *threshold = json_next(name), *left = json_next(threshold);
  int feature, at = reader->forest->nodes.count;
  if (json_count(node) != 4 || !json_is_string(name) || !json_is_number(threshold))
    return json_fail(reader->json, node, reader->status, "a split is [feature, threshold, left, right]");
  if (!reader->names->parse(json_string(name, ""), &feature))
    return json_fail(reader->json, name, reader->status, "there is no feature \"%s\"", json_string(name, ""));
  vector_push(&reader->forest->nodes,
              (ForestNode){.feature = feature, .threshold = json_number(threshold, 0)});
  if (!read_tree(reader, left)) return false;
  reader->forest->nodes.data[at].right = reader->forest->nodes.count;
  return read_tree(reader, json_next(left));
}

static bool read_tree(const Reader *reader, const JsonNode *node) {
  if (json_is_array(node)) return read_split(reader, node);
  if (!json_is_number(node))
    return json_fail(reader->json, node, reader->status, "a tree is a number, or a split");
  vector_push(&reader->forest->nodes, (ForestNode){.feature = -1, .value = json_number(node, 0)});
  return true;
}

bool forest_read(const Json *json, const JsonNode *node, const FeatureNames *names, Forest *forest,
                 Status *status) {
  *forest = (Forest){0};
  const JsonNode *base = json_get(node, "base"), *trees = json_get(node, "trees");
  if (!json_is_number(base) || !json_is_array(trees))
    return json_fail(json, node, status, "a forest needs a number \"base\" and an array \"trees\"");
  forest->base = json_number(base, 0);
  Reader reader = {json, names, forest, status};
  for (const JsonNode *tree = json_first(trees); tree; tree = json_next(tree)) {
    vector_push(&forest->roots, forest->nodes.count);
    if (read_tree(&reader, tree)) continue;
    forest_free(forest);
    return false;
  }
  return true;
}
