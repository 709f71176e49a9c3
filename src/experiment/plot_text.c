// Plots in 80 columns, a line for each entrant.
#include "experiment/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME = 20, WIDTH = 40, HEIGHT = 14 }; // columns of names, columns and rows of the picture

static void add_name(const char *name, Text *out) {
  text_printf(out, "%-*.*s ", NAME, NAME, name);
}

// The factor at a column: the axis is logarithmic, from 1 to the largest ratio.
static double factor_at(const Plot *plot, int column) {
  return pow(plot->most, (double)column / (WIDTH - 1));
}

static int column_of(const Plot *plot, double ratio) {
  if (plot->most <= 1) return 0;
  int column = (int)lround(log(ratio) / log(plot->most) * (WIDTH - 1));
  return column < 0 ? 0 : column >= WIDTH ? WIDTH - 1 : column;
}

static void add_factors(const Plot *plot, Text *out) {
  enum { TICKS = 4 };
  text_printf(out, "%*s", NAME + 1, "");
  for (int tick = 0; tick < TICKS; tick++)
    text_printf(out, "%-*.2f", WIDTH / TICKS, factor_at(plot, tick * (WIDTH / TICKS)));
  text_printf(out, "%.2f\n", plot->most);
}

// ---- Performance profile.

static void add_curve(const Plot *plot, const PlotSeries *series, bool ascii, Text *out) {
  static const char *const blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  static const char *const letters[] = {" ", ".", ".", ":", "-", "=", "+", "*", "#"};
  enum { LEVELS = 8 };
  for (int column = 0; column < WIDTH; column++) {
    int level = (int)(plot_share(series, plot->problems, factor_at(plot, column)) * LEVELS + 0.5);
    text_add(out, (ascii ? letters : blocks)[level]);
  }
}

static void add_profile(const Plot *plot, bool ascii, Text *out) {
  text_printf(out, "share of %d graphs within a factor of the best of these %d\n\n", plot->problems,
              plot->series.count);
  text_printf(out, "%*s best  all\n", NAME + 1 + WIDTH, "");
  for (int i = 0; i < plot->series.count; i++) {
    const PlotSeries *series = &plot->series.data[i];
    add_name(series->name, out);
    add_curve(plot, series, ascii, out);
    text_printf(out, " %3.0f%% %3.0f%%\n", 100 * plot_share(series, plot->problems, 1),
                100 * plot_share(series, plot->problems, plot->most));
  }
  add_factors(plot, out);
}

// ---- Regret.

static void add_box(const Plot *plot, const PlotSeries *series, Text *out) {
  static const double quartiles[] = {0, 0.25, 0.5, 0.75, 1};
  char line[WIDTH + 1];
  int at[5];
  memset(line, ' ', WIDTH);
  line[WIDTH] = '\0';
  for (int i = 0; i < 5; i++)
    at[i] = column_of(plot, plot_quantile(series, quartiles[i]));
  memset(line + at[0], '-', (size_t)(at[4] - at[0]));
  memset(line + at[1], '=', (size_t)(at[3] - at[1]));
  line[at[0]] = line[at[4]] = '|';
  line[at[1]] = '[';
  line[at[3]] = ']';
  line[at[2]] = 'o';
  text_add(out, line);
}

static void add_regret(const Plot *plot, Text *out) {
  text_printf(out, "fusible time over the least of any row, %d graphs\n\n", plot->problems);
  text_printf(out, "%*s median worst fail\n", NAME + 1 + WIDTH, "");
  for (int i = 0; i < plot->series.count; i++) {
    const PlotSeries *series = &plot->series.data[i];
    add_name(series->name, out);
    if (series->count == 0) {
      text_add(out, "solved none\n");
      continue;
    }
    add_box(plot, series, out);
    text_printf(out, " %5.1f%% %4.0f%%", 100 * (plot_quantile(series, 0.5) - 1),
                100 * (plot_quantile(series, 1) - 1));
    text_printf(out, " %4d\n", series->failed);
  }
  add_factors(plot, out);
  text_add(out, "|: the least and the largest; [ ]: quartiles; o: median.\n");
}

// ---- Pareto.

