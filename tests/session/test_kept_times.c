// The file of kept times.
#include "fixture.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/log.h"
#include "session/results/kept_times.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static Device device_of(const char *name) {
  Device device;
  Status status = {0};
  if (!device_choose(name, &device, &status)) fail_msg("%s", status.message);
  return device;
}

static KeptTimes *open_times(void) {
  Device device = device_of("h200");
  return kept_times_open(&device);
}

static KeptTime time_of(uint64_t kernel, int64_t when, double time_us) {
  KeptTime time = {.subject = kernel,
                   .name = (char *)"row_add",
                   .gpu = (char *)"NVIDIA H200",
                   .when = when,
                   .measured = {.ok = true,
                                .time_us = time_us,
                                .spread_us = 0.25,
                                .launches = 50,
                                .by_cupti = true,
                                .registers = 40,
                                .local_bytes = 8}};
  snprintf(time.code.digits, sizeof time.code.digits, "0123456789abcdef0123456789abcdef");
  return time;
}

static void save(KeptTimes *times) {
  Status status = {0};
  if (!kept_times_save(times, &status)) fail_msg("%s", status.message);
  assert_null(times->problem); // of what was there before
  kept_times_free(times);
}

static void start_anew(void) {
  KeptTimes *times = open_times();
  assert_true(kept_times_forget(times, NULL));
  kept_times_free(times);
}

static void test_round_trip(void **state) {
  (void)state;
  start_anew();
  KeptTimes *times = open_times();
  KeptTime one = time_of(0xfedcba9876543210, 1795280400, 62.5), newer = time_of(one.subject, 1795280500, 63);
  one.measured.counted = newer.measured.counted = true;
  newer.measured.counters.dram_read_bytes = 8192;
  kept_put(&times->kernels, &one);
  kept_put(&times->kernels, &newer); // in its place
  save(times);
  times = open_times();
  assert_null(times->problem);
  assert_int_equal(times->kernels.list.count, 1);
  const KeptTime *read = kept_find(&times->kernels, one.subject);
  assert_non_null(read);
  assert_string_equal(read->code.digits, newer.code.digits);
  assert_string_equal(read->name, "row_add");
  assert_string_equal(read->gpu, "NVIDIA H200");
  assert_int_equal(read->when, 1795280500);
  assert_float_equal(read->measured.time_us, 63, 0);
  assert_float_equal(read->measured.spread_us, 0.25, 0);
  assert_int_equal(read->measured.launches, 50);
  assert_int_equal(read->measured.registers, 40);
  assert_int_equal(read->measured.local_bytes, 8);
  assert_true(read->measured.ok && read->measured.by_cupti && read->measured.counted);
  assert_float_equal(read->measured.counters.dram_read_bytes, 8192, 0);
  assert_null(kept_find(&times->kernels, one.subject + 1));
  kept_times_free(times);
}

static void test_devices_are_apart(void **state) {
  (void)state;
  start_anew();
  KeptTimes *times = open_times();
  KeptTime time = time_of(1, 1795280400, 62.5);
  kept_put(&times->kernels, &time);
  save(times);
  Device other = device_of("a100");
  KeptTimes *others = kept_times_open(&other);
  assert_int_equal(others->kernels.list.count, 0);
  assert_null(others->problem);
  kept_times_free(others);
}

// Beyond the bound the oldest go.
static void test_bound(void **state) {
  (void)state;
  start_anew();
  KeptTimes *times = open_times();
  for (int i = 0; i < KEPT_TIMES_MOST + 5; i++) {
    KeptTime time = time_of((uint64_t)i, 1000 + i, 10);
    kept_put(&times->kernels, &time);
  }
  save(times);
  times = open_times();
  assert_int_equal(times->kernels.list.count, KEPT_TIMES_MOST);
  assert_null(kept_find(&times->kernels, 4));
  assert_non_null(kept_find(&times->kernels, 5));
  assert_non_null(kept_find(&times->kernels, KEPT_TIMES_MOST + 4));
  kept_times_free(times);
}

static void refuse(const char *content, const char *why) {
  start_anew();
  KeptTimes *times = open_times();
  assert_true(file_write(times->path, content, strlen(content), NULL));
  kept_times_free(times);
  times = open_times();
  assert_int_equal(times->kernels.list.count, 0);
  assert_non_null(times->problem);
  if (!strstr(times->problem, why)) fail_msg("\"%s\" does not say \"%s\"", times->problem, why);
  kept_times_free(times);
}

// Whatever is wrong with a part of the file, none of it is believed.
static void test_broken_files(void **state) {
  (void)state;
  refuse("{ \"format\": \"fusebox-times\", \"vers", "times-");
  refuse("[]", "no times of this version");
  refuse("{ \"format\": \"fusebox-times\", \"version\": 2, \"times\": [] }", "no times of this version");
  refuse(
      "{ \"format\": \"fusebox-times\", \"version\": 1, \"times\": ["
      "  { \"kernel\": \"01\", \"time_us\": 5, \"time_spread_us\": 1, \"when\": 1795280400 },"
      "  { \"kernel\": \"02\", \"time_us\": -5, \"time_spread_us\": 1, \"when\": 1795280400 } ] }",
      "time_us");
  refuse(
      "{ \"format\": \"fusebox-times\", \"version\": 1, \"times\": ["
      "  { \"time_us\": 5, \"time_spread_us\": 1, \"when\": 1795280400 } ] }",
      "needs what it is of");
  refuse(
      "{ \"format\": \"fusebox-times\", \"version\": 1, \"times\": ["
      "  { \"kernel\": \"01\", \"time_us\": 1e999, \"time_spread_us\": 1, \"when\": 1795280400 } ] }",
      "");
  KeptTimes *times = open_times();
  KeptTime time = time_of(1, 1795280400, 62.5);
  kept_put(&times->kernels, &time);
  save(times); // and the next measurement begins a new one
  times = open_times();
  assert_null(times->problem);
  assert_int_equal(times->kernels.list.count, 1);
  kept_times_free(times);
}

