// Graphs as a whole: readers, neighbours, mutation and its order, annotations, hash.
#include "describe.h"

#include "graph/core/builder.h"

#define X \
  "{\"name\": \"x\", \"dtype\": \"f32\", \"shape\": [4, 2]}, {\"name\": \"y\", \"dtype\": \"f32\", " \
  "\"shape\": [4, 2]}"

static int value_named(const Graph *graph, const char *name) {
  int value = graph_find_value(graph, name);
  assert_true(value != NO_VALUE);
  return value;
}

static bool has_order(const Graph *graph, const char *before, const char *after) {
  int from = graph_find_op(graph, before), to = graph_find_op(graph, after);
  for (int i = 0; i < graph->order_count; i++)
    if (graph->order[i].before == from && graph->order[i].after == to) return true;
  return false;
}

static void lists_readers_and_neighbours(void **state) {
  (void)state;
  Graph *graph = graph_of(X,
                          "{\"name\": \"a\", \"op\": \"exp\", \"in\": [\"x\"]}, {\"name\": \"v\", \"op\": "
                          "\"permute\", \"in\": [\"a\"], \"axes\": [1, 0]},"
                          "{\"name\": \"w\", \"op\": \"permute\", \"in\": [\"v\"], \"axes\": [1, 0]},"
                          "{\"name\": \"b\", \"op\": \"mul\", \"in\": [\"w\", \"w\"]}, {\"name\": \"c\", "
                          "\"op\": \"add\", \"in\": [\"a\", \"b\"]}");
  int a = graph_find_op(graph, "a"), b = graph_find_op(graph, "b"), c = graph_find_op(graph, "c");
  assert_int_equal(graph->values[value_named(graph, "w")].reader_count, 2);
  assert_int_equal(graph->values[value_named(graph, "w")].readers[1].operand, 1);
  Neighbours of_a = graph_neighbours(graph, a), of_b = graph_neighbours(graph, b),
             of_c = graph_neighbours(graph, c);
  assert_int_equal(of_a.producer_count, 0);
  assert_int_equal(of_a.consumer_count, 2); // through both views, once
  assert_int_equal(of_a.consumers[0], b);
  assert_int_equal(of_a.consumers[1], c);
  assert_int_equal(of_b.producer_count, 1);
  assert_int_equal(of_b.producers[0], a);
  assert_int_equal(of_c.producer_count, 2);
  assert_int_equal(graph_neighbours(graph, graph_find_op(graph, "v")).consumer_count, 0);
  assert_ptr_equal(graph_producer(graph, value_named(graph, "b")), &graph->ops[b]);
  assert_null(graph_producer(graph, value_named(graph, "x")));
  assert_int_equal(graph_value_bytes(graph, value_named(graph, "v")), 32);
  assert_string_equal(graph_nearest_op(graph, "cc"), "c");
  graph_free(graph);
}

static void finds_what_makes_a_name(void **state) {
  (void)state;
  Graph *graph =
      graph_of(X,
               "{\"name\": \"s\", \"op\": \"split\", \"in\": [\"x\"], \"axis\": 0, \"sizes\": 2, "
               "\"results\": [\"p\", \"q\"]}, {\"name\": \"e\", \"op\": \"exp\", \"in\": [\"q\"]}");
  assert_int_equal(graph_find_producer(graph, "s"), 0); // an op whose results have other names
  assert_int_equal(graph_find_producer(graph, "q"), 0);
  assert_int_equal(graph_find_producer(graph, "e"), 1);
  assert_int_equal(graph_find_producer(graph, "x"), NO_OP); // an input
  assert_int_equal(graph_find_producer(graph, "none"), NO_OP);
  graph_free(graph);
}

static void orders_earlier_readers_before_the_writer(void **state) {
  (void)state;
  Graph *graph = graph_of(X,
                          "{\"name\": \"a\", \"op\": \"exp\", \"in\": [\"x\"]}, {\"name\": \"v\", \"op\": "
                          "\"permute\", \"in\": [\"x\"], \"axes\": [1, 0]},"
                          "{\"name\": \"b\", \"op\": \"neg\", \"in\": [\"v\"]}, {\"name\": \"new\", \"op\": "
                          "\"mul\", \"in\": [\"y\", 2]},"
                          "{\"name\": \"w\", \"op\": \"copy\", \"in\": [\"x\", \"new\"], \"mutates\": 0}");
  assert_int_equal(graph->order_count, 2);
  assert_true(has_order(graph, "a", "w"));
  assert_true(has_order(graph, "b", "w")); // it reads x's memory through a view
  const Value *w = &graph->values[value_named(graph, "w")];
  assert_int_equal(w->storage, value_named(graph, "x"));
  assert_int_equal(w->source, value_named(graph, "w"));
  Neighbours of_w = graph_neighbours(graph, graph_find_op(graph, "w"));
  assert_int_equal(of_w.producer_count, 3);
  graph_free(graph);
}

