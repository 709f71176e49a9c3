// Matrix products by cuBLASLt against a naive kernel, over the layouts that views of matrices have.
#include "device_fixture.h"
#include "graph/core/builder.h"
#include "test.h"

#include <stdio.h>

static DeviceFixture device;

typedef struct Layout {
  int64_t offset, row, column, batch; // elements
} Layout;

typedef struct Case {
  const char *name;
  DType dtype;
  int64_t batch, m, n, k;
  Layout a, b, c, d;
  double alpha, beta; // beta 0: no C
} Case;

static const Case cases[] = {
    {"plain", DTYPE_BF16, 1, 128, 256, 64, {0, 64, 1, 0}, {0, 256, 1, 0}, {0}, {0, 256, 1, 0}, 1, 0},
    {"B transposed", DTYPE_BF16, 1, 128, 256, 64, {0, 64, 1, 0}, {0, 1, 64, 0}, {0}, {0, 256, 1, 0}, 1, 0},
    {"A transposed", DTYPE_BF16, 1, 128, 256, 64, {0, 1, 128, 0}, {0, 256, 1, 0}, {0}, {0, 256, 1, 0}, 1, 0},
    {"both transposed",
     DTYPE_BF16,
     1,
     128,
     256,
     64,
     {0, 1, 128, 0},
     {0, 1, 64, 0},
     {0},
     {0, 256, 1, 0},
     1,
     0},
    {"D column-major", DTYPE_BF16, 1, 128, 256, 64, {0, 64, 1, 0}, {0, 256, 1, 0}, {0}, {0, 1, 128, 0}, 1, 0},
    {"all transposed", DTYPE_BF16, 1, 96, 40, 72, {0, 1, 96, 0}, {0, 1, 72, 0}, {0}, {0, 1, 96, 0}, 1, 0},
    {"odd sizes", DTYPE_BF16, 1, 37, 53, 29, {0, 29, 1, 0}, {0, 53, 1, 0}, {0}, {0, 53, 1, 0}, 1, 0},
    {"odd, transposed", DTYPE_BF16, 1, 37, 53, 29, {0, 1, 37, 0}, {0, 1, 29, 0}, {0}, {0, 53, 1, 0}, 1, 0},
    {"unaligned starts", DTYPE_BF16, 1, 64, 64, 64, {1, 64, 1, 0}, {3, 64, 1, 0}, {0}, {5, 64, 1, 0}, 1, 0},
    {"padded rows", DTYPE_BF16, 1, 64, 48, 80, {8, 96, 1, 0}, {16, 64, 1, 0}, {0}, {0, 64, 1, 0}, 1, 0},
    {"no unit stride in A",
     DTYPE_BF16,
     1,
     33,
     48,
     40,
     {0, 80, 2, 0},
     {0, 48, 1, 0},
     {0},
     {0, 48, 1, 0},
     1,
     0},
    {"no unit stride in either",
     DTYPE_BF16,
     2,
     33,
     48,
     40,
     {0, 80, 2, 33 * 80},
     {1, 144, 3, 40 * 144},
     {0},
     {0, 48, 1, 33 * 48},
     1,
     0},
    {"A repeats its rows", DTYPE_BF16, 1, 32, 48, 40, {0, 0, 1, 0}, {0, 48, 1, 0}, {0}, {0, 48, 1, 0}, 1, 0},
    {"bias", DTYPE_BF16, 1, 128, 256, 64, {0, 64, 1, 0}, {0, 1, 64, 0}, {0, 0, 1, 0}, {0, 256, 1, 0}, 1, 1},
    {"half the bias",
     DTYPE_BF16,
     1,
     128,
     256,
     64,
     {0, 64, 1, 0},
     {0, 1, 64, 0},
     {0, 0, 1, 0},
     {0, 256, 1, 0},
     2,
     0.5},
    {"bias along rows",
     DTYPE_BF16,
     1,
     64,
     32,
     64,
     {0, 64, 1, 0},
     {0, 1, 64, 0},
     {0, 1, 0, 0},
     {0, 32, 1, 0},
     1,
     1},
    {"bias, D column-major",
     DTYPE_BF16,
     1,
     64,
     32,
     64,
     {0, 64, 1, 0},
     {0, 1, 64, 0},
     {0, 0, 1, 0},
     {0, 1, 64, 0},
     1,
     1},
    {"a number as C",
     DTYPE_F32,
     1,
     64,
     32,
     64,
     {0, 64, 1, 0},
     {0, 32, 1, 0},
     {0, 0, 0, 0},
     {0, 32, 1, 0},
     1,
     1},
    {"full C",
     DTYPE_BF16,
     1,
     64,
     96,
     128,
     {0, 128, 1, 0},
     {0, 96, 1, 0},
     {0, 96, 1, 0},
     {0, 96, 1, 0},
     0.5,
     -2},
    {"C column-major",
     DTYPE_BF16,
     1,
     64,
     96,
     128,
     {0, 128, 1, 0},
     {0, 96, 1, 0},
     {0, 1, 64, 0},
     {0, 96, 1, 0},
     1,
     1},
    {"batch", DTYPE_BF16, 6, 64, 32, 48, {0, 48, 1, 3072}, {0, 32, 1, 1536}, {0}, {0, 32, 1, 2048}, 1, 0},
    {"heads of a sequence",
     DTYPE_BF16,
     4,
     64,
     64,
     32,
     {0, 128, 1, 32},
     {0, 1, 128, 32},
     {0},
     {0, 64, 1, 4096},
     1,
     0},
    {"batch shares B",
     DTYPE_BF16,
     6,
     64,
     32,
     48,
     {0, 48, 1, 3072},
     {0, 32, 1, 0},
     {0},
     {0, 32, 1, 2048},
     1,
     0},
    {"batch with bias",
     DTYPE_BF16,
     3,
     64,
     32,
     48,
     {0, 48, 1, 3072},
     {0, 32, 1, 0},
     {0, 0, 1, 0},
     {0, 32, 1, 2048},
     1,
     1},
    {"batch with one C",
     DTYPE_BF16,
     3,
     64,
     32,
     48,
     {0, 48, 1, 3072},
     {0, 32, 1, 0},
     {0, 32, 1, 0},
     {0, 32, 1, 2048},
     1,
     1},
    {"one row", DTYPE_BF16, 1, 1, 64, 32, {0, 32, 1, 0}, {0, 1, 32, 0}, {0}, {0, 64, 1, 0}, 1, 0},
    {"one column", DTYPE_BF16, 1, 64, 1, 32, {0, 32, 1, 0}, {0, 1, 1, 0}, {0}, {0, 1, 1, 0}, 1, 0},
    {"outer product", DTYPE_BF16, 1, 64, 32, 1, {0, 1, 1, 0}, {0, 32, 1, 0}, {0}, {0, 32, 1, 0}, 1, 0},
    {"f16", DTYPE_F16, 1, 96, 80, 64, {0, 64, 1, 0}, {0, 80, 1, 0}, {0, 0, 1, 0}, {0, 80, 1, 0}, 1, 1},
    {"f32", DTYPE_F32, 1, 96, 80, 64, {0, 64, 1, 0}, {0, 80, 1, 0}, {0, 0, 1, 0}, {0, 80, 1, 0}, 1, 1},
    {"f64",
     DTYPE_F64,
     2,
     40,
     24,
     56,
     {0, 56, 1, 2240},
     {0, 24, 1, 1344},
     {0, 0, 1, 0},
     {0, 24, 1, 960},
     1,
     1},
    {"long sums",
     DTYPE_BF16,
     1,
     64,
     64,
     32768,
     {0, 32768, 1, 0},
     {0, 64, 1, 0},
     {0, 0, 1, 0},
     {0, 64, 1, 0},
     1,
     1},
};
enum { CASES = sizeof cases / sizeof *cases, BUFFERS = 4 };

