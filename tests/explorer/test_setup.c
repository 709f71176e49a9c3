// Other sizes and devices from the screen: figures follow, plan and history stay, what cannot be is refused.
#include "explorer/tabs/sweep.h"
#include "explorer/tabs/tab.h"
#include "fixture.h"

#include <stdio.h>

static int64_t size_named(const Fixture *it, const char *name) {
  const Graph *graph = it->explorer->graph;
  for (int i = 0; i < graph->size_count; i++)
    if (text_equal(graph->sizes[i].name, name)) return graph->sizes[i].value;
  fail_msg("no size %s", name);
  return 0;
}

// Four times the rows are four times the bytes; the plan, its pins and its undo history stay.
static void test_set_a_size(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  press(&it, "H greedy<Enter>");
  int64_t rows = size_named(&it, "rows");
  int fused = kernels(&it), depth = plan_undo_depth(it.explorer->plan);
  int64_t bytes = it.explorer->figures->total.dram_bytes;
  double time = explorer_time(it.explorer);
  press(&it, "*rows<Enter>8192<Enter>");
  assert_int_equal(size_named(&it, "rows"), 8192);
  assert_true(shows(&it, "rows=8192"));
  assert_int_equal(kernels(&it), fused);
  assert_int_equal(plan_undo_depth(it.explorer->plan), depth);
  assert_true(explorer_time(it.explorer) != time);
  assert_int_equal(it.explorer->figures->total.dram_bytes * rows, bytes * 8192);
  press(&it, "u");
  assert_true(kernels(&it) > fused);
  press(&it, "<C-r>");
  assert_int_equal(kernels(&it), fused);
  close_graph(&it);
}

static void test_and_back(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  press(&it, "H greedy<Enter>");
  uint64_t hash = plan_hash(it.explorer->plan);
  char keys[64];
  snprintf(keys, sizeof keys, "*rows<Enter>%lld<Enter>", (long long)size_named(&it, "rows"));
  double time = explorer_time(it.explorer);
  press(&it, "*rows<Enter>1023<Enter>");
  assert_true(plan_hash(it.explorer->plan) != hash);
  assert_string_equal(session_plan_title(it.session), "greedy");
  press(&it, keys);
  assert_true(plan_hash(it.explorer->plan) == hash);
  assert_true(explorer_time(it.explorer) == time);
  close_graph(&it);
}

static void test_device(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  double time = explorer_time(it.explorer);
  press(&it, "*device<Enter>a100<Enter>");
  assert_string_equal(session_device(it.session)->name, "a100");
  assert_true(explorer_time(it.explorer) > time); // 2.0 instead of 4.8 TB/s
  press(&it, "*device<Enter>h200<Enter>");
  assert_true(explorer_time(it.explorer) == time);
  close_graph(&it);
}

static void test_refused(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  uint64_t hash = plan_hash(it.explorer->plan);
  press(&it, "*rows<Enter>many<Enter>");
  assert_true(it.explorer->message_failed);
  press(&it, "*nosuchsize<Enter>");
  assert_true(shows(&it, "no size"));
  press(&it, "*rows<Enter>99999999999999999<Enter>");
  assert_true(it.explorer->message_failed);
  assert_true(plan_hash(it.explorer->plan) == hash);
  close_graph(&it);
}

static void test_dump_has_none(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/mix/backward", 120, 40);
  int count = kernels(&it);
  press(&it, "*");
  assert_true(shows(&it, "names no sizes"));
  press(&it, "device<Enter>a100<Enter>");
  assert_string_equal(session_device(it.session)->name, "a100");
  assert_int_equal(kernels(&it), count);
  press(&it, "pjj<Enter>w jjj u");
  close_graph(&it);
}

// Softmax fused: at every size the plan is what it costs once the size is bound.
static void test_sweep(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  press(&it, "H greedy<Enter> ~");
  const Sweep *sweep = sweep_of(it.explorer);
  assert_true(sweep_complete(sweep));
  assert_string_equal(sweep->name, "rows");
  assert_int_equal(sweep->sizes.data[0], 16384 / 8);
  assert_int_equal(sweep->sizes.data[sweep->sizes.count - 1], 4 * 16384);
  for (int i = 0; i < sweep->points.count; i++)
    assert_int_equal(sweep->points.data[i].total.dram_bytes, 4 * 4096 * sweep->sizes.data[i]);
  assert_true(shows(&it, "16385"));
  double listed = sweep->points.data[0].total.time_us;
  press(&it, "g<Enter>");
  assert_int_equal(size_named(&it, "rows"), 2048);
  assert_true(explorer_time(it.explorer) == listed);
  assert_int_equal(sweep->sizes.data[0], 16384 / 8); // the same points: the size is among them
  press(&it, "~");
  assert_string_equal(sweep->name, "cols");
  assert_int_equal(sweep->points.data[0].total.dram_bytes, 4 * 2048 * sweep->sizes.data[0]);
  close_graph(&it);
}

