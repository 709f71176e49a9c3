// Layers that are alike: they repeat each other.
#pragma once

#include "graph/core/section.h"

// Sets the kinds of the sections that have names, and counts those that repeat the one before. Two are alike
// when, constants and views aside, their ops have the same codes, dtypes and sizes, and read each other in
// the same way; numbers and attributes may differ. Time grows with the ops and their operands.
void section_find_kinds(const Graph *graph, Sections *sections);
