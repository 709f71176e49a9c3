// What kernels cost that take a size of the graph as an argument, for scripts that ask: the graph at other
// values of its sizes is opened before they run, as the process in which they run opens no files.
#pragma once

#include "base/vector.h"
#include "script/source.h"
#include "session/sized.h"

typedef struct ScriptSizes {
  VECTOR(SizedKernels *) sizes; // of all that the graph names
} ScriptSizes;

// When any of the sources speaks of it. `source.path` NULL: nothing.
void script_sizes_open(ScriptSizes *sizes, const Sources *sources, SizedSource source);
SizedKernels *script_sizes_find(const ScriptSizes *sizes, const char *name); // NULL: there is none
void script_sizes_free(ScriptSizes *sizes);
