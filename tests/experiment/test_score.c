// Scores and the tables of them, against the numbers of expected.py.
#include "experiment/resample.h"
#include "experiment/table.h"
#include "rows.h"

#include <math.h>

static void expect_near(double actual, double wanted) {
  if (!(fabs(actual - wanted) <= 1e-9 * wanted)) fail_msg("%.12g instead of %.12g", actual, wanted);
}

static void make(Rows *rows, Scores *scores) {
  Status status = {0};
  *rows = made_rows();
  if (!scores_make(rows, NULL, scores, &status)) fail_msg("%s", status.message);
  assert_int_equal(scores->boards.count, 1);
}

static void summarise(void **state) {
  (void)state;
  Rows rows;
  Scores scores;
  make(&rows, &scores);
  const ScoreBoard *board = &scores.boards.data[0];
  int common;
  ScoreSummary *summaries = score_summaries(board, &common);
  assert_int_equal(common, 7);
  assert_int_equal(board->families, 7);
  assert_int_equal(scores.superseded, 1);
  assert_int_equal(board->entrants.count, 4);
  const ScoreSummary *beam = &summaries[1], *greedy = &summaries[2], *rarely = &summaries[3];
  assert_string_equal(board->entrants.data[0].name, "compiler");
  assert_string_equal(board->entrants.data[1].name, "beam width=8");
  expect_near(summaries[0].mean, 1);
  expect_near(summaries[0].regret, 1.685440388);
  expect_near(beam->regret, 1.476196815);
  expect_near(beam->worst_regret, 5);
  expect_near(greedy->regret, 1.591126386);
  expect_near(greedy->worst_regret, 5.5);
  expect_near(rarely->regret, 1);
  expect_near(beam->mean, 0.875852285350);
  expect_near(beam->low, 0.7338859065278441);
  expect_near(beam->high, 1.0015540212413072);
  assert_int_equal(beam->solved, 8);
  assert_int_equal(beam->wins, 4);
  assert_int_equal(beam->ties, 4);
  expect_near(beam->seconds, 0.5);
  expect_near(greedy->mean, 0.944041923054);
  expect_near(greedy->low, 0.7071067811865476);
  expect_near(greedy->high, 1.103904778817174);
  assert_int_equal(greedy->solved, 7);
  assert_int_equal(greedy->failed, 1);
  assert_int_equal(greedy->wins, 3);
  assert_int_equal(greedy->losses, 2);
  expect_near(greedy->worst, 1.5);
  assert_string_equal(board->problems.data[greedy->worst_problem].row->graph, "m1/backward");
  assert_true(rarely->apart);
  assert_true(isnan(rarely->low));
  expect_near(rarely->mean, sqrt(0.05));
  free(summaries);
  scores_free(&scores);
  rows_free(&rows);
}

// Of what total time says: 109/110, 130/120, 130/130, 120/140, 155/150, 154/160, 180/180.
static void total_apart(void **state) {
  (void)state;
  Rows rows;
  Scores scores;
  make(&rows, &scores);
  int common;
  ScoreSummary *summaries = score_summaries(&scores.boards.data[0], &common);
  expect_near(summaries[2].total, pow(109.0 / 110 * 130 / 120 * 120 / 140 * 155 / 150 * 154 / 160, 1.0 / 7));
  free(summaries);
  scores_free(&scores);
  rows_free(&rows);
}

