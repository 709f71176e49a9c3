// The problems on which entrants are furthest from the best plan that the board has.
#pragma once

#include "experiment/score.h"

typedef struct WorstOptions {
  const char *folder;  // of the store, for its plans
  const char *entrant; // its name or its heuristic's; NULL: all but the baseline
  int most;            // problems of each board
} WorstOptions;

// Each with what its plan costs over the best one, and commands that open it and compare the two. False when
// no board has such an entrant.
bool worst_text(const Scores *scores, const WorstOptions *options, Text *out, Status *status);
bool worst_json(const Scores *scores, const WorstOptions *options, Text *out, Status *status);
