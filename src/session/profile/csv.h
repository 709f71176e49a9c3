// Rows of comma-separated values, as nsys and ncu print them (RFC 4180).
#pragma once

#include "base/status.h"
#include "base/text.h"
#include "base/vector.h"

typedef struct CsvReader {
  const char *file, *text; // for messages; `text` has `length` bytes
  size_t length, at;       // at: the next row
  size_t row;              // where the row begins that was read last
  Text bytes;              // of its fields, each with a zero byte behind it
  VECTOR(size_t) begins;   // of each field, in bytes
} CsvReader;

// The next row that is not empty. False at the end, and when a quote stays open (status is failed then).
bool csv_next(CsvReader *csv, Status *status);
const char *csv_field(const CsvReader *csv, int column); // "" beyond the row's end
void csv_free(CsvReader *csv);
