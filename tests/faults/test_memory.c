// The end of memory: every allocation of a command fails, alone or with all after it, those of Lua, curses
// and the C library included. The command says so and ends with its exit code, or does without what it could
// not have; what is on disk is whole.
#include "case.h"
#include "test.h"

#include <stdio.h>

enum { NO_MEMORY = 5, SAMPLE = 40, PARSED = 20 };

static const FaultCase cases[] = {
    {"graph", "info graphs/rmsnorm.json"},
    {"FX text", "info tests/graph/fx/mix_backward_readable.py"},
    {"debug folder", "info graphs/dumps/softmax/inference"},
    {"plan file", "plan graphs/rmsnorm_backward.json -p @/plan.json"},
    {"device file", "plan graphs/softmax.json -H none --device src/data/devices/a100.json"},
    {"heuristic", "plan graphs/softmax.json -H greedy"},
    {"heuristics", "heuristics"},
    {"lessons", "lessons"},
    {"save", "plan graphs/rmsnorm_backward.json -H greedy --save @/plan.json"},
    {"edits", "graphs/rmsnorm_backward.json --kept --script @/keys --dump-screen 100x30"},
    {"lesson", "lessons 1 --script @/lesson.keys --dump-screen 100x30"},
    {"compile", "compile graphs/colsum.json -H greedy -j 1"},
    {"time", "time graphs/colsum.json --set rows=64 -H greedy -j 1"},
    {"times", "times"},
    {"tune", "tune graphs/colsum.json --set rows=64 -H greedy --budget 3 -j 1"},
    {"export", "export graphs/softmax.json -H greedy --as harness"},
    {"report", "export graphs/softmax.json -H greedy --as report"},
};
enum { CASES = sizeof cases / sizeof *cases };

static void judge(const FaultTrial *trial, Text *why) {
  const ProgramRun *run = trial->run;
  static const char *const loose[] = {".tmp", "tmp/", NULL}; // what dies does not remove it
  snapshot_torn(trial->before, trial->done, trial->after, loose, why);
  if (why->length) return;
  if (run->signal)
    text_printf(why, "signal %d", run->signal);
  else if (run->code == 0 && strcmp(text_get(&run->out), text_get(&trial->undisturbed->out)) != 0)
    text_add(why, "it says that all is well, but prints something else");
  else if (run->code != 0 && run->code != NO_MEMORY)
    text_printf(why, "exit code %d", run->code);
  else if (run->code != 0 && !strstr(text_get(&run->err), "out of memory"))
    text_add(why, "it does not say why");
  else if (run->code != 0 && trial->fault->at > PARSED && !strstr(text_get(&run->err), "during \"fusebox"))
    text_add(why, "it does not say of what");
}

static void test_once(void **state) {
  fault_try_all(*state, (Fault){.kind = FAULT_MEMORY}, SAMPLE, judge);
}

static void test_onwards(void **state) {
  fault_try_all(*state, (Fault){.kind = FAULT_MEMORY, .onwards = true}, SAMPLE, judge);
}

int main(int count, char **arguments) {
  program_begin(count, arguments);
  struct CMUnitTest tests[2 * CASES];
  char names[2 * CASES][64];
  for (int i = 0; i < 2 * CASES; i++) {
    const FaultCase *test = &cases[i / 2];
    snprintf(names[i], sizeof names[i], "%s%s", test->name, i % 2 ? " onwards" : "");
    tests[i] = (struct CMUnitTest){
        .name = names[i], .test_func = i % 2 ? test_onwards : test_once, .initial_state = (void *)test};
  }
  if (getenv("FAULTS_TEST")) cmocka_set_test_filter(getenv("FAULTS_TEST"));
  return cmocka_run_group_tests_name("memory", tests, fault_set_up, fault_tear_down);
}
