// The candidates tab by keys: making the best, what is unwise only when asked twice or forced, what is
// impossible never; the preview leaves the plan alone. The register cliff beside it.
#include "cost/cliff.h"
#include "cost/plan_cost.h"
#include "explorer/state/change.h"
#include "explorer/tabs/candidates.h"
#include "explorer/tabs/tab.h"
#include "fixture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double total(const Fixture *it) {
  return plan_total(session_estimator(it->session), session_plan(it->session)).time_us;
}

static uint64_t hash(const Fixture *it) {
  return plan_hash(session_plan(it->session));
}

// Moves the selection to the first candidate for which `wanted` holds.
static const Candidate *select_first(Fixture *it, bool (*wanted)(const Candidate *candidate)) {
  Explorer *explorer = it->explorer;
  for (int i = 0; i < candidates_of(explorer)->best_count; i++) {
    const Candidate *candidate = candidates_get(candidates_of(explorer), i);
    if (!wanted(candidate)) continue;
    explorer->choice[TAB_CANDIDATES] = i;
    explorer_draw(explorer, it->grid);
    return candidate;
  }
  fail_msg("no such candidate");
  return NULL;
}

static bool is_legal(const Candidate *candidate) {
  return candidate->effect.legal;
}

static bool is_impossible(const Candidate *candidate) {
  return !candidate->effect.legal;
}

static bool is_cut(const Candidate *candidate) {
  return candidate->proposal.kind == PROPOSE_CUT;
}

static void test_enter_makes_the_best(void **state) {
  (void)state;
  Fixture it = open_graph("rmsnorm_backward.json", 120, 40);
  uint64_t before = hash(&it);
  double time = total(&it);
  press(&it, "a4");
  double predicted = select_first(&it, is_legal)->effect.saved_us;
  assert_true(predicted > 0);
  assert_int_equal(hash(&it), before); // shown, not made
  press(&it, "<Enter>");
  assert_true(fabs(time - total(&it) - predicted) < 1e-6);
  press(&it, "u");
  assert_int_equal(hash(&it), before);
  assert_int_equal(plan_undo_depth(session_plan(it.session)), it.explorer->first_undo);
  close_graph(&it);
}

// What the compiler said of two stands with their fusion: of an edge, of the edge out of the op's kernel, and
// not of two that only read the same.
static void test_compilers_reason_stands_with_the_fusion(void **state) {
  (void)state;
  Fixture it = open_graph("../tests/fuzz/corpus/hlo/process", 160, 60);
  press(&it, "/k<Enter>a");
  assert_true(shows(&it, "fuse with q"));
  assert_true(shows(&it, "fuse with e K0: both read p"));
  assert_int_equal(times_shown(&it, "XLA: the consumer is \"not\" fusible"), 1);
  assert_int_equal(times_shown(&it, "XLA: "), 1);
  press(&it, "/s<Enter>");
  assert_true(shows(&it, "fuse with e K0, beside its kernel"));
  assert_int_equal(times_shown(&it, "XLA: 2.50 us with all its readers fused, 4.00 us apart"), 1);
  close_graph(&it);
}

// More bytes and less time look like a mistake: what binds is told with them, and only then. (`beside` is
// read by columns in its kernel: cut out, it moves two tensors more, and fewer requests reach L2.)
static void test_what_binds_is_told(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_readers.json", 220, 60);
  press(&it, "Hbytes<Enter>/beside<Enter>a4=");
  const Candidate *cut = select_first(&it, is_cut);
  assert_true(cut->effect.saved_us > 0 && cut->effect.saved_dram_bytes < 0);
  assert_true(shows(&it, "DRAM +134.2 MB"));
  assert_true(shows(&it, "; by dram +")); // the knobs' bytes stay as they are: what else binds is told
  assert_true(times_shown(&it, "; by ") > 1);
  assert_true(shows(&it, " l2 -"));
  press(&it, "Hnone<Enter>/gelu<Enter>");
  const Candidate *fused = select_first(&it, is_legal);
  assert_true(fused->effect.saved_dram_bytes > 0);
  Change change = change_of_effect(&fused->effect);
  Text figures = {0};
  change_figures(&change, it.explorer->glyphs, &figures);
  assert_null(strstr(text_get(&figures), "; by "));
  text_free(&figures);
  close_graph(&it);
}

