// Commands of the user: found in files, run in the sandbox, one undo entry each.
#include "test.h"

#include "scratch.h"
#include "script/command.h"

#include <unistd.h>

static void remove_file(const char *name) {
  char *path = scratch_path(name);
  unlink(path);
  free(path);
}

static Session *open_gelu(void) {
  char *path = file_data("graphs/gelu_tanh.json");
  Session *session = session_open(path, &(SessionOptions){.cache_folder = ""}, NULL);
  free(path);
  assert_non_null(session);
  return session;
}

static void test_listing(void **state) {
  (void)state;
  Text problems = {0};
  int count;
  CommandInfo *list = commands_list(&count, &problems, NULL);
  assert_int_equal(count, 0);
  assert_int_equal(problems.length, 0);
  commands_free(list, count);
  scratch_write("init.lua", "return { name = 'first', key = '<F6>', help = 'h', run = function() end }");
  scratch_write("commands/a.lua",
                "return { { name = 'second', run = function() end },\n"
                "         { name = 'third', key = '_', run = function() end },\n"
                "         { name = 'no function' }, 7 }");
  scratch_write("commands/broken.lua", "return {");
  scratch_write("commands/endless.lua", "while true do end");
  scratch_write("commands/loud.lua", "return setmetatable({}, { __index = function() error('asked') end })");
  scratch_write("commands/nothing.lua", "local x = 1");
  scratch_write("commands/notes.txt", "not Lua");
  list = commands_list(&count, &problems, NULL);
  assert_int_equal(count, 3);
  assert_string_equal(list[0].name, "first");
  assert_string_equal(list[0].key, "<F6>");
  assert_string_equal(list[1].name, "second");
  assert_string_equal(list[1].key, "");
  assert_int_equal(list[2].index, 2);
  const char *told = text_get(&problems);
  assert_non_null(strstr(told, "a.lua: a command is a table"));
  assert_non_null(strstr(told, "broken.lua:1:"));
  assert_non_null(strstr(told, "limit of instructions"));
  assert_non_null(strstr(told, "loud.lua: a command is a table"));
  assert_null(strstr(told, "notes.txt"));
  assert_null(strstr(told, "nothing.lua"));
  commands_free(list, count);
  text_free(&problems);
  static const char *const names[] = {
      "init.lua",          "commands/a.lua",      "commands/broken.lua", "commands/endless.lua",
      "commands/loud.lua", "commands/nothing.lua"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    remove_file(names[i]);
}

static CommandInfo *one_command(const char *body) {
  Text text = {0}, problems = {0};
  int count;
  text_printf(&text, "return { name = 'mine', run = function(plan, cursor)\n%s\nend }", body);
  scratch_write("commands/mine.lua", text_get(&text));
  CommandInfo *list = commands_list(&count, &problems, NULL);
  assert_int_equal(count, 1);
  text_free(&text);
  text_free(&problems);
  return list;
}

static void test_edits_and_answers(void **state) {
  (void)state;
  Session *session = open_gelu();
  Plan *plan = session_plan(session);
  Status status = {0};
  CommandInfo *command = one_command(
      "print('hello')\n"
      "for _, reader in ipairs(cursor.readers) do plan:fuse(cursor, reader) end\n"
      "return 'fused', cursor.readers[1]");
  CommandAnswer answer;
  Trail *trail = trail_new(plan);
  assert_true(command_run(session, &(CommandRun){command, 0, NULL, trail}, &answer, &status));
  assert_int_equal(plan_kernel_count(plan), 7);
  assert_int_equal(answer.go, 1);
  assert_string_equal(text_get(&answer.say), "hello\n\nfused");
  assert_string_equal(plan_undo_label(plan), "mine");
  assert_int_equal(plan_undo_depth(plan), 1);
  assert_int_equal(trail->steps.count, 1);
  text_free(&answer.say);
  trail_free(trail);
  commands_free(command, 1);
  session_close(session);
}

static void test_errors_take_edits_back(void **state) {
  (void)state;
  Session *session = open_gelu();
  Plan *plan = session_plan(session);
  Status status = {0};
  CommandInfo *command = one_command("plan:fuse(plan:op('square'), plan:op('cube'))\nerror('oh no')");
  CommandAnswer answer;
  assert_false(command_run(session, &(CommandRun){command, NO_OP, NULL, NULL}, &answer, &status));
  assert_non_null(strstr(status.message, "mine.lua:3: oh no"));
  assert_non_null(strstr(status.message, "traceback"));
  assert_int_equal(plan_kernel_count(plan), 8);
  text_free(&answer.say);
  commands_free(command, 1);
  command = one_command("return io == nil and os == nil and cursor == nil and 'safe' or 'open'");
  assert_true(command_run(session, &(CommandRun){command, NO_OP, NULL, NULL}, &answer, &status));
  assert_string_equal(text_get(&answer.say), "safe");
  assert_int_equal(answer.go, NO_OP);
  text_free(&answer.say);
  remove_file("commands/mine.lua"); // gone since it was listed
  assert_false(command_run(session, &(CommandRun){command, NO_OP, NULL, NULL}, &answer, &status));
  text_free(&answer.say);
  commands_free(command, 1);
  session_close(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_listing),
      cmocka_unit_test(test_edits_and_answers),
      cmocka_unit_test(test_errors_take_edits_back),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
