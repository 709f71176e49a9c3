// Edits of all alike places at once: while that is switched on, what fuses, cuts, moves, recomputes, stores,
// pins or sets a knob does so wherever the plan repeats it (plan/edit/alike.h), as one undo entry.
#pragma once

#include "cost/candidates.h"
#include "explorer/state/explorer.h"

bool alike_is_on(const Explorer *explorer);
void alike_end(Explorer *explorer);    // edits are made here only
int alike_kernels(Explorer *explorer); // how many are alike the cursor's, itself included; 0: it is in none
// Makes the edit wherever it is alike, and says what came of it: "fused", or why it cannot "fuse". Where some
// places refuse it nothing is made until it is asked for again: then the others are. False, and nothing is
// said or done, while it is switched off.
bool alike_make(Explorer *explorer, Proposal proposal, const char *done, const char *verb);

typedef struct AlikePrice {
  ReachOutcome outcome;
  Candidate candidate; // reaching as far as it can, with its effect everywhere
} AlikePrice;

// What the candidate would do in all alike places, and where some refuse it in the others. NULL: it is
// switched off, or the places are too many to be tried between two keys. Valid until the next question.
const AlikePrice *alike_price(Explorer *explorer, const Candidate *candidate);
void alike_places_text(const ReachOutcome *outcome, Text *out); // "in 17 of 24 alike places"
