// Keys while the program has other work: compiling, timing.
#include "bench_jobs.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "gpu/toolkit/driver.h"

enum {
  JOBS_SECONDS = 7, // all kernels of a large dump take longer on few cores: what is left is not waited for
  PACE_US = 10000,  // keys come no faster than a person's hands make them
  LOOK_MS = 250,    // between two looks at the jobs
  REST_MS = 1500,   // jobs whose threads and processes did nothing for so long have ended
  JOBS_SILENCE_MS = 100 // a key that paints nothing is not waited for longer
};

// Each of these changes the picture from wherever the one before led: while jobs run, pictures come without
// any key, and one of them must not be taken for a key's.
static const char *const moving[] = {"\006", "j", "j", "k", "t", "j", "t", "j", "g"};

// ---- What the jobs do, as the system accounts for it: all threads of the program but its first, and the
// worker that it starts for a GPU.

static double children_busy(pid_t process, int thread);

static double threads_busy(pid_t process) {
  char path[64];
  double busy = 0;
  snprintf(path, sizeof path, "/proc/%d/task", (int)process);
  DIR *threads = opendir(path);
  for (struct dirent *entry; threads && (entry = readdir(threads));) {
    int thread = atoi(entry->d_name); // 0 for "." and ".."
    if (thread) busy += pty_busy(thread) + children_busy(process, thread);
  }
  if (threads) closedir(threads);
  return busy;
}

static double children_busy(pid_t process, int thread) {
  char path[64];
  double busy = 0;
  int child;
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)process, thread);
  FILE *file = fopen(path, "r");
  while (file && fscanf(file, "%d", &child) == 1)
    busy += threads_busy(child);
  if (file) fclose(file);
  return busy;
}

// Milliseconds of processor time since before whatever ended.
static double others_busy(pid_t process) {
  return threads_busy(process) - pty_busy(process);
}

// ---- Keys meanwhile.

typedef struct Watch {
  double begun, looked, worked; // when the jobs began, were last looked at, and last were found at work
  double busy;                  // others_busy when last looked
} Watch;

static bool jobs_go_on(PtyProgram *program, Watch *watch) {
  double now = pty_now_ms();
  if (now - watch->looked < LOOK_MS) return true;
  double busy = others_busy(program->process);
  if (busy != watch->busy) watch->worked = now;
  watch->looked = now;
  watch->busy = busy;
  return now - watch->worked < REST_MS && now - watch->begun < 1000.0 * JOBS_SECONDS;
}

void bench_jobs(PtyProgram *program, const char *key, const char *what, const char *graph, const char *size) {
  Samples samples = {0};
  double begun = pty_now_ms();
  Watch watch = {begun, begun, begun, -1};
  program->silence = JOBS_SILENCE_MS;
  pty_press(program, key, &samples);
  samples.count = 0;
  for (int i = 0; jobs_go_on(program, &watch); i = (i + 1) % (int)(sizeof moving / sizeof *moving)) {
    pty_press(program, moving[i], &samples);
    usleep(PACE_US);
  }
  samples_print(what, graph, size, &samples);
  bool over = watch.looked - watch.worked >= REST_MS;
  printf("    the jobs %s %.1f s\n", over ? "ended after" : "still went on after",
         (watch.worked - watch.begun) / 1000);
  vector_free(&samples);
}

bool bench_lacks_gpu(char *text, size_t size) {
  Driver driver;
  Status status = {0};
  if (driver_open(&driver, &status)) {
    driver_close(&driver);
    return false;
  }
  snprintf(text, size, "%s", status.message);
  return true;
}
