// Alike places: where else in a plan the same edit can be made, since models repeat their layers.
//
// Kernels are alike when they emit equal code with an equal launch (or are the same library call), op by op
// in their order: the ops at one place are of one kind, size and dtype, and read each other the same way. An
// edit of two kernels is alike where both are, and what one reads of the other, or what both read, is the
// same. No two places share a kernel, but for the one that recomputed copies come from.
#pragma once

#include "base/vector.h"
#include "plan/edit/proposal.h"

typedef VECTOR(Proposal) Places;

// The places of the edit, its own first, the others in launch order, each as an edit of this place alone.
void plan_alike(Plan *plan, const Proposal *proposal, Places *out);
// Whether there are more than so many, which is known soon where there are.
bool plan_alike_exceeds(Plan *plan, const Proposal *proposal, int most);
bool plan_kernels_alike(Plan *plan, int a, int b);
// Equal for kernels that are alike, and for hardly any others; 0: an empty slot.
uint64_t plan_alike_key(Plan *plan, int kernel);
