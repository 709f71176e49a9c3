// Plans that scripts keep and go back to.
#include "lua_run.h"

#include "cost/plan_cost.h"

static const char four[] =
    "{'format': 'fusebox-graph', 'version': 1, 'name': 'four',"
    "'inputs': [{'name': 'x', 'dtype': 'f32', 'shape': [64, 256]}],"
    "'ops': [{'name': 'a', 'op': 'neg', 'in': ['x']},"
    "        {'name': 'b', 'op': 'exp', 'in': ['a']},"
    "        {'name': 'c', 'op': 'add', 'in': ['a', 'b']},"
    "        {'name': 'd', 'op': 'neg', 'in': ['c']}],"
    "'outputs': ['d']}";

static void test_save_and_load(void **state) {
  (void)state;
  Session *session = lua_session(four);
  lua_ok(session,
         "local alone = plan:save()\n"
         "assert(alone.hash == plan:hash() and alone.kernel_count == 4)\n"
         "assert(plan:fuse('a', 'b'))\n"
         "local ab = plan:save()\n"
         "assert(ab.hash ~= alone.hash and ab.hash == plan:hash() and ab.kernel_count == 3)\n"
         "assert(plan:fuse('b', 'c') and plan:fuse('c', 'd') and plan:kernel_count() == 1)\n"
         "assert(plan:load(alone) and plan:hash() == alone.hash and plan:kernel_count() == 4)\n"
         "assert(plan:load(ab) and plan:hash() == ab.hash)\n"
         "assert(plan:op('a').kernel == plan:op('b').kernel)\n"
         "assert(plan:op('b').kernel ~= plan:op('c').kernel)\n"
         "assert(plan:load(ab) and plan:hash() == ab.hash)\n" // where it is already
         "assert(tostring(ab) == 'snapshot of four' and ab == ab and ab ~= alone)\n");
  assert_int_equal(plan_kernel_count(session_plan(session)), 3); // it ended with ab
  assert_true(plan_undo(session_plan(session)));                 // in one step
  assert_int_equal(plan_kernel_count(session_plan(session)), 4);
  session_close(session);
}

// Whatever the way there, one hash; copies, knobs and pins are part of it.
static void test_hash(void **state) {
  (void)state;
  Session *session = lua_session(four);
  lua_ok(session,
         "local seen, start = {}, plan:save()\n"
         "local function new() local h = plan:hash() local was = seen[h] seen[h] = true return not was end\n"
         "assert(new())\n"
         "assert(plan:fuse('a', 'b') and plan:fuse('c', 'd') and new())\n"
         "plan:load(start)\n"
         "assert(plan:fuse('c', 'd') and plan:fuse('b', 'a') and not new())\n"
         "plan:load(start)\n"
         "assert(not new())\n"
         "assert(plan:recompute('a', 'c') and new())\n"
         "assert(plan:unrecompute('a', 'c') and not new())\n"
         "assert(plan:schedule('d', 'threads', 128) and new())\n"
         "assert(plan:schedule('d', 'threads', 256) and new())\n"
         "assert(plan:pin('apart', 'a', 'b') and new())\n"
         "plan:load(start)\n"
         "assert(not new() and math.type(plan:hash()) == 'integer')\n");
  session_close(session);
}

static void test_copies_knobs_and_pins_come_back(void **state) {
  (void)state;
  Session *session = lua_session(four);
  lua_ok(session,
         "assert(plan:recompute('a', 'c') and plan:schedule('d', 'threads', 128))\n"
         "assert(plan:pin('apart', 'c', 'd'))\n"
         "local kept = plan:save()\n"
         "plan:unrecompute('a', 'c') plan:schedule('d', 'threads')\n"
         "plan:load(kept)\n"
         "assert(plan:op('c').kernel.copies[1].name == 'a')\n"
         "assert(plan:op('d').kernel.knobs.threads == 128)\n"
         "assert(not plan:fuse('c', 'd'))\n");
  int pins;
  plan_pins(session_plan(session), &pins);
  assert_int_equal(pins, 1);
  session_close(session);
}

// A trial that is taken back is, whatever was loaded in it; one that is kept stays.
static void test_within_try(void **state) {
  (void)state;
  Session *session = lua_session(four);
  lua_ok(
      session,
      "local alone = plan:save()\n"
      "plan:fuse('a', 'b')\n"
      "local ab, inner = plan:hash()\n"
      "plan:try(function() plan:load(alone) plan:fuse('c', 'd') inner = plan:save() return false end)\n"
      "assert(plan:hash() == ab)\n"
      "pcall(plan.try, plan, function() plan:load(alone) error('no') end)\n"
      "assert(plan:hash() == ab)\n"
      "plan:load(inner)\n"
      "assert(plan:op('c').kernel == plan:op('d').kernel and plan:kernel_count() == 3)\n"
      "assert(plan:try(function() plan:load(alone) return true end))\n"
      "assert(plan:hash() == alone.hash)\n"
      "local best\n"
      "plan:enumerate(function(n) if plan:kernel_count() == 2 and not best then best = plan:save() end end)\n"
      "plan:load(best)\n"
      "assert(plan:kernel_count() == 2)\n");
  assert_int_equal(plan_kernel_count(session_plan(session)), 2);
  session_close(session);
}

