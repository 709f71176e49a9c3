// Random walks of edits over real graphs: whatever is done, the plan stays one, questions change nothing and
// tell the truth, and undo goes all the way back.
#include "brute_force.h"
#include "fixture.h"
#include "walk.h"

#include "plan/file/plan_file.h"

static const char *const dumps[] = {"layernorm/backward", "mix/backward", "gpt2/forward", "adamw/inference",
                                    "resnet/forward"};

static void check_fuse(Walk *walk, int a, int b, bool force, bool brute) {
  Plan *plan = walk->plan;
  Reason asked, tried;
  uint64_t before = plan_hash(plan), version = plan_version(plan);
  int left = plan_home(plan, a), right = plan_home(plan, b);
  bool cyclic = brute && left != right && brute_force_cycle(plan, left, right);
  PlanKernel held = plan_kernel(plan, left);
  int first = held.ops[0];
  bool can = plan_can_fuse(plan, a, b, force, &asked);
  assert_int_equal(plan_hash(plan), before);
  assert_int_equal(plan_version(plan), version);
  assert_ptr_equal(plan_kernel(plan, left).ops, held.ops); // a question leaves lists alone
  assert_int_equal(held.ops[0], first);
  if (brute && can) assert_false(cyclic);
  if (brute && left != right && asked.code == REASON_CYCLE) assert_true(cyclic);
  const PlanLowered *fused = plan_fused(plan, a, b, force, &asked);
  uint64_t content = fused ? fused->content : 0;
  assert_true((fused != NULL) == can);
  bool done = plan_fuse(plan, a, b, force, &tried);
  assert_int_equal(done, can);
  assert_int_equal(asked.code, tried.code);
  if (done) assert_int_equal(plan_lowered(plan, plan_home(plan, a))->content, content);
  walk->made += done;
}

// The parts that a question about a cut gives are the kernels that the cut then makes.
static void check_cut(Walk *walk, int op) {
  Plan *plan = walk->plan;
  uint64_t before = plan_hash(plan), version = plan_version(plan);
  int home = plan_home(plan, op);
  Reason asked, reason;
  const PlanLowered *leaving, *staying;
  bool can = plan_cut_parts(plan, op, &leaving, &staying, &asked);
  uint64_t parts[2] = {can ? leaving->content : 0, staying ? staying->content : 0};
  assert_int_equal(plan_hash(plan), before);
  assert_int_equal(plan_version(plan), version);
  assert_int_equal(plan_can_cut(plan, op, &reason), can);
  PlanKernel held = plan_kernel(plan, home);
  int count = held.op_count, *members = calloc((size_t)count, sizeof *members);
  memcpy(members, held.ops, (size_t)count * sizeof *members);
  bool done = plan_cut(plan, op, &reason);
  assert_int_equal(can, done);
  if (done) {
    assert_int_equal(plan_lowered(plan, plan_home(plan, op))->content, parts[0]);
    for (int i = 0; i < count; i++) {
      int part = plan_home(plan, members[i]);
      if (parts[1] && part != plan_home(plan, op))
        assert_int_equal(plan_lowered(plan, part)->content, parts[1]);
      assert_true(part != home || plan_kernel(plan, home).op_count < count);
    }
  } else {
    assert_int_equal(plan_hash(plan), before);
  }
  free(members);
  walk->made += done;
}

// All that a plan says of itself and that a trial must leave alone.
typedef struct Snapshot {
  uint64_t hash, version, stamps, contents;
  int64_t undo_depth;
} Snapshot;

static Snapshot snapshot(Plan *plan) {
  Snapshot snapshot = {
      .hash = plan_hash(plan), .version = plan_version(plan), .undo_depth = plan_undo_depth(plan)};
  int count;
  const int *order = plan_order(plan, &count);
  for (int i = 0; i < count; i++) {
    snapshot.stamps += plan_stamp(plan, order[i]) * (uint64_t)(i + 1);
    snapshot.contents += plan_lowered(plan, order[i])->content * (uint64_t)(i + 1);
  }
  return snapshot;
}

