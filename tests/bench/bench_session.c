// What a person waits for: the program's start to its first frame, the first toggle of each pair of kernels
// with all estimates fresh (nothing of it asked before), and greedy on the largest graphs.
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "cost/plan_cost.h"
#include "script/script.h"

extern char **environ;

enum { STARTS = 15, MOST_TOGGLES = 1000 };

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static int smaller(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void print_times(const char *what, const char *graph, double *times, int count) {
  if (count == 0) return;
  qsort(times, (size_t)count, sizeof *times, smaller);
  printf("%-16s %-24s %5d times  median %8.3f ms  worst %8.3f ms\n", what, graph, count, times[count / 2],
         times[count - 1]);
}

static char *graph_path(const char *graph) {
  char relative[256];
  snprintf(relative, sizeof relative, "graphs/%s", graph);
  return file_data(relative);
}

// The whole process: exec, open, compute the plan and its estimates, draw, print, exit.
static void bench_start(const char *graph) {
  double times[STARTS];
  char *path = graph_path(graph);
  char name[] = "fusebox", option[] = "--dump-screen", size[] = "120x40";
  char *arguments[] = {name, path, option, size, NULL};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  for (int i = 0; path && i < STARTS; i++) {
    double start = milliseconds();
    pid_t child;
    int ended = -1;
    if (posix_spawn(&child, FUSEBOX_PROGRAM, &actions, NULL, arguments, environ) == 0)
      waitpid(child, &ended, 0);
    if (ended != 0) printf("%s: the program failed\n", graph);
    times[i] = milliseconds() - start;
  }
  if (path) print_times("first frame", graph, times, STARTS);
  posix_spawn_file_actions_destroy(&actions);
  free(path);
}

static Session *open_graph(const char *graph) {
  Status status = {0};
  char *path = graph_path(graph);
  Session *session = path ? session_open(path, NULL, &status) : NULL;
  if (!session) printf("%s: %s\n", graph, status.message);
  free(path);
  return session;
}

// One new fusion with all estimates, taken back untimed.
static bool toggle(Session *session, int a, int b, double *time) {
  Plan *plan = session_plan(session);
  Reason reason;
  double start = milliseconds();
  if (!plan_fuse(plan, a, b, false, &reason)) return false;
  plan_total(session_estimator(session), plan);
  *time = milliseconds() - start;
  plan_undo(plan);
  plan_total(session_estimator(session), plan);
  return true;
}

static void bench_toggles(const char *graph_name) {
  Session *session = open_graph(graph_name);
  if (!session) return;
  if (session_dump(session)) session_use_plan(session, "compiler", NULL);
  plan_total(session_estimator(session), session_plan(session));
  const Graph *graph = session_graph(session);
  double times[MOST_TOGGLES];
  int count = 0;
  for (int op = 0; op < graph->op_count; op++) {
    Neighbours near = graph_neighbours(graph, op);
    for (int i = 0; !graph->ops[op].is_view && i < near.consumer_count && count < MOST_TOGGLES; i++) {
      int home = plan_home(session_plan(session), op),
          other = plan_home(session_plan(session), near.consumers[i]);
      if (home != other && toggle(session, op, near.consumers[i], &times[count])) count++;
    }
  }
  print_times("new fusion", graph_name, times, count);
  session_close(session);
}

static void bench_greedy(const char *graph) {
  Session *session = open_graph(graph);
  if (!session) return;
  Status status = {0};
  double start = milliseconds();
  if (!heuristic_run(session, "greedy", NULL, 0, NULL, NULL, &status)) printf("%s\n", status.message);
  double time = milliseconds() - start;
  print_times("greedy", graph, &time, 1);
  session_close(session);
}

int main(void) {
  static const char *const graphs[] = {"rmsnorm_backward.json", "dumps/mix/backward", "dumps/llama/backward",
                                       "dumps/bert/backward", "dumps/resnet/forward"};
  for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++)
    bench_start(graphs[i]);
  for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++)
    bench_toggles(graphs[i]);
  for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++)
    bench_greedy(graphs[i]);
  return 0;
}
