// JSON documents: json_check() accepts the text, then the tokens are counted along again to build the tree.
#include "base/json.h"

#include "base/arena.h"
#include "base/file_own.h"
#include "base/hash.h"
#include "base/json_scan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  NESTING_MOST = 256,
  FEW_KEYS = 16, // in an object with no more, duplicate keys are looked for pairwise
};

typedef enum NodeKind { NODE_OBJECT, NODE_ARRAY, NODE_STRING, NODE_NUMBER, NODE_BOOL, NODE_NULL } NodeKind;

struct JsonNode {
  NodeKind kind;
  size_t begin;     // byte offset in the text
  const char *key;  // within its object; NULL elsewhere
  const char *text; // a string's content; a number's digits, in the document's text
  double number;
  bool truth; // of true and false
  JsonNode *child, *next;
};

struct Json {
  char *file;
  char *text; // terminated
  size_t length;
  Arena *arena; // holds the tree
  JsonNode *root;
};

static bool json_fail_at(const Json *json, size_t offset, Status *status, const char *what) {
  return status_fail_at(status, json->file, json->text, (long)json->length, (long)offset, "%s", what);
}

// ---- Strings. The text has passed json_check(): every escape is whole.

static uint32_t read_hex4(const char *digits) {
  char copy[5] = "";
  memcpy(copy, digits, 4);
  return (uint32_t)strtoul(copy, NULL, 16);
}

// Decodes the \u escape at `at`, which has two parts for characters beyond 16 bits; returns its length.
static size_t decode_unicode(const char *at, Text *out) {
  uint32_t code = read_hex4(at + 2);
  bool paired = code >= 0xd800 && code <= 0xdbff;
  if (paired) code = 0x10000 + ((code - 0xd800) << 10) + (read_hex4(at + 8) - 0xdc00);
  char bytes[5];
  text_add_bytes(out, bytes, (size_t)text_encode(bytes, code));
  return paired ? 12 : 6;
}

static size_t decode_escape(const char *at, Text *out) {
  static const char letters[] = "bfnrt", meanings[] = "\b\f\n\r\t";
  if (at[1] == 'u') return decode_unicode(at, out);
  const char *letter = strchr(letters, at[1]);
  text_add_bytes(out, letter ? &meanings[letter - letters] : &at[1], 1);
  return 2;
}

// What a token in quotes says.
static const char *decode_string(Json *json, JsonToken token) {
  const char *at = json->text + token.begin + 1, *end = json->text + token.end - 1;
  if (!memchr(at, '\\', (size_t)(end - at))) return arena_strndup(json->arena, at, (size_t)(end - at));
  Text decoded = {0};
  while (at < end) {
    size_t plain = 0;
    while (at + plain < end && at[plain] != '\\')
      plain++;
    text_add_bytes(&decoded, at, plain);
    at += plain;
    if (at < end) at += decode_escape(at, &decoded);
  }
  const char *kept = arena_strndup(json->arena, text_get(&decoded), decoded.length);
  text_free(&decoded);
  return kept;
}

// ---- The tree.

static void remember_key(HashMap *seen, const JsonNode *child) {
  hashmap_set(seen, hash_string(HASH_START, child->key), (int64_t)(intptr_t)child);
}

// Whether a child before `child` (which is at `index`) has the same key. `seen` maps the hashes of the keys
// so far, but only of an object with many keys: for a few, comparing is faster.
static bool key_is_repeated(const JsonNode *object, const JsonNode *child, int index, HashMap *seen) {
  if (index < FEW_KEYS) {
    for (const JsonNode *other = object->child; other != child; other = other->next)
      if (!strcmp(other->key, child->key)) return true;
    return false;
  }
  if (index == FEW_KEYS)
    for (const JsonNode *other = object->child; other != child; other = other->next)
      remember_key(seen, other);
  int64_t earlier;
  if (hashmap_get(seen, hash_string(HASH_START, child->key), &earlier) &&
      !strcmp(((const JsonNode *)(intptr_t)earlier)->key, child->key))
    return true;
  remember_key(seen, child);
  return false;
}

static JsonToken next_token(const Json *json, size_t *offset) {
  JsonToken token = json_token(json->text, json->length, *offset);
  *offset = token.end;
  return token;
}

static bool build_value(Json *json, JsonNode *node, JsonToken token, size_t *offset, Status *status);

