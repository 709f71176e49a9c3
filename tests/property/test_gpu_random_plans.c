// Random plans on a real GPU: what each fused kernel makes of the unfused plan's values must be what the
// unfused kernels make of them. Many graphs stand side by side in one, so that one program has all their
// kernels and the compiler works on them at once.
//
//   test_gpu_random_plans               the seeds of the suite
//   test_gpu_random_plans FIRST COUNT   programs of other seeds
//
// Most of the time is the compiler's, which has few kernels left to work on at the end of each program: so
// every program is a process of its own, some at once.
#include "../gpu/device_fixture.h"
#include "cost/devices/device.h"
#include "random_graph.h"
#include "random_plan.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  GRAPHS = 40, // of a program
  AT_ONCE = 8, // programs
  SKIPPED = 77 // exit status of a test that cannot run here
};
static int first = 2, count = 5;
static DeviceFixture device;

typedef struct Case {
  Choices choices[GRAPHS];
  Graph *graph;
  Plan *plan, *alone;
  Program *program, *reference;
} Case;

static void make_graph(Case *made, int seed) {
  GraphBuilder *builder = builder_new("random", "random");
  Status status = {0};
  for (int i = 0; i < GRAPHS; i++) {
    made->choices[i] = choices_from_seed((uint64_t)(seed * GRAPHS + i));
    random_graph_add(&made->choices[i], &(GraphStyle){0}, builder, i);
  }
  made->graph = builder_finish(builder, &status);
  if (!made->graph) fail_msg("%s", status.message);
}

// Names begin with "g3_": the graph that an op belongs to.
static int graph_of(const Graph *graph, int op) {
  return atoi(graph->ops[op].name + 1);
}

static void make_plans(Case *made, const GpuLimits *limits) {
  made->plan = plan_new(made->graph, limits);
  made->alone = plan_new(made->graph, limits);
  for (int from = 0, to; from < made->graph->op_count; from = to) {
    int which = graph_of(made->graph, from);
    for (to = from; to < made->graph->op_count && graph_of(made->graph, to) == which; to++)
      ;
    random_plan_by_choices(&made->choices[which], made->plan, from, to - from, NULL);
  }
}

static void make_programs(Case *made) {
  Status status = {0};
  made->program = program_build(made->plan, &status);
  made->reference = made->program ? program_build_reference(made->alone, made->program, &status) : NULL;
  if (!made->reference) fail_msg("%s", status.message);
}

static void free_case(Case *made) {
  for (int i = 0; i < GRAPHS; i++)
    choices_free(&made->choices[i]);
  program_free(made->program);
  program_free(made->reference);
  plan_free(made->plan);
  plan_free(made->alone);
  graph_free(made->graph);
}

static void say_kernel(const Case *made, int launch, const char *error) {
  const Launch *failed = &made->program->launches[launch];
  PlanKernel kernel = plan_kernel(made->plan, failed->kernel);
  fprintf(stderr, "%s: %s\n ", failed->emitted.name, error);
  for (int i = 0; i < kernel.op_count; i++)
    fprintf(stderr, " %s", made->graph->ops[kernel.ops[i]].name);
  fprintf(stderr, "\n%s", failed->emitted.source);
}

static bool check_kernels(const Case *made, const MeasureReport *report) {
  bool good = true;
  for (int i = 0; i < report->kernel_count; i++) {
    const Launch *launch = &made->program->launches[i];
    bool runs = launch->kind == LAUNCH_KERNEL && launch->emitted.launch.grid > 0;
    if (!runs || report->kernels[i].ok) continue;
    say_kernel(made, i, report->kernels[i].error);
    good = false;
  }
  return good;
}

static bool check_case(int seed, const GpuLimits *limits) {
  Case made;
  MeasureOptions options = {.launches = 1, .seed = 3, .check = true};
  MeasureReport report = {0};
  Status status = {0};
  make_graph(&made, seed);
  make_plans(&made, limits);
  make_programs(&made);
  bool good =
      worker_measure(device.worker, made.program, made.reference, &options, NULL, NULL, &report, &status);
  printf("%d: %d ops, %d kernels instead of %d: %s\n", seed, made.graph->op_count, made.program->launch_count,
         made.reference->launch_count, good ? report.check_text : status.message);
  fflush(stdout);
  good = good && check_kernels(&made, &report) && report.checked && report.check_pass;
  measure_report_free(&report);
  free_case(&made);
  return good;
}

static void test_random_plan(void **state) {
  (void)state;
  Device h200;
  assert_true(device_load("h200", &h200, NULL));
  assert_true(check_case(first, &h200.limits));
}

static int run_one(int argument_count, char **arguments) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_plan)};
  device = device_open(argument_count, arguments);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  device_close(&device);
  return failed;
}

// ---- some at once

static void start(const char *program, int seed) {
  char number[16];
  snprintf(number, sizeof number, "%d", seed);
  pid_t child = fork();
  if (child == 0) execl(program, program, number, "1", (char *)NULL);
  if (child > 0) return;
  perror(program);
  exit(1);
}

// The exit status of a program that ended.
static int wait_for_one(void) {
  int status = 0;
  if (wait(&status) < 0) return 1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static int run_all(const char *program) {
  int failed = 0, skipped = 0;
  for (int started = 0, ended = 0; ended < count; ended++) {
    while (started < count && started - ended < AT_ONCE)
      start(program, first + started++);
    int status = wait_for_one();
    skipped += status == SKIPPED;
    failed += status != 0 && status != SKIPPED;
  }
  printf("%d programs, %d failed\n", count, failed);
  return failed ? 1 : skipped ? SKIPPED : 0;
}

int main(int argument_count, char **arguments) {
  bool named = argument_count > 2; // else the suite's, or the worker's process
  if (named) {
    first = atoi(arguments[1]);
    count = atoi(arguments[2]);
  }
  if (argument_count == 1 || (named && count > 1)) return run_all("/proc/self/exe");
  return run_one(argument_count, arguments);
}