static void check_trial(Walk *walk) {
  enum { EDITS = 6 };
  Plan *plan = walk->plan;
  bool undone = plan_undo(plan); // so that there is something to redo
  Snapshot before = snapshot(plan);
  int touched;
  plan_trial_begin(plan);
  for (int i = 0; i < EDITS; i++)
    walk_edit(walk);
  int count = plan_trial_kernels(plan, &touched, 1);
  bool changed = plan_hash(plan) != before.hash;
  if (changed) assert_true(count > 0);
  for (int kernel = 0; kernel < plan_slots(plan); kernel += 7)
    plan_lowered(plan, kernel); // of kernels that the trial left alone too
  plan_trial_end(plan);
  Snapshot after = snapshot(plan);
  assert_memory_equal(&before, &after, sizeof before);
  if (undone) assert_true(plan_redo(plan));
}

static void one_step(Walk *walk, bool brute) {
  Plan *plan = walk->plan;
  int a = walk_op(walk), b = walk_partner(walk, a);
  uint64_t before = plan_hash(plan);
  Reason reason;
  bool can, done;
  switch (random_below(&walk->random, 9)) {
    case 0:
    case 1:
    case 2:
      check_fuse(walk, a, b, false, brute);
      return;
    case 3:
      check_fuse(walk, a, b, true, brute);
      return;
    case 4:
      check_cut(walk, a);
      return;
    case 5:
      can = plan_can_recompute(plan, a, plan_home(plan, b), &reason);
      assert_int_equal(plan_hash(plan), before);
      done = plan_recompute(plan, a, plan_home(plan, b), &reason);
      break;
    case 6:
      can = plan_can_move(plan, a, plan_home(plan, b), &reason);
      assert_int_equal(plan_hash(plan), before);
      done = plan_move(plan, a, plan_home(plan, b), &reason);
      break;
    case 7:
      check_trial(walk);
      return;
    default: {
      PlanKernel kernel = plan_kernel(plan, plan_home(plan, a));
      can = kernel.copy_count > 0;
      done = can && plan_unrecompute(plan, kernel.copies[0], kernel.id, &reason);
      can = done; // storing it again may be refused
      break;
    }
  }
  assert_int_equal(can, done);
  if (!done) assert_int_equal(plan_hash(plan), before);
  walk->made += done;
}

// What the plan remembers of earlier questions is what a copy of it, which remembers nothing, finds. Always
// the same edges, so that most answers are from before some edits.
static void check_remembered(Walk *walk) {
  enum { EDGES = 24 };
  Plan *copy = plan_copy(walk->plan);
  Reason remembered, found;
  for (int i = 0, op = 0; i < EDGES; i++, op = (op + 13) % walk->graph->op_count) {
    Neighbours near = graph_neighbours(walk->graph, op);
    if (near.consumer_count == 0) continue;
    const PlanLowered *known = plan_fused(walk->plan, op, near.consumers[0], i % 2, &remembered);
    const PlanLowered *fresh = plan_fused(copy, op, near.consumers[0], i % 2, &found);
    assert_int_equal(known != NULL, fresh != NULL);
    if (known) assert_int_equal(known->content, fresh->content);
    assert_int_equal(remembered.code, found.code);
    assert_string_equal(remembered.text, found.text);
  }
  plan_free(copy);
}

static void check_stored(Plan *plan) {
  int count;
  const int *order = plan_order(plan, &count);
  for (int i = 0; i < count; i++) {
    PlanKernel kernel = plan_kernel(plan, order[i]);
    const PlanLowered *lowered = plan_lowered(plan, order[i]);
    int needed = 0;
    for (int j = 0; j < kernel.op_count; j++)
      for (int k = 0; k < plan_graph(plan)->ops[kernel.ops[j]].result_count; k++)
        needed += brute_force_stored(plan, plan_graph(plan)->ops[kernel.ops[j]].first_result + k);
    for (int j = 0; j < lowered->stored_count && needed > 0; j++)
      assert_true(brute_force_stored(plan, lowered->stored[j]));
    if (needed > 0) assert_int_equal(lowered->stored_count, needed);
  }
}

static void check_launch_order(Plan *plan) {
  int count, near[4096];
  const int *order = plan_order(plan, &count);
  int *place = calloc((size_t)plan_slots(plan) + 1, sizeof *place);
  for (int i = 0; i < count; i++)
    place[order[i]] = i;
  assert_int_equal(count, plan_kernel_count(plan));
  for (int i = 0; i < count; i++) {
    int producers = plan_kernel_producers(plan, order[i], near, 4096);
    for (int j = 0; j < producers; j++)
      assert_true(place[near[j]] < i);
  }
  free(place);
}

