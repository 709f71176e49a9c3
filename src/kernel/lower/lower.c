#include "kernel/lower/lower.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/lower/batch.h"
#include "kernel/lower/lowering.h"

// ---- what no template takes

static bool refuse_op(const Graph *graph, int op_index, Reason *reason) {
  const Op *op = &graph->ops[op_index];
  const int ops[] = {op_index, NO_OP};
  const char *name = op_info(op->code)->name;
  if (op->op_class == CLASS_OPAQUE)
    return reason_set(reason, REASON_OPAQUE, ops,
                      "%s (%s) is not in the op table: nothing is known of it but its results", op->name,
                      op_text(op, ATTRIBUTE_TARGET, name));
  if (op->op_class == CLASS_LIBRARY || op->code == OP_SEEDS)
    return reason_set(reason, REASON_LIBRARY, ops,
                      "%s (%s) runs in a library call and has a kernel of its own", op->name, name);
  return reason_set(reason, REASON_UNSUPPORTED, ops, "no template takes %s (%s) yet", op->name, name);
}

static bool refuse_complex(const Graph *graph, int op_index, Reason *reason) {
  const Op *op = &graph->ops[op_index];
  reason_set(reason, REASON_UNSUPPORTED, (int[]){op_index, NO_OP},
             "no template takes %s (%s) of complex numbers yet", op->name, op_info(op->code)->name);
  reason_remedy(reason, "Write it with the real and imaginary parts (view_as_real, real, imag).");
  return false;
}

bool lower_takes_class(OpClass op_class) {
  switch (op_class) {
    case CLASS_POINTWISE:
    case CLASS_VIEW:
    case CLASS_CREATE:
    case CLASS_RANDOM:
    case CLASS_REDUCE:
    case CLASS_SCAN:
    case CLASS_INDEX:
    case CLASS_LAYOUT:
    case CLASS_WINDOW:
      return true;
    case CLASS_CONTRACTION:
    case CLASS_LIBRARY:
    case CLASS_OPAQUE:
      return false;
  }
  return false;
}

static bool takes_op(const Op *op) {
  return (lower_takes_class(op->op_class) || op_is_product(op)) && op->op_class != CLASS_VIEW &&
         op->code != OP_SEEDS;
}

static bool check_set(const Graph *graph, const KernelSet *set, Reason *reason) {
  if (set->op_count == 0) return reason_set(reason, REASON_UNSUPPORTED, NULL, "a kernel without ops");
  if (!lower_check_products(graph, set, reason)) return false;
  for (int i = 0; i < set->op_count; i++) {
    const Op *op = &graph->ops[set->ops[i]];
    if (!takes_op(op)) return refuse_op(graph, set->ops[i], reason);
    if (!lower_takes_complex(graph, op)) return refuse_complex(graph, set->ops[i], reason);
    bool gathered = set->scatter == SCATTER_ORDERED && lower_scatters(op);
    if (gathered && gathered_rank(graph, op) > MAX_RANK)
      return reason_set(reason, REASON_UNSUPPORTED, (int[]){set->ops[i], NO_OP},
                        "%s in order needs more than %d axes", op->name, MAX_RANK);
    if (graph->values[op->first_result].shape.rank > MAX_RANK)
      return reason_set(reason, REASON_UNSUPPORTED, (int[]){set->ops[i], NO_OP}, "%s has more than %d axes",
                        op->name, MAX_RANK);
  }
  return true;
}

// ---- members

static void mark_stored(Lowering *lowering, int value) {
  int producer = lowering->graph->values[value].producer;
  Member *member = producer == NO_OP ? NULL : lowering_member(lowering, producer);
  if (!member) return;
  member->stores |= 1u << lowering->graph->values[value].result;
  member->root = true;
}

static void make_members(Lowering *lowering) {
  const KernelSet *set = lowering->set;
  bool any = false;
  lowering->members = memory_alloc((size_t)set->op_count * sizeof *lowering->members);
  for (int i = 0; i < set->op_count; i++) {
    lowering->members[i].op = set->ops[i];
    lowering->members[i].root = lowering->graph->ops[set->ops[i]].mutates >= 0;
  }
  for (int i = 0; i < set->stored_count; i++)
    mark_stored(lowering, set->stored[i]);
  for (int i = 0; i < set->op_count; i++)
    any = any || lowering->members[i].root;
  // Nobody reads anything: the last op runs all the same, as a compiler that is told to keep it would.
  if (!any) mark_stored(lowering, lowering->graph->ops[set->ops[set->op_count - 1]].first_result);
}

// ---- the domain

static bool is_reduction(const Lowering *lowering, const Op *op) {
  const Graph *graph = lowering->graph;
  if (lowering_gathers(lowering, op)) return true;
  if (op->op_class == CLASS_SCAN) return !scan_trivial(graph, op);
  return lowering_reduces(lowering, op);
}

// The widest reduction or scan, the first of equals; without those the widest op that stores.
static int find_anchor(const Lowering *lowering) {
  const Graph *graph = lowering->graph;
  int anchor = NO_OP;
  int64_t widest = -1;
  bool reduces = false;
  for (int i = 0; i < lowering->set->op_count; i++) {
    const Op *op = &graph->ops[lowering->members[i].op];
    bool reduction = is_reduction(lowering, op);
    if (!reduction && (reduces || !lowering->members[i].root)) continue;
    Shape space;
    lowering_space(lowering, op, &space);
    int64_t elements = shape_elements(&space);
    if (elements <= widest && reduction == reduces) continue;
    anchor = lowering->members[i].op;
    widest = elements;
    reduces = reduction;
  }
  return anchor;
}

