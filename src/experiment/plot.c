#include "experiment/plot.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

const char *plot_kind_name(PlotKind kind) {
  static const char *const names[] = {"profile", "regret", "pareto"};
  _Static_assert(sizeof names / sizeof *names == PLOT_COUNT, "a name for each");
  return names[kind];
}

// ---- Which entrants are shown.

typedef struct Shown {
  int entrant;
  double mean; // what it is sorted by
} Shown;

static int compare_shown(const void *a, const void *b) {
  const Shown *left = a, *right = b;
  bool known = isfinite(left->mean), other = isfinite(right->mean);
  if (known != other) return known ? -1 : 1;
  if (known && left->mean != right->mean) return left->mean < right->mean ? -1 : 1;
  return left->entrant - right->entrant;
}

// The best; the baseline takes the last place where it is not among them.
static int choose_entrants(const ScoreBoard *board, const ScoreSummary *summaries, int chosen[PLOT_SERIES]) {
  int entrants = board->entrants.count, count = entrants < PLOT_SERIES ? entrants : PLOT_SERIES;
  Shown *sorted = memory_alloc(sizeof *sorted * (size_t)(entrants + 1));
  for (int i = 0; i < entrants; i++)
    sorted[i] = (Shown){i, summaries[i].mean};
  qsort(sorted, (size_t)entrants, sizeof *sorted, compare_shown);
  bool has_base = false;
  for (int i = 0; i < count; i++) {
    chosen[i] = sorted[i].entrant;
    has_base = has_base || chosen[i] == 0;
  }
  if (!has_base) chosen[count - 1] = 0;
  free(sorted);
  return count;
}

// ---- Ratios.

// The time that the others are divided by; NAN where there is none.
static double best_of(const ScoreBoard *board, int problem, PlotKind kind, const int *chosen, int count) {
  const Row *row = board->problems.data[problem].best;
  if (kind == PLOT_REGRET) return row ? row->fusible_us : NAN;
  double best = NAN;
  for (int i = 0; i < count; i++) {
    double time = score_cell(board, chosen[i], problem)->fusible_us;
    if (!(best <= time) && isfinite(time)) best = time;
  }
  return best;
}

static int compare_numbers(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

static PlotSeries make_series(const ScoreBoard *board, int entrant, const double *best) {
  PlotSeries series = {.name = board->entrants.data[entrant].name};
  series.ratios = memory_alloc(sizeof *series.ratios * (size_t)(board->problems.count + 1));
  for (int problem = 0; problem < board->problems.count; problem++) {
    double time = score_cell(board, entrant, problem)->fusible_us;
    if (!(best[problem] > 0)) continue;
    if (isfinite(time))
      series.ratios[series.count++] = time / best[problem];
    else
      series.failed++;
  }
  qsort(series.ratios, (size_t)series.count, sizeof *series.ratios, compare_numbers);
  return series;
}

static void mark_front(Plot *plot) {
  for (int i = 0; i < plot->series.count; i++) {
    PlotSeries *ours = &plot->series.data[i];
    ours->on_front = isfinite(ours->seconds) && isfinite(ours->mean);
    for (int j = 0; j < plot->series.count && ours->on_front; j++) {
      const PlotSeries *other = &plot->series.data[j];
      bool better = other->seconds <= ours->seconds && other->mean <= ours->mean &&
                    (other->seconds < ours->seconds || other->mean < ours->mean);
      ours->on_front = !better;
    }
  }
}

Plot plot_make(const ScoreBoard *board, PlotKind kind) {
  Plot plot = {.kind = kind, .board = board, .most = 1};
  int chosen[PLOT_SERIES], common;
  ScoreSummary *summaries = score_summaries(board, &common);
  int count = choose_entrants(board, summaries, chosen);
  double *best = memory_alloc(sizeof *best * (size_t)(board->problems.count + 1));
  for (int problem = 0; problem < board->problems.count; problem++) {
    best[problem] = best_of(board, problem, kind, chosen, count);
    plot.problems += best[problem] > 0;
  }
  for (int i = 0; i < count; i++) {
    PlotSeries series = make_series(board, chosen[i], best);
    series.seconds = summaries[chosen[i]].seconds;
    series.mean = summaries[chosen[i]].mean;
    if (series.count && series.ratios[series.count - 1] > plot.most)
      plot.most = series.ratios[series.count - 1];
    vector_push(&plot.series, series);
  }
  plot.left_out = board->entrants.count - count;
  mark_front(&plot);
  free(best);
  free(summaries);
  return plot;
}

void plot_free(Plot *plot) {
  for (int i = 0; i < plot->series.count; i++)
    free(plot->series.data[i].ratios);
  vector_free(&plot->series);
}

double plot_share(const PlotSeries *series, int problems, double factor) {
  static const double rounding = 1e-12;
  int within = 0;
  while (within < series->count && series->ratios[within] <= factor * (1 + rounding))
    within++;
  return problems ? (double)within / problems : 0;
}

double plot_quantile(const PlotSeries *series, double at) {
  if (series->count == 0) return NAN;
  double place = at * (series->count - 1);
  int below = (int)place;
  if (below + 1 >= series->count) return series->ratios[series->count - 1];
  return series->ratios[below] + (place - below) * (series->ratios[below + 1] - series->ratios[below]);
}
