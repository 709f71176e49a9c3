// Candidates: the changes of a plan that begin at one op, and what each would be worth. Found at once, asked
// about one by one, so that a screen need not wait for an op with thousands of neighbours.
#pragma once

#include "base/vector.h"
#include "cost/effect.h"

typedef enum CandidateOrigin {
  FROM_EDGE,    // a producer or consumer of the op
  FROM_SIBLING, // an op that reads what it reads
  FROM_KERNEL,  // a neighbour of another op of its kernel
  FROM_OP,      // the op alone
  FROM_KNOB,    // its kernel's schedule
} CandidateOrigin;

typedef struct Candidate {
  Proposal proposal;
  CandidateOrigin origin;
  int shared; // FROM_SIBLING: the value that both read
  bool asked;
  Effect effect; // when asked
} Candidate;

// By its time to hundredths of a microsecond, as it is shown: the rest is rounding of sums.
typedef enum CandidateWorth { CANDIDATE_COSTS, CANDIDATE_SAME_TIME, CANDIDATE_PAYS } CandidateWorth;
CandidateWorth candidate_worth(const Candidate *candidate); // of one that is possible
// Does it save enough to be told that there is something to do: 1% of its kernels' time, and 0.1 us?
bool candidate_advisable(const Candidate *candidate);

enum { CANDIDATES_PER_OP = 200 };

typedef struct Candidates {
  Estimator *estimator; // borrowed
  Plan *plan;           // borrowed
  uint64_t version;     // of the plan that the rest speaks of
  int op;               // NO_OP: nothing looked at yet
  VECTOR(Candidate) list;
  int asked;                   // of them, from the first on
  int left_out;                // beyond CANDIDATES_PER_OP
  int best[CANDIDATES_PER_OP]; // those worth showing, best first: what saves most time, what changes none
                               // (that moves fewest bytes first), what costs least, what is impossible
  int best_count, legal_count; // the first legal_count of them are possible
} Candidates;

Candidates *candidates_new(Estimator *estimator, Plan *plan);
void candidates_free(Candidates *candidates); // NULL is allowed
// Finds the candidates of an op (a view has none), unless they are known for this plan. True when it found
// anew.
bool candidates_look(Candidates *candidates, int op);
bool candidates_complete(const Candidates *candidates);
// Asks about the next one and sorts it in. False when there is none.
bool candidates_ask(Candidates *candidates);
// The nth best, NULL beyond. Valid until the next look.
const Candidate *candidates_get(const Candidates *candidates, int place);
