// GPU workers that go wrong (lying_worker.h) at a sample of the replies that a command gets, at more with
// FAULTS=more, or at each with FAULTS=all: it ends soon and by itself, says what went wrong or gives the
// figures of a run in which nothing did, and what was kept before is there afterwards.
#include "base/arena.h"
#include "base/file.h"
#include "case.h"
#include "lying_worker.h"
#include "program.h"
#include "scratch.h"
#include "side_by_side.h"
#include "snapshot.h"

#include <time.h>

enum { MOST_S = 60, LEAVE_S = 20, REPLIES_MOST = 6, STEPS_MOST = 20, SAMPLE = 12, INTERNAL = 70 };

static Snapshot start;
static char *refused; // the file that tells of it
static const char no_room[] = "the GPU has no room for ";

// ---- What is run.

typedef struct Command {
  const char *name, *words; // '@' is the folder
  const char *saves;        // a file that is written when it succeeds, or NULL
  bool saves_wrong;         // and when results are wrong
  const char *hang_at;      // a request whose reply has a short limit, or NULL
  const char *const *steps; // of which replies are tried: requests, or numbers; NULL: the first ones
} Command;

// Of a calibration: all kinds of requests, early, in the middle and late.
static const char *const calibration[STEPS_MOST] = {"\"probe\"",
                                                    "\"open\"",
                                                    "\"load\"",
                                                    "\"fill\"",
                                                    "\"run\"",
                                                    "\"launch\":0}",
                                                    "\"launch\":1}",
                                                    "\"launch\":11}",
                                                    "\"launch\":23}",
                                                    "\"save\"",
                                                    "20",
                                                    "111",
                                                    "\"launch\":38}",
                                                    "\"total\"",
                                                    "300",
                                                    "\"unload\""};

static const Command commands[] = {
    {"time", "time graphs/softmax.json --set rows=64 -H greedy -j 1 --time-limit 1", NULL, false, "\"time\"",
     NULL},
    {"check", "check graphs/softmax.json --set rows=64 -H greedy --gpu --time-limit 1", NULL, false,
     "\"time\"", NULL},
    {"tune",
     "tune graphs/softmax.json --set rows=1024 -H greedy --budget 2 -j 1 --time-limit 1 --save @/tuned.json",
     "tuned.json", true, "\"time\"", NULL},
    {"calibrate", "calibrate --device h200 --save @/device.json", "device.json", false, "\"launch\":23}",
     calibration},
    {"explorer", "graphs/softmax.json --set rows=64 -H greedy --kept --script @/keys --dump-screen 160x40",
     NULL, false, "\"time\"", NULL},
    {"leaving", "graphs/softmax.json -H greedy --kept --script @/leave.keys --dump-screen 160x40", NULL,
     false, "\"load\"", NULL},
};

static const char *const kinds[] = {"die",   "quit",  "cut",    "garbage", "deep",
                                    "empty", "twice", "refuse", "fatal",   "negative",
                                    "huge",  "2^31",  "words",  "leave",   "evil"};
static const char *const saved[] = {"few_saved", "zeros_saved", "much_saved", "less_saved"};

static char *words_of(const Command *command) {
  Text text = {0};
  for (const char *at = command->words; *at; at++)
    text_add(&text, *at == '@' ? scratch : (char[]){*at, '\0'});
  return text_take(&text);
}

// ---- One run.

typedef struct Trial {
  const Command *command;
  ProgramRun run;
  Snapshot after;
  double seconds;
  bool refused; // memory of the device
} Trial;

static double now_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// The folder is as it was at first, before.
static Trial try(const Command *command, const char *fault) {
  char *words = words_of(command);
  snapshot_restore(&start, scratch);
  setenv("WORKER_FAULT", fault, 1);
  Trial trial = {.command = command, .seconds = now_s()};
  trial.run = program_run(words, NULL, &(Fault){0});
  trial.seconds = now_s() - trial.seconds;
  trial.refused = unlink(refused) == 0;
  trial.after = snapshot_take(scratch);
  free(words);
  return trial;
}

static void trial_free(Trial *trial) {
  program_run_free(&trial->run);
  snapshot_free(&trial->after);
}

// ---- What is judged.

static bool controls(const char *text) {
  for (; *text; text++)
    if ((unsigned char)*text < ' ' && *text != '\n' && *text != '\t') return true;
  return false;
}

