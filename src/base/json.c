// JSON documents. cJSON builds the tree; json_scan.h's tokens, counted along with the tree, give what cJSON
// does not keep: where a node is and how its number was written. Both go into fields that cJSON leaves to its
// nodes: `valueint` (which cJSON only sets, from a number's value) holds the node's byte offset, and a
// number's `valuestring` points at its digits in the document's text, marked as a reference so that cJSON
// does not free it.
#include "base/json.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/json_scan.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  NESTING_MOST = 256,
  FEW_KEYS = 16, // in an object with no more, duplicate keys are looked for pairwise
};

struct Json {
  char *file;
  char *text; // terminated
  size_t length;
  cJSON *root;
};

static bool json_fail_at(const Json *json, size_t offset, Status *status, const char *what) {
  return status_fail_at(status, json->file, json->text, (long)json->length, (long)offset, "%s", what);
}

static void remember_key(HashMap *seen, const cJSON *child) {
  hashmap_set(seen, hash_string(HASH_START, child->string), (int64_t)(intptr_t)child);
}

// Whether a child before `child` (which is at `index`) has the same key. `seen` maps the hashes of the keys
// so far, but only of an object with many keys: for a few, comparing is faster.
static bool key_is_repeated(const cJSON *object, const cJSON *child, int index, HashMap *seen) {
  if (index < FEW_KEYS) {
    for (const cJSON *other = object->child; other != child; other = other->next)
      if (!strcmp(other->string, child->string)) return true;
    return false;
  }
  if (index == FEW_KEYS)
    for (const cJSON *other = object->child; other != child; other = other->next)
      remember_key(seen, other);
  int64_t earlier;
  if (hashmap_get(seen, hash_string(HASH_START, child->string), &earlier) &&
      !strcmp(((const cJSON *)(intptr_t)earlier)->string, child->string))
    return true;
  remember_key(seen, child);
  return false;
}

static bool place_node(const Json *json, cJSON *node, size_t *offset, Status *status);

// Places the children of a container whose opening bracket ends at *offset; leaves *offset after its closing
// one.
static bool place_children(const Json *json, cJSON *container, size_t *offset, Status *status) {
  HashMap seen = {0};
  bool good = true;
  int index = 0;
  for (cJSON *child = container->child; child && good; child = child->next, index++) {
    if (index) *offset = json_token(json->text, json->length, *offset).end; // the comma
    if (cJSON_IsObject(container)) {
      JsonToken key = json_token(json->text, json->length, *offset);
      *offset = json_token(json->text, json->length, key.end).end; // the colon
      if (key_is_repeated(container, child, index, &seen))
        good = json_fail_at(json, key.begin, status, "this key is there twice");
    }
    good = good && place_node(json, child, offset, status);
  }
  *offset = json_token(json->text, json->length, *offset).end;
  hashmap_free(&seen);
  return good;
}

static bool place_node(const Json *json, cJSON *node, size_t *offset, Status *status) {
  JsonToken token = json_token(json->text, json->length, *offset);
  node->valueint = (int)token.begin; // FILE_SIZE_LIMIT keeps it within int
  *offset = token.end;
  if (cJSON_IsNumber(node)) {
    node->valuestring = json->text + token.begin;
    node->type |= cJSON_IsReference;
  }
  return token.kind != TOKEN_OPEN || place_children(json, node, offset, status);
}

static bool json_build(Json *json, Status *status) {
  const char *problem;
  size_t place, offset = 0;
  if (json->length > FILE_SIZE_LIMIT)
    return status_fail(status, STATUS_INPUT, "%s is larger than 1 GiB", json->file);
  if (!json_check(json->text, json->length, NESTING_MOST, &place, &problem))
    return json_fail_at(json, place, status, problem);
  json->root = cJSON_ParseWithLength(json->text, json->length);
  if (!json->root) return json_fail_at(json, 0, status, "cannot be read"); // not seen: json_check is stricter
  return place_node(json, json->root, &offset, status);
}

