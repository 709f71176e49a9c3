// The sandbox: what scripts must not reach, and that every limit ends them.
#include "test.h"

#include "base/arena.h"
#include "base/file.h"
#include "script/script.h"

#include <stdio.h>
#include <unistd.h>

static Session *session;
static char *script_path;

static int set_up(void **state) {
  (void)state;
  char *graph = file_data("graphs/softmax.json");
  SizeBinding sizes[] = {{"rows", 64}, {"cols", 128}};
  SessionOptions options = {.read = {.sizes = sizes, .size_count = 2}};
  Status status = {0};
  session = session_open(graph, &options, &status);
  free(graph);
  if (!session) fail_msg("%s", status.message);
  char name[] = "/tmp/fusebox-script-XXXXXX";
  int file = mkstemp(name);
  close(file);
  script_path = memory_strdup(name);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  session_close(session);
  unlink(script_path);
  free(script_path);
  return 0;
}

// Runs a script given as the body of run(plan); its path has no suffix but a '/', which makes it a path.
static bool run_limited(const char *body, const ScriptLimits *limits, Text *output, Status *status) {
  Text text = {0};
  text_printf(&text, "return { run = function(plan, opt)\n%s\nend }\n", body);
  assert_true(file_write(script_path, text_get(&text), text.length, status));
  text_free(&text);
  return heuristic_run(session, script_path, NULL, 0, limits, output, status);
}

static void assert_fails(const char *body, const char *part) {
  Status status = {0};
  uint64_t before = plan_hash(session_plan(session));
  ScriptLimits limits = {.instructions = 10000000, .memory_bytes = 16 << 20};
  Text output = {0}; // counts as memory
  assert_false(run_limited(body, &limits, &output, &status));
  text_free(&output);
  if (!strstr(status.message, part)) fail_msg("\"%s\" is not in: %s", part, status.message);
  assert_int_equal(plan_hash(session_plan(session)), before);
}

// Of a limit of 16 MiB. A table with a million integers has them in 16 MiB, and half as many in 8.
static bool branches_fit(int branches, int integers, Status *status) {
  char body[160];
  snprintf(body, sizeof body,
           "local t = {} for i = 1, %d do t[i] = i end\nend, branches = %d, finish = function()", integers,
           branches);
  return run_limited(body, &(ScriptLimits){.memory_bytes = 16 << 20}, NULL, status);
}

static void test_branches_share_the_memory(void **state) {
  (void)state;
  Status status = {0};
  if (!branches_fit(1, 500000, &status) || !branches_fit(8, 50000, &status)) fail_msg("%s", status.message);
  assert_false(branches_fit(2, 500000, &status) || !strstr(status.message, "memory"));
}

static void test_no_way_out(void **state) {
  (void)state;
  static const char *const gone[] = {
      "os",       "io",        "debug",          "package", "load", "loadstring",  "dofile",
      "loadfile", "coroutine", "collectgarbage", "rawset",  "next", "string.dump", "math.randomseed"};
  for (size_t i = 0; i < sizeof gone / sizeof *gone; i++) {
    char body[128];
    Status status = {0};
    snprintf(body, sizeof body, "assert(%s == nil)", gone[i]);
    if (!run_limited(body, NULL, NULL, &status)) fail_msg("%s: %s", gone[i], status.message);
  }
  assert_fails("os.execute('true')", "os");
  assert_fails("require('../../etc/passwd')", "module name");
  assert_fails("require('nosuchmodule')", "no module");
  assert_fails("getmetatable('').__tostring = print", "boolean");
  assert_fails("local f = getmetatable(plan); f.__index = nil", "boolean"); // __metatable hides the real one
}

static void test_bytecode_is_refused(void **state) {
  (void)state;
  Status status = {0};
  static const char bytecode[] = "\x1bLua\x54\x00";
  assert_true(file_write(script_path, bytecode, sizeof bytecode, &status));
  assert_false(heuristic_run(session, script_path, NULL, 0, NULL, NULL, &status));
  assert_int_equal(status.code, STATUS_INPUT);
}

