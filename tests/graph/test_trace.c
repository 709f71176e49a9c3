// Logs of torch.compile (TORCH_TRACE), and the graphs of a run: trace/step.log has the forward and the
// backward graph of one function and the only graph of another.
#include "base/file.h"
#include "base/text.h"
#include "graph/read/inductor/trace.h"
#include "graph/read/list.h"

#include "test.h"

#include <ftw.h>
#include <stdio.h>
#include <unistd.h>

#define STEP FUSEBOX_SOURCE_ROOT "/tests/graph/trace/step.log"

static const char *const titles[] = {"0/0 forward of scale (step.py:2)", "0/0 backward of scale (step.py:2)",
                                     "1/0 inference of shift (step.py:8)"};

static char folder[] = "/tmp/fusebox-trace-XXXXXX";

static int make_folder(void **state) {
  (void)state;
  return !mkdtemp(folder);
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *where) {
  (void)info, (void)kind, (void)where;
  return remove(path);
}

static int remove_folder(void **state) {
  (void)state;
  return nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

// A file in the folder, with folders above it.
static void write_file(const char *name, const char *text, size_t length) {
  Status status = {0};
  char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  char *above = memory_strndup(path, (size_t)(strrchr(path, '/') - path));
  if (!file_make_folders(above, &status) || !file_write(path, text, length, &status))
    fail_msg("%s", status.message);
  free(above);
}

static void check_list(const char *path) {
  GraphPaths paths;
  graph_paths_find(path, &paths);
  assert_int_equal(paths.paths.count, 3);
  for (int i = 0; i < 3; i++)
    assert_string_equal(paths.titles.data[i], titles[i]);
  graph_paths_free(&paths);
}

static void check_graph(const char *path, const char *title, int ops) {
  Status status = {0};
  DumpPlan *plan;
  Graph *graph = graph_open(path, NULL, &plan, &status);
  if (!graph) fail_msg("%s", status.message);
  assert_string_equal(graph->name, title);
  assert_int_equal(graph->op_count, ops);
  assert_non_null(plan);
  assert_int_equal(plan->kernel_count, 1);
  dump_plan_free(plan);
  graph_free(graph);
}

// Ops as the log lists them: mul, exp, sum; of the backward graph nine, three of which are views.
// ...
static void test_graphs(void **state) {
  (void)state;
  check_list(STEP);
  check_graph(STEP "#1", titles[0], 3);
  check_graph(STEP "#shift", titles[2], 2);
  check_graph(STEP "#1/0", titles[2], 2);
}

static void check_refusal(const char *path, const char *part) {
  Status status = {0};
  assert_null(graph_open(path, NULL, NULL, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  if (!strstr(status.message, part)) fail_msg("no \"%s\" in: %s", part, status.message);
}

static void test_refusals(void **state) {
  (void)state;
  check_refusal(STEP "#4", "only 3");
  check_refusal(STEP "#scale", "several of its 3 graphs have \"scale\"");
  check_refusal(STEP "#pottery", "none of its 3 graphs is \"pottery\"");
  static const char cached[] =
      "V1123 17:05:14.502000 19323 torch/_inductor/graph.py:2575] {\"inductor_output_code\": {}, "
      "\"frame_id\": 0, \"frame_compile_id\": 0, \"has_payload\": \"cb75\"}\n\tx = 1\n";
  write_file("cached.log", cached, sizeof cached - 1);
  char path[256];
  snprintf(path, sizeof path, "%s/cached.log", folder);
  check_refusal(path, "TORCHINDUCTOR_FORCE_DISABLE_CACHES=1");
}

// A folder of logs, by its number and name; where debug folders are beside them, these are the graphs.
static void test_folders(void **state) {
  (void)state;
  Status status = {0};
  size_t length;
  char *log = file_read(STEP, &length, &status), path[256];
  write_file("run/tlparse/dedicated_log_torch_trace_ab.log", log, length);
  snprintf(path, sizeof path, "%s/run", folder);
  check_list(path);
  snprintf(path, sizeof path, "%s/run#3", folder);
  check_graph(path, titles[2], 2);
  snprintf(path, sizeof path, "%s/run#backward", folder);
  check_graph(path, titles[1], 9);
  static const char text[] =
      "class <lambda>(torch.nn.Module):\n    def forward(self, x: \"f32[4]\"):\n        "
      "relu: \"f32[4]\" = torch.ops.aten.relu.default(x)\n        return (relu,)\n";
  write_file("run/torchinductor/model__0_inference_0.0/fx_graph_transformed.py", text, sizeof text - 1);
  snprintf(path, sizeof path, "%s/run", folder);
  GraphPaths paths;
  graph_paths_find(path, &paths);
  assert_int_equal(paths.paths.count, 1);
  assert_non_null(strstr(paths.paths.data[0], "model__0_inference_0.0"));
  graph_paths_free(&paths);
  // what tlparse takes apart: a folder a compilation
  write_file("tl_out/-_0_0_0/inductor_post_grad_graph_12.txt", text, sizeof text - 1);
  write_file("tl_out/-_0_0_0/inductor_pre_grad_graph_10.txt", text, sizeof text - 1);
  write_file("tl_out/-_1_0_0/inductor_post_grad_graph_31.txt", text, sizeof text - 1);
  snprintf(path, sizeof path, "%s/tl_out", folder);
  graph_paths_find(path, &paths);
  assert_int_equal(paths.paths.count, 2);
  assert_string_equal(paths.titles.data[1], "-_1_0_0/inductor_post_grad_graph_31.txt");
  graph_paths_free(&paths);
  free(log);
}

// A log that is kept is not read again, and remarks are not looked for where they are not wanted.
static void test_kept(void **state) {
  (void)state;
  Status status = {0};
  size_t length;
  char *log = file_read(STEP, &length, &status), path[256];
  write_file("kept/step.log", log, length);
  write_file("kept/torch_logs.txt", "x\n", 2);
  ReadKept kept = {0};
  ReadOptions options = {.kept = &kept};
  for (int number = 1; number <= 3; number++) {
    DumpPlan *plan;
    snprintf(path, sizeof path, "%s/kept/step.log#%d", folder, number);
    Graph *graph = graph_open(path, &options, &plan, &status);
    if (!graph) fail_msg("%s", status.message);
    assert_string_equal(graph->name, titles[number - 1]);
    assert_int_equal(plan->remark_source != NULL, number == 1);
    dump_plan_free(plan);
    graph_free(graph);
    options.no_remarks = true;
    *strrchr(path, '#') = '\0';
    unlink(path);
  }
  read_kept_free(&kept);
  free(log);
}

// More compilations than are read, each with its function behind it: in time that goes with their number.
static void test_many(void **state) {
  (void)state;
  static const char prefix[] = "V1123 17:05:14.502000 19323 a.py:1] {\"frame_id\": ";
  Text text = {0};
  for (int i = 0; i <= TRACE_GRAPHS_MOST; i++)
    text_printf(&text,
                "%s%d, \"artifact\": {\"name\": \"inductor_post_grad_graph\"}}\n\tx\n"
                "%s%d, \"compilation_metrics\": {\"co_name\": \"f%d\", \"co_filename\": \"m.py\"}}\n",
                prefix, i, prefix, i, i);
  TraceLog log;
  trace_log_find(text_get(&text), text.length, &log);
  assert_int_equal(log.graphs.count, TRACE_GRAPHS_MOST);
  assert_string_equal(log.graphs.data[TRACE_GRAPHS_MOST - 1].function, "f65535 (m.py:0)");
  trace_log_free(&log);
  text_free(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_graphs), cmocka_unit_test(test_refusals),
                                     cmocka_unit_test(test_folders), cmocka_unit_test(test_many),
                                     cmocka_unit_test(test_kept)};
  return cmocka_run_group_tests_name("trace", tests, make_folder, remove_folder);
}
