// What a heuristic's file brings in: modules, and other heuristics.
#include "lua_run.h"

#include <unistd.h>

static const char GRAPH[] = "graphs/gelu_tanh.json"; // eight pointwise ops in a chain

static int kernels(Session *session) {
  return plan_kernel_count(session_plan(session));
}

static void test_modules(void **state) {
  (void)state;
  Session *session = lua_session(GRAPH);
  scratch_write("aside.lua", "local deeper = require 'deeper' return { name = 'aside ' .. deeper }");
  scratch_write("deeper.lua", "return 'deeper'");
  scratch_write("modules/mine.lua", "return require('other') .. ' of mine'");
  scratch_write("modules/other.lua", "return 'other'");
  lua_ok(session,
         "assert(require('aside').name == 'aside deeper')\n"
         "assert(require 'aside' == require('aside'))\n"
         "assert(require('mine') == 'other of mine')\n"
         "assert(type(require('fusion').copy_cheap) == 'function')");
  scratch_write("fusion.lua", "return { of = 'this folder' }"); // the file's own, but not greedy's
  lua_ok(session, "assert(require('fusion').of == 'this folder') plan:run('greedy')");
  assert_int_equal(kernels(session), 1);
  char *module = scratch_path("fusion.lua"), *target = scratch_path("deeper.lua"),
       *link = scratch_path("linked.lua");
  assert_int_equal(unlink(module), 0);
  assert_int_equal(symlink(target, link), 0);
  lua_fails(session, "require('linked')",
            "there is no module 'linked': it would be linked.lua beside the file");
  lua_fails(session, "require('absent')", "there is no module 'absent'");
  lua_fails(session, "require('../deeper')", "is no module name");
  lua_fails(session, "require('lua_' .. 'run')", "there is no module 'lua_run'");
  free(module), free(target), free(link);
  session_close(session);
}

// Files that ask for more than anybody needs are not followed without end.
static void test_many_names(void **state) {
  (void)state;
  enum { NAMES = 25000 };
  Session *session = lua_session(GRAPH);
  Text body = {0};
  scratch_write("last.lua", "return 'last'");
  text_add(&body, "assert(require('last') == 'last')\n");
  lua_ok(session, text_get(&body));
  text_clear(&body);
  for (int i = 0; i < NAMES; i++)
    text_printf(&body, "--require'm%d'\n", i);
  text_add(&body, "require('last')");
  lua_fails(session, text_get(&body), "as a literal, one of the first 20,000");
  text_free(&body);
  session_close(session);
}

static void test_run(void **state) {
  (void)state;
  Session *session = lua_session(GRAPH);
  lua_ok(session,
         "plan:run('pointwise', { max_reads = 0 }) assert(plan:kernel_count() == 8)\n"
         "plan:run('pointwise') assert(plan:kernel_count() == 1)\n"
         "plan:reset()\n"
         "for _, name in ipairs { 'greedy', 'max_reads' } do\n"
         "  local alone = plan:save()\n"
         "  plan:run(name, { copies = false }) assert(plan:kernel_count() == 1) plan:load(alone)\n"
         "end\n"
         "plan:run 'exhaustive'\n"); // a search
  scratch_write("heuristics/halves.lua",
                "return { options = { at = { default = 'scaled' } },\n"
                "  run = function(plan, opt) plan:run('greedy') plan:cut(opt.at) end }");
  lua_ok(session,
         "plan:reset() plan:run('halves') assert(plan:kernel_count() == 2)\n"
         "plan:reset() plan:run('halves', { at = 'cube' }) assert(plan:kernel_count() == 2)");
  scratch_write("halves.lua", "return { run = function(plan) plan:reset() end }"); // beside the file
  lua_ok(session, "plan:run('halves') assert(plan:kernel_count() == 8)");
  session_close(session);
}

static void test_errors_of_run(void **state) {
  (void)state;
  Session *session = lua_session(GRAPH);
  lua_fails(session, "plan:run('greedi')",
            "there is no heuristic 'greedi' ('fusebox heuristics' lists them)");
  lua_fails(session, "plan:run()", "string expected");
  lua_fails(session, "plan:run('greedy', 5)", "table expected");
  lua_fails(session, "plan:run('greedy', { 5 })", "{ NAME = value }");
  lua_fails(session, "plan:run('greedy', { copied = false })",
            "option copied: this heuristic has no such option: did you mean 'copies'?");
  lua_fails(session, "plan:run('greedy', { something = false })",
            "option something: this heuristic has no such option");
  lua_fails(session, "plan:run('greedy', { copies = 'no' })",
            "option copies: a boolean is wanted, not a string");
  scratch_write("broken.lua",
                "return { run = function(plan) plan:fuse('square', 'cube')\nerror('inner words') end }");
  lua_fails(session, "plan:run('broken')", "broken.lua:2: inner words");
  lua_fails(session, "plan:run('broken')", "in method 'run'"); // the traceback is whole
  scratch_write("without.lua", "return { ran = 1 }");
  lua_fails(session, "plan:run('without')", "there is no field 'ran': did you mean 'run'?");
  scratch_write("again.lua", "return { run = function(plan) plan:run('again') end }");
  lua_fails(session, "plan:run('again')", "stack overflow");
  session_close(session);
}

// Kernels that take a size of the graph: a row of softmax for any count of rows costs what it did; where rows
// begin at no multiple of a vector any more, subtracting the highest costs more.
static void test_sizes_as_arguments(void **state) {
  (void)state;
  Session *session = lua_session("graphs/softmax.json");
  lua_ok(session,
         "local dearer = 0\n"
         "for k in plan:kernels() do\n"
         "  assert(k:dynamic('rows').time_us == k.estimate.time_us)\n"
         "  local cols = k:dynamic('cols')\n"
         "  assert(cols.time_us >= k.estimate.time_us and cols.dram_bytes == k.estimate.dram_bytes)\n"
         "  if cols.time_us > k.estimate.time_us then dearer = dearer + 1 end\n"
         "end\n"
         "assert(dearer == 2)\n"
         "plan:run('greedy') assert(plan:kernels()():dynamic('rows').limit == 'dram')");
  lua_fails(session, "plan:kernels()():dynamic('depth')", "'depth' is no size that the graph names");
  session_close(session);
  session = lua_session("graphs/linear_gelu.json");
  lua_ok(session,
         "local estimate, why = plan:kernels()():dynamic('m')\n"
         "assert(not estimate and why.code == 'library')");
  session_close(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_modules),       cmocka_unit_test(test_many_names),
      cmocka_unit_test(test_run),           cmocka_unit_test(test_sizes_as_arguments),
      cmocka_unit_test(test_errors_of_run),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
