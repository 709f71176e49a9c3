// The worker's process against a driver that runs kernels as C functions: protocol, deaths, timing, checking,
// memory.
#include "base/arena.h"
#include "fake_path.h"
#include "gpu/worker/process.h"
#include "gpu/worker/worker.h"
#include "test.h"

#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static WorkerOutcome ask(WorkerProcess *process, const char *request, double limit, Json **reply,
                         Status *status) {
  Text text = {0};
  text_add(&text, request);
  WorkerOutcome outcome = process_request(process, &text, limit, reply, status);
  text_free(&text);
  return outcome;
}

static const JsonNode *get(const Json *reply, const char *key) {
  return json_get(json_root(reply), key);
}

// Asks and must be answered; the reply, or NULL when it is not wanted.
static void ask_well(WorkerProcess *process, const char *request, Json **reply) {
  Status status = {0};
  if (ask(process, request, 20, reply, &status) != WORKER_ANSWERED)
    fail_msg("%s: %s", request, status.message);
}

static void refused(WorkerProcess *process, const char *request, const char *why) {
  Status status = {0};
  assert_int_equal(ask(process, request, 20, NULL, &status), WORKER_REFUSED);
  if (!strstr(status.message, why)) fail_msg("\"%s\" does not say \"%s\"", status.message, why);
}

// Any file serves as a cubin: the fake driver finds kernels by name.
static const char open_request[] = "{\"do\":\"open\",\"service\":\"/proc/self/cmdline\"}";

// x (an input of 1,000 floats) -> y -> z.
static void load(WorkerProcess *process, int slot, const char *first, const char *second) {
  Text text = {0};
  const char *kernel =
      "{\"kind\":\"kernel\",\"kernel\":\"%s\",\"cubin\":\"/proc/self/cmdline\",\"grid\":4,\"threads\":256,"
      "\"shared\":0,\"workspace\":0,\"arguments\":[%d,%d],\"presets\":[]}";
  text_printf(&text,
              "{\"do\":\"load\",\"slot\":%d,\"buffers\":["
              "{\"bytes\":4000,\"dtype\":%d,\"fill\":\"normal\",\"scale\":1,\"seed\":7},"
              "{\"bytes\":4000,\"dtype\":%d,\"fill\":\"zero\",\"seed\":0},"
              "{\"bytes\":4000,\"dtype\":%d,\"fill\":\"zero\",\"seed\":0}],\"launches\":[",
              slot, DTYPE_F32, DTYPE_F32, DTYPE_F32);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  text_printf(&text, kernel, first, 0, 1);
  text_add(&text, ",");
  text_printf(&text, kernel, second, 1, 2);
#pragma GCC diagnostic pop
  text_add(&text, "]}");
  ask_well(process, text_get(&text), NULL);
  text_free(&text);
}

static WorkerProcess *process_of(void **state) {
  return *state;
}

static void test_probe(void **state) {
  (void)state;
  Worker *worker = worker_new(NULL);
  GpuInfo info;
  Status status = {0};
  assert_true(worker_probe(worker, &info, &status));
  assert_string_equal(info.name, "Fake GPU");
  assert_string_equal(info.uuid, "GPU-f0f1f2f3-f4f5-f6f7-f8f9-fafbfcfdfeff");
  assert_int_equal(info.arch, 90);
  assert_int_equal(info.sms, 132);
  assert_int_equal(info.driver_version, 13000);
  assert_false(info.cupti);
  assert_non_null(strstr(info.cupti_problem, "FUSEBOX_CUPTI"));
  worker_free(worker);
}

static void test_no_device(void **state) {
  (void)state;
  Worker *worker = worker_new(NULL);
  GpuInfo info;
  Status status = {0};
  setenv("FAKE_NO_DEVICE", "1", 1);
  assert_false(worker_probe(worker, &info, &status));
  unsetenv("FAKE_NO_DEVICE");
  assert_int_equal(status.code, STATUS_MISSING);
  assert_non_null(strstr(status.message, "no CUDA-capable device"));
  worker_free(worker);
}

