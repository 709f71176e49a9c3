// The worker's own kernels over every element type: run on the CPU, and compiled for the GPUs that they may
// meet.
#include "gpu/toolkit/compile.h"
#include "gpu/worker/run_program.h"
#include "gpu/worker/service_source.h"
#include "graph/evaluate/evaluate.h"
#include "kernel/emulate/emulate.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>

enum { ELEMENTS = 700, BYTES = 8 * ELEMENTS, THREADS = 256 };

// What one kernel of the test takes for both of the worker's.
typedef struct Numbers {
  long long fills, dtype, fill, low, high, seed;
  double scale, tolerance, rms;
} Numbers;

typedef struct Partial { // as in service.cu
  double difference_squares, want_squares, worst;
  long long worst_index, mismatches, not_finite;
} Partial;

// What CUDA has and the host's prelude has not.
static const char before[] =
    "struct uint4 { unsigned x, y, z, w; };\n"
    "static uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }\n"
    "static float cospif(float x) { return cosf(3.14159265f * x); }\n";
static const char after[] =
    "struct Numbers { long long fills, dtype, fill, low, high, seed; double scale, tolerance, rms; };\n"
    "extern \"C\" __global__ void trial(void *a, const void *b, Partial *partials, const Numbers *n) {\n"
    "  if (n->fills) fusebox_fill(a, 700, (int)n->dtype, (int)n->fill, n->scale, n->low, n->high, n->seed);\n"
    "  else fusebox_compare(a, b, 700, (int)n->dtype, n->tolerance, n->rms, partials);\n"
    "}\n";

typedef struct Service {
  Emulator *emulator;
  Text source;
} Service;

static int open_service(void **state) {
  Service *service = calloc(1, sizeof *service);
  Status status = {0};
  service->emulator = emulator_new(NULL, &status);
  text_add(&service->source, before);
  service_source(&service->source);
  text_add(&service->source, after);
  *state = service;
  return service->emulator ? 0 : -1;
}

static int close_service(void **state) {
  Service *service = *state;
  emulator_free(service->emulator);
  text_free(&service->source);
  free(service);
  return 0;
}

static void run(Service *service, Numbers numbers, void *a, void *b, Partial *partial) {
  Emitted emitted = {.source = service->source.data,
                     .name = "trial",
                     .parameter_count = 4,
                     .cooperates = true,
                     .launch = {.grid = 1, .cluster = 1, .threads = THREADS}};
  emitted.parameter_bytes = (int64_t[]){BYTES, BYTES, sizeof *partial, sizeof numbers};
  Status status = {0};
  if (!emulator_run(service->emulator, &emitted, (void *[]){a, b, partial, &numbers}, &status))
    fail_msg("%s", status.message);
}

static void fill(Service *service, DType dtype, FillKind kind, long long low, long long high, void *memory) {
  Partial unused;
  run(service, (Numbers){1, dtype, kind, low, high, 77, 0.75, 0, 0}, memory, memory, &unused);
}

static bool is_kind(DType dtype, DTypeKind kind) {
  return dtype_kind(dtype) == kind;
}

static void test_integers_are_drawn_from_their_range(void **state) {
  for (int i = 0; i < DTYPE_COUNT; i++) {
    DType dtype = (DType)i;
    if (!is_kind(dtype, DTYPE_IS_INTEGER) && !is_kind(dtype, DTYPE_IS_BOOL)) continue;
    IntegerRange range = dtype_range(dtype);
    long long low = range.low < 0 ? -8 : 0, high = range.high < 100 ? range.high + 1 : 100;
    char memory[BYTES], want[BYTES];
    fill(*state, dtype, FILL_INTEGER, low, high, memory);
    for (int at = 0; at < ELEMENTS; at++) {
      uint32_t words[4];
      evaluate_philox(77, (uint64_t)at, words);
      uint64_t drawn = (uint64_t)words[0] << 32 | words[1];
      dtype_store(dtype, want, at, (double)(low + (long long)(drawn % (uint64_t)(high - low))));
    }
    if (memcmp(memory, want, (size_t)(ELEMENTS * dtype_bytes(dtype)))) fail_msg("%s", dtype_name(dtype));
  }
}

