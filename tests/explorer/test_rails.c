// Rails by properties on real and hand-made graphs, and one picture worked out by hand.
#include "base/text.h"
#include "explorer/panes/oplist.h"
#include "explorer/panes/rails.h"
#include "graph/read/read.h"
#include "h200.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static Graph *open(const char *name) {
  char path[512];
  Status status = {0};
  snprintf(path, sizeof path, "%s/graphs/%s", FUSEBOX_SOURCE_ROOT, name);
  DumpPlan *dump = NULL;
  Graph *graph = graph_open(path, &(ReadOptions){0}, &dump, &status);
  dump_plan_free(dump);
  assert_string_equal(status.message, "");
  return graph;
}

static bool reads(const Rails *rails, int reader, int op) {
  int producers[256];
  int count = rails_producers(rails, reader, producers, 256);
  for (int i = 0; i < count; i++)
    if (producers[i] == op) return true;
  return false;
}

// A lane between row and row + 1 carries an op from above to a reader below, in one lane all the way from its
// dot.
static void check_lane(const Rails *rails, int row, int lane) {
  int op = rails->below[row * RAILS_LANES + lane], from = rails->row[op];
  assert_true(from <= row);
  int next = row + 1;
  while (next < rails->row_count && !reads(rails, rails->op[next], op))
    next++;
  assert_true(next < rails->row_count); // it leads to a reader
  if (from == row)
    assert_int_equal(rails->dot[row], lane);
  else
    assert_int_equal(rails_lane_above(rails, row, op), lane);
  int last = row;
  while (last > from && !reads(rails, rails->op[last], op))
    last--;
  assert_true(next - last <= RAILS_GAP);
  for (int other = lane + 1; other < RAILS_LANES; other++)
    assert_int_not_equal(rails->below[row * RAILS_LANES + other], op);
}

// The row's own dot never sits on a lane that only passes by.
static void check_dot(const Rails *rails, int row) {
  int dot = rails->dot[row];
  int above = row ? rails->below[(row - 1) * RAILS_LANES + dot] : NO_OP;
  int below = rails->below[row * RAILS_LANES + dot];
  assert_true(dot < rails->lanes);
  assert_true(below == NO_OP || below == rails->op[row]);
  if (above != NO_OP)
    assert_true(reads(rails, rails->op[row], above)); // it ends here, in the op that reads it
}

static void check(const Graph *graph, bool views) {
  Rails *rails = rails_new(graph, views);
  int shown = 0;
  for (int op = 0; op < graph->op_count; op++) {
    bool has_row = views || !graph->ops[op].is_view;
    assert_int_equal(rails->row[op], has_row ? shown : -1);
    if (has_row) assert_int_equal(rails->op[shown++], op);
  }
  assert_int_equal(rails->row_count, shown);
  assert_in_range(rails->lanes, 1, RAILS_LANES);
  for (int row = 0; row < rails->row_count; row++) {
    check_dot(rails, row);
    for (int lane = 0; lane < RAILS_LANES; lane++)
      if (rails->below[row * RAILS_LANES + lane] != NO_OP) check_lane(rails, row, lane);
  }
  rails_free(rails);
}

static void test_properties(void **state) {
  (void)state;
  static const char *const names[] = {"gelu_tanh.json",      "rmsnorm_backward.json", "adam.json",
                                      "dumps/llama/forward", "dumps/bert/backward",   "dumps/resnet/forward"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    Graph *graph = open(names[i]);
    check(graph, false);
    check(graph, true);
    graph_free(graph);
  }
}

static Graph *parse(const char *ops, const char *outputs) {
  char text[8192];
  Status status = {0};
  int length = snprintf(
      text, sizeof text,
      "{\"format\": \"fusebox-graph\", \"version\": 1, \"name\": \"t\", \"inputs\": [{\"name\": \"x\", "
      "\"dtype\": \"f32\", \"shape\": [8]}], \"ops\": [%s], \"outputs\": [%s]}",
      ops, outputs);
  Graph *graph = graph_read_json("t.json", text, (size_t)length, &(ReadOptions){0}, &status);
  assert_string_equal(status.message, "");
  return graph;
}

// a and b are alive together; d reads a, then e reads b and d.
static void test_lanes_by_hand(void **state) {
  (void)state;
  Graph *graph = parse(
      "{\"name\": \"a\", \"op\": \"exp\", \"in\": [\"x\"]}, {\"name\": \"b\", \"op\": \"neg\", \"in\": "
      "[\"x\"]},"
      "{\"name\": \"d\", \"op\": \"abs\", \"in\": [\"a\"]}, {\"name\": \"e\", \"op\": \"add\", \"in\": "
      "[\"b\", \"d\"]}",
      "\"e\"");
  Rails *rails = rails_new(graph, false);
  assert_int_equal(rails->lanes, 2);
  assert_int_equal(rails->dot[0], 0);
  assert_int_equal(rails->dot[1], 1);
  assert_int_equal(rails->dot[2], 0); // a's lane goes on as d's
  assert_int_equal(rails->dot[3], 0); // the leftmost lane that ends here
  assert_int_equal(rails_lane_above(rails, 3, 1), 1);
  assert_int_equal(rails_lane_above(rails, 3, 2), 0);
  assert_int_equal(rails_lane_below(rails, 3, 3), -1);
  rails_free(rails);
  graph_free(graph);
}

