// Runs of heuristics beside the screen: as tasks that record their trail, and what comes of them.
#pragma once

#include "ui/explorer.h"

// Runs a heuristic by name or path with options (copied) on the plan as it is, or from `start` (the run's
// from then on; may be NULL). Leaves a replay.
void script_run(Explorer *explorer, const char *name, const ScriptOption *options, int option_count,
                Plan *start);
