// fusebox JSON: the document, its inputs and outputs.
#include "graph/read/json/read_json.h"

#include "base/text.h"
#include "graph/read/importer.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool key_known(const char *key, const char *const *keys, int count) {
  for (int i = 0; i < count; i++)
    if (strcmp(key, keys[i]) == 0) return true;
  return false;
}

bool read_fail_key(JsonReader *reader, const JsonNode *node, const char *what, const char *const *keys,
                   int count) {
  NameMap map = {0};
  Text hint = {0};
  for (int i = 0; i < count; i++)
    namemap_set(&map, keys[i], i);
  const char *nearest = namemap_nearest(&map, json_key(node));
  if (nearest) text_printf(&hint, "did you mean \"%s\"?", nearest);
  for (int i = 0; !nearest && i < count; i++)
    text_printf(&hint, "%s%s", i == 0 ? "there is " : ", ", keys[i]);
  json_fail(reader->json, node, reader->status, "%s \"%s\": %s", what, json_key(node), text_get(&hint));
  text_free(&hint);
  namemap_free(&map);
  return false;
}

bool read_check_keys(JsonReader *reader, const JsonNode *object, const char *const *keys, int count) {
  for (const JsonNode *node = json_first(object); node; node = json_next(node))
    if (!key_known(json_key(node), keys, count))
      return read_fail_key(reader, node, "unknown key", keys, count);
  return true;
}

const char *read_string(JsonReader *reader, const JsonNode *object, const char *key) {
  const JsonNode *node = json_get(object, key);
  const char *string = json_string(node, NULL);
  if (string) return string;
  json_fail(reader->json, node ? node : object, reader->status, "\"%s\" must be a text", key);
  return NULL;
}

static bool read_format(JsonReader *reader, const JsonNode *root) {
  const JsonNode *format = json_get(root, "format"), *version = json_get(root, "version");
  if (!json_is_object(root))
    return json_fail(reader->json, root, reader->status, "a graph must be an object");
  const char *name = json_string(format, NULL);
  if (!name || strcmp(name, "fusebox-graph") != 0)
    return json_fail(reader->json, format ? format : root, reader->status,
                     "\"format\" must be \"fusebox-graph\": this is no fusebox graph");
  if (json_integer(version, -1) != 1)
    return json_fail(reader->json, version ? version : root, reader->status, "\"version\" must be 1");
  return true;
}

// The inference's message behind the place that caused it.
static bool fail_with_message(JsonReader *reader, const JsonNode *node) {
  char message[STATUS_MESSAGE_SIZE];
  snprintf(message, sizeof message, "%s", reader->status ? reader->status->message : "");
  return json_fail(reader->json, node, reader->status, "%s", message);
}

static bool read_input(JsonReader *reader, const JsonNode *node) {
  static const char *const keys[] = {"name", "dtype", "shape", "stride"};
  Shape shape;
  DType dtype;
  int64_t stride[MAX_RANK];
  if (!json_is_object(node))
    return json_fail(reader->json, node, reader->status, "an input must be an object");
  if (!read_check_keys(reader, node, keys, 4)) return false;
  const char *name = read_string(reader, node, "name");
  if (!name || !read_string(reader, node, "dtype")) return false;
  if (!read_dtype(reader, json_get(node, "dtype"), &dtype)) return false;
  const JsonNode *sizes = json_get(node, "shape"), *strides = json_get(node, "stride");
  if (!sizes) return json_fail(reader->json, node, reader->status, "an input needs \"shape\"");
  if (!read_shape(reader, sizes, &shape)) return false;
  if (strides && !read_strides(reader, strides, &shape, stride)) return false;
  int value = builder_input(reader->builder, name, dtype, &shape, strides ? stride : NULL, reader->status);
  if (value == NO_VALUE) return fail_with_message(reader, node);
  read_size_names(reader, sizes, value);
  return true;
}

