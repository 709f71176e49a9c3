// What has no room is left out whole, or goes on in the next line: no sentence and no word is cut.
#include "fixture.h"

#include "tui/number.h"

#include <stdio.h>

// Of Memory's columns only those that are there are explained, and a word only where a tensor is told by it.
static void test_legend_is_of_the_columns(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  press(&it, "Hgreedy<Enter>M");
  assert_true(shows(&it, "distinct"));
  assert_false(shows(&it, "in L2"));
  assert_false(shows(&it, "lines:"));
  assert_false(shows(&it, "scattered"));
  press(&it, "4=");
  assert_true(shows(&it, "in L2: what the kernels before"));
  assert_true(shows(&it, "lines: how much"));
  close_graph(&it);
  it = open_graph("transpose_add_relu.json", 120, 40);
  press(&it, "M");
  assert_false(shows(&it, "scattered"));
  press(&it, "srows<Enter>8<Enter>"); // a tile of 8 rows: 32 bytes of each line
  assert_true(shows(&it, "MB  scattered"));
  assert_true(shows(&it, "scattered: a warp uses less than half"));
  press(&it, "4=");
  assert_true(shows(&it, "lines: how much"));
  assert_true(shows(&it, "scattered: a warp uses less than half"));
  close_graph(&it);
}

// Names have what figures leave.
static void test_names_of_tensors(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/gpt2/forward", 200, 60);
  press(&it, "M");
  assert_true(shows(&it, "ld inductor_seeds_default  "));
  assert_true(shows(&it, "st embedding               "));
  close_graph(&it);
}

// So do the sums above, each with what it is.
static void test_sums_are_whole(void **state) {
  (void)state;
  static const int widths[] = {200, 120};
  for (int i = 0; i < 2; i++) {
    Fixture it = open_graph("softmax.json", widths[i], 60);
    press(&it, "Hgreedy<Enter>M");
    assert_true(shows(&it, "each tensor once"));
    assert_true(shows(&it, "in 32 B sectors"));
    assert_true(shows(&it, "between L1 and L2"));
    assert_true(shows(&it, "from an empty L2"));
    close_graph(&it);
  }
}

// The bar of a limit gives way to what it is of, down to panes of 45 columns.
static void test_limits_are_whole(void **state) {
  (void)state;
  static const int widths[] = {200, 120, 100, 80};
  for (int i = 0; i < 4; i++) {
    Fixture it = open_graph("softmax.json", widths[i], 60);
    press(&it, "Hgreedy<Enter>I");
    assert_true(shows(&it, "% binds"));
    close_graph(&it);
  }
}

// In a pane of 44 columns the cliff's names and bars are shorter: of each number all is there, spilled bytes
// among them.
static void test_numbers_of_the_cliff_are_whole(void **state) {
  (void)state;
  for (int spills = 0; spills < 2; spills++) {
    Fixture it = open_graph("rmsnorm_backward.json", 46, 70);
    press(&it, spills ? "Hgreedy<Enter>sregisters<Enter>64<Enter>A" : "Hgreedy<Enter>A");
    while (shows(&it, "asking"))
      press(&it, "<C-l>");
    assert_true(shows(&it, spills ? " occ      time   spills" : " occ      time"));
    assert_true(shows(&it, "rows  regs   occ    spills      time"));
    assert_int_equal(times_shown(&it, "  now"), 1);
    char number[NUMBER_SIZE], last[64]; // the whole kernel's, which is the plan's
    number_time(number, it.explorer->figures->total.time_us, GLYPHS_ASCII);
    snprintf(last, sizeof last, "%%%10s  ", number);
    assert_true(shows(&it, last));
    close_graph(&it);
  }
}

static void test_examples_of_a_filter_are_whole(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 80, 24);
  press(&it, "2&");
  assert_true(shows(&it, "such as time>5  regs>64  dram>1M  err>20  row  spill"));
  assert_false(shows(&it, "spill  l"));
  close_graph(&it);
}

// In a pane of 53 columns the price of what joins late stands in a second line.
static void test_price_of_what_joins_is_whole(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_readers.json", 120, 40);
  press(&it, "Hbytes<Enter>A");
  assert_true(shows(&it, "cheapest up to"));
  assert_true(shows(&it, "joins later costs"));
  assert_true(shows(&it, "+33.9"));
  close_graph(&it);
}

// "for the same reason" goes into a line of its own where it has no room behind a name.
static void test_same_reason_is_whole(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/resnet/backward", 120, 60);
  press(&it, "Hcompiler<Enter>/convolution_backward<Enter>la");
  assert_true(shows(&it, "recompute convolution_backward here"));
  assert_true(shows(&it, "for the same reason"));
  close_graph(&it);
}

// A kernel's name that is longer than a line of a note goes on in the next one, with the number that tells it
// from others.
static void test_kernels_of_notes_keep_their_number(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/resnet/backward", 80, 24);
  press(&it, "!");
  assert_true(shows(&it, "| - 20 launches, triton_per_fused_as_strided_div_expand_native_batch_n "));
  assert_true(shows(&it, "| orm_backward_threshold_backward_3 (launch 4) the first, "));
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_legend_is_of_the_columns),
      cmocka_unit_test(test_names_of_tensors),
      cmocka_unit_test(test_sums_are_whole),
      cmocka_unit_test(test_limits_are_whole),
      cmocka_unit_test(test_numbers_of_the_cliff_are_whole),
      cmocka_unit_test(test_examples_of_a_filter_are_whole),
      cmocka_unit_test(test_same_reason_is_whole),
      cmocka_unit_test(test_price_of_what_joins_is_whole),
      cmocka_unit_test(test_kernels_of_notes_keep_their_number),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