// What is shown to change no time is said neither to cost any nor to pay, and is made at once: `square` is
// computed where it is read, of `yf`, which is then handed on in its place.
static void test_nothing_is_no_cost(void **state) {
  (void)state;
  Fixture it = open_graph("mlp_epilogues.json", 120, 40);
  press(&it, "Hgreedy<Enter>/squares<Enter>x/down<Enter>>/squares<Enter>a4");
  const Candidate *copy = select_first(&it, is_legal);
  assert_int_equal(copy->proposal.kind, PROPOSE_RECOMPUTE);
  assert_int_equal(candidate_worth(copy), CANDIDATE_SAME_TIME);
  assert_false(candidate_is_unwise(copy));
  assert_true(shows(&it, "=   0.00"));
  assert_true(shows(&it, "none saves time"));
  uint64_t before = hash(&it);
  press(&it, "<Enter>");
  assert_true(hash(&it) != before);
  close_graph(&it);
}

// Everything in one kernel, then its ops' candidates: cutting costs.
static Fixture open_fused(void) {
  Fixture it = open_graph("rmsnorm_backward.json", 120, 40);
  press(&it, "Hgreedy<Enter>");
  press(&it, "/sq<Enter>a4");
  return it;
}

static void test_unwise_needs_two(void **state) {
  (void)state;
  Fixture it = open_fused();
  uint64_t before = hash(&it);
  double time = total(&it);
  double predicted = select_first(&it, candidate_is_unwise)->effect.saved_us;
  press(&it, "<Enter>");
  assert_int_equal(hash(&it), before);
  assert_true(shows(&it, "F or Enter again does it"));
  press(&it, "<Enter>");
  assert_int_not_equal(hash(&it), before);
  assert_true(fabs(time - total(&it) - predicted) < 1e-6);
  close_graph(&it);
}

// A price that was said for another candidate, or for the plan as it was, does not count.
static void test_price_is_of_one_candidate_and_plan(void **state) {
  (void)state;
  Fixture it = open_fused();
  select_first(&it, candidate_is_unwise);
  press(&it, "<Enter>"); // the price
  press(&it, "F");       // forced at once
  uint64_t forced = hash(&it);
  press(&it, "u");
  assert_int_not_equal(hash(&it), forced);
  uint64_t before = hash(&it);
  select_first(&it, candidate_is_unwise);
  press(&it, "<Enter>");
  assert_int_equal(hash(&it), before);
  close_graph(&it);
}

static void test_impossible_explains(void **state) {
  (void)state;
  Fixture it = open_graph("rmsnorm_backward.json", 120, 40);
  uint64_t before = hash(&it);
  press(&it, "a4");
  select_first(&it, is_impossible);
  press(&it, "<Enter>");
  assert_true(it.explorer->message_failed);
  assert_non_null(strstr(text_get(&it.explorer->message), "impossible: "));
  press(&it, "F");
  assert_int_equal(hash(&it), before);
  assert_int_equal(plan_undo_depth(session_plan(it.session)), it.explorer->first_undo);
  close_graph(&it);
}

// The first op's best: its preview names the kernels that would be, in the ops pane, header and status.
static void test_preview(void **state) {
  (void)state;
  Fixture it = open_graph("rmsnorm_backward.json", 120, 40);
  uint64_t version = plan_version(session_plan(it.session));
  assert_false(candidates_previewed(it.explorer)->shown);
  press(&it, "a"); // the list has the keys
  assert_int_equal(it.explorer->focus, PANE_DETAIL);
  assert_true(candidates_previewed(it.explorer)->shown);
  press(&it, "1");
  assert_false(candidates_previewed(it.explorer)->shown);
  press(&it, "4");
  assert_true(candidates_previewed(it.explorer)->shown);
  assert_true(shows(&it, "preview: "));
  assert_true(shows(&it, "ms->"));
  const Preview *preview = candidates_previewed(it.explorer);
  Plan *plan = session_plan(it.session);
  int moved = 0;
  for (int op = 0; op < it.explorer->graph->op_count; op++) {
    bool moves = preview_home(preview, plan, op) != plan_home(plan, op);
    assert_int_equal(moves, preview_move(preview, plan, op) != 0);
    moved += moves;
  }
  assert_true(moved > 0);
  assert_int_equal(plan_version(plan), version);
  select_first(&it, is_impossible);
  assert_false(candidates_previewed(it.explorer)->shown);
  press(&it, "1");
  assert_false(candidates_previewed(it.explorer)->shown);
  close_graph(&it);
}

