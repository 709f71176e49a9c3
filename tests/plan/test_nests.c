// Kernels that are alike are lowered once: whatever nest a plan has for a kernel, from another one or not, is
// the one that lowering makes of its ops.
#include "fixture.h"

#include "base/text.h"
#include "kernel/lower/lower.h"
#include "plan/search/random_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void assert_same_nest(const Nest *nest, const Nest *fresh) {
  assert_int_equal(nest->hash, fresh->hash);
  assert_ptr_equal(nest->graph, fresh->graph);
  assert_int_equal(nest->op_count, fresh->op_count);
  assert_memory_equal(nest->ops, fresh->ops, (size_t)nest->op_count * sizeof *nest->ops);
  assert_int_equal(nest->step_count, fresh->step_count);
  for (int i = 0; i < nest->step_count; i++) {
    assert_int_equal(nest->steps[i].op, fresh->steps[i].op);
    assert_int_equal(nest->steps[i].value, fresh->steps[i].value);
  }
  assert_int_equal(nest->buffer_count, fresh->buffer_count);
  for (int i = 0; i < nest->buffer_count; i++) {
    assert_int_equal(nest->buffers[i].storage, fresh->buffers[i].storage);
    assert_int_equal(nest->buffers[i].read, fresh->buffers[i].read);
    assert_int_equal(nest->buffers[i].written, fresh->buffers[i].written);
  }
  assert_int_equal(nest->part_count, fresh->part_count);
  for (int i = 0; i < nest->part_count; i++) {
    const NestPart *part = &nest->parts[i], *other = &fresh->parts[i];
    assert_int_equal(part->count, other->count);
    assert_same_nest(part->nest, other->nest);
    assert_memory_equal(part->buffers, other->buffers,
                        (size_t)(part->count * part->nest->buffer_count) * sizeof *part->buffers);
  }
}

static void assert_same_text(const Nest *nest, const Nest *fresh) {
  Text text = {0}, other = {0};
  nest_print(nest, &text);
  nest_print(fresh, &other);
  assert_string_equal(text_get(&text), text_get(&other));
  text_free(&text);
  text_free(&other);
}

static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

// The kernel's ops, lowered now.
static Nest *lower_fresh(const Plan *plan, int kernel, const PlanLowered *lowered) {
  PlanKernel members = plan_kernel(plan, kernel);
  int count = members.op_count + members.copy_count;
  int *ops = malloc((size_t)count * sizeof *ops);
  memcpy(ops, members.ops, (size_t)members.op_count * sizeof *ops);
  if (members.copy_count)
    memcpy(ops + members.op_count, members.copies, (size_t)members.copy_count * sizeof *ops);
  qsort(ops, (size_t)count, sizeof *ops, compare);
  KernelSet set = {
      .ops = ops, .op_count = count, .stored = lowered->stored, .stored_count = lowered->stored_count};
  Nest *nest = kernel_lower(plan_graph(plan), &set, NULL);
  free(ops);
  return nest;
}

// How many nests were compared.
static int check_kernels(Plan *plan) {
  Status status = {0};
  int count, compared = 0;
  const int *order = plan_order(plan, &count);
  for (int i = 0; i < count; i++) {
    const PlanLowered *lowered = plan_lowered(plan, order[i]);
    if (!lowered->nest) continue;
    Nest *fresh = lower_fresh(plan, order[i], lowered);
    assert_non_null(fresh);
    assert_same_nest(lowered->nest, fresh);
    assert_same_text(lowered->nest, fresh);
    for (int part = 0; part < lowered->nest->part_count; part++)
      assert_true(nest_verify(lowered->nest->parts[part].nest, &status));
    assert_true(lowered->nest->part_count || nest_verify(lowered->nest, &status));
    nest_free(fresh);
    compared++;
  }
  return compared;
}

// Layers of transformers and of convolutional nets, forward and backward: every op alone, then random
// fusions.
static void test_of_dumps(void **state) {
  (void)state;
  static const char *const names[] = {"bert/forward", "llama/backward", "resnet/forward", "gpt2/backward"};
  for (int i = 0; i < 4; i++) {
    DumpPlan *dump;
    Graph *graph = shipped_dump(names[i], &dump);
    GpuLimits limits = test_limits();
    Plan *plan = plan_new(graph, &limits);
    assert_true(check_kernels(plan) > 50);
    for (uint64_t seed = 1; seed <= 4; seed++) {
      Random random = {seed};
      PlanChooser chooser = plan_chooser(&random);
      random_plan_fuse(&chooser, plan);
      assert_true(check_kernels(plan) > 5);
      plan_reset(plan);
    }
    plan_free(plan);
    dump_plan_free(dump);
    graph_free(graph);
  }
}

// Axes, one more reader of an exponential, and strides tell kernels apart that are alike else.
static void test_what_tells_apart(void **state) {
  (void)state;
  Planned made = planned_new(
      "'inputs': [{'name':'x','dtype':'f32','shape':[64,512]}, {'name':'y','dtype':'f32','shape':[64,512]},"
      "{'name':'z','dtype':'f32','shape':[512,64]}],"
      "'ops': [{'name':'a1','op':'exp','in':['x']}, "
      "{'name':'a2','op':'sum','in':['a1'],'axes':[1],'keep':true},"
      "{'name':'b1','op':'exp','in':['y']}, {'name':'b2','op':'sum','in':['b1'],'axes':[1],'keep':true},"
      "{'name':'c1','op':'exp','in':['x']}, {'name':'c2','op':'sum','in':['c1'],'axes':[0],'keep':true},"
      "{'name':'d1','op':'exp','in':['y']}, {'name':'d2','op':'sum','in':['d1'],'axes':[1],'keep':true},"
      "{'name':'d3','op':'neg','in':['d1']},"
      "{'name':'zt','op':'permute','in':['z'],'axes':[1,0]},"
      "{'name':'e1','op':'exp','in':['zt']}, {'name':'e2','op':'sum','in':['e1'],'axes':[1],'keep':true}],"
      "'outputs': ['a2','b2','c2','d2','d3','e2']");
  static const char *const letters[] = {"a", "b", "c", "d", "e"};
  uint64_t hash[5];
  for (int i = 0; i < 5; i++) {
    char first[8], second[8];
    snprintf(first, sizeof first, "%s1", letters[i]);
    snprintf(second, sizeof second, "%s2", letters[i]);
    fuse_ok(made.plan, first, second);
    hash[i] = plan_lowered(made.plan, kernel_named(made.plan, first))->nest->hash;
  }
  check_kernels(made.plan);
  assert_int_equal(hash[0], hash[1]);
  for (int i = 2; i < 5; i++)
    assert_true(hash[i] != hash[0]);
  planned_free(&made);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_of_dumps),
      cmocka_unit_test(test_what_tells_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
