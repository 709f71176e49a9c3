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
                  {"exact", {"evaluations", "50"}},    {"portfolio", {"groupings", "20"}},
                  {"evolve", {"evaluations", "100"}}};
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

// ---- Measured, on a GPU that is none: kernels take 10 us, those of more than three ops 10 ms, whatever the
// estimates say.

typedef struct MadeTimer {
  int asked, alike; // alike: that were asked about before
  double least_us;  // of any plan that was asked about
  uint64_t seen[64];
} MadeTimer;

static double made_us(const Plan *plan, PlanTimes *times) {
  int count;
  const int *order = plan_order(plan, &count);
  double us = 0;
  times->ops = memory_alloc(sizeof *times->ops * (size_t)count);
  times->us = memory_alloc(sizeof *times->us * (size_t)count);
  for (times->count = 0; times->count < count; times->count++) {
    PlanKernel kernel = plan_kernel(plan, order[times->count]);
    times->ops[times->count] = kernel.ops[0];
    times->us[times->count] = kernel.op_count > 3 ? 10000 : 10;
    us += times->us[times->count];
  }
  return us;
}

static bool made_times(void *context, const Plan *plan, PlanTimes *times, Status *status) {
  MadeTimer *timer = context;
  (void)status;
  for (int i = 0; i < timer->asked; i++)
    timer->alike += timer->seen[i] == plan_hash(plan);
  timer->seen[timer->asked++] = plan_hash(plan);
  times->time_us = made_us(plan, times);
  if (timer->least_us == 0 || times->time_us < timer->least_us) timer->least_us = times->time_us;
  return true;
}

// A chain of eight ops: by the estimates one kernel, by the times three at least.
static void test_measured_learns(void **state) {
  (void)state;
  MadeTimer timer = {0};
  Status status = {0};
  PlanTimes times = {0};
  Session *session = session_at("graphs/gelu_tanh.json", NULL, 0);
  HeuristicRun run = {.name_or_path = "measured",
                      .options = &(ScriptOption){"rounds", "10"},
                      .option_count = 1,
                      .time_plan = made_times,
                      .timer = &timer};
  if (!heuristic_perform(session, &run, &status)) fail_msg("%s", status.message);
  assert_float_equal(made_us(session_plan(session), &times), timer.least_us, 1e-9);
  assert_true(timer.least_us < 100);
  assert_true(timer.asked > 2 && timer.asked <= 20 && timer.alike == 0);
  plan_times_free(&times);
  session_close(session);
}

static bool no_gpu(void *context, const Plan *plan, PlanTimes *times, Status *status) {
  (void)context, (void)plan, (void)times;
  return status_fail(status, STATUS_MISSING, "there is no GPU");
}

static bool wrong(void *context, const Plan *plan, PlanTimes *times, Status *status) {
  (void)context, (void)plan, (void)times;
  return status_fail(status, STATUS_WRONG, "its results are wrong");
}

// The plan stays.
static void expect_failure(Session *session, HeuristicRun *run, const char *body, const char *part) {
  Status status = {0};
  uint64_t before = plan_hash(session_plan(session));
  assert_false(lua_run_as(session, body, run, &status));
  if (!strstr(status.message, part)) fail_msg("\"%s\" is not in: %s", part, status.message);
  assert_int_equal(plan_hash(session_plan(session)), before);
}

static void test_times_and_corrections(void **state) {
  (void)state;
  MadeTimer timer = {0};
  Status status = {0};
  Session *session = session_at("graphs/gelu_tanh.json", NULL, 0);
  HeuristicRun run = {.time_plan = made_times, .timer = &timer};
  static const char body[] =
      "local before = plan:estimate().time_us\n"
      "local us, kernels, estimates = plan:measure()\n"
      "local sum, said = 0, 0\n"
      "for k in plan:kernels() do sum, said = sum + kernels[k.id], said + estimates[k.id] end\n"
      "assert(us == 80 and sum == 80 and math.abs(said - before) < 1e-6)\n"
      "assert(plan:estimate().time_us == before)\n" // until it is to be believed
      "plan:correct()\n"
      "assert(math.abs(plan:estimate().time_us - 80) < 1e-6)\n"
      "local list = {}\n"
      "for op in plan:ops() do list[#list + 1] = op end\n"
      "assert(plan:fuse(list[1], list[2]))\n"
      "local k = list[1].kernel\n"
      "local plain = k.estimate.time_us\n" // of no kernel that was timed
      "plan:correct { [k.template .. ' ' .. k.estimate.limit] = 3 }\n"
      "assert(math.abs(k.estimate.time_us - 3 * plain) < 1e-9)\n"
      "assert(math.abs(plan:estimate().time_us - 60 - 3 * plain) < 1e-6)\n"
      "local terms = 0\n"
      "for _, us in pairs(k.estimate.terms) do terms = terms + us end\n"
      "assert(math.abs(terms - 3 * plain) < 1e-6)\n"
      "plan:correct()\n"
      "assert(k.estimate.time_us == plain)\n";
  if (!lua_run_as(session, body, &run, &status)) fail_msg("%s", status.message);
  assert_int_equal(timer.asked, 1);
  assert_int_equal(plan_kernel_count(session_plan(session)), 7);
  expect_failure(session, &run, "plan:correct { rows = 2 }", "TEMPLATE LIMIT");
  expect_failure(session, &run, "plan:correct { ['row drum'] = 2 }", "no limit \"drum\"");
  expect_failure(session, &run, "plan:correct { ['roes dram'] = 2 }", "no template \"roes\"");
  expect_failure(session, &run, "plan:correct { ['row dram'] = -2 }", "factor");
  run.time_plan = no_gpu;
  expect_failure(session, &run, "plan:measure()", "measure: there is no GPU");
  run.time_plan = wrong;
  expect_failure(session, &run, "local us, why = plan:measure() error(why)", "its results are wrong");
  expect_failure(session, &(HeuristicRun){.name_or_path = NULL, .time_plan = wrong}, "plan:run('measured')",
                 "none of its plans runs");
  session_close(session);
}

