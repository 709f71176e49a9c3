// Every template on a real GPU, in each of its forms, fused against unfused: also what sanitize.sh runs under
// compute-sanitizer, so sizes are small but take several blocks, and divide by nothing.
#include "cost/devices/device.h"
#include "device_fixture.h"
#include "graph/read/read.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static DeviceFixture device;
static Device h200;

typedef struct TemplateCase {
  const char *template; // that one of its kernels must be
  const char *parameters, *body;
  Knob knob; // set on that kernel when `value` is not 0
  int value;
} TemplateCase;

#define OP(name, op, arguments) name " = torch.ops.aten." op "(" arguments ")\n"
#define SOFTMAX \
  OP("m", "amax.default", "x, [1], True") \
  OP("s", "sub.Tensor", "x, m") \
  OP("e", "exp.default", "s") \
  OP("t", "sum.dim_IntList", "e, [1], True") \
  OP("y", "div.Tensor", "e, t") "return (y,)"
#define SOFTMAX_DOWN \
  OP("m", "amax.default", "x, [0], True") \
  OP("s", "sub.Tensor", "x, m") \
  OP("e", "exp.default", "s") \
  OP("t", "sum.dim_IntList", "e, [0], True") \
  OP("y", "div.Tensor", "e, t") "return (y,)"
#define NORM_BACKWARD \
  OP("p", "mul.Tensor", "x, g") \
  OP("m", "mean.dim", "p, [1], True") \
  OP("d", "sub.Tensor", "g, m") \
  OP("w", "sum.dim_IntList", "p, [0]") "return (d, w)"

#define ATTENTION(score) \
  OP("t", "permute.default", "k, [0, 2, 1]") \
  OP("p", "bmm.default", "q, t") \
  "f = torch.ops.prims.convert_element_type.default(p, torch.float32)\n" score OP( \
      "m", "amax.default", "s, [-1], True") OP("b", "sub.Tensor", "s, m") OP("e", "exp.default", "b") \
      OP("l", "sum.dim_IntList", "e, [-1], True") \
          OP("d", \
             "div.Tensor", "e, l") "w = torch.ops.prims.convert_element_type.default(d, " \
                                   "torch.bfloat16)\n" OP("y", "bmm.default", "w, v") "return (y,)"
// As one op, with a mask that its kernel makes and one of its results beside what reads the other.
#define ATTENTION_CALL(arguments) \
  "i = torch.ops.prims.iota.default(333, start = 0, step = 1, dtype = torch.int64)\n" OP( \
      "j", "unsqueeze.default", "i, 1") OP("a", "le.Tensor", "i, j") \
      "zero: \"bf16[]\" = torch.ops.aten.full.default([], 0.0, dtype = torch.bfloat16)\n" \
      "hidden: \"bf16[]\" = torch.ops.aten.full.default([], -65536.0, dtype = torch.bfloat16)\n" OP( \
          "x", "where.self", "a, zero, hidden") \
          OP("c", "_scaled_dot_product_cudnn_attention.default", "q, k, v, " arguments) \
              "o: \"bf16[2, 3, 333, 64]\" = c[0]\nl: \"f32[2, 3, 333, 1]\" = c[1]\n" OP( \
                  "y", "mul.Tensor", "o, 2.0") "return (y, l)"
#define SCALED(from) OP("s", "mul.Tensor", from ", 0.125")
#define CAUSAL \
  "r = torch.ops.prims.iota.default(333, start = 0, step = 1, dtype = torch.int64)\n" OP( \
      "i", "unsqueeze.default", "r, 1") OP("a", "ge.Tensor", "i, r") \
      OP("z", "where.self", "a, f, -float('inf')") SCALED("z")

