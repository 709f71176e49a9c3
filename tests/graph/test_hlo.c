// HLO text: its spellings, layouts, fusions as kernels.
#include "graph/read/read.h"
#include "test.h"

#include "base/file.h"
#include "base/text.h"
#include "graph/read/hlo/hlo.h"
#include "graph/write/write.h"

#include <stdio.h>
#include <stdlib.h>

static Graph *parse(const char *text, DumpPlan **plan) {
  Status status = {0};
  Graph *graph = graph_read_hlo("test.hlo", text, strlen(text), 0, plan, &status);
  if (!graph) fail_msg("%s", status.message);
  return graph;
}

static Graph *parse_file(const char *name, DumpPlan **plan) {
  char path[512];
  size_t length;
  Status status = {0};
  snprintf(path, sizeof path, TEST_FOLDER "/%s", name);
  char *text = file_read(path, &length, &status);
  Graph *graph = text ? graph_read_hlo(path, text, length, 0, plan, &status) : NULL;
  if (!graph) fail_msg("%s", status.message);
  free(text);
  return graph;
}

static const Op *op_named(const Graph *graph, const char *name) {
  int op = graph_find_op(graph, name);
  if (op == NO_OP) fail_msg("no op is called %s", name);
  return &graph->ops[op];
}

static const Value *result_of(const Graph *graph, const char *name) {
  return &graph->values[op_named(graph, name)->first_result];
}

static int note_count(const Graph *graph) {
  int count;
  const Note *notes = graph_notes(graph, &count);
  for (int i = 0; i < count; i++)
    print_message("%s\n", notes[i].text);
  return count;
}

// With and without '%', shapes of operands, layouts, a header, ROOT, ENTRY; comments; an unknown attribute.
static void spellings_are_one_graph(void **state) {
  (void)state;
  static const char plain[] =
      "ENTRY main {\n  x = f32[2,3] parameter(0)\n  y = f32[2,3] exponential(x)\n"
      "  ROOT z = f32[2,3] add(y, x)\n}\n";
  static const char *const others[] = {
      "// RUN: something\nHloModule main, a={b={\"}\"}}, is_scheduled=false\n\n%main (x: f32[2,3]) -> "
      "f32[2,3] {\n"
      "  %x = f32[2,3]{1,0} parameter(0), sharding={replicated}\n"
      "  %y = f32[2,3]{1,0:T(8,128)S(5)} exponential(f32[2,3]{1,0} %x), metadata={op_name=\"a, {b\"}, "
      "new=[2,4]<=[8]T(1,0)\n"
      "  ROOT %z = f32[2,3]{1,0} add(f32[2,3] %y, /*index=1*/ f32[2,3]{1,0} %x)\n}, "
      "execution_thread=\"main\"\n",
      "main {\n  x = f32[2,3]{} parameter(0)\n  y = f32[2,3] exponential(x)\n  z = f32[2,3] add(y, x) }",
  };
  Graph *first = parse(plain, NULL);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    Graph *other = parse(others[i], NULL);
    assert_true(other->hash == first->hash);
    graph_free(other);
  }
  graph_free(first);
}

static void operands_may_be_instructions(void **state) {
  (void)state;
  Graph *graph =
      parse("e {\n  x = f32[4] parameter(0)\n  ROOT y = f32[4] add(f32[4] negate(f32[4] x), x)\n}\n", NULL);
  assert_int_equal(graph->op_count, 2);
  assert_int_equal(graph->ops[0].code, OP_NEG);
  assert_int_equal(graph->ops[1].operands[0].value, graph->ops[0].first_result);
  graph_free(graph);
}