static void test_no_driver(void **state) {
  (void)state;
  char *driver = strdup(getenv("FUSEBOX_DRIVER"));
  setenv("FUSEBOX_DRIVER", "/nowhere/libcuda.so", 1);
  Worker *worker = worker_new(NULL);
  GpuInfo info;
  Status status = {0};
  assert_false(worker_probe(worker, &info, &status));
  assert_int_equal(status.code, STATUS_MISSING);
  setenv("FUSEBOX_DRIVER", driver, 1);
  worker_free(worker);
  free(driver);
}

static void test_times_are_those_of_the_kernel(void **state) {
  Json *reply;
  ask_well(process_of(state), open_request, NULL);
  load(process_of(state), 0, "add_one", "twice");
  ask_well(process_of(state), "{\"do\":\"fill\",\"slot\":0}", NULL);
  ask_well(process_of(state), "{\"do\":\"time\",\"slot\":0,\"launch\":1,\"launches\":50,\"budget\":1}",
           &reply);
  assert_float_equal(json_number(get(reply, "median_us"), 0), 20, 0.01); // not the 100 of the emptied cache
  assert_float_equal(json_number(get(reply, "spread_us"), 9), 0, 0.01);
  assert_int_equal(json_integer(get(reply, "launches"), 0), 50);
  assert_int_equal(json_integer(get(reply, "registers"), 0), 32);
  assert_false(json_bool(get(reply, "cupti"), true));
  json_free(reply);
  ask_well(process_of(state), "{\"do\":\"total\",\"slot\":0,\"launches\":50,\"budget\":1}", &reply);
  assert_float_equal(json_number(get(reply, "median_us"), 0), 30, 0.01);
  json_free(reply);
}

static void test_budget_limits_launches(void **state) {
  Json *reply;
  ask_well(process_of(state), open_request, NULL);
  load(process_of(state), 0, "add_one", "slow"); // 40 ms: 25 runs a second
  ask_well(process_of(state), "{\"do\":\"time\",\"slot\":0,\"launch\":1,\"launches\":50,\"budget\":1}",
           &reply);
  assert_in_range(json_integer(get(reply, "launches"), 0), 15, 25);
  json_free(reply);
  ask_well(process_of(state), "{\"do\":\"time\",\"slot\":0,\"launch\":1,\"launches\":50,\"budget\":0.001}",
           &reply);
  assert_int_equal(json_integer(get(reply, "launches"), 0), 3);
  json_free(reply);
}

static const char check_request[] = "{\"do\":\"check\",\"pairs\":[[1,1,0,1e-6],[2,2,1,1e-6]]}";

static void test_check_passes(void **state) {
  Json *reply;
  ask_well(process_of(state), open_request, NULL);
  load(process_of(state), 0, "add_one", "twice");
  load(process_of(state), 1, "add_one", "twice");
  ask_well(process_of(state), check_request, &reply);
  assert_true(json_bool(get(reply, "pass"), false));
  assert_int_equal(json_integer(get(reply, "compared"), 0), 2);
  assert_int_equal(json_integer(get(reply, "failed"), 9), 0);
  json_free(reply);
}

static void test_check_finds_one_wrong_element(void **state) {
  Json *reply;
  ask_well(process_of(state), open_request, NULL);
  load(process_of(state), 0, "add_one", "twice_but_last");
  load(process_of(state), 1, "add_one", "twice");
  ask_well(process_of(state), check_request, &reply);
  assert_false(json_bool(get(reply, "pass"), true));
  assert_int_equal(json_integer(get(reply, "failed"), 0), 1);
  assert_int_equal(json_integer(get(reply, "pair"), -1), 1);
  assert_int_equal(json_integer(get(reply, "index"), 0), 999);
  assert_int_equal(json_integer(get(reply, "mismatches"), 0), 1);
  double want = json_number(get(reply, "want"), 0), got = json_number(get(reply, "got"), 0);
  assert_float_equal(got - want, 1, 1e-6);
  json_free(reply);
}

