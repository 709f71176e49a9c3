// Setting knobs of a schedule by hand: what is listed, what a choice does to the plan, what is refused.
#include "fixture.h"

#include <stdio.h>
#include <string.h>

static const PickerItem *item_named(const Fixture *it, const char *label) {
  const Picker *picker = &it->explorer->picker;
  for (int i = 0; i < picker->items.count; i++)
    if (text_equal(picker->items.data[i].label, label)) return &picker->items.data[i];
  fail_msg("%s is not listed", label);
  return NULL;
}

static int rows_of(const Fixture *it) {
  return plan_lowered(it->explorer->plan, explorer_kernel(it->explorer))->schedule.knob[KNOB_rows];
}

static void test_set_and_undo(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  press(&it, "H greedy<Enter>");
  int before = rows_of(&it), edits = plan_undo_depth(it.explorer->plan);
  int wanted = before == 2 ? 4 : 2;
  press(&it, before == 2 ? "srows<Enter>4<Enter>" : "srows<Enter>2<Enter>");
  assert_int_equal(rows_of(&it), wanted);
  assert_int_equal(plan_undo_depth(it.explorer->plan), edits + 1);
  assert_true(shows(&it, "rows set to"));
  press(&it, "srows<Enter>rules<Enter>");
  assert_int_equal(rows_of(&it), before);
  assert_true(shows(&it, "rows as the rules choose"));
  press(&it, "uu");
  assert_int_equal(rows_of(&it), before);
  assert_int_equal(plan_undo_depth(it.explorer->plan), edits);
  close_graph(&it);
}

// What is listed beside a value is what the kernel is estimated at once it is set.
static void test_listed_estimate_comes_true(void **state) {
  (void)state;
  Fixture it = open_graph("rmsnorm_backward_mix.json", 120, 40);
  press(&it, "H greedy<Enter> srows<Enter>");
  char listed[128];
  snprintf(listed, sizeof listed, "%s", item_named(&it, "16")->detail);
  assert_non_null(strstr(listed, "est "));
  press(&it, "16<Enter>");
  assert_int_equal(rows_of(&it), 16);
  press(&it, "srows<Enter>");
  assert_string_equal(item_named(&it, "16")->detail, listed);
  assert_string_equal(item_named(&it, "16")->keys, "now");
  close_graph(&it);
}

static int knob_of(const Fixture *it, Knob knob) {
  return plan_lowered(it->explorer->plan, explorer_kernel(it->explorer))->schedule.knob[knob];
}

// Rows and columns of a product come in steps of 64; 256 columns beside 128 rows where groups share a tile.
static void test_tiles_of_a_product(void **state) {
  (void)state;
  Fixture it = open_graph("linear_gelu.json", 120, 40);
  press(&it, "/addmm<Enter>f scolumns<Enter>");
  assert_null(item_named(&it, "192")->off);
  assert_non_null(strstr(item_named(&it, "256")->off, "registers of a thread, which has 232"));
  press(&it, "<Esc>scooperative<Enter>1<Enter>scolumns<Enter>256<Enter>");
  assert_false(it.explorer->message_failed);
  assert_int_equal(knob_of(&it, KNOB_columns), 256);
  assert_int_equal(knob_of(&it, KNOB_cooperative), 1);
  press(&it, "srows<Enter>");
  assert_non_null(strstr(item_named(&it, "192")->off, "64 or 128 of a tile's rows"));
  close_graph(&it);
}

static void test_what_does_not_fit(void **state) {
  (void)state;
  Fixture it = open_graph("rmsnorm_backward_mix.json", 120, 40);
  press(&it, "H greedy<Enter> srows<Enter>");
  assert_non_null(item_named(&it, "1024")->off);
  uint64_t hash = plan_hash(it.explorer->plan);
  press(&it, "1024<Enter>");
  assert_true(it.explorer->message_failed);
  assert_true(plan_hash(it.explorer->plan) == hash);
  press(&it, "srows<Enter>nosuchvalue<Enter>");
  assert_true(it.explorer->message_failed);
  press(&it, "snosuchknob<Enter>");
  assert_true(shows(&it, "there is no knob"));
  assert_true(plan_hash(it.explorer->plan) == hash);
  close_graph(&it);
}

static void test_library_has_none(void **state) {
  (void)state;
  Fixture it = open_graph("linear_relu.json", 120, 40);
  int library = NO_OP;
  for (int op = 0; op < it.explorer->graph->op_count; op++)
    if (it.explorer->graph->ops[op].op_class == CLASS_CONTRACTION) library = op;
  assert_int_not_equal(library, NO_OP);
  explorer_go(it.explorer, library);
  press(&it, "s");
  assert_false(it.explorer->picker.open);
  assert_true(shows(&it, "no knobs"));
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_set_and_undo),      cmocka_unit_test(test_listed_estimate_comes_true),
      cmocka_unit_test(test_what_does_not_fit), cmocka_unit_test(test_tiles_of_a_product),
      cmocka_unit_test(test_library_has_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
