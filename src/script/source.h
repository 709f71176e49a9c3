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
} Sources;

void sources_add(Sources *sources, const char *path);
void sources_add_modules(Sources *sources); // all that scripts can ask for with require
// NULL: it was not added.
const SourceFile *sources_find(const Sources *sources, const char *path);
const SourceFile *sources_find_module(const Sources *sources, const char *name); // "greedy"
void sources_free(Sources *sources);
