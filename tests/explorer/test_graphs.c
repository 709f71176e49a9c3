// Several graphs open together: the list, its totals, going from one to the other.
#include "explorer/state/graph_set.h"
#include "explorer/state/ui.h"
#include "test.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static const SessionOptions options = {.device = "h200"};

// Plays keys on the graphs below a path, at 100x30 in ASCII.
static void play(const char *path, const char *keys, Text *out) {
  GraphPaths paths;
  Status status = {0};
  graph_paths_find(path, &paths);
  Session *session = session_open(paths.paths.data[0], &options, &status);
  if (!session) fail_msg("%s", status.message);
  GraphSet *set = graph_set_new(&paths, session, &options);
  UiOptions ui = {.glyphs = UI_GLYPHS_ASCII, .graphs = set};
  if (!ui_script_run(session, &ui, "keys", keys, 100, 30, out, &status)) fail_msg("%s", status.message);
  graph_set_wait(set); // a slow machine may still be reading
  assert_true(graph_set_free(set));
  session_close(session);
  graph_paths_free(&paths);
}

static void assert_shows(const Text *out, const char *part) {
  if (!strstr(text_get(out), part)) fail_msg("no \"%s\" in\n%s", part, text_get(out));
}

// The totals, from sessions of their own.
static void test_list_and_totals(void **state) {
  (void)state;
  static const char *const names[] = {"backward", "backward1", "forward", "forward1"};
  char path[512], expected[128];
  int ops = 0, kernels = 0;
  double time = 0;
  for (int i = 0; i < 4; i++) {
    Status status = {0};
    snprintf(path, sizeof path, "%s/graphs/dumps/gpt2/%s", FUSEBOX_SOURCE_ROOT, names[i]);
    Session *session = session_open(path, &options, &status);
    assert_true(session_use_plan(session, "compiler", &status));
    PlanTotal total = plan_total(session_estimator(session), session_plan(session));
    const Graph *graph = session_graph(session);
    for (int op = 0; op < graph->op_count; op++)
      ops += !graph->ops[op].is_view;
    kernels += total.kernels;
    time += total.time_us;
    session_close(session);
  }
  Text out = {0};
  snprintf(path, sizeof path, "%s/graphs/dumps/gpt2", FUSEBOX_SOURCE_ROOT);
  play(path, NULL, &out);
  snprintf(expected, sizeof expected, "4 graphs  %d ops  %d kernels  est %.2f ms", ops, kernels, time / 1000);
  assert_shows(&out, expected);
  for (int i = 0; i < 4; i++)
    assert_shows(&out, names[i]);
  text_free(&out);
}

// An edit of one graph stays with it, with its undo, while another is shown.
static void test_each_keeps_its_plan(void **state) {
  (void)state;
  char path[512];
  Text out = {0};
  snprintf(path, sizeof path, "%s/graphs/dumps/gpt2", FUSEBOX_SOURCE_ROOT);
  play(path,
       "jj<Enter>$f\nsnap edited\n<C-g>kk<Enter>\nsnap another\n<C-g>\nsnap list\njj<Enter>u\nsnap back\n"
       "u\nsnap undone\n",
       &out);
  const char *edited = strstr(text_get(&out), "== edited"), *another = strstr(edited, "== another");
  const char *list = strstr(another, "== list"), *back = strstr(list, "== back"),
             *undone = strstr(back, "== undone");
  assert_true(strstr(edited, "gpt2/forward") < another && strstr(edited, "->43 kernels") < another);
  assert_true(strstr(another, "gpt2/backward") < list && strstr(another, "->52 kernels") < list);
  assert_true(strstr(list, " 43 ") < back); // as it was edited
  assert_true(strstr(back, "->44 kernels") < undone);
  assert_non_null(strstr(undone, "nothing to undo"));
  text_free(&out);
}

