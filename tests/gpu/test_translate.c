// From programs to run programs: what inputs are filled with, what is shared, what is compared; and the way
// through JSON.
#include "gpu/measure/check_pairs.h"
#include "gpu/measure/fill_rule.h"
#include "gpu/measure/translate.h"
#include "graph/core/builder.h"
#include "hand_program.h"
#include "scratch.h"

#include <math.h>
#include <unistd.h>

static Shape shape2(int64_t rows, int64_t columns) {
  return (Shape){.rank = 2, .size = {rows, columns}};
}

static int add(GraphBuilder *builder, OpCode code, const char *name, int a, int b) {
  Operand operands[2] = {{.value = a}, {.value = b}};
  OpSpec spec = {.name = name, .code = code, .operands = operands, .operand_count = 2, .mutates = -1};
  Status status = {0};
  int op = builder_op(builder, &spec, &status);
  if (op == NO_OP) fail_msg("%s", status.message);
  return builder_result(builder, op, 0);
}

// table[ids] x weight / divisor, and a mask that goes out as it is.
static Graph *mixed_graph(void) {
  Status status = {0};
  GraphBuilder *builder = builder_new("mixed", "mixed.json");
  Shape table_shape = shape2(100, 64), weight_shape = shape2(64, 16), divisor_shape = shape2(8, 16);
  Shape ids_shape = {.rank = 1, .size = {8}};
  int table = builder_input(builder, "table", DTYPE_F32, &table_shape, NULL, &status);
  int ids = builder_input(builder, "ids", DTYPE_I64, &ids_shape, NULL, &status);
  int weight = builder_input(builder, "weight", DTYPE_F32, &weight_shape, NULL, &status);
  int divisor = builder_input(builder, "divisor", DTYPE_F32, &divisor_shape, NULL, &status);
  int mask = builder_input(builder, "mask", DTYPE_BOOL, &divisor_shape, NULL, &status);
  int rows = add(builder, OP_EMBEDDING, "rows", table, ids);
  int product = add(builder, OP_MM, "product", rows, weight);
  int quotient = add(builder, OP_DIV, "quotient", product, divisor);
  builder_output(builder, quotient);
  builder_output(builder, mask);
  Graph *graph = builder_finish(builder, &status);
  if (!graph) fail_msg("%s", status.message);
  return graph;
}

static RunBuffer rule(const Graph *graph, const char *name, uint64_t seed, Arena *arena) {
  RunBuffer buffer = {.bytes = 64};
  Status status = {0};
  if (!fill_rule(graph, graph_find_value(graph, name), seed, "/nowhere", arena, &buffer, &status))
    fail_msg("%s", status.message);
  return buffer;
}

static void test_fill_follows_readers(void **state) {
  (void)state;
  Graph *graph = mixed_graph();
  Arena *arena = arena_new();
  RunBuffer ids = rule(graph, "ids", 1, arena);
  assert_int_equal(ids.fill, FILL_INTEGER);
  assert_int_equal(ids.low, 0);
  assert_int_equal(ids.high, 100); // rows of the table
  assert_int_equal(rule(graph, "divisor", 1, arena).fill, FILL_POSITIVE);
  RunBuffer mask = rule(graph, "mask", 1, arena);
  assert_int_equal(mask.fill, FILL_INTEGER);
  assert_int_equal(mask.high, 2);
  RunBuffer weight = rule(graph, "weight", 1, arena);
  assert_int_equal(weight.fill, FILL_NORMAL);
  assert_float_equal(weight.scale, 0.125, 1e-12); // 1 / sqrt(64)
  assert_float_equal(rule(graph, "table", 1, arena).scale, 1, 1e-12);
  arena_free(arena);
  graph_free(graph);
}

