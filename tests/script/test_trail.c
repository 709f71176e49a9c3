// Trails: walked again from the plan that a script began with, they lead to the plan that it made.
#include "test.h"

#include "base/arena.h"
#include "base/file.h"
#include "scratch.h"
#include "script/compiler.h"
#include "script/script.h"

#include <stdio.h>
#include <unistd.h>

static Session *open_graph(const char *name) {
  char *path = file_data(name);
  Status status = {0};
  Session *session = session_open(path, &(SessionOptions){.cache_folder = ""}, &status);
  free(path);
  if (!session) fail_msg("%s: %s", name, status.message);
  return session;
}

static Trail *record(Session *session, const char *heuristic, const ScriptOption *options, int count) {
  Status status = {0};
  Trail *trail = trail_new(session_plan(session));
  HeuristicRun run = {.name_or_path = heuristic, .options = options, .option_count = count, .trail = trail};
  if (!heuristic_perform(session, &run, &status)) fail_msg("%s: %s", heuristic, status.message);
  return trail;
}

// Also half of the way and on from there: a walk does not depend on how it is divided.
static void assert_leads_there(const Trail *trail, Plan *wanted) {
  Plan *plan = plan_copy(trail->start);
  Status status = {0};
  for (int i = 0; i < trail->steps.count; i++)
    if (!trail_apply(&trail->steps.data[i], plan)) fail_msg("step %d is refused", i + 1);
  assert_int_equal(plan_hash(plan), plan_hash(wanted));
  assert_true(plan_verify(plan, &status));
  plan_free(plan);
}

static void test_shipped_heuristics(void **state) {
  (void)state;
  static const char *const graphs[] = {"graphs/adam.json", "graphs/dumps/mix/backward",
                                       "graphs/dumps/bert/forward"};
  static const char *const heuristics[] = {"greedy", "pointwise", "horizontal", "max_reads"};
  for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++)
    for (size_t h = 0; h < sizeof heuristics / sizeof *heuristics; h++) {
      Session *session = open_graph(graphs[g]);
      Trail *trail = record(session, heuristics[h], NULL, 0);
      assert_leads_there(trail, session_plan(session));
      assert_false(trail->cut_short);
      trail_free(trail);
      session_close(session);
    }
}

static void test_searches_are_whole_plans(void **state) {
  (void)state;
  Session *session = open_graph("graphs/softmax.json");
  Trail *trail = record(session, "exhaustive", NULL, 0);
  assert_leads_there(trail, session_plan(session));
  trail_free(trail);
  trail = record(session, "random", NULL, 0);
  assert_leads_there(trail, session_plan(session));
  trail_free(trail);
  session_close(session);
}

// What the best of several ways did, whichever it is, and what was asked in all of them.
static void test_best_of(void **state) {
  (void)state;
  Session *session = open_graph("graphs/gelu_tanh.json");
  char text[1200];
  for (int best = 1; best <= 3; best++) {
    snprintf(text, sizeof text,
             "return { name = 'ways', help = 'x', run = function(plan)\n"
             "local ops, ways = {}, {}\n"
             "for op in plan:ops() do ops[#ops + 1] = op end\n"
             "plan:fuse(ops[7], ops[8])\n"
             "for way = 1, 3 do ways[way] = function(p)\n"
             "  for i = 2, way == %d and 7 or way do p:what_if(ops[i - 1], ops[i]) p:fuse(ops[i - 1], "
             "ops[i]) end\n"
             "end end\n"
             "assert(plan:best_of(ways) == %d) end }",
             best, best);
    scratch_write("ways.lua", text);
    char *path = scratch_path("ways.lua");
    Trail *trail = record(session, path, NULL, 0);
    free(path);
    assert_leads_there(trail, session_plan(session));
    int asked = trail->after.asked;
    for (int i = 0; i < trail->steps.count; i++) {
      asked += trail->steps.data[i].asked;
      assert_int_equal(trail->steps.data[i].edit.kind, TRAIL_FUSE);
    }
    assert_int_equal(trail->steps.count, 7);
    assert_int_equal(asked, best == 1 ? 6 + 1 + 2 : best == 2 ? 0 + 6 + 2 : 0 + 1 + 6);
    trail_free(trail);
    plan_undo(session_plan(session));
  }
  session_close(session);
}

