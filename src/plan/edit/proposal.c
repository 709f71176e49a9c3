// Proposals: making them.
#include "plan/edit/proposal.h"

#include "base/hash.h"
#include "base/sorted.h"
#include "plan/edit/alike.h"

#include <stdio.h>

bool proposal_equal(const Proposal *a, const Proposal *b) {
  return a->kind == b->kind && a->op == b->op && a->other == b->other && a->kernel == b->kernel &&
         a->knob == b->knob && a->value == b->value && a->reach == b->reach;
}

bool proposal_names_other(const Proposal *proposal) {
  return proposal->kind == PROPOSE_FUSE || proposal->kind == PROPOSE_FUSE_SET ||
         proposal->kind == PROPOSE_PIN;
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

static bool has_copy(const Plan *plan, int kernel, int op) {
  PlanKernel members = plan_kernel(plan, kernel);
  return sorted_find(members.copies, members.copy_count, op) >= 0;
}

typedef struct ReaderSearch {
  const Plan *plan;
  int op;
  bool with_copy;
  HashMap listed;
  Kernels *out;
} ReaderSearch;

static void add_reader(ReaderSearch *search, int kernel) {
  int64_t unused;
  if (kernel == plan_home(search->plan, search->op)) return;
  if (has_copy(search->plan, kernel, search->op) != search->with_copy) return;
  if (hashmap_get(&search->listed, (uint64_t)kernel + 1, &unused)) return;
  hashmap_set(&search->listed, (uint64_t)kernel + 1, 1);
  vector_push(search->out, kernel);
}

// The kernels, other than its own, of ops and of copies of ops that read `op`: with (without) a copy of it.
static void reader_kernels(const Plan *plan, int op, bool with_copy, Kernels *out) {
  ReaderSearch search = {plan, op, with_copy, {0}, out};
  Neighbours near = graph_neighbours(plan_graph(plan), op);
  for (int i = 0; i < near.consumer_count; i++) {
    int copies;
    const int *copied = plan_copied_in(plan, near.consumers[i], &copies);
    add_reader(&search, plan_home(plan, near.consumers[i]));
    for (int k = 0; k < copies; k++)
      add_reader(&search, copied[k]);
  }
  hashmap_free(&search.listed);
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

// ---- More than two kernels.

static bool fuse_set(Plan *plan, const Proposal *proposal, Reason *reason) {
  int ops[PLAN_SET], count = plan_attention(plan, proposal->op, proposal->other, ops, PLAN_SET);
  if (count) return plan_fuse_all(plan, ops, count, true, reason);
  return reason_set(reason, REASON_NOT_TOGETHER, (int[]){proposal->op, proposal->other, NO_OP},
                    "%s and %s are not of a product, a softmax of its rows and a product of that",
                    plan_graph(plan)->ops[proposal->op].name, plan_graph(plan)->ops[proposal->other].name);
}

static bool compute_bias(Plan *plan, int op, Reason *reason) {
  int ops[PLAN_BIAS], count = plan_bias(plan, op, ops, PLAN_BIAS);
  if (count) return plan_recompute_all(plan, ops, count, plan_home(plan, op), reason);
  return reason_set(reason, REASON_NO_CHANGE, (int[]){op, NO_OP}, "%s has no bias that it could compute",
                    plan_graph(plan)->ops[op].name);
}

// ---- Pins.

// Ops that are apart are fused first, as one edit.
static bool keep_together(Plan *plan, int op, int other, Reason *reason) {
  bool apart = plan_home(plan, op) != plan_home(plan, other);
  plan_begin(plan);
  if ((!apart || plan_fuse(plan, op, other, false, reason)) &&
      plan_pin(plan, PIN_TOGETHER, op, other, reason)) {
    plan_commit(plan);
    return true;
  }
  plan_rollback(plan);
  return false;
}

static bool set_pin(Plan *plan, const Proposal *proposal, Reason *reason) {
  switch (proposal->value) {
    case PIN_TOGETHER:
      return keep_together(plan, proposal->op, proposal->other, reason);
    case PIN_APART:
      return plan_pin(plan, PIN_APART, proposal->op, proposal->other, reason);
    default:
      return plan_unpin(plan, proposal->op, proposal->other, reason);
  }
}

// ---- All of them.

static bool propose_here(Plan *plan, const Proposal *proposal, Reason *reason) {
  bool everywhere = proposal->kernel == NO_KERNEL;
  *reason = (Reason){.code = REASON_NONE};
  switch (proposal->kind) {
    case PROPOSE_FUSE:
      return plan_fuse(plan, proposal->op, proposal->other, true, reason);
    case PROPOSE_FUSE_SET:
      return fuse_set(plan, proposal, reason);
    case PROPOSE_BIAS:
      return compute_bias(plan, proposal->op, reason);
    case PROPOSE_CUT:
      return plan_cut(plan, proposal->op, reason);
    case PROPOSE_FREE:
      return plan_free_products(plan, plan_home(plan, proposal->op), reason);
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
    case PROPOSE_PIN:
      return set_pin(plan, proposal, reason);
  }
  return false;
}

// ---- In several places.

static void make_places(Plan *plan, const Places *places, bool may_refuse, ReachOutcome *outcome) {
  for (int i = 0; i < places->count && (may_refuse || outcome->refused == 0); i++) {
    Reason reason;
    if (propose_here(plan, &places->data[i], &reason)) continue;
    if (outcome->refused++ == 0) outcome->first = reason;
  }
}

// How many would refuse it: each asked for itself, as far as those before it went.
static void count_refusals(Plan *plan, const Places *places, ReachOutcome *outcome) {
  *outcome = (ReachOutcome){.places = places->count};
  plan_begin(plan);
  make_places(plan, places, true, outcome);
  plan_rollback(plan);
}

static void name_entry(Plan *plan, const Proposal *proposal, int count) {
  static const char *const names[] = {
      [PROPOSE_FUSE] = "fuse",
      [PROPOSE_FUSE_SET] = "fuse all with",
      [PROPOSE_BIAS] = "compute the bias of",
      [PROPOSE_CUT] = "cut",
      [PROPOSE_FREE] = "free the products of",
      [PROPOSE_MOVE] = "move",
      [PROPOSE_RECOMPUTE] = "recompute",
      [PROPOSE_STORE] = "store",
      [PROPOSE_KNOB] = "set a knob of",
      [PROPOSE_PIN] = "pin",
  };
  char label[160];
  if (count < 2) return;
  snprintf(label, sizeof label, "%s %.32s, %d alike", names[proposal->kind],
           plan_graph(plan)->ops[proposal->op].name, count);
  plan_label(plan, label);
}

bool plan_propose_reach(Plan *plan, const Proposal *proposal, ReachOutcome *outcome) {
  Places places = {0};
  bool partly = proposal->reach == REACH_POSSIBLE;
  if (proposal->reach == REACH_HERE)
    vector_push(&places, *proposal);
  else
    plan_alike(plan, proposal, &places);
  *outcome = (ReachOutcome){.places = places.count};
  plan_begin(plan);
  make_places(plan, &places, partly, outcome);
  bool made = outcome->refused == 0 || (partly && outcome->refused < places.count);
  if (made)
    plan_commit(plan);
  else
    plan_rollback(plan);
  if (made && !plan_is_open(plan)) name_entry(plan, proposal, places.count - outcome->refused);
  if (!made && !partly) count_refusals(plan, &places, outcome);
  vector_free(&places);
  return made;
}

bool plan_propose(Plan *plan, const Proposal *proposal, Reason *reason) {
  ReachOutcome outcome;
  if (proposal->reach == REACH_HERE) return propose_here(plan, proposal, reason);
  *reason = (Reason){.code = REASON_NONE};
  if (plan_propose_reach(plan, proposal, &outcome)) return true;
  *reason = outcome.first;
  if (outcome.places > 1)
    snprintf(reason->text, sizeof reason->text, "%d of %d alike places refuse it: %.300s", outcome.refused,
             outcome.places, outcome.first.text);
  return false;
}
