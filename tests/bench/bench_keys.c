// What a person feels: the time from a key's bytes to the end of the frame that it paints, through a
// pseudo-terminal, of the program as it is used; and what it does when nobody types.
// usage: bench_keys [GRAPH...]            files or folders; without any: the llama dump and synthetic graphs
//        bench_keys --actions [GRAPH...]  every key of the table of actions, and the ten that take a
//                                         processor longest; without a GRAPH of the 100,000 ops
//        bench_keys --brief [GRAPH]       the usual graphs, each key once; GRAPH in place of the llama dump
//        bench_keys --jobs [GRAPH]        while all kernels are compiled, then, with a GPU, while they are
//                                         timed; under half a minute
#include "bench_actions.h"
#include "bench_jobs.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"

enum { MOST_KEYS = 4000, IDLE_SECONDS = 3, BRIEF_SILENCE_MS = 100 };

// ---- Keys.

// Not a key: waits until nothing is worked on. A page of the whole plan comes when it is worked out, and a
// key that finds nothing to move until then paints nothing: the page would be taken for its picture.
#define WHEN_SHOWN NULL

// What a person does: moving, scrolling, panes, every tab but those that compile, searching, filtering,
// changing the plan, undoing, folding, lists.
static const char *const typed[] = {
    "j",      "j",    "j", "\006", "\006", "j",    "k",        "}",    "}",        "{",    "l",    "h",
    "/mul\r", "n",    "n", "N",    "t",    "j",    "t",        "j",    "t",        "j",    "j",    "w",
    "4",      "j",    "j", "k",    "1",    "x",    "u",        "f",    "u",        "\022", "u",    "z",
    "j",      "z",    "2", "j",    "o",    "o",    "O",        "\006", "\006",     "3",    "j",    "+",
    "-",      "1",    "G", "k",    "k",    "g",    "?",        "fuse", "\033",     ":",    "fold", "\033",
    "v",      "v",    "=", "\006", "=",    "Z",    "j",        "Z",    "r",        "u",    "F",    "u",
    "<",      "u",    ">", "u",    "y",    "j",    "y",        "j",    "y",        "j",    "y",    "j",
    "y",      "j",    "y", "w",    "1",    "\004", "a",        "j",    "4",        "j",    "1",    "A",
    "j",      "i",    "j", "M",    "j",    "I",    "j",        "W",    WHEN_SHOWN, "+",    "+",    "-",
    "-",      "e",    "j", "p",    "j",    "D",    WHEN_SHOWN, "j",    "d",        "j",    "#",    "w",
    "1",      "$",    "$", "9",    "&",    "t",    "i",        "m",    "e",        ">",    "5",    "\033",
    "|",      "|",    "1", "=",    "T",    "\033", "s",        "\033", "Y",        "\033", "H",    "\033",
    "\033OQ", "\033", "g",
};