static void test_sweep_follows_edits(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  press(&it, "~");
  assert_int_equal(sweep_of(it.explorer)->points.data[0].total.kernels, 7);
  press(&it, "1f");
  assert_int_equal(sweep_of(it.explorer)->points.data[0].total.kernels, 6);
  close_graph(&it);
}

// Beside the plan, the kernel under the cursor: its share of the plan's bytes, and all kernels' add up.
static void test_sweep_of_a_kernel(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  press(&it, "~");
  const Sweep *sweep = sweep_of(it.explorer);
  const SweepPoint *point = &sweep->points.data[0];
  int64_t bytes = 0, rows = sweep->sizes.data[0];
  int count;
  const int *order = plan_order(session_plan(it.session), &count);
  for (int i = 0; i < count; i++)
    bytes += point->kernels[plan_kernel(session_plan(it.session), order[i]).ops[0]].dram_bytes;
  assert_int_equal(bytes, point->total.dram_bytes);
  assert_int_equal(point->kernels[graph_find_op(it.explorer->graph, "xf")].dram_bytes,
                   (2 + 4) * 4096 * rows); // a cast of bf16 to f32
  assert_true(shows(&it, "plan    GB/s         K0    GB/s"));
  press(&it, "1j");
  assert_true(shows(&it, "plan    GB/s         K1    GB/s"));
  press(&it, "H greedy<Enter>"); // one kernel: the plan
  assert_false(shows(&it, "GB/s         K"));
  close_graph(&it);
}

// The heading stays while the sizes scroll, and the one that is selected is never behind it.
static void test_heading_of_a_sweep(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 80, 24);
  press(&it, "~G");
  assert_true(shows(&it, " 65536"));
  assert_true(shows(&it, "The plan over rows"));
  assert_true(shows(&it, "plan    GB/s"));
  press(&it, "g");
  assert_true(shows(&it, " 2048"));
  assert_false(shows(&it, " 65536"));
  press(&it, "<Down><Down><Down><Down><Down><Down><Down><Down><Up><Up><Up><Up><Up><Up><Up>");
  assert_int_equal(it.explorer->choice[TAB_SWEEP], 1);
  assert_true(shows(&it, "The plan over rows"));
  close_graph(&it);
}

static void test_nothing_to_sweep(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/mix/backward", 120, 40);
  press(&it, "~~<Enter>jG");
  assert_true(shows(&it, "names no sizes to sweep"));
  close_graph(&it);
}

// One kernel for all values: its code, its time beside the specialised one's, and why another one cannot be.
static void test_sizes_as_arguments(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 140, 40);
  press(&it, "H greedy<Enter>e");
  assert_false(shows(&it, "size_rows"));
  press(&it, "7");
  assert_true(shows(&it, "takes rows as an argument, 2 to 524288: est 62.9"));
  assert_true(shows(&it, "size_rows x 4096 (reduced) elements"));
  assert_true(shows(&it, " dyn "));
  press(&it, "*rows<Enter>8192<Enter>"); // the choice stays with the size
  assert_true(shows(&it, "8192 alone"));
  press(&it, "<F11>");
  assert_true(shows(&it, "takes cols as an argument, 16 to "));
  press(&it, "<F11>");
  assert_false(shows(&it, "as an argument"));
  assert_false(shows(&it, " dyn "));
  close_graph(&it);
}

static void test_what_cannot_be_an_argument(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 140, 40);
  press(&it, "H greedy<Enter>w7");
  assert_true(shows(&it, "takes "));
  close_graph(&it);
  it = open_graph("linear_gelu.json", 140, 40);
  press(&it, "gw7");
  assert_true(shows(&it, "cannot take "));
  assert_true(shows(&it, "runs in a library call"));
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_set_a_size),
      cmocka_unit_test(test_and_back),
      cmocka_unit_test(test_device),
      cmocka_unit_test(test_sizes_as_arguments),
      cmocka_unit_test(test_what_cannot_be_an_argument),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_dump_has_none),
      cmocka_unit_test(test_sweep),
      cmocka_unit_test(test_sweep_follows_edits),
      cmocka_unit_test(test_sweep_of_a_kernel),
      cmocka_unit_test(test_heading_of_a_sweep),
      cmocka_unit_test(test_nothing_to_sweep),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
