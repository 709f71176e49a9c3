// Two stores of the same questions, before and after a change: what became slower.
#pragma once

#include "base/json.h"
#include "experiment/score.h"

// An entrant's change on what both stores solved.
typedef struct CompareLine {
  const char *name;       // of the entrant; the scores' own
  int graphs;             // that both solved
  double mean, low, high; // new fusible time over old: geometric mean and 95 % interval (resample.h)
  double regret_before,
      regret_after;     // geometric mean over these of fusible time over the best of both stores
  int slower, faster;   // graphs that differ by SCORE_TIE at least
  int lost;             // graphs that only the old store solved
  double worst;         // largest ratio; NAN: none
  const Row *worst_row; // of the new store
  bool regressed;       // slower beyond doubt, or lost
} CompareLine;

typedef struct CompareBoard {
  const char *stage, *device;
  VECTOR(CompareLine) lines;
} CompareBoard;

typedef struct StoreComparison {
  VECTOR(CompareBoard) boards; // stages and devices of both
  int regressions;             // lines
  int unmatched;               // entrants of one store on a device and stage, which the other has not
} StoreComparison;

// Slower where the whole interval is above 1; of graphs too few for one, where the mean is by COMPARE_SLOWER.
// False when the two have no question in common. Both scores must outlive it; compare_free in both cases.
bool compare_make(const Scores *before, const Scores *after, StoreComparison *comparison, Status *status);
void compare_free(StoreComparison *comparison);
static const double COMPARE_SLOWER = 0.01;

void compare_text(const StoreComparison *comparison, Text *out);
void compare_json(const StoreComparison *comparison, Text *out);
