// What is said of a heuristic's file that is not as it should be.
#include "script/script.h"

#include "lua_run.h"

#include <string.h>

static const HeuristicInfo *find(const HeuristicInfo *list, int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (!strcmp(list[i].name, name)) return &list[i];
  fail_msg("%s is not listed", name);
  return NULL;
}

// The file's problem, as lists show it.
static void assert_problem(const char *text, const char *problem) {
  int count;
  scratch_write("heuristics/mine.lua", text);
  HeuristicInfo *list = heuristics_list(&count, NULL);
  const HeuristicInfo *mine = find(list, count, "mine");
  if (!mine->problem || !strstr(mine->problem, problem))
    fail_msg("\"%s\" instead of \"%s\"", mine->problem ? mine->problem : "no problem", problem);
  assert_memory_equal(mine->problem, "mine.lua:", strlen("mine.lua:")); // no folder before it
  heuristics_free(list, count);
}

static void test_problems(void **state) {
  (void)state;
  assert_problem("return {\n  run = function(plan) plan:\n}", "mine.lua:3: ");
  assert_problem("error('early')", "early");
  assert_problem("error('early', 0)", "early");
  assert_problem("local s, t = ('x'):rep(200000), {} while true do t[#t + 1] = s .. #t end",
                 "more memory than its limit");
  Text deep = {0};
  for (int i = 0; i < 1000; i++)
    text_add(&deep, i ? "(" : "return ");
  assert_problem(text_get(&deep), "C stack overflow");
  text_free(&deep);
  assert_problem("return 5", "a heuristic returns a table");
  assert_problem("return { name = 'x' }", "it has no field 'run'");
  assert_problem("return { run = 5 }", "'run' cannot be a number");
  assert_problem("return { nmae = 'x', run = print }", "there is no field 'nmae': did you mean 'name'?");
  assert_problem("return { whatever = 'x', run = print }",
                 "there is no field 'whatever'; 'fusebox heuristics");
  assert_problem("return { options = { most = 5 }, run = print }",
                 "option most: a table is wanted, not a number");
  assert_problem("return { options = { most = { help = 'h' } }, run = print }",
                 "option most: it has no field 'default'");
  assert_problem("return { options = { most = { default = {} } }, run = print }",
                 "'default' cannot be a table");
  assert_problem("return { options = { { default = 1 } }, run = print }", "options: NAME = ");
  assert_problem(
      "local o = {} for i = 1, 17 do o['o' .. i] = { default = i } end\nreturn { options = o, run = print }",
      "more than 16");
}

// A file's tables are read as they stand: what they would be asked through a metatable could raise an error
// where nothing catches it.
static void test_metatables(void **state) {
  (void)state;
  int count;
  scratch_write("heuristics/mine.lua",
                "local loud = { __index = function() error('asked') end }\n"
                "local options = setmetatable({ o = setmetatable({ default = 5 }, loud) }, loud)\n"
                "return setmetatable({ options = options, run = print }, loud)");
  HeuristicInfo *list = heuristics_list(&count, NULL);
  const HeuristicInfo *mine = find(list, count, "mine");
  assert_null(mine->problem);
  assert_string_equal(mine->help, "");
  assert_string_equal(mine->options[0].default_value, "5");
  heuristics_free(list, count);
  assert_problem("return setmetatable({}, { __index = { run = print } })", "it has no field 'run'");
}

// A file that is good, written with a byte order mark, among those that are not.
static void test_good_file(void **state) {
  (void)state;
  int count;
  scratch_write("heuristics/mine.lua", "return {");
  scratch_write(
      "heuristics/marked.lua",
      "\xEF\xBB\xBFreturn { help = 'h', options = { o = { default = true, help = 'what' } }, run = print }");
  HeuristicInfo *list = heuristics_list(&count, NULL);
  const HeuristicInfo *marked = find(list, count, "marked");
  assert_null(marked->problem);
  assert_string_equal(marked->help, "h");
  assert_int_equal(marked->option_count, 1);
  assert_string_equal(marked->options[0].default_value, "true");
  assert_string_equal(marked->options[0].help, "what");
  assert_null(find(list, count, "greedy")->problem);
  heuristics_free(list, count);
}

static void test_searches(void **state) {
  (void)state;
  int count;
  HeuristicInfo *list = heuristics_searches(&count, NULL);
  assert_null(find(list, count, "exhaustive")->problem);
  assert_null(find(list, count, "random")->problem);
  heuristics_free(list, count);
  Status status = {0};
  assert_null(heuristic_path("nonesuch", &status));
  assert_non_null(strstr(status.message, "compiler, bytes, epilogues, greedy"));
  assert_non_null(strstr(
      status.message,
      "anneal, beam, descent, evolve, exact, exhaustive, local, measured, portfolio, random, or name"));
}

// What a run says of softmax.json: from files that were read before, or from what stands there now.
static void assert_prints(const char *path, const Sources *sources, const char *wanted) {
  Session *session = lua_session("graphs/softmax.json");
  Text output = {0};
  Status status = {0};
  HeuristicRun run = {.name_or_path = path, .sources = sources, .output = &output};
  if (!heuristic_perform(session, &run, &status)) fail_msg("%s", status.message);
  assert_string_equal(text_get(&output), wanted);
  text_free(&output);
  session_close(session);
}

// Whoever runs a heuristic many times reads it once: it, and its modules, stay what they were. Files that are
// not those of the heuristic are of no use to it.
static void test_read_before(void **state) {
  (void)state;
  static const char script[] = "return { run = function() print(require 'word') end }";
  scratch_write("said.lua", script);
  scratch_write("word.lua", "return 'first'");
  scratch_write("other.lua", script);
  char *path = scratch_path("said.lua"), *other = scratch_path("other.lua");
  Sources read = {0};
  sources_add_script(&read, path);
  scratch_write("word.lua", "return 'second'");
  assert_prints(path, &read, "first\n");
  scratch_write("said.lua", "return 5");
  assert_prints(path, &read, "first\n");
  assert_prints(other, &read, "second\n");
  assert_prints(other, NULL, "second\n");
  sources_free(&read);
  free(path);
  free(other);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_problems), cmocka_unit_test(test_metatables),
                                     cmocka_unit_test(test_good_file), cmocka_unit_test(test_searches),
                                     cmocka_unit_test(test_read_before)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
