// Running an experiment: the same rows however it is done, and whatever happens on the way.
#include "fixture.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

static void remove_store(const char *folder) {
  char command[200];
  snprintf(command, sizeof command, "rm -rf '%s/store'", folder);
  assert_int_equal(system(command), 0);
}

// The rows of a run with one process, to be freed.
static char *expected(const char *folder, const char *lua) {
  RunProgress progress;
  Status status = {0};
  if (!fixture_run(folder, lua, &(ExperimentRun){.jobs = 1}, &progress, &status))
    fail_msg("%s", status.message);
  char *rows = fixture_rows(folder, NULL);
  remove_store(folder);
  return rows;
}

static void same_rows(void **state) {
  RunProgress progress;
  char *wanted = expected(*state, fixture_small);
  for (int jobs = 2; jobs <= 5; jobs += 3) {
    int count;
    assert_true(fixture_run(*state, fixture_small, &(ExperimentRun){.jobs = jobs}, &progress, NULL));
    assert_int_equal(progress.done, SMALL_POINTS);
    assert_int_equal(progress.failed, 0);
    char *rows = fixture_rows(*state, &count);
    assert_int_equal(count, SMALL_POINTS);
    assert_string_equal(rows, wanted);
    free(rows);
    remove_store(*state);
  }
  free(wanted);
}

static void same_rows_of_shards(void **state) {
  RunProgress progress;
  int64_t done = 0;
  char *wanted = expected(*state, fixture_small);
  for (int shard = 0; shard < 3; shard++) {
    ExperimentRun run = {.jobs = 1, .shard = {shard, 3}};
    assert_true(fixture_run(*state, fixture_small, &run, &progress, NULL));
    assert_int_equal(progress.before, 0);
    done += progress.done;
  }
  assert_int_equal(done, SMALL_POINTS);
  char *rows = fixture_rows(*state, NULL);
  assert_string_equal(rows, wanted);
  free(rows);
  free(wanted);
}

static void go_on(void **state) {
  RunProgress progress;
  assert_true(fixture_run(*state, fixture_small, &(ExperimentRun){.jobs = 1}, &progress, NULL));
  assert_true(fixture_run(*state, fixture_small, &(ExperimentRun){.jobs = 1}, &progress, NULL));
  assert_int_equal(progress.before, SMALL_POINTS);
  assert_int_equal(progress.done, 0);
  // With a heuristic more.
  Text more = {0};
  text_add(&more, fixture_small);
  char *at = strstr(more.data, "baseline");
  memcpy(at, "starts  ", 8); // 'none', as before: the baseline is a point less
  assert_true(fixture_run(*state, text_get(&more), &(ExperimentRun){.jobs = 1}, &progress, NULL));
  assert_int_equal(progress.before, SMALL_POINTS - 2);
  assert_int_equal(progress.done, 0);
  text_free(&more);
}

// A failure is asked again where that is wanted, and its old row counts no more; what ended well is not.
static void ask_failures_again(void **state) {
  RunProgress progress;
  char command[300], *store = file_join(*state, "store");
  Rows rows;
  assert_true(fixture_run(*state, fixture_small, &(ExperimentRun){.jobs = 1}, &progress, NULL));
  snprintf(command, sizeof command, "sed -i '3s/\"status\":\"ok\"/\"status\":\"failed\"/' '%s'/rows/*",
           store);
  assert_int_equal(system(command), 0);
  assert_true(fixture_run(*state, fixture_small, &(ExperimentRun){.jobs = 1}, &progress, NULL));
  assert_int_equal(progress.done, 0);
  ExperimentRun again = {.jobs = 1, .again = true};
  assert_true(fixture_run(*state, fixture_small, &again, &progress, NULL));
  assert_int_equal(progress.before, SMALL_POINTS - 1);
  assert_int_equal(progress.done, 1);
  assert_true(store_read(store, &rows, NULL));
  assert_int_equal(rows.list.count, SMALL_POINTS);
  for (int i = 0; i < SMALL_POINTS; i++)
    assert_int_equal(rows.list.data[i].status, ROW_OK);
  rows_free(&rows);
  assert_true(fixture_run(*state, fixture_small, &again, &progress, NULL));
  assert_int_equal(progress.done, 0);
  free(store);
}

