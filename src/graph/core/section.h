// Sections: a graph's ops in order, cut into the parts that people think in: layers, or lines of the model's
// source. For folding and for subtotals.
#pragma once

#include "graph/core/graph.h"

typedef enum SectionBy {
  // The scopes that the names of ops tell ("layers.4.norm"); where they tell none, repeated blocks (block.h).
  SECTIONS_BY_LAYER,
  SECTIONS_BY_SOURCE, // one line of the model's source each
  SECTIONS_BY_COUNT
} SectionBy;

typedef struct Section {
  int first, last;  // ops, ascending; views between them included
  const char *name; // "layers.4", "block 3 of 24", "norm.py:12"; NULL: ops that belong to no such part
  uint64_t kind;    // of a layer: equal where section_kind.h finds them alike; 0: alike no other
} Section;

typedef struct Sections {
  Arena *arena;
  SectionBy by;
  Section *list; // every op is in one
  int count, named;
  int repeated; // that are alike the one before
  int *of;      // section of each op
} Sections;

Sections *sections_new(const Graph *graph, SectionBy by);
void sections_free(Sections *sections); // NULL is allowed