static void add_chain(Text *ops, int count) {
  for (int i = 0; i < count; i++)
    text_printf(ops, ", {\"name\": \"c%d\", \"op\": \"neg\", \"in\": [\"%s%d\"]}", i, i ? "c" : "a",
                i ? i - 1 : 0);
}

static void test_far_readers_have_no_lane(void **state) {
  (void)state;
  Text ops = {0};
  text_add(&ops, "{\"name\": \"a0\", \"op\": \"exp\", \"in\": [\"x\"]}");
  add_chain(&ops, RAILS_GAP + 1);
  text_printf(&ops, ", {\"name\": \"z\", \"op\": \"add\", \"in\": [\"a0\", \"c%d\"]}", RAILS_GAP);
  Graph *graph = parse(text_get(&ops), "\"z\"");
  Rails *rails = rails_new(graph, false);
  assert_int_equal(rails_lane_below(rails, 0, 0), 0);
  assert_int_equal(rails_lane_above(rails, RAILS_GAP + 2, 0), -1);
  assert_int_equal(rails->lanes, 1);
  rails_free(rails);
  graph_free(graph);
  text_free(&ops);
}

static void test_folding_hides_neighbouring_rows(void **state) {
  (void)state;
  Graph *graph = open("gelu_tanh.json");
  Rails *rails = rails_new(graph, false);
  Plan *plan = plan_new(graph, &h200_limits);
  Reason reason;
  assert_true(plan_fuse(plan, rails->op[1], rails->op[2], false, &reason));
  Folding folding;
  folding_open(&folding, graph);
  OpList list = {0};
  oplist_build(&list, rails, plan, &folding);
  assert_int_equal(list.count, rails->row_count);
  folding.kernel[plan_home(plan, rails->op[1])] = true;
  oplist_build(&list, rails, plan, &folding);
  assert_int_equal(list.count, rails->row_count - 1);
  assert_int_equal(oplist_find(&list, rails, rails->op[1]), 1);
  assert_int_equal(oplist_find(&list, rails, rails->op[2]), 1);
  assert_int_equal(oplist_op(&list, rails, 1), rails->op[2]);
  assert_int_equal(oplist_op(&list, rails, 1000), rails->op[rails->row_count - 1]);
  oplist_free(&list);
  folding_close(&folding);
  plan_free(plan);
  rails_free(rails);
  graph_free(graph);
}

static void check_as_new(const OpList *kept, const Rails *rails, Plan *plan, const Folding *folding) {
  OpList new = {0};
  oplist_build(&new, rails, plan, folding);
  assert_int_equal(kept->count, new.count);
  assert_memory_equal(kept->rows, new.rows, sizeof *new.rows *(size_t) new.count);
  assert_memory_equal(kept->row_of, new.row_of, sizeof *new.row_of *(size_t)rails->row_count);
  assert_int_equal(kept->copies.count, new.copies.count);
  for (int i = 0; i < new.copies.count; i++)
    assert_memory_equal(&kept->copies.list[i], &new.copies.list[i], sizeof *new.copies.list);
  oplist_free(&new);
}

// What is kept from one edit to the next, the kernels with copies and the rows where each op has one, is as
// if all had been looked at anew: at every edit, undone, by another plan, and folded.
static void test_rows_kept_over_edits(void **state) {
  (void)state;
  enum { MOST_COPIES = 12 };
  Graph *graph = open("dumps/mix/backward");
  Rails *rails = rails_new(graph, false);
  Plan *plan = plan_new(graph, &h200_limits), *other = plan_new(graph, &h200_limits);
  Folding folding;
  folding_open(&folding, graph);
  OpList kept = {0};
  Reason reason;
  int most = 0;
  for (int op = 0; op < graph->op_count && most < MOST_COPIES; op++) {
    Neighbours near = graph_neighbours(graph, op);
    for (int i = 1; i < near.consumer_count; i++) // the first goes on reading the result
      plan_recompute(plan, op, plan_home(plan, near.consumers[i]), &reason);
    oplist_build(&kept, rails, plan, &folding);
    check_as_new(&kept, rails, plan, &folding);
    if (kept.copies.count > most) most = kept.copies.count;
  }
  assert_true(most >= MOST_COPIES);
  oplist_build(&kept, rails, other, &folding);
  assert_int_equal(kept.count, rails->row_count);
  check_as_new(&kept, rails, other, &folding);
  while (plan_undo(plan)) {
    oplist_build(&kept, rails, plan, &folding);
    check_as_new(&kept, rails, plan, &folding);
  }
  assert_int_equal(kept.copies.count, 0);
  assert_true(
      plan_fuse(plan, rails->op[0], graph_neighbours(graph, rails->op[0]).consumers[0], true, &reason));
  folding.kernel[plan_home(plan, rails->op[0])] = true;
  oplist_build(&kept, rails, plan, &folding);
  check_as_new(&kept, rails, plan, &folding);
  folding.kernel[plan_home(plan, rails->op[0])] = false;
  oplist_build(&kept, rails, plan, &folding);
  assert_int_equal(kept.count, rails->row_count);
  oplist_free(&kept);
  folding_close(&folding);
  plan_free(other);
  plan_free(plan);
  rails_free(rails);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_properties),
      cmocka_unit_test(test_lanes_by_hand),
      cmocka_unit_test(test_far_readers_have_no_lane),
      cmocka_unit_test(test_folding_hides_neighbouring_rows),
      cmocka_unit_test(test_rows_kept_over_edits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