// The wrong first result must not spoil the second, which is judged on the right input.
static void test_check_blames_one_launch(void **state) {
  Json *reply;
  ask_well(process_of(state), open_request, NULL);
  load(process_of(state), 0, "twice", "twice");
  load(process_of(state), 1, "add_one", "twice");
  ask_well(process_of(state), check_request, &reply);
  assert_int_equal(json_integer(get(reply, "failed"), 0), 1);
  assert_int_equal(json_integer(get(reply, "pair"), -1), 0);
  json_free(reply);
}

// Runs that were timed before leave memory that accumulates; the check starts from fresh inputs.
static void test_check_starts_afresh(void **state) {
  Json *reply;
  ask_well(process_of(state), open_request, NULL);
  load(process_of(state), 0, "add_one", "accumulate");
  load(process_of(state), 1, "add_one", "accumulate");
  ask_well(process_of(state), "{\"do\":\"fill\",\"slot\":0}", NULL);
  ask_well(process_of(state), "{\"do\":\"time\",\"slot\":0,\"launch\":1,\"launches\":50,\"budget\":1}", NULL);
  ask_well(process_of(state), check_request, &reply);
  assert_true(json_bool(get(reply, "pass"), false));
  json_free(reply);
}

static void test_fault_costs_a_worker(void **state) {
  WorkerProcess *process = process_of(state);
  Status status = {0};
  ask_well(process, open_request, NULL);
  load(process, 0, "fault", "twice");
  int starts = process->starts;
  const char *request = "{\"do\":\"time\",\"slot\":0,\"launch\":0,\"launches\":50,\"budget\":1}";
  assert_int_equal(ask(process, request, 20, NULL, &status), WORKER_DIED);
  assert_non_null(strstr(status.message, "illegal memory access"));
  assert_int_equal(process->child, 0);
  ask_well(process, open_request, NULL);
  assert_int_equal(process->starts, starts + 1);
  refused(process, request, "no program is loaded");
}

static void test_hang_is_stopped(void **state) {
  WorkerProcess *process = process_of(state);
  Status status = {0};
  ask_well(process, open_request, NULL);
  load(process, 0, "hang", "twice");
  const char *request = "{\"do\":\"time\",\"slot\":0,\"launch\":0,\"launches\":50,\"budget\":1}";
  assert_int_equal(ask(process, request, 0.3, NULL, &status), WORKER_DIED);
  assert_non_null(strstr(status.message, "time limit of 0.3 s"));
  ask_well(process, "{\"do\":\"probe\"}", NULL);
}

static void test_crash_is_told(void **state) {
  WorkerProcess *process = process_of(state);
  Status status = {0};
  ask_well(process, open_request, NULL);
  load(process, 0, "crash", "twice");
  const char *request = "{\"do\":\"run\",\"slot\":0,\"from\":0,\"to\":1}";
  assert_int_equal(ask(process, request, 20, NULL, &status), WORKER_DIED);
  assert_non_null(strstr(status.message, "signal 9"));
  ask_well(process, "{\"do\":\"probe\"}", NULL);
}

static void test_unknown_kernel_is_one_launch_problem(void **state) {
  Json *reply;
  ask_well(process_of(state), open_request, NULL);
  load(process_of(state), 0, "add_one", "twice");
  Text text = {0};
  text_add(&text,
           "{\"do\":\"load\",\"slot\":0,\"buffers\":[{\"bytes\":4,\"dtype\":0,\"fill\":\"zero\",\"seed\":0}],"
           "\"launches\":["
           "{\"kind\":\"nothing\"},{\"kind\":\"kernel\",\"kernel\":\"nobody\",\"cubin\":\"/proc/self/"
           "cmdline\",\"grid\":1,"
           "\"threads\":32,\"shared\":0,\"workspace\":0,\"arguments\":[0],\"presets\":[]}]}");
  ask_well(process_of(state), text_get(&text), &reply);
  assert_true(json_is_null(json_at(get(reply, "problems"), 0)));
  assert_non_null(strstr(json_string(json_at(get(reply, "problems"), 1), ""), "nobody"));
  json_free(reply);
  text_free(&text);
}