// Words find graphs while the list has the keys, <Esc> goes back to the one selected before, and nothing else
// moves.
static void test_search(void **state) {
  (void)state;
  char path[512];
  Text out = {0};
  snprintf(path, sizeof path, "%s/graphs/dumps/gpt2", FUSEBOX_SOURCE_ROOT);
  play(path, "/forward<Enter>n\nsnap found\n<Enter>\nsnap shown\n<C-g>g/ward1<Esc><Enter>\nsnap first\n",
       &out);
  const char *found = strstr(text_get(&out), "== found"), *shown = strstr(found, "== shown"),
             *first = strstr(shown, "== first");
  assert_true(strstr(found, "/forward  line 2 of 2 found") < shown);
  assert_true(strstr(shown, "gpt2/forward1") < first);
  assert_non_null(strstr(first, " gpt2/backward  "));
  text_free(&out);
}

static void assert_order(const char *from, const char *first, const char *second, const char *third) {
  const char *a = strstr(from, first), *b = a ? strstr(a, second) : NULL;
  if (!b || !strstr(b, third)) fail_msg("not %s, %s, %s in\n%s", first, second, third, from);
}

// By name, time and ops, the other way, and those of which all words hold; what is selected stays selected.
// Ops: 206, 21, 135, 19; time: 3.69 ms, 430 us, 1.76 ms, 244 us.
static void test_sorted_and_filtered(void **state) {
  (void)state;
  char path[512];
  Text out = {0};
  snprintf(path, sizeof path, "%s/graphs/dumps/gpt2", FUSEBOX_SOURCE_ROOT);
  play(path,
       "joo\nsnap time\nO\nsnap turned\noO\nsnap ops\n&forward<Space>time<Less>1000<Enter>\nsnap "
       "few\n<Enter>\nsnap "
       "shown\n"
       "<C-g>&<C-u>ops>100<Space>!back<Enter><Enter>\nsnap other\n<C-g>&<C-u>regs>9<Enter>\nsnap wrong\n",
       &out);
  const char *time = strstr(text_get(&out), "== time"), *turned = strstr(time, "== turned"),
             *ops = strstr(turned, "== ops"), *few = strstr(ops, "== few"), *shown = strstr(few, "== shown"),
             *other = strstr(shown, "== other"), *wrong = strstr(other, "== wrong");
  assert_true(strstr(time, "by time") < turned);
  assert_order(time, "3.69 ms", "1.76 ms", "430 us");
  assert_true(strstr(time, "> backward1") || strstr(time, ">   backward1")); // the second, as it was
  assert_true(strstr(turned, "by time, reversed") < ops);
  assert_order(turned, "244 us", "430 us", "1.76 ms");
  assert_true(strstr(ops, "by ops") < few);
  assert_order(ops, " 206 ", " 135 ", " 21 ");
  assert_true(strstr(few, "1 listed: forward time<1000  by ops") < shown);
  assert_true(strstr(shown, "gpt2/forward1") < other);
  assert_true(strstr(other, "gpt2/forward ") < wrong);
  assert_non_null(strstr(wrong, "regs"));
  text_free(&out);
}

// Where plans differ each stands behind its graph's name, so that totals are not taken for those of one.
static void test_plans_that_differ(void **state) {
  (void)state;
  char path[512];
  Text out = {0};
  snprintf(path, sizeof path, "%s/graphs/dumps/gpt2", FUSEBOX_SOURCE_ROOT);
  play(path, "snap same\nHnone<Enter><C-g>=\nsnap other\n", &out);
  const char *same = strstr(text_get(&out), "== same"), *other = strstr(same, "== other");
  const char *heading = strstr(same, "time est");
  assert_non_null(heading);
  for (const char *at = strstr(same, " plan "); at && at < other; at = strstr(at + 1, " plan "))
    assert_true(at < heading - 60); // at the top of the screen alone
  assert_non_null(strstr(other, " plan "));
  assert_non_null(strstr(other, " none "));
  assert_non_null(strstr(other, " inductor "));
  text_free(&out);
}