static const TemplateCase cases[] = {
    {"map", "x: \"f32[513, 257]\", y: \"bf16[257]\"",
     OP("a", "add.Tensor", "x, y") OP("b", "tanh.default", "a") "return (a, b)", KNOB_vector, 0},
    {"map", "x: \"bf16[50, 122][128, 1]\"", // single elements beside vectors that end within
     OP("p", "constant_pad_nd.default", "x, [0, 6], 0.0") "return (p,)", KNOB_vector, 1},
    {"map", "x: \"f32[100, 67][70, 1]\", i: \"i64[300]\"",
     OP("a", "index.Tensor", "x, [i]") OP("b", "mul.Tensor", "a, 2") "return (b,)", KNOB_vector, 0},
    {"map", "x: \"bf16[50, 33]\", i: \"i64[300]\", v: \"bf16[300, 33]\"",
     OP("a", "index_put.default", "x, [i], v, True") "return (a,)", KNOB_ordered, 0},
    {"map", "x: \"f32[2, 3, 17, 19]\"",
     "a = torch.ops.prims._low_memory_max_pool_with_offsets.default(x, [3, 3], [2, 2], [1, 1], [1, 1], "
     "False)\n"
     "b = a[0]\nreturn (b,)",
     KNOB_vector, 0},
    {"tile", "x: \"f32[200, 300]\", y: \"f32[300, 200]\"",
     OP("t", "permute.default", "x, [1, 0]") OP("a", "add.Tensor", "t, y") "return (a,)", KNOB_vector, 0},
    {"tile", "x: \"bf16[131, 257]\", y: \"bf16[257, 131]\"",
     OP("t", "permute.default", "x, [1, 0]") OP("a", "add.Tensor", "t, y") "return (a,)", KNOB_vector, 0},
    {"row", "x: \"f32[300, 33]\"", SOFTMAX, KNOB_persistent, 0},
    {"row", "x: \"bf16[70, 1023]\"", SOFTMAX, KNOB_persistent, 0},
    {"row", "x: \"bf16[40, 4096]\"", SOFTMAX, KNOB_persistent, 2},
    {"row", "x: \"f32[9, 9000]\"", SOFTMAX, KNOB_splits, 0},
    {"row", "x: \"f32[5, 70000]\"", SOFTMAX, KNOB_splits, 0},
    {"row", "x: \"f32[7, 70000]\"", SOFTMAX, KNOB_tiles, 3},
    {"row", "x: \"bf16[7, 65536]\"", SOFTMAX, KNOB_tiles, 3},
    {"row", "x: \"f32[6, 16384]\"", SOFTMAX, KNOB_splits, 2},
    {"row", "x: \"f32[3, 200000]\"", OP("y", "sum.dim_IntList", "x, [1]") "return (y,)", KNOB_splits, 7},
    {"column", "x: \"f32[5000, 96]\"", OP("y", "sum.dim_IntList", "x, [0]") "return (y,)", KNOB_splits, 0},
    {"column", "x: \"bf16[333, 131]\"", OP("y", "amax.default", "x, [0]") "return (y,)", KNOB_splits, 0},
    {"column", "x: \"f32[300, 200]\"", SOFTMAX_DOWN, KNOB_splits, 0},
    {"column", "x: \"f32[8, 50, 7, 9][3150, 1, 450, 50]\"",
     OP("y", "mean.dim", "x, [0, 2, 3], True") OP("z", "sub.Tensor", "x, y") "return (z,)", KNOB_splits, 0},
    {"full", "x: \"f32[300, 1001]\"", OP("s", "sum.default", "x") OP("y", "mul.Tensor", "s, 2") "return (y,)",
     KNOB_splits, 0},
    {"mixed", "x: \"f32[500, 256]\", g: \"f32[500, 256]\"", NORM_BACKWARD, KNOB_splits, 0},
    {"mixed", "x: \"bf16[1001, 130]\", g: \"bf16[1001, 130]\"", NORM_BACKWARD, KNOB_splits, 0},
    {"scan", "x: \"f32[40, 3001]\"",
     OP("y", "cumsum.default", "x, 1") OP("z", "mul.Tensor", "y, 2") "return (z,)", KNOB_splits, 0},
    {"scan", "x: \"f32[700, 130]\"", OP("y", "cumsum.default", "x, 0") "return (y,)", KNOB_splits, 0},
    {"batch", "x: \"f32[3000]\", y: \"bf16[50, 70]\"",
     OP("a", "tanh.default", "x") OP("b", "mul.Tensor", "y, 3") "return (a, b)", KNOB_vector, 0},
    {"attention", "q: \"bf16[3, 333, 64]\", k: \"bf16[3, 344, 64]\", v: \"bf16[3, 344, 64]\"",
     ATTENTION(SCALED("f")), KNOB_rows, 0},
    {"attention", "q: \"bf16[20, 333, 64]\", k: \"bf16[20, 333, 64]\", v: \"bf16[20, 333, 64]\"",
     ATTENTION(CAUSAL), KNOB_rows, 128},
    {"attention", "q: \"bf16[3, 333, 128]\", k: \"bf16[3, 333, 128]\", v: \"bf16[3, 333, 128]\"",
     ATTENTION(CAUSAL), KNOB_columns, 64},
    {"attention", // keys and values side by side, what is added at each place
     "q: \"bf16[2, 200, 64]\", k: \"bf16[2, 264, 64][16896, 1, 264]\", v: \"bf16[2, 264, 64][16896, 1, "
     "264]\", "
     "x: \"f32[200, 264]\"",
     ATTENTION(OP("g", "add.Tensor", "f, x") OP("h", "tanh.default", "g") OP("s", "mul.Tensor", "h, 3.0")),
     KNOB_stages, 3},
    {"attention",
     "q: \"bf16[2, 200, 64]\", k: \"bf16[2, 264, 64]\", v: \"bf16[2, 264, 64]\", x: \"f32[264]\"",
     ATTENTION(OP("s", "add.Tensor", "f, x")), KNOB_rows, 0},
    {"attention", "q: \"bf16[2, 3, 333, 64]\", k: \"bf16[2, 3, 333, 64]\", v: \"bf16[2, 3, 333, 64]\"",
     ATTENTION_CALL("x, True"), KNOB_rows, 128},
};