static void undo_all(Plan *plan, uint64_t fresh) {
  uint64_t end = plan_hash(plan);
  int depth = plan_undo_depth(plan);
  while (plan_undo(plan)) {
  }
  assert_int_equal(plan_hash(plan), fresh);
  assert_valid(plan);
  while (plan_undo_depth(plan) < depth)
    assert_true(plan_redo(plan));
  assert_int_equal(plan_hash(plan), end);
  assert_valid(plan);
}

static void take_plan(Plan *plan, const DumpPlan *dump) {
  DumpNotes notes = {0};
  Status status = {0};
  if (!plan_from_dump(plan, dump, &notes, &status)) fail_msg("%s", status.message);
  dump_notes_free(&notes);
}

// `compiled`: from the compiler's plan, which has copies, instead of every op alone.
static void walk_dump(const char *name, bool compiled, int steps, uint64_t seed) {
  DumpPlan *dump;
  Graph *graph = shipped_dump(name, &dump);
  GpuLimits limits = test_limits();
  Walk walk = {.plan = plan_new(graph, &limits), .graph = graph, .random = {seed}};
  uint64_t fresh = plan_hash(walk.plan);
  if (compiled) take_plan(walk.plan, dump);
  bool brute = graph->op_count < 250;
  for (int i = 0; i < steps; i++) {
    one_step(&walk, brute && i % 4 == 0);
    if (i % 25 == 0) assert_valid(walk.plan);
    if (i % 10 == 0) check_remembered(&walk);
    if (i % 100 == 99) check_launch_order(walk.plan);
    if (i % 40 == 39 && random_below(&walk.random, 2)) plan_undo(walk.plan);
  }
  assert_true(walk.made > steps / 20); // the walk went somewhere
  if (brute) {
    assert_false(brute_force_cycle(walk.plan, 0, 0));
    check_stored(walk.plan);
  }
  undo_all(walk.plan, fresh);
  plan_free(walk.plan);
  dump_plan_free(dump);
  graph_free(graph);
}

static void test_walks(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof dumps / sizeof *dumps; i++) {
    walk_dump(dumps[i], false, 1500, 11 + i);
    walk_dump(dumps[i], true, 1500, 31 + i);
  }
}

// Groups that are rolled back leave nothing behind, however they nest.
static void test_rollback(void **state) {
  (void)state;
  DumpPlan *dump;
  Graph *graph = shipped_dump("mix/forward", &dump);
  GpuLimits limits = test_limits();
  Walk walk = {.plan = plan_new(graph, &limits), .graph = graph, .random = {5}};
  for (int round = 0; round < 20; round++) {
    uint64_t before = plan_hash(walk.plan);
    int depth = plan_undo_depth(walk.plan);
    plan_begin(walk.plan);
    for (int i = 0; i < 10; i++) {
      plan_begin(walk.plan);
      one_step(&walk, false);
      if (i % 2)
        plan_rollback(walk.plan);
      else
        plan_commit(walk.plan);
    }
    plan_rollback(walk.plan);
    assert_int_equal(plan_hash(walk.plan), before);
    assert_int_equal(plan_undo_depth(walk.plan), depth);
    assert_valid(walk.plan);
    one_step(&walk, false);
  }
  plan_free(walk.plan);
  dump_plan_free(dump);
  graph_free(graph);
}

// Equal walks give equal plans, and a copy behaves as its original.
static void test_repeats(void **state) {
  (void)state;
  DumpPlan *dump;
  Graph *graph = shipped_dump("gpt2/forward", &dump);
  GpuLimits limits = test_limits();
  uint64_t hashes[2];
  for (int round = 0; round < 2; round++) {
    Walk walk = {.plan = plan_new(graph, &limits), .graph = graph, .random = {17}};
    for (int i = 0; i < 150; i++)
      one_step(&walk, false);
    if (round == 1) {
      Plan *copy = plan_copy(walk.plan);
      plan_free(walk.plan);
      walk.plan = copy;
      assert_valid(copy);
    }
    for (int i = 0; i < 50; i++)
      one_step(&walk, false);
    hashes[round] = plan_hash(walk.plan);
    plan_free(walk.plan);
  }
  assert_int_equal(hashes[0], hashes[1]);
  dump_plan_free(dump);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_walks), cmocka_unit_test(test_rollback),
                                     cmocka_unit_test(test_repeats)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
