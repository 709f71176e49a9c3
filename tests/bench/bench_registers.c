#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/file.h"
#include "base/random.h"
#include "base/status.h"
#include "script/script.h"
#include "session/register_data.h"

static void fuse_randomly(Plan *plan, Random *random, int share) {
  const Graph *graph = plan_graph(plan);
  Reason reason;
  for (int op = 0; op < graph->op_count; op++) {
    if (graph->ops[op].is_view) continue;
    Neighbours near = graph_neighbours(graph, op);
    for (int i = 0; i < near.consumer_count; i++)
      if ((int)random_below(random, 100) < share) plan_fuse(plan, op, near.consumers[i], true, &reason);
  }
}

static void collect(RegisterCollector *c, const char *path, const SizeBinding *sizes, int n, int randoms) {
  Status status = {0};
  SessionOptions options = {.read = {sizes, n}};
  Session *session = session_open(path, &options, &status);
  if (!session) { fprintf(stderr, "%s\n", status.message); return; }
  Plan *plan = session_plan(session);
  if (session_dump(session) && session_use_plan(session, "compiler", &status)) register_collector_add(c, plan);
  if (session_use_plan(session, "none", &status)) register_collector_add(c, plan);
  const char *names[] = {"greedy", "horizontal", "max_reads", "pointwise"};
  for (int i = 0; i < 4; i++) {
    session_use_plan(session, "none", &status);
    ScriptLimits limits = {0};
    if (heuristic_run(session, names[i], NULL, 0, &limits, NULL, &status)) register_collector_add(c, plan);
  }
  Random random = {session_graph(session)->hash};
  for (int i = 0; i < randoms; i++) {
    session_use_plan(session, "none", &status);
    fuse_randomly(plan, &random, i == 0 ? 100 : 30 + (int)random_below(&random, 60));
    register_collector_add(c, plan);
  }
  session_close(session);
}

int main(int argc, char **argv) {
  Status status = {0};
  Compiler *compiler = compiler_new(NULL, &status);
  Device device;
  if (!compiler || !device_load(argv[2], &device, &status)) { fprintf(stderr, "%s\n", status.message); return 1; }
  CollectOptions options = {.variants = atoi(argv[3]), .caps = atoi(argv[4]), .threads = 1};
  int randoms = atoi(argv[5]), multi = atoi(argv[6]);
  RegisterCollector *c = register_collector_new(compiler, &device.limits, &options);
  for (int i = 7; i < argc; i++) {
    fprintf(stderr, "%s\n", argv[i]);
    register_collector_graph(c, argv[i]);
    collect(c, argv[i], NULL, 0, randoms);
    Graph *graph = multi ? graph_open(argv[i], NULL, NULL, &status) : NULL;
    if (!graph) continue;
    static const double scale[] = {0.25, 0.0625, 3, 1, 1, 1.3};
    static const int add[] = {0, 0, 0, -1, 3, 4};
    Random random = {graph->hash};
    for (int v = 0; v < multi && graph->size_count; v++) {
      SizeBinding sizes[16];
      int n = graph->size_count < 16 ? graph->size_count : 16;
      for (int s = 0; s < n; s++) {
        int k = (int)random_below(&random, 6);
        int64_t value = (int64_t)((double)graph->sizes[s].value * scale[k]) + add[k];
        sizes[s] = (SizeBinding){graph->sizes[s].name, value < 1 ? 1 : value};
      }
      collect(c, argv[i], sizes, n, 2);
    }
    graph_free(graph);
  }
  RegisterData data = register_collector_finish(c);
  FILE *out = fopen(argv[1], "w");
  fprintf(out, "nest\tgraph\tkind\tregisters\tspill");
  for (int f = 0; f < FEATURE_COUNT; f++) fprintf(out, "\t%s", register_feature_name((RegisterFeature)f));
  fprintf(out, "\n");
  for (int i = 0; i < data.samples.count; i++) {
    RegisterSample *s = &data.samples.data[i];
    if (!s->compiled) continue;
    fprintf(out, "%016llx\t%s\t%s\t%d\t%d", (unsigned long long)s->nest, data.graphs.data[s->graph], template_name(s->kind), s->registers, s->spill_bytes);
    for (int f = 0; f < FEATURE_COUNT; f++) fprintf(out, "\t%g", s->features.value[f]);
    fprintf(out, "\n");
  }
  fclose(out);
  printf("%d samples\n", data.samples.count);
  register_data_free(&data);
  compiler_free(compiler);
  return 0;
}
