// Running the program's main in a child.
#include "program.h"

#include "gpu/worker/worker.h"
#include "test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS_MOST = 40, LIMIT_S = 60 };

int program_main(int argc, char **argv); // that of src/cli/main.c

static void use(const char *variable, const char *library) {
  char *path = realpath(library, NULL);
  if (path) setenv(variable, path, 1);
  free(path);
}

void program_begin(int count, char **arguments) {
  if (count > 1 && !strcmp(arguments[1], "--gpu-worker")) exit(worker_main(count, arguments));
  if (count < 3) exit(2);
  use("FUSEBOX_NVRTC", arguments[1]);
  use("FUSEBOX_DRIVER", arguments[2]);
}

static int run_function(bool (*function)(Status *status)) {
  enum { REFUSED = 70 };
  Status status = {0};
  if (function(&status)) return 0;
  fprintf(stderr, "%s\n", status.message);
  return status.code <= STATUS_MISSING ? (int)status.code : REFUSED;
}

// Cuts a command into words; returns how many.
static int cut(char *command, char *words[WORDS_MOST]) {
  int count = 0;
  for (char *word = strtok(command, " "); word && count < WORDS_MOST - 1; word = strtok(NULL, " "))
    words[count++] = word;
  words[count] = NULL;
  return count;
}

// The tests' own handlers would go on with the tests where the program crashes.
static void forget_handlers(void) {
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
    signal(crashes[i], SIG_DFL);
}

// What the test itself needs is there before anything fails.
static void run_child(const char *command, bool (*function)(Status *status), const Fault *fault,
                      FaultRecord *record) {
  char name[] = "fusebox", *copy = command ? strdup(command) : NULL, *words[WORDS_MOST + 1] = {name};
  int count = copy ? 1 + cut(copy, words + 1) : 0;
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  forget_handlers();
  alarm(LIMIT_S);
  fault_arm(fault, record);
  int code = command ? program_main(count, words) : run_function(function);
  fflush(NULL);
  _exit(code);
}

static Text take(int descriptor) {
  Text text = {0};
  char bytes[65536];
  ssize_t got;
  for (off_t at = 0; (got = pread(descriptor, bytes, sizeof bytes, at)) > 0; at += got)
    text_add_bytes(&text, bytes, (size_t)got);
  close(descriptor);
  return text;
}

static uint64_t *take_places(const FaultRecord *record) {
  size_t count = (size_t)record->calls;
  uint64_t *places = calloc(count + 1, sizeof *places);
  memcpy(places, record->places, (count < FAULT_CALLS_MOST ? count : FAULT_CALLS_MOST) * sizeof *places);
  return places;
}

ProgramRun program_run(const char *command, bool (*function)(Status *status), const Fault *fault) {
  ProgramRun run = {0};
  int out = memfd_create("out", MFD_CLOEXEC), err = memfd_create("err", MFD_CLOEXEC), status = 0;
  FaultRecord *record = mmap(NULL, sizeof *record, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  fflush(NULL);
  pid_t child = fork();
  if (!child) {
    int in = open("/dev/null", O_RDONLY);
    if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) _exit(99);
    run_child(command, function, fault, record);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  run.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  run.out = take(out);
  run.err = take(err);
  run.calls = record->calls;
  run.tripped = record->tripped;
  run.places = fault->placed ? take_places(record) : NULL;
  memcpy(run.name, record->name, sizeof run.name);
  munmap(record, sizeof *record);
  return run;
}

void program_run_free(ProgramRun *run) {
  text_free(&run->out);
  text_free(&run->err);
  free(run->places);
}