static void only_count(void **state) {
  RunProgress progress;
  char *store = file_join(*state, "store");
  assert_true(fixture_run(*state, fixture_small, &(ExperimentRun){.dry = true, .jobs = 1}, &progress, NULL));
  assert_int_equal(progress.points, SMALL_POINTS);
  assert_int_equal(progress.done + progress.before, 0);
  assert_false(file_exists(store));
  free(store);
}

// The same graph under another name is one graph.
static void count_equal_once(void **state) {
  RunProgress progress;
  char *text = file_read("graphs/softmax.json", NULL, NULL);
  fixture_write(*state, "copy.json", text);
  Text lua = {0};
  text_printf(&lua, "return { graphs = { 'graphs/softmax.json', '%s/copy.json' }, heuristics = 'none' }",
              (char *)*state);
  assert_true(fixture_run(*state, text_get(&lua), &(ExperimentRun){.jobs = 2}, &progress, NULL));
  assert_int_equal(progress.points, 2);
  assert_int_equal(progress.doubled, 1);
  assert_int_equal(progress.done, 1);
  text_free(&lua);
  free(text);
}

// ---- Heuristics that fail, never end, or change.

static const char lua_file[] = "local part = require('part')\nreturn { run = function(plan, opt) %s end }\n";

static void write_heuristic(const char *folder, const char *body, const char *part) {
  char text[400];
  snprintf(text, sizeof text, lua_file, body);
  fixture_write(folder, "own.lua", text);
  snprintf(text, sizeof text, "return { %s }\n", part);
  fixture_write(folder, "part.lua", text);
}

static char *own_experiment(const char *folder, const char *limits) {
  Text lua = {0};
  text_printf(
      &lua,
      "return { graphs = 'graphs/softmax.json', heuristics = { 'none', '%s/own.lua' }, limits = { %s } }",
      folder, limits);
  return text_take(&lua);
}

static Row own_row(const char *folder, Rows *rows) {
  char *store = file_join(folder, "store");
  assert_true(store_read(store, rows, NULL));
  free(store);
  for (int i = rows->list.count - 1; i >= 0; i--)
    if (strstr(rows->list.data[i].heuristic, "own.lua")) return rows->list.data[i];
  fail();
  return row_unknown();
}

// What a heuristic says of its run stands in its row.
static void keep_reports(void **state) {
  RunProgress progress;
  Rows rows;
  char *lua = own_experiment(*state, "");
  write_heuristic(*state, "plan:report{ rounds = 3, gap = 0.5, sure = true, note = 'two words' }", "");
  assert_true(fixture_run(*state, lua, &(ExperimentRun){.jobs = 1}, &progress, NULL));
  Row row = own_row(*state, &rows);
  assert_int_equal(row.status, ROW_OK);
  assert_string_equal(row.report, "gap=0.5 note=\"two words\" rounds=3 sure=true");
  rows_free(&rows);
  free(lua);
}

static void keep_failures(void **state) {
  static const struct {
    const char *body, *limits, *message;
    RowStatus status;
  } cases[] = {
      {"error('no way')", "", "no way", ROW_FAILED},
      {"while true do end", "seconds = 0.2", "more than 0.2 seconds", ROW_TIMEOUT},
      {"while true do end", "instructions = 100000", "limit of instructions", ROW_FAILED},
      {"while true do plan:estimate() end", "evaluations = 100", "limit of evaluations", ROW_FAILED},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    RunProgress progress;
    Rows rows;
    char *lua = own_experiment(*state, cases[i].limits);
    write_heuristic(*state, cases[i].body, "");
    assert_true(fixture_run(*state, lua, &(ExperimentRun){.jobs = 1}, &progress, NULL));
    assert_int_equal(progress.done, 2);
    assert_int_equal(progress.failed, 1);
    Row row = own_row(*state, &rows);
    assert_int_equal(row.status, cases[i].status);
    if (!strstr(row.message, cases[i].message)) fail_msg("%s: not in: %s", cases[i].message, row.message);
    assert_string_equal(row.plan, "");
    assert_true(isnan(row.time_us));
    assert_true(fixture_run(*state, lua, &(ExperimentRun){.jobs = 1}, &progress, NULL));
    assert_int_equal(progress.done, 0); // a failure is an answer
    rows_free(&rows);
    remove_store(*state);
    free(lua);
  }
}