// What the preview showed is where the ops are afterwards.
static void test_preview_comes_true(void **state) {
  (void)state;
  Fixture it = open_graph("rmsnorm_backward.json", 120, 40);
  int homes[64];
  press(&it, "a4");
  Plan *plan = session_plan(it.session);
  for (int op = 0; op < it.explorer->graph->op_count; op++)
    homes[op] = preview_home(candidates_previewed(it.explorer), plan, op);
  press(&it, "<Enter>");
  for (int op = 0; op < it.explorer->graph->op_count; op++)
    assert_int_equal(plan_home(plan, op), homes[op]);
  // What was made stays in sight until a person moves.
  assert_false(candidates_previewed(it.explorer)->shown);
  assert_false(shows(&it, "preview: "));
  press(&it, "j");
  assert_true(candidates_previewed(it.explorer)->shown || !candidates_selected(it.explorer)->effect.legal);
  press(&it, "k");
  assert_true(candidates_previewed(it.explorer)->shown);
  assert_true(shows(&it, "preview: "));
  close_graph(&it);
}

// Asked in slices, the list grows until all is asked; the picture says how far it is.
static void test_slices(void **state) {
  (void)state;
  Fixture it = open_fused();
  Explorer *explorer = it.explorer;
  explorer_event(explorer, &(Event){.kind = EVENT_KEY, .key = {'u', 0}});
  explorer_sync(explorer);
  explorer_draw(explorer, it.grid);
  assert_true(shows(&it, "asking 0/"));
  int asked = 0;
  while (explorer_work(explorer, 0)) {
    assert_true(candidates_of(explorer)->asked >= asked);
    asked = candidates_of(explorer)->asked;
    explorer_draw(explorer, it.grid);
  }
  explorer_draw(explorer, it.grid);
  assert_true(candidates_complete(candidates_of(explorer)));
  assert_false(shows(&it, "asking"));
  close_graph(&it);
}

static void test_cliff_page(void **state) {
  (void)state;
  Fixture it = open_graph("rmsnorm_backward_mix.json", 120, 40);
  press(&it, "Hgreedy<Enter>A");
  assert_true(shows(&it, "as its 35 ops join one by one"));
  assert_true(shows(&it, "cross the budget of registers"));
  assert_true(shows(&it, " regs ") && shows(&it, " at most 250")); // the whole of it in two rows
  press(&it, "4<End>");
  assert_true(shows(&it, "rows in flight"));
  assert_true(shows(&it, "knobs that move it; s sets one"));
  assert_true(shows(&it, "register cap handed to the compiler"));
  press(&it, "<Enter>"); // to the op that joins last
  Cliff *cliff = cliff_new(session_estimator(it.session), session_plan(it.session));
  cliff_look(cliff, explorer_kernel(it.explorer));
  assert_int_equal(it.explorer->cursor, cliff->order.data[cliff->order.count - 1]);
  cliff_free(cliff);
  close_graph(&it);
}

// One op more, and all of it takes longer: such steps are told and marked as those that cross the budget.
static void test_cliff_jumps(void **state) {
  (void)state;
  Fixture it = open_graph("rmsnorm_backward_mix.json", 120, 100);
  press(&it, "Hgreedy<Enter>A4=");
  Cliff *cliff = cliff_new(session_estimator(it.session), session_plan(it.session));
  cliff_look(cliff, explorer_kernel(it.explorer));
  while (cliff_ask(cliff)) {
  }
  int jumps = 0;
  double before = 0;
  for (int i = 0; i < cliff->steps.count; i++) {
    const CliffStep *step = &cliff->steps.data[i];
    if (!step->estimate) continue;
    bool jump = before > 0 && step->total_us > 1.05 * before;
    char row[64];
    snprintf(row, sizeof row, "%s %s ", jump || cliff_crosses(cliff, i) ? "!" : "+",
             it.explorer->graph->ops[step->op].name);
    assert_true(shows(&it, row));
    jumps += jump;
    before = step->total_us;
  }
  assert_true(jumps > 0);
  char said[64];
  snprintf(said, sizeof said, "%d jump%s in time, the highest at ", jumps, jumps == 1 ? "" : "s");
  assert_true(shows(&it, said));
  cliff_free(cliff);
  close_graph(&it);
}

