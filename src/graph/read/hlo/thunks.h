// XLA's list of launches (thunk_sequence.txt) and the kernels of its plan, one for one.
#pragma once

#include "graph/read/read.h"

// Gives the plan's kernels, in the order of their launches, what the list says of them. What is launched
// within a loop is passed over. When the list does not fit, nothing is given: false with a message.
bool hlo_read_thunks(const char *file, const char *text, size_t length, DumpPlan *plan, Status *status);
// The same from the list that XLA wrote beside a module, when there is one. What is wrong with it becomes a
// sentence of the plan.
void hlo_find_thunks(const char *module, DumpPlan *plan);
