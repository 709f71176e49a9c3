// The shipped dumps: what inference finds is what PyTorch annotated, and kernels are as the compiler launched
// them.
#include "fx_fixture.h"

#include "base/json.h"
#include "scratch.h"

typedef struct Dump {
  const char *name;
  int ops;      // calls in fx_graph_transformed.py, foreach calls counted per element
  int launches; // lines of call() in output_code.py that launch something, counted by hand with grep
  int listed;   // entries of cppCodeToPost; 0: there is no provenance file
} Dump;

static const Dump dumps[] = {
    {"adamw/inference", 125, 2, 1},    {"bert/backward", 426, 105, 0},    {"bert/forward", 351, 70, 70},
    {"epilogue/inference", 22, 4, 4},  {"gelu/inference", 8, 1, 1},       {"gpt2/backward", 262, 60, 0},
    {"gpt2/backward1", 28, 1, 0},      {"gpt2/forward", 198, 44, 44},     {"gpt2/forward1", 24, 3, 3},
    {"layernorm/backward", 28, 1, 0},  {"layernorm/forward", 9, 1, 1},    {"llama/backward", 386, 67, 0},
    {"llama/forward", 264, 55, 55},    {"mix/backward", 75, 14, 0},       {"mix/forward", 40, 6, 6},
    {"resnet/backward", 617, 125, 0},  {"resnet/forward", 676, 132, 132}, {"rmsmodel/backward", 306, 44, 0},
    {"rmsmodel/forward", 190, 33, 33}, {"siblings/inference", 5, 1, 1},   {"softmax/inference", 6, 1, 1},
};
enum { DUMP_COUNT = sizeof dumps / sizeof *dumps };

static Graph *open_dump(const char *name, DumpPlan **plan) {
  char path[512];
  Status status = {0};
  dump_path(name, path);
  Graph *graph = graph_read_folder(path, NULL, plan, &status);
  if (!graph) fail_msg("%s", status.message);
  return graph;
}

// Every note is printed, so that a failure says what is wrong.
static void inference_agrees_with_pytorch(void **state) {
  (void)state;
  for (int i = 0; i < DUMP_COUNT; i++) {
    int count;
    Graph *graph = open_dump(dumps[i].name, NULL);
    const Note *notes = graph_notes(graph, &count);
    for (int j = 0; j < count; j++)
      print_error("%s: %s\n", dumps[i].name, notes[j].text);
    assert_int_equal(count, 0);
    assert_int_equal(graph->op_count, dumps[i].ops);
    for (int op = 0; op < graph->op_count; op++)
      assert_int_not_equal(graph->ops[op].op_class, CLASS_OPAQUE);
    graph_free(graph);
  }
}

static void kernels_are_the_launches(void **state) {
  (void)state;
  for (int i = 0; i < DUMP_COUNT; i++) {
    DumpPlan *plan;
    Graph *graph = open_dump(dumps[i].name, &plan);
    int exact = 0;
    assert_int_equal(plan->kernel_count, dumps[i].launches);
    for (int j = 0; j < plan->kernel_count; j++) {
      assert_int_equal(plan->kernels[j].launch, j);
      exact += plan->kernels[j].exact;
    }
    assert_int_equal(exact, dumps[i].listed);
    dump_plan_free(plan);
    graph_free(graph);
  }
}

static bool is_dead(const Graph *graph, const Op *op) {
  for (int i = 0; i < op->result_count; i++) {
    const Value *value = &graph->values[op->first_result + i];
    if (value->reader_count || value->is_output) return false;
  }
  return op->mutates < 0;
}

static void mark(const Graph *graph, const DumpKernel *kernel, int *kernels) {
  for (int i = 0; i < kernel->node_count; i++) {
    int value = graph_find_value(graph, kernel->nodes[i]);
    int op = value == NO_VALUE ? graph_find_op(graph, kernel->nodes[i]) : graph->values[value].producer;
    assert_int_not_equal(op, NO_OP);
    kernels[op]++;
  }
}

