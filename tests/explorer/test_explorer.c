// The explorer driven by keys, without a terminal: what keys do to the plan, the cursor and the picture.
#include "explorer/actions/search.h"
#include "explorer/panes/ops.h"
#include "explorer/tabs/why.h"
#include "fixture.h"

#include "explorer/state/background.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void test_moving(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 80, 24);
  int last = it.explorer->graph->op_count - 1;
  assert_int_equal(it.explorer->cursor, 0);
  press(&it, "<Up>");
  assert_int_equal(it.explorer->cursor, 0);
  press(&it, "jj<Down>k");
  assert_int_equal(it.explorer->cursor, 2);
  press(&it, "G");
  assert_int_equal(it.explorer->cursor, last);
  press(&it, "j<PageDown>");
  assert_int_equal(it.explorer->cursor, last);
  press(&it, "g");
  assert_int_equal(it.explorer->cursor, 0);
  press(&it, "<Right>");
  assert_true(it.explorer->cursor > 0);
  press(&it, "<Left>");
  assert_int_equal(it.explorer->cursor, 0);
  close_graph(&it);
}

static void test_fuse_undo_redo(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  assert_int_equal(kernels(&it), 8);
  press(&it, "f");
  assert_int_equal(kernels(&it), 7);
  assert_true(shows(&it, "fused K"));
  assert_true(shows(&it, "DRAM -"));
  press(&it, "u");
  assert_int_equal(kernels(&it), 8);
  assert_true(shows(&it, "undone"));
  press(&it, "<C-r>");
  assert_int_equal(kernels(&it), 7);
  press(&it, "uu");
  assert_int_equal(kernels(&it), 8);
  assert_true(shows(&it, "nothing to undo"));
  close_graph(&it);
}

static void test_fuse_all_then_cut(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  press(&it, "fffffff");
  assert_int_equal(kernels(&it), 1);
  press(&it, "f");
  assert_true(shows(&it, "in its kernel already"));
  press(&it, "Gx");
  assert_int_equal(kernels(&it), 2);
  assert_true(shows(&it, "cut K"));
  press(&it, "x");
  assert_true(shows(&it, "alone in its kernel"));
  press(&it, "<Space>"); // the obvious opposite
  assert_int_equal(kernels(&it), 1);
  close_graph(&it);
}

static void test_refusal_says_why(void **state) {
  (void)state;
  Fixture it = open_graph("linear_gelu.json", 120, 40);
  press(&it, "/addmm<Enter>");
  if (it.explorer->graph->ops[it.explorer->cursor].op_class != CLASS_CONTRACTION) press(&it, "/mm<Enter>");
  int before = kernels(&it);
  press(&it, "f");
  assert_int_equal(kernels(&it), before);
  assert_true(it.explorer->message_failed);
  assert_true(shows(&it, "library call"));
  close_graph(&it);
}

// Ops that no op reads and that read none still fuse with others that read the same input.
static void test_fuse_siblings(void **state) {
  (void)state;
  Fixture it = open_graph("siblings.json", 120, 40);
  assert_int_equal(kernels(&it), 12);
  press(&it, "f"); // total, with highest: both read the gradient
  assert_int_equal(kernels(&it), 11);
  assert_int_equal(plan_home(it.explorer->plan, 0), plan_home(it.explorer->plan, 1));
  close_graph(&it);
  it = open_graph("siblings.json", 120, 40);
  press(&it, "/bias1_step<Enter> f F"); // 4,096 elements, forced beside another step, of 1,024
  assert_int_equal(kernels(&it), 10);
  assert_true(shows(&it, "batch"));
  close_graph(&it);
}

static void test_why_edges(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  press(&it, "j4"); // the second op, detail pane
  assert_int_equal(it.explorer->tab, TAB_WHY);
  assert_true(why_here(it.explorer)->edge_count >= 2);
  press(&it, "<Down>");
  assert_int_equal(it.explorer->choice[TAB_WHY], 1);
  int before = kernels(&it);
  press(&it, "<Enter>");
  assert_int_equal(kernels(&it), before - 1);
  press(&it, "u");
  assert_int_equal(kernels(&it), before);
  close_graph(&it);
}

static int times_shown(const Fixture *it, const char *part) {
  Text text = {0};
  grid_dump(it->grid, &text);
  int times = 0;
  for (const char *at = text_get(&text); (at = strstr(at, part)); at++)
    times++;
  text_free(&text);
  return times;
}

// A library op has one reason for all its edges: it heads the page, and what helps stands with the first
// edge.
static void test_why_tells_a_reason_once(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 200, 60);
  press(&it, "/mm_4<Enter>");
  assert_int_equal(why_here(it.explorer)->edge_count, 3);
  assert_int_equal(times_shown(&it, "cannot be fused: "), 3);
  assert_int_equal(times_shown(&it, "runs in a library call"), 1);
  assert_int_equal(times_shown(&it, "Fuse what comes before it"), 1);
  close_graph(&it);
}