static void test_bad_requests_are_refused(void **state) {
  WorkerProcess *process = process_of(state);
  ask_well(process, open_request, NULL);
  refused(process, "{\"do\":\"dance\"}", "knows no \"dance\"");
  refused(process, "{}", "knows no");
  refused(process, "{\"do\":\"fill\",\"slot\":7}", "no such slot");
  refused(process, "{\"do\":\"load\",\"slot\":0}", "\"buffers\"");
  refused(process, "{\"do\":\"load\",\"slot\":0,\"buffers\":[{}],\"launches\":[]}", "\"bytes\"");
  refused(process,
          "{\"do\":\"load\",\"slot\":0,\"buffers\":[],\"launches\":[{\"kind\":\"kernel\",\"kernel\":\"k\","
          "\"cubin\":\"c\","
          "\"grid\":1,\"threads\":32,\"shared\":0,\"workspace\":0,\"arguments\":[0],\"presets\":[]}]}",
          "no such buffer");
  load(process, 0, "add_one", "twice");
  refused(process, "{\"do\":\"time\",\"slot\":0,\"launch\":2}", "no such launch");
  refused(process, "{\"do\":\"run\",\"slot\":0,\"from\":0,\"to\":3}", "no such launches");
  refused(process, "{\"do\":\"check\",\"pairs\":[]}", "two programs");
  load(process, 1, "add_one", "twice");
  refused(process, "{\"do\":\"check\",\"pairs\":[[3,0,0,1]]}", "no common memory");
}

// A worker that neither reads nor ends: what does not fit its socket is not waited for.
static void test_who_does_not_read_is_ended(void **state) {
  (void)state;
  enum { LONG = 8 << 20 };
  int ends[2];
  assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  WorkerProcess process = {.child = fork(), .channel = {.descriptor = ends[0]}};
  if (process.child == 0)
    for (;;)
      pause();
  pid_t child = process.child;
  Text request = {0};
  Status status = {0};
  for (int i = 0; i < LONG / 8; i++)
    text_add(&request, "        ");
  assert_int_equal(process_request(&process, &request, 0.2, NULL, &status), WORKER_DIED);
  assert_non_null(strstr(status.message, "no longer takes requests"));
  assert_int_equal(process.child, 0);
  assert_int_equal(waitpid(child, NULL, WNOHANG), -1); // no zombie is left
  text_free(&request);
  close(ends[1]);
}

static void test_too_little_memory(void **state) {
  (void)state;
  WorkerProcess process = {0};
  setenv("FAKE_MEMORY", "300000000", 1);
  ask_well(&process, open_request, NULL);
  const char *request =
      "{\"do\":\"load\",\"slot\":0,\"buffers\":[{\"bytes\":4000000000,\"dtype\":0,\"fill\":\"zero\",\"seed\":"
      "0}],"
      "\"launches\":[]}";
  refused(&process, request, "no room for 4");
  load(&process, 0, "add_one", "twice"); // the worker lives, and what was allocated is free again
  unsetenv("FAKE_MEMORY");
  process_stop(&process);
}

// What a load says of its launches; NULL: all is well.
static bool is_well(WorkerProcess *process, const char *request) {
  Json *reply = NULL;
  Status status = {0};
  const char *problem = NULL;
  if (ask(process, request, 20, &reply, &status) != WORKER_ANSWERED) problem = status.message;
  const JsonNode *node = reply ? json_first(get(reply, "problems")) : NULL;
  for (; node && !problem; node = json_next(node))
    problem = json_string(node, NULL);
  if (problem && !strstr(problem, "the GPU has no room for ")) fail_msg("%s: %s", request, problem);
  json_free(reply);
  return !problem;
}

