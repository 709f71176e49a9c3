// Kernels that take a size as an argument: one text, compiled once, run at many values of the size and
// compared with the evaluator there.
#include "suite.h"

#include "h200.h"

#include "graph/read/read.h"
#include "kernel/template/sized.h"
#include "plan/program/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Sized {
  const char *text, *name; // of the graph, and of its size
  SizedGraphs graphs;
  SizedNest nest;
  Schedule schedule;
  CheckSet set;
} Sized;

static Graph *read_at(const Sized *sized, int64_t value) {
  SizeBinding binding = {sized->name, value};
  Status status = {0};
  Graph *graph = graph_read_json("graph.json", sized->text, strlen(sized->text),
                                 &(ReadOptions){.sizes = &binding, .size_count = 1}, &status);
  return graph;
}

static bool open_sized(Sized *sized, const char *text, const char *name, int64_t given, int64_t multiple,
                       Reason *reason) {
  // Of tensors that are large for each step of the size fewer bits are left.
  int bits = strstr(text, "4096") ? WITNESS_LEAST_BITS : WITNESS_BITS;
  *sized = (Sized){.text = text, .name = name, .graphs = sized_graphs(name, given, multiple, bits)};
  for (int i = 0; i < SIZED_COUNT; i++)
    sized->graphs.graph[i] = read_at(sized, sized->graphs.value[i]);
  assert_non_null(sized->graphs.graph[SIZED_GIVEN]);
  sized->set = check_all(sized->graphs.graph[SIZED_GIVEN]);
  KernelSet set = {.ops = sized->set.ops,
                   .op_count = sized->set.op_count,
                   .stored = sized->set.stored,
                   .stored_count = sized->set.stored_count};
  return kernel_lower_sized(&sized->graphs, &set, &sized->nest, reason) &&
         schedule_sized(&sized->nest, &h200_limits, NULL, &sized->schedule, reason);
}

static void close_sized(Sized *sized) {
  sized_nest_free(&sized->nest);
  for (int i = 0; i < SIZED_COUNT; i++)
    graph_free((Graph *)sized->graphs.graph[i]);
}

static bool emit_at(const Sized *sized, int64_t value, Emitted *emitted, Status *status) {
  return kernel_emit_sized(&sized->nest, &sized->schedule, &h200_limits, &(EmitOptions){.annotate = true},
                           value, emitted, status);
}

static Case *case_at(const Sized *sized, int64_t value) {
  Case *made = memory_alloc(sizeof *made);
  Status status = {0};
  Reason reason = {0};
  Text title = {0};
  text_printf(&title, "%s = %lld", sized->name, (long long)value);
  *made = (Case){
      .title = text_take(&title), .graph = read_at(sized, value), .owns_graph = true, .set = sized->set};
  assert_non_null(made->graph);
  made->nest = check_lower(made->graph, &made->set, &reason);
  made->schedule = sized->schedule;
  for (int i = 0; i < made->nest->part_count; i++)
    made->nest->parts[i].schedule = sized->nest.nest->parts[i].schedule;
  made->size = value;
  if (!emit_at(sized, value, &made->emitted, &status)) fail_msg("%s: %s", made->title, status.message);
  return made;
}

// Of all tests, so that one compiler run takes them; a source that was seen before is not compiled again.
static Suite suite;
static Sized *opened[64];
static int opened_count;

static void check_values(const char *text, const char *name, int64_t given, int64_t multiple,
                         const int64_t *values, int count, const char *holds) {
  Reason reason = {0};
  Sized *sized = opened[opened_count++] = memory_alloc(sizeof *sized);
  if (!open_sized(sized, text, name, given, multiple, &reason)) fail_msg("%s: %s", name, reason.text);
  const char *source = NULL;
  for (int i = 0; i < count; i++) {
    Case *made = suite.cases[suite.count++] = case_at(sized, values[i]);
    if (i == 0) source = made->emitted.source;
    assert_string_equal(made->emitted.source, source);
  }
  if (getenv("SIZED_SHOW")) fputs(source, stderr);
  if (!strstr(source, holds)) fail_msg("\"%s\" is not in\n%s", holds, source);
}

