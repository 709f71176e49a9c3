// How alike two plans of a graph are: a heuristic's, and the one that the compiler made.
#pragma once

#include "plan/plan.h"

// Of the ops that no library runs in the compiler's plan, and the edges between them.
typedef struct Agreement {
  int edges;   // producer and reader
  int alike;   // of them, how many are together in both plans or apart in both
  int apart;   // of them, together in the compiler's plan alone
  int joined;  // of them, together in the heuristic's plan alone
  int kernels; // of the compiler's plan
  int found;   // of them, how many the heuristic's plan has with the same ops, copies included
  int made;    // kernels of the heuristic's plan
} Agreement;

// A reader is together with a producer when no kernel that runs the reader loads the producer's result: each
// runs the producer, too, as its own op or as a copy.
Agreement agreement_of(Plan *compiler, Plan *plan);
