// The stage "time", by a driver that is none: it knows the kernel of neg, 7 us a launch. Two processes use
// two GPUs. Skipped without NVRTC.
#include "fixture.h"

#include "gpu/worker/worker.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

static const char graph[] =
    "{ \"format\": \"fusebox-graph\", \"version\": 1, \"name\": \"negs\", \"sizes\": { \"n\": 4096 },"
    "  \"inputs\": [ { \"name\": \"x\", \"dtype\": \"f32\", \"shape\": [\"n\"] },"
    "                { \"name\": \"z\", \"dtype\": \"f32\", \"shape\": [\"n\"] } ],"
    "  \"ops\": [ { \"name\": \"n1\", \"op\": \"neg\", \"in\": [\"x\"] },"
    "             { \"name\": \"n2\", \"op\": \"neg\", \"in\": [\"z\"] } ],"
    "  \"outputs\": [\"n1\", \"n2\"] }";

// The build folder may have been moved: the driver is looked for from where this program is.
static void use_fake_driver(void) {
  char program[PATH_MAX] = "", path[PATH_MAX + 64];
  if (readlink("/proc/self/exe", program, sizeof program - 1) < 0) return;
  *strrchr(program, '/') = '\0';
  snprintf(path, sizeof path, "%s/../gpu/libfake_driver.so", program);
  setenv("FUSEBOX_DRIVER", path, 1);
  snprintf(path, sizeof path, "%s/../gpu/libfake_nvml.so", program);
  setenv("FUSEBOX_NVML", path, 1);
}

static char *lua_text(const char *folder) {
  Text lua = {0};
  fixture_write(folder, "negs.json", graph);
  text_printf(
      &lua,
      "return { graphs = '%s/negs.json', heuristics = 'none', stages = { 'estimate', 'time' }, repeats = 3 }",
      folder);
  return text_take(&lua);
}

// Each time of the whole, 14 us, with the clock and the power of the GPU that it is of.
static void check_samples(const Row *row) {
  assert_int_equal(row->sample_count, 50);
  for (int i = 0; i < row->sample_count; i++)
    assert_float_equal(row->samples[i], 14, 0.1);
  assert_float_equal(row->clock_mhz, 1980, 1e-9);
  assert_float_equal(row->power_w, 512.5, 1e-9);
  assert_string_equal(row->gpu, "GPU-f0f1f2f3-f4f5-f6f7-f8f9-fafbfcfdfeff");
}

static void time_plans(void **state) {
  RunProgress progress;
  Status status = {0};
  Rows rows;
  char *lua = lua_text(*state), *store = file_join(*state, "store");
  setenv("CUDA_VISIBLE_DEVICES", "0,1", 1);
  if (!fixture_run(*state, lua, &(ExperimentRun){.jobs = 2}, &progress, &status))
    fail_msg("%s", status.message);
  assert_int_equal(progress.done, 6);
  assert_true(store_read(store, &rows, NULL));
  for (int i = 0; i < rows.list.count; i++) {
    const Row *row = &rows.list.data[i];
    if (row->status != ROW_OK) fail_msg("%s: %s", row->stage, row->message);
    assert_int_equal(row->kernels, 2);
    if (strcmp(row->stage, "time") == 0) assert_float_equal(row->fusible_us, 14, 0.1);
    if (strcmp(row->stage, "time") == 0) assert_true(row->library_us == 0 && row->time_us > 0);
    if (strcmp(row->stage, "time") == 0)
      check_samples(row);
    else
      assert_true(row->sample_count == 0 && !*row->gpu);
  }
  rows_free(&rows);
  free(store), free(lua);
}

// The only plan of the store; to be freed.
static char *only_plan(const char *store) {
  int count;
  char *plans = file_join(store, "plans"), **names = file_list(plans, &count, NULL);
  assert_int_equal(count, 1);
  char *path = file_join(plans, names[0]);
  free(plans), free(names[0]), free(names);
  return path;
}