// "%t#1" is the element that get-tuple-element takes, of tuples in tuples as well; one that is written twice
// is one instruction.
static void elements_have_a_short_form(void **state) {
  (void)state;
  static const char *const forms[] = {
      "e {\n  t = (f32[4], (f32[4], f32[4])) parameter(0)\n  a = f32[4] get-tuple-element(t), index=0\n"
      "  u = (f32[4], f32[4]) get-tuple-element(t), index=1\n  b = f32[4] get-tuple-element(u), index=1\n"
      "  y = f32[4] subtract(a, b)\n  ROOT z = f32[4] multiply(y, b)\n}\n",
      "e {\n  %t = (f32[4], (f32[4], f32[4])) parameter(0)\n  %y = f32[4] subtract(%t#0, %t#1#1)\n"
      "  ROOT %z = f32[4] multiply(%y, f32[4]{0} %t#1#1)\n}\n"};
  Graph *first = parse(forms[0], NULL), *second = parse(forms[1], NULL);
  assert_int_equal(second->op_count, 2);
  assert_true(first->hash == second->hash);
  graph_free(first);
  graph_free(second);
}

// A library's product names its axes in its configuration, and gives memory that nobody reads; the kernels of
// a module that all passes went over are its launches.
static void products_of_cublas_are_products(void **state) {
  (void)state;
  DumpPlan *plan = NULL;
  Graph *graph = parse_file("fuzz/corpus/hlo/elements", &plan);
  const Op *product = op_named(graph, "gemm");
  assert_int_equal(product->code, OP_MM);
  assert_int_equal(product->operands[0].value, op_named(graph, "e")->first_result);
  assert_int_equal(note_count(graph), 0);
  assert_true(plan->kernels[1].library);
  dump_plan_free(plan);
  graph_free(graph);
  graph = parse(
      "e {\n  a = f32[4,4] parameter(0)\n  g = (f32[4,4], s8[64]) custom-call(a, a), "
      "custom_call_target=\"__cublas$lt$matmul\", backend_config={\"alpha_real\":1,\"beta\":0,"
      "\"epilogue\":\"RELU\"}\n  ROOT r = f32[4,4] abs(g#0)\n}\n",
      NULL);
  assert_int_equal(op_named(graph, "g")->op_class, CLASS_OPAQUE);
  graph_free(graph);
}

// How a value is spread over devices changes none of its elements.
static void shardings_are_the_value(void **state) {
  (void)state;
  Graph *graph = parse(
      "e {\n  x = f32[4] parameter(0)\n  s = f32[4] custom-call(x), custom_call_target=\"Sharding\", "
      "sharding={replicated}\n  ROOT y = f32[4] negate(s)\n}\n",
      NULL);
  assert_int_equal(graph->op_count, 1);
  assert_int_equal(graph->ops[0].operands[0].value, graph->inputs[0]);
  assert_int_equal(note_count(graph), 0);
  graph_free(graph);
}

// {0,1} of [2,3]: the first axis is the fastest. A bitcast reads those bytes row by row: [3,2], transposed.
static void layouts_are_strides(void **state) {
  (void)state;
  Graph *graph = parse(
      "ENTRY e {\n  x = f32[2,3]{0,1} parameter(0)\n  b = f32[3,2]{1,0} bitcast(x)\n"
      "  n = f32[2,3]{0,1} negate(x)\n  c = f32[2,3]{1,0} copy(n)\n"
      "  ROOT t = (f32[3,2]{1,0}, f32[2,3]{1,0}) tuple(b, c)\n}\n",
      NULL);
  const Value *x = &graph->values[graph->inputs[0]];
  assert_int_equal(x->stride[0], 1);
  assert_int_equal(x->stride[1], 2);
  for (int op = 0; op < graph->op_count && graph->ops[op].code != OP_NEG; op++)
    assert_true(graph->ops[op].is_view);
  const Value *bitcast = result_of(graph, "b"), *copy = result_of(graph, "c"),
              *negated = result_of(graph, "n");
  assert_true(bitcast->strided && bitcast->stride[0] == 2 && bitcast->stride[1] == 1);
  assert_true(negated->stride[0] == 1 && negated->stride[1] == 2);
  assert_true(copy->stride[0] == 3 && copy->stride[1] == 1);
  assert_int_equal(op_named(graph, "c")->code, OP_CLONE);
  assert_int_equal(note_count(graph), 0);
  graph_free(graph);
}

