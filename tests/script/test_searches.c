// Greedy and the searches on graphs whose best plan can be worked out, and against plans that lost.
#include "lua_run.h"

#include "base/file.h"
#include "cost/plan_cost.h"

static PlanTotal total_of(Session *session) {
  return plan_total(session_estimator(session), session_plan(session));
}

static PlanTotal total_after(Session *session, const char *heuristic, const ScriptOption *options,
                             int count) {
  Status status = {0};
  assert_true(session_use_plan(session, "none", &status));
  if (!heuristic_run(session, heuristic, options, count, NULL, NULL, &status))
    fail_msg("%s: %s", heuristic, status.message);
  assert_true(plan_verify(session_plan(session), &status));
  return total_of(session);
}

static Session *session_at(const char *name, const SizeBinding *sizes, int count) {
  char *path = file_data(name);
  Status status = {0};
  SessionOptions options = {.read = {.sizes = sizes, .size_count = count}};
  Session *session = session_open(path, &options, &status);
  free(path);
  if (!session) fail_msg("%s", status.message);
  return session;
}

// Tensors of that many bytes that a plan reads and writes.
static double tensors(PlanTotal total, double bytes) {
  return (double)(total.read_bytes + total.write_bytes) / bytes;
}

// A loss lies between the kernels, so one of three sets of values crosses: gate and silu (8 tensors are read
// and written), stream of which they are made (3 + 1 and 1 + 1), or nothing (3 and 3 + 1). When b and c are
// rows that count for nothing it is 6, 4 and 3.
static void test_computes_again_what_costs_more_to_store(void **state) {
  (void)state;
  const double tensor = 16384.0 * 4096 * 4;
  SizeBinding sizes[] = {{"rows", 16384}, {"cols", 4096}, {"others", 16384}};
  Session *session = session_at("graphs/save_for_backward.json", sizes, 3);
  assert_float_equal(tensors(total_after(session, "bytes", NULL, 0), tensor), 8, 0.01);
  assert_float_equal(tensors(total_after(session, "greedy", NULL, 0), tensor), 6, 0.01);
  session_close(session);
  sizes[2].value = 1;
  session = session_at("graphs/save_for_backward.json", sizes, 3);
  assert_float_equal(tensors(total_after(session, "bytes", NULL, 0), tensor), 6, 0.01);
  assert_float_equal(tensors(total_after(session, "greedy", NULL, 0), tensor), 3, 0.01);
  session_close(session);
}

// One GELU, read along rows and transposed: the least bytes are one kernel that reads across rows. In two, x
// is read twice: x, z, w in, x again, two products out.
static void test_asks_for_time_and_not_for_bytes(void **state) {
  (void)state;
  const double tensor = 4096.0 * 4096 * 4;
  Session *session = session_at("graphs/gelu_readers.json", NULL, 0);
  PlanTotal bytes = total_after(session, "bytes", NULL, 0), greedy = total_after(session, "greedy", NULL, 0);
  assert_int_equal(bytes.kernels, 1);
  assert_float_equal(tensors(bytes, tensor), 5, 0.01);
  assert_int_equal(greedy.kernels, 2);
  assert_float_equal(tensors(greedy, tensor), 6, 0.01);
  assert_true(greedy.time_us < 0.75 * bytes.time_us);
  session_close(session);
}

// A producer with that many readers, all of which leave the graph.
static char *hub(int readers) {
  Text text = {0};
  text_printf(&text,
              "{'format': 'fusebox-graph', 'version': 1, 'name': 'hub', 'inputs': [{'name': 'x', "
              "'dtype': 'f32', 'shape': [65536]}], 'ops': [{'name': 'h', 'op': 'exp', 'in': ['x']}");
  for (int i = 0; i < readers; i++)
    text_printf(&text, ", {'name': 'r%d', 'op': 'mul', 'in': ['h', %d.5]}", i, i + 1);
  text_printf(&text, "], 'outputs': ['r0'");
  for (int i = 1; i < readers; i++)
    text_printf(&text, ", 'r%d'", i);
  text_printf(&text, "]}");
  return text_take(&text);
}