static Graph *read_case(const TemplateCase *one) {
  Text text = {0};
  Status status = {0};
  text_printf(&text, "def forward(self, %s):\n", one->parameters);
  for (const char *line = one->body; *line;) {
    int length = (int)strcspn(line, "\n");
    text_printf(&text, "    %.*s\n", length, line);
    line += length + (line[length] == '\n');
  }
  Graph *graph = graph_read_fx("case.py", text_get(&text), text.length, 0, NULL, &status);
  if (!graph) fail_msg("%s", status.message);
  text_free(&text);
  return graph;
}

// All in one kernel, as far as that goes.
static void fuse_all(Plan *plan, bool force) {
  const Graph *graph = plan_graph(plan);
  Reason reason;
  for (int a = 0; a < graph->op_count; a++)
    for (int b = a + 1; b < graph->op_count; b++)
      if (!graph->ops[a].is_view && !graph->ops[b].is_view) plan_fuse(plan, a, b, force, &reason);
}

// Products by name: nothing takes them two by two.
static void fuse_together(Plan *plan) {
  enum { MOST = 64 };
  const Graph *graph = plan_graph(plan);
  int ops[MOST], count = 0;
  Reason reason;
  for (int op = 0; op < graph->op_count && count < MOST; op++)
    if (!graph->ops[op].is_view) ops[count++] = op;
  if (!plan_fuse_all(plan, ops, count, true, &reason)) fprintf(stderr, "%s\n", reason.text);
}

static bool has_template(Plan *plan, const TemplateCase *one) {
  int count;
  const int *order = plan_order(plan, &count);
  Reason reason = {0};
  for (int i = 0; i < count; i++) {
    if (plan_lowered(plan, order[i])->schedule.kind != template_find(one->template)) continue;
    bool set = one->value == 0 || plan_schedule(plan, order[i], one->knob, one->value, &reason);
    if (!set) fprintf(stderr, "%s\n", reason.text);
    return set;
  }
  return false;
}

static bool measure(Plan *plan, Plan *alone, Text *said) {
  MeasureOptions options = {.launches = 1, .seed = 3, .check = true};
  MeasureReport report = {0};
  Status status = {0};
  Program *program = program_build(plan, &status),
          *reference = program ? program_build_reference(alone, program, &status) : NULL;
  bool good = program && reference &&
              worker_measure(device.worker, program, reference, &options, NULL, NULL, &report, &status);
  for (int i = 0; good && i < report.kernel_count; i++)
    if (!report.kernels[i].ok) good = status_fail(&status, STATUS_WRONG, "%s", report.kernels[i].error);
  text_add(said, good ? report.check_text : status.message);
  good = good && report.checked && report.check_pass;
  measure_report_free(&report);
  program_free(program);
  program_free(reference);
  return good;
}

static bool check_case(const TemplateCase *one) {
  Graph *graph = read_case(one);
  Plan *plan = plan_new(graph, &h200.limits), *alone = plan_new(graph, &h200.limits);
  Text said = {0};
  if (template_find(one->template) == template_find("attention"))
    fuse_together(plan);
  else
    fuse_all(plan, template_find(one->template) == template_find("batch"));
  bool good = has_template(plan, one);
  if (!good) text_add(&said, "no kernel of this template");
  good = good && measure(plan, alone, &said);
  printf("%-7s %s\n        %s\n", one->template, one->parameters, text_get(&said));
  fflush(stdout);
  text_free(&said);
  plan_free(plan);
  plan_free(alone);
  graph_free(graph);
  return good;
}

static void test_templates(void **state) {
  (void)state;
  int wrong = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    wrong += !check_case(&cases[i]);
  assert_int_equal(wrong, 0);
}

int main(int count, char **arguments) {
  device = device_open(count, arguments);
  if (!device_load("h200", &h200, NULL)) return 1;
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_templates)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  device_close(&device);
  return failed;
}
