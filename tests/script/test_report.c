// What a run says of itself, what it has left, and its random numbers.
#include "lua_run.h"

#include "session/run_figures.h"

static const char GRAPH[] = "graphs/gelu_tanh.json";

// SplitMix64 as its authors wrote it, worked out apart from this program: the upper 53 bits of each word.
static void test_rng(void **state) {
  (void)state;
  Session *session = lua_session(GRAPH);
  lua_ok(
      session,
      "local r = math.rng(1)\n"
      "assert(r() == 0.5665615751722809 and r() == 0.7457817572627011 and r() == 0.9710027535867962)\n"
      "r = math.rng(-7) assert(r() == 0.4223342175278125)\n"
      "r = math.rng(1) assert(r(math.mininteger, math.maxinteger) == 1227844342346046657)\n" // every integer:
                                                                                             // the word, from
                                                                                             // the least on
      "local a, b, seen = math.rng(3), math.rng(3), {}\n"
      "for i = 1, 200 do\n"
      "  local x = a(6) assert(x == b(6) and x >= 1 and x <= 6) seen[x] = true\n"
      "  local y = a(-2, 1) assert(y == b(-2, 1) and y >= -2 and y <= 1)\n"
      "end\n"
      "assert(#seen == 6 and a(5, 5) == 5 and math.type(a(3)) == 'integer')\n");
  lua_fails(session, "math.rng()", "number expected");
  lua_fails(session, "math.rng(1)(0)", "interval is empty");
  lua_fails(session, "math.rng(1)(3, 2)", "interval is empty");
  lua_fails(session, "math.rng(1)(1.5)", "no integer representation");
  session_close(session);
}

static void test_budget_left(void **state) {
  (void)state;
  Session *session = lua_session(GRAPH);
  ScriptLimits limits = {.instructions = 1000000, .memory_bytes = 8 << 20};
  Status status = {0};
  const char *body =
      "local before, bytes = plan:budget_left()\n"
      "assert(before <= 1000000 and before > 900000 and bytes < 8 << 20 and bytes > 7 << 20)\n"
      "local kept = {} for i = 1, 20000 do kept[i] = i end\n"
      "local after, left = plan:budget_left()\n"
      "assert(before - after >= 39000 and before - after < 200000)\n" // two instructions a turn at least
      "assert(bytes - left >= 20000 * 16)\n"
      "while plan:budget_left() > 100000 do end\n"; // ends before its limit does
  if (!lua_run_as(session, body, &(HeuristicRun){.limits = &limits}, &status)) fail_msg("%s", status.message);
  session_close(session);
}

// Every question counts, whatever it is asked by, and one more than may be ends the run.
static void test_evaluations_left(void **state) {
  (void)state;
  Session *session = lua_session(GRAPH);
  ScriptLimits limits = {.evaluations = 7};
  Status status = {0};
  const char *body =
      "local ops, left = {}, function() return (select(3, plan:budget_left())) end\n"
      "for op in plan:ops() do ops[#ops + 1] = op end\n"
      "assert(left() == 7)\n"
      "plan:what_if(ops[1], ops[2]) assert(left() == 6)\n"
      "plan:what_if(function(p) p:fuse(ops[1], ops[2]) end) assert(left() == 5)\n"
      "plan:what_ifs{ { ops[1], ops[2] }, function() end } assert(left() == 3)\n"
      "plan:can_fuse(ops[1], ops[2]) assert(left() == 2)\n"
      "plan:estimate() plan:estimate() assert(left() == 0)\n";
  if (!lua_run_as(session, body, &(HeuristicRun){.limits = &limits}, &status)) fail_msg("%s", status.message);
  Text more = {0};
  text_printf(&more, "%s pcall(plan.estimate, plan) error('swallowed')", body);
  assert_false(lua_run_as(session, text_get(&more), &(HeuristicRun){.limits = &limits}, &status));
  assert_non_null(strstr(status.message, "limit of evaluations"));
  text_free(&more);
  session_close(session);
}