// An optimised module reads bits as another type by a bitcast, which may turn the axes as well.
static void bitcasts_read_bits(void **state) {
  (void)state;
  Graph *graph = parse(
      "ENTRY e {\n  x = u32[2,3]{0,1} parameter(0)\n  b = f32[3,2]{1,0} bitcast(x)\n"
      "  c = f16[3,4]{1,0} bitcast(x)\n  ROOT t = (f32[3,2]{1,0}, f16[3,4]{1,0}) tuple(b, c)\n}\n",
      NULL);
  assert_int_equal(graph->ops[0].code, OP_REINTERPRET);
  assert_int_equal(result_of(graph, "b")->dtype, DTYPE_F32);
  assert_int_equal(result_of(graph, "b")->shape.size[0], 3);
  assert_true(op_named(graph, "b")->is_view);
  assert_int_equal(op_named(graph, "c")->op_class, CLASS_OPAQUE); // two for each element
  graph_free(graph);
}

static void constants_are_numbers_runs_or_inputs(void **state) {
  (void)state;
  Graph *graph = parse(
      "ENTRY e {\n  x = bf16[2,3] parameter(0)\n  c = bf16[] constant(0.1)\n"
      "  w = bf16[2,3] broadcast(c), dimensions={}\n  y = bf16[2,3] multiply(x, w)\n"
      "  r = s32[4,1] constant({ {7}, {5}, {3}, {1} })\n  q = f32[300] constant({...})\n"
      "  ROOT t = (bf16[2,3], s32[4,1], f32[300]) tuple(y, r, q)\n}\n",
      NULL);
  const Op *multiply = op_named(graph, "y");
  assert_true(multiply->operands[1].is_number);
  assert_true(multiply->operands[1].number == 0.10009765625); // 0.1 in bfloat16: 205 / 2048
  const Op *iota = &graph->ops[graph_find_op(graph, "r") - 1];
  assert_int_equal(iota->code, OP_IOTA);
  assert_true(op_number(iota, ATTRIBUTE_START, 0) == 7 && op_number(iota, ATTRIBUTE_STEP, 0) == -2);
  assert_int_equal(graph->input_count, 2); // the elided constant is the second
  assert_string_equal(graph->values[graph->inputs[1]].name, "q");
  assert_int_equal(note_count(graph), 1);
  graph_free(graph);
}

// An input that is made where it is met has the hash of one that stands first, as in the file that is
// written.
static void late_inputs_hash_as_first_ones(void **state) {
  (void)state;
  Graph *graph = parse(
      "ENTRY e {\n  x = f32[6] parameter(0)\n  n = f32[6] negate(x)\n  w = f32[6] constant({...})\n"
      "  ROOT y = f32[6] multiply(n, w)\n}\n",
      NULL);
  assert_true(graph->inputs[1] > op_named(graph, "n")->first_result);
  Text text = {0};
  Status status = {0};
  assert_true(graph_write_json(graph, &text, &status));
  Graph *again = graph_read_json("again.json", text.data, text.length, NULL, &status);
  assert_non_null(again);
  assert_true(again->inputs[1] < op_named(again, "n")->first_result);
  assert_true(again->hash == graph->hash);
  text_free(&text);
  graph_free(again);
  graph_free(graph);
}

// What has no op keeps its name; a loop tells its trips; types without a dtype are moved only.
static void the_unknown_is_opaque(void **state) {
  (void)state;
  Graph *graph = parse_file("fuzz/corpus/hlo/plain", NULL);
  const Op *loop = op_named(graph, "w_x8"), *add = op_named(graph, "v");
  assert_int_equal(loop->op_class, CLASS_OPAQUE);
  assert_int_equal(loop->result_count, 2);
  assert_string_equal(op_text(loop, ATTRIBUTE_TARGET, ""), "hlo.while.default");
  assert_int_equal(add->op_class, CLASS_OPAQUE);
  assert_string_equal(op_named(graph, "q")->source_text ? op_named(graph, "q")->source_text : "", "");
  assert_int_equal(note_count(graph), 3);
  graph_free(graph);
}

