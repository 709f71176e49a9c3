// What an experiment's file asks for, written out; errors point at its lines; shares of engines.
#include "fixture.h"

#include "base/json.h"
#include "experiment/read.h"

#include <stdio.h>

static bool open_text(const char *folder, const char *lua, Experiment *experiment, Status *status) {
  fixture_write(folder, "sweep.lua", lua);
  char *path = file_join(folder, "sweep.lua");
  bool good = experiment_open(path, experiment, status);
  free(path);
  return good;
}

// In the order of names, the last option changing first, then starts; the baseline behind, as it was not
// named.
static void write_out(void **state) {
  static const char lua[] =
      "return { graphs = { 'graphs/x*t.json', 'graphs/softmax.json' }, sizes = { {}, { rows = 64 } },\n"
      "  devices = { 'h200', 'h200' }, starts = { 'none', 'compiler' }, baseline = 'compiler',\n"
      "  heuristics = { { 'local', kernels = { 8, 32 }, seed = { 1, 2 } }, 'none' }, stages = { "
      "'estimate', "
      "'time' },\n"
      "  searches = 'random', repeats = 3, limits = { seconds = 5, instructions = 1000, evaluations = 70 } }";
  static const char *const wanted[] = {"local 1 kernels=8 none",  "local 1 kernels=8 compiler",
                                       "local 2 kernels=8 none",  "local 2 kernels=8 compiler",
                                       "local 1 kernels=32 none", "local 1 kernels=32 compiler",
                                       "local 2 kernels=32 none", "local 2 kernels=32 compiler",
                                       "none -1  none",           "random -1  none",
                                       "random -1  compiler",     "compiler -1  none"};
  Experiment experiment;
  Status status = {0};
  if (!open_text(*state, lua, &experiment, &status)) fail_msg("%s", status.message);
  assert_int_equal(experiment.graphs.count, 4);
  assert_string_equal(experiment.graphs.data[0].name, "graphs/xent.json");
  assert_string_equal(experiment.graphs.data[0].sizes_text, "");
  assert_string_equal(experiment.graphs.data[3].name, "graphs/softmax.json");
  assert_string_equal(experiment.graphs.data[3].sizes_text, "rows=64");
  assert_int_equal(experiment.devices.count, 1);
  assert_int_equal(experiment.variants.count, 12);
  for (int i = 0; i < 12; i++) {
    const ExperimentVariant *variant = &experiment.variants.data[i];
    char line[100];
    snprintf(line, sizeof line, "%s %d %s %s", variant->heuristic, (int)variant->seed, variant->options_text,
             variant->start);
    assert_string_equal(line, wanted[i]);
  }
  assert_int_equal(experiment.stages, 1u << STAGE_ESTIMATE | 1u << STAGE_TIME);
  assert_int_equal(experiment_points(&experiment), 4 * 12 * 3 * 2);
  assert_int_equal(experiment.instructions, 1000);
  assert_int_equal(experiment.evaluations, 70);
  experiment_close(&experiment);
}

// Rounds go over all variants before the next begins.
static void order_points(void **state) {
  Experiment experiment;
  assert_true(open_text(*state,
                        "return { graphs = 'graphs/softmax.json', heuristics = { 'none', 'greedy' }, "
                        "repeats = 2, devices = { 'h200', 'a100' } }",
                        &experiment, NULL));
  for (int unit = 0; unit < 8; unit++) {
    Point point = experiment_point(&experiment, 0, unit, STAGE_ESTIMATE);
    assert_int_equal(point.variant, unit & 1);
    assert_int_equal(point.repeat, unit >> 1 & 1);
    assert_int_equal(point.device, unit >> 2);
  }
  experiment_close(&experiment);
}

static void keep_resolved(void **state) {
  Experiment experiment, again;
  Text first = {0}, second = {0};
  Status status = {0};
  assert_true(open_text(*state, fixture_small, &experiment, NULL));
  experiment_write(&experiment, &first);
  fixture_write(*state, "experiment.json", text_get(&first));
  char *path = file_join(*state, "experiment.json");
  if (!experiment_open(path, &again, &status)) fail_msg("%s", status.message);
  experiment_write(&again, &second);
  assert_string_equal(text_get(&first), text_get(&second));
  experiment_close(&again);
  // A script that changed since is told.
  memcpy(strstr(first.data, "\"hash\": \"") + 9, "0000", 4);
  fixture_write(*state, "experiment.json", text_get(&first));
  assert_false(experiment_open(path, &again, &status));
  assert_non_null(strstr(status.message, "is another than it was then"));
  experiment_close(&experiment);
  text_free(&first), text_free(&second);
  free(path);
}

