// Two plans of one graph, side by side: kernels of both are connected where they share home ops.
#include "plan/plan_file.h"
#include "plan/plan_internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct Sides {
  const Plan *left, *right;
  int *parent; // union-find over left slots, then right slots
  Integers stored_left, stored_right;
} Sides;

static int root_of(int *parent, int node) {
  while (parent[node] != node) {
    parent[node] = parent[parent[node]];
    node = parent[node];
  }
  return node;
}

static void connect(Sides *sides) {
  int count = sides->left->op_count;
  for (int i = 0; i < 2 * count; i++)
    sides->parent[i] = i;
  for (int op = 0; op < count; op++) {
    if (sides->left->home[op] == NO_KERNEL) continue;
    int a = root_of(sides->parent, sides->left->home[op]);
    int b = root_of(sides->parent, count + sides->right->home[op]);
    sides->parent[a] = b;
  }
}

static bool lists_equal(const Integers *a, const Integers *b) {
  return a->count == b->count &&
         (a->count == 0 || memcmp(a->data, b->data, (size_t)a->count * sizeof(int)) == 0);
}

static bool overrides_equal(const ScheduleOverride *a, const ScheduleOverride *b) {
  if (a->set != b->set) return false;
  for (int knob = 0; knob < KNOB_COUNT; knob++)
    if (a->set >> knob & 1 && a->knob[knob] != b->knob[knob]) return false;
  return true;
}

static bool kernels_equal(Sides *sides, int left, int right) {
  const Slot *a = &sides->left->slots[left], *b = &sides->right->slots[right];
  if (!lists_equal(&a->ops, &b->ops) || !lists_equal(&a->copies, &b->copies) ||
      !overrides_equal(&a->override, &b->override))
    return false;
  stored_values(sides->left, left, left, &sides->stored_left);
  stored_values(sides->right, right, right, &sides->stored_right);
  return lists_equal(&sides->stored_left, &sides->stored_right);
}

// The group of each root of changed kernels, by smallest op; -1 for the others.
static void find_groups(PlanDiff *diff, Sides *sides, int *group_of) {
  int count = sides->left->op_count;
  bool *seen = memory_alloc(2 * (size_t)count + 1);
  for (int op = 0; op < count; op++) {
    int left = sides->left->home[op];
    if (left == NO_KERNEL) continue;
    int root = root_of(sides->parent, left);
    if (seen[root]) continue;
    seen[root] = true;
    bool same = kernels_equal(sides, left, sides->right->home[op]);
    group_of[root] = same ? -1 : diff->group_count++;
    diff->same += same;
  }
  free(seen);
}

// Gives every group its kernels of one plan, by smallest op.
static void fill_side(PlanDiff *diff, Sides *sides, const Plan *plan, int offset, const int *group_of) {
  Integers *lists = memory_alloc(((size_t)diff->group_count + 1) * sizeof *lists);
  for (int op = 0; op < plan->op_count; op++) {
    int kernel = plan->home[op];
    if (kernel == NO_KERNEL || plan->slots[kernel].ops.data[0] != op) continue;
    int group = group_of[root_of(sides->parent, offset + kernel)];
    if (group >= 0) vector_push(&lists[group], kernel);
  }
  for (int i = 0; i < diff->group_count; i++) {
    int *list = arena_array(diff->arena, (size_t)lists[i].count + 1, sizeof *list);
    if (lists[i].count) memcpy(list, lists[i].data, (size_t)lists[i].count * sizeof *list);
    *(plan == sides->left ? &diff->groups[i].left : &diff->groups[i].right) = list;
    *(plan == sides->left ? &diff->groups[i].left_count : &diff->groups[i].right_count) = lists[i].count;
    vector_free(&lists[i]);
  }
  free(lists);
}

static void compare(PlanDiff *diff, Sides *sides) {
  int count = sides->left->op_count;
  int *group_of = memory_alloc((2 * (size_t)count + 1) * sizeof *group_of);
  find_groups(diff, sides, group_of);
  diff->groups = arena_array(diff->arena, (size_t)diff->group_count + 1, sizeof *diff->groups);
  if (diff->group_count && sides->left != sides->right) {
    fill_side(diff, sides, sides->left, 0, group_of);
    fill_side(diff, sides, sides->right, count, group_of);
  }
  free(group_of);
}

PlanDiff *plan_diff(const Plan *left, const Plan *right) {
  if (left->graph != right->graph && left->graph->hash != right->graph->hash) return NULL;
  Arena *arena = arena_new();
  PlanDiff *diff = arena_alloc(arena, sizeof *diff);
  diff->arena = arena;
  Sides sides = {.left = left, .right = right};
  sides.parent = memory_alloc((2 * (size_t)left->op_count + 1) * sizeof(int));
  connect(&sides);
  compare(diff, &sides);
  free(sides.parent);
  vector_free(&sides.stored_left);
  vector_free(&sides.stored_right);
  return diff;
}

void plan_diff_free(PlanDiff *diff) {
  if (diff) arena_free(diff->arena);
}