static void make_domain(Lowering *lowering) {
  Domain *domain = &lowering->domain;
  domain->anchor = find_anchor(lowering);
  lowering_space(lowering, &lowering->graph->ops[domain->anchor], &domain->space);
  for (int axis = 0; axis < domain->space.rank; axis++) {
    if (domain->space.size[axis] == 1) continue;
    domain->axis[domain->dim_count] = axis;
    domain->size[domain->dim_count++] = domain->space.size[axis];
  }
}

// Replaces a dim by two digits of it. False when there is no room for more.
static bool split_dim(Domain *domain, int dim, int64_t inner) {
  if (domain->dim_count == MAX_DIMS) return false;
  size_t behind = (size_t)(domain->dim_count - dim - 1);
  memmove(domain->size + dim + 2, domain->size + dim + 1, behind * sizeof domain->size[0]);
  memmove(domain->axis + dim + 2, domain->axis + dim + 1, behind * sizeof domain->axis[0]);
  domain->size[dim] /= inner;
  domain->size[dim + 1] = inner;
  domain->axis[dim + 1] = domain->axis[dim];
  domain->dim_count++;
  return true;
}

// Lowers, and again with finer dims as often as a reshape asks for them.
static bool lower_all(Lowering *lowering) {
  for (int attempt = 0; attempt < MAX_RESTARTS; attempt++) {
    lowering_reset(lowering);
    place_all(lowering);
    if (!lowering->stopped) return true;
    if (!lowering->wants_split) return false;
    if (!split_dim(&lowering->domain, lowering->split_dim, lowering->split_inner)) break;
  }
  lowering->stopped = false;
  lowering_refuse(lowering, REASON_LAYOUT, lowering->domain.anchor, NO_OP,
                  "the reshapes around %s cut its axes into more than %d dims",
                  lowering_op_name(lowering, lowering->domain.anchor), MAX_DIMS);
  return false;
}

static Nest *lower_unchecked(Lowering *lowering) {
  lowering->domain = (Domain){.anchor = NO_OP};
  make_domain(lowering);
  return lower_all(lowering) ? lower_finish(lowering) : NULL;
}

Nest *lowering_nest(Lowering *lowering) {
  make_members(lowering);
  return lower_unchecked(lowering);
}

static Nest *lower_checked(Lowering *lowering) {
  Nest *nest = lower_unchecked(lowering);
  if (nest && !lower_check(nest, lowering->reason)) {
    nest_free(nest);
    nest = NULL;
  }
  return nest;
}

// Where reductions along different axes do not fit together, those of few elements become arithmetic. Why the
// loops do not fit stays the reason when that does not help either.
static Nest *lower_as(const Graph *graph, const KernelSet *set, Reason *reason) {
  Lowering lowering = {.graph = graph, .set = set, .reason = reason};
  make_members(&lowering);
  Nest *nest = lower_checked(&lowering);
  if (!nest && lower_may_unroll(&lowering)) {
    Reason unwanted = {.code = REASON_NONE};
    lowering.unrolls = true;
    lowering.reason = &unwanted;
    nest = lower_checked(&lowering);
    if (nest) memset(reason, 0, sizeof *reason);
  }
  lowering_free(&lowering);
  return nest;
}

static bool has_product(const Graph *graph, const KernelSet *set) {
  for (int i = 0; i < set->op_count; i++)
    if (op_is_product(&graph->ops[set->ops[i]])) return true;
  return false;
}

static bool scatters(const Graph *graph, const KernelSet *set) {
  for (int i = 0; i < set->op_count; i++)
    if (lower_scatters(&graph->ops[set->ops[i]])) return true;
  return false;
}

// What cannot be sums beside the rest of the set can still be atomics.
Nest *lower_single(const Graph *graph, const KernelSet *set, Reason *reason) {
  Nest *nest = lower_as(graph, set, reason);
  if (nest || set->scatter != SCATTER_BY_RULE || !scatters(graph, set)) return nest;
  KernelSet atomic = *set;
  atomic.scatter = SCATTER_ATOMIC;
  memset(reason, 0, sizeof *reason);
  return lower_as(graph, &atomic, reason);
}

Nest *kernel_lower(const Graph *graph, const KernelSet *set, Reason *reason) {
  Reason unwanted;
  if (!reason) reason = &unwanted;
  memset(reason, 0, sizeof *reason);
  if (!check_set(graph, set, reason)) return NULL;
  if (lower_attending(graph, set) != NO_OP) return lower_attention(graph, set, reason);
  Nest *nest = lower_single(graph, set, reason);
  if (set->op_count == 1 || has_product(graph, set) || (nest && !nest_better_apart(nest))) return nest;
  Nest *batch = lower_batch(graph, set, nest == NULL, reason);
  if (batch) nest_free(nest);
  if (batch || nest) memset(reason, 0, sizeof *reason);
  return batch ? batch : nest;
}
