// Choosing which run of a heuristic is replayed.
#pragma once

#include <stdbool.h>

struct Explorer;

// Asks for one of the runs of this session, or a kept plan of a heuristic, which then runs again in the
// background.
void retrace_choose(struct Explorer *explorer);

// The steps of the compiler, where the graph came with them: made again in the background, then replayed.
bool retrace_has_compiler(const struct Explorer *explorer);
void retrace_compiler(struct Explorer *explorer);
