// The explorer driven by keys, without a terminal: what keys do to the cursor and the picture.
#include "explorer/actions/search.h"
#include "explorer/panes/ops.h"
#include "fixture.h"

#include "explorer/state/background.h"

#include <pthread.h>
#include <stdio.h>

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

static void test_dump_opens_at_its_plan(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  assert_int_equal(kernels(&it), 55); // as many as its provenance lists
  assert_true(shows(&it, "plan inductor"));
  assert_true(shows(&it, "1.00x vs compiler"));
  close_graph(&it);
}

// In the header, where all that matters more has room.
// Ten launches only finish what kernels began (README.md of the dumps): where the first is, and how many
// more.
static void test_says_what_was_not_kept(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/resnet/forward", 120, 40);
  const DumpNotes *notes = session_dump_notes(it.explorer->session);
  assert_int_equal(notes->places, 10);
  char expected[128];
  snprintf(expected, sizeof expected,
           "the compiler's plan could not be kept at K%d and 9 more places: ! lists them",
           plan_home(it.explorer->plan, notes->first));
  assert_true(shows(&it, expected));
  close_graph(&it);
}

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

static void test_views(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  press(&it, "H none<Enter>"); // without copies
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
  for (int op = it.explorer->graph->op_count - 1; op >= 0; op--) { // nor comes to one, whoever sends it
    explorer_go(it.explorer, op);
    assert_false(it.explorer->graph->ops[it.explorer->cursor].is_view);
    assert_true(it.explorer->cursor == op || it.explorer->graph->ops[op].is_view);
  }
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

// Shapes that are longer than most are whole where names and the room between rails can give: of the first
// rows, these are [64,64,112,112].
static void test_long_shapes_are_whole(void **state) {
  (void)state;
  static const int sizes[][2] = {{80, 24}, {120, 40}};
  for (int i = 0; i < 2; i++) {
    Fixture it =
        open_graph_with("dumps/resnet/forward", &(SessionOptions){0}, GLYPHS_UTF8, sizes[i][0], sizes[i][1]);
    assert_true(times_shown(&it, "[64,64,112,112]") >= 3);
    assert_false(shows(&it, "[64,64,112,11\u2026"));
    assert_false(shows(&it, "[64,64,112,1\u2026"));
    close_graph(&it);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_long_shapes_are_whole),
      cmocka_unit_test(test_pictures_estimate_no_plan),
      cmocka_unit_test(test_left_behind),
      cmocka_unit_test(test_moving),
      cmocka_unit_test(test_dump_opens_at_its_plan),
      cmocka_unit_test(test_says_what_was_not_kept),
      cmocka_unit_test(test_edges_are_counted),
      cmocka_unit_test(test_layer_of_the_cursor),
      cmocka_unit_test(test_palette_and_help),
      cmocka_unit_test(test_views),
      cmocka_unit_test(test_mouse_and_paste),
      cmocka_unit_test(test_every_size_and_pane),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
