// Scripts in the explorer: options in a form, errors with their place, running again when the file is saved,
// the editor, and the user's own commands.
#include "fixture.h"

#include "base/file.h"
#include "explorer/state/background.h"
#include "explorer/state/commands.h"
#include "explorer/state/script_run.h"
#include "scratch.h"
#include "script/files.h"
#include "session/plans/plan_list.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Fuses the first so many neighbours of the chain.
static void write_some(int edges) {
  Text text = {0};
  text_printf(&text,
              "return { name = 'some', help = 'h',\n"
              "  options = { most = { default = %d, help = 'edges to fuse' }, loud = { default = false } },\n"
              "  run = function(plan, opt)\n"
              "    local n = 0\n"
              "    for edge in plan:edges() do\n"
              "      if n < opt.most and plan:fuse(edge.producer, edge.consumer) then n = n + 1 end\n"
              "    end\n"
              "    if opt.loud then print('fused ' .. n .. ' edges') end\n"
              "  end }\n",
              edges);
  scratch_write("heuristics/some.lua", text_get(&text));
  text_free(&text);
}

static void test_form(void **state) {
  (void)state;
  write_some(2);
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  press(&it, "@ some<Enter>");
  assert_true(shows(&it, "run some"));
  assert_true(shows(&it, "most = 2"));
  assert_true(shows(&it, "loud = false"));
  press(&it, "<Down><Enter>"); // yes and no: at once
  assert_true(shows(&it, "loud = true"));
  press(&it, "<Down><Down><Enter><C-u>3<Enter>");
  assert_true(shows(&it, "most = 3"));
  assert_true(shows(&it, "(2) edges to fuse"));
  press(&it, "<Enter>");
  int made = kernels(&it);
  assert_true(shows(&it, "some: "));
  assert_true(plan_list_find(session_plans(it.session), "some loud=true most=3") > 0);
  press(&it, "#");
  assert_true(shows(&it, "fused 3 edges"));
  press(&it, "u H some<Enter>"); // remembered
  assert_int_equal(kernels(&it), made);
  press(&it, "@ some<Enter><Down><Down><Enter><C-u>x<Enter><Enter>");
  assert_true(it.explorer->message_failed);
  assert_true(shows(&it, "a number is wanted"));
  press(&it, "@ some<Enter><Down><Down><Enter><C-u><Enter>"); // empty: the default again
  assert_true(shows(&it, "most = 2"));
  press(&it, "<Esc>");
  close_graph(&it);
}

static void test_errors(void **state) {
  (void)state;
  scratch_write("heuristics/wrong.lua",
                "-- one\nreturn { name = 'wrong', help = 'h',\n  run = function(plan)\n"
                "    plan:fuse(plan:op('square'), plan:op('cube'))\n"
                "    local x = nothing.at_all\n  end }\n");
  Fixture it = open_graph("gelu_tanh.json", 120, 60);
  press(&it, "H wrong<Enter>");
  assert_int_equal(kernels(&it), 8);
  assert_true(shows(&it, "[Script]"));
  assert_true(shows(&it, "5     local x = nothing.at_all"));
  assert_true(shows(&it, "stack traceback"));
  assert_int_equal(script_of(it.explorer)->error_line, 5);
  press(&it, "V");
  assert_non_null(it.explorer->requests.edit_path);
  assert_non_null(strstr(it.explorer->requests.edit_path, "wrong.lua"));
  assert_int_equal(it.explorer->requests.edit_line, 5);
  press(&it, "H max_reads<Enter> w V"); // shown again: nothing of the error
  assert_int_equal(script_of(it.explorer)->error.length, 0);
  assert_true(it.explorer->message_failed); // the graph names no source
  close_graph(&it);
}

static void test_saved_runs_again(void **state) {
  (void)state;
  write_some(2);
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  assert_int_equal(script_fd(it.explorer), -1);
  press(&it, "H some<Enter>");
  int first = kernels(&it), depth = plan_undo_depth(session_plan(it.session));
  uint64_t made = plan_hash(session_plan(it.session));
  assert_true(script_fd(it.explorer) >= 0);
  assert_false(script_poll(it.explorer));
  write_some(5);
  assert_true(script_poll(it.explorer));
  press(&it, "4");
  assert_true(kernels(&it) < first); // from the plan that it began with, not from its own
  assert_int_equal(plan_undo_depth(session_plan(it.session)), depth + 1);
  assert_true(shows(&it, "[Changes]"));
  assert_true(shows(&it, "before it was saved"));
  assert_true(shows(&it, "fused"));
  press(&it, "u");
  assert_int_equal(plan_hash(session_plan(it.session)), made);
  scratch_write("heuristics/some.lua", "return {");
  assert_true(script_poll(it.explorer));
  press(&it, "4");
  assert_int_equal(plan_hash(session_plan(it.session)), made); // an error changes nothing
  assert_true(shows(&it, "[Script]"));
  write_some(7);
  assert_true(script_poll(it.explorer)); // a broken file is watched, too
  assert_int_equal(kernels(&it), 1);     // all seven edges of the plan that the first run began with
  press(&it, "u Q");
  assert_true(kernels(&it) < first);
  close_graph(&it);
}

