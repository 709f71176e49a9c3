#include "cost/registers/forest.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void forest_free(Forest *forest) {
  vector_free(&forest->nodes);
  vector_free(&forest->roots);
  free(forest->steps);
  forest->steps = NULL;
}

static bool step_of(const ForestNode *node, int at, ForestStep *step) {
  *step = (ForestStep){.threshold = -INFINITY};
  if (node->feature < 0) return true;
  float threshold = (float)node->threshold;
  if ((double)threshold < node->threshold) threshold = nextafterf(threshold, INFINITY);
  *step = (ForestStep){threshold, (uint16_t)node->feature, (uint16_t)(node->right - at)};
  return node->feature <= UINT16_MAX && node->right - at <= UINT16_MAX;
}

void forest_ready(Forest *forest) {
  int count = forest->nodes.count;
  ForestStep *steps = memory_alloc(((size_t)count + 1) * sizeof *steps);
  bool fits = true;
  for (int i = 0; i < count; i++)
    fits &= step_of(&forest->nodes.data[i], i, &steps[i]);
  if (fits)
    forest->steps = steps;
  else
    free(steps);
}

// The leaf of a tree that a row comes to.
static int leaf_of(const Forest *forest, int at, const float *row) {
  const ForestNode *node = &forest->nodes.data[at];
  while (node->feature >= 0) {
    at = row[node->feature] < node->threshold ? at + 1 : node->right;
    node = &forest->nodes.data[at];
  }
  return at;
}

// A row's way through one tree cannot be foreseen, and each node waits for the one before: the ways through
// LANES trees are gone side by side, until all are at their leaves.
enum { LANES = 16 };
static void leaves_of(const ForestStep *steps, const float *row, int at[LANES]) {
  for (int moved = 1; moved;) {
    moved = 0;
    for (int lane = 0; lane < LANES; lane++) {
      const ForestStep *step = &steps[at[lane]];
      int below = row[step->feature] < step->threshold, right = step->right;
      int ahead = right + (-below & (1 - right)); // without a branch, which compilers make of ?:
      moved |= ahead;
      at[lane] += ahead;
    }
  }
}

double forest_value(const Forest *forest, const float *row) {
  double sum = forest->base;
  int tree = 0;
  for (; forest->steps && tree + LANES <= forest->roots.count; tree += LANES) {
    int at[LANES];
    memcpy(at, forest->roots.data + tree, sizeof at);
    leaves_of(forest->steps, row, at);
    for (int lane = 0; lane < LANES; lane++)
      sum += forest->nodes.data[at[lane]].value;
  }
  for (; tree < forest->roots.count; tree++)
    sum += forest->nodes.data[leaf_of(forest, forest->roots.data[tree], row)].value;
  return sum;
}

// ---- writing

// Returns the node after the subtree.
static int write_node(const Forest *forest, const FeatureNames *names, Text *out, int at) {
  const ForestNode *node = &forest->nodes.data[at];
  if (out->length) text_add(out, " ");
  if (node->feature < 0) {
    text_printf(out, "%.12g", node->value);
    return at + 1;
  }
  text_printf(out, "%s %.12g", names->name(node->feature), node->threshold);
  write_node(forest, names, out, at + 1);
  return write_node(forest, names, out, node->right);
}

void forest_write(const Forest *forest, const FeatureNames *names, JsonWriter *writer, const char *key) {
  json_begin_object(writer, key);
  json_put_number(writer, "base", forest->base);
  json_begin_array(writer, "trees");
  for (int tree = 0; tree < forest->roots.count; tree++) {
    Text text = {0};
    write_node(forest, names, &text, forest->roots.data[tree]);
    json_put_string(writer, NULL, text_get(&text));
    text_free(&text);
  }
  json_end(writer);
  json_end(writer);
}

// ---- reading

enum { DEEPEST = 64, GUESSES = 256 }; // splits above a leaf

// Of one tree.
typedef struct Reader {
  const Json *json;
  const JsonNode *node;
  const FeatureNames *names;
  Forest *forest;
  const char *at;       // in its text
  short guess[GUESSES]; // 1 + the feature that a word like it was last; 0: none
  Status *status;
} Reader;

// Words are separated by single blanks. Returns the length of the next one, 0: there is none.
static size_t next_word(const Reader *reader) {
  return strcspn(reader->at, " ");
}

static bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