// All of it lies in the L2 cache, so every fusion saves a launch. Readers know those next to them, not the
// first ones.
static void test_a_value_with_many_readers(void **state) {
  (void)state;
  char *graph = hub(60);
  Session *session = lua_session(graph);
  lua_ok(session,
         "local near = plan:op('r40').kernel.siblings\n"
         "assert(#near == 16)\n"
         "assert(near[1].first.name == 'r39' and near[2].first.name == 'r41')\n"
         "assert(near[15].first.name == 'r32' and near[16].first.name == 'r48')\n"
         "assert(plan:op('r0').kernel.siblings[1].first.name == 'r1')\n");
  PlanTotal alone = total_of(session), greedy = total_after(session, "greedy", NULL, 0);
  assert_true(greedy.kernels <= 10);
  assert_true(greedy.time_us < alone.time_us / 4);
  session_close(session);
  free(graph);
}

// What the rule of bytes, and its batches refused, lost on real graphs: greedy is under the plan that was the
// best known.
static void test_graphs_that_lost(void **state) {
  (void)state;
  static const struct {
    const char *graph;
    double most_us;
  } cases[] = {{"graphs/dumps/mix/backward", 578.5},    // by bytes
               {"graphs/dumps/bert/backward", 3600.1},  // by time, without computing again
               {"graphs/dumps/resnet/backward", 1989}}; // the compiler's
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Session *session = session_at(cases[i].graph, NULL, 0);
    double time_us = total_after(session, "greedy", NULL, 0).time_us;
    if (time_us > cases[i].most_us) fail_msg("%s: %.1f us", cases[i].graph, time_us);
    session_close(session);
  }
}

// On a graph so small that all plans are known, and without anything that is worth computing again, they all
// find the best, the same each time.
static void test_searches_find_the_least(void **state) {
  (void)state;
  static const struct {
    const char *name;
    ScriptOption option;
  } searches[] = {{"descent", {"evaluations", "500"}}, {"local", {"evaluations", "50"}},
                  {"anneal", {"evaluations", "500"}},  {"beam", {"evaluations", "100"}},
                  {"exact", {"evaluations", "50"}},    {"portfolio", {"groupings", "20"}}};
  Session *session = session_at("graphs/xent.json", NULL, 0);
  double least_us = total_after(session, "exhaustive", NULL, 0).time_us;
  for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
    double time_us = total_after(session, searches[i].name, &searches[i].option, 1).time_us;
    if (time_us > least_us + 1e-6) fail_msg("%s: %.2f us, not %.2f", searches[i].name, time_us, least_us);
    uint64_t hash = plan_hash(session_plan(session));
    total_after(session, searches[i].name, &searches[i].option, 1);
    assert_int_equal(plan_hash(session_plan(session)), hash);
  }
  session_close(session);
}

// From every op alone, the parts of a chain that fits into one: exact needs no heuristic to begin with.
static void test_exact_groups_a_part(void **state) {
  (void)state;
  Session *session = session_at("graphs/gelu_tanh.json", NULL, 0);
  ScriptOption options[] = {{"start", "here"}, {"ops", "4"}};
  assert_int_equal(total_after(session, "exact", options, 2).kernels, 2); // of 8 ops, 4 at a time
  session_close(session);
}

// A graph that came with a plan: what begins with it is never slower.
static void test_from_the_compilers_plan(void **state) {
  (void)state;
  Session *session = session_at("graphs/dumps/adamw/inference", NULL, 0);
  Status status = {0};
  assert_true(session_use_plan(session, "compiler", &status));
  double compiler = total_of(session).time_us;
  assert_true(total_after(session, "descent", &(ScriptOption){"evaluations", "200"}, 1).time_us <= compiler);
  assert_true(session_use_plan(session, "none", &status));
  assert_true(total_after(session, "greedy", NULL, 0).time_us <= compiler);
  session_close(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_computes_again_what_costs_more_to_store),
      cmocka_unit_test(test_asks_for_time_and_not_for_bytes),
      cmocka_unit_test(test_a_value_with_many_readers),
      cmocka_unit_test(test_graphs_that_lost),
      cmocka_unit_test(test_searches_find_the_least),
      cmocka_unit_test(test_exact_groups_a_part),
      cmocka_unit_test(test_from_the_compilers_plan),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
