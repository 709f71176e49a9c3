// The kernel table: filter, groups, columns for a width.
#include "explorer/actions/action.h"
#include "explorer/panes/heat.h"
#include "explorer/panes/kernel_columns.h"
#include "explorer/panes/kernel_filter.h"
#include "explorer/panes/kernels.h"
#include "explorer/panes/ops.h"
#include "fixture.h"

#include <string.h>

#include <stdio.h>

static int passing(const Fixture *it, const char *filter) {
  int count, passed = 0;
  Plan *plan = it->explorer->plan;
  const int *order = plan_order(plan, &count);
  for (int i = 0; i < count; i++) {
    KernelFigures figures = kernel_figures(it->session, order[i]);
    passed += kernel_filter_matches(filter, plan, &figures);
  }
  return passed;
}

static void test_words_of_a_filter(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  int all = kernels(&it);
  assert_int_equal(passing(&it, ""), all);
  assert_int_equal(passing(&it, "lib") + passing(&it, "!lib"), all);
  assert_int_equal(passing(&it, "library"), passing(&it, "lib"));
  assert_int_equal(passing(&it, "K223"), 1);
  assert_int_equal(passing(&it, "rsqrt lib"), 0); // both words must hold
  assert_int_equal(passing(&it, "rsqrt"), 5);     // two norms a layer, and the last: each a kernel
  assert_int_equal(passing(&it, "time>0"), all);
  assert_int_equal(passing(&it, "time<=100") + passing(&it, "time>100"), all);
  assert_int_equal(passing(&it, "dram>=0.5G"), passing(&it, "dram>=500M"));
  assert_int_equal(passing(&it, "ops=1") + passing(&it, "ops>1"), all);
  assert_int_equal(passing(&it, "meas>0"), 0); // nothing is measured
  assert_int_equal(passing(&it, "!meas>0"), all);
  assert_int_equal(passing(&it, "regs>0"), passing(&it, "!lib")); // of library kernels they are not known
  close_graph(&it);
}

static void test_what_is_wrong_with_a_filter(void **state) {
  (void)state;
  Text text = {0};
  assert_false(kernel_filter_problem("time>5 !lib row", &text));
  assert_true(kernel_filter_problem("tme>5", &text));
  assert_non_null(strstr(text_get(&text), "\"tme>5\""));
  text_clear(&text);
  assert_true(kernel_filter_problem("time>", &text));
  text_clear(&text);
  assert_true(kernel_filter_problem("x<ääääääääääääääääääääääääääääääääääääääää", &text));
  for (size_t at = 0; at < text.length;) { // a long word is cut, but never inside a character
    uint32_t codepoint;
    int bytes = text_decode(text.data + at, text.length - at, &codepoint);
    assert_true(bytes > 0);
    at += (size_t)bytes;
  }
  text_clear(&text);
  assert_true(kernel_filter_problem("time>5x", &text));
  text_free(&text);
}

static void test_the_filter_line(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  KernelTable *table = &kernels_pane(it.explorer)->table;
  press(&it, "&lib");
  assert_true(kernels_filtering(it.explorer));
  assert_true(shows(&it, "filter: lib"));
  assert_int_equal(table->shown, passing(&it, "lib"));
  press(&it, "<Enter>");
  assert_false(kernels_filtering(it.explorer));
  assert_int_equal(table->shown, passing(&it, "lib"));
  press(&it, "&x<Esc>");
  assert_int_equal(table->shown, passing(&it, "lib"));
  press(&it, "&row"); // another one, not "librow"
  assert_true(shows(&it, "filter: row"));
  assert_int_equal(table->shown, passing(&it, "row"));
  press(&it, "<Enter>");
  assert_true(shows(&it, "& and nothing shows all"));
  press(&it, "&<Enter>");
  assert_int_equal(table->shown, kernels(&it));
  close_graph(&it);
}

static void test_groups_have_every_kernel_once(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  KernelTable *table = &kernels_pane(it.explorer)->table;
  press(&it, "|");
  int seen = 0, headings = 0, together = 0;
  for (int i = 0; i < table->count; i++) {
    bool heading = table->rows[i].kernel == NO_KERNEL;
    headings += heading;
    seen += !heading;
    if (heading) together += table->sums[table->rows[i].section].kernels;
    if (!heading) assert_int_equal(table->row_of[table->rows[i].kernel], i);
  }
  assert_int_equal(seen, kernels(&it));
  assert_int_equal(together, seen);
  assert_int_equal(headings, 4); // before, two layers, behind
  assert_true(shows(&it, "block 1 of 2"));
  press(&it, "2g");
  for (int i = 0; i < 100; i++) // over all headings
    press(&it, "j");
  assert_int_equal(table->row_of[explorer_kernel(it.explorer)], table->count - 1);
  press(&it, "g");
  assert_int_equal(table->row_of[explorer_kernel(it.explorer)], 1);
  close_graph(&it);
}

