// Sizes in fusebox JSON: named ones, overrides from outside, and small sums and products of them.
#include "graph/read/json/read_json.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// A text like "rows*2 + 1" being computed.
typedef struct SizeText {
  const NameMap *sizes;
  const char *at;
  int depth;         // open parentheses
  char problem[200]; // empty while all is well
} SizeText;

enum { MOST_PARENTHESES = 32, MOST_NAME = 100 };

static int64_t parse_sum(SizeText *text);

static int64_t problem(SizeText *text, const char *what, const char *about) {
  if (!text->problem[0]) snprintf(text->problem, sizeof text->problem, "%s%.100s", what, about);
  return 0;
}

static char next_char(SizeText *text) {
  while (*text->at == ' ')
    text->at++;
  return *text->at;
}

static int64_t parse_digits(SizeText *text) {
  int64_t number = 0;
  for (; isdigit((unsigned char)*text->at); text->at++)
    if (__builtin_mul_overflow(number, 10, &number) ||
        __builtin_add_overflow(number, *text->at - '0', &number))
      return problem(text, "the number is too large", "");
  return number;
}

static int64_t parse_name(SizeText *text) {
  char name[MOST_NAME + 1];
  size_t length = 0;
  while (isalnum((unsigned char)*text->at) || *text->at == '_' || *text->at == '.') {
    if (length == MOST_NAME) return problem(text, "the name is too long", "");
    name[length++] = *text->at++;
  }
  name[length] = 0;
  int64_t size;
  if (namemap_get(text->sizes, name, &size)) return size;
  const char *nearest = namemap_nearest(text->sizes, name);
  char about[2 * MOST_NAME + 40];
  snprintf(about, sizeof about, nearest ? "%s\": did you mean \"%s\"?" : "%s\"", name, nearest);
  return problem(text, "no size is named \"", about);
}

static int64_t parse_factor(SizeText *text) {
  char c = next_char(text);
  if (isdigit((unsigned char)c)) return parse_digits(text);
  if (isalpha((unsigned char)c) || c == '_') return parse_name(text);
  if (c != '(') return problem(text, "expected a number or the name of a size at: ", text->at);
  if (++text->depth > MOST_PARENTHESES) return problem(text, "too many parentheses", "");
  text->at++;
  int64_t value = parse_sum(text);
  text->depth--;
  if (next_char(text) != ')') return problem(text, "expected ) at: ", text->at);
  text->at++;
  return value;
}

static int64_t parse_product(SizeText *text) {
  int64_t value = parse_factor(text);
  for (char c = next_char(text); (c == '*' || c == '/') && !text->problem[0]; c = next_char(text)) {
    text->at++;
    int64_t factor = parse_factor(text);
    if (text->problem[0]) return 0;
    if (c == '*' && __builtin_mul_overflow(value, factor, &value))
      return problem(text, "the product is too large", "");
    if (c == '/' && (factor == 0 || value % factor != 0))
      return problem(text, "the division leaves a remainder", "");
    if (c == '/') value /= factor;
  }
  return value;
}

static int64_t parse_sum(SizeText *text) {
  bool negative = next_char(text) == '-';
  if (negative) text->at++;
  int64_t value = parse_product(text);
  if (negative) value = -value;
  for (char c = next_char(text); (c == '+' || c == '-') && !text->problem[0]; c = next_char(text)) {
    text->at++;
    int64_t term = parse_product(text);
    bool overflow =
        c == '+' ? __builtin_add_overflow(value, term, &value) : __builtin_sub_overflow(value, term, &value);
    if (overflow) return problem(text, "the sum is too large", "");
  }
  return value;
}

bool read_size(JsonReader *reader, const JsonNode *node, int64_t *size) {
  if (json_is_integer(node)) {
    *size = json_integer(node, 0);
    return true;
  }
  const char *string = json_string(node, NULL);
  if (!string)
    return json_fail(reader->json, node, reader->status, "expected an integer, or a text that names a size");
  SizeText text = {.sizes = &reader->sizes, .at = string};
  *size = parse_sum(&text);
  if (!text.problem[0] && next_char(&text)) problem(&text, "unexpected: ", text.at);
  if (text.problem[0]) return json_fail(reader->json, node, reader->status, "%s", text.problem);
  return true;
}

bool read_size_list(JsonReader *reader, const JsonNode *node, const int64_t **list, int *count) {
  if (!json_is_array(node))
    return json_fail(reader->json, node, reader->status, "expected an array of integers");
  int64_t *sizes = arena_array(builder_arena(reader->builder), (size_t)json_count(node), sizeof *sizes);
  *list = sizes;
  *count = 0;
  for (const JsonNode *entry = json_first(node); entry; entry = json_next(entry))
    if (!read_size(reader, entry, &sizes[(*count)++])) return false;
  return true;
}