static void ask_changed_again(void **state) {
  static const struct {
    const char *body, *part;
    int done;
  } steps[] = {{"", "", 2}, {"", "", 0}, {"local x = 1", "", 1}, {"local x = 1", "1", 1}, {"", "", 0}};
  char *lua = own_experiment(*state, "");
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    RunProgress progress;
    write_heuristic(*state, steps[i].body, steps[i].part);
    assert_true(fixture_run(*state, lua, &(ExperimentRun){.jobs = 1}, &progress, NULL));
    assert_int_equal(progress.done, steps[i].done);
  }
  free(lua);
}

static void refuse_what_is_not_there(void **state) {
  static const char lua[] =
      "return { graphs = 'graphs/softmax.json', heuristics = { 'none', 'compiler' },"
      " sizes = { {}, { depth = 4 } } }";
  RunProgress progress;
  Status status = {0};
  assert_true(fixture_run(*state, lua, &(ExperimentRun){.jobs = 2}, &progress, &status));
  assert_int_equal(progress.done, 4);
  assert_int_equal(progress.failed, 3); // no compiler's plan, and no such size
  char *rows = fixture_rows(*state, NULL);
  assert_non_null(strstr(rows, "\"graphs/softmax.json has no compiler's plan")); // not where that is here
  assert_non_null(strstr(rows, "depth"));
  assert_non_null(strstr(rows, "\"status\":\"refused\""));
  free(rows);
}

// ---- What happens to the store and the processes.

static void ignore_torn_lines(void **state) {
  RunProgress progress;
  char *wanted = expected(*state, fixture_small);
  assert_true(
      fixture_run(*state, fixture_small, &(ExperimentRun){.jobs = 1, .shard = {0, 2}}, &progress, NULL));
  fixture_write(*state, "store/rows/killed.jsonl", "{\"key\":\"0123");
  assert_true(fixture_run(*state, fixture_small, &(ExperimentRun){.jobs = 1}, &progress, NULL));
  char *rows = fixture_rows(*state, NULL);
  assert_string_equal(rows, wanted);
  free(rows);
  free(wanted);
}

static void refuse_foreign_rows(void **state) {
  Status status = {0};
  assert_true(fixture_run(*state, fixture_small, &(ExperimentRun){.jobs = 1, .prepare = true}, NULL, NULL));
  fixture_write(*state, "store/rows/mine.jsonl", "{\"key\":\"0123\"}\n");
  assert_false(fixture_run(*state, fixture_small, &(ExperimentRun){.jobs = 1}, NULL, &status));
  assert_non_null(strstr(status.message, "mine.jsonl, row 1"));
}

static void refuse_no_folder(void **state) {
  Status status = {0};
  fixture_write(*state, "store", "a file");
  assert_false(fixture_run(*state, fixture_small, &(ExperimentRun){.jobs = 1}, NULL, &status));
  assert_non_null(strstr(status.message, "store"));
}

// A folder that not even root can write to: no row says that a heuristic has failed.
static void outlive_unwritable_folder(void **state) {
  RunProgress progress;
  Status status = {0};
  int count;
  char *plans = file_join(*state, "store/plans");
  assert_true(fixture_run(*state, fixture_small, &(ExperimentRun){.jobs = 1, .prepare = true}, NULL, NULL));
  assert_int_equal(rmdir(plans) | symlink("/proc", plans), 0);
  assert_false(fixture_run(*state, fixture_small, &(ExperimentRun){.jobs = 2}, NULL, &status));
  assert_non_null(strstr(status.message, "cannot write"));
  free(fixture_rows(*state, &count));
  assert_int_equal(count, 0);
  unlink(plans);
  assert_true(fixture_run(*state, fixture_small, &(ExperimentRun){.jobs = 2}, &progress, NULL));
  assert_int_equal(progress.done - progress.failed, SMALL_POINTS);
  free(plans);
}