// Only dead code is in no kernel, and what is said of it is all that is said.
static void every_op_is_in_a_kernel(void **state) {
  (void)state;
  for (int i = 0; i < DUMP_COUNT; i++) {
    DumpPlan *plan;
    Graph *graph = open_dump(dumps[i].name, &plan);
    int *kernels = calloc((size_t)graph->op_count, sizeof *kernels);
    int said = 0;
    for (int j = 0; j < plan->kernel_count; j++)
      mark(graph, &plan->kernels[j], kernels);
    for (int op = 0; op < graph->op_count; op++) {
      const Op *at = &graph->ops[op];
      if (at->is_view || at->op_class == CLASS_CREATE || kernels[op]) continue;
      if (!is_dead(graph, at)) fail_msg("%s: %s is in no kernel", dumps[i].name, at->name);
      said++;
    }
    bool guessed =
        !strcmp(dumps[i].name, "adamw/inference"); // its second kernel comes without a list of nodes
    for (int j = 0; j < plan->unplaced_count && plan->unplaced_count != said + guessed; j++) {
      print_error("%s: %s\n", dumps[i].name, plan->unplaced[j]);
    }
    assert_int_equal(plan->unplaced_count, said + guessed);
    free(kernels);
    dump_plan_free(plan);
    graph_free(graph);
  }
}

// Among what it computes, or what it reads instead.
static bool lists(const DumpKernel *kernel, const char *name) {
  for (int i = 0; i < kernel->node_count; i++) {
    if (!strcmp(kernel->nodes[i], name)) return true;
  }
  for (int i = 0; i < kernel->skipped_count; i++) {
    if (!strcmp(kernel->skipped[i], name)) return true;
  }
  return false;
}

static const DumpKernel *kernel_with_key(const DumpPlan *plan, const char *key) {
  for (int i = 0; i < plan->kernel_count; i++) {
    char own[512];
    snprintf(own, sizeof own, "%s:%d", plan->kernels[i].name, plan->kernels[i].handle);
    if (!strcmp(own, key)) return &plan->kernels[i];
  }
  return NULL;
}

// With the provenance file: the same members, launch by launch, but those that a launch reads.
static void members_are_those_of_the_provenance_file(void **state) {
  (void)state;
  for (int i = 0; i < DUMP_COUNT; i++) {
    if (!dumps[i].listed) continue;
    DumpPlan *plan;
    char path[512], file[600];
    Status status = {0};
    Graph *graph = open_dump(dumps[i].name, &plan);
    dump_path(dumps[i].name, path);
    snprintf(file, sizeof file, "%s/inductor_provenance_tracking_node_mappings.json", path);
    Json *json = json_read(file, &status);
    assert_non_null(json);
    const JsonNode *mapping = json_get(json_root(json), "cppCodeToPost");
    assert_int_equal(json_count(mapping), dumps[i].listed);
    for (const JsonNode *entry = json_first(mapping); entry; entry = json_next(entry)) {
      const DumpKernel *kernel = kernel_with_key(plan, json_key(entry));
      assert_non_null(kernel);
      assert_true(kernel->exact);
      int members = 0;
      for (const JsonNode *node = json_first(entry); node; node = json_next(node)) {
        // A foreach node is listed without its five elements, which are the graph's ops.
        bool foreach = !strncmp(json_string(node, ""), "_foreach", 8);
        if (!foreach && !lists(kernel, json_string(node, "")))
          fail_msg("%s lacks %s", json_key(entry), json_string(node, ""));
        if (foreach) assert_true(lists(kernel, "getitem") && lists(kernel, "getitem_4"));
        members += foreach ? 5 : 1;
      }
      assert_int_equal(kernel->node_count + kernel->skipped_count, members);
    }
    json_free(json);
    dump_plan_free(plan);
    graph_free(graph);
  }
}

static void check_names(const char *const *names, int count, const char *const *wanted) {
  int wanted_count = 0;
  while (wanted[wanted_count]) {
    bool found = false;
    for (int i = 0; i < count; i++)
      found = found || !strcmp(names[i], wanted[wanted_count]);
    if (!found) fail_msg("%s is missing", wanted[wanted_count]);
    wanted_count++;
  }
  assert_int_equal(count, wanted_count);
}