// Alike kernels are one row with their sum; the rows together hold every kernel once, and unfold.
static void test_alike_kernels_are_one_row(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  KernelTable *table = &kernels_pane(it.explorer)->table;
  press(&it, "H none<Enter>2||");
  assert_int_equal(table->grouping, GROUPING_ALIKE);
  assert_true(shows(&it, "rows of 150 kernels"));
  press(&it, "/pow_<Enter>2");
  int held = 0, rows = table->count, five = table->row_of[explorer_kernel(it.explorer)];
  double time = 0;
  for (int i = 0; i < table->count; i++) {
    const KernelSum *sum =
        table->rows[i].class < 0 ? NULL : &table->alike.shown.list.data[table->rows[i].class].sum;
    held += sum ? sum->kernels : 1;
    time += sum ? sum->time_us : plan_cost_kernel(it.explorer->figures->cost, table->rows[i].kernel)->time_us;
  }
  assert_int_equal(held, 150);
  assert_float_equal(time, explorer_time(it.explorer), 1e-6);
  assert_true(shows(&it, "x5")); // the squares of the norms
  press(&it, "n2");              // to another of them: still in the row
  assert_int_equal(table->row_of[explorer_kernel(it.explorer)], five);
  press(&it, "z");
  assert_int_equal(table->count, rows + 4);
  press(&it, "z|");
  assert_int_equal(table->grouping, GROUPING_NONE);
  assert_int_equal(table->count, 150);
  close_graph(&it);
}

static int held_by_rows(const KernelTable *table) {
  int held = 0;
  for (int i = 0; i < table->count; i++) {
    int class = table->rows[i].class;
    held += class < 0 ? 1 : table->alike.shown.list.data[class].sum.kernels;
  }
  return held;
}

// While rows are made in slices those from before are whole, with the sums of alike kernels.
static void test_rows_from_before(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  KernelTable *table = &kernels_pane(it.explorer)->table;
  KernelSource source = {it.session, it.explorer->figures->cost, NULL};
  press(&it, "H none<Enter>2||");
  int rows = table->count;
  for (int grouping = 0; grouping < GROUPING_COUNT; grouping++) {
    if (grouping == GROUPING_LAYERS) continue; // asks for sections
    table->grouping = (KernelGrouping)grouping;
    kernel_table_begin(table, &source);
    for (int kernel = 0; kernel < 150; kernel += 10) {
      assert_int_equal(table->count, rows);
      assert_int_equal(held_by_rows(table), 150);
      assert_false(kernel_table_work(table, &source, kernel ? 10 : 9));
    }
    assert_true(kernel_table_work(table, &source, 10));
    assert_int_equal(held_by_rows(table), 150);
    rows = table->count;
  }
  assert_true(rows < 150);
  close_graph(&it);
}

// Another cut of the graph makes other groups.
static void test_groups_follow_the_sections(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  KernelTable *table = &kernels_pane(it.explorer)->table;
  press(&it, "|");
  int before = table->count;
  press(&it, "\\");
  assert_true(table->count > before); // source lines are more than layers
  for (int row = 0; row < table->count; row++)
    assert_in_range(table->rows[row].section, 0, ops_pane(it.explorer)->folding.sections->count - 1);
  press(&it, "\\");
  assert_int_equal(table->count, before);
  close_graph(&it);
}

// What the estimate says of spills is in the table, and found by its word, before anything is compiled.
static void test_estimated_spills(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/mix/backward", 120, 40);
  press(&it, "/K9<Enter>");
  assert_false(shows(&it, "spill"));
  press(&it, "sregisters<Enter>16<Enter>");
  assert_true(shows(&it, " spill"));
  press(&it, "2&spill<Enter>");
  assert_int_equal(kernels_pane(it.explorer)->table.shown, 1);
  assert_int_equal(kernels_pane(it.explorer)->table.rows[0].kernel, 9);
  close_graph(&it);
}

// However long the names are: the estimate stays, and shows what the previewed candidate would change.
static void test_header_keeps_the_estimate(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/mix/backward", 34, 20);
  assert_true(shows(&it, "est 739 us"));
  press(&it, "$a"); // what it would be has no room beside a title that can be known
  assert_true(shows(&it, "~") && shows(&it, "est 739 us"));
  assert_false(shows(&it, "739 us->"));
  close_graph(&it);
  for (int width = 40; width <= 45; width++) { // 31 columns beside it would leave the title at most 9
    it = open_graph("dumps/mix/backward", width, 24);
    press(&it, "$a");
    assert_true(shows(&it, "est 739 us->661 us"));
    assert_false(shows(&it, "(-78.8 us)"));
    close_graph(&it);
  }
  it = open_graph("dumps/mix/backward", 80, 24);
  press(&it, "$a");
  assert_true(shows(&it, "est 739 us->661 us (-78.8 us)"));
  close_graph(&it);
  it = open_graph("dumps/llama/forward", 80, 24); // the plan's name gives way, not its kernels
  press(&it, "8a");
  assert_true(shows(&it, "150 ops->55 kernels  xall   est 5.25 ms->5.25 ms (-"));
  close_graph(&it);
}

