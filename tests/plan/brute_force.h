// The kernel graph the slow way, from operands and homes alone: what the plan's own searches are checked
// against.
#pragma once

#include "plan/plan.h"

// Would the kernel graph have a cycle with the kernels a and b in one? a == b: does it have one as it is?
bool brute_force_cycle(const Plan *plan, int a, int b);
// Must the value be in memory after its kernel: a graph output, written into, or read in a kernel that does
// not compute its op?
bool brute_force_stored(const Plan *plan, int value);
