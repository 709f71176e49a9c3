// Forests: what they are fitted to comes out again, and files of them are read as they were written.
#include "test.h"

#include "lab/forest_fit.h"

#include <math.h>
#include <stdio.h>

static const char *const words[] = {"height", "width", "wealth", "wraith"};

static const char *name(int feature) {
  return words[feature];
}

static bool parse(const char *text, size_t length, int *feature) {
  for (*feature = 0; *feature < 4; ++*feature)
    if (strlen(words[*feature]) == length && memcmp(text, words[*feature], length) == 0) return true;
  return false;
}

static const FeatureNames names = {name, parse};

static const ForestFit squares = {.loss = LOSS_SQUARE,
                                  .trees = 60,
                                  .leaves = 4,
                                  .least_rows = 2,
                                  .rate = 0.3,
                                  .rows = 1,
                                  .features = 1,
                                  .seed = 1};

enum { ROWS = 64 };

// height 0..7 and width 0..7, all pairs.
static void fill(float *rows) {
  for (int i = 0; i < ROWS; i++)
    rows[2 * i] = (float)(i / 8), rows[2 * i + 1] = (float)(i % 8);
}

// A step in one feature and a slope in the other.
static double stairs(const float *row) {
  return (row[0] < 3 ? 10 : 20) + row[1];
}

static Forest fit_stairs(const ForestFit *fit, float *rows) {
  double targets[ROWS];
  fill(rows);
  for (int i = 0; i < ROWS; i++)
    targets[i] = stairs(rows + 2 * i);
  return forest_fit(&(ForestData){rows, targets, NULL, ROWS, 2}, fit);
}

static void test_fits(void **state) {
  (void)state;
  float rows[2 * ROWS];
  Forest forest = fit_stairs(&squares, rows);
  for (int i = 0; i < ROWS; i++)
    assert_true(fabs(forest_value(&forest, rows + 2 * i) - stairs(rows + 2 * i)) < 0.05);
  // Between and beyond what it was fitted to it says what holds nearby.
  assert_true(fabs(forest_value(&forest, (float[]){2.4F, 3}) - 13) < 0.05);
  assert_true(fabs(forest_value(&forest, (float[]){100, 100}) - 27) < 0.05);
  forest_free(&forest);
}

// Made ready it gives the same to the last bit, at its thresholds, too.
static void test_ready(void **state) {
  (void)state;
  float rows[2 * ROWS];
  Forest forest = fit_stairs(&squares, rows);
  double before[ROWS], at_threshold[2];
  assert_true(forest.nodes.data[0].feature >= 0);
  float threshold = (float)forest.nodes.data[0].threshold;
  float edges[2][2] = {{threshold, threshold}, {nextafterf(threshold, 0), nextafterf(threshold, 0)}};
  for (int i = 0; i < ROWS; i++)
    before[i] = forest_value(&forest, rows + 2 * i);
  for (int i = 0; i < 2; i++)
    at_threshold[i] = forest_value(&forest, edges[i]);
  forest_ready(&forest);
  assert_non_null(forest.steps);
  for (int i = 0; i < ROWS; i++)
    assert_true(forest_value(&forest, rows + 2 * i) == before[i]);
  for (int i = 0; i < 2; i++)
    assert_true(forest_value(&forest, edges[i]) == at_threshold[i]);
  assert_true(at_threshold[0] != at_threshold[1]);
  forest_free(&forest);
}

// Without trees: the mean.
static void test_base(void **state) {
  (void)state;
  float rows[] = {1, 1, 2, 2, 3, 3};
  double targets[] = {1, 2, 6}, weights[] = {1, 1, 2};
  ForestFit none = squares;
  none.trees = 0;
  Forest even = forest_fit(&(ForestData){rows, targets, NULL, 3, 2}, &none);
  Forest weighted = forest_fit(&(ForestData){rows, targets, weights, 3, 2}, &none);
  assert_true(fabs(forest_value(&even, rows) - 3) < 1e-9);
  assert_true(fabs(forest_value(&weighted, rows) - 3.75) < 1e-9);
  Forest empty = forest_fit(&(ForestData){rows, targets, NULL, 0, 2}, &squares);
  assert_true(forest_value(&empty, rows) == 0);
  forest_free(&even);
  forest_free(&weighted);
  forest_free(&empty);
}