static void test_run_all(void **state) {
  (void)state;
  suite_run(&suite);
  while (opened_count > 0) {
    close_sized(opened[--opened_count]);
    free(opened[opened_count]);
  }
}

#define CHECK(text, name, given, multiple, holds, ...) \
  check_values(text, name, given, multiple, (const int64_t[]){__VA_ARGS__}, \
               sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t), holds)

#define GRAPH(sizes, inputs, ops, outputs) \
  "{\"format\": \"fusebox-graph\", \"version\": 1, \"name\": \"g\", \"sizes\": {" sizes \
  "}, \"inputs\": [" inputs "], \"ops\": [" ops "], \"outputs\": [" outputs "]}"
#define INPUT(name, type, shape) "{\"name\": \"" name "\", \"dtype\": \"" type "\", \"shape\": [" shape "]}"
#define OP(name, op, in, rest) "{\"name\": \"" name "\", \"op\": \"" op "\", \"in\": [" in "]" rest "}"
#define ROWS "\"rows\": 64"
#define COLS "\"cols\": 64"

static void test_flat_map(void **state) {
  (void)state;
  static const char text[] =
      GRAPH(ROWS, INPUT("x", "f32", "\"rows\", 24"), OP("y", "exp", "\"x\"", ""), "\"y\"");
  CHECK(text, "rows", 37, 1, "if (walk < (size_rows * 6))", 1, 2, 37, 64, 1000);
  CHECK(text, "rows", 64, 16, "multiples of 16 from 16", 16, 48, 1024);
}

// Rows that may begin anywhere leave no vectors, multiples of 16 do.
static void test_ragged_map(void **state) {
  (void)state;
  static const char text[] = GRAPH(COLS, INPUT("x", "bf16", "6, \"cols\"") "," INPUT("b", "bf16", "\"cols\""),
                                   OP("y", "add", "\"x\", \"b\"", ""), "\"y\"");
  CHECK(text, "cols", 64, 1, "1 elements a vector", 2, 3, 17, 64, 333);
  CHECK(text, "cols", 64, 16, "8 elements a vector", 16, 48, 160);
}

static void test_repeated_map(void **state) {
  (void)state;
  static const char text[] = GRAPH(ROWS, INPUT("x", "f32", "\"rows\", 40") "," INPUT("b", "f32", "40"),
                                   OP("y", "mul", "\"x\", \"b\"", ""), "\"y\"");
  CHECK(text, "rows", 50, 1, "walk % 10", 2, 3, 50, 129);
}

#define SOFTMAX(sizes, shape) \
  GRAPH( \
      sizes, INPUT("x", "f32", shape), \
      OP("m", "amax", "\"x\"", ", \"axes\": [-1], \"keep\": true") "," OP( \
          "d", "sub", "\"x\", \"m\"", \
          "") "," OP("e", "exp", "\"d\"", \
                     "") "," OP("t", "sum", "\"e\"", \
                                ", \"axes\": [-1], \"keep\": true") "," OP("y", "div", "\"e\", \"t\"", ""), \
      "\"y\"")

// 2^21 elements for each step: more than the witness itself, which says of them what they follow from even
// so.
static void test_large_steps(void **state) {
  (void)state;
  static const char text[] =
      GRAPH(ROWS, INPUT("x", "i8", "\"rows\", 512, 4096"), OP("y", "neg", "\"x\"", ""), "\"y\"");
  CHECK(text, "rows", 2, 1, "size_rows", 1, 2);
}

static void test_rows(void **state) {
  (void)state;
  static const char text[] = SOFTMAX(ROWS, "\"rows\", 96"), ragged[] = SOFTMAX(ROWS, "\"rows\", 97");
  CHECK(text, "rows", 30, 1, "rows stay in registers", 2, 3, 30, 77);
  CHECK(ragged, "rows", 30, 1, "size_rows", 2, 5, 31);
}

