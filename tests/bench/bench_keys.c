// What a person feels: the time from a key's bytes to the end of the frame that it paints, through a
// pseudo-terminal, of the program as it is used; and what it does when nobody types.
// usage: bench_keys [GRAPH...]   a file or folder; without any: the llama dump and large synthetic graphs
#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"
#include "base/vector.h"

enum { FRAME_MS = 16, MOST_KEYS = 4000, QUIET_MS = 60, PATIENCE_MS = 20000, IDLE_SECONDS = 3 };

// What curses ends a picture with: the terminal may show it now.
static const char frame_end[] = "\033[?2026l";

typedef struct Program {
  pid_t process;
  int terminal;
  size_t matched; // of frame_end, over reads
} Program;

typedef struct Sample {
  double milliseconds; // from the key to the end of its frame
  double busy;         // of them on a processor: what is left on a machine with nothing else to do
  const char *key;
} Sample;

typedef VECTOR(Sample) Samples;

static double now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

// Frames whose end lies in `bytes`; the end may be split over reads.
static int count_frames(Program *program, const char *bytes, size_t count) {
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

// Milliseconds that the program's first thread has been on a processor.
static double read_busy(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/schedstat", (int)process);
  FILE *file = fopen(path, "r");
  long long nanoseconds = 0;
  if (file && fscanf(file, "%lld", &nanoseconds) != 1) nanoseconds = 0;
  if (file) fclose(file);
  return 1e-6 * (double)nanoseconds;
}

// Reads until a frame has ended: its time, or a negative number when none came within `patience`.
static double wait_frame(Program *program, double patience) {
  double start = now_ms();
  char bytes[65536];
  for (double left; (left = patience - (now_ms() - start)) > 0;) {
    struct pollfd wait = {.fd = program->terminal, .events = POLLIN};
    if (poll(&wait, 1, (int)left + 1) <= 0) continue;
    ssize_t count = read(program->terminal, bytes, sizeof bytes);
    if (count <= 0) break;
    if (count_frames(program, bytes, (size_t)count)) return now_ms();
  }
  return -1;
}

static void wait_quiet(Program *program) {
  while (wait_frame(program, QUIET_MS) >= 0)
    ;
}

static Program start(const char *graph, int width, int height) {
  Program program = {0};
  struct winsize size = {.ws_row = (unsigned short)height, .ws_col = (unsigned short)width};
  program.process = forkpty(&program.terminal, NULL, NULL, &size);
  if (program.process == 0) {
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    execl(FUSEBOX_PROGRAM, "fusebox", graph, (char *)NULL);
    _exit(127);
  }
  return program;
}

static void stop(Program *program) {
  kill(program->process, SIGTERM);
  char bytes[4096];
  while (read(program->terminal, bytes, sizeof bytes) >
         0) // else it could not write what restores the terminal
    ;
  waitpid(program->process, NULL, 0);
  close(program->terminal);
}

// ---- Keys.

// What a person does: moving, scrolling, panes, every tab but those that compile, searching, filtering,
// changing the plan, undoing, folding, lists.
static const char *const typed[] = {
    "j",    "j",    "j",      "\006", "\006", "j",    "k", "}",    "}", "{",    "l", "h",    "/mul\r", "n",
    "n",    "N",    "t",      "j",    "t",    "j",    "t", "j",    "j", "w",    "4", "j",    "j",      "k",
    "1",    "x",    "u",      "f",    "u",    "\022", "u", "z",    "j", "z",    "2", "j",    "o",      "o",
    "O",    "\006", "\006",   "3",    "j",    "+",    "-", "1",    "G", "k",    "k", "g",    "?",      "fuse",
    "\033", ":",    "fold",   "\033", "v",    "v",    "=", "\006", "=", "Z",    "j", "Z",    "r",      "u",
    "F",    "u",    "<",      "u",    ">",    "u",    "y", "j",    "y", "j",    "y", "j",    "y",      "j",
    "y",    "j",    "y",      "w",    "1",    "\004", "a", "j",    "4", "j",    "1", "A",    "j",      "i",
    "j",    "M",    "j",      "I",    "j",    "W",    "+", "+",    "-", "-",    "e", "j",    "p",      "j",
    "D",    "j",    "d",      "j",    "#",    "w",    "1", "$",    "$", "9",    "&", "t",    "i",      "m",
    "e",    ">",    "5",      "\033", "|",    "|",    "1", "=",    "T", "\033", "s", "\033", "Y",      "\033",
    "H",    "\033", "\033OQ", "\033", "g",
};

// Keys that change the picture for certain: while kernels are compiled, pictures come without any key, and
// one of them must not be taken for a key's.
static const char *const moving[] = {"j", "t", "j", "j", "k", "t", "j"};

static void press(Program *program, const char *keys, Samples *samples) {
  double busy = read_busy(program->process), begun = now_ms();
  size_t length = strlen(keys);
  if (write(program->terminal, keys, length) != (ssize_t)length) return;
  double painted = wait_frame(program, 300); // keys that change nothing paint nothing
  if (painted < 0) return;
  vector_push(samples, ((Sample){painted - begun, read_busy(program->process) - busy, keys}));
}

static int compare_samples(const void *a, const void *b) {
  double x = ((const Sample *)a)->milliseconds, y = ((const Sample *)b)->milliseconds;
  return (x > y) - (x < y);
}

static int compare_busy(const void *a, const void *b) {
  double x = ((const Sample *)a)->busy, y = ((const Sample *)b)->busy;
  return (x > y) - (x < y);
}

// Keys as people write them, cut to a few.
static void name_keys(const char *keys, char *name, size_t size) {
  size_t used = 0;
  for (; *keys && used + 3 < size; keys++)
    used += (size_t)snprintf(name + used, size - used, *keys < ' ' ? "^%c" : "%c",
                             *keys < ' ' ? *keys + '@' : *keys);
}

// The keys that took a processor longer than a frame may take, of samples sorted by that.
static void print_over(const Samples *samples) {
  char name[32];
  for (int i = samples->count - 1; i >= 0 && samples->data[i].busy > FRAME_MS; i--) {
    name_keys(samples->data[i].key, name, sizeof name);
    printf("%s %s %.0f ms", i == samples->count - 1 ? "    over the bar:" : ",", name, samples->data[i].busy);
    if (i == 0 || samples->data[i - 1].busy <= FRAME_MS) printf("\n");
  }
}

static void print_samples(const char *what, const char *graph, const char *size, Samples *samples) {
  if (samples->count == 0) return;
  int median = samples->count / 2, most = (int)(0.99 * (samples->count - 1)), last = samples->count - 1;
  char worst[32], busiest[32];
  qsort(samples->data, (size_t)samples->count, sizeof *samples->data, compare_samples);
  name_keys(samples->data[last].key, worst, sizeof worst);
  printf("%-16s %-14s %-8s %4d keys  median %6.2f  99%% %7.2f  worst %7.2f ms (%s)", what, graph, size,
         samples->count, samples->data[median].milliseconds, samples->data[most].milliseconds,
         samples->data[last].milliseconds, worst);
  qsort(samples->data, (size_t)samples->count, sizeof *samples->data, compare_busy);
  name_keys(samples->data[last].key, busiest, sizeof busiest);
  printf("; busy %6.2f %6.2f %6.2f ms (%s)\n", samples->data[median].busy, samples->data[most].busy,
         samples->data[last].busy, busiest);
  print_over(samples);
  fflush(stdout);
}

static void play(Program *program, const char *const *keys, size_t count, int rounds, Samples *samples) {
  for (int round = 0; round < rounds && samples->count < MOST_KEYS; round++)
    for (size_t i = 0; i < count; i++)
      press(program, keys[i], samples);
}

// ---- Idle.

static long read_switches(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/status", (int)process);
  FILE *file = fopen(path, "r");
  long voluntary = -1;
  char line[256];
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "voluntary_ctxt_switches: %ld", &voluntary) == 1) break;
  if (file) fclose(file);
  return voluntary;
}

