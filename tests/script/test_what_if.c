// What edits would change, asked from scripts: promises that are kept, and plans that stay as they are.
#include "lua_run.h"

#include "cost/plan_cost.h"

// 64 x 256 f32: 65,536 bytes a tensor.
static const char diamond[] =
    "{'format': 'fusebox-graph', 'version': 1, 'name': 'diamond',"
    "'inputs': [{'name': 'x', 'dtype': 'f32', 'shape': [64, 256]}],"
    "'ops': [{'name': 'a', 'op': 'neg', 'in': ['x']},"
    "        {'name': 'b', 'op': 'exp', 'in': ['a']},"
    "        {'name': 'c', 'op': 'tanh', 'in': ['a']},"
    "        {'name': 'd', 'op': 'add', 'in': ['b', 'c']}],"
    "'outputs': ['d']}";

// What a function promises is what making its edits saves of the whole plan, whatever the edits.
static void test_promises(void **state) {
  (void)state;
  const char *promise =
      "local function kept(edit)\n"
      "  local hash, before = plan:hash(), plan:estimate()\n"
      "  local what = plan:what_if(edit)\n"
      "  assert(what.legal and plan:hash() == hash)\n"
      "  edit(plan)\n"
      "  local after = plan:estimate()\n"
      "  assert(math.abs(before.time_us - after.time_us - what.saved_us) < 1e-6)\n"
      "  assert(before.dram_bytes - after.dram_bytes == what.saved_dram_bytes)\n"
      "  assert(before.kernels - after.kernels == what.saved_kernels)\n"
      "  local sum = 0\n"
      "  for _, us in pairs(what.terms) do sum = sum + us end\n"
      "  assert(math.abs(sum - what.saved_us) < 1e-6)\n"
      "end\n";
  static const char *const graphs[] = {"graphs/dumps/mix/backward", "graphs/rmsnorm_backward.json"};
  for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++) {
    Session *session = lua_session(graphs[i]);
    Text body = {0};
    text_printf(
        &body,
        "%slocal edges = {}\n"
        "for e in plan:edges() do edges[#edges + 1] = e end\n"
        "for i = 1, #edges - 2, 3 do\n"
        "  kept(function(p) for j = i, i + 2 do p:fuse(edges[j].producer, edges[j].consumer) end end)\n"
        "  kept(function(p) p:cut(edges[i].consumer) end)\n"
        "  kept(function(p) p:recompute(edges[i].producer, edges[i].consumer.kernel) end)\n"
        "  kept(function(p) p:try(function() p:fuse(edges[i].producer, edges[i].consumer) return i %% 2 == 0 "
        "end) "
        "end)\n"
        "end\n"
        "kept(function(p) p:reset() end) kept(function(p) p:run('greedy') end)\n"
        "local best = plan:save() plan:reset() kept(function(p) p:load(best) end)",
        promise);
    lua_ok(session, text_get(&body));
    text_free(&body);
    session_close(session);
  }
}

// All four in one: x is read and d written instead of 2 + 2 + 2 + 3 tensors; three launches are gone.
static void test_by_hand(void **state) {
  (void)state;
  Session *session = lua_session(diamond);
  lua_ok(session,
         "local what = plan:what_if(function(p)\n"
         "  return p:fuse('a', 'b') and p:fuse('a', 'c') and p:fuse('a', 'd')\n"
         "end)\n"
         "assert(what.legal and what.saved_kernels == 3 and #what.changes == 4)\n"
         "local one, gone = what.changes[1], what.changes[2]\n"
         "assert(one.kernel == plan:op('a').kernel.id and one.template == 'map')\n"
         "assert(one.after.read_bytes == 65536 and one.after.write_bytes == 65536)\n"
         "assert(one.before.read_bytes == 65536 and gone.before.read_bytes == 65536)\n"
         "assert(gone.after == nil and gone.template == nil)\n"
         "assert(what.registers == one.after.registers and what.spill_bytes == 0)\n"
         "assert(plan:kernel_count() == 4)\n"
         // one of two readers: a is stored for c still
         "what = plan:what_if(function(p) p:fuse('a', 'b') end)\n"
         "local pair = plan:what_if('a', 'b')\n"
         "assert(what.changes[1].after.write_bytes == 2 * 65536 and math.abs(what.saved_us - pair.saved_us) "
         "< 1e-6)\n"
         "assert(pair.template == 'map' and pair.after.registers == what.registers)\n"
         "what = plan:what_if(function() end)\n" // nothing
         "assert(what.legal and what.saved_us == 0 and #what.changes == 0 and what.saved_kernels == 0)\n");
  session_close(session);
}

static void test_not_legal(void **state) {
  (void)state;
  Session *session = lua_session(diamond);
  lua_ok(session,
         "plan:pin('apart', 'a', 'b')\n"
         "local what = plan:what_if(function(p) return p:fuse('a', 'c') and p:fuse('a', 'b') end)\n"
         "assert(not what.legal and what.reason.code == 'pinned' and what.saved_us == nil)\n"
         "what = plan:what_if(function(p) return false end)\n"
         "assert(what.reason.text == 'the function returned false')\n"
         "what = plan:what_if(function(p) p:fuse('a', 'b') p:fuse('a', 'c') end)\n" // as far as it goes
         "assert(what.legal and what.saved_kernels == 1 and plan:kernel_count() == 4)\n");
  session_close(session);
}

