// The kernels of the driver of C functions, found by name. With FAKE_ANY it knows every kernel: one that is
// not among its own does nothing, in a time that its name decides and that varies from launch to launch by
// FAKE_ANY microseconds to either side.
#include "../../src/graph/core/dtype.h"
#include "fake_device.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILL_POSITIVE_VALUE = 2, FILL_INTEGER_VALUE = 3 };

#define POINTER(index) (*(void **)parameters[index])

static void add_number(void **parameters, float number) {
  const float *x = POINTER(0);
  float *y = POINTER(1);
  for (size_t i = 0, n = fake_memory_bytes(y) / sizeof *y; i < n; i++)
    y[i] = x[i] + number;
}

static void add_one(void **parameters) {
  add_number(parameters, 1);
}

static void negate(void **parameters) {
  const float *x = POINTER(0);
  float *y = POINTER(1);
  for (size_t i = 0, n = fake_memory_bytes(y) / sizeof *y; i < n; i++)
    y[i] = -x[i];
}

static void twice(void **parameters) {
  const float *x = POINTER(0);
  float *y = POINTER(1);
  for (size_t i = 0, n = fake_memory_bytes(y) / sizeof *y; i < n; i++)
    y[i] = 2 * x[i];
}

static void twice_but_last(void **parameters) {
  float *y = POINTER(1);
  twice(parameters);
  y[fake_memory_bytes(y) / sizeof *y - 1] += 1;
}

static void twice_but_little(void **parameters) { // by a few tolerances of 6e-6, at a size of 2
  float *y = POINTER(1);
  twice(parameters);
  y[fake_memory_bytes(y) / sizeof *y - 1] += 0.00008f;
}

static void raise_far(void **parameters) {
  add_number(parameters, 0x1p20f);
}

static void lower_far(void **parameters) {
  add_number(parameters, -0x1p20f);
}

static void same(void **parameters) {
  add_number(parameters, 0);
}

static void same_but_rounded(void **parameters) {
  float *y = POINTER(1);
  same(parameters);
  for (size_t i = 0, n = fake_memory_bytes(y) / sizeof *y; i < n; i++)
    y[i] += i % 2 ? 0.05f : -0.05f;
}

static void same_but_last(void **parameters) {
  float *y = POINTER(1);
  same(parameters);
  y[fake_memory_bytes(y) / sizeof *y - 1] += 1;
}

static void same_and_count(void **parameters) {
  float *w = POINTER(2);
  same(parameters);
  for (size_t i = 0, n = fake_memory_bytes(w) / sizeof *w; i < n; i++)
    w[i] += 1;
}

static void accumulate(void **parameters) { // in place
  float *y = POINTER(1);
  const float *x = POINTER(0);
  for (size_t i = 0, n = fake_memory_bytes(y) / sizeof *y; i < n; i++)
    y[i] += x[i];
}

static void fault(void **parameters) {
  (void)parameters;
  fake_device.faulted = true;
}

static void hang(void **parameters) {
  (void)parameters;
  fake_device.hanging = true;
}

static void crash(void **parameters) {
  (void)parameters;
  raise(SIGKILL);
}

static void nothing(void **parameters) {
  (void)parameters;
}

// A kernel that FAKE_ANY made up.
typedef struct MadeUp {
  FakeKernel kernel;
  char name[128];
  int launches;
  double spread_us;
} MadeUp;
enum { MADE_UP_MOST = 256 };
static MadeUp made_up[MADE_UP_MOST];

static void nothing_known(void **parameters) {
  (void)parameters;
}

static const FakeKernel *make_up(const char *name) {
  const char *spread = getenv("FAKE_ANY");
  int i = 0;
  while (i < MADE_UP_MOST && made_up[i].kernel.run && strcmp(made_up[i].name, name) != 0)
    i++;
  if (!spread || i == MADE_UP_MOST) return NULL;
  MadeUp *it = &made_up[i];
  unsigned sum = 0;
  for (const char *at = name; *at; at++)
    sum = 31 * sum + (unsigned char)*at;
  snprintf(it->name, sizeof it->name, "%s", name);
  it->kernel = (FakeKernel){it->name, 20 + sum % 60, nothing_known, 0, 0};
  it->spread_us = strtod(spread, NULL);
  return &it->kernel;
}