static void print_idle(Program *program, const char *graph) {
  wait_quiet(program);
  long before = read_switches(program->process);
  sleep(IDLE_SECONDS);
  printf("%-16s %-14s %ld wakeups in %d s\n", "idle", graph, read_switches(program->process) - before,
         IDLE_SECONDS);
}

// ---- Graphs.

static void bench(const char *path, const char *name, int width, int height, int rounds, bool compiling) {
  char size[32];
  snprintf(size, sizeof size, "%dx%d", width, height);
  double begun = now_ms();
  Program program = start(path, width, height);
  double first = wait_frame(&program, PATIENCE_MS), busy = read_busy(program.process);
  if (first < 0) {
    printf("%s: no frame: is the program well?\n", name);
    stop(&program);
    return;
  }
  printf("%-16s %-14s %-8s %.1f ms; busy %.1f ms\n", "first frame", name, size, first - begun, busy);
  wait_quiet(&program);
  Samples samples = {0};
  if (compiling) press(&program, "c", &samples), samples.count = 0;
  if (compiling)
    play(&program, moving, sizeof moving / sizeof *moving, 10 * rounds, &samples);
  else
    play(&program, typed, sizeof typed / sizeof *typed, rounds, &samples);
  print_samples(compiling ? "keys, compiling" : "keys", name, size, &samples);
  if (!compiling) print_idle(&program, name);
  vector_free(&samples);
  stop(&program);
}

