// Folding by layer and by source line, and the strip that shows where the time is.
#include "explorer/actions/action.h"
#include "explorer/panes/heat.h"
#include "explorer/panes/ops.h"
#include "fixture.h"

#include <math.h>

static void test_layers_fold_into_rows(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  press(&it, "H none<Enter>"); // without copies
  OpList *list = &ops_pane(it.explorer)->list;
  int before = list->count;
  press(&it, "[");
  assert_int_equal(list->count, before - 57 + 1 - 54 + 1); // ops of the two layers
  assert_true(shows(&it, "block 1 of 2"));
  assert_true(shows(&it, "57 ops"));
  press(&it, "[["); // together, then open
  assert_int_equal(list->count, before);
  press(&it, ")]"); // only the layer of the cursor
  assert_int_equal(list->count, before - 57 + 1);
  press(&it, "z"); // on a folded layer: unfolds it
  assert_int_equal(list->count, before);
  close_graph(&it);
}

// Alike layers share a row; one of them can be unfolded by itself, and folds back into it.
static void test_alike_layers_share_a_row(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  OpsPane *pane = ops_pane(it.explorer);
  press(&it, "H none<Enter>");
  int before = pane->list.count, together = before - 57 - 54 + 1;
  press(&it, "[[");
  assert_true(shows(&it, "2 layers in 1 row: alike ones share one"));
  press(&it, "g))");
  assert_int_equal(pane->list.count, together);
  assert_true(shows(&it, "x2 block 1-2 of 2  111 ops"));
  const Sections *sections = pane->folding.sections;
  int first = sections->of[it.explorer->cursor] - 1;
  press(&it, "kjz"); // onto the row, which stands for its last op: the first is unfolded
  assert_int_equal(sections->of[it.explorer->cursor], first);
  assert_int_equal(pane->list.count, before - 54 + 1);
  press(&it, "]");
  assert_int_equal(pane->list.count, together);
  press(&it, ")z"); // brought to the second
  assert_int_equal(sections->of[it.explorer->cursor], first + 1);
  assert_int_equal(pane->list.count, before - 57 + 1);
  press(&it, "[");
  assert_true(shows(&it, "2 layers unfolded"));
  assert_int_equal(pane->list.count, before);
  close_graph(&it);
}

static void test_moving_by_layers(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  const Sections *sections = folding_sections(&ops_pane(it.explorer)->folding);
  press(&it, ")");
  assert_int_equal(sections->of[it.explorer->cursor], 1);
  press(&it, "jj(");
  assert_int_equal(it.explorer->cursor, sections->list[1].first);
  press(&it, "(");
  assert_int_equal(sections->of[it.explorer->cursor], 0);
  press(&it, "))))))");
  assert_int_equal(sections->of[it.explorer->cursor], sections->count - 1);
  close_graph(&it);
}

static void test_source_lines_fold(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  press(&it, "\\[");
  assert_int_equal(ops_pane(it.explorer)->folding.sections->by, SECTIONS_BY_SOURCE);
  assert_true(shows(&it, "modeling_llama.py:388  2 ops"));
  close_graph(&it);
  it = open_graph("gelu_tanh.json", 120, 40); // names tell no layers
  press(&it, "[");
  assert_true(it.explorer->message_failed);
  assert_true(shows(&it, "the graph has no layers to fold: nothing repeats, and op names tell no scopes"));
  close_graph(&it);
}

static void test_density_adds_up_to_the_plan(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  Explorer *explorer = it.explorer;
  double plan = explorer_time(explorer);
  assert_true(density_update(explorer));
  double rows = density_rows(&ops_pane(explorer)->density, 0, ops_pane(explorer)->rails->row_count - 1);
  assert_true(fabs(rows - plan) < 1e-6 * plan);
  press(&it, "v"); // views take no time
  assert_true(density_update(explorer));
  rows = density_rows(&ops_pane(explorer)->density, 0, ops_pane(explorer)->rails->row_count - 1);
  assert_true(fabs(rows - plan) < 1e-6 * plan);
  close_graph(&it);
}

static void check_density(Explorer *explorer) {
  const OpsPane *pane = ops_pane(explorer);
  explorer_time(explorer); // all estimates are known
  assert_true(density_update(explorer));
  assert_int_equal(pane->density.kernels, plan_kernel_count(explorer->plan));
  for (int row = 0; row < pane->rails->row_count; row++) {
    int home = plan_home(explorer->plan, pane->rails->op[row]);
    double time = estimator_kernel(explorer->estimator, explorer->plan, home)->time_us /
                  plan_kernel(explorer->plan, home).op_count;
    assert_true(fabs(density_rows(&pane->density, row, row) - time) < 1e-6 * time);
    assert_true(density_times(explorer)[home] == heat_time(explorer, home, NULL));
  }
}

// Only what an edit changed is looked at again.
static void test_density_follows_edits(void **state) {
  (void)state;
  static const char *const keys[] = {"f", "j", "f", "x", "u",     "u", "r", "F",
                                     "<", "u", ">", "u", "<C-r>", "G", "f"};
  Fixture it = open_graph("dumps/mix/backward", 120, 40);
  check_density(it.explorer);
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    press(&it, keys[i]);
    check_density(it.explorer);
  }
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_layers_fold_into_rows),
      cmocka_unit_test(test_alike_layers_share_a_row),
      cmocka_unit_test(test_moving_by_layers),
      cmocka_unit_test(test_source_lines_fold),
      cmocka_unit_test(test_density_adds_up_to_the_plan),
      cmocka_unit_test(test_density_follows_edits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