static bool read_axes_list(JsonReader *reader, const JsonNode *node, Shape *shape) {
  const int64_t *list;
  int count;
  if (!read_size_list(reader, node, &list, &count)) return false;
  if (count > MAX_RANK)
    return json_fail(reader->json, node, reader->status, "%d axes, at most %d are supported", count,
                     MAX_RANK);
  *shape = (Shape){.rank = count};
  for (int i = 0; i < count; i++)
    shape->size[i] = list[i];
  return true;
}

bool read_shape(JsonReader *reader, const JsonNode *node, Shape *shape) {
  Status status = {0};
  if (!read_axes_list(reader, node, shape)) return false;
  if (!shape_check(shape, &status))
    return json_fail(reader->json, node, reader->status, "%s", status.message);
  return true;
}

bool read_strides(JsonReader *reader, const JsonNode *node, const Shape *shape, int64_t stride[MAX_RANK]) {
  Shape list;
  if (!read_axes_list(reader, node, &list)) return false;
  if (list.rank != shape->rank)
    return json_fail(reader->json, node, reader->status, "\"stride\" has %d entries, \"shape\" %d", list.rank,
                     shape->rank);
  memcpy(stride, list.size, (size_t)list.rank * sizeof *stride);
  return true;
}

void read_size_names(JsonReader *reader, const JsonNode *shape, int value) {
  int axis = 0;
  for (const JsonNode *entry = json_first(shape); entry; entry = json_next(entry), axis++)
    if (json_is_string(entry)) builder_size_name(reader->builder, value, axis, json_string(entry, NULL));
}

bool read_number(const JsonNode *node, double *number) {
  const char *string = json_string(node, NULL);
  *number = json_number(node, 0);
  if (json_is_number(node)) return true;
  if (!string) return false;
  bool infinite = strcmp(string, "inf") == 0 || strcmp(string, "-inf") == 0;
  if (!infinite && strcmp(string, "nan") != 0) return false;
  *number = !infinite ? NAN : string[0] == '-' ? -INFINITY : INFINITY;
  return true;
}

// The name that is meant, else what there is.
static bool fail_unknown_size(JsonReader *reader, const char *name) {
  const char *nearest = namemap_nearest(&reader->sizes, name);
  Text rest = {0};
  if (nearest) text_printf(&rest, ": did you mean \"%s\"?", nearest);
  const JsonNode *sizes = nearest ? NULL : json_get(json_root(reader->json), "sizes");
  for (const JsonNode *node = json_first(sizes); node; node = json_next(node))
    text_printf(&rest, "%s%s", rest.length ? ", " : "; it has ", json_key(node));
  status_fail(reader->status, STATUS_INPUT, "%s: the graph has no size named \"%s\"%s",
              json_file(reader->json), name, rest.length ? text_get(&rest) : "");
  text_free(&rest);
  return false;
}

static bool apply_overrides(JsonReader *reader, const ReadOptions *options) {
  for (int i = 0; options && i < options->size_count; i++) {
    const SizeBinding *binding = &options->sizes[i];
    if (!namemap_get(&reader->sizes, binding->name, NULL)) return fail_unknown_size(reader, binding->name);
    if (binding->value < 0)
      return status_fail(reader->status, STATUS_INPUT, "size \"%s\" cannot be negative", binding->name);
    namemap_set(&reader->sizes, binding->name, binding->value);
  }
  return true;
}

static bool check_size_name(const char *name) {
  if (!isalpha((unsigned char)*name) && *name != '_') return false;
  if (strlen(name) > MOST_NAME) return false;
  for (; *name; name++)
    if (!isalnum((unsigned char)*name) && *name != '_' && *name != '.') return false;
  return true;
}

static bool read_named_sizes(JsonReader *reader, const JsonNode *sizes) {
  for (const JsonNode *node = json_first(sizes); node; node = json_next(node)) {
    if (!check_size_name(json_key(node)))
      return json_fail(reader->json, node, reader->status,
                       "the name of a size must be a letter followed by letters, digits and underscores");
    if (!json_is_integer(node) || json_integer(node, -1) < 0)
      return json_fail(reader->json, node, reader->status, "size \"%s\" must be an integer, at least 0",
                       json_key(node));
    namemap_set(&reader->sizes, json_key(node), json_integer(node, 0));
  }
  return true;
}

bool read_sizes(JsonReader *reader, const JsonNode *sizes, const ReadOptions *options) {
  if (sizes && !json_is_object(sizes))
    return json_fail(reader->json, sizes, reader->status,
                     "\"sizes\" must be an object of names and integers");
  if (!read_named_sizes(reader, sizes) || !apply_overrides(reader, options)) return false;
  for (const JsonNode *node = json_first(sizes); node; node = json_next(node)) {
    int64_t value = 0;
    namemap_get(&reader->sizes, json_key(node), &value);
    builder_size(reader->builder, json_key(node), value);
  }
  return true;
}