static void test_limits(void **state) {
  (void)state;
  assert_fails("while true do end", "endless loop");
  assert_fails("while true do pcall(function() while true do end end) end", "endless loop");
  assert_fails("local function f() return pcall(f) end while true do f() end", "endless loop");
  assert_fails("local t = {} for i = 1, 1e9 do t[i] = i end", "memory");
  assert_fails("local s = string.rep('x', 1 << 30)", "memory");
  assert_fails("local s = 'x' while true do s = s .. s end", "memory");
  assert_fails("local s = string.rep('x', 1 << 18) s = s .. s", "memory for a string");
  assert_fails("local s = string.rep('x', 1 << 17) for i = 1, 1000 do print(s) end", "memory");
}

// Finalizers run with the hook off: an endless one would outlast every limit.
static void test_no_finalizers(void **state) {
  (void)state;
  assert_fails("setmetatable({}, { __gc = function() while true do end end })", "no finalizers (__gc)");
  assert_fails("setmetatable({}, 5)", "nil or table expected");
  assert_fails(
      "assert(setmetatable({}, { __index = { a = 7 } }).a == 7); setmetatable({}, nil); error('end')", "end");
}

static void test_stop_flag(void **state) {
  (void)state;
  Status status = {0};
  atomic_int stop = 1;
  ScriptLimits limits = {.stop = &stop};
  assert_false(run_limited("while true do end", &limits, NULL, &status));
  assert_int_equal(status.code, STATUS_CANCELLED);
}

static void test_errors_say_where(void **state) {
  (void)state;
  assert_fails("local x = nil\nplan:fuse(x, x)", ":3:");
  assert_fails("plan:frobnicate()", "frobnicate");
  assert_fails("plan:op('nothing')", "no op 'nothing'");
  assert_fails("plan:op('highset')", "no op 'highset': did you mean 'highest'?");
  assert_fails("error({ 1 })", "no text but a table value");
  assert_fails("error()", "no text but a nil value");
  assert_fails("error(setmetatable({}, { __tostring = function() return 'its own' end }))", "its own");
  assert_fails("error('own words')", "own words");
  assert_fails("error('own words')", "stack traceback");
  assert_fails("local function inner() error('deep') end plan:try(function() inner() return true end)",
               "in upvalue 'inner'");
}

static void test_error_leaves_the_plan(void **state) {
  (void)state;
  // assert_fails compares the plan's hash: this script edits before it fails
  assert_fails("for e in plan:edges() do plan:fuse(e.producer, e.consumer) end error('late')", "late");
}

static void test_iteration_is_defined(void **state) {
  (void)state;
  Text first = {0}, second = {0};
  Status status = {0};
  const char *body =
      "local t = { zeta = 1, alpha = 2, [3] = 'c', [1] = 'a', mid = 3, [true] = 4 }\n"
      "for k, v in pairs(t) do print(k, v) end\n"
      "for i = 1, 3 do print(math.random(1000)) end";
  assert_true(run_limited(body, NULL, &first, &status));
  assert_true(run_limited(body, NULL, &second, &status));
  assert_string_equal(text_get(&first), text_get(&second));
  assert_true(text_starts(text_get(&first), "1\ta\n3\tc\nalpha\t2\nmid\t3\nzeta\t1\ntrue\t4\n"));
  assert_fails("for k in pairs({ [{}] = 1 }) do end", "no defined order");
  text_free(&first);
  text_free(&second);
}

static void assert_prints(const char *body, const char *expected) {
  Text output = {0};
  Status status = {0};
  if (!run_limited(body, NULL, &output, &status)) fail_msg("%s", status.message);
  assert_string_equal(text_get(&output), expected);
  text_free(&output);
}