// One in four is yes where width is below 4, three in four elsewhere: the odds are 1/3 and 3.
static void test_odds(void **state) {
  (void)state;
  float rows[2 * ROWS];
  double targets[ROWS];
  fill(rows);
  for (int i = 0; i < ROWS; i++)
    targets[i] = rows[2 * i + 1] < 4 ? i % 4 == 0 : i % 4 != 0;
  ForestFit fit = squares;
  fit.loss = LOSS_LOGISTIC, fit.leaves = 2, fit.least_rows = 32;
  Forest forest = forest_fit(&(ForestData){rows, targets, NULL, ROWS, 2}, &fit);
  assert_true(fabs(forest_value(&forest, (float[]){0, 0}) - log(1.0 / 3)) < 0.05);
  assert_true(fabs(forest_value(&forest, (float[]){0, 7}) - log(3)) < 0.05);
  forest_free(&forest);
}

static void write(const Forest *forest, Text *out) {
  JsonWriter writer = json_writer(out, true);
  json_begin_object(&writer, NULL);
  forest_write(forest, &names, &writer, "forest");
  json_end(&writer);
}

static void test_same_data_same_file(void **state) {
  (void)state;
  float rows[2 * ROWS];
  ForestFit drawn = squares;
  drawn.rows = 0.6, drawn.features = 0.7, drawn.smooth = 1;
  Text first = {0}, second = {0};
  Forest one = fit_stairs(&drawn, rows), two = fit_stairs(&drawn, rows);
  write(&one, &first);
  write(&two, &second);
  assert_string_equal(text_get(&first), text_get(&second));
  forest_free(&one);
  forest_free(&two);
  text_free(&first);
  text_free(&second);
}

static void test_read(void **state) {
  (void)state;
  float rows[2 * ROWS];
  Forest forest = fit_stairs(&squares, rows), again;
  Text file = {0};
  write(&forest, &file);
  Status status = {0};
  Json *json = json_parse("forest.json", text_get(&file), file.length, &status);
  assert_non_null(json);
  if (!forest_read(json, json_get(json_root(json), "forest"), &names, &again, &status))
    fail_msg("%s", status.message);
  for (int i = 0; i < ROWS; i++)
    assert_true(forest_value(&forest, rows + 2 * i) == forest_value(&again, rows + 2 * i));
  json_free(json);
  forest_free(&forest);
  forest_free(&again);
  text_free(&file);
}

static void assert_rejected(const char *text, const char *part) {
  Status status = {0};
  Json *json = json_parse("forest.json", text, strlen(text), &status);
  assert_non_null(json);
  Forest forest;
  assert_false(forest_read(json, json_root(json), &names, &forest, &status));
  if (!strstr(status.message, part)) fail_msg("\"%s\" is not in: %s", part, status.message);
  assert_int_equal(forest.nodes.count, 0);
  json_free(json);
}

// A leaf alone is worth its number, to the last bit.
static void assert_leaf(const char *number) {
  Status status = {0};
  Text file = {0};
  text_printf(&file, "{ \"base\": 0, \"trees\": [\"%s\"] }", number);
  Json *json = json_parse("forest.json", text_get(&file), file.length, &status);
  Forest forest;
  if (!forest_read(json, json_root(json), &names, &forest, &status)) fail_msg("%s", status.message);
  if (forest_value(&forest, NULL) != strtod(number, NULL))
    fail_msg("%s is read as %.17g", number, forest_value(&forest, NULL));
  forest_free(&forest);
  json_free(json);
  text_free(&file);
}