// While the plan is estimated nothing of it may change, nor may the estimator be forgotten.
static void test_model_sees_no_plan(void **state) {
  (void)state;
  Session *session = lua_session(diamond);
  static const char words[] = "a cost model sees its kernel and the device, and nothing of the plan";
  static const char *const bodies[] = {
      "plan:fuse('a', 'b')",
      "fuse(plan, 'a', 'b')",
      "plan:load(before)",
      "for i = 1, 40 do plan:estimate({ model = function() return i end }) end",
      "plan:what_if(function() plan:reset() end)",
      "return k.time_us + plan:op('a').kernel.ops[1].flops",
      "return #kernel.ops",
      "return #operands('a')"};
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
    char body[512];
    snprintf(body, sizeof body,
             "local before, fuse, kernel, operands = plan:save(), plan.fuse, plan:kernels()(), plan.op\n"
             "operands = function(name) return fuse(plan, name, name) end\n"
             "local function model(k) %s end\n"
             "plan:what_if(function() plan:fuse('a', 'b') end, { model = model })",
             bodies[i]);
    lua_fails(session, body, words);
  }
  lua_ok(session,
         "local hash = plan:hash()\n"
         "local function model(k) plan:fuse('a', 'b') end\n"
         "assert(not pcall(plan.estimate, plan, { model = model }))\n"
         "assert(plan:hash() == hash and plan:what_if('a', 'b').legal)");
  session_close(session);
}

static void test_by_another_model(void **state) {
  (void)state;
  Session *session = lua_session(diamond);
  lua_ok(session,
         "local function both(p) p:fuse('a', 'b') p:fuse('c', 'd') end\n"
         "local function launches(kernel) return 7 end\n"
         "assert(plan:what_if(both, { model = launches }).saved_us == 14)\n"
         "assert(plan:what_if('a', 'b', { model = launches }).saved_us == 7)\n"
         "local xla = plan:estimate({ model = 'xla' }).time_us\n"
         "local saved = plan:what_if(both, { model = 'xla' }).saved_us\n"
         "local made = plan:save() both(plan)\n"
         "assert(math.abs(xla - plan:estimate({ model = 'xla' }).time_us - saved) < 1e-6)\n"
         "plan:load(made)\n"
         // models that the function itself asks for put the one that is asked for out of memory
         "local what = plan:what_if(function(p)\n"
         "  for i = 1, 40 do p:what_if('a', 'b', { model = function() return i end }) end p:fuse('a', 'b')\n"
         "end, { model = launches })\n"
         "assert(what.saved_us == 7)\n");
  session_close(session);
}

static void test_lists(void **state) {
  (void)state;
  Session *session = lua_session(diamond);
  lua_ok(session,
         "local list = plan:what_ifs({ { 'a', 'b' }, function(p) return p:cut('a') end,\n"
         "  { plan:op('a').kernel, plan:op('c') }, function(p) p:fuse('b', 'd') end })\n"
         "assert(#list == 4 and list[1].saved_us == plan:what_if('a', 'b').saved_us)\n"
         "assert(not list[2].legal and list[3].legal and list[4].changes[1].after)\n"
         "assert(#plan:what_ifs({}) == 0)\n"
         "assert(plan:what_ifs({ { 'a', 'b' } }, { model = function() return 2 end })[1].saved_us == 2)\n");
  session_close(session);
}

static void test_errors(void **state) {
  (void)state;
  Session *session = lua_session(diamond);
  lua_fails(session, "plan:what_if(function(p) p:fuse('a', 'b') error('in it') end)", "tried.lua:2: in it");
  lua_fails(session, "plan:what_if(function(p) p:what_if(function() end) end)", "cannot try out another");
  lua_fails(session, "plan:what_if(function(p) p:fuse('a', 'b') while true do end end)", "endless loop");
  lua_fails(session, "return plan:what_if('a', 'b').tempalte",
            "what_if has no field 'tempalte': did you mean 'template'?");
  lua_fails(session, "return plan:what_if(function(p) p:fuse('a', 'b') end).changes[1].befor",
            "did you mean 'before'?");
  lua_fails(session, "plan:what_if(function() end, { modell = 'xla' })", "did you mean 'model'?");
  lua_fails(session, "plan:what_if(function() end, { model = 'xlb' })", "xlb");
  lua_fails(session, "plan:what_ifs({ { 'a', 'b' }, 5 })",
            "what_ifs: number 2 is a number; { a, b } or a function is wanted");
  lua_fails(session, "plan:what_ifs({ { 'a' } })", "op expected");
  lua_fails(session, "plan:what_ifs('a')", "table expected");
  lua_ok(session,
         "local hash = plan:hash()\n" // an error that is caught leaves nothing behind
         "assert(not pcall(plan.what_if, plan, function(p) p:fuse('a', 'b') error('no') end))\n"
         "assert(plan:hash() == hash and plan:what_if(function(p) p:fuse('a', 'b') end).legal)\n"
         "local kept plan:what_if(function(p) p:fuse('a', 'b') kept = p:save() end)\n"
         "plan:load(kept) assert(plan:kernel_count() == 3 and plan:hash() == kept.hash)\n");
  session_close(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_promises),
      cmocka_unit_test(test_by_hand),
      cmocka_unit_test(test_not_legal),
      cmocka_unit_test(test_by_another_model),
      cmocka_unit_test(test_model_sees_no_plan),
      cmocka_unit_test(test_lists),
      cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