// What the branch did that won, and then what finishes it.
static void test_branches(void **state) {
  (void)state;
  static const ScriptOption few[] = {{"evaluations", "200"}, {"groupings", "40"}};
  Session *session = open_graph("graphs/dumps/mix/backward");
  Trail *trail = record(session, "portfolio", few, 2);
  assert_leads_there(trail, session_plan(session));
  assert_true(trail->steps.count > 0);
  trail_free(trail);
  session_close(session);
}

// Eight ops in a chain fuse in seven steps, each of which had been asked about.
static void test_what_was_asked(void **state) {
  (void)state;
  Session *session = open_graph("graphs/gelu_tanh.json");
  Trail *trail = record(session, "greedy", NULL, 0);
  assert_int_equal(trail->steps.count, 7);
  assert_int_equal(plan_kernel_count(trail->start), 8);
  Plan *plan = plan_copy(trail->start);
  Text text = {0};
  for (int i = 0; i < 7; i++) {
    const TrailStep *step = &trail->steps.data[i];
    assert_int_equal(step->edit.kind, TRAIL_FUSE);
    assert_true(step->promised && step->asked >= 1);
    WhatIf what = estimator_what_if(session_estimator(session), plan, step->edit.a, step->edit.b);
    assert_true(what.saved_us == step->saved_us);
    assert_int_equal(what.saved_dram_bytes, step->saved_dram_bytes);
    assert_true(trail_apply(step, plan));
  }
  trail_describe(&trail->steps.data[0], session_graph(session), &text);
  assert_int_equal(strncmp(text_get(&text), "fuse ", 5), 0);
  text_free(&text);
  plan_free(plan);
  trail_free(trail);
  session_close(session);
}

// A script of the test's own, in a file.
static Trail *record_script_from(Session *session, const Plan *start, const char *body) {
  char path[] = "/tmp/fusebox-trail-XXXXXX", file[64];
  int handle = mkstemp(path);
  assert_true(handle >= 0);
  close(handle);
  snprintf(file, sizeof file, "%s.lua", path);
  Text text = {0};
  Status status = {0};
  text_printf(&text, "return { name = 't', help = 'h', run = function(plan)\n%s\nend }\n", body);
  assert_true(file_write(file, text_get(&text), text.length, NULL));
  Trail *trail = trail_new(start ? start : session_plan(session));
  HeuristicRun run = {.name_or_path = file, .trail = trail, .start = start};
  if (!heuristic_perform(session, &run, &status)) fail_msg("%s", status.message);
  text_free(&text);
  unlink(file);
  unlink(path);
  return trail;
}

static Trail *record_script(Session *session, const char *body) {
  return record_script_from(session, NULL, body);
}

static void test_edits_of_all_kinds(void **state) {
  (void)state;
  Session *session = open_graph("graphs/softmax.json");
  const Graph *graph = session_graph(session);
  Text body = {0};
  const char *a = graph->ops[0].name, *b = graph->ops[1].name;
  text_printf(&body,
              "local a, b = plan:op('%s'), plan:op('%s')\n"
              "plan:fuse(a, b)\n"
              "plan:take_apart(b)\n"
              "plan:fuse(a, b)\n"
              "plan:cut(b)\n"
              "plan:recompute(a, b.kernel)\n"
              "plan:unrecompute(a, b.kernel)\n"
              "plan:schedule(b.kernel, 'threads', 256)\n"
              "plan:pin('apart', a, b)\n"
              "plan:fuse(a, b)\n" // refused by the pin
              "plan:try(function() plan:reset() return false end)\n"
              "for edge in plan:edges() do plan:fuse(edge.producer, edge.consumer) end\n",
              a, b);
  Trail *trail = record_script(session, text_get(&body));
  assert_leads_there(trail, session_plan(session));
  int refused = trail->after.refused, taken_back = trail->after.taken_back;
  bool seen[TRAIL_WHOLE + 1] = {0};
  for (int i = 0; i < trail->steps.count; i++) {
    seen[trail->steps.data[i].edit.kind] = true;
    refused += trail->steps.data[i].refused;
    taken_back += trail->steps.data[i].taken_back;
  }
  assert_true(seen[TRAIL_FUSE] && seen[TRAIL_CUT] && seen[TRAIL_APART] && seen[TRAIL_SCHEDULE] &&
              seen[TRAIL_PIN]);
  assert_false(seen[TRAIL_RESET]); // tried, and taken back
  assert_int_equal(taken_back, 1);
  assert_true(refused >= 1);
  bool pinned = false;
  for (int i = 0; i < trail->refusals.count; i++)
    pinned |= trail->refusals.data[i].code == REASON_PINNED && trail->refusals.data[i].text[0];
  assert_true(pinned);
  text_free(&body);
  trail_free(trail);
  session_close(session);
}