static bool lists(const char *const *names, int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (!strcmp(names[i], name)) return true;
  return false;
}

// A producer in two fusions is one op that both kernels compute; what only renames is copied where the fusion
// has to leave it in memory.
static void fusions_are_kernels(void **state) {
  (void)state;
  DumpPlan *plan = NULL;
  Graph *graph = parse_file("fuzz/corpus/hlo/fused", &plan);
  assert_non_null(plan);
  assert_string_equal(plan->compiler, "xla");
  assert_int_equal(plan->kernel_count, 2);
  const DumpKernel *first = &plan->kernels[0], *second = &plan->kernels[1];
  assert_string_equal(first->name, "fusion_1");
  assert_string_equal(first->kind, "kInput");
  assert_string_equal(second->kind, "kCustom __triton");
  assert_string_equal(second->config, "4 warps, 1 stage, tiles 2x1024, 3.5 us by its own estimate");
  assert_int_equal(first->node_count, 3);
  assert_int_equal(second->node_count, 3);
  assert_true(lists(first->nodes, 3, "e") && lists(first->nodes, 3, "m") && lists(first->nodes, 3, "n"));
  assert_true(lists(first->stored, first->stored_count, "m") &&
              lists(first->stored, first->stored_count, "n"));
  assert_true(lists(second->nodes, 3, "e") && lists(second->nodes, 3, "d") &&
              lists(second->nodes, 3, "fusion.2"));
  assert_true(lists(second->stored, second->stored_count, "fusion.2"));
  const Op *exponential = op_named(graph, "e");
  assert_string_equal(exponential->source_file, "model.py");
  assert_int_equal(exponential->source_line, 3);
  assert_string_equal(exponential->source_text, "jit(f)/exp");
  dump_plan_free(plan);
  graph_free(graph);
}

// One program for an H200: the kernels of XLA's own list of launches (thunk_sequence.txt), in its order.
static void kernels_are_the_launches_of_xla(void **state) {
  (void)state;
  static const char *const launches[] = {"triton_softmax_6",     "gemm_fusion_dot_general_1",
                                         "loop_multiply_fusion", "loop_dynamic_update_slice_fusion",
                                         "wrapped_gather",       "triton_softmax_4",
                                         "loop_slice_fusion"};
  DumpPlan *plan = NULL;
  Graph *graph = parse_file("graph/hlo/jit_f.txt", &plan);
  assert_int_equal(plan->kernel_count, sizeof launches / sizeof *launches);
  for (int i = 0; i < plan->kernel_count; i++) {
    assert_string_equal(plan->kernels[i].name, launches[i]);
    assert_int_equal(plan->kernels[i].launch, i);
    assert_int_equal(plan->kernels[i].stored_count, 1);
  }
  assert_string_equal(plan->kernels[1].kind, "kCustom __triton_nested_gemm_fusion");
  assert_int_equal(note_count(graph), 0);
  dump_plan_free(plan);
  graph_free(graph);
}

