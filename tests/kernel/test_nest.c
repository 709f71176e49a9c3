// Nests as data: listings, ranges, and a verifier that notices what is wrong.
#include "check.h"

static Nest *sample(Graph **graph) {
  *graph = check_graph("x: \"bf16[6, 40]\", w: \"f32[40]\"",
                       "s = torch.ops.aten.sum.dim_IntList(x, [1], True, dtype = torch.float32)\n"
                       "d = torch.ops.aten.div.Tensor(x, s)\n"
                       "m = torch.ops.aten.mul.Tensor(d, w)\n"
                       "p = torch.ops.aten.constant_pad_nd.default(m, [1, 0], 0.0)\n"
                       "return (m,)");
  Reason reason;
  CheckSet set = check_named(*graph, "s d m");
  Nest *nest = check_lower(*graph, &set, &reason);
  assert_non_null(nest);
  return nest;
}

static void print_listing(void **state) {
  (void)state;
  Graph *graph;
  Nest *nest = sample(&graph);
  Text text = {0};
  nest_print(nest, &text);
  assert_string_equal(text_get(&text),
                      "space d0:6 d1:40 reduced passes 2\n"
                      "s0 f32 {d0,d1} p0 = load x[40*d0 + d1] bf16\n"
                      "s1 f32 {d0} p0 = reduce sum s0 over d1\n"
                      "s2 f32 {d0} p1 = part 0 of s1\n"
                      "s3 f32 {d0} p1 = reciprocal s2\n"
                      "s4 f32 {d0,d1} p1 = mul s0 s3\n"
                      "s5 f32 {d1} p0 = load w[d1] f32\n"
                      "s6 f32 {d0,d1} p1 = mul s4 s5\n"
                      "s7 f32 {d0,d1} p1 = store m[40*d0 + d1] f32 s6\n");
  text_free(&text);
  nest_free(nest);
  graph_free(graph);
}

static void check_listing(const char *parameters, const char *body, const char *listing) {
  Graph *graph = check_graph(parameters, body);
  CheckSet set = check_all(graph);
  Reason reason;
  Nest *nest = check_lower(graph, &set, &reason);
  Text text = {0};
  nest_print(nest, &text);
  assert_string_equal(text_get(&text), listing);
  text_free(&text);
  nest_free(nest);
  graph_free(graph);
}

static void print_conditions(void **state) {
  (void)state;
  check_listing("x: \"f32[4]\"", "p = torch.ops.aten.constant_pad_nd.default(x, [1, 2], 0.5)\nreturn (p,)",
                "space d0:7 passes 1\n"
                "c0 = 1 <= d0 < 5\n"
                "s0 f32 {d0} p0 = load x[d0 - 1] f32 if c0\n"
                "s1 f32 {-} p0 = 0.5\n"
                "s2 f32 {d0} p0 = choose c0 s0 s1\n"
                "s3 f32 {d0} p0 = store p[d0] f32 s2\n");
}