static void test_search(void **state) {
  (void)state;
  Fixture it = open_graph("rmsnorm_backward.json", 100, 30);
  int origin = it.explorer->cursor;
  press(&it, "/rsqrt");
  assert_int_not_equal(it.explorer->cursor, origin); // follows while typing
  press(&it, "<Esc>");
  assert_int_equal(it.explorer->cursor, origin);
  press(&it, "/mul<Enter>");
  int first = it.explorer->cursor;
  press(&it, "n");
  assert_int_not_equal(it.explorer->cursor, first);
  press(&it, "N");
  assert_int_equal(it.explorer->cursor, first);
  press(&it, "/nosuchthing<Enter>");
  assert_true(shows(&it, "nothing matches"));
  assert_int_equal(it.explorer->cursor, first);
  press(&it, "/K3<Enter>");
  assert_int_equal(explorer_kernel(it.explorer), 3);
  close_graph(&it);
}

// The op that has the very name, though one before it contains the letter.
static void test_search_for_a_name(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 100, 30);
  press(&it, "/e<Enter>");
  assert_string_equal(it.explorer->graph->ops[it.explorer->cursor].name, "e");
  press(&it, "n");
  assert_string_equal(it.explorer->graph->ops[it.explorer->cursor].name, "highest"); // around the end
  press(&it, "/high<Enter>");
  assert_string_equal(it.explorer->graph->ops[it.explorer->cursor].name, "highest");
  close_graph(&it);
}

static void test_heuristic_and_plans(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 100, 30);
  press(&it, "H greedy<Enter>");
  assert_int_equal(kernels(&it), 1);
  assert_true(shows(&it, "greedy: 1 kernel,"));
  press(&it, "H none<Enter>");
  assert_int_equal(kernels(&it), 8);
  press(&it, "H compiler<Enter>");
  assert_true(shows(&it, "without a compiler's plan"));
  assert_int_equal(kernels(&it), 8);
  press(&it, "u");
  assert_int_equal(kernels(&it), 1);
  close_graph(&it);
}

static void test_dump_opens_at_its_plan(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  assert_int_equal(kernels(&it), 55); // as many as its provenance lists
  assert_true(shows(&it, "plan inductor"));
  assert_true(shows(&it, "1.00x vs compiler"));
  close_graph(&it);
}

// In the header, where all that matters more has room.
static void test_edges_are_counted(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  // highest reads one op, shifted two, e one, total one, p two, y one
  assert_true(shows(&it, " 8 edges"));
  close_graph(&it);
  it = open_graph("gelu_tanh.json", 120, 40);
  assert_true(shows(&it, " 7 edges   plan none  8 ops->8 kernels ")); // eight ops in a row
  close_graph(&it);
  it = open_graph("dumps/llama/forward", 80, 24);
  assert_false(shows(&it, " edges"));
  assert_true(shows(&it, "plan inductor  150 ops->55 kernels   est "));
  close_graph(&it);
}

// In the title of the ops: what the cursor is in, and as much of the legend as there is room for.
static void test_layer_of_the_cursor(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  assert_true(shows(&it, " 1 Ops  # registers  | memory  <far>  ")); // the embedding is in no layer
  press(&it, "/mm_4<Enter>");
  assert_true(shows(&it, " 1 Ops  >block 1 of 2  # registers  | memory  "));
  assert_true(shows(&it, " time est"));
  assert_false(shows(&it, "<far>"));
  press(&it, "=");
  assert_true(shows(&it, "<far>"));
  close_graph(&it);
}

static void test_palette_and_help(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 100, 40);
  press(&it, ":");
  assert_true(it.explorer->picker.open);
  press(&it, "fold all<Enter>");
  assert_false(it.explorer->picker.open);
  assert_true(ops_pane(it.explorer)->folding.kernel[0]);
  press(&it, "?");
  assert_true(shows(&it, "Changing the plan"));
  press(&it, "store again");
  assert_true(shows(&it, "no kernel recomputes it")); // greyed, with its reason
  press(&it, "<C-u>undo");
  assert_false(shows(&it, "Changing the plan"));
  press(&it, "<Esc>");
  assert_false(it.explorer->picker.open);
  close_graph(&it);
}