// Of the made-up dump: e goes into m and n, which it then is gone from; m goes into the sum.
static void steps_lead_to_a_plan(void **state) {
  (void)state;
  static const struct {
    const char *producer, *consumer;
    bool whole;
    double fused_us, apart_us;
  } steps[] = {{"e", "m", false, 2.5, 4}, {"e", "n", true, 2.5, 4}, {"m", "s", true, 0.1, 0.5}};
  DumpPlan *plan = NULL;
  Graph *graph = parse_file("fuzz/corpus/hlo/process", &plan);
  assert_non_null(graph);
  assert_int_equal(graph->op_count, 6);
  assert_int_equal(plan->start->kernel_count, 6);
  assert_int_equal(plan->step_count, 3);
  for (int i = 0; i < 3; i++) {
    assert_string_equal(plan->steps[i].producer, steps[i].producer);
    assert_string_equal(plan->steps[i].consumer, steps[i].consumer);
    assert_int_equal(plan->steps[i].whole, steps[i].whole);
    assert_true(plan->steps[i].fused_us == steps[i].fused_us);
    assert_true(plan->steps[i].apart_us == steps[i].apart_us);
  }
  assert_int_equal(plan->remark_count, 3);
  assert_string_equal(plan->remarks[1].producer, "k");
  assert_string_equal(plan->remarks[1].text, "the consumer is \"not\" fusible");
  assert_int_equal(plan->remarks[1].step, 0);
  assert_null(plan->remarks[2].text);
  assert_int_equal(plan->remarks[2].step, 2);
  assert_int_equal(plan->kernel_count, 4);
  const DumpKernel *first = &plan->kernels[0], *second = &plan->kernels[1];
  assert_string_equal(first->name, "n");
  assert_int_equal(first->node_count, 2);
  assert_true(lists(first->nodes, 2, "e") && lists(first->nodes, 2, "n"));
  assert_string_equal(second->name, "s");
  assert_int_equal(second->node_count, 3);
  assert_true(lists(second->nodes, 3, "e") && lists(second->nodes, 3, "m") && lists(second->nodes, 3, "s"));
  assert_string_equal(op_named(graph, "n")->source_text, "two"); // an escape in octal
  dump_plan_free(plan);
  graph_free(graph);
}

// What loops and branches run are graphs of their own, the entry before them.
static void loops_and_branches_are_graphs(void **state) {
  (void)state;
  static const struct {
    const char *name, *about, *op;
  } parts[] = {{"looped", NULL, "loop_x7"},
               {"looped loop", "The body of loop, which runs 7 times.", "y"},
               {"looped r 0", "Branch 0 of r.", "n"},
               {"looped r 1", "Branch 1 of r.", "a"}};
  Status status = {0};
  size_t length;
  char *text = file_read(TEST_FOLDER "/fuzz/corpus/hlo/loop", &length, &status);
  assert_int_equal(hlo_count(text, length), 4);
  for (int i = 0; i < 4; i++) {
    Graph *graph = graph_read_hlo("t", text, length, i, NULL, &status);
    if (!graph) fail_msg("%s", status.message);
    assert_string_equal(graph->name, parts[i].name);
    assert_true(parts[i].about ? text_equal(graph->about, parts[i].about) : !graph->about);
    op_named(graph, parts[i].op);
    graph_free(graph);
  }
  assert_null(graph_read_hlo("t", text, length, 4, NULL, &status));
  assert_non_null(strstr(status.message, "t: there is no graph 5 in it, only 4"));
  free(text);
}

static void modules_without_fusions_have_no_plan(void **state) {
  (void)state;
  DumpPlan *plan = NULL;
  graph_free(parse_file("fuzz/corpus/hlo/plain", &plan));
  assert_null(plan);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spellings_are_one_graph),
      cmocka_unit_test(operands_may_be_instructions),
      cmocka_unit_test(elements_have_a_short_form),
      cmocka_unit_test(products_of_cublas_are_products),
      cmocka_unit_test(shardings_are_the_value),
      cmocka_unit_test(layouts_are_strides),
      cmocka_unit_test(bitcasts_read_bits),
      cmocka_unit_test(constants_are_numbers_runs_or_inputs),
      cmocka_unit_test(late_inputs_hash_as_first_ones),
      cmocka_unit_test(the_unknown_is_opaque),
      cmocka_unit_test(fusions_are_kernels),
      cmocka_unit_test(kernels_are_the_launches_of_xla),
      cmocka_unit_test(steps_lead_to_a_plan),
      cmocka_unit_test(loops_and_branches_are_graphs),
      cmocka_unit_test(modules_without_fusions_have_no_plan),
  };
  return cmocka_run_group_tests_name("hlo", tests, NULL, NULL);
}