// A row is gone over again, as long as it is.
static void test_lengths(void **state) {
  (void)state;
  static const char text[] = SOFTMAX(COLS, "5, \"cols\"");
  CHECK(text, "cols", 96, 1, "trip < (size_cols + ", 2, 3, 96, 1000);
  CHECK(text, "cols", 96, 16, "4 elements a vector", 16, 96, 1008);
}

static void test_columns(void **state) {
  (void)state;
  static const char text[] =
      GRAPH(ROWS, INPUT("x", "f32", "\"rows\", 48"), OP("y", "sum", "\"x\"", ", \"axes\": [0]"), "\"y\"");
  CHECK(text, "rows", 64, 1, "size_rows", 2, 3, 64, 500);
  static const char wide[] =
      GRAPH(COLS, INPUT("x", "f32", "48, \"cols\""), OP("y", "sum", "\"x\"", ", \"axes\": [0]"), "\"y\"");
  CHECK(wide, "cols", 64, 1, "active = place < size_cols", 2, 3, 64, 129);
  CHECK(wide, "cols", 64, 16, "active = place < (size_cols / ", 16, 64, 144);
}

// The count of elements by which a mean divides is a number of the size, too.
static void test_means(void **state) {
  (void)state;
  static const char all[] =
      GRAPH(ROWS, INPUT("x", "f32", "\"rows\", 24"), OP("y", "mean", "\"x\"", ", \"axes\": [0, 1]"), "\"y\"");
  CHECK(all, "rows", 64, 1, "(1 / (float)(24ll * size_rows + 0))", 2, 3, 64, 1001);
  static const char row[] =
      GRAPH(COLS, INPUT("x", "f32", "7, \"cols\""), OP("y", "mean", "\"x\"", ", \"axes\": [1]"), "\"y\"");
  CHECK(row, "cols", 64, 1, "(1 / (float)(1ll * size_cols + 0))", 2, 3, 64, 777);
}

// Conditions have the size in their bounds: which input an element comes from.
static void test_conditions(void **state) {
  (void)state;
  static const char cat[] =
      GRAPH(COLS, INPUT("x", "f32", "5, \"cols\"") "," INPUT("y", "f32", "5, 24"),
            OP("n", "neg", "\"x\"", "") "," OP("z", "cat", "\"n\", \"y\", \"x\"", ", \"axis\": 1"), "\"z\"");
  CHECK(cat, "cols", 64, 1, "size_cols", 2, 3, 24, 25, 64, 130);
  CHECK(cat, "cols", 64, 16, "4 elements a vector", 16, 32, 64, 144);
}

static void test_reductions(void **state) {
  (void)state;
  static const char most[] =
      GRAPH(COLS, INPUT("x", "f32", "5, \"cols\""), OP("y", "argmax", "\"x\"", ", \"axes\": [1]"), "\"y\"");
  CHECK(most, "cols", 64, 1, "size_cols", 2, 3, 64, 500);
  static const char variance[] =
      GRAPH(COLS, INPUT("x", "f32", "5, \"cols\""), OP("y", "var", "\"x\"", ", \"axes\": [1]"), "\"y\"");
  CHECK(variance, "cols", 64, 1, "from 4 to", 4, 5, 64, 500);
}

// A norm's backward in small: numbers of rows, values of columns, and what reads both. Blocks that find no
// tile, as rows are few, publish nothing but what sums begin with.
#define NORM(sizes, shape) \
  GRAPH(sizes, INPUT("x", "f32", shape), \
        OP("q", "mul", "\"x\", \"x\"", "") "," OP( \
            "t", "mean", "\"q\"", ", \"axes\": [-1], \"keep\": true") "," OP("y", "mul", "\"x\", \"t\"", \
                                                                             "") "," OP("c", "sum", "\"y\"", \
                                                                                        ", \"axes\": [0]"), \
        "\"y\", \"c\"")