// Places at which index_put stores come from a file, each once; a harness has no files, and may repeat them.
static void test_fill_of_places(void **state) {
  Status status = {0};
  GraphBuilder *builder = builder_new("places", "places.json");
  Shape shape = {.rank = 1, .size = {8}};
  int base = builder_input(builder, "base", DTYPE_F32, &shape, NULL, &status);
  int ids = builder_input(builder, "ids", DTYPE_I32, &shape, NULL, &status);
  Operand operands[] = {{.value = base}, {.value = base}, {.value = ids}};
  OpSpec put = {.name = "put", .code = OP_INDEX_PUT, .operands = operands, .operand_count = 3, .mutates = -1};
  builder_output(builder, builder_result(builder, builder_op(builder, &put, &status), 0));
  Graph *graph = builder_finish(builder, &status);
  assert_non_null(graph);
  Arena *arena = arena_new();
  RunBuffer buffer = {.bytes = 32};
  assert_true(fill_rule(graph, ids, 1, *state, arena, &buffer, &status));
  assert_int_equal(buffer.fill, FILL_FILE);
  char *bytes = file_read(buffer.path, NULL, &status);
  assert_non_null(bytes);
  int32_t places[8], sum = 0;
  memcpy(places, bytes, sizeof places);
  for (int i = 0; i < 8; i++)
    sum |= 1 << places[i];
  assert_int_equal(sum, 255);
  free(bytes);
  assert_true(fill_rule(graph, ids, 1, NULL, arena, &buffer, &status));
  assert_int_equal(buffer.fill, FILL_INTEGER);
  arena_free(arena);
  graph_free(graph);
}

