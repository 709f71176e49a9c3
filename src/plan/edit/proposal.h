// Proposals: edits as values. They can be listed, compared, tried out (plan_trial_begin) and made.
#pragma once

#include "plan/plan.h"

typedef enum ProposalKind {
  PROPOSE_FUSE,      // the kernels of `op` and `other`, by force if need be
  PROPOSE_FUSE_SET,  // all kernels that belong with those of `op` and `other` (plan_attention), by force
  PROPOSE_BIAS,      // what the bias of attention `op` is made of again in its kernel (plan_bias)
  PROPOSE_CUT,       // `op` out of its kernel
  PROPOSE_FREE,      // the matrix products of the kernel of `op` back to the library
  PROPOSE_MOVE,      // `op` alone into `kernel`
  PROPOSE_RECOMPUTE, // a copy of `op` in `kernel`; NO_KERNEL: in every other kernel that reads it
  PROPOSE_STORE,     // the copy of `op` in `kernel` goes; NO_KERNEL: all its copies
  PROPOSE_KNOB,      // `knob` of `kernel` becomes `value`; -1: what the rules choose
  PROPOSE_PIN,       // `op` and `other` by the PinKind `value`, fused first where that is needed; -1: no pin
} ProposalKind;

// Where an edit is made: here, or in all places that are alike (alike.h).
typedef enum ProposalReach {
  REACH_HERE,
  REACH_ALIKE,    // in all of them, or in none
  REACH_POSSIBLE, // in those that do not refuse it
} ProposalReach;

typedef struct Proposal {
  ProposalKind kind;
  int op;
  int other;  // FUSE, FUSE_SET, PIN
  int kernel; // MOVE, RECOMPUTE, STORE, KNOB
  Knob knob;
  int value;
  ProposalReach reach;
} Proposal;

bool proposal_equal(const Proposal *a, const Proposal *b);
bool proposal_names_other(const Proposal *proposal); // is `other` of a meaning?
// Makes the edit: one undo entry. Refused with the reason when it is impossible; of several copies, when none
// is possible.
bool plan_propose(Plan *plan, const Proposal *proposal, Reason *reason);

// What became of an edit of several places.
typedef struct ReachOutcome {
  int places;   // that are alike, its own included
  int refused;  // of them
  Reason first; // of the first that refused
} ReachOutcome;
// The same, as far as the proposal reaches. False, and nothing is made, when a place refuses it that may not.
bool plan_propose_reach(Plan *plan, const Proposal *proposal, ReachOutcome *outcome);