// The number that a text begins with, as strtod, which the usual "-12.345" need not wait for: its digits and
// the power of ten by which they are divided are exact in a double, so that the quotient is rounded once.
static double to_number(const char *text, char **end) {
  enum { DIGITS_MOST = 15 };
  static const double tens[DIGITS_MOST + 1] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                               1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const char *at = text + (*text == '-');
  int64_t digits = 0;
  int count = 0;
  for (; is_digit(*at) && count < DIGITS_MOST; at++, count++)
    digits = 10 * digits + (*at - '0');
  int whole = count;
  if (*at == '.')
    for (at++; is_digit(*at) && count < DIGITS_MOST; at++, count++)
      digits = 10 * digits + (*at - '0');
  if (count == 0 || (*at && *at != ' ')) return strtod(text, end);
  *end = (char *)at;
  double number = (double)digits / tens[count - whole];
  return *text == '-' ? -number : number;
}

static bool read_number(Reader *reader, double *number) {
  char *end;
  *number = to_number(reader->at, &end);
  bool whole = end > reader->at && *reader->at != ' ' && (!*end || *end == ' ');
  if (!whole || !isfinite(*number))
    return json_fail(reader->json, reader->node, reader->status, "\"%.*s\" should be a number",
                     (int)next_word(reader), reader->at);
  reader->at = *end ? end + 1 : end;
  return true;
}

static bool is_name(const char *name, const char *word, size_t length) {
  return strncmp(name, word, length) == 0 && !name[length];
}

// A forest has tens of thousands of splits by a few dozen features.
static bool find_feature(Reader *reader, size_t length, int *feature) {
  unsigned char first = (unsigned char)reader->at[0],
                last = (unsigned char)reader->at[length ? length - 1 : 0];
  short *guess = &reader->guess[(first * 5u + last * 3u + length * 31u) % GUESSES];
  if (*guess && is_name(reader->names->name(*guess - 1), reader->at, length)) {
    *feature = *guess - 1;
    return true;
  }
  if (!reader->names->parse(reader->at, length, feature)) return false;
  *guess = (short)(*feature + 1);
  return true;
}

static bool read_feature(Reader *reader, int *feature) {
  size_t length = next_word(reader);
  if (!find_feature(reader, length, feature))
    return json_fail(reader->json, reader->node, reader->status, "there is no feature \"%.*s\"", (int)length,
                     reader->at);
  reader->at += length + (reader->at[length] == ' ');
  return true;
}

static bool starts_number(const Reader *reader) {
  return is_digit(*reader->at) || *reader->at == '-' || *reader->at == '.';
}

static bool read_subtree(Reader *reader, int depth) {
  ForestNode node = {.feature = -1};
  if (!*reader->at || depth > DEEPEST)
    return json_fail(reader->json, reader->node, reader->status, "the tree %s",
                     *reader->at ? "is too deep" : "ends within a split");
  if (starts_number(reader)) {
    if (!read_number(reader, &node.value)) return false;
    vector_push(&reader->forest->nodes, node);
    return true;
  }
  int at = reader->forest->nodes.count;
  if (!read_feature(reader, &node.feature) || !read_number(reader, &node.threshold)) return false;
  vector_push(&reader->forest->nodes, node);
  if (!read_subtree(reader, depth + 1)) return false;
  reader->forest->nodes.data[at].right = reader->forest->nodes.count;
  return read_subtree(reader, depth + 1);
}

static bool read_tree(Reader *reader) {
  reader->at = json_string(reader->node, NULL);
  if (!reader->at)
    return json_fail(reader->json, reader->node, reader->status, "a tree is a text of splits and leaves");
  vector_push(&reader->forest->roots, reader->forest->nodes.count);
  if (!read_subtree(reader, 0)) return false;
  return !*reader->at ||
         json_fail(reader->json, reader->node, reader->status, "\"%.*s\" stands behind the tree's end",
                   (int)next_word(reader), reader->at);
}

bool forest_read(const Json *json, const JsonNode *node, const FeatureNames *names, Forest *forest,
                 Status *status) {
  *forest = (Forest){0};
  const JsonNode *base = json_get(node, "base"), *trees = json_get(node, "trees");
  if (!json_is_number(base) || !json_is_array(trees))
    return json_fail(json, node, status, "a forest needs a number \"base\" and an array \"trees\"");
  forest->base = json_number(base, 0);
  Reader reader = {.json = json, .names = names, .forest = forest, .status = status};
  for (reader.node = json_first(trees); reader.node; reader.node = json_next(reader.node)) {
    if (read_tree(&reader)) continue;
    forest_free(forest);
    return false;
  }
  forest_ready(forest);
  return true;
}