// A plan that is not what its name says is made again, and takes its place.
static void make_changed_again(void **state) {
  RunProgress progress;
  char *lua = lua_text(*state), *store = file_join(*state, "store");
  assert_true(
      fixture_run(*state, lua, &(ExperimentRun){.jobs = 1, .stages = 1u << STAGE_ESTIMATE}, &progress, NULL));
  size_t length;
  char *path = only_plan(store), *text = file_read(path, &length, NULL);
  Text changed = {0};
  text_printf(&changed, "%s ", text);
  assert_true(file_write(path, changed.data, changed.length, NULL));
  assert_true(fixture_run(*state, lua, &(ExperimentRun){.jobs = 1}, &progress, NULL));
  assert_int_equal(progress.done, 3);
  char *again = file_read(path, NULL, NULL);
  assert_string_equal(again, text);
  text_free(&changed);
  free(again), free(text), free(path), free(store), free(lua);
}

static const char *timed_graph(const Rows *rows, int at) {
  for (int i = 0; i < rows->list.count; i++)
    if (strcmp(rows->list.data[i].stage, "time") == 0 && at-- == 0) return rows->list.data[i].graph;
  fail_msg("a timed row is missing");
  return NULL;
}

// Of two graphs, three plans of each: what is compared is timed one after the other, though processes without
// a GPU have looked through all of it before.
static void time_graph_by_graph(void **state) {
  RunProgress progress;
  Rows rows;
  Text lua = {0};
  char *store = file_join(*state, "store");
  Text larger = {0};
  text_printf(&larger, "%.*s8192%s", (int)(strstr(graph, "4096") - graph), graph, strstr(graph, "4096") + 4);
  fixture_write(*state, "negs.json", graph);
  fixture_write(*state, "more.json", text_get(&larger));
  text_printf(&lua,
              "return { graphs = { '%s/negs.json', '%s/more.json' }, stages = { 'estimate', 'time' },"
              "  heuristics = { 'none', { 'max_reads', max_reads = { 4, 8 } } } }",
              (char *)*state, (char *)*state);
  setenv("CUDA_VISIBLE_DEVICES", "0", 1);
  ExperimentRun planned = {.jobs = 4, .stages = 1u << STAGE_ESTIMATE};
  assert_true(fixture_run(*state, text_get(&lua), &planned, &progress, NULL));
  assert_true(fixture_run(*state, text_get(&lua), &(ExperimentRun){.jobs = 4}, &progress, NULL));
  assert_int_equal(progress.done, 6);
  assert_true(store_read(store, &rows, NULL));
  for (int i = 0; i < 6; i += 3) {
    assert_string_equal(timed_graph(&rows, i), timed_graph(&rows, i + 1));
    assert_string_equal(timed_graph(&rows, i), timed_graph(&rows, i + 2));
  }
  rows_free(&rows);
  text_free(&lua);
  text_free(&larger);
  free(store);
}

// Kernels of equal code share a cubin, in which one of them is called otherwise: a copy needs no code.
static void compile_alike_kernels(void **state) {
  static const char alike[] =
      "{ \"format\": \"fusebox-graph\", \"version\": 1, \"name\": \"alike\", \"inputs\": ["
      "  { \"name\": \"x\", \"dtype\": \"f32\", \"shape\": [4096] },"
      "  { \"name\": \"z\", \"dtype\": \"f32\", \"shape\": [4096] } ],"
      "  \"ops\": [ { \"name\": \"c\", \"op\": \"clone\", \"in\": [\"x\"] },"
      "             { \"name\": \"n1\", \"op\": \"neg\", \"in\": [\"c\"] },"
      "             { \"name\": \"n2\", \"op\": \"neg\", \"in\": [\"z\"] } ],"
      "  \"outputs\": [\"n1\", \"n2\"] }";
  static const char fuse[] = "return { run = function(plan) plan:fuse(plan:op 'c', plan:op 'n1') end }";
  RunProgress progress;
  Rows rows;
  Text lua = {0};
  char *store = file_join(*state, "store");
  fixture_write(*state, "alike.json", alike);
  fixture_write(*state, "fuse.lua", fuse);
  text_printf(&lua, "return { graphs = '%s/alike.json', heuristics = '%s/fuse.lua', stages = 'compile' }",
              (char *)*state, (char *)*state);
  assert_true(fixture_run(*state, text_get(&lua), &(ExperimentRun){.jobs = 1}, &progress, NULL));
  assert_true(store_read(store, &rows, NULL));
  assert_int_equal(rows.list.count, 1);
  if (rows.list.data[0].status != ROW_OK) fail_msg("%s", rows.list.data[0].message);
  assert_int_equal(rows.list.data[0].kernels, 2);
  assert_true(rows.list.data[0].instructions > 0);
  rows_free(&rows);
  text_free(&lua);
  free(store);
}