static void test_commands(void **state) {
  (void)state;
  scratch_write(
      "commands/mine.lua",
      "return { { name = 'join all', key = '<F6>', help = 'fuse what can be',\n"
      "    run = function(plan) for e in plan:edges() do plan:fuse(e.producer, e.consumer) end end },\n"
      "  { name = 'where', key = '<F9>', run = function(plan, op) return op.name, plan:op('y') end },\n"
      "  { name = 'taken', key = 'f', run = function(plan, op) return 'taken ran' end },\n"
      "  { name = 'twice', key = '<F9>', run = function() end },\n"
      "  { name = 'odd', key = '<Nokey>', run = function() end },\n"
      "  { name = 'bad', run = function(plan) error('at once') end } }");
  Fixture it = open_graph("gelu_tanh.json", 120, 60);
  press(&it, "m");
  assert_true(shows(&it, "key f of \"taken\" belongs to \"fuse\""));
  assert_true(shows(&it, "key <F9> of \"twice\" belongs to \"where\""));
  assert_true(shows(&it, "\"<Nokey>\" is no key"));
  press(&it, "<Esc><F6>");
  assert_int_equal(kernels(&it), 1);
  assert_true(shows(&it, "join all: 1 kernel,"));
  assert_true(shows(&it, "plan none*"));
  press(&it, "u");
  assert_int_equal(kernels(&it), 8);
  press(&it, "<F9>");
  assert_true(shows(&it, "square"));
  assert_int_equal(it.explorer->cursor, 7);
  press(&it, ": taken<Enter>"); // without its key it is still in the palette
  assert_true(shows(&it, "taken ran"));
  press(&it, ": bad<Enter>");
  assert_true(shows(&it, "at once"));
  assert_true(shows(&it, "[Script]"));
  press(&it, "Q");
  assert_true(shows(&it, "run by its key"));
  press(&it, "? join<Space>all");
  assert_true(shows(&it, "<F6>"));
  press(&it, "<Esc>");
  close_graph(&it);
}

// What is wrong with commands is told when it changes, not with every list that is made anew.
static void test_problems_once(void **state) {
  (void)state;
  scratch_write("commands/mine.lua", "return { name = 'taken', key = 'f', run = print }");
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  assert_true(shows(&it, "key f of \"taken\" belongs to"));
  const Text *message = &it.explorer->message;
  press(&it, "j");
  assert_null(strstr(text_get(message), "belongs to"));
  commands_close(it.explorer);
  assert_true(commands_update(it.explorer));
  assert_null(strstr(text_get(message), "belongs to"));
  scratch_write("commands/mine.lua", "return { name = 'taken', key = 'x', run = print }");
  commands_close(it.explorer);
  assert_true(commands_update(it.explorer));
  assert_non_null(strstr(text_get(message), "key x of \"taken\" belongs to"));
  scratch_write("commands/mine.lua", "return nil");
  close_graph(&it);
}

// The task at work ends, and what it made is taken over.
static void wait_for_task(Fixture *it) {
  assert_true(work_wait(it->explorer->apart, 60000));
  assert_true(background_poll(it->explorer));
  assert_null(it->explorer->apart);
  press(it, "<C-l>");
}

// While a heuristic runs, keys move, show and edit; it works on a copy, and what it makes takes the place of
// the edits, which undo brings back.
static void test_keys_meanwhile(void **state) {
  (void)state;
  scratch_write("heuristics/endless.lua",
                "return { name = 'endless', help = 'h',\n"
                "  run = function(plan) while true do plan:kernel_count() end end }\n");
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  press(&it, "H greedy<Enter>");
  int greedy = kernels(&it);
  press(&it, "u H endless<Esc>");
  it.explorer->synchronous = false;
  press(&it, "H endless<Enter>");
  assert_non_null(it.explorer->apart);
  assert_true(shows(&it, "endless runs"));
  int cursor = it.explorer->cursor;
  press(&it, "j");
  assert_int_not_equal(it.explorer->cursor, cursor);
  press(&it, "f");
  assert_int_equal(kernels(&it), 7);
  press(&it, "H greedy<Enter>"); // one at a time
  assert_true(it.explorer->message_failed);
  press(&it, "<Esc>");
  wait_for_task(&it);
  assert_int_equal(kernels(&it), 7); // stopped: the plan is as it was
  press(&it, "H greedy<Enter>x");    // an edit while it runs, or just after
  if (it.explorer->apart) wait_for_task(&it);
  assert_int_equal(kernels(&it), greedy);
  it.explorer->synchronous = true; // undoing goes on apart where it takes long
  press(&it, "uu");
  assert_int_equal(kernels(&it), 7);
  it.explorer->synchronous = false;
  press(&it, "H endless<Enter>"); // closing stops it, too
  close_graph(&it);
}

