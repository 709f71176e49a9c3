// Copies share what they consist of until one of them changes: whatever is done to one plan, on whatever
// thread, no other one changes.
#include "fixture.h"
#include "walk.h"

#include "base/hash.h"
#include "plan/file/plan_file.h"

#include <pthread.h>
#include <stdlib.h>

static uint64_t add_list(uint64_t hash, const int *items, int count) {
  hash = hash_integer(hash, count);
  for (int i = 0; i < count; i++)
    hash = hash_integer(hash, items[i]);
  return hash;
}

static uint64_t add_kernel(uint64_t hash, const Plan *plan, int kernel) {
  PlanKernel seen = plan_kernel(plan, kernel);
  hash = add_list(hash, seen.ops, seen.op_count);
  hash = add_list(hash, seen.copies, seen.copy_count);
  hash = hash_integer(hash, seen.override.set);
  for (int knob = 0; knob < KNOB_COUNT; knob++)
    if (seen.override.set >> knob & 1) hash = hash_integer(hash, seen.override.knob[knob]);
  return hash;
}

// Of all that a plan says of itself but stamps and version, from its lists and not from what it keeps as its
// hash.
static uint64_t picture(Plan *plan) {
  uint64_t hash = HASH_START;
  int count;
  for (int kernel = 0; kernel < plan_slots(plan); kernel++)
    hash = add_kernel(hash, plan, kernel);
  for (int op = 0; op < plan_slots(plan); op++)
    hash = hash_integer(hash, plan_home(plan, op));
  const int *order = plan_order(plan, &count);
  hash = add_list(hash, order, count);
  const Pin *pins = plan_pins(plan, &count);
  for (int i = 0; i < count; i++)
    hash = add_list(hash, (int[]){(int)pins[i].kind, pins[i].a, pins[i].b}, 3);
  return hash;
}

static uint64_t stamps(const Plan *plan) {
  uint64_t hash = HASH_START;
  for (int kernel = 0; kernel < plan_slots(plan); kernel++)
    hash = hash_integer(hash, (int64_t)plan_stamp(plan, kernel));
  return hash;
}

// ---- A family of plans, each a copy of another.

enum { FAMILY = 6 };

typedef struct Member {
  Plan *plan;
  uint64_t picture, stamps;
} Member;

static void remember(Member *member) {
  member->picture = picture(member->plan);
  member->stamps = stamps(member->plan);
}

static void assert_others_stay(const Member *family, int edited) {
  for (int i = 0; i < FAMILY; i++) {
    if (i == edited) continue;
    assert_int_equal(picture(family[i].plan), family[i].picture);
    assert_int_equal(stamps(family[i].plan), family[i].stamps);
  }
}

static void pin_or_knob(Walk *walk) {
  int a = walk_op(walk), b = walk_partner(walk, a);
  Reason reason;
  bool together = plan_home(walk->plan, a) == plan_home(walk->plan, b);
  if (random_below(&walk->random, 2))
    plan_schedule(walk->plan, plan_home(walk->plan, a), KNOB_threads, 128, &reason);
  else if (!plan_unpin(walk->plan, a, b, &reason))
    plan_pin(walk->plan, together ? PIN_TOGETHER : PIN_APART, a, b, &reason);
}

static void edits_taken_back(Walk *walk, bool trial) {
  uint64_t before = picture(walk->plan);
  if (trial)
    plan_trial_begin(walk->plan);
  else
    plan_begin(walk->plan);
  for (int i = 0; i < 4; i++)
    walk_edit(walk);
  Plan *inside = plan_copy(walk->plan); // of what never was
  uint64_t seen = picture(inside);
  if (trial)
    plan_trial_end(walk->plan);
  else
    plan_rollback(walk->plan);
  assert_int_equal(picture(inside), seen);
  assert_int_equal(picture(walk->plan), before);
  plan_free(inside);
}

static void change_one(Walk *walk, const Member *family) {
  switch (random_below(&walk->random, 12)) {
    case 0:
      plan_undo(walk->plan);
      break;
    case 1:
      plan_redo(walk->plan);
      break;
    case 2:
      pin_or_knob(walk);
      break;
    case 3:
      edits_taken_back(walk, true);
      break;
    case 4:
      edits_taken_back(walk, false);
      break;
    case 5:
      if (random_below(&walk->random, 8) == 0)
        assert_true(plan_replace(walk->plan, family[random_below(&walk->random, FAMILY)].plan, "other"));
      break;
    default:
      walk_edit(walk);
  }
}