static void assert_reports(Session *session, const char *part, bool there) {
  Text out = {0};
  assert_true(session_report_json(session, REPORT_ESTIMATE, &out));
  if ((strstr(text_get(&out), part) != NULL) != there) fail_msg("%s in %s", part, text_get(&out));
  text_free(&out);
}

static void test_report(void **state) {
  (void)state;
  Session *session = lua_session(GRAPH);
  lua_ok(session,
         "plan:report { rounds = 3, regret = 0.5, proven = true, how = 'beam\\n\\27[1m' }\n"
         "plan:report { rounds = 4 }");
  assert_reports(session, "\"report\": {\n    \"how\": \"beam", true);
  assert_reports(session, "\"proven\": true,\n    \"regret\": 0.5,\n    \"rounds\": 4\n  }", true);
  assert_reports(session, "\\u001b", false);
  lua_ok(session, "");
  assert_reports(session, "\"report\"", false); // another run's
  lua_ok(session, "plan:report { one = 1 }");
  assert_true(session_use_plan(session, "none", NULL));
  assert_reports(session, "\"report\"", false);
  RunFigures figures = {0};
  Status status = {0};
  assert_true(lua_run_as(session, "plan:report { one = 1 }", &(HeuristicRun){.figures = &figures}, &status));
  assert_int_equal(figures.list.count, 1);
  assert_int_equal(figures.list.data[0].integer, 1);
  assert_reports(session, "\"report\"", false); // it was asked for
  run_figures_clear(&figures);
  session_close(session);
}

static void test_errors(void **state) {
  (void)state;
  Session *session = lua_session(GRAPH);
  lua_fails(session, "plan:report { 5 }", "{ NAME = value }");
  lua_fails(session, "plan:report { at = plan }", "'at' cannot be a userdata");
  lua_fails(session, "plan:report { at = 0 / 0 }", "it is a finite number");
  lua_fails(session, "plan:report { ['a b'] = 1 }", "letters, digits and _");
  lua_fails(session, "plan:report(5)", "table expected");
  lua_fails(session, "for i = 1, 65 do plan:report { ['n' .. i] = i } end", "at most 64 names");
  lua_fails(session, "plan:report { s = ('x'):rep(5000) }", "'s' has more than 4096 bytes");
  session_close(session);
}

// Another process's figures: cut, or with other bytes, they are refused or are figures all the same.
static void test_packed(void **state) {
  (void)state;
  RunFigures figures = {0}, got = {0};
  assert_true(run_figures_set(&figures, "b", &(RunFigure){.kind = RUN_FIGURE_NUMBER, .number = 2.5}));
  assert_true(
      run_figures_set(&figures, "a", &(RunFigure){.kind = RUN_FIGURE_TEXT, .text = memory_strdup("x")}));
  assert_false(run_figures_set(&figures, "", &(RunFigure){.kind = RUN_FIGURE_BOOL}));
  Text bytes = {0};
  run_figures_pack(&figures, &bytes);
  for (size_t at = 0; at < bytes.length; at++) {
    Unpack cut = unpack_begin(bytes.data, at);
    assert_false(run_figures_unpack(&got, &cut));
    assert_int_equal(got.list.count, 0);
    bytes.data[at] ^= 0x11;
    Unpack other = unpack_begin(bytes.data, bytes.length);
    run_figures_unpack(&got, &other);
    bytes.data[at] ^= 0x11;
  }
  Unpack from = unpack_begin(bytes.data, bytes.length);
  assert_true(run_figures_unpack(&got, &from) && unpack_is_done(&from));
  assert_string_equal(got.list.data[0].text, "x");
  assert_true(got.list.data[1].number == 2.5);
  run_figures_clear(&figures);
  run_figures_clear(&got);
  text_free(&bytes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rng),
      cmocka_unit_test(test_budget_left),
      cmocka_unit_test(test_evaluations_left),
      cmocka_unit_test(test_report),
      cmocka_unit_test(test_errors),
      cmocka_unit_test(test_packed),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