// The graph only names the memories and says how long the sums are.
static Graph *graph_of(const Case *c) {
  Status status = {0};
  GraphBuilder *builder = builder_new("product", "product.json");
  Shape left = {.rank = 3, .size = {c->batch, c->m, c->k}},
        right = {.rank = 3, .size = {c->batch, c->k, c->n}};
  Shape added = {.rank = 1, .size = {c->n}};
  int a = builder_input(builder, "a", c->dtype, &left, NULL, &status);
  int b = builder_input(builder, "b", c->dtype, &right, NULL, &status);
  int bias = builder_input(builder, "c", c->dtype, &added, NULL, &status);
  int product = builder_binary(builder, OP_BMM, a, b);
  builder_output(builder, product);
  builder_output(builder, bias);
  Graph *graph = builder_finish(builder, &status);
  if (!graph) fail_msg("%s", status.message);
  return graph;
}

static int64_t elements_of(const Case *c, const Layout *layout, int64_t rows, int64_t columns) {
  return layout->offset + (rows - 1) * layout->row + (columns - 1) * layout->column +
         (c->batch - 1) * layout->batch + 1;
}

static const char *type_of(DType dtype) {
  return dtype == DTYPE_F64 ? "double" : dtype == DTYPE_F32 ? "float" : "unsigned short";
}

