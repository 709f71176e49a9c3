// The register cliff at a glance: registers and time of all steps in two rows, and what the knobs do to it.
#pragma once

#include "cost/cliff.h"
#include "explorer/state/explorer.h"
#include "tui/page.h"

// Does the plan take clearly longer with this step than with the one before, though an op less is alone?
bool cliff_jumps(const Cliff *cliff, int step);
bool cliff_spills(const Cliff *cliff, int step);
// A row of registers and one of time, a column a step, or several; `selected`: the step that is marked, -1:
// none.
void cliff_strips(Explorer *explorer, Page *page, const Cliff *cliff, int selected, int width);
// The kernel's knobs of registers and rows, as they are and what they do.
void cliff_knobs(Explorer *explorer, Page *page, const Cliff *cliff, int width);