static double duration(const FakeKernel *kernel) {
  if (kernel->run != nothing_known) return kernel->us;
  MadeUp *it = (MadeUp *)kernel; // it begins with the kernel
  return kernel->us + it->spread_us * (it->launches++ % 3 - 1);
}

static void fill(void **parameters) {
  long long count = *(long long *)parameters[1], low = *(long long *)parameters[5],
            high = *(long long *)parameters[6];
  int dtype = *(int *)parameters[2], kind = *(int *)parameters[3];
  unsigned long long seed = *(unsigned long long *)parameters[7];
  if (kind != FILL_INTEGER_VALUE && dtype != DTYPE_F32) return; // as it is
  for (long long i = 0; i < count; i++) {
    unsigned long long mixed = (seed + (unsigned long long)i) * 0x9E3779B97F4A7C15u >> 40;
    if (kind == FILL_INTEGER_VALUE && dtype != DTYPE_F32)
      ((char *)POINTER(0))[i] = (char)(low + (long long)(mixed % (unsigned long long)(high - low)));
    else
      ((float *)POINTER(0))[i] = (float)(mixed % 1000) / 1000 + (kind == FILL_POSITIVE_VALUE ? 0.5f : -0.5f);
  }
}

// As fusebox_compare of service.cu, for f32 in one block.
static void compare(void **parameters) {
  const float *want = POINTER(0), *got = POINTER(1);
  long long count = *(long long *)parameters[2];
  double tolerance = *(double *)parameters[4], rms = *(double *)parameters[5];
  struct {
    double difference_squares, want_squares, worst;
    long long worst_index, mismatches, not_finite;
  } sum = {0, 0, 0, 0, 0, 0};
  if (*(int *)parameters[3] != DTYPE_F32) count = 0; // only made-up kernels have others: nothing to compare
  for (long long i = 0; i < count; i++) {
    double off = (double)got[i] - want[i], size = want[i] < 0 ? -want[i] : want[i];
    double far = off == 0 ? 0 : (off < 0 ? -off : off) / (tolerance * (size + rms));
    sum.difference_squares += off * off;
    sum.want_squares += size * size;
    sum.mismatches += far > 1;
    if (far > sum.worst) {
      sum.worst = far;
      sum.worst_index = i;
    }
  }
  size_t bytes = fake_memory_bytes(POINTER(6));
  memset(POINTER(6), 0, bytes);
  memcpy(POINTER(6), &sum, sizeof sum);
}

static const FakeKernel kernels[] = {
    {"add_one", 10, add_one, 2, 0},
    {"twice", 20, twice, 2, 0},
    {"twice_quick", 15, twice, 2, 0},
    {"twice_slow", 30, twice, 2, 0},
    {"map_neg", 7, negate, 2, 0}, // emitted for one op
    {"twice_but_last", 20, twice_but_last, 2, 0},
    {"twice_but_little", 20, twice_but_little, 2, 0},
    {"raise", 10, raise_far, 2, 0},
    {"lower", 10, lower_far, 2, 0},
    {"same", 10, same, 2, 0},
    {"same_but_rounded", 10, same_but_rounded, 2, 0},
    {"same_but_last", 10, same_but_last, 2, 0},
    {"same_and_count", 10, same_and_count, 3, 0},
    {"accumulate", 5, accumulate, 2, 0},
    {"fault", 1, fault, 2, 0},
    {"narrow", 10, add_one, 2, 32},
    {"hang", 1, hang, 2, 0},
    {"crash", 1, crash, 2, 0},
    {"slow", 40000, twice, 2, 0},
    {"fusebox_fill", 1, fill, 8, 0},
    {"fusebox_compare", 1, compare, 7, 0},
    {"fusebox_flush", 100, nothing, 3, 0},
    {"fusebox_copy_matrix", 1, nothing, 8, 0},
};

const FakeKernel *fake_kernel_find(const char *name) {
  for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
    if (!strcmp(kernels[i].name, name)) return &kernels[i];
  return make_up(name);
}

void fake_kernel_run(const FakeKernel *kernel, void **parameters) {
  fake_device.clock_us += duration(kernel);
  kernel->run(parameters);
}