// A load that its condition keeps from running is 0: what is padded with zeros needs no choice, but +0 is not
// -0, and what is computed of 0 need not be 0.
static void load_zeros(void **state) {
  (void)state;
  check_listing("x: \"bf16[4]\"",
                "f = torch.ops.prims.convert_element_type.default(x, torch.float16)\n"
                "p = torch.ops.aten.constant_pad_nd.default(f, [1, 2], 0.0)\nreturn (p,)",
                "space d0:7 passes 1\n"
                "c0 = 1 <= d0 < 5\n"
                "s0 f32 {d0} p0 = load x[d0 - 1] bf16 if c0 else 0\n"
                "s1 f32 {d0} p0 = cast s0 to f16\n"
                "s2 f32 {d0} p0 = store p[d0] f16 s1\n");
  check_listing("x: \"f32[4]\"", "p = torch.ops.aten.constant_pad_nd.default(x, [1, 2], -0.0)\nreturn (p,)",
                "space d0:7 passes 1\n"
                "c0 = 1 <= d0 < 5\n"
                "s0 f32 {d0} p0 = load x[d0 - 1] f32 if c0\n"
                "s1 f32 {-} p0 = -0\n"
                "s2 f32 {d0} p0 = choose c0 s0 s1\n"
                "s3 f32 {d0} p0 = store p[d0] f32 s2\n");
  check_listing("x: \"f32[4]\"",
                "e = torch.ops.aten.exp.default(x)\n"
                "p = torch.ops.aten.constant_pad_nd.default(e, [1, 2], 0.0)\nreturn (p,)",
                "space d0:7 passes 1\n"
                "c0 = 1 <= d0 < 5\n"
                "s0 f32 {d0} p0 = load x[d0 - 1] f32 if c0\n"
                "s1 f32 {d0} p0 = exp s0\n"
                "s2 f32 {-} p0 = 0\n"
                "s3 f32 {d0} p0 = choose c0 s1 s2\n"
                "s4 f32 {d0} p0 = store p[d0] f32 s3\n");
}

static void measure_indices(void **state) {
  (void)state;
  Graph *graph;
  Nest *nest = sample(&graph);
  Index index = {.constant = 5, .count = 2, .term = {{0, -3}, {1, 2}}};
  int64_t low, high;
  index_range(nest, &index, &low, &high);
  assert_int_equal(low, 5 - 3 * 5);
  assert_int_equal(high, 5 + 2 * 39);
  assert_int_equal(index_scale(&index, 1), 2);
  assert_int_equal(index_scale(&index, 7), 0);
  assert_int_equal(nest_elements(nest, 0), 1);
  assert_int_equal(nest_elements(nest, 2), 40);
  assert_int_equal(nest_elements(nest, nest_all_dims(nest)), 240);
  nest_free(NULL);
  nest_free(nest);
  graph_free(graph);
}

// Each case spoils one promise of nest.h.
static void spoil(Nest *nest, int what) {
  switch (what) {
    case 0:
      nest->steps[3].operand[0] = 6;
      break; // reads a later step
    case 1:
      nest->steps[0].index.constant = 1;
      break; // one element behind the end
    case 2:
      nest->steps[0].index.term[0].scale = 0;
      break; // a zero scale
    case 3:
      nest->steps[4].dims = 1;
      break; // misses a dim
    case 4:
      nest->steps[2].pass = 0;
      break; // a result before its reduction
    case 5:
      nest->steps[1].over = 0;
      break; // reduces nothing
    case 6:
      nest->steps[7].buffer = nest->buffer_count;
      break; // no such buffer
    case 7:
      nest->steps[0].stored = DTYPE_F32;
      break; // not what memory holds
    case 8:
      nest->buffers[nest->steps[7].buffer].written = false;
      break;
    case 9:
      nest->symbols[1].size = 41;
      break; // not the dim's size
    case 10:
      nest->steps[2].operand[0] = 0;
      break; // a part of no reduction
    case 11:
      nest->steps[3].dtype = DTYPE_BF16;
      break; // no compute type
    case 12:
      nest->passes = 1;
      break; // there are two
    case 13:
      nest->steps[0].zero_outside = true;
      break; // outside no condition
    default:
      break;
  }
}

static void verify_notices(void **state) {
  (void)state;
  for (int what = 0; what <= 14; what++) {
    Graph *graph;
    Nest *nest = sample(&graph);
    Status status = {0};
    spoil(nest, what);
    bool sound = nest_verify(nest, &status);
    if (sound != (what == 14)) fail_msg("case %d: %s", what, status.message);
    assert_true(sound || status.message[0]);
    nest_free(nest);
    graph_free(graph);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(print_listing), cmocka_unit_test(print_conditions),
                                     cmocka_unit_test(load_zeros), cmocka_unit_test(measure_indices),
                                     cmocka_unit_test(verify_notices)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
