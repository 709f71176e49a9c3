// What our compile step adds to NVRTC (emitting, reading the cubin, writing the cache), and how soon a kernel
// that was compiled before is there again: every kernel of a dump's plan, or of the graph or folder named.
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "gpu/toolkit/nvrtc.h"
#include "kernel/cuda/emit.h"
#include "session/session.h"

enum { REPEATS = 3, WARM_REPEATS = 20 };

typedef struct Bench {
  NvrtcApi nvrtc;
  const Device *device;
  Compiler *compilers[REPEATS]; // each with a cache of its own
  HashMap seen;                 // structures
  int kernels;
  double nvrtc_s, step_s, emit_s; // sums over kernels of the best of a few runs
  double warm_s, worst_warm_s;    // sum over kernels of the median; the longest median
  double warm_step_s;             // as warm_s, emitting included
} Bench;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double least(double a, double b) {
  return a < b ? a : b;
}

static bool emit(const Bench *bench, const PlanLowered *lowered, Emitted *emitted, Status *status) {
  EmitOptions options = {.annotate = false};
  if (!kernel_emit(lowered->nest, &lowered->schedule, &bench->device->limits, &options, emitted, status))
    return false;
  Text unit = {0}; // the library takes one text
  text_printf(&unit, "%s%s", emitted->prelude, emitted->source);
  free(emitted->source);
  emitted->source = text_take(&unit);
  return true;
}

static CompileRequest request_of(const Bench *bench, const PlanLowered *lowered, const Emitted *emitted) {
  return (CompileRequest){.source = emitted->source,
                          .kernel = emitted->name,
                          .arch = bench->device->limits.arch_name,
                          .register_cap = lowered->schedule.knob[KNOB_registers]};
}

// NVRTC alone, with the options that our step gives it.
static bool time_nvrtc(const Bench *bench, const CompileRequest *request, double *took, Status *status) {
  NvrtcResult result;
  double start = seconds();
  NvrtcRequest asked = {request->source, request->arch, request->register_cap, NVRTC_CUBIN, false};
  bool good = nvrtc_compile(&bench->nvrtc, &asked, &result, status);
  *took = seconds() - start;
  nvrtc_result_free(&result);
  return good;
}

static bool time_nvrtc_on(const Bench *bench, const PlanLowered *lowered, double *took, Status *status) {
  Emitted emitted;
  if (!emit(bench, lowered, &emitted, status)) return false;
  CompileRequest request = request_of(bench, lowered, &emitted);
  bool good = time_nvrtc(bench, &request, took, status);
  emitted_free(&emitted);
  return good;
}

// The whole step: emitting, compiling and storing when the cache is empty, answering when it is not.
static bool time_step(const Bench *bench, Compiler *compiler, const PlanLowered *lowered, double *took,
                      double *emitting, Status *status) {
  Emitted emitted;
  Compiled compiled;
  double start = seconds();
  if (!emit(bench, lowered, &emitted, status)) return false;
  *emitting = seconds() - start;
  CompileRequest request = request_of(bench, lowered, &emitted);
  bool good = compiler_compile(compiler, &request, &compiled, status);
  *took = seconds() - start;
  if (good) compiled_free(&compiled);
  emitted_free(&emitted);
  return good;
}

// Alternating, so that a machine that is busy for a while slows both. Every cache is empty of a kernel that
// was not seen before.
static bool time_cold(Bench *bench, const PlanLowered *lowered, Status *status) {
  double best_nvrtc = 1e9, best_step = 1e9, best_emit = 1e9;
  for (int i = 0; i < REPEATS; i++) {
    double nvrtc, step, emitting;
    if (!time_nvrtc_on(bench, lowered, &nvrtc, status) ||
        !time_step(bench, bench->compilers[i], lowered, &step, &emitting, status))
      return false;
    best_nvrtc = least(best_nvrtc, nvrtc);
    best_step = least(best_step, step);
    best_emit = least(best_emit, emitting);
  }
  bench->nvrtc_s += best_nvrtc;
  bench->step_s += best_step;
  bench->emit_s += best_emit;
  return true;
}

