// Preview.
#include "explorer/tabs/preview.h"

#include <stdlib.h>

void preview_free(Preview *preview) {
  vector_free(&preview->ops);
  vector_free(&preview->kernels);
}

void preview_hide(Preview *preview) {
  preview->shown = false;
}

static int compare_ops(const void *left, const void *right) {
  const PreviewOp *a = left, *b = right;
  return (a->op > b->op) - (a->op < b->op);
}

// Inside the trial: what a kernel would hold.
static void note_kernel(Preview *preview, Plan *plan, int kernel) {
  PlanKernel members = plan_kernel(plan, kernel);
  PreviewKernel noted = {.kernel = kernel, .op_count = members.op_count, .copy_count = members.copy_count};
  if (members.op_count) noted.first = members.ops[0], noted.last = members.ops[members.op_count - 1];
  vector_push(&preview->kernels, noted);
  for (int i = 0; i < members.op_count; i++)
    vector_push(&preview->ops, (PreviewOp){members.ops[i], kernel});
}

static void note_kernels(Preview *preview, Plan *plan) {
  VECTOR(int) touched = {0};
  int count = plan_trial_kernels(plan, NULL, 0);
  vector_reserve(&touched, count + 1);
  if (count) plan_trial_kernels(plan, touched.data, count);
  for (int i = 0; i < count; i++)
    note_kernel(preview, plan, touched.data[i]);
  vector_free(&touched);
}

// Ops that stay where they are need no entry.
static void keep_moved(Preview *preview, const Plan *plan) {
  int kept = 0;
  for (int i = 0; i < preview->ops.count; i++)
    if (plan_home(plan, preview->ops.data[i].op) != preview->ops.data[i].home)
      preview->ops.data[kept++] = preview->ops.data[i];
  preview->ops.count = kept;
  if (kept) qsort(preview->ops.data, (size_t)kept, sizeof(PreviewOp), compare_ops);
}

void preview_show(Preview *preview, Plan *plan, const Candidate *candidate) {
  bool known = preview->shown && preview->version == plan_version(plan) &&
               proposal_equal(&preview->proposal, &candidate->proposal);
  if (known) return;
  Reason reason;
  vector_clear(&preview->ops);
  vector_clear(&preview->kernels);
  preview->proposal = candidate->proposal;
  preview->version = plan_version(plan);
  preview->saved_us = candidate->effect.saved_us;
  plan_trial_begin(plan);
  preview->shown = plan_propose(plan, &candidate->proposal, &reason);
  if (preview->shown) note_kernels(preview, plan);
  plan_trial_end(plan);
  keep_moved(preview, plan);
}

static const PreviewOp *find_op(const Preview *preview, int op) {
  PreviewOp key = {.op = op};
  if (!preview->shown || preview->ops.count == 0) return NULL;
  return bsearch(&key, preview->ops.data, (size_t)preview->ops.count, sizeof(PreviewOp), compare_ops);
}

int preview_home(const Preview *preview, const Plan *plan, int op) {
  const PreviewOp *moved = find_op(preview, op);
  return moved ? moved->home : plan_home(plan, op);
}

static const PreviewKernel *find_kernel(const Preview *preview, int kernel) {
  for (int i = 0; preview->shown && i < preview->kernels.count; i++)
    if (preview->kernels.data[i].kernel == kernel) return &preview->kernels.data[i];
  return NULL;
}

void preview_ends(const Preview *preview, const Plan *plan, int kernel, int *first, int *last) {
  const PreviewKernel *would = find_kernel(preview, kernel);
  PlanKernel members = plan_kernel(plan, kernel);
  *first = would ? would->first : members.ops[0];
  *last = would ? would->last : members.ops[members.op_count - 1];
}

int preview_move(const Preview *preview, const Plan *plan, int op) {
  const PreviewOp *moved = find_op(preview, op);
  if (!moved) return 0;
  return plan_kernel(plan, moved->home).op_count ? 1 : -1;
}

bool preview_changes(const Preview *preview, const Plan *plan, int kernel) {
  const PreviewKernel *would = find_kernel(preview, kernel);
  PlanKernel members = plan_kernel(plan, kernel);
  return would && (would->op_count != members.op_count || would->copy_count != members.copy_count);
}