// What a recomputed copy reads is read by its kernel, too: a chain is computed again op by op, from its end.
static void test_recompute_a_chain(void **state) {
  (void)state;
  Fixture it = open_graph("save_for_backward.json", 120, 40);
  press(&it, "H greedy<Enter>");
  assert_int_equal(kernels(&it), 2);
  press(&it, "/silu<Enter>r /gate<Enter>r /stream<Enter>r /two<Enter>r");
  const Graph *graph = it.explorer->graph;
  PlanKernel backward =
      plan_kernel(it.explorer->plan, plan_home(it.explorer->plan, graph_find_op(graph, "dx")));
  assert_int_equal(backward.copy_count, 4);
  const Estimate *estimate = estimator_kernel(it.explorer->estimator, it.explorer->plan, backward.id);
  int64_t tensor = INT64_C(16384) * 4096 * 4;
  assert_int_equal(estimate->read_bytes, 3 * tensor + 4); // a, b, c and the loss
  assert_int_equal(estimate->write_bytes, tensor);
  press(&it, "r");
  assert_true(it.explorer->message_failed);
  close_graph(&it);
}

static void test_recompute_and_store(void **state) {
  (void)state;
  Fixture it = open_graph("rmsnorm_backward.json", 120, 40);
  press(&it, "r"); // the first op: a cast with several readers
  Plan *plan = session_plan(it.session);
  int copies = 0;
  for (int i = 0; i < plan_slots(plan); i++)
    copies += plan_kernel(plan, i).copy_count;
  assert_true(copies > 0);
  assert_int_equal(plan_undo_depth(plan), 1); // one entry for all of them
  press(&it, "u");
  assert_int_equal(plan_undo_depth(plan), 0);
  press(&it, "R");
  assert_true(shows(&it, "no kernel recomputes it"));
  close_graph(&it);
}

// Why says what the kernel's time is of the plan's, and what it is spent on: a cast of 16,384 x 4,096 numbers
// reads 2 bytes of each and writes 4.
static void test_why_says_the_limit(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  char line[96], bytes[32];
  const Estimate *estimate = estimator_kernel(it.explorer->estimator, it.explorer->plan, 0);
  double plan_us = plan_total(it.explorer->estimator, it.explorer->plan).time_us;
  snprintf(line, sizeof line, "%.1f%% of the plan  limit dram, %s", 100 * estimate->time_us / plan_us,
           text_bytes(bytes, 16384.0 * 4096 * 6));
  press(&it, "w");
  assert_true(shows(&it, line));
  close_graph(&it);
}

static void test_views(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  int hidden = ops_pane(it.explorer)->list.count;
  press(&it, "v");
  assert_int_equal(ops_pane(it.explorer)->list.count, it.explorer->graph->op_count);
  press(&it, "/view_15<Enter>");
  while (!it.explorer->graph->ops[it.explorer->cursor].is_view)
    press(&it, "<Down>");
  assert_true(shows(&it, "only renames elements"));
  press(&it, "f");
  assert_true(shows(&it, "a view belongs to no kernel"));
  press(&it, "v"); // the cursor leaves the view
  assert_int_equal(ops_pane(it.explorer)->list.count, hidden);
  assert_false(it.explorer->graph->ops[it.explorer->cursor].is_view);
  close_graph(&it);
}

static void test_mouse_and_paste(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 80, 24);
  Rect ops = it.explorer->layout.inside[PANE_OPS];
  explorer_event(it.explorer,
                 &(Event){.kind = EVENT_MOUSE, .button = MOUSE_LEFT, .x = ops.x + 9, .y = ops.y + 3});
  assert_int_equal(it.explorer->cursor, 3);
  explorer_event(it.explorer,
                 &(Event){.kind = EVENT_MOUSE, .button = MOUSE_WHEEL_UP, .x = ops.x, .y = ops.y});
  assert_int_equal(it.explorer->cursor, 0);
  explorer_event(it.explorer, &(Event){.kind = EVENT_PASTE, .text = "qfffx"});
  assert_false(it.explorer->requests.quit);
  assert_int_equal(kernels(&it), 8);
  close_graph(&it);
}

// Panes, lists, searching, folding and the whole screen: lists close, and the pane with the keys is in sight.
static void test_every_size_and_pane(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 80, 24);
  static const int sizes[][2] = {{1, 1},   {5, 3},   {20, 5},   {21, 6},   {40, 10},
                                 {60, 20}, {79, 23}, {110, 30}, {200, 50}, {300, 100}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    grid_free(it.grid);
    it.grid = grid_new(sizes[i][0], sizes[i][1], true);
    explorer_resize(it.explorer, sizes[i][0], sizes[i][1]);
    press(&it, "1jjjw4je3G2jikt?<Esc>:cut<Esc>/mul<Esc>gZz");
    assert_false(it.explorer->picker.open || search_of(it.explorer)->typing);
    Rect inside = it.explorer->layout.inside[it.explorer->focus];
    if (sizes[i][0] >= LAYOUT_LEAST_WIDTH && sizes[i][1] >= LAYOUT_LEAST_HEIGHT)
      assert_true(inside.width > 0 && inside.height > 0);
  }
  close_graph(&it);
}

