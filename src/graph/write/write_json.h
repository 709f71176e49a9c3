// The parts of the fusebox JSON writer.
#pragma once

#include "base/json.h"
#include "graph/core/graph.h"

// A fraction or one of the numbers that JSON lacks, which are texts; integers keep a point: they promote
// otherwise.
void write_json_number(JsonWriter *writer, const char *key, double number);
void write_json_integers(JsonWriter *writer, const char *key, const int64_t *list, int count);
// All attributes of an op: `named` as they were written (Op.written), else as they were resolved.
void write_json_attributes(JsonWriter *writer, const Op *op, bool named);