// There is just enough memory, so that what is not given back is missed. Each allocation is refused once:
// what to empty the cache with, what to compare with, two buffers, and a kernel's own.
static void test_each_allocation_refused(void **state) {
  (void)state;
  enum { FLUSH = 256 << 20, PARTIALS = 1024 * 6 * 8, BUFFERS = 2 * 4000, OWN = 1008, ALLOCATIONS = 5 };
  static const char load_request[] =
      "{\"do\":\"load\",\"slot\":0,\"buffers\":[{\"bytes\":4000,\"dtype\":0,\"fill\":\"zero\",\"seed\":0},"
      "{\"bytes\":4000,\"dtype\":0,\"fill\":\"zero\",\"seed\":0}],\"launches\":[{\"kind\":\"kernel\","
      "\"kernel\":\"add_one\",\"cubin\":\"/proc/self/cmdline\",\"grid\":4,\"threads\":256,\"shared\":0,"
      "\"workspace\":1008,\"arguments\":[0,1],\"presets\":[]}]}";
  char memory[32], number[16];
  snprintf(memory, sizeof memory, "%d", FLUSH + PARTIALS + BUFFERS + OWN);
  setenv("FAKE_MEMORY", memory, 1);
  for (int i = 1; i <= ALLOCATIONS; i++) {
    WorkerProcess process = {0};
    snprintf(number, sizeof number, "%d", i);
    setenv("FAKE_MEMORY_REFUSED", number, 1);
    int refusals = !is_well(&process, open_request) && is_well(&process, open_request);
    refusals += !is_well(&process, load_request);
    assert_int_equal(refusals, 1);
    assert_true(is_well(&process, load_request)); // it lives, and has all its memory
    assert_int_equal(process.starts, 1);
    process_stop(&process);
  }
  unsetenv("FAKE_MEMORY_REFUSED");
  snprintf(memory, sizeof memory, "%d", FLUSH + PARTIALS + BUFFERS + OWN - 16);
  setenv("FAKE_MEMORY", memory, 1);
  WorkerProcess process = {0};
  assert_true(is_well(&process, open_request));
  assert_false(is_well(&process, load_request)); // there was just enough
  unsetenv("FAKE_MEMORY");
  process_stop(&process);
}

static int start(void **state) {
  *state = memory_alloc(sizeof(WorkerProcess));
  return 0;
}

static int stop(void **state) {
  process_stop(*state);
  free(*state);
  return 0;
}

int main(int count, char **arguments) {
  if (count > 1 && !strcmp(arguments[1], "--gpu-worker")) return worker_main(count, arguments);
  fake_driver_use();
  setenv("FUSEBOX_CUPTI", "0", 1);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_probe),
      cmocka_unit_test(test_no_device),
      cmocka_unit_test(test_no_driver),
      cmocka_unit_test(test_times_are_those_of_the_kernel),
      cmocka_unit_test(test_budget_limits_launches),
      cmocka_unit_test(test_check_passes),
      cmocka_unit_test(test_check_finds_one_wrong_element),
      cmocka_unit_test(test_check_blames_one_launch),
      cmocka_unit_test(test_check_starts_afresh),
      cmocka_unit_test(test_fault_costs_a_worker),
      cmocka_unit_test(test_hang_is_stopped),
      cmocka_unit_test(test_crash_is_told),
      cmocka_unit_test(test_unknown_kernel_is_one_launch_problem),
      cmocka_unit_test(test_bad_requests_are_refused),
      cmocka_unit_test(test_too_little_memory),
      cmocka_unit_test(test_each_allocation_refused),
      cmocka_unit_test(test_who_does_not_read_is_ended),
  };
  return cmocka_run_group_tests(tests, start, stop);
}