// Back on its own way a trail is cut; off it, or before what may be taken back as a whole, the plan is a
// step.
static void test_going_back(void **state) {
  (void)state;
  static const struct {
    const char *body;
    int steps, whole; // -1: none
  } cases[] = {
      {"local s = plan:save() plan:fuse('square', 'cube') plan:load(s) plan:fuse('scaled', 'inner')", 1, -1},
      {"plan:fuse('square', 'cube') local s = plan:save() plan:reset() plan:load(s)", 1, -1},
      {"local s = plan:save() plan:fuse('square', 'cube') local t = plan:save()\n"
       "plan:load(s) plan:fuse('scaled', 'inner') plan:load(t) plan:fuse('scaled', 'inner')",
       2, 0},
      {"local s = plan:save() plan:fuse('square', 'cube')\n"
       "plan:try(function() plan:load(s) plan:fuse('scaled', 'inner') return true end)",
       3, 1},
      {"local s plan:fuse('square', 'cube')\n"
       "plan:try(function() plan:fuse('scaled', 'inner') s = plan:save() return false end) plan:load(s)",
       1, 0},
      {"local s plan:enumerate(function() s = s or plan:kernel_count() == 2 and plan:save() return s end)\n"
       "plan:reset() plan:load(s)",
       1, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Session *session = open_graph("graphs/gelu_tanh.json");
    Trail *trail = record_script(session, cases[i].body);
    assert_leads_there(trail, session_plan(session));
    assert_int_equal(trail->steps.count, cases[i].steps);
    for (int step = 0; step < trail->steps.count; step++)
      assert_int_equal(trail->steps.data[step].edit.kind == TRAIL_WHOLE, step == cases[i].whole);
    trail_free(trail);
    session_close(session);
  }
}

// What is kept of refusals and steps is bounded, however much a script asks for.
static void test_bounds(void **state) {
  (void)state;
  Session *session = open_graph("graphs/gelu_tanh.json");
  Trail *trail = record_script(session,
                               "local ops = {}\n"
                               "for op in plan:ops() do ops[#ops + 1] = op end\n"
                               "for i = 1, 3000 do plan:can_fuse(ops[1], ops[8]) end\n"
                               "for i = 1, 15000 do plan:fuse(ops[1], ops[2]) plan:cut(ops[1]) end");
  assert_int_equal(trail->steps.count, TRAIL_STEPS);
  assert_true(trail->cut_short);
  assert_true(trail->steps.data[0].asked >= 3000);
  assert_true(trail->steps.data[0].refusal_count <= TRAIL_REFUSALS_STEP);
  trail_free(trail);
  session_close(session);
}

// Each trail came from another process already: packed again it is the same, byte for byte, and cut or
// changed it is refused or can be walked all the same.
static void assert_packs(const Trail *trail) {
  Text bytes = {0}, again = {0};
  Trail *copy = trail_new(trail->start);
  trail_pack(trail, &bytes);
  Unpack from = unpack_begin(bytes.data, bytes.length);
  assert_true(trail_unpack(copy, &from) && unpack_is_done(&from));
  trail_pack(copy, &again);
  assert_int_equal(again.length, bytes.length);
  assert_memory_equal(again.data, bytes.data, bytes.length);
  for (size_t at = 0; at < bytes.length; at += 1 + bytes.length / 997) {
    bytes.data[at] ^= 0x05;
    from = unpack_begin(bytes.data, at % 2 ? bytes.length : at);
    Plan *plan = plan_copy(trail->start);
    if (trail_unpack(copy, &from))
      for (int i = 0; i < copy->steps.count; i++)
        trail_apply(&copy->steps.data[i], plan);
    assert_true(plan_verify(plan, NULL));
    plan_free(plan);
    bytes.data[at] ^= 0x05;
  }
  trail_free(copy);
  text_free(&bytes);
  text_free(&again);
}

static void test_packed(void **state) {
  (void)state;
  static const char *const graphs[] = {"graphs/softmax.json", "graphs/adam.json"};
  static const char *const heuristics[] = {"greedy", "horizontal", "exhaustive", "random"};
  for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++)
    for (size_t h = 0; h < sizeof heuristics / sizeof *heuristics; h++) {
      if (g > 0 && h > 1) continue; // it is too large to try them all
      Session *session = open_graph(graphs[g]);
      Trail *trail = record(session, heuristics[h], NULL, 0);
      assert_packs(trail);
      trail_free(trail);
      session_close(session);
    }
}