// Into what a library runs nothing can be moved, and it cannot be recomputed: one reason, told once.
static void test_one_reason_is_told_once(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/mix/backward", 120, 60);
  press(&it, "/convert_element_type_24<Enter>a");
  assert_true(shows(&it, "recompute mm_3 here: for the same reason"));
  assert_int_equal(times_shown(&it, "runs in a library call"), 1);
  close_graph(&it);
}

static bool is_set(const Candidate *candidate) {
  return candidate->proposal.kind == PROPOSE_FUSE_SET;
}

static bool frees(const Candidate *candidate) {
  return candidate->proposal.kind == PROPOSE_FREE;
}

// Attention is listed once wherever the cursor is in its three kernels, at the price that comes true, and the
// way back from each of its ops.
static void test_three_kernels_at_once(void **state) {
  (void)state;
  static const char *const ops[] = {"/scores<Enter>", "/highest<Enter>", "/y<Enter>"};
  Fixture it = open_graph("attention.json", 120, 60);
  press(&it, "H greedy<Enter>a");
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
    press(&it, "1"), press(&it, ops[i]), press(&it, "4");
    int sets = 0;
    for (int j = 0; j < candidates_of(it.explorer)->best_count; j++)
      sets += is_set(candidates_get(candidates_of(it.explorer), j));
    assert_int_equal(sets, 1);
  }
  assert_true(shows(&it, "fuse with scores K1, sf K2"));
  int before = kernels(&it);
  double time = total(&it), predicted = select_first(&it, is_set)->effect.saved_us;
  assert_true(predicted > 0);
  press(&it, "<Enter>");
  assert_int_equal(kernels(&it), 1);
  assert_true(fabs(time - total(&it) - predicted) < 1e-6);
  press(&it, "1/highest<Enter>4");
  assert_true(shows(&it, "give scores, y back to the library"));
  assert_true(shows(&it, "Give its 2 matrix products back")); // where it cannot be cut out
  select_first(&it, frees);
  press(&it, "F"); // it costs
  assert_int_equal(kernels(&it), 3);
  press(&it, "uu");
  assert_int_equal(kernels(&it), before);
  close_graph(&it);
}

// What is refused all at once says why, to f as well.
static void test_three_kernels_refused(void **state) {
  (void)state;
  Fixture it = open_graph("attention.json", 120, 60);
  press(&it, "*width<Enter>96<Enter>H greedy<Enter>/scores<Enter>a4");
  assert_false(select_first(&it, is_set)->effect.legal);
  assert_true(shows(&it, "generated for values of 64 or 128"));
  press(&it, "1w");
  assert_false(shows(&it, "64 or 128"));
  press(&it, "1f");
  assert_true(it.explorer->message_failed);
  assert_true(shows(&it, "64 or 128"));
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_enter_makes_the_best),
      cmocka_unit_test(test_compilers_reason_stands_with_the_fusion),
      cmocka_unit_test(test_what_binds_is_told),
      cmocka_unit_test(test_nothing_is_no_cost),
      cmocka_unit_test(test_unwise_needs_two),
      cmocka_unit_test(test_price_is_of_one_candidate_and_plan),
      cmocka_unit_test(test_impossible_explains),
      cmocka_unit_test(test_one_reason_is_told_once),
      cmocka_unit_test(test_three_kernels_at_once),
      cmocka_unit_test(test_three_kernels_refused),
      cmocka_unit_test(test_preview),
      cmocka_unit_test(test_preview_comes_true),
      cmocka_unit_test(test_slices),
      cmocka_unit_test(test_cliff_jumps),
      cmocka_unit_test(test_cliff_page),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