static const char *conversions_of(DType dtype) {
  if (dtype == DTYPE_BF16)
    return "float load(unsigned short x) { return __uint_as_float((unsigned)x << 16); }\n"
           "unsigned short store(float x) { unsigned b = __float_as_uint(x); return (b + 0x7fff + ((b >> 16) "
           "& 1)) >> 16; }\n";
  if (dtype == DTYPE_F16)
    return "float load(unsigned short x) { float y; asm(\"cvt.f32.f16 %0, %1;\" : \"=f\"(y) : \"h\"(x)); "
           "return y; }\n"
           "unsigned short store(float x) { unsigned short y; asm(\"cvt.rn.f16.f32 %0, %1;\" : \"=h\"(y) : "
           "\"f\"(x)); return y; }\n";
  return dtype == DTYPE_F32 ? "float load(float x) { return x; }\nfloat store(float x) { return x; }\n"
                            : "double load(double x) { return x; }\ndouble store(double x) { return x; }\n";
}

static void put_place(const Layout *layout, const char *row, const char *column, Text *text) {
  text_printf(text, "[%lld + %s * %lldll + %s * %lldll + z * %lldll]", (long long)layout->offset, row,
              (long long)layout->row, column, (long long)layout->column, (long long)layout->batch);
}

// One thread an element, one after another in the order of definition.
static char *naive_source(const Case *c) {
  Text text = {0};
  const char *type = type_of(c->dtype), *sum = c->dtype == DTYPE_F64 ? "double" : "float";
  text_add(&text, conversions_of(c->dtype));
  text_printf(&text,
              "extern \"C\" __global__ void naive(const %s *a, const %s *b, const %s *c, %s *d) {\n"
              "  long long e = blockIdx.x * 256ll + threadIdx.x;\n"
              "  if (e >= %lldll) return;\n"
              "  long long j = e %% %lldll, i = e / %lldll %% %lldll, z = e / %lldll;\n"
              "  %s sum = 0;\n"
              "  for (long long k = 0; k < %lldll; k++) sum += load(a",
              type, type, type, type, (long long)(c->batch * c->m * c->n), (long long)c->n, (long long)c->n,
              (long long)c->m, (long long)(c->n * c->m), sum, (long long)c->k);
  put_place(&c->a, "i", "k", &text);
  text_add(&text, ") * load(b");
  put_place(&c->b, "k", "j", &text);
  text_printf(&text, ");\n  sum *= (%s)%.17g;\n", sum, c->alpha);
  if (c->beta != 0) {
    text_printf(&text, "  sum += (%s)%.17g * load(c", sum, c->beta);
    put_place(&c->c, "i", "j", &text);
    text_add(&text, ");\n");
  }
  text_add(&text, "  d");
  put_place(&c->d, "i", "j", &text);
  text_add(&text, " = store(sum);\n}\n");
  return text_take(&text);
}