// The order that was mended from edit to edit is the one that a plan which was never asked finds.
static void assert_launch_order(Plan *plan) {
  Plan *copy = plan_copy(plan);
  int count, fresh_count;
  const int *order = plan_order(plan, &count), *fresh = plan_order(copy, &fresh_count);
  assert_int_equal(count, fresh_count);
  assert_memory_equal(order, fresh, (size_t)count * sizeof *order);
  plan_free(copy);
}

// In the place of a member comes a copy of another one, or a fresh plan beside it.
static void renew_one(Random *random, Member *family) {
  int to = (int)random_below(random, FAMILY), from = (int)random_below(random, FAMILY);
  bool fresh = random_below(random, 4) == 0;
  if (to == from) return;
  plan_free(family[to].plan);
  family[to].plan = fresh ? plan_new_beside(family[from].plan) : plan_copy(family[from].plan);
  remember(&family[to]);
  if (!fresh) assert_int_equal(family[to].picture, family[from].picture);
  if (!fresh) assert_int_equal(plan_hash(family[to].plan), plan_hash(family[from].plan));
}

// A plan that was never a copy is the same after being made what this one is.
static void assert_as_fresh(Plan *plan, const GpuLimits *limits) {
  Plan *fresh = plan_new(plan_graph(plan), limits);
  assert_true(plan_replace(fresh, plan, "all"));
  assert_int_equal(plan_hash(fresh), plan_hash(plan));
  assert_int_equal(picture(fresh), picture(plan));
  assert_valid(plan);
  plan_free(fresh);
}

static void family_of(const char *name, uint64_t seed, int steps) {
  DumpPlan *dump;
  Graph *graph = shipped_dump(name, &dump);
  GpuLimits limits = test_limits();
  Member family[FAMILY];
  DumpNotes notes = {0};
  Status status = {0};
  family[0].plan = plan_new(graph, &limits);
  uint64_t alone = picture(family[0].plan);
  if (!plan_from_dump(family[0].plan, dump, &notes, &status)) fail_msg("%s", status.message);
  for (int i = 1; i < FAMILY; i++)
    family[i].plan = plan_copy(family[i - 1].plan);
  for (int i = 0; i < FAMILY; i++)
    remember(&family[i]);
  Walk walk = {.graph = graph, .random = {seed}};
  for (int step = 0; step < steps; step++) {
    int at = (int)random_below(&walk.random, FAMILY);
    walk.plan = family[at].plan;
    change_one(&walk, family);
    remember(&family[at]);
    assert_launch_order(family[at].plan);
    assert_others_stay(family, at);
    if (step % 5 == 0) renew_one(&walk.random, family);
    if (step % 100 == 0) assert_as_fresh(family[at].plan, &limits);
  }
  Plan *beside = plan_new_beside(family[0].plan);
  assert_int_equal(picture(beside), alone); // what every op alone looks like was never written
  plan_free(beside);
  for (int i = 0; i < FAMILY; i++)
    plan_free(family[i].plan);
  dump_notes_free(&notes);
  dump_plan_free(dump);
  graph_free(graph);
}

static void test_families(void **state) {
  (void)state;
  family_of("resnet/forward", 1, 2000); // 676 ops: several chunks
  family_of("mix/backward", 2, 1000);   // with recomputed copies
}

