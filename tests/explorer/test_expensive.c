// The key that goes to what costs most of what can be changed.
#include "cost/candidates.h"
#include "explorer/panes/heat.h"
#include "fixture.h"

#include <stdio.h>

// Whether the candidates of an op of the kernel hold a possible one.
static bool offers(Fixture *it, int kernel) {
  const PlanKernel found = plan_kernel(it->explorer->plan, kernel);
  Candidates *candidates = candidates_new(it->explorer->estimator, it->explorer->plan);
  bool any = false;
  for (int i = 0; i < found.op_count && !any; i++) {
    candidates_look(candidates, found.ops[i]);
    while (candidates_ask(candidates)) {
    }
    any = candidates->legal_count > 0;
  }
  candidates_free(candidates);
  return any;
}

typedef struct Reach {
  int free, changeable; // kernels: without those that libraries run for good; those that can be changed
  double fixed_us, all_us;
} Reach;

// Of libraries' kernels those are asked of that take a thousandth of the time.
static Reach find_reach(Fixture *it) {
  Reach reach = {0};
  int count;
  const int *order = plan_order(it->explorer->plan, &count);
  double total = it->explorer->figures->total.time_us;
  for (int i = 0; i < count; i++) {
    const Estimate *estimate = plan_cost_kernel(it->explorer->figures->cost, order[i]);
    bool can = offers(it, order[i]), free = !estimate->is_library;
    if (!free) free = can && estimate->time_us >= 1e-3 * total;
    reach.all_us += estimate->time_us;
    if (!free) reach.fixed_us += estimate->time_us;
    reach.free += free;
    reach.changeable += free && can;
  }
  return reach;
}

// It stops where a change is possible, and nowhere else: library calls and what stands between them are
// passed over, but products that one of their readers can join and attention that can compute its mask.
static void test_most_expensive_first(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  explorer_time(it.explorer);
  Reach reach = find_reach(&it);
  assert_true(reach.changeable < reach.free);
  press(&it, "$");
  int first = explorer_kernel(it.explorer), stops = 0;
  assert_string_equal(it.explorer->graph->ops[it.explorer->cursor].name,
                      "_scaled_dot_product_cudnn_attention");
  char share[64], number[64];
  snprintf(share, sizeof share, "%.0f%% of the plan, run by libraries, is out of reach",
           100 * reach.fixed_us / reach.all_us);
  snprintf(number, sizeof number, "number 1 of %d:", reach.free);
  assert_true(shows(&it, share) && shows(&it, number));
  double before = heat_time(it.explorer, first, NULL);
  for (; !it.explorer->message_failed; stops++) {
    double time = heat_time(it.explorer, explorer_kernel(it.explorer), NULL);
    assert_true(time <= before && offers(&it, explorer_kernel(it.explorer)));
    before = time;
    press(&it, "$");
  }
  assert_int_equal(stops, reach.changeable);
  press(&it, "$"); // behind the cheapest
  assert_int_equal(explorer_kernel(it.explorer), first);
  close_graph(&it);
}

static void test_most_expensive_of_those_shown(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  explorer_time(it.explorer);
  press(&it, "2&row<Enter>$");
  PlanKernel kernel = plan_kernel(it.explorer->plan, explorer_kernel(it.explorer));
  assert_string_equal(template_name(plan_lowered(it.explorer->plan, kernel.id)->schedule.kind), "row");
  assert_true(shows(&it, "number 1 of"));
  press(&it, "$");
  assert_true(shows(&it, "number 2 of"));
  press(&it, "&<C-u>cast<Space>time>16.3<Space>time<Less>16.5<Enter>$"); // between a parameter and a product
  assert_true(shows(&it, "no kernel that passes the filter can be changed"));
  close_graph(&it);
  it = open_graph("dumps/gpt2/forward", 120, 40);
  press(&it, "2&time<Less>8<Enter>$");
  while (!it.explorer->message_failed && !shows(&it, " before it nothing can be changed"))
    press(&it, "$");
  assert_false(it.explorer->message_failed);
  assert_true(offers(&it, explorer_kernel(it.explorer)));
  close_graph(&it);
}

// Of eight kernels cube, y and inner read two tensors, the others one; inner, an addition, has least to
// issue. What is fused on the way takes another place in the order, but the way goes on.
static void test_goes_on_behind_edits(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  static const char *const dearest[] = {"cube", "y", "inner"};
  for (int i = 0; i < 3; i++) {
    press(&it, "$");
    assert_string_equal(it.explorer->graph->ops[it.explorer->cursor].name, dearest[i]);
    press(&it, "f");
  }
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_most_expensive_first),
      cmocka_unit_test(test_most_expensive_of_those_shown),
      cmocka_unit_test(test_goes_on_behind_edits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
