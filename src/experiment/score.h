// Rows as scores: what each entrant (a heuristic with its options and start) reached on each problem (a graph
// at its sizes), beside a baseline. A board holds one stage and device: estimates and measurements are never
// averaged together.
#pragma once

#include "experiment/row.h"

// An entrant on a problem.
typedef struct ScoreCell {
  int first, count;  // its samples in the board's arrays: rows that ended well, one for each seed and repeat
  int failed;        // rows that did not
  double fusible_us; // median; NAN: no row ended well
  double total_us;   // likewise
  double seconds;    // of the search, mean of what is known; NAN: nothing is
  const Row
      *row; // of the median, the lower of two; where none ended well, one that failed; NULL: nothing ran
} ScoreCell;

typedef struct ScoreEntrant {
  char *name;     // "beam width=8 from compiler"
  const Row *row; // its newest
} ScoreEntrant;

typedef struct ScoreProblem {
  const Row *row;  // one of it: graph and sizes
  int family;      // graphs of one model's step: resampled together
  const Row *best; // with the least fusible time here, of any entrant; NULL: none ended well
} ScoreProblem;

typedef struct ScoreBoard {
  const char *stage, *device;
  VECTOR(ScoreEntrant) entrants; // the baseline first, then by name
  VECTOR(ScoreProblem) problems; // by graph and sizes
  ScoreCell *cells;              // entrants x problems
  double *fusible_us, *total_us; // of the samples
  int families;
} ScoreBoard;

typedef struct Scores {
  VECTOR(ScoreBoard) boards; // by stage and device; of rows with a time
  int superseded;            // rows of an entrant's earlier script or program version, which do not count
} Scores;

// The rows must outlive the scores. `baseline`: an entrant's name, or its heuristic's; NULL: "compiler" where
// a row of it ended well, else "none", else the first. False when no board has what was asked for.
// scores_free in both cases.
bool scores_make(const Rows *rows, const char *baseline, Scores *scores, Status *status);
void scores_free(Scores *scores);
void score_entrant_name(const Row *row, Text *out);
bool score_is_named(const Row *row, const char *wanted); // as its entrant, or as the heuristic
// What tells problems apart in any store: the content of a graph, and its sizes.
void score_problem_name(const Row *row, Text *out);

const ScoreCell *score_cell(const ScoreBoard *board, int entrant, int problem);
// Fusible time over the baseline's; NAN where one of them has none. Of two times that are 0 it is 1.
double score_ratio(const ScoreBoard *board, int entrant, int problem);

// A line of the table.
typedef struct ScoreSummary {
  int solved;             // problems with a row that ended well
  int failed;             // rows that did not
  int counted;            // problems in the mean
  bool apart;             // it solved so few that its mean is over other problems than the others'
  double mean, low, high; // of fusible_us over the baseline's: geometric mean and 95 % interval (resample.h)
  double total;           // geometric mean of total_us over the baseline's
  // Of fusible_us over that of the best plan here: geometric mean over the same problems, and the largest of
  // all; NAN: there is none.
  double regret, worst_regret;
  int wins, ties, losses; // against the baseline, where both have a time
  double worst;           // largest ratio; NAN: none
  int worst_problem;      // -1: none
  double seconds;         // mean of a search
} ScoreSummary;

enum { SCORE_SEED = 1 };               // of the intervals
static const double SCORE_TIE = 0.001; // times that differ by less are called equal

// Of all entrants; free with free(). Means are over the problems that the baseline and every entrant solved
// which solved at least half of the baseline's; `common` gets their number. An entrant with fewer stands
// apart.
ScoreSummary *score_summaries(const ScoreBoard *board, int *common);