// A kernel that is defined for the last layer and launched again for the first: the second launch's nodes
// were followed by hand in fx_graph_transformed.py (silu backward of layer 0: from mm_32, mm_4 and mm_5 to
// mul_58 and convert_element_type_145).
static void a_second_launch_has_its_own_nodes(void **state) {
  (void)state;
  static const char *const nodes[] = {"view_75",
                                      "view_19",
                                      "convert_element_type_24",
                                      "neg_2",
                                      "exp",
                                      "add_8",
                                      "div",
                                      "convert_element_type_25",
                                      "mul_58",
                                      "view_21",
                                      "mul_59",
                                      "convert_element_type_143",
                                      "reciprocal_1",
                                      "mul_60",
                                      "mul_61",
                                      "sub_4",
                                      "mul_62",
                                      "add_36",
                                      "mul_63",
                                      "convert_element_type_145",
                                      NULL};
  static const char *const stored[] = {"mul_58", "convert_element_type_145", NULL};
  DumpPlan *plan;
  Graph *graph = open_dump("llama/backward", &plan);
  const DumpKernel *kernel =
      kernel_with_key(plan, "triton_poi_fused__unsafe_view_mul_silu_silu_backward_view_5:38");
  assert_non_null(kernel);
  check_names(kernel->nodes, kernel->node_count, nodes);
  check_names(kernel->stored, kernel->stored_count, stored);
  dump_plan_free(plan);
  graph_free(graph);
}

// mix/backward: launch 0 leaves pieces of two column sums, launches 1 and 2 combine one each; launch 11 is
// the mixed-order kernel whose workspace gives sum_3 and sum_6.
static void split_and_mixed_reductions_are_told(void **state) {
  (void)state;
  static const char *const first[] = {"mul_10", "sum_1", "mul_18", "sum_4", NULL};
  static const char *const second[] = {"mul_18", "sum_4", NULL};
  static const char *const sum_4[] = {"sum_4", NULL}, *const none[] = {NULL};
  static const char *const mixed[] = {"add_7", "sum_3", "sum_6", NULL};
  DumpPlan *plan;
  Graph *graph = open_dump("mix/backward", &plan);
  check_names(plan->kernels[0].nodes, plan->kernels[0].node_count, first);
  check_names(plan->kernels[0].stored, plan->kernels[0].stored_count, none);
  check_names(plan->kernels[2].nodes, plan->kernels[2].node_count, second);
  check_names(plan->kernels[2].stored, plan->kernels[2].stored_count, sum_4);
  check_names(plan->kernels[11].stored, plan->kernels[11].stored_count, mixed);
  assert_int_equal(plan->kernels[0].combines, -1);
  assert_int_equal(plan->kernels[1].combines, 0);
  assert_int_equal(plan->kernels[2].combines, 0);
  assert_int_equal(plan->kernels[11].handle, 0);
  dump_plan_free(plan);
  graph_free(graph);
}

// Strides that only output_code.py knows: an input laid out channels last, results of attention and
// convolution.
static void strides_come_from_the_code(void **state) {
  (void)state;
  Graph *resnet = open_dump("resnet/backward", NULL);
  const Value *input = value_named(resnet, "relu_15"), *gradient = value_named(resnet, "getitem_42");
  assert_int_equal(input->stride[1],
                   1); // assert_size_stride(relu_15, (64, 512, 7, 7), (25088, 1, 3584, 512))
  assert_int_equal(input->stride[3], 512);
  assert_int_equal(gradient->stride[1], 1);
  Graph *llama = open_dump("llama/backward", NULL);
  const Value *query = value_named(llama, "getitem_18"); // (4, 32, 2048, 64), (4194304, 64, 2048, 1)
  assert_int_equal(query->stride[1], 64);
  assert_int_equal(query->stride[2], 2048);
  const Value *full = value_named(llama, "unsqueeze_default");
  assert_int_equal(full->shape.rank, 3);
  // The compiler stores what is padded for a product as its operand lies, with rows that begin aligned:
  Graph *gpt2 = open_dump("gpt2/backward", NULL); // buf0 = empty_strided_cuda((50264, 8192), (1, 50304), ...)
  const Value *padded = value_named(gpt2, "constant_pad_nd_default_2");
  assert_int_equal(padded->stride[0], 1);
  assert_int_equal(padded->stride[1], 50304);
  graph_free(gpt2);
  graph_free(resnet);
  graph_free(llama);
}

// AdamW writes its state in place: one order edge at least per tensor that is read before it is written.
static void mutation_is_kept(void **state) {
  (void)state;
  Graph *graph = open_dump("adamw/inference", NULL);
  int writers = 0;
  for (int op = 0; op < graph->op_count; op++)
    writers += graph->ops[op].mutates >= 0;
  // _foreach_add_ over 5 steps, _foreach_add_ over 5 averages and 10 copies into parameters and averages of
  // squares
  assert_int_equal(writers, 20);
  assert_true(graph->order_count >= 10);
  graph_free(graph);
}

