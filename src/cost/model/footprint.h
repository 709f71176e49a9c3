// What part of a buffer an index reaches while the dims run over a box: the whole domain, or what one block
// works on. Private to src/cost.
#pragma once

#include "cost/model/parts.h"

typedef struct Box {
  double extent[MAX_DIMS]; // of each dim
} Box;
Box box_domain(const Nest *nest);
Box box_block(const Mapping *mapping); // of an average block, all its passes and trips

typedef struct Footprint {
  double elements; // distinct ones
  double places;   // of the box at which the index differs, if none of its values came twice
  double bytes;    // of whole 32-byte sectors
  double span;     // from the first to the last, in bytes
} Footprint;
Footprint footprint_of_index(const Nest *nest, const Box *box, const Index *index, int element_bytes);
// Are its places looked up in data?
bool footprint_is_scattered(const Nest *nest, const Index *index);
