// The emulator itself: kernels written by hand that do wrong things must be caught, right ones must run.
#include "suite.h"

enum { WORDS = 256 };

typedef struct Trial {
  float in[WORDS], out[WORDS];
} Trial;

// Its inputs are 0, 1, 2, ...
static Trial trial_counting(void) {
  Trial trial = {{0}, {0}};
  for (int i = 0; i < WORDS; i++)
    trial.in[i] = (float)i;
  return trial;
}

static bool run_kernel(const char *body, LaunchShape launch, bool cooperates, Trial *trial, Status *status) {
  Emulator *emulator = emulator_new(NULL, status);
  assert_non_null(emulator);
  _Alignas(16) float memory[4 * WORDS]; // with gaps around both buffers
  float *in = memory + WORDS / 2, *out = in + 2 * WORDS;
  memcpy(in, trial->in, sizeof trial->in);
  memset(out, 0, sizeof trial->out);
  Emitted emitted = {
      .source = (char *)(uintptr_t)body, .name = "trial", .parameter_count = 2, .cooperates = cooperates};
  emitted.launch = launch;
  emitted.parameter_bytes = (int64_t[]){sizeof trial->in, sizeof trial->out};
  bool ran = emulator_run(emulator, &emitted, (void *[]){in, out}, status);
  memcpy(trial->out, out, sizeof trial->out);
  emulator_free(emulator);
  return ran;
}

static bool run(const char *body, int threads, int blocks, bool cooperates, Trial *trial, Status *status) {
  LaunchShape launch = {.grid = blocks, .cluster = 1, .threads = threads};
  return run_kernel(body, launch, cooperates, trial, status);
}

static bool run_clusters(const char *body, int threads, int blocks, int cluster, Trial *trial,
                         Status *status) {
  LaunchShape launch = {.grid = blocks, .cluster = cluster, .threads = threads};
  return run_kernel(body, launch, true, trial, status);
}

#define KERNEL(code) "extern \"C\" __global__ void trial(const float *in, float *out) {" code "}\n"

static void expect_fault(const char *body, int threads, bool cooperates, const char *part) {
  Status status = {0};
  Trial trial = {{0}, {0}};
  assert_false(run(body, threads, 1, cooperates, &trial, &status));
  if (!strstr(status.message, part)) fail_msg("%s", status.message);
}

static void test_faults(void **state) {
  (void)state;
  expect_fault(KERNEL("fb_store(out + 256, 1.0f);"), 1, false, "store outside the buffers of 4 bytes");
  expect_fault(KERNEL("fb_store(out, fb_load(in - 1));"), 1, false, "load outside the buffers");
  expect_fault(KERNEL("float x[4]; fb_load(x, in + 1); fb_store(out, x[0]);"), 1, false,
               "misaligned access of 16 bytes");
  expect_fault(KERNEL("float x[4] = {}; fb_store(out + 254, x);"), 1, false, "misaligned");
  expect_fault(KERNEL("float x[4] = {}; fb_store(out + 256, x);"), 1, false, "outside");
}

static void test_deadlocks(void **state) {
  (void)state;
  expect_fault(KERNEL("if (threadIdx.x < 16) fb_shuffle_xor(1u, 1);"
                      "else __syncthreads();"),
               32, true, "deadlock");
  expect_fault(KERNEL("fb_sum<float> s; s.start(); if (threadIdx.x % 2) fb_reduce_row<32>(s);"), 32, true,
               "deadlock");
}

// A barrier does not wait for threads that have ended, as on the GPU.
static void test_barrier(void **state) {
  (void)state;
  Status status = {0};
  Trial trial = {{0}, {0}};
  assert_true(
      run(KERNEL("__shared__ float s[64]; if (threadIdx.x >= 48) return; s[threadIdx.x] = threadIdx.x;"
                 "__syncthreads(); fb_store(out + threadIdx.x, s[47 - threadIdx.x]);"),
          64, 1, true, &trial, &status));
  for (int i = 0; i < 48; i++)
    assert_true(trial.out[i] == (float)(47 - i));
  assert_true(trial.out[50] == 0);
}