// What is said twice cannot be told from true answers: a worker is this very program, which is not expected
// to make figures up, only never to be believed what cannot be.
static const char *judge_words(const Trial *trial, const Trial *good, const char *kind) {
  const char *out = text_get(&trial->run.out), *err = text_get(&trial->run.err);
  bool same = !strcmp(out, text_get(&good->run.out)) && trial->run.code == good->run.code;
  bool told = strstr(out, "worker") || strstr(err, "worker") || strstr(out, "evil") || strstr(err, "evil") ||
              strstr(out, "time limit") || strstr(err, "time limit") || strstr(out, "gave no") ||
              strstr(err, "gave no") || strstr(out, no_room) || strstr(err, no_room);
  if (controls(out) || controls(err)) return "it writes control characters";
  if (trial->run.code && !*err) return "it fails without a word";
  if (!same && !told && strcmp(kind, "twice") != 0) return "something is different, and nothing is told";
  return NULL;
}

static bool command_waits(const Command *command) {
  return strcmp(command->name, "leaving") != 0;
}

static const char *judge_files(const Trial *trial, const Trial *good) {
  const char *saves = trial->command->saves;
  for (int i = 0; i < start.count; i++)
    if (!snapshot_find(&trial->after, start.files[i].path)) return "a file is gone";
  for (int i = 0; i < trial->after.count; i++) {
    const SnapshotFile *file = &trial->after.files[i];
    bool known = !strncmp(file->path, "cache/cubins/", 13) || snapshot_find(&start, file->path) ||
                 snapshot_find(&good->after, file->path);
    bool in_use = !command_waits(trial->command) && // when it was left; what runs next removes it
                  (!strncmp(file->path, "tmp/", 4) || text_ends(file->path, ".tmp"));
    if (!known && !in_use) return file->path;
  }
  const SnapshotFile *old = snapshot_find(&start, "plan.json");
  if (!snapshot_same(old, snapshot_find(&trial->after, "plan.json"))) return "the plan is another one";
  if (saves && trial->run.code > (trial->command->saves_wrong ? STATUS_WRONG : STATUS_OK) &&
      !snapshot_same(snapshot_find(&start, saves), snapshot_find(&trial->after, saves)))
    return "it saves what failed";
  return NULL;
}

static bool judge(const Trial *trial, const Trial *good, const char *kind, const char *fault) {
  const char *why = judge_words(trial, good, kind);
  if (!why) why = judge_files(trial, good);
  if (trial->run.signal) why = "a signal ended it";
  if (trial->run.code > 3 && trial->run.code != INTERNAL) why = "that is no exit code";
  if (trial->seconds > (command_waits(trial->command) ? MOST_S : LEAVE_S)) why = "it takes too long";
  if (!why) return true;
  print_error("%s, %s: %s\n    %.1f s, code %d, signal %d\n%s\n%s", trial->command->name, fault, why,
              trial->seconds, trial->run.code, trial->run.signal, text_get(&trial->run.err),
              text_get(&trial->run.out));
  return false;
}

// Afterwards all is well again: what was kept can be used.
static void check_next(const Command *command, const Trial *good) {
  char *words = words_of(command);
  unsetenv("WORKER_FAULT");
  ProgramRun run = program_run(words, NULL, &(Fault){0});
  assert_int_equal(run.code, good->run.code);
  program_run_free(&run);
  free(words);
}

static void try_fault(const Command *command, const char *kind, const char *at, const Trial *good,
                      int *wrong) {
  char fault[64];
  snprintf(fault, sizeof fault, "%s %s", kind, at);
  Trial trial = try(command, fault);
  *wrong += !judge(&trial, good, kind, fault);
  trial_free(&trial);
}

// How many replies an undisturbed run has.
static int count_replies(void) {
  size_t length = 0;
  char *path = scratch_path("replies"), *bytes = file_read(path, &length, NULL);
  free(path), free(bytes);
  return (int)length;
}

// ---- Memory of the device that runs out.

// How much was asked for, and what to do.
static bool tells_memory(const char *text) {
  const char *at = strstr(text, no_room), *end = at ? strstr(at, "take smaller sizes") : NULL;
  return end && end - at < 100 && strchr("123456789", at[strlen(no_room)]);
}

// Whether the worker was refused that allocation.
static bool try_refused(const Command *command, int number, const Trial *good, int *wrong) {
  char text[32];
  snprintf(text, sizeof text, "%d", number);
  setenv("FAKE_MEMORY_REFUSED", text, 1);
  Trial trial = try(command, "");
  unsetenv("FAKE_MEMORY_REFUSED");
  const char *out = text_get(&trial.run.out), *err = text_get(&trial.run.err);
  bool was_refused = trial.refused, told = tells_memory(out) || tells_memory(err);
  *wrong += !judge(&trial, good, "memory", text) || (was_refused && !told);
  if (was_refused && !told)
    print_error("%s, allocation %d: nothing is told\n%s\n", command->name, number, out);
  trial_free(&trial);
  return was_refused;
}