// A reader of the old name after the write reads what was written.
static void later_readers_see_the_new_version(void **state) {
  (void)state;
  Graph *graph = graph_of(X,
                          "{\"name\": \"w\", \"op\": \"copy\", \"in\": [\"x\", \"y\"], \"mutates\": 0},"
                          "{\"name\": \"a\", \"op\": \"exp\", \"in\": [\"x\"]},"
                          "{\"name\": \"w2\", \"op\": \"copy\", \"in\": [\"x\", \"a\"], \"mutates\": 0},"
                          "{\"name\": \"b\", \"op\": \"exp\", \"in\": [\"w\"]}");
  assert_int_equal(graph->ops[graph_find_op(graph, "a")].operands[0].value, value_named(graph, "w"));
  assert_int_equal(graph->ops[graph_find_op(graph, "w2")].operands[0].value, value_named(graph, "w"));
  assert_int_equal(graph->ops[graph_find_op(graph, "b")].operands[0].value, value_named(graph, "w2"));
  assert_int_equal(graph->values[value_named(graph, "w2")].storage, value_named(graph, "x"));
  graph_free(graph);
}

// Written through a view that covers the memory: the old name becomes another view of what was written.
static void writes_through_views_are_seen(void **state) {
  (void)state;
  Graph *graph = graph_of(X,
                          "{\"name\": \"e\", \"op\": \"empty\", \"shape\": [4, 2, 1]}, {\"name\": \"v\", "
                          "\"op\": \"reshape\", \"in\": [\"e\"], \"shape\": [8]},"
                          "{\"name\": \"yv\", \"op\": \"reshape\", \"in\": [\"y\"], \"shape\": [8]},"
                          "{\"name\": \"w\", \"op\": \"copy\", \"in\": [\"v\", \"yv\"], \"mutates\": 0},"
                          "{\"name\": \"a\", \"op\": \"exp\", \"in\": [\"e\"]}, {\"name\": \"b\", \"op\": "
                          "\"neg\", \"in\": [\"e\"]}");
  int seen = graph->ops[graph_find_op(graph, "a")].operands[0].value;
  value_is(graph, graph->values[seen].name, "f32[4, 2, 1][2, 1, 1]");
  assert_int_equal(graph->values[seen].source, value_named(graph, "w"));
  assert_int_equal(graph->values[seen].storage, value_named(graph, "e"));
  assert_int_equal(graph->ops[graph_find_op(graph, "b")].operands[0].value, seen);
  graph_free(graph);
}

// A part of the memory is written: data flow cannot show it, order and a note do.
static void partial_writes_keep_their_order(void **state) {
  (void)state;
  Graph *graph = graph_of(X,
                          "{\"name\": \"s\", \"op\": \"select\", \"in\": [\"x\"], \"axis\": 0, \"index\": 1},"
                          "{\"name\": \"r\", \"op\": \"select\", \"in\": [\"y\"], \"axis\": 0, \"index\": 0},"
                          "{\"name\": \"w\", \"op\": \"copy\", \"in\": [\"s\", \"r\"], \"mutates\": 0},"
                          "{\"name\": \"a\", \"op\": \"exp\", \"in\": [\"x\"]}");
  int count;
  assert_true(has_order(graph, "w", "a"));
  const Note *notes = graph_notes(graph, &count);
  assert_int_equal(count, 1);
  assert_int_equal(notes[0].kind, NOTE_OTHER);
  graph_free(graph);
}