// The numbers of f32, each rounded to the type as the reference rounds it.
static void test_floats_are_those_of_f32_rounded(void **state) {
  for (int kind = FILL_NORMAL; kind <= FILL_POSITIVE; kind++) {
    float numbers[ELEMENTS];
    double squares = 0;
    fill(*state, DTYPE_F32, (FillKind)kind, 0, 1, numbers);
    for (int at = 0; at < ELEMENTS; at++)
      squares += (double)numbers[at] * numbers[at];
    double wanted = kind == FILL_NORMAL ? 0.75 * 0.75 : 1.75; // the mean of x * x over [0.5, 2)
    assert_float_equal(squares / ELEMENTS, wanted, 0.2);
    for (int i = 0; i < DTYPE_COUNT; i++) {
      if (!is_kind((DType)i, DTYPE_IS_FLOAT)) continue;
      char memory[BYTES], want[BYTES];
      fill(*state, (DType)i, (FillKind)kind, 0, 1, memory);
      for (int at = 0; at < ELEMENTS; at++)
        dtype_store((DType)i, want, at, numbers[at]);
      if (memcmp(memory, want, (size_t)(ELEMENTS * dtype_bytes((DType)i))))
        fail_msg("%s", dtype_name((DType)i));
    }
  }
}

// ---- comparing

static Partial compare(Service *service, DType dtype, void *want, void *got) {
  Partial partial;
  run(service, (Numbers){0, dtype, 0, 0, 0, 0, 0, 1e-3, 1}, want, got, &partial);
  return partial;
}

// One element is another number, the nearest that its type has; of floats one more is NaN on both sides.
static void test_one_wrong_element_is_found(void **state) {
  enum { WRONG = 601, STRANGE = 5 };
  for (int i = 0; i < DTYPE_COUNT; i++) {
    DType dtype = (DType)i;
    bool is_float = is_kind(dtype, DTYPE_IS_FLOAT);
    if (is_kind(dtype, DTYPE_IS_COMPLEX)) continue;
    char want[BYTES], got[BYTES];
    fill(*state, dtype, is_float ? FILL_POSITIVE : FILL_INTEGER, 0, 2, want);
    if (is_float) dtype_store(dtype, want, STRANGE, NAN);
    memcpy(got, want, sizeof got);
    Partial same = compare(*state, dtype, want, got);
    assert_int_equal(same.mismatches, 0);
    assert_int_equal(same.not_finite, is_float);
    int bytes = dtype_bytes(dtype);
    dtype_store(dtype, want, WRONG, 1);
    dtype_store(dtype, got, WRONG, is_float ? 1 + 2 * fmax(dtype_roundoff(dtype), 0x1p-8) : 0);
    Partial other = compare(*state, dtype, want, got);
    if (other.mismatches != 1 || other.worst_index != WRONG) fail_msg("%s", dtype_name(dtype));
    assert_true(bytes > 0 && other.difference_squares > 0);
  }
}

static void test_all_bits_of_wide_integers_count(void **state) {
  static const DType wide[] = {DTYPE_I64, DTYPE_U64};
  for (int i = 0; i < 2; i++) {
    uint64_t want[ELEMENTS], got[ELEMENTS];
    for (int at = 0; at < ELEMENTS; at++)
      want[at] = got[at] = ((uint64_t)1 << 62) + (uint64_t)at;
    assert_int_equal(compare(*state, wide[i], want, got).mismatches, 0);
    got[9]++;
    assert_int_equal(compare(*state, wide[i], want, got).mismatches, 1);
  }
}

static void test_oldest_gpu_can_run_them(void **state) {
  (void)state;
  Status status = {0};
  Compiler *compiler = compiler_new("", &status);
  if (!compiler) skip();
  Text source = {0};
  service_source(&source);
  CompileRequest request = {.prelude = kernel_types_prelude(),
                            .source = text_get(&source),
                            .kernel = "fusebox_compare",
                            .arch = "sm_75"};
  Compiled compiled;
  if (!compiler_compile(compiler, &request, &compiled, &status)) fail_msg("%s", status.message);
  assert_int_equal(compiled.spill_store_bytes, 0);
  compiled_free(&compiled);
  text_free(&source);
  compiler_free(compiler);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_integers_are_drawn_from_their_range),
      cmocka_unit_test(test_floats_are_those_of_f32_rounded),
      cmocka_unit_test(test_one_wrong_element_is_found),
      cmocka_unit_test(test_all_bits_of_wide_integers_count),
      cmocka_unit_test(test_oldest_gpu_can_run_them),
  };
  return cmocka_run_group_tests(tests, open_service, close_service);
}
