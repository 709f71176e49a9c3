// The parts of the fusebox JSON reader.
#pragma once

#include "base/json.h"
#include "graph/core/builder.h"
#include "graph/read/read.h"
#include "graph/read/size/table.h"

typedef struct JsonReader {
  const Json *json;
  GraphBuilder *builder;
  SizeTable sizes;
  const JsonNode *ops; // the array
  Status *status;
} JsonReader;

// Fails with `what` and the key of `node`, which is none of `keys`: the one that is meant, else all that
// there are.
bool read_fail_key(JsonReader *reader, const JsonNode *node, const char *what, const char *const *keys,
                   int count);
// Fails so at the first key of an object that is none of `keys`.
bool read_check_keys(JsonReader *reader, const JsonNode *object, const char *const *keys, int count);
// A required string under `key`; NULL with a message.
const char *read_string(JsonReader *reader, const JsonNode *object, const char *key);

// size.c
bool read_sizes(JsonReader *reader, const JsonNode *sizes, const ReadOptions *options);
// An integer, or a text that computes one from named sizes ("rows*2").
bool read_size(JsonReader *reader, const JsonNode *node, int64_t *size);
// An array of sizes, at most MAX_RANK when `shape`. The list lives in the builder's arena.
bool read_size_list(JsonReader *reader, const JsonNode *node, const int64_t **list, int *count);
bool read_shape(JsonReader *reader, const JsonNode *node, Shape *shape);
bool read_strides(JsonReader *reader, const JsonNode *node, const Shape *shape, int64_t stride[MAX_RANK]);
// Remembers which axes of a value were written by name.
void read_size_names(JsonReader *reader, const JsonNode *shape, int value);
// A number, or the text "inf", "-inf" or "nan"; false without a message when it is neither.
bool read_number(const JsonNode *node, double *number);

// op.c
bool read_op(JsonReader *reader, const JsonNode *node);
bool read_dtype(JsonReader *reader, const JsonNode *node, DType *dtype);

// name.c: fails at `node`, where `name` is used and no value has it yet: it is unknown, or comes
// later in the file, perhaps because ops depend on each other in a circle. `op` is the op that uses it, NULL
// for the outputs.
bool read_fail_name(JsonReader *reader, const JsonNode *node, const char *name, const JsonNode *op);
