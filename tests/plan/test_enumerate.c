// All plans of small graphs, against counts by hand and against every partition of the ops.
#include "fixture.h"

#include "base/hash.h"
#include "plan/search/enumerate.h"
#include "plan/search/random_plan.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_OPS = 8 };

#define IN \
  "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64] }, { 'name': 'y', 'dtype': 'f32', 'shape': " \
  "[64] } ], "

static const char *const chain = IN
    "'ops': [ { 'name': 'a', 'op': 'neg', 'in': ['x'] }, { 'name': 'b', 'op': 'exp', 'in': ['a'] },"
    " { 'name': 'c', 'op': 'neg', 'in': ['b'] }, { 'name': 'd', 'op': 'exp', 'in': ['c'] },"
    " { 'name': 'e', 'op': 'add', 'in': ['d', 'y'] } ], 'outputs': ['e']";
static const char *const diamond = IN
    "'ops': [ { 'name': 'a', 'op': 'neg', 'in': ['x'] }, { 'name': 'b', 'op': 'exp', 'in': ['a'] },"
    " { 'name': 'c', 'op': 'sin', 'in': ['a'] }, { 'name': 'd', 'op': 'mul', 'in': ['b', 'c'] },"
    " { 'name': 'e', 'op': 'add', 'in': ['d', 'a'] }, { 'name': 'f', 'op': 'cos', 'in': ['y'] } ],"
    " 'outputs': ['e', 'f']";

typedef struct Seen {
  HashMap hashes;
  int64_t count, stop_at;
  uint64_t last;
} Seen;

static VisitAnswer note(void *context, Plan *plan, int64_t number) {
  Seen *seen = context;
  int64_t before;
  assert_valid(plan);
  assert_int_equal(number, seen->count++);
  seen->last = plan_hash(plan);
  assert_false(hashmap_get(&seen->hashes, seen->last, &before)); // each once
  hashmap_set(&seen->hashes, seen->last, 1);
  return number == seen->stop_at ? VISIT_STOP : VISIT_ON;
}

static int64_t enumerate(const Graph *graph) {
  GpuLimits limits = test_limits();
  Plan *plan = plan_new(graph, &limits);
  Seen seen = {.stop_at = -1};
  PlanEnumeration enumeration = {.visit = note, .context = &seen};
  uint64_t before = plan_hash(plan);
  int64_t count;
  Status status = {0};
  if (!plan_enumerate(plan, &enumeration, &count, &status)) fail_msg("%s", status.message);
  assert_int_equal(count, seen.count);
  assert_int_equal(plan_hash(plan), before);
  assert_int_equal(plan_undo_depth(plan), 0);
  hashmap_free(&seen.hashes);
  plan_free(plan);
  return count;
}

// ---- every partition, the slow way: blocks that hang together, and no cycle between them

static bool reads(const Graph *graph, int op, int value) {
  for (int i = 0; i < graph->ops[op].operand_count; i++)
    if (graph->ops[op].operands[i].value == value) return true;
  return false;
}

static bool near(const Graph *graph, int a, int b) {
  for (int i = 0; i < graph->ops[a].operand_count; i++)
    if (reads(graph, b, graph->ops[a].operands[i].value)) return true;
  return reads(graph, a, graph->ops[b].first_result) || reads(graph, b, graph->ops[a].first_result);
}

static bool hangs_together(const Graph *graph, const int *block, int which) {
  bool reached[MOST_OPS] = {0};
  int first = 0, count = graph->op_count;
  while (first < count && block[first] != which)
    first++;
  if (first == count) return true;
  reached[first] = true;
  for (int round = 0; round < count; round++)
    for (int a = 0; a < count; a++)
      for (int b = 0; b < count; b++)
        if (reached[a] && block[b] == which && near(graph, a, b)) reached[b] = true;
  for (int op = 0; op < count; op++)
    if (block[op] == which && !reached[op]) return false;
  return true;
}

static bool is_acyclic(const Graph *graph, const int *block) {
  bool before[MOST_OPS][MOST_OPS] = {{0}};
  int count = graph->op_count;
  for (int a = 0; a < count; a++)
    for (int b = 0; b < count; b++)
      if (block[a] != block[b] && reads(graph, b, graph->ops[a].first_result))
        before[block[a]][block[b]] = true;
  for (int k = 0; k < count; k++)
    for (int i = 0; i < count; i++)
      for (int j = 0; j < count; j++)
        before[i][j] |= before[i][k] && before[k][j];
  for (int i = 0; i < count; i++)
    if (before[i][i]) return false;
  return true;
}

