// The files that scripts load, read before they run: the process in which they run opens none.
#pragma once

#include "base/status.h"
#include "base/vector.h"

typedef struct SourceFile {
  char *path, *text;
  size_t length;
  Status problem; // why there is no text: the error of whoever loads it
} SourceFile;

typedef struct Sources {
  VECTOR(SourceFile) files;
  char *modules, *heuristics; // the user's folders; NULL: what is in them is not asked for
  bool runs;                  // a heuristic runs others: all that are known were added
  int names;                  // that were looked for so far
} Sources;

void sources_add(Sources *sources, const char *path);
// A heuristic, model or command, the shipped modules, and all that these ask for.
void sources_add_script(Sources *sources, const char *path);
void sources_add_modules(Sources *sources); // the shipped ones
// The modules that a file beside which they lie asks for by a literal name, and those that these ask for.
void sources_add_beside(Sources *sources, const char *path);
// The same of all that were added, modules of the user's folder by literal names, and, where one runs a
// heuristic (":run"), those beside it by a literal name, the user's and the shipped ones.
void sources_add_needed(Sources *sources);
// Of a heuristic's text and, one after the other, those of the modules and heuristics that it and they ask
// for by a literal name: 32 hexadecimal digits. False when the file cannot be read.
bool sources_hash(const char *path, char hash[33], Status *status);
// NULL: it was not added.
const SourceFile *sources_find(const Sources *sources, const char *path);
// What `asker`, the path of a file, means by a module's name, "fusion": that beside it, a shipped one, the
// user's.
const SourceFile *sources_find_module(const Sources *sources, const char *asker, const char *name);
// The same of a heuristic: that beside it, the user's, a shipped one.
const SourceFile *sources_find_heuristic(const Sources *sources, const char *asker, const char *name);
void sources_free(Sources *sources);