static void test_the_compilers(void **state) {
  (void)state;
  Session *session = lua_session("graphs/dumps/mix/backward");
  Status status = {0};
  assert_true(session_use_plan(session, "compiler", &status));
  uint64_t compilers = plan_hash(session_plan(session));
  assert_true(session_use_plan(session, "none", &status));
  lua_ok(session, "assert(plan:load('compiler'))");
  assert_int_equal(plan_hash(session_plan(session)), compilers);
  Plan *other = plan_new_beside(session_plan(session)), *kept = plan_copy(session_plan(session));
  char *path = scratch_path("tried.lua"); // on a plan alone it is given
  HeuristicRun run = {.name_or_path = path, .compiler = kept};
  if (!heuristic_perform_apart(other, session_estimator(session), session_device(session), &run, &status))
    fail_msg("%s", status.message);
  assert_int_equal(plan_hash(other), compilers);
  free(path);
  plan_free(other);
  plan_free(kept);
  session_close(session);
  session = lua_session(four);
  lua_ok(session,
         "local ok, reason = plan:load('compiler')\n"
         "assert(ok == false and reason.text == \"four came without a compiler's plan\")\n");
  session_close(session);
}

// mul_10 and sum_1 run in one kernel of the compiler's. Pins of before stay, whether the plan is made from
// the dump or given: one that breaks a pin is not taken.
static void test_the_compilers_with_pins(void **state) {
  (void)state;
  static const char apart[] =
      "plan:reset()\n"
      "assert(plan:pin('apart', 'mul_10', 'sum_1'))\n"
      "local taken, reason = plan:load('compiler')\n"
      "assert(not taken and reason.text:find('a pin '))\n"
      "assert(plan:op('mul_10').kernel ~= plan:op('sum_1').kernel)\n"
      "local fused, reason = plan:fuse('mul_10', 'sum_1')\n"
      "assert(not fused and reason.code == 'pinned')\n";
  static const char together[] =
      "plan:reset()\n"
      "assert(plan:fuse('mul_10', 'sum_1'))\n"
      "assert(plan:pin('together', 'mul_10', 'sum_1'))\n"
      "assert(plan:load('compiler'))\n"
      "local cut, reason = plan:cut('sum_1')\n"
      "assert(not cut and reason.code == 'pinned')\n";
  for (int i = 0; i < 4; i++) {
    Session *session = lua_session("graphs/dumps/mix/backward");
    Status status = {0};
    assert_true(session_use_plan(session, "compiler", &status));
    Plan *given = i % 2 ? plan_copy(session_plan(session)) : NULL;
    if (!lua_run_as(session, i < 2 ? apart : together, &(HeuristicRun){.compiler = given}, &status))
      fail_msg("%d: %s", i, status.message);
    plan_free(given);
    session_close(session);
  }
}

static void test_errors(void **state) {
  (void)state;
  Session *session = lua_session(four);
  lua_fails(session, "plan:load()", "snapshot expected, got no value");
  lua_fails(session, "plan:load(plan)", "snapshot expected");
  lua_fails(session, "plan:load('greedy')", "invalid option 'greedy'");
  lua_fails(session, "plan.save({})", "plan expected, got table");
  lua_fails(session, "plan.hash(plan:save())", "plan expected");
  lua_fails(session, "return plan:save().hahs", "snapshot has no field or method 'hahs'");
  lua_fails(
      session,
      "local kept = {} while true do plan:cut('a') plan:fuse('a', 'b') kept[#kept + 1] = plan:save() end",
      "more memory than its limit");
  session_close(session);
}

// What is dropped is given back in time, and a long search keeps no history: the plan goes to and fro.
static void test_many(void **state) {
  (void)state;
  Session *session = lua_session(four);
  ScriptLimits limits = {.memory_bytes = 4 << 20};
  Status status = {0};
  const char *body =
      "local kept = plan:save()\n"
      "for i = 1, 20000 do\n"
      "  plan:fuse('a', 'b') local other = plan:save() plan:load(kept) kept = plan:save()\n"
      "end";
  if (!lua_run_as(session, body, &(HeuristicRun){.limits = &limits}, &status)) fail_msg("%s", status.message);
  session_close(session);
}

// The fastest way from the plan as it is, of equals the last; a way that is no better leaves nothing.
static void test_best_of(void **state) {
  (void)state;
  Session *session = lua_session(four);
  lua_ok(session,
         "local function all(p) assert(p:fuse('a', 'b') and p:fuse('b', 'c') and p:fuse('c', 'd')) end\n"
         "local function half(p) assert(p:kernel_count() == 4 and p:fuse('a', 'b')) end\n"
         "local function none(p) assert(p:kernel_count() == 4) end\n"
         "local alone = plan:save()\n"
         "assert(plan:best_of { half, all, none } == 2 and plan:kernel_count() == 1)\n"
         "plan:load(alone)\n"
         "assert(plan:best_of { none, half } == 2 and plan:kernel_count() == 3)\n"
         "plan:load(alone)\n"
         "assert(plan:best_of { half, half, none } == 2 and plan:kernel_count() == 3)\n"
         "assert(not pcall(plan.best_of, plan, {}) and not pcall(plan.best_of, plan, { 1 }))\n"
         "assert(not pcall(plan.best_of, plan, { function() error 'no' end }))");
  session_close(session);
}

// Every run has a state of its own, whatever the one before it left in its.
static void test_nothing_stays(void **state) {
  (void)state;
  Session *session = lua_session(four);
  for (int run = 0; run < 3; run++)
    lua_ok(session,
           "assert(left == nil and string.left == nil)\n"
           "left, string.left = 1, 2\n"
           "assert(left == 1 and string.left == 2)");
  session_close(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_save_and_load),
      cmocka_unit_test(test_hash),
      cmocka_unit_test(test_copies_knobs_and_pins_come_back),
      cmocka_unit_test(test_within_try),
      cmocka_unit_test(test_the_compilers),
      cmocka_unit_test(test_the_compilers_with_pins),
      cmocka_unit_test(test_errors),
      cmocka_unit_test(test_best_of),
      cmocka_unit_test(test_many),
      cmocka_unit_test(test_nothing_stays),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
