// What reads scores on: the worst problems, the comparison of two stores, and rows in other forms.
#include "experiment/compare.h"
#include "experiment/export.h"
#include "experiment/worst.h"
#include "rows.h"
#include "scratch.h"

#include <dlfcn.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

static Scores score(const Rows *rows) {
  Scores scores;
  Status status = {0};
  if (!scores_make(rows, NULL, &scores, &status)) fail_msg("%s", status.message);
  return scores;
}

static void expect_text(const Text *text, const char *wanted) {
  if (!strstr(text_get(text), wanted)) fail_msg("no \"%s\" in:\n%s", wanted, text_get(text));
}

static void list_worst(void **state) {
  (void)state;
  Rows rows = made_rows();
  rows.list.data[0].graph = "logs/it's.txt#2"; // g by greedy: 80 us, the best 70 by beam's seed 2
  rows.list.data[0].sizes = "";
  for (int i = 0; i < rows.list.count; i++)
    if (text_equal(rows.list.data[i].graph, "c"))
      rows.list.data[i].graph = "-x", rows.list.data[i].sizes = "n=$(id)";
  for (int i = 0; i < rows.list.count; i++)
    if (text_equal(rows.list.data[i].graph, "d") && text_equal(rows.list.data[i].heuristic, "rarely"))
      rows.list.data[i].heuristic = "--help", rows.list.data[i].plan = "";
  Scores scores = score(&rows);
  Text out = {0};
  WorstOptions options = {"store", "greedy", 3};
  assert_true(worst_text(&scores, &options, &out, NULL));
  // m1/backward: 30 us over 17 by beam's seed 3; d: 55 over 10; of the graphs that failed none counts
  expect_text(&out, "5.500  d: greedy 55 us, --help 10 us\n  fusebox diff d store/plans/p");
  expect_text(&out, "1.765  m1/backward: greedy 30 us, beam width=8 17 us\n");
  expect_text(&out, ".json ./--help --device h200\n  fusebox d -p store/plans/p");
  expect_text(&out, "3 of 6 that are slower than the best; 1 failed\n");
  assert_null(strstr(text_get(&out), "compiler"));
  text_clear(&out);
  options = (WorstOptions){"store", "greedy", 10};
  assert_true(worst_json(&scores, &options, &out, NULL));
  expect_text(&out, "\"open\": \"fusebox 'logs/it'\\\\''s.txt#2' -p store/plans/p0.json --device h200\"");
  expect_text(&out, "fusebox ./-x -p store/plans/p");
  expect_text(&out, ".json --device h200 --set 'n=$(id)'\"");
  Status status = {0};
  options.entrant = "magic";
  assert_false(worst_text(&scores, &options, &out, &status));
  assert_non_null(strstr(status.message, "is of \"magic\""));
  text_free(&out);
  scores_free(&scores);
  rows_free(&rows);
}

static const CompareLine *line_of(const StoreComparison *comparison, const char *name) {
  for (int i = 0; i < comparison->boards.data[0].lines.count; i++)
    if (text_equal(comparison->boards.data[0].lines.data[i].name, name))
      return &comparison->boards.data[0].lines.data[i];
  fail_msg("no line of %s", name);
  return NULL;
}

static void find_regressions(void **state) {
  (void)state;
  Rows before = made_rows(), after = made_rows();
  for (int i = 0; i < after.list.count; i++) {
    Row *row = &after.list.data[i];
    if (text_equal(row->heuristic, "beam")) row->fusible_us *= 1.03;
    if (text_equal(row->heuristic, "greedy")) row->fusible_us *= 0.9;
    if (text_equal(row->heuristic, "rarely")) row->fusible_us *= 1.005;
    if (text_equal(row->heuristic, "rarely") && text_equal(row->graph, "c")) row->status = ROW_TIMEOUT;
  }
  Scores old = score(&before), new = score(&after);
  StoreComparison comparison;
  Text out = {0};
  assert_true(compare_make(&old, &new, &comparison, NULL));
  const CompareLine *beam = line_of(&comparison, "beam width=8"), *greedy = line_of(&comparison, "greedy");
  const CompareLine *rarely = line_of(&comparison, "rarely"), *compiler = line_of(&comparison, "compiler");
  assert_true(fabs(greedy->mean - 0.9) < 1e-9 && !greedy->regressed);
  assert_int_equal(greedy->faster, 7);
  // Of 9, 30, 30, 20, 55, 54, 80 over 8, 17, 27, 10, 10, 48.6, 70, the best of any row, before or after.
  assert_true(fabs(greedy->regret_before - 1.631830042) < 1e-8);
  assert_true(fabs(greedy->regret_after - 1.468647038) < 1e-8);
  assert_true(fabs(beam->mean - 1.03) < 1e-9);
  assert_int_equal(beam->slower, 8);
  assert_true(rarely->regressed); // a graph is lost, and 0.5 % would be none
  assert_int_equal(rarely->lost, 1);
  assert_true(compiler->mean == 1 && compiler->low == 1 && !compiler->regressed);
  assert_int_equal(comparison.unmatched, 0);
  compare_text(&comparison, &out);
  expect_text(&out, "REGRESSED");
  text_clear(&out);
  compare_json(&comparison, &out);
  expect_text(&out, "\"lost\": 1");
  text_free(&out);
  compare_free(&comparison);
  scores_free(&old), scores_free(&new);
  rows_free(&before), rows_free(&after);
}

