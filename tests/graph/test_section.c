// Sections: layers found by structure, by the names of ops and by source lines.
#include "describe.h"

#include "base/text.h"
#include "graph/core/block.h"
#include "graph/core/section.h"

static void add_op(Text *ops, const char *name, const char *code, const char *inputs, const char *more) {
  text_printf(ops, "%s{\"name\": \"%s\", \"op\": \"%s\", \"in\": [%s]%s}", ops->length ? "," : "", name, code,
              inputs, more);
}

// A layer of four ops: t = exp(x), u = t * t, v = neg(u), y = v + x. `odd`: v reads t instead of u.
static void add_layer(Text *ops, int number, bool odd) {
  char name[32], inputs[64], x[32];
  snprintf(x, sizeof x, number ? "y%d" : "x", number - 1);
  snprintf(name, sizeof name, "t%d", number);
  snprintf(inputs, sizeof inputs, "\"%s\"", x);
  add_op(ops, name, "exp", inputs, "");
  snprintf(inputs, sizeof inputs, "\"t%d\", \"t%d\"", number, number);
  snprintf(name, sizeof name, "u%d", number);
  add_op(ops, name, "mul", inputs, "");
  snprintf(inputs, sizeof inputs, "\"%c%d\"", odd ? 't' : 'u', number);
  snprintf(name, sizeof name, "v%d", number);
  add_op(ops, name, "neg", inputs, "");
  snprintf(inputs, sizeof inputs, "\"v%d\", \"%s\"", number, x);
  snprintf(name, sizeof name, "y%d", number);
  add_op(ops, name, "add", inputs, "");
}

#define INPUT "{\"name\": \"x\", \"dtype\": \"f32\", \"shape\": [8]}"

// `layers` layers behind one op, and one op behind them; layer `odd` is wired differently.
static Graph *layered(int layers, int odd) {
  Text ops = {0};
  add_op(&ops, "first", "sqrt", "\"x\"", "");
  for (int i = 0; i < layers; i++)
    add_layer(&ops, i, i == odd);
  add_op(&ops, "last", "sigmoid", "\"x\"", "");
  Graph *graph = graph_of(INPUT, text_get(&ops));
  text_free(&ops);
  return graph;
}

static void equal_layers_are_blocks(void **state) {
  (void)state;
  Graph *graph = layered(5, -1);
  Block *blocks;
  assert_int_equal(graph_find_blocks(graph, &blocks), 5);
  for (int i = 0; i < 5; i++) {
    assert_int_equal(blocks[i].first, 1 + 4 * i);
    assert_int_equal(blocks[i].last, 4 + 4 * i);
    assert_int_equal(blocks[i].copy, i);
    assert_int_equal(blocks[i].copies, 5);
    assert_int_equal(blocks[i].kind, 0);
  }
  free(blocks);
  graph_free(graph);
}

static void a_layer_wired_differently_is_no_copy(void **state) {
  (void)state;
  Graph *graph = layered(6, 3);
  Block *blocks;
  assert_int_equal(graph_find_blocks(graph, &blocks), 5);
  assert_int_equal(blocks[2].last, 12);
  assert_int_equal(blocks[2].copies, 3);
  assert_int_equal(blocks[3].first, 17); // behind the odd layer
  assert_int_equal(blocks[3].copies, 2);
  assert_true(blocks[3].kind != blocks[0].kind);
  free(blocks);
  graph_free(graph);
}

static void nothing_repeats_in_little(void **state) {
  (void)state;
  Graph *graph = layered(1, -1);
  Block *blocks;
  assert_int_equal(graph_find_blocks(graph, &blocks), 0);
  free(blocks);
  graph_free(graph);
  graph = graph_of(INPUT, "");
  Sections *sections = sections_new(graph, SECTIONS_BY_LAYER);
  assert_int_equal(sections->count, 0);
  sections_free(sections);
  graph_free(graph);
}

// Every op is in the one section that spans it.
static void covers(const Graph *graph, const Sections *sections) {
  int next = 0;
  for (int i = 0; i < sections->count; i++) {
    assert_int_equal(sections->list[i].first, next);
    for (int op = next; op <= sections->list[i].last; op++)
      assert_int_equal(sections->of[op], i);
    next = sections->list[i].last + 1;
  }
  assert_int_equal(next, graph->op_count);
}

