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
  const FaultCase test = {.command = command};
  char *words = command_of(&test);
  ProgramRun run = program_run(words, NULL, &(Fault){0});
  if (run.code) fail_msg("%s: exit code %d: %s", words, run.code, text_get(&run.err));
  program_run_free(&run);
  free(words);
}

static void write_export_keys(void) {
  Text text = {0};
  text_printf(&text, "<C-e>dot<Enter><C-u>%s/graph.dot<Enter>\n", scratch);
  scratch_write("export.keys", text_get(&text));
  text_free(&text);
}

static int set_up(void **state) {
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
  scratch_write("model.lua", "return { time = function(kernel) return 1 + kernel.read_bytes / 2^20 end }\n");
  scratch_write("sweep.lua", "return { graphs = 'graphs/softmax.json', heuristics = 'greedy' }\n");
  write_export_keys();
  prepare("plan graphs/rmsnorm_backward.json -H greedy --save @/plan.json");
  prepare("graphs/rmsnorm_backward.json --kept --script @/keys --dump-screen 100x30");
  prepare("time graphs/softmax.json --set rows=64 -H greedy");
  prepare("experiment run @/sweep.lua --store @/store --jobs 1");
  start = snapshot_take(scratch);
  return 0;
}

static int tear_down(void **state) {
  snapshot_free(&start);
  return scratch_remove(state);
}

typedef struct Trying {
  const FaultCase *test;
  FaultJudge judge;
  char *command; // NULL: the case runs a function
  ProgramRun undisturbed;
  Snapshot done;
  int tried, wrong;
  const char *wanted; // FAULTS of the environment, or ""
} Trying;

// One run from the start, and what the folder holds then.
static ProgramRun run_once(const Trying *trying, const Fault *fault, Snapshot *after) {
  snapshot_restore(&start, scratch);
  ProgramRun run = program_run(trying->command, trying->test->run, fault);
  *after = snapshot_take(scratch);
  return run;
}

static void show(const Trying *trying, const Fault *fault, const ProgramRun *run, const char *why) {
  print_error("%s, %s call %ld%s (error %d, %s): %s\n", trying->test->name,
              fault->kind == FAULT_MEMORY ? "memory" : "file", fault->at, fault->onwards ? " onwards" : "",
              fault->error, run->name, why);
  print_error("    ended by code %d, signal %d; stderr: %.600s\n", run->code, run->signal,
              text_get(&run->err));
  if (atol(trying->wanted)) print_error("%s", text_get(&run->out));
}

static void try_one(Trying *trying, const Fault *fault) {
  Snapshot after;
  Text why = {0};
  ProgramRun run = run_once(trying, fault, &after);
  FaultTrial trial = {trying->test, fault, &run, &trying->undisturbed, &start, &trying->done, &after};
  if (run.tripped) trying->judge(&trial, &why);
  trying->tried += run.tripped;
  if (why.length && trying->wrong++ < SHOWN_MOST) show(trying, fault, &run, text_get(&why));
  text_free(&why);
  snapshot_free(&after);
  program_run_free(&run);
}

// ---- Which calls fail.

typedef struct Call {
  uint64_t place;
  long at;
} Call;

static int compare_calls(const void *one, const void *other) {
  const Call *a = one, *b = other;
  if (a->place != b->place) return a->place < b->place ? -1 : 1;
  return (a->at > b->at) - (a->at < b->at);
}

// The first and the last call from each place.
static long choose_places(const ProgramRun *run, long *positions) {
  Call *calls = calloc((size_t)run->calls + 1, sizeof *calls);
  for (long i = 0; i < run->calls; i++)
    calls[i] = (Call){run->places[i], i + 1};
  qsort(calls, (size_t)run->calls, sizeof *calls, compare_calls);
  long count = 0;
  for (long i = 0; i < run->calls; i++) {
    bool first = i == 0 || calls[i - 1].place != calls[i].place;
    bool last = i + 1 == run->calls || calls[i + 1].place != calls[i].place;
    if (first || last) positions[count++] = calls[i].at;
  }
  free(calls);
  return count;
}

