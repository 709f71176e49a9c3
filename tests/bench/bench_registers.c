// Estimated against compiled registers: every kernel of the shipped graphs, and of the graphs and folders
// named, under the plans none, compiler and everything fused. Prints the mean error of each template; fails
// where an estimate has come loose from what the compiler does.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "kernel/emit.h"
#include "session/session.h"

static const double LOOSE = 0.3; // mean relative error of all kernels

typedef struct Score {
  int kernels, within; // within one allocation step of 8
  double error, bias;
} Score;

typedef struct Bench {
  Compiler *compiler;
  Session *session;
  HashMap seen; // structures
  Score scores[TEMPLATE_COUNT];
} Bench;

static void score(Bench *bench, TemplateKind kind, int estimated, int compiled) {
  Score *into = &bench->scores[kind];
  into->kernels++;
  into->error += fabs((double)(estimated - compiled)) / compiled;
  into->bias += (double)(estimated - compiled) / compiled;
  into->within += abs((estimated + 7) / 8 - (compiled + 7) / 8) <= 1;
}

static bool compile_kernel(Bench *bench, const PlanLowered *lowered, int *registers, Status *status) {
  const Device *device = session_device(bench->session);
  EmitOptions options = {.annotate = false};
  Emitted emitted;
  if (!kernel_emit(lowered->nest, &lowered->schedule, &device->limits, &options, &emitted, status))
    return false;
  CompileRequest request = {emitted.source, emitted.name, device->limits.arch_name,
                            lowered->schedule.knob[KNOB_registers]};
  Compiled compiled;
  bool done = compiler_compile(bench->compiler, &request, &compiled, status);
  if (done) {
    *registers = compiled.registers;
    compiled_free(&compiled);
  }
  emitted_free(&emitted);
  return done;
}

static void score_plan(Bench *bench) {
  Plan *plan = session_plan(bench->session);
  int count;
  const int *order = plan_order(plan, &count);
  for (int i = 0; i < count; i++) {
    const PlanLowered *lowered = plan_lowered(plan, order[i]);
    int64_t known;
    if (!lowered->nest || hashmap_get(&bench->seen, lowered->structure, &known)) continue;
    hashmap_set(&bench->seen, lowered->structure, 1);
    Status status = {0};
    int registers;
    const Estimate *estimate = estimator_kernel(session_estimator(bench->session), plan, order[i]);
    if (compile_kernel(bench, lowered, &registers, &status))
      score(bench, lowered->schedule.kind, estimate->registers, registers);
    else
      fprintf(stderr, "%s\n", status.message);
  }
}

static void fuse_everything(Plan *plan) {
  const Graph *graph = plan_graph(plan);
  Reason reason;
  for (int op = 0; op < graph->op_count; op++) {
    if (graph->ops[op].is_view) continue;
    Neighbours near = graph_neighbours(graph, op);
    for (int i = 0; i < near.consumer_count; i++)
      plan_fuse(plan, op, near.consumers[i], true, &reason);
  }
}

static void score_graph(Bench *bench, const char *path) {
  Status status = {0};
  SessionOptions options = {0};
  bench->session = session_open(path, &options, &status);
  if (!bench->session) {
    fprintf(stderr, "%s: %s\n", path, status.message);
    return;
  }
  if (session_dump(bench->session) && session_use_plan(bench->session, "compiler", &status))
    score_plan(bench);
  if (session_use_plan(bench->session, "none", &status)) score_plan(bench);
  fuse_everything(session_plan(bench->session));
  score_plan(bench);
  session_close(bench->session);
}

static void score_shipped(Bench *bench, const char *folder) {
  int count = 0;
  char **names = file_list(folder, &count, NULL);
  for (int i = 0; i < count; i++) {
    Text path = {0};
    text_printf(&path, "%s/%s", folder, names[i]);
    if (text_ends(names[i], ".json") && !text_ends(names[i], ".schema.json"))
      score_graph(bench, text_get(&path));
    text_free(&path);
    free(names[i]);
  }
  free(names);
}

static double print_scores(const Bench *bench) {
  Score all = {0};
  for (int kind = 0; kind < TEMPLATE_COUNT; kind++) {
    const Score *one = &bench->scores[kind];
    if (!one->kernels) continue;
    printf("%-8s %5d kernels, mean error %5.1f%%, bias %+5.1f%%, within one step %3.0f%%\n",
           template_name((TemplateKind)kind), one->kernels, 100 * one->error / one->kernels,
           100 * one->bias / one->kernels, 100.0 * one->within / one->kernels);
    all.kernels += one->kernels, all.error += one->error;
  }
  return all.kernels ? all.error / all.kernels : 1;
}

int main(int argc, char **argv) {
  Status status = {0};
  Bench bench = {.compiler = compiler_new(NULL, &status)};
  if (!bench.compiler) {
    fprintf(stderr, "%s\n", status.message);
    return status.code == STATUS_MISSING ? 77 : 1; // 77: skipped
  }
  score_shipped(&bench, FUSEBOX_SOURCE_ROOT "/graphs");
  for (int i = 1; i < argc; i++)
    score_graph(&bench, argv[i]);
  double error = print_scores(&bench);
  printf("all: mean error %.1f%%\n", 100 * error);
  compiler_free(bench.compiler);
  hashmap_free(&bench.seen);
  return error < LOOSE ? 0 : 1;
}