static void test_mixed(void **state) {
  (void)state;
  static const char text[] = NORM(ROWS, "\"rows\", 96"), ragged[] = NORM(ROWS, "\"rows\", 97");
  CHECK(text, "rows", 300, 1, "tile < (size_rows + ", 2, 3, 300, 2111);
  CHECK(text, "rows", 320, 16, "tile < (size_rows + ", 16, 320, 1040);
  CHECK(ragged, "rows", 30, 1, "size_rows", 2, 5, 31);
}

static void test_scans(void **state) {
  (void)state;
  static const char rows[] =
      GRAPH(ROWS, INPUT("x", "f32", "\"rows\", 40"), OP("y", "cumsum", "\"x\"", ", \"axis\": 1"), "\"y\"");
  CHECK(rows, "rows", 64, 1, "active = place < size_rows", 2, 3, 64, 129);
  static const char lengths[] =
      GRAPH(COLS, INPUT("x", "f32", "4, \"cols\""), OP("y", "cumsum", "\"x\"", ", \"axis\": 1"), "\"y\"");
  CHECK(lengths, "cols", 64, 1, "trip < (size_cols + ", 2, 3, 64, 1500);
  CHECK(lengths, "cols", 64, 16, "4 elements a vector", 16, 64, 1504);
  static const char down[] =
      GRAPH(ROWS, INPUT("x", "f32", "\"rows\", 40"), OP("y", "cumsum", "\"x\"", ", \"axis\": 0"), "\"y\"");
  CHECK(down, "rows", 64, 1, "trip < (size_rows + ", 2, 3, 64, 700);
}

// Even values have a half: rows and what they begin with follow from it. Their gate is the other half's.
static void test_halves(void **state) {
  (void)state;
  static const char rows[] = GRAPH(
      ROWS, INPUT("x", "f32", "\"rows\", 5"),
      OP("a", "slice", "\"x\"", ", \"axis\": 0, \"start\": 0, \"end\": \"rows//2\"") "," OP(
          "b", "slice", "\"x\"",
          ", \"axis\": 0, \"start\": \"rows//2\", \"end\": \"rows\"") "," OP("y", "mul", "\"a\", \"b\"", ""),
      "\"y\"");
  CHECK(rows, "rows", 64, 2, "size_rows / 2 * 5", 2, 4, 6, 64, 1000);
  CHECK(rows, "rows", 64, 16, "multiples of 16 from 16", 16, 48, 1024);
  static const char cat[] =
      GRAPH(COLS, INPUT("x", "f32", "5, \"cols\""),
            OP("a", "slice", "\"x\"", ", \"axis\": 1, \"start\": 0, \"end\": \"cols//2\"") "," OP(
                "b", "cat", "\"x\", \"a\"", ", \"axis\": 1") "," OP("m", "mean", "\"b\"", ", \"axes\": [1]"),
            "\"b\", \"m\"");
  CHECK(cat, "cols", 64, 2, "size_cols / 2 * 3", 4, 6, 50, 300);
}

// Blocks of one launch find their part by numbers that follow from the size: of a part that grows with it, of
// two of a kind that do, and of one that stays as it is.
static void test_batches(void **state) {
  (void)state;
  static const char text[] = GRAPH(
      ROWS,
      INPUT("a", "f32", "\"rows\", 40") "," INPUT("b", "f32", "\"rows\", 24") "," INPUT(
          "c", "f32", "\"rows\", 24") "," INPUT("d", "f32", "6, 48"),
      OP("s", "amax", "\"a\"", ", \"axes\": [-1]") "," OP("t", "sum", "\"b\"", ", \"axes\": [-1]") "," OP(
          "u", "sum", "\"c\"", ", \"axes\": [-1]") "," OP("v", "amax", "\"d\"", ", \"axes\": [-1]"),
      "\"s\", \"t\", \"u\", \"v\"");
  CHECK(text, "rows", 64, 1, "if (blockIdx.x < first_", 2, 3, 37, 64, 1000);
  static const char wide[] =
      GRAPH(COLS, INPUT("a", "f32", "5, \"cols\"") "," INPUT("b", "f32", "3, \"cols\""),
            OP("s", "sum", "\"a\"", ", \"axes\": [-1]") "," OP("t", "amax", "\"b\"", ", \"axes\": [0]"),
            "\"s\", \"t\"");
  CHECK(wide, "cols", 64, 1, "const unsigned blocks_", 2, 3, 64, 700);
}