static void draw_families(void **state) {
  (void)state;
  double one[] = {1}, two[] = {2}, halves[] = {0.5};
  ResampleItem items[6];
  for (int i = 0; i < 6; i++)
    items[i] = (ResampleItem){i, two, one, 1, 1};
  ResampleMean mean = resample_mean(items, 6, 1);
  assert_true(mean.mean == mean.low && mean.low == mean.high);
  expect_near(mean.mean, 2);
  for (int i = 0; i < 6; i++)
    items[i] = (ResampleItem){i < 4 ? 0 : i, two, one, 1, 1};
  assert_true(isnan(resample_mean(items, 6, 1).low)); // three families are too few
  // Half of the families at 2 and half at 1/2: no draw leaves [1/2, 2], and 1 is in the middle.
  for (int i = 0; i < 6; i++)
    items[i] = (ResampleItem){i, i < 3 ? two : halves, one, 1, 1};
  mean = resample_mean(items, 6, 1);
  expect_near(mean.mean, 1);
  expect_near(mean.low * mean.high, 1);
  assert_true(mean.low >= 0.5 && mean.low < 0.7);
  assert_true(isnan(resample_mean(items, 0, 1).mean));
}

static void choose_baseline(void **state) {
  (void)state;
  Rows rows = made_rows();
  Scores scores;
  Status status = {0};
  assert_true(scores_make(&rows, "beam", &scores, NULL));
  assert_string_equal(scores.boards.data[0].entrants.data[0].name, "beam width=8");
  scores_free(&scores);
  assert_false(scores_make(&rows, "magic", &scores, &status));
  assert_non_null(strstr(status.message, "there are beam width=8, compiler, greedy, rarely"));
  scores_free(&scores);
  rows_free(&rows);
}

static void refuse_nothing(void **state) {
  (void)state;
  Rows rows = {0};
  Scores scores;
  Status status = {0};
  rows_add(&rows, (MadeRow){"b", "greedy", "", 0, ROW_UNKNOWN, "s", 1});
  assert_false(scores_make(&rows, NULL, &scores, &status));
  assert_non_null(strstr(status.message, "of 1 rows none ended well"));
  scores_free(&scores);
  rows_free(&rows);
}

static void write_table(void **state) {
  (void)state;
  Rows rows;
  Scores scores;
  Text out = {0};
  make(&rows, &scores);
  table_text(&scores, &out);
  static const char wanted[] =
      "estimate on h200: 8 graphs, fusible time over that of compiler\n\n"
      "heuristic                graphs failed  fusible [95 % interval]   total regret, worst win/tie/loss "
      "search s  worst\n"
      "compiler                     8      0   1.000                   1.000   1.685  5.00            -      "
      "0.5\n"
      "beam width=8                 8      0   0.876 [0.734, 1.002]   0.970   1.476  5.00        4/4/0      "
      "0.5  1.00 b\n"
      "greedy                       7      1   0.944 [0.707, 1.104]   0.987   1.591  5.50        3/2/2      "
      "0.5  1.50 m1/backward\n"
      "rarely                       2      0   0.224 [too few]     *  0.759   1.000  1.00        2/0/0      "
      "0.5  0.25 c\n"
      "\n"
      "Means: geometric, of time over that of compiler, over the 7 of 8 graphs that all but those marked * "
      "solved.\n"
      "Regret: the same, and the worst, of time over that of the best plan of all of them.\n"
      "*: solved less than half of them; its mean is over its own graphs.\n"
      "Intervals: 95 %, bootstrap over 7 families of graphs and their samples, seed 1.\n"
      "Left out: 1 rows of earlier scripts or versions of the program.\n";
  assert_string_equal(text_get(&out), wanted);
  text_clear(&out);
  table_json(&scores, &out);
  Json *json = json_parse("table", out.data, out.length, NULL);
  const JsonNode *board = json_first(json_get(json_root(json), "boards"));
  assert_int_equal(json_integer(json_get(board, "common"), 0), 7);
  assert_int_equal(json_count(json_get(board, "heuristics")), 4);
  json_free(json);
  text_free(&out);
  scores_free(&scores);
  rows_free(&rows);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(summarise),       cmocka_unit_test(total_apart),    cmocka_unit_test(draw_families),
      cmocka_unit_test(choose_baseline), cmocka_unit_test(refuse_nothing), cmocka_unit_test(write_table),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