static void point_at_errors(void **state) {
  static const struct {
    const char *lua, *message;
  } cases[] = {
      {"return {\n  graph = 'x',\n}", "sweep.lua:2:3: graph: there is no such field: did you mean graphs"},
      {"return { graphs = 'graphs/xent.json', heuristics = { { 'greedy',\n copis = false } } }",
       "sweep.lua:2:2: copis: greedy has no such option: did you mean copies"},
      {"return { graphs = 'graphs/xent.json', heuristics = { { 'random', seed = 1, width = 3 } } }",
       "width: random has no such option"},
      {"return {\n}", "heuristics: name at least one"},
      {"return { heuristics = 'none' }", "graphs: name at least one"},
      {"x = \n\n+", "sweep.lua:3:"},
      {"return 7", "returns no table"},
      {"return { graphs = print }", "graphs is a function"},
      {"return { graphs = 'graphs/none*.json',\n heuristics = 'none' }", "sweep.lua:1:20: there is no graph"},
      {"return { graphs = 'graphs/softmax.json',\n heuristics = { 'none', 'magic' } }",
       "sweep.lua:2:26: there is no heuristic \"magic\""},
      {"return { graphs = 'graphs/softmax.json',\n heuristics = 'none', devices = 'h9' }", "sweep.lua:2:"},
      {"return { graphs = 'graphs/softmax.json', heuristics = 'none',\n repeats = 0 }",
       "sweep.lua:2:2: repeats: a number from 1"},
      {"return { graphs = 'graphs/softmax.json', heuristics = 'none',\n limits = { second = 1 } }",
       "sweep.lua:2:13: second: limits are of"},
      {"return { graphs = 'graphs/softmax.json', heuristics = 'none', stages = 'measure' }",
       "are the stages"},
      {"return { graphs = 'graphs/softmax.json', heuristics = { { 'random', seed = -1 } } }", "a seed is"},
      {"return { graphs = 'graphs/softmax.json', heuristics = { { 'random', seed = {} } } }",
       "name at least one value"},
      {"return { graphs = 'graphs/softmax.json', heuristics = { { 'none', width = 1 } } }",
       "no heuristic with"},
      {"return { graphs = 'graphs/softmax.json', heuristics = 'greedy', starts = 'x.json' }", "plan file"},
      {"return { graphs = 'graphs/softmax.json', heuristics = 'none', sizes = { rows = 'x' } }",
       "whole number"},
      {"local t = {} t.t = t return t", "deep"},
      {"while true do end", "endless loop"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Experiment experiment;
    Status status = {0};
    assert_false(open_text(*state, cases[i].lua, &experiment, &status));
    assert_int_equal(status.code, STATUS_INPUT);
    if (!strstr(status.message, cases[i].message))
      fail_msg("%s: not in: %s", cases[i].message, status.message);
  }
}

// ---- Shares.

static void expect_shard(const char *text, int index, int count, const char *source) {
  Shard shard = {0};
  Text from = {0};
  Status status = {0};
  bool good = shard_read(text, &shard, &from, &status);
  if (good != (count > 0)) fail_msg("%s: %s", text, status.message);
  if (good) assert_int_equal(shard.index, index);
  if (good) assert_int_equal(shard.count, count);
  if (good) assert_non_null(strstr(text_get(&from), source));
  text_free(&from);
}

static void read_shards(void **state) {
  (void)state;
  expect_shard("3/32", 3, 32, "--shard");
  expect_shard("0/1", 0, 1, "--shard");
  expect_shard("32/32", 0, 0, "");
  expect_shard("-1/4", 0, 0, "");
  expect_shard("1", 0, 0, "");
  expect_shard("auto", 0, 0, "");
  setenv("SLURM_PROCID", "1", 1), setenv("SLURM_NTASKS", "2", 1);
  expect_shard("auto", 1, 2, "SLURM_PROCID");
  setenv("SLURM_ARRAY_TASK_ID", "5", 1), setenv("SLURM_ARRAY_TASK_COUNT", "8", 1);
  setenv("SLURM_ARRAY_TASK_MIN", "0", 1), setenv("SLURM_ARRAY_TASK_MAX", "7", 1);
  expect_shard("auto", 5, 8, "SLURM_ARRAY_TASK_ID");
  setenv("SLURM_ARRAY_TASK_MIN", "3", 1), setenv("SLURM_ARRAY_TASK_COUNT", "2", 1); // of an array sent again
  expect_shard("auto", 1, 2, "SLURM_PROCID");
  setenv("FUSEBOX_SHARD", "2/3", 1);
  expect_shard("auto", 2, 3, "FUSEBOX_SHARD");
  setenv("FUSEBOX_SHARD", "3/3", 1);
  expect_shard("auto", 0, 0, "");
}

// Every graph is in exactly one share.
static void share_out(void **state) {
  (void)state;
  for (int graph = 0; graph < 100; graph++) {
    char hash[KEY_SIZE];
    int in = 0;
    snprintf(hash, sizeof hash, "%016x", graph * 7919);
    ExperimentGraph one = {.name = "g", .hash = hash, .sizes_text = ""};
    for (int i = 0; i < 7; i++)
      in += shard_has(&(Shard){i, 7}, &one);
    assert_int_equal(in, 1);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(write_out),       SCRATCH_TEST(order_points),    SCRATCH_TEST(keep_resolved),
      SCRATCH_TEST(point_at_errors), cmocka_unit_test(read_shards), cmocka_unit_test(share_out),
  };
  if (chdir(FUSEBOX_SOURCE_ROOT) != 0) return 1;
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