static void refuses_impossible_writes(void **state) {
  (void)state;
  expect_refused(X ", {\"name\": \"z\", \"dtype\": \"f32\", \"shape\": [2]}",
                 "{\"name\": \"w\", \"op\": \"add\", \"in\": [\"z\", \"x\"], \"mutates\": 0}",
                 "a result of shape [4, 2] cannot be written into operand 0 of shape [2]");
  expect_refused(X, "{\"name\": \"w\", \"op\": \"mul\", \"in\": [2, \"x\"], \"mutates\": 0}",
                 "must be a tensor");
  expect_refused(X, "{\"name\": \"w\", \"op\": \"mul\", \"in\": [\"x\", \"x\"], \"mutates\": 2}",
                 "\"mutates\" must be the number of an operand");
}

static GraphBuilder *start(int *x) {
  GraphBuilder *builder = builder_new("test", NULL);
  *x = builder_input(builder, "x", DTYPE_F32, &(Shape){2, {4, 2}}, NULL, NULL);
  return builder;
}

static void believes_annotations(void **state) {
  (void)state;
  int x, count;
  GraphBuilder *builder = start(&x);
  Annotation annotation = {
      .has_type = true, .dtype = DTYPE_F16, .shape = {2, {4, 2}}, .has_stride = true, .stride = {1, 4}};
  OpSpec spec = {.name = "a",
                 .code = OP_EXP,
                 .operands = &(Operand){.value = x},
                 .operand_count = 1,
                 .annotations = &annotation,
                 .mutates = -1};
  assert_true(builder_op(builder, &spec, NULL) != NO_OP);
  annotation.shape.size[0] = 3;
  spec.name = "b";
  assert_true(builder_op(builder, &spec, NULL) != NO_OP);
  Graph *graph = builder_finish(builder, NULL);
  value_is(graph, "a", "f16[4, 2][1, 4]");
  assert_int_equal(graph->ops[0].op_class, CLASS_POINTWISE);
  assert_int_equal(graph->ops[1].op_class, CLASS_OPAQUE); // nothing can be computed by its shape
  const Note *notes = graph_notes(graph, &count);
  assert_int_equal(count, 5);
  assert_int_equal(notes[0].kind, NOTE_DTYPE_MISMATCH);
  assert_int_equal(notes[1].kind, NOTE_STRIDE_MISMATCH);
  assert_int_equal(notes[3].kind, NOTE_SHAPE_MISMATCH);
  graph_free(graph);
}

// 2^49 elements that each op reads and writes.
static void all_ops_together_have_a_bound(void **state) {
  (void)state;
  Status status = {0};
  GraphBuilder *builder = builder_new("test", NULL);
  int x = builder_input(builder, "x", DTYPE_F32, &(Shape){2, {1 << 24, 1 << 24}}, NULL, NULL);
  for (int i = 0; i < 1 << 5; i++)
    builder_unary(builder, OP_EXP, x);
  OpSpec spec = {
      .name = "more", .code = OP_EXP, .operands = &(Operand){.value = x}, .operand_count = 1, .mutates = -1};
  assert_int_equal(builder_op(builder, &spec, &status), NO_OP);
  assert_string_equal(status.message,
                      "\"more\" (exp): the ops up to here read and write more than 2^54 elements");
  builder_free(builder);
}

static void a_refused_op_leaves_no_trace(void **state) {
  (void)state;
  int x;
  Status status = {0};
  GraphBuilder *builder = start(&x);
  Annotation absurd = {.has_type = true, .dtype = DTYPE_F32, .shape = {1, {-7}}};
  OpSpec spec = {.name = "a", .code = OP_OPAQUE, .operand_count = 0, .annotations = &absurd, .mutates = -1};
  assert_int_equal(builder_op(builder, &spec, &status), NO_OP);
  const char *names[] = {"p", "x"};
  int64_t parts[] = {1, 1}, axis = 1;
  Attribute attributes[] = {{.key = ATTRIBUTE_SIZES, .count = 2, .integer = parts},
                            {.key = ATTRIBUTE_AXIS, .count = 1, .integer = &axis}};
  OpSpec split = {.name = "s",
                  .code = OP_SPLIT,
                  .operands = &(Operand){.value = x},
                  .operand_count = 1,
                  .attributes = attributes,
                  .attribute_count = 2,
                  .result_names = names,
                  .result_count = 2,
                  .mutates = -1};
  assert_int_equal(builder_op(builder, &split, &status), NO_OP);
  assert_non_null(strstr(status.message, "the name \"x\" is taken"));
  int p = builder_unary(builder, OP_NEG, x);
  assert_int_equal(builder_find_value(builder, "p"), NO_VALUE);
  builder_output(builder, p);
  Graph *graph = builder_finish(builder, NULL);
  assert_int_equal(graph->op_count, 1);
  assert_int_equal(graph->value_count, 2);
  graph_free(graph);
}

