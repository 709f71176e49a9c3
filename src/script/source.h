// The files that scripts load, read before they run: the process in which they run opens none.
#pragma once

#include "base/status.h"
#include "base/vector.h"

typedef struct SourceFile {
  char *path, *text;
  size_t length;
  char *beside;   // the module's name, when it lies beside the file that asks for it; NULL
  Status problem; // why there is no text: the error of whoever loads it
} SourceFile;

typedef struct Sources {
  VECTOR(SourceFile) files;
} Sources;

void sources_add(Sources *sources, const char *path);
void sources_add_modules(Sources *sources); // all that scripts can ask for with require
// The modules that a file beside which they lie asks for by a literal name, and those that these ask for,
// where no shipped one has the name.
void sources_add_beside(Sources *sources, const char *path);
// NULL: it was not added.
const SourceFile *sources_find(const Sources *sources, const char *path);
const SourceFile *sources_find_module(const Sources *sources, const char *name); // "greedy"
void sources_free(Sources *sources);
