// Plots of the rows of expected.py; the ratios are worked out by hand beside them.
#include "base/json.h"
#include "experiment/plot.h"
#include "rows.h"

#include <math.h>

static Rows rows;
static Scores scores;

static int make(void **state) {
  (void)state;
  rows = made_rows();
  return !scores_make(&rows, NULL, &scores, NULL);
}

static int unmake(void **state) {
  (void)state;
  scores_free(&scores);
  rows_free(&rows);
  return 0;
}

static const PlotSeries *series_of(const Plot *plot, const char *name) {
  for (int i = 0; i < plot->series.count; i++)
    if (text_equal(plot->series.data[i].name, name)) return &plot->series.data[i];
  fail_msg("no series %s", name);
  return NULL;
}

static void expect_near(double actual, double wanted) {
  if (!(fabs(actual - wanted) <= 1e-12)) fail_msg("%.12g instead of %.12g", actual, wanted);
}

// The least medians, by graph: 9 18 30 10 10 54 70 71. beam: 9 18 30 22 50 60 70 71; greedy: 9 30 30 20 55 54
// - 80.
static void share_graphs(void **state) {
  (void)state;
  Plot plot = plot_make(&scores.boards.data[0], PLOT_PROFILE);
  const PlotSeries *beam = series_of(&plot, "beam width=8"), *greedy = series_of(&plot, "greedy");
  assert_int_equal(plot.problems, 8);
  expect_near(plot.most, 5.5);
  expect_near(plot_share(beam, 8, 1), 5.0 / 8);
  expect_near(plot_share(beam, 8, 1.2), 6.0 / 8);
  expect_near(plot_share(beam, 8, 5), 1);
  expect_near(plot_share(greedy, 8, 1), 3.0 / 8);
  expect_near(plot_share(greedy, 8, 5.5), 7.0 / 8);
  assert_int_equal(greedy->failed, 1);
  expect_near(plot_quantile(greedy, 0.5), 80.0 / 71);
  expect_near(plot_quantile(greedy, 0.25), 1);
  assert_string_equal(plot.series.data[0].name, "rarely"); // the least mean
  plot_free(&plot);
}

// The least of any row: 8 17 29 10 10 54 63 70.
static void regret_of_all(void **state) {
  (void)state;
  Plot plot = plot_make(&scores.boards.data[0], PLOT_REGRET);
  const PlotSeries *greedy = series_of(&plot, "greedy");
  expect_near(plot_quantile(greedy, 0), 1);
  expect_near(plot_quantile(greedy, 0.5), 80.0 / 70);
  expect_near(plot_quantile(greedy, 0.75), (30.0 / 17 + 2) / 2);
  plot_free(&plot);
}

static void find_front(void **state) {
  (void)state;
  for (int i = 0; i < rows.list.count; i++) {
    if (text_equal(rows.list.data[i].heuristic, "rarely")) rows.list.data[i].seconds = 9;
    if (text_equal(rows.list.data[i].heuristic, "greedy")) rows.list.data[i].seconds = 0.1;
  }
  Scores again;
  assert_true(scores_make(&rows, NULL, &again, NULL));
  Plot plot = plot_make(&again.boards.data[0], PLOT_PARETO);
  assert_true(series_of(&plot, "rarely")->on_front);
  assert_true(series_of(&plot, "beam width=8")->on_front);
  assert_true(series_of(&plot, "greedy")->on_front);
  assert_false(series_of(&plot, "compiler")->on_front); // 0.5 s as beam, and slower
  plot_free(&plot);
  scores_free(&again);
}

static void draw_profile(void **state) {
  (void)state;
  Plot plot = plot_make(&scores.boards.data[0], PLOT_PROFILE);
  Text out = {0};
  plot_text(&plot, false, &out);
  // beam: five eighths at once, six from 1.11 (column 3 of 43), seven from 2.2 (column 20), all from 5
  // (column 41)
  assert_non_null(
      strstr(text_get(&out), "\nbeam width=8         ▅▅▅▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇███  62% 100%\n"));
  text_clear(&out);
  plot_text(&plot, true, &out);
  for (size_t i = 0; i < out.length; i++)
    assert_true((unsigned char)out.data[i] < 0x80);
  text_free(&out);
  plot_free(&plot);
}

// In 80 columns, and without what XML would stumble over; the numbers are in it as JSON.
static void draw_all(void **state) {
  (void)state;
  rows.list.data[0].heuristic = "a<b&\"c\"";
  Scores again;
  assert_true(scores_make(&rows, NULL, &again, NULL));
  for (int kind = 0; kind < PLOT_COUNT; kind++) {
    Plot plot = plot_make(&again.boards.data[0], (PlotKind)kind);
    Text text = {0}, svg = {0}, twice = {0};
    plot_text(&plot, true, &text);
    for (const char *line = text_get(&text); *line; line += strcspn(line, "\n") + 1)
      if (strcspn(line, "\n") > 80) fail_msg("%.*s", (int)strcspn(line, "\n"), line);
    plot_svg(&plot, &svg);
    plot_svg(&plot, &twice);
    assert_string_equal(text_get(&svg), text_get(&twice));
    assert_non_null(strstr(text_get(&svg), "a&lt;b&amp;"));
    assert_null(strstr(text_get(&svg), "<b"));
    assert_null(strstr(text_get(&svg), "nan"));
    text_free(&text), text_free(&svg), text_free(&twice);
    plot_free(&plot);
  }
  scores_free(&again);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(share_graphs), cmocka_unit_test(regret_of_all), cmocka_unit_test(draw_profile),
      cmocka_unit_test(find_front),   cmocka_unit_test(draw_all),
  };
  return cmocka_run_group_tests(tests, make, unmake);
}
