// Plots of a board: for a terminal of 80 columns and as SVG, the same bytes for the same rows.
#pragma once

#include "experiment/score.h"

typedef enum PlotKind {
  PLOT_PROFILE, // the share of graphs within a factor of the best of those shown (Dolan and More, 2002)
  PLOT_REGRET,  // fusible time over the least of any row: quartiles and extremes
  PLOT_PARETO,  // seconds of a search against the mean time of its plans
  PLOT_COUNT
} PlotKind;
const char *plot_kind_name(PlotKind kind); // "profile"

enum { PLOT_SERIES = 8 }; // shown: the baseline and those with the least mean

typedef struct PlotSeries {
  const char *name;
  double *ratios; // ascending, of the problems that it solved, at least 1; over the best of those shown, or
                  // of all rows
  int count;
  int failed;     // problems of the plot that it did not solve
  double seconds; // mean of a search; NAN: unknown
  double mean;    // of ScoreSummary; NAN: unknown
  bool on_front;  // no other is quicker and better
} PlotSeries;

typedef struct Plot {
  PlotKind kind;
  const ScoreBoard *board;
  VECTOR(PlotSeries) series; // the least mean first
  int left_out;              // entrants beyond PLOT_SERIES
  int problems;              // with a time of any that is shown
  double most;               // the largest ratio shown: the axis ends there
} Plot;

Plot plot_make(const ScoreBoard *board, PlotKind kind);
void plot_free(Plot *plot);
double plot_share(const PlotSeries *series, int problems, double factor); // within the factor: 0 to 1
double plot_quantile(const PlotSeries *series, double at); // of the ratios, linear between two; NAN of none

void plot_text(const Plot *plot, bool ascii, Text *out);
void plot_svg(const Plot *plot, Text *out);