static long choose_sample(long calls, long sample, long *positions) {
  Random random = {7};
  long count = 0;
  for (; count < sample && count < calls; count++) {
    long from = sample < calls ? count * calls / sample : count,
         to = sample < calls ? (count + 1) * calls / sample : count + 1;
    positions[count] = 1 + from + (long)random_below(&random, (uint64_t)(to - from));
  }
  return count;
}

static long choose(const Trying *trying, long sample, long *positions) {
  long calls = trying->undisturbed.calls, at = atol(trying->wanted);
  if (at) return positions[0] = at, 1;
  if (!strcmp(trying->wanted, "places")) return choose_places(&trying->undisturbed, positions);
  if (!strcmp(trying->wanted, "all")) sample = calls;
  if (!strcmp(trying->wanted, "more")) sample *= FAULTS_MORE;
  return choose_sample(calls, sample, positions);
}

static void try_positions(Trying *trying, Fault fault, long sample) {
  long *positions = calloc((size_t)trying->undisturbed.calls + 1, sizeof *positions),
       count = choose(trying, sample, positions);
  int part = 1, parts = 1;
  if (getenv("FAULTS_PART")) assert_int_equal(sscanf(getenv("FAULTS_PART"), "%d/%d", &part, &parts), 2);
  assert_true(parts > 0);
  for (long i = part - 1; i < count; i += parts) {
    fault.at = positions[i];
    try_one(trying, &fault);
  }
  free(positions);
}

static void try_all(const FaultCase *test, Fault fault, int sample, FaultJudge judge) {
  Trying trying = {.test = test,
                   .judge = judge,
                   .command = test->command ? command_of(test) : NULL,
                   .wanted = getenv("FAULTS")};
  if (!trying.wanted) trying.wanted = "";
  fault.at = 0;
  fault.folder = scratch;
  fault.placed = !strcmp(trying.wanted, "places");
  trying.undisturbed = run_once(&trying, &fault, &trying.done);
  fault.placed = false;
  if (trying.undisturbed.code != 0)
    fail_msg("%s: exit code %d: %s", test->name, trying.undisturbed.code, text_get(&trying.undisturbed.err));
  try_positions(&trying, fault, sample);
  print_message("%d of %ld calls failed%s, %d findings\n", trying.tried, trying.undisturbed.calls,
                fault.onwards ? " with all after them" : "", trying.wrong);
  assert_true(trying.undisturbed.calls > 0);
  assert_int_equal(trying.wrong, 0);
  snapshot_free(&trying.done);
  program_run_free(&trying.undisturbed);
  free(trying.command);
}

// ---- The tests of a suite.

typedef struct Test {
  const FaultCase *test;
  const FaultMode *mode;
  int sample;
  FaultJudge judge;
  char name[64];
} Test;

static void try_case(void **state) {
  const Test *test = *state;
  try_all(test->test, test->mode->fault, test->sample, test->judge);
}

int fault_suite(const char *name, const FaultCase *cases, int case_count, const FaultMode *modes,
                int mode_count, int sample, FaultJudge judge) {
  enum { TESTS_MOST = 200 };
  static Test rows[TESTS_MOST];
  static struct CMUnitTest tests[TESTS_MOST];
  int count = 0;
  for (int i = 0; i < case_count; i++)
    for (int j = 0; j < mode_count && count < TESTS_MOST; j++, count++) {
      rows[count] = (Test){&cases[i], &modes[j], sample, judge, ""};
      snprintf(rows[count].name, sizeof rows[count].name, "%s%s%s", cases[i].name, *modes[j].name ? ", " : "",
               modes[j].name);
      tests[count] =
          (struct CMUnitTest){.name = rows[count].name, .test_func = try_case, .initial_state = &rows[count]};
    }
  if (getenv("FAULTS_TEST")) cmocka_set_test_filter(getenv("FAULTS_TEST"));
  return _cmocka_run_group_tests(name, tests, (size_t)count, set_up, tear_down);
}