static void test_numbers(void **state) {
  (void)state;
  static const char *const numbers[] = {"0",
                                        "-0.1",
                                        ".5",
                                        "-.25",
                                        "7.",
                                        "0.0701",
                                        "123456789012345",
                                        "12345678901234567890",
                                        "1e-7",
                                        "-2.5e+30",
                                        "0.00000000000000000000000123",
                                        "9007199254740993.5",
                                        "1.7976931348623157"};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    assert_leaf(numbers[i]);
  char number[32];
  for (uint32_t i = 1, bits = 1; i < 2000; i++, bits = bits * 1664525 + 1013904223) {
    snprintf(number, sizeof number, "%.*g", 1 + (int)(i % 17), ((int32_t)bits) / (double)(1 + bits % 99999));
    assert_leaf(number);
  }
}

// Names that begin, end and are as long as another one, and those that only begin so.
static void test_names(void **state) {
  (void)state;
  Status status = {0};
  static const char text[] =
      "{ \"base\": 0, \"trees\": [\"wealth 1 wraith 2 wealth 3 width 4 height 5 1 2 3 4 5 6\"] }";
  static const int features[] = {2, 3, 2, 1, 0};
  Json *json = json_parse("forest.json", text, sizeof text - 1, &status);
  Forest forest;
  if (!forest_read(json, json_root(json), &names, &forest, &status)) fail_msg("%s", status.message);
  for (int i = 0; i < 5; i++) {
    assert_int_equal(forest.nodes.data[i].feature, features[i]);
    assert_true(forest.nodes.data[i].threshold == i + 1);
  }
  assert_int_equal(forest.nodes.count, 11);
  forest_free(&forest);
  json_free(json);
  assert_rejected("{ \"base\": 0, \"trees\": [\"wealth 1 weaith 2 1 2 3\"] }",
                  "there is no feature \"weaith\"");
  assert_rejected("{ \"base\": 0, \"trees\": [\"width 1 wi 2 1 2 3\"] }", "there is no feature \"wi\"");
  assert_rejected("{ \"base\": 0, \"trees\": [\"width  1 2 3\"] }", "\"\" should be a number");
  assert_rejected("{ \"base\": 0, \"trees\": [\"width 1x 2 3\"] }", "\"1x\" should be a number");
}

static void test_mistakes(void **state) {
  (void)state;
  assert_rejected("{ \"base\": 1 }", "an array \"trees\"");
  assert_rejected("{ \"trees\": [] }", "a number \"base\"");
  assert_rejected("{ \"base\": 0, \"trees\": [3] }", "a tree is a text of splits and leaves");
  assert_rejected("{ \"base\": 0, \"trees\": [\"width 3 0\"] }", "the tree ends within a split");
  assert_rejected("{ \"base\": 0, \"trees\": [\"\"] }", "the tree ends within a split");
  assert_rejected("{ \"base\": 0, \"trees\": [\"width three 0 1\"] }", "\"three\" should be a number");
  assert_rejected("{ \"base\": 0, \"trees\": [\"width 3 0 1 2\"] }", "\"2\" stands behind the tree's end");
  assert_rejected("{ \"base\": 0, \"trees\": [\"1\", \"width 3 0 colour 1 2 3\"] }",
                  "there is no feature \"colour\"");
  Text deep = {0};
  text_add(&deep, "{ \"base\": 0, \"trees\": [\"");
  for (int i = 0; i < 100000; i++)
    text_add(&deep, "width 3 ");
  text_add(&deep, "\"] }");
  assert_rejected(text_get(&deep), "too deep");
  text_free(&deep);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fits),     cmocka_unit_test(test_base),
      cmocka_unit_test(test_odds),     cmocka_unit_test(test_same_data_same_file),
      cmocka_unit_test(test_read),     cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_mistakes), cmocka_unit_test(test_names),
      cmocka_unit_test(test_ready)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
