// Following buffers through call(): the kernels that it finds are checked against the provenance file, which
// it does not read, and against damage.
#include "fx_fixture.h"

#include "base/random.h"
#include "base/text.h"
#include "graph/read/inductor/flow.h"

typedef struct Code {
  Graph *graph;
  DumpPlan *listed; // as graph_read_folder gives it, with the provenance file's members where there is one
  char *text;
  size_t length;
} Code;

static void code_open(Code *code, const char *name) {
  char path[512], file[600];
  Status status = {0};
  dump_path(name, path);
  code->graph = graph_read_folder(path, NULL, &code->listed, &status);
  if (!code->graph) fail_msg("%s", status.message);
  snprintf(file, sizeof file, "%s/output_code.py", path);
  code->text = file_read(file, &code->length, &status);
  assert_non_null(code->text);
}

static void code_close(Code *code) {
  free(code->text);
  dump_plan_free(code->listed);
  graph_free(code->graph);
}

// The plan from call() alone; dump_plan_free frees it.
static DumpPlan *follow(const Graph *graph, const char *text, size_t length) {
  Arena *arena = arena_new();
  DumpPlan *plan = arena_alloc(arena, sizeof *plan);
  OutputCode code;
  SizeTable sizes = {0};
  *plan = (DumpPlan){.arena = arena, .compiler = "inductor"};
  output_code_read(text, length, &sizes, arena, &code);
  flow_run(graph, &code, plan);
  output_code_free(&code);
  return plan;
}

static bool lists(const DumpKernel *kernel, const char *name) {
  for (int i = 0; i < kernel->node_count; i++) {
    if (!strcmp(kernel->nodes[i], name)) return true;
  }
  return false;
}

// In these graphs the provenance file lists what a launch computes, and what it reads of what led there.
static void finds_what_the_provenance_file_lists(void **state) {
  (void)state;
  static const char *const names[] = {"bert/forward",  "epilogue/inference", "gelu/inference",
                                      "gpt2/forward1", "layernorm/forward",  "llama/forward",
                                      "mix/forward",   "siblings/inference", "softmax/inference"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    Code code;
    code_open(&code, names[i]);
    DumpPlan *found = follow(code.graph, code.text, code.length);
    assert_int_equal(found->kernel_count, code.listed->kernel_count);
    assert_int_equal(found->unplaced_count, 0);
    for (int j = 0; j < found->kernel_count; j++) {
      const DumpKernel *ours = &found->kernels[j], *listed = &code.listed->kernels[j];
      assert_true(listed->exact && !ours->exact);
      for (int k = 0; k < listed->node_count; k++) {
        if (!lists(ours, listed->nodes[k]))
          fail_msg("%s: %s lacks %s", names[i], ours->name, listed->nodes[k]);
      }
      assert_int_equal(ours->node_count, listed->node_count);
    }
    dump_plan_free(found);
    code_close(&code);
  }
}

static const DumpKernel *find_launch(const DumpPlan *plan, const char *name, int handle) {
  for (int i = 0; i < plan->kernel_count; i++)
    if (plan->kernels[i].handle == handle && !strcmp(plan->kernels[i].name, name)) return &plan->kernels[i];
  fail_msg("no launch %s:%d", name, handle);
  return NULL;
}

// The gradient of a GELU is in memory when its columns are summed (the launch has one input, buf33 and then
// buf92 of the next layer), though the fragment lists the 13 nodes that led to it.
static void what_is_read_is_not_computed(void **state) {
  (void)state;
  Code code;
  code_open(&code, "bert/backward");
  DumpPlan *found = follow(code.graph, code.text, code.length);
  const char *name = "triton_red_fused_gelu_gelu_backward_sum_view_22";
  const DumpKernel *first = find_launch(found, name, 65), *second = find_launch(found, name, 67);
  assert_true(lists(first, "sum_18"));
  assert_false(lists(first, "erf_1") || lists(first, "convert_element_type_136"));
  assert_true(lists(second, "sum_33"));
  assert_false(lists(second, "erf") || lists(second, "mul_95"));
  assert_int_equal(first->skipped_count, second->skipped_count);
  dump_plan_free(found);
  code_close(&code);
}

// So where the provenance file lists them: the launch pads what the launch before it has cast.
static void listed_nodes_that_are_read_are_left_out(void **state) {
  (void)state;
  Code code;
  code_open(&code, "bert/forward");
  const DumpKernel *pad = NULL;
  for (int i = 0; i < code.listed->kernel_count; i++)
    if (!strcmp(code.listed->kernels[i].name, "triton_poi_fused__to_copy_addmm_t_18"))
      pad = &code.listed->kernels[i];
  assert_non_null(pad);
  assert_true(pad->exact && lists(pad, "constant_pad_nd_default_2"));
  assert_false(lists(pad, "convert_element_type_92"));
  code_close(&code);
}

