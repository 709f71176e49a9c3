// Choosing which run of a heuristic is replayed.
#pragma once

struct Explorer;

// Asks for one of the runs of this session, or a kept plan of a heuristic, which then runs again in the
// background.
void retrace_choose(struct Explorer *explorer);