// Tables are printed with what is in them, in the same order in every run.
static void test_print(void **state) {
  (void)state;
  assert_prints("print('a', 5, nil, 1.5, true)", "a\t5\tnil\t1.5\ttrue\n");
  assert_prints("print({})", "{ }\n");
  assert_prints("print({ 1, 'b', nil, 4, zeta = 1, alpha = { true }, [10] = 2 })",
                "{ 1, \"b\", nil, 4, [10] = 2, alpha = { true }, zeta = 1 }\n");
  assert_prints("print({ [plan:op('e')] = plan:op('e').kernel })", "{ [e] = K3 }\n");
  assert_prints("print({ ['[true]'] = 1, [true] = 1, ['[false]'] = 1, [false] = 1 })", // that read alike
                "{ [false] = 1, [true] = 1 }\n");
  assert_prints("local t = {} t.t = t print(t)", "{ t = { t = { t = { ... } } } }\n");
  assert_prints(
      "local t = {} for i = 1, 40 do t[i] = i // 10 end print(#t, t)",
      "40\t{ 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, "
      "3, 3, ... }\n");
  assert_prints("print(select(2, plan:fuse('xf', 'xf')).code, plan:op('xf').readers)",
                "no_change\t{ highest, shifted }\n");
  assert_prints("print({ setmetatable({}, { __tostring = function() return 'own' end }) })", "{ own }\n");
}

static void test_try_rolls_back(void **state) {
  (void)state;
  Status status = {0};
  uint64_t before = plan_hash(session_plan(session));
  const char *body =
      "local kept = plan:try(function() for e in plan:edges() do plan:fuse(e.producer, e.consumer) end "
      "return false end)\n"
      "assert(kept == false)";
  if (!run_limited(body, NULL, NULL, &status)) fail_msg("%s", status.message);
  assert_int_equal(plan_hash(session_plan(session)), before);
}

// What a fusion saves is told apart by term: two kernels become one, so that one launch is saved, and the
// rest makes up the sum.
static void test_terms(void **state) {
  (void)state;
  Status status = {0};
  const char *body =
      "local seen = 0\n"
      "for e in plan:edges() do\n"
      "  local what = plan:what_if(e.producer, e.consumer)\n"
      "  if what.legal then\n"
      "    local sum, us = 0, 0\n"
      "    for _, saved in pairs(what.terms) do sum = sum + saved end\n"
      "    for _, part in pairs(what.after.terms) do us = us + part end\n"
      "    assert(math.abs(sum - what.saved_us) < 1e-9 and math.abs(us - what.after.time_us) < 1e-9)\n"
      "    assert(math.abs(what.terms.launch - what.after.terms.launch) < 1e-9 and what.terms.launch > 0)\n"
      "    assert(what.terms.dram and what.terms.spill == 0)\n"
      "    seen = seen + 1\n"
      "  end\n"
      "end\n"
      "assert(seen > 0)";
  if (!run_limited(body, NULL, NULL, &status)) fail_msg("%s", status.message);
}

// A value that 100 ops read: more neighbours than most kernels have.
static void test_many_neighbours(void **state) {
  (void)state;
  enum { READERS = 100 };
  Text graph = {0}, output = {0};
  Status status = {0};
  text_printf(&graph,
              "{\"format\":\"fusebox-graph\",\"version\":1,\"name\":\"star\",\"inputs\":[{\"name\":\"x\","
              "\"dtype\":\"f32\",\"shape\":[64]}],\"ops\":[{\"name\":\"a\",\"op\":\"tanh\",\"in\":[\"x\"]}");
  for (int i = 0; i < READERS; i++)
    text_printf(&graph, ",{\"name\":\"b%d\",\"op\":\"exp\",\"in\":[\"a\"]}", i);
  text_printf(&graph, "],\"outputs\":[");
  for (int i = 0; i < READERS; i++)
    text_printf(&graph, "%s\"b%d\"", i ? "," : "", i);
  text_printf(&graph, "]}");
  assert_true(file_write(script_path, text_get(&graph), graph.length, &status));
  Session *mine = session, *star = session_open(script_path, NULL, &status);
  if (!star) fail_msg("%s", status.message);
  session = star;
  bool ok = run_limited(
      "local k = plan:op('a').kernel\n"
      "print(#k.consumers, k.consumers[100].first, #plan:op('b7').kernel.producers, k.first)",
      NULL, &output, &status);
  session = mine;
  session_close(star);
  if (!ok) fail_msg("%s", status.message);
  assert_string_equal(text_get(&output), "100\tb99\t1\ta\n");
  text_free(&graph);
  text_free(&output);
}