// The children of a container whose opening bracket ends at *offset; leaves *offset after its closing one.
static bool build_children(Json *json, JsonNode *container, size_t *offset, Status *status) {
  HashMap seen = {0};
  JsonNode **link = &container->child;
  bool good = true;
  for (int index = 0; good; index++) {
    JsonToken token = next_token(json, offset);
    if (token.kind == TOKEN_COMMA) token = next_token(json, offset);
    if (token.kind == TOKEN_CLOSE) break;
    JsonNode *child = *link = arena_alloc(json->arena, sizeof *child);
    link = &child->next;
    if (container->kind == NODE_OBJECT) {
      child->key = decode_string(json, token);
      if (key_is_repeated(container, child, index, &seen))
        good = json_fail_at(json, token.begin, status, "this key is there twice");
      next_token(json, offset); // the colon
      token = next_token(json, offset);
    }
    good = good && build_value(json, child, token, offset, status);
  }
  hashmap_free(&seen);
  return good;
}

// The value that `token` is or begins.
static bool build_value(Json *json, JsonNode *node, JsonToken token, size_t *offset, Status *status) {
  const char *text = json->text + token.begin;
  node->begin = token.begin;
  if (token.kind == TOKEN_OPEN) {
    node->kind = *text == '{' ? NODE_OBJECT : NODE_ARRAY;
    return build_children(json, node, offset, status);
  }
  if (token.kind == TOKEN_STRING) {
    node->kind = NODE_STRING;
    node->text = decode_string(json, token);
  } else if (token.kind == TOKEN_NUMBER) {
    node->kind = NODE_NUMBER;
    node->text = text;
    node->number = strtod(text, NULL);
  } else {
    node->kind = *text == 'n' ? NODE_NULL : NODE_BOOL;
    node->truth = *text == 't';
  }
  return true;
}

static bool json_build(Json *json, Status *status) {
  const char *problem;
  size_t place, offset = 0;
  if (json->length > FILE_SIZE_LIMIT)
    return status_fail(status, STATUS_INPUT, "%s is larger than 1 GiB", json->file);
  if (!json_check(json->text, json->length, NESTING_MOST, &place, &problem))
    return json_fail_at(json, place, status, problem);
  json->arena = arena_new();
  json->root = arena_alloc(json->arena, sizeof *json->root);
  return build_value(json, json->root, next_token(json, &offset), &offset, status);
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

Json *json_read_own(const char *path, Status *status) {
  size_t length;
  char *text = file_own_read(path, &length, status);
  return text ? json_take(path, text, length, status) : NULL;
}

void json_free(Json *json) {
  if (!json) return;
  arena_free(json->arena);
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

static bool is_kind(const JsonNode *node, NodeKind kind) {
  return node && node->kind == kind;
}

const JsonNode *json_get(const JsonNode *object, const char *key) {
  if (!is_kind(object, NODE_OBJECT)) return NULL;
  const JsonNode *child = object->child;
  while (child && strcmp(child->key, key) != 0)
    child = child->next;
  return child;
}

const JsonNode *json_at(const JsonNode *array, int index) {
  if (!is_kind(array, NODE_ARRAY) || index < 0) return NULL;
  const JsonNode *child = array->child;
  for (int i = 0; child && i < index; i++)
    child = child->next;
  return child;
}

const JsonNode *json_first(const JsonNode *array_or_object) {
  return array_or_object ? array_or_object->child : NULL;
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
  return node ? node->key : NULL;
}
bool json_is_object(const JsonNode *node) {
  return is_kind(node, NODE_OBJECT);
}
bool json_is_array(const JsonNode *node) {
  return is_kind(node, NODE_ARRAY);
}
bool json_is_string(const JsonNode *node) {
  return is_kind(node, NODE_STRING);
}
bool json_is_number(const JsonNode *node) {
  return is_kind(node, NODE_NUMBER);
}
bool json_is_bool(const JsonNode *node) {
  return is_kind(node, NODE_BOOL);
}
bool json_is_null(const JsonNode *node) {
  return is_kind(node, NODE_NULL);
}

// The number as it is written, when that is a whole number that fits.
static bool read_integer(const JsonNode *node, int64_t *value) {
  if (!json_is_number(node)) return false;
  char *end;
  errno = 0;
  long long read = strtoll(node->text, &end, 10);
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
  return json_is_string(node) ? node->text : otherwise;
}

bool json_is_file(const Json *json, const char *format, int version) {
  const JsonNode *root = json_root(json);
  return !strcmp(json_string(json_get(root, "format"), ""), format) &&
         json_integer(json_get(root, "version"), 0) == version;
}

double json_number(const JsonNode *node, double otherwise) {
  return json_is_number(node) ? node->number : otherwise;
}

bool json_bool(const JsonNode *node, bool otherwise) {
  return json_is_bool(node) ? node->truth : otherwise;
}

bool json_fail(const Json *json, const JsonNode *node, Status *status, const char *format, ...) {
  char what[STATUS_MESSAGE_SIZE / 2];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  return json_fail_at(json, node ? node->begin : json->length, status, what);
}