// An embedding's gradient: what is added to begins as a copy of it.
static void test_scatters(void **state) {
  (void)state;
  static const char text[] = GRAPH(
      ROWS,
      INPUT("x", "f32", "11, 24") "," INPUT("i", "i64", "\"rows\"") "," INPUT("v", "f32", "\"rows\", 24"),
      OP("y", "index_put", "\"x\", \"v\", \"i\"", ", \"accumulate\": true"), "\"y\"");
  CHECK(text, "rows", 64, 1, "size_rows", 2, 3, 64, 500);
}

// Strides of 2^24, more than the witness that tensors of 2^48 elements leave, are constants.
static void test_large_constants(void **state) {
  (void)state;
  static const char text[] = GRAPH(
      "\"batch\": 4", INPUT("x", "bf16", "\"batch\", 1024, 4096, 4") "," INPUT("m", "f32", "1024, 4096, 4"),
      OP("y", "add", "\"x\", \"m\"", ""), "\"y\"");
  Sized sized;
  Reason reason = {0};
  Emitted emitted;
  if (!open_sized(&sized, text, "batch", 4, 1, &reason)) fail_msg("%s", reason.text);
  assert_int_equal(sized.nest.size.most, 127); // 2^31 elements are one too many
  assert_true(emit_at(&sized, 3, &emitted, NULL));
  assert_int_equal(emitted.parameter_bytes[0], 3LL << 25);
  emitted_free(&emitted);
  close_sized(&sized);
}

static void refused(const char *text, const char *name, int64_t given, const char *part) {
  Sized sized;
  Reason reason = {0};
  assert_false(open_sized(&sized, text, name, given, 1, &reason));
  if (!strstr(reason.text, part)) fail_msg("\"%s\" is not in \"%s\"", part, reason.text);
  close_sized(&sized);
}

static void test_refused(void **state) {
  (void)state;
  refused(GRAPH("\"n\": 64", INPUT("x", "f32", "\"n\", \"n\""), OP("y", "exp", "\"x\"", ""), "\"y\""), "n",
          64, "the graph is another one at n = 3689");
  refused(NORM(COLS, "40, \"cols\""), "cols", 64, "what it finds of its columns, whose number must be known");
}

// A value that the kernel does not take is an error that says which it does.
static void test_values(void **state) {
  (void)state;
  static const char text[] =
      GRAPH(ROWS, INPUT("x", "f32", "\"rows\", 24"), OP("y", "exp", "\"x\"", ""), "\"y\"");
  Sized sized;
  Reason reason = {0};
  Status status = {0};
  Emitted emitted;
  assert_true(open_sized(&sized, text, "rows", 64, 16, &reason));
  assert_false(emit_at(&sized, 40, &emitted, &status));
  assert_string_equal(status.message,
                      "rows = 40 is none that the kernel takes: multiples of 16 from 16 to 89478432");
  close_sized(&sized);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_flat_map),     cmocka_unit_test(test_ragged_map),
      cmocka_unit_test(test_repeated_map), cmocka_unit_test(test_rows),
      cmocka_unit_test(test_large_steps),  cmocka_unit_test(test_lengths),
      cmocka_unit_test(test_columns),      cmocka_unit_test(test_means),
      cmocka_unit_test(test_halves),       cmocka_unit_test(test_mixed),
      cmocka_unit_test(test_scans),        cmocka_unit_test(test_scatters),
      cmocka_unit_test(test_batches),      cmocka_unit_test(test_conditions),
      cmocka_unit_test(test_reductions),   cmocka_unit_test(test_refused),
      cmocka_unit_test(test_values),       cmocka_unit_test(test_large_constants),
      cmocka_unit_test(test_run_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
