// Rows with numbers for what they belong to. Internal to the layer: score.c makes boards of them.
#pragma once

#include "experiment/row.h"

typedef struct ScoredRow {
  const Row *row;
  int board, entrant, problem; // numbers, in the order in which they are shown
} ScoredRow;

typedef struct ScoredRows {
  VECTOR(ScoredRow) list; // by board, entrant, problem, seed and repeat
  int entrants, problems; // numbers are below
  int superseded;         // rows left out, of an entrant's earlier script or program version
} ScoredRows;

void scored_rows_make(const Rows *rows, ScoredRows *scored);
void scored_rows_free(ScoredRows *scored);
