// Proposals: making them.
#include "plan/edit/proposal.h"

#include "base/vector.h"

bool proposal_equal(const Proposal *a, const Proposal *b) {
  return a->kind == b->kind && a->op == b->op && a->other == b->other && a->kernel == b->kernel &&
         a->knob == b->knob && a->value == b->value;
}

typedef bool (*CopyEdit)(Plan *plan, int op, int kernel, Reason *reason);

// The same edit of `op` for several kernels; false with the first refusal when none can be made.
static bool edit_all(Plan *plan, int op, const int *kernels, int count, CopyEdit edit, Reason *reason) {
  Reason refused;
  int made = 0;
  plan_begin(plan);
  for (int i = 0; i < count; i++) {
    bool ok = edit(plan, op, kernels[i], &refused);
    if (!ok && reason->code == REASON_NONE) *reason = refused;
    made += ok;
  }
  if (made)
    plan_commit(plan);
  else
    plan_rollback(plan);
  if (made) *reason = (Reason){.code = REASON_NONE};
  return made > 0;
}

typedef VECTOR(int) Kernels;

static bool is_listed(const Kernels *kernels, int kernel) {
  for (int i = 0; i < kernels->count; i++)
    if (kernels->data[i] == kernel) return true;
  return false;
}

static bool has_copy(const Plan *plan, int kernel, int op) {
  PlanKernel members = plan_kernel(plan, kernel);
  for (int i = 0; i < members.copy_count; i++)
    if (members.copies[i] == op) return true;
  return false;
}

// The kernels, other than its own, of ops that read `op`: with (without) a copy of it.
static void reader_kernels(const Plan *plan, int op, bool with_copy, Kernels *out) {
  Neighbours near = graph_neighbours(plan_graph(plan), op);
  for (int i = 0; i < near.consumer_count; i++) {
    int kernel = plan_home(plan, near.consumers[i]);
    if (kernel != plan_home(plan, op) && has_copy(plan, kernel, op) == with_copy && !is_listed(out, kernel))
      vector_push(out, kernel);
  }
}

static bool edit_readers(Plan *plan, const Proposal *proposal, bool store, Reason *reason) {
  Kernels kernels = {0};
  CopyEdit edit = store ? plan_unrecompute : plan_recompute;
  bool ok;
  reader_kernels(plan, proposal->op, store, &kernels);
  if (kernels.count == 0)
    ok = reason_set(reason, REASON_NO_CHANGE, (int[]){proposal->op, NO_OP},
                    store ? "no kernel recomputes %s" : "no other kernel reads %s",
                    plan_graph(plan)->ops[proposal->op].name);
  else
    ok = edit_all(plan, proposal->op, kernels.data, kernels.count, edit, reason);
  vector_free(&kernels);
  return ok;
}

bool plan_propose(Plan *plan, const Proposal *proposal, Reason *reason) {
  bool everywhere = proposal->kernel == NO_KERNEL;
  *reason = (Reason){.code = REASON_NONE};
  switch (proposal->kind) {
    case PROPOSE_FUSE:
      return plan_fuse(plan, proposal->op, proposal->other, true, reason);
    case PROPOSE_CUT:
      return plan_cut(plan, proposal->op, reason);
    case PROPOSE_MOVE:
      return plan_move(plan, proposal->op, proposal->kernel, reason);
    case PROPOSE_RECOMPUTE:
      return everywhere ? edit_readers(plan, proposal, false, reason)
                        : plan_recompute(plan, proposal->op, proposal->kernel, reason);
    case PROPOSE_STORE:
      return everywhere ? edit_readers(plan, proposal, true, reason)
                        : plan_unrecompute(plan, proposal->op, proposal->kernel, reason);
    case PROPOSE_KNOB:
      return plan_schedule(plan, proposal->kernel, proposal->knob, proposal->value, reason);
  }
  return false;
}