// ---- Branches: the first three ops of a chain of eight fused, the first two, four; the most saves most.

static const char branching[] =
    "return { branches = 3, run = function(plan, opt, branch)\n"
    "local list, counts = {}, { 3, 2, 4 }\n"
    "for op in plan:ops() do list[#list + 1] = op end\n"
    "plan:fuse_all(table.move(list, 1, counts[branch], 1, {}))\n"
    "plan:report { branch = branch }\n"
    "end, finish = function(plan)\n"
    "local last\n"
    "for op in plan:ops() do last = op end\n"
    "assert(plan:fuse(last.producers[1], last))\n"
    "end }\n";

static bool run_file(Session *session, const char *file, int processors, Status *status) {
  char *path = scratch_path(file);
  ScriptLimits limits = {.processors = processors};
  HeuristicRun run = {.name_or_path = path, .limits = &limits};
  bool good = session_use_plan(session, "none", status) && heuristic_perform(session, &run, status);
  free(path);
  return good;
}

// As many as a function says, of the plan as it is; of 0 run is called without branch.
static const char deciding[] =
    "return { branches = function(plan) return plan:kernel_count() == 8 and 2 or 0 end,\n"
    "run = function(plan, opt, branch)\n"
    "if not branch then plan:reset() return end\n"
    "local list = {}\n"
    "for op in plan:ops() do list[#list + 1] = op end\n"
    "plan:fuse_all(table.move(list, 1, branch + 1, 1, {}))\n"
    "end }\n";

static void test_as_many_branches_as_it_says(void **state) {
  (void)state;
  Status status = {0};
  Session *session = session_at("graphs/gelu_tanh.json", NULL, 0);
  scratch_write("deciding.lua", deciding);
  char *path = scratch_path("deciding.lua");
  assert_true(heuristic_run(session, path, NULL, 0, NULL, NULL, &status));
  assert_int_equal(plan_kernel_count(session_plan(session)), 6);
  assert_true(heuristic_run(session, path, NULL, 0, NULL, NULL, &status));
  assert_int_equal(plan_kernel_count(session_plan(session)), 8);
  free(path);
  session_close(session);
}

// Five of eight launches are left, then four: whatever the number of processors, and within another
// heuristic.
static void test_branches(void **state) {
  (void)state;
  Status status = {0};
  Session *session = session_at("graphs/gelu_tanh.json", NULL, 0);
  uint64_t hash = 0;
  scratch_write("branching.lua", branching);
  scratch_write("outer.lua", "return { run = function(plan) plan:run('branching') end }");
  for (int processors = 0; processors <= 4; processors++) {
    int depth = plan_undo_depth(session_plan(session));
    if (!run_file(session, processors == 4 ? "outer.lua" : "branching.lua", processors, &status))
      fail_msg("%s", status.message);
    assert_int_equal(plan_kernel_count(session_plan(session)), 4);
    if (processors) assert_int_equal(plan_hash(session_plan(session)), hash);
    if (processors) assert_int_equal(plan_undo_depth(session_plan(session)), depth + 2); // "none" is one
    hash = plan_hash(session_plan(session));
  }
  session_close(session);
}

static void expect_refusal(Session *session, const char *file, const char *part) {
  Status status = {0};
  scratch_write("wrong.lua", file);
  assert_false(run_file(session, "wrong.lua", 2, &status));
  if (!strstr(status.message, part)) fail_msg("\"%s\" is not in: %s", part, status.message);
  assert_int_equal(plan_kernel_count(session_plan(session)), 8);
}

static void test_branches_that_fail(void **state) {
  (void)state;
  Session *session = session_at("graphs/gelu_tanh.json", NULL, 0);
  expect_refusal(session, "return { branches = 0, run = print }", "branches: 1 to 64");
  expect_refusal(session, "return { branches = 2.5, run = print }", "branches: 1 to 64");
  expect_refusal(session, "return { branches = 65, run = print }", "branches: 1 to 64");
  expect_refusal(session, "return { run = print, finish = print }", "there are no branches");
  expect_refusal(session, "return { branches = function() return 65 end, run = print }", "from 0 to 64");
  expect_refusal(session, "return { branches = function() return 'x' end, run = print }", "from 0 to 64");
  expect_refusal(session, "return { branches = function(p) error(p.name) end, run = print }", "gelu");
  expect_refusal(session,
                 "return { branches = 3, run = function(_, _, b) if b > 1 then error('no ' .. b) end end }",
                 "no 2"); // the first of them, and not the third's
  expect_refusal(session, "return { branches = 2, run = function(plan) plan:measure() end }",
                 "no plan is timed here");
  expect_refusal(session,
                 "return { branches = 1, run = function() end, finish = function() error 'at last' end }",
                 "at last");
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
      cmocka_unit_test(test_branches),
      cmocka_unit_test(test_branches_that_fail),
      cmocka_unit_test(test_as_many_branches_as_it_says),
      cmocka_unit_test(test_measured_learns),
      cmocka_unit_test(test_times_and_corrections),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