static void test_start(void **state) {
  (void)state;
  Session *session = open_graph("graphs/gelu_tanh.json");
  Plan *plan = session_plan(session), *start = plan_copy(plan);
  Status status = {0};
  Trail *trail = record(session, "greedy", NULL, 0);
  trail_free(trail);
  int depth = plan_undo_depth(plan);
  trail_free(record_script_from(session, start, "plan:fuse('square', 'cube')"));
  assert_int_equal(plan_kernel_count(plan), plan_kernel_count(start) - 1);
  assert_int_equal(plan_undo_depth(plan), depth + 1);
  assert_true(plan_undo(plan));
  assert_int_equal(plan_kernel_count(plan), 1); // greedy's plan
  HeuristicRun broken = {.name_or_path = "/nowhere.lua", .start = start};
  assert_false(heuristic_perform(session, &broken, &status));
  assert_int_equal(plan_kernel_count(plan), 1);
  plan_free(start);
  session_close(session);
}

// The made-up record of tests/fuzz/corpus: e into m and n, m into the sum; k was not allowed to go anywhere.
static void test_a_compilers_steps(void **state) {
  (void)state;
  Session *session = open_graph("tests/fuzz/corpus/hlo/process");
  Status status = {0};
  const atomic_int stop = 0;
  Plan *plan = plan_new_beside(session_plan(session));
  Trail *trail = compiler_trail(session_dump(session), plan, session_estimator(session), &stop, &status);
  assert_non_null(trail);
  assert_int_equal(plan_kernel_count(trail->start), 6);
  assert_int_equal(trail->steps.count, 3);
  assert_int_equal(trail->steps.data[0].edit.kind, TRAIL_RECOMPUTE);
  assert_int_equal(trail->steps.data[1].edit.kind, TRAIL_FUSE);
  assert_int_equal(trail->steps.data[0].asked, 2);
  assert_int_equal(trail->steps.data[0].refused, 1);
  assert_string_equal(trail->refusals.data[0].text, "XLA: the consumer is \"not\" fusible");
  assert_true(trail->steps.data[1].told && trail->steps.data[1].told_fused_us == 2.5);
  assert_true(trail->steps.data[2].told && trail->steps.data[2].told_apart_us == 0.5);
  assert_true(trail->steps.data[2].promised && trail->steps.data[2].saved_us > 0);
  assert_leads_there(trail, plan);
  assert_true(session_use_plan(session, "compiler", &status));
  assert_int_equal(plan_hash(plan), plan_hash(session_plan(session)));
  trail_free(trail);
  plan_free(plan);
  session_close(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shipped_heuristics),
      cmocka_unit_test(test_searches_are_whole_plans),
      cmocka_unit_test(test_branches),
      cmocka_unit_test(test_best_of),
      cmocka_unit_test(test_what_was_asked),
      cmocka_unit_test(test_edits_of_all_kinds),
      cmocka_unit_test(test_going_back),
      cmocka_unit_test(test_bounds),
      cmocka_unit_test(test_packed),
      cmocka_unit_test(test_start),
      cmocka_unit_test(test_a_compilers_steps),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
