// Candidates in words.
#pragma once

#include "base/text.h"
#include "cost/candidates.h"
#include "tui/glyph.h"

// "fuse with add_1 K14", "cut it out of K13", "rows 4→8": what it would do, seen from the op under the
// cursor.
void candidate_text(const Candidate *candidate, Plan *plan, int cursor, GlyphSet glyphs, Text *out);
