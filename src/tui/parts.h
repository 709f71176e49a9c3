// Lines made of parts, of which those that matter least give way where there is not room for all.
#pragma once

#include "base/text.h"

typedef struct Part {
  int rank;  // the lower, the more it matters
  Text text; // owned; empty: not shown, and takes no room
} Part;

// Empties the texts of the highest ranks until what is left, with `gap` columns between any two, fits.
void parts_fit(Part *parts, int count, int columns, int gap);
int parts_width(const Part *parts, int count, int gap);
void parts_free(Part *parts, int count);