// A slowdown of every graph is beyond doubt where seeds do not blur it; of two graphs 1 % is asked for.
static void tell_regressions(void **state) {
  (void)state;
  static const struct {
    int graphs;
    double factor;
    bool regressed;
  } cases[] = {{8, 1.003, true}, {8, 1, false}, {2, 1.003, false}, {2, 1.02, true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Rows before = {0}, after = {0};
    for (int graph = 0; graph < cases[i].graphs; graph++) {
      char *name = arena_printf(before.arena ? before.arena : (before.arena = arena_new()), "g%d", graph);
      rows_add(&before, (MadeRow){name, "greedy", "", 10 + graph, ROW_UNKNOWN, "s", 1});
      rows_add(&after, (MadeRow){name, "greedy", "", cases[i].factor * (10 + graph), ROW_UNKNOWN, "t", 2});
    }
    Scores old = score(&before), new = score(&after);
    StoreComparison comparison;
    assert_true(compare_make(&old, &new, &comparison, NULL));
    assert_int_equal(comparison.regressions, cases[i].regressed);
    compare_free(&comparison);
    scores_free(&old), scores_free(&new);
    rows_free(&after), rows_free(&before);
  }
}

static void refuse_strangers(void **state) {
  (void)state;
  Rows before = {0}, after = {0};
  rows_add(&before, (MadeRow){"a", "greedy", "", 10, ROW_UNKNOWN, "s", 1});
  rows_add(&after, (MadeRow){"b", "greedy", "", 10, ROW_UNKNOWN, "s", 1});
  Scores old = score(&before), new = score(&after);
  StoreComparison comparison;
  Status status = {0};
  assert_false(compare_make(&old, &new, &comparison, &status));
  assert_non_null(strstr(status.message, "in common"));
  compare_free(&comparison);
  scores_free(&old), scores_free(&new);
  rows_free(&before), rows_free(&after);
}

static void export_rows(void **state) {
  (void)state;
  Rows rows = {0};
  rows_add(&rows, (MadeRow){"b,c", "greedy", "", 10, 7, "s", 5});
  rows_add(&rows, (MadeRow){"a", "greedy", "", 0, ROW_UNKNOWN, "s", 5});
  double samples[] = {1.5, 2};
  rows.list.data[0].samples = samples, rows.list.data[0].sample_count = 2;
  rows.list.data[0].key = "ff"; // behind the other
  rows.list.data[0].device = "=cmd|' /C calc'!A0";
  Text out = {0};
  export_csv(&rows, &out);
  expect_text(
      &out,
      "key,graph,graph_hash,heuristic,script_hash,options,start,device,sizes,seed,repeat,stage,version,"
      "status,message,plan,kernels,time_us,fusible_us,library_us,");
  expect_text(&out,
              "\n00000000000000000000000000000001,a,h-a,greedy,s,,none,h200,,,1,estimate,1,failed,"
              "\"line 3: no \"\"such\"\" kernel\",,,,,,,,,,,,,,0.5,,,5,,,\nff,\"b,c\",");
  expect_text(&out, ",\"'=cmd|' /C calc'!A0\",");
  expect_text(&out, ",7,1,estimate,1,ok,,p0,3,110,10,100,,,,,,,,1.5 2,0.5,,,5,,,\n");
  text_clear(&out);
  export_lines(&rows, &out);
  Rows again = {0};
  assert_true(rows_parse("again", out.data, out.length, &again, NULL));
  assert_int_equal(again.list.count, 2);
  assert_string_equal(again.list.data[1].graph, "b,c");
  rows_free(&again);
  text_free(&out);
  rows_free(&rows);
}

static void export_database(void **state) {
  (void)state;
  void *library = dlopen("libsqlite3.so.0", RTLD_NOW);
  char *path = scratch_path("rows.db");
  Rows rows = made_rows();
  Status status = {0};
  if (!library) {
    assert_false(export_sqlite(&rows, path, &status));
    assert_int_equal(status.code, STATUS_MISSING);
  } else {
    assert_true(export_sqlite(&rows, path, NULL));
    assert_true(export_sqlite(&rows, path, NULL)); // again, in its place
    size_t length;
    char *bytes = file_read(path, &length, NULL);
    assert_memory_equal(bytes, "SQLite format 3", 16);
    free(bytes);
    assert_false(export_sqlite(&rows, "/nowhere/rows.db", &status));
    assert_non_null(strstr(status.message, "/nowhere/rows.db"));
    dlclose(library);
  }
  rows_free(&rows);
  free(path);
}

// Over a pipe, a device or a folder no database is put; a link to a file stays one.
static void export_database_elsewhere(void **state) {
  (void)state;
  char *pipe = scratch_path("pipe"), *link = scratch_path("link"), *target = scratch_path("linked.db");
  Rows rows = made_rows();
  Status status = {0};
  struct stat info;
  assert_int_equal(mkfifo(pipe, 0600), 0);
  assert_int_equal(symlink(target, link), 0);
  scratch_write("linked.db", "");
  bool installed = export_sqlite(&rows, link, &status);
  if (!installed) assert_int_equal(status.code, STATUS_MISSING);
  if (installed) {
    assert_int_equal(lstat(link, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(stat(target, &info), 0);
    assert_true(info.st_size > 0);
    assert_false(export_sqlite(&rows, pipe, &status));
    assert_int_equal(status.code, STATUS_INPUT);
    assert_non_null(strstr(status.message, "a device or a pipe"));
    assert_int_equal(lstat(pipe, &info), 0);
    assert_true(S_ISFIFO(info.st_mode));
    assert_false(export_sqlite(&rows, scratch, &status));
  }
  rows_free(&rows);
  free(pipe), free(link), free(target);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(list_worst),
      cmocka_unit_test(find_regressions),
      cmocka_unit_test(tell_regressions),
      cmocka_unit_test(refuse_strangers),
      cmocka_unit_test(export_rows),
      cmocka_unit_test(export_database),
      cmocka_unit_test(export_database_elsewhere),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
