// JSON: documents that remember where things are, so that an error in the content can point at its line and
// column.
#pragma once

#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Json Json;         // a document: the text and its tree
typedef struct JsonNode JsonNode; // a node; NULL stands for "absent" in every accessor below

// Parses `text` (`length` bytes, copied). `file` is for messages. Refuses duplicate keys, nesting deeper than
// 256 and anything after the value. NULL on failure, with place and caret.
Json *json_parse(const char *file, const char *text, size_t length, Status *status);
Json *json_read(const char *path, Status *status);     // the same from a file
Json *json_read_own(const char *path, Status *status); // from one of the user's own: file_own.h
void json_free(Json *json);
const JsonNode *json_root(const Json *json);
const char *json_file(const Json *json);

const JsonNode *json_get(const JsonNode *object, const char *key); // NULL when absent or no object
const JsonNode *json_at(const JsonNode *array, int index); // O(index): use json_first/json_next to walk
int json_count(const JsonNode *array_or_object);
const JsonNode *json_first(const JsonNode *array_or_object);
const JsonNode *json_next(const JsonNode *node);
const char *json_key(const JsonNode *node); // its key within its object
bool json_is_object(const JsonNode *node);
bool json_is_array(const JsonNode *node);
bool json_is_string(const JsonNode *node);
bool json_is_number(const JsonNode *node);
bool json_is_bool(const JsonNode *node);
bool json_is_null(const JsonNode *node);
bool json_is_integer(
    const JsonNode *node); // a number without fraction, written without exponent or '.', within int64
bool json_is_file(const Json *json, const char *format, int version); // begun by json_begin_file
const char *json_string(const JsonNode *node, const char *otherwise);
double json_number(const JsonNode *node, double otherwise);
int64_t json_integer(const JsonNode *node,
                     int64_t otherwise); // exact up to 2^63 - 1, read from the source text
bool json_bool(const JsonNode *node, bool otherwise);

// Fails with file:line:column, the line and a caret at `node` (NULL: the end of the document).
bool json_fail(const Json *json, const JsonNode *node, Status *status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// Writing: a stream writer over Text that places commas and escapes strings. Numbers print so that reading
// them back gives the same double; integers print whole; NaN and infinities print as null.
typedef struct JsonWriter {
  Text *out;
  int depth;          // open containers
  bool pretty;        // newlines and two-space indents; arrays of scalars stay on one line
  uint64_t has_items; // bit d: the container at depth d has an item already
  uint64_t is_array;  // bit d: the container at depth d is an array
  uint64_t is_inline; // bit d: the container at depth d is written on one line
  uint64_t has_lines; // bit d: an item of the container at depth d stands on a line of its own
} JsonWriter;

JsonWriter json_writer(Text *out, bool pretty);
void json_begin_object(JsonWriter *writer, const char *key); // key NULL inside arrays and at the root
// The root object of a file of a kind of ours: { "format": "fusebox-plan", "version": 1, ...
void json_begin_file(JsonWriter *writer, const char *format, int version);
void json_begin_array(JsonWriter *writer, const char *key);
void json_begin_inline(JsonWriter *writer, const char *key, bool array); // a container on one line
void json_end(JsonWriter *writer); // closes the innermost container; the outermost ends the line when pretty
void json_put_string(JsonWriter *writer, const char *key, const char *value);
void json_put_integer(JsonWriter *writer, const char *key, int64_t value);
void json_put_number(JsonWriter *writer, const char *key, double value);
// The same with a fraction even when it is whole ("1.0"): json_is_integer tells it from an integer.
void json_put_float(JsonWriter *writer, const char *key, double value);
void json_put_bool(JsonWriter *writer, const char *key, bool value);
void json_put_null(JsonWriter *writer, const char *key);
