// Edits of the plan that say in the status line what they changed, or why they could not.
#pragma once

#include "explorer/state/change.h"
#include "explorer/state/explorer.h"

// Fuses the kernels of ops a and b; `force`: even ops that share nothing.
void edit_fuse(Explorer *explorer, int a, int b, bool force);
void edit_cut(Explorer *explorer, int op);                                        // out of its kernel
void edit_say_change(Explorer *explorer, const char *done, const Change *change); // "fused", and what changed
