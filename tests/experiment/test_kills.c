// An experiment that is killed at any moment, over and over: no row is lost, and none is there twice.
#include "fixture.h"

#include "base/random.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

enum { KILLS = 200, KILLS_A_ROUND = 4, LONGEST_US = 30000 };

// Raw lines of all files that end in a newline; those that do not are no rows.
static int count_lines(const char *folder) {
  char *path = file_join(folder, "store/rows");
  int files, lines = 0;
  char **names = file_list(path, &files, NULL);
  for (int i = 0; i < files; i++) {
    char *file = file_join(path, names[i]), *text = file_read(file, NULL, NULL);
    for (const char *at = text; (at = strchr(at, '\n')); at++)
      lines++;
    free(text), free(file), free(names[i]);
  }
  free(names), free(path);
  return lines;
}

static void remove_rows(const char *folder) {
  char command[200];
  snprintf(command, sizeof command, "rm -f '%s'/store/rows/* '%s'/store/plans/*", folder, folder);
  assert_int_equal(system(command), 0);
}

static void check_whole(const char *folder, const char *wanted) {
  int count;
  char *rows = fixture_rows(folder, &count);
  assert_string_equal(rows, wanted);
  assert_int_equal(count_lines(folder), count);
  free(rows);
}

// Whether it came to its end before it was killed.
static bool run_for(const ExperimentRun *run, unsigned microseconds) {
  pid_t process = fork();
  if (process == 0) {
    RunProgress progress;
    _exit(experiment_perform(run, &progress, NULL) ? 0 : 1);
  }
  usleep(microseconds);
  kill(process, SIGKILL);
  int ending;
  waitpid(process, &ending, 0);
  assert_false(WIFEXITED(ending) && WEXITSTATUS(ending));
  return WIFEXITED(ending);
}

// Now and then what is there in the middle is made whole, so that all beginnings are met.
static void lose_nothing(void **state) {
  Random random = {17};
  int whole = 0;
  Experiment experiment;
  RunProgress progress;
  assert_true(fixture_run(*state, fixture_small, &(ExperimentRun){.jobs = 1}, NULL, NULL));
  char *wanted = fixture_rows(*state, NULL), *store = file_join(*state, "store");
  char *path = file_join(store, "experiment.json");
  assert_true(experiment_open(path, &experiment, NULL));
  ExperimentRun run = {.experiment = &experiment, .folder = store, .jobs = 2};
  remove_rows(*state);
  for (int killed = 0; killed < KILLS;) {
    bool ended = run_for(&run, (unsigned)random_below(&random, LONGEST_US));
    killed += !ended;
    if (killed % KILLS_A_ROUND == 0) ended = experiment_perform(&run, &progress, NULL);
    if (!ended) continue;
    check_whole(*state, wanted);
    remove_rows(*state);
    whole++;
  }
  assert_true(whole >= KILLS / KILLS_A_ROUND);
  experiment_close(&experiment);
  free(wanted), free(store), free(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {SCRATCH_TEST(lose_nothing)};
  if (chdir(FUSEBOX_SOURCE_ROOT) != 0) return 1;
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