static void opaque_ops_without_types_are_noted(void **state) {
  (void)state;
  int x, count;
  GraphBuilder *builder = start(&x);
  OpSpec spec = {.name = "a",
                 .code = OP_OPAQUE,
                 .operands = &(Operand){.value = x},
                 .operand_count = 1,
                 .result_count = 2,
                 .mutates = -1};
  assert_true(builder_op(builder, &spec, NULL) != NO_OP);
  Graph *graph = builder_finish(builder, NULL);
  value_is(graph, "a.1", "f32[][]");
  const Note *notes = graph_notes(graph, &count);
  assert_int_equal(count, 2);
  assert_int_equal(notes[0].kind, NOTE_OPAQUE);
  graph_free(graph);
}

static uint64_t hash_of(const char *ops) {
  Graph *graph = graph_of(X, ops);
  uint64_t hash = graph->hash;
  graph_free(graph);
  return hash;
}

static void hash_tells_graphs_apart(void **state) {
  (void)state;
  uint64_t hash =
      hash_of("{\"name\": \"a\", \"op\": \"sum\", \"in\": [\"x\"], \"axes\": [1], \"keep\": true}");
  assert_true(hash == hash_of("{\"keep\": true, \"axes\": [-1], \"op\": \"sum\", \"in\": [\"x\"], \"name\": "
                              "\"a\", \"at\": \"m.py:3\"}"));
  assert_true(hash !=
              hash_of("{\"name\": \"a\", \"op\": \"sum\", \"in\": [\"x\"], \"axes\": [0], \"keep\": true}"));
  assert_true(hash !=
              hash_of("{\"name\": \"a\", \"op\": \"sum\", \"in\": [\"y\"], \"axes\": [1], \"keep\": true}"));
  assert_true(hash !=
              hash_of("{\"name\": \"b\", \"op\": \"sum\", \"in\": [\"x\"], \"axes\": [1], \"keep\": true}"));
  assert_true(hash_of("{\"name\": \"a\", \"op\": \"add\", \"in\": [\"x\", 1]}") !=
              hash_of("{\"name\": \"a\", \"op\": \"add\", \"in\": [\"x\", 2]}"));
  assert_true(hash_of("{\"name\": \"a\", \"op\": \"add\", \"in\": [\"x\", 1]}") !=
              hash_of("{\"name\": \"a\", \"op\": \"add\", \"in\": [\"x\", 1.0]}"));
}

static void shorthands_build(void **state) {
  (void)state;
  int x;
  GraphBuilder *builder = start(&x);
  int half = builder_cast(builder, x, DTYPE_BF16), axes[] = {0};
  int sum = builder_reduce(builder, OP_SUM, builder_binary(builder, OP_MUL, half, x), axes, 1, true);
  int y = builder_scalar(builder, OP_ADD, sum, 0.5);
  builder_output(builder, y);
  builder_output(builder, NO_VALUE);
  builder_output(builder, y);
  Graph *graph = builder_finish(builder, NULL);
  value_is(graph, graph->values[y].name, "f32[1, 2][2, 1]");
  assert_int_equal(graph->output_count, 3);
  assert_int_equal(graph->outputs[1], NO_VALUE);
  assert_true(graph->values[y].is_output);
  graph_free(graph);
  Status status = {0};
  assert_null(builder_finish(builder_new("nothing", NULL), &status));
  assert_int_equal(status.code, STATUS_INPUT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lists_readers_and_neighbours),
      cmocka_unit_test(finds_what_makes_a_name),
      cmocka_unit_test(orders_earlier_readers_before_the_writer),
      cmocka_unit_test(later_readers_see_the_new_version),
      cmocka_unit_test(writes_through_views_are_seen),
      cmocka_unit_test(partial_writes_keep_their_order),
      cmocka_unit_test(refuses_impossible_writes),
      cmocka_unit_test(believes_annotations),
      cmocka_unit_test(all_ops_together_have_a_bound),
      cmocka_unit_test(a_refused_op_leaves_no_trace),
      cmocka_unit_test(opaque_ops_without_types_are_noted),
      cmocka_unit_test(hash_tells_graphs_apart),
      cmocka_unit_test(shorthands_build),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