static bool time_warm(Bench *bench, const PlanLowered *lowered, Status *status) {
  double answers[WARM_REPEATS], steps[WARM_REPEATS], emitting;
  for (int i = 0; i < WARM_REPEATS; i++) {
    if (!time_step(bench, bench->compilers[0], lowered, &steps[i], &emitting, status)) return false;
    answers[i] = steps[i] - emitting;
  }
  qsort(answers, WARM_REPEATS, sizeof *answers, ascending);
  qsort(steps, WARM_REPEATS, sizeof *steps, ascending);
  double median = answers[WARM_REPEATS / 2];
  bench->warm_s += median;
  bench->warm_step_s += steps[WARM_REPEATS / 2];
  if (median > bench->worst_warm_s) bench->worst_warm_s = median;
  return true;
}

static bool time_plan(Bench *bench, Session *session, Status *status) {
  int count;
  const int *order = plan_order(session_plan(session), &count);
  for (int i = 0; i < count; i++) {
    const PlanLowered *lowered = plan_lowered(session_plan(session), order[i]);
    if (!lowered->nest) continue;
    int64_t seen;
    if (hashmap_get(&bench->seen, lowered->structure, &seen)) continue;
    hashmap_set(&bench->seen, lowered->structure, 1);
    if (!time_cold(bench, lowered, status) || !time_warm(bench, lowered, status)) return false;
    bench->kernels++;
  }
  return true;
}

static void report(const Bench *bench) {
  double count = bench->kernels ? bench->kernels : 1;
  printf("%d kernels: NVRTC %.1f ms each, our step %.1f ms (%+.1f%%), of which emitting %.2f ms\n",
         bench->kernels, 1e3 * bench->nvrtc_s / count, 1e3 * bench->step_s / count,
         100 * (bench->step_s / bench->nvrtc_s - 1), 1e3 * bench->emit_s / count);
  printf("from the cache: %.3f ms each, worst %.3f ms; emitting included %.3f ms\n",
         1e3 * bench->warm_s / count, 1e3 * bench->worst_warm_s, 1e3 * bench->warm_step_s / count);
}

static bool open_compilers(Bench *bench, const char *folder, Status *status) {
  char path[256];
  for (int i = 0; i < REPEATS; i++) {
    snprintf(path, sizeof path, "%s/%d", folder, i);
    bench->compilers[i] = compiler_new(path, status);
    if (!bench->compilers[i]) return false;
  }
  return true;
}

static bool run(Bench *bench, const char *path, Status *status) {
  Session *session = session_open(path, NULL, status);
  bool good = session && session_use_plan(session, session_dump(session) ? "compiler" : "none", status);
  if (good) {
    double warm_up; // the library's first compilation takes longer
    CompileRequest first = {
        .source = "extern \"C\" __global__ void first() {}", .kernel = "first", .arch = "sm_90a"};
    bench->device = session_device(session);
    good = time_nvrtc(bench, &first, &warm_up, status) && time_plan(bench, session, status);
  }
  session_close(session);
  return good;
}

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *place) {
  (void)info, (void)type, (void)place;
  return remove(path);
}

int main(int argc, char **argv) {
  Status status = {0};
  Bench bench = {0};
  char folder[] = "/tmp/fusebox-bench-XXXXXX";
  if (!nvrtc_open(&bench.nvrtc, &status)) {
    printf("skipped: %s\n", status.message);
    return 77;
  }
  if (!mkdtemp(folder)) return 1;
  char *shipped = file_data("graphs/dumps/mix/backward");
  bool good = open_compilers(&bench, folder, &status) && run(&bench, argc > 1 ? argv[1] : shipped, &status);
  if (good)
    report(&bench);
  else
    fprintf(stderr, "%s\n", status.message);
  for (int i = 0; i < REPEATS; i++)
    compiler_free(bench.compilers[i]);
  hashmap_free(&bench.seen);
  nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
  free(shipped);
  return good ? 0 : 1;
}