static void test_script_errors(void **state) {
  (void)state;
  Status status = {0};
  char path[512];
  snprintf(path, sizeof path, "%s/graphs/gelu_tanh.json", FUSEBOX_SOURCE_ROOT);
  Session *session = session_open(path, &(SessionOptions){.cache_folder = ""}, &status);
  Text out = {0};
  assert_false(ui_script_run(session, NULL, "my.keys", "j\n j <Nothing>\n", 80, 24, &out, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_non_null(strstr(status.message, "my.keys:2:4"));
  assert_false(ui_script_run(session, NULL, "my.keys", "size 0x3\n", 80, 24, &out, &status));
  assert_false(ui_script_run(session, &(UiOptions){.theme = "nosuch"}, "k", "", 80, 24, &out, &status));
  text_clear(&out);
  assert_true(ui_script_run(session, NULL, "k", "snap first\nj\nsnap second\nq\nsnap never\n", 60, 20, &out,
                            &status));
  assert_non_null(strstr(text_get(&out), "== second"));
  assert_null(strstr(text_get(&out), "== never"));
  text_clear(&out); // what has the keys alone: a pane with its name, then the list above it
  assert_true(ui_script_run(session, NULL, "k", "2\ncrop pane\n:\ncrop list\n", 120, 40, &out, &status));
  assert_non_null(strstr(text_get(&out), " 2 Kernels "));
  assert_non_null(strstr(text_get(&out), " Commands "));
  assert_null(strstr(text_get(&out), " 1 Ops "));
  text_free(&out);
  session_close(session);
}

// Work that no stop ends before it is let go.
static bool work_on(Session *session, void *data, const atomic_int *stop, Status *status) {
  (void)session, (void)stop, (void)status;
  pthread_mutex_t *gate = data;
  pthread_mutex_lock(gate);
  pthread_mutex_unlock(gate);
  return true;
}

static void end_work(Explorer *explorer, void *data, bool ok, const Status *status) {
  (void)explorer, (void)data, (void)status;
  assert_true(ok);
}

// The end of the program leaves a script behind that does not stop, but nothing that ends by itself.
static void test_left_behind(void **state) {
  (void)state;
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  for (int ends = 0; ends <= 1; ends++) {
    Fixture it = open_graph("softmax.json", 80, 24);
    WorkRequest request = {
        .kind = WORK_OWN, .name = "work", .ends = ends, .work = work_on, .finish = end_work, .data = &gate};
    pthread_mutex_lock(&gate);
    it.explorer->task = work_start(it.session, &request);
    assert_int_equal(background_settle(it.explorer, 1), ends);
    pthread_mutex_unlock(&gate);
    assert_true(background_settle(it.explorer, -1)); // it is done
    close_graph(&it);
  }
}

// Of a large plan that takes longer than anybody waits for a picture.
static void test_pictures_estimate_no_plan(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  assert_true(shows(&it, "10.6% of the plan")); // 250 of 2,350 us
  figures_free(it.explorer->figures);           // as before anything is estimated
  it.explorer->figures = figures_new(session_estimator(it.session), it.explorer->plan);
  explorer_draw(it.explorer, it.grid);
  assert_true(shows(&it, "limit dram") && !shows(&it, "of the plan"));
  assert_false(figures_complete(it.explorer->figures));
  explorer_work(it.explorer, -1);
  explorer_draw(it.explorer, it.grid);
  assert_true(shows(&it, "10.6% of the plan"));
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pictures_estimate_no_plan),
      cmocka_unit_test(test_left_behind),
      cmocka_unit_test(test_moving),
      cmocka_unit_test(test_fuse_undo_redo),
      cmocka_unit_test(test_fuse_all_then_cut),
      cmocka_unit_test(test_refusal_says_why),
      cmocka_unit_test(test_fuse_siblings),
      cmocka_unit_test(test_why_edges),
      cmocka_unit_test(test_why_tells_a_reason_once),
      cmocka_unit_test(test_search),
      cmocka_unit_test(test_search_for_a_name),
      cmocka_unit_test(test_heuristic_and_plans),
      cmocka_unit_test(test_dump_opens_at_its_plan),
      cmocka_unit_test(test_edges_are_counted),
      cmocka_unit_test(test_layer_of_the_cursor),
      cmocka_unit_test(test_palette_and_help),
      cmocka_unit_test(test_recompute_and_store),
      cmocka_unit_test(test_recompute_a_chain),
      cmocka_unit_test(test_why_says_the_limit),
      cmocka_unit_test(test_views),
      cmocka_unit_test(test_mouse_and_paste),
      cmocka_unit_test(test_every_size_and_pane),
      cmocka_unit_test(test_script_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