static void blocks_get_numbers(void **state) {
  (void)state;
  Graph *graph = layered(3, -1);
  Sections *sections = sections_new(graph, SECTIONS_BY_LAYER);
  covers(graph, sections);
  assert_int_equal(sections->count, 5);
  assert_int_equal(sections->named, 3);
  assert_null(sections->list[0].name);
  assert_string_equal(sections->list[1].name, "block 1 of 3");
  assert_string_equal(sections->list[3].name, "block 3 of 3");
  assert_null(sections->list[4].name);
  assert_int_equal(sections->repeated, 2);
  sections_free(sections);
  graph_free(graph);
}

// Layers named by scopes: 1 repeats 0, 2 has another size, 3 reads in another way; constants do not count.
static void alike_scopes_are_of_a_kind(void **state) {
  (void)state;
  Graph *graph =
      graph_of(INPUT ", {\"name\": \"z\", \"dtype\": \"f32\", \"shape\": [9]}",
               "{\"name\": \"h.0.c\", \"op\": \"full\", \"shape\": [8], \"value\": 2, \"dtype\": \"f32\"},"
               "{\"name\": \"h.0.a\", \"op\": \"mul\", \"in\": [\"x\", \"h.0.c\"]},"
               "{\"name\": \"h.0.b\", \"op\": \"mul\", \"in\": [\"h.0.a\", \"x\"]},"
               "{\"name\": \"h.1.a\", \"op\": \"mul\", \"in\": [\"h.0.b\", \"h.0.c\"]},"
               "{\"name\": \"h.1.b\", \"op\": \"mul\", \"in\": [\"h.1.a\", \"x\"]},"
               "{\"name\": \"h.2.a\", \"op\": \"mul\", \"in\": [\"z\", \"z\"]},"
               "{\"name\": \"h.2.b\", \"op\": \"mul\", \"in\": [\"h.2.a\", \"z\"]},"
               "{\"name\": \"h.3.a\", \"op\": \"mul\", \"in\": [\"x\", \"x\"]},"
               "{\"name\": \"h.3.b\", \"op\": \"mul\", \"in\": [\"x\", \"h.3.a\"]}");
  Sections *sections = sections_new(graph, SECTIONS_BY_LAYER);
  const Section *list = sections->list;
  assert_int_equal(sections->count, 4);
  assert_int_equal(sections->repeated, 1);
  assert_true(list[0].kind == list[1].kind);
  assert_true(list[1].kind != list[2].kind && list[1].kind != list[3].kind);
  sections_free(sections);
  graph_free(graph);
}

static void names_tell_scopes(void **state) {
  (void)state;
  Graph *graph = graph_of(INPUT,
                          "{\"name\": \"embed\", \"op\": \"exp\", \"in\": [\"x\"]},"
                          "{\"name\": \"h.0.norm.a\", \"op\": \"exp\", \"in\": [\"embed\"]},"
                          "{\"name\": \"h.0.b\", \"op\": \"exp\", \"in\": [\"h.0.norm.a\"]},"
                          "{\"name\": \"h.1.norm.a\", \"op\": \"neg\", \"in\": [\"h.0.b\"]}");
  Sections *sections = sections_new(graph, SECTIONS_BY_LAYER);
  covers(graph, sections);
  assert_int_equal(sections->count, 3);
  assert_null(sections->list[0].name);
  assert_string_equal(sections->list[1].name, "h.0");
  assert_string_equal(sections->list[2].name, "h.1");
  sections_free(sections);
  graph_free(graph);
}

static void source_lines_are_sections(void **state) {
  (void)state;
  Graph *graph = graph_of(INPUT,
                          "{\"name\": \"a\", \"op\": \"exp\", \"in\": [\"x\"], \"at\": \"m/n.py:3\"},"
                          "{\"name\": \"b\", \"op\": \"exp\", \"in\": [\"a\"], \"at\": \"m/n.py:3\"},"
                          "{\"name\": \"c\", \"op\": \"exp\", \"in\": [\"b\"], \"at\": \"m/n.py:4\"},"
                          "{\"name\": \"d\", \"op\": \"exp\", \"in\": [\"c\"]}");
  Sections *sections = sections_new(graph, SECTIONS_BY_SOURCE);
  covers(graph, sections);
  assert_int_equal(sections->count, 3);
  assert_string_equal(sections->list[0].name, "n.py:3");
  assert_int_equal(sections->list[0].last, 1);
  assert_string_equal(sections->list[1].name, "n.py:4");
  assert_null(sections->list[2].name);
  sections_free(sections);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_layers_are_blocks),   cmocka_unit_test(a_layer_wired_differently_is_no_copy),
      cmocka_unit_test(nothing_repeats_in_little), cmocka_unit_test(blocks_get_numbers),
      cmocka_unit_test(names_tell_scopes),         cmocka_unit_test(alike_scopes_are_of_a_kind),
      cmocka_unit_test(source_lines_are_sections),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