// A script that is saved while it runs, before it is known how that ends, runs again after.
static void test_saved_meanwhile(void **state) {
  (void)state;
  scratch_write("heuristics/slow.lua",
                "return { name = 'slow', help = 'h', run = function(plan) while true do end end }\n");
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  it.explorer->synchronous = false;
  press(&it, "H slow<Enter>");
  for (int i = 0; i < 30; i++, usleep(10000)) // also after it was read
    scratch_write("heuristics/slow.lua",
                  "return { name = 'slow', help = 'h', run = function(plan) print('mended') end }\n");
  press(&it, "<Esc>");
  wait_for_task(&it);
  assert_true(script_poll(it.explorer));
  assert_non_null(it.explorer->apart);
  wait_for_task(&it);
  press(&it, "#");
  assert_true(shows(&it, "mended"));
  close_graph(&it);
}

// As the loop does when there are new lists.
static void take_lists(Fixture *it) {
  struct pollfd wait = {.fd = catalog_fd(it->explorer->catalog), .events = POLLIN};
  assert_int_equal(poll(&wait, 1, 20000), 1);
  catalog_taken(it->explorer->catalog);
  explorer_lists_read(it->explorer);
  explorer_draw(it->explorer, it->grid);
}

// As on a terminal: read beside the screen, and again when a file is saved.
static void test_commands_from_a_catalog(void **state) {
  (void)state;
  scratch_write("commands/mine.lua",
                "return { name = 'where', key = '<F9>', run = function() return 'ran from its file' end }");
  Fixture it = open_graph("gelu_tanh.json", 120, 60);
  Catalog *catalog = catalog_new();
  it.explorer->catalog = catalog;
  catalog_start(catalog);
  take_lists(&it);
  press(&it, "<F9>");
  assert_true(shows(&it, "ran from its file"));
  assert_false(commands_update(it.explorer));
  scratch_write("commands/mine.lua", "return { name = 'where', key = '<Nokey>', run = function() end }");
  take_lists(&it);
  press(&it, "H <Esc>"); // the list of heuristics
  press(&it, "<F9>");
  assert_false(shows(&it, "ran from its file"));
  press(&it, ": where<Enter>");
  assert_true(shows(&it, "nothing was changed"));
  close_graph(&it);
  catalog_free(catalog);
}

// Files that never end: each is given up after a while of the processor's time, long after the keys of a
// test.
enum { SLOW_FILES = 4 };

static void each_slow_file(void (*act)(const char *name)) {
  char name[40];
  for (int i = 0; i < SLOW_FILES; i++) {
    snprintf(name, sizeof name, "commands/slow%d.lua", i);
    act(name);
  }
}

static void make_slow_file(const char *name) {
  scratch_write(name, "while true do end");
}

static void remove_slow_file(const char *name) {
  char *folder = file_place(PLACE_CONFIG), *path = file_join(folder, name);
  assert_int_equal(unlink(path), 0);
  free(path);
  free(folder);
}

// Keys that ask for what Lua files hold, and those behind them, are done once it is known; the others at
// once.
static void test_keys_before_the_catalog(void **state) {
  (void)state;
  scratch_write("commands/mine.lua",
                "return { name = 'where', key = '<F9>', run = function() return 'ran from its file' end }");
  Fixture it = open_graph("gelu_tanh.json", 120, 40); // which reads the files, as it has no catalog
  each_slow_file(make_slow_file);
  it.explorer->catalog = catalog_new();
  catalog_start(it.explorer->catalog);
  int first = it.explorer->cursor;
  press(&it, "j");
  int second = it.explorer->cursor;
  assert_int_not_equal(second, first);
  press(&it, "<F9> j");
  assert_true(shows(&it, "Lua files are being read"));
  press(&it, "<Esc>"); // gives them up
  assert_false(shows(&it, "Lua files are being read"));
  press(&it, "k");
  assert_int_equal(it.explorer->cursor, first);
  press(&it, "H <Esc> : <Esc> <F9> j <F9>");
  assert_int_equal(it.explorer->typed.count, 3);
  assert_int_equal(it.explorer->cursor, first);
  assert_false(it.explorer->picker.open);
  take_lists(&it);
  assert_int_equal(it.explorer->typed.count, 0);
  assert_int_equal(it.explorer->cursor, second); // the command, down, the command
  assert_true(shows(&it, "ran from its file"));
  Catalog *catalog = it.explorer->catalog;
  close_graph(&it);
  catalog_free(catalog);
  each_slow_file(remove_slow_file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_form),
      cmocka_unit_test(test_errors),
      cmocka_unit_test(test_saved_runs_again),
      cmocka_unit_test(test_commands),
      cmocka_unit_test(test_problems_once),
      cmocka_unit_test(test_commands_from_a_catalog),
      cmocka_unit_test(test_keys_before_the_catalog),
      cmocka_unit_test(test_keys_meanwhile),
      cmocka_unit_test(test_saved_meanwhile),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