static MatmulOperand operand(int buffer, const Layout *layout) {
  return (MatmulOperand){buffer, layout->offset, layout->row, layout->column, layout->batch};
}

static Program *program_of(const Case *c, const Graph *graph) {
  Arena *arena = arena_new();
  Program *program = arena_alloc(arena, sizeof *program);
  *program = (Program){.arena = arena, .graph = graph, .buffer_count = BUFFERS, .launch_count = 1};
  program->buffers = arena_array(arena, BUFFERS, sizeof *program->buffers);
  program->launches = arena_array(arena, 1, sizeof *program->launches);
  const int values[BUFFERS] = {graph->inputs[0], graph->inputs[1], graph->inputs[2],
                               graph->ops[0].first_result};
  const int64_t elements[BUFFERS] = {elements_of(c, &c->a, c->m, c->k), elements_of(c, &c->b, c->k, c->n),
                                     elements_of(c, &c->c, c->m, c->n), elements_of(c, &c->d, c->m, c->n)};
  for (int i = 0; i < BUFFERS; i++)
    program->buffers[i] = (ProgramBuffer){values[i], elements[i] * dtype_bytes(c->dtype), i < 3, i == 3};
  return program;
}

static Program *library_program(const Case *c, const Graph *graph) {
  Program *program = program_of(c, graph);
  program->launches[0] =
      (Launch){.kind = LAUNCH_MATMUL,
               .matmul = {c->dtype, c->batch, c->m, c->n, c->k, operand(0, &c->a), operand(1, &c->b),
                          operand(c->beta != 0 ? 2 : -1, &c->c), operand(3, &c->d), c->alpha, c->beta}};
  return program;
}

static Program *naive_program(const Case *c, const Graph *graph) {
  Program *program = program_of(c, graph);
  static const LaunchUse uses[BUFFERS] = {{.read = true}, {.read = true}, {.read = true}, {.written = true}};
  int *arguments = arena_array(program->arena, BUFFERS, sizeof *arguments);
  for (int i = 0; i < BUFFERS; i++)
    arguments[i] = i;
  program->launches[0] =
      (Launch){.kind = LAUNCH_KERNEL,
               .emitted = {.source = naive_source(c),
                           .name = "naive",
                           .launch = {.grid = (c->batch * c->m * c->n + 255) / 256, .threads = 256},
                           .parameter_count = BUFFERS},
               .arguments = arguments,
               .uses = uses,
               .argument_count = BUFFERS};
  return program;
}

static bool check_case(const Case *c) {
  Graph *graph = graph_of(c);
  Program *program = library_program(c, graph), *reference = naive_program(c, graph);
  MeasureOptions options = {.launches = 3, .seed = 5, .check = true};
  MeasureReport report;
  Status status = {0};
  bool good = worker_measure(device.worker, program, reference, &options, NULL, NULL, &report, &status);
  if (!good) fprintf(stderr, "%s: %s\n", c->name, status.message);
  bool right = good && report.kernels[0].ok && report.checked && report.check_pass;
  if (good && !right) fprintf(stderr, "%s: %s %s\n", c->name, report.kernels[0].error, report.check_text);
  if (good) measure_report_free(&report);
  free(reference->launches[0].emitted.source);
  arena_free(program->arena);
  arena_free(reference->arena);
  graph_free(graph);
  return right;
}

static void test_layouts(void **state) {
  (void)state;
  int wrong = 0;
  for (int i = 0; i < CASES; i++)
    wrong += !check_case(&cases[i]);
  assert_int_equal(wrong, 0);
}

int main(int count, char **arguments) {
  device = device_open(count, arguments);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_layouts)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  device_close(&device);
  return failed;
}