static void write_file(const char *folder, const char *name, const char *text) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

#define ONE_OP(name) \
  "{ \"format\": \"fusebox-graph\", \"version\": 1, \"name\": \"" name \
  "\", \"inputs\": [ { \"name\": " \
  "\"x\", \"dtype\": \"f32\", \"shape\": [64] } ], \"ops\": [ { \"name\": \"y\", \"op\": \"exp\", " \
  "\"in\": [\"x\"] } ], \"outputs\": [\"y\"] }"

// By the value of numbers in names; what is no graph is no part of it, what is a broken one says so.
static void test_folder_of_files(void **state) {
  (void)state;
  char folder[] = "/tmp/fusebox-graphs-XXXXXX", below[64];
  assert_non_null(mkdtemp(folder));
  snprintf(below, sizeof below, "%s/below", folder);
  assert_int_equal(mkdir(below, 0700), 0);
  write_file(folder, "step_10.json", ONE_OP("ten"));
  write_file(folder, "step_9.json", ONE_OP("nine"));
  write_file(below, "a.json", ONE_OP("a"));
  write_file(folder, "z.json", "{ \"format\": \"fusebox-graph\", \"version\": 1 }");
  write_file(folder, "other.json", "{ \"about\": \"fusebox-graph\" }");
  write_file(folder, "README.md", "text");
  GraphPaths paths;
  graph_paths_find(folder, &paths);
  static const char *const expected[] = {"below/a.json", "step_9.json", "step_10.json", "z.json"};
  assert_int_equal(paths.paths.count, 4);
  for (int i = 0; i < 4; i++)
    assert_string_equal(paths.paths.data[i] + paths.common, expected[i]);
  graph_paths_free(&paths);
  Text out = {0};
  play(folder, "jjj<Enter>", &out);
  assert_shows(&out, "4 graphs  3 ops  3 kernels");
  assert_shows(&out, "1 cannot be read");
  assert_shows(&out, "z.json:1");
  text_free(&out);
  for (int i = 0; i < 4; i++) {
    snprintf(below, sizeof below, "%s/%s", folder, expected[i]);
    unlink(below);
  }
  static const char *const rest[] = {"other.json", "README.md"};
  for (int i = 0; i < 2; i++) {
    snprintf(below, sizeof below, "%s/%s", folder, rest[i]);
    unlink(below);
  }
  snprintf(below, sizeof below, "%s/below", folder);
  rmdir(below);
  assert_int_equal(rmdir(folder), 0);
}

// Where the figures of a graph end in its line.
static int figures_end(const char *screen, const char *name) {
  const char *at = strstr(screen, name), *end;
  assert_non_null(at);
  end = strstr(at, " us");
  while (at > screen && at[-1] != '\n')
    at--;
  assert_true(end && end < strchr(at, '\n'));
  return (int)(end - at);
}

// Names are cut where there is no room alone, and then what tells them apart stays; figures stand in columns.
static void test_long_names(void **state) {
  (void)state;
  char folder[] = "/tmp/fusebox-graphs-XXXXXX", path[128];
  static const char *const names[] = {
      "images_in_windows_of_many_columns_by_a_model_of_few_layers.json",
      "images_in_windows_with_a_step_of_7_columns_and_a_model_of_very_many_layers.json",
      "images_in_windows_with_a_step_of_9_columns_and_a_model_of_very_many_layers.json", "short.json"};
  assert_non_null(mkdtemp(folder));
  for (int i = 0; i < 4; i++)
    write_file(folder, names[i], ONE_OP("one"));
  Text out = {0};
  play(folder, NULL, &out);
  const char *screen = text_get(&out);
  assert_int_equal(strlen(names[0]), 63); // what 100 columns leave
  int end = figures_end(screen, names[0]);
  assert_int_equal(figures_end(screen, "7_columns"), end);
  assert_int_equal(figures_end(screen, "9_columns"), end);
  assert_int_equal(figures_end(screen, "  short.json"), end);
  text_free(&out);
  for (int i = 0; i < 4; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    unlink(path);
  }
  assert_int_equal(rmdir(folder), 0);
}