// What was written, but for one digit of a time: somebody else's hand.
static void test_changed_times(void **state) {
  (void)state;
  start_anew();
  KeptTimes *times = open_times();
  KeptTime time = time_of(1, 1795280400, 62.5);
  kept_put(&times->kernels, &time);
  char *path = memory_strdup(times->path);
  save(times);
  char *text = file_read(path, NULL, NULL);
  *strstr(text, "62.5") = '1';
  assert_true(file_write(path, text, strlen(text), NULL));
  times = open_times();
  assert_int_equal(kept_times_count(times), 0);
  assert_non_null(strstr(times->problem, "did not write it as it is"));
  Text name = {0};
  text_printf(&name, "%s.damaged-1", path);
  unlink(text_get(&name)); // of a test before
  log_to_file("/dev/null");
  kept_put(&times->kernels, &time);
  save(times);
  log_to_file(NULL);
  char *kept = file_read(text_get(&name), NULL, NULL); // it is not lost
  assert_non_null(kept);
  assert_string_equal(kept, text);
  unlink(text_get(&name));
  text_free(&name);
  free(kept), free(text), free(path);
}

// A plan's times are apart from those of kernels, also where the hash is the same.
static void test_plans(void **state) {
  (void)state;
  start_anew();
  KeptTimes *times = open_times();
  KeptTime kernel = time_of(7, 1795280400, 62.5), plan = time_of(7, 1795280401, 100);
  plan.name = (char *)"softmax, greedy";
  plan.measured.registers = 0;
  kept_put(&times->kernels, &kernel);
  kept_put(&times->plans, &plan);
  save(times);
  times = open_times();
  assert_int_equal(kept_times_count(times), 2);
  assert_float_equal(kept_find(&times->kernels, 7)->measured.time_us, 62.5, 0);
  assert_float_equal(kept_find(&times->plans, 7)->measured.time_us, 100, 0);
  assert_string_equal(kept_find(&times->plans, 7)->name, "softmax, greedy");
  Text table = {0};
  kept_times_table(times, &table);
  assert_non_null(strstr(text_get(&table), "softmax, greedy"));
  assert_non_null(strstr(text_get(&table), "2 times are kept for h200"));
  text_free(&table);
  assert_true(kept_times_forget(times, NULL));
  assert_int_equal(kept_times_count(times), 0);
  kept_times_free(times);
}

enum { WRITERS = 4, ROUNDS = 25 };

// As another run of the program: measures one kernel after the other and keeps each.
static void keep_many(int writer) {
  Device device = device_of("h200");
  for (int i = 0; i < ROUNDS; i++) {
    KeptTimes *times = kept_times_change(&device);
    KeptTime time = time_of((uint64_t)(writer * ROUNDS + i), 1795280400 + i, 10);
    kept_put(&times->kernels, &time);
    bool saved = kept_times_save(times, NULL);
    kept_times_free(times);
    if (!saved) _exit(1);
  }
  _exit(0);
}

static void test_processes_at_once(void **state) {
  (void)state;
  start_anew();
  pid_t writers[WRITERS];
  for (int i = 0; i < WRITERS; i++) {
    writers[i] = fork();
    assert_true(writers[i] >= 0);
    if (writers[i] == 0) keep_many(i);
  }
  for (int i = 0; i < WRITERS; i++) {
    int ended;
    assert_int_equal(waitpid(writers[i], &ended, 0), writers[i]);
    assert_true(WIFEXITED(ended) && WEXITSTATUS(ended) == 0);
  }
  KeptTimes *times = open_times();
  assert_null(times->problem);
  assert_int_equal(times->kernels.list.count, WRITERS * ROUNDS);
  kept_times_free(times);
  refuse("[]", "no times of this version");
  times = open_times();
  assert_true(kept_times_forget(times, NULL));
  assert_null(times->problem);
  kept_times_free(times);
}

// What is printed comes without control characters.
static void test_names_are_clean(void **state) {
  (void)state;
  start_anew();
  KeptTimes *times = open_times();
  KeptTime time = time_of(1, 1795280400, 62.5);
  time.gpu = (char *)"H200\033[2J";
  kept_put(&times->kernels, &time);
  Text table = {0};
  kept_times_table(times, &table);
  assert_null(strchr(text_get(&table), '\033'));
  assert_non_null(strstr(text_get(&table), "1 time is kept for h200"));
  text_free(&table);
  kept_times_free(times);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),    cmocka_unit_test(test_devices_are_apart),
      cmocka_unit_test(test_bound),         cmocka_unit_test(test_broken_files),
      cmocka_unit_test(test_changed_times), cmocka_unit_test(test_names_are_clean),
      cmocka_unit_test(test_plans),         cmocka_unit_test(test_processes_at_once),
  };
  return cmocka_run_group_tests(tests, session_folder_make, session_folder_remove);
}