// Takes `text` over.
static Json *json_take(const char *file, char *text, size_t length, Status *status) {
  Json *json = memory_alloc(sizeof *json);
  *json = (Json){.file = memory_strdup(file), .text = text, .length = length};
  if (json_build(json, status)) return json;
  json_free(json);
  return NULL;
}

Json *json_parse(const char *file, const char *text, size_t length, Status *status) {
  char *copy = memory_alloc(length + 1);
  memcpy(copy, text, length);
  return json_take(file, copy, length, status);
}

Json *json_read(const char *path, Status *status) {
  size_t length;
  char *text = file_read(path, &length, status);
  return text ? json_take(path, text, length, status) : NULL;
}

void json_free(Json *json) {
  if (!json) return;
  cJSON_Delete(json->root);
  free(json->text);
  free(json->file);
  free(json);
}

const JsonNode *json_root(const Json *json) {
  return json->root;
}
const char *json_file(const Json *json) {
  return json->file;
}

const JsonNode *json_get(const JsonNode *object, const char *key) {
  return cJSON_IsObject(object) ? cJSON_GetObjectItemCaseSensitive(object, key) : NULL;
}

const JsonNode *json_at(const JsonNode *array, int index) {
  return cJSON_IsArray(array) && index >= 0 ? cJSON_GetArrayItem(array, index) : NULL;
}

const JsonNode *json_first(const JsonNode *array_or_object) {
  return cJSON_IsArray(array_or_object) || cJSON_IsObject(array_or_object) ? array_or_object->child : NULL;
}

const JsonNode *json_next(const JsonNode *node) {
  return node ? node->next : NULL;
}

int json_count(const JsonNode *array_or_object) {
  int count = 0;
  for (const JsonNode *child = json_first(array_or_object); child; child = child->next)
    count++;
  return count;
}

const char *json_key(const JsonNode *node) {
  return node ? node->string : NULL;
}
bool json_is_object(const JsonNode *node) {
  return cJSON_IsObject(node);
}
bool json_is_array(const JsonNode *node) {
  return cJSON_IsArray(node);
}
bool json_is_string(const JsonNode *node) {
  return cJSON_IsString(node);
}
bool json_is_number(const JsonNode *node) {
  return cJSON_IsNumber(node);
}
bool json_is_bool(const JsonNode *node) {
  return cJSON_IsBool(node);
}
bool json_is_null(const JsonNode *node) {
  return cJSON_IsNull(node);
}

// The number as it is written, when that is a whole number that fits.
static bool read_integer(const JsonNode *node, int64_t *value) {
  if (!cJSON_IsNumber(node)) return false;
  char *end;
  errno = 0;
  long long read = strtoll(node->valuestring, &end, 10);
  if (errno || *end == '.' || *end == 'e' || *end == 'E') return false;
  *value = read;
  return true;
}

bool json_is_integer(const JsonNode *node) {
  int64_t value;
  return read_integer(node, &value);
}

int64_t json_integer(const JsonNode *node, int64_t otherwise) {
  int64_t value;
  return read_integer(node, &value) ? value : otherwise;
}

const char *json_string(const JsonNode *node, const char *otherwise) {
  return cJSON_IsString(node) ? node->valuestring : otherwise;
}

bool json_is_file(const Json *json, const char *format, int version) {
  const JsonNode *root = json_root(json);
  return !strcmp(json_string(json_get(root, "format"), ""), format) &&
         json_integer(json_get(root, "version"), 0) == version;
}

double json_number(const JsonNode *node, double otherwise) {
  return cJSON_IsNumber(node) ? node->valuedouble : otherwise;
}

bool json_bool(const JsonNode *node, bool otherwise) {
  return cJSON_IsBool(node) ? (bool)cJSON_IsTrue(node) : otherwise;
}

bool json_fail(const Json *json, const JsonNode *node, Status *status, const char *format, ...) {
  char what[STATUS_MESSAGE_SIZE / 2];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  return json_fail_at(json, node ? (size_t)node->valueint : json->length, status, what);
}