static void test_log_and_single(void **state) {
  (void)state;
  GraphPaths paths;
  char folder[] = "/tmp/fusebox-graphs-XXXXXX", path[64];
  assert_non_null(mkdtemp(folder));
  static const char module[] =
      "class G(torch.nn.Module):\n    def forward(self, x: \"f32[64]\"):\n"
      "        y: \"f32[64]\" = torch.ops.aten.exp.default(x)\n        return (y,)\n";
  snprintf(path, sizeof path, "%s/two.log", folder);
  FILE *file = fopen(path, "w");
  fprintf(file, "%s\n%s", module, module);
  fclose(file);
  graph_paths_find(path, &paths);
  assert_int_equal(paths.paths.count, 2);
  assert_string_equal(paths.paths.data[1] + paths.common, "two.log#2");
  graph_paths_free(&paths);
  unlink(path);
  rmdir(folder);
  graph_paths_find("/nowhere/at/all", &paths); // for the message of opening it
  assert_int_equal(paths.paths.count, 1);
  assert_string_equal(paths.paths.data[0], "/nowhere/at/all");
  graph_paths_free(&paths);
}

// The bodies and branches of a module are told by what they are of.
static void test_graphs_of_a_module(void **state) {
  (void)state;
  Text out = {0};
  play(FUSEBOX_SOURCE_ROOT "/tests/fuzz/corpus/hlo/loop", NULL, &out);
  assert_shows(&out, "#1 looped");
  assert_shows(&out, "#2 looped loop");
  assert_shows(&out, "#4 looped r 1");
  text_free(&out);
}

// Until the reader of a pipe has begun.
static void wait_for_reader(const int ends[2]) {
  int waiting = 1;
  assert_int_equal(write(ends[1], " ", 1), 1);
  for (; waiting; usleep(1000))
    assert_int_equal(ioctl(ends[0], FIONREAD, &waiting), 0);
}

// The end does not wait for a graph that takes long: here one that comes from a pipe which nobody writes to.
static void test_end_while_reading(void **state) {
  (void)state;
  static GraphSet *left; // the thread's from then on
  char shipped[512], pipe_path[32];
  int ends[2];
  Status status = {0};
  assert_int_equal(pipe(ends), 0);
  snprintf(shipped, sizeof shipped, "%s/graphs/softmax.json", FUSEBOX_SOURCE_ROOT);
  snprintf(pipe_path, sizeof pipe_path, "/dev/fd/%d", ends[0]);
  GraphPaths paths = {0};
  vector_push(&paths.paths, memory_strdup(shipped));
  vector_push(&paths.paths, memory_strdup(pipe_path));
  vector_push(&paths.titles, memory_strdup("softmax"));
  vector_push(&paths.titles, memory_strdup("pipe"));
  paths.shown = paths.found = 2;
  Session *session = session_open(shipped, &options, &status);
  if (!session) fail_msg("%s", status.message);
  left = graph_set_new(&paths, session, &options);
  wait_for_reader(ends);
  assert_false(graph_set_free(left));
  close(ends[1]); // it finds no graph, and ends
  graph_set_wait(left);
  assert_true(graph_set_free(left));
  session_close(session); // the first entry's
  close(ends[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_search),
                                     cmocka_unit_test(test_sorted_and_filtered),
                                     cmocka_unit_test(test_plans_that_differ),
                                     cmocka_unit_test(test_list_and_totals),
                                     cmocka_unit_test(test_each_keeps_its_plan),
                                     cmocka_unit_test(test_folder_of_files),
                                     cmocka_unit_test(test_long_names),
                                     cmocka_unit_test(test_log_and_single),
                                     cmocka_unit_test(test_graphs_of_a_module),
                                     cmocka_unit_test(test_end_while_reading)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