// Blocks of a cluster write to each other's shared memory and wait for each other; the next cluster starts
// afresh.
static void test_cluster(void **state) {
  (void)state;
  Status status = {0};
  Trial trial = {{0}, {0}};
  static const char *const body = KERNEL(
      "__shared__ unsigned s[4]; const unsigned rank = blockIdx.x % 4;"
      "fb_cluster_arrive(); fb_cluster_wait();"
      "if (threadIdx.x < 4) fb_store_remote(s + rank, threadIdx.x, 10 * blockIdx.x + threadIdx.x);"
      "fb_cluster_arrive(); fb_cluster_wait();"
      "if (threadIdx.x < 4) fb_store(out + blockIdx.x * 4 + threadIdx.x, (float)s[threadIdx.x]);");
  assert_true(run_clusters(body, 32, 8, 4, &trial, &status));
  for (int block = 0; block < 8; block++)
    for (int i = 0; i < 4; i++) // what block i of the cluster wrote to this one
      assert_true(trial.out[block * 4 + i] == (float)(10 * (block / 4 * 4 + i) + block % 4));
}

static void test_cluster_deadlock(void **state) {
  (void)state;
  Status status = {0};
  Trial trial = {{0}, {0}};
  static const char *const body = KERNEL(
      "if (blockIdx.x == 0) __syncthreads(); else fb_cluster_arrive();"
      "if (blockIdx.x == 1 || threadIdx.x) fb_cluster_wait();");
  assert_true(run_clusters(body, 32, 2, 2, &trial, &status)); // threads that have ended have arrived
  static const char *const wrong = KERNEL(
      "fb_cluster_arrive(); if (threadIdx.x || blockIdx.x) fb_cluster_wait(); else fb_shuffle_xor(1u, 1);");
  assert_false(run_clusters(wrong, 32, 2, 2, &trial, &status));
  assert_non_null(strstr(status.message, "deadlock"));
}

// Shared memory holds no zeros by accident, in no block.
static void test_poison(void **state) {
  (void)state;
  Status status = {0};
  Trial trial = {{0}, {0}};
  assert_true(run(KERNEL("__shared__ unsigned s[32]; fb_store(out + blockIdx.x * 32 + threadIdx.x, "
                         "s[threadIdx.x] ? 1.0f : 0.0f);"
                         "__syncthreads(); s[threadIdx.x] = 0;"),
                  32, 4, true, &trial, &status));
  for (int i = 0; i < 128; i++)
    assert_true(trial.out[i] == 1.0f);
}

// Sums over 8, 32 and 96 threads; every thread gets the sum of its row.
static void test_reductions(void **state) {
  (void)state;
  Status status = {0};
  Trial trial = trial_counting();
  assert_true(run(KERNEL("fb_sum<float> s; s.start(); s.add(fb_load(in + threadIdx.x)); fb_reduce_row<8>(s);"
                         "fb_store(out + threadIdx.x, s.value);"),
                  64, 1, true, &trial, &status));
  for (int i = 0; i < 64; i++)
    assert_true(trial.out[i] == (float)(8 * (i / 8 * 8) + 28)); // 0 + ... + 7 = 28
  assert_true(run(
      KERNEL("__shared__ fb_sum<float> p[6]; fb_sum<float> s; s.start(); s.add(fb_load(in + threadIdx.x));"
             "fb_reduce_row<96>(s, p); fb_store(out + threadIdx.x, s.value);"),
      192, 1, true, &trial, &status));
  for (int i = 0; i < 192; i++)
    assert_true(trial.out[i] == (i < 96 ? 4560.0f : 13776.0f)); // 95 * 96 / 2, and 96 * 96 more
}

// Columns of 16 over 4 rows of threads: two rows in a warp, and two warps.
static void test_columns(void **state) {
  (void)state;
  Status status = {0};
  Trial trial = trial_counting();
  assert_true(run(KERNEL("__shared__ fb_sum<float> p[64]; fb_sum<float> s[1]; s[0].start(); "
                         "s[0].add(fb_load(in + threadIdx.x));"
                         "fb_reduce_columns<16, 64>(s, p); fb_store(out + threadIdx.x, s[0].value);"),
                  64, 1, true, &trial, &status));
  for (int i = 0; i < 64; i++)
    assert_true(trial.out[i] == (float)(4 * (i % 16) + 96)); // 0 + 16 + 32 + 48 = 96
}

