// Two plans of one graph, side by side: kernels of both are connected where they share home ops.
#include "plan/file/plan_file.h"
#include "plan/plan_internal.h"

#include <stdlib.h>
#include <string.h>

// A comparison under way: a pass over all ops after another. Chunks that both plans hold speak of kernels
// that are the same in both, and of what they store, too: these are never connected.
struct PlanDiffing {
  const Plan *left, *right;
  int *parent;    // union-find over left slots, then right slots: the node above, and 1; 0: a root
  int *group_of;  // of each root: the group of changed kernels, from 1, by smallest op; 0: the same in both
  bool *seen;     // roots whose kernels were compared
  int pass, next; // next: op
  PlanDiff *diff;
  VECTOR(Integers) kernels[2]; // of every group: of left and of right, by smallest op
  Integers stored_left, stored_right;
};

static int root_of(int *parent, int node) {
  while (parent[node]) {
    int above = parent[node] - 1;
    if (parent[above]) parent[node] = parent[above];
    node = above;
  }
  return node;
}

// A question about a plan may give it a chunk of its own in between, with the same kernels.
static bool is_shared(const PlanDiffing *diffing, int slot) {
  return chunk_of(diffing->left, slot) == chunk_of(diffing->right, slot);
}

static void connect(PlanDiffing *diffing, int op) {
  int left = home_of(diffing->left, op);
  if (left == NO_KERNEL || is_shared(diffing, left)) return;
  int a = root_of(diffing->parent, left);
  int b = root_of(diffing->parent, diffing->left->op_count + home_of(diffing->right, op));
  if (a != b) diffing->parent[a] = b + 1;
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
  plan_stored_values(diffing->left, left, left, &diffing->stored_left);
  plan_stored_values(diffing->right, right, right, &diffing->stored_right);
  return lists_equal(&diffing->stored_left, &diffing->stored_right);
}

static void add_group(PlanDiffing *diffing, int root) {
  for (int side = 0; side < 2; side++)
    vector_push(&diffing->kernels[side], (Integers){0});
  diffing->group_of[root] = ++diffing->diff->group_count;
}

static void find_group(PlanDiffing *diffing, int op) {
  int left = home_of(diffing->left, op);
  if (left == NO_KERNEL) return;
  int root = root_of(diffing->parent, left);
  if (diffing->seen[root]) return;
  diffing->seen[root] = true;
  if (is_shared(diffing, left) || kernels_equal(diffing, left, home_of(diffing->right, op)))
    diffing->diff->same++;
  else
    add_group(diffing, root);
}

static void place(PlanDiffing *diffing, int op, int side) {
  const Plan *plan = side ? diffing->right : diffing->left;
  int kernel = home_of(plan, op);
  if (kernel == NO_KERNEL || slot_of(plan, kernel)->ops.data[0] != op) return;
  int group = diffing->group_of[root_of(diffing->parent, side * plan->op_count + kernel)];
  if (group) vector_push(&diffing->kernels[side].data[group - 1], kernel);
}

static void place_both(PlanDiffing *diffing, int op) {
  place(diffing, op, 0);
  place(diffing, op, 1);
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
  return diffing;
}

bool plan_diff_work(PlanDiffing *diffing, int most) {
  static void (*const passes[])(PlanDiffing *, int) = {connect, find_group, place_both};
  enum { PASSES = sizeof passes / sizeof *passes };
  for (; diffing->pass < PASSES; diffing->pass++, diffing->next = 0)
    for (; diffing->next < diffing->left->op_count; diffing->next++) {
      if (most-- == 0) return false;
      passes[diffing->pass](diffing, diffing->next);
    }
  return true;
}

static void diffing_free(PlanDiffing *diffing) {
  for (int side = 0; side < 2; side++) {
    for (int i = 0; i < diffing->kernels[side].count; i++)
      vector_free(&diffing->kernels[side].data[i]);
    vector_free(&diffing->kernels[side]);
  }
  free(diffing->parent);
  free(diffing->group_of);
  free(diffing->seen);
  vector_free(&diffing->stored_left);
  vector_free(&diffing->stored_right);
  free(diffing);
}

static const int *keep_list(Arena *arena, const Integers *list) {
  int *kept = arena_array(arena, (size_t)list->count + 1, sizeof *kept);
  if (list->count) memcpy(kept, list->data, (size_t)list->count * sizeof *kept);
  return kept;
}

PlanDiff *plan_diff_end(PlanDiffing *diffing) {
  PlanDiff *diff = diffing->diff;
  diff->groups = arena_array(diff->arena, (size_t)diff->group_count + 1, sizeof *diff->groups);
  for (int i = 0; i < diff->group_count; i++) {
    const Integers *left = &diffing->kernels[0].data[i], *right = &diffing->kernels[1].data[i];
    diff->groups[i] = (DiffGroup){.left = keep_list(diff->arena, left),
                                  .right = keep_list(diff->arena, right),
                                  .left_count = left->count,
                                  .right_count = right->count};
  }
  diffing_free(diffing);
  return diff;
}

void plan_diff_cancel(PlanDiffing *diffing) {
  if (!diffing) return;
  plan_diff_free(diffing->diff);
  diffing_free(diffing);
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
