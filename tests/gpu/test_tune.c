// Tuning on a GPU: candidates of real kernels run, agree with the rules' choice, and the best is no slower
// than that.
#include "base/file.h"
#include "device_fixture.h"
#include "session/tune/tune.h"

#include "test.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static Session *open_shipped(const char *graph, const SizeBinding *sizes, int count) {
  char *path = file_data(graph);
  Status status = {0};
  if (!path) fail_msg("there is no %s", graph);
  Session *session =
      session_open(path, &(SessionOptions){.read = {.sizes = sizes, .size_count = count}}, &status);
  if (!session) fail_msg("%s", status.message);
  free(path);
  return session;
}

static void tune(Session *session) {
  Status status = {0};
  TuneOptions options = {.trial = {.measure = {.launches = 10, .seed = 1, .check = true}},
                         .limits = {.budget = 16}};
  if (!session_tune(session, NO_KERNEL, &options, &status) || !session_tune_wait(session, &status))
    fail_msg("%s", status.message);
}

static void assert_tuned(const TunedKernel *kernel) {
  if (kernel->error[0]) fail_msg("%s: %s", kernel->name, kernel->error);
  int tried = 0;
  for (int i = 0; i < kernel->candidates.count; i++) {
    const TunedCandidate *candidate = &kernel->candidates.data[i];
    tried += candidate->tried;
    if (candidate->tried && !candidate->trial.measured.ok)
      fail_msg("%s, candidate %d: %s", kernel->name, i, candidate->trial.measured.error);
  }
  assert_true(tried > 4);
  assert_true(kernel->best_us > 0 && kernel->best_us <= kernel->default_us);
}

// Its results stay right with the schedules that were found.
static void assert_right(Session *session) {
  Status status = {0};
  MeasureOptions options = {.launches = 10, .seed = 2, .check = true};
  if (!session_measure(session, &options, NULL, &status) || !session_measure_wait(session, &status))
    fail_msg("%s", status.message);
  const MeasureReport *report = session_report(session);
  if (!report->checked || !report->check_pass) fail_msg("%s", report->check_text);
}

static void tune_graph(const char *graph, const SizeBinding *sizes, int count) {
  Session *session = open_shipped(graph, sizes, count);
  tune(session);
  const TuneReport *report = session_tune_report(session);
  assert_true(report->kernel_count > 0);
  for (int i = 0; i < report->kernel_count; i++)
    assert_tuned(&report->kernels[i]);
  session_tune_apply(session);
  assert_right(session);
  session_close(session);
}

static void test_columns(void **state) {
  (void)state;
  tune_graph("graphs/colsum.json", (SizeBinding[]){{"rows", 8192}, {"cols", 1024}}, 2);
}

static void test_softmax(void **state) {
  (void)state;
  tune_graph("graphs/softmax.json", (SizeBinding[]){{"rows", 2048}, {"cols", 1000}}, 2);
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *where) {
  (void)info, (void)kind, (void)where;
  return remove(path);
}

int main(int count, char **arguments) {
  char folder[] = "/tmp/fusebox-tune-XXXXXX";
  DeviceFixture fixture = device_open(count, arguments);
  device_close(&fixture);
  if (!mkdtemp(folder)) return 1;
  setenv("FUSEBOX_STATE", folder, 1);
  setenv("FUSEBOX_CACHE", folder, 1); // not the user's
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_columns), cmocka_unit_test(test_softmax)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
  return failed;
}