// call() must return the graph's outputs, by what the buffers are found to hold: a wrong buffer anywhere
// shows here.
static void returns_are_the_outputs(void **state) {
  (void)state;
  static const char *const names[] = {
      "bert/backward", "gpt2/backward",   "gpt2/forward",   "layernorm/backward", "llama/backward",
      "mix/backward",  "resnet/backward", "resnet/forward", "rmsmodel/backward",  "rmsmodel/forward"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    Code code;
    code_open(&code, names[i]);
    DumpPlan *found = follow(code.graph, code.text, code.length);
    for (int j = 0; j < found->unplaced_count; j++)
      print_error("%s: %s\n", names[i], found->unplaced[j]);
    assert_int_equal(found->unplaced_count, 0);
    dump_plan_free(found);
    code_close(&code);
  }
}

// Swapping two arguments of one launch must not go unnoticed.
static void a_wrong_buffer_is_noticed(void **state) {
  (void)state;
  Code code;
  code_open(&code, "mix/backward");
  char *at = strstr(code.text, "triton_poi_fused__to_copy_3.run(buf13, buf15,");
  assert_non_null(at);
  memcpy(strstr(at, "buf13"), "buf24", 5); // a buffer that does not exist yet
  DumpPlan *found = follow(code.graph, code.text, code.length);
  assert_true(found->unplaced_count > 0);
  dump_plan_free(found);
  code_close(&code);
}

// As it is for CUDA graphs: call() calls a function that has its statements, and returns what that gives it.
static char *in_partition(const char *text) {
  const char *call = strstr(text, "    def call(self, args):\n"), *body = strchr(call, '\n') + 1;
  const char *last = strstr(body, "        return ");
  Text whole = {0};
  text_add(&whole, "def partition_0(args):\n");
  text_add_bytes(&whole, body, (size_t)(last - body));
  text_add(&whole, "        return (buf0, buf1)\n");
  text_add_bytes(&whole, text, (size_t)(body - text));
  text_add(&whole,
           "        partition0_args = [primals_1]\n"
           "        (buf0, buf1) = self.partitions[0](partition0_args)\n"
           "        del partition0_args\n");
  text_add(&whole, last);
  return text_take(&whole);
}

static void partitions_are_followed(void **state) {
  (void)state;
  static const char *const names[] = {"mix/forward", "mix/backward", "gpt2/forward1"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    Code code;
    code_open(&code, names[i]);
    char *text = in_partition(code.text);
    size_t length = strlen(text);
    DumpPlan *wanted = follow(code.graph, code.text, code.length), *found = follow(code.graph, text, length);
    assert_int_equal(found->unplaced_count, wanted->unplaced_count);
    assert_int_equal(found->kernel_count, wanted->kernel_count);
    for (int j = 0; j < found->kernel_count; j++) {
      assert_string_equal(found->kernels[j].name, wanted->kernels[j].name);
      assert_int_equal(found->kernels[j].handle, wanted->kernels[j].handle);
      assert_int_equal(found->kernels[j].node_count, wanted->kernels[j].node_count);
    }
    for (size_t cut = 0; cut < length; cut += length / 40)
      dump_plan_free(follow(code.graph, text, cut));
    dump_plan_free(found);
    dump_plan_free(wanted);
    free(text);
    code_close(&code);
  }
}

// A cut or changed file gives fewer or other kernels, never a crash.
static void damage_does_no_harm(void **state) {
  (void)state;
  Code code;
  Random random = {3};
  code_open(&code, "mix/backward");
  for (size_t cut = 0; cut < code.length; cut += code.length / 150) {
    char *copy = malloc(cut ? cut : 1); // exactly as long, so that sanitizers see a read beyond it
    memcpy(copy, code.text, cut);
    dump_plan_free(follow(code.graph, copy, cut));
    free(copy);
  }
  for (int round = 0; round < 150; round++) {
    char *copy = malloc(code.length);
    memcpy(copy, code.text, code.length);
    for (int change = 0; change < 1 + round % 8; change++) {
      copy[random_below(&random, code.length)] = "()[]%=,:'\" \n01ab_.-#"[random_below(&random, 20)];
    }
    dump_plan_free(follow(code.graph, copy, code.length));
    free(copy);
  }
  code_close(&code);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_what_the_provenance_file_lists),
      cmocka_unit_test(what_is_read_is_not_computed),
      cmocka_unit_test(listed_nodes_that_are_read_are_left_out),
      cmocka_unit_test(returns_are_the_outputs),
      cmocka_unit_test(a_wrong_buffer_is_noticed),
      cmocka_unit_test(partitions_are_followed),
      cmocka_unit_test(damage_does_no_harm),
  };
  return cmocka_run_group_tests_name("flow", tests, NULL, NULL);
}
