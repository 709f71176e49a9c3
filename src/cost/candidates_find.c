// Which changes there are at an op.
#include "cost/candidates_find.h"

#include "kernel/template/candidates.h"

#include <assert.h>
#include <string.h>

// Readers of one value that are looked at: those next to the op. A constant of a large graph has thousands.
enum { SIBLINGS = 24 };

typedef struct Finder {
  Candidates *out;
  Plan *plan;
  const Graph *graph;
  int op, home;
  int count[FROM_KNOB + 1]; // found, by origin
} Finder;

// So that an op with thousands of readers leaves room for what else can be done.
static const int most_of[] = {
    [FROM_EDGE] = 90, [FROM_SIBLING] = 30, [FROM_KERNEL] = 30, [FROM_OP] = 20, [FROM_KNOB] = 30};
static_assert(90 + 30 + 30 + 20 + 30 == CANDIDATES_PER_OP, "the parts make up the whole");

static void add(Finder *finder, Candidate candidate) {
  int *count = &finder->count[candidate.origin];
  if (*count == most_of[candidate.origin]) {
    finder->out->left_out++;
    return;
  }
  (*count)++;
  vector_push(&finder->out->list, candidate);
}

static bool is_listed(const Finder *finder, const Proposal *proposal) {
  for (int i = 0; i < finder->out->list.count; i++)
    if (proposal_equal(&finder->out->list.data[i].proposal, proposal)) return true;
  return false;
}

static void add_once(Finder *finder, Candidate candidate) {
  if (!is_listed(finder, &candidate.proposal)) add(finder, candidate);
}

// Fusing with any op of a kernel is the same edit: the first that leads there is named.
static bool fuses_with(const Finder *finder, int kernel) {
  for (int i = 0; i < finder->out->list.count; i++) {
    const Proposal *proposal = &finder->out->list.data[i].proposal;
    if (proposal->kind == PROPOSE_FUSE && plan_home(finder->plan, proposal->other) == kernel) return true;
  }
  return false;
}

static void add_fuse(Finder *finder, int other, CandidateOrigin origin, int shared) {
  int kernel = plan_home(finder->plan, other);
  if (kernel == finder->home || kernel == NO_KERNEL || fuses_with(finder, kernel)) return;
  add(finder, (Candidate){.proposal = {.kind = PROPOSE_FUSE, .op = finder->op, .other = other},
                          .origin = origin,
                          .shared = shared});
}

// ---- Several kernels at once.

static bool same_set(const Finder *finder, const int *ops, int count) {
  for (int i = 0; i < finder->out->list.count; i++) {
    const Proposal *proposal = &finder->out->list.data[i].proposal;
    int others[PLAN_SET];
    if (proposal->kind != PROPOSE_FUSE_SET) continue;
    int other_count = plan_attention(finder->plan, proposal->op, proposal->other, others, PLAN_SET);
    if (other_count == count && memcmp(others, ops, (size_t)count * sizeof *ops) == 0) return true;
  }
  return false;
}

static void fuse_set_with(Finder *finder, int kernel) {
  int other = plan_kernel(finder->plan, kernel).ops[0], ops[PLAN_SET];
  int count = plan_attention(finder->plan, finder->op, other, ops, PLAN_SET);
  if (!count || same_set(finder, ops, count)) return;
  add(finder, (Candidate){.proposal = {.kind = PROPOSE_FUSE_SET, .op = finder->op, .other = other},
                          .origin = FROM_KERNEL,
                          .shared = NO_VALUE});
}

// The sets that the op's kernel belongs to with one beside it.
static void fuse_sets(Finder *finder) {
  enum { AROUND = 24 };
  int around[AROUND], count = plan_kernel_producers(finder->plan, finder->home, around, AROUND);
  for (int i = 0; i < count && i < AROUND; i++)
    fuse_set_with(finder, around[i]);
  count = plan_kernel_consumers(finder->plan, finder->home, around, AROUND);
  for (int i = 0; i < count && i < AROUND; i++)
    fuse_set_with(finder, around[i]);
}

// Where several products share a kernel, one may not be able to leave without the others; nor one of two
// matrices be loaded, where both are computed again.
static void free_products(Finder *finder) {
  PlanKernel kernel = plan_kernel(finder->plan, finder->home);
  int products = plan_products(finder->plan, finder->home, NULL, 0);
  if (products > 1 || (products && kernel.copy_count))
    add(finder,
        (Candidate){
            .proposal = {.kind = PROPOSE_FREE, .op = finder->op}, .origin = FROM_OP, .shared = NO_VALUE});
}

// What attention adds to its scores, computed with them.
static void compute_bias(Finder *finder) {
  int ops[PLAN_BIAS];
  if (plan_bias(finder->plan, finder->op, ops, PLAN_BIAS))
    add(finder,
        (Candidate){
            .proposal = {.kind = PROPOSE_BIAS, .op = finder->op}, .origin = FROM_OP, .shared = NO_VALUE});
}

// ---- Along the op's edges.

static void fuse_with_neighbours(Finder *finder, int op, CandidateOrigin origin) {
  Neighbours near = graph_neighbours(finder->graph, op);
  for (int i = 0; i < near.producer_count; i++)
    add_fuse(finder, near.producers[i], origin, NO_VALUE);
  for (int i = 0; i < near.consumer_count; i++)
    add_fuse(finder, near.consumers[i], origin, NO_VALUE);
}

