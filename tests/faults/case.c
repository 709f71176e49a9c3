// Positions, and what every run begins from.
#include "case.h"

#include "base/random.h"
#include "scratch.h"

#include <stdio.h>

enum { SHOWN_MOST = 5 };

static Snapshot start; // of the folder

static char *command_of(const FaultCase *test) {
  Text text = {0};
  for (const char *at = test->command; *at; at++)
    if (*at == '@')
      text_add(&text, scratch);
    else
      text_add_bytes(&text, at, 1);
  return text_take(&text);
}

static void set_place(const char *variable, const char *name) {
  char *path = scratch_path(name);
  assert_true(file_make_folders(path, NULL));
  setenv(variable, path, 1);
  free(path);
}

static const char keys[] = "j f H greedy<Enter> P lunch<Enter> x <Space> u 9\n";
static const char lesson_keys[] = "5<Enter> . . b<Enter> .\n";

// Words that make what the commands read.
static void prepare(const char *command) {
  FaultCase test = {.command = command};
  char *words = command_of(&test);
  ProgramRun run = program_run(words, &(Fault){0});
  if (run.code) fail_msg("%s: exit code %d: %s", words, run.code, text_get(&run.err));
  program_run_free(&run);
  free(words);
}

int fault_set_up(void **state) {
  if (scratch_make(state) || chdir(FUSEBOX_SOURCE_ROOT)) return 1;
  set_place("FUSEBOX_STATE", "state");
  set_place("FUSEBOX_CONFIG", "config");
  set_place("FUSEBOX_CACHE", "cache");
  set_place("TMPDIR", "tmp");
  setenv("FUSEBOX_CLOCK", "1795280400", 1);
  setenv("TZ", "UTC0", 1);
  setenv("FUSEBOX_CUPTI", "0", 1);
  setenv("FAKE_ANY", "0.5", 1);
  unsetenv("FUSEBOX_LOG");
  scratch_write("keys", keys);
  scratch_write("lesson.keys", lesson_keys);
  prepare("plan graphs/rmsnorm_backward.json -H greedy --save @/plan.json");
  prepare("graphs/rmsnorm_backward.json --kept --script @/keys --dump-screen 100x30");
  prepare("time graphs/softmax.json --set rows=64 -H greedy");
  start = snapshot_take(scratch);
  return 0;
}

int fault_tear_down(void **state) {
  snapshot_free(&start);
  return scratch_remove(state);
}

// One run from the start, and what the folder holds then.
static ProgramRun run_once(const char *command, const Fault *fault, Snapshot *after) {
  snapshot_restore(&start, scratch);
  ProgramRun run = program_run(command, fault);
  *after = snapshot_take(scratch);
  return run;
}

typedef struct Trying {
  const FaultCase *test;
  FaultJudge judge;
  char *command;
  ProgramRun undisturbed;
  Snapshot done;
  int tried, wrong;
} Trying;

static void show(const Trying *trying, const Fault *fault, const ProgramRun *run, const char *why) {
  print_error("%s, %s call %ld%s (error %d, %s): %s\n", trying->test->name,
              fault->kind == FAULT_MEMORY ? "memory" : "file", fault->at, fault->onwards ? " onwards" : "",
              fault->error, run->name, why);
  print_error("    ended by code %d, signal %d; stderr: %.600s\n", run->code, run->signal,
              text_get(&run->err));
}

static void try_one(Trying *trying, const Fault *fault) {
  Snapshot after;
  Text why = {0};
  ProgramRun run = run_once(trying->command, fault, &after);
  FaultTrial trial = {trying->test, fault, &run, &trying->undisturbed, &start, &trying->done, &after};
  if (run.tripped) trying->judge(&trial, &why);
  trying->tried += run.tripped;
  if (why.length && trying->wrong++ < SHOWN_MOST) show(trying, fault, &run, text_get(&why));
  text_free(&why);
  snapshot_free(&after);
  program_run_free(&run);
}

static void try_positions(Trying *trying, Fault fault, long sample) {
  const char *wanted = getenv("FAULTS");
  long calls = trying->undisturbed.calls, at = wanted ? atol(wanted) : 0;
  if (wanted && !strcmp(wanted, "all")) sample = calls;
  if (at) sample = 1;
  Random random = {7};
  for (long i = 0; i < sample && i < calls; i++) {
    long from = sample < calls ? i * calls / sample : i,
         to = sample < calls ? (i + 1) * calls / sample : i + 1;
    fault.at = at ? at : 1 + from + (long)random_below(&random, (uint64_t)(to - from));
    try_one(trying, &fault);
  }
}

void fault_try_all(const FaultCase *test, Fault fault, int sample, FaultJudge judge) {
  Trying trying = {.test = test, .judge = judge, .command = command_of(test)};
  fault.at = 0;
  fault.folder = scratch;
  trying.undisturbed = run_once(trying.command, &fault, &trying.done);
  if (trying.undisturbed.code != 0)
    fail_msg("%s: exit code %d: %s", trying.command, trying.undisturbed.code,
             text_get(&trying.undisturbed.err));
  try_positions(&trying, fault, sample);
  print_message("%s: %d of %ld calls failed%s, %d findings\n", test->name, trying.tried,
                trying.undisturbed.calls, fault.onwards ? " with all after them" : "", trying.wrong);
  assert_true(trying.undisturbed.calls > 0);
  assert_int_equal(trying.wrong, 0);
  snapshot_free(&trying.done);
  program_run_free(&trying.undisturbed);
  free(trying.command);
}
