// Two plans of one graph, side by side: kernels of both are connected where they share home ops.
#include "plan/plan_file.h"
#include "plan/plan_internal.h"

#include <stdlib.h>
#include <string.h>

// A comparison under way. In between, `group_of` has what was found so far.
struct PlanDiffing {
  const Plan *left, *right;
  int *parent;   // union-find over left slots, then right slots
  int *group_of; // of each root: the group of changed kernels, by smallest op; -1: the same on both sides
  bool *seen;    // roots that have one
  int next;      // op
  PlanDiff *diff;
  Integers stored_left, stored_right;
};

static int root_of(int *parent, int node) {
  while (parent[node] != node) {
    parent[node] = parent[parent[node]];
    node = parent[node];
  }
  return node;
}

static void connect(PlanDiffing *diffing) {
  int count = diffing->left->op_count;
  for (int i = 0; i < 2 * count; i++)
    diffing->parent[i] = i;
  for (int op = 0; op < count; op++) {
    if (home_of(diffing->left, op) == NO_KERNEL) continue;
    int a = root_of(diffing->parent, home_of(diffing->left, op));
    int b = root_of(diffing->parent, count + home_of(diffing->right, op));
    diffing->parent[a] = b;
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

static bool kernels_equal(PlanDiffing *diffing, int left, int right) {
  const Slot *a = slot_of(diffing->left, left), *b = slot_of(diffing->right, right);
  if (!lists_equal(&a->ops, &b->ops) || !lists_equal(&a->copies, &b->copies) ||
      !overrides_equal(&a->override, &b->override))
    return false;
  stored_values(diffing->left, left, left, &diffing->stored_left);
  stored_values(diffing->right, right, right, &diffing->stored_right);
  return lists_equal(&diffing->stored_left, &diffing->stored_right);
}

static void find_group(PlanDiffing *diffing, int op) {
  int left = home_of(diffing->left, op);
  if (left == NO_KERNEL) return;
  int root = root_of(diffing->parent, left);
  if (diffing->seen[root]) return;
  diffing->seen[root] = true;
  bool same = kernels_equal(diffing, left, home_of(diffing->right, op));
  diffing->group_of[root] = same ? -1 : diffing->diff->group_count++;
  diffing->diff->same += same;
}

// Gives every group its kernels of one plan, by smallest op.
static void fill_side(PlanDiffing *diffing, const Plan *plan, int offset) {
  PlanDiff *diff = diffing->diff;
  Integers *lists = memory_alloc(((size_t)diff->group_count + 1) * sizeof *lists);
  for (int op = 0; op < plan->op_count; op++) {
    int kernel = home_of(plan, op);
    if (kernel == NO_KERNEL || slot_of(plan, kernel)->ops.data[0] != op) continue;
    int group = diffing->group_of[root_of(diffing->parent, offset + kernel)];
    if (group >= 0) vector_push(&lists[group], kernel);
  }
  for (int i = 0; i < diff->group_count; i++) {
    int *list = arena_array(diff->arena, (size_t)lists[i].count + 1, sizeof *list);
    if (lists[i].count) memcpy(list, lists[i].data, (size_t)lists[i].count * sizeof *list);
    *(plan == diffing->left ? &diff->groups[i].left : &diff->groups[i].right) = list;
    *(plan == diffing->left ? &diff->groups[i].left_count : &diff->groups[i].right_count) = lists[i].count;
    vector_free(&lists[i]);
  }
  free(lists);
}

PlanDiffing *plan_diff_begin(const Plan *left, const Plan *right) {
  if (left->graph != right->graph && left->graph->hash != right->graph->hash) return NULL;
  size_t nodes = 2 * (size_t)left->op_count + 1;
  Arena *arena = arena_new();
  PlanDiffing *diffing = memory_alloc(sizeof *diffing);
  *diffing = (PlanDiffing){.left = left,
                           .right = right,
                           .parent = memory_alloc(nodes * sizeof(int)),
                           .group_of = memory_alloc(nodes * sizeof(int)),
                           .seen = memory_alloc(nodes),
                           .diff = arena_alloc(arena, sizeof(PlanDiff))};
  *diffing->diff = (PlanDiff){.arena = arena};
  connect(diffing);
  return diffing;
}

bool plan_diff_work(PlanDiffing *diffing, int most) {
  for (; diffing->next < diffing->left->op_count; diffing->next++) {
    if (most-- == 0) return false;
    find_group(diffing, diffing->next);
  }
  return true;
}

static void sides_free(PlanDiffing *diffing) {
  free(diffing->parent);
  free(diffing->group_of);
  free(diffing->seen);
  vector_free(&diffing->stored_left);
  vector_free(&diffing->stored_right);
  free(diffing);
}

PlanDiff *plan_diff_end(PlanDiffing *diffing) {
  PlanDiff *diff = diffing->diff;
  diff->groups = arena_array(diff->arena, (size_t)diff->group_count + 1, sizeof *diff->groups);
  if (diff->group_count) {
    fill_side(diffing, diffing->left, 0);
    fill_side(diffing, diffing->right, diffing->left->op_count);
  }
  sides_free(diffing);
  return diff;
}

void plan_diff_cancel(PlanDiffing *diffing) {
  if (!diffing) return;
  plan_diff_free(diffing->diff);
  sides_free(diffing);
}

PlanDiff *plan_diff(const Plan *left, const Plan *right) {
  PlanDiffing *diffing = plan_diff_begin(left, right);
  if (!diffing) return NULL;
  plan_diff_work(diffing, -1);
  return plan_diff_end(diffing);
}

void plan_diff_free(PlanDiff *diff) {
  if (diff) arena_free(diff->arena);
}
