// Telling formats apart, and folders that are incomplete or broken.
#include "fx_fixture.h"

#include <unistd.h>

static const char fx_text[] =
    "def forward(self, x: \"f32[4]\"):\n"
    "    exp: \"f32[4]\" = torch.ops.aten.exp.default(x)\n"
    "    return (exp,)\n";

static char folder[64];

static int make_folder(void **state) {
  (void)state;
  strcpy(folder, "/tmp/fusebox-open-XXXXXX");
  return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
  (void)state;
  int count;
  Status status = {0};
  char **names = file_list(folder, &count, &status);
  for (int i = 0; i < count; i++) {
    char *path = file_join(folder, names[i]);
    unlink(path);
    free(path);
    free(names[i]);
  }
  free(names);
  return rmdir(folder);
}

static void put(const char *name, const void *bytes, size_t length) {
  Status status = {0};
  char *path = file_join(folder, name);
  if (!file_write(path, bytes, length, &status)) fail_msg("%s", status.message);
  free(path);
}

static Graph *open_file(const char *name, Status *status) {
  DumpPlan *plan = NULL;
  char *path = file_join(folder, name);
  Graph *graph = graph_open(path, NULL, &plan, status);
  assert_null(plan); // only folders have one
  free(path);
  return graph;
}

static void refuses(const char *name, const char *part) {
  Status status = {0};
  assert_null(open_file(name, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  if (!strstr(status.message, part)) fail_msg("\"%s\" is not in: %s", part, status.message);
}

static const char hlo_text[] =
    "%e (x: f32[4]) -> f32[4] {\n  %x = f32[4]{0} parameter(0)\n"
    "  ROOT %y = f32[4]{0} negate(%x)\n}\n\nENTRY %main {\n"
    "  %a = f32[4]{0} parameter(0)\n"
    "  ROOT %b = f32[4]{0} call(%a), to_apply=%e\n}\n";

static void opens_each_format(void **state) {
  (void)state;
  static const char json[] =
      "\n{ \"format\": \"fusebox-graph\", \"version\": 1, \"name\": \"tiny\",\n"
      "  \"inputs\": [ { \"name\": \"x\", \"dtype\": \"f32\", \"shape\": [4] } ],\n"
      "  \"ops\": [ { \"name\": \"y\", \"op\": \"exp\", \"in\": [\"x\"] } ],\n"
      "  \"outputs\": [\"y\"] }\n";
  Status status = {0};
  put("graph.json", json, strlen(json));
  put("graph.py", fx_text, strlen(fx_text));
  put("graph.txt", hlo_text, strlen(hlo_text));
  Graph *from_json = open_file("graph.json", &status), *from_fx = open_file("graph.py", &status);
  Graph *from_hlo = open_file("graph.txt", &status);
  if (!from_json || !from_fx || !from_hlo) fail_msg("%s", status.message);
  assert_string_equal(from_hlo->name, "graph.txt");
  graph_free(from_hlo);
  assert_string_equal(from_json->name, "tiny");
  assert_string_equal(from_fx->name, "graph");
  graph_free(from_json);
  graph_free(from_fx);
}

static void numbers_choose_graphs_of_a_log(void **state) {
  (void)state;
  size_t length;
  Status status = {0};
  char *log = read_test_file("torch_logs.txt", &length);
  put("log.txt", log, length);
  put("odd#2", fx_text, strlen(fx_text));
  Graph *first = open_file("log.txt", &status), *second = open_file("log.txt#2", &status);
  Graph *odd = open_file("odd#2", &status); // a file of that name comes before a number
  if (!first || !second || !odd) fail_msg("%s", status.message);
  assert_int_equal(first->op_count, 9);
  assert_int_equal(second->op_count, 16);
  assert_int_equal(odd->op_count, 1);
  refuses("log.txt#3", "no graph 3 in it, only 2");
  graph_free(first);
  graph_free(second);
  graph_free(odd);
  free(log);
}

static void refuses_other_files(void **state) {
  (void)state;
  put("empty", "", 0);
  put("binary", "\177ELF\0\1\2", 7);
  put("hlo.txt", "HloModule jit_f\n", 16);
  put("stablehlo.txt", "module @jit_f {\n  stablehlo.add\n}\n", 34);
  put("list.json", "[1, 2]", 6);
  refuses("empty", "no FX graph");
  refuses("binary", "a binary file");
  refuses("hlo.txt", "hlo.txt:2:1: the module has no computation");
  refuses("stablehlo.txt", "compile().as_text()");
  refuses("list.json", "list.json:1:1");
  refuses("missing", "missing");
}

static Graph *open_folder(DumpPlan **plan, Status *status) {
  return graph_open(folder, NULL, plan, status);
}

// A folder may lack the code and the provenance file; what is there must be whole.
static void folders_may_be_incomplete_but_not_broken(void **state) {
  (void)state;
  static const char provenance[] =
      "{ \"cppCodeToPost\": { \"triton_poi_fused_exp_0:1\": [\"exp\", \"gone\"] } }";
  DumpPlan *plan = NULL;
  Status status = {0};
  assert_null(open_folder(&plan, &status));
  assert_non_null(strstr(status.message, "no fx_graph_transformed.py"));

  put("fx_graph_readable.py", fx_text, strlen(fx_text));
  Graph *graph = open_folder(&plan, &status);
  assert_non_null(graph);
  assert_null(plan);
  graph_free(graph);

  put("inductor_provenance_tracking_node_mappings.json", provenance, strlen(provenance));
  graph = open_folder(&plan, &status);
  assert_non_null(graph);
  assert_int_equal(plan->kernel_count, 1);
  assert_string_equal(plan->kernels[0].name, "triton_poi_fused_exp_0");
  assert_int_equal(plan->kernels[0].handle, 1);
  assert_int_equal(plan->kernels[0].node_count, 1);
  assert_int_equal(plan->unplaced_count, 1); // "gone" is not in the graph
  assert_non_null(strstr(plan->unplaced[0], "'gone'"));
  dump_plan_free(plan);
  graph_free(graph);

  put("inductor_provenance_tracking_node_mappings.json", provenance, strlen(provenance) - 1);
  status = (Status){0};
  assert_null(open_folder(&plan, &status));
  assert_null(plan);
  assert_non_null(strstr(status.message, "node_mappings.json:1:"));
  put("inductor_provenance_tracking_node_mappings.json", "{}", 2);
  assert_null(open_folder(&plan, &status));
  assert_non_null(strstr(status.message, "cppCodeToPost"));
}

static void code_that_says_nothing_is_no_error(void **state) {
  (void)state;
  DumpPlan *plan = NULL;
  Status status = {0};
  put("fx_graph_transformed.py", fx_text, strlen(fx_text));
  put("output_code.py", "import torch\n", 13);
  Graph *graph = open_folder(&plan, &status);
  assert_non_null(graph);
  assert_int_equal(plan->kernel_count, 0);
  assert_int_equal(plan->unplaced_count, 1);
  assert_string_equal(plan->unplaced[0], "exp is in no kernel");
  dump_plan_free(plan);
  graph_free(graph);
}

#define FRESH(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

int main(void) {
  const struct CMUnitTest tests[] = {
      FRESH(opens_each_format),
      FRESH(numbers_choose_graphs_of_a_log),
      FRESH(refuses_other_files),
      FRESH(folders_may_be_incomplete_but_not_broken),
      FRESH(code_that_says_nothing_is_no_error),
  };
  return cmocka_run_group_tests_name("open", tests, NULL, NULL);
}
