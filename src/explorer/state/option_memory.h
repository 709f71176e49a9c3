// Options of heuristics that the user set: kept over sessions, where the session saves.
#pragma once

#include "base/vector.h"
#include "script/script.h"

typedef struct OptionValue {
  char *heuristic, *option, *value;
} OptionValue;

// Zero-initialized: nothing set, saved nowhere.
typedef struct OptionMemory {
  VECTOR(OptionValue) values;
  char *path;
} OptionMemory;

void option_memory_open(OptionMemory *memory); // reads what was saved in the state folder; saves there
void option_memory_free(OptionMemory *memory);
const char *option_memory_get(const OptionMemory *memory, const char *heuristic, const char *option); // NULL
// NULL or the default's text forgets it: give NULL.
void option_memory_set(OptionMemory *memory, const char *heuristic, const char *option, const char *value);
int option_memory_count(const OptionMemory *memory, const char *heuristic);
// Copies of what is set for a heuristic, by allocated strings; returns how many.
int option_memory_copy(const OptionMemory *memory, const char *heuristic, ScriptOption *out);