// Shapes are whole on a screen of 120 columns; names are cut in the middle.
static void test_shapes_are_whole(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  assert_true(shows(&it, "bool [1,1,2048,2048] "));
  assert_true(shows(&it, "conver~t_type f32  [1,1,2048]"));
  close_graph(&it);
  it = open_graph("dumps/rmsmodel/forward", 120, 40); // just the room that names and shapes need
  assert_true(shows(&it, "f32  [32,2048,512] "));
  close_graph(&it);
}

// Six ops of another dtype than the file says, one of them of yet another: two notes, not six.
static void test_equal_notes_are_told_once(void **state) {
  (void)state;
  Fixture it = open_graph("../tests/explorer/alike_notes.json", 100, 30);
  press(&it, "!");
  assert_true(shows(&it, "a_1: the file says dtype f16, inferred f32 (and 4 more such)"));
  assert_true(shows(&it, "a_3: the file says dtype bf16, inferred f32"));
  assert_false(shows(&it, "a_12: "));
  assert_false(shows(&it, "dot.118: "));
  close_graph(&it);
}

static void test_levels_halve(void **state) {
  (void)state;
  assert_int_equal(heat_level(0, 100), 0);
  assert_int_equal(heat_level(100, 100), 8);
  assert_int_equal(heat_level(51, 100), 8);
  assert_int_equal(heat_level(49, 100), 7);
  assert_int_equal(heat_level(24, 100), 6);
  assert_int_equal(heat_level(0.01, 100), 1);
}

static void check_columns(int slots, KernelLevels levels) {
  int before = 0;
  for (int width = 1; width < 250; width++) {
    KernelLayout layout = kernel_layout(width, kernel_id_width(slots), levels);
    assert_true(levels.timed || !layout.shown[COLUMN_SPREAD]);
    assert_true(levels.profiled || !layout.shown[COLUMN_PROFILE]);
    assert_true(levels.dynamic || !layout.shown[COLUMN_DYNAMIC]);
    int used = layout.kind + KERNEL_KIND_WIDTH - 1,
        shown = 0; // its last column may be of the next one's blanks
    for (int i = 0; i < COLUMN_COUNT; i++) {
      if (!layout.shown[i]) continue;
      used += kernel_column_width((KernelColumn)i);
      shown++;
      assert_true(layout.end[i] <= width);
    }
    assert_true(shown == 0 || used <= width);
    assert_true(shown >= before); // more room never shows less
    before = shown;
  }
  assert_int_equal(before, COLUMN_COUNT - !levels.timed - !levels.profiled - !levels.dynamic);
}

static void test_columns_fit(void **state) {
  (void)state;
  for (int levels = 0; levels < 8; levels++)
    for (int slots = 1000; slots <= 32000; slots *= 32)
      check_columns(slots, (KernelLevels){levels & 1, levels & 2, levels & 4});
}

// The table of a screen of 120 columns is 55 wide: how many ops a kernel has is among what it says.
static void test_ops_beside_the_figures_at_55(void **state) {
  (void)state;
  static const KernelColumn wanted[] = {COLUMN_OPS,  COLUMN_REGISTERS, COLUMN_COMPILED, COLUMN_DRAM,
                                        COLUMN_TIME, COLUMN_MEASURED,  COLUMN_STATE};
  for (int timed = 0; timed < 2; timed++) {
    KernelLayout layout = kernel_layout(55, kernel_id_width(1000), (KernelLevels){.timed = timed});
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
      assert_true(layout.shown[wanted[i]]);
    layout = kernel_layout(55, kernel_id_width(10000),
                           (KernelLevels){.timed = timed}); // a column less for all of them
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
      assert_true(layout.shown[wanted[i]]);
  }
  // With counts of alike kernels: the times, while there are none, give way.
  KernelLayout layout = kernel_layout(55, kernel_id_width(1000) + 4, (KernelLevels){0});
  assert_true(layout.shown[COLUMN_OPS] && !layout.shown[COLUMN_MEASURED]);
}

// The cursor's column, the id of the last slot and a blank.
static void test_ids_have_room(void **state) {
  (void)state;
  assert_int_equal(kernel_id_width(0), 6);
  assert_int_equal(kernel_id_width(1000), 6);  // " K999 "
  assert_int_equal(kernel_id_width(1001), 7);  // " K1000 "
  assert_int_equal(kernel_id_width(10000), 7); // " K9999 "
  assert_int_equal(kernel_id_width(10001), 8);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_words_of_a_filter),
      cmocka_unit_test(test_what_is_wrong_with_a_filter),
      cmocka_unit_test(test_the_filter_line),
      cmocka_unit_test(test_groups_have_every_kernel_once),
      cmocka_unit_test(test_alike_kernels_are_one_row),
      cmocka_unit_test(test_rows_from_before),
      cmocka_unit_test(test_groups_follow_the_sections),
      cmocka_unit_test(test_estimated_spills),
      cmocka_unit_test(test_header_keeps_the_estimate),
      cmocka_unit_test(test_shapes_are_whole),
      cmocka_unit_test(test_equal_notes_are_told_once),
      cmocka_unit_test(test_levels_halve),
      cmocka_unit_test(test_columns_fit),
      cmocka_unit_test(test_ops_beside_the_figures_at_55),
      cmocka_unit_test(test_ids_have_room),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
