// The end of memory: every allocation of a command fails, alone or with all after it, those of Lua, curses
// and the C library included. The command says so and ends with its exit code, or does without what it could
// not have; what is on disk is whole.
#include "case.h"

#include "base/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FAILED = 1, ENDED = 2, LACKING = 3, NO_MEMORY = 5, REFUSED = 70, SAMPLE = 10, PARSED = 20 };

// As all paths are made whole: what cannot be had is no path that is not there.
static bool whole_path(Status *status) {
  char *whole = file_whole("graphs/softmax.json");
  if (!whole) return status_fail(status, STATUS_INPUT, "the path cannot be followed: %s", strerror(errno));
  free(whole);
  return true;
}

static const FaultCase cases[] = {
    {"whole path", NULL, whole_path},
    {"graph", "info graphs/rmsnorm.json", NULL},
    {"FX text", "info tests/graph/fx/mix_backward_readable.py", NULL},
    {"debug folder", "info graphs/dumps/softmax/inference", NULL},
    {"check", "check graphs/softmax.json --cpu --set rows=2 --set cols=8 -H none", NULL},
    {"diff", "diff graphs/softmax.json none greedy", NULL},
    {"list", "list graphs/dumps", NULL},
    {"plan file", "plan graphs/rmsnorm_backward.json -p @/plan.json", NULL},
    {"device file", "plan graphs/softmax.json -H none --device src/data/devices/a100.json", NULL},
    {"heuristic", "plan graphs/softmax.json -H greedy", NULL},
    {"cost model", "plan graphs/softmax.json --model @/model.lua", NULL},
    {"heuristics", "heuristics", NULL},
    {"lessons", "lessons", NULL},
    {"save", "plan graphs/rmsnorm_backward.json -H greedy --save @/plan.json", NULL},
    {"edits", "graphs/rmsnorm_backward.json --kept --script @/keys --dump-screen 100x30", NULL},
    {"lesson", "lessons 1 --script @/lesson.keys --dump-screen 100x30", NULL},
    {"compile", "compile graphs/colsum.json -H greedy -j 1", NULL},
    {"time", "time graphs/colsum.json --set rows=64 -H greedy -j 1", NULL},
    {"times", "times", NULL},
    {"tune", "tune graphs/colsum.json --set rows=64 -H greedy --budget 3 -j 1", NULL},
    {"export", "export graphs/softmax.json -H greedy --as harness", NULL},
    {"report", "export graphs/softmax.json -H greedy --as report", NULL},
    {"profile", "plan graphs/dumps/epilogue/inference --profile tests/session/profiles/kineto.json", NULL},
    {"experiment", "experiment run @/sweep.lua --store @/new --jobs 1", NULL},
    {"experiment's table", "experiment table @/store", NULL},
    {"experiment's worst", "experiment worst @/store", NULL},
};

// What is said in place of "out of memory", with which code: a process of its own ended, and the program went
// on; or neither the system nor the loader of libraries says why it refuses.
static const struct {
  int code;
  const char *words;
} told[] = {{0, "was ended: it ran out of memory"},
            {0, " FAILED "},       // one compilation, in the table
            {0, "of them not ok"}, // a row of an experiment
            {FAILED, "was ended: it ran out of memory"},
            {FAILED, "does not compile: NVRTC: "}, // which has its own words
            {ENDED, "was ended: it ran out of memory"},
            {LACKING, "shared object"},
            {REFUSED, "cannot load the compiled kernels: "}, // with words of the loader's own
            {REFUSED, "no thread could be started"},
            {REFUSED, "the GPU worker ended with code"}};

static bool is_told(const ProgramRun *run) {
  for (size_t i = 0; i < sizeof told / sizeof *told; i++)
    if (run->code == told[i].code &&
        (strstr(text_get(&run->out), told[i].words) || strstr(text_get(&run->err), told[i].words)))
      return true;
  return false;
}

static void judge(const FaultTrial *trial, Text *why) {
  const ProgramRun *run = trial->run;
  static const char *const loose[] = {".tmp", "tmp/", "new/rows/", NULL}; // what dies does not remove it
  snapshot_torn(trial->before, trial->done, trial->after, loose, why);
  if (why->length) return;
  if (run->signal)
    text_printf(why, "signal %d", run->signal);
  else if (is_told(run))
    return;
  else if (run->code == 0 && strcmp(text_get(&run->out), text_get(&trial->undisturbed->out)) != 0)
    text_add(why, "it says that all is well, but prints something else");
  else if (run->code != 0 && run->code != NO_MEMORY)
    text_printf(why, "exit code %d", run->code);
  else if (run->code != 0 && !strstr(text_get(&run->err), "out of memory"))
    text_add(why, "it does not say why");
  else if (run->code != 0 && trial->fault->at > PARSED && !strstr(text_get(&run->err), "during \"fusebox"))
    text_add(why, "it does not say of what");
}

static const FaultMode modes[] = {{"", {.kind = FAULT_MEMORY}},
                                  {"onwards", {.kind = FAULT_MEMORY, .onwards = true}}};

int main(int count, char **arguments) {
  program_begin(count, arguments);
  return fault_suite("memory", cases, sizeof cases / sizeof *cases, modes, sizeof modes / sizeof *modes,
                     SAMPLE, judge);
}
