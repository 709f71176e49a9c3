// A line of the table for each entrant.
#include "base/memory.h"
#include "experiment/resample.h"
#include "experiment/score.h"

#include <math.h>
#include <stdlib.h>

static double ratio_of(double ours, double base) {
  if (!isfinite(ours) || !isfinite(base)) return NAN;
  if (ours == 0 && base == 0) return 1;
  return base > 0 ? ours / base : INFINITY;
}

double score_ratio(const ScoreBoard *board, int entrant, int problem) {
  return ratio_of(score_cell(board, entrant, problem)->fusible_us, score_cell(board, 0, problem)->fusible_us);
}

// Whether a ratio can be averaged: both have a time above 0.
static bool can_compare(const ScoreBoard *board, int entrant, int problem) {
  double ours = score_cell(board, entrant, problem)->fusible_us,
         base = score_cell(board, 0, problem)->fusible_us;
  return ours > 0 && base > 0;
}

static int count_comparable(const ScoreBoard *board, int entrant) {
  int count = 0;
  for (int problem = 0; problem < board->problems.count; problem++)
    count += can_compare(board, entrant, problem);
  return count;
}

// The problems that all but those who stand apart solved.
static bool *find_common(const ScoreBoard *board, ScoreSummary *summaries, int *common) {
  bool *is_common = memory_alloc(sizeof *is_common * (size_t)(board->problems.count + 1));
  int of_base = count_comparable(board, 0);
  *common = 0;
  for (int entrant = 0; entrant < board->entrants.count; entrant++)
    summaries[entrant].apart = count_comparable(board, entrant) * 2 < of_base;
  for (int problem = 0; problem < board->problems.count; problem++) {
    is_common[problem] = can_compare(board, 0, problem);
    for (int entrant = 1; entrant < board->entrants.count && is_common[problem]; entrant++)
      is_common[problem] = summaries[entrant].apart || can_compare(board, entrant, problem);
    *common += is_common[problem];
  }
  return is_common;
}

// NAN: it was not solved, or the best takes no time.
static double regret_of(const ScoreBoard *board, int entrant, int problem) {
  const Row *best = board->problems.data[problem].best;
  double ours = score_cell(board, entrant, problem)->fusible_us;
  return best && best->fusible_us > 0 ? ours / best->fusible_us : NAN;
}

static void take_mean(const ScoreBoard *board, int entrant, const bool *is_common, ScoreSummary *summary) {
  ResampleItem *items = memory_alloc(sizeof *items * (size_t)(board->problems.count + 1));
  double total = 0, regret = 0;
  for (int problem = 0; problem < board->problems.count; problem++) {
    if (summary->apart ? !can_compare(board, entrant, problem) : !is_common[problem]) continue;
    const ScoreCell *ours = score_cell(board, entrant, problem), *base = score_cell(board, 0, problem);
    items[summary->counted++] = (ResampleItem){.family = board->problems.data[problem].family,
                                               .ours = board->fusible_us + ours->first,
                                               .base = board->fusible_us + base->first,
                                               .our_count = ours->count,
                                               .base_count = base->count};
    total += log(ours->total_us / base->total_us);
    regret += log(regret_of(board, entrant, problem));
  }
  // Against itself it is 1, whichever samples are drawn.
  ResampleMean mean = {1, NAN, NAN};
  if (entrant || !summary->counted) mean = resample_mean(items, summary->counted, SCORE_SEED);
  summary->mean = mean.mean;
  summary->low = mean.low;
  summary->high = mean.high;
  summary->total = summary->counted ? exp(total / summary->counted) : NAN;
  summary->regret = summary->counted ? exp(regret / summary->counted) : NAN;
  free(items);
}

static void count_outcome(ScoreSummary *summary, double ratio, int problem) {
  if (isnan(ratio)) return;
  if (fabs(ratio - 1) < SCORE_TIE)
    summary->ties++;
  else if (ratio < 1)
    summary->wins++;
  else
    summary->losses++;
  if (!(ratio <= summary->worst)) summary->worst = ratio, summary->worst_problem = problem;
}

static void count_outcomes(const ScoreBoard *board, int entrant, ScoreSummary *summary) {
  double seconds = 0;
  int timed = 0;
  summary->worst = summary->worst_regret = NAN;
  summary->worst_problem = -1;
  for (int problem = 0; problem < board->problems.count; problem++) {
    const ScoreCell *cell = score_cell(board, entrant, problem);
    summary->solved += cell->count > 0;
    summary->failed += cell->failed;
    if (isfinite(cell->seconds)) seconds += cell->seconds, timed++;
    count_outcome(summary, score_ratio(board, entrant, problem), problem);
    double regret = regret_of(board, entrant, problem);
    if (!(regret <= summary->worst_regret) && !isnan(regret)) summary->worst_regret = regret;
  }
  summary->seconds = timed ? seconds / timed : NAN;
}

ScoreSummary *score_summaries(const ScoreBoard *board, int *common) {
  ScoreSummary *summaries = memory_alloc(sizeof *summaries * (size_t)(board->entrants.count + 1));
  bool *is_common = find_common(board, summaries, common);
  for (int entrant = 0; entrant < board->entrants.count; entrant++) {
    count_outcomes(board, entrant, &summaries[entrant]);
    take_mean(board, entrant, is_common, &summaries[entrant]);
  }
  free(is_common);
  return summaries;
}