static void try_memory(const Command *command, const Trial *good, int *wrong) {
  int number = 1;
  while (try_refused(command, number, good, wrong))
    number++;
  print_message("%s: %d allocations\n", command->name, number - 1);
}

// NULL: no more are tried.
static const char *step_of(const Command *command, int at, int replies) {
  static const char *const first[REPLIES_MOST] = {"1", "2", "3", "4", "5", "6"};
  if (command->steps) return at < STEPS_MOST ? command->steps[at] : NULL;
  return at < REPLIES_MOST && at < replies ? first[at] : NULL;
}

static void try_command(void **state) {
  const Command *command = *state;
  const char *wanted = getenv("FAULTS");
  bool all = wanted && !strcmp(wanted, "all");
  int every = wanted && !strcmp(wanted, "more") ? SAMPLE / FAULTS_MORE : SAMPLE;
  int wrong = 0;
  if (command->steps) setenv("WORKER_CALIBRATES", "1", 1);
  Trial good = try(command, "");
  int replies = count_replies();
  assert_int_equal(good.run.signal, 0);
  assert_true(replies > 0);
  if (command->steps && good.run.code) fail_msg("%s", text_get(&good.run.err));
  for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
    for (int at = 0; step_of(command, at, replies); at++)
      if (all || (at + 1 + (int)kind) % every == 0)
        try_fault(command, kinds[kind], step_of(command, at, replies), &good, &wrong);
  if (command->steps) try_fault(command, "evil", "\"probe\"", &good, &wrong);
  for (size_t kind = 0; command->steps && kind < sizeof saved / sizeof *saved; kind++)
    try_fault(command, saved[kind], "\"save\"", &good, &wrong);
  if (command == commands) try_fault(command, "flood", "1", &good, &wrong); // slow, and the same for all
  if (command->hang_at) try_fault(command, "hang", command->hang_at, &good, &wrong);
  if (!command->steps && command_waits(command)) try_memory(command, &good, &wrong);
  check_next(command, &good);
  print_message("%d replies, code %d, %d findings\n", replies, good.run.code, wrong);
  assert_int_equal(wrong, 0);
  trial_free(&good);
}

// ---- The suite.

static void set_place(const char *variable, const char *name) {
  char *path = scratch_path(name);
  assert_true(file_make_folders(path, NULL));
  setenv(variable, path, 1);
  free(path);
}

static int set_up(void **state) {
  if (scratch_make(state) || chdir(FUSEBOX_SOURCE_ROOT)) return 1;
  set_place("FUSEBOX_STATE", "state");
  set_place("FUSEBOX_CONFIG", "config");
  set_place("FUSEBOX_CACHE", "cache");
  set_place("TMPDIR", "tmp");
  char *log = scratch_path("replies");
  setenv("WORKER_LOG", log, 1);
  refused = scratch_path("refused");
  setenv("FAKE_MEMORY_TOLD", refused, 1);
  setenv("FUSEBOX_CLOCK", "1795280400", 1);
  setenv("FUSEBOX_CUPTI", "0", 1);
  setenv("FAKE_ANY", "0.5", 1);
  unsetenv("FUSEBOX_LOG");
  scratch_write("keys", "b\nwait\n");
  scratch_write("leave.keys", "x b\n"); // nobody waits for the times
  scratch_write("plan.json", "kept");
  scratch_write("device.json", "kept");
  free(log);
  start = snapshot_take(scratch);
  return 0;
}

static int tear_down(void **state) {
  snapshot_free(&start);
  free(refused);
  return scratch_remove(state);
}

int main(int count, char **arguments) {
  if (count > 1 && !strcmp(arguments[1], "--gpu-worker")) lying_worker_main(count, arguments);
  program_begin(count, arguments);
  enum { COUNT = sizeof commands / sizeof *commands };
  struct CMUnitTest tests[COUNT];
  for (int i = 0; i < COUNT; i++)
    tests[i] = (struct CMUnitTest){
        .name = commands[i].name, .test_func = try_command, .initial_state = (void *)(uintptr_t)&commands[i]};
  if (getenv("FAULTS_TEST")) cmocka_set_test_filter(getenv("FAULTS_TEST"));
  return side_by_side(tests, COUNT, COUNT, set_up, tear_down);
}
