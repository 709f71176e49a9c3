// The program at the other end of a pseudo-terminal.
#include "pty_program.h"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { QUIET_MS = 60, SILENCE_MS = 300, END_MS = 2000 };

// What curses ends a picture with: the terminal may show it now.
static const char frame_end[] = "\033[?2026l";

double pty_now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

// Frames whose end lies in `bytes`; the end may be split over reads.
static int count_frames(PtyProgram *program, const char *bytes, size_t count) {
  int frames = 0;
  for (size_t i = 0; i < count; i++) {
    if (bytes[i] == frame_end[program->matched])
      program->matched++;
    else
      program->matched = bytes[i] == frame_end[0];
    if (frame_end[program->matched]) continue;
    program->matched = 0;
    frames++;
  }
  return frames;
}

double pty_busy(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/schedstat", (int)process);
  FILE *file = fopen(path, "r");
  long long nanoseconds = 0;
  if (file && fscanf(file, "%lld", &nanoseconds) != 1) nanoseconds = 0;
  if (file) fclose(file);
  return 1e-6 * (double)nanoseconds;
}

// Minor page faults of all its threads: the tenth field, the second of which is a name in brackets.
static long read_faults(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  FILE *file = fopen(path, "r");
  long faults = 0;
  if (file && fscanf(file, "%*d %*[^)]) %*c %*d %*d %*d %*d %*d %*u %ld", &faults) != 1) faults = 0;
  if (file) fclose(file);
  return faults;
}

double pty_wait_frame(PtyProgram *program, double patience) {
  double start = pty_now_ms();
  char bytes[65536];
  for (double left; (left = patience - (pty_now_ms() - start)) > 0;) {
    struct pollfd wait = {.fd = program->terminal, .events = POLLIN};
    if (poll(&wait, 1, (int)left + 1) <= 0) continue;
    ssize_t count = read(program->terminal, bytes, sizeof bytes);
    if (count <= 0) break;
    if (count_frames(program, bytes, (size_t)count)) return pty_now_ms();
  }
  return -1;
}

// Nothing is painted and nothing worked on: a key that changes nothing paints nothing either, and the next
// picture of work that goes on would be taken for its own.
void pty_wait_quiet(PtyProgram *program) {
  enum { STILL_MS = 2 };
  double start = pty_now_ms(), before, painted;
  do {
    before = pty_busy(program->process);
    painted = pty_wait_frame(program, QUIET_MS);
  } while ((painted >= 0 || pty_busy(program->process) - before > STILL_MS) &&
           pty_now_ms() - start < PATIENCE_MS);
}

PtyProgram pty_start(const char *graph, int width, int height) {
  PtyProgram program = {.silence = SILENCE_MS};
  struct winsize size = {.ws_row = (unsigned short)height, .ws_col = (unsigned short)width};
  program.process = forkpty(&program.terminal, NULL, NULL, &size);
  if (program.process == 0) {
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    const char *other = getenv("FUSEBOX");
    execl(other ? other : FUSEBOX_PROGRAM, "fusebox", graph, (char *)NULL);
    _exit(127);
  }
  return program;
}

// What it still writes is read, else it could not write what restores the terminal. The terminal ends when
// the last process that has it does.
static bool ended_within(PtyProgram *program, double patience) {
  double start = pty_now_ms();
  char bytes[4096];
  for (double left; (left = patience - (pty_now_ms() - start)) > 0;) {
    struct pollfd wait = {.fd = program->terminal, .events = POLLIN};
    if (poll(&wait, 1, (int)left + 1) > 0 && read(program->terminal, bytes, sizeof bytes) <= 0) return true;
  }
  return false;
}

void pty_stop(PtyProgram *program) {
  kill(program->process, SIGTERM);
  if (!ended_within(program, END_MS))
    kill(program->process, SIGKILL); // compilers that run are not waited for
  waitpid(program->process, NULL, 0);
  close(program->terminal);
}

// What came without a key, as results do, is not the next key's.
static void read_waiting(PtyProgram *program) {
  char bytes[65536];
  struct pollfd wait = {.fd = program->terminal, .events = POLLIN};
  while (poll(&wait, 1, 0) > 0) {
    ssize_t count = read(program->terminal, bytes, sizeof bytes);
    if (count <= 0) return;
    count_frames(program, bytes, (size_t)count);
  }
}

void pty_press(PtyProgram *program, const char *keys, Samples *samples) {
  read_waiting(program);
  long faults = read_faults(program->process);
  double busy = pty_busy(program->process), begun = pty_now_ms();
  size_t length = strlen(keys);
  if (write(program->terminal, keys, length) != (ssize_t)length) return;
  double painted = pty_wait_frame(program, program->silence);
  if (painted < 0) return;
  vector_push(samples, ((Sample){painted - begun, pty_busy(program->process) - busy,
                                 read_faults(program->process) - faults, keys}));
}

// ---- What was found.

static int compare_samples(const void *a, const void *b) {
  double x = ((const Sample *)a)->milliseconds, y = ((const Sample *)b)->milliseconds;
  return (x > y) - (x < y);
}

static int compare_busy(const void *a, const void *b) {
  double x = ((const Sample *)a)->busy, y = ((const Sample *)b)->busy;
  return (x > y) - (x < y);
}

void samples_sort_busy(Samples *samples) {
  qsort(samples->data, (size_t)samples->count, sizeof *samples->data, compare_busy);
}

void samples_name_keys(const char *keys, char *name, size_t size) {
  size_t used = 0;
  for (; *keys && used + 3 < size; keys++)
    used += (size_t)snprintf(name + used, size - used, *keys < ' ' ? "^%c" : "%c",
                             *keys < ' ' ? *keys + '@' : *keys);
}

// The keys that took a processor longer than a frame may take, of samples sorted by that.
static void print_over(const Samples *samples) {
  char name[32];
  for (int i = samples->count - 1; i >= 0 && samples->data[i].busy > FRAME_MS; i--) {
    samples_name_keys(samples->data[i].key, name, sizeof name);
    printf("%s %s %.0f ms (%ld faults)", i == samples->count - 1 ? "    over the bar:" : ",", name,
           samples->data[i].busy, samples->data[i].faults);
    if (i == 0 || samples->data[i - 1].busy <= FRAME_MS) printf("\n");
  }
}

void samples_print(const char *what, const char *graph, const char *size, Samples *samples) {
  if (samples->count == 0) return;
  int median = samples->count / 2, most = (int)(0.99 * (samples->count - 1)), last = samples->count - 1;
  char worst[32], busiest[32];
  qsort(samples->data, (size_t)samples->count, sizeof *samples->data, compare_samples);
  samples_name_keys(samples->data[last].key, worst, sizeof worst);
  printf("%-16s %-14s %-8s %4d keys  median %6.2f  99%% %7.2f  worst %7.2f ms (%s)", what, graph, size,
         samples->count, samples->data[median].milliseconds, samples->data[most].milliseconds,
         samples->data[last].milliseconds, worst);
  samples_sort_busy(samples);
  samples_name_keys(samples->data[last].key, busiest, sizeof busiest);
  printf("; busy %6.2f %6.2f %6.2f ms (%s)\n", samples->data[median].busy, samples->data[most].busy,
         samples->data[last].busy, busiest);
  print_over(samples);
  fflush(stdout);
}