// A chain of layers, `count` ops: each scales, adds, takes a function and, now and then, a row's sum.
static char *write_synthetic(const char *folder, int count) {
  char *path = memory_alloc(strlen(folder) + 32);
  sprintf(path, "%s/%d.json", folder, count);
  FILE *file = fopen(path, "w");
  if (!file) return path;
  fprintf(file, "{\"format\":\"fusebox-graph\",\"version\":1,\"name\":\"%d ops\",\n", count);
  fprintf(file, "\"inputs\":[{\"name\":\"v0\",\"dtype\":\"f32\",\"shape\":[64,1024]}],\"ops\":[\n");
  for (int i = 1; i <= count; i++) {
    int from = i % 4 == 0 && i > 4 ? i - 4 : i - 1; // a residual every fourth
    const char *comma = i < count ? "," : "";
    switch (i % 4) {
      case 0:
        fprintf(file, "{\"name\":\"v%d\",\"op\":\"add\",\"in\":[\"v%d\",\"v%d\"]}%s\n", i, i - 1, from,
                comma);
        break;
      case 1:
        fprintf(file, "{\"name\":\"v%d\",\"op\":\"sum\",\"in\":[\"v%d\"],\"axes\":[1],\"keep\":true}%s\n", i,
                i - 1, comma);
        break;
      case 2:
        fprintf(file, "{\"name\":\"v%d\",\"op\":\"mul\",\"in\":[\"v%d\",\"v%d\"]}%s\n", i, i - 1,
                i >= 2 ? i - 2 : 0, comma);
        break;
      default:
        fprintf(file, "{\"name\":\"v%d\",\"op\":\"tanh\",\"in\":[\"v%d\"]}%s\n", i, i - 1, comma);
    }
  }
  fprintf(file, "],\"outputs\":[\"v%d\"]}\n", count);
  fclose(file);
  return path;
}

int main(int argc, char **argv) {
  char scratch[] = "/tmp/fusebox-keys-XXXXXX";
  if (!mkdtemp(scratch)) return 1;
  setenv("FUSEBOX_STATE", scratch, 1);
  setenv("FUSEBOX_CONFIG", scratch, 1);
  setenv("FUSEBOX_CACHE", scratch, 1); // every kernel is compiled anew
  for (int i = 1; i < argc; i++)
    bench(argv[i], argv[i], 120, 40, 3, false);
  if (argc == 1) {
    char *llama = file_data("graphs/dumps/llama/forward");
    char *small = write_synthetic(scratch, 32000), *large = write_synthetic(scratch, 100000);
    bench(llama, "llama forward", 120, 40, 6, false);
    bench(llama, "llama forward", 300, 100, 6, false);
    bench(llama, "llama forward", 120, 40, 6, true);
    bench(small, "32,000 ops", 120, 40, 1, false);
    bench(large, "100,000 ops", 120, 40, 2, false);
    bench(large, "100,000 ops", 300, 100, 2, false);
    free(llama), free(small), free(large);
  }
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", scratch);
  return system(command) != 0;
}