// Many readers and writers of the same memory, which bind kernels with copies of the readers, too.
static void test_order_of_writers(void **state) {
  (void)state;
  Planned f = planned_new(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64] }, { 'name': 'y', 'dtype': 'f32', 'shape': "
      "[64] }, { 'name': 'z', 'dtype': 'f32', 'shape': [64] } ],"
      "'ops': [ { 'name': 'a', 'op': 'exp', 'in': ['x'] }, { 'name': 'b', 'op': 'neg', 'in': ['y'] },"
      "         { 'name': 'v', 'op': 'copy', 'in': ['x', 'z'], 'mutates': 0 },"
      "         { 'name': 'c', 'op': 'abs', 'in': ['z'] }, { 'name': 'd', 'op': 'add', 'in': ['a', 'c'] },"
      "         { 'name': 'e', 'op': 'mul', 'in': ['b', 'c'] },"
      "         { 'name': 'w', 'op': 'copy', 'in': ['y', 'c'], 'mutates': 0 },"
      "         { 'name': 'g', 'op': 'exp', 'in': ['e'] }, { 'name': 'h', 'op': 'add', 'in': ['d', 'g'] },"
      "         { 'name': 'i', 'op': 'mul', 'in': ['v', 'd'] }, { 'name': 'j', 'op': 'add', 'in': ['w', 'b'] "
      "},"
      "         { 'name': 'k', 'op': 'add', 'in': ['a', 'j'] } ], 'outputs': ['h', 'i', 'k', 'v', 'w']");
  Walk walk = {.plan = f.plan, .graph = f.graph, .random = {1}};
  int copies = 0;
  for (int step = 0; step < 5000; step++) {
    if (random_below(&walk.random, 4) == 0)
      plan_undo(f.plan);
    else
      walk_edit(&walk);
    assert_launch_order(f.plan);
    for (int kernel = 0; kernel < plan_slots(f.plan); kernel++)
      copies += plan_kernel(f.plan, kernel).copy_count;
  }
  assert_true(copies > 1000);
  assert_valid(f.plan);
  planned_free(&f);
}

// Lists that a caller holds stay while only questions are asked, even when the plan's sharers go meanwhile.
static void test_held_lists(void **state) {
  (void)state;
  DumpPlan *dump;
  Graph *graph = shipped_dump("gpt2/forward", &dump);
  GpuLimits limits = test_limits();
  Walk walk = {.plan = plan_new(graph, &limits), .graph = graph, .random = {3}};
  for (int round = 0; round < 200; round++) {
    Plan *copy = plan_copy(walk.plan);
    int a = walk_op(&walk), b = walk_partner(&walk, a);
    PlanKernel held = plan_kernel(walk.plan, plan_home(walk.plan, a));
    uint64_t before = add_list(HASH_START, held.ops, held.op_count);
    Reason reason;
    plan_can_recompute(walk.plan, a, plan_home(walk.plan, b), &reason);
    plan_can_cut(walk.plan, a, &reason);
    plan_free(copy);
    assert_int_equal(add_list(HASH_START, held.ops, held.op_count), before);
    walk_edit(&walk);
  }
  plan_free(walk.plan);
  dump_plan_free(dump);
  graph_free(graph);
}

// ---- Threads.

enum { THREADS = 4, ROUNDS = 6, EDITS = 60 };

typedef struct Worker {
  const Plan *start; // shared by all
  uint64_t seed, result;
} Worker;

static uint64_t edited(Plan *plan, uint64_t seed) {
  Walk walk = {.plan = plan, .graph = plan_graph(plan), .random = {seed}};
  for (int i = 0; i < EDITS; i++)
    walk_edit(&walk);
  return picture(plan);
}

static void *work(void *data) {
  Worker *worker = data;
  Plan *own = plan_copy(worker->start), *second = plan_copy(own);
  worker->result = edited(own, worker->seed);
  plan_free(own);
  worker->result = hash_integer(worker->result, (int64_t)edited(second, worker->seed + 1));
  plan_free(second);
  return NULL;
}

// Each thread edits copies of its own of one plan, which is copied, edited and freed here meanwhile.
static void test_threads(void **state) {
  (void)state;
  DumpPlan *dump;
  Graph *graph = shipped_dump("resnet/forward", &dump);
  GpuLimits limits = test_limits();
  Plan *plan = plan_new(graph, &limits);
  for (int round = 0; round < ROUNDS; round++) {
    Plan *start = plan_copy(plan);
    pthread_t threads[THREADS];
    Worker workers[THREADS];
    for (int i = 0; i < THREADS; i++) {
      workers[i] = (Worker){start, (uint64_t)(round * THREADS + i), 0};
      assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    uint64_t here = edited(plan, (uint64_t)round + 1000);
    for (int i = 0; i < THREADS; i++) {
      pthread_join(threads[i], NULL);
      Worker alone = {start, workers[i].seed, 0};
      work(&alone);
      assert_int_equal(workers[i].result, alone.result);
    }
    assert_int_equal(edited(start, (uint64_t)round + 1000), here);
    plan_free(start);
  }
  assert_valid(plan);
  plan_free(plan);
  dump_plan_free(dump);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_families),
      cmocka_unit_test(test_order_of_writers),
      cmocka_unit_test(test_held_lists),
      cmocka_unit_test(test_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