// Unsigned integers are never negative; of numbers packed into elements every bit may be set.
static void test_fill_knows_every_type(void **state) {
  (void)state;
  static const struct {
    DType dtype;
    FillKind fill;
    int64_t low, high;
  } cases[] = {{DTYPE_I16, FILL_INTEGER, -8, 8},  {DTYPE_U8, FILL_INTEGER, 0, 8},
               {DTYPE_U16, FILL_INTEGER, 0, 8},   {DTYPE_U32, FILL_INTEGER, 0, 8},
               {DTYPE_U64, FILL_INTEGER, 0, 8},   {DTYPE_F4X2, FILL_INTEGER, 0, 256},
               {DTYPE_F8E4M3, FILL_NORMAL, 0, 0}, {DTYPE_C64, FILL_NORMAL, 0, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Status status = {0};
    GraphBuilder *builder = builder_new("one", "one.json");
    Shape shape = shape2(4, 8);
    builder_output(builder, builder_input(builder, "x", cases[i].dtype, &shape, NULL, &status));
    Graph *graph = builder_finish(builder, &status);
    Arena *arena = arena_new();
    RunBuffer buffer = rule(graph, "x", 1, arena);
    assert_int_equal(buffer.fill, cases[i].fill);
    assert_int_equal(buffer.low, cases[i].low);
    assert_int_equal(buffer.high, cases[i].high);
    arena_free(arena);
    graph_free(graph);
  }
}

static void test_seeds_depend_on_seed_and_name(void **state) {
  (void)state;
  Graph *graph = mixed_graph();
  Arena *arena = arena_new();
  int64_t table = rule(graph, "table", 1, arena).seed;
  assert_true(table >= 0);
  assert_true(table == rule(graph, "table", 1, arena).seed);
  assert_true(table != rule(graph, "table", 2, arena).seed);
  assert_true(table != rule(graph, "weight", 1, arena).seed);
  arena_free(arena);
  graph_free(graph);
}

static RunProgram translate(const Program *program, const bool *left_out, const Program *owner,
                            Arena *arena) {
  static const CubinFile files[HAND_LAUNCHES_MOST] = {{.path = "a"}, {.path = "b"}};
  Translation translation = {program, files, left_out, owner, 1, "/nowhere"};
  RunProgram run;
  Status status = {0};
  if (!translate_program(&translation, arena, &run, &status)) fail_msg("%s", status.message);
  return run;
}

static void test_only_inputs_are_filled(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Graph *graph = hand_graph();
  Program *program = hand_program(graph, "add_one", "twice");
  RunProgram run = translate(program, NULL, NULL, arena);
  assert_int_equal(run.buffers[0].fill, FILL_NORMAL);
  assert_int_equal(run.buffers[1].fill, FILL_ZERO);
  assert_int_equal(run.buffers[2].fill, FILL_ZERO);
  assert_int_equal(run.launches[0].kind, LAUNCH_KERNEL);
  bool left_out[2] = {true, false}; // what it would have written is then needed from outside
  run = translate(program, left_out, NULL, arena);
  assert_int_equal(run.buffers[1].fill, FILL_NORMAL);
  assert_int_equal(run.launches[0].kind, LAUNCH_SKIPPED);
  assert_int_equal(run.launches[1].kind, LAUNCH_KERNEL);
  hand_program_free(program);
  graph_free(graph);
  arena_free(arena);
}

static void test_unwritten_inputs_are_shared(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Graph *graph = hand_graph();
  Program *program = hand_program(graph, "add_one", "twice"),
          *owner = hand_program(graph, "add_one", "twice");
  RunProgram run = translate(program, NULL, owner, arena);
  assert_int_equal(run.buffers[0].fill, FILL_SHARED);
  assert_int_equal(run.buffers[0].shared_with, 0);
  assert_int_equal(run.buffers[2].fill, FILL_ZERO);
  static const LaunchUse in_place[] = {{true, true}, {.written = true}};
  owner->launches[0].uses = in_place; // each needs its own
  run = translate(program, NULL, owner, arena);
  assert_int_equal(run.buffers[0].fill, FILL_NORMAL);
  hand_program_free(program);
  hand_program_free(owner);
  graph_free(graph);
  arena_free(arena);
}

static void test_pairs(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Graph *graph = hand_graph();
  Program *program = hand_program_repeated(graph, "add_one", "twice", 3),
          *reference = hand_program(graph, "add_one", "twice");
  int count;
  const CheckPair *pairs = check_pairs(program, NULL, reference, NULL, arena, &count);
  assert_int_equal(count, 2); // not the input
  assert_int_equal(pairs[0].buffer, 1);
  assert_int_equal(pairs[0].after, 0);
  assert_int_equal(pairs[1].buffer, 2);
  assert_int_equal(pairs[1].after, 3); // the last of those that write it
  assert_true(pairs[0].tolerance > 0 && pairs[0].tolerance < 1e-4);
  hand_program_free(program);
  hand_program_free(reference);
  graph_free(graph);
  arena_free(arena);
}

// x -> y -> z: without the launch that makes y, its y is not judged; without the reference's, neither y nor z
// can be.
static void test_pairs_without_some_launches(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Graph *graph = hand_graph();
  Program *program = hand_program(graph, "add_one", "twice"),
          *reference = hand_program(graph, "add_one", "twice");
  const bool first[] = {true, false}, second[] = {false, true};
  int count;
  const CheckPair *pairs = check_pairs(program, first, reference, NULL, arena, &count);
  assert_int_equal(count, 2);
  assert_true(!pairs[0].judged && pairs[1].judged);
  pairs = check_pairs(program, NULL, reference, second, arena, &count);
  assert_int_equal(count, 1);
  assert_true(pairs[0].buffer == 1 && pairs[0].judged);
  check_pairs(program, NULL, reference, first, arena, &count);
  assert_int_equal(count, 0);
  hand_program_free(program);
  hand_program_free(reference);
  graph_free(graph);
  arena_free(arena);
}

// ---- JSON

static Json *written(const RunProgram *program) {
  Text text = {0};
  JsonWriter json = json_writer(&text, false);
  json_begin_object(&json, NULL);
  run_program_write(program, &json);
  json_end(&json);
  Json *parsed = json_parse("run", text_get(&text), text.length, NULL);
  text_free(&text);
  assert_non_null(parsed);
  return parsed;
}

static const TensorMap round_trip_maps[2] = {{1, DTYPE_F16, 8, {72, 40, 3, 5}, {80, 3200, 9600}, {64, 128}},
                                             {2, DTYPE_BF16, 0, {1, 1, 1}, {8, 8}, {64, 64}}};

static void refuse_map(RunProgram *program, TensorMap *map, TensorMap wrong) {
  TensorMap right = *map;
  RunProgram back;
  Arena *arena = arena_new();
  Status status = {0};
  *map = wrong;
  Json *json = written(program);
  assert_false(run_program_read(json, json_root(json), arena, &back, &status));
  assert_non_null(strstr(status.message, "a map must be a parameter, f16 or bf16,"));
  json_free(json);
  arena_free(arena);
  *map = right;
}

// Each map comes back as it was, and one that names no parameter, or bytes beyond 64 bits, is refused.
static void test_maps(void **state) {
  (void)state;
  int arguments[] = {0, 0, 0};
  Launch launch = {.kind = LAUNCH_KERNEL,
                   .emitted = {.name = "k", .launch = {.grid = 1, .threads = 32}, .map_count = 2},
                   .cubin = "c",
                   .arguments = arguments,
                   .argument_count = 3};
  memcpy(launch.emitted.maps, round_trip_maps, sizeof round_trip_maps);
  RunBuffer buffer = {.bytes = 8, .dtype = DTYPE_F16, .scale = 1};
  RunProgram program = {&buffer, 1, &launch, 1}, back;
  Arena *arena = arena_new();
  Status status = {0};
  Json *json = written(&program);
  if (!run_program_read(json, json_root(json), arena, &back, &status)) fail_msg("%s", status.message);
  assert_int_equal(back.launches[0].emitted.map_count, 2);
  assert_memory_equal(back.launches[0].emitted.maps, round_trip_maps, sizeof round_trip_maps);
  json_free(json);
  arena_free(arena);
  TensorMap *map = &launch.emitted.maps[1];
  refuse_map(&program, map, (TensorMap){3, DTYPE_BF16, 0, {1, 1, 1}, {8, 8}, {64, 64}});
  refuse_map(&program, map, (TensorMap){2, DTYPE_F32, 0, {1, 1, 1}, {8, 8}, {64, 64}});
  refuse_map(&program, map, (TensorMap){2, DTYPE_BF16, INT64_MAX, {1, 1, 1}, {8, 8}, {64, 64}});
  refuse_map(&program, map, (TensorMap){2, DTYPE_BF16, 0, {1, 1, 1}, {8, INT64_MAX}, {64, 64}});
  refuse_map(&program, map, (TensorMap){2, DTYPE_BF16, 0, {1, 1, 1}, {8, 8}, {64, 257}});
  refuse_map(&program, map,
             (TensorMap){2, DTYPE_BF16, 0, {1, 1, 1, 2}, {8, 8}, {64, 64}}); // two of what steps?
  refuse_map(&program, map, (TensorMap){2, DTYPE_BF16, 0, {1, 1, 1, 2}, {8, 8, INT64_MAX}, {64, 64}});
  refuse_map(&program, map, (TensorMap){2, DTYPE_BF16, 0, {1, 1, 1}, {8, 8, 8}, {64, 64}});
}

static void test_json_round_trip(void **state) {
  (void)state;
  RunBuffer buffers[] = {
      {.bytes = 9007199254740993, .dtype = DTYPE_BF16, .fill = FILL_NORMAL, .scale = 0.3, .seed = INT64_MAX},
      {.bytes = 8, .dtype = DTYPE_I64, .fill = FILL_INTEGER, .low = -5, .high = INT64_MAX, .scale = 1},
      {.bytes = 3, .dtype = DTYPE_BOOL, .fill = FILL_FILE, .path = "/tmp/a \"b\"", .scale = 1},
      {.bytes = 0, .dtype = DTYPE_F64, .fill = FILL_SHARED, .shared_with = 12, .scale = 1},
  };
  int arguments[] = {0, 2, 1};
  Preset presets[] = {{-1, 2}, {0, 1}};
  Matmul matmul = {DTYPE_F16,        2,   3, 4, 5, {0, 7, 5, 1, 15}, {1, 0, 1, 5, 0}, {-1, 0, 0, 0, 0},
                   {2, 0, 4, 1, 12}, 0.5, -1};
  LaunchShape shape = {
      .grid = 2147483647, .threads = 1024, .shared_bytes = 49152, .workspace_bytes = 1 << 20};
  Launch launches[] = {
      {.kind = LAUNCH_KERNEL,
       .emitted = {.name = "k", .launch = shape},
       .cubin = "c",
       .arguments = arguments,
       .argument_count = 3,
       .presets = presets,
       .preset_count = 2},
      {.kind = LAUNCH_SKIPPED},
      {.kind = LAUNCH_MATMUL, .matmul = matmul},
  };
  RunProgram program = {buffers, 4, launches, 3}, back;
  Json *json = written(&program);
  Arena *arena = arena_new();
  Status status = {0};
  if (!run_program_read(json, json_root(json), arena, &back, &status)) fail_msg("%s", status.message);
  assert_int_equal(back.buffer_count, 4);
  assert_true(back.buffers[0].bytes == buffers[0].bytes && back.buffers[0].seed == INT64_MAX);
  assert_float_equal(back.buffers[0].scale, 0.3, 0);
  assert_true(back.buffers[1].low == -5 && back.buffers[1].high == INT64_MAX);
  assert_string_equal(back.buffers[2].path, buffers[2].path);
  assert_int_equal(back.buffers[3].shared_with, 12);
  const Launch *launch = &back.launches[0];
  assert_memory_equal(&launch->emitted.launch, &shape, sizeof shape);
  assert_true(!strcmp(launch->emitted.name, "k") && !strcmp(launch->cubin, "c"));
  assert_memory_equal(launch->arguments, arguments, sizeof arguments);
  assert_memory_equal(launch->presets, presets, sizeof presets);
  assert_int_equal(back.launches[1].kind, LAUNCH_SKIPPED);
  const Matmul *m = &back.launches[2].matmul;
  assert_true(m->batch == 2 && m->m == 3 && m->n == 4 && m->k == 5 && m->alpha == 0.5 && m->beta == -1);
  assert_true(m->a.buffer == 0 && m->a.offset == 7 && m->a.row_stride == 5 && m->a.column_stride == 1 &&
              m->a.batch_stride == 15);
  assert_true(m->c.buffer == -1 && m->d.buffer == 2 && m->b.column_stride == 5);
  json_free(json);
  arena_free(arena);
}

static void test_long_names_are_refused(void **state) {
  (void)state;
  for (int length = KERNEL_NAME_SIZE - 1; length <= KERNEL_NAME_SIZE; length++) {
    Text text = {0};
    text_add(&text,
             "{\"buffers\": [], \"launches\": [{\"kind\": \"kernel\", \"cubin\": \"c\", \"grid\": 1, "
             "\"threads\": 1, \"shared\": 0, \"workspace\": 0, \"arguments\": [], \"presets\": [], ");
    text_printf(&text, "\"kernel\": \"%0*d\"}]}", length, 0);
    Json *json = json_parse("run", text_get(&text), text.length, NULL);
    Arena *arena = arena_new();
    RunProgram run;
    Status status = {0};
    bool fits = length < KERNEL_NAME_SIZE;
    assert_int_equal(run_program_read(json, json_root(json), arena, &run, &status), fits);
    if (!fits) assert_non_null(strstr(status.message, "\"kernel\" must be a string of less than 96 bytes"));
    arena_free(arena);
    json_free(json);
    text_free(&text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fill_follows_readers),
      SCRATCH_TEST(test_fill_of_places),
      cmocka_unit_test(test_fill_knows_every_type),
      cmocka_unit_test(test_seeds_depend_on_seed_and_name),
      cmocka_unit_test(test_only_inputs_are_filled),
      cmocka_unit_test(test_unwritten_inputs_are_shared),
      cmocka_unit_test(test_pairs),
      cmocka_unit_test(test_pairs_without_some_launches),
      cmocka_unit_test(test_json_round_trip),
      cmocka_unit_test(test_maps),
      cmocka_unit_test(test_long_names_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
