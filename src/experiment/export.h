// The rows of a store for other programs. In the order of their keys, so that the same rows give the same
// file however they came about (but for what stands under "run").
#pragma once

#include "experiment/row.h"

void export_lines(const Rows *rows, Text *out); // JSON lines, as in the store
// A line of names, then one for each row; what is unknown is empty, samples are separated by spaces.
void export_csv(const Rows *rows, Text *out);
// A new SQLite database (the file is replaced): a table "rows" with those columns, where what is unknown is
// NULL, indexed by graph and by heuristic. An index that the same call makes again: the rows stay the truth.
// Fails where the library is not installed.
bool export_sqlite(const Rows *rows, const char *path, Status *status);

// Rows by their keys; `count` of them, free with free().
const Row **export_order(const Rows *rows);