static int64_t count_partitions(const Graph *graph, int *block, int op, int blocks) {
  if (op == graph->op_count) {
    for (int which = 0; which < blocks; which++)
      if (!hangs_together(graph, block, which)) return 0;
    return is_acyclic(graph, block);
  }
  int64_t count = 0;
  for (block[op] = 0; block[op] <= blocks; block[op]++)
    count += count_partitions(graph, block, op + 1, blocks + (block[op] == blocks));
  return count;
}

static int64_t every_partition(const Graph *graph) {
  int block[MOST_OPS + 1];
  assert_true(graph->op_count <= MOST_OPS);
  return count_partitions(graph, block, 0, 0);
}

// ---- tests

static void test_chain(void **state) {
  (void)state;
  Graph *graph = graph_from(chain);
  assert_int_equal(enumerate(graph), 16); // each of four edges is cut or not
  assert_int_equal(every_partition(graph), 16);
  graph_free(graph);
}

static void test_branches(void **state) {
  (void)state;
  Graph *graph = graph_from(diamond);
  assert_int_equal(enumerate(graph), every_partition(graph));
  graph_free(graph);
}

static void test_pins(void **state) {
  (void)state;
  Graph *graph = graph_from(chain);
  GpuLimits limits = test_limits();
  Plan *plan = plan_new(graph, &limits);
  Reason reason;
  Seen seen = {.stop_at = -1};
  PlanEnumeration enumeration = {.visit = note, .context = &seen};
  fuse_ok(plan, "a", "b");
  assert_true(plan_pin(plan, PIN_TOGETHER, op_named(graph, "a"), op_named(graph, "b"), &reason));
  assert_true(plan_pin(plan, PIN_APART, op_named(graph, "c"), op_named(graph, "d"), &reason));
  assert_true(plan_enumerate(plan, &enumeration, NULL, NULL));
  assert_int_equal(seen.count, 4); // of four edges two are left
  hashmap_free(&seen.hashes);
  plan_free(plan);
  graph_free(graph);
}

static void test_stop_keeps_the_plan(void **state) {
  (void)state;
  Graph *graph = graph_from(chain);
  GpuLimits limits = test_limits();
  Plan *plan = plan_new(graph, &limits);
  Seen seen = {.stop_at = 9};
  PlanEnumeration enumeration = {.visit = note, .context = &seen};
  uint64_t before = plan_hash(plan);
  assert_true(plan_enumerate(plan, &enumeration, NULL, NULL));
  assert_int_equal(seen.count, 10);
  assert_int_equal(plan_hash(plan), seen.last);
  assert_int_equal(plan_undo_depth(plan), 1);
  assert_valid(plan);
  plan_undo(plan);
  assert_int_equal(plan_hash(plan), before);
  hashmap_free(&seen.hashes);
  plan_free(plan);
  graph_free(graph);
}

static void test_limit(void **state) {
  (void)state;
  Graph *graph = graph_from(chain);
  GpuLimits limits = test_limits();
  Plan *plan = plan_new(graph, &limits);
  Seen seen = {.stop_at = -1};
  PlanEnumeration enumeration = {.limit = 15, .visit = note, .context = &seen};
  Status status = {0};
  assert_false(plan_enumerate(plan, &enumeration, NULL, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_non_null(strstr(status.message, "more than 15 legal plans"));
  assert_int_equal(plan_undo_depth(plan), 0);
  hashmap_free(&seen.hashes);
  plan_free(plan);
  graph_free(graph);
}

static VisitAnswer ask_to_stop(void *context, Plan *plan, int64_t number) {
  (void)plan;
  if (number == 3) atomic_store((atomic_int *)context, 1);
  return VISIT_ON;
}

// As another thread does: no more is looked at, and the plan is as it was.
static void test_asked_to_stop(void **state) {
  (void)state;
  Graph *graph = graph_from(chain);
  GpuLimits limits = test_limits();
  Plan *plan = plan_new(graph, &limits);
  atomic_int stop = 0;
  PlanEnumeration enumeration = {.visit = ask_to_stop, .context = &stop, .stop = &stop};
  int64_t count;
  uint64_t before = plan_hash(plan);
  assert_true(plan_enumerate(plan, &enumeration, &count, NULL));
  assert_int_equal(count, 4);
  assert_int_equal(plan_hash(plan), before);
  assert_int_equal(plan_undo_depth(plan), 0);
  Random random = {1};
  PlanChooser chooser = plan_chooser(&random);
  chooser.stop = &stop;
  assert_int_equal(random_plan_fuse(&chooser, plan), 0);
  assert_int_equal(plan_hash(plan), before);
  stop = 0;
  assert_true(random_plan_fuse(&chooser, plan) > 0);
  plan_free(plan);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_chain), cmocka_unit_test(test_branches),
      cmocka_unit_test(test_pins),  cmocka_unit_test(test_stop_keeps_the_plan),
      cmocka_unit_test(test_limit), cmocka_unit_test(test_asked_to_stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
