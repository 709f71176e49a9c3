// Importers: one for each format that a path can name, a folder of graph/read with a row below. The first
// whose `takes` says yes reads the source; it is not asked again when the source is broken, so `takes` looks
// at what tells the format apart and at nothing else.
#pragma once

#include "graph/read/read.h"

// What a path names.
typedef struct Source {
  const char *path; // of the file or folder, for messages
  int which;        // the graph's number in a file that holds several, from 0
  const char *text; // of a file, `length` bytes and a terminator; NULL: a folder
  size_t length;
  const ReadOptions *options;
} Source;

typedef struct Importer {
  const char *name; // "fx"
  const char *help; // what it reads, as part of a sentence: "FX text"; NULL: nothing yet
  bool (*takes)(const Source *source);
  // The graph, or NULL with a message that has file, line, text and caret. `plan` may be NULL; a reader of
  // dumps without a compiler's plan leaves *plan alone, which is NULL.
  Graph *(*read)(const Source *source, DumpPlan **plan, Status *status);
} Importer;

// In the order in which they are asked; FX text, which comes in many shapes, takes every text.
#define IMPORTERS(X) X(json) X(hlo) X(trace) X(fx) X(inductor)

#define X(name) extern const Importer importer_##name;
IMPORTERS(X)
#undef X