// Sums and maxima together, each in memory of its own: 3 warps of 8 columns, two elements a thread.
static void test_columns_together(void **state) {
  (void)state;
  Status status = {0};
  Trial trial = trial_counting();
  assert_true(
      run(KERNEL("__shared__ fb_sum<float> p[48]; __shared__ fb_most<float> q[24]; fb_sum<float> s[2]; "
                 "fb_most<float> m[1]; s[0].start(), s[1].start(), m[0].start(); const int t = threadIdx.x;"
                 "s[0].add(fb_load(in + t)), s[1].add(1.0f), m[0].add(fb_load(in + t));"
                 "fb_reduce_columns<8, 96>(s, p, m, q);"
                 "fb_store(out + t, t < 32 ? s[0].value : t < 64 ? s[1].value : m[0].value);"),
          96, 1, true, &trial, &status));
  for (int i = 0; i < 96; i++) { // 12 rows: 8 * (0 + ... + 11) = 528; the last of them begins at 88
    float sum = (float)(528 + 12 * (i % 8)), most = (float)(88 + i % 8);
    assert_true(trial.out[i] == (i < 32 ? sum : i < 64 ? 12.0f : most));
  }
}

// Blocks of 4 rows of 16 threads publish sums of two slots of 2 columns, of which 31 units exist, and maxima
// of one column for each thread, next to each other.
static void test_publish_together(void **state) {
  (void)state;
  Status status = {0};
  Trial trial = trial_counting();
  assert_true(
      run(KERNEL("__shared__ fb_sum<float> p[256]; __shared__ fb_most<float> q[128]; fb_sum<float> s[2][2]; "
                 "fb_most<float> m[2][1]; const int t = threadIdx.x;"
                 "for (int i = 0; i < 2; i++) { m[i][0].start(), m[i][0].add(fb_load(in + t) + i);"
                 "for (int j = 0; j < 2; j++) s[i][j].start(), s[i][j].add(fb_load(in + t) * (1 + i) + j); }"
                 "fb_publish_columns<16, 64, 2>(0, 31, s, &p[0], (unsigned *)out, m, &q[0], (unsigned *)out "
                 "+ 128);"),
          64, 1, true, &trial, &status));
  for (int unit = 0; unit < 32; unit++) { // the rows are 16 apart: 0 + 16 + 32 + 48 = 96
    int column = unit % 16, slot = unit / 16, there = unit < 31;
    for (int j = 0; j < 2; j++)
      assert_true(trial.out[unit * 2 + j] == (float)(there * ((96 + 4 * column) * (1 + slot) + 4 * j)));
    assert_true(trial.out[128 + unit] == (float)(there * (48 + column + slot)));
  }
}

static void test_no_compiler(void **state) {
  (void)state;
  Status status = {0};
  Emulator *emulator = emulator_new("/nonexistent/compiler", &status);
  assert_non_null(emulator);
  Emitted emitted = {
      .source = (char *)(uintptr_t)KERNEL(""), .name = "trial", .launch = {.grid = 1, .threads = 1}};
  assert_false(emulator_run(emulator, &emitted, NULL, &status));
  assert_int_equal(status.code, STATUS_MISSING);
  assert_non_null(strstr(status.message, "CXX"));
  emulator_free(emulator);
}

static void test_refused_source(void **state) {
  (void)state;
  Status status = {0};
  Trial trial = {{0}, {0}};
  assert_false(run(KERNEL("this is no C++;"), 1, 1, false, &trial, &status));
  assert_non_null(strstr(status.message, "error"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_faults),           cmocka_unit_test(test_deadlocks),
      cmocka_unit_test(test_barrier),          cmocka_unit_test(test_cluster),
      cmocka_unit_test(test_cluster_deadlock), cmocka_unit_test(test_poison),
      cmocka_unit_test(test_reductions),       cmocka_unit_test(test_columns),
      cmocka_unit_test(test_columns_together), cmocka_unit_test(test_publish_together),
      cmocka_unit_test(test_no_compiler),      cmocka_unit_test(test_refused_source),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
