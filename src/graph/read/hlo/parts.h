// The graphs of a module: its entry, and what loops and branches run, which no op of the entry can show.
#pragma once

#include "base/vector.h"
#include "graph/read/hlo/module.h"

typedef struct HloPart {
  const HloComputation *computation;
  const HloInstruction *runs; // the loop or conditional that runs it; NULL: the entry
  int branch;                 // of a conditional, from 0
} HloPart;

typedef VECTOR(HloPart) HloParts;

// The entry first, then in the order in which they are reached from it.
void hlo_list_parts(const HloModule *module, HloParts *parts);
// The rounds of a loop as digits, in the module's arena; NULL: not known.
const char *hlo_rounds(const HloModule *module, const HloInstruction *loop);