// A heuristic that asks what plans take: of two launches of 7 us 14, and of each 7.
static void let_heuristics_measure(void **state) {
  static const char heuristic[] =
      "return { run = function(plan)\n"
      "local us, kernels = plan:measure()\n"
      "local list = {}\n"
      "for _, each in pairs(kernels) do list[#list + 1] = each end\n"
      "plan:report { us = us // 1, kernels = #list, sum = (list[1] + list[2]) // 1 }\n"
      "end }\n";
  RunProgress progress;
  Status status = {0};
  Rows rows;
  Text lua = {0};
  char *store = file_join(*state, "store");
  fixture_write(*state, "negs.json", graph);
  fixture_write(*state, "asks.lua", heuristic);
  text_printf(&lua, "return { graphs = '%s/negs.json', heuristics = '%s/asks.lua' }", (char *)*state,
              (char *)*state);
  if (!fixture_run(*state, text_get(&lua), &(ExperimentRun){.jobs = 2}, &progress, &status))
    fail_msg("%s", status.message);
  assert_true(store_read(store, &rows, NULL));
  assert_int_equal(rows.list.count, 1);
  if (rows.list.data[0].status != ROW_OK) fail_msg("%s", rows.list.data[0].message);
  assert_string_equal(rows.list.data[0].report, "kernels=2 sum=14 us=14");
  rows_free(&rows);
  text_free(&lua);
  free(store);
}

static void refuse_without_gpu(void **state) {
  Status status = {0};
  char *lua = lua_text(*state);
  setenv("FAKE_NO_DEVICE", "1", 1);
  assert_false(fixture_run(*state, lua, &(ExperimentRun){.jobs = 2}, NULL, &status));
  assert_int_equal(status.code, STATUS_MISSING);
  assert_non_null(strstr(status.message, "the stage \"time\" needs a GPU"));
  RunProgress progress; // the other stage needs none
  ExperimentRun run = {.jobs = 2, .stages = 1u << STAGE_ESTIMATE};
  assert_true(fixture_run(*state, lua, &run, &progress, NULL));
  assert_int_equal(progress.done, 3);
  unsetenv("FAKE_NO_DEVICE");
  free(lua);
}

int main(int count, char **arguments) {
  if (count > 1 && !strcmp(arguments[1], "--gpu-worker")) return worker_main(count, arguments);
  Compiler *compiler = compiler_new("", NULL);
  compiler_free(compiler);
  if (!compiler) return 77;
  use_fake_driver();
  setenv("FUSEBOX_CUPTI", "0", 1);
  const struct CMUnitTest tests[] = {SCRATCH_TEST(time_plans),
                                     SCRATCH_TEST(make_changed_again),
                                     SCRATCH_TEST(time_graph_by_graph),
                                     SCRATCH_TEST(compile_alike_kernels),
                                     SCRATCH_TEST(let_heuristics_measure),
                                     SCRATCH_TEST(refuse_without_gpu)};
  if (chdir(FUSEBOX_SOURCE_ROOT) != 0) return 1;
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
