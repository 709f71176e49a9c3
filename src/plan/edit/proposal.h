// Proposals: edits as values. They can be listed, compared, tried out (plan_trial_begin) and made.
#pragma once

#include "plan/plan.h"

typedef enum ProposalKind {
  PROPOSE_FUSE,      // the kernels of `op` and `other`, by force if need be
  PROPOSE_CUT,       // `op` out of its kernel
  PROPOSE_MOVE,      // `op` alone into `kernel`
  PROPOSE_RECOMPUTE, // a copy of `op` in `kernel`; NO_KERNEL: in every other kernel that reads it
  PROPOSE_STORE,     // the copy of `op` in `kernel` goes; NO_KERNEL: all its copies
  PROPOSE_KNOB,      // `knob` of `kernel` becomes `value`; -1: what the rules choose
} ProposalKind;

typedef struct Proposal {
  ProposalKind kind;
  int op;
  int other;  // FUSE
  int kernel; // MOVE, RECOMPUTE, STORE, KNOB
  Knob knob;
  int value;
} Proposal;

bool proposal_equal(const Proposal *a, const Proposal *b);
// Makes the edit: one undo entry. Refused with the reason when it is impossible; of several copies, when none
// is possible.
bool plan_propose(Plan *plan, const Proposal *proposal, Reason *reason);
