// What people do with what was read.
#include "fuzz.h"

#include "graph/read/read.h"
#include "graph/write/write.h"
#include "kernel/cuda/emit.h"
#include "plan/file/plan_file.h"
#include "plan/search/random_plan.h"

enum { MOST_OPS = 150, MOST_KERNELS = 4 };

static void emit_kernels(Plan *plan) {
  int count;
  const int *order = plan_order(plan, &count);
  for (int i = 0; i < count && i < MOST_KERNELS; i++) {
    Status status = {0};
    const PlanLowered *lowered = plan_lowered(plan, order[i]);
    FUZZ_CHECK(lowered && (lowered->nest || lowered->reason.code != REASON_NONE));
    if (lowered->nest && !plan_code(lowered, &status)) FUZZ_CHECK(status.message[0]);
  }
}

void fuzz_use_plan(Plan *plan) {
  Status status = {0};
  Text first = {0}, second = {0};
  plan_write(plan, NULL, &first);
  fuzz_check_ok(plan_parse(plan, "again.json", text_get(&first), first.length, &status), &status);
  plan_write(plan, NULL, &second);
  if (!text_equal(text_get(&first), text_get(&second)))
    fuzz_fail("another plan:\n%s\n%s", text_get(&first), text_get(&second));
  emit_kernels(plan);
  text_free(&first);
  text_free(&second);
}

static void plan_it(const Graph *graph) {
  Random random = {graph->hash};
  PlanChooser chooser = plan_chooser(&random);
  Plan *plan = plan_new(graph, &fuzz_device()->limits);
  emit_kernels(plan);
  random_plan_fuse(&chooser, plan);
  fuzz_use_plan(plan);
  plan_free(plan);
}

// Not every graph has an FX text; one that is written is read.
static void check_fx(const Graph *graph) {
  Status status = {0};
  Text text = {0};
  if (graph_write_fx(graph, &text, &status)) {
    Graph *again = graph_read_fx("again.py", text.data, text.length, 0, NULL, &status);
    if (!again) fuzz_fail("%s in\n%s", status.message, text_get(&text));
    FUZZ_CHECK(again->output_count == graph->output_count);
    graph_free(again);
  } else {
    fuzz_check_refusal(&status);
  }
  text_free(&text);
}

void fuzz_use_graph(const Graph *graph) {
  Status status = {0};
  Text text = {0};
  check_fx(graph);
  fuzz_check_ok(graph_write_json(graph, &text, &status), &status);
  Graph *again = graph_read_json("again.json", text.data, text.length, NULL, &status);
  fuzz_check_ok(again, &status);
  if (again->hash != graph->hash) fuzz_fail("another graph:\n%s", text_get(&text));
  graph_free(again);
  text_clear(&text);
  fuzz_check_ok(graph_write_dot(graph, &text, &status), &status);
  text_free(&text);
  if (graph->op_count <= MOST_OPS) plan_it(graph);
}