// In a process of its own, where a file can only be so long: a disk with little room. Whether it ended with a
// sentence.
static bool fails_with_room_for(const char *folder, rlim_t bytes) {
  pid_t process = fork();
  if (process == 0) {
    Status status = {0};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){bytes, bytes});
    bool good = fixture_run(folder, fixture_small, &(ExperimentRun){.jobs = 2}, NULL, &status);
    _exit(!good && strstr(status.message, "goes on from the rows") ? 0 : 1);
  }
  int ending;
  waitpid(process, &ending, 0);
  return ending == 0;
}

// First there is no room for any row, then none for more of them.
static void outlive_full_disk(void **state) {
  RunProgress progress;
  int count;
  char *wanted = expected(*state, fixture_small);
  assert_true(fixture_run(*state, fixture_small, &(ExperimentRun){.jobs = 1, .prepare = true}, NULL, NULL));
  assert_true(fails_with_room_for(*state, 300));
  free(fixture_rows(*state, &count));
  assert_int_equal(count, 0);
  assert_true(fails_with_room_for(*state, 2000));
  assert_true(fixture_run(*state, fixture_small, &(ExperimentRun){.jobs = 2}, &progress, NULL));
  assert_true(progress.before > 0 && progress.before < SMALL_POINTS);
  char *rows = fixture_rows(*state, NULL);
  assert_string_equal(rows, wanted);
  free(rows);
  free(wanted);
}

// Ends every process that `parent` starts, until it is ended itself.
static void kill_children(pid_t parent) {
  char path[64];
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
  for (;;) {
    FILE *file = fopen(path, "r");
    int child;
    while (file && fscanf(file, "%d", &child) == 1)
      if (child != getpid()) kill(child, SIGKILL);
    if (file) fclose(file);
    usleep(2000);
  }
}

// Processes that are killed cost at most the rows that they have in hand, and none is there twice.
static void outlive_killer(void **state) {
  RunProgress progress;
  int count;
  assert_true(fixture_run(*state, fixture_small, &(ExperimentRun){.jobs = 1, .prepare = true}, NULL, NULL));
  pid_t parent = getpid(), killer = fork();
  if (killer == 0) kill_children(parent);
  char *store = file_join(*state, "store/experiment.json");
  Experiment experiment;
  assert_true(experiment_open(store, &experiment, NULL));
  char *folder = file_join(*state, "store");
  ExperimentRun run = {.experiment = &experiment, .folder = folder, .jobs = 2};
  assert_true(experiment_perform(&run, &progress, NULL));
  kill(killer, SIGKILL);
  waitpid(killer, NULL, 0);
  assert_int_equal(progress.done, SMALL_POINTS);
  char *rows = fixture_rows(*state, &count);
  assert_int_equal(count, SMALL_POINTS);
  experiment_close(&experiment);
  free(rows), free(store), free(folder);
}

static void stop_at_once(void **state) {
  atomic_int stop = 1;
  Status status = {0};
  assert_false(fixture_run(*state, fixture_small, &(ExperimentRun){.jobs = 2, .stop = &stop}, NULL, &status));
  assert_int_equal(status.code, STATUS_CANCELLED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(same_rows),
      SCRATCH_TEST(same_rows_of_shards),
      SCRATCH_TEST(go_on),
      SCRATCH_TEST(ask_failures_again),
      SCRATCH_TEST(keep_reports),
      SCRATCH_TEST(only_count),
      SCRATCH_TEST(count_equal_once),
      SCRATCH_TEST(keep_failures),
      SCRATCH_TEST(ask_changed_again),
      SCRATCH_TEST(refuse_what_is_not_there),
      SCRATCH_TEST(ignore_torn_lines),
      SCRATCH_TEST(refuse_foreign_rows),
      SCRATCH_TEST(refuse_no_folder),
      SCRATCH_TEST(outlive_unwritable_folder),
      SCRATCH_TEST(outlive_full_disk),
      SCRATCH_TEST(outlive_killer),
      SCRATCH_TEST(stop_at_once),
  };
  if (chdir(FUSEBOX_SOURCE_ROOT) != 0) return 1;
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