static void write_file(const char *folder, const char *name, const char *text) {
  Status status = {0};
  char *path = file_join(folder, name);
  assert_true(file_write(path, text, strlen(text), &status));
  free(path);
}

// Two combined kernels of an optimizer, without fragments and without provenance: each has what leads to the
// memory that it writes into.
static void combined_kernels_are_told_by_what_they_write(void **state) {
  const char *folder = *state;
  static const char graph_text[] =
      "class <lambda>(torch.nn.Module):\n"
      "    def forward(self, arg0_1: \"f32[8]\", arg1_1: \"f32[4]\", arg2_1: \"f32[8]\", arg3_1: "
      "\"f32[4]\"):\n"
      "        _foreach_mul = torch.ops.aten._foreach_mul.List([arg0_1, arg1_1], [arg2_1, arg3_1])\n"
      "        getitem: \"f32[8]\" = _foreach_mul[0]\n"
      "        getitem_1: \"f32[4]\" = _foreach_mul[1]\n"
      "        exp: \"f32[4]\" = torch.ops.aten.exp.default(getitem_1)\n"
      "        copy_: \"f32[8]\" = torch.ops.aten.copy_.default(arg0_1, getitem)\n"
      "        copy__1: \"f32[4]\" = torch.ops.aten.copy_.default(arg1_1, exp)\n"
      "        return ()\n";
#define COMBINED(number) \
  "triton_for_fused_" number " = async_compile.triton('triton_for_fused_" number \
  "', '''\n" \
  "def triton_for_fused_" number \
  "(in_ptr0, in_ptr1, out_ptr0):\n" \
  "    tl.store(out_ptr0 + (x0), tmp2, xmask)\n" \
  "''', device_str='cuda')\n"
  static const char code[] = COMBINED("0") COMBINED("1")
      "def call(args):\n"
      "    # [Provenance debug handles] triton_for_fused_0:1\n"
      "    triton_for_fused_0.run(arg1_1, arg3_1, arg1_1, stream=stream0)\n"
      "    # [Provenance debug handles] triton_for_fused_1:2\n"
      "    triton_for_fused_1.run(arg0_1, arg2_1, arg0_1, stream=stream0)\n"
      "    return ()\n";
#undef COMBINED
  static const char *const wanted[2][3] = {{"getitem_1", "exp", "copy__1"}, {"getitem", "copy_"}};
  Status status = {0};
  DumpPlan *plan;
  write_file(folder, "fx_graph_transformed.py", graph_text);
  write_file(folder, "output_code.py", code);
  Graph *graph = graph_read_folder(folder, NULL, &plan, &status);
  if (!graph) fail_msg("%s", status.message);
  assert_int_equal(plan->kernel_count, 2);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(plan->kernels[i].node_count, 3 - i);
    for (int j = 0; j < 3 - i; j++)
      assert_string_equal(plan->kernels[i].nodes[j], wanted[i][j]);
  }
  assert_int_equal(plan->unplaced_count, 2); // a sentence each
  assert_non_null(
      strstr(plan->unplaced[0], "(launch 0) computes; it has the 3 ops needed for what it writes"));
  dump_plan_free(plan);
  graph_free(graph);
}

static void a_folder_without_a_graph_says_so(void **state) {
  (void)state;
  char path[512];
  Status status = {0};
  DumpPlan *plan;
  dump_path("llama", path);
  assert_null(graph_open(path, NULL, &plan, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_non_null(strstr(status.message, "it holds 2 graphs"));
  assert_null(plan);
  dump_path("nothing_here", path);
  status = (Status){0};
  assert_null(graph_read_folder(path, NULL, &plan, &status));
  assert_true(status.message[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(inference_agrees_with_pytorch),
      cmocka_unit_test(kernels_are_the_launches),
      cmocka_unit_test(every_op_is_in_a_kernel),
      cmocka_unit_test(members_are_those_of_the_provenance_file),
      cmocka_unit_test(a_second_launch_has_its_own_nodes),
      cmocka_unit_test(split_and_mixed_reductions_are_told),
      cmocka_unit_test(strides_come_from_the_code),
      cmocka_unit_test(mutation_is_kept),
      cmocka_unit_test_setup_teardown(combined_kernels_are_told_by_what_they_write, scratch_test_make,
                                      scratch_test_remove),
      cmocka_unit_test(a_folder_without_a_graph_says_so),
  };
  return cmocka_run_group_tests_name("dumps", tests, NULL, NULL);
}