static void test_knobs_refused(void **state) {
  (void)state;
  assert_fails("plan:schedule(plan:op('e').kernel, 'thread', 64)",
               "no knob 'thread'; there are vector, threads, rows");
  assert_fails("plan:schedule(plan:op('e').kernel, 'threads', 1 << 40)", "out of range");
  assert_prints("local ok, why = plan:schedule(plan:op('e').kernel, 'threads', 33) print(ok, why.text)",
                "false\tthreads is 33, but must be a multiple of 32\n");
}

// A knob that a script sets is the one that it reads, by its name or the one before; library kernels have
// none.
static void test_knobs(void **state) {
  (void)state;
  Status status = {0};
  const char *body =
      "local op = plan:op('e')\n"
      "assert(op.kernel.knobs.threads % 32 == 0 and op.kernel.knobs.vector >= 1)\n"
      "assert(plan:schedule(op.kernel, 'threads', 64))\n"
      "assert(op.kernel.knobs.threads == 64)\n"
      "assert(plan:schedule(op.kernel, 'threads', nil))\n"
      "assert(op.kernel.knobs.tours == op.kernel.knobs.tiles and op.kernel.knobs.tours >= 1)\n"
      "assert(op.kernel.knobs.tour == nil and op.kernel.knobs[1] == nil)\n"
      "local seen = {} for name in pairs(op.kernel.knobs) do seen[name] = true end\n"
      "assert(seen.tiles and not seen.tours)\n"
      "local ok, why = plan:schedule(op.kernel, 'tours', 0)\n"
      "assert(not ok and why.text:find('tiles is 0', 1, true), why.text)";
  if (!run_limited(body, NULL, NULL, &status)) fail_msg("%s", status.message);
}

#define EDGE "local e; for x in plan:edges() do e = e or x end "

// A slip of the finger is no nil that is added up later.
static void test_misspelt_fields(void **state) {
  (void)state;
  assert_fails(EDGE "local w = plan:what_if(e.producer, e.consumer) return w.savd_us",
               "did you mean 'saved_us'?");
  assert_fails(EDGE "local w = plan:what_if(e.producer, e.consumer) return w.after.time_ms",
               "estimate has no field");
  assert_fails(EDGE "local w = plan:what_if(e.producer, e.consumer) return w.terms.drem",
               "did you mean 'dram'?");
  assert_fails("return plan:estimate().kernals", "did you mean 'kernels'?");
  assert_fails(EDGE "local w = plan:what_if(e.producer, e.producer) return w.reason.txt",
               "did you mean 'text'?");
  assert_fails("return opt.depth", "there is no option 'depth'; there are: none");
  assert_prints(EDGE "local w = plan:what_if(e.producer, e.consumer) print(w.legal, w.reason, w[1])",
                "true\tnil\tnil\n");
}

// An op has one handle, which may be a table's key; another op has another.
static void test_one_handle_an_op(void **state) {
  (void)state;
  assert_prints(
      EDGE
      "local t = { [plan:op('e')] = 1 }\n"
      "print(t[plan:op('e')], rawequal(e.producer, e.consumer), t[e.producer])\n"
      "for op in plan:ops() do assert(rawequal(op, plan:op(op.name)) and op == plan:op(op.name)) end",
      "1\tfalse\tnil\n");
}

