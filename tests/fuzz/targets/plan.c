// Plan files, with their history, on the compiler's plan of a dump.
#include "../fuzz.h"

#include "graph/read/read.h"
#include "plan/file/plan_file.h"

enum { MOST_UNDO = 50 };

typedef struct Fixture {
  const Graph *graph;
  Plan *plan; // the compiler's
} Fixture;

static const Fixture *fixture(void) {
  static Fixture made;
  if (made.graph) return &made;
  Status status = {0};
  DumpPlan *dump = NULL;
  DumpNotes notes = {0};
  char *folder = fuzz_shipped("graphs/dumps/layernorm/backward");
  made.graph = graph_read_folder(folder, NULL, &dump, &status);
  fuzz_check_ok(made.graph && dump, &status);
  made.plan = plan_new(made.graph, &fuzz_device()->limits);
  fuzz_check_ok(plan_from_dump(made.plan, dump, &notes, &status), &status);
  dump_notes_free(&notes);
  dump_plan_free(dump);
  free(folder);
  return &made;
}

// A history can be gone through, in both directions, and leads back to the plan.
static void walk_history(Plan *plan, const Json *json) {
  Status status = {0};
  int opened = 0, steps = 0;
  uint64_t hash = plan_hash(plan);
  if (!plan_take_history(plan, json, &opened, &status)) FUZZ_CHECK(!status.code || status.message[0]);
  while (steps < MOST_UNDO && plan_undo(plan))
    steps++;
  while (steps-- > 0)
    FUZZ_CHECK(plan_redo(plan));
  FUZZ_CHECK(plan_hash(plan) == hash);
}

static void check_unchanged(const Plan *plan, const Plan *copy) {
  FUZZ_CHECK(plan_hash(plan) == plan_hash(copy));
}

bool fuzz_input(char *text, size_t length) {
  Status status = {0};
  const Fixture *it = fixture();
  Plan *plan = plan_copy(it->plan);
  Json *json = json_parse("input.json", text, length, &status);
  bool taken = json && plan_take(plan, json, &status);
  if (taken) {
    walk_history(plan, json);
    fuzz_use_plan(plan);
  } else {
    fuzz_check_refusal(&status);
    check_unchanged(plan, it->plan);
  }
  json_free(json);
  plan_free(plan);
  return taken;
}