static bool read_inputs(JsonReader *reader, const JsonNode *inputs) {
  if (inputs && !json_is_array(inputs))
    return json_fail(reader->json, inputs, reader->status, "\"inputs\" must be an array");
  for (const JsonNode *node = json_first(inputs); node; node = json_next(node))
    if (!read_input(reader, node)) return false;
  return true;
}

static bool read_ops(JsonReader *reader, const JsonNode *root) {
  const JsonNode *ops = json_get(root, "ops");
  if (!json_is_array(ops))
    return json_fail(reader->json, ops ? ops : root, reader->status, "\"ops\" must be an array");
  reader->ops = ops;
  for (const JsonNode *node = json_first(ops); node; node = json_next(node))
    if (!read_op(reader, node)) return false;
  return true;
}

static bool read_outputs(JsonReader *reader, const JsonNode *root) {
  const JsonNode *outputs = json_get(root, "outputs");
  if (!json_is_array(outputs))
    return json_fail(reader->json, outputs ? outputs : root, reader->status,
                     "\"outputs\" must be an array of names");
  for (const JsonNode *node = json_first(outputs); node; node = json_next(node)) {
    const char *name = json_string(node, NULL);
    int value = name ? builder_find_value(reader->builder, name) : NO_VALUE;
    if (!name && !json_is_null(node))
      return json_fail(reader->json, node, reader->status, "an output must be a name, or null");
    if (name && value == NO_VALUE) return read_fail_name(reader, node, name, NULL);
    builder_output(reader->builder, value);
  }
  return true;
}

static bool read_document(JsonReader *reader, const JsonNode *root, const ReadOptions *options) {
  static const char *const keys[] = {"format", "version", "name",    "about",  "sizes",
                                     "inputs", "ops",     "outputs", "$schema"};
  if (!read_format(reader, root) || !read_check_keys(reader, root, keys, 9)) return false;
  const JsonNode *about = json_get(root, "about");
  if (about && !read_string(reader, root, "about")) return false;
  builder_about(reader->builder, json_string(about, NULL));
  return read_sizes(reader, json_get(root, "sizes"), options) &&
         read_inputs(reader, json_get(root, "inputs")) && read_ops(reader, root) &&
         read_outputs(reader, root);
}

static Graph *read_root(const Json *json, const ReadOptions *options, Status *status) {
  const JsonNode *root = json_root(json);
  const JsonNode *name = json_get(root, "name");
  if (name && !json_is_string(name)) {
    json_fail(json, name, status, "\"name\" must be a text");
    return NULL;
  }
  JsonReader reader = {.json = json, .status = status};
  reader.builder = builder_new(json_string(name, "graph"), json_file(json));
  bool done = read_document(&reader, root, options);
  size_table_free(&reader.sizes);
  if (done) return builder_finish(reader.builder, status);
  builder_free(reader.builder);
  return NULL;
}

Graph *graph_read_json(const char *file, const char *text, size_t length, const ReadOptions *options,
                       Status *status) {
  Status local = {0}; // messages of the builder travel through it even when the caller wants none
  Json *json = json_parse(file, text, length, &local);
  Graph *graph = json ? read_root(json, options, &local) : NULL;
  json_free(json);
  if (status) *status = local;
  return graph;
}

static bool looks_like_json(const char *text, size_t length) {
  size_t at = length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3) ? 3 : 0;
  while (at < length && isspace((unsigned char)text[at]))
    at++;
  return at < length && (text[at] == '{' || text[at] == '[');
}

static bool takes(const Source *source) {
  return source->text && (looks_like_json(source->text, source->length) || text_ends(source->path, ".json"));
}

static Graph *read(const Source *source, DumpPlan **plan, Status *status) {
  (void)plan;
  return graph_read_json(source->path, source->text, source->length, source->options, status);
}

const Importer importer_json = {"json", "fusebox JSON", takes, read};