// Fields that are made when they are read are there for all who look, say what was so when it was asked, and
// are no way to make one answer take another's for its own.
static void test_fields_made_late(void **state) {
  (void)state;
  assert_prints(EDGE
                "local w = plan:what_if(e.producer, e.consumer)\n"
                "local names, more = {}, {}\n"
                "for name in pairs(w) do names[#names + 1] = name end\n"
                "for name in pairs(w.after) do more[#more + 1] = name end\n"
                "table.sort(names) table.sort(more)\n"
                "print(table.concat(names, ' ')) print(table.concat(more, ' '))",
                "after legal parts reads saved_dram_bytes saved_us template terms\n"
                "dram_bytes flops limit loads occupancy read_bytes registers shared_bytes spill_bytes stores "
                "terms time_us write_bytes\n");
  assert_prints(
      EDGE
      "local a, b = e.producer, e.consumer\n"
      "local w = plan:what_if(a, b)\n"
      "local kept, legal = w.after, plan:fuse(a, b)\n"
      "local now = a.kernel.estimate\n"
      "print(legal, kept == w.after, kept.time_us == now.time_us, kept.terms.launch == now.terms.launch,"
      " w.terms.launch == kept.terms.launch, w.reason)",
      "true\ttrue\ttrue\ttrue\ttrue\tnil\n");
  assert_prints(EDGE
                "local w = plan:what_if(e.producer, e.producer)\n"
                "print(w.reason.code, w.reason == w.reason, w.after, w.terms)",
                "no_change\ttrue\tnil\tnil\n");
  assert_prints(EDGE
                "local w, k = plan:what_if(e.producer, e.consumer), e.producer.kernel.estimate\n"
                "print(getmetatable(w), getmetatable(k))\n"
                "k[false] = rawget(w, false) print(k.terms)\n"
                "for _, x in ipairs { false, e, plan, {}, rawget(w, false) } do k[false] = x "
                "print(k.terms) end",
                "false\tfalse\nnil\nnil\nnil\nnil\nnil\nnil\n");
}

// Where it was, also where C stands in between.
static void test_tracebacks_keep_inner_frames(void **state) {
  (void)state;
  static const char inner[] = "local function inner() local x return x.y end ";
  static const char *const calls[] = {"inner()", "plan:try(function() inner() end)",
                                      "plan:enumerate(function() inner() end)"};
  for (int i = 0; i < 3; i++) {
    Text body = {0};
    text_printf(&body, "%s%s", inner, calls[i]);
    assert_fails(text_get(&body), "'inner'");
    text_free(&body);
  }
  // One that was caught leaves nothing to the next.
  assert_fails(
      "pcall(plan.enumerate, plan, function() error('x', 0) end)\nlocal function last() error('x', 0) end "
      "last()",
      "in local 'last'");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_misspelt_fields),
      cmocka_unit_test(test_fields_made_late),
      cmocka_unit_test(test_one_handle_an_op),
      cmocka_unit_test(test_tracebacks_keep_inner_frames),
      cmocka_unit_test(test_many_neighbours),
      cmocka_unit_test(test_knobs_refused),
      cmocka_unit_test(test_knobs),
      cmocka_unit_test(test_branches_share_the_memory),
      cmocka_unit_test(test_no_way_out),
      cmocka_unit_test(test_bytecode_is_refused),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_no_finalizers),
      cmocka_unit_test(test_stop_flag),
      cmocka_unit_test(test_errors_say_where),
      cmocka_unit_test(test_error_leaves_the_plan),
      cmocka_unit_test(test_iteration_is_defined),
      cmocka_unit_test(test_print),
      cmocka_unit_test(test_try_rolls_back),
      cmocka_unit_test(test_terms),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
