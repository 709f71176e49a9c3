// Whatever NVRTC does ends a process of its own: it is told of the kernel, and all others go on. A stand-in
// does what NVRTC does at its worst.
#include "base/jobs.h"
#include "base/task.h"
#include "fake_path.h"
#include "gpu/toolkit/compile.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif
#else
enum { SANITIZED = 0 };
#endif

static double now_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// A kernel of that name; the request is good as long as `source`.
static CompileRequest request_for(const char *kernel, char source[128]) {
  snprintf(source, 128, "extern \"C\" __global__ void %s(float *x) {}\n", kernel);
  return (CompileRequest){.source = source, .kernel = kernel, .arch = "sm_90a"};
}

static bool compiles(Compiler *compiler, const char *kernel, Status *status) {
  char source[128];
  Compiled compiled;
  CompileRequest request = request_for(kernel, source);
  *status = (Status){0};
  if (!compiler_compile(compiler, &request, &compiled, status)) return false;
  assert_int_equal(compiled.registers, 40);
  compiled_free(&compiled);
  return true;
}

static void assert_compiles(Compiler *compiler, const char *kernel) {
  Status status;
  if (!compiles(compiler, kernel, &status)) fail_msg("%s", status.message);
}

static void ends_are_told_and_others_go_on(void **state) {
  static const struct {
    const char *kernel, *part;
  } ends[] = {
      {"aborts", "the compiler of aborts was ended: it crashed with signal 6 (Aborted)"},
      {"exits", "the compiler of exits ended without an answer"},
      {"floods", "the compiler of floods was ended: it answered with more than 64 MiB"},
      {"lies", "not a cubin"},
      {"devours", "the compiler of devours was ended: it ran out of memory (it may take 4096 MiB)"},
  };
  Status status;
  int count = sizeof ends / sizeof *ends - SANITIZED; // whose own allocators end the process with a report
  for (int i = 0; i < count; i++) {
    assert_false(compiles(*state, ends[i].kernel, &status));
    if (!strstr(status.message, ends[i].part)) fail_msg("\"%s\" is not in: %s", ends[i].part, status.message);
    assert_compiles(*state, "good");
  }
}

static void ptx_is_made_there_too(void **state) {
  char source[128];
  Text text = {0};
  Status status = {0};
  CompileRequest request = request_for("aborts", source);
  assert_false(compiler_ptx(*state, &request, &text, &status));
  assert_non_null(strstr(status.message, "the compiler of aborts was ended"));
  assert_string_equal(text_get(&text), "");
  request = request_for("good", source);
  assert_true(compiler_ptx(*state, &request, &text, &status));
  assert_non_null(strstr(text_get(&text), ".visible .entry good("));
  text_free(&text);
}

static void errors_of_the_source_come_back(void **state) {
  CompileRequest request = {.source = "no kernel", .kernel = "none", .arch = "sm_90a"};
  Compiled compiled;
  Status status = {0};
  assert_false(compiler_compile(*state, &request, &compiled, &status));
  assert_int_equal(status.code, STATUS_INTERNAL);
  assert_non_null(strstr(status.message, "the compiler gave up"));
  assert_null(compiled.cubin);
}

// ---- Stopping.

typedef struct Work {
  Compiler *compiler;
  const char *kernel;
  Status status;
  bool ok;
} Work;

static void compile_job(JobContext *context, void *data) {
  Work *work = data;
  char source[128];
  Compiled compiled;
  CompileRequest request = request_for(work->kernel, source);
  request.stop = job_cancel_flag(context);
  work->ok = compiler_compile(work->compiler, &request, &compiled, &work->status);
  if (work->ok) compiled_free(&compiled);
}

// By the jobs' cancelling, and by the end of all jobs, as when a person quits.
static void compiling_ends_when_it_is_cancelled(void **state) {
  const char *kernels[] = {"hangs", "loops"};
  for (int i = 0; i < 4; i++) {
    Work work = {.compiler = *state, .kernel = kernels[i % 2]};
    Jobs *jobs = jobs_new(1);
    jobs_submit(jobs, (Job){.run = compile_job, .data = &work});
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    double began = now_s();
    if (i < 2) jobs_cancel(jobs);
    jobs_free(jobs);
    assert_true(now_s() - began < AT_ONCE_S);
    assert_false(work.ok);
    assert_int_equal(work.status.code, STATUS_CANCELLED);
    assert_compiles(*state, "good");
  }
}

// ---- Many at once.

typedef struct Crowd {
  Compiler *compiler;
  atomic_int next, wrong;
} Crowd;

static void compile_many(Task *task, void *data) {
  Crowd *crowd = data;
  (void)task;
  for (int i = 0; i < 20; i++) {
    bool bad = atomic_fetch_add(&crowd->next, 1) % 7 == 3;
    Status status;
    if (compiles(crowd->compiler, bad ? "aborts" : "good", &status) != bad) continue;
    printf("%s\n", status.message);
    crowd->wrong++;
  }
}

static void eight_threads_compile_at_once(void **state) {
  enum { THREADS = 8 };
  Crowd crowd = {.compiler = *state};
  Task *tasks[THREADS];
  for (int i = 0; i < THREADS; i++)
    assert_non_null(tasks[i] = task_start(compile_many, &crowd));
  for (int i = 0; i < THREADS; i++)
    task_join(tasks[i]);
  assert_int_equal(crowd.wrong, 0);
}

static int setup(void **state) {
  Status status = {0};
  fake_nvrtc_use();
  setenv("FAKE_NVRTC",
         "abort=aborts exit=exits flood=floods nonsense=lies memory=devours hang=hangs loop=loops", 1);
  *state = compiler_new("", &status);
  if (!*state) fprintf(stderr, "%s\n", status.message);
  return *state ? 0 : -1;
}

static int teardown(void **state) {
  compiler_free(*state);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ends_are_told_and_others_go_on), cmocka_unit_test(ptx_is_made_there_too),
      cmocka_unit_test(errors_of_the_source_come_back), cmocka_unit_test(compiling_ends_when_it_is_cancelled),
      cmocka_unit_test(eight_threads_compile_at_once),
  };
  return cmocka_run_group_tests_name("compile apart", tests, setup, teardown);
}
