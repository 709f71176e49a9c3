// What a GPU worker answers while a plan is measured: a line each. Behind a line "@@@@" another worker
// answers, after the one before has died.
#include "../fuzz.h"

#include "gpu/toolkit/cubin_files.h"
#include "gpu/worker/worker.h"
#include "graph/read/read.h"
#include "plan/program/program.h"

#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- A worker that is only a socket: these take the places of the C library's, and of the compiler.

enum { WORKER_PID = 1 << 30 };

static int worker_end = -1; // of the socket
static FuzzParts answers;

static void hang_up(void) {
  if (worker_end >= 0) close(worker_end);
  worker_end = -1;
}

int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int from, int to) {
  (void)actions, (void)to;
  hang_up();
  worker_end = dup(from);
  return 0;
}

// All that it will say is said at once; what is asked stays in the socket.
int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
  (void)path, (void)actions, (void)attributes, (void)arguments, (void)environment;
  size_t length;
  const char *part = fuzz_part(&answers, &length);
  if (part) send(worker_end, part, length, MSG_DONTWAIT | MSG_NOSIGNAL);
  shutdown(worker_end, SHUT_WR);
  *pid = WORKER_PID;
  return 0;
}

int kill(pid_t pid, int signal_number) {
  FUZZ_CHECK(pid == WORKER_PID && signal_number == SIGKILL);
  return 0;
}

pid_t waitpid(pid_t pid, int *code, int options) {
  FUZZ_CHECK(pid == WORKER_PID && !options);
  hang_up();
  *code = 0;
  return pid;
}

bool compiler_compile(Compiler *compiler, const CompileRequest *request, Compiled *compiled, Status *status) {
  (void)compiler, (void)request, (void)status;
  *compiled = (Compiled){.cubin = strdup("cubin"), .cubin_bytes = 5};
  return true;
}

void compiled_free(Compiled *compiled) {
  free(compiled->cubin);
}

void cubin_arch(int arch, char out[16]) {
  (void)arch;
  strcpy(out, "sm_90a");
}

void cubin_files_make(Compiler *compiler, const Program *const *programs, int program_count, const char *arch,
                      const char *folder, Arena *arena, CubinFile **files) {
  (void)compiler, (void)arch, (void)folder;
  for (int p = 0; p < program_count; p++) {
    files[p] = arena_array(arena, (size_t)programs[p]->launch_count + 1, sizeof **files);
    for (int i = 0; i < programs[p]->launch_count; i++)
      files[p][i].path = "kernel.cubin";
  }
}

// ---- The measurement.

// Of two plans of a small graph: that of the first and, to compare with, that of the second.
static Program *program(bool fused) {
  Status status = {0};
  static Graph *graph;
  static const SizeBinding sizes[] = {{"rows", 4}, {"cols", 8}};
  char *path = fuzz_shipped("graphs/softmax.json");
  if (!graph) graph = graph_open(path, &(ReadOptions){.sizes = sizes, .size_count = 2}, NULL, &status);
  fuzz_check_ok(graph, &status);
  free(path);
  Plan *plan = plan_new(graph, &fuzz_device()->limits);
  Reason reason;
  for (int op = 1; fused && op < graph->op_count; op++)
    plan_fuse(plan, op - 1, op, false, &reason);
  Program *made = program_build(plan, &status);
  fuzz_check_ok(made, &status);
  plan_free(plan);
  return made;
}

static void check_time(const Measured *measured) {
  FUZZ_CHECK(measured->ok || measured->error[0]);
  if (!measured->ok) return;
  FUZZ_CHECK(isfinite(measured->time_us) && measured->time_us > 0);
  FUZZ_CHECK(isfinite(measured->spread_us) && measured->spread_us >= 0);
}

static void check_report(const MeasureReport *report) {
  for (int i = 0; i < report->kernel_count; i++)
    check_time(&report->kernels[i]);
  check_time(&report->total);
}

bool fuzz_input(char *text, size_t length) {
  static Program *programs[2];
  for (int i = 0; i < 2; i++)
    if (!programs[i]) programs[i] = program(!i);
  answers = (FuzzParts){text, text + length};
  Status status = {0};
  MeasureReport report;
  Worker *worker = worker_new(NULL);
  bool taken =
      worker_measure(worker, programs[0], programs[1], &(MeasureOptions){.check = true, .counters = true},
                     NULL, NULL, &report, &status);
  if (taken)
    check_report(&report);
  else
    FUZZ_CHECK(status.message[0]);
  if (taken) measure_report_free(&report);
  worker_free(worker);
  hang_up();
  return taken;
}
