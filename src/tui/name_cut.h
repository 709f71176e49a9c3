// Names of a list in a column that is too narrow for some of them.
#pragma once

#include "base/text.h"

// Adds each of the names to its text of `out`, of `count`, in no more than so many columns. Those that are
// longer lose their middle, as text_cut_middle does it; where that would make some alike, they lose what they
// have in common instead, so that what tells them apart stays, or as much of it as has room.
void name_cut_all(const char *const *names, int count, int columns, const char *ellipsis, Text *out);
