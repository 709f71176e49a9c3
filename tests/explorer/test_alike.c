// Edits of all alike places, by keys.
#include "fixture.h"

#include <string.h>

// A two-layer llama with every op alone: five norms, each the square of the stream and its mean.
static Fixture five_norms(void) {
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  press(&it, "H none<Enter>/pow_<Enter>");
  return it;
}

static void test_made_and_undone_as_one(void **state) {
  (void)state;
  Fixture it = five_norms();
  int alone = kernels(&it), undo = plan_undo_depth(it.explorer->plan);
  press(&it, "8");
  assert_true(shows(&it, "xall alike"));
  assert_true(shows(&it, "5 kernels are as K"));
  press(&it, "f");
  assert_int_equal(kernels(&it), alone - 5);
  assert_true(shows(&it, "fused in 5 alike places"));
  assert_int_equal(plan_undo_depth(it.explorer->plan), undo + 1);
  press(&it, "x");
  assert_int_equal(kernels(&it), alone);
  assert_true(shows(&it, "cut in 5 alike places"));
  press(&it, "uu");
  assert_int_equal(kernels(&it), alone);
  press(&it, "8f");
  assert_int_equal(kernels(&it), alone - 1);
  close_graph(&it);
}

// The preview tells the sum before it is made, which is then what comes out.
static void test_preview_is_what_comes_out(void **state) {
  (void)state;
  Fixture it = five_norms();
  double before = explorer_time(it.explorer);
  press(&it, "8a");
  assert_true(shows(&it, "in 5 alike places: DRAM -671.1 MB  time -153 us")); // five times 67.1 MB, twice
  press(&it, "<Enter>");
  assert_true(shows(&it, "DRAM -671.1 MB  time -153 us"));
  assert_float_equal(before - explorer_time(it.explorer), 153, 0.5);
  close_graph(&it);
}

// Where some places refuse, that is told with their number; asked again, the others are made.
static void test_again_makes_the_rest(void **state) {
  (void)state;
  Fixture it = five_norms();
  int alone = kernels(&it), op = it.explorer->cursor;
  Reason reason;
  int mean = graph_neighbours(it.explorer->graph, op).consumers[0];
  assert_true(plan_pin(it.explorer->plan, PIN_APART, op, mean, &reason));
  press(&it, "n8f"); // from the next one
  assert_int_equal(kernels(&it), alone);
  assert_true(it.explorer->message_failed);
  assert_true(shows(&it, "cannot fuse in 1 of 5 alike places (again: in the other 4): "));
  press(&it, "f");
  assert_int_equal(kernels(&it), alone - 4);
  assert_true(shows(&it, "fused in 4 of 5 alike places"));
  close_graph(&it);
}

// On a row of layers that are alike an edit is made in each of them: two residual sums each, before a norm.
static void test_on_a_row_of_layers(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  press(&it, "H none<Enter>[[))kj");
  assert_true(shows(&it, "x2 block 1-2 of 2"));
  int alone = kernels(&it), undo = plan_undo_depth(it.explorer->plan);
  press(&it, "8>");
  assert_true(shows(&it, "fused in 4 alike places"));
  assert_int_equal(kernels(&it), alone - 4);
  press(&it, "u");
  assert_int_equal(kernels(&it), alone);
  assert_int_equal(plan_undo_depth(it.explorer->plan), undo);
  close_graph(&it);
}

static void test_pins_and_knobs(void **state) {
  (void)state;
  Fixture it = five_norms();
  int count;
  press(&it, "8^always<Space>with<Enter>");
  plan_pins(it.explorer->plan, &count);
  assert_int_equal(count, 5);
  press(&it, "u sthreads<Enter>128<Enter>");
  assert_true(shows(&it, "threads set to 128 in 5 alike places"));
  press(&it, "r");
  assert_true(shows(&it, "alike places"));
  close_graph(&it);
}

// The values of a knob are priced for all alike kernels, and at that price they are set.
static void test_knob_values_are_priced_together(void **state) {
  (void)state;
  Fixture it = five_norms();
  press(&it, "svector<Enter>");
  for (int i = 0; i < it.explorer->picker.items.count; i++)
    assert_null(strstr(it.explorer->picker.items.data[i].detail, "alike"));
  press(&it, "<Esc>8svector<Enter>");
  const char *priced = NULL;
  for (int i = 0; i < it.explorer->picker.items.count && !priced; i++)
    if (text_equal(it.explorer->picker.items.data[i].label, "1"))
      priced = strstr(it.explorer->picker.items.data[i].detail, "; 5 alike ");
  assert_non_null(priced);
  Text expected = {0};
  text_printf(&expected, "time %s", priced + strlen("; 5 alike "));
  press(&it, "1<Enter>");
  assert_true(shows(&it, "vector set to 1 in 5 alike places"));
  assert_true(shows(&it, text_get(&expected)));
  text_free(&expected);
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_made_and_undone_as_one), cmocka_unit_test(test_preview_is_what_comes_out),
      cmocka_unit_test(test_again_makes_the_rest),   cmocka_unit_test(test_pins_and_knobs),
      cmocka_unit_test(test_on_a_row_of_layers),     cmocka_unit_test(test_knob_values_are_priced_together)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
