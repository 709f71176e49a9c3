// Sizes in fusebox JSON: named ones, and texts that compute with them.
#include "graph/read/json/read_json.h"

#include <math.h>
#include <string.h>

bool read_size(JsonReader *reader, const JsonNode *node, int64_t *size) {
  if (json_is_integer(node)) {
    *size = json_integer(node, 0);
    return true;
  }
  const char *string = json_string(node, NULL);
  if (!string)
    return json_fail(reader->json, node, reader->status,
                     "expected an integer below 2^63, or a text that names a size");
  char problem[SIZE_PROBLEM];
  SizeNames names = size_table_names(&reader->sizes);
  return size_evaluate_integer(&names, string, strlen(string), size, problem) ||
         json_fail(reader->json, node, reader->status, "%s", problem);
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

static bool read_named_sizes(JsonReader *reader, const JsonNode *sizes) {
  for (const JsonNode *node = json_first(sizes); node; node = json_next(node)) {
    if (!size_name_ok(json_key(node)))
      return json_fail(reader->json, node, reader->status,
                       "the name of a size must be a letter followed by letters, digits and underscores");
    if (!json_is_integer(node) || json_integer(node, -1) < 0)
      return json_fail(reader->json, node, reader->status, "size \"%s\" must be an integer, at least 0",
                       json_key(node));
    size_table_add(&reader->sizes, json_key(node), json_integer(node, 0));
  }
  return true;
}

bool read_sizes(JsonReader *reader, const JsonNode *sizes, const ReadOptions *options) {
  if (sizes && !json_is_object(sizes))
    return json_fail(reader->json, sizes, reader->status,
                     "\"sizes\" must be an object of names and integers");
  reader->sizes = size_table(options);
  if (!read_named_sizes(reader, sizes) ||
      !size_table_check(&reader->sizes, json_file(reader->json), reader->status))
    return false;
  size_table_finish(&reader->sizes, reader->builder);
  return true;
}