static void play(PtyProgram *program, const char *const *keys, size_t count, int rounds, Samples *samples) {
  for (int round = 0; round < rounds && samples->count < MOST_KEYS; round++)
    for (size_t i = 0; i < count; i++)
      if (keys[i] == WHEN_SHOWN)
        pty_wait_quiet(program);
      else
        pty_press(program, keys[i], samples);
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

static void print_idle(PtyProgram *program, const char *graph) {
  pty_wait_quiet(program);
  long before = read_switches(program->process);
  sleep(IDLE_SECONDS);
  printf("%-16s %-14s %ld wakeups in %d s\n", "idle", graph, read_switches(program->process) - before,
         IDLE_SECONDS);
}

// ---- Graphs.

typedef struct Screen {
  const char *path, *name;
  int width, height;
} Screen;

static bool open_screen(const Screen *screen, char size[32], PtyProgram *program) {
  snprintf(size, 32, "%dx%d", screen->width, screen->height);
  double begun = pty_now_ms();
  *program = pty_start(screen->path, screen->width, screen->height);
  double first = pty_wait_frame(program, PATIENCE_MS), busy = pty_busy(program->process);
  if (first < 0) {
    printf("%s: no frame: is the program well?\n", screen->name);
    pty_stop(program);
    return false;
  }
  printf("%-16s %-14s %-8s %.1f ms; busy %.1f ms\n", "first frame", screen->name, size, first - begun, busy);
  pty_wait_quiet(program);
  return true;
}

static void bench(Screen screen, int rounds, bool brief) {
  char size[32];
  PtyProgram program;
  Samples samples = {0};
  if (!open_screen(&screen, size, &program)) return;
  if (brief) program.silence = BRIEF_SILENCE_MS;
  play(&program, typed, sizeof typed / sizeof *typed, rounds, &samples);
  samples_print("keys", screen.name, size, &samples);
  print_idle(&program, screen.name);
  vector_free(&samples);
  pty_stop(&program);
}

// `key` starts jobs on all kernels.
static void bench_during(Screen screen, const char *key, const char *what) {
  char size[32];
  PtyProgram program;
  if (!open_screen(&screen, size, &program)) return;
  bench_jobs(&program, key, what, screen.name, size);
  pty_stop(&program);
}

static void bench_all_jobs(const char *dump) {
  char problem[512];
  bench_during((Screen){dump, "llama forward", 120, 40}, "c", "keys, compiling");
  if (bench_lacks_gpu(problem, sizeof problem))
    printf("%-16s no GPU, nothing timed: %s\n", "keys, timing", problem);
  else
    bench_during((Screen){dump, "llama forward", 120, 40}, "b", "keys, timing");
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

static void bench_usual(const char *scratch, const char *dump, bool brief) {
  char *small = write_synthetic(scratch, 32000), *large = write_synthetic(scratch, 100000);
  bench((Screen){dump, "llama forward", 120, 40}, brief ? 1 : 6, brief);
  bench((Screen){dump, "llama forward", 300, 100}, brief ? 1 : 6, brief);
  if (!brief) bench_during((Screen){dump, "llama forward", 120, 40}, "c", "keys, compiling");
  bench((Screen){small, "32,000 ops", 120, 40}, 1, brief);
  bench((Screen){large, "100,000 ops", 120, 40}, brief ? 1 : 2, brief);
  bench((Screen){large, "100,000 ops", 300, 100}, brief ? 1 : 2, brief);
  free(small), free(large);
}

static void bench_all_actions(const char *scratch, char *const *graphs, int count) {
  char *large = count ? NULL : write_synthetic(scratch, 100000);
  if (large) bench_actions(large, "100,000 ops", 120, 40), bench_actions(large, "100,000 ops", 300, 100);
  for (int i = 0; i < count; i++)
    bench_actions(graphs[i], graphs[i], 120, 40);
  free(large);
}

static void bench_chosen(const char *scratch, int argc, char **argv) {
  const char *mode = argc > 1 && text_starts(argv[1], "--") ? argv[1] : "";
  int first = *mode ? 2 : 1;
  char *llama = file_data("graphs/dumps/llama/forward");
  const char *dump = argc > first ? argv[first] : llama;
  if (text_equal(mode, "--actions")) {
    bench_all_actions(scratch, argv + first, argc - first);
  } else if (text_equal(mode, "--jobs")) {
    bench_all_jobs(dump);
  } else if (text_equal(mode, "--brief") || argc == 1) {
    bench_usual(scratch, dump, *mode);
  } else {
    for (int i = 1; i < argc; i++)
      bench((Screen){argv[i], argv[i], 120, 40}, 3, false);
  }
  free(llama);
}

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IOLBF, 0); // what was measured stays when it is cut short
  char scratch[] = "/tmp/fusebox-keys-XXXXXX";
  if (!mkdtemp(scratch)) return 1;
  setenv("FUSEBOX_STATE", scratch, 1);
  setenv("FUSEBOX_CONFIG", scratch, 1);
  setenv("FUSEBOX_CACHE", scratch, 1); // every kernel is compiled anew
  bench_chosen(scratch, argc, argv);
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", scratch);
  return system(command) != 0;
}