typedef struct Field {
  char cells[HEIGHT][WIDTH + 1];
  double low_x, high_x, low_y, high_y; // logarithm of seconds; mean
} Field;

static bool is_placed(const PlotSeries *series) {
  return series->seconds > 0 && isfinite(series->seconds) && isfinite(series->mean);
}

static Field new_field(const Plot *plot) {
  Field field = {.low_x = INFINITY, .high_x = -INFINITY, .low_y = INFINITY, .high_y = -INFINITY};
  for (int row = 0; row < HEIGHT; row++)
    memset(field.cells[row], ' ', WIDTH);
  for (int i = 0; i < plot->series.count; i++) {
    const PlotSeries *series = &plot->series.data[i];
    if (!is_placed(series)) continue;
    field.low_x = fmin(field.low_x, log10(series->seconds));
    field.high_x = fmax(field.high_x, log10(series->seconds));
    field.low_y = fmin(field.low_y, series->mean);
    field.high_y = fmax(field.high_y, series->mean);
  }
  return field;
}

static int scaled(double value, double low, double high, int cells) {
  return high > low ? (int)lround((value - low) / (high - low) * (cells - 1)) : 0;
}

static void place_series(const Plot *plot, Field *field) {
  for (int i = 0; i < plot->series.count; i++) {
    const PlotSeries *series = &plot->series.data[i];
    if (!is_placed(series)) continue;
    int column = scaled(log10(series->seconds), field->low_x, field->high_x, WIDTH);
    int row = HEIGHT - 1 - scaled(series->mean, field->low_y, field->high_y, HEIGHT);
    for (int next = column + 1; series->on_front && next < WIDTH; next++) // what it costs nothing to reach
      if (field->cells[row][next] == ' ') field->cells[row][next] = '.';
    field->cells[row][column] = (char)((series->on_front ? 'A' : 'a') + i);
  }
}

static void add_field(const Field *field, Text *out) {
  for (int row = 0; row < HEIGHT; row++) {
    double mean = field->high_y - (field->high_y - field->low_y) * row / (HEIGHT - 1);
    if (row == 0 || row == HEIGHT - 1)
      text_printf(out, "%*.3f ", NAME, mean);
    else
      text_printf(out, "%*s ", NAME, "");
    int length = WIDTH;
    while (length && field->cells[row][length - 1] == ' ')
      length--;
    text_printf(out, "|%.*s\n", length, field->cells[row]);
  }
  char left[16], right[16];
  snprintf(left, sizeof left, "%.2g s", pow(10, field->low_x));
  snprintf(right, sizeof right, "%.2g s", pow(10, field->high_x));
  text_printf(out, "%*s %-*s%s\n", NAME + 1, "", WIDTH - (int)strlen(right), left, right);
}

static void add_pareto(const Plot *plot, Text *out) {
  text_printf(out, "mean fusible time over %s's, by seconds of search\n\n",
              plot->board->entrants.data[0].name);
  Field field = new_field(plot);
  if (field.low_x <= field.high_x) {
    place_series(plot, &field);
    add_field(&field, out);
  }
  for (int i = 0; i < plot->series.count; i++) {
    const PlotSeries *series = &plot->series.data[i];
    text_printf(out, "%c ", (series->on_front ? 'A' : 'a') + i);
    add_name(series->name, out);
    if (isfinite(series->mean)) text_printf(out, "%7.3f", series->mean);
    if (isfinite(series->seconds)) text_printf(out, " %9.3g s", series->seconds);
    text_add(out, "\n");
  }
  text_add(out, "Capitals: no other is both quicker and better.\n");
}

void plot_text(const Plot *plot, bool ascii, Text *out) {
  text_printf(out, "%s on %s: ", plot->board->stage, plot->board->device);
  switch (plot->kind) {
    case PLOT_PROFILE:
      add_profile(plot, ascii, out);
      break;
    case PLOT_REGRET:
      add_regret(plot, out);
      break;
    case PLOT_PARETO:
      add_pareto(plot, out);
      break;
    case PLOT_COUNT:
      break;
  }
  if (plot->left_out) text_printf(out, "%d others are left out.\n", plot->left_out);
}
