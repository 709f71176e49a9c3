// Names of ops and values in little room.
#pragma once

#include "tui/glyph.h"

enum { NAME_SIZE = 128 };
// The name without control characters, in at most so many columns. Of a longer one the number at its end
// stays: "convert_ele…_24", as that is what tells such names apart.
const char *name_short(char out[NAME_SIZE], const char *name, int columns, GlyphSet glyphs);