// A copy of `op` where `reader` is, or the end of the one that is there.
static void copy_into(Finder *finder, int op, int reader, CandidateOrigin origin) {
  int kernel = plan_home(finder->plan, reader);
  if (kernel == NO_KERNEL || kernel == plan_home(finder->plan, op)) return;
  ProposalKind kind = plan_has_copy(finder->plan, kernel, op) ? PROPOSE_STORE : PROPOSE_RECOMPUTE;
  add_once(finder,
           (Candidate){
               .proposal = {.kind = kind, .op = op, .kernel = kernel}, .origin = origin, .shared = NO_VALUE});
}

static int count_kind(const Finder *finder, ProposalKind kind, int op) {
  int count = 0;
  for (int i = 0; i < finder->out->list.count; i++) {
    const Proposal *proposal = &finder->out->list.data[i].proposal;
    count += proposal->kind == kind && proposal->op == op;
  }
  return count;
}

// With several readers, the result need be stored no more only when all have copies.
static void copy_everywhere(Finder *finder, ProposalKind kind) {
  if (count_kind(finder, kind, finder->op) < 2) return;
  add(finder, (Candidate){.proposal = {.kind = kind, .op = finder->op, .kernel = NO_KERNEL},
                          .origin = FROM_OP,
                          .shared = NO_VALUE});
}

static void copies(Finder *finder) {
  Neighbours near = graph_neighbours(finder->graph, finder->op);
  for (int i = 0; i < near.consumer_count; i++)
    copy_into(finder, finder->op, near.consumers[i], FROM_OP);
  copy_everywhere(finder, PROPOSE_RECOMPUTE);
  copy_everywhere(finder, PROPOSE_STORE);
  for (int i = 0; i < near.producer_count; i++)
    copy_into(finder, near.producers[i], finder->op, FROM_EDGE);
}

// Out of the kernel: alone, or into that of a neighbour.
static void leave(Finder *finder) {
  if (plan_kernel(finder->plan, finder->home).op_count < 2) return;
  add(finder,
      (Candidate){
          .proposal = {.kind = PROPOSE_CUT, .op = finder->op}, .origin = FROM_OP, .shared = NO_VALUE});
  Neighbours near = graph_neighbours(finder->graph, finder->op);
  for (int i = 0; i < near.producer_count + near.consumer_count; i++) {
    int other = i < near.producer_count ? near.producers[i] : near.consumers[i - near.producer_count];
    int kernel = plan_home(finder->plan, other);
    if (kernel == finder->home || kernel == NO_KERNEL) continue;
    add_once(finder, (Candidate){.proposal = {.kind = PROPOSE_MOVE, .op = finder->op, .kernel = kernel},
                                 .origin = FROM_EDGE,
                                 .shared = NO_VALUE});
  }
}

// ---- Ops that read the same.

// The first of the readers, which ascend, that is no smaller than the op.
static int reader_place(const Value *value, int op) {
  int low = 0, high = value->reader_count;
  while (low < high) {
    int middle = (low + high) / 2;
    if (value->readers[middle].op < op)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void add_sibling(Finder *finder, const Value *value, int place, int shared) {
  if (place < 0 || place >= value->reader_count) return;
  int other = value->readers[place].op;
  if (other != finder->op && !finder->graph->ops[other].is_view)
    add_fuse(finder, other, FROM_SIBLING, shared);
}

static void siblings(Finder *finder) {
  const Op *op = &finder->graph->ops[finder->op];
  for (int i = 0; i < op->operand_count; i++) {
    if (op->operands[i].value == NO_VALUE) continue;
    int shared = graph_source(finder->graph, op->operands[i].value);
    const Value *value = &finder->graph->values[shared];
    int here = reader_place(value, finder->op);
    for (int away = 0; away < SIBLINGS / 2; away++) {
      add_sibling(finder, value, here + away, shared);
      add_sibling(finder, value, here - 1 - away, shared);
    }
  }
}

// ---- The kernel.

static void kernel_neighbours(Finder *finder) {
  PlanKernel kernel = plan_kernel(finder->plan, finder->home);
  for (int i = 0; i < kernel.op_count && finder->count[FROM_KERNEL] < most_of[FROM_KERNEL]; i++)
    if (kernel.ops[i] != finder->op) fuse_with_neighbours(finder, kernel.ops[i], FROM_KERNEL);
}

static void add_knob(Finder *finder, Knob knob, int value) {
  Proposal proposal = {
      .kind = PROPOSE_KNOB, .op = finder->op, .kernel = finder->home, .knob = knob, .value = value};
  add(finder, (Candidate){.proposal = proposal, .origin = FROM_KNOB, .shared = NO_VALUE});
}

static void knobs(Finder *finder) {
  const PlanLowered *lowered = plan_lowered(finder->plan, finder->home);
  ScheduleOverride override = plan_kernel(finder->plan, finder->home).override;
  if (!lowered->nest) return;
  for (int i = 0; i < KNOB_COUNT; i++) {
    int values[KNOB_NEIGHBOURS];
    int count = schedule_knob_neighbours(lowered->nest, plan_limits(finder->plan), &lowered->schedule,
                                         (Knob)i, values);
    if (override.set >> i & 1) add_knob(finder, (Knob)i, -1);
    for (int j = 0; j < count; j++)
      add_knob(finder, (Knob)i, values[j]);
  }
}

void candidates_find(Candidates *candidates) {
  Finder finder = {.out = candidates,
                   .plan = candidates->plan,
                   .graph = plan_graph(candidates->plan),
                   .op = candidates->op,
                   .home = plan_home(candidates->plan, candidates->op)};
  fuse_with_neighbours(&finder, finder.op, FROM_EDGE);
  fuse_sets(&finder);
  leave(&finder);
  free_products(&finder);
  compute_bias(&finder);
  copies(&finder);
  siblings(&finder);
  knobs(&finder);
  kernel_neighbours(&finder);
}
