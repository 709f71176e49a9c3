// Disks that fail: every open, read, write, fsync, rename, mkdir, unlink of a command fails once, or all from
// one on, or are cut short. Afterwards each file is the old one or the new one, whole; nothing lies beside
// them; and what was not done is told, with the file and the reason, unless all was done.
#include "base/arena.h"
#include "base/file.h"
#include "case.h"
#include "experiment/store.h"
#include "script/lesson/lesson.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLE = 2 };

static bool write_progress(Status *status) {
  char name[] = "first";
  LessonInfo info = {.name = name};
  LessonRecord steps[2] = {{.done = true}};
  LessonProgress progress = {.step = 1, .steps = steps, .step_count = 2};
  return lesson_progress_write(&info, &progress, status);
}

static bool keep_plan(Status *status) {
  char hash[KEY_SIZE];
  const char *folder = getenv("FUSEBOX_STATE"); // any that is there
  return store_make(folder, status) && store_keep_plan(folder, "{}", 2, hash, status);
}

static const FaultCase cases[] = {
    {"plan", "plan graphs/rmsnorm_backward.json -H greedy --save @/plan.json", NULL},
    {"read", "plan graphs/rmsnorm_backward.json -p @/plan.json", NULL},
    {"state", "graphs/rmsnorm_backward.json --kept --script @/keys --dump-screen 200x50", NULL},
    {"export", "graphs/rmsnorm_backward.json --script @/export.keys --dump-screen 200x50", NULL},
    {"times", "time graphs/softmax.json --set rows=128 -H greedy -j 1", NULL},
    {"forget", "times --forget", NULL},
    {"tune", "tune graphs/colsum.json --set rows=64 -H greedy --budget 3 -j 1 --save @/tuned.json", NULL},
    {"progress", NULL, write_progress},
    {"experiment", NULL, keep_plan},
};

static const FaultMode modes[] = {
    {"disk full", {.kind = FAULT_FILES, .error = ENOSPC}},
    {"disk full from here on", {.kind = FAULT_FILES, .error = ENOSPC, .onwards = true}},
    {"broken", {.kind = FAULT_FILES, .error = EIO}},
    {"broken from here on", {.kind = FAULT_FILES, .error = EIO, .onwards = true}},
    {"interrupted", {.kind = FAULT_FILES, .error = EINTR}},
    {"short", {.kind = FAULT_FILES, .error = FAULT_SHORT}},
    {"short from here on", {.kind = FAULT_FILES, .error = FAULT_SHORT, .onwards = true}}};

static bool same_output(const FaultTrial *trial) {
  return trial->run->code == trial->undisturbed->code &&
         !strcmp(text_get(&trial->run->out), text_get(&trial->undisturbed->out)) &&
         !strcmp(text_get(&trial->run->err), text_get(&trial->undisturbed->err));
}

// The reason is said, on the screen or beside it.
static bool is_told(const FaultTrial *trial) {
  const char *reason = strerror(trial->fault->error);
  return strstr(text_get(&trial->run->out), reason) || strstr(text_get(&trial->run->err), reason);
}

// The path of what was set aside, whole, so that another is there in its place. NULL: nothing was. Free it.
static char *find_set_aside(const FaultTrial *trial) {
  for (int i = 0; i < trial->after->count; i++) {
    const SnapshotFile *file = &trial->after->files[i];
    const char *mark = strstr(file->path, ".damaged-");
    if (!mark) continue;
    char *path = memory_strndup(file->path, (size_t)(mark - file->path));
    const SnapshotFile *old = snapshot_find(trial->before, path);
    if (snapshot_same(file, old)) return path;
    free(path);
  }
  return NULL;
}

// Is every file the old one or the new one?
static void judge_files(const FaultTrial *trial, Text *why) {
  bool left =
      !strncmp(trial->run->name, "unlink", 6) || (trial->fault->onwards && trial->fault->error == EIO);
  char *aside = find_set_aside(trial);
  const char *mark = aside ? file_base_name(aside) : NULL;
  const char *const loose[] = {".lock", left ? "tmp" : mark, mark, NULL};
  snapshot_torn(trial->before, trial->done, trial->after, loose, why);
  free(aside);
}

// A file of the temporary folder that stays is no loss.
static bool is_litter(const char *name) {
  return !strncmp(name, "unlink", 6) && strstr(name, "/tmp/fusebox-test-") &&
         strstr(name + strlen("unlink /tmp/"), "/tmp/fusebox-");
}

static void judge(const FaultTrial *trial, Text *why) {
  const ProgramRun *run = trial->run;
  bool harmless = trial->fault->error == EINTR || trial->fault->error == FAULT_SHORT;
  judge_files(trial, why);
  if (why->length || is_litter(run->name)) return;
  if (run->signal)
    text_printf(why, "signal %d", run->signal);
  else if (harmless && (!same_output(trial) || !snapshot_equal(trial->done, trial->after)))
    text_add(why, "it is no failure, and yet something is different");
  else if (run->code != 0 && (!is_told(trial) || !strstr(text_get(&run->err), trial->fault->folder)))
    text_printf(why, "exit code %d without the reason or the file", run->code);
  else if (run->code == 0 && !is_told(trial) &&
           (!same_output(trial) || !snapshot_equal(trial->done, trial->after)))
    text_add(why, "something was not done, and nothing is told");
}

int main(int count, char **arguments) {
  program_begin(count, arguments);
  return fault_suite("files", cases, sizeof cases / sizeof *cases, modes, sizeof modes / sizeof *modes,
                     SAMPLE, judge);
}
